package tooltest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

func spec() tool.Spec { return tool.Spec{Effect: tool.Idempotent} }

func call(ctx context.Context, s *tooltest.Tool, id string) error {
	_, err := s.Call(ctx, tooltest.Args(id))
	return err
}

var errBoom = errors.New("boom")

// TestSteps: every step does what it says, in the time that it says.
func TestSteps(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		step    tooltest.Step
		timeout time.Duration // of the context; 0: none
		want    func(error) bool
		commits int
		took    time.Duration
	}{
		{name: "zero", step: tooltest.Step{}, want: is(nil)},
		{name: "OK", step: tooltest.OK(), want: is(nil), commits: 1},
		{name: "Fail", step: tooltest.Fail(errBoom), want: is(errBoom)},
		{name: "Status", step: tooltest.Status(429, "Retry-After", "7", "X-A", "b"), want: func(err error) bool {
			e := taxonomy.Classify(err)
			return e.Code == taxonomy.CodeRateLimited && e.RetryAfter == 7*time.Second && e.Status() == 429
		}},
		{name: "Status of success", step: tooltest.Status(204), want: is(nil)},
		{name: "Reset", step: tooltest.Reset(), want: func(err error) bool {
			var u *url.Error
			e := taxonomy.Classify(err)
			return errors.As(err, &u) && errors.Is(err, io.ErrUnexpectedEOF) && e.Code == taxonomy.CodeConnectionReset && e.Applied == taxonomy.Unanswered
		}},
		{name: "CommitThen a lost reply", step: tooltest.CommitThen(tooltest.Reset()), want: is(io.ErrUnexpectedEOF), commits: 1},
		{name: "CommitThen OK commits once", step: tooltest.CommitThen(tooltest.OK()), want: is(nil), commits: 1},
		{name: "Hang", step: tooltest.Hang(), timeout: time.Second, want: is(context.DeadlineExceeded), took: time.Second},
		{name: "CommitThen Hang", step: tooltest.CommitThen(tooltest.Hang()), timeout: time.Second, want: is(context.DeadlineExceeded), commits: 1, took: time.Second},
		{name: "After", step: tooltest.After(3*time.Second, tooltest.OK()), want: is(nil), commits: 1, took: 3 * time.Second},
		{name: "After, a failure", step: tooltest.After(3*time.Second, tooltest.Fail(errBoom)), want: is(errBoom), took: 3 * time.Second},
		{name: "After, given up before", step: tooltest.After(3*time.Second, tooltest.OK()), timeout: time.Second, want: is(context.DeadlineExceeded), took: time.Second},
		{name: "CommitThen After, given up", step: tooltest.CommitThen(tooltest.After(3*time.Second, tooltest.OK())), timeout: time.Second, want: is(context.DeadlineExceeded), commits: 1, took: time.Second},
		{name: "Deaf", step: tooltest.Deaf(3*time.Second, tooltest.OK()), timeout: time.Second, want: is(nil), commits: 1, took: 3 * time.Second},
		{name: "Deaf, and then it listens", step: tooltest.Deaf(3*time.Second, tooltest.Hang()), timeout: time.Second, want: is(context.DeadlineExceeded), took: 3 * time.Second},
		{name: "zero, later", step: tooltest.After(time.Second, tooltest.Step{}), want: is(nil), took: time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := tooltest.New(spec(), tt.step)
				ctx, start := t.Context(), time.Now()
				if tt.timeout > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tt.timeout)
					defer cancel()
				}
				err := call(ctx, s, "1")
				if !tt.want(err) {
					t.Errorf("returned %v", err)
				}
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				if n := s.Commits("1"); n != tt.commits {
					t.Errorf("%d commits, want %d", n, tt.commits)
				}
				calls := s.Calls()
				if len(calls) != 1 || calls[0].Item != "1" || !errors.Is(calls[0].Err, err) || calls[0].End.Sub(calls[0].Start) != tt.took {
					t.Errorf("%+v", calls)
				}
				// The script has ended: OK.
				if err := call(t.Context(), s, "1"); err != nil || s.Commits("1") != tt.commits+1 {
					t.Errorf("after the script: %v", err)
				}
			})
		})
	}
}

func is(want error) func(error) bool {
	return func(err error) bool { return errors.Is(err, want) && (want != nil || err == nil) }
}

func TestPanicAndGoexit(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]tooltest.Step{"panic": tooltest.Panic(errBoom), "goexit": tooltest.Goexit(), "commit, panic": tooltest.CommitThen(tooltest.Panic(errBoom))} {
		s := tooltest.New(spec(), step)
		var recovered any
		returned := false
		var wg sync.WaitGroup
		wg.Go(func() {
			defer func() { recovered = recover() }()
			_ = call(t.Context(), s, "1")
			returned = true
		})
		wg.Wait()
		if returned || (recovered == any(errBoom)) != strings.HasSuffix(name, "panic") {
			t.Errorf("%s: returned %v, recovered %v", name, returned, recovered)
		}
		calls := s.Calls()
		if len(calls) != 1 || calls[0].Err == nil || !strings.Contains(calls[0].Err.Error(), "did not return") || calls[0].End.IsZero() {
			t.Errorf("%s: %+v", name, calls)
		}
		if err := call(t.Context(), s, "1"); err != nil || s.Overlapped() {
			t.Errorf("%s: %v, overlapped %v", name, err, s.Overlapped())
		}
	}
}

