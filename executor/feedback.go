package executor

import (
	"context"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// onTrial notes that the newest correction, of the newest failure, is to be
// tried out. What the corrector will be told is put together from the call's
// state, which may be another process's by then.
func (x *Executor) onTrial(c *Call) {
	if x.feedback != nil {
		c.s.Trial = len(c.s.Failures)
	}
}

// tellCorrector tells the corrector what the correction that is being tried out has come
// to. Where that is clear, it is told once.
func (x *Executor) tellCorrector(ctx context.Context, c *Call, v correction.Verdict, e *taxonomy.Error) {
	n := c.s.Trial
	if n == 0 {
		return
	}
	if v != correction.Unclear || c.settled {
		c.s.Trial = 0
	}
	if x.feedback == nil || n > len(c.s.Failures) || len(c.s.Corrections) == 0 || len(c.s.Tried) == 0 {
		return // restored from what was not ours, or by an executor with another corrector
	}
	done := c.s.Corrections[len(c.s.Corrections)-1]
	x.tellTrial(ctx, c, &correction.Trial{
		Req: &correction.Request{
			Spec: c.inv.Spec(), Schema: c.inv.Schema(), Args: c.s.Tried[len(c.s.Tried)-1], Err: c.s.Failures[n-1].Err,
			Tried: c.s.Tried, MayChange: x.o.MayChange,
		},
		Correction: &done, Verdict: v, Err: e,
	})
}

func (x *Executor) tellTrial(ctx context.Context, c *Call, t *correction.Trial) {
	_ = x.protect(ctx, c, func() error { // it is logged, and takes nothing from the call
		x.feedback.Settled(t)
		return nil
	})
}

// tried tells of the attempt that has failed with e.
func (x *Executor) tried(ctx context.Context, c *Call, e *taxonomy.Error) {
	if c.s.Trial > 0 && len(c.s.Corrections) > 0 {
		x.tellCorrector(ctx, c, correction.VerdictOf(c.s.Corrections[len(c.s.Corrections)-1].Patch, e), e)
	}
}
