package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// The clauses of the retry-safety rules, one by one.

func TestSafetyAttemptsExhausted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		effect  tool.Effect
		steps   []tooltest.Step
		want    executor.Outcome
		applied taxonomy.Applied
	}{
		{"all answered, idempotent", tool.Idempotent, []tooltest.Step{tooltest.Status(500), tooltest.Status(503), tooltest.Status(500)}, executor.Failed, taxonomy.Answered},
		{"one unanswered, idempotent", tool.Idempotent, []tooltest.Step{tooltest.Status(500), tooltest.Reset(), tooltest.Status(500)}, executor.InDoubt, taxonomy.Unanswered},
		{"answered, then refused for now", tool.Idempotent, []tooltest.Step{tooltest.Status(500), tooltest.Status(500), tooltest.Status(429)}, executor.InDoubt, taxonomy.Answered},
		{"all refused, idempotent", tool.Idempotent, []tooltest.Step{tooltest.Status(429), tooltest.Status(429), tooltest.Status(429)}, executor.Failed, taxonomy.No},
		{"all refused, unsafe", tool.Unsafe, []tooltest.Step{tooltest.Status(429), tooltest.Status(429), tooltest.Status(429)}, executor.Failed, taxonomy.No},
		{"refused, then answered, unsafe", tool.Unsafe, []tooltest.Step{tooltest.Status(429), tooltest.Status(500)}, executor.InDoubt, taxonomy.Answered},
		{"unanswered, read only", tool.ReadOnly, []tooltest.Step{tooltest.Reset(), tooltest.Reset(), tooltest.Reset()}, executor.Failed, taxonomy.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tt.effect), tt.steps...)
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, len(tt.steps))
				if res.Err.Applied != tt.applied {
					t.Errorf("applied %s, want %s", res.Err.Applied, tt.applied)
				}
			})
		})
	}
}

func TestSafetyAnErrorNobodyKnows(t *testing.T) {
	t.Parallel()
	for effect, want := range map[tool.Effect]executor.Outcome{
		tool.Unsafe: executor.InDoubt, tool.Idempotent: executor.Failed, tool.ReadOnly: executor.Failed,
	} {
		s := tooltest.New(spec(effect), tooltest.Fail(errors.New("hmm")))
		res, _ := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, want, 1)
	}
}

func TestSafetyProbeBeforeAnUnsafeRetry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		steps    []tooltest.Step
		want     executor.Outcome
		how      executor.How
		attempts int
		took     time.Duration
	}{
		{"it had happened", []tooltest.Step{tooltest.CommitThen(tooltest.Reset())}, executor.Succeeded, executor.ByProbe, 1, 500 * time.Millisecond},
		{"it had not", []tooltest.Step{tooltest.Reset()}, executor.Succeeded, executor.AfterRetry, 2, 500 * time.Millisecond},
		{"it never happens", []tooltest.Step{tooltest.Reset(), tooltest.Reset(), tooltest.Reset()}, executor.Failed, executor.HowNone, 3, 3500 * time.Millisecond},
		{"it happened at last", []tooltest.Step{tooltest.Reset(), tooltest.Reset(), tooltest.CommitThen(tooltest.Reset())}, executor.Succeeded, executor.ByProbe, 3, 3500 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tool.Unsafe), tt.steps...).WithProbe()
				res, took := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, tt.attempts)
				if res.How != tt.how || took != tt.took {
					t.Errorf("how %q in %s, want %q in %s", res.How, took, tt.how, tt.took)
				}
				if tt.want == executor.Failed && res.Err.Applied != taxonomy.No {
					t.Errorf("applied %s after a probe's no", res.Err.Applied)
				}
				if s.Commits("1") > 1 {
					t.Errorf("done %d times", s.Commits("1"))
				}
			})
		})
	}
}

