package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// The tests here are named after the lines of the list of faults that real
// systems had.

func TestE1PermanentErrorsAreCalledOnce(t *testing.T) {
	t.Parallel()
	for status, attempts := range map[int]int{
		400: 1, 401: 1, 403: 1, 404: 1, 405: 1, 409: 1, 410: 1, 412: 1, 422: 1, 423: 1, 501: 1, 505: 1,
		408: 3, 425: 3, 429: 3, 500: 3, 502: 3, 503: 3, 504: 3, 507: 3,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := tooltest.New(spec(tool.Idempotent)).Rest(tooltest.Status(status))
			res, _ := call(t.Context(), newExecutor(nil), s)
			if res.Attempts != attempts || len(s.Calls()) != attempts {
				t.Errorf("status %d: %d attempts (%d calls), want %d", status, res.Attempts, len(s.Calls()), attempts)
			}
			if res.Outcome == executor.Succeeded {
				t.Errorf("status %d: succeeded", status)
			}
		})
	}
}

func TestE1ValidationErrorsAreNotCalledAtAll(t *testing.T) {
	t.Parallel()
	s := spec(tool.Idempotent)
	s.Schema = raw(`{"type":"object","required":["id","n"],"properties":{"id":{"type":"string"},"n":{"type":"integer"}}}`)
	st := tooltest.New(s)
	_, res := newExecutor(nil).Call(t.Context(), st, raw(`{"id":"1","n":"many"}`))
	wantOutcome(t, res, executor.Failed, 0)
	if res.Err.Class != taxonomy.InputError || res.Err.Code != taxonomy.CodeWrongType || res.Err.Applied != taxonomy.No {
		t.Errorf("got %s %s applied %s", res.Err.Class, res.Err.Code, res.Err.Applied)
	}
	if n := len(st.Calls()); n != 0 {
		t.Errorf("%d calls", n)
	}
}

func TestE2RetryAfterIsObeyed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, header, value string
		want                time.Duration // from the first call to the second
	}{
		{"seconds", "Retry-After", "3", 3 * time.Second},
		{"two minutes", "Retry-After", "120", 120 * time.Second},
		{"a fraction", "Retry-After", "1.5", 1500 * time.Millisecond},
		{"milliseconds", "Retry-After-Ms", "1200", 1200 * time.Millisecond},
		{"shorter than the backoff", "Retry-After", "0.1", 500 * time.Millisecond},
		{"zero", "Retry-After", "0", 500 * time.Millisecond},
		{"negative", "Retry-After", "-1", 500 * time.Millisecond},
		{"nonsense", "Retry-After", "abc", 500 * time.Millisecond},
		{"date", "Retry-After", "Sat, 01 Jan 2000 00:00:10 GMT", 10 * time.Second}, // a bubble begins at midnight of that day
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tool.Unsafe), tooltest.Status(429, tt.header, tt.value))
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, executor.Succeeded, 2)
				calls := s.Calls()
				if got := calls[1].Start.Sub(calls[0].End); got != tt.want {
					t.Errorf("waited %s, want %s", got, tt.want)
				}
			})
		})
	}
}

func TestE2RetryInfoInABodyIsObeyed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		err := taxonomy.FromAnswer(taxonomy.Answer{Status: 503, Body: []byte(
			`{"error":{"code":503,"status":"UNAVAILABLE","message":"busy","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}`)})
		s := tooltest.New(spec(tool.Idempotent), tooltest.Fail(err))
		res, took := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, executor.Succeeded, 2)
		if took != 7*time.Second {
			t.Errorf("took %s, want 7s", took)
		}
	})
}

func TestE2TooLongAWaitIsGivenUpAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Unsafe), tooltest.Status(429, "Retry-After", "504000")) // 140 hours
		res, took := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, executor.Failed, 1)
		if took != 0 {
			t.Errorf("took %s, want no time at all", took)
		}
		if want := "2000-01-06T20:00:00"; !strings.Contains(res.Reason, want) {
			t.Errorf("reason %q does not say when: %s", res.Reason, want)
		}
	})
}