// TestScripts: items have scripts of their own, and there is one for the rest.
func TestScripts(t *testing.T) {
	t.Parallel()
	two := errors.New("two")
	s := tooltest.New(spec(), tooltest.Fail(errBoom)).Item("2", tooltest.Fail(two), tooltest.OK()).Rest(tooltest.Status(503))
	var got []string
	for _, id := range []string{"2", "1", "1", "2", "2", "3"} {
		err := call(t.Context(), s, id)
		switch {
		case err == nil:
			got = append(got, id+" ok")
		case errors.Is(err, errBoom), errors.Is(err, two):
			got = append(got, id+" "+err.Error())
		default:
			got = append(got, id+" "+string(taxonomy.Classify(err).Code))
		}
	}
	want := []string{"2 two", "1 boom", "1 UNAVAILABLE", "2 ok", "2 UNAVAILABLE", "3 UNAVAILABLE"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Spec().Name != "scripted" || s.Commits("2") != 1 || s.Commits("none") != 0 {
		t.Errorf("%s, %d commits", s.Spec().Name, s.Commits("2"))
	}
}

// TestItemIDs: an id is what was written, numbers too.
func TestItemIDs(t *testing.T) {
	t.Parallel()
	s := tooltest.New(spec())
	for _, args := range []string{`{"id":9007199254740993}`, `{"id":"00042"}`, `{"id":"a\"b"}`, `{"id":null}`, `{}`, `{"id":1.0}`} {
		if _, err := s.Call(t.Context(), json.RawMessage(args)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, c := range s.Calls() {
		got = append(got, c.Item)
	}
	if diff := cmp.Diff([]string{"9007199254740993", "00042", `a"b`, "", "", "1.0"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(tooltest.Args(`a"b`)); got != `{"id":"a\"b"}` {
		t.Errorf("%s", got)
	}
}

type info struct{}

func (info) Key() string   { return "key-1" }
func (info) Attempts() int { return 2 }

// TestRecord: what a call was, in the order in which calls began.
func TestRecord(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := tooltest.New(spec(), tooltest.After(2*time.Second, tooltest.OK()))
		args := json.RawMessage(`{"id":"1","x":1}`)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := s.Call(tool.WithCallInfo(t.Context(), info{}), args); err != nil {
				t.Error(err)
			}
		})
		<-time.After(time.Second)
		if c := s.Calls(); len(c) != 1 || !c[0].End.IsZero() || c[0].Key != "key-1" || c[0].Attempt != 2 || string(c[0].Args) != string(args) {
			t.Errorf("%+v", c)
		}
		if s.Overlapped() {
			t.Error("one call overlaps with itself")
		}
		if err := call(t.Context(), s, "2"); err != nil || s.Overlapped() {
			t.Errorf("two items may run at the same time: %v", err)
		}
		if err := call(t.Context(), s, "1"); err != nil || !s.Overlapped() {
			t.Errorf("two calls of one item overlapped: %v", err)
		}
		wg.Wait()
		calls := s.Calls()
		if len(calls) != 3 || calls[0].Item != "1" || calls[1].Item != "2" || calls[1].Key != "" || calls[1].Attempt != 0 {
			t.Errorf("%+v", calls)
		}
		calls[0].Item = "changed"
		if s.Calls()[0].Item != "1" {
			t.Error("Calls is not a copy")
		}
	})
}

func TestProbe(t *testing.T) {
	t.Parallel()
	s := tooltest.New(spec(), tooltest.CommitThen(tooltest.Reset()), tooltest.Reset()).WithProbe()
	for id, done := range map[string]bool{"1": true, "2": false} {
		if id == "1" {
			_ = call(t.Context(), s, id)
		}
		value, got, err := s.Probe(t.Context(), tooltest.Args(id))
		if err != nil || got != done || (string(value) == `{"done":true}`) != done {
			t.Errorf("%s: %s, %v, %v", id, value, got, err)
		}
	}
	if !tool.Bind(s, tooltest.Args("1")).CanProbe() || tool.Bind(tooltest.New(spec()), tooltest.Args("1")).CanProbe() {
		t.Error("CanProbe")
	}
	if len(s.Calls()) != 1 {
		t.Error("a probe is no call")
	}
}

func TestMistakesPanic(t *testing.T) {
	t.Parallel()
	odd := make([]string, 1)
	odd[0] = "Retry-After"
	for says, f := range map[string]func(){
		"Spec.Effect is not set":              func() { tooltest.New(tool.Spec{}) },
		"the header Retry-After has no value": func() { tooltest.Status(429, odd...) },
	} {
		func() {
			defer func() {
				if v, ok := recover().(string); !ok || !strings.Contains(v, says) {
					t.Errorf("%v does not say %q", v, says)
				}
			}()
			f()
		}()
	}
}

// TestConcurrent: many calls at once lose no commit.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	s := tooltest.New(spec())
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for range 10 {
				if err := call(t.Context(), s, "1"); err != nil {
					t.Error(err)
				}
				s.Item("2", tooltest.OK()).Rest(tooltest.OK())
			}
		})
	}
	wg.Wait()
	if s.Commits("1") != 200 || len(s.Calls()) != 200 {
		t.Errorf("%d commits, %d calls", s.Commits("1"), len(s.Calls()))
	}
}
