package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// remote is how the command and the MCP server of this example call the order
// service: as programs do that know nothing of batchagent.
type remote struct {
	base, token string
	http        *http.Client
}

// refused is an answer of the service other than 2xx.
type refused struct {
	Status     int             `json:"status"`
	RetryAfter int             `json:"retry_after,omitempty"` // seconds
	Refusal    json.RawMessage `json:"error"`                 // of the service: code, message and fields
}

func (r *refused) Error() string {
	text, _ := json.Marshal(r) // it was JSON
	return string(text)
}

// get returns an order as the service has it.
func (r *remote) get(ctx context.Context, id string) (json.RawMessage, error) {
	return r.send(ctx, http.MethodGet, id, nil, "")
}

// set changes an order. key, if not "", lets the service see that a change is
// one that it has made already.
func (r *remote) set(ctx context.Context, c *Change, key string) (json.RawMessage, error) {
	body := map[string]any{"deadline": c.Deadline}
	if c.Version > 0 {
		body["version"] = c.Version
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return r.send(ctx, http.MethodPatch, c.OrderID, raw, key)
}

func (r *remote) send(ctx context.Context, method, id string, body []byte, key string) (json.RawMessage, error) {
	var reader io.Reader
	if body != nil {
		reader = onlyOnce{bytes.NewReader(body)}
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base+"/orders/"+url.PathEscape(id), reader) //nolint:gosec // the user says where the service is
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.ContentLength = int64(len(body))
		req.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if key != "" {
		// Under its usual name net/http would send the request a second time on
		// its own, if the connection broke.
		req.Header["idempotency-key"] = []string{key}
	}
	resp, err := r.http.Do(req) //nolint:gosec // as above
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%d, and the answer broke off: %w", resp.StatusCode, err)
	case resp.StatusCode/100 == 2:
		return bytes.TrimSpace(answer), nil
	}
	no := &refused{Status: resp.StatusCode}
	no.RetryAfter, _ = strconv.Atoi(resp.Header.Get("Retry-After")) // a date, which it never is here, would be none
	var said struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(answer, &said) != nil || said.Error == nil { // a proxy's page
		return nil, fmt.Errorf("%s", resp.Status) //nolint:err113 // it is what was answered
	}
	no.Refusal = said.Error
	return nil, no
}

// onlyOnce hides that a body could be read again, for the same reason.
type onlyOnce struct{ io.Reader }

// newRemote has a client that asks for little patience.
func newRemote(base, token string) *remote {
	return &remote{base: base, token: token, http: &http.Client{Timeout: 20 * time.Second}}
}
