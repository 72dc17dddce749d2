package executor_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// TestCircumstantialEvidence: that an Unsafe tool did nothing is not concluded
// from words, nor from a parser that may have read the answer; but it is where
// nothing was called at all.
func TestCircumstantialEvidence(t *testing.T) {
	t.Parallel()
	_, syntax := strconv.Atoi("abc")
	_, tooLarge := strconv.Atoi("99999999999999999999")
	for _, tt := range []struct {
		name string
		err  error
		want executor.Outcome
	}{
		{"a number that is none", syntax, executor.InDoubt},
		{"a number that is too large", tooLarge, executor.InDoubt},
		{"words for a refused connection", errors.New("created, but notifying failed: connection refused"), executor.InDoubt},
		{"an invalid argument of a file", fs.ErrInvalid, executor.Failed},
		{"a file that is not there", fs.ErrNotExist, executor.Failed},
		{"declared", taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "no date"), executor.Failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tooltest.New(spec(tool.Unsafe), tooltest.Fail(tt.err))
			res, _ := call(t.Context(), newExecutor(nil), s)
			wantOutcome(t, res, tt.want, 1)
		})
	}
	t.Run("before anything was called", func(t *testing.T) {
		t.Parallel()
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (int, error) { return 0, nil })).
			WithCheck(func(int) error { return syntax })
		_, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.Failed, 0)
		if res.Err.Applied != taxonomy.No {
			t.Errorf("applied %s, and nothing was called", res.Err.Applied)
		}
	})
}

// TestDeclaredOverACallThatWasCutOff: what a tool declares when its time is up
// is about what it saw, and a retry that is declared says nothing of the call.
func TestDeclaredOverACallThatWasCutOff(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want taxonomy.Applied
	}{
		{"declared transient", taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeRateLimited, "slow down"), taxonomy.Unanswered},
		{"declared conflict", taxonomy.Errorf(taxonomy.ResourceConflict, taxonomy.CodeLocked, "locked"), taxonomy.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := tool.Must(tool.New(spec(tool.Unsafe), func(ctx context.Context, _ int) (int, error) {
					<-ctx.Done()
					return 0, tt.err
				}))
				_, res := executor.Run(t.Context(), newExecutor(func(o *executor.Options) { o.Timeout = time.Second }), f, 1)
				if res.Err.Applied != tt.want || res.Attempts != 1 {
					t.Errorf("applied %s after %d attempts, want %s", res.Err.Applied, res.Attempts, tt.want)
				}
			})
		})
	}
}

// TestTimeoutIsNamed: a tool that ends its own context has not run into
// ours.
func TestTimeoutIsNamed(t *testing.T) {
	t.Parallel()
	for timeout, want := range map[time.Duration]string{time.Second: "no answer within 1s: ", -1: ""} {
		synctest.Test(t, func(t *testing.T) {
			f := tool.Must(tool.New(spec(tool.ReadOnly), func(ctx context.Context, _ int) (int, error) {
				if timeout < 0 {
					return 0, context.DeadlineExceeded
				}
				<-ctx.Done()
				return 0, ctx.Err()
			}))
			_, res := executor.Run(t.Context(), newExecutor(func(o *executor.Options) { o.Timeout, o.Retry.Attempts = timeout, 1 }), f, 1)
			if got := want + "context deadline exceeded"; res.Err.Message != got {
				t.Errorf("%q, want %q", res.Err.Message, got)
			}
		})
	}
}

// TestProbesAreBoundedAndTheirWaitsGrow: a probe that cannot find out is asked as
// often as a call would be made, each time after a longer wait.
func TestProbesAreBoundedAndTheirWaitsGrow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (string, error) {
			return "", context.DeadlineExceeded
		})).WithProbe(func(context.Context, int) (string, bool, error) {
			asked = append(asked, time.Since(start))
			return "", false, errors.New("probe is down")
		})
		_, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.InDoubt, 1)
		if got := fmt.Sprint(asked); got != "[500ms 1.5s 3.5s]" {
			t.Errorf("asked at %s", got)
		}
	})
}

