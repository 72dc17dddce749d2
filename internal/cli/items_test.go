package cli_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestItemsOfYAML: a list of items goes with --http, and alone it is told from
// a job file.
func TestItemsOfYAML(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	for name, text := range map[string]string{
		"plain":          "- {order_id: 00042}\n- order_id: '2'\n",
		"after comments": "\ufeff# orders\n\n---\n# more\n-\n  order_id: 00042\n- order_id: '2'\n",
		"in brackets":    "--- [{order_id: \"00042\"}, {order_id: \"2\"}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := writeFiles(t, "items.yaml", text)
			r := run(t, "", "run", path, "--http", "PUT "+s.URL+"/"+strings.ReplaceAll(name, " ", "-")+"/{order_id}", "--lang", "en")
			// (A list in brackets is refused by the reader of items, with a sentence of its own.)
			if name != "in brackets" && (r.status != 0 || !strings.Contains(r.out, "2 items = 2 succeeded")) {
				t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
			}
			for _, command := range []string{"run", "plan"} {
				r := run(t, "", command, path)
				if r.status != 64 || !strings.Contains(r.err, "list of items and no job file") || !strings.Contains(r.err, "--http") {
					t.Errorf("%s: exit status %d: %s", command, r.status, r.err)
				}
			}
		})
	}
	r := run(t, "", "run", writeFiles(t, "job.yaml", "# - a comment\nversion: 1\n"))
	if r.status != 64 || strings.Contains(r.err, "list of items") {
		t.Errorf("a job file: exit status %d: %s", r.status, r.err)
	}
}

// TestUnreadableRowsSayWhere: the line that a row starts on, and the place in it.
func TestUnreadableRowsSayWhere(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	const jobText = `version: 1
tool: {http: {request: "PUT %s/orders/{id}"}}
items: %s
`
	tests := []struct{ name, file, items, want string }{
		{"JSON lines", "items.jsonl", "{\"id\":1}\n{\"id\":2,}\n", `"line":2,"outcome":"failed","attempts":0,"error":{"class":"INPUT_ERROR","code":"INVALID_FORMAT","message":"column 9: `},
		{"YAML", "items.yaml", "- id: 1\n- id: 2\n  a: 1\n  a: 2\n- id: 3\n", `"line":2,"outcome":"failed","attempts":0,"error":{"class":"INPUT_ERROR","code":"INVALID_FORMAT","message":"line 4, column 3: `},
		{"CSV", "items.csv", "id,x\n1,2\n2\n", `"line":3,"outcome":"failed","attempts":0,"error":{"class":"INPUT_ERROR","code":"INVALID_FORMAT","message":"the row has`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := writeFiles(t, "job.yaml", fmt.Sprintf(jobText, s.URL, tt.file), tt.file, tt.items)
			r := run(t, "", "run", path, "--json")
			if r.status != 2 || !strings.Contains(r.out, tt.want) {
				t.Errorf("exit status %d, %s is not in:\n%s%s", r.status, tt.want, r.out, r.err)
			}
		})
	}
}

// TestItemsHaveAName, also where they have no file; and what was found out
// about them is said by every command that reads them.
func TestItemsHaveAName(t *testing.T) {
	t.Parallel()
	s := serve(t, func(id string, w http.ResponseWriter) {
		if id == "2" {
			status(w, 404, "no such order")
			return
		}
		ok(id, w)
	})
	list := writeFiles(t, "listed.yaml", fmt.Sprintf("version: 1\ntool: {http: {request: \"PUT %s/orders/{id}\"}}\nitems:\n  list:\n  - {id: \"1\"}\n  - {id: \"2\"}\n", s.URL))
	if r := run(t, "", "plan", list); !strings.Contains(r.out, "items:     the job's list, each known by its id") {
		t.Errorf("plan of a list:\n%s%s", r.out, r.err)
	}
	if r := run(t, "", "run", list, "--lang", "en"); !strings.Contains(r.out, "listed.yaml line 6") {
		t.Errorf("run of a list:\n%s%s", r.out, r.err)
	}
	if r := run(t, "", "call", list, "--item", "7"); r.status != 64 || !strings.Contains(r.err, `"7" in the job's list`) {
		t.Errorf("call of a list:\n%s%s", r.out, r.err)
	}
	empty := writeFiles(t, "listed.yaml", fmt.Sprintf("version: 1\ntool: {http: {request: \"PUT %s/orders/{id}\"}}\nitems: {list: []}\n", s.URL))
	if r := run(t, "", "run", empty); r.status != 0 || !strings.Contains(r.err, "no items in the job's list") {
		t.Errorf("run of an empty list: exit status %d:\n%s%s", r.status, r.out, r.err)
	}

	path := writeFiles(t, "job.yaml", fmt.Sprintf("version: 1\ntool: {http: {request: \"PUT %s/orders/{id}\"}}\nitems: items.csv\n", s.URL), "items.csv", "id;name\n1;J\xfcrgen\n2;x\n")
	for _, args := range [][]string{{"plan", path}, {"plan", path, "--json"}, {"call", path, "--item", "1"}, {"run", path}} {
		r := run(t, "", args...)
		for _, want := range []string{": read as Windows-1252", ": its columns are separated by semicolons"} {
			if !strings.Contains(r.err, "batchagent: "+filepath.Join(filepath.Dir(path), "items.csv")+want) {
				t.Errorf("%v: %q is not in %s", args, want, r.err)
			}
		}
	}
}
