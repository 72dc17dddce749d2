package correction_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
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

func compile(t testing.TB, text string) *tool.Schema {
	t.Helper()
	s, err := tool.CompileSchema(json.RawMessage(text))
	if err != nil {
		t.Fatalf("the test's schema: %v", err)
	}
	return s
}

// request is a call of set_deadline that was refused with this message, at
// these fields.
func request(t testing.TB, schema, args, message string, fields ...string) *correction.Request {
	t.Helper()
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeValidationFailed, "%s", message)
	for _, path := range fields {
		e.Fields = append(e.Fields, taxonomy.Field{Path: path, Message: "is wrong"})
	}
	return &correction.Request{
		Spec:   &tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"},
		Schema: compile(t, schema),
		Args:   json.RawMessage(args),
		Err:    e,
	}
}

func propose(args string) *correction.Proposal {
	return &correction.Proposal{Args: json.RawMessage(args), By: "llm"}
}

// reasonOf returns why the guard refused, "" where it did not.
func reasonOf(t testing.TB, err error) (correction.Refusal, string) {
	t.Helper()
	if err == nil {
		return "", ""
	}
	var refusal *correction.GuardError
	if !errors.As(err, &refusal) {
		t.Fatalf("the error is a %T: %v", err, err)
	}
	if !errors.Is(err, correction.ErrRefused) {
		t.Errorf("%v does not wrap ErrRefused", err)
	}
	if refusal.Message == "" || refusal.Error() != refusal.Message {
		t.Errorf("the sentence is %q, Error() is %q", refusal.Message, refusal.Error())
	}
	return refusal.Reason, refusal.Path
}

// patchText is a patch as JSON, one change a line.
func patchText(t testing.TB, patch []correction.Change) string {
	t.Helper()
	text := ""
	for _, c := range patch {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		text += string(line) + "\n"
	}
	return text
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
