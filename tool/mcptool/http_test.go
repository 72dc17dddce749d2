package mcptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/mcptool"
)

// web is the fake behind HTTP. Each part of it may be replaced.
type web struct {
	url     string
	calls   atomic.Int32 // tools/call requests that were executed
	posts   atomic.Int32
	headers sync.Map    // method -> http.Header of the last such request
	healed  atomic.Bool // from now on nothing is replaced
	// before may answer in the place of the fake; true: it did.
	before func(w http.ResponseWriter, r *http.Request, m *message) bool
	// reply writes a reply of the fake. nil: as JSON.
	reply func(w http.ResponseWriter, m *message, reply string)
}

func (s *web) start(tb testing.TB) *web {
	tb.Helper()
	f := &fake{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client has gone
		}
		s.posts.Add(1)
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			tb.Errorf("not JSON: %q", body)
		}
		s.headers.Store(m.Method, r.Header)
		if s.before != nil && !s.healed.Load() && s.before(w, r, &m) {
			return
		}
		if m.Method == "tools/call" {
			s.calls.Add(1)
		}
		reply := f.handle(&m)
		switch {
		case reply == "":
			w.WriteHeader(http.StatusAccepted)
		case s.reply != nil && m.Method == "tools/call" && !s.healed.Load():
			s.reply(w, &m, reply)
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, reply)
		}
	}))
	tb.Cleanup(server.Close)
	s.url = server.URL + "/mcp"
	return s
}

// drop breaks the connection of a request.
func drop(w http.ResponseWriter) {
	panic(http.ErrAbortHandler)
}

func isCall(m *message) bool { return m.Method == "tools/call" }

func TestHTTPFailures(t *testing.T) {
	t.Parallel()
	status := func(code int, header, body string) func(http.ResponseWriter, *http.Request, *message) bool {
		return func(w http.ResponseWriter, _ *http.Request, m *message) bool {
			if !isCall(m) {
				return false
			}
			name, value, _ := strings.Cut(header, ": ")
			w.Header().Set(name, value)
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
	reply := func(kind, body string) func(http.ResponseWriter, *message, string) {
		return func(w http.ResponseWriter, m *message, _ string) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "ID", string(m.ID)))
		}
	}
	tests := []struct {
		name    string
		web     *web
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
		say     string
	}{
		{"503", &web{before: status(503, "Retry-After: 7", "busy")}, taxonomy.Transient, taxonomy.CodeUnavailable, answered, ""},
		{"429", &web{before: status(429, "Retry-After: 7", "slow down")}, taxonomy.Transient, taxonomy.CodeRateLimited, no, ""},
		{"401", &web{before: status(401, "WWW-Authenticate: Bearer", "")}, taxonomy.Permission, taxonomy.CodeUnauthenticated, no, ""},
		{"404 without a session", &web{before: status(404, "Content-Type: text/plain", "no such page")}, taxonomy.Fatal, taxonomy.CodeNotFound, no, ""},
		{"redirect", &web{before: status(307, "Location: https://elsewhere.example/mcp", "")}, taxonomy.Fatal, taxonomy.CodeUnknown, no, "https://elsewhere.example/mcp"},
		{"a page", &web{before: status(200, "Content-Type: text/html", "<html>Sign in</html>")}, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, "text/html"},
		{"accepted", &web{before: status(202, "X: y", "")}, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, "202"},
		{"no JSON", &web{reply: reply("application/json", "busy")}, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, "busy"},
		{"the answer to another request", &web{reply: reply("application/json", `{"jsonrpc":"2.0","id":77,"result":{}}`)}, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, ""},
		{"too large", &web{reply: reply("application/json", strings.Repeat("x", 70<<10))}, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, "larger"},
		{"E6 reply lost", &web{reply: func(w http.ResponseWriter, _ *message, _ string) { drop(w) }}, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, ""},
		{"E6 reply cut", &web{reply: func(w http.ResponseWriter, _ *message, reply string) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, reply)
			_ = http.NewResponseController(w).Flush()
			drop(w)
		}}, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "broke before"},
		{"E6 stream ends without the reply", &web{reply: reply("text/event-stream", ": hello\n\n")}, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "broke before"},
		{"an error in a stream", &web{reply: reply("text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"order is locked\"}]}}\n\n")}, taxonomy.ResourceConflict, taxonomy.CodeLocked, no, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, &mcptool.ServerConfig{Name: "shop", URL: tt.web.start(t).url, MaxResponse: 64 << 10})
			_, err := getTool(t, s, "refund", nil).Call(t.Context(), json.RawMessage(`{}`))
			e := errorAs(t, err, tt.class, tt.code, tt.applied, tt.say)
			if strings.HasPrefix(tt.name, "5") && e.RetryAfter != 7*time.Second {
				t.Errorf("RetryAfter is %s", e.RetryAfter)
			}
			if n := tt.web.calls.Load(); n > 1 {
				t.Errorf("executed %d times", n)
			}
			// One bad answer is no reason to break with the server.
			tt.web.healed.Store(true)
			if got := call(t, getTool(t, s, "echo", nil), `{"n":9007199254740993}`); got != `{"n":9007199254740993}` {
				t.Errorf("the next call: %s", got)
			}
		})
	}
}

