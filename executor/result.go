package executor

import (
	"context"
	"errors"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// Result is what became of a call, and why.
type Result struct {
	Outcome  Outcome       `json:"outcome"`
	How      How           `json:"how,omitempty"`
	Attempts int           `json:"attempts"` // invocations of the tool
	Waited   time.Duration `json:"waited,omitempty"`
	// Err is the last error, nil on success. Its Applied is the whole call's:
	// the worst of all attempts that nothing has cleared since.
	Err *taxonomy.Error `json:"error,omitempty"`
	// Reason says in a sentence why the call ended as it did, where Err alone
	// does not.
	Reason string `json:"reason,omitempty"`
	// Abort is "permission" or "fatal" where the failure would hit every other
	// item of a batch as well, so that the batch is to stop; else "".
	Abort       string                  `json:"abort,omitempty"`
	Corrections []correction.Correction `json:"corrections,omitempty"`
	// Failures are the attempts that failed, in order, also those before a
	// success.
	Failures []Failure `json:"failures,omitempty"`

	stopped error // the context's cause, where the caller stopped the call
}

// Failure is one attempt, or one refusal before an attempt, that failed.
type Failure struct {
	Attempt int             `json:"attempt"` // from 1; 0: refused before anything was sent
	Err     *taxonomy.Error `json:"error"`
	// Wait is the pause that was decided on after it; 0: none.
	Wait time.Duration `json:"wait,omitempty"`
	// Asked: the pause is as long as it is because the other side asked for it.
	Asked bool `json:"asked,omitempty"`
}

// AsError returns nil for a success, else the failure as an error: a
// *taxonomy.Error, which wraps the context's error if the caller stopped the
// call.
func (r *Result) AsError() error {
	if r.Outcome == Succeeded {
		return nil
	}
	if r.stopped == nil {
		return r.Err
	}
	e := *r.Err
	e.Class, e.Code, e.Message = taxonomy.Fatal, taxonomy.CodeCanceled, r.Reason
	e.Err = errors.Join(r.stopped, r.Err)
	return &e
}

// cause returns why ctx ended; nil while it has not.
func cause(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if c := context.Cause(ctx); c != nil && !errors.Is(c, err) {
		return errors.Join(err, c)
	}
	return err
}
