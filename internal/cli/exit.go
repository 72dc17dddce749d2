package cli

import (
	"context"

	"github.com/batchagent/batchagent/batch"
)

// The exit statuses, as the formats document them. Never a count.
const (
	exitCannot  = 1  // the run could not be done
	exitPartial = 2  // some items did not succeed
	exitStopped = 3  // stopped by permission, threshold or deadline
	exitDoubt   = 4  // some items are in doubt
	exitUsage   = 64 // command line or job file wrong; nothing was called
)

// statusError ends a command with a status. err nil: all was said already.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string {
	if e.err == nil {
		return "exit"
	}
	return e.err.Error()
}

func (e *statusError) Unwrap() error { return e.err }

func usage(err error) error  { return &statusError{exitUsage, err} }
func cannot(err error) error { return &statusError{exitCannot, err} }

// exitStatus says how a batch ends. Where several apply, the first of 1, 3,
// 130/143, 4, 2, 0 wins. Skipped items are no reason for 2 if they are
// accepted.
func exitStatus(ctx context.Context, s *batch.Summary, acceptSkipped bool) int {
	c := s.Counts
	signaled := stopperOf(ctx).status()
	switch {
	case s.SourceErr != nil:
		return exitCannot
	case s.Abort != nil:
		return exitStopped
	case signaled != 0:
		return signaled
	case ctx.Err() != nil:
		return exitStopped
	case c.InDoubt > 0:
		return exitDoubt
	case c.Failed+c.NotDone > 0, !s.SourceExhausted, c.Skipped > 0 && !acceptSkipped:
		return exitPartial
	}
	return 0
}
