package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

func TestDefaultsAreTheDocumentedOnes(t *testing.T) {
	t.Parallel()
	t.Run("three attempts, half a second and doubling", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			res, took := call(t.Context(), newExecutor(nil), tooltest.New(spec(tool.ReadOnly)).Rest(tooltest.Status(429)))
			wantOutcome(t, res, executor.Failed, 3)
			if took != 1500*time.Millisecond || res.Reason != "no success in 3 calls" {
				t.Errorf("took %s, reason %q", took, res.Reason)
			}
		})
	})
	t.Run("a timeout of 30 s", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			x := newExecutor(func(o *executor.Options) { o.Retry.Attempts = 1 })
			res, took := call(t.Context(), x, tooltest.New(spec(tool.Idempotent), tooltest.Hang()))
			wantOutcome(t, res, executor.InDoubt, 1)
			if took != 30*time.Second || res.Err.Code != taxonomy.CodeTimeout || res.Reason != "" {
				t.Errorf("took %s, code %s, reason %q", took, res.Err.Code, res.Reason)
			}
		})
	})
	t.Run("the Spec's timeout wins", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := spec(tool.ReadOnly)
			s.Timeout = time.Second
			x := newExecutor(func(o *executor.Options) { o.Retry.Attempts = 1 })
			if _, took := call(t.Context(), x, tooltest.New(s, tooltest.Hang())); took != time.Second {
				t.Errorf("took %s", took)
			}
		})
	})
	t.Run("a negative timeout is none", func(t *testing.T) {
		t.Parallel()
		f := tool.Must(tool.New(spec(tool.ReadOnly), func(ctx context.Context, _ int) (bool, error) {
			_, has := ctx.Deadline()
			return has, nil
		}))
		if has, _ := executor.Do(t.Context(), newExecutor(func(o *executor.Options) { o.Timeout = -1 }), f, 1); has {
			t.Error("the attempt has a deadline")
		}
	})
	t.Run("the breaker opens at 5 failures in a row", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			x := newExecutor(func(o *executor.Options) { o.FailFast, o.Retry.Attempts = true, 1 })
			s := tooltest.New(spec(tool.ReadOnly)).Rest(tooltest.Status(503))
			for i := range 6 {
				res, _ := call(t.Context(), x, s)
				if open := res.Err.Code == taxonomy.CodeCircuitOpen; open != (i == 5) {
					t.Errorf("call %d: %s", i+1, res.Err.Code)
				}
			}
		})
	})
	t.Run("no breaker", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			x := newExecutor(func(o *executor.Options) { o.FailFast, o.Retry.Attempts, o.Breaker.Failures = true, 1, -1 })
			s := tooltest.New(spec(tool.ReadOnly)).Rest(tooltest.Status(503))
			for range 20 {
				if res, _ := call(t.Context(), x, s); res.Attempts != 1 {
					t.Fatalf("rejected: %s", res.Err)
				}
			}
		})
	})
	t.Run("at most five minutes of waiting, the last second of it too", func(t *testing.T) {
		t.Parallel()
		for after, attempts := range map[string]int{"300": 2, "301": 1} {
			synctest.Test(t, func(t *testing.T) {
				res, _ := call(t.Context(), newExecutor(nil), tooltest.New(spec(tool.Unsafe), tooltest.Status(429, "Retry-After", after)))
				if res.Attempts != attempts {
					t.Errorf("asked for %s s: %d attempts, want %d", after, res.Attempts, attempts)
				}
			})
		}
	})
}

func TestARetryIsAllowedUntilTheDeadlineItself(t *testing.T) {
	t.Parallel()
	for extra, want := range map[time.Duration]executor.Outcome{0: executor.NotDone, time.Nanosecond: executor.Succeeded, -time.Nanosecond: executor.NotDone} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second+extra)
			defer cancel()
			res, _ := call(ctx, newExecutor(nil), tooltest.New(spec(tool.Unsafe), tooltest.Status(429, "Retry-After", "5")))
			if res.Outcome != want {
				t.Errorf("%s beyond the wait: %s, want %s", extra, res.Outcome, want)
			}
		})
	}
}

func TestADeadlineBeforeTheBreakersTrial(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.Breaker.Failures, o.Retry.Attempts = 1, 1 })
		s := tooltest.New(spec(tool.Idempotent), tooltest.Status(503))
		call(t.Context(), x, s)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		res, took := call(ctx, x, s)
		wantOutcome(t, res, executor.NotDone, 0)
		if took != 0 || !errors.Is(res.AsError(), context.DeadlineExceeded) {
			t.Errorf("took %s, %v", took, res.AsError())
		}
	})
}

