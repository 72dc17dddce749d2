package mcptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// exchange is one request and what is known of it. The SDK gives back a decoded
// result or an error with a text; the promises of this package need the bytes
// of the result, and whether the request has left.
type exchange struct {
	method string // that may be tied to it; "": any

	mu       sync.Mutex
	id       jsonrpc.ID
	taken    bool
	sent     bool // it may have reached the server
	answered bool
	result   json.RawMessage
	rpc      *jsonrpc.Error
	err      error // what the transport knows better than the SDK
	lost     bool  // the session is not known any more, and so nothing was executed
}

type (
	exchangeKey struct{} // the exchange that a call of the SDK belongs to
	wireKey     struct{} // the exchange that a message belongs to; absent: no request
)

func exchangeOf(ctx context.Context, key any) *exchange {
	x, _ := ctx.Value(key).(*exchange)
	return x
}

// take ties a request to x, once: the SDK sends notifications/cancelled with
// the same context.
func (x *exchange) take(req *jsonrpc.Request) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.taken || x.method != "" && x.method != req.Method {
		return false
	}
	x.taken, x.id = true, req.ID
	return true
}

func (x *exchange) setSent(sent bool) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sent = sent
}

// fail notes what the transport says; the first word counts.
func (x *exchange) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil && !x.answered {
		x.err = err
	}
}

func (x *exchange) answer(resp *jsonrpc.Response) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if resp.Error == nil {
		x.answered, x.result = true, resp.Result
		return
	}
	if e, ok := errors.AsType[*jsonrpc.Error](resp.Error); ok {
		x.answered, x.rpc = true, e
	} else if x.err == nil { // the transport's own, in the place of an answer
		x.err = &brokenError{resp.Error.Error()}
		if u, ok := errors.AsType[*unreadableError](resp.Error); ok {
			x.err = u
		}
	}
}

// brokenError says that the answer will not come.
type brokenError struct{ text string }

func (e *brokenError) Error() string { return e.text }

// unreadableError says that the answer came and cannot be used.
type unreadableError struct{ text string }

func (e *unreadableError) Error() string { return e.text }

// trackConn ties the messages of a connection to exchanges.
type trackConn struct {
	mcp.Connection
	sess *session

	mu   sync.Mutex
	open map[jsonrpc.ID]*exchange
	owed int // answers of ours to requests of the server, not yet written
}

// mostOwed is how many requests of a server may wait for an answer of ours. One
// that does not read what it has asked for would fill the memory.
const mostOwed = 1000

// noContent is what the SDK gets to decode instead of a call's result: it would
// go through float64, and fail for content of a kind that it does not know.
const noContent = `{"content":[]}`

const methodCall = "tools/call"

func (c *trackConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if err != nil {
		c.sess.die(err) // before the SDK tells the callers
		return nil, err
	}
	resp, ok := msg.(*jsonrpc.Response)
	if !ok {
		if err := c.owe(msg); err != nil {
			c.sess.die(err)
			return nil, err
		}
		return msg, nil
	}
	c.mu.Lock()
	x := c.open[resp.ID]
	delete(c.open, resp.ID)
	c.mu.Unlock()
	if x == nil {
		return msg, nil
	}
	x.answer(resp)
	if x.method == methodCall && resp.Error == nil {
		return &jsonrpc.Response{ID: resp.ID, Result: json.RawMessage(noContent)}, nil
	}
	if x.method == "" && resp.Error == nil {
		c.sess.noteVersion(resp.Result)
	}
	return resp, nil
}

// owe counts the requests of the server.
func (c *trackConn) owe(msg jsonrpc.Message) error {
	if req, ok := msg.(*jsonrpc.Request); !ok || !req.IsCall() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owed++; c.owed > mostOwed {
		return &brokenError{fmt.Sprintf("sent more than %d requests of its own without reading the answers", mostOwed)}
	}
	return nil
}

func (c *trackConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		defer func() {
			c.mu.Lock()
			c.owed--
			c.mu.Unlock()
		}()
	}
	if !ok || !req.IsCall() {
		return c.Connection.Write(context.WithValue(ctx, wireKey{}, nil), msg)
	}
	x := exchangeOf(ctx, exchangeKey{})
	if x == nil || !x.take(req) {
		x = &exchange{method: req.Method, taken: true, id: req.ID} // a request of the SDK's own
	} else {
		c.mu.Lock()
		c.open[req.ID] = x
		c.mu.Unlock()
	}
	return c.Connection.Write(context.WithValue(ctx, wireKey{}, x), msg)
}

func (c *trackConn) forget(x *exchange) {
	x.mu.Lock()
	id, taken := x.id, x.taken
	x.mu.Unlock()
	if taken {
		c.mu.Lock()
		delete(c.open, id)
		c.mu.Unlock()
	}
}

// given is a transport whose connection is made already.
type given struct{ conn mcp.Connection }

func (g given) Connect(context.Context) (mcp.Connection, error) { return g.conn, nil }
