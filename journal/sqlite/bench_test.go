package sqlite_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/journal/sqlite"
)

// Benchmarks report items a second; an item has 43 bytes of arguments and 26 of
// value, a key, and an id that counts up. FULL depends on the disk: commits/s says
// how many there were.

func BenchmarkOutcomes(b *testing.B) {
	for _, s := range sqlite.Synchronouses() {
		b.Run(s.String(), func(b *testing.B) {
			bench(b, s, 1, func(ctx context.Context, l journal.Log, i int64) error {
				return l.Settle(ctx, benchItem(i), journal.Queued)
			})
		})
	}
}

func BenchmarkOutcomesConcurrently(b *testing.B) {
	for _, s := range sqlite.Synchronouses() {
		b.Run(s.String(), func(b *testing.B) {
			bench(b, s, 64, func(ctx context.Context, l journal.Log, i int64) error {
				return l.Settle(ctx, benchItem(i), journal.Queued)
			})
		})
	}
}

func BenchmarkOutcomesAwaited(b *testing.B) {
	for _, s := range sqlite.Synchronouses() {
		b.Run(s.String(), func(b *testing.B) {
			bench(b, s, 64, func(ctx context.Context, l journal.Log, i int64) error {
				return l.Settle(ctx, benchItem(i), journal.Durable)
			})
		})
	}
}

// BenchmarkIntents is an Unsafe tool: the intent is waited for, the outcome not,
// since nothing is lost with it but what came of the call.
func BenchmarkIntents(b *testing.B) {
	for _, s := range sqlite.Synchronouses() {
		b.Run(s.String(), func(b *testing.B) {
			bench(b, s, 64, func(ctx context.Context, l journal.Log, i int64) error {
				it := benchItem(i)
				in := journal.Intent{Ref: it.Ref, Attempt: 1, Key: it.Key, Args: it.Args}
				if err := l.Intent(ctx, &in, journal.Durable); err != nil {
					return err
				}
				return l.Settle(ctx, it, journal.Queued)
			})
		})
	}
}

// BenchmarkIntentsAndOutcomesAwaited waits for both.
func BenchmarkIntentsAndOutcomesAwaited(b *testing.B) {
	for _, s := range sqlite.Synchronouses() {
		b.Run(s.String(), func(b *testing.B) {
			bench(b, s, 64, func(ctx context.Context, l journal.Log, i int64) error {
				it := benchItem(i)
				in := journal.Intent{Ref: it.Ref, Attempt: 1, Key: it.Key, Args: it.Args}
				if err := l.Intent(ctx, &in, journal.Durable); err != nil {
					return err
				}
				return l.Settle(ctx, it, journal.Durable)
			})
		})
	}
}

// BenchmarkRead ranges over all items of a run, in order.
func BenchmarkRead(b *testing.B) {
	j := open(b, filepath.Join(b.TempDir(), "j.db"), &sqlite.Options{Synchronous: sqlite.Normal})
	defer end(b, j)
	l, err := j.Create(b.Context(), &journal.Run{ID: "a"})
	if err != nil {
		b.Fatal(err)
	}
	const n = 100_000
	for i := range int64(n) {
		if err := l.Settle(b.Context(), benchItem(i), journal.Queued); err != nil {
			b.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	r, err := j.Read(b.Context(), "a")
	if err != nil {
		b.Fatal(err)
	}
	read := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range r.Items(b.Context(), nil) {
			if err != nil {
				b.Fatal(err)
			}
			read++
		}
	}
	b.ReportMetric(float64(read)/b.Elapsed().Seconds(), "items/s")
}

func benchItem(i int64) *journal.Item {
	return &journal.Item{
		Ref: journal.Ref{Position: i, ID: fmt.Sprintf("order-%08d", i), Line: int(i) + 2}, Outcome: journal.Succeeded, How: "first_try", Attempts: 1,
		Key: "0123456789abcdef0123456789abcdef", Args: json.RawMessage(`{"order_id":"1001","deadline":"2026-05-20"}`),
		Value: json.RawMessage(`{"ok":true,"order":"1001"}`),
	}
}

// bench has b.N items written by so many goroutines, and synced.
func bench(b *testing.B, s sqlite.Synchronous, goroutines int, write func(ctx context.Context, l journal.Log, i int64) error) {
	b.Helper()
	j := open(b, filepath.Join(b.TempDir(), "j.db"), &sqlite.Options{Synchronous: s})
	l, err := j.Create(b.Context(), &journal.Run{ID: "a"})
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	var items atomic.Int64
	const each = 1000 // items of a goroutine, for each turn of the loop
	b.ReportAllocs()
	for b.Loop() {
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() {
				for range each {
					if err := write(ctx, l, items.Add(1)); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	if err := l.Sync(ctx); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(items.Load())/b.Elapsed().Seconds(), "items/s")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(j.Commits())/b.Elapsed().Seconds(), "commits/s")
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
}
