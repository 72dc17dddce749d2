package service_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

const header = "order_id,customer,owner,deadline,status,version,lock_holder,locked_until,fault\n"

// seed has one order for each thing that can be told about a change.
const seed = header + `1,Acme,acme-trading,2026-05-04,open,3,,,
locked,Acme,acme-trading,2026-05-04,open,1,billing,09:30,
shipped,Acme,acme-trading,2026-05-04,shipped,1,,,
cancelled,Acme,acme-trading,2026-05-04,cancelled,1,,,
theirs,Globex,globex-trading,2026-05-04,open,1,,,
unavailable,Acme,acme-trading,2026-05-04,open,1,,,unavailable
patience,Acme,acme-trading,2026-05-04,open,1,,,patience
busy,Acme,acme-trading,2026-05-04,open,1,,,busy
lose-reply,Acme,acme-trading,2026-05-04,open,3,,,lose-reply
`

func open(t *testing.T, opts service.Options) *service.Service {
	t.Helper()
	if opts.Seed == nil {
		opts.Seed = strings.NewReader(seed)
	}
	s, err := service.Open(t.Context(), &opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// serve starts a real server in front of s and returns a client of it.
func serve(t *testing.T, s *service.Service) *client {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	// A connection per request: on one that was used before, net/http sends a
	// request with an Idempotency-Key again by itself after a reset, and the test
	// would not see the reset.
	transport := &http.Transport{DisableKeepAlives: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{url: server.URL, http: &http.Client{Transport: transport}}
}

type client struct {
	url  string
	http *http.Client
}

// request is one request; the zero values are left out.
type request struct {
	method, path, body string
	header             http.Header
	keepBody           bool // no GetBody: net/http cannot send it again by itself
}

func patch(id, body string) request {
	return request{method: http.MethodPatch, path: "/orders/" + id, body: body}
}

func (r request) with(name, value string) request {
	r.header = r.header.Clone()
	if r.header == nil {
		r.header = http.Header{}
	}
	r.header.Add(name, value)
	return r
}

type response struct {
	status int
	header http.Header
	body   string
}

func (r response) refusal(t *testing.T) refusal {
	t.Helper()
	var envelope struct{ Error refusal }
	strict := json.NewDecoder(strings.NewReader(r.body))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&envelope); err != nil {
		t.Fatalf("the body %q is not an error: %v", r.body, err)
	}
	return envelope.Error
}

type refusal struct {
	Code    string
	Message string
	Fields  []field
}

type field struct{ Path, Message string }

// send returns the answer, or the error of a request without one.
func (c *client) send(t *testing.T, r request) (response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), r.method, c.url+r.path, strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	if r.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.keepBody {
		req.GetBody = nil
	}
	maps.Copy(req.Header, r.header)
	resp, err := c.http.Do(req)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return response{status: resp.StatusCode, header: resp.Header, body: string(body)}, err
}

// must is send for requests that get an answer.
func (c *client) must(t *testing.T, r request) response {
	t.Helper()
	resp, err := c.send(t, r)
	if err != nil {
		t.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	return resp
}

// isLost says whether the connection ended without an answer.
func isLost(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF)
}

func order(t *testing.T, s *service.Service, id string) service.Order {
	t.Helper()
	o, err := s.Order(t.Context(), id)
	if err != nil {
		t.Fatalf("order %s: %v", id, err)
	}
	return o
}
