package mcptool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/taxonomy"
)

const (
	// resumes is how often the SDK asks for the rest of a stream that broke
	// off, where the server has numbered its events.
	resumes = 2
	// idleTimeout is below the 5 s after which Node closes a connection, so that
	// a request rarely meets a connection that is being closed.
	idleTimeout = 4 * time.Second
)

// newTransport speaks HTTP/1.1 only: over HTTP/2 net/http sends a request a
// second time after some errors of the stream, without a word.
func newTransport() *http.Transport {
	t := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    256,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 1 << 20,
		Protocols:              new(http.Protocols),
	}
	t.Protocols.SetHTTP1(true)
	return t
}

// openHTTP makes the SDK's connection, over a RoundTripper that knows more of
// what happens to a request than the SDK tells, and keeps from it what would
// break the connection for all calls.
func (sess *session) openHTTP(ctx context.Context) (mcp.Connection, error) {
	s := sess.server
	endpoint, err := s.secrets.expand(s.cfg.URL)
	if err != nil {
		return nil, unusable(taxonomy.CodeUnknown, err.Error())
	}
	w := &wire{sess: sess, base: s.cfg.Transport, most: s.cfg.MaxResponse}
	if w.base == nil {
		w.base, w.own = s.ownTransport, true
	}
	t := &mcp.StreamableClientTransport{
		Endpoint: endpoint, MaxRetries: resumes, MaxEventSize: int(w.most),
		// What comes outside of calls is of no use here.
		DisableStandaloneSSE: true,
		HTTPClient: &http.Client{
			Transport:     w,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	return t.Connect(ctx)
}

// wire is the way of one session's requests.
type wire struct {
	sess *session
	base http.RoundTripper
	own  bool
	most int64
}

const sessionHeader = "Mcp-Session-Id"

// errSeen is what the SDK is told where the exchange knows better.
var errSeen = errors.New("mcptool: see the exchange")

// RoundTrip sends req. Of an answer that is no success the SDK gets an error of
// RoundTrip, which it takes for that request's alone.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	parent := req.Context()
	x := exchangeOf(parent, wireKey{})
	ctx, cancel := context.WithCancel(parent)
	stop := context.AfterFunc(w.sess.life, cancel) //nolint:contextcheck // it ends with either of them
	release := func() { stop(); cancel() }
	if x != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			GotConn: func(httptrace.GotConnInfo) { x.setSent(true) },
		})
		if !w.own {
			x.setSent(true) // it is not known whether it tells
		}
	}
	req = req.Clone(ctx)
	if !w.own {
		req.GetBody = nil // net/http would send it again where it has a way to
	}
	s := w.sess.server
	for name, text := range s.cfg.Headers {
		value, err := s.secrets.expand(text)
		if err == nil && !headerText(value) {
			err = errors.New("has a control character in it")
		}
		if err != nil {
			release()
			return nil, w.fail(x, unusable(taxonomy.CodeUnknown, fmt.Sprintf("nothing was sent: the header %s: %s", name, err)))
		}
		req.Header.Set(name, value)
	}
	if v := w.sess.version.Load(); v != nil && req.Header.Get("Mcp-Protocol-Version") == "" {
		req.Header.Set("Mcp-Protocol-Version", *v) // the SDK does not know the connection as its own
	}
	resp, err := w.base.RoundTrip(req)
	if err != nil {
		release()
		return nil, w.lost(parent, x, err)
	}
	resp.Body = &releasedBody{resp.Body, release}
	if req.Method != http.MethodPost {
		if good := resp.StatusCode >= 200 && resp.StatusCode <= 299; !good && req.Method == http.MethodGet {
			// There is no more of a stream that broke off. The SDK would give
			// the connection up, and with it the calls of all workers.
			closeBody(resp)
			none := accepted(req)
			none.Status, none.StatusCode = "200 OK", http.StatusOK
			none.Header.Set("Content-Type", "text/event-stream")
			return none, nil
		}
		if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/event-stream" {
			resp.Body = newEvents(resp.Body, w.most, func(error) {}) // the rest of a stream; nobody tells of which call
		}
		return resp, nil
	}
	return w.answer(parent, req, x, resp)
}

func (w *wire) fail(x *exchange, err error) error {
	if x != nil {
		x.fail(err)
	}
	return errSeen
}

// lost judges an error of the network.
func (w *wire) lost(ctx context.Context, x *exchange, err error) error {
	if x == nil || w.over(ctx) {
		return err
	}
	x.mu.Lock()
	sent := x.sent
	x.mu.Unlock()
	switch {
	case !sent: // there was no connection that it could have been sent on
		err = taxonomy.NotSent(err)
	case w.own: // a connection that was there broke
		return w.fail(x, &brokenError{err.Error()})
	default:
		err = &url.Error{Op: http.MethodPost, URL: w.sess.server.cfg.Name, Err: err} // as net/http's client has it
	}
	return w.fail(x, fmt.Errorf("the MCP server %s: %w", w.sess.server.cfg.Name, w.sess.server.secrets.hideError(err)))
}

// over reports whether it is us who have ended a request.
func (w *wire) over(ctx context.Context) bool { return ctx.Err() != nil || w.sess.life.Err() != nil }

type releasedBody struct {
	io.ReadCloser
	release func()
}

