package batch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// TestLimit: so many items are called, the first ones, each to its own end; the
// others are named.
func TestLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		calls := map[int]int{}
		f := numbered(tool.Unsafe, func(_ context.Context, n int) (string, error) {
			mu.Lock()
			calls[n]++
			call := calls[n]
			mu.Unlock()
			<-time.After(time.Second)
			switch {
			case n == 2: // refused before anything is sent to anybody
				return "", taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "bad")
			case n == 3 && call == 1:
				return "", status(429, "Retry-After", "60")
			}
			return "ok", nil
		})
		seen := map[batch.Outcome]int{}
		report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(9), &batch.Options{
			Concurrency: 4, Limit: 3, LimitName: "--limit 3", Settled: func(r *executor.Result) { seen[r.Outcome]++ },
		})
		if diff := cmp.Diff(map[batch.Outcome]int{batch.Succeeded: 2, batch.Failed: 1, batch.NotDone: 6}, seen); diff != "" {
			t.Errorf("seen as they were settled (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[int]int{1: 1, 2: 1, 3: 2}, calls); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
		want := batch.Counts{Read: 9, Succeeded: 2, Failed: 1, NotDone: 6}
		if report.Counts != want || report.Status != batch.StatusPartial || report.Elapsed != 62*time.Second || !report.SourceExhausted {
			t.Errorf("%+v, %s, after %s", report.Counts, report.Status, report.Elapsed)
		}
		if incomplete := (*batch.IncompleteError)(nil); !errors.Is(err, batch.ErrLimit) || !errors.As(err, &incomplete) || !strings.HasSuffix(err.Error(), "; stopped at --limit 3") {
			t.Errorf("error %v", err)
		}
		for id, item := range report.Items(batch.NotDone) {
			if id < 4 || item.Reason != "beyond --limit 3" || item.Err.Applied != taxonomy.No || item.Attempts != 0 {
				t.Errorf("%d: %+v", id, item)
			}
		}
		text := report.String()
		for _, want := range []string{"numbered  2 of 9 succeeded; stopped at --limit 3\n", "  4-9              not called: beyond --limit 3\n", "take what was called out of the input"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in:\n%s", want, text)
			}
		}
		if text := report.Text(&batch.TextOptions{Lang: "zh"}); !strings.Contains(text, "到 --limit 3 为止") || !strings.Contains(text, "未调用：超出 --limit 3") {
			t.Errorf("in Chinese:\n%s", text)
		}
	})
}

// TestLimitCountsWhatWasCalled, and not what was refused before.
func TestLimitCountsWhatWasCalled(t *testing.T) {
	t.Parallel()
	type in struct {
		N int `json:"n"`
	}
	var called []int
	f := tool.Must(tool.New(tool.Spec{
		Name: "checked", Effect: tool.Idempotent, Schema: []byte(`{"type":"object","properties":{"n":{"type":"integer","minimum":4}}}`),
	}, func(_ context.Context, v in) (string, error) {
		called = append(called, v.N)
		return "ok", nil
	}))
	items := func(yield func(batch.Input[int, in]) bool) {
		for i := range 10 {
			input := batch.Input[int, in]{Key: i, In: in{i}}
			if i == 5 || i == 9 {
				input.Err = errors.New("a row that cannot be read")
			}
			if !yield(input) {
				return
			}
		}
	}
	report, err := batch.RunInputs(t.Context(), nil, f, items, &batch.Options{Concurrency: 1, Limit: 3})
	if diff := cmp.Diff([]int{4, 6, 7}, called); diff != "" {
		t.Errorf("called (-want +got):\n%s", diff)
	}
	want := batch.Counts{Read: 10, Succeeded: 3, Failed: 6, NotDone: 1}
	if report.Counts != want || !errors.Is(err, batch.ErrLimit) {
		t.Errorf("%+v, %v", report.Counts, err)
	}
	if text := report.String(); !strings.Contains(text, "stopped at a limit of 3") || !strings.Contains(text, "run it again, without the limit") {
		t.Errorf("it says:\n%s", text)
	}
}

// TestLimitThatNothingIsBeyond leaves no trace.
func TestLimitThatNothingIsBeyond(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	for n := range 4 {
		for _, concurrency := range []int{1, 8} {
			report, err := batch.Run(t.Context(), nil, f, upTo(n), &batch.Options{Limit: 3, Concurrency: concurrency})
			if err != nil || report.Counts.Succeeded != n || strings.Contains(report.String(), "limit") {
				t.Errorf("%d items: %v\n%s", n, err, report)
			}
		}
	}
}

// TestLimitOfASourceThatBlocks: the rest is read for no longer than the grace,
// and a batch that does not know what is left has not succeeded.
func TestLimitOfASourceThatBlocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		open := make(chan struct{})
		blocking := func(yield func(int, int) bool) {
			for i := range upTo(2) {
				if !yield(i, i) {
					return
				}
			}
			<-open
		}
		f := numbered(tool.ReadOnly, func(context.Context, int) (string, error) { return "ok", nil })
		report, err := batch.Run(t.Context(), nil, f, iter.Seq2[int, int](blocking), &batch.Options{Limit: 2, Grace: 7 * time.Second})
		close(open)
		if report.Elapsed != 7*time.Second || report.SourceExhausted || report.Status != batch.StatusPartial || !errors.Is(err, batch.ErrLimit) {
			t.Errorf("after %s, exhausted: %t, %s, error %v", report.Elapsed, report.SourceExhausted, report.Status, err)
		}
		if text := fmt.Sprint(report); !strings.Contains(text, "2 of 2 succeeded; stopped at a limit of 2") || !strings.Contains(text, "not read to its end") {
			t.Errorf("it says:\n%s", text)
		}
	})
}
