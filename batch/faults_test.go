package batch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func steady() float64 { return 0 }

func newExecutor(change func(*executor.Options)) *executor.Executor {
	o := executor.Options{Rand: steady}
	if change != nil {
		change(&o)
	}
	return executor.New(&o)
}

func status(code int, headers ...string) error {
	a := taxonomy.Answer{Status: code, Header: map[string][]string{}}
	for i := 0; i+1 < len(headers); i += 2 {
		a.Header.Set(headers[i], headers[i+1])
	}
	return taxonomy.FromAnswer(a)
}

// numbered is a tool over item numbers, which are its ids too.
func numbered(e tool.Effect, fn func(ctx context.Context, n int) (string, error)) *tool.Func[int, string] {
	return tool.Must(tool.New(tool.Spec{Name: "numbered", Effect: e}, fn))
}

// upTo yields 1..n, each under itself.
func upTo(n int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 1; i <= n; i++ {
			if !yield(i, i) {
				return
			}
		}
	}
}

func ids[Out any](r *batch.Report[int, Out], outcomes ...batch.Outcome) []int {
	var list []int
	for id := range r.Items(outcomes...) {
		list = append(list, id)
	}
	return list
}

// tally counts by name, from many goroutines.
type tally[K comparable] struct {
	mu sync.Mutex
	m  map[K]int
}

func (c *tally[K]) add(k K, n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[K]int{}
	}
	c.m[k] += n
	return c.m[k]
}

func wantCounts(t *testing.T, s *batch.Summary, want batch.Counts) {
	t.Helper()
	want.Read = want.Succeeded + want.Skipped + want.Failed + want.InDoubt + want.NotDone
	if s.Counts != want {
		t.Errorf("counts %+v, want %+v", s.Counts, want)
	}
	if !s.Counts.Balanced() {
		t.Errorf("the books do not balance: %+v", s.Counts)
	}
}

func wantIDs[Out any](t *testing.T, r *batch.Report[int, Out], o batch.Outcome, want ...int) {
	t.Helper()
	if got := ids(r, o); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", o, got, want)
	}
}

func TestB1NotAttemptedItemsAreNamed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := numbered(tool.Idempotent, func(_ context.Context, n int) (string, error) {
			if n == 3 {
				return "", status(403)
			}
			return "ok", nil
		})
		report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(10), &batch.Options{Concurrency: 1})
		wantCounts(t, report.Summary, batch.Counts{Succeeded: 2, Failed: 1, NotDone: 7})
		wantIDs(t, report, batch.NotDone, 4, 5, 6, 7, 8, 9, 10)
		for id, item := range report.Items(batch.NotDone) {
			if item.Reason != "the batch had stopped at 3" || item.Err.Applied != taxonomy.No || item.Attempts != 0 {
				t.Errorf("item %d: %q, applied %s, %d attempts", id, item.Reason, item.Err.Applied, item.Attempts)
			}
		}
		if !errors.Is(err, batch.ErrAborted) {
			t.Errorf("%v is not ErrAborted", err)
		}
		if report.Status != batch.StatusAborted || report.Abort == nil || report.Abort.Item != "3" ||
			report.Abort.Reason != "permission" || report.Abort.Err.Code != taxonomy.CodeForbidden || report.Abort.Index != 2 {
			t.Errorf("status %s, abort %+v", report.Status, report.Abort)
		}
		if !report.SourceExhausted {
			t.Error("the rest of the input was not read")
		}
	})
}

func TestB2AllFailedIsNoSuccess(t *testing.T) {
	t.Parallel()
	fail := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "", status(404) })
	for n, want := range map[int]batch.Status{0: batch.StatusEmpty, 1: batch.StatusFailed, 256: batch.StatusFailed} {
		report, err := batch.Run(t.Context(), newExecutor(nil), fail, upTo(n), nil)
		if report.Status != want {
			t.Errorf("%d items: status %s, want %s", n, report.Status, want)
		}
		var incomplete *batch.IncompleteError
		if n > 0 && !errors.As(err, &incomplete) || n == 0 && err != nil {
			t.Errorf("%d items: error %v", n, err)
		}
		wantCounts(t, report.Summary, batch.Counts{Failed: n})
	}
}

func TestB2OneFailureIsPartial(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(_ context.Context, n int) (string, error) {
		if n == 2 {
			return "", status(423)
		}
		return "ok", nil
	})
	report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(3), nil)
	wantCounts(t, report.Summary, batch.Counts{Succeeded: 2, Skipped: 1})
	if report.Status != batch.StatusPartial || err == nil {
		t.Errorf("status %s, error %v", report.Status, err)
	}
	if want := "numbered: 3 items = 2 succeeded + 1 skipped + 0 failed + 0 in doubt + 0 not done"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestB3AbortWaitsForWhatRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := numbered(tool.Unsafe, func(_ context.Context, n int) (string, error) {
			if n == 1 {
				time.Sleep(10 * time.Millisecond)
				return "", status(403)
			}
			time.Sleep(200 * time.Millisecond)
			return "ok", nil
		})
		start := time.Now()
		report, _ := batch.Run(t.Context(), newExecutor(nil), f, upTo(10), &batch.Options{Concurrency: 4, Grace: time.Millisecond})
		if took := time.Since(start); took != 200*time.Millisecond {
			t.Errorf("took %s: abort is to wait for what runs, whatever the grace", took)
		}
		wantIDs(t, report, batch.Succeeded, 2, 3, 4)
		wantIDs(t, report, batch.NotDone, 5, 6, 7, 8, 9, 10)
		if report.Calls != 4 {
			t.Errorf("%d calls, want 4", report.Calls)
		}
	})
}

