package httptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// TestRequest: what is sent for which arguments.
func TestRequest(t *testing.T) {
	t.Parallel()
	vars := env(map[string]string{"TOKEN": "t0ken-t0ken", "Q": "a&b=c", "P": "a/b"})
	tests := []struct {
		name   string
		config httptool.Config // URL without scheme and host
		args   string
		want   seen
		header http.Header // must be there
	}{
		{
			name:   "a job's request",
			config: httptool.Config{Method: "patch", Effect: tool.Idempotent, URL: "/orders/{order_id}", Headers: map[string]string{"Authorization": "Bearer ${env:TOKEN}"}, Body: map[string]any{"deadline": "{deadline}"}},
			args:   `{"order_id":"1001","deadline":"2026-05-20"}`,
			want:   seen{Method: "PATCH", URI: "/orders/1001", Body: `{"deadline":"2026-05-20"}`},
			header: http.Header{"Authorization": {"Bearer t0ken-t0ken"}, "Idempotency-Key": {"key-1"}, "Content-Type": {"application/json"}, "Accept": {"application/json"}},
		},
		{
			name:   "A4: numbers and zeros stay",
			config: httptool.Config{Method: "PUT", URL: "/{n}/{z}?n={n}&z={z}", Headers: map[string]string{"X-N": "{n}"}, Body: raw(`{"n":"{n}","z":"{z}","f":"{f}","text":"no {n}","fixed":9007199254740993}`)},
			args:   `{"n":9007199254740993,"z":"00042","f":1.0}`,
			want:   seen{Method: "PUT", URI: "/9007199254740993/00042?n=9007199254740993&z=00042", Body: `{"n":9007199254740993,"z":"00042","f":1.0,"text":"no 9007199254740993","fixed":9007199254740993}`},
			header: http.Header{"X-N": {"9007199254740993"}},
		},
		{
			name:   "values are escaped for where they stand",
			config: httptool.Config{Method: "PUT", URL: "/o/{a}/x?q={a}&z=1", Body: []string{"{a}", "<{a}>"}},
			args:   `{"a":"a/b ?&#%;=\"ü\\"}`,
			want:   seen{Method: "PUT", URI: "/o/a%2Fb%20%3F&%23%25%3B=%22%C3%BC%5C/x?q=a%2Fb+%3F%26%23%25%3B%3D%22%C3%BC%5C&z=1", Body: `["a/b ?&#%;=\"ü\\","<a/b ?&#%;=\"ü\\>"]`},
		},
		{
			name:   "secrets are escaped as well",
			config: httptool.Config{Method: "DELETE", URL: "/${env:P}?q=${env:Q}"},
			args:   `{}`,
			want:   seen{Method: "DELETE", URI: "/a%2Fb?q=a%26b%3Dc"},
		},
		{
			name:   "absent members are left out",
			config: httptool.Config{Method: "PUT", URL: "/", Body: map[string]any{"a": "{a}", "b": map[string]any{"c": "{c}"}, "d": 1}},
			args:   `{}`,
			want:   seen{Method: "PUT", URI: "/", Body: `{"b":{},"d":1}`},
		},
		{
			name:   "types are kept, and converted where told",
			config: httptool.Config{Method: "PUT", URL: "/", Body: raw(`{"a":"{a}","i":"{i:integer}","o":"{o.x}","j":"{j:json}"}`)},
			args:   `{"a":[1,null],"i":"42","o":{"x":{"y":true}},"j":"[1]"}`,
			want:   seen{Method: "PUT", URI: "/", Body: `{"a":[1,null],"i":42,"o":{"y":true},"j":[1]}`},
		},
		{
			name:   "conversions in the URL",
			config: httptool.Config{Method: "PUT", URL: "/{b:boolean}/{i:integer}?j={j:json}"},
			args:   `{"b":"true","i":"42","j":{"a":[1]}}`,
			want:   seen{Method: "PUT", URI: "/true/42?j=%7B%22a%22%3A%5B1%5D%7D"},
		},
		{
			name:   "headers replace ours",
			config: httptool.Config{Method: "PUT", URL: "/", Body: 1, Headers: map[string]string{"accept": "text/plain", "content-type": "application/merge-patch+json", "Host": "other.example"}},
			args:   `{}`,
			want:   seen{Method: "PUT", URI: "/", Body: `1`, Host: "other.example"},
			header: http.Header{"Accept": {"text/plain"}, "Content-Type": {"application/merge-patch+json"}},
		},
		{
			name:   "another key header",
			config: httptool.Config{Method: "PUT", URL: "/", KeyHeader: "X-Request-Id"},
			args:   `{}`,
			want:   seen{Method: "PUT", URI: "/"},
			header: http.Header{"X-Request-Id": {"key-1"}},
		},
		{
			name:   "the other one that net/http knows",
			config: httptool.Config{Method: "PUT", URL: "/", KeyHeader: "X-Idempotency-Key"},
			args:   `{}`,
			want:   seen{Method: "PUT", URI: "/"},
			header: http.Header{"X-Idempotency-Key": {"key-1"}},
		},
		{
			name:   "a key of one's own",
			config: httptool.Config{Method: "PUT", URL: "/", KeyHeader: "-", Headers: map[string]string{"Idempotency-Key": "{id}:1"}},
			args:   `{"id":"7"}`,
			want:   seen{Method: "PUT", URI: "/"},
			header: http.Header{"Idempotency-Key": {"7:1"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := serve(t, ok)
			tt.config.URL, tt.config.LookupEnv = url+tt.config.URL, vars
			if _, err := mustNew(t, &tt.config).Call(withKey(t.Context(), "key-1"), raw(tt.args)); err != nil {
				t.Fatal(err)
			}
			got := <-requests
			for name, want := range tt.header {
				if diff := cmp.Diff(want, got.Header.Values(name)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
			got.Header = nil
			if tt.want.Host == "" {
				tt.want.Host = strings.TrimPrefix(url, "http://")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeyOfTwoLines: a key that a job file makes of values may not be one.
func TestKeyOfTwoLines(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(withKey(t.Context(), "a\nX-Admin: 1"), raw(`{}`))
	_ = wantError(t, err, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No)
	if len(requests) > 0 {
		t.Error("something was sent")
	}
}

// TestNoKey: a read has none, nor has a call outside an executor, nor one that
// is not to send any.
func TestNoKey(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	for _, tt := range []struct {
		config httptool.Config
		ctx    context.Context //nolint:containedctx // the case
	}{
		{httptool.Config{Method: "GET", URL: url}, withKey(t.Context(), "key-1")},
		{httptool.Config{Method: "POST", URL: url, Effect: tool.ReadOnly}, withKey(t.Context(), "key-1")},
		{httptool.Config{Method: "PUT", URL: url, KeyHeader: "-"}, withKey(t.Context(), "key-1")},
		{httptool.Config{Method: "PUT", URL: url}, t.Context()},
	} {
		if _, err := mustNew(t, &tt.config).Call(tt.ctx, raw(`{}`)); err != nil {
			t.Fatal(err)
		}
		if got := <-requests; got.Header.Values("Idempotency-Key") != nil {
			t.Errorf("%s: a key: %v", tt.config.Method, got.Header)
		}
	}
}

// TestA4ThroughTheAnswer: what a server says comes out as it was said.
func TestA4ThroughTheAnswer(t *testing.T) {
	t.Parallel()
	const body = `{"n": 9007199254740993, "z":"00042", "f":1.0}`
	url, _ := serve(t, answer(200, "application/json", body+"\n"))
	got, err := mustNew(t, &httptool.Config{Method: "GET", URL: url}).Call(t.Context(), raw(`{}`))
	if err != nil || string(got) != body {
		t.Errorf("%s, %v", got, err)
	}
}

// TestArgumentsRefused: what the templates cannot take is named, and nothing is
// sent.
func TestArgumentsRefused(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	tests := []struct {
		name  string
		open  bool // with a schema that lets everything pass
		args  string
		code  taxonomy.Code
		paths []string
		says  string
	}{
		{name: "absent in the path", args: `{"q":1,"h":"x"}`, code: taxonomy.CodeMissingField, paths: []string{"/id"}, says: "id is missing"},
		{name: "all that are absent", args: `{}`, code: taxonomy.CodeMissingField, paths: []string{"/h", "/id", "/q"}},
		{name: "absent in the path, schema or not", open: true, args: `{"q":1,"h":"x"}`, code: taxonomy.CodeMissingField, paths: []string{"/id"}, says: "id has no value"},
		{name: "absent in the query", open: true, args: `{"id":1,"h":"x"}`, code: taxonomy.CodeMissingField, paths: []string{"/q"}},
		{name: "absent in a header", open: true, args: `{"id":1,"q":1}`, code: taxonomy.CodeMissingField, paths: []string{"/h"}},
		{name: "null in the path", args: `{"id":null,"q":1,"h":"x"}`, code: taxonomy.CodeWrongType, paths: []string{"/id"}},
		{name: "null in the path, schema or not", open: true, args: `{"id":null,"q":1,"h":"x"}`, code: taxonomy.CodeMissingField, paths: []string{"/id"}},
		{name: "a list in the path", open: true, args: `{"id":[1],"q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "empty", args: `{"id":"","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}, says: "is empty"},
		{name: "one up", args: `{"id":"..","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}, says: `".."`},
		{name: "here", args: `{"id":".","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "up and down again", args: `{"id":"../admin","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}, says: "another path"},
		{name: "within", args: `{"id":"a/../b","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "at the end", args: `{"id":"a/..","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "with the other slash", args: `{"id":"..\\admin","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "slash and dots", args: `{"id":"/..","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/id"}},
		{name: "two header lines", args: `{"id":1,"q":1,"h":"x\r\nX-Admin: 1"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/h"}, says: "line break"},
		{name: "a line feed alone", args: `{"id":1,"q":1,"h":"x\n"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/h"}},
		{name: "a NUL", args: `{"id":1,"q":1,"h":"x\u0000"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/h"}},
		{name: "a conversion that loses", args: `{"id":1,"q":1,"h":"x","i":"4.2"}`, code: taxonomy.CodeInvalidFormat, paths: []string{"/i"}, says: "is not a whole number"},
		{name: "misspelt, and left out of the body otherwise", args: `{"id":1,"q":1,"h":"x","deadlin":"2026-05-20"}`, code: taxonomy.CodeUnknownField, paths: []string{"/deadlin"}, says: "the nearest is deadline"},
		{name: "no object", args: `[1]`, code: taxonomy.CodeWrongType, paths: []string{""}},
		{name: "null, schema or not", open: true, args: `null`, code: taxonomy.CodeWrongType, says: "not a JSON object"},
		{name: "no object, schema or not", open: true, args: `[1]`, code: taxonomy.CodeWrongType, says: "not a JSON object"},
		{name: "truncated", args: `{"id":`, code: taxonomy.CodeTruncatedArguments},
		{name: "twice", args: `{"id":"1","id":"2","q":1,"h":"x"}`, code: taxonomy.CodeInvalidFormat, says: `"id" twice`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := &httptool.Config{
				Method: "PUT", URL: url + "/{id}?q={q}", Headers: map[string]string{"X-H": "{h}"},
				Body: map[string]any{"deadline": "{deadline}", "i": "{i:integer}"},
			}
			if tt.open {
				c.Schema = raw(`true`)
			}
			_, err := mustNew(t, c).Call(t.Context(), raw(tt.args))
			e := wantError(t, err, taxonomy.InputError, tt.code, taxonomy.No)
			var paths []string
			for _, f := range e.Fields {
				paths = append(paths, f.Path)
			}
			if diff := cmp.Diff(tt.paths, paths); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
			if !strings.Contains(e.Message, tt.says) {
				t.Errorf("%q does not say %q", e.Message, tt.says)
			}
		})
	}
	t.Cleanup(func() {
		if len(requests) > 0 {
			t.Errorf("%d requests were sent", len(requests))
		}
	})
}

// TestPathAttacks: what is let through arrives as one segment.
func TestPathAttacks(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: url + "/orders/{id}/items"})
	for value, want := range map[string]string{
		"a/b":          "/orders/a%2Fb/items",
		"?x=1":         "/orders/%3Fx=1/items",
		"#x":           "/orders/%23x/items",
		"%2e%2e":       "/orders/%252e%252e/items",
		"..%2fadmin":   "/orders/..%252fadmin/items",
		"...":          "/orders/.../items",
		"a..b":         "/orders/a..b/items",
		"//evil/x":     "/orders/%2F%2Fevil%2Fx/items",
		"a;b=c":        "/orders/a%3Bb=c/items",
		"a\r\nHost: x": "/orders/a%0D%0AHost:%20x/items",
		"{id}":         "/orders/%7Bid%7D/items",
		"${env:HOME}":  "/orders/$%7Benv:HOME%7D/items",
	} {
		args, err := json.Marshal(map[string]string{"id": value})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Call(t.Context(), args); err != nil {
			t.Errorf("%q: %v", value, err)
			continue
		}
		if got := (<-requests).URI; got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
	for _, value := range []string{".", "..", "../admin", `a\..\b`, "..;/x", "..;", "a/..;jsessionid=1/b", ".;x"} {
		args, err := json.Marshal(map[string]string{"id": value})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Call(t.Context(), args); err == nil || taxonomy.Classify(err).Class != taxonomy.InputError {
			t.Errorf("%q: %v", value, err)
		}
	}
}

// TestOthersAreAllowed: arguments that no template uses are another's.
func TestOthersAreAllowed(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: url + "/{id}", Body: map[string]string{"deadline": "{deadline}", "x": "{order.id}", "y": "{orders}"}})
	if _, err := f.Call(t.Context(), raw(`{"id":"1","customer":"c","order":{"id":7},"order_id":1,"deadline":"d","deadlines":2}`)); err != nil {
		t.Fatal(err)
	}
	if got := <-requests; got.Body != `{"deadline":"d","x":7}` {
		t.Errorf("%s", got.Body)
	}
}

// TestURLFromTheEnvironment: the base of a URL may come from a variable.
func TestURLFromTheEnvironment(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	for _, tt := range []struct{ base, url, want string }{
		{url, "${env:BASE}/orders/{id}?q={id}", "/orders/1?q=1"},
		{url + "/", "${env:BASE}/orders/{id}", "/orders/1"},
		{url + "/api/v1", "${env:BASE}/{id}", "/api/v1/1"},
		{url, "${env:BASE}", "/"},
		{url, "${env:BASE}?q={id}&u=http://x", "/?q=1&u=http://x"},
		{strings.TrimPrefix(url, "http://"), "http://${env:BASE}/{id}", "/1"},
	} {
		f := mustNew(t, &httptool.Config{Method: "PUT", URL: tt.url, LookupEnv: env(map[string]string{"BASE": tt.base})})
		if _, err := f.Call(t.Context(), raw(`{"id":"1"}`)); err != nil {
			t.Errorf("%s: %v", tt.url, err)
			continue
		}
		if got := (<-requests).URI; got != tt.want {
			t.Errorf("%s with %s: %s, want %s", tt.url, tt.base, got, tt.want)
		}
	}
}

// TestEnvironmentIsReadAtEveryCall: a token can be renewed, and one that has
// gone is not the arguments' fault.
func TestEnvironmentIsReadAtEveryCall(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	values := map[string]string{"TOKEN": "first"}
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: url, Headers: map[string]string{"X-Token": "${env:TOKEN}"}, LookupEnv: env(values)})
	for _, token := range []string{"first", "second"} {
		values["TOKEN"] = token
		if _, err := f.Call(t.Context(), raw(`{}`)); err != nil {
			t.Fatal(err)
		}
		if got := (<-requests).Header.Get("X-Token"); got != token {
			t.Errorf("%q, want %q", got, token)
		}
	}
	values["TOKEN"] = "s3cret\nX-Admin: 1"
	_, err := f.Call(t.Context(), raw(`{}`))
	if e := wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.No); strings.Contains(e.Message, "s3cret") || !strings.Contains(e.Message, "TOKEN") {
		t.Errorf("%v", e)
	}
	delete(values, "TOKEN")
	_, err = f.Call(t.Context(), raw(`{}`))
	if e := wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.No); !strings.Contains(e.Message, "environment variable TOKEN is not set") {
		t.Errorf("%v", e)
	}
	if len(requests) > 0 {
		t.Error("something was sent")
	}
}

// TestCap: an answer that is too large is not taken for a success, nor held in
// memory.
func TestCap(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, answer(200, "application/json", `[1,2,3]`))
	for most, fine := range map[int64]bool{7: true, 6: false, 0: true} {
		f := mustNew(t, &httptool.Config{Method: "PUT", URL: url, MaxResponse: most})
		_, err := f.Call(t.Context(), raw(`{}`))
		if fine {
			if err != nil {
				t.Errorf("%d: %v", most, err)
			}
			continue
		}
		e := wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, taxonomy.Answered)
		if !strings.Contains(e.Message, "is larger than the 6 bytes that are read of it") {
			t.Errorf("%q", e.Message)
		}
	}
}

// TestNothingIsSent: failures before there is a connection prove that nothing
// was done, also those in which the time for them ends.
func TestNothingIsSent(t *testing.T) {
	t.Parallel()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = mustNew(t, &httptool.Config{Method: "PUT", URL: refused}).Call(t.Context(), raw(`{}`))
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionRefused, taxonomy.No)

	// A server that accepts and never shakes hands: TLS waits until the end.
	deaf, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = deaf.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = mustNew(t, &httptool.Config{Method: "PUT", URL: "https://" + deaf.Addr().String()}).Call(ctx, raw(`{}`))
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.No)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}

	// One that takes the request and never answers: the time ends then.
	ctx, end := context.WithCancelCause(t.Context())
	url, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		end(context.DeadlineExceeded)
		<-r.Context().Done()
	})
	_, err = mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(ctx, raw(`{}`))
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered)
}