func TestHTTPProtocolErrorWithAStatus(t *testing.T) {
	t.Parallel()
	w := (&web{before: func(w http.ResponseWriter, _ *http.Request, m *message) bool {
		if isCall(m) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","error":{"code":-32602,"message":"Unknown tool"},"id":null}`)
		}
		return isCall(m)
	}}).start(t)
	s := newServer(t, &mcptool.ServerConfig{URL: w.url})
	_, err := getTool(t, s, "refund", nil).Call(t.Context(), json.RawMessage(`{}`))
	if e, ok := err.(*taxonomy.RPCError); !ok || e.Code != -32602 || e.Message != "Unknown tool" { //nolint:errorlint // it is not wrapped
		t.Errorf("%T %v", err, err)
	}
}

func TestA4HTTPNumbersAreExact(t *testing.T) {
	t.Parallel()
	stream := func(w http.ResponseWriter, _ *message, reply string) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}\n\ndata: "+reply+"\n\n")
	}
	batch := func(w http.ResponseWriter, _ *message, reply string) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = io.WriteString(w, "["+reply+"]")
	}
	const args = `{"id":9007199254740993,"n":1.10,"zip":"00042"}`
	for name, w := range map[string]*web{"JSON": {}, "stream": {reply: stream}, "batch": {reply: batch}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, &mcptool.ServerConfig{URL: w.start(t).url})
			if got := call(t, getTool(t, s, "echo", nil), args); got != args {
				t.Errorf("got %s", got)
			}
			h, _ := w.headers.Load("tools/call")
			if got := h.(http.Header).Get("Mcp-Protocol-Version"); got != "2025-11-25" {
				t.Errorf("Mcp-Protocol-Version: %q", got)
			}
		})
	}
}

// TestEventsOfOneCall: what is wrong with the stream of one call is that call's
// failure, and the session of all of them goes on.
func TestEventsOfOneCall(t *testing.T) {
	t.Parallel()
	const noise = "data: \"half\n\n: a comment\n\ndata: 7\r\n\r\nevent: x\n\n"
	for _, tt := range []struct {
		name   string
		stream string // REPLY is the answer
		code   taxonomy.Code
	}{
		{"half an event", "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":", taxonomy.CodeConnectionReset},
		{"an event that has no end", "data: REPLY\n", taxonomy.CodeConnectionReset},
		{"a numbered stream, of which the server has no more", "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\nid: 2\ndata: {", taxonomy.CodeConnectionReset},
		{"nothing", "", taxonomy.CodeConnectionReset},
		{"data that are no message", noise, taxonomy.CodeConnectionReset},
		{"an event that is too large", "data: " + strings.Repeat("x", 8<<10), taxonomy.CodeUnreadableAnswer},
		{"data that are no message before the answer", noise + "data: REPLY\n\n", ""},
		{"an answer in two lines", "data: {\ndata: REST\r\n\r\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var sessions atomic.Int32
			w := (&web{
				before: func(_ http.ResponseWriter, _ *http.Request, m *message) bool {
					if m.Method == "initialize" {
						sessions.Add(1)
					}
					return false
				},
				reply: func(w http.ResponseWriter, m *message, reply string) {
					w.Header().Set("Content-Type", "text/event-stream")
					if m.Params.Name != "refund" {
						_, _ = io.WriteString(w, "data: "+reply+"\n\n")
						return
					}
					_, _ = io.WriteString(w, strings.NewReplacer("REPLY", reply, "REST", reply[1:]).Replace(tt.stream))
				},
			}).start(t)
			s := newServer(t, &mcptool.ServerConfig{URL: w.url, MaxResponse: 6 << 10})
			_, err := getTool(t, s, "refund", nil).Call(t.Context(), json.RawMessage(`{}`))
			if tt.code == "" && err != nil {
				t.Error(err)
			} else if tt.code != "" {
				if e := taxonomy.Classify(err); err == nil || e.Code != tt.code || e.Applied == no {
					t.Errorf("got %v", err)
				}
			}
			call(t, getTool(t, s, "echo", nil), `{}`)
			if n := sessions.Load(); n != 1 {
				t.Errorf("%d sessions", n)
			}
		})
	}
}

