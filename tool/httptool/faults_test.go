package httptool_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log" //nolint:depguard // net/http wants one
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// ledger is a service that remembers keys: it commits once a key, and loses
// its first replies.
type ledger struct {
	mu      sync.Mutex
	lose    int
	keys    []string
	commits map[string]int
}

func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	l.mu.Lock()
	defer l.mu.Unlock()
	key := r.Header.Get("Idempotency-Key")
	l.keys = append(l.keys, key)
	if l.commits[key] == 0 {
		l.commits[key]++
	}
	if l.lose > 0 {
		l.lose--
		drop(w)
		return
	}
	ok(w, r)
}

// drop breaks the connection before an answer, with a reset.
func drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	if tcp, isTCP := conn.(*net.TCPConn); isTCP {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// TestE6LostReply: the server commits and the reply is lost. Every attempt has
// the same key, and nobody believes that nothing happened.
func TestE6LostReply(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		effect   tool.Effect
		outcome  executor.Outcome
		requests int
	}{
		{name: "idempotent", effect: tool.Idempotent, outcome: executor.Succeeded, requests: 3},
		{name: "unsafe", effect: tool.Unsafe, outcome: executor.InDoubt, requests: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{lose: 2, commits: map[string]int{}}
			s := httptest.NewServer(l)
			t.Cleanup(s.Close)
			f := mustNew(t, &httptool.Config{Method: "PATCH", Effect: tt.effect, URL: s.URL + "/orders/{id}", Body: map[string]string{"a": "{a}"}})
			x := executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: time.Millisecond}})
			_, res := x.Call(t.Context(), f, raw(`{"id":"1","a":"b"}`))
			l.mu.Lock()
			defer l.mu.Unlock()
			if res.Outcome != tt.outcome || len(l.keys) != tt.requests {
				t.Errorf("%s after %d requests (%v), want %s after %d", res.Outcome, len(l.keys), res.Err, tt.outcome, tt.requests)
			}
			for _, key := range l.keys {
				if key == "" || l.commits[key] != 1 || len(l.commits) != 1 {
					t.Errorf("keys %q, commits %v", l.keys, l.commits)
				}
			}
		})
	}
}

