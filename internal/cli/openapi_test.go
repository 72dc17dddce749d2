package cli_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

const orderSpec = `openapi: 3.0.3
info: {title: Orders, version: "1"}
servers: [{url: "https://example.com/v1"}, {url: "https://example.org/v1"}]
paths:
  /orders/{order_id}:
    parameters: [{name: order_id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getOrder, responses: {"200": {description: ok}}}
    patch:
      operationId: updateOrder
      summary: Changes an order
      security: [{token: []}]
      parameters: [{name: Idempotency-Key, in: header, required: true, schema: {type: string}}, {name: notify, in: query, schema: {type: boolean}}]
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [deadline], properties: {deadline: {type: string, format: date}, version: {type: integer}}}}}
      responses: {"200": {description: ok}, "423": {description: Somebody works on it}}
  /files:
    post: {operationId: upload, requestBody: {content: {multipart/form-data: {}}}, responses: {"200": {description: ok}}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}, user: {type: http, scheme: basic}}
`

const orderJob = `version: 1
name: orders
tool:
  openapi:
    spec: api/orders.yaml
    operation: updateOrder
    server: SERVER
    security: {token: "${env:ORDER_TEST_TOKEN}"}
  effect: idempotent
  idempotency: {key: "{order_id}:{deadline}"}
items: {file: items.csv, empty: omit}
`

const orderItems = "order_id,deadline,version,other\n1,2026-05-18,,x\n2,2026-05-18,,x\n3,20/5/2026,9007199254740993,x\n4,soon,,x\n"