func TestSafetyAProbeThatCannotFindOut(t *testing.T) {
	t.Parallel()
	type probeResult struct {
		done bool
		err  error
	}
	down := errors.New("probe is down")
	for _, tt := range []struct {
		name   string
		probes []probeResult
		want   executor.Outcome
		how    executor.How
	}{
		{"never", []probeResult{{err: down}, {err: down}, {err: down}}, executor.InDoubt, executor.HowNone},
		{"at the second try, yes", []probeResult{{err: down}, {done: true}}, executor.Succeeded, executor.ByProbe},
		{"at the second try, no", []probeResult{{err: down}, {}}, executor.Succeeded, executor.AfterRetry},
		{"yes with an error is no yes", []probeResult{{done: true, err: down}, {err: down}, {err: down}}, executor.InDoubt, executor.HowNone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls, asked := 0, 0
				f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (string, error) {
					if calls++; calls == 1 {
						return "", context.DeadlineExceeded
					}
					return "called", nil
				})).WithProbe(func(context.Context, int) (string, bool, error) {
					p := tt.probes[asked]
					asked++
					return "probed", p.done, p.err
				})
				out, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
				if res.Outcome != tt.want || res.How != tt.how || asked != len(tt.probes) {
					t.Errorf("%s %q after %d probes, want %s %q", res.Outcome, res.How, asked, tt.want, tt.how)
				}
				if tt.how == executor.ByProbe && out != "probed" {
					t.Errorf("value %q is not the probe's", out)
				}
			})
		})
	}
}

func TestSafetyAPanickingProbeLeavesTheDoubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (string, error) {
			return "", context.DeadlineExceeded
		})).WithProbe(func(context.Context, int) (string, bool, error) { panic("boom") })
		_, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.InDoubt, 1)
	})
}

func TestSafetyKeyLifetime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		ttl      time.Duration
		probe    bool
		want     executor.Outcome
		attempts int
	}{
		{"for ever", 0, false, executor.Succeeded, 2},
		{"long enough", 6 * time.Second, false, executor.Succeeded, 2},
		{"expires in the wait", 5 * time.Second, false, executor.Failed, 1}, // answered to the last
		{"expires, and a probe knows", 5 * time.Second, true, executor.Succeeded, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sp := spec(tool.Idempotent)
				sp.KeyTTL = tt.ttl
				s := tooltest.New(sp, tooltest.Status(503, "Retry-After", "5"))
				if tt.probe {
					s.WithProbe()
				}
				res, _ := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, tt.attempts)
			})
		})
	}
}

func TestSafetyKeys(t *testing.T) {
	t.Parallel()
	key := func(run, item, name, args string) string {
		s := spec(tool.Idempotent)
		s.Name = name
		return executor.NewCall(tool.Bind(tooltest.New(s), raw(args)), &executor.CallOptions{Run: run, Item: item}).Key()
	}
	base := key("r", "i", "t", `{"a":1,"b":2}`)
	if got := key("r", "i", "t", `{ "b": 2.0, "a": 1 }`); got != base {
		t.Error("equal arguments have different keys")
	}
	for name, other := range map[string]string{
		"run": key("r2", "i", "t", `{"a":1,"b":2}`), "item": key("r", "i2", "t", `{"a":1,"b":2}`),
		"tool": key("r", "i", "t2", `{"a":1,"b":2}`), "arguments": key("r", "i", "t", `{"a":1,"b":3}`),
		"boundary": key("ri", "", "t", `{"a":1,"b":2}`),
	} {
		if other == base {
			t.Errorf("another %s has the same key", name)
		}
	}
	bare := func() string {
		return executor.NewCall(tool.Bind(tooltest.New(spec(tool.Idempotent)), raw(`{}`)), nil).Key()
	}
	if one, other := bare(), bare(); one == other {
		t.Error("two bare calls have one key")
	}
	declared := executor.NewCall(tool.Bind(tooltest.New(spec(tool.Idempotent)), raw(`{"a":1}`)), &executor.CallOptions{
		Key: func(args json.RawMessage) string { return "mine:" + string(args) },
	}).Key()
	if want := `mine:{"a":1}`; declared != want {
		t.Errorf("key %q, want %q", declared, want)
	}
}

func TestACallSurvivesAJourneyThroughJSON(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Idempotent), tooltest.CommitThen(tooltest.Reset()), tooltest.Status(503), tooltest.Status(409))
		x := newExecutor(nil)
		c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), &executor.CallOptions{Run: "r", Item: "1"})
		for {
			v := x.Step(t.Context(), c)
			if v.Settled != nil {
				wantOutcome(t, v.Settled, executor.InDoubt, 3) // the doubt has survived, too
				break
			}
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Until(v.Wait.Until))
			// Another process, with a fresh executor.
			x = newExecutor(nil)
			if c, err = executor.Restore(s, data, nil); err != nil {
				t.Fatal(err)
			}
			again, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(data), string(again)); diff != "" {
				t.Errorf("restored differently (-before +after):\n%s", diff)
			}
		}
		calls := s.Calls()
		wantKeys(t, calls, 1)
		if got := calls[2].Start.Sub(calls[0].Start); got != 1500*time.Millisecond {
			t.Errorf("backed off %s in all, want 1.5s: the second wait is the longer one", got)
		}
	})
}

