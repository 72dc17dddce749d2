package executor

import (
	"context"
	"fmt"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// tryAgain decides whether a transient failure is called again, and when.
func (x *Executor) tryAgain(ctx context.Context, c *Call, e *taxonomy.Error) Verdict {
	spec := c.inv.Spec()
	doubt := c.doubt()
	used := c.s.Attempts >= x.o.Retry.Attempts
	due := probeNone
	switch {
	case !doubt.Maybe():
		if used {
			return x.settle(ctx, c, Failed, e, x.usedUp(c), "")
		}
	case !c.inv.CanProbe():
		if used {
			return x.settle(ctx, c, Failed, e, x.usedUp(c), "")
		}
		if spec.Effect == tool.Unsafe {
			return x.settle(ctx, c, Failed, e, "not sent again: it may have been executed, and the tool is not idempotent", "")
		}
	case used:
		due = probeFinal
	case spec.Effect == tool.Unsafe:
		due = probeRetry
	}
	pause := x.o.backoff().Nth(c.s.Retries, x.o.Rand())
	asked := e.RetryAfter > pause
	if asked {
		pause = e.RetryAfter
	}
	if due == probeNone && doubt.Maybe() && x.keyExpires(c, pause) {
		if !c.inv.CanProbe() {
			return x.settle(ctx, c, Failed, e, "not sent again: its idempotency key would have expired by then", "")
		}
		due = probeRetry
	}
	if v, stop := x.tooLong(ctx, c, e, pause); stop {
		return v
	}
	c.s.Retries++
	c.s.Probe = due
	if f := c.last(); f != nil {
		f.Wait, f.Asked = pause, asked
	}
	return x.wait(ctx, c, e, Waiting, Wait{Until: time.Now().Add(pause), Scope: e.Scope}, pause)
}

func (x *Executor) usedUp(c *Call) string {
	if c.s.Attempts == 1 {
		return "" // one call is all that was allowed: nothing to explain
	}
	return fmt.Sprintf("no success in %d calls", c.s.Attempts)
}

func (x *Executor) keyExpires(c *Call, pause time.Duration) bool {
	ttl := c.inv.Spec().KeyTTL
	return ttl > 0 && c.doubt().Maybe() && !c.s.FirstMaybe.IsZero() && pause >= ttl-time.Since(c.s.FirstMaybe)
}

// expired deals with a call that may have happened and whose key the other side
// has forgotten by now: it is probed or held, never sent again. The wait before
// it was short enough; a breaker, a queue or a restart has come in between.
func (x *Executor) expired(ctx context.Context, c *Call, br *breaker, done func(error)) Verdict {
	if br != nil {
		br.report(done, errExcluded, nil)
	}
	last := expiredKey(c)
	if c.inv.CanProbe() {
		c.s.Probe = probeRetry
		if v, settled := x.probeDue(ctx, c); settled {
			return v
		}
		return Verdict{} // it did not happen: the next step sends it
	}
	return x.settle(ctx, c, Failed, last, "not sent again: its idempotency key has expired", "")
}

func expiredKey(c *Call) *taxonomy.Error {
	if f := c.last(); f != nil {
		return f.Err
	}
	return &taxonomy.Error{Code: taxonomy.CodeUnknown, Message: "its idempotency key has expired"}
}

// tooLong settles a call whose next wait would exceed what it may wait in all,
// or what its caller's deadline leaves.
func (x *Executor) tooLong(ctx context.Context, c *Call, e *taxonomy.Error, pause time.Duration) (Verdict, bool) {
	if pause > x.o.Retry.MaxWait-c.s.Waited { // no sum: an endless Retry-After would overflow it
		at := time.Now().Add(min(pause, maxSayable)).Format(time.RFC3339)
		e.Suggestions = append(e.Suggestions, "Try again at "+at+" or later")
		reason := fmt.Sprintf("the next call would have to wait %s, and a call may wait %s in all; it can be tried again at %s",
			round(pause), round(x.o.Retry.MaxWait), at)
		return x.settle(ctx, c, Failed, e, reason, ""), true
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= pause {
		return x.stopFor(ctx, c, context.DeadlineExceeded,
			fmt.Sprintf("the deadline leaves no time for the wait of %s before the next call", round(pause))), true
	}
	return Verdict{}, false
}

// maxSayable keeps the time at which to try again within what a date can say.
const maxSayable = 100 * 365 * 24 * time.Hour

func round(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second)
}

func (x *Executor) wait(ctx context.Context, c *Call, e *taxonomy.Error, kind EventKind, w Wait, pause time.Duration) Verdict {
	c.s.Since = time.Now()
	c.s.Until = w.Until
	x.tellCorrector(ctx, c, correction.Unclear, e) // nobody is to wait for what comes of it, as long as it waits itself
	if w.Wake != nil {
		c.s.Until = time.Time{} // it may be stepped as soon as it is woken
	}
	x.observe(ctx, c, Event{Kind: kind, Err: e, Wait: pause})
	return Verdict{Wait: w}
}

// rejected deals with a breaker that lets nothing through. That is no attempt.
func (x *Executor) rejected(ctx context.Context, c *Call, br *breaker, next time.Time, wake <-chan struct{}) Verdict {
	left := x.o.Retry.MaxWait - c.s.Waited
	now := time.Now()
	until, pause := next, next.Sub(now)
	if next.IsZero() { // a trial is under way; its end is not known
		until, pause = now.Add(left), 0
	} else {
		wake = nil // nothing can change before that
	}
	e := circuitOpen(br, pause)
	if x.o.FailFast {
		x.observe(ctx, c, Event{Kind: Rejected, Err: e})
		return x.giveUp(ctx, c, e, "")
	}
	if pause > left || left <= 0 {
		return x.giveUp(ctx, c, e, fmt.Sprintf("waited %s for the service to recover, of %s that a call may wait in all", round(c.s.Waited), round(x.o.Retry.MaxWait)))
	}
	if deadline, ok := ctx.Deadline(); ok && !next.IsZero() && !deadline.After(next) {
		return x.stopFor(ctx, c, context.DeadlineExceeded, "the deadline comes before the breaker's next trial")
	}
	return x.wait(ctx, c, e, Rejected, Wait{Until: until, Wake: wake, Scope: taxonomy.ScopeTool}, pause)
}

// giveUp fails a call that the breaker rejected. What the tool itself said
// last is worth more to the reader than that the breaker is open.
func (x *Executor) giveUp(ctx context.Context, c *Call, e *taxonomy.Error, reason string) Verdict {
	e.Tool = c.inv.Spec().Name
	if f := c.last(); f != nil && c.s.Attempts > 0 {
		if reason == "" {
			reason = e.Message
		}
		return x.settle(ctx, c, Failed, f.Err, reason, "")
	}
	c.s.Failures = append(c.s.Failures, Failure{Err: e})
	return x.settle(ctx, c, Failed, e, reason, "")
}

func circuitOpen(br *breaker, pause time.Duration) *taxonomy.Error {
	message := "not sent: too many calls in a row had failed"
	if last := br.lastErr.Load(); last != nil {
		message += ", the last with " + string(last.Code) + ": " + last.Message
	}
	e := &taxonomy.Error{
		Class: taxonomy.Transient, Code: taxonomy.CodeCircuitOpen, Message: message,
		Applied: taxonomy.No, Scope: taxonomy.ScopeTool, Basis: taxonomy.BasisDeclared,
	}
	if pause > 0 {
		e.RetryAfter = pause
		e.Suggestions = []string{"The next trial is due at " + time.Now().Add(pause).Format(time.RFC3339)}
	}
	return e
}
