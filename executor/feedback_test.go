package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// told is a corrector that is told, and notes it.
type told struct {
	proposing
	seen []string
	then func()
}

func (f *told) Settled(t *correction.Trial) {
	text := fmt.Sprintf("%s %s by %s", t.Verdict, t.Correction.Patch[0].Path, t.Correction.By)
	if t.Err != nil {
		text += " after " + string(t.Err.Code)
	}
	if t.Req.Err.Code != taxonomy.CodeOutOfRange || t.Req.Spec == nil || t.Req.Schema == nil || !strings.Contains(string(t.Req.Args), "2020") {
		text += fmt.Sprintf("; request %s %s", t.Req.Args, t.Req.Err)
	}
	f.seen = append(f.seen, text)
	if f.then != nil {
		f.then()
	}
}

func TestCorrectorIsToldWhatCameOfIt(t *testing.T) {
	t.Parallel()
	refusedQty := func() tooltest.Step {
		e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "qty is none")
		e.Fields = []taxonomy.Field{{Path: "/qty"}}
		return tooltest.Fail(e)
	}
	for _, tt := range []struct {
		name  string
		steps []tooltest.Step
		want  []string
	}{
		{"success", nil, []string{"worked /date by llm"}},
		{"refused again", []tooltest.Step{refusedDate(), refusedDate()}, []string{"refused /date by llm after OUT_OF_RANGE", "refused /date by llm after OUT_OF_RANGE"}},
		{"refused elsewhere", []tooltest.Step{refusedQty()}, []string{"worked /date by llm after WRONG_TYPE"}},
		{"a conflict", []tooltest.Step{tooltest.Status(409)}, []string{"worked /date by llm after STATE_CONFLICT"}},
		{"no permission", []tooltest.Step{tooltest.Status(403)}, []string{"worked /date by llm after FORBIDDEN"}},
		{"busy, then success", []tooltest.Step{tooltest.Status(429)}, []string{"unclear /date by llm after RATE_LIMITED", "worked /date by llm"}},
		{"busy, then refused", []tooltest.Step{tooltest.Status(429), refusedDate()}, []string{"unclear /date by llm after RATE_LIMITED", "refused /date by llm after OUT_OF_RANGE"}},
		{"busy to the end", []tooltest.Step{tooltest.Status(429), tooltest.Status(429)}, []string{"unclear /date by llm after RATE_LIMITED"}},
		{"panic", []tooltest.Step{tooltest.Panic("boom")}, []string{"unclear /date by llm after PANIC"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := &told{proposing: proposing{args: []string{`{"id":"1","date":"2020-05-21"}`, `{"id":"1","date":"2026-05-22"}`}}}
				x := newExecutor(func(o *executor.Options) { o.Corrector = f })
				x.Call(t.Context(), dateTool(append([]tooltest.Step{refusedDate()}, tt.steps...)...), raw(`{"id":"1","date":"2020-05-20"}`))
				got := f.seen
				for i := 1; i < len(got); i++ { // unclear may be said more than once
					if got[i] == got[i-1] && strings.HasPrefix(got[i], "unclear") {
						got = append(got[:i], got[i+1:]...)
						i--
					}
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestToldAfterAJourneyThroughJSON: by another executor, of another corrector.
func TestToldAfterAJourneyThroughJSON(t *testing.T) {
	t.Parallel()
	for _, steps := range []int{1, 2} { // before the attempt, and after one that says nothing
		synctest.Test(t, func(t *testing.T) {
			s := dateTool(refusedDate(), tooltest.Status(429), refusedDate())
			first := &told{proposing: proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}}
			x := newExecutor(func(o *executor.Options) { o.Corrector = first })
			c := executor.NewCall(tool.Bind(s, raw(`{"id":"1","date":"2020-05-20"}`)), &executor.CallOptions{Item: "1"})
			for range steps {
				x.Step(t.Context(), c)
			}
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if c, err = executor.Restore(s, data, nil); err != nil {
				t.Fatal(err)
			}
			second := new(told)
			x = newExecutor(func(o *executor.Options) { o.Corrector = correction.Chain(correction.Rules(nil), second) })
			x.Settle(t.Context(), c)
			all := append(first.seen, second.seen...)
			if last := all[len(all)-1]; last != "refused /date by llm after OUT_OF_RANGE" || len(second.seen) == 0 {
				t.Errorf("told %q, then %q", first.seen, second.seen)
			}
			if data, err = json.Marshal(c); err != nil || strings.Contains(string(data), `"trial"`) {
				t.Errorf("%s, %v", data, err)
			}
		})
	}
}

// TestToldThatNothingComesOfIt: the caller stops the call while it waits.
func TestToldThatNothingComesOfIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &told{proposing: proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}}
		x := newExecutor(func(o *executor.Options) { o.Corrector = f })
		c := executor.NewCall(tool.Bind(dateTool(refusedDate()), raw(`{"id":"1","date":"2020-05-20"}`)), nil)
		x.Step(t.Context(), c)
		if len(f.seen) != 0 {
			t.Errorf("told %q before anything came of it", f.seen)
		}
		x.Stop(t.Context(), c, context.Canceled, "stopped")
		if len(f.seen) != 1 || !strings.HasPrefix(f.seen[0], "unclear /date by llm") {
			t.Errorf("told %q", f.seen)
		}
		if data, err := json.Marshal(c); err != nil || strings.Contains(string(data), `"trial"`) {
			t.Errorf("%s, %v", data, err)
		}
	})
}

