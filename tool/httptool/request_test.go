package httptool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

func TestNewRequest(t *testing.T) {
	t.Parallel()
	keyed := withKey(t.Context(), "key-1")
	tests := []struct {
		name   string
		ctx    context.Context //nolint:containedctx // the case
		method string
		body   any
		want   http.Header
		sent   string
	}{
		{
			name: "a body", ctx: keyed, method: "PATCH", body: map[string]any{"n": json.Number("9007199254740993"), "z": "00042", "s": "<&>"},
			want: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}, "idempotency-key": {"key-1"}},
			sent: `{"n":9007199254740993,"s":"<&>","z":"00042"}`,
		},
		{
			name: "raw JSON as it stands", ctx: keyed, method: "POST", body: raw(` {"b":1.0, "a":2} `),
			want: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}, "idempotency-key": {"key-1"}},
			sent: ` {"b":1.0, "a":2} `,
		},
		{
			name: "no body", ctx: keyed, method: "DELETE",
			want: http.Header{"Accept": {"application/json"}, "idempotency-key": {"key-1"}},
		},
		{
			name: "a body of null", ctx: keyed, method: "PUT", body: raw("null"),
			want: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}, "idempotency-key": {"key-1"}}, sent: "null",
		},
		{name: "a read has no key", ctx: keyed, method: "GET", want: http.Header{"Accept": {"application/json"}}},
		{name: "the method is GET", ctx: keyed, method: "", want: http.Header{"Accept": {"application/json"}}},
		{name: "no call, no key", ctx: t.Context(), method: "DELETE", want: http.Header{"Accept": {"application/json"}}},
		{name: "a call without a key", ctx: withKey(t.Context(), ""), method: "DELETE", want: http.Header{"Accept": {"application/json"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := httptool.NewRequest(tt.ctx, tt.method, "http://orders.example/1", tt.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, req.Header); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			if req.GetBody != nil {
				t.Error("the body can be read again: net/http may send the request twice")
			}
			if req.Context() != tt.ctx {
				t.Error("another context")
			}
			if tt.body == nil {
				if req.Body == nil {
					return // a read
				}
				if got, err := io.ReadAll(req.Body); err != nil || len(got) > 0 || req.ContentLength != 0 {
					t.Errorf("a body: %q, %v", got, err)
				}
				return
			}
			got, err := io.ReadAll(req.Body)
			if err != nil || string(got) != tt.sent || req.ContentLength != int64(len(tt.sent)) {
				t.Errorf("body %s (%d), %v, want %s", got, req.ContentLength, err, tt.sent)
			}
		})
	}
}

func TestNewRequestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, url, key string
		body                   any
		says                   string
	}{
		{name: "no JSON form", body: math.NaN(), says: "the body has no JSON form"},
		{name: "bytes", body: []byte(`{}`), says: "json.RawMessage"},
		{name: "a reader", body: strings.NewReader(`{}`), says: "json.RawMessage"},
		{name: "a buffer", body: bytes.NewBufferString(`{}`), says: "json.RawMessage"},
		{name: "broken JSON", body: raw(`{`), says: "not valid JSON"},
		{name: "a broken method", method: "P ATCH", says: "invalid method"},
		{name: "a broken URL with a password", url: "http://user:s3cret@orders example/", says: "invalid character"},
		{name: "a broken path", url: "http://orders.example/%zz", says: "invalid URL escape"},
		{name: "a key of two lines", key: "a\r\nX-Admin: 1", says: "the idempotency key has a line break"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.method == "" {
				tt.method = "PATCH"
			}
			if tt.url == "" {
				tt.url = "http://orders.example/1"
			}
			req, err := httptool.NewRequest(withKey(t.Context(), tt.key), tt.method, tt.url, tt.body)
			if err == nil {
				t.Fatalf("a request: %v", req)
			}
			if !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%q does not say %q", err, tt.says)
			}
			if e := taxonomy.Classify(err); e.Applied != taxonomy.No {
				t.Errorf("applied %s: nothing was sent", e.Applied)
			}
		})
	}
}