func TestE11HTTPSecretsAreHidden(t *testing.T) {
	t.Parallel()
	const secret = `p"ss<w&rd+1`
	w := (&web{before: func(w http.ResponseWriter, r *http.Request, m *message) bool {
		if r.Header.Get("X-Api-Key") != secret {
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}
		if isCall(m) {
			w.WriteHeader(http.StatusForbidden)
			b, _ := json.Marshal(map[string]string{"message": "the key " + secret + " is not allowed to"})
			_, _ = w.Write(b)
		}
		return isCall(m)
	}}).start(t)
	s := newServer(t, &mcptool.ServerConfig{
		URL: w.url, Headers: map[string]string{"X-Api-Key": "${env:KEY}"},
		LookupEnv: func(string) (string, bool) { return secret, true },
	})
	_, err := getTool(t, s, "refund", nil).Call(t.Context(), json.RawMessage(`{}`))
	e := errorAs(t, err, taxonomy.Permission, taxonomy.CodeForbidden, no, "${env:KEY}")
	if strings.Contains(err.Error()+e.Message, "ss<w") || strings.Contains(err.Error(), "ss\\u003cw") {
		t.Errorf("a secret: %v", err)
	}
}

func TestHTTPServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	w := (&web{}).start(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	s := newServer(t, &mcptool.ServerConfig{Name: "shop", URL: gone.URL})
	_, err := s.Tools(t.Context())
	wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionRefused, no, "shop")

	var refuse atomic.Bool
	w.before = func(w http.ResponseWriter, _ *http.Request, m *message) bool {
		if refuse.Load() && m.Method == "initialize" {
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}
		return false
	}
	refuse.Store(true)
	s = newServer(t, &mcptool.ServerConfig{Name: "shop", URL: w.url})
	_, err = s.Tools(t.Context())
	wantError(t, err, taxonomy.Permission, taxonomy.CodeUnauthenticated, no, "shop is not ready")
	refuse.Store(false)
	if _, err := s.Tools(t.Context()); err != nil {
		t.Errorf("after the login: %v", err)
	}
}

func TestE4HTTPCancelDoesNotHang(t *testing.T) {
	t.Parallel()
	told := make(chan struct{}, 10)
	w := (&web{before: func(_ http.ResponseWriter, r *http.Request, m *message) bool {
		switch m.Method {
		case "tools/call":
			<-r.Context().Done()
			return true
		case "notifications/cancelled":
			told <- struct{}{}
			<-r.Context().Done() // it does not answer to that either
			return true
		}
		return false
	}}).start(t)
	s := newServer(t, &mcptool.ServerConfig{URL: w.url})
	f := getTool(t, s, "refund", nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := f.Call(ctx, json.RawMessage(`{}`))
	late(ctx, t, 200*time.Millisecond)
	wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, unanswered)
	select {
	case <-told:
	case <-time.After(5 * time.Second):
		t.Error("the server was not told")
	}
}

// sdkServer is a server of the SDK, which has sessions and streams.
type sdkServer struct {
	t       testing.TB
	handler atomic.Pointer[mcp.StreamableHTTPHandler]
	calls   atomic.Int32
	opened  atomic.Int32
	deleted atomic.Int32
	url     string
}

func newSDKServer(tb testing.TB, status int, body string) *sdkServer {
	tb.Helper()
	s := &sdkServer{t: tb}
	s.forget()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodDelete:
			s.deleted.Add(1)
		case r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == "":
			s.opened.Add(1)
		}
		rec := &statusWriter{ResponseWriter: w, status: status, body: body}
		s.handler.Load().ServeHTTP(rec, r)
	}))
	tb.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// statusWriter says status and body where the SDK says 404.
type statusWriter struct {
	http.ResponseWriter
	status  int
	body    string
	instead bool
}

