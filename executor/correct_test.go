package executor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
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

const dateSchema = `{"type":"object","required":["id","date"],"properties":{
	"id":{"type":"string"},"date":{"type":"string","format":"date"},"qty":{"type":"integer"}}}`

func dateTool(steps ...tooltest.Step) *tooltest.Tool {
	s := spec(tool.Idempotent)
	s.Schema, s.Target = raw(dateSchema), "id"
	return tooltest.New(s, steps...)
}

// proposing answers with one proposal after the other, and counts.
type proposing struct {
	args  []string
	err   error
	asked []*correction.Request
}

func (p *proposing) Correct(_ context.Context, r *correction.Request) (*correction.Proposal, error) {
	p.asked = append(p.asked, r)
	if p.err != nil || len(p.args) == 0 {
		return nil, p.err
	}
	args := p.args[0]
	p.args = p.args[1:]
	return &correction.Proposal{Args: raw(args), By: "llm", Reason: "because"}, nil
}

func TestCorrectedBeforeSending(t *testing.T) {
	t.Parallel()
	s := dateTool()
	x := newExecutor(func(o *executor.Options) { o.Corrector = correction.Rules(nil) })
	_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"20/5/2026"}`))
	wantOutcome(t, res, executor.Succeeded, 1)
	if res.How != executor.AfterCorrection {
		t.Errorf("how %s", res.How)
	}
	want := []correction.Correction{{
		By: "rule", Reason: res.Corrections[0].Reason,
		Patch: []correction.Change{{Op: "replace", Path: "/date", From: raw(`"20/5/2026"`), Value: raw(`"2026-05-20"`)}},
	}}
	if diff := cmp.Diff(want, res.Corrections); diff != "" {
		t.Errorf("corrections (-want +got):\n%s", diff)
	}
	if got := string(s.Calls()[0].Args); !strings.Contains(got, "2026-05-20") {
		t.Errorf("the tool got %s", got)
	}
	if len(res.Failures) != 1 || res.Failures[0].Attempt != 0 || res.Failures[0].Err.Code != taxonomy.CodeInvalidFormat {
		t.Errorf("failures %+v", res.Failures)
	}
}

// TestCannotBeCorrected: why it cannot is kept for people, and is a suggestion
// for whoever corrects it instead.
func TestCannotBeCorrected(t *testing.T) {
	t.Parallel()
	s := dateTool()
	var note string
	x := newExecutor(func(o *executor.Options) {
		o.Corrector = correction.Rules(nil)
		o.Observers = []executor.Observer{executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
			if e.Kind == executor.NotCorrected {
				note = e.Note
			}
		})}
	})
	_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"03/04/2026"}`))
	wantOutcome(t, res, executor.Failed, 0)
	const why = `date: "03/04/2026" can be 2026-04-03 (day first) or 2026-03-04 (month first)`
	if note != "not corrected: "+why || res.Reason != note || !slices.Contains(res.Err.Suggestions, why) || res.Err.Code != taxonomy.CodeInvalidFormat {
		t.Errorf("note %q, reason %q, %+v", note, res.Reason, res.Err)
	}
}

// TestB5StoppedWhileCorrecting: an item whose correction is cut off is not done,
// and not failed: it might have been corrected.
func TestB5StoppedWhileCorrecting(t *testing.T) {
	t.Parallel()
	asking := make(chan struct{})
	model := correction.CorrectorFunc(func(ctx context.Context, _ *correction.Request) (*correction.Proposal, error) {
		close(asking)
		<-ctx.Done()
		return nil, fmt.Errorf("the model: %w", ctx.Err())
	})
	x := newExecutor(func(o *executor.Options) { o.Corrector = correction.Chain(correction.Rules(nil), model) })
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asking; cancel() }()
	s := dateTool()
	_, res := x.Call(ctx, s, raw(`{"id":"1","date":"03/04/2026"}`)) // of which the rules have something to say
	wantOutcome(t, res, executor.NotDone, 0)
	if res.Err.Code != taxonomy.CodeInvalidFormat || len(s.Calls()) != 0 || !strings.Contains(res.Reason, "stopped by the caller") {
		t.Errorf("%+v, reason %q", res.Err, res.Reason)
	}
}

func refusedDate() tooltest.Step {
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeOutOfRange, "date is in the past")
	e.Fields = []taxonomy.Field{{Path: "/date", Message: "is in the past"}}
	return tooltest.Fail(e)
}

