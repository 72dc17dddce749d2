package service_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

const change = `{"deadline":"2026-05-20"}`

func TestRefusals(t *testing.T) {
	t.Parallel()
	const (
		notAChange = "the body is not a change of an order"
		notValid   = "the change is not valid"
		badKey     = "the Idempotency-Key must be one value of 1 to 255 visible ASCII characters"
	)
	deadline := func(message string) []field { return []field{{"/deadline", message}} }
	version := func(message string) []field { return []field{{"/version", message}} }
	tests := []struct {
		name   string
		opts   service.Options
		req    request
		status int
		want   refusal
		header map[string]string
	}{
		{
			name: "empty body", req: patch("1", "").with("Content-Type", "application/json"), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: "the body is empty: send a JSON object"},
		},
		{
			name: "broken JSON", req: patch("1", `{"deadline":"2026-05-20",}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: "the body is not a JSON object: invalid character '}' looking for beginning of object key string"},
		},
		{
			name: "something after the object", req: patch("1", change+change), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: "the body is not a JSON object: invalid character '{' after top-level value"},
		},
		{
			name: "array", req: patch("1", `["2026-05-20"]`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: "the body is not a JSON object: it is valid JSON of another kind"},
		},
		{
			name: "null", req: patch("1", "null"), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: "the body is not a JSON object: it is valid JSON of another kind"},
		},
		{
			name: "unknown field", req: patch("1", `{"deadline":"2026-05-20","a/b":1}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: []field{{"/a~1b", `unknown field: a change has "deadline" and "version"`}}},
		},
		{
			name: "other case", req: patch("1", `{"Deadline":"2026-05-20"}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: []field{{"/Deadline", `unknown field: a change has "deadline" and "version"`}}},
		},
		{
			name: "field twice", req: patch("1", `{"deadline":"2026-05-20","deadline":"2026-05-21"}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: deadline("stands twice")},
		},
		{
			name: "deadline is a number, version a string", req: patch("1", `{"deadline":20260520,"version":"3"}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: []field{
				{"/deadline", "must be a string of the form YYYY-MM-DD"}, {"/version", "must be a whole number"},
			}},
		},
		{
			name: "deadline is null", req: patch("1", `{"deadline":null}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: deadline("must be a string of the form YYYY-MM-DD")},
		},
		{
			name: "version is null", req: patch("1", `{"deadline":"2026-05-20","version":null}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: version("must be a whole number")},
		},
		{
			name: "version has a fraction", req: patch("1", `{"deadline":"2026-05-20","version":3.0}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: version("must be a whole number")},
		},
		{
			name: "version is too large", req: patch("1", `{"deadline":"2026-05-20","version":9223372036854775808}`), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: notAChange, Fields: version("is out of range")},
		},
		{
			name: "empty key", req: patch("1", change).with("Idempotency-Key", ""), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: badKey},
		},
		{
			name: "long key", req: patch("1", change).with("Idempotency-Key", strings.Repeat("k", 256)), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: badKey},
		},
		{
			name: "two keys", req: patch("1", change).with("Idempotency-Key", "a").with("Idempotency-Key", "b"), status: 400,
			want: refusal{Code: "BAD_REQUEST", Message: badKey},
		},
		{
			name: "no token", opts: service.Options{Token: "right"}, req: patch("1", change), status: 401,
			want:   refusal{Code: "UNAUTHENTICATED", Message: "this needs a valid token: Authorization: Bearer TOKEN"},
			header: map[string]string{"WWW-Authenticate": `Bearer realm="orders"`},
		},
		{
			name: "wrong token", opts: service.Options{Token: "right"}, req: patch("1", change).with("Authorization", "Bearer righ"), status: 401,
			want: refusal{Code: "UNAUTHENTICATED", Message: "this needs a valid token: Authorization: Bearer TOKEN"},
		},
		{
			name: "other scheme", opts: service.Options{Token: "right"}, req: patch("1", change).with("Authorization", "Basic right"), status: 401,
			want: refusal{Code: "UNAUTHENTICATED", Message: "this needs a valid token: Authorization: Bearer TOKEN"},
		},
		{
			name: "list without token", opts: service.Options{Token: "right"}, req: request{method: "GET", path: "/orders"}, status: 401,
			want: refusal{Code: "UNAUTHENTICATED", Message: "this needs a valid token: Authorization: Bearer TOKEN"},
		},
		{
			name: "change of another owner's order", opts: service.Options{Owner: "acme-trading", Deny: true}, req: patch("theirs", change), status: 403,
			want: refusal{Code: "FORBIDDEN", Message: "order belongs to another customer"},
		},
		{
			name: "another owner's order", opts: service.Options{Owner: "acme-trading", Deny: true}, req: request{method: "GET", path: "/orders/theirs"}, status: 403,
			want: refusal{Code: "FORBIDDEN", Message: "order belongs to another customer"},
		},
		{
			name: "change of an unknown order", req: patch("1007", change), status: 404,
			want: refusal{Code: "NOT_FOUND", Message: "no such order"},
		},
		{
			name: "unknown order", req: request{method: "GET", path: "/orders/1007"}, status: 404,
			want: refusal{Code: "NOT_FOUND", Message: "no such order"},
		},
		{
			name: "unknown address", req: request{method: "GET", path: "/order/1"}, status: 404,
			want: refusal{Code: "NOT_FOUND", Message: "there is nothing at this address"},
		},
		{
			name: "method of an order", req: request{method: "DELETE", path: "/orders/1"}, status: 405,
			want:   refusal{Code: "METHOD_NOT_ALLOWED", Message: "use one of GET, HEAD, PATCH"},
			header: map[string]string{"Allow": "GET, HEAD, PATCH"},
		},
		{
			name: "method of the list", req: request{method: "POST", path: "/orders", body: "{}"}, status: 405,
			want:   refusal{Code: "METHOD_NOT_ALLOWED", Message: "use one of GET, HEAD"},
			header: map[string]string{"Allow": "GET, HEAD"},
		},
		{
			name: "shipped", req: patch("shipped", change), status: 409,
			want: refusal{Code: "STATE_CONFLICT", Message: "order is already shipped"},
		},
		{
			name: "cancelled", req: patch("cancelled", change), status: 409,
			want: refusal{Code: "STATE_CONFLICT", Message: "order is already cancelled"},
		},
		{
			name: "version", req: patch("1", `{"deadline":"2026-05-20","version":5}`), status: 409,
			want: refusal{Code: "VERSION_CONFLICT", Message: "expected version 5, found 3"},
		},
		{
			name: "version that a float64 cannot hold", req: patch("1", `{"deadline":"2026-05-20","version":9007199254740993}`), status: 409,
			want: refusal{Code: "VERSION_CONFLICT", Message: "expected version 9007199254740993, found 3"},
		},
		{
			name: "long body", req: patch("1", change+strings.Repeat(" ", 64<<10)), status: 413,
			want: refusal{Code: "BODY_TOO_LARGE", Message: "the body is longer than 65536 bytes"},
		},
		{
			name: "form", req: patch("1", "deadline=2026-05-20").with("Content-Type", "application/x-www-form-urlencoded"), status: 415,
			want:   refusal{Code: "UNSUPPORTED_MEDIA_TYPE", Message: "send the change with Content-Type: application/json"},
			header: map[string]string{"Accept-Patch": "application/json"},
		},
		{
			name: "no media type", req: patch("1", ""), status: 415,
			want: refusal{Code: "UNSUPPORTED_MEDIA_TYPE", Message: "send the change with Content-Type: application/json"},
		},
		{
			name: "no deadline", req: patch("1", `{"version":3}`), status: 422,
			want: refusal{Code: "VALIDATION_FAILED", Message: notValid, Fields: deadline("is missing")},
		},
		{
			name: "other form of date", req: patch("1", `{"deadline":"20/5/2026"}`), status: 422,
			want: refusal{Code: "VALIDATION_FAILED", Message: notValid, Fields: deadline(`"20/5/2026" is not a date of the form YYYY-MM-DD`)},
		},
		{
			name: "no such day", req: patch("1", `{"deadline":"2026-02-30"}`), status: 422,
			want: refusal{Code: "VALIDATION_FAILED", Message: notValid, Fields: deadline(`"2026-02-30" is not a date of the form YYYY-MM-DD: there is no such day`)},
		},
		{
			name: "date with a time", req: patch("1", `{"deadline":"2026-05-20T00:00:00Z"}`), status: 422,
			want: refusal{Code: "VALIDATION_FAILED", Message: notValid, Fields: deadline(`"2026-05-20T00:00:00Z" is not a date of the form YYYY-MM-DD`)},
		},
		{
			name: "locked", req: patch("locked", change), status: 423,
			want: refusal{Code: "LOCKED", Message: "locked by billing until 09:30"},
		},
		{
			name: "patience", req: patch("patience", change), status: 429,
			want:   refusal{Code: "RATE_LIMITED", Message: "too many requests"},
			header: map[string]string{"Retry-After": "1"},
		},
		{
			name: "unavailable", req: patch("unavailable", change), status: 503,
			want:   refusal{Code: "UNAVAILABLE", Message: "the service is not available, nothing was changed"},
			header: map[string]string{"Retry-After": ""},
		},
		{
			name: "busy", req: patch("busy", change), status: 503,
			want:   refusal{Code: "UNAVAILABLE", Message: "the service is not available, nothing was changed"},
			header: map[string]string{"Retry-After": "1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, tt.opts)
			before, err := s.Orders(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			resp := serve(t, s).must(t, tt.req)
			if resp.status != tt.status {
				t.Errorf("status %d, want %d; body %s", resp.status, tt.status, resp.body)
			}
			if diff := cmp.Diff(tt.want, resp.refusal(t)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if got := resp.header.Get("Content-Type"); got != "application/json" {
				t.Errorf("Content-Type %q, want application/json", got)
			}
			for name, want := range tt.header {
				if got := resp.header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			after, err := s.Orders(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for i := range before { // a spent fault is all that a refusal may leave
				before[i].Fault, after[i].Fault = service.FaultNone, service.FaultNone
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("a refusal changed an order (-before +after):\n%s", diff)
			}
		})
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		opts service.Options
		req  request
		want service.Order // as its JSON has it
	}{
		{
			name: "unconditional", req: patch("1", change),
			want: service.Order{ID: "1", Customer: "Acme", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 4, Writes: 1},
		},
		{
			name: "of the right version", req: patch("1", `{"version":3,"deadline":"2026-05-20"}`),
			want: service.Order{ID: "1", Customer: "Acme", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 4, Writes: 1},
		},
		{
			name: "media type with a parameter", req: patch("1", change).with("Content-Type", "Application/JSON; charset=utf-8"),
			want: service.Order{ID: "1", Customer: "Acme", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 4, Writes: 1},
		},
		{
			name: "right token, scheme in lower case", opts: service.Options{Token: "right"}, req: patch("1", change).with("Authorization", "bearer right"),
			want: service.Order{ID: "1", Customer: "Acme", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 4, Writes: 1},
		},
		{
			name: "another owner's order without Deny", opts: service.Options{Owner: "acme-trading"}, req: patch("theirs", change),
			want: service.Order{ID: "theirs", Customer: "Globex", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 2, Writes: 1},
		},
		{
			name: "own order with Deny", opts: service.Options{Owner: "globex-trading", Deny: true}, req: patch("theirs", change),
			want: service.Order{ID: "theirs", Customer: "Globex", Deadline: "2026-05-20", Status: service.StatusOpen, Version: 2, Writes: 1},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, tt.opts)
			c := serve(t, s)
			changed := c.must(t, tt.req)
			tt.req.method, tt.req.body = http.MethodGet, ""
			read := c.must(t, tt.req)
			for name, resp := range map[string]response{"PATCH": changed, "GET": read} {
				var got service.Order
				if err := json.Unmarshal([]byte(resp.body), &got); err != nil || resp.status != http.StatusOK {
					t.Fatalf("%s: status %d, body %s: %v", name, resp.status, resp.body, err)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

// The JSON that clients rely on, to the byte.
func TestOrderJSON(t *testing.T) {
	t.Parallel()
	resp := serve(t, open(t, service.Options{})).must(t, request{method: "GET", path: "/orders/locked"})
	const want = `{"order_id":"locked","customer":"Acme","deadline":"2026-05-04","status":"open","version":1,"writes":0}`
	if resp.body != want {
		t.Errorf("got  %s\nwant %s", resp.body, want)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	all := []string{"1", "locked", "shipped", "cancelled", "theirs", "unavailable", "patience", "busy", "lose-reply"}
	tests := []struct {
		name string
		opts service.Options
		want []string
	}{
		{name: "all, in the order of the seed", want: all},
		{name: "owner without Deny", opts: service.Options{Owner: "globex-trading"}, want: all},
		{name: "Deny", opts: service.Options{Owner: "globex-trading", Deny: true}, want: []string{"theirs"}},
		{name: "none", opts: service.Options{Seed: strings.NewReader(header)}, want: []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp := serve(t, open(t, tt.opts)).must(t, request{method: "GET", path: "/orders"})
			var orders []service.Order
			if err := json.Unmarshal([]byte(resp.body), &orders); err != nil || orders == nil {
				t.Fatalf("the body %s is no array: %v", resp.body, err)
			}
			got := []string{}
			for _, o := range orders {
				got = append(got, o.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("orders (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	s, err := service.Open(t.Context(), &service.Options{Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, s)
	health := request{method: "GET", path: "/healthz"}
	if resp := c.must(t, health); resp.status != http.StatusOK || resp.body != `{"status":"ok"}` {
		t.Errorf("open: status %d, body %s; want 200 without a token", resp.status, resp.body)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	resp := c.must(t, health)
	if resp.status != http.StatusInternalServerError {
		t.Errorf("closed: status %d, want 500", resp.status)
	}
	if diff := cmp.Diff(refusal{Code: "INTERNAL", Message: "something went wrong in the service"}, resp.refusal(t)); diff != "" {
		t.Errorf("closed: error (-want +got):\n%s", diff)
	}
}
