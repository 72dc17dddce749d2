package batch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Status is how a batch ended as a whole.
type Status string

// The statuses.
const (
	StatusSucceeded    Status = "succeeded"     // every item did
	StatusPartial      Status = "partial"       // some items did
	StatusFailed       Status = "failed"        // none did
	StatusAborted      Status = "aborted"       // it stopped itself: permission, deadline
	StatusInterrupted  Status = "interrupted"   // its caller stopped it
	StatusSourceFailed Status = "source_failed" // the input broke off
	StatusEmpty        Status = "empty"         // there was no item
)

// Counts are the five outcomes and their sum.
type Counts struct {
	Read      int `json:"read"`
	Succeeded int `json:"succeeded"`
	Skipped   int `json:"skipped"`
	Failed    int `json:"failed"`
	InDoubt   int `json:"in_doubt"`
	NotDone   int `json:"not_done"`
}

// Of returns the count of one outcome.
func (c Counts) Of(o Outcome) int {
	switch o {
	case Succeeded:
		return c.Succeeded
	case Skipped:
		return c.Skipped
	case Failed:
		return c.Failed
	case InDoubt:
		return c.InDoubt
	case NotDone:
		return c.NotDone
	}
	return 0
}

// Balanced reports whether the outcomes add up to what was read.
func (c Counts) Balanced() bool {
	return c.Read == c.Succeeded+c.Skipped+c.Failed+c.InDoubt+c.NotDone
}

// HowCounts say how the succeeded items did.
type HowCounts struct {
	FirstTry        int `json:"first_try"`
	AfterRetry      int `json:"after_retry"`
	AfterCorrection int `json:"after_correction"`
	ByProbe         int `json:"by_probe"`
}

// Abort says why a batch stopped itself.
type Abort struct {
	// Reason is "permission", "fatal" or "deadline".
	Reason string
	Index  int             // the item's position, from 0; -1: no item
	Item   string          // the item's id
	Err    *taxonomy.Error // what the tool said; nil for a deadline
}

// Summary is the books of a batch, without the items. It is not changed once
// the batch has ended, and safe for concurrent reading.
type Summary struct {
	Run, Name       string
	Tool            *tool.Spec
	Status          Status
	Started         time.Time
	Elapsed         time.Duration
	SourceExhausted bool  // false: there may be items that were never read
	SourceErr       error // why the input broke off, or nil
	Calls           int   // invocations of the tool
	ModelCalls      int   // requests to a model that corrects arguments
	ModelTokens     int   // what they used
	Counts          Counts
	How             HowCounts
	Abort           *Abort // nil: it did not stop itself

	model   bool  // there is one
	stopped *stop // nil: the input was run to its end
	groups  groups
	changes changes
}

func newSummary(o *Options, spec *tool.Spec) *Summary {
	return &Summary{Run: o.RunID, Name: o.Name, Tool: spec}
}

func (r *runner[K, In, Out]) fillSummary(ctx context.Context, s *Summary) {
	s.Started, s.Elapsed, s.Calls = r.started, r.elapsed, r.calls
	s.SourceExhausted = r.exhausted && r.sourceErr == nil
	s.SourceErr = r.sourceErr
	if r.o.ModelUsage != nil {
		s.model = true
		s.ModelCalls, s.ModelTokens = r.o.ModelUsage()
	}
	if r.stop != nil && r.stop.limit != "" && r.stop.unstarted == nil && r.exhausted {
		return // there was nothing beyond the limit
	}
	if r.stop != nil {
		s.Abort = r.stop.abort
		if s.Abort == nil && r.stop.limit == "" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			s.Abort = &Abort{Reason: "deadline", Index: -1}
		}
		s.stopped = r.stop
	}
}

// add books one item. Every item is booked once, in any order.
func (s *Summary) add(index int, id string, line int, res *executor.Result) {
	s.Counts.Read++
	switch res.Outcome {
	case Succeeded:
		s.Counts.Succeeded++
	case Skipped:
		s.Counts.Skipped++
	case Failed:
		s.Counts.Failed++
	case InDoubt:
		s.Counts.InDoubt++
	case NotDone:
		s.Counts.NotDone++
	}
	switch res.How {
	case executor.FirstTry:
		s.How.FirstTry++
	case executor.AfterRetry:
		s.How.AfterRetry++
	case executor.AfterCorrection:
		s.How.AfterCorrection++
	case executor.ByProbe:
		s.How.ByProbe++
	case executor.HowNone:
	}
	s.groups.add(index, id, line, res)
	s.changes.add(index, id, res)
}

// close settles the status when every item is booked.
func (s *Summary) close() {
	c := s.Counts
	switch {
	case s.SourceErr != nil:
		s.Status = StatusSourceFailed
	case s.Abort != nil:
		s.Status = StatusAborted
	case s.stopped != nil && s.stopped.limit == "":
		s.Status = StatusInterrupted
	case c.Read == 0:
		s.Status = StatusEmpty
	case c.Succeeded == c.Read && s.stopped == nil:
		s.Status = StatusSucceeded
	case c.Succeeded > 0:
		s.Status = StatusPartial
	default:
		s.Status = StatusFailed
	}
}

// ErrStopped is wrapped by the error of a batch that Options.Stop has stopped.
var ErrStopped = errors.New("batch: told to stop")

// ErrAborted is wrapped by the error of a batch that stopped itself.
var ErrAborted = errors.New("batch: stopped")

// ErrLimit is wrapped by the error of a batch that has items beyond
// Options.Limit, or may have.
var ErrLimit = errors.New("batch: the limit was reached")

// IncompleteError is the error of a batch in which not every item succeeded.
type IncompleteError struct {
	Summary *Summary
	causes  []error
}

// Error returns one line: the name, why it stopped if it did, and the counts.
func (e *IncompleteError) Error() string { return e.Summary.Line() }

// Unwrap returns why the batch stopped or broke off, if it did.
func (e *IncompleteError) Unwrap() []error { return e.causes }

// Line returns the summary in one line, which is the text of the error too.
func (s *Summary) Line() string {
	c := s.Counts
	line := fmt.Sprintf("%s: %d items = %d succeeded + %d skipped + %d failed + %d in doubt + %d not done",
		s.Name, c.Read, c.Succeeded, c.Skipped, c.Failed, c.InDoubt, c.NotDone)
	switch {
	case s.SourceErr != nil:
		line += "; the input broke off: " + taxonomy.Clean(s.SourceErr.Error())
	case s.Abort != nil && s.Abort.Err != nil:
		line += fmt.Sprintf("; stopped at %s: %s", nameID(s.Abort.Item), s.Abort.Err)
	case s.stopped != nil && s.stopped.limit != "":
		line += "; stopped at " + s.stopped.limit
	case s.stopped != nil:
		line += "; " + s.stopped.reason
	}
	return line
}

func (s *Summary) err() error {
	e := &IncompleteError{Summary: s}
	if s.SourceErr != nil {
		e.causes = append(e.causes, s.SourceErr)
	}
	if s.stopped != nil {
		e.causes = append(e.causes, s.stopped.cause)
		if s.Abort != nil {
			if s.Abort.Err != nil {
				e.causes = append(e.causes, s.Abort.Err)
			} else {
				e.causes = append(e.causes, ErrAborted)
			}
		}
	}
	if len(e.causes) == 0 && s.Counts.Succeeded == s.Counts.Read {
		return nil
	}
	return e
}
