package httptool_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// dropper is a server that answers the first request on every connection and
// drops the connection at the second, after it has read it whole: a keep-alive
// connection that breaks while a request is on it.
type dropper struct {
	reset            bool // with a reset, not in the usual way
	url              string
	requests, drops  atomic.Int32
	keys, sentBodies chan string
}

func newDropper(t *testing.T, reset bool) *dropper {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	d := &dropper{reset: reset, url: "http://" + l.Addr().String(), keys: make(chan string, 100), sentBodies: make(chan string, 100)}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go d.serve(t, conn)
		}
	}()
	return d
}

func (d *dropper) serve(t *testing.T, conn net.Conn) {
	t.Helper()
	defer func() { _ = conn.Close() }()
	reader := bufio.NewReader(conn)
	for n := 1; ; n++ {
		req, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Errorf("body: %v", err)
		}
		d.requests.Add(1)
		d.keys <- req.Header.Get("Idempotency-Key")
		d.sentBodies <- string(body)
		if n == 2 {
			d.drops.Add(1)
			if tcp, isTCP := conn.(*net.TCPConn); isTCP && d.reset {
				_ = tcp.SetLinger(0)
			}
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
	}
}

// TestE3OneRequestAnAttempt: a request that was lost on a reused connection is
// not sent again behind the executor's back.
func TestE3OneRequestAnAttempt(t *testing.T) {
	t.Parallel()
	byHand := func(method string, body any) func(t *testing.T, url string) func() error {
		return func(t *testing.T, url string) func() error {
			t.Helper()
			client := &http.Client{Transport: &http.Transport{}}
			return func() error {
				req, err := httptool.NewRequest(withKey(t.Context(), "key-1"), method, url, body)
				if err != nil {
					return err
				}
				resp, err := client.Do(req) //nolint:bodyclose // Decode closes it
				if err != nil {
					return err
				}
				_, err = httptool.Decode[any](resp)
				return err
			}
		}
	}
	declared := func(method string, body any) func(t *testing.T, url string) func() error {
		return func(t *testing.T, url string) func() error {
			t.Helper()
			f := mustNew(t, &httptool.Config{Method: method, URL: url + "/orders/{id}", Body: body, Effect: tool.Idempotent})
			return func() error {
				_, err := f.Call(withKey(t.Context(), "key-1"), raw(`{"id":"1","n":7}`))
				return err
			}
		}
	}
	ownKey := func(t *testing.T, url string) func() error {
		t.Helper()
		f := mustNew(t, &httptool.Config{Method: http.MethodDelete, URL: url, KeyHeader: "-", Headers: map[string]string{"Idempotency-Key": "key-{id}"}})
		return func() error {
			_, err := f.Call(t.Context(), raw(`{"id":"1"}`))
			return err
		}
	}
	tests := []struct {
		name   string
		caller func(t *testing.T, url string) func() error
		body   string
	}{
		{name: "PATCH with a body, by hand", caller: byHand(http.MethodPatch, map[string]int{"n": 7}), body: `{"n":7}`},
		{name: "DELETE without a body, by hand", caller: byHand(http.MethodDelete, nil)},
		{name: "PUT with a body, by hand", caller: byHand(http.MethodPut, map[string]int{"n": 7}), body: `{"n":7}`},
		{name: "PATCH with a body, declared", caller: declared(http.MethodPatch, map[string]string{"n": "{n}"}), body: `{"n":7}`},
		{name: "DELETE without a body, declared", caller: declared(http.MethodDelete, nil)},
		{name: "a key of one's own, declared", caller: ownKey},
	}
	for _, tt := range tests {
		for _, how := range []struct {
			name  string
			reset bool
		}{{"closed", false}, {"reset", true}} {
			t.Run(tt.name+", "+how.name, func(t *testing.T) {
				t.Parallel()
				d := newDropper(t, how.reset)
				attempt := tt.caller(t, d.url)
				if err := attempt(); err != nil {
					t.Fatal(err)
				}
				err := attempt()
				if d.drops.Load() != 1 {
					t.Fatal("the second request did not come on the first one's connection: nothing was tested")
				}
				if n := d.requests.Load(); n != 2 {
					t.Errorf("%d requests for two attempts", n)
				}
				if err == nil {
					t.Fatal("no error from an attempt that got no answer")
				}
				for range d.requests.Load() {
					if key, body := <-d.keys, <-d.sentBodies; key != "key-1" || body != tt.body {
						t.Errorf("got key %q and body %q", key, body)
					}
				}
				_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered)
			})
		}
	}
}

// TestNetHTTPReplays shows what NewRequest and New are up against. Should it
// fail with a new version of Go, their precautions may no longer be needed.
func TestNetHTTPReplays(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPatch, http.MethodDelete} {
		d := newDropper(t, false)
		client := &http.Client{Transport: &http.Transport{}}
		for range 2 {
			var body io.Reader
			if method == http.MethodPatch {
				body = bytes.NewReader([]byte("{}"))
			}
			req, err := http.NewRequestWithContext(t.Context(), method, d.url, body)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Idempotency-Key", "key-1")
			resp, err := client.Do(req) //nolint:bodyclose // Decode closes it
			if err != nil {
				t.Fatal(err)
			}
			if _, err := httptool.Decode[any](resp); err != nil {
				t.Fatal(err)
			}
		}
		if n := d.requests.Load(); d.drops.Load() != 1 || n != 3 {
			t.Errorf("%s: %d requests, %d dropped, want 3 and 1", method, n, d.drops.Load())
		}
	}
}

// TestGETMayBeSentTwice: reading twice does no harm.
func TestGETMayBeSentTwice(t *testing.T) {
	t.Parallel()
	d := newDropper(t, false)
	f := mustNew(t, &httptool.Config{Method: "GET", URL: d.url + "/orders/{id}"})
	for range 2 {
		if _, err := f.Call(t.Context(), raw(`{"id":"1"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.requests.Load(); d.drops.Load() != 1 || n != 3 {
		t.Errorf("%d requests, %d dropped, want 3 and 1", n, d.drops.Load())
	}
}
