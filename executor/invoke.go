package executor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// What stands for a func that ended its goroutine.
var (
	errGoexit       = errors.New("the tool ended its goroutine (runtime.Goexit)")
	errGoexitBeside = errors.New("what was asked about the call ended its goroutine (runtime.Goexit)")
)

// invoke makes one attempt. It returns nil on success, else the failure,
// judged. On Goexit it does not return; the call is settled then.
func (x *Executor) invoke(ctx context.Context, c *Call, br *breaker, done func(error)) (failure *taxonomy.Error) {
	c.s.Attempts++
	info := &callInfo{attempt: c.s.Attempts, call: c}
	attemptCtx, cancel := x.attemptContext(ctx, c, info)
	finished := false
	defer func() {
		info.end()
		cancel()
		if finished {
			return
		}
		// Deferred, because a Goexit in a trial would hold the breaker's only
		// slot for ever.
		v := recover()
		if v == nil {
			failure = x.judgeGoexit(ctx, c)
		} else {
			failure = x.judgePanic(ctx, c, v, debug.Stack())
		}
		if br != nil {
			br.report(done, errExcluded, nil)
		}
		if v == nil {
			x.failed(ctx, c, failure, 0) // the caller's goroutine is ending: settle it here
		}
	}()
	if err := c.inv.Invoke(attemptCtx); err != nil {
		failure = x.judge(ctx, attemptCtx, c, err)
		x.log(ctx, c, failure, err)
	}
	finished = true // not before it is judged: a classifier may end the goroutine, too
	if br != nil {
		br.report(done, health(failure), failure)
	}
	return failure
}

// timeout returns that of an attempt; negative: there is none.
func (x *Executor) timeout(c *Call) time.Duration {
	if own := c.inv.Spec().Timeout; own != 0 {
		return own
	}
	return x.o.Timeout
}

func (x *Executor) attemptContext(ctx context.Context, c *Call, info *callInfo) (context.Context, context.CancelFunc) {
	timeout := x.timeout(c)
	ctx = tool.WithCallInfo(ctx, info)
	if timeout < 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

// judge classifies what a tool returned. An answer that came stands, also when
// its context ended in the same moment; anything vaguer is what the context
// says.
func (x *Executor) judge(ctx, attemptCtx context.Context, c *Call, err error) *taxonomy.Error {
	e := x.o.Classify.Classify(err)
	if attemptCtx.Err() == nil {
		return e
	}
	vague := e.Basis == taxonomy.BasisUnknown || e.Code == taxonomy.CodeCanceled ||
		// Such as a program that was killed, by us mostly, or half an answer.
		e.Code == taxonomy.CodeUnknown && e.Applied == taxonomy.Unanswered && e.Basis != taxonomy.BasisDeclared ||
		e.Basis <= taxonomy.BasisType && e.Class == taxonomy.Transient
	if e.Basis == taxonomy.BasisText {
		e.Applied = min(e.Applied, taxonomy.Answered) // words about a call that was cut off prove nothing
	}
	if !vague {
		if e.Class == taxonomy.Transient && e.Basis == taxonomy.BasisDeclared {
			e.Applied = taxonomy.Unanswered // declared over a call that was cut off
		}
		return e
	}
	applied := e.Applied
	if e.Basis == taxonomy.BasisUnknown {
		applied = taxonomy.Unanswered
	}
	own := &taxonomy.Error{
		Class: taxonomy.Transient, Code: taxonomy.CodeTimeout, Message: noAnswer(x.timeout(c), e.Message),
		Applied: applied, Scope: e.Scope, Basis: taxonomy.BasisType, Err: err,
	}
	if ctx.Err() != nil {
		own.Class, own.Code, own.Message = taxonomy.Fatal, taxonomy.CodeCanceled, e.Message
	}
	return own
}

// noAnswer says for how long there was none, which the tool's own words, mostly
// "context deadline exceeded", do not.
func noAnswer(timeout time.Duration, said string) string {
	if timeout < 0 {
		return said
	}
	return fmt.Sprintf("no answer within %s: %s", timeout, said)
}

func (x *Executor) judgePanic(ctx context.Context, c *Call, v any, stack []byte) *taxonomy.Error {
	x.o.Logger.LogAttrs(ctx, slog.LevelError, "tool panicked", slog.String("tool", c.inv.Spec().Name),
		slog.String("item", c.s.Item), slog.Any("panic", v), slog.String("stack", string(stack)))
	return x.o.Classify.Classify(&taxonomy.PanicError{Value: v, Stack: stack})
}

func (x *Executor) judgeGoexit(ctx context.Context, c *Call) *taxonomy.Error {
	x.o.Logger.LogAttrs(ctx, slog.LevelError, "tool ended its goroutine",
		slog.String("tool", c.inv.Spec().Name), slog.String("item", c.s.Item))
	return goexited(errGoexit, taxonomy.Unanswered)
}

func goexited(err error, applied taxonomy.Applied) *taxonomy.Error {
	return &taxonomy.Error{
		Class: taxonomy.Fatal, Code: taxonomy.CodePanic, Message: err.Error(),
		Applied: applied, Basis: taxonomy.BasisType, Err: err,
	}
}

func (x *Executor) log(ctx context.Context, c *Call, e *taxonomy.Error, err error) {
	if !x.o.Logger.Enabled(ctx, slog.LevelDebug) {
		return
	}
	x.o.Logger.LogAttrs(ctx, slog.LevelDebug, "attempt failed", slog.String("tool", c.inv.Spec().Name),
		slog.String("item", c.s.Item), slog.Int("attempt", c.s.Attempts), slog.String("class", e.Class.String()),
		slog.String("code", string(e.Code)), slog.String("applied", e.Applied.String()), slog.Any("error", err))
}

// protect runs f and turns a panic in it into an error.
func (x *Executor) protect(ctx context.Context, c *Call, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			stack := debug.Stack()
			x.o.Logger.LogAttrs(ctx, slog.LevelError, "panicked beside a call", slog.String("tool", c.inv.Spec().Name),
				slog.String("item", c.s.Item), slog.Any("panic", v), slog.String("stack", string(stack)))
			err = &taxonomy.PanicError{Value: v, Stack: stack}
		}
	}()
	return f()
}

