package correction_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// orderSchema is what most tests call: changes to an order.
const orderSchema = `{
	"type": "object",
	"required": ["order_id", "deadline"],
	"additionalProperties": false,
	"properties": {
		"order_id": {"type": "string"},
		"deadline": {"type": "string", "format": "date"},
		"amount": {"type": "integer"},
		"recipient": {"type": "string"},
		"priority": {"enum": ["low", "normal", "high"]},
		"items": {"type": "array", "items": {
			"type": "object",
			"properties": {"sku": {"type": "string"}, "qty": {"type": "integer", "minimum": 1}}}},
		"meta": {"type": "object"},
		"customer": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
	}
}`

const openSchema = `{"type": "object"}`

func compile(tb testing.TB, text string) *tool.Schema {
	tb.Helper()
	s, err := tool.CompileSchema(json.RawMessage(text))
	if err != nil {
		tb.Fatalf("the test's schema: %v", err)
	}
	return s
}

// request is a call of set_deadline that was refused with this message, at
// these fields.
func request(tb testing.TB, schema, args, message string, fields ...string) *correction.Request {
	tb.Helper()
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeValidationFailed, "%s", message)
	for _, path := range fields {
		e.Fields = append(e.Fields, taxonomy.Field{Path: path, Message: "is wrong"})
	}
	return &correction.Request{
		Spec:   &tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"},
		Schema: compile(tb, schema),
		Args:   json.RawMessage(args),
		Err:    e,
	}
}

func propose(args string) *correction.Proposal {
	return &correction.Proposal{Args: json.RawMessage(args), By: "llm"}
}

// reasonOf returns why the guard refused, "" where it did not.
func reasonOf(tb testing.TB, err error) (correction.Refusal, string) {
	tb.Helper()
	if err == nil {
		return "", ""
	}
	var refusal *correction.GuardError
	if !errors.As(err, &refusal) {
		tb.Fatalf("the error is a %T: %v", err, err)
	}
	if !errors.Is(err, correction.ErrRefused) {
		tb.Errorf("%v does not wrap ErrRefused", err)
	}
	if slices.Contains(refusal.Unwrap(), nil) {
		tb.Error("it wraps nil")
	}
	if refusal.Message == "" || refusal.Error() != refusal.Message {
		tb.Errorf("the sentence is %q, Error() is %q", refusal.Message, refusal.Error())
	}
	return refusal.Reason, refusal.Path
}

// patchText is a patch as JSON, one change a line.
func patchText(tb testing.TB, patch []correction.Change) string {
	tb.Helper()
	var text strings.Builder
	for _, c := range patch {
		line, err := json.Marshal(c)
		if err != nil {
			tb.Fatal(err)
		}
		text.Write(line)
		text.WriteByte('\n')
	}
	return text.String()
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
