package batch_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func TestGoexitAndPanicLeaveTheOthersAlone(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(_ context.Context, n int) (string, error) {
		switch n % 5 {
		case 1:
			panic("boom")
		case 2:
			runtime.Goexit()
		}
		return "ok", nil
	})
	report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(50), &batch.Options{Concurrency: 2})
	if err == nil {
		t.Error("no error")
	}
	wantCounts(t, report.Summary, batch.Counts{Succeeded: 30, InDoubt: 20})
	for id, item := range report.Items(batch.InDoubt) {
		if item.Err.Code != taxonomy.CodePanic {
			t.Errorf("item %d: %s", id, item.Err.Code)
		}
	}
}

var errPanics = errors.New("panics")

func TestASourceThatBreaksOffIsNoQuietEnd(t *testing.T) {
	t.Parallel()
	broken := errors.New("line 3: disk error")
	for _, tt := range []struct {
		name  string
		items iter.Seq2[int, int]
		err   error
		want  string
	}{
		{"SourceErr", upTo(2), broken, "disk error"},
		{"SourceErr panics", upTo(2), errPanics, "boom"},
		{"panic", func(yield func(int, int) bool) { yield(1, 1); yield(2, 2); panic("no more") }, nil, "no more"},
		{"goexit", func(yield func(int, int) bool) { yield(1, 1); yield(2, 2); runtime.Goexit() }, nil, "Goexit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
			report, err := batch.Run(t.Context(), newExecutor(nil), f, tt.items, &batch.Options{SourceErr: func() error {
				if errors.Is(tt.err, errPanics) {
					panic("boom")
				}
				return tt.err
			}})
			wantCounts(t, report.Summary, batch.Counts{Succeeded: 2})
			if report.Status != batch.StatusSourceFailed || report.SourceExhausted {
				t.Errorf("status %s, exhausted %t", report.Status, report.SourceExhausted)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
			if tt.err != nil && !errors.Is(tt.err, errPanics) && !errors.Is(err, tt.err) {
				t.Errorf("%v does not wrap the source's error", err)
			}
		})
	}
}

func TestASourceThatBlocksDoesNotHoldAStoppedBatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		items := func(yield func(int, int) bool) {
			if !yield(1, 1) {
				return
			}
			<-release
			yield(2, 2)
		}
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "", status(403) })
		start := time.Now()
		report, err := batch.Run(t.Context(), newExecutor(nil), f, items, &batch.Options{Grace: 3 * time.Second})
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %s, want the grace", took)
		}
		if report.SourceExhausted || !errors.Is(err, batch.ErrAborted) {
			t.Errorf("exhausted %t, error %v", report.SourceExhausted, err)
		}
		wantCounts(t, report.Summary, batch.Counts{Failed: 1})
		close(release)
	})
}

func TestAnInputThatCouldNotBeReadIsAFailedItem(t *testing.T) {
	t.Parallel()
	items := slices.Values([]batch.Input[string, int]{
		{Key: "a", In: 1, Line: 2}, {Key: "b", Line: 3, Err: errors.New("3 columns, not 2")}, {Key: "c", In: 3, Line: 4},
	})
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, _ := batch.RunInputs(t.Context(), newExecutor(nil), f, items, nil)
	wantCounts(t, report.Summary, batch.Counts{Succeeded: 2, Failed: 1})
	for id, item := range report.Items(batch.Failed) {
		if id != "b" || item.Line != 3 || item.Err.Class != taxonomy.InputError || item.Err.Applied != taxonomy.No || item.Err.Message != "3 columns, not 2" {
			t.Errorf("%s: %+v", id, item)
		}
	}
}

func TestSlicesAndMapsAreSources(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	if _, err := batch.Run(t.Context(), nil, f, slices.All([]int{5, 5, 5}), nil); err != nil {
		t.Error(err)
	}
	report, err := batch.Run(t.Context(), nil, f, maps.All(map[string]int{"a": 1, "b": 2}), nil)
	if err != nil || report.Counts.Succeeded != 2 {
		t.Errorf("%v, %+v", err, report.Counts)
	}
}

