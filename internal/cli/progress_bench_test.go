package cli_test

import (
	"context"
	"io"
	"iter"
	"testing"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/cli"
	"github.com/batchagent/batchagent/tool"
)

// BenchmarkBatch is a batch of trivial items, one a round, without a progress
// and with one that is drawn on a terminal meanwhile. The difference, two
// counters, is within what one measurement differs from the next.
func BenchmarkBatch(b *testing.B) {
	f := tool.Must(tool.New(tool.Spec{Name: "f", Effect: tool.Idempotent}, func(context.Context, int) (string, error) { return "ok", nil }))
	items := func(n int) iter.Seq2[int, int] {
		return func(yield func(int, int) bool) {
			for i := range n {
				if !yield(i, i) {
					return
				}
			}
		}
	}
	run := func(b *testing.B, x *executor.Executor, o *batch.Options) {
		b.Helper()
		b.ReportAllocs()
		if report, err := batch.Run(context.Background(), x, f, items(b.N), o); err != nil || report.Counts.Succeeded != b.N {
			b.Fatal(err)
		}
	}
	b.Run("without", func(b *testing.B) { run(b, executor.New(nil), nil) })
	b.Run("with", func(b *testing.B) {
		p := cli.NewProgress(io.Discard, 80, 4, 0)
		defer p.Start(b.N)()
		run(b, executor.New(&executor.Options{Observers: []executor.Observer{p}}), &batch.Options{Settled: p.Settled})
	})
}
