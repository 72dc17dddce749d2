package cli

import (
	"context"
	"io"
	"testing"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/job"
)

// Progress gives tests the progress of a run.
type Progress struct {
	p *progress
	s *console
}

// NewProgress makes one on a terminal of so many columns; 0: on no terminal.
func NewProgress(w io.Writer, columns, concurrency, limit int) *Progress {
	s := &console{err: &printer{w: w}}
	if columns > 0 {
		s.screen = &screen{w: w, width: func() int { return columns }}
		s.err.screen = s.screen
	}
	return &Progress{newProgress(s, concurrency, limit), s}
}

// Settle counts items that ended so after so many calls.
func (p *Progress) Settle(n int, o executor.Outcome, attempts int) {
	for range n {
		p.p.settled(&executor.Result{Outcome: o, Attempts: attempts})
	}
}

// Settled counts one item.
func (p *Progress) Settled(r *executor.Result) { p.p.settled(r) }

// Observe tells it what happens to a call.
func (p *Progress) Observe(ctx context.Context, e *executor.Event) { p.p.Observe(ctx, e) }

// Wants says which events it looks at.
func (p *Progress) Wants(kind executor.EventKind) bool { return p.p.Wants(kind) }

// Start starts it; total 0: the items are not counted.
func (p *Progress) Start(total int) (stop func()) {
	if total == 0 {
		return p.p.start(context.Background(), nil)
	}
	return p.p.start(context.Background(), func(context.Context) int { return total })
}

// Say prints something else.
func (p *Progress) Say(text string) { p.s.err.printf("%s", text) }

// CountRows counts the items of a job as a run on a terminal does.
func CountRows(t *testing.T, path string) int {
	t.Helper()
	j, err := job.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return countRows(t.Context(), j)
}
