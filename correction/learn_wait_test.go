package correction_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// slowly translates hoch to high, one second a time, and counts who is with it
// at the same time.
type slowly struct {
	asked, now, most atomic.Int64
	answer           func(n int64) (*correction.Proposal, error) // nil: the translation
}

func (s *slowly) Correct(ctx context.Context, req *correction.Request) (*correction.Proposal, error) {
	n := s.asked.Add(1)
	now := s.now.Add(1)
	defer s.now.Add(-1)
	s.most.Store(max(s.most.Load(), now))
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.answer != nil {
		return s.answer(n)
	}
	return &correction.Proposal{By: "llm", Args: json.RawMessage(strings.ReplaceAll(string(req.Args), "hoch", "high"))}, nil
}

// hoch is call number i, whose prio is hoch.
func hoch(t *testing.T, s *tool.Schema, i int) *correction.Request {
	t.Helper()
	return refusedBy(t, s, fmt.Sprintf(`{"order_id":"%d","prio":"hoch"}`, i))
}

// asking starts n requests and returns what they come to, in the order of their
// end, each with the time it took.
func asking(t *testing.T, l *correction.Learner, s *tool.Schema, n int, settle correction.Verdict) []string {
	t.Helper()
	var mu sync.Mutex
	var all []string
	var group sync.WaitGroup
	start := time.Now()
	for i := range n {
		req := hoch(t, s, i)
		group.Go(func() {
			p, err := l.Correct(t.Context(), req)
			text := "nothing"
			switch {
			case err != nil:
				text = err.Error()
			case p != nil:
				text = p.By
			}
			mu.Lock()
			all = append(all, fmt.Sprintf("%s %s", time.Since(start), text))
			mu.Unlock()
			if p == nil || p.Args == nil {
				return
			}
			patch, err := correction.Guard(req, p)
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(time.Second) // the attempt
			l.Settled(&correction.Trial{Req: req, Correction: &correction.Correction{By: p.By, Patch: patch}, Verdict: settle})
		})
	}
	group.Wait()
	return all
}

func count(all []string, what string) (n int) {
	for _, s := range all {
		if s == what {
			n++
		}
	}
	return n
}

// TestOneCorrectionIsInFlight: until it was tried out, the others wait; the
// second is asked for by one of them alone.
func TestOneCorrectionIsInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		model := new(slowly)
		l := correction.Learn(model, nil)
		all := asking(t, l, compile(t, learnSchema), 8, correction.Worked)
		if model.asked.Load() != 2 || model.most.Load() != 1 || count(all, "1s llm") != 1 || count(all, "3s llm") != 1 || count(all, "4s learned") != 6 {
			t.Errorf("asked %d, at once %d: %q", model.asked.Load(), model.most.Load(), all)
		}
	})
}

// TestNobodyWaitsInVain: where corrections come to nothing, all ask at once
// after a while.
func TestNobodyWaitsInVain(t *testing.T) {
	t.Parallel()
	refused := func(int64) (*correction.Proposal, error) {
		return &correction.Proposal{By: "llm", Args: json.RawMessage(`{"order_id":"no","prio":"high"}`)}, nil
	}
	for name, tt := range map[string]struct {
		answer func(int64) (*correction.Proposal, error)
		settle correction.Verdict
		want   map[string]int
	}{
		"no answer":              {func(int64) (*correction.Proposal, error) { return nil, nil }, 0, map[string]int{"1s nothing": 1, "2s nothing": 1, "3s nothing": 6}}, //nolint:nilnil // it cannot
		"a reason":               {func(int64) (*correction.Proposal, error) { return &correction.Proposal{Reason: "why"}, nil }, 0, map[string]int{"3s ": 6}},
		"an error":               {func(int64) (*correction.Proposal, error) { return nil, errDown }, 0, map[string]int{"3s " + errDown.Error(): 6}},
		"what the guard refuses": {refused, -0, map[string]int{"3s llm": 6}},
		"refused by the tool":    {nil, correction.Refused, map[string]int{"1s llm": 1, "3s llm": 1, "5s llm": 6}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				model := &slowly{answer: tt.answer}
				l := correction.Learn(model, nil)
				if name == "what the guard refuses" {
					// Nobody executes it, so that nobody can be told.
					s := compile(t, learnSchema)
					start := time.Now()
					var group sync.WaitGroup
					for i := range 8 {
						req := hoch(t, s, i)
						group.Go(func() {
							if p, err := l.Correct(t.Context(), req); p == nil || err != nil {
								t.Error(p, err)
							}
						})
					}
					group.Wait()
					if took := time.Since(start); took != 3*time.Second {
						t.Errorf("took %s", took)
					}
					return
				}
				all := asking(t, l, compile(t, learnSchema), 8, tt.settle)
				for what, n := range tt.want {
					if count(all, what) != n {
						t.Errorf("%q", all)
					}
				}
			})
		})
	}
}

