package correction_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// refusedCall is a call that the schema refused: the date is not written as it
// has to be.
func refusedCall() *correction.Request {
	schema, err := tool.CompileSchema(json.RawMessage(`{"type": "object", "properties": {
		"order_id": {"type": "string"},
		"deadline": {"type": "string", "format": "date"}}}`))
	if err != nil {
		panic(err)
	}
	return &correction.Request{
		Spec:   &tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"},
		Schema: schema,
		Args:   json.RawMessage(`{"order_id":"1006","deadline":"20/5/2026"}`),
		Err:    taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "deadline is not a valid date"),
	}
}

// A repair that follows from the schema.
func ExampleRules() {
	proposal, err := correction.Rules(nil).Correct(context.Background(), refusedCall())
	if err != nil || proposal == nil {
		fmt.Println("left alone", err)
		return
	}
	fmt.Println(string(proposal.Args))
	fmt.Println(proposal.Reason)
	// Output:
	// {"deadline":"2026-05-20","order_id":"1006"}
	// deadline: "20/5/2026" is the date 2026-05-20
}

// A model repairs the date and, while it is at it, the number of the order.
func ExampleGuard() {
	_, err := correction.Guard(refusedCall(), &correction.Proposal{
		By: "llm", Args: json.RawMessage(`{"order_id":"1007","deadline":"2026-05-20"}`),
	})
	fmt.Println(err)

	patch, err := correction.Guard(refusedCall(), &correction.Proposal{
		By: "llm", Args: json.RawMessage(`{"order_id":"1006","deadline":"2026-05-20"}`),
	})
	for _, change := range patch {
		fmt.Printf("%s %s: %s -> %s\n", change.Op, change.Path, change.From, change.Value)
	}
	fmt.Println(err)
	// Output:
	// a correction must not change order_id, which is locked
	// replace /deadline: "20/5/2026" -> "2026-05-20"
	// <nil>
}
