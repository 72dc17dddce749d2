package httptool_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// TestE6ARedirectOfAWriteIsTheAnswer: a client that follows the redirect of a
// POST to a host that is down gets a dial error, which speaks of the second
// request only. The first was executed.
func TestE6ARedirectOfAWriteIsTheAnswer(t *testing.T) {
	t.Parallel()
	var acted atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		acted.Add(1)
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(http.StatusSeeOther)
	}))
	defer s.Close()
	req, err := httptool.NewRequest(t.Context(), http.MethodPost, s.URL, map[string]int{"n": 1})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := httptool.Do(nil, req) //nolint:bodyclose // Decode closes it
	if err != nil {
		t.Fatal(err)
	}
	_, err = httptool.Decode[any](resp)
	if e := taxonomy.Classify(err); e == nil || !e.Applied.Maybe() || e.Class == taxonomy.Transient {
		t.Errorf("%v", err)
	}
	if n := acted.Load(); n != 1 {
		t.Errorf("acted %d times", n)
	}
}

// TestE3AnUnsafeGETIsSentOnce: net/http sends a GET again when the connection
// that it was kept on breaks; one that is declared unsafe must not be.
func TestE3AnUnsafeGETIsSentOnce(t *testing.T) {
	t.Parallel()
	var acted atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if acted.Add(1) == 2 { // on the connection that the first call left open
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		}
	}))
	defer s.Close()
	f, err := httptool.New(&httptool.Config{Name: "trigger", Method: "GET", URL: s.URL + "/run", Effect: tool.Unsafe})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Call(t.Context(), []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Call(t.Context(), []byte(`{}`)); err == nil {
		t.Error("the broken connection was hidden")
	}
	if n := acted.Load(); n != 2 {
		t.Errorf("acted %d times in two calls", n)
	}
}