func TestB4ResultsBelongToTheirInputs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var failed atomic.Bool
		const n = 8
		f := numbered(tool.Idempotent, func(_ context.Context, i int) (string, error) {
			time.Sleep(time.Duration(n-i) * time.Second) // the last is done first
			if i == 1 && !failed.Swap(true) {
				return "", status(503)
			}
			return fmt.Sprint("out ", i), nil
		})
		report, err := batch.Run(t.Context(), newExecutor(nil), f, upTo(n), &batch.Options{Concurrency: n})
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for id, item := range report.Items() {
			i++
			if id != i || item.Index != i-1 || item.Value != fmt.Sprint("out ", i) || item.ID != strconv.Itoa(i) {
				t.Errorf("position %d holds item %d: %+v", i, id, item)
			}
		}
	})
}

func TestB5OurOwnStopIsNoFailure(t *testing.T) {
	t.Parallel()
	for effect, cut := range map[tool.Effect]batch.Outcome{tool.Idempotent: batch.InDoubt, tool.ReadOnly: batch.NotDone} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			f := numbered(effect, func(ctx context.Context, n int) (string, error) {
				switch n {
				case 1: // stopped in backoff after a refusal
					return "", status(429, "Retry-After", "60")
				case 2: // sent, and cut by us
					<-ctx.Done()
					return "", ctx.Err()
				}
				return "ok", nil
			})
			time.AfterFunc(time.Second, cancel)
			report, err := batch.Run(ctx, newExecutor(nil), f, upTo(3), nil)
			got := maps.Collect(report.Items())
			if got[1].Outcome != batch.NotDone || got[1].Err.Code != taxonomy.CodeRateLimited || got[1].Attempts != 1 {
				t.Errorf("%s: stopped in backoff: %s, %v", effect, got[1].Outcome, got[1].Err)
			}
			if got[2].Outcome != cut {
				t.Errorf("%s: cut while sent: %s, want %s", effect, got[2].Outcome, cut)
			}
			if got[3].Outcome != batch.Succeeded {
				t.Errorf("%s: item 3: %s", effect, got[3].Outcome)
			}
			if report.Status != batch.StatusInterrupted || !errors.Is(err, context.Canceled) || errors.Is(err, batch.ErrAborted) {
				t.Errorf("status %s, error %v", report.Status, err)
			}
		})
	}
}

func TestB6CancelDoesNotDeadlock(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		grace time.Duration
		took  time.Duration
		want  batch.Outcome
	}{
		{"waits for a deaf tool", time.Second, 500 * time.Millisecond, batch.Succeeded},
		{"leaves it behind when the grace ends", 200 * time.Millisecond, 300 * time.Millisecond, batch.InDoubt},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(100*time.Millisecond, cancel)
				f := numbered(tool.Idempotent, func(context.Context, int) (string, error) {
					time.Sleep(500 * time.Millisecond) // deaf
					return "ok", nil
				})
				start := time.Now()
				report, _ := batch.Run(ctx, newExecutor(nil), f, upTo(2), &batch.Options{Concurrency: 1, Grace: tt.grace})
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				wantIDs(t, report, tt.want, 1)
				wantIDs(t, report, batch.NotDone, 2)
				time.Sleep(time.Second) // whoever was left behind ends
			})
		})
	}
}

func TestB7BackoffHoldsNoWorker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls tally[int]
		f := numbered(tool.Idempotent, func(_ context.Context, n int) (string, error) {
			if n <= 2 && calls.add(n, 1) == 1 {
				return "", status(429, "Retry-After", "60")
			}
			return "ok", nil
		})
		start := time.Now()
		var fast time.Duration
		flow := batch.Stream(t.Context(), newExecutor(nil), f, upTo(102), &batch.Options{Concurrency: 2})
		seen := 0
		for range flow.Items() {
			if seen++; seen == 100 {
				fast = time.Since(start)
			}
		}
		if fast != 0 {
			t.Errorf("the hundred fast ones took %s", fast)
		}
		if took := time.Since(start); took != time.Minute || flow.Err() != nil {
			t.Errorf("took %s, error %v", took, flow.Err())
		}
	})
}

