package executor

import (
	"context"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// succeed ends a call whose attempt returned no error.
func (x *Executor) succeed(ctx context.Context, c *Call, sent time.Time) Verdict {
	// The result first: an observer may end the goroutine.
	x.write(c, Succeeded, nil, "", "")
	x.tellCorrector(ctx, c, correction.Worked, nil)
	if len(x.o.Observers) > 0 {
		x.observe(ctx, c, Event{Kind: AttemptDone, Elapsed: time.Since(sent)})
		x.observe(ctx, c, Event{Kind: Settled, Result: &c.result})
	}
	return Verdict{Settled: &c.result}
}

// settle ends a call without success. It is the one place where doubt decides:
// what may have happened is in_doubt, whatever was proposed, except where an
// Idempotent tool answered every time and failed to the last.
func (x *Executor) settle(ctx context.Context, c *Call, proposed Outcome, e *taxonomy.Error, reason string, abort string) Verdict {
	doubt := c.doubt()
	if doubt.Maybe() {
		toTheLast := proposed == Failed && doubt == taxonomy.Answered &&
			c.inv.Spec().Effect == tool.Idempotent && e.Applied.Maybe()
		if !toTheLast {
			proposed = InDoubt
		}
	}
	own := *e
	own.Applied = doubt
	return x.finish(ctx, c, proposed, &own, reason, abort)
}

// finish writes the result and tells the observers.
func (x *Executor) finish(ctx context.Context, c *Call, outcome Outcome, e *taxonomy.Error, reason string, abort string) Verdict {
	x.write(c, outcome, e, reason, abort)
	verdict := correction.Unclear
	if outcome == Succeeded { // the probe says so
		verdict = correction.Worked
	}
	x.tellCorrector(ctx, c, verdict, e)
	x.observe(ctx, c, Event{Kind: Settled, Err: e, Result: &c.result})
	return Verdict{Settled: &c.result}
}

func (x *Executor) write(c *Call, outcome Outcome, e *taxonomy.Error, reason string, abort string) {
	c.settled = true
	r := &c.result
	r.Outcome, r.Err, r.Reason, r.Abort = outcome, e, reason, abort
	r.Attempts, r.Waited = c.s.Attempts, c.s.Waited
	r.Corrections, r.Failures = c.s.Corrections, c.s.Failures
	if outcome == Succeeded {
		r.How = c.how()
	}
}

func (c *Call) how() How {
	switch {
	case c.s.ByProbe:
		return ByProbe
	case len(c.s.Corrections) > 0:
		return AfterCorrection
	case c.s.Attempts > 1:
		return AfterRetry
	}
	return FirstTry
}

// stop settles a call whose caller has ended its context.
func (x *Executor) stop(ctx context.Context, c *Call, reason string) Verdict {
	return x.stopFor(ctx, c, cause(ctx), reason)
}

// stopFor settles a call that its caller stopped, or whose caller's deadline
// leaves no time: not_done, or in_doubt if it may have happened. What the tool
// said last is kept.
func (x *Executor) stopFor(ctx context.Context, c *Call, why error, reason string) Verdict {
	c.result.stopped = why
	e := &taxonomy.Error{
		Tool: c.inv.Spec().Name, Class: taxonomy.Fatal, Code: taxonomy.CodeCanceled, Message: reason,
		Applied: c.doubt(), Basis: taxonomy.BasisType, Err: why,
	}
	if f := c.last(); f != nil && f.Err.Code != taxonomy.CodeCanceled {
		e = f.Err
	}
	return x.settle(ctx, c, NotDone, e, reason, "")
}

// Stop settles a call that will not be stepped again, such as one of a batch
// that has stopped: not_done, or in_doubt if it may have happened. why is found
// in the error of [Result.AsError]. It must not be called while Step runs.
func (x *Executor) Stop(ctx context.Context, c *Call, why error, reason string) *Result {
	if c.settled {
		return &c.result
	}
	return x.stopFor(ctx, c, why, reason).Settled
}