// TestNobodyTellsTheLearner: somebody uses it without an executor. The others
// wait for a minute, and not each of them for another.
func TestNobodyTellsTheLearner(t *testing.T) {
	t.Parallel()
	for _, wait := range []time.Duration{0, 10 * time.Second, -1} {
		synctest.Test(t, func(t *testing.T) {
			model := new(slowly)
			l := correction.Learn(model, &correction.LearnOptions{Wait: wait})
			s := compile(t, learnSchema)
			var group sync.WaitGroup
			start := time.Now()
			for i := range 50 {
				req := hoch(t, s, i)
				group.Go(func() {
					if p, err := l.Correct(t.Context(), req); p == nil || err != nil {
						t.Error(p, err)
					}
				})
			}
			group.Wait()
			want := map[time.Duration]time.Duration{0: 61 * time.Second, 10 * time.Second: 11 * time.Second, -1: time.Second}[wait]
			if took := time.Since(start); took != want {
				t.Errorf("with %s it took %s", wait, took)
			}
		})
	}
}

// TestOneWaitsForAllTheOthers: who comes after somebody has waited in vain does
// not wait for the same again.
func TestOneWaitsForAllTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := correction.Learn(new(slowly), nil)
		s := compile(t, learnSchema)
		for i, want := range []time.Duration{time.Second, 61 * time.Second, time.Second, 61 * time.Second, time.Second, time.Second} {
			start := time.Now()
			if p, err := l.Correct(t.Context(), hoch(t, s, i)); p == nil || err != nil || time.Since(start) != want {
				t.Errorf("request %d: %v, %v after %s", i, p, err, time.Since(start))
			}
		}
	})
}

// TestWaitingEndsWithItsContext, and leaves nothing behind: synctest would
// report a goroutine that is left.
func TestWaitingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		model := new(slowly)
		l := correction.Learn(model, nil)
		s := compile(t, learnSchema)
		owner, stopOwner := context.WithCancel(t.Context())
		waiter, stopWaiter := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer stopWaiter()
		var group sync.WaitGroup
		first, second, third := hoch(t, s, 1), hoch(t, s, 2), hoch(t, s, 3)
		group.Go(func() {
			if p, err := l.Correct(owner, first); p != nil || !errors.Is(err, context.Canceled) {
				t.Error(p, err)
			}
		})
		synctest.Wait()
		start := time.Now()
		if p, err := l.Correct(waiter, second); p != nil || !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 100*time.Millisecond {
			t.Errorf("%v, %v after %s", p, err, time.Since(start))
		}
		group.Go(func() { // goes on when the owner is gone
			if p, err := l.Correct(t.Context(), third); p == nil || err != nil || time.Since(start) != 1100*time.Millisecond {
				t.Errorf("%v, %v after %s", p, err, time.Since(start))
			}
		})
		synctest.Wait()
		stopOwner()
		group.Wait()
	})
}

