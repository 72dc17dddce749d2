package httptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

func TestForm(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustNew(t, &httptool.Config{
		Method: "POST", URL: url + "/charge", Effect: tool.Unsafe,
		Form: map[string]string{"amount": "{amount}", "note": "{note}", "customer": "cus_{customer}", "fixed": "a&b=c"},
	})
	for _, tt := range []struct{ args, want string }{
		{`{"amount":9007199254740993,"customer":"1&x=2","note":"ü ?"}`, "amount=9007199254740993&customer=cus_1%26x%3D2&fixed=a%26b%3Dc&note=%C3%BC+%3F"},
		{`{"amount":1,"customer":"7"}`, "amount=1&customer=cus_7&fixed=a%26b%3Dc"},
		{`{"amount":1,"customer":"7","note":null}`, "amount=1&customer=cus_7&fixed=a%26b%3Dc"},
	} {
		if _, err := f.Call(t.Context(), json.RawMessage(tt.args)); err != nil {
			t.Fatalf("%s: %v", tt.args, err)
		}
		got := <-requests
		if got.Body != tt.want || got.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
			t.Errorf("%s: sent %s as %s", tt.args, got.Body, got.Header.Get("Content-Type"))
		}
	}
	if _, err := f.Call(t.Context(), json.RawMessage(`{"amount":1}`)); taxonomy.ClassOf(err) != taxonomy.InputError {
		t.Errorf("without a customer: %v", err)
	}
	for _, c := range []*httptool.Config{
		{Name: "x", Method: "POST", URL: url, Effect: tool.Unsafe, Form: map[string]string{"a": "{a"}},
		{Name: "x", Method: "POST", URL: url, Effect: tool.Unsafe, Form: map[string]string{"a": "b"}, Body: map[string]any{}},
		{Name: "x", Method: "GET", URL: url, Form: map[string]string{"a": "b"}},
	} {
		if _, err := httptool.New(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// TestJudge: the user's own judge has the last word, on successes as on
// failures, but not on an answer that broke off.
func TestJudge(t *testing.T) {
	t.Parallel()
	own := errors.New("mine")
	for _, tt := range []struct {
		name    string
		handle  http.HandlerFunc
		judge   func(*httptool.Reply, error) error
		want    error
		value   string
		unasked bool
	}{
		{name: "a failure is a success", handle: answer(409, "", "fine"), judge: func(*httptool.Reply, error) error { return nil }, value: `"fine"`},
		{name: "a success is a failure", handle: ok, judge: func(r *httptool.Reply, verdict error) error {
			if verdict != nil {
				t.Errorf("the verdict is %v", verdict)
			}
			return own
		}, want: own},
		{name: "a verdict stays", handle: answer(423, "", "locked"), judge: func(_ *httptool.Reply, verdict error) error { return verdict }, want: taxonomy.ResourceConflict},
		{name: "it sees all", handle: answer(404, "application/json", `{"a":1}`), judge: func(r *httptool.Reply, verdict error) error {
			if r.Status != 404 || string(r.Body) != `{"a":1}` || r.Header.Get("Content-Type") != "application/json" || string(r.Args) != `{"order_id":"7"}` {
				t.Errorf("it sees %+v", r)
			}
			return verdict
		}, want: taxonomy.Fatal},
		{name: "what broke off is not judged", handle: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "x")
		}, judge: func(*httptool.Reply, error) error { return nil }, want: taxonomy.Transient, unasked: true},
		{name: "what is too large is not judged", handle: answer(200, "", strings.Repeat("x", 2000)), judge: func(*httptool.Reply, error) error { return nil }, want: taxonomy.Fatal, unasked: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, _ := serve(t, tt.handle)
			asked := false
			f := mustNew(t, &httptool.Config{
				Method: "PUT", URL: url + "/orders/{order_id}", MaxResponse: 1000,
				Judge: func(r *httptool.Reply, verdict error) error {
					asked = true
					return tt.judge(r, verdict)
				},
			})
			value, err := f.Call(t.Context(), json.RawMessage(`{"order_id":"7"}`))
			if asked == tt.unasked {
				t.Errorf("asked: %t", asked)
			}
			if class, ok := tt.want.(taxonomy.Class); ok { //nolint:errorlint // a class is given
				if taxonomy.ClassOf(err) != class || err == nil {
					t.Errorf("%v, want %s", err, class)
				}
			} else if !errors.Is(err, tt.want) || string(value) != tt.value {
				t.Errorf("%s, %v; want %s, %v", value, err, tt.value, tt.want)
			}
		})
	}
}

// token is a credential that is renewed.
type token struct {
	mu      sync.Mutex
	value   string
	renewed int
	err     error
}

func (k *token) lookup(name string) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.value, name == "TOKEN"
}

func (k *token) refresh(context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err != nil {
		return k.err
	}
	k.renewed++
	k.value = "new"
	return nil
}

// TestRefresh: after a 401 the credential is renewed once for all, and each
// call made once more.
func TestRefresh(t *testing.T) {
	t.Parallel()
	const calls = 8
	var refused atomic.Int32
	all := make(chan struct{}) // closed when all calls have been refused
	url, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer new" {
			ok(w, r)
			return
		}
		if refused.Add(1) == calls {
			close(all)
		}
		<-all
		w.WriteHeader(http.StatusUnauthorized)
	})
	k := &token{value: "old"}
	f := mustNew(t, &httptool.Config{
		Method: "PUT", URL: url + "/orders/{order_id}", Headers: map[string]string{"Authorization": "Bearer ${env:TOKEN}"},
		LookupEnv: k.lookup, Refresh: k.refresh,
	})
	var wg sync.WaitGroup
	for range calls {
		wg.Go(func() {
			if _, err := f.Call(t.Context(), json.RawMessage(`{"order_id":"7"}`)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(requests) != 2*calls || k.renewed != 1 {
		t.Errorf("%d requests, renewed %d times", len(requests), k.renewed)
	}
}

func TestRefreshIsTriedOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		status   int
		err      error
		requests int
		said     string
	}{
		{"refused again", 401, nil, 2, "Unauthorized"},
		{"it cannot be renewed", 401, errors.New("no such user"), 1, "could not be renewed: no such user"},
		{"a 403 says nothing about who is calling", 403, nil, 1, "Forbidden"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := serve(t, answer(tt.status, "", ""))
			k := &token{value: "old", err: tt.err}
			f := mustNew(t, &httptool.Config{
				Method: "PUT", URL: url + "/x", Headers: map[string]string{"Authorization": "Bearer ${env:TOKEN}"}, LookupEnv: k.lookup, Refresh: k.refresh,
			})
			_, err := f.Call(t.Context(), json.RawMessage(`{}`))
			if taxonomy.ClassOf(err) != taxonomy.Permission || !strings.Contains(taxonomy.Classify(err).Message, tt.said) || len(requests) != tt.requests {
				t.Errorf("%v after %d requests", err, len(requests))
			}
		})
	}
}

// TestE2WaitBesideAnEnvelope: a 200 with an error in its body has headers too.
func TestE2WaitBesideAnEnvelope(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "7")
		_, _ = io.WriteString(w, `{"data":null,"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}`)
	})
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url + "/x"}).Call(t.Context(), json.RawMessage(`{}`))
	if e := taxonomy.Classify(err); e.Class != taxonomy.Transient || e.RetryAfter != 7*time.Second || e.Applied != taxonomy.No {
		t.Errorf("%v: %s, applied %s, wait %s", err, e.Class, e.Applied, e.RetryAfter)
	}
}
