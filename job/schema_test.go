package job_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/batchagent/batchagent/job"
)

func compiledSchema(t *testing.T) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(job.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("job.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("job.json")
	if err != nil {
		t.Fatal(err)
	}
	root, _ := doc.(map[string]any)
	return s, root
}

// TestSchemaHasTheKeys: every mapping of the format has the same keys there as
// here, no more and no fewer.
func TestSchemaHasTheKeys(t *testing.T) {
	t.Parallel()
	_, root := compiledSchema(t)
	for path, want := range job.FormatKeys() {
		node := root
		for _, step := range strings.FieldsFunc(path, func(c rune) bool { return c == '.' }) {
			name, list := strings.CutSuffix(step, "[]")
			node = member(root, node, name)
			if list {
				node, _ = node["items"].(map[string]any)
			}
		}
		properties, _ := node["properties"].(map[string]any)
		got := make([]string, 0, len(properties))
		for key := range properties {
			got = append(got, key)
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", path, diff)
		}
	}
}

// member follows references, and takes of alternatives the one that has
// members.
func member(root, node map[string]any, name string) map[string]any {
	properties, _ := node["properties"].(map[string]any)
	child, _ := properties[name].(map[string]any)
	if ref, ok := child["$ref"].(string); ok {
		defs, _ := root["$defs"].(map[string]any)
		child, _ = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if child["properties"] == nil {
		alternatives, _ := child["oneOf"].([]any)
		for _, a := range alternatives {
			if a, _ := a.(map[string]any); a["properties"] != nil {
				return a
			}
		}
	}
	return child
}

// TestSchemaHasTheDefaults that a file without any of it gets.
func TestSchemaHasTheDefaults(t *testing.T) {
	t.Parallel()
	_, root := compiledSchema(t)
	j := mustParse(t, "version: 1\ntool: {http: {request: \"PUT http://h/{id}\"}}\nitems: a.csv\n")
	defaultOf := func(path string) any {
		node := root
		for name := range strings.SplitSeq(path, ".") {
			properties, _ := node["properties"].(map[string]any)
			if next, _ := properties[name].(map[string]any); next["default"] != nil {
				return next["default"]
			}
			node = member(root, node, name)
		}
		return nil
	}
	for path, want := range map[string]any{
		"tool.timeout": j.Tool.Timeout, "tool.idempotency.header": j.Tool.Idempotency.Header,
		"items.empty": j.Items.Empty.String(), "items.on_duplicate": j.Items.OnDuplicate.String(), "correction.rules": j.Correction.Rules,
		"on.conflict": j.On.Conflict.String(), "on.permission": j.On.Permission.String(), "on.input": j.On.Input.String(), "on.fatal": j.On.Fatal.String(),
		"retry.attempts": j.Retry.Attempts, "retry.initial": j.Retry.Initial, "retry.max": j.Retry.Max, "retry.max_wait": j.Retry.MaxWait,
		"breaker.failures": j.Breaker.Failures, "breaker.open": j.Breaker.Open, "pace.concurrency": j.Pace.Concurrency, "shutdown.grace": j.Shutdown.Grace,
	} {
		got := defaultOf(path)
		switch wanted := want.(type) {
		case time.Duration:
			text, _ := got.(string)
			if d, err := time.ParseDuration(text); err != nil || d != wanted {
				t.Errorf("%s: %v, want %s", path, got, wanted)
			}
		case int:
			if n, _ := got.(json.Number); n.String() != string(mustJSON(t, wanted)) {
				t.Errorf("%s: %v, want %d", path, got, wanted)
			}
		default:
			if got != want {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestSchemaAcceptsWhatWeAccept: the examples and the job files of the
// documents; and refuses slips that editors should show.
func TestSchemaAcceptsWhatWeAccept(t *testing.T) {
	t.Parallel()
	s, _ := compiledSchema(t)
	valid := func(text string) error {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(mustJSON(t, v)))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(doc)
	}
	files, _ := filepath.Glob("../examples/*/*.yaml")
	own, _ := filepath.Glob("testdata/*.yaml")
	seen := 0
	for _, file := range append(files, own...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("\ntool:")) { // an OpenAPI description
			continue
		}
		seen++
		if err := valid(string(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, file := range []string{"../README.md", "../docs/jobfile.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```yaml\n(version: 1\n.*?)```").FindAllStringSubmatch(string(text), -1) {
			seen++
			if err := valid(block[1]); err != nil {
				t.Errorf("%s: %v\n%s", file, err, block[1])
			}
		}
	}
	if seen < 6 {
		t.Errorf("only %d job files were looked at", seen)
	}
	for _, slip := range []string{
		"tool: {http: {request: GET http://h}}\nitems: a.csv\n",
		"version: 2\ntool: {http: {request: GET http://h}}\nitems: a.csv\n",
		"version: 1\nitems: a.csv\n",
		"version: 1\ntool: {http: {request: GET http://h}, exec: {command: [x]}}\nitems: a.csv\n",
		"version: 1\ntool: {http: {request: GET http://h}, efect: idempotent}\nitems: a.csv\n",
		"version: 1\ntool: {http: {request: GET http://h}, effect: safe}\nitems: a.csv\n",
		"version: 1\ntool: {exec: {command: ./x}, effect: unsafe}\nitems: a.csv\n",
		"version: 1\ntool: {http: {request: GET http://h}}\nitems: a.csv\nretry: {initial: soon}\n",
		"version: 1\ntool: {http: {request: GET http://h}}\nitems: a.csv\nretry: {attempts: 0}\n",
	} {
		if valid(slip) == nil {
			t.Errorf("accepted:\n%s", slip)
		}
		if _, err := job.Parse("job.yaml", []byte(slip), nil); err == nil {
			t.Errorf("and so do we:\n%s", slip)
		}
	}
}
