package executor

import (
	"context"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Verdict is what a step came to: Settled, or a Wait.
type Verdict struct {
	Settled *Result // nil: the call waits; else it belongs to the call
	Wait    Wait
}

// Wait says when a call is to be stepped again. Stepping it earlier does no
// harm.
type Wait struct {
	// Until is when to step it; zero or past: at once.
	Until time.Time
	// Wake, if not nil, is closed when it may be worth it to step it before
	// Until.
	Wake <-chan struct{}
	// Scope is what the wait would hold up as well.
	Scope taxonomy.Scope
}

// Step brings c one step further: it makes at most one invocation of the tool,
// and never sleeps. ctx is the caller's; when it has ended, the call is settled.
// Step blocks as long as the tool's func does.
func (x *Executor) Step(ctx context.Context, c *Call) Verdict {
	if c.settled {
		return Verdict{Settled: &c.result}
	}
	returned := false
	defer func() {
		if !returned && !c.settled {
			// A probe, a corrector or a classifier ended the goroutine. The
			// call must not be stepped again as if it had not been asked.
			x.settle(ctx, c, Failed, goexited(errGoexitBeside, taxonomy.No), "", "")
		}
	}()
	v := x.step(ctx, c)
	returned = true
	return v
}

func (x *Executor) step(ctx context.Context, c *Call) Verdict {
	if !c.s.Since.IsZero() {
		now := time.Now()
		clockWentBack := now.Before(c.s.Since) // after a journey through JSON
		c.s.Waited += max(0, now.Sub(c.s.Since))
		c.s.Since = now
		if ctx.Err() == nil && now.Before(c.s.Until) && !clockWentBack {
			return Verdict{Wait: Wait{Until: c.s.Until}} // woken too early
		}
		c.s.Since, c.s.Until = time.Time{}, time.Time{}
	}
	if ctx.Err() != nil {
		return x.stop(ctx, c, "stopped by the caller before it was settled")
	}
	if !c.checked {
		if e := x.validate(ctx, c); e != nil {
			return x.failed(ctx, c, e, 0)
		}
		c.checked = true
	}
	if c.s.Probe != probeNone {
		if v, settled := x.probeDue(ctx, c); settled {
			return v
		}
	}
	return x.attempt(ctx, c)
}

// attempt asks the breaker for a slot and invokes the tool once.
func (x *Executor) attempt(ctx context.Context, c *Call) Verdict {
	br := x.breakerOf(c.inv.Spec())
	var done func(error)
	if br != nil {
		var next time.Time
		var wake <-chan struct{}
		if done, next, wake = br.allow(); done == nil {
			return x.rejected(ctx, c, br, next, wake)
		}
	}
	if x.keyExpires(c, 0) {
		return x.expired(ctx, c, br, done)
	}
	sent := time.Now()
	e := x.invoke(ctx, c, br, done)
	if e == nil {
		return x.succeed(ctx, c, sent)
	}
	if e.Applied.Maybe() && c.s.FirstMaybe.IsZero() {
		c.s.FirstMaybe = sent
	}
	return x.failed(ctx, c, e, time.Since(sent))
}

func (x *Executor) breakerOf(spec *tool.Spec) *breaker {
	if x.o.Breaker.Failures < 0 {
		return nil
	}
	if b, ok := x.breakers.Load(spec); ok {
		return b.(*breaker) //nolint:forcetypeassert // only breakers are stored
	}
	b, _ := x.breakers.LoadOrStore(spec, newBreaker(x.o.Breaker))
	return b.(*breaker) //nolint:forcetypeassert // only breakers are stored
}

// failed records a failure, which is the call's own, and decides what it leads
// to: a stop, doubt, or the treatment of its class.
func (x *Executor) failed(ctx context.Context, c *Call, e *taxonomy.Error, elapsed time.Duration) Verdict {
	earlier := c.doubt() // before this attempt
	x.record(ctx, c, e, elapsed)
	x.tried(ctx, c, e)
	if ctx.Err() != nil && (e.Class == taxonomy.Transient || e.Code == taxonomy.CodeCanceled) {
		return x.stop(ctx, c, "stopped by the caller")
	}
	if earlier.Maybe() && e.Class != taxonomy.Transient {
		return x.echo(ctx, c, e)
	}
	return x.treat(ctx, c, e)
}

// treat gives a class its treatment. THIS is the one place where that is
// decided.
func (x *Executor) treat(ctx context.Context, c *Call, e *taxonomy.Error) Verdict {
	if e.Class != taxonomy.Transient && c.doubt().Maybe() && c.inv.CanProbe() {
		return x.probeLater(ctx, c, e)
	}
	switch e.Class {
	case taxonomy.Transient:
		return x.tryAgain(ctx, c, e)
	case taxonomy.InputError:
		if x.correct(ctx, c, e) {
			return Verdict{} // at once
		}
		if c.cutCorrection {
			return x.stop(ctx, c, "stopped by the caller while a correction was looked for")
		}
		return x.settle(ctx, c, Failed, e, c.s.Note, "")
	case taxonomy.ResourceConflict:
		outcome := Skipped
		if x.o.On.ConflictFails {
			outcome = Failed
		}
		return x.settle(ctx, c, outcome, e, "", "")
	case taxonomy.Permission:
		return x.settle(ctx, c, Failed, e, "", x.abort(e))
	case taxonomy.Fatal:
		return x.settle(ctx, c, Failed, e, "", x.abort(e))
	}
	return x.settle(ctx, c, Failed, e, "", x.abort(e))
}

// abort says why a batch has to stop after e, or "".
func (x *Executor) abort(e *taxonomy.Error) string {
	switch {
	case e.Class == taxonomy.Permission && !x.o.On.PermissionFails:
		return "permission"
	case e.Class == taxonomy.Fatal && x.o.On.FatalAborts:
		return "fatal"
	}
	return ""
}

// record notes a failure. A ReadOnly tool is never in doubt.
func (x *Executor) record(ctx context.Context, c *Call, e *taxonomy.Error, elapsed time.Duration) {
	e.Tool = c.inv.Spec().Name
	if c.inv.Spec().Effect == tool.ReadOnly {
		e.Applied = taxonomy.No
	}
	if c.checked && c.inv.Spec().Effect == tool.Unsafe && circumstantial(e) {
		e.Applied = min(e.Applied, taxonomy.Answered)
	}
	event := Event{Kind: Refused, Err: e}
	f := Failure{Err: e}
	if c.checked {
		switch e.Applied {
		case taxonomy.Unanswered:
			c.s.Unanswered++
		case taxonomy.Answered:
			c.s.Answered++
		case taxonomy.No:
		}
		event.Kind, event.Elapsed, f.Attempt = AttemptDone, elapsed, c.s.Attempts
	}
	c.s.Failures = append(c.s.Failures, f)
	x.observe(ctx, c, event)
}

// circumstantial: that nothing happened follows from words, or from a parser of
// the standard library that may as well have read the answer. That is good
// enough to go by where acting twice does no harm: "created, but notifying
// failed: connection refused"; strconv.Atoi of the new order's number.
func circumstantial(e *taxonomy.Error) bool {
	switch e.Class {
	case taxonomy.Transient:
		return e.Basis <= taxonomy.BasisText
	case taxonomy.InputError:
		return e.Basis == taxonomy.BasisType && (e.Code == taxonomy.CodeInvalidFormat || e.Code == taxonomy.CodeOutOfRange)
	case taxonomy.Fatal, taxonomy.ResourceConflict, taxonomy.Permission:
	}
	return false
}

// echo deals with a refusal that came after an attempt that may have happened:
// it may be our own first write that stands in the way now.
func (x *Executor) echo(ctx context.Context, c *Call, e *taxonomy.Error) Verdict {
	abort := x.abort(e)
	if c.inv.Spec().Deletes && e.Code == taxonomy.CodeNotFound && e.Basis >= taxonomy.BasisCode {
		c.clear()
		return x.finish(ctx, c, Succeeded, nil, "it was gone when asked again", "")
	}
	switch {
	case !c.inv.CanProbe():
	case e.Applied.Maybe():
		return x.probeLater(ctx, c, e)
	default:
		switch done, err := x.probe(ctx, c); {
		case err == nil && done:
			return x.finish(ctx, c, Succeeded, nil, "", abort)
		case err == nil:
			// It did not happen, so the refusal is no echo.
			c.clear()
			return x.treat(ctx, c, e)
		}
	}
	return x.settle(ctx, c, Failed, e, "refused when sent again, after an attempt that may have been executed", abort)
}

// clear takes a probe's "no" for all attempts so far.
func (c *Call) clear() {
	c.s.Answered, c.s.Unanswered, c.s.FirstMaybe = 0, 0, time.Time{}
}