func TestE2WaitsAddUpToTheBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Unsafe)).Rest(tooltest.Status(429, "Retry-After", "40"))
		x := newExecutor(func(o *executor.Options) { o.Retry.MaxWait = time.Minute })
		res, took := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Failed, 2)
		if took != 40*time.Second || res.Waited != 40*time.Second {
			t.Errorf("took %s, waited %s, want 40s", took, res.Waited)
		}
	})
}

func TestE2JitterOnlyLengthens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Unsafe)).Rest(tooltest.Status(429))
		x := executor.New(&executor.Options{Rand: func() float64 { return 0.5 }})
		_, took := call(t.Context(), x, s)
		if want := 625*time.Millisecond + 1250*time.Millisecond; took != want {
			t.Errorf("took %s, want %s: 500 ms and 1 s, each a quarter longer", took, want)
		}
	})
}

func TestE4CancelInBackoffStopsAtOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		effect tool.Effect
		step   tooltest.Step
		want   executor.Outcome
	}{
		{"refused", tool.Unsafe, tooltest.Status(429, "Retry-After", "5"), executor.NotDone},
		{"may have happened", tool.Idempotent, tooltest.Status(503, "Retry-After", "5"), executor.InDoubt},
		{"may have happened, read only", tool.ReadOnly, tooltest.Status(503, "Retry-After", "5"), executor.NotDone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(50*time.Millisecond, cancel)
				s := tooltest.New(spec(tt.effect), tt.step)
				res, took := call(ctx, newExecutor(nil), s)
				wantOutcome(t, res, tt.want, 1)
				if took != 50*time.Millisecond {
					t.Errorf("took %s, want 50ms", took)
				}
				err := res.AsError()
				if !errors.Is(err, context.Canceled) {
					t.Errorf("errors.Is(%v, context.Canceled) is false", err)
				}
				if c := taxonomy.ClassOf(err); c == taxonomy.Transient {
					t.Errorf("the class of a stop is %s", c)
				}
			})
		})
	}
}

func TestE4DeadlineShorterThanTheWaitStopsNow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		s := tooltest.New(spec(tool.Unsafe), tooltest.Status(429, "Retry-After", "5"))
		res, took := call(ctx, newExecutor(nil), s)
		wantOutcome(t, res, executor.NotDone, 1)
		if took != 0 {
			t.Errorf("took %s, want no time at all", took)
		}
		if !errors.Is(res.AsError(), context.DeadlineExceeded) {
			t.Errorf("%v is not the deadline", res.AsError())
		}
	})
}

func TestE6LostReplyIsNotDoneTwice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		effect   tool.Effect
		lost     tooltest.Step
		outcome  executor.Outcome
		attempts int
		how      executor.How
	}{
		{"unsafe, reset", tool.Unsafe, tooltest.CommitThen(tooltest.Reset()), executor.InDoubt, 1, executor.HowNone},
		{"unsafe, timeout", tool.Unsafe, tooltest.CommitThen(tooltest.Hang()), executor.InDoubt, 1, executor.HowNone},
		{"unsafe, 502", tool.Unsafe, tooltest.CommitThen(tooltest.Status(502)), executor.InDoubt, 1, executor.HowNone},
		{"unsafe, 500", tool.Unsafe, tooltest.CommitThen(tooltest.Status(500)), executor.InDoubt, 1, executor.HowNone},
		{"idempotent, reset", tool.Idempotent, tooltest.CommitThen(tooltest.Reset()), executor.Succeeded, 2, executor.AfterRetry},
		{"idempotent, timeout", tool.Idempotent, tooltest.CommitThen(tooltest.Hang()), executor.Succeeded, 2, executor.AfterRetry},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tt.effect), tt.lost)
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.outcome, tt.attempts)
				if res.How != tt.how {
					t.Errorf("how %q, want %q", res.How, tt.how)
				}
				wantKeys(t, s.Calls(), 1)
				if tt.effect == tool.Unsafe && s.Commits("1") != 1 {
					t.Errorf("done %d times", s.Commits("1"))
				}
				if tt.outcome == executor.InDoubt && !res.Err.Applied.Maybe() {
					t.Errorf("in doubt, but applied %s", res.Err.Applied)
				}
			})
		})
	}
}

