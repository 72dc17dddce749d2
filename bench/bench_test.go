// Package bench compares what a call costs with what it costs elsewhere. It is
// a module of its own, so that nobody who uses batchagent downloads what it is
// compared with.
package bench_test

import (
	"context"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

type in struct{ ID string }

func work(_ context.Context, v in) (in, error) { return v, nil }

// BenchmarkBatchagent is a successful typed call: retry, breaker and timeout.
func BenchmarkBatchagent(b *testing.B) {
	x := executor.New(nil)
	f := tool.Must(tool.New(tool.Spec{Name: "work", Effect: tool.Idempotent}, work))
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := executor.Do(ctx, x, f, in{"1"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFailsafe is the same call through failsafe-go's policies of the
// same kinds and settings, composed in the order that its documentation shows.
func BenchmarkFailsafe(b *testing.B) {
	retry := retrypolicy.NewBuilder[in]().WithMaxAttempts(3).WithBackoff(500*time.Millisecond, 30*time.Second).Build()
	breaker := circuitbreaker.NewBuilder[in]().WithFailureThreshold(5).WithDelay(30 * time.Second).Build()
	limit := timeout.New[in](30 * time.Second)
	policies := failsafe.With(retry, breaker, limit)
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		v := in{"1"}
		_, err := policies.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[in]) (in, error) {
			return work(e.Context(), v)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