func TestRestoreRefusesGarbage(t *testing.T) {
	t.Parallel()
	if _, err := executor.Restore(tooltest.New(spec(tool.Unsafe)), []byte(`{"attempts":"x"`), nil); err == nil {
		t.Error("no error")
	}
}

func TestNestedDoPassesItsDoubtOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// Inside, a reply is lost and then 409 comes: the inner call is in
		// doubt, though its last error says "no".
		inner := tooltest.New(spec(tool.Idempotent), tooltest.CommitThen(tooltest.Reset()), tooltest.Status(409))
		x := newExecutor(nil)
		outer := tool.Must(tool.New(spec(tool.Unsafe), func(ctx context.Context, id string) (string, error) {
			v, err := executor.Do(ctx, x, inner.Func, tooltest.Args(id))
			return string(v), err
		}))
		_, res := executor.Run(t.Context(), newExecutor(nil), outer, "1")
		wantOutcome(t, res, executor.InDoubt, 1)
	})
}

func TestStepNeverSleepsAndMakesOneAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Idempotent), tooltest.Status(503), tooltest.Status(503))
		x := newExecutor(nil)
		c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), nil)
		start := time.Now()
		v := x.Step(t.Context(), c)
		if v.Settled != nil || !v.Wait.Until.Equal(start.Add(500*time.Millisecond)) || v.Wait.Scope != taxonomy.ScopeHost {
			t.Fatalf("got %+v", v)
		}
		for range 3 { // too early: nothing happens
			if v = x.Step(t.Context(), c); v.Settled != nil || !v.Wait.Until.Equal(start.Add(500*time.Millisecond)) {
				t.Fatalf("stepped early: %+v", v)
			}
		}
		if n := len(s.Calls()); n != 1 {
			t.Errorf("%d calls after one step and three early ones", n)
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("Step slept %s", took)
		}
		if c.Result() != nil {
			t.Error("a result before the call is settled")
		}
	})
}

func TestOnChangesTheTreatment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		status int
		on     executor.On
		want   executor.Outcome
		abort  string
	}{
		{"conflict", 409, executor.On{}, executor.Skipped, ""},
		{"conflict fails", 409, executor.On{ConflictFails: true}, executor.Failed, ""},
		{"permission", 403, executor.On{}, executor.Failed, "permission"},
		{"permission fails", 403, executor.On{PermissionFails: true}, executor.Failed, ""},
		{"fatal", 404, executor.On{}, executor.Failed, ""},
		{"fatal aborts", 404, executor.On{FatalAborts: true}, executor.Failed, "fatal"},
	} {
		s := tooltest.New(spec(tool.Unsafe), tooltest.Status(tt.status))
		res, _ := call(t.Context(), newExecutor(func(o *executor.Options) { o.On = tt.on }), s)
		if res.Outcome != tt.want || res.Abort != tt.abort {
			t.Errorf("%s: %s %q, want %s %q", tt.name, res.Outcome, res.Abort, tt.want, tt.abort)
		}
	}
}

func TestStopBeforeAnything(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("shutting down")
	cancel(why)
	s := tooltest.New(spec(tool.Unsafe))
	res, _ := call(ctx, newExecutor(nil), s)
	wantOutcome(t, res, executor.NotDone, 0)
	if len(s.Calls()) != 0 {
		t.Error("called after the caller had stopped")
	}
	if err := res.AsError(); !errors.Is(err, why) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v does not hold the cause", err)
	}
}

func TestBreakerWaitsCountAgainstMaxWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.Breaker.Failures, o.Retry.MaxWait = 1, 10*time.Second })
		s := tooltest.New(spec(tool.Idempotent)).Rest(tooltest.Status(503))
		res, took := call(t.Context(), x, s) // one attempt, backoff, then the breaker would take 30 s
		wantOutcome(t, res, executor.Failed, 1)
		if took != 500*time.Millisecond || res.Err.Code != taxonomy.CodeUnavailable {
			t.Errorf("took %s, code %s: what the tool said is kept", took, res.Err.Code)
		}
		res, took = call(t.Context(), x, s)
		wantOutcome(t, res, executor.Failed, 0)
		if took != 0 || res.Err.Code != taxonomy.CodeCircuitOpen || res.Err.Applied != taxonomy.No {
			t.Errorf("took %s, code %s, applied %s", took, res.Err.Code, res.Err.Applied)
		}
	})
}

