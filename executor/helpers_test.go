package executor_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// steady makes every jitter zero, so that exact waits can be asserted.
func steady() float64 { return 0 }

func newExecutor(change func(*executor.Options)) *executor.Executor {
	o := executor.Options{Rand: steady}
	if change != nil {
		change(&o)
	}
	return executor.New(&o)
}

func spec(e tool.Effect) tool.Spec { return tool.Spec{Name: "set", Effect: e} }

// call runs one call of item "1" and returns its result and how long it took.
func call(ctx context.Context, x *executor.Executor, t *tooltest.Tool) (*executor.Result, time.Duration) {
	start := time.Now()
	_, res := x.Call(ctx, t, tooltest.Args("1"))
	return res, time.Since(start)
}

func wantOutcome(t *testing.T, res *executor.Result, want executor.Outcome, attempts int) {
	t.Helper()
	if res.Outcome != want || res.Attempts != attempts {
		t.Errorf("outcome %s after %d attempts (%v, %s), want %s after %d",
			res.Outcome, res.Attempts, res.Err, res.Reason, want, attempts)
	}
}

func wantKeys(t *testing.T, calls []tooltest.Call, distinct int) {
	t.Helper()
	keys := map[string]bool{}
	for _, c := range calls {
		if c.Key == "" {
			t.Errorf("a call had no key")
		}
		keys[c.Key] = true
	}
	if len(keys) != distinct {
		t.Errorf("%d distinct keys over %d calls, want %d", len(keys), len(calls), distinct)
	}
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }
