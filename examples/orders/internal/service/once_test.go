package service_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

const parallel = 20

// TestLostReply tells the two ways on from a reply that never came.
func TestLostReply(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		req    request
		status int // of the resend
		code   string
	}{
		{name: "the same key gets the stored answer", req: patch("lose-reply", change).with("Idempotency-Key", "k1"), status: 200},
		{name: "a version is its own echo", req: patch("lose-reply", `{"deadline":"2026-05-20","version":3}`), status: 409, code: "VERSION_CONFLICT"},
		{
			name:   "a key does not save a conditional change",
			req:    patch("lose-reply", `{"deadline":"2026-05-20","version":3}`).with("Idempotency-Key", "k1"),
			status: 409, code: "VERSION_CONFLICT",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, service.Options{})
			c := serve(t, s)
			resp, err := c.send(t, tt.req)
			if !isLost(err) {
				t.Fatalf("got an answer (%d %s) or another error (%v), want a reset connection", resp.status, resp.body, err)
			}
			if reset := errors.Is(err, syscall.ECONNRESET); runtime.GOOS == "linux" && !reset {
				t.Errorf("the connection ended in order (%v), want a reset", err) // other systems name it otherwise
			}
			want := service.Order{
				ID: "lose-reply", Customer: "Acme", Owner: "acme-trading", Deadline: "2026-05-20",
				Status: service.StatusOpen, Version: 4, Writes: 1,
			}
			if diff := cmp.Diff(want, order(t, s, "lose-reply")); diff != "" {
				t.Fatalf("after the lost reply (-want +got):\n%s", diff)
			}
			for range 2 {
				resp := c.must(t, tt.req)
				if resp.status != tt.status {
					t.Errorf("resend: status %d, want %d; body %s", resp.status, tt.status, resp.body)
				}
				if tt.code != "" {
					got := resp.refusal(t)
					if diff := cmp.Diff(refusal{Code: tt.code, Message: "expected version 3, found 4"}, got); diff != "" {
						t.Errorf("resend (-want +got):\n%s", diff)
					}
				}
			}
			if diff := cmp.Diff(want, order(t, s, "lose-reply")); diff != "" {
				t.Errorf("a resend changed the order (-want +got):\n%s", diff)
			}
		})
	}
}

// A fault belongs to a change that is made: a refused one leaves it.
func TestLostReplyNeedsChange(t *testing.T) {
	t.Parallel()
	s := open(t, service.Options{})
	c := serve(t, s)
	if resp := c.must(t, patch("lose-reply", `{"deadline":"2026-05-20","version":2}`)); resp.status != http.StatusConflict {
		t.Errorf("wrong version: status %d, want 409", resp.status)
	}
	if got := order(t, s, "lose-reply").Fault; got != service.FaultLoseReply {
		t.Errorf("fault %v, want it unspent", got)
	}
}

// net/http sends a request with an Idempotency-Key again by itself when a
// connection that was used before is reset: the caller never learns of the lost
// reply. Who wants to count attempts must take GetBody away.
func TestTransportResends(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		keepBody bool
		lost     bool
	}{
		{name: "with GetBody net/http hides the loss"},
		{name: "without GetBody the caller sees it", keepBody: true, lost: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, service.Options{})
			c := serve(t, s)
			transport := &http.Transport{}
			t.Cleanup(transport.CloseIdleConnections)
			c.http = &http.Client{Transport: transport}
			c.must(t, request{method: "GET", path: "/healthz"}) // a connection to be used again

			req := patch("lose-reply", change).with("Idempotency-Key", "k1")
			req.keepBody = tt.keepBody
			resp, err := c.send(t, req)
			if got := isLost(err); got != tt.lost || (err != nil) != tt.lost {
				t.Errorf("got %d %s, error %v; want it lost: %t", resp.status, resp.body, err, tt.lost)
			}
			if !tt.lost && resp.header.Get("Idempotent-Replayed") != "true" {
				t.Errorf("header %v: want Idempotent-Replayed", resp.header)
			}
			if got := order(t, s, "lose-reply").Writes; got != 1 {
				t.Errorf("%d writes, want 1", got)
			}
		})
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := open(t, service.Options{})
	c := serve(t, s)
	keyed := func(id, body string) request { return patch(id, body).with("Idempotency-Key", "k1") }

	// What is refused stores no key: the same key may try again.
	if resp := c.must(t, keyed("patience", change)); resp.status != http.StatusTooManyRequests {
		t.Fatalf("status %d, want 429", resp.status)
	}
	first := c.must(t, keyed("patience", change))
	if first.status != http.StatusOK || first.header.Get("Idempotent-Replayed") != "" {
		t.Fatalf("status %d, header %v: want a fresh 200", first.status, first.header)
	}
	// A later change by somebody else does not change what the key gets.
	if resp := c.must(t, patch("patience", `{"deadline":"2026-06-01"}`)); resp.status != http.StatusOK {
		t.Fatalf("status %d, want 200", resp.status)
	}
	again := c.must(t, keyed("patience", `{ "deadline" : "2026-05-\u0032\u0030" }`)) // other bytes, same request
	if again.status != http.StatusOK || again.body != first.body || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the same key: status %d, replayed %q, body %s; want the stored %s",
			again.status, again.header.Get("Idempotent-Replayed"), again.body, first.body)
	}
	reused := refusal{Code: "IDEMPOTENCY_KEY_REUSED", Message: "this Idempotency-Key was used for another request"}
	for name, req := range map[string]request{
		"another deadline": keyed("patience", `{"deadline":"2026-05-21"}`),
		"another order":    keyed("1", change),
		"a version":        keyed("patience", `{"deadline":"2026-05-20","version":3}`),
	} {
		resp := c.must(t, req)
		if diff := cmp.Diff(reused, resp.refusal(t)); diff != "" || resp.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d, want 422; error (-want +got):\n%s", name, resp.status, diff)
		}
	}
	if got := order(t, s, "patience"); got.Writes != 2 || got.Deadline != "2026-06-01" {
		t.Errorf("%d writes, deadline %s; want 2 and 2026-06-01", got.Writes, got.Deadline)
	}
	if got := order(t, s, "1").Writes; got != 0 {
		t.Errorf("order 1: %d writes, want 0", got)
	}
}

// A stored answer belongs to its owner, too.
func TestStoredAnswerIsDenied(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "orders.db")
	keyed := patch("theirs", change).with("Idempotency-Key", "k1")
	theirs := serve(t, open(t, service.Options{Path: file, Owner: "globex-trading", Deny: true}))
	if resp := theirs.must(t, keyed); resp.status != http.StatusOK {
		t.Fatalf("owner: status %d, want 200", resp.status)
	}
	ours := serve(t, open(t, service.Options{Path: file, Owner: "acme-trading", Deny: true}))
	if resp := ours.must(t, keyed); resp.status != http.StatusForbidden {
		t.Errorf("stranger: status %d, want 403; body %s", resp.status, resp.body)
	}
}

// stores returns the ways to run the service whose requests may meet.
func stores(t *testing.T) map[string][]*service.Service {
	t.Helper()
	file := func() service.Options { return service.Options{Path: filepath.Join(t.TempDir(), "orders.db")} }
	one, two := file(), file()
	return map[string][]*service.Service{
		"memory":                 {open(t, service.Options{})},
		"file":                   {open(t, one)},
		"two services, one file": {open(t, two), open(t, two)},
	}
}

// storm sends n requests at once, spread over the services, and returns how
// often each status came; 0 is a lost reply.
func storm(t *testing.T, services []*service.Service, req request) map[int]int {
	t.Helper()
	clients := make([]*client, len(services))
	for i, s := range services {
		clients[i] = serve(t, s)
	}
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		got   = map[int]int{}
		start = make(chan struct{})
	)
	for i := range parallel {
		wg.Go(func() {
			<-start
			resp, err := clients[i%len(clients)].send(t, req)
			if err != nil && !isLost(err) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			got[resp.status]++
		})
	}
	close(start)
	wg.Wait()
	return got
}

func TestParallel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		id     string
		req    request
		want   map[int]int
		writes int64
	}{
		{name: "unavailable", id: "unavailable", req: patch("unavailable", change), want: map[int]int{503: 1, 200: parallel - 1}, writes: parallel - 1},
		{name: "patience", id: "patience", req: patch("patience", change), want: map[int]int{429: 1, 200: parallel - 1}, writes: parallel - 1},
		{name: "busy", id: "busy", req: patch("busy", change), want: map[int]int{503: 1, 200: parallel - 1}, writes: parallel - 1},
		{name: "lose reply", id: "lose-reply", req: patch("lose-reply", change), want: map[int]int{0: 1, 200: parallel - 1}, writes: parallel},
		{
			name: "one key", id: "lose-reply", req: patch("lose-reply", change).with("Idempotency-Key", "k1"),
			want: map[int]int{0: 1, 200: parallel - 1}, writes: 1,
		},
		{
			name: "one version", id: "1", req: patch("1", `{"deadline":"2026-05-20","version":3}`),
			want: map[int]int{200: 1, 409: parallel - 1}, writes: 1,
		},
	}
	for _, tt := range tests {
		for store, services := range stores(t) {
			t.Run(tt.name+"/"+store, func(t *testing.T) {
				t.Parallel()
				before := order(t, services[0], tt.id)
				got := storm(t, services, tt.req)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("statuses (-want +got):\n%s", diff)
				}
				after := order(t, services[0], tt.id)
				if after.Writes != tt.writes || after.Version != before.Version+tt.writes {
					t.Errorf("%d writes and version %d, want %d and %d",
						after.Writes, after.Version, tt.writes, before.Version+tt.writes)
				}
				if after.Fault != service.FaultNone {
					t.Errorf("fault %v is not spent", after.Fault)
				}
			})
		}
	}
}

// Clients that leave at any moment must not take the database in memory with
// them, nor half a change: every version still has its write.
func TestClientsLeave(t *testing.T) {
	t.Parallel()
	s := open(t, service.Options{})
	handler := s.Handler()
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*20*time.Microsecond)
			defer cancel()
			body := strings.NewReader(fmt.Sprintf(`{"deadline":"2026-05-%02d"}`, 1+i%28))
			req := httptest.NewRequestWithContext(ctx, http.MethodPatch, "/orders/1", body)
			req.Header.Set("Content-Type", "application/json")
			rec := httptest.NewRecorder()
			handler.ServeHTTP(rec, req)
			if rec.Code != http.StatusOK && rec.Code != http.StatusServiceUnavailable {
				t.Errorf("status %d, want 200 or 503; body %s", rec.Code, rec.Body)
			}
		})
	}
	wg.Wait()
	if got := order(t, s, "1"); got.Version != 3+got.Writes {
		t.Errorf("version %d after %d writes from version 3", got.Version, got.Writes)
	}
	orders, err := s.Orders(t.Context())
	if want := strings.Count(seed, "\n") - 1; err != nil || len(orders) != want {
		t.Errorf("%d orders, %v; want all %d", len(orders), err, want)
	}
}

func TestFilePersists(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a ?#%20 name.db") // all of it is the name
	first, err := service.Open(t.Context(), &service.Options{Path: file, Seed: strings.NewReader(seed)})
	if err != nil {
		t.Fatal(err)
	}
	keyed := patch("1", change).with("Idempotency-Key", "k1")
	answer := serve(t, first).must(t, keyed)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if matches, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "a *")); len(matches) != 1 || matches[0] != file {
		t.Errorf("files %q, want %q alone", matches, file)
	}
	second := open(t, service.Options{Path: file}) // with the seed again: not used
	if got := order(t, second, "1"); got.Deadline != "2026-05-20" || got.Writes != 1 {
		t.Errorf("deadline %s, %d writes after opening again; want 2026-05-20 and 1", got.Deadline, got.Writes)
	}
	if again := serve(t, second).must(t, keyed); again.body != answer.body || again.status != http.StatusOK {
		t.Errorf("the key after opening again: %d %s, want 200 %s", again.status, again.body, answer.body)
	}
}

// Another program that holds the file for longer than the busy timeout gets the
// client an honest 503, and no change.
func TestFileHeldByOther(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for the busy timeout of 5 s")
	}
	file := filepath.Join(t.TempDir(), "orders.db")
	s := open(t, service.Options{Path: file})
	other, err := sql.Open("sqlite", "file:"+filepath.ToSlash(file)+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, s)
	resp := c.must(t, patch("1", change))
	if resp.status != http.StatusServiceUnavailable || resp.header.Get("Retry-After") != "1" {
		t.Errorf("held: status %d, Retry-After %q; want 503 and 1", resp.status, resp.header.Get("Retry-After"))
	}
	if got := order(t, s, "1").Writes; got != 0 {
		t.Errorf("held: %d writes, want 0", got)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if resp := c.must(t, patch("1", change)); resp.status != http.StatusOK {
		t.Errorf("let go: status %d, want 200", resp.status)
	}
}