// TestAModelThatPanics or ends its goroutine holds nobody up.
func TestAModelThatPanics(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){"panic": func() { panic("boom") }, "goexit": runtime.Goexit} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			l := correction.Learn(correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
				if n++; n == 1 {
					f()
				}
				return nil, errDown
			}), nil)
			req := hoch(t, compile(t, learnSchema), 1)
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				defer func() { _ = recover() }()
				_, _ = l.Correct(t.Context(), req)
			}()
			<-ended
			start := time.Now()
			if _, err := l.Correct(t.Context(), req); !errors.Is(err, errDown) || time.Since(start) != 0 {
				t.Errorf("%s: %v after %s", name, err, time.Since(start))
			}
		})
	}
}

// TestDifferentComplaintsDoNotWait for each other; one that shares a complaint
// does.
func TestDifferentComplaintsDoNotWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		model := &slowly{answer: func(int64) (*correction.Proposal, error) { return nil, nil }} //nolint:nilnil // it cannot
		l := correction.Learn(model, nil)
		s := compile(t, learnSchema)
		var group sync.WaitGroup
		start := time.Now()
		for args, want := range map[string]time.Duration{
			`{"order_id":"1","prio":"hoch"}`:                                 time.Second,
			`{"order_id":"1","deadline":"soon"}`:                             time.Second,
			`{"order_id":"1","prio":7,"amount":"x"}`:                         2 * time.Second,
			`{"order_id":"1","items":[{},{"due":"x"}],"express":"x"}`:        time.Second,
			`{"order_id":"1","items":[{"due":"x"}],"level":"x"}`:             2 * time.Second,
			`{"order_id":"1","items":[{"due":7}],"recipient":"x","order":1}`: time.Second,
		} {
			req := refusedBy(t, s, args)
			first := want == time.Second
			if first {
				group.Go(func() { _, _ = l.Correct(t.Context(), req) })
				continue
			}
			group.Go(func() {
				time.Sleep(time.Millisecond) // after the others
				if _, err := l.Correct(t.Context(), req); err != nil || time.Since(start) != want {
					t.Errorf("%s: %v after %s", args, err, time.Since(start))
				}
			})
		}
		group.Wait()
		if model.most.Load() != 4 {
			t.Errorf("%d at once", model.most.Load())
		}
	})
}

// TestWaitersNeverHoldAllWorkers: the call whose correction they wait for goes
// on before any that are ready, however few workers there are.
func TestWaitersNeverHoldAllWorkers(t *testing.T) {
	t.Parallel()
	for _, concurrency := range []int{1, 2, 8} {
		synctest.Test(t, func(t *testing.T) {
			model := new(slowly)
			var first sync.Map
			set := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Idempotent, Target: "order_id", Schema: json.RawMessage(openSchema)},
				func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
					if _, again := first.LoadOrStore(string(args), true); !again && strings.Contains(string(args), "hoch") {
						return nil, taxonomy.NotSent(taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "later")) // all come back at once
					}
					if strings.Contains(string(args), "hoch") {
						e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeOutOfRange, "no")
						e.Fields = []taxonomy.Field{{Path: "/prio"}}
						return nil, e
					}
					return json.RawMessage(`1`), nil
				}))
			x := executor.New(&executor.Options{Corrector: correction.Learn(model, nil), Rand: func() float64 { return 0 }, Breaker: executor.Breaker{Failures: -1}})
			items := func(yield func(string, json.RawMessage) bool) {
				for i := range 20 {
					if id := strconv.Itoa(i); !yield(id, json.RawMessage(`{"order_id":"`+id+`","prio":"hoch"}`)) {
						return
					}
				}
			}
			start := time.Now()
			report, err := batch.Run(t.Context(), x, set, items, &batch.Options{Concurrency: concurrency})
			if err != nil || report.Counts.Succeeded != 20 {
				t.Error(err)
			}
			if took := time.Since(start); took >= 30*time.Second {
				t.Errorf("concurrency %d: it took %s, so that somebody waited for nothing", concurrency, took)
			}
		})
	}
}
