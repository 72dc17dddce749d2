package correction_test

import (
	"encoding/json"
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