// validate checks the arguments. A panic in a type's own decoding is a panic
// before anything was sent.
func (x *Executor) validate(ctx context.Context, c *Call) *taxonomy.Error {
	err := x.protect(ctx, c, c.inv.Validate)
	if err == nil {
		return nil
	}
	e := x.o.Classify.Classify(err)
	e.Applied = taxonomy.No
	return e
}

// probe asks whether the call took effect, under the timeout of an attempt.
func (x *Executor) probe(ctx context.Context, c *Call) (bool, error) {
	info := &callInfo{attempt: c.s.Attempts, call: c}
	defer info.end()
	attemptCtx, cancel := x.attemptContext(ctx, c, info)
	defer cancel()
	start := time.Now()
	var done bool
	err := x.protect(ctx, c, func() (err error) {
		done, err = c.inv.Probe(attemptCtx)
		return err
	})
	note := "no"
	switch {
	case err != nil:
		note = x.o.Classify.Classify(err).Error()
	case done:
		note = "yes"
		c.s.ByProbe = true
	}
	x.observe(ctx, c, Event{Kind: Probed, Note: note, Elapsed: time.Since(start)})
	return done && err == nil, err
}

// probeLater lets the probe decide about a failure that is not to be called
// again and may have happened: after a backoff, since right after it a "no" may
// come before the commit.
func (x *Executor) probeLater(ctx context.Context, c *Call, e *taxonomy.Error) Verdict {
	pause := x.o.backoff().Nth(c.s.Retries, x.o.Rand())
	if v, stop := x.tooLong(ctx, c, e, pause); stop {
		return v
	}
	c.s.Retries++
	c.s.Probe = probeFinal
	return x.wait(ctx, c, e, Waiting, Wait{Until: time.Now().Add(pause), Scope: e.Scope}, pause)
}

// probeDue asks the probe that the last wait was for. It reports whether the
// call is settled (or waits again); otherwise an attempt may be made.
func (x *Executor) probeDue(ctx context.Context, c *Call) (Verdict, bool) {
	due := c.s.Probe
	c.s.Probe = probeNone
	if c.last() == nil { // nobody has ever sent it: what was restored is not ours
		return Verdict{}, false
	}
	last := c.last().Err
	done, err := x.probe(ctx, c)
	switch {
	case err == nil && done:
		return x.finish(ctx, c, Succeeded, nil, "", ""), true
	case err == nil:
		c.clear()
		switch {
		case last.Class != taxonomy.Transient:
			return x.treat(ctx, c, last), true
		case due == probeFinal:
			return x.settle(ctx, c, Failed, last, sentence(x.usedUp(c), "the probe says that it did not happen"), ""), true
		}
		return Verdict{}, false
	}
	// It could not be found out. That is worth as many tries as a call.
	c.s.Probes++
	if c.s.Probes < x.o.Retry.Attempts {
		pause := max(x.o.backoff().Nth(c.s.Retries, x.o.Rand()), x.o.Classify.Classify(err).RetryAfter)
		if v, stop := x.tooLong(ctx, c, last, pause); stop {
			return v, true
		}
		c.s.Retries++
		c.s.Probe = due
		return x.wait(ctx, c, last, Waiting, Wait{Until: time.Now().Add(pause), Scope: last.Scope}, pause), true
	}
	return x.settle(ctx, c, Failed, last, "the probe could not find out whether it happened: "+x.o.Classify.Classify(err).Error(), ""), true
}

func sentence(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}
