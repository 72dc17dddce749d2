package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// serveSpec starts an order service.
func serveSpec(t *testing.T, o *service.Options) (url string, s *service.Service) {
	t.Helper()
	o.Seed, o.Owner = bytes.NewReader(ordersCSV), login
	s, err := service.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	server := httptest.NewServer(newServer(s, nil).Handler)
	t.Cleanup(server.Close)
	return server.URL, s
}

// exchange is a request, and what it is answered.
type exchange struct {
	operation, path, body string
	header                [2]string
	status                int
	code                  string
}

// TestSpecAndServiceAgree: every status that the spec documents for an
// operation is one that the service gives, no other is given, and every body
// has the documented form.
func TestSpecAndServiceAgree(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	const day = `{"deadline":"2026-05-18"}`
	key := func(k string) [2]string { return [2]string{"Idempotency-Key", k} }
	open, _ := serveSpec(t, &service.Options{})
	denied, _ := serveSpec(t, &service.Options{Deny: true})
	guarded, _ := serveSpec(t, &service.Options{Token: "t"})
	closed, broken := serveSpec(t, &service.Options{})
	if err := broken.Close(); err != nil {
		t.Fatal(err)
	}
	given := map[string]map[int]bool{}
	for base, list := range map[string][]exchange{
		open: {
			{operation: "listOrders", path: "/orders", status: 200},
			{operation: "getOrder", path: "/orders/1001", status: 200},
			{operation: "getOrder", path: "/orders/none", status: 404, code: "NOT_FOUND"},
			{operation: "health", path: "/healthz", status: 200},
			{operation: "updateOrder", path: "/orders/1001", body: day, header: key("a"), status: 200},
			{operation: "updateOrder", path: "/orders/1001", body: `{"deadline":"2026-05-19"}`, header: key("a"), status: 422, code: "IDEMPOTENCY_KEY_REUSED"},
			{operation: "updateOrder", path: "/orders/1001", body: day, header: key("a b"), status: 400, code: "BAD_REQUEST"},
			{operation: "updateOrder", path: "/orders/1001", body: `{"deadlin":"2026-05-18"}`, status: 400, code: "BAD_REQUEST"},
			{operation: "updateOrder", path: "/orders/1001", body: `{"deadline":"soon"}`, status: 422, code: "VALIDATION_FAILED"},
			{operation: "updateOrder", path: "/orders/1001", body: day, header: [2]string{"Content-Type", "text/plain"}, status: 415, code: "UNSUPPORTED_MEDIA_TYPE"},
			{operation: "updateOrder", path: "/orders/1001", body: day + strings.Repeat(" ", 1<<16), status: 413, code: "BODY_TOO_LARGE"},
			{operation: "updateOrder", path: "/orders/none", body: day, status: 404, code: "NOT_FOUND"},
			{operation: "updateOrder", path: "/orders/1002", body: day, status: 423, code: "LOCKED"},
			{operation: "updateOrder", path: "/orders/1012", body: day, status: 409, code: "STATE_CONFLICT"},
			{operation: "updateOrder", path: "/orders/1001", body: `{"deadline":"2026-05-18","version":9007199254740993}`, status: 409, code: "VERSION_CONFLICT"},
			{operation: "updateOrder", path: "/orders/1004", body: day, status: 503, code: "UNAVAILABLE"},
			{operation: "updateOrder", path: "/orders/1009", body: day, status: 429, code: "RATE_LIMITED"},
		},
		denied: {
			{operation: "getOrder", path: "/orders/1011", status: 403, code: "FORBIDDEN"},
			{operation: "updateOrder", path: "/orders/1011", body: day, status: 403, code: "FORBIDDEN"},
		},
		guarded: {
			{operation: "listOrders", path: "/orders", status: 401, code: "UNAUTHENTICATED"},
			{operation: "getOrder", path: "/orders/1001", status: 401, code: "UNAUTHENTICATED"},
			{operation: "updateOrder", path: "/orders/1001", body: day, status: 401, code: "UNAUTHENTICATED"},
		},
		closed: {
			{operation: "listOrders", path: "/orders", status: 500, code: "INTERNAL"},
			{operation: "getOrder", path: "/orders/1001", status: 500, code: "INTERNAL"},
			{operation: "health", path: "/healthz", status: 500, code: "INTERNAL"},
			{operation: "updateOrder", path: "/orders/1001", body: day, status: 500, code: "INTERNAL"},
		},
	} {
		for i := range list {
			e := &list[i]
			exchangeOne(t, doc, base, e)
			if given[e.operation] == nil {
				// Busy is what the service says when its database is, which no
				// request can bring about.
				given[e.operation] = map[int]bool{503: true}
			}
			given[e.operation][e.status] = true
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			for status := range o.Responses.Map() {
				if n, err := strconv.Atoi(status); err != nil || !given[o.OperationID][n] {
					t.Errorf("%s %s: %s is documented, and the service does not give it", method, path, status)
				}
			}
		}
	}
}

func exchangeOne(t *testing.T, doc *openapi3.T, base string, e *exchange) {
	t.Helper()
	var o *openapi3.Operation
	method := ""
	for _, item := range doc.Paths.Map() {
		for m, one := range item.Operations() {
			if one.OperationID == e.operation {
				o, method = one, m
			}
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), method, base+e.path, strings.NewReader(e.body))
	if err != nil {
		t.Fatal(err)
	}
	if req.Header.Set("Content-Type", "application/json"); e.header[0] != "" {
		req.Header.Set(e.header[0], e.header[1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	documented := o.Responses.Status(resp.StatusCode)
	if resp.StatusCode != e.status || documented == nil {
		t.Errorf("%s %s: %d %s, want %d; documented: %t", method, e.path, resp.StatusCode, raw, e.status, documented != nil)
		return
	}
	var body any
	if err := json.Unmarshal(raw, &body); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	media := documented.Value.Content.Get(resp.Header.Get("Content-Type"))
	if media == nil {
		t.Errorf("%s %s: %s is not documented", method, e.path, resp.Header.Get("Content-Type"))
		return
	}
	if err := media.Schema.Value.VisitJSON(body, openapi3.EnableJSONSchema2020()); err != nil {
		t.Errorf("%s %s: %s is not as documented: %v", method, e.path, raw, err)
	}
	if e.code != "" && !strings.Contains(string(raw), `"code":"`+e.code+`"`) {
		t.Errorf("%s %s: %s, want %s", method, e.path, raw, e.code)
	}
}

// TestTheSpecIsServed as it stands, and makes tools.
func TestTheSpecIsServed(t *testing.T) {
	t.Parallel()
	base, _ := serveSpec(t, &service.Options{Token: "t"})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/openapi.yaml", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	served, err := io.ReadAll(resp.Body)
	if err != nil || !bytes.Equal(served, spec) || resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %v: %d bytes, want %d", resp.StatusCode, err, len(served), len(spec))
	}
	d, err := openapitool.Parse("openapi.yaml", served, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Operations()
	if err != nil || len(list) != 4 {
		t.Fatalf("%v: %d operations", err, len(list))
	}
	for i := range list {
		if _, err := d.Tool(list[i].ID, &openapitool.Config{Effect: tool.Idempotent}); err != nil {
			t.Error(err)
		}
	}
}