func TestE6RefusedIsCalledAgainAlsoIfUnsafe(t *testing.T) {
	t.Parallel()
	refused := &url.Error{Op: "Post", URL: "http://x", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Unsafe), tooltest.Fail(refused), tooltest.Status(429))
		res, took := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, executor.Succeeded, 3)
		if want := 1500 * time.Millisecond; took != want {
			t.Errorf("took %s, want %s", took, want)
		}
	})
}

func TestE7AttemptsNeverOverlap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Idempotent), tooltest.Deaf(3*time.Second, tooltest.Fail(context.DeadlineExceeded)))
		x := newExecutor(func(o *executor.Options) { o.Timeout = time.Second })
		res, took := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Succeeded, 2)
		if s.Overlapped() {
			t.Error("the retry began while the first attempt was running")
		}
		if want := 3500 * time.Millisecond; took != want {
			t.Errorf("took %s, want %s", took, want)
		}
	})
}

func TestE7LateSuccessIsSuccess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Unsafe), tooltest.Deaf(3*time.Second, tooltest.OK()))
		x := newExecutor(func(o *executor.Options) { o.Timeout = time.Second })
		res, took := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Succeeded, 1)
		if took != 3*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

func TestE8PanicsBecomeValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		value any
	}{
		{"an error", errors.New("boom")},
		{"nil", nil},
		{"a string", "boom"},
		{"a declared error", taxonomy.Errorf(taxonomy.Transient, "X", "retry me")},
		{"the caller's cancellation", context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tooltest.New(spec(tool.Idempotent), tooltest.Panic(tt.value))
			res, _ := call(t.Context(), newExecutor(nil), s)
			wantOutcome(t, res, executor.InDoubt, 1)
			if res.Err.Class != taxonomy.Fatal || res.Err.Code != taxonomy.CodePanic {
				t.Errorf("got %s %s", res.Err.Class, res.Err.Code)
			}
			if strings.Contains(res.Err.Error(), ".go:") {
				t.Errorf("the stack is in the text: %s", res.Err)
			}
		})
	}
}

func TestE8PanicsBesideTheTool(t *testing.T) {
	t.Parallel()
	bad := tooltest.Fail(taxonomy.Errorf(taxonomy.InputError, "", "id is wrong"))
	for _, tt := range []struct {
		name   string
		change func(*executor.Options)
		want   taxonomy.Code
	}{
		{"classifier", func(o *executor.Options) {
			o.Classify = taxonomy.NewChain(taxonomy.Rule{Name: "mine", Classify: func(error) *taxonomy.Error { panic("boom") }})
		}, taxonomy.CodePanic},
		{"corrector", func(o *executor.Options) {
			o.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) { panic("boom") })
		}, taxonomy.CodeValidationFailed},
		{"observer", func(o *executor.Options) {
			o.Observers = []executor.Observer{executor.ObserverFunc(func(context.Context, *executor.Event) { panic("boom") })}
		}, taxonomy.CodeValidationFailed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tooltest.New(spec(tool.ReadOnly), bad)
			x := newExecutor(tt.change)
			res, _ := call(t.Context(), x, s)
			wantOutcome(t, res, executor.Failed, 1)
			if res.Err.Code != tt.want {
				t.Errorf("code %s, want %s", res.Err.Code, tt.want)
			}
			if res, _ = call(t.Context(), x, s); tt.name != "classifier" && res.Outcome != executor.Succeeded {
				t.Errorf("the next call: %s", res.Outcome)
			}
		})
	}
}

func TestE8GoexitEndsTheGoroutineAndSettlesTheCall(t *testing.T) {
	t.Parallel()
	s := tooltest.New(spec(tool.Idempotent), tooltest.Goexit())
	x := newExecutor(nil)
	c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), nil)
	returned := make(chan bool, 1)
	go func() {
		back := false
		defer func() { returned <- back }()
		x.Settle(context.Background(), c)
		back = true
	}()
	if <-returned {
		t.Fatal("Settle returned")
	}
	res := c.Result()
	if res == nil {
		t.Fatal("the call is not settled")
	}
	wantOutcome(t, res, executor.InDoubt, 1)
	if res, _ := call(t.Context(), x, s); res.Outcome != executor.Succeeded {
		t.Errorf("the next call: %s", res.Outcome)
	}
}