func TestKeysAreMadeOfTheRunAndTheItem(t *testing.T) {
	t.Parallel()
	keys := func(run string) map[int]string {
		got := map[int]string{}
		f := numbered(tool.Idempotent, func(ctx context.Context, n int) (string, error) {
			got[n] = tool.CallKey(ctx)
			return "", nil
		})
		if _, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(2), &batch.Options{Concurrency: 1, RunID: run}); err != nil {
			t.Fatal(err)
		}
		return got
	}
	first, again, other := keys("r1"), keys("r1"), keys("r2")
	if !maps.Equal(first, again) {
		t.Error("the same run made other keys")
	}
	if first[1] == other[1] || first[1] == first[2] || first[1] == "" {
		t.Errorf("keys %v and %v", first, other)
	}
}

func TestBreakingOutOfAStreamStopsTheBatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var called atomic.Int64
		f := numbered(tool.Idempotent, func(ctx context.Context, n int) (string, error) {
			called.Add(1)
			if n > 1 {
				<-ctx.Done()
				return "", ctx.Err()
			}
			return "ok", nil
		})
		flow := batch.Stream(t.Context(), newExecutor(nil), f, upTo(10), &batch.Options{Concurrency: 2})
		for range flow.Items() {
			break
		}
		if n := called.Load(); n > 3 {
			t.Errorf("%d calls", n)
		}
		s := flow.Summary()
		if s.Counts.Read != 10 || !s.Counts.Balanced() || s.Counts.Succeeded != 1 || flow.Err() == nil {
			t.Errorf("counts %+v, error %v", s.Counts, flow.Err())
		}
		for range flow.Items() {
			t.Error("Items yielded a second time")
		}
	})
}

func TestDeadlineIsAnAbort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		f := numbered(tool.Idempotent, func(ctx context.Context, _ int) (string, error) {
			select {
			case <-time.After(time.Second):
				return "ok", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		})
		report, err := batch.Run(ctx, newExecutor(nil), f, upTo(10), &batch.Options{Concurrency: 1})
		wantCounts(t, report.Summary, batch.Counts{Succeeded: 2, InDoubt: 1, NotDone: 7})
		if report.Status != batch.StatusAborted || report.Abort.Reason != "deadline" ||
			!errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, batch.ErrAborted) {
			t.Errorf("status %s, error %v", report.Status, err)
		}
	})
}

// TestBooksBalance runs random tools over random inputs, with stops at random
// times, and holds every report against what the tool saw.
func TestBooksBalance(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) { balance(t, seed) })
	}
}