// writeOrders makes a folder with a job, its spec and its items.
func writeOrders(t *testing.T, job string, change ...string) string {
	t.Helper()
	path := writeFiles(t, "job.yaml", job, "items.csv", orderItems)
	spec := filepath.Join(filepath.Dir(path), "api", "orders.yaml")
	if err := os.Mkdir(filepath.Dir(spec), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spec, []byte(strings.NewReplacer(change...).Replace(orderSpec)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOperationsAsTools: what the spec says reaches the request, and what it
// does not say the user.
func TestOperationsAsTools(t *testing.T) {
	t.Setenv("ORDER_TEST_TOKEN", "hunter22hunter")
	s := serve(t, func(id string, w http.ResponseWriter) {
		if id == "2" {
			w.WriteHeader(http.StatusLocked)
			return
		}
		ok(id, w)
	})
	job := writeOrders(t, strings.Replace(orderJob, "SERVER", s.URL+"/v1", 1))
	r := run(t, "", "run", job, "--json", "--concurrency", "1")
	for _, want := range []string{
		`"counts":{"read":4,"succeeded":2,"skipped":1,"failed":1,"in_doubt":0,"not_done":0}`, `Somebody works on it`, `"code":"INVALID_FORMAT"`,
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s is not in:\n%s%s", want, r.out, r.err)
		}
	}
	asked := s.requests()
	want := []string{
		`PATCH /v1/orders/1 {"deadline":"2026-05-18"}`, `PATCH /v1/orders/2 {"deadline":"2026-05-18"}`, `PATCH /v1/orders/3 {"deadline":"2026-05-20","version":9007199254740993}`,
	}
	if strings.Join(asked, "\n") != strings.Join(want, "\n") || s.keys[0] != "1:2026-05-18" || s.keys[2] != "3:2026-05-20" || r.status != 2 {
		t.Errorf("exit status %d, asked\n%s\nwith the keys %q", r.status, strings.Join(asked, "\n"), s.keys)
	}
	if r := run(t, "", "call", job, "--item", "1", "--json"); r.status != 0 || len(s.requests()) != 4 {
		t.Errorf("call: exit status %d, %d requests\n%s", r.status, len(s.requests()), r.err)
	}
	if strings.Contains(r.out+r.err, "hunter22") {
		t.Error("the token is shown")
	}
}

// TestPlanOfAnOperation calls nothing and shows no secret.
func TestPlanOfAnOperation(t *testing.T) {
	t.Setenv("ORDER_TEST_TOKEN", "hunter22:hunter")
	job := writeOrders(t, strings.Replace(orderJob, "    server: SERVER\n", "", 1))
	r := run(t, "", "plan", job)
	for _, want := range []string{
		"4 items = 3 would be sent + 1 would not", "PATCH https://example.com/v1/orders/1\n", "Authorization: Bearer ${env:ORDER_TEST_TOKEN}", "Idempotency-Key: 1:2026-05-18",
		"the spec names 2 servers, and the first is taken", `{"deadline":"2026-05-18"}`, "each known by its order_id", `"20/5/2026" -> "2026-05-20"`,
	} {
		if r.status != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%q is not in (exit status %d):\n%s%s", want, r.status, r.out, r.err)
		}
	}
	if r := run(t, "", "plan", job, "--as-curl", "--first", "1"); !strings.Contains(r.out, `curl -X PATCH 'https://example.com/v1/orders/1'`) || !strings.Contains(r.out, `-H 'Authorization: Bearer '"$ORDER_TEST_TOKEN"`) {
		t.Errorf("%s%s", r.out, r.err)
	}
	basic := writeOrders(t, strings.NewReplacer("    server: SERVER\n", "", "token:", "user:").Replace(orderJob), "security: [{token", "security: [{user")
	if r := run(t, "", "plan", basic, "--as-curl", "--first", "1"); !strings.Contains(r.out, ` -u "$ORDER_TEST_TOKEN"`) {
		t.Errorf("%s%s", r.out, r.err)
	}
	if r := run(t, "", "plan", basic); !strings.Contains(r.out, "Authorization: Basic (${env:ORDER_TEST_TOKEN} in base64)") || strings.Contains(r.out, "hunter") {
		t.Errorf("%s%s", r.out, r.err)
	}
}

// TestToolsOfASpec lists all operations, with those that cannot be called.
func TestToolsOfASpec(t *testing.T) {
	t.Setenv("ORDER_TEST_TOKEN", "x")
	job := writeOrders(t, strings.Replace(orderJob, "SERVER", "http://h", 1))
	spec := filepath.Join(filepath.Dir(job), "api", "orders.yaml")
	r := run(t, "", "tools", spec)
	for _, want := range []string{
		"updateOrder\n  Changes an order\n  calls:     PATCH /orders/{order_id}\n  effect:    said by the job file, in which it must stand: a PATCH does not tell\n",
		"deadline  string (date), required", "order_id  string, required, never corrected", "read_only (by the method GET)",
		"upload\n  calls:     POST /files\n  effect:    said by", "cannot be called:", "multipart/form-data, which is not supported",
	} {
		if r.status != 0 || !strings.Contains(strings.Join(strings.Fields(r.out), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in (exit status %d):\n%s%s", want, r.status, r.out, r.err)
		}
	}
	var list struct {
		Tools []struct {
			Name, Effect, Problem string
			Schema                json.RawMessage
		}
	}
	r = run(t, "", "tools", spec, "--json")
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || len(list.Tools) != 3 || list.Tools[1].Schema == nil || list.Tools[2].Problem == "" {
		t.Errorf("%v: %s", err, r.out)
	}
	r = run(t, "", "tools", job)
	if r.status != 0 || !strings.Contains(r.out, "calls:     PATCH /orders/{order_id} of ") || !strings.Contains(r.out, "idempotent (by the job file)") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
}

// TestAProbeThatIsAnOperation is given the arguments of the lost call.
func TestAProbeThatIsAnOperation(t *testing.T) {
	t.Setenv("ORDER_TEST_TOKEN", "x")
	var lost atomic.Bool
	s := serve(t, func(_ string, w http.ResponseWriter) {
		if lost.CompareAndSwap(false, true) {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte(`{"deadline":"2026-05-18"}`))
	})
	text := strings.NewReplacer("SERVER", s.URL, "  effect: idempotent\n", `  effect: unsafe
  probe:
    openapi: {spec: api/orders.yaml, operation: getOrder, server: "`+s.URL+`"}
    done: body.deadline == params.deadline
`, "items: {file: items.csv, empty: omit}", "items: {list: [{order_id: '1', deadline: '2026-05-18'}], id: order_id}\nretry: {initial: 1ms}").Replace(orderJob)
	job := writeOrders(t, text)
	r := run(t, "", "run", job, "--json")
	if asked := s.requests(); r.status != 0 || !strings.Contains(r.out, `"by_probe":1`) || len(asked) != 2 || asked[1] != "GET /orders/1 " {
		t.Errorf("exit status %d, asked %q\n%s%s", r.status, asked, r.out, r.err)
	}
	bad := writeOrders(t, strings.Replace(text, "operation: getOrder", "operation: updateOrder, security: {token: x}", 1))
	if r := run(t, "", "run", bad); r.status != 64 || !strings.Contains(r.err, "a probe only reads, so that it is a GET or a HEAD, and updateOrder is a PATCH") || !strings.Contains(r.err, "job.yaml:11:") {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
}

// TestSlipsInOperations: nothing is called, and each message says where and what
// to do.
func TestSlipsInOperations(t *testing.T) {
	t.Setenv("ORDER_TEST_TOKEN", "x")
	for _, tt := range []struct{ from, to, want string }{
		{"updateOrder", "updateOder", `job.yaml:6:16: `},
		{"updateOrder", "updateOder", `there is no operation "updateOder"; did you mean "updateOrder"? batchagent tools `},
		{"updateOrder", "upload", "orders.yaml:18:56: the body is sent as multipart/form-data"},
		{"api/orders.yaml", "api/odrers.yaml", "job.yaml:5:11: "},
		{"api/orders.yaml", "api/odrers.yaml", "odrers.yaml: there is no such file"},
		{"api/orders.yaml", "items.csv", "items.csv:1:1: this is no OpenAPI spec"},
		{"  effect: idempotent\n", "", "job.yaml:6:16: tool.effect is missing, and PATCH does not tell it; write unsafe"},
		{`    security: {token: "${env:ORDER_TEST_TOKEN}"}` + "\n", "", `job.yaml:5:5: `},
		{`    security: {token: "${env:ORDER_TEST_TOKEN}"}` + "\n", "", `updateOrder needs a login that was not given: token (HTTP bearer, a token); write security: {token: "${env:TOKEN}"}`},
		{"{token: ", "{tokn: ", `job.yaml:8:15: `},
		{"operation:", "opreation:", `unknown key "opreation" in tool.openapi; did you mean "operation"?`},
		{"items.csv, ", "items.csv, id: odrer_id, ", `"odrer_id"`},
	} {
		s := serve(t, ok)
		job := writeOrders(t, strings.Replace(strings.Replace(orderJob, "SERVER", s.URL, 1), tt.from, tt.to, 1))
		for _, command := range []string{"run", "plan"} {
			if r := run(t, "", command, job); r.status != 64 || !strings.Contains(r.err, tt.want) || len(s.requests()) > 0 {
				t.Errorf("%s with %s: exit status %d: %s\nwant %s", command, tt.to, r.status, r.err, tt.want)
			}
		}
	}
}