// TestLostConnections: errors of net/http that have no mark but their text are
// known: the connection ended, and nobody can say whether it happened.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"http: server closed idle connection",
		"http2: client connection lost",
		`http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=NO_ERROR, debug=""`,
		"http2: client connection force closed via ClientConn.Close",
		"http2: Transport: cannot retry err [http2: Transport received Server's graceful shutdown GOAWAY] after Request.Body was written; define Request.GetBody to avoid this error",
		"stream error: stream ID 1; INTERNAL_ERROR; received from peer",
	} {
		cause := errors.New(text)
		f := mustNew(t, &httptool.Config{Method: "PUT", URL: "http://orders.example", Client: &http.Client{Transport: broken{cause}}})
		_, err := f.Call(t.Context(), raw(`{}`))
		_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered)
		if !errors.Is(err, cause) {
			t.Errorf("%v", err)
		}
	}
}

// TestForeignTransport: what another's transport reports is taken as it is; it
// may have sent what it does not trace.
func TestForeignTransport(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: "http://orders.example", Client: &http.Client{Transport: broken{errBroken}}})
	_, err := f.Call(t.Context(), raw(`{}`))
	if e := taxonomy.Classify(err); !e.Applied.Maybe() || !errors.Is(err, errBroken) {
		t.Errorf("%v, applied %s", e, e.Applied)
	}
}

var errBroken = errors.New("broken")

type broken struct{ err error }

func (b broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, b.err }
