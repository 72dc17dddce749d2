package correction_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// A model is asked twice what "hoch" means, and never again.
func ExampleLearn() {
	asked := 0
	model := correction.CorrectorFunc(func(_ context.Context, req *correction.Request) (*correction.Proposal, error) {
		asked++
		args := strings.Replace(string(req.Args), "hoch", "high", 1)
		return &correction.Proposal{Args: json.RawMessage(args), By: "llm"}, nil
	})
	learner := correction.Learn(model, nil)
	set := tool.Must(tool.New(tool.Spec{
		Name: "set_prio", Effect: tool.Idempotent, Target: "order_id",
		Schema: json.RawMessage(`{"type": "object", "properties": {"order_id": {"type": "string"}, "prio": {"enum": ["low", "high"]}}}`),
	}, func(context.Context, json.RawMessage) (string, error) { return "ok", nil }))

	orders := func(yield func(string, json.RawMessage) bool) {
		for i := range 500 {
			id := fmt.Sprintf("order-%d", i)
			if !yield(id, json.RawMessage(fmt.Sprintf(`{"order_id": %q, "prio": "hoch"}`, id))) {
				return
			}
		}
	}
	x := executor.New(&executor.Options{Corrector: correction.Chain(correction.Rules(nil), learner)})
	report, err := batch.Run(context.Background(), x, set, orders, nil)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(report.Counts.Succeeded, "succeeded, asked", asked, "times")
	for _, r := range learner.Rules() { // for the next run: LearnOptions.Rules
		fmt.Printf("%s %s: %s -> %s\n", r.Tool, r.Path, r.Value.From, r.Value.To)
	}
	// Output:
	// 500 succeeded, asked 2 times
	// set_prio /prio: "hoch" -> "high"
}