func TestBreakerTrialUnderWayIsWaitedForNoLongerThanMaxWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) {
			o.Breaker.Failures, o.Retry.Attempts, o.Retry.MaxWait, o.Timeout = 1, 1, 40*time.Second, -1
		})
		s := tooltest.New(spec(tool.Idempotent), tooltest.Status(503), tooltest.Hang())
		call(t.Context(), x, s)
		time.Sleep(31 * time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { call(ctx, x, s); close(done) }() // the trial, which hangs
		synctest.Wait()
		res, took := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Failed, 0)
		if took != 40*time.Second {
			t.Errorf("took %s, want 40s", took)
		}
		cancel()
		<-done
	})
}

func TestSafetyTheProbeDecidesAboutWhatIsNotCalledAgain(t *testing.T) {
	t.Parallel()
	odd := tooltest.Fail(errors.New("hmm"))
	maybe := func(c taxonomy.Class) tooltest.Step { return tooltest.Fail(&taxonomy.Error{Class: c, Code: "X"}) }
	for _, tt := range []struct {
		name  string
		step  tooltest.Step
		want  executor.Outcome
		how   executor.How
		abort string
	}{
		{"an error nobody knows, and it had happened", tooltest.CommitThen(odd), executor.Succeeded, executor.ByProbe, ""},
		{"an error nobody knows, and it had not", odd, executor.Failed, executor.HowNone, ""},
		{"a panic, and it had happened", tooltest.CommitThen(tooltest.Panic("boom")), executor.Succeeded, executor.ByProbe, ""},
		{"a conflict that may have happened, and had not", maybe(taxonomy.ResourceConflict), executor.Skipped, executor.HowNone, ""},
		{"a denial that may have happened, and had not", maybe(taxonomy.Permission), executor.Failed, executor.HowNone, "permission"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(tool.Unsafe), tt.step).WithProbe()
				res, took := call(t.Context(), newExecutor(nil), s)
				wantOutcome(t, res, tt.want, 1)
				if res.How != tt.how || res.Abort != tt.abort || took != 500*time.Millisecond {
					t.Errorf("how %q, abort %q, in %s", res.How, res.Abort, took)
				}
				if res.Err != nil && res.Err.Applied != taxonomy.No {
					t.Errorf("applied %s after a probe's no", res.Err.Applied)
				}
			})
		})
	}
}

func TestSafetyTheKeysLifetimeIsAskedWhenSending(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]func(x *executor.Executor, s *tooltest.Tool, c *executor.Call) *executor.Call{
		"the queue was long": func(_ *executor.Executor, _ *tooltest.Tool, c *executor.Call) *executor.Call {
			time.Sleep(time.Minute)
			return c
		},
		"the process was down": func(_ *executor.Executor, s *tooltest.Tool, c *executor.Call) *executor.Call {
			data, _ := json.Marshal(c)
			time.Sleep(24 * time.Hour)
			c, _ = executor.Restore(s, data, nil)
			return c
		},
	} {
		for _, probe := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					sp := spec(tool.Idempotent)
					sp.KeyTTL = 10 * time.Second
					s := tooltest.New(sp, tooltest.CommitThen(tooltest.Reset()))
					if probe {
						s.WithProbe()
					}
					x := newExecutor(nil)
					c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), nil)
					x.Step(t.Context(), c)
					res := x.Settle(t.Context(), late(x, s, c))
					if s.Commits("1") != 1 {
						t.Errorf("done %d times", s.Commits("1"))
					}
					want := executor.InDoubt
					if probe {
						want = executor.Succeeded
					}
					wantOutcome(t, res, want, 1)
				})
			})
		}
	}
}

func TestSafetyASettledCallIsNotMadeAgainAfterARestart(t *testing.T) {
	t.Parallel()
	for _, step := range []tooltest.Step{tooltest.OK(), tooltest.CommitThen(tooltest.Reset()), tooltest.Status(423)} {
		s := tooltest.New(spec(tool.Unsafe), step)
		x := newExecutor(nil)
		c := executor.NewCall(tool.Bind(s, tooltest.Args("1")), nil)
		before := x.Settle(t.Context(), c)
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = executor.Restore(s, data, nil); err != nil {
			t.Fatal(err)
		}
		after := x.Settle(t.Context(), c)
		if after.Outcome != before.Outcome || after.How != before.How || len(s.Calls()) != 1 {
			t.Errorf("%s, then %s after a restart, with %d calls", before.Outcome, after.Outcome, len(s.Calls()))
		}
	}
}

func TestSafetyAnEndlessRetryAfterIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(tool.Idempotent), tooltest.Status(503), tooltest.Status(429, "Retry-After", "99999999999999"))
		res, took := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, executor.InDoubt, 2)
		if took != 500*time.Millisecond {
			t.Errorf("took %s", took)
		}
	})
}

func TestSafetyDeletesBelievesCodesOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sp := spec(tool.Idempotent)
		sp.Deletes = true
		s := tooltest.New(sp, tooltest.Reset(), tooltest.Fail(errors.New("route not found")))
		res, _ := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, executor.InDoubt, 2)
	})
}

func TestSafetyTheProbesRetryAfterIsObeyed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked []time.Time
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (string, error) {
			return "", context.DeadlineExceeded
		})).WithProbe(func(context.Context, int) (string, bool, error) {
			asked = append(asked, time.Now())
			if len(asked) == 1 {
				return "", false, taxonomy.FromAnswer(taxonomy.Answer{Status: 429, Header: map[string][]string{"Retry-After": {"60"}}})
			}
			return "done", true, nil
		})
		_, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.Succeeded, 1)
		if got := asked[1].Sub(asked[0]); got != time.Minute {
			t.Errorf("asked again after %s", got)
		}
	})
}

func TestSafetyAnObserverThatEndsTheGoroutineHidesNoSuccess(t *testing.T) {
	t.Parallel()
	x := newExecutor(func(o *executor.Options) {
		o.Observers = []executor.Observer{executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
			if e.Kind == executor.AttemptDone {
				runtime.Goexit()
			}
		})}
	})
	for _, tt := range []struct {
		step tooltest.Step
		want executor.Outcome
	}{{tooltest.OK(), executor.Succeeded}, {tooltest.CommitThen(tooltest.Reset()), executor.InDoubt}, {tooltest.Status(423), executor.Failed}} {
		c := executor.NewCall(tool.Bind(tooltest.New(spec(tool.Unsafe), tt.step), tooltest.Args("1")), nil)
		done := make(chan struct{})
		go func() {
			defer close(done)
			x.Settle(t.Context(), c)
		}()
		<-done
		if c.Result() == nil || c.Result().Outcome != tt.want {
			t.Errorf("%+v, want %s", c.Result(), tt.want)
		}
	}
}

// TestSafetyKeysOutliveTheirAttempt: a goroutine that a tool has left behind
// never sees the key of another call.
func TestSafetyKeysOutliveTheirAttempt(t *testing.T) {
	t.Parallel()
	var early, late context.Context
	x := newExecutor(nil)
	f := tool.Must(tool.New(spec(tool.Idempotent), func(ctx context.Context, n int) (int, error) {
		switch n {
		case 1:
			early = ctx //nolint:fatcontext // looked at after the call
			if tool.CallKey(ctx) == "" {
				t.Error("no key")
			}
		case 2:
			late = ctx
		}
		return n, nil
	}))
	b := f.Bind(1)
	c := executor.NewCall(b, &executor.CallOptions{Item: "1"})
	x.Settle(t.Context(), c)
	key := c.Key()
	c.Reset(f.Bind(2), &executor.CallOptions{Item: "2"})
	x.Settle(t.Context(), c)
	c.Reset(f.Bind(3), &executor.CallOptions{Item: "3"})
	if got := tool.CallKey(early); got != key {
		t.Errorf("the first call's context has key %q, want %q", got, key)
	}
	if got := tool.CallKey(late); got != "" {
		t.Errorf("nobody had asked for the second call's key, and it is %q", got)
	}
	if tool.Attempt(early) != 1 {
		t.Errorf("attempt %d", tool.Attempt(early))
	}
}

func TestSafetyKeysCanBeAskedForAtOnce(t *testing.T) {
	t.Parallel()
	f := tool.Must(tool.New(spec(tool.Idempotent), func(ctx context.Context, _ int) (int, error) {
		keys := make(chan string, 4)
		for range cap(keys) {
			go func() { keys <- tool.CallKey(ctx) }()
		}
		first := <-keys
		for range cap(keys) - 1 {
			if key := <-keys; key != first || key == "" {
				t.Errorf("keys %q and %q", first, key)
			}
		}
		return 0, nil
	}))
	if _, err := executor.Do(t.Context(), newExecutor(nil), f, 1); err != nil {
		t.Error(err)
	}
}