func TestCorrectedAfterTheToolRefused(t *testing.T) {
	t.Parallel()
	s := dateTool(refusedDate())
	p := &proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}
	x := newExecutor(func(o *executor.Options) { o.Corrector = p })
	_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"2020-05-20"}`))
	wantOutcome(t, res, executor.Succeeded, 2)
	if res.How != executor.AfterCorrection || res.Corrections[0].Sent != 1 || res.Corrections[0].Reason != "because" {
		t.Errorf("how %s, corrections %+v", res.How, res.Corrections)
	}
	calls := s.Calls()
	wantKeys(t, calls, 2) // other arguments are another call
	if calls[1].Attempt != 2 {
		t.Errorf("attempt %d", calls[1].Attempt)
	}
	r := p.asked[0]
	if string(r.Args) != `{"id":"1","date":"2020-05-20"}` || r.Err.Code != taxonomy.CodeOutOfRange || len(r.Tried) != 1 || r.Doubt || r.Spec.Name != "set" || r.Schema == nil {
		t.Errorf("request %+v", r)
	}
}

func TestA5WhatTheGuardRefusesIsNotExecuted(t *testing.T) {
	t.Parallel()
	for name, proposal := range map[string]string{
		"another record":         `{"id":"2","date":"2026-05-20"}`,
		"a field nobody named":   `{"id":"1","date":"2020-05-20","qty":7}`,
		"the same again":         `{"id":"1","date":"2020-05-20"}`,
		"against the schema":     `{"id":"1","date":"tomorrow"}`,
		"no JSON":                `{"id":"1","date":`,
		"a field nobody knows":   `{"id":"1","date":"2026-05-20","to":"x"}`,
		"another type of answer": `null`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := dateTool(refusedDate())
			var notes []string
			x := newExecutor(func(o *executor.Options) {
				o.Corrector = &proposing{args: []string{proposal}}
				o.Observers = []executor.Observer{executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
					if e.Kind == executor.NotCorrected {
						notes = append(notes, e.Note)
					}
				})}
			})
			_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"2020-05-20"}`))
			wantOutcome(t, res, executor.Failed, 1)
			if res.Err.Code != taxonomy.CodeOutOfRange || !strings.HasPrefix(res.Reason, "not corrected: ") || len(res.Corrections) != 0 {
				t.Errorf("%s, reason %q, corrections %v", res.Err, res.Reason, res.Corrections)
			}
			if len(notes) != 1 || notes[0] != res.Reason {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

func TestA6CorrectionIsBounded(t *testing.T) {
	t.Parallel()
	s := dateTool().Rest(refusedDate())
	p := &proposing{args: []string{
		`{"id":"1","date":"2026-05-21"}`, `{"id":"1","date":"2026-05-22"}`, `{"id":"1","date":"2026-05-23"}`, `{"id":"1","date":"2026-05-24"}`,
	}}
	x := newExecutor(func(o *executor.Options) { o.Corrector = p })
	_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"2020-05-20"}`))
	wantOutcome(t, res, executor.Failed, 3)
	if len(p.asked) != 2 || len(res.Corrections) != 2 || len(p.asked[1].Tried) != 2 {
		t.Errorf("asked %d times, %d corrections", len(p.asked), len(res.Corrections))
	}
	if res.Err.Code != taxonomy.CodeOutOfRange {
		t.Errorf("the last real error is %s", res.Err)
	}
}

func TestA6ACorrectorThatFails(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*proposing{"with an error": {err: errors.New("model is down")}, "with nothing": {}} {
		s := dateTool(refusedDate())
		_, res := newExecutor(func(o *executor.Options) { o.Corrector = p }).Call(t.Context(), s, raw(`{"id":"1","date":"2020-05-20"}`))
		wantOutcome(t, res, executor.Failed, 1)
		if p.err != nil && res.Reason != "not corrected: model is down" || p.err == nil && res.Reason != "" {
			t.Errorf("%s: reason %q", name, res.Reason)
		}
	}
}

func TestMayChangeNarrows(t *testing.T) {
	t.Parallel()
	for may, want := range map[string]executor.Outcome{"date": executor.Succeeded, "qty": executor.Failed} {
		s := dateTool(refusedDate())
		x := newExecutor(func(o *executor.Options) {
			o.Corrector = &proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}
			o.MayChange = []string{may}
		})
		_, res := x.Call(t.Context(), s, raw(`{"id":"1","date":"2020-05-20"}`))
		if res.Outcome != want {
			t.Errorf("may change %s: %s, %s", may, res.Outcome, res.Reason)
		}
	}
}

func TestCorrectionsSurviveAJourneyThroughJSON(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := dateTool(refusedDate(), tooltest.Status(503))
		p := &proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}
		x := newExecutor(func(o *executor.Options) { o.Corrector = p })
		c := executor.NewCall(tool.Bind(s, raw(`{"id":"1","date":"2020-05-20"}`)), &executor.CallOptions{Item: "1"})
		x.Step(t.Context(), c)
		x.Step(t.Context(), c)
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = executor.Restore(s, data, nil); err != nil {
			t.Fatal(err)
		}
		res := x.Settle(t.Context(), c)
		wantOutcome(t, res, executor.Succeeded, 3)
		if len(res.Corrections) != 1 || res.How != executor.AfterCorrection {
			t.Errorf("how %s, corrections %+v", res.How, res.Corrections)
		}
		calls := s.Calls()
		if calls[1].Key != calls[2].Key || calls[0].Key == calls[1].Key {
			t.Error("the corrected call changed its key on the way")
		}
	})
}

func TestObserversSeeEverythingInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		x := newExecutor(func(o *executor.Options) {
			o.Corrector = &proposing{args: []string{`{"id":"1","date":"2026-05-20"}`}}
			o.Observers = []executor.Observer{executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
				line := e.Kind.String()
				if e.Err != nil {
					line += " " + string(e.Err.Code)
				}
				if e.Wait > 0 {
					line += " " + e.Wait.String()
				}
				if e.Tool != "set" || e.Item != "7" || e.Kind == executor.AttemptDone && e.Elapsed != time.Second {
					t.Errorf("event %+v", e)
				}
				seen = append(seen, line)
			})}
		})
		s := dateTool(tooltest.After(time.Second, refusedDate()), tooltest.After(time.Second, tooltest.Status(429)), tooltest.After(time.Second, tooltest.OK()))
		c := executor.NewCall(tool.Bind(s, raw(`{"id":"1","date":"2020-05-20"}`)), &executor.CallOptions{Item: "7"})
		x.Settle(t.Context(), c)
		want := []string{
			"attempt_done OUT_OF_RANGE", "corrected OUT_OF_RANGE", "attempt_done RATE_LIMITED",
			"waiting RATE_LIMITED 500ms", "attempt_done", "settled",
		}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// waits is an observer that wants to know of waits alone.
type waits struct{ seen []executor.EventKind }

func (w *waits) Wants(kind executor.EventKind) bool { return kind == executor.Waiting }

func (w *waits) Observe(_ context.Context, e *executor.Event) { w.seen = append(w.seen, e.Kind) }

// TestChoosersAreToldWhatTheyWant, also beside an observer that wants all.
func TestChoosersAreToldWhatTheyWant(t *testing.T) {
	t.Parallel()
	for _, beside := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := &waits{}
			all := 0
			x := newExecutor(func(o *executor.Options) {
				o.Observers = []executor.Observer{w}
				if beside {
					o.Observers = append(o.Observers, executor.ObserverFunc(func(context.Context, *executor.Event) { all++ }))
				}
			})
			call(t.Context(), x, tooltest.New(spec(tool.Idempotent), tooltest.Status(429), tooltest.OK()))
			if diff := cmp.Diff([]executor.EventKind{executor.Waiting}, w.seen); diff != "" || beside && all != 4 {
				t.Errorf("beside another: %t, which saw %d; (-want +got):\n%s", beside, all, diff)
			}
		})
	}
}

func TestRefusalsAndProbesAreEvents(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		x := newExecutor(func(o *executor.Options) {
			o.Observers = []executor.Observer{executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
				seen = append(seen, e.Kind.String()+" "+e.Note)
			})}
		})
		x.Call(t.Context(), dateTool(), raw(`{}`))
		s := tooltest.New(spec(tool.Unsafe), tooltest.CommitThen(tooltest.Reset())).WithProbe()
		call(t.Context(), x, s)
		want := []string{"refused ", "settled ", "attempt_done ", "waiting ", "probed yes", "settled "}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

func TestTheLogHasWhatTheReportMustNotHave(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	x := newExecutor(func(o *executor.Options) {
		o.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.Observers = []executor.Observer{executor.ObserverFunc(func(context.Context, *executor.Event) { panic("watching") })}
	})
	long := strings.Repeat("x", 3000) + " the end"
	call(t.Context(), x, tooltest.New(spec(tool.ReadOnly), tooltest.Fail(errors.New(long))))
	call(t.Context(), x, tooltest.New(spec(tool.ReadOnly), tooltest.Panic("boom")))
	for _, want := range []string{"the end", `"msg":"attempt failed"`, `"attempt":1`, `"panic":"boom"`, "tooltest.go:", `"msg":"observer panicked"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not hold %q", want)
		}
	}
}

func TestTheQuietLogHasNoAttempts(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	x := newExecutor(func(o *executor.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	call(t.Context(), x, tooltest.New(spec(tool.ReadOnly), tooltest.Status(404)))
	if log.Len() > 0 {
		t.Errorf("at level info: %s", log.String())
	}
}