// TestLostReplyByHand is the same for a func that sends its own request.
func TestLostReplyByHand(t *testing.T) {
	t.Parallel()
	l := &ledger{lose: 1, commits: map[string]int{}}
	s := httptest.NewServer(l)
	t.Cleanup(s.Close)
	for range 2 {
		req, err := httptool.NewRequest(withKey(t.Context(), "key-1"), "PATCH", s.URL, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		resp, err := s.Client().Do(req) //nolint:bodyclose // Decode closes it
		if err != nil {
			_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered)
			continue
		}
		if _, err := httptool.Decode[json.RawMessage](resp); err != nil {
			t.Error(err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if diff := cmp.Diff([]string{"key-1", "key-1"}, l.keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// TestAnswerCutOff: the status and half of the body came.
func TestAnswerCutOff(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, `{"id":1`)
		_ = http.NewResponseController(w).Flush()
		drop(w)
	})
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(t.Context(), raw(`{}`))
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered)
	if !strings.Contains(err.Error(), "the answer (200) broke off") {
		t.Errorf("%v", err)
	}
}

// TestE11NoSecretsInErrors: neither what the URL holds, nor what a server
// repeats, nor where a redirect leads.
func TestE11NoSecretsInErrors(t *testing.T) {
	t.Parallel()
	const token, part, odd, short = "t0p-s3cret-t0ken", "t0p-s3cret", `o"d&d<s3cret>`, "abc"
	vars := env(map[string]string{"TOKEN": token, "ODD": odd, "SHORT": short, "PART": part, "USER": "user:s3cret-pass"})
	encode := func(v any) string {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		return string(raw)
	}
	tests := []struct {
		name   string
		url    string // {base} is the server
		handle http.HandlerFunc
		says   string
	}{
		{name: "the server repeats the header", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(401, "application/json", encode(map[string]any{"message": "not this one, " + r.Header.Get("X-Token"), "errors": []any{map[string]string{"path": "a", "message": r.Header.Get("X-Odd")}}}))(w, r)
		}, says: "${env:TOKEN}"},
		{name: "the server repeats it as text", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(500, "text/plain", "abc: cannot use "+r.Header.Get("X-Token")+" or "+r.Header.Get("X-Odd")+" or "+r.Header.Get("X-Part"))(w, r)
		}, says: "abc: cannot use ${env:TOKEN} or ${env:ODD} or ${env:PART}"},
		{name: "the server repeats it escaped", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(500, "text/plain", "cannot use "+r.URL.RawQuery)(w, r)
		}, says: "${env:ODD}"},
		{name: "an envelope", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(200, "application/json", encode(map[string]any{"ok": false, "error": "wrong: " + r.Header.Get("X-Odd") + r.Header.Get("X-Token")}))(w, r)
		}, says: "wrong: ${env:ODD}"},
		{name: "a text that begins with an error", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(200, "application/json", encode("Error: wrong: "+r.Header.Get("X-Odd")))(w, r)
		}, says: "wrong: ${env:ODD}"},
		{name: "no JSON", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(200, "application/json", r.Header.Get("X-Token")+" is not JSON")(w, r)
		}, says: "${env:TOKEN} is not JSON"},
		{name: "a redirect", handle: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "http://other.example/"+r.Header.Get("X-Token")+"/x")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}, says: "http://other.example/${env:TOKEN}/x"},
		{name: "a redirect to a path in which other letters are escaped", handle: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "http://other.example/"+r.Header.Get("X-Odd")+"/x")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}, says: "http://other.example/${env:ODD}/x"},
		{name: "the server repeats the password in Base64", handle: func(w http.ResponseWriter, r *http.Request) {
			answer(400, "text/plain", strings.TrimPrefix(r.Header.Get("Authorization"), "Basic ")+" is no login")(w, r)
		}, says: "${env:USER} is no login"},
		{name: "a status that is none", handle: func(w http.ResponseWriter, r *http.Request) {
			speak(w, "HTTP/1.1 "+r.Header.Get("X-Token")+" OK\r\n\r\n")
		}, says: "${env:TOKEN}"},
		{name: "a header that is none", handle: func(w http.ResponseWriter, r *http.Request) {
			speak(w, "HTTP/1.1 200 OK\r\n"+r.Header.Get("X-Odd")+"\r\n\r\n")
		}, says: "${env:ODD}"},
		{name: "a trailer that is none", handle: func(w http.ResponseWriter, r *http.Request) {
			speak(w, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"+r.Header.Get("X-Token")+"\r\n\r\n")
		}, says: "broke off"},
		{name: "a redirect to a login", handle: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "http://"+r.Header.Get("X-Token")+".example/login")
			w.WriteHeader(http.StatusFound)
		}, says: "a login at"},
		{name: "half an answer names the URL", handle: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"id":1`)
			_ = http.NewResponseController(w).Flush()
			drop(w)
		}, says: "/o/${env:TOKEN}"},
		{name: "a lost reply names the URL", handle: func(w http.ResponseWriter, _ *http.Request) { drop(w) }, says: "/o/${env:TOKEN}?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, _ := serve(t, tt.handle)
			f := mustNew(t, &httptool.Config{
				Method: "PUT", URL: "http://${env:USER}@" + strings.TrimPrefix(url, "http://") + "/o/${env:TOKEN}?q=${env:ODD}&id={id}",
				Headers:   map[string]string{"X-Token": "${env:TOKEN}", "X-Odd": "${env:ODD}", "X-Short": "${env:SHORT}", "X-Part": "${env:PART}"},
				LookupEnv: vars,
			})
			_, err := f.Call(t.Context(), raw(`{"id":"abc"}`))
			e := taxonomy.Classify(err)
			if e == nil || !strings.Contains(e.Message, tt.says) {
				t.Errorf("%v does not say %q", e, tt.says)
			}
			texts := []string{fmt.Sprint(err), fmt.Sprintf("%+v", err), encode(e), e.Error()}
			for inner := err; inner != nil; inner = errors.Unwrap(inner) {
				texts = append(texts, inner.Error())
			}
			for _, text := range texts {
				for _, secret := range []string{token, odd, "s3cret", `o\"d`, "o%22d"} {
					if strings.Contains(text, secret) {
						t.Errorf("%q in %s", secret, text)
					}
				}
			}
		})
	}
}

// speak answers with what is no HTTP.
func speak(w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(conn, text)
	_ = conn.Close()
}