func (b *releasedBody) Close() error {
	b.release()
	return b.ReadCloser.Close()
}

// answer looks at the answer to a POST.
func (w *wire) answer(ctx context.Context, req *http.Request, x *exchange, resp *http.Response) (*http.Response, error) {
	good := resp.StatusCode >= 200 && resp.StatusCode <= 299
	if x == nil {
		// A notification, or an answer of ours. That a server does not want
		// notifications/cancelled is no reason to break with it.
		if !good {
			closeBody(resp)
			resp = accepted(req)
		}
		return resp, nil
	}
	if !good {
		return nil, w.refused(req, x, resp)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch kind {
	case "text/event-stream":
		resp.Body = newEvents(resp.Body, w.most, x.fail)
		return resp, nil
	case "application/json":
		return w.whole(ctx, x, resp)
	}
	closeBody(resp)
	if kind == "" {
		kind = "nothing"
	}
	return nil, w.fail(x, &unreadableError{fmt.Sprintf("is %d with %s instead of JSON or an event stream", resp.StatusCode, taxonomy.Clean(kind))})
}

func accepted(req *http.Request) *http.Response {
	return &http.Response{
		Status: "202 Accepted", StatusCode: http.StatusAccepted, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header), Body: http.NoBody, Request: req,
	}
}

func closeBody(resp *http.Response) {
	const most = 64 << 10
	_, _ = io.CopyN(io.Discard, resp.Body, most) // so that the connection can be used again
	_ = resp.Body.Close()
}

// whole reads an answer to its end, so that one that breaks off is the failure
// of this call and not of the session.
func (w *wire) whole(ctx context.Context, x *exchange, resp *http.Response) (*http.Response, error) {
	s := w.sess.server
	body, err := io.ReadAll(io.LimitReader(resp.Body, w.most+1))
	_ = resp.Body.Close()
	switch {
	case err != nil && w.over(ctx):
		return nil, err
	case err != nil:
		return nil, w.fail(x, &brokenError{err.Error()})
	case int64(len(body)) > w.most:
		return nil, w.fail(x, tooLarge(w.most))
	}
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	messages := []json.RawMessage{body}
	if len(body) > 0 && body[0] == '[' { // a batch (revision 2025-03-26)
		messages = nil
		_ = json.Unmarshal(body, &messages)
	}
	for _, text := range messages {
		msg, err := jsonrpc.DecodeMessage(text)
		if answer, ok := msg.(*jsonrpc.Response); ok && err == nil && answer.ID == x.id {
			resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			resp.Header.Del("Content-Length")
			return resp, nil
		}
	}
	const shown = 200
	return nil, w.fail(x, &unreadableError{"is no JSON-RPC answer to this request: " + taxonomy.Clean(s.secrets.head(body, shown))})
}

// refused judges a status other than 2xx.
func (w *wire) refused(req *http.Request, x *exchange, resp *http.Response) error {
	s := w.sess.server
	const most = 64 << 10
	body, _ := io.ReadAll(io.LimitReader(resp.Body, most)) // where it breaks off, the status decides
	_ = resp.Body.Close()
	status := resp.StatusCode
	if req.Header.Get(sessionHeader) != "" && unknownSession(status, body) {
		x.mu.Lock()
		x.lost = true
		x.mu.Unlock()
		e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "the MCP server %s does not know its sessions any more, and has forgotten a new one at once", s.cfg.Name)
		e.Scope = taxonomy.ScopeTool
		return w.fail(x, e)
	}
	if status >= 300 && status <= 399 {
		return w.fail(x, unusable(taxonomy.CodeUnknown, fmt.Sprintf("the MCP server %s is at another address (%d): %s; give that one as its URL",
			s.cfg.Name, status, taxonomy.Clean(s.secrets.hide(resp.Header.Get("Location"))))))
	}
	// A JSON-RPC error says more than these three. Others, 401 and 429 among
	// them, say more than it.
	if slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusInternalServerError}, status) && resp.Header.Get("Retry-After") == "" {
		msg, err := jsonrpc.DecodeMessage(withID(body))
		if answer, ok := msg.(*jsonrpc.Response); ok && err == nil && answer.Error != nil {
			x.answer(answer)
			return errSeen
		}
	}
	return w.fail(x, taxonomy.FromAnswer(taxonomy.Answer{
		Method: req.Method, Status: status, Header: resp.Header, Body: []byte(s.secrets.hide(string(body))),
	}))
}

// withID gives an error without an id one, as that of a request which could
// not be read has none.
func withID(body []byte) []byte {
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil || m["error"] == nil {
		return nil
	}
	m["id"] = json.RawMessage("0")
	out, _ := json.Marshal(m)
	return out
}

// unknownSession: 404 is what the specification says (revision 2025-11-25,
// Session Management); servers made after the TypeScript SDK's examples send
// 400 with a text, "Bad Request: No valid session ID provided".
func unknownSession(status int, body []byte) bool {
	if status == http.StatusNotFound {
		return true
	}
	text := strings.ToLower(string(body[:min(len(body), 1<<10)]))
	return status == http.StatusBadRequest && (strings.Contains(text, "session id") || strings.Contains(text, "session not found") || strings.Contains(text, "sessionid"))
}