func TestE9CallersCancellationIsNotAFailureOfTheTool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		x := newExecutor(nil)
		f := tool.Must(tool.New(spec(tool.Idempotent), func(ctx context.Context, _ int) (int, error) {
			<-ctx.Done()
			return 0, fmt.Errorf("step 2: %w", ctx.Err())
		}))
		_, res := executor.Run(ctx, x, f, 1)
		wantOutcome(t, res, executor.InDoubt, 1) // it was sent when it was cut
		err := res.AsError()
		if !errors.Is(err, context.Canceled) || taxonomy.Classify(err).Code != taxonomy.CodeCanceled {
			t.Errorf("%v: not recognisable as the caller's cancellation", err)
		}
	})
}

func TestE9AnAnswerThatCameStands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (int, error) {
			cancel() // in the same moment
			return 0, taxonomy.FromAnswer(taxonomy.Answer{Status: 423})
		}))
		_, res := executor.Run(ctx, newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.Skipped, 1)
		if res.Err.Code != taxonomy.CodeLocked {
			t.Errorf("code %s", res.Err.Code)
		}
	})
}

func TestE11WhatLeavesIsCleanAndTheLogIsWhole(t *testing.T) {
	t.Parallel()
	secret := "postgres://svc:hunter2@db/orders"
	s := tooltest.New(spec(tool.ReadOnly), tooltest.Fail(errors.New("cannot reach "+secret+"\x1b[31m "+strings.Repeat("ü", 1<<20))))
	res, _ := call(t.Context(), newExecutor(nil), s)
	if m := res.Err.Message; strings.Contains(m, "hunter2") || strings.Contains(m, "\x1b") || len(m) > taxonomy.MaxMessage {
		t.Errorf("%d bytes: %.200s", len(m), m)
	}
}

func TestE13OurOwnEchoIsNotBelieved(t *testing.T) {
	t.Parallel()
	exists := tooltest.Fail(taxonomy.FromAnswer(taxonomy.Answer{Status: 409, Body: []byte(`{"message":"already exists"}`)}))
	for _, tt := range []struct {
		name    string
		effect  tool.Effect
		deletes bool
		probe   bool
		steps   []tooltest.Step
		want    executor.Outcome
		how     executor.How
		abort   string
	}{
		{name: "409 after a lost reply", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(409)}, want: executor.InDoubt},
		{name: "412", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(412)}, want: executor.InDoubt},
		{name: "404", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(404)}, want: executor.InDoubt},
		{name: "422", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(422)}, want: executor.InDoubt},
		{name: "403 stops the batch all the same", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(403)}, want: executor.InDoubt, abort: "permission"},
		{name: "a create, then already exists", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), exists}, want: executor.InDoubt},
		{name: "500, then 404", effect: tool.Idempotent, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Status(500)), tooltest.Status(404)}, want: executor.InDoubt},
		{name: "delete, then 404", effect: tool.Idempotent, deletes: true, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(404)}, want: executor.Succeeded, how: executor.AfterRetry},
		{name: "delete, then 410", effect: tool.Idempotent, deletes: true, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(410)}, want: executor.Succeeded, how: executor.AfterRetry},
		{name: "delete, 404 at once", effect: tool.Idempotent, deletes: true, steps: []tooltest.Step{tooltest.Status(404)}, want: executor.Failed},
		{name: "probe says yes", effect: tool.Idempotent, probe: true, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(409)}, want: executor.Succeeded, how: executor.ByProbe},
		{name: "probe says no", effect: tool.Idempotent, probe: true, steps: []tooltest.Step{tooltest.Reset(), tooltest.Status(409)}, want: executor.Skipped},
		{name: "probe says yes, 403 stops", effect: tool.Idempotent, probe: true, steps: []tooltest.Step{tooltest.CommitThen(tooltest.Reset()), tooltest.Status(403)}, want: executor.Succeeded, how: executor.ByProbe, abort: "permission"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sp := spec(tt.effect)
				sp.Deletes = tt.deletes
				s := tooltest.New(sp, tt.steps...)
				if tt.probe {
					s.WithProbe()
				}
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, len(tt.steps))
				if res.How != tt.how || res.Abort != tt.abort {
					t.Errorf("how %q abort %q, want %q %q", res.How, res.Abort, tt.how, tt.abort)
				}
				if tt.want == executor.InDoubt && !res.Err.Applied.Maybe() {
					t.Errorf("applied %s", res.Err.Applied)
				}
			})
		})
	}
}

func TestE13NeverCorrectedAfterDoubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		x := newExecutor(func(o *executor.Options) {
			o.Corrector = correction.CorrectorFunc(func(_ context.Context, r *correction.Request) (*correction.Proposal, error) {
				asked++
				return &correction.Proposal{Args: raw(`{"id":"1","n":2}`)}, nil
			})
		})
		s := tooltest.New(spec(tool.Idempotent), tooltest.CommitThen(tooltest.Reset()), tooltest.Status(422))
		res, _ := call(t.Context(), x, s)
		wantOutcome(t, res, executor.InDoubt, 2)
		if asked != 0 {
			t.Errorf("the corrector was asked %d times", asked)
		}
	})
}

func TestE14ADeclaredErrorDoesNotHideALostReply(t *testing.T) {
	t.Parallel()
	readTimeout := &url.Error{Op: "Post", URL: "http://x", Err: &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}}
	for _, tt := range []struct {
		name     string
		err      error
		want     executor.Outcome
		attempts int
	}{
		{"declared transient over a read timeout", taxonomy.Errorf(taxonomy.Transient, "FLAKY", "upstream: %w", readTimeout), executor.InDoubt, 1},
		{"declared transient over nothing", taxonomy.Errorf(taxonomy.Transient, "FLAKY", "upstream"), executor.Succeeded, 2},
		{"declared transient over an unknown error", taxonomy.Errorf(taxonomy.Transient, "FLAKY", "upstream: %w", errors.New("?")), executor.InDoubt, 1},
		{"not sent", taxonomy.NotSent(readTimeout), executor.Succeeded, 2},
		{"declared fatal over a transient", taxonomy.Errorf(taxonomy.Fatal, "BROKEN", "%w", taxonomy.Errorf(taxonomy.Transient, "FLAKY", "x")), executor.Failed, 1},
		{"a literal says maybe unless it says no", &taxonomy.Error{Class: taxonomy.Transient}, executor.InDoubt, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tool.Unsafe), tooltest.Fail(tt.err))
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, tt.attempts)
			})
		})
	}
}

func TestE15GoexitAndCancelDoNotWedgeAHalfOpenBreaker(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		trial tooltest.Step
	}{
		{"goexit", tooltest.Goexit()},
		{"panic", tooltest.Panic("boom")},
		{"canceled", tooltest.Hang()},
		{"asked to wait", tooltest.Status(429, "Retry-After", "1")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := newExecutor(func(o *executor.Options) { o.Retry.Attempts, o.Breaker.Failures = 1, 2 })
				s := tooltest.New(spec(tool.ReadOnly), tooltest.Status(503), tooltest.Status(503), tt.trial)
				for range 2 {
					call(t.Context(), x, s)
				}
				time.Sleep(31 * time.Second)
				done := make(chan struct{})
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					defer close(done)
					call(ctx, x, s)
				}()
				synctest.Wait()
				cancel()
				<-done
				res, took := call(t.Context(), x, s)
				wantOutcome(t, res, executor.Succeeded, 1)
				if took != 0 {
					t.Errorf("the call after it waited %s", took)
				}
			})
		})
	}
}

func TestE15OnlyTransientFailuresTrip(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 401, 403, 404, 409, 423, 501} {
		synctest.Test(t, func(t *testing.T) {
			x := newExecutor(nil)
			s := tooltest.New(spec(tool.Idempotent)).Rest(tooltest.Status(status))
			for range 20 {
				if res, took := call(t.Context(), x, s); took != 0 || res.Err.Code == taxonomy.CodeCircuitOpen {
					t.Fatalf("status %d tripped the breaker", status)
				}
			}
		})
	}
}