// TestE11PasswordThatBreaksTheURL: one with a slash in it ends the host for
// net/url, whose error repeats what stands before it.
func TestE11PasswordThatBreaksTheURL(t *testing.T) {
	t.Parallel()
	password := "fine"
	c := &httptool.Config{
		Method: "PUT", URL: "http://joe:${env:PASSWORD}@127.0.0.1:1/x",
		LookupEnv: func(string) (string, bool) { return password, true },
	}
	f := mustNew(t, c)
	password = "s3cret/more" // renewed
	_, atCall := f.Call(t.Context(), raw(`{}`))
	_, atNew := httptool.New(c)
	for _, err := range []error{atNew, atCall} {
		if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "PASSWORD") || !strings.Contains(err.Error(), "percent-encoded") {
			t.Errorf("got %v", err)
		}
	}
}

// TestE11PasswordInTheURL: one that stands in the file as it is.
func TestE11PasswordInTheURL(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "user" || password != "s3cret" {
			t.Errorf("sent %s:%s", user, password)
		}
		drop(w)
	})
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: strings.Replace(url, "http://", "http://user:s3cret@", 1)})
	_, err := f.Call(t.Context(), raw(`{}`))
	if e := taxonomy.Classify(err); strings.Contains(e.Message, "s3cret") || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%v", err)
	}
}

// TestE11LongAndDirty: a megabyte of binary in an error is capped and cleaned.
func TestE11LongAndDirty(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, answer(500, "text/plain", "\x1b[31mred\xff"+strings.Repeat("x", 1<<20)))
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(t.Context(), raw(`{}`))
	e := wantError(t, err, taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered)
	if len(e.Message) > taxonomy.MaxMessage || strings.Contains(e.Message, "\x1b") {
		t.Errorf("%d bytes: %q", len(e.Message), e.Message)
	}
}

// TestE12ThroughNew: 200 with an error in it is no success of a declared tool.
func TestE12ThroughNew(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, answer(200, "application/json", `{"ok":false,"error":"order is locked"}`))
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(t.Context(), raw(`{}`))
	if e := taxonomy.Classify(err); err == nil || e.Class != taxonomy.ResourceConflict || e.Code != taxonomy.CodeLocked {
		t.Errorf("%v", err)
	}
	url, _ = serve(t, answer(200, "application/json", `{"error":null,"done":true}`))
	if _, err := mustNew(t, &httptool.Config{Method: "PUT", URL: url}).Call(t.Context(), raw(`{}`)); err != nil {
		t.Errorf("a success: %v", err)
	}
}

// TestHTTP2: the key, the body and the answer through HTTP/2.
func TestHTTP2(t *testing.T) {
	t.Parallel()
	got := make(chan seen, 1)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got <- seen{Method: r.Proto, Body: string(body), URI: r.RequestURI, Host: r.Header.Get("Idempotency-Key")}
		ok(w, r)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	f := mustNew(t, &httptool.Config{Method: "PATCH", Effect: tool.Unsafe, URL: s.URL + "/{id}", Body: map[string]string{"a": "{a}"}, Client: s.Client()})
	if _, err := f.Call(withKey(t.Context(), "key-1"), raw(`{"id":"1","a":"b"}`)); err != nil {
		t.Fatal(err)
	}
	want := seen{Method: "HTTP/2.0", Body: `{"a":"b"}`, URI: "/1", Host: "key-1"}
	if diff := cmp.Diff(want, <-got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHTTP2LostReply: the server ends a stream before and within an answer.
func TestHTTP2LostReply(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/within" {
			_, _ = io.WriteString(w, `{"id":1`)
			_ = http.NewResponseController(w).Flush()
		}
		panic(http.ErrAbortHandler)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	for _, path := range []string{"before", "within"} {
		f := mustNew(t, &httptool.Config{Method: "PUT", URL: s.URL + "/{path}", Body: 1, Client: s.Client()})
		_, err := f.Call(t.Context(), raw(`{"path":"`+path+`"}`))
		_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered)
	}
}

// TestCertificate: one that is not trusted proves that nothing was sent.
func TestCertificate(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(ok))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	_, err := mustNew(t, &httptool.Config{Method: "PUT", URL: s.URL}).Call(t.Context(), raw(`{}`))
	_ = wantError(t, err, taxonomy.Fatal, taxonomy.CodeCertificateInvalid, taxonomy.No)
}

// TestConcurrent: one tool, many calls.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: url + "/{id}", Body: map[string]string{"id": "{id}"}})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			id := strconv.Itoa(i)
			if _, err := f.Call(withKey(t.Context(), id), raw(`{"id":"`+id+`"}`)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for range 50 {
		r := <-requests
		id := strings.TrimPrefix(r.URI, "/")
		if r.Body != `{"id":"`+id+`"}` || r.Header.Get("Idempotency-Key") != id {
			t.Errorf("%+v", r)
		}
	}
}
