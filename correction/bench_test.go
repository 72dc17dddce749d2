package correction_test

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/batchagent/batchagent/correction"
)

// One of three arguments is a date in the wrong format.

func BenchmarkGuard(b *testing.B) {
	req := request(b, orderSchema, badDate, "")
	req.Tried = []json.RawMessage{[]byte(`{"amount":5,"deadline":"20/5/2026","order_id":"1006"}`)}
	p := propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := correction.Guard(req, p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRules(b *testing.B) {
	req := request(b, orderSchema, badDate, "")
	req.Tried = []json.RawMessage{[]byte(`{"amount":5,"deadline":"20/5/2026","order_id":"1006"}`)}
	rules := correction.Rules(nil)
	b.ReportAllocs()
	for b.Loop() {
		if p, err := rules.Correct(b.Context(), req); p == nil || err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRulesLeaveAlone: a wrong argument that no rule can repair.
func BenchmarkRulesLeaveAlone(b *testing.B) {
	req := request(b, orderSchema, `{"order_id":"1006","deadline":"soon","amount":5}`, "")
	rules := correction.Rules(nil)
	b.ReportAllocs()
	for b.Loop() {
		if p, err := rules.Correct(b.Context(), req); p != nil || err != nil {
			b.Fatal(p, err)
		}
	}
}

// BenchmarkLearnNothing: nothing was learned, and nothing is: what the Learner
// adds to each request.
func BenchmarkLearnNothing(b *testing.B) {
	req := request(b, orderSchema, badDate, "", "/deadline")
	l := correction.Learn(correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		return nil, nil //nolint:nilnil // it cannot
	}), nil)
	b.ReportAllocs()
	for b.Loop() {
		if p, err := l.Correct(b.Context(), req); p != nil || err != nil {
			b.Fatal(p, err)
		}
	}
}

// BenchmarkLearned: one of a hundred rules applies.
func BenchmarkLearned(b *testing.B) {
	req := request(b, orderSchema, `{"order_id":"1006","deadline":"20_5_2026","amount":5}`, "", "/deadline")
	o := &correction.LearnOptions{Rules: []correction.LearnedRule{{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}}}}
	for i := range 99 {
		o.Rules = append(o.Rules, correction.LearnedRule{Tool: "set_deadline", Path: "/priority", Value: &correction.ValueEdit{From: json.RawMessage(strconv.Itoa(i)), To: json.RawMessage(`"high"`)}})
	}
	l := correction.Learn(correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		panic("it was learned")
	}), o)
	b.ReportAllocs()
	for b.Loop() {
		if p, err := l.Correct(b.Context(), req); p == nil || err != nil {
			b.Fatal(err)
		}
	}
}