func TestE15ATripWhileManyWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.Retry.Attempts = 1 })
		s := tooltest.New(spec(tool.Idempotent)).Rest(tooltest.Status(503))
		for range 5 {
			call(t.Context(), x, s)
		}
		// The breaker is open. The trial takes a second, and it succeeds.
		s.Item("", tooltest.After(time.Second, tooltest.OK())).Rest(tooltest.OK())
		const waiters = 50
		results := make(chan *executor.Result, waiters)
		start := time.Now()
		for range waiters {
			go func() {
				res, _ := call(t.Context(), x, s)
				results <- res
			}()
		}
		for range waiters {
			res := <-results
			wantOutcome(t, res, executor.Succeeded, 1)
			if want := 30*time.Second + 1; res.Waited < want || res.Waited > want+time.Second {
				t.Errorf("waited %s", res.Waited)
			}
		}
		if took, want := time.Since(start), 31*time.Second+1; took != want {
			t.Errorf("took %s, want %s: the open time, and one trial", took, want)
		}
		calls := s.Calls()[5:]
		if len(calls) != waiters {
			t.Errorf("%d calls, want %d", len(calls), waiters)
		}
		for _, c := range calls[1:] {
			if c.Start.Before(calls[0].End) {
				t.Errorf("a call began during the trial")
			}
		}
	})
}

func TestE15AFailedTrialOpensAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.Retry.Attempts, o.Breaker.Failures = 1, 1 })
		s := tooltest.New(spec(tool.ReadOnly), tooltest.Status(503), tooltest.Status(503))
		call(t.Context(), x, s)
		res, took := call(t.Context(), x, s) // waits, is the trial, fails
		wantOutcome(t, res, executor.Failed, 1)
		if want := 30*time.Second + 1; took != want {
			t.Errorf("took %s, want %s", took, want)
		}
		res, took = call(t.Context(), x, s)
		wantOutcome(t, res, executor.Succeeded, 1)
		if want := 30*time.Second + 1; took != want {
			t.Errorf("took %s, want %s", took, want)
		}
	})
}

func TestE15FailFastSaysWhenTheNextTrialIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.FailFast, o.Retry.Attempts, o.Breaker.Failures = true, 1, 1 })
		s := tooltest.New(spec(tool.Unsafe), tooltest.Status(503))
		call(t.Context(), x, s)
		time.Sleep(10 * time.Second)
		res, took := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Failed, 0)
		if took != 0 {
			t.Errorf("took %s", took)
		}
		e := res.Err
		if e.Code != taxonomy.CodeCircuitOpen || e.Applied != taxonomy.No || e.Class != taxonomy.Transient || e.RetryAfter != 20*time.Second+1 {
			t.Errorf("got %s %s applied %s after %s", e.Class, e.Code, e.Applied, e.RetryAfter)
		}
	})
}

func TestE12SuccessAndErrorInDisguise(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		returned string
		want     executor.Outcome
	}{
		{`{"ok":false,"error":"order is locked"}`, executor.Skipped},
		{`Error: permission denied`, executor.Failed},
		{`{"isError":true,"message":"no such order"}`, executor.Failed},
		{`0 errors found`, executor.Succeeded},
		{`{"error":null,"id":7}`, executor.Succeeded},
		{`{"errors":[]}`, executor.Succeeded},
	} {
		f, err := tool.Raw(spec(tool.ReadOnly), func(context.Context, map[string]any) (string, error) { return tt.returned, nil })
		if err != nil {
			t.Fatal(err)
		}
		_, res := newExecutor(nil).Call(t.Context(), f, raw(`{}`))
		if res.Outcome != tt.want {
			t.Errorf("%s: %s (%v), want %s", tt.returned, res.Outcome, res.Err, tt.want)
		}
	}
}