func balance(t *testing.T, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	n := rng.IntN(60)
	plans := make([][]int, n+1) // what each item's calls do
	for i := range plans {
		for range 4 {
			plans[i] = append(plans[i], rng.IntN(12))
		}
	}
	deny := rng.IntN(4) == 0
	effect := tool.Effects()[rng.IntN(3)]
	var running atomic.Int32
	calls := make([]int, n+1)
	commits := make([]int, n+1)
	concurrency := 1 + rng.IntN(6)
	f := numbered(effect, func(ctx context.Context, i int) (string, error) {
		if int(running.Add(1)) > concurrency {
			t.Errorf("seed %d: more than %d run", seed, concurrency)
		}
		defer running.Add(-1)
		what := plans[i][min(calls[i], 3)]
		calls[i]++
		select {
		case <-time.After(time.Duration(i%7) * 100 * time.Millisecond):
		case <-ctx.Done():
			return "", ctx.Err()
		}
		switch what {
		case 0:
			return "", status(429)
		case 1:
			return "", status(503, "Retry-After", "1")
		case 2:
			commits[i]++
			return "", context.DeadlineExceeded
		case 3:
			return "", status(404)
		case 4:
			return "", status(409)
		case 5:
			panic("boom")
		case 6:
			runtime.Goexit()
		case 7:
			if deny {
				return "", status(403)
			}
		}
		commits[i]++
		return "ok", nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if rng.IntN(3) == 0 {
		time.AfterFunc(time.Duration(rng.IntN(3000))*time.Millisecond, cancel)
	}
	limit := max(0, rng.IntN(2*n+2)-n) // none, half of the time
	report, err := batch.Run(ctx, newExecutor(nil), f, upTo(n), &batch.Options{Concurrency: concurrency, Limit: limit})
	called := 0
	for _, n := range calls {
		called += min(n, 1)
	}
	if limit > 0 && called > limit {
		t.Errorf("seed %d: %d items were called, with a limit of %d", seed, called, limit)
	}
	if report.Counts.Read != n || !report.Counts.Balanced() {
		t.Fatalf("seed %d: %d items, counts %+v", seed, n, report.Counts)
	}
	if (err == nil) != (report.Counts.Succeeded == n) {
		t.Errorf("seed %d: error %v with %+v", seed, err, report.Counts)
	}
	how := report.How
	if how.FirstTry+how.AfterRetry+how.AfterCorrection+how.ByProbe != report.Counts.Succeeded {
		t.Errorf("seed %d: %+v do not add up to %d", seed, how, report.Counts.Succeeded)
	}
	sum := 0
	for id, item := range report.Items() {
		sum += item.Attempts
		if item.Attempts != calls[id] || item.Attempts > 3 {
			t.Errorf("seed %d: item %d reports %d attempts, the tool saw %d", seed, id, item.Attempts, calls[id])
		}
		switch item.Outcome {
		case batch.Succeeded:
			if item.Err != nil || item.Value != "ok" || commits[id] == 0 {
				t.Errorf("seed %d: item %d succeeded: %+v", seed, id, item)
			}
		case batch.Skipped, batch.NotDone, batch.Failed:
			if commits[id] > 0 && item.Err.Applied == taxonomy.No && effect != tool.ReadOnly {
				t.Errorf("seed %d: item %d is %s and was changed", seed, id, item.Outcome)
			}
		case batch.InDoubt:
			if effect == tool.ReadOnly {
				t.Errorf("seed %d: item %d of a read-only tool is in doubt", seed, id)
			}
		}
		if effect == tool.Unsafe && commits[id] > 1 {
			t.Errorf("seed %d: item %d was done %d times", seed, id, commits[id])
		}
	}
	if sum != report.Calls {
		t.Errorf("seed %d: %d calls, the items say %d", seed, report.Calls, sum)
	}
}

func TestExecutorsAreShared(t *testing.T) {
	t.Parallel()
	// The breaker of a tool knows it across batches.
	synctest.Test(t, func(t *testing.T) {
		x := newExecutor(func(o *executor.Options) { o.FailFast, o.Retry.Attempts = true, 1 })
		f := numbered(tool.ReadOnly, func(context.Context, int) (string, error) { return "", status(503) })
		_, _ = batch.Run(t.Context(), x, f, upTo(5), &batch.Options{Concurrency: 1})
		report, _ := batch.Run(t.Context(), x, f, upTo(1), nil)
		for _, item := range report.Items() {
			if item.Err.Code != taxonomy.CodeCircuitOpen {
				t.Errorf("code %s", item.Err.Code)
			}
		}
	})
}

func TestStopLetsRunningCallsEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		grace, took time.Duration
		want        batch.Counts
	}{
		{"within the grace", 10 * time.Second, 2 * time.Second, batch.Counts{Succeeded: 2, NotDone: 8}},
		{"and no longer", time.Second, 1500 * time.Millisecond, batch.Counts{InDoubt: 2, NotDone: 8}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				stop := make(chan struct{})
				time.AfterFunc(500*time.Millisecond, func() { close(stop) })
				f := numbered(tool.Idempotent, func(ctx context.Context, _ int) (string, error) {
					select {
					case <-time.After(2 * time.Second):
						return "ok", nil
					case <-ctx.Done():
						return "", ctx.Err()
					}
				})
				start := time.Now()
				report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(10), &batch.Options{Concurrency: 2, Grace: tt.grace, Stop: stop})
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				wantCounts(t, report.Summary, tt.want)
				if report.Status != batch.StatusInterrupted || !errors.Is(err, batch.ErrStopped) || errors.Is(err, batch.ErrAborted) {
					t.Errorf("status %s, error %v", report.Status, err)
				}
			})
		})
	}
}

func TestASecondStopDoesNotWaitForTheSource(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		stop, release := make(chan struct{}), make(chan struct{})
		time.AfterFunc(time.Second, func() { close(stop) })
		time.AfterFunc(2*time.Second, cancel)
		items := func(yield func(int, int) bool) { <-release }
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "", nil })
		start := time.Now()
		report, _ := batch.Run(ctx, newExecutor(nil), f, items, &batch.Options{Stop: stop})
		if took := time.Since(start); took != 2500*time.Millisecond || report.SourceExhausted {
			t.Errorf("took %s, exhausted %t", took, report.SourceExhausted)
		}
		close(release)
	})
}

func TestAConsumerThatPanicsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(){"panic": func() { panic("boom") }, "goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A bubble whose goroutines do not end would never end, either.
			synctest.Test(t, func(t *testing.T) {
				f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
				done := make(chan struct{})
				go func() {
					defer close(done)
					defer func() { _ = recover() }()
					for range batch.Stream(t.Context(), newExecutor(nil), f, upTo(100), nil).Items() {
						leave()
					}
				}()
				<-done
			})
		})
	}
}

