package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/job"
)

func newCall(s *console) *cobra.Command {
	var f jobFlags
	var items []string
	cmd := &cobra.Command{
		Use:   "call JOB.yaml --item ID",
		Short: "Run single items of a job file, and show every attempt",
		Example: `  batchagent call deadlines.yaml --item 1002
  batchagent call deadlines.yaml --item 1002 --item 1007 --json`,
		Args: oneJob,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(items) == 0 {
				return usage(errNoItem)
			}
			found := map[string]bool{}
			keep := func(row job.Row) bool {
				wanted := slices.Contains(items, row.ID)
				if wanted {
					found[row.ID] = true
				}
				return wanted
			}
			err := runJob(cmd.Context(), s, &f, args[0], keep, newTrace(s.err))
			for _, id := range items {
				if !found[id] && isRunError(err) {
					return usage(fmt.Errorf("%w: %q, and it was not called", errUnknownItem, id))
				}
			}
			return err
		},
	}
	f.register(cmd)
	cmd.Flags().StringArrayVar(&items, "item", nil, "id of an item of the job's items (repeatable)")
	return cmd
}

var (
	errNoItem      = errors.New("which item? Name one with --item ID")
	errUnknownItem = errors.New("no row has that id")
)

// isRunError reports whether err is about the run itself: the job could be
// read, and what was found can be relied on.
func isRunError(err error) bool {
	var status *statusError
	return err == nil || errors.As(err, &status) && status.err == nil
}

// trace prints what happens to a call, step by step.
type trace struct {
	mu sync.Mutex
	w  *printer
}

func newTrace(w *printer) *trace { return &trace{w: w} }

// Observe implements executor.Observer.
func (t *trace) Observe(_ context.Context, e *executor.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e.Kind {
	case executor.AttemptDone:
		if e.Err == nil {
			t.w.printf("%s  call %d: succeeded in %s\n", e.Item, e.Attempt, e.Elapsed.Round(time.Millisecond))
			return
		}
		t.w.printf("%s  call %d: %s %s, happened: %s, in %s: %s\n", e.Item, e.Attempt, e.Err.Class, e.Err.Code,
			e.Err.Applied.Word(), e.Elapsed.Round(time.Millisecond), e.Err.Message)
	case executor.Refused:
		t.w.printf("%s  not sent: %s: %s\n", e.Item, e.Err.Code, e.Err.Message)
	case executor.Waiting:
		t.w.printf("%s  waits %s\n", e.Item, e.Wait.Round(time.Millisecond))
	case executor.Rejected:
		t.w.printf("%s  %s\n", e.Item, e.Err.Message)
	case executor.Corrected:
		for _, change := range e.Correction.Patch {
			t.w.printf("%s  corrected (%s): %s %s %s -> %s\n", e.Item, e.Correction.By, change.Op, change.Path,
				orNothing(change.From), orNothing(change.Value))
		}
	case executor.NotCorrected, executor.Probed:
		t.w.printf("%s  %s: %s\n", e.Item, e.Kind, e.Note)
	case executor.Settled:
		t.w.printf("%s  %s\n", e.Item, e.Result.Outcome)
	}
}

func orNothing(raw json.RawMessage) string {
	if raw == nil {
		return "nothing"
	}
	return string(raw)
}