func (w *statusWriter) WriteHeader(status int) {
	if status == http.StatusNotFound && w.status != 0 {
		w.instead, status = true, w.status
		w.Header().Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(status)
	if w.instead {
		_, _ = io.WriteString(w.ResponseWriter, w.body)
	}
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.instead {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *statusWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// forget makes the server forget its sessions, as a restart does.
func (s *sdkServer) forget() {
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "refund", InputSchema: json.RawMessage(anySchema)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.calls.Add(1)
		return &mcp.CallToolResult{StructuredContent: r.Params.Arguments, Content: []mcp.Content{}}, nil
	})
	s.t.Cleanup(func() {
		for session := range server.Sessions() {
			_ = session.Close()
		}
	})
	s.handler.Store(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
}

func TestLostSessionIsOpenedAnew(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int
		body   string
	}{
		"404 as the Go SDK has it":     {},
		"404 of the TypeScript SDK":    {404, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`},
		"400 of older TypeScript ones": {400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			remote := newSDKServer(t, tt.status, tt.body)
			s := newServer(t, &mcptool.ServerConfig{URL: remote.url})
			f := getTool(t, s, "refund", nil)
			for i := range 3 {
				args := fmt.Sprintf(`{"n":%d}`, 9007199254740993+i)
				if got := call(t, f, args); got != args {
					t.Errorf("got %s, want %s", got, args)
				}
				remote.forget()
			}
			if calls, opened := remote.calls.Load(), remote.opened.Load(); calls != 3 || opened != 3 {
				t.Errorf("%d calls executed in %d sessions, want 3 in 3", calls, opened)
			}
		})
	}
}

func TestLostSessionForManyCalls(t *testing.T) {
	t.Parallel()
	remote := newSDKServer(t, 0, "")
	s := newServer(t, &mcptool.ServerConfig{URL: remote.url})
	f := getTool(t, s, "refund", nil)
	remote.forget()
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			args := fmt.Sprintf(`{"n":%d}`, i)
			got, err := f.Call(t.Context(), json.RawMessage(args))
			if err != nil || string(got) != args {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	wg.Wait()
	if calls, opened := remote.calls.Load(), remote.opened.Load(); calls != 16 || opened != 2 {
		t.Errorf("%d calls executed in %d sessions, want 16 in 2", calls, opened)
	}
	closeServer(t, s)
	if n := remote.deleted.Load(); n != 2 {
		t.Errorf("%d of 2 sessions were given back", n)
	}
}

func TestCredentialIsRenewed(t *testing.T) {
	t.Parallel()
	var valid, renewals atomic.Int32
	w := (&web{before: func(w http.ResponseWriter, r *http.Request, _ *message) bool {
		if r.Header.Get("Authorization") == fmt.Sprintf("Bearer token-%d", valid.Load()) {
			return false
		}
		w.WriteHeader(http.StatusUnauthorized)
		return true
	}}).start(t)
	var renew error
	s := newServer(t, &mcptool.ServerConfig{
		URL: w.url, Headers: map[string]string{"Authorization": "Bearer ${env:TOKEN}"},
		LookupEnv: func(string) (string, bool) { return fmt.Sprintf("token-%d", renewals.Load()), true },
		Refresh: func(context.Context) error {
			if renew == nil {
				renewals.Add(1)
			}
			return renew
		},
	})
	valid.Store(1) // so that the start is refused
	f := getTool(t, s, "refund", nil)
	valid.Store(2)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := f.Call(t.Context(), json.RawMessage(`{}`)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := renewals.Load(); n != 2 {
		t.Errorf("renewed %d times, want 2", n)
	}
	renew = errors.New("token-2 has been revoked")
	valid.Store(3)
	_, err := f.Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Permission, taxonomy.CodeUnauthenticated, no, "could not be renewed: ${env:TOKEN} has been revoked")
	if n := w.calls.Load(); n != 8 {
		t.Errorf("%d calls were executed, want 8", n)
	}
}

func TestSessionThatIsLostAgain(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	w := (&web{before: func(w http.ResponseWriter, _ *http.Request, m *message) bool {
		w.Header().Set("Mcp-Session-Id", "s-1")
		if isCall(m) {
			calls.Add(1)
			w.WriteHeader(http.StatusNotFound)
		}
		return isCall(m)
	}}).start(t)
	s := newServer(t, &mcptool.ServerConfig{Name: "shop", URL: w.url})
	_, err := getTool(t, s, "refund", nil).Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeUnavailable, no, "forgotten a new one at once")
	if n := calls.Load(); n != 2 {
		t.Errorf("called %d times, want 2", n)
	}
}