func TestA2MissingAndUnknownKeysAreNamed(t *testing.T) {
	t.Parallel()
	type in struct {
		ID    int    `json:"id"`
		Email string `json:"email"`
	}
	called := false
	f := tool.Must(tool.New(spec(tool.Idempotent), func(context.Context, in) (int, error) { called = true; return 0, nil }))
	for _, tt := range []struct {
		args  string
		paths []string
	}{
		{`{}`, []string{"/email", "/id"}},
		{`{"id":7,"e-mail":"a@b"}`, []string{"/e-mail", "/email"}},
		{`{"Id":7,"email":"a@b"}`, []string{"/Id", "/id"}},
	} {
		_, res := newExecutor(nil).Call(t.Context(), f, raw(tt.args))
		wantOutcome(t, res, executor.Failed, 0)
		if res.Err.Class != taxonomy.InputError || called {
			t.Errorf("%s: %s, called %t", tt.args, res.Err.Class, called)
		}
		var paths []string
		for _, f := range res.Err.Fields {
			paths = append(paths, f.Path)
		}
		if strings.Join(paths, " ") != strings.Join(tt.paths, " ") {
			t.Errorf("%s: fields %v, want %v", tt.args, paths, tt.paths)
		}
	}
}

func TestA1TruncatedArgumentsAreNeverExecuted(t *testing.T) {
	t.Parallel()
	asked := false
	x := newExecutor(func(o *executor.Options) {
		o.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
			asked = true
			return nil, nil //nolint:nilnil // not reached
		})
	})
	s := tooltest.New(spec(tool.Idempotent))
	_, res := x.Call(t.Context(), s, raw(`{"path":"x","content":"abc`))
	wantOutcome(t, res, executor.Failed, 0)
	if res.Err.Code != taxonomy.CodeTruncatedArguments || asked || len(s.Calls()) != 0 {
		t.Errorf("code %s, corrector asked %t, %d calls", res.Err.Code, asked, len(s.Calls()))
	}
}

func TestA4NumbersKeepEveryDigit(t *testing.T) {
	t.Parallel()
	type in struct {
		N   int64 `json:"n"`
		Any any   `json:"any"`
	}
	f := tool.Must(tool.New(spec(tool.Idempotent), func(_ context.Context, v in) (in, error) { return v, nil }))
	args := `{"n":9007199254740993,"any":{"zip":"00042","big":9007199254740993}}`
	value, res := newExecutor(nil).Call(t.Context(), f, raw(args))
	wantOutcome(t, res, executor.Succeeded, 1)
	if want := `{"n":9007199254740993,"any":{"big":9007199254740993,"zip":"00042"}}`; string(value) != want {
		t.Errorf("got %s, want %s", value, want)
	}
	echo := tooltest.New(spec(tool.Idempotent))
	newExecutor(nil).Call(t.Context(), echo, raw(args))
	if got := string(echo.Calls()[0].Args); got != args {
		t.Errorf("the tool got %s", got)
	}
}

func TestE8GoexitBesideTheTool(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		run  func(x *executor.Options) *tooltest.Tool
		want executor.Outcome
	}{
		{"corrector", func(o *executor.Options) *tooltest.Tool {
			o.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
				runtime.Goexit()
				return nil, nil //nolint:nilnil // no opinion
			})
			return tooltest.New(spec(tool.Unsafe), tooltest.Status(422))
		}, executor.Failed},
		{"classifier", func(o *executor.Options) *tooltest.Tool {
			o.Classify = taxonomy.NewChain(taxonomy.Rule{Name: "mine", Classify: func(error) *taxonomy.Error {
				runtime.Goexit()
				return nil
			}})
			return tooltest.New(spec(tool.Unsafe), tooltest.Status(422))
		}, executor.InDoubt},
		{"probe", func(*executor.Options) *tooltest.Tool {
			s := tooltest.New(spec(tool.Unsafe), tooltest.CommitThen(tooltest.Reset()))
			s.Func = s.Func.WithProbe(func(context.Context, json.RawMessage) (json.RawMessage, bool, error) {
				runtime.Goexit()
				return nil, false, nil
			})
			return s
		}, executor.InDoubt},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var s *tooltest.Tool
				x := newExecutor(func(o *executor.Options) { s = tt.run(o) })
				c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), nil)
				for range 3 { // as a batch's workers would
					done := make(chan struct{})
					go func() {
						defer close(done)
						x.Settle(t.Context(), c)
					}()
					<-done
				}
				if c.Result() == nil {
					t.Fatal("not settled")
				}
				wantOutcome(t, c.Result(), tt.want, 1)
				if n := len(s.Calls()); n != 1 || c.Result().Err.Code != taxonomy.CodePanic {
					t.Errorf("%d calls, %s", n, c.Result().Err)
				}
			})
		})
	}
}