func TestB10DuplicatesAreReportedAndNotCalled(t *testing.T) {
	t.Parallel()
	type change struct{ id, date string }
	list := []change{{"a", "1"}, {"b", "1"}, {"a", "1"}, {"a", "2"}, {"c", "1"}}
	for skipped, want := range map[bool]batch.Outcome{false: batch.Failed, true: batch.Skipped} {
		var calls tally[string]
		f := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Idempotent}, func(_ context.Context, c change) (string, error) {
			calls.add(c.id, 1)
			return c.date, nil
		}))
		report, err := batch.Run(t.Context(), newExecutor(nil), f, batch.Keyed(list, func(c change) string { return c.id }),
			&batch.Options{Concurrency: 1, DuplicatesSkipped: skipped})
		if err == nil {
			t.Error("no error")
		}
		var got []string
		for id, item := range report.Items(want) {
			got = append(got, fmt.Sprintf("%s at %d: %s", id, item.Index, item.Err.Message))
			if item.Err.Code != taxonomy.CodeDuplicateID || item.Err.Applied != taxonomy.No || item.Attempts != 0 {
				t.Errorf("%+v", item.Err)
			}
		}
		wanted := []string{
			"a at 2: id a stands at position 1 and again at position 3; the second is not called",
			"a at 3: id a stands at position 1 and again at position 4; the second is not called",
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("got %q, want %q", got, wanted)
		}
		if n := calls.add("a", 0); n != 1 || report.Counts.Succeeded != 3 {
			t.Errorf("a was called %d times, %d succeeded", n, report.Counts.Succeeded)
		}
	}
}

// TestB10DuplicatesNameTheirLines where the input has lines, as people look them
// up.
func TestB10DuplicatesNameTheirLines(t *testing.T) {
	t.Parallel()
	f := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Idempotent}, func(_ context.Context, id string) (string, error) { return id, nil }))
	report, _ := batch.RunInputs(t.Context(), newExecutor(nil), f, func(yield func(batch.Input[string, string]) bool) {
		_ = yield(batch.Input[string, string]{Key: "a", In: "a", Line: 2}) && yield(batch.Input[string, string]{Key: "a", In: "a", Line: 5})
	}, nil)
	for _, item := range report.Items(batch.Failed) {
		if want := "id a stands on line 2 and again on line 5; the second is not called"; item.Err.Message != want {
			t.Errorf("says %q, want %q", item.Err.Message, want)
		}
	}
	if report.Counts.Failed != 1 {
		t.Errorf("counts %+v", report.Counts)
	}
}

func TestB10StreamNeverRunsAnIDTwiceAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running tally[string]
		f := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Idempotent}, func(_ context.Context, id string) (string, error) {
			if running.add(id, 1) > 1 {
				t.Errorf("%s runs twice at a time", id)
			}
			time.Sleep(time.Second)
			running.add(id, -1)
			return "", nil
		}))
		list := []string{"a", "a", "b", "c"}
		flow := batch.Stream(t.Context(), newExecutor(nil), f, batch.Keyed(list, func(s string) string { return s }), &batch.Options{Concurrency: 4})
		for range flow.Items() {
		}
		wantCounts(t, flow.Summary(), batch.Counts{Succeeded: 3, Failed: 1})
	})
}

func TestB13InputIsReadLazily(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var read, done, worst atomic.Int64
		const concurrency = 3
		items := func(yield func(int, int) bool) {
			for i := range 1000 {
				worst.Store(max(worst.Load(), read.Add(1)-done.Load()))
				if !yield(i, i) {
					return
				}
			}
		}
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) {
			time.Sleep(time.Second)
			return "ok", nil
		})
		flow := batch.Stream(t.Context(), newExecutor(nil), f, items, &batch.Options{Concurrency: concurrency})
		for range flow.Items() {
			done.Add(1)
		}
		// Those that run, as many in the channel, and one in the reader's hand.
		if n := worst.Load(); n > 2*concurrency+1 {
			t.Errorf("%d items read ahead, want at most %d", n, 2*concurrency+1)
		}
		wantCounts(t, flow.Summary(), batch.Counts{Succeeded: 1000})
	})
}

// TestAStopComesBeforeAnythingIsDispatched: what was asked to stop while input
// lies ready sends nothing more. The body of a loop over a Flow runs between two
// dispatches.
func TestAStopComesBeforeAnythingIsDispatched(t *testing.T) {
	t.Parallel()
	for name, with := range map[string]func(stop chan struct{}, cancel context.CancelFunc){
		"a soft stop":      func(stop chan struct{}, _ context.CancelFunc) { close(stop) },
		"the caller's end": func(_ chan struct{}, cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				stop := make(chan struct{})
				calls := 0
				f := numbered(tool.Idempotent, func(context.Context, int) (string, error) {
					calls++
					return "ok", nil
				})
				flow := batch.Stream(ctx, nil, f, upTo(20), &batch.Options{Concurrency: 1, Stop: stop})
				seen := 0
				for range flow.Items() {
					if seen++; seen == 1 {
						synctest.Wait() // input lies ready
						with(stop, cancel)
					}
				}
				if calls != 1 || seen != 20 {
					t.Errorf("%d calls, %d items", calls, seen)
				}
			})
		})
	}
}
