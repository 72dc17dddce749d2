package job_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
)

var update = flag.Bool("update", false, "write the goldens anew")

// onlyToken is an environment in which TOKEN and ORDERS_TOKEN are set.
func onlyToken(name string) (string, bool) {
	if name == "TOKEN" || name == "ORDERS_TOKEN" {
		return "s3cret", true
	}
	return "", false
}

func parse(text string, set ...string) (*job.Job, error) {
	return job.Parse("job.yaml", []byte(text), &job.LoadOptions{Set: set, LookupEnv: onlyToken})
}

func mustParse(t *testing.T, text string, set ...string) *job.Job {
	t.Helper()
	j, err := parse(text, set...)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// section of a txtar file.
type golden struct{ name, body string }

func readGolden(t *testing.T, file string) (intro string, sections []golden) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	current := &intro
	for line := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(name, " --\n") {
			sections = append(sections, golden{name: strings.TrimSuffix(name, " --\n")})
			current = &sections[len(sections)-1].body
			continue
		}
		*current += line
	}
	return intro, sections
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const file = "testdata/faults.txtar"
	intro, sections := readGolden(t, file)
	if len(sections) < 2*60 {
		t.Fatalf("%d sections; has part of the file been lost?", len(sections))
	}
	var written strings.Builder
	written.WriteString(intro)
	for i := 0; i < len(sections); i += 2 {
		in, want := sections[i], sections[i+1]
		if want.name != in.name+"/want" {
			t.Fatalf("%q is followed by %q", in.name, want.name)
		}
		var set []string
		for line := range strings.Lines(in.body) {
			if option, ok := strings.CutPrefix(line, "# --set "); ok {
				set = append(set, strings.TrimSuffix(option, "\n"))
			}
		}
		_, err := parse(in.body, set...)
		got := ""
		if err != nil {
			got = err.Error() + "\n"
		}
		fmt.Fprintf(&written, "-- %s --\n%s-- %s --\n%s", in.name, in.body, want.name, got)
		if got == "" {
			t.Errorf("%s: no fault was found", in.name)
		}
		if diff := cmp.Diff(want.body, got); diff != "" && !*update {
			t.Errorf("%s:\n%s", in.name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(written.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFaultsInBytes(t *testing.T) {
	t.Parallel()
	const rest = "tool: {http: {request: \"GET http://h/{id}\"}}\nitems: a.csv\n"
	tests := []struct{ name, text, want string }{
		{"not UTF-8", "version: 1\nname: \"\xff\"\n", "job.yaml:2:8: the file is not UTF-8 from here on; save it as UTF-8"},
		{"lines end in CR LF", "version: 1\r\n# a comment\r\nname: \"x\r\n  y\"\r\nzzz: 1\r\n" + rest, "job.yaml:5:1: unknown key \"zzz\"; there are version, name, description, tool, items, params, correction, on, retry, breaker, pace, shutdown"},
		{"a byte order mark", "\xef\xbb\xbfverzion: 1\n" + rest, "job.yaml:1:1: unknown key \"verzion\"; did you mean \"version\"?"},
		{"columns count characters", "version: 1\nname: x\ndescription: é\nretry: {max: 1s, initial: 1s, \"é\": 1, atempts: 1}\n" + rest, "job.yaml:4:31: unknown key \"é\" in retry; there are attempts, initial, max, max_wait\njob.yaml:4:39: unknown key \"atempts\" in retry; did you mean \"attempts\"?"},
		{"too large", strings.Repeat("#", 1<<20+1), "job.yaml: the file is larger than 1 MiB, which no job file is"},
		{"deep in brackets", "params: " + strings.Repeat("[", 200000), "job.yaml:1:109: nested more than 100 levels deep"},
		{"deep in dashes", strings.Repeat("- ", 200000), "job.yaml:1:201: nested more than 100 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(tt.text)
			if err == nil {
				t.Fatal("no fault was found")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFaultsAreFileErrors: programs get at the places too.
func TestFaultsAreFileErrors(t *testing.T) {
	t.Parallel()
	_, err := parse("version: 1\nitmes: a.csv\ntool: {http: {request: \"GET http://h/{id}\"}}\n", "on.fatal=x")
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("got %T", err)
	}
	var got []job.FileError
	for _, e := range joined.Unwrap() {
		fe, ok := errors.AsType[*job.FileError](e)
		if !ok {
			t.Fatalf("got %T", e)
		}
		got = append(got, *fe)
	}
	want := []job.FileError{
		{File: "job.yaml", Line: 2, Col: 1, Reason: `unknown key "itmes"; did you mean "items"?`},
		{File: "job.yaml", Option: "--set on.fatal", Reason: `"x" is none of its values; there are fail, abort`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLoadOrders(t *testing.T) {
	t.Parallel()
	j, err := job.Load("testdata/orders.yaml", &job.LoadOptions{LookupEnv: onlyToken})
	if err != nil {
		t.Fatal(err)
	}
	want := &job.Job{
		Name:        "order-deadlines",
		Description: "Customers asked for later delivery",
		Tool: job.Tool{
			Call: job.Call{HTTP: &job.HTTP{
				Method:  "PATCH",
				URL:     "http://127.0.0.1:8081/orders/{order_id}",
				Headers: map[string]string{"Authorization": "Bearer ${env:ORDERS_TOKEN}"},
				Body:    json.RawMessage(`{"deadline":"{deadline}","version":"{version:integer}"}`),
			}},
			Effect:      "idempotent",
			Timeout:     30 * time.Second,
			Schema:      json.RawMessage(`{"type":"object","required":["order_id","deadline"],"properties":{"order_id":{"type":"string"},"deadline":{"type":"string","format":"date"},"version":{"type":"integer","minimum":1,"maximum":9007199254740993}}}`),
			Idempotency: job.Idempotency{Key: "{order_id}:{deadline}", Header: "Idempotency-Key"},
		},
		Items:      job.Items{File: "deadlines.csv", Path: filepath.Join("testdata", "deadlines.csv"), ID: "order_id", Empty: job.EmptyOmit},
		Params:     json.RawMessage(`{"order_id":"{order_id}","deadline":"{deadline}","version":"{version}"}`),
		Correction: job.Correction{Rules: true},
		Retry:      job.Retry{Attempts: 3, Initial: 500 * time.Millisecond, Max: 30 * time.Second, MaxWait: 5 * time.Minute},
		Breaker:    job.Breaker{Failures: 5, Open: 30 * time.Second},
		Pace:       job.Pace{Concurrency: 4},
		Shutdown:   job.Shutdown{Grace: 10 * time.Second},
	}
	if diff := cmp.Diff(want, j, cmpopts.IgnoreUnexported(job.Job{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"order_id"}, j.Locked()); diff != "" {
		t.Error(diff)
	}
}

// TestEverything: each key of this version is read into its field.
func TestEverything(t *testing.T) {
	t.Parallel()
	j := mustParse(t, `
version: 1
name: 'n'
description: |
  two
  lines
tool:
  http:
    request: POST ${env:TOKEN}/v1/{customer}/{order}?q={order}
    headers: {X-A: "{order}", x-b: ""}
    body: "{payload:json}"
  effect: unsafe
  timeout: 1.5s
  idempotency: {key: "{order}", header: X-Key, ttl: 24h}
items: {file: sub/../data.CSV, id: order no, empty: null, on_duplicate: skip}
params: {customer: "{cust}", order: "o-{order no}", payload: "{payload}", fixed: [1.50, no, true, null, 00042]}
correction: {rules: false, locked: [fixed], may_change: [payload]}
on: {conflict: fail, permission: fail, input: fail, fatal: abort}
retry: {attempts: 7, initial: 0s, max: 1m, max_wait: 1h}
breaker: {failures: 1, open: 1ms}
pace: {concurrency: 1}
shutdown: {grace: 0s}
`)
	want := &job.Job{
		Name: "n", Description: "two\nlines\n",
		Tool: job.Tool{
			Call: job.Call{HTTP: &job.HTTP{
				Method: "POST", URL: "${env:TOKEN}/v1/{customer}/{order}?q={order}",
				Headers: map[string]string{"X-A": "{order}", "x-b": ""},
				Body:    json.RawMessage(`"{payload:json}"`),
			}},
			Effect: "unsafe", Timeout: 1500 * time.Millisecond,
			Idempotency: job.Idempotency{Key: "{order}", Header: "X-Key", TTL: 24 * time.Hour},
		},
		Items:      job.Items{File: "sub/../data.CSV", Path: "data.CSV", ID: "order no", Empty: job.EmptyNull, OnDuplicate: job.DuplicateSkip},
		Params:     json.RawMessage(`{"customer":"{cust}","order":"o-{order no}","payload":"{payload}","fixed":[1.50,"no",true,null,"00042"]}`),
		Correction: job.Correction{Locked: []string{"fixed"}, MayChange: []string{"payload"}},
		On:         job.On{Conflict: job.ConflictFail, Permission: job.PermissionFail, Input: job.InputFail, Fatal: job.FatalAbort},
		Retry:      job.Retry{Attempts: 7, Max: time.Minute, MaxWait: time.Hour},
		Breaker:    job.Breaker{Failures: 1, Open: time.Millisecond},
		Pace:       job.Pace{Concurrency: 1},
	}
	if diff := cmp.Diff(want, j, cmpopts.IgnoreUnexported(job.Job{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"customer", "fixed", "order"}, j.Locked()); diff != "" {
		t.Error(diff)
	}
}

// TestOtherTools: commands and MCP servers, and what a file says of their answers.
func TestOtherTools(t *testing.T) {
	t.Parallel()
	no, maybe := taxonomy.No, taxonomy.Answered
	for _, tt := range []struct {
		name, tool string
		want       job.Tool
	}{
		{
			name: "a command",
			tool: `
  exec: {command: [./set-deadline, "{order_id}", --quiet], stdin: json, dir: sub, env: {DEADLINE: "{deadline}", T: "${env:TOKEN}"}, exit_codes: {75: RESOURCE_CONFLICT, 3: INPUT_ERROR}}
  effect: unsafe
  success: 'exit == 0 or stdout contains "already"'`,
			want: job.Tool{
				Call: job.Call{Exec: &job.Exec{
					Command: []string{"./set-deadline", "{order_id}", "--quiet"}, Stdin: "json", Dir: "sub",
					Env:       map[string]string{"DEADLINE": "{deadline}", "T": "${env:TOKEN}"},
					ExitCodes: map[int]taxonomy.Class{75: taxonomy.ResourceConflict, 3: taxonomy.InputError},
				}},
				Effect: "unsafe", Timeout: 30 * time.Second, Success: `exit == 0 or stdout contains "already"`,
			},
		},
		{
			name: "a server that is started",
			tool: `
  mcp: {command: [npx, some-server, /data], tool: update_order, env: {A: b}}
  classify:
    - {when: 'content contains "locked"', class: RESOURCE_CONFLICT, code: LOCKED, applied: no, retry_after: 30s}
    - {when: is_error, class: FATAL, applied: maybe}`,
			want: job.Tool{
				Call:    job.Call{MCP: &job.MCP{Command: []string{"npx", "some-server", "/data"}, Tool: "update_order", Env: map[string]string{"A": "b"}}},
				Timeout: 30 * time.Second,
				Classify: []job.Rule{
					{When: `content contains "locked"`, Class: taxonomy.ResourceConflict, Code: taxonomy.CodeLocked, Applied: &no, RetryAfter: 30 * time.Second},
					{When: "is_error", Class: taxonomy.Fatal, Applied: &maybe},
				},
			},
		},
		{
			name: "a server that runs",
			tool: `
  mcp: {url: "http://127.0.0.1:9/mcp", tool: update_order, headers: {Authorization: "Bearer ${env:TOKEN}"}}
  effect: idempotent`,
			want: job.Tool{
				Call:   job.Call{MCP: &job.MCP{URL: "http://127.0.0.1:9/mcp", Tool: "update_order", Headers: map[string]string{"Authorization": "Bearer ${env:TOKEN}"}}},
				Effect: "idempotent", Timeout: 30 * time.Second,
			},
		},
		{
			name: "a form, a probe and a credential",
			tool: `
  http: {request: "POST http://h/orders/{order_id}", form: {deadline: "{deadline}"}, headers: {Authorization: "Bearer ${env:RENEWED}"}}
  effect: unsafe
  probe: {http: {request: "GET http://h/orders/{order_id}"}, done: 'body.deadline == params.deadline'}
  credential: {command: [./get-token, --new], env: RENEWED}`,
			want: job.Tool{
				Call: job.Call{HTTP: &job.HTTP{
					Method: "POST", URL: "http://h/orders/{order_id}", Form: map[string]string{"deadline": "{deadline}"},
					Headers: map[string]string{"Authorization": "Bearer ${env:RENEWED}"},
				}},
				Effect: "unsafe", Timeout: 30 * time.Second, Idempotency: job.Idempotency{Header: "Idempotency-Key"},
				Probe:      &job.Probe{Call: job.Call{HTTP: &job.HTTP{Method: "GET", URL: "http://h/orders/{order_id}"}}, Done: "body.deadline == params.deadline"},
				Credential: &job.Credential{Command: []string{"./get-token", "--new"}, Env: "RENEWED"},
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := mustParse(t, "version: 1\ntool:"+tt.tool+"\nitems: {file: a.csv, id: order_id}\n")
			if diff := cmp.Diff(tt.want, j.Tool); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSchemaOfTheServer: without params and schema, those of an MCP tool are known only when the
// server has been asked.
func TestSchemaOfTheServer(t *testing.T) {
	t.Parallel()
	const text = "version: 1\ntool: {mcp: {command: [srv], tool: update}}\nitems: {file: a.csv, id: order_id}\n"
	first := mustParse(t, text)
	if !first.NeedsSchema() || string(first.Params) != "{}" {
		t.Errorf("needs a schema: %t, params %s", first.NeedsSchema(), first.Params)
	}
	const schema = `{"type":"object","required":["order_id","n"],"properties":{"order_id":{"type":"string"},"note":{}}}`
	second, err := job.Parse("job.yaml", []byte(text), &job.LoadOptions{Schema: json.RawMessage(schema), LookupEnv: onlyToken})
	if err != nil {
		t.Fatal(err)
	}
	if second.NeedsSchema() || string(second.Tool.Schema) != schema || string(second.Params) != `{"order_id":"{order_id}","n":"{n}","note":"{note}"}` && string(second.Params) != `{"order_id":"{order_id}","note":"{note}","n":"{n}"}` {
		t.Errorf("params %s, schema %s", second.Params, second.Tool.Schema)
	}
	if diff := cmp.Diff([]string{"order_id"}, second.Locked()); diff != "" {
		t.Error(diff)
	}
	// The file's own params are held against it.
	own := strings.Replace(text, "items:", `params: {order_id: "{order_id}", nn: "{n}"}`+"\nitems:", 1)
	if !mustParse(t, own).NeedsSchema() {
		t.Error("nobody asks for the schema")
	}
	closed := strings.Replace(schema, `"type":`, `"additionalProperties":false,"type":`, 1)
	_, err = job.Parse("job.yaml", []byte(own), &job.LoadOptions{Schema: json.RawMessage(closed), LookupEnv: onlyToken})
	for _, want := range []string{
		`job.yaml:2:7: tool.schema.required: "n" is not among the params; did you mean "nn"?`,
		`job.yaml:3:34: params.nn: the tool's schema knows no such argument; did you mean "n"?`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nis not in %v", want, err)
		}
	}
	open := strings.Replace(schema, `"required":["order_id","n"],`, "", 1) // and takes others
	if _, err = job.Parse("job.yaml", []byte(own), &job.LoadOptions{Schema: json.RawMessage(open), LookupEnv: onlyToken}); err != nil {
		t.Error(err)
	}
}

func TestEffectOfMethods(t *testing.T) {
	t.Parallel()
	tests := []struct{ method, effect, want, header string }{
		{"GET", "", "read_only", ""},
		{"HEAD", "", "read_only", ""},
		{"PUT", "", "idempotent", "Idempotency-Key"},
		{"DELETE", "", "idempotent", "Idempotency-Key"},
		{"PATCH", "idempotent", "idempotent", "Idempotency-Key"},
		{"POST", "unsafe", "unsafe", "Idempotency-Key"},
		{"POST", "read_only", "read_only", ""},
		{"GET", "unsafe", "unsafe", "Idempotency-Key"},
	}
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.effect, func(t *testing.T) {
			t.Parallel()
			effect := ""
			if tt.effect != "" {
				effect = ", effect: " + tt.effect
			}
			j := mustParse(t, "version: 1\ntool: {http: {request: \""+tt.method+" http://h/{id}\"}"+effect+"}\nitems: a.csv\n")
			if j.Tool.Effect != tt.want || j.Tool.Idempotency.Header != tt.header {
				t.Errorf("got %q and header %q", j.Tool.Effect, j.Tool.Idempotency.Header)
			}
		})
	}
}

func TestInferredID(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, request, rest, want string }{
		{"the one column in the path", "PUT http://{host}/o/{id}/x?v={v}", "", "id"},
		{"the same column twice", "PUT http://h/{id}/{id}", "", "id"},
		{"through params", "PUT http://h/{a}", `params: {a: "{Order ID}"}`, "Order ID"},
		{"through a conversion", "PUT http://h/{a}", `params: {a: "{n:integer}"}`, "n"},
		{"a base from the environment", "PUT ${env:TOKEN}/o/{id}", "", "id"},
		{"none for reading", "GET http://h/o?q={id}", "", ""},
		{"two for reading", "GET http://h/{a}/{b}", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := mustParse(t, "version: 1\ntool: {http: {request: \""+tt.request+"\"}}\nitems: a.csv\n"+tt.rest+"\n")
			if j.Items.ID != tt.want {
				t.Errorf("got %q, want %q", j.Items.ID, tt.want)
			}
		})
	}
}

func TestDefaultName(t *testing.T) {
	t.Parallel()
	text := "version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: a.csv\n"
	j, err := job.Parse(filepath.Join("jobs", "late.orders.yaml"), []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if j.Name != "late.orders" || j.Items.Path != filepath.Join("jobs", "a.csv") {
		t.Errorf("got %q and %q", j.Name, j.Items.Path)
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	base := "version: 1\ntool: {http: {request: \"PUT http://h/{id}\"}}\nitems: a.csv\nretry: {attempts: 5}\non: {input: fail}\n"
	tests := []struct {
		name string
		set  []string
		want func(*job.Job)
	}{
		{"an enum", []string{"on.permission=fail"}, func(j *job.Job) { j.On.Permission = job.PermissionFail }},
		{"over the file's value", []string{"retry.attempts=1", "on.input=correct"}, func(j *job.Job) { j.Retry.Attempts = 1; j.On.Input = job.InputCorrect }},
		{"the last one wins", []string{"retry.attempts=1", "retry.attempts=2"}, func(j *job.Job) { j.Retry.Attempts = 2 }},
		{"a text that looks like a number", []string{"name=2026"}, func(j *job.Job) { j.Name = "2026" }},
		{"a text that looks like null", []string{"description=null"}, func(j *job.Job) { j.Description = "null" }},
		{"a text with an equals sign", []string{"description=a=b"}, func(j *job.Job) { j.Description = "a=b" }},
		{"a text with braces", []string{"description={x}"}, func(j *job.Job) { j.Description = "{x}" }},
		{"an empty text", []string{"tool.idempotency.header="}, func(j *job.Job) { j.Tool.Idempotency.Header = "" }},
		{"quotes of YAML", []string{`name="a b"`}, func(j *job.Job) { j.Name = "a b" }},
		{"below the short form of items", []string{"items.empty=null"}, func(j *job.Job) { j.Items.Empty = job.EmptyNull }},
		{"the short form of items", []string{"items=b.csv"}, func(j *job.Job) { j.Items.File, j.Items.Path = "b.csv", "b.csv" }},
		{"a list", []string{"correction.locked=[a, b]"}, func(j *job.Job) { j.Correction.Locked = []string{"a", "b"} }},
		{"a mapping", []string{`tool.http.body={"n":1.50}`}, func(j *job.Job) { j.Tool.HTTP.Body = json.RawMessage(`{"n":1.50}`) }},
		{"a template", []string{"params.id={id}-{x}"}, func(j *job.Job) { j.Params = json.RawMessage(`{"id":"{id}-{x}"}`); j.Items.ID = "id" }},
		{"a boolean", []string{"correction.rules=false"}, func(j *job.Job) { j.Correction.Rules = false }},
		{"a duration", []string{"tool.timeout=5m"}, func(j *job.Job) { j.Tool.Timeout = 5 * time.Minute }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			set := tt.set
			if tt.name == "a template" {
				set = append(set, "items.id=id")
			}
			want := mustParse(t, base)
			tt.want(want)
			if diff := cmp.Diff(want, mustParse(t, base, set...), cmpopts.IgnoreUnexported(job.Job{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestExactNumbers: A4 and the design's "Numbers are exact", in every place that holds JSON.
func TestExactNumbers(t *testing.T) {
	t.Parallel()
	j := mustParse(t, `
version: 1
tool:
  http:
    request: PUT http://h/{id}
    body: {big: 9007199254740993, zip: 00042, hex: 0x1F, plus: +4930, under: 1_000, money: 1.50, exp: 1e3, neg: -0, no: no, date: 2026-05-01, half: .5, quoted: "9007199254740993"}
  schema: {properties: {id: {const: 123456789012345678901234567890}}, multipleOf: 0.10}
items: a.csv
params: {id: "{id}", n: 9007199254740993}
`)
	got := map[string]string{"body": string(j.Tool.HTTP.Body), "schema": string(j.Tool.Schema), "params": string(j.Params)}
	want := map[string]string{
		"body":   `{"big":9007199254740993,"zip":"00042","hex":"0x1F","plus":"+4930","under":"1_000","money":1.50,"exp":1e3,"neg":-0,"no":"no","date":"2026-05-01","half":".5","quoted":"9007199254740993"}`,
		"schema": `{"properties":{"id":{"const":123456789012345678901234567890}},"multipleOf":0.10}`,
		"params": `{"id":"{id}","n":9007199254740993}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOptionThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	_, err := parse("version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: a.csv\n", "name=\xff")
	if err == nil || err.Error() != "--set name=\ufffd: the option is not UTF-8" {
		t.Errorf("got %v", err)
	}
}

// TestFileThatIsNotThere: one with nearly its name is told, and a folder or a file far off is not.
func TestFileThatIsNotThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"orders.yaml", "orders.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "ordrs.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"oders.yaml":        `: there is no such file; did you mean "orders.yaml"?`,
		"something.yaml":    ": there is no such file",
		"none/oders.yaml":   ": there is no such file",
		"orders.yaml/x.yml": ": the file cannot be read: not a directory",
	} {
		path := filepath.Join(dir, name)
		if _, err := job.Load(path, nil); err == nil || err.Error() != path+want {
			t.Errorf("%s: %v", name, err)
		}
	}
	j, err := job.Parse(filepath.Join(dir, "orders.yaml"), []byte("version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: ordes.csv\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.OpenItems(); err == nil || !strings.HasSuffix(err.Error(), `ordes.csv: there is no such file; did you mean "orders.csv"?`) {
		t.Errorf("items: %v", err)
	}
}

func TestLoadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := job.Load(filepath.Join(dir, "none.yaml"), nil); err == nil || err.Error() != filepath.Join(dir, "none.yaml")+": there is no such file" {
		t.Errorf("got %v", err)
	}
	if _, err := job.Load(dir, nil); err == nil || err.Error() != dir+": the file cannot be read: is a directory" {
		t.Errorf("got %v", err)
	}
}

// TestSecretsStayOut: the value of a variable is in no error and in no field of the Job.
func TestSecretsStayOut(t *testing.T) {
	t.Parallel()
	text := "version: 1\ntool: {http: {request: \"GET http://h/{id}\", headers: {A: \"${env:TOKEN}\"}}}\nitems: a.csv\n"
	out, err := json.Marshal(mustParse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "s3cret") || !strings.Contains(string(out), "${env:TOKEN}") {
		t.Errorf("got %s", out)
	}
}

// TestModelOfTheCorrection: what may be spent on it, and what is wrong with it.
func TestModelOfTheCorrection(t *testing.T) {
	t.Parallel()
	const text = "version: 1\ntool: {http: {request: \"PUT http://h/{id}\"}}\nitems: a.csv\ncorrection: {rules_file: learned.yaml, llm: %s}\n"
	parse := func(llm string) (*job.Job, error) {
		return job.Parse("dir/job.yaml", []byte(strings.Replace(text, "%s", llm, 1)), &job.LoadOptions{LookupEnv: func(name string) (string, bool) { return "k", name == "KEY" }})
	}
	j, err := parse(`{model: m, base_url: "${env:KEY}", api_key: "${env:KEY}", max_calls: 7}`)
	if err != nil {
		t.Fatal(err)
	}
	want := &job.LLM{Model: "m", BaseURL: "${env:KEY}", APIKey: "${env:KEY}", MaxCalls: 7, MaxTokens: 100_000, Timeout: 30 * time.Second}
	if diff := cmp.Diff(want, j.Correction.LLM); diff != "" || j.Correction.RulesFile != filepath.Join("dir", "learned.yaml") {
		t.Errorf("%s, rules file %s", diff, j.Correction.RulesFile)
	}
	for llm, want := range map[string]string{
		`{modell: m}`:              `unknown key "modell" in correction.llm; did you mean "model"?`,
		`{base_url: "host/v1"}`:    "correction.llm.base_url must start with http://",
		`{api_key: "{id}"}`:        "it is the same for all items, and {id} stands in it",
		`{api_key: "${env:NONE}"}`: "NONE",
		`{max_calls: 0}`:           "correction.llm.max_calls must be a whole number of at least 1",
		`{timeout: 0s}`:            "correction.llm.timeout must be more than 0",
		`gpt`:                      "correction.llm must be a mapping",
	} {
		if _, err := parse(llm); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", llm, err, want)
		}
	}
}
