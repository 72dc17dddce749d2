package job_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/job"
)

// TestOperationOfASpec: what the file says at once, and what only the spec can
// say.
func TestOperationOfASpec(t *testing.T) {
	t.Parallel()
	const text = `version: 1
tool:
  openapi:
    spec: api/orders.yaml
    operation: updateOrder
    server: http://h
    security: {token: "${env:ORDERS_TOKEN}"}
    headers: {X-A: b}
  effect: idempotent
items: a.csv
correction: {may_change: [deadline]}
`
	opts := func(method string) *job.LoadOptions {
		return &job.LoadOptions{LookupEnv: func(string) (string, bool) { return "t", true }, Operation: &job.Operation{
			Method: method, InPath: []string{"order_id"},
			Schema: json.RawMessage(`{"type":"object","required":["order_id"],"properties":{"order_id":{},"deadline":{"type":"string"}},"additionalProperties":false}`),
		}}
	}
	first, err := job.Parse("dir/job.yaml", []byte(text), &job.LoadOptions{LookupEnv: opts("").LookupEnv})
	if err != nil {
		t.Fatal(err)
	}
	want := &job.OpenAPI{
		Spec: filepath.Join("dir", "api", "orders.yaml"), Operation: "updateOrder", Server: "http://h",
		Security: map[string]string{"token": "${env:ORDERS_TOKEN}"}, Headers: map[string]string{"X-A": "b"},
	}
	if diff := cmp.Diff(want, first.Tool.OpenAPI); diff != "" || !first.NeedsOperation() || first.Items.ID != "" {
		t.Errorf("needs the operation: %t, id %q\n%s", first.NeedsOperation(), first.Items.ID, diff)
	}
	second, err := job.Parse("dir/job.yaml", []byte(text), opts("PATCH"))
	if err != nil {
		t.Fatal(err)
	}
	if second.NeedsOperation() || second.NeedsSchema() || second.Items.ID != "order_id" || string(second.Params) != `{"order_id":"{order_id}","deadline":"{deadline}"}` ||
		second.Tool.Idempotency.Header != "Idempotency-Key" || strings.Join(second.Locked(), " ") != "order_id" {
		t.Errorf("id %q, params %s, header %q, locked %v", second.Items.ID, second.Params, second.Tool.Idempotency.Header, second.Locked())
	}
	for method, effect := range map[string]string{"GET": "read_only", "DELETE": "idempotent"} {
		j, err := job.Parse("job.yaml", []byte(strings.Replace(text, "  effect: idempotent\n", "", 1)), opts(method))
		if err != nil || j.Tool.Effect != effect || j.EffectGiven() || (effect == "read_only") != (j.Tool.Idempotency.Header == "") {
			t.Errorf("%s: %v, effect %q", method, err, j.Tool.Effect)
		}
	}
	for change, want := range map[string]string{
		"  effect: idempotent\n->":                                 "job.yaml:5:16: tool.effect is missing, and PATCH does not tell it",
		"may_change: [deadline]->may_change: [dead]":               "correction.may_change: \"dead\" is not among the params",
		"may_change: [deadline]->may_change: [order_id]":           "that may never change",
		"items:->params: {order_id: \"{a}\", deadlnie: x}\nitems:": `job.yaml:10:27: params.deadlnie: the tool's schema knows no such argument; did you mean "deadline"?`,
		"items:->params: {deadline: \"{a}\"}\nitems:":              `"order_id" is not among the params`,
	} {
		from, to, _ := strings.Cut(change, "->")
		if _, err := job.Parse("job.yaml", []byte(strings.Replace(text, from, to, 1)), opts("PATCH")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", change, err, want)
		}
	}
}

var errSome = errors.New("some\nfault")

// TestAt: an error found later gets the place of the key that it is about.
func TestAt(t *testing.T) {
	t.Parallel()
	j, err := job.Parse("job.yaml", []byte("version: 1\ntool:\n  openapi: {spec: a.yaml,\n    operation: op}\n  effect: unsafe\nitems: {file: a.csv, id: a}\n"), &job.LoadOptions{Set: []string{"tool.openapi.server=http://h"}})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"tool.openapi.operation": `job.yaml:4:16: some\nfault`,
		"tool.openapi.security":  `job.yaml:3:12: some\nfault`,
		"tool.openapi.server":    `--set tool.openapi.server: some\nfault`,
	} {
		if got := j.At(key, errSome).Error(); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
