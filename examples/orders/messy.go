package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// messyJSONL has orders as models and spreadsheets write them: seventeen kinds
// of wrong input that the schema alone repairs, and three that nobody guesses.
//
//go:embed messy.jsonl
var messyJSONL []byte

const placeSchema = `{
  "type": "object",
  "required": ["order_id", "deadline", "quantity", "currency"],
  "additionalProperties": false,
  "properties": {
    "order_id": {"type": "string"},
    "deadline": {"type": "string", "format": "date"},
    "pickup": {"type": "string", "format": "date-time"},
    "quantity": {"type": "integer", "minimum": 1},
    "currency": {"type": "string", "default": "EUR"},
    "express": {"type": "boolean"},
    "priority": {"enum": ["low", "normal", "high"]},
    "tags": {"type": "array", "items": {"type": "string"}},
    "address": {"type": "object", "required": ["street", "city"], "properties": {"street": {"type": "string"}, "city": {"type": "string"}}},
    "note": {"type": "string"}
  }
}`

// messy places those orders without a network and, where model is "", without a
// model. placed is what the tool was given in the end.
func messy(ctx context.Context, w io.Writer, lang, model string) (report *batch.Report[string, json.RawMessage], placed []json.RawMessage, err error) {
	corrector, usage, err := correctors(model)
	if err != nil {
		return nil, nil, err
	}
	place := tool.Must(tool.New(tool.Spec{
		Name: "place_order", Description: "Place an order", Effect: tool.Unsafe, Target: "order_id", Schema: json.RawMessage(placeSchema),
	}, func(_ context.Context, order json.RawMessage) (json.RawMessage, error) {
		placed = append(placed, bytes.Clone(order)) // one at a time: see Concurrency
		return order, nil
	}))
	x := executor.New(&executor.Options{Corrector: corrector})
	report, _ = batch.RunInputs(ctx, x, place, messyInputs(), &batch.Options{Name: "messy-orders", Concurrency: 1, KeepArgs: true, ModelUsage: usage})
	fmt.Fprintln(w, report.Text(&batch.TextOptions{Lang: lang, Source: "messy.jsonl"}))
	return report, placed, nil
}

func messyInputs() iter.Seq[batch.Input[string, json.RawMessage]] {
	return func(yield func(batch.Input[string, json.RawMessage]) bool) {
		lines := bufio.NewScanner(bytes.NewReader(messyJSONL))
		for n := 1; lines.Scan(); n++ {
			in := batch.Input[string, json.RawMessage]{Line: n, In: bytes.Clone(lines.Bytes())}
			var order struct {
				ID string `json:"order_id"`
			}
			in.Err = json.Unmarshal(in.In, &order)
			in.Key = order.ID
			if !yield(in) {
				return
			}
		}
	}
}