// TestSafetyNestedCallsKeepTheirKeys: the inner calls of an outer call's second
// attempt are those of its first.
func TestSafetyNestedCallsKeepTheirKeys(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inner := tooltest.New(spec(tool.Idempotent))
		x := newExecutor(nil)
		attempts := 0
		outer := tool.Must(tool.New(spec(tool.Idempotent), func(ctx context.Context, _ int) (int, error) {
			for range 2 {
				if _, err := executor.Do(ctx, x, inner.Func, tooltest.Args("1")); err != nil {
					return 0, err
				}
			}
			if attempts++; attempts == 1 {
				return 0, context.DeadlineExceeded
			}
			return 0, nil
		}))
		if _, err := executor.Do(t.Context(), newExecutor(nil), outer, 1); err != nil {
			t.Fatal(err)
		}
		calls := inner.Calls()
		wantKeys(t, calls, 2)
		if calls[0].Key != calls[2].Key || calls[1].Key != calls[3].Key {
			t.Error("the second attempt's inner calls have other keys")
		}
	})
}

func TestSafetyWordsAreNoLicenceToActTwice(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"order 17 created, but notifying the customer failed: connection refused",
		"payment captured; sending the receipt: connection refused",
		"invoice 5 posted; webhook: status 429",
		"saved, but publishing the event failed: too many requests",
		"order 1 created, but its invoice is invalid",
		"too many requests", "HTTP 429",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := tooltest.New(spec(tool.Unsafe), tooltest.CommitThen(tooltest.Fail(errors.New(said))))
			x := newExecutor(func(o *executor.Options) {
				o.Corrector = &proposing{args: []string{`{"id":"1","invoice":2}`}}
			})
			res, _ := call(t.Context(), x, s)
			if s.Commits("1") != 1 || len(s.Calls()) != 1 {
				t.Errorf("%q: called %d times, done %d times", said, len(s.Calls()), s.Commits("1"))
			}
			if res.Outcome == executor.Succeeded {
				t.Errorf("%q: %s", said, res.Outcome)
			}
		})
	}
}

func TestSafetyAnAnswerThatCannotBeParsedIsNoRefusal(t *testing.T) {
	t.Parallel()
	_, atoi := strconv.Atoi("ord_17")
	for effect, want := range map[tool.Effect]executor.Outcome{tool.Unsafe: executor.InDoubt, tool.Idempotent: executor.Failed} {
		s := tooltest.New(spec(effect), tooltest.CommitThen(tooltest.Fail(atoi)))
		res, _ := call(t.Context(), newExecutor(nil), s)
		wantOutcome(t, res, want, 1)
	}
}

func TestSafetyAnAttemptCannotSpoilTheNextOnesArguments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []int
		f := tool.Must(tool.New(spec(tool.Idempotent), func(_ context.Context, args map[string]any) (int, error) {
			seen = append(seen, len(args))
			delete(args, "a")
			if len(seen) < 3 {
				return 0, context.DeadlineExceeded
			}
			return 0, nil
		}))
		_, res := newExecutor(nil).Call(t.Context(), f, raw(`{"a":1,"b":{"c":2}}`))
		wantOutcome(t, res, executor.Succeeded, 3)
		if seen[0] != 2 || seen[1] != 2 || seen[2] != 2 {
			t.Errorf("the attempts saw %v members", seen)
		}
	})
}

func TestACheckRefusesBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	called := false
	f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (int, error) {
		called = true
		return 0, nil
	})).WithCheck(func(n int) error {
		if n < 0 {
			return errors.New("n is invalid")
		}
		return nil
	})
	_, res := executor.Run(t.Context(), newExecutor(nil), f, -1)
	wantOutcome(t, res, executor.Failed, 0)
	if called || res.Err.Applied != taxonomy.No || res.Err.Class != taxonomy.InputError {
		t.Errorf("called %t, %s, applied %s", called, res.Err, res.Err.Applied)
	}
	if _, err := executor.Do(t.Context(), newExecutor(nil), f, 1); err != nil || !called {
		t.Errorf("called %t, %v", called, err)
	}
}