func TestWhatTheContextSaysCountsOnlyWhereTheToolWasVague(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want taxonomy.Code
	}{
		{"a cancellation that is really the timeout's", context.Canceled, taxonomy.CodeTimeout},
		{"an error nobody knows", errors.New("hmm"), taxonomy.CodeTimeout},
		{"a program that was killed", errors.New("signal: killed"), taxonomy.CodeTimeout},
		{"half an answer", &json.SyntaxError{}, taxonomy.CodeTimeout},
		{"a declared one that knows nothing", &taxonomy.Error{Code: taxonomy.CodeUnknown, Basis: taxonomy.BasisDeclared, Message: "x"}, taxonomy.CodeUnknown},
		{"words about the connection", errors.New("connection reset by peer"), taxonomy.CodeTimeout},
		{"a refusal in words", errors.New("order is locked"), taxonomy.CodeLocked},
		{"an answer", taxonomy.FromAnswer(taxonomy.Answer{Status: 503}), taxonomy.CodeUnavailable},
		{"a declared one", taxonomy.Errorf(taxonomy.Transient, "MINE", "later"), "MINE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := newExecutor(func(o *executor.Options) { o.Retry.Attempts = 1 })
				res, _ := call(t.Context(), x, tooltest.New(spec(tool.Idempotent), tooltest.Deaf(time.Minute, tooltest.Fail(tt.err))))
				if res.Err.Code != tt.want {
					t.Errorf("code %s, want %s", res.Err.Code, tt.want)
				}
				if tt.want == taxonomy.CodeTimeout && (res.Err.Class != taxonomy.Transient || res.Err.Applied != taxonomy.Unanswered) {
					t.Errorf("%s applied %s", res.Err.Class, res.Err.Applied)
				}
			})
		})
	}
}

func TestWrapPanicsOnASpecThatIsNotRight(t *testing.T) {
	t.Parallel()
	defer func() {
		if v := recover(); v == nil || !strings.Contains(v.(string), "Effect") {
			t.Errorf("panic %v does not explain", v)
		}
	}()
	executor.Wrap(nil, tool.Spec{Name: "x"}, func(context.Context, int) (int, error) { return 0, nil })
}

func TestWrapKeepsTheShape(t *testing.T) {
	t.Parallel()
	fn := executor.Wrap(newExecutor(nil), spec(tool.ReadOnly), func(_ context.Context, n int) (int, error) {
		if n < 0 {
			return 7, taxonomy.Errorf(taxonomy.InputError, "", "negative")
		}
		return n + 1, nil
	})
	if got, err := fn(t.Context(), 1); got != 2 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	got, err := fn(t.Context(), -1)
	var e *taxonomy.Error
	if got != 0 || !errors.As(err, &e) || e.Class != taxonomy.InputError || e.Tool != "set" {
		t.Errorf("%d, %v", got, err)
	}
}

func TestAResultWithoutAJSONFormIsASuccessAllTheSame(t *testing.T) {
	t.Parallel()
	f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, struct{}) (any, error) { return func() {}, nil }))
	value, res := newExecutor(nil).Call(t.Context(), f, raw(`{}`))
	wantOutcome(t, res, executor.Succeeded, 1)
	if value != nil || res.Reason == "" {
		t.Errorf("value %s, reason %q", value, res.Reason)
	}
}

func TestStopSettlesOnceAndKeepsWhatWasSaid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(nil)
		c := executor.NewCall(tool.Bind(tooltest.New(spec(tool.Unsafe), tooltest.Status(429)), tooltest.Args("1")), nil)
		x.Step(t.Context(), c)
		why := errors.New("no more")
		res := x.Stop(t.Context(), c, why, "the batch had stopped")
		wantOutcome(t, res, executor.NotDone, 1)
		if res.Err.Code != taxonomy.CodeRateLimited || res.Reason != "the batch had stopped" || !errors.Is(res.AsError(), why) {
			t.Errorf("%s, %q, %v", res.Err, res.Reason, res.AsError())
		}
		if again := x.Stop(t.Context(), c, nil, "again"); again != res || again.Reason != "the batch had stopped" {
			t.Error("settled twice")
		}
		if v := x.Step(t.Context(), c); v.Settled != res {
			t.Error("stepped after it was settled")
		}
	})
}

func TestResetMakesAnotherCall(t *testing.T) {
	t.Parallel()
	x := newExecutor(nil)
	s := tooltest.New(spec(tool.Idempotent), tooltest.Status(423))
	c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), &executor.CallOptions{Run: "r", Item: "1"})
	first := c.Key()
	wantOutcome(t, x.Settle(t.Context(), c), executor.Skipped, 1)
	c.Reset(tool.Bind(s, tooltest.Args("2")), &executor.CallOptions{Run: "r", Item: "2"})
	if c.Key() == first || c.Item() != "2" || c.Attempts() != 0 || c.Result() != nil {
		t.Errorf("something is left of the call before: %q %d %v", c.Item(), c.Attempts(), c.Result())
	}
	wantOutcome(t, x.Settle(t.Context(), c), executor.Succeeded, 1)
}

func TestExecutorsAreSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	x := newExecutor(func(o *executor.Options) { o.Retry.Initial = time.Microsecond })
	s := tooltest.New(spec(tool.Idempotent)).Rest(tooltest.OK())
	done := make(chan bool)
	for range 20 {
		go func() {
			for range 50 {
				if res, _ := call(t.Context(), x, s); res.Outcome != executor.Succeeded {
					t.Error(res.Err)
				}
			}
			done <- true
		}()
	}
	for range 20 {
		<-done
	}
}
