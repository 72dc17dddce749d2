package httptool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

const (
	contentType = "Content-Type"
	accept      = "Accept"
	jsonType    = "application/json"
	// keyHeader is the name in draft-ietf-httpapi-idempotency-key-header.
	keyHeader = "Idempotency-Key"
)

// NewRequest makes a request whose body is body as JSON (nil: none;
// json.RawMessage: as it stands), with Content-Type and Accept, and, unless it
// only reads (GET, HEAD, OPTIONS, TRACE), with the idempotency key of the call
// that ctx belongs to, if there is one: see [tool.CallKey]. The key stands
// under the name "idempotency-key" in the map of headers, where Header.Get does
// not see it, and must not be set again: net/http sends requests twice that
// have it under the usual name (see the package comment). For the same reason
// GetBody is nil.
//
// An error means that nothing was sent.
func NewRequest(ctx context.Context, method, url string, body any) (*http.Request, error) {
	raw, err := jsonBody(body)
	if err != nil {
		return nil, taxonomy.NotSent(err)
	}
	req, err := newRequest(ctx, method, url, raw, jsonType)
	if err != nil {
		return nil, taxonomy.NotSent(err)
	}
	if reads(req.Method) {
		return req, nil
	}
	once(req)
	if err := setKey(req.Header, keyHeader, tool.CallKey(ctx)); err != nil {
		return nil, err
	}
	return req, nil
}

func newRequest(ctx context.Context, method, target string, body []byte, media string) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, target, reader)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			u.URL = taxonomy.Clean(u.URL) // a password in it stays here
		}
		return nil, fmt.Errorf("httptool: %w", err)
	}
	req.GetBody = nil
	req.Header.Set(accept, jsonType)
	if body != nil {
		req.Header.Set(contentType, media)
	}
	return req, nil
}

// once makes sure that net/http sends req once. A request without a body can
// always be sent again in its eyes, and over HTTP/2 is: after a stream error,
// some thousand times within seconds. A body that it cannot know to be empty
// keeps it from that.
func once(req *http.Request) {
	if req.GetBody = nil; req.Body == nil || req.Body == http.NoBody {
		req.Body = io.NopCloser(strings.NewReader(""))
	}
}

// Do sends a request of [NewRequest] through client (nil:
// http.DefaultClient). It follows redirects only where that can make no other
// call of this one: of a GET, to the same host. A client follows a redirect of a
// POST with a GET; where that fails, its error tells of a second request, and
// nothing of the first, which may have been executed. Here the redirect itself
// is the answer, which [Decode] makes an error of.
func Do(client *http.Client, req *http.Request) (*http.Response, error) {
	if client == nil {
		client = http.DefaultClient
	}
	own := *client
	effect := tool.Unsafe
	if reads(req.Method) {
		effect = tool.ReadOnly
	}
	own.CheckRedirect = checkRedirect(client.CheckRedirect, effect)
	return own.Do(req) //nolint:gosec // where to is the caller's choice
}

var (
	errEncoded = errors.New("httptool: the body is the value to send, not its encoding; give JSON text as json.RawMessage")
	errBadJSON = errors.New("httptool: the body is a json.RawMessage that is not valid JSON")
)

// jsonBody is json.Marshal without the escaping meant for HTML.
func jsonBody(body any) (json.RawMessage, error) {
	switch b := body.(type) {
	case nil:
		return nil, nil
	case json.RawMessage:
		switch {
		case b == nil:
			return nil, nil
		case !json.Valid(b):
			return nil, errBadJSON
		}
		return b, nil
	case []byte, io.Reader:
		return nil, errEncoded
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("httptool: the body has no JSON form: %w", err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// reads reports whether a method only reads (RFC 9110 section 9.2.1). net/http
// sends these again on its own. "" is GET.
func reads(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

// setKey writes an idempotency key into h. http.Request.isReplayable asks for
// two names, in their canonical form; these are written in small letters, as
// HTTP/2 does.
func setKey(h http.Header, name, key string) error {
	if key == "" {
		return nil
	}
	if !headerText(key) {
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat,
			"the idempotency key has a line break or another control character in it, which a header cannot hold")
	}
	switch http.CanonicalHeaderKey(name) {
	case keyHeader, "X-" + keyHeader:
		h[strings.ToLower(name)] = []string{key}
	default:
		h.Set(name, key)
	}
	return nil
}

// headerText reports whether s can be the value of a header (RFC 9110 section
// 5.5): no control characters but tabs.
func headerText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// isToken is the grammar of a header's name and of a method (RFC 9110 section
// 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		alphanumeric := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !alphanumeric && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}
