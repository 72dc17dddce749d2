package tool_test

import (
	"testing"

	"github.com/batchagent/batchagent/tool"
)

type info struct {
	key      string
	attempts int
	asked    *int
}

func (i info) Key() string {
	*i.asked++
	return i.key
}

func (i info) Attempts() int { return i.attempts }

func TestCallInfo(t *testing.T) {
	t.Parallel()
	if key, n := tool.CallKey(t.Context()), tool.Attempt(t.Context()); key != "" || n != 0 {
		t.Errorf("outside a call: %q, %d", key, n)
	}
	asked := 0
	ctx := tool.WithCallInfo(t.Context(), info{key: "k", attempts: 2, asked: &asked})
	if n := tool.Attempt(ctx); n != 2 || asked != 0 {
		t.Errorf("%d, and the key was made for nobody", n)
	}
	if key := tool.CallKey(ctx); key != "k" || asked != 1 {
		t.Errorf("%q, asked %d times", key, asked)
	}
	inner := tool.WithCallInfo(ctx, info{key: "inner", attempts: 1, asked: &asked})
	if key, n := tool.CallKey(inner), tool.Attempt(inner); key != "inner" || n != 1 {
		t.Errorf("a call inside a call: %q, %d", key, n)
	}
	none := tool.WithCallInfo(ctx, nil)
	if key, n := tool.CallKey(none), tool.Attempt(none); key != "" || n != 0 {
		t.Errorf("no info: %q, %d", key, n)
	}
}
