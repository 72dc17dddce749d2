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
	var params string
	cmd := &cobra.Command{
		Use:   "call JOB.yaml --item ID | --params JSON",
		Short: "Run single items of a job file, and show every attempt",
		Example: `  batchagent call deadlines.yaml --item 1002
  batchagent call deadlines.yaml --item 1002 --item 1007 --json
  batchagent call deadlines.yaml --params '{"order_id":"1002","deadline":"2026-05-20"}'`,
		Args: oneJob,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.named = true
			given := cmd.Flags().Changed("params")
			switch {
			case given && len(items) > 0:
				return usage(errBoth)
			case given:
				var err error
				if f.params, err = readParams(params, s.in); err != nil {
					return usage(err)
				}
				return runJob(cmd.Context(), s, &f, args[0], nil, newTrace(s.err))
			case len(items) == 0:
				return usage(errNoItem)
			}
			keep := func(row job.Row) bool { return slices.Contains(items, row.ID) }
			if err := f.findItems(args[0], items); err != nil {
				return usage(err)
			}
			return runJob(cmd.Context(), s, &f, args[0], keep, newTrace(s.err))
		},
	}
	f.register(cmd)
	cmd.Flags().StringArrayVar(&items, "item", nil, "id of an item of the job's items (repeatable)")
	cmd.Flags().StringVar(&params, "params", "", "params of one call as a JSON object, in place of an item; - reads them from standard input")
	return cmd
}

var (
	errNoItem      = errors.New(`which item? Name one with --item ID, or give the params of a call, as in --params '{"order_id":"1001"}'`)
	errBoth        = errors.New("--item takes the params from the job's items, --params from the command line; give one of them")
	errOnce        = errors.New("single items are looked for before anything is called, and standard input can be read only once; put the items into a file")
	errUnknownItem = errors.New("no row has that id")
)

// findItems looks through the rows before anything is called, so that an id
// with a slip in it calls nothing.
func (f *jobFlags) findItems(path string, ids []string) error {
	if err := f.check(); err != nil {
		return err
	}
	j, err := f.load(path, nil)
	if err != nil {
		return err
	}
	if j.Items.Path == "-" {
		return errOnce
	}
	source, err := j.OpenItems()
	if err != nil {
		return err
	}
	defer source.Close() //nolint:errcheck // it was only read
	left := make(map[string]bool, len(ids))
	for _, id := range ids {
		left[id] = true
	}
	for row := range source.Rows() {
		delete(left, row.ID)
	}
	for _, id := range ids {
		if left[id] {
			return fmt.Errorf("%w: %q in %s; nothing was called", errUnknownItem, id, itemsName(j, "en"))
		}
	}
	return source.Err()
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
			t.w.printf("%s  call %d: succeeded in %s\n", showID(e.Item), e.Attempt, e.Elapsed.Round(time.Millisecond))
			return
		}
		t.w.printf("%s  call %d: %s %s, happened: %s, in %s: %s\n", showID(e.Item), e.Attempt, e.Err.Class, e.Err.Code,
			e.Err.Applied.Word(), e.Elapsed.Round(time.Millisecond), e.Err.Message)
	case executor.Refused:
		t.w.printf("%s  not sent: %s %s: %s\n", showID(e.Item), e.Err.Class, e.Err.Code, e.Err.Message)
	case executor.Waiting:
		t.w.printf("%s  waits %s\n", showID(e.Item), e.Wait.Round(time.Millisecond))
	case executor.Rejected:
		t.w.printf("%s  %s\n", showID(e.Item), e.Err.Message)
	case executor.Corrected:
		for _, change := range e.Correction.Patch {
			t.w.printf("%s  corrected (%s): %s %s %s -> %s\n", showID(e.Item), e.Correction.By, change.Op, change.Path,
				orNothing(change.From), orNothing(change.Value))
		}
	case executor.NotCorrected, executor.Probed:
		t.w.printf("%s  %s: %s\n", showID(e.Item), e.Kind, e.Note)
	case executor.Settled:
		t.w.printf("%s  %s\n", showID(e.Item), e.Result.Outcome)
	}
}

func orNothing(raw json.RawMessage) string {
	if raw == nil {
		return "nothing"
	}
	return string(raw)
}