// TestToldThatItWaits: the breaker opens between the correction and the attempt;
// nobody is to wait for as long as that takes.
func TestToldThatItWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &told{proposing: proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}}
		x := newExecutor(func(o *executor.Options) { o.Corrector, o.Breaker.Failures = f, 1 })
		s := dateTool(refusedDate(), tooltest.Status(503))
		c := executor.NewCall(tool.Bind(s, raw(`{"id":"1","date":"2020-05-20"}`)), &executor.CallOptions{Item: "1"})
		x.Step(t.Context(), c)
		x.Step(t.Context(), executor.NewCall(tool.Bind(s, raw(`{"id":"2","date":"2026-05-20"}`)), &executor.CallOptions{Item: "2"}))
		if v := x.Step(t.Context(), c); v.Settled != nil || c.Attempts() != 1 {
			t.Fatalf("%+v after %d attempts", v, c.Attempts())
		}
		if diff := cmp.Diff([]string{"unclear /date by llm after CIRCUIT_OPEN"}, f.seen); diff != "" {
			t.Error(diff)
		}
	})
}

// TestToldWhatTheProbeSays: it was done, so the arguments were right.
func TestToldWhatTheProbeSays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &told{proposing: proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}}
		x := newExecutor(func(o *executor.Options) { o.Corrector = f })
		sp := spec(tool.Unsafe)
		sp.Schema, sp.Target = raw(dateSchema), "id"
		_, res := x.Call(t.Context(), tooltest.New(sp, refusedDate(), tooltest.CommitThen(tooltest.Reset())).WithProbe(), raw(`{"id":"1","date":"2020-05-20"}`))
		if res.How != executor.ByProbe || f.seen[len(f.seen)-1] != "worked /date by llm" {
			t.Errorf("%s %s, told %q", res.Outcome, res.How, f.seen)
		}
	})
}

// TestToldOfWhatTheTypeRefuses: the schema allows it, the Go type does not.
func TestToldOfWhatTheTypeRefuses(t *testing.T) {
	t.Parallel()
	type in struct {
		ID   string `json:"id"`
		Date noon   `json:"date"`
	}
	f := tool.Must(tool.New(tool.Spec{Name: "set", Effect: tool.Idempotent, Target: "id", Schema: raw(dateSchema)},
		func(context.Context, in) (int, error) { return 1, nil }))
	c := &told{proposing: proposing{args: []string{`{"id":"1","date":"2020-05-13"}`}}}
	x := newExecutor(func(o *executor.Options) { o.Corrector = c })
	_, res := x.Call(t.Context(), f, raw(`{"id":"1","date":"2020"}`))
	if res.Outcome != executor.Failed || len(c.seen) != 1 || !strings.HasPrefix(c.seen[0], "refused /date by llm after ") {
		t.Errorf("%s, told %q", res.Reason, c.seen)
	}
}

// noon is a text that is no date with a 13.
type noon string

func (n *noon) UnmarshalText(text []byte) error {
	if strings.Contains(string(text), "13") {
		return errors.New("no 13")
	}
	*n = noon(text)
	return nil
}

func TestAToldCorrectorThatPanics(t *testing.T) {
	t.Parallel()
	f := &told{proposing: proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}, then: func() { panic("boom") }}
	x := newExecutor(func(o *executor.Options) { o.Corrector = f })
	_, res := x.Call(t.Context(), dateTool(refusedDate()), raw(`{"id":"1","date":"2020-05-20"}`))
	wantOutcome(t, res, executor.Succeeded, 2)
	if len(f.seen) != 1 {
		t.Errorf("told %q", f.seen)
	}
}

// TestALearnedRuleThatFailsIsReplaced within the same call: the tool refuses what
// the rule makes, and the model is asked.
func TestALearnedRuleThatFailsIsReplaced(t *testing.T) {
	t.Parallel()
	p := &proposing{args: []string{`{"id":"1","date":"2026-01-02"}`}}
	l := correction.Learn(p, &correction.LearnOptions{Rules: []correction.LearnedRule{
		{Tool: "set", Path: "/date", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
	}})
	x := newExecutor(func(o *executor.Options) { o.Corrector = l })
	start := time.Now()
	_, res := x.Call(t.Context(), dateTool(refusedDate()), raw(`{"id":"1","date":"01_02_2020"}`))
	wantOutcome(t, res, executor.Succeeded, 2)
	var by []string
	for _, c := range res.Corrections {
		by = append(by, c.By)
	}
	if diff := cmp.Diff([]string{"learned", "llm"}, by); diff != "" || len(l.Rules()) != 0 || time.Since(start) > 10*time.Second {
		t.Errorf("%s, rules %v", diff, l.Rules())
	}
}
