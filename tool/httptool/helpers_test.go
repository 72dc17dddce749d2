package httptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

type rawTool = tool.Func[json.RawMessage, json.RawMessage]

// seen is a request as a server got it.
type seen struct {
	Method, URI, Body string
	Header            http.Header
	Host              string
}

// serve starts a server that answers with handle and puts every request into
// the channel, which holds many.
func serve(t *testing.T, handle http.HandlerFunc) (url string, requests chan seen) {
	t.Helper()
	requests = make(chan seen, 1000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the server reads: %v", err)
		}
		requests <- seen{Method: r.Method, URI: r.RequestURI, Body: string(body), Header: r.Header, Host: r.Host}
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func ok(w http.ResponseWriter, r *http.Request) {
	answer(200, "application/json", `{"done":true}`)(w, r)
}

func mustNew(t *testing.T, c *httptool.Config) *rawTool {
	t.Helper()
	if c.Name == "" {
		c.Name = "set_deadline"
	}
	if c.LookupEnv == nil {
		c.LookupEnv = env(nil)
	}
	f, err := httptool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func env(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

// call is an attempt of a call with this key.
type call string

func (c call) Key() string   { return string(c) }
func (c call) Attempts() int { return 1 }

// withKey is the context of an attempt of a call with this key.
func withKey(ctx context.Context, key string) context.Context {
	return tool.WithCallInfo(ctx, call(key))
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// wantError checks what an error is judged to be, and returns it judged.
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

func asError(err error) *taxonomy.Error {
	var e *taxonomy.Error
	if !errors.As(err, &e) {
		return &taxonomy.Error{}
	}
	return e
}
