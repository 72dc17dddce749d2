package openapitool_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

type (
	rawTool = tool.Func[json.RawMessage, json.RawMessage]
	reply   = httptool.Reply
)

const (
	head30 = "openapi: 3.0.3\ninfo: {title: t, version: \"1\"}\n"
	head31 = "openapi: 3.1.0\ninfo: {title: t, version: \"1\"}\n"
)

// parse reads a spec; more are other files by name and content.
func parse(t *testing.T, spec string, more ...string) *openapitool.Document {
	t.Helper()
	d, err := openapitool.Parse("api.yaml", []byte(spec), &openapitool.Options{Files: files(more...)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func files(more ...string) fs.FS {
	m := fstest.MapFS{}
	for i := 0; i < len(more); i += 2 {
		m[more[i]] = &fstest.MapFile{Data: []byte(more[i+1])}
	}
	return m
}

// one is a spec of one operation: its path, its method, and what stands in it.
func one(head, path, method, inside string) string {
	var b strings.Builder
	b.WriteString(head + "paths:\n  " + path + ":\n    " + method + ":\n      operationId: op\n      responses: {\"200\": {description: ok}}\n")
	for line := range strings.Lines(inside) {
		b.WriteString("      " + line)
	}
	return b.String()
}

// seen is a request as a server got it.
type seen struct {
	Method, URI, Body string
	Header            http.Header
}

func serve(t *testing.T, handle http.HandlerFunc) (url string, requests chan seen) {
	t.Helper()
	requests = make(chan seen, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the server reads: %v", err)
		}
		requests <- seen{r.Method, r.RequestURI, string(body), r.Header}
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

func answer(status int, media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func ok(w http.ResponseWriter, r *http.Request) {
	answer(200, "application/json", `{"done":true}`)(w, r)
}

func env(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

func mustTool(t *testing.T, d *openapitool.Document, operation string, c *openapitool.Config) *rawTool {
	t.Helper()
	f, err := d.Tool(operation, c)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

type call string

func (c call) Key() string   { return string(c) }
func (c call) Attempts() int { return 1 }

func withKey(ctx context.Context, key string) context.Context {
	return tool.WithCallInfo(ctx, call(key))
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func wantError(t *testing.T, err error, class taxonomy.Class, code taxonomy.Code, applied taxonomy.Applied) *taxonomy.Error {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s %s", class, code)
	}
	e := taxonomy.Classify(err)
	if e.Class != class || e.Code != code || e.Applied != applied {
		t.Errorf("%s %s, applied %s (%s), want %s %s, applied %s", e.Class, e.Code, e.Applied, e.Message, class, code, applied)
	}
	return e
}