// TestAProbeAfterARefusalWaits: a FATAL that may have happened is asked after
// once, after the first backoff, and the waits after it go on from there.
func TestAProbeAfterARefusalWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		answers := []error{errors.New("probe is down"), nil}
		f := tool.Must(tool.New(spec(tool.Unsafe), func(context.Context, int) (string, error) {
			return "", errors.New("hmm")
		})).WithProbe(func(context.Context, int) (string, bool, error) {
			err := answers[len(asked)]
			asked = append(asked, time.Since(start))
			return "", false, err
		})
		_, res := executor.Run(t.Context(), newExecutor(nil), f, 1)
		wantOutcome(t, res, executor.Failed, 1)
		if got := fmt.Sprint(asked); got != "[500ms 1.5s]" {
			t.Errorf("asked at %s", got)
		}
	})
}

// TestTheBreakerNamesWhatOpenedIt: not what came before, and not a refusal that
// does not count.
func TestTheBreakerNamesWhatOpenedIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) {
			o.FailFast, o.Retry.Attempts, o.Breaker.Failures = true, 1, 2
		})
		s := tooltest.New(spec(tool.Idempotent), tooltest.Status(504), tooltest.Status(503), tooltest.Status(404))
		for range 2 {
			call(t.Context(), x, s)
		}
		res, _ := call(t.Context(), x, s)
		if res.Err.Code != taxonomy.CodeCircuitOpen || !strings.Contains(res.Err.Message, "the last with UNAVAILABLE: ") ||
			!strings.HasPrefix(res.Err.Message, "not sent: too many calls in a row had failed") {
			t.Errorf("%v", res.Err)
		}
		if res.Attempts != 0 || len(res.Failures) != 1 || res.Reason != "" {
			t.Errorf("%d attempts, failures %v, reason %q", res.Attempts, res.Failures, res.Reason)
		}
		time.Sleep(31 * time.Second) // a refusal closes it again, and is not named later
		call(t.Context(), x, s)
		s = tooltest.New(spec(tool.Idempotent))
		if res, _ := call(t.Context(), x, s); res.Outcome != executor.Succeeded {
			t.Errorf("%s: %v", res.Outcome, res.Err)
		}
	})
}

// TestGivingUpOnTheBreakerKeepsTheToolsOwnError: with the reason beside it.
func TestGivingUpOnTheBreakerKeepsTheToolsOwnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.FailFast, o.Breaker.Failures = true, 1 })
		s := tooltest.New(spec(tool.ReadOnly), tooltest.Status(503))
		res, _ := call(t.Context(), x, s)
		wantOutcome(t, res, executor.Failed, 1)
		if res.Err.Code != taxonomy.CodeUnavailable || !strings.Contains(res.Reason, "too many calls in a row") {
			t.Errorf("%v, because %q", res.Err, res.Reason)
		}
	})
}

// TestWaitsAreSayable: below a second in milliseconds, above it in seconds.
func TestWaitsAreSayable(t *testing.T) {
	t.Parallel()
	for maxWait, want := range map[time.Duration]string{
		1234567 * time.Nanosecond: "a call may wait 1ms in all", 999 * time.Millisecond: "a call may wait 999ms in all",
		time.Second: "a call may wait 1s in all", 90*time.Second + 300*time.Millisecond: "a call may wait 1m30s in all",
	} {
		synctest.Test(t, func(t *testing.T) {
			x := newExecutor(func(o *executor.Options) { o.Retry.MaxWait = maxWait })
			res, _ := call(t.Context(), x, tooltest.New(spec(tool.ReadOnly), tooltest.Status(503, "Retry-After", "7200")))
			if !strings.Contains(res.Reason, want) {
				t.Errorf("%q does not say %q", res.Reason, want)
			}
		})
	}
}