func TestB10KeysWithOneTextAreDuplicates(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, keys ...any) batch.Counts {
		t.Helper()
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
		report, _ := batch.Run(t.Context(), newExecutor(nil), f, func(yield func(any, int) bool) {
			for i, k := range keys {
				if !yield(k, i) {
					return
				}
			}
		}, nil)
		return report.Counts
	}
	if c := run(t, 1, "1", int8(1), "2"); c.Succeeded != 2 || c.Failed != 2 {
		t.Errorf("%+v", c)
	}
	if c := run(t, math.NaN(), math.NaN()); c.Failed != 1 {
		t.Errorf("NaN twice: %+v", c)
	}
	if c := run(t, []int{1}, []int{2}); c.Succeeded != 2 { // keys that cannot be hashed
		t.Errorf("slices: %+v", c)
	}
}

func TestB10StreamThreeTimesTheSame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running tally[string]
		f := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Unsafe}, func(_ context.Context, id string) (string, error) {
			if running.add(id, 1) > 1 {
				t.Errorf("%s runs twice at a time", id)
			}
			time.Sleep(time.Second)
			running.add(id, -1)
			return "", nil
		}))
		flow := batch.Stream(t.Context(), newExecutor(nil), f, batch.Keyed([]string{"a", "a", "a"}, func(s string) string { return s }), &batch.Options{Concurrency: 4})
		if flow.Err() == nil {
			t.Error("no error before it has run")
		}
		for range flow.Items() {
		}
		wantCounts(t, flow.Summary(), batch.Counts{Succeeded: 1, Failed: 2})
	})
}

func TestAnUnreadableRowTakesNobodysID(t *testing.T) {
	t.Parallel()
	var none *taxonomy.Error
	items := slices.Values([]batch.Input[string, int]{{Key: "line-2", Err: errors.New("ragged")}, {Key: "line-2", In: 1}, {Key: "x", Err: none}})
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, _ := batch.RunInputs(t.Context(), newExecutor(nil), f, items, nil)
	wantCounts(t, report.Summary, batch.Counts{Succeeded: 1, Failed: 2})
}

func TestWhatEndedBeforeTheGraceCounts(t *testing.T) {
	t.Parallel()
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			f := numbered(tool.Unsafe, func(context.Context, int) (string, error) {
				time.Sleep(time.Second)
				return "ok", nil
			})
			flow := batch.Stream(ctx, newExecutor(nil), f, upTo(4), &batch.Options{Concurrency: 4, Grace: time.Second})
			first := true
			for range flow.Items() {
				if first {
					first = false
					cancel()
					time.Sleep(time.Minute) // a consumer that is slow: the grace has long ended
				}
			}
			wantCounts(t, flow.Summary(), batch.Counts{Succeeded: 4})
		})
	}
}

func TestAContextThatEndedBeforeItBeganIsSeen(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		report, err := batch.Run(ctx, newExecutor(nil), f, upTo(3), nil)
		if report.Status != batch.StatusInterrupted || !errors.Is(err, context.Canceled) {
			t.Fatalf("status %s, error %v", report.Status, err)
		}
	}
}

// TestB10CountingKeys: keys that count up are kept as a span, and those that do
// not beside it.
func TestB10CountingKeys(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, keys := range [][]int{
		{0, 1, 2, 3},
		{5, 6, 7, 6, 8, 5},
		{3, 2, 1, 2},
		{1, 1, 1},
		{1, 3, 2, 3, 2},
		{7, 8, 10, 9, 11, 9},
		{-2, -1, 0, -1},
		{math.MaxInt, 1, math.MaxInt},
		rng.Perm(50), append(rng.Perm(20), rng.Perm(30)...),
	} {
		want := map[int]int{} // by position, where the id stood first
		first := map[int]int{}
		for i, k := range keys {
			if at, dup := first[k]; dup {
				want[i] = at
			} else {
				first[k] = i
			}
		}
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
		report, _ := batch.Run(t.Context(), newExecutor(nil), f, batch.Keyed(keys, func(k int) int { return k }), nil)
		got := map[int]int{}
		for _, item := range report.Items(batch.Failed) {
			got[item.Index], _ = item.Err.Context["first_index"].(int)
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v: duplicates %v, want %v", keys, got, want)
		}
	}
}
