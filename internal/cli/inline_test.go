package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneLine: an items file and a request, without a job file; and the job
// file that they amount to.
func TestOneLine(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	items := writeFiles(t, "orders.csv", "order_id,deadline\n00042,\"it's \"\"x\"\"\"\n2,2026-05-18\n")
	line := []string{
		items, "--http", "PATCH " + s.URL + "/orders/{order_id}", "--body", `{"deadline": "{deadline}", "fixed": 9007199254740993}`,
		"--effect", "idempotent", "-H", "X-Who: a: b", "--concurrency", "1",
	}
	r := run(t, "", append([]string{"run", "--lang", "en"}, line...)...)
	if r.status != 0 || !strings.Contains(r.out, "orders  ") || !strings.Contains(r.out, "2 items = 2 succeeded") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	want := `PATCH /orders/00042 {"deadline":"it's \"x\"","fixed":9007199254740993}`
	if asked := s.requests(); len(asked) != 2 || asked[0] != want {
		t.Errorf("asked %q", asked)
	}
	saved := filepath.Join(t.TempDir(), "saved.yaml")
	if r := run(t, "", append([]string{"run", "--save-job", saved}, line...)...); r.status != 0 {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
	if r := run(t, "", "run", saved, "--concurrency", "1"); r.status != 0 || len(s.requests()) != 6 || s.requests()[4] != want {
		t.Errorf("the saved job: exit status %d, %s, asked %q", r.status, r.err, s.requests())
	}
	before, _ := os.ReadFile(saved)
	if r := run(t, "", append([]string{"run", "--save-job", saved}, line...)...); r.status != 64 || !strings.Contains(r.err, "exists") {
		t.Errorf("over a file that is there: exit status %d: %s", r.status, r.err)
	}
	if after, _ := os.ReadFile(saved); string(after) != string(before) {
		t.Error("it was overwritten")
	}
	plan := append([]string{"plan"}, line[:len(line)-2]...)
	if r := run(t, "", plan...); r.status != 0 || !strings.Contains(r.out, "2 items = 2 would be sent") || len(s.requests()) != 6 {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	for _, args := range [][]string{
		{items},
		{items, "--body", "{}"},
		{items, "--http", "PATCH http://h/{order_id}", "--body", "{"},
		{items, "--http", "PATCH http://h/{order_id}"},
		{items, "--http", "http://h/{order_id}"},
		{items, "--http", "PUT http://h/{order}"},
		{items, "--http", "PUT http://h/{order_id}", "--save-job", "x"},
		{items, "--http", "PUT http://h/{order_id}", "-H", "nonsense"},
		{saved, "--id", "x"},
	} {
		if r := run(t, "", append([]string{"run"}, args...)...); r.status != 64 || r.err == "" || len(s.requests()) != 6 {
			t.Errorf("%v: exit status %d, %s", args, r.status, r.err)
		}
	}
}

// TestOneLineSaysWhichFlag: nobody has seen the job file that the flags amount
// to, so that neither its lines nor its keys are named.
func TestOneLineSaysWhichFlag(t *testing.T) {
	t.Parallel()
	items := writeFiles(t, "orders.csv", "order_id,deadline\n1,2026-05-18\n")
	const patch = "PATCH http://h/{order_id}"
	for _, tt := range []struct {
		name string
		args []string
		want string // how the message starts
	}{
		{"no effect", []string{"--http", patch}, "--effect: it is missing, and PATCH does not tell it"},
		{"a misspelt one", []string{"--http", patch, "--effect", "idempotnt"}, `--effect: "idempotnt" is none of its values; did you mean "idempotent"?`},
		{"no method", []string{"--http", "http://h/{order_id}"}, "--http: it must be a method and a URL"},
		{"a column in the URL", []string{"--http", "PUT http://h/{order}"}, `--http: "order" is not a column of orders.csv`},
		{"a column in the body", []string{"--http", patch, "--effect", "unsafe", "--body", `{"a":{"b":"{dedline}"}}`}, `--body: a.b: "dedline" is not a column of orders.csv; did you mean "deadline"?`},
		{"a variable", []string{"--http", patch, "--effect", "unsafe", "-H", "X-Key: ${env:BATCHAGENT_NOT_SET}"}, "--header: X-Key: the environment variable BATCHAGENT_NOT_SET is not set"},
		{"no id", []string{"--http", "POST http://h/", "--effect", "unsafe"}, "--id: it is missing, and the path of the URL names no column; write which column identifies an item, as in --id order_id"},
		{"another id", []string{"--http", patch, "--effect", "unsafe", "--id", "ordr_id"}, `--id: "ordr_id" is not a column of orders.csv; did you mean "order_id"?`},
		{"two faults", []string{"--http", "PUT http://h/{order}", "--id", "ordr_id"}, "--http: \"order\" is not a column of orders.csv; did you mean \"order_id\"?\n--id: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, "", append([]string{"plan", items}, tt.args...)...)
			if said := strings.ReplaceAll(r.err, items, "orders.csv"); r.status != 64 || !strings.HasPrefix(said, "batchagent: "+tt.want) {
				t.Errorf("exit status %d: %s", r.status, r.err)
			}
		})
	}
}
