package executor_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

type benchIn struct {
	ID string `json:"id"`
	N  int    `json:"n"`
}

func benchTool() *tool.Func[benchIn, benchIn] {
	return tool.Must(tool.New(spec(tool.Idempotent), func(_ context.Context, in benchIn) (benchIn, error) { return in, nil }))
}

// BenchmarkDo is a successful typed call through breaker and timeout.
func BenchmarkDo(b *testing.B) {
	x, f, ctx := executor.New(nil), benchTool(), context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := executor.Do(ctx, x, f, benchIn{ID: "1"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrap is the same through a wrapped func.
func BenchmarkWrap(b *testing.B) {
	fn := executor.Wrap(nil, spec(tool.Idempotent), func(_ context.Context, in benchIn) (benchIn, error) { return in, nil })
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fn(ctx, benchIn{ID: "1"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCallRaw is a successful call with raw JSON arguments, to be compared
// with BenchmarkByHand in package tool.
func BenchmarkCallRaw(b *testing.B) {
	x, f, ctx := executor.New(nil), benchTool(), context.Background()
	args := json.RawMessage(`{"id":"1","n":7}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, res := x.Call(ctx, f, args); res.Outcome != executor.Succeeded {
			b.Fatal(res.Err)
		}
	}
}
