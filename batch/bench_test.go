package batch_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/tool"
)

// BenchmarkRun is a batch of trivial in-memory items, the cost of one item a
// round: aim 2.5 µs on one core (-cpu 1).
func BenchmarkRun(b *testing.B) {
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	b.ReportAllocs()
	report, err := batch.Run(context.Background(), nil, f, upTo(b.N), nil)
	if err != nil || report.Counts.Succeeded != b.N {
		b.Fatal(err)
	}
}

// BenchmarkStream is the same without keeping anything.
func BenchmarkStream(b *testing.B) {
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	b.ReportAllocs()
	flow := batch.Stream(context.Background(), nil, f, upTo(b.N), nil)
	n := 0
	for range flow.Items() {
		n++
	}
	if flow.Err() != nil || n != b.N {
		b.Fatal(flow.Err(), n)
	}
}

// TestStreamIsFlatInMemory: fifty times the items need no more memory.
func TestStreamIsFlatInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("counts the heap over a hundred thousand items")
	}
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	heap := func(n int) uint64 {
		flow := batch.Stream(t.Context(), nil, f, upTo(n), nil)
		var at uint64
		seen := 0
		for range flow.Items() {
			if seen++; seen == n {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				at = m.HeapAlloc
			}
		}
		return at
	}
	small := heap(2_000)
	if large := heap(100_000); large > small+(1<<20) {
		t.Errorf("2,000 items: %d bytes of heap, 100,000: %d", small, large)
	}
}
