package cli_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlan: everything is done but the calls, and no secret is shown.
func TestPlan(t *testing.T) {
	s := serve(t, func(_ string, w http.ResponseWriter) { status(w, 500, "it was called") })
	t.Setenv("BATCHAGENT_TEST_PLAN", "hunter2")
	marker := filepath.Join(t.TempDir(), "credential")
	job := writeFiles(t, "job.yaml", fmt.Sprintf(`version: 1
name: deadlines
tool:
  http: {request: "PATCH %s/orders/{order_id}", headers: {Authorization: "Bearer ${env:BATCHAGENT_TEST_PLAN}", X-New: "${env:BATCHAGENT_TEST_PLAN2}"}, body: {deadline: "{deadline}"}}
  effect: unsafe
  credential: {command: [touch, %q], env: BATCHAGENT_TEST_PLAN2}
  schema: {type: object, properties: {order_id: {type: string}, deadline: {type: string, format: date}}}
  idempotency: {key: "{order_id}:{deadline}"}
items: {file: items.csv, id: order_id}
on: {permission: fail, fatal: abort}
`, s.URL, marker), "items.csv", "order_id,deadline\n1,2026-05-18\n2,20/5/2026\n3,2026-02-30\n1,2026-05-19\n4,\n5,it's\n")
	r := run(t, "", "plan", job)
	for _, want := range []string{
		"6 items = 2 would be sent + 4 would not", "unsafe (by the job file)", "sent again",
		"CORRECTED BEFORE SENDING 1", `deadline: "20/5/2026" -> "2026-05-20" (rule)`,
		"WOULD NOT BE SENT 4", "INVALID_FORMAT", "(line 4)", "DUPLICATE_ID", "(line 5)", "(line 6)",
		"Authorization: Bearer ${env:BATCHAGENT_TEST_PLAN}\n", "Idempotency-Key: 1:2026-05-18\n", `{"deadline":"2026-05-20"}`,
		"PERMISSION         the item fails, and the others go on", "FATAL              the batch stops",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is not in:\n%s", want, r.out)
		}
	}
	for _, args := range [][]string{{"plan", job, "--json"}, {"plan", job, "--as-curl"}, {"tools", job}} {
		more := run(t, "", args...)
		r.status += more.status
		r.out += more.out
		r.err += more.err
	}
	if !strings.Contains(r.out, `-H 'Authorization: Bearer '"$BATCHAGENT_TEST_PLAN"`) || !strings.Contains(r.out, `"would_be_sent":2,"corrected":1`) {
		t.Errorf("as curl, as JSON:\n%s", r.out)
	}
	if _, err := os.Stat(marker); r.status != 0 || len(s.requests()) != 0 || err == nil || strings.Contains(r.out+r.err, "hunter2") {
		t.Errorf("exit status %d, %d requests, a credential was asked for: %t\n%s", r.status, len(s.requests()), err == nil, r.err)
	}
	if r := run(t, "", "plan", strings.Replace(job, "job.yaml", "none.yaml", 1)); r.status != 64 {
		t.Errorf("exit status %d", r.status)
	}
}

// TestPlanTellsOfTheProbe: with one, a lost reply is no end.
func TestPlanTellsOfTheProbe(t *testing.T) {
	t.Parallel()
	const text = `version: 1
tool: {http: {request: "POST http://127.0.0.1:1/{id}"}, effect: unsafe%s}
items: items.csv
`
	for probe, want := range map[string]string{
		"": "after a lost reply it is not sent again",
		`, probe: {http: {request: "GET http://127.0.0.1:1/{id}"}, done: 'body.id == params.id'}`: "after a lost reply the probe is asked, and it is sent again if that says no",
	} {
		if r := run(t, "", "plan", write(t, fmt.Sprintf(text, probe), "id\n1\n")); r.status != 0 || !strings.Contains(r.out, want) {
			t.Errorf("exit status %d, not %q:\n%s%s", r.status, want, r.out, r.err)
		}
	}
}

// TestPlanOfACommand: as a shell would take it.
func TestPlanOfACommand(t *testing.T) {
	t.Parallel()
	job := writeFiles(t, "job.yaml", `version: 1
tool:
  exec: {command: [./set-deadline.sh, "{order_id}", "{deadline}"], stdin: json, dir: ., env: {WHO: "{who}"}}
  effect: idempotent
items: {file: items.csv, id: order_id}
`, "items.csv", "order_id,deadline,who\n1,it's late; rm -rf /,bob\n", "set-deadline.sh", "#!/bin/sh\n")
	r := run(t, "", "plan", job)
	if want := `WHO=bob ./set-deadline.sh 1 'it'\''s late; rm -rf /' <<< '{"order_id":"1"`; r.status != 0 || !strings.Contains(r.out, want) {
		t.Errorf("exit status %d, %q is not in:\n%s%s", r.status, want, r.out, r.err)
	}
}
