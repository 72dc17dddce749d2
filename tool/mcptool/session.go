package mcptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/taxonomy"
)

// The revisions that are tried. The older handshake comes first: servers from
// before it was replaced see what they have always seen, and some of them do
// not live through a request that comes before initialize.
const (
	withInitialize = "2025-11-25"
	withDiscover   = "2026-07-28"
)

// session is one connection to a server that is, or was, alive.
type session struct {
	server *Server
	track  *trackConn
	client *mcp.ClientSession
	proc   *process // nil: HTTP

	life    context.Context //nolint:containedctx // of the connection: when it is done, nothing of it goes on
	end     context.CancelFunc
	calls   context.Context //nolint:containedctx // of the calls on it
	abort   context.CancelFunc
	dead    chan struct{} // err says why
	once    sync.Once
	err     error
	retired chan struct{} // no new calls; those under way may end
	quit    sync.Once
	served  atomic.Bool // it has answered something after it was ready
	version atomic.Pointer[string]
	pages   sync.Map // cursor -> the page as it came: the SDK may keep pages, decoded
}

// connect starts the server, or opens a session.
func (s *Server) connect(ctx context.Context, version string) (*session, error) {
	sess := &session{server: s, dead: make(chan struct{}), retired: make(chan struct{})}
	sess.life, sess.end = context.WithCancel(s.life)
	sess.calls, sess.abort = context.WithCancel(sess.life)
	conn, err := sess.open(ctx)
	if err != nil {
		sess.end()
		return nil, err
	}
	sess.track = &trackConn{Connection: conn, sess: sess, open: make(map[jsonrpc.ID]*exchange)}
	s.wg.Go(func() { // whatever it is that ends the session
		<-sess.life.Done()
		_ = conn.Close()
	})
	// The SDK waits for its own messages when a handshake fails.
	stop := context.AfterFunc(ctx, func() { sess.kill(ctx.Err()) })
	x := &exchange{}
	sess.client, err = mcp.NewClient(&mcp.Implementation{Name: "batchagent", Version: "1"}, s.clientOptions()).
		Connect(context.WithValue(ctx, exchangeKey{}, x), given{sess.track}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		sess.kill(err)
		return nil, sess.notReady(ctx, x, err)
	}
	s.wg.Go(func() { // the SDK's connection, which knows of a lost one only when it is closed
		select {
		case <-sess.retired:
			_ = sess.client.Close() // when the calls are done
		case <-sess.dead:
		case <-sess.life.Done():
		}
		sess.end()
		_ = sess.client.Close()
	})
	return sess, nil
}

// open makes the connection below the protocol.
func (sess *session) open(ctx context.Context) (mcp.Connection, error) {
	s := sess.server
	if s.cfg.URL != "" {
		return sess.openHTTP(ctx)
	}
	argv := make([]string, len(s.cfg.Command))
	for i, word := range s.cfg.Command {
		var err error
		if argv[i], err = s.secrets.expand(word); err != nil {
			return nil, unusable(taxonomy.CodeUnknown, err.Error())
		}
	}
	env, err := s.environ()
	if err != nil {
		return nil, unusable(taxonomy.CodeUnknown, err.Error())
	}
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // the user's own command; its end is ours, because of its group
	cmd.Dir, cmd.Env = s.cfg.Dir, env
	p, err := startProcess(cmd, s.wg.Go, s.logLine())
	if err != nil {
		code := taxonomy.CodeUnknown
		if errors.Is(err, exec.ErrNotFound) {
			code = taxonomy.CodeCommandNotFound
		}
		return nil, unusable(code, fmt.Sprintf("the MCP server %s cannot be started: %s", s.cfg.Name, s.secrets.hide(err.Error())))
	}
	sess.proc = p
	s.mu.Lock()
	s.lastProc = p
	s.mu.Unlock()
	return newStdioConn(p, s), nil
}

// notReady is the error of a server that could not be made ready.
func (sess *session) notReady(ctx context.Context, x *exchange, err error) error {
	s := sess.server
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case s.life.Err() != nil:
		return errClosed
	case x.rpc != nil:
		return &refusedError{rpc: x.rpc, err: taxonomy.NotSent(sess.rpcError(x.rpc))}
	case x.lost || x.err != nil && ctx.Err() == nil:
		if known := x.err; !isOurs(known) {
			return taxonomy.NotSent(fmt.Errorf("the MCP server %s is not ready: %w", s.cfg.Name, known))
		}
		return s.startError(fmt.Sprintf("the MCP server %s is not ready: its answer %s", s.cfg.Name, s.secrets.hide(x.err.Error())))
	}
	for _, err := range []error{err, sess.cause()} {
		if ended, ok := errors.AsType[*endedError](err); ok {
			return s.diedAtStart(ended)
		}
	}
	text := fmt.Sprintf("the MCP server %s is not ready: %s", s.cfg.Name, s.secrets.hide(err.Error()))
	if ctx.Err() != nil {
		text = fmt.Sprintf("the MCP server %s was not ready after %s", s.cfg.Name, s.startTimeout)
	}
	if sess.proc != nil {
		if said := sess.proc.tail.shown(s.secrets); said != "" {
			text += "; the end of its stderr: " + said
		}
	}
	return s.startError(text)
}

func isOurs(err error) bool {
	_, broken := errors.AsType[*brokenError](err)
	_, unreadable := errors.AsType[*unreadableError](err)
	return err == nil || broken || unreadable
}

// die notes that no message will come any more.
func (sess *session) die(err error) {
	sess.once.Do(func() {
		sess.err = err
		close(sess.dead)
		sess.server.ended(sess, err)
	})
}

// cause says why no message will come any more; nil: some may.
func (sess *session) cause() error {
	select {
	case <-sess.dead:
		return sess.err
	default:
		return nil
	}
}

// retire keeps new calls off a session that the server does not know any more.
// Calls that it has taken may still be answered.
func (sess *session) retire() {
	sess.quit.Do(func() {
		close(sess.retired)
		sess.server.ended(sess, mcp.ErrSessionMissing)
	})
}

// close ends the session as the protocol has it. It returns when it has ended,
// or when ctx is done. Calls that are under way fail.
func (sess *session) close(ctx context.Context) {
	sess.retire()
	sess.abort()
	ended := sess.life.Done()
	if sess.proc != nil {
		_ = sess.track.Close()
		ended = nil
	}
	ctx, cancel := context.WithTimeout(ctx, closeTime)
	defer cancel()
	select {
	case <-ended:
	case <-sess.gone():
	case <-ctx.Done():
	}
}

// gone is closed when the process has ended; nil without one.
func (sess *session) gone() <-chan struct{} {
	if sess.proc == nil {
		return nil
	}
	return sess.proc.exited
}

// kill ends the session at once, as far as calls are concerned.
func (sess *session) kill(err error) {
	sess.die(err)
	sess.end()
}

func (sess *session) noteVersion(result json.RawMessage) {
	var ready struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if json.Unmarshal(result, &ready) == nil && ready.ProtocolVersion != "" {
		sess.version.Store(&ready.ProtocolVersion)
	}
}

// do makes one request and returns its result as it came. again: the session
// had ended before, nothing was executed, and a new one may serve.
func (sess *session) do(ctx context.Context, method, what string, send func(context.Context) error) (result json.RawMessage, again bool, err error) {
	x := &exchange{method: method}
	inner, cancel := context.WithCancel(context.WithValue(ctx, exchangeKey{}, x))
	stop := context.AfterFunc(sess.calls, cancel) //nolint:contextcheck // it ends with either of them
	err = send(inner)
	stop()
	cancel()
	sess.track.forget(x)

	x.mu.Lock()
	defer x.mu.Unlock()
	s := sess.server
	switch {
	case x.answered && x.rpc != nil:
		sess.served.Store(true)
		return nil, false, sess.rpcError(x.rpc)
	case x.answered:
		sess.served.Store(true)
		return x.result, false, nil
	case err == nil: // the SDK knew it already
		return nil, false, nil
	case x.lost:
		sess.retire()
		return nil, true, x.err
	case x.err != nil:
		return nil, false, sess.failed(what, x.err)
	case ctx.Err() != nil:
		if !x.sent {
			return nil, false, taxonomy.NotSent(fmt.Errorf("%s was not sent to the MCP server %s: %w", what, s.cfg.Name, ctx.Err()))
		}
		return nil, false, fmt.Errorf("no answer to %s from the MCP server %s: %w", what, s.cfg.Name, ctx.Err())
	}
	err = sess.broken(what, x, err)
	return nil, !x.sent && !s.isClosed(), err
}

// failed is the error of a request of which the transport knows more.
func (sess *session) failed(what string, err error) error {
	name := sess.server.cfg.Name
	if u, ok := errors.AsType[*unreadableError](err); ok {
		return unreadable("the answer to %s of the MCP server %s %s", what, name, sess.server.secrets.hide(u.text))
	}
	if b, ok := errors.AsType[*brokenError](err); ok {
		return taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeConnectionReset,
			"the connection broke before the MCP server %s had answered to %s: %s", name, what, sess.server.secrets.hide(b.text))
	}
	return err
}

// broken is the error of a request whose session has ended. x.mu is held.
func (sess *session) broken(what string, x *exchange, err error) error {
	s := sess.server
	select {
	case <-sess.dead:
		err = sess.err
	case <-sess.retired:
	default:
		// The SDK has given the connection up, or is about to.
		sess.kill(err)
	}
	how := "closed the connection"
	if ended, ok := errors.AsType[*endedError](err); ok {
		how = ended.Error()
	} else if b, ok := errors.AsType[*brokenError](err); ok {
		how = b.text
	} else if s.isClosed() {
		how = "was closed"
	} else if err != nil && !errors.Is(err, io.EOF) {
		how += " (" + err.Error() + ")"
	}
	if !x.sent {
		e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "%s was not sent: the MCP server %s %s", what, s.cfg.Name, s.secrets.hide(how))
		e.Scope = taxonomy.ScopeTool
		return e
	}
	e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeConnectionReset, "the MCP server %s %s, with %s under way", s.cfg.Name, s.secrets.hide(how), what)
	e.Scope = taxonomy.ScopeTool
	return e
}

// rpcError is an error of the protocol as the taxonomy reads it.
func (sess *session) rpcError(e *jsonrpc.Error) error {
	hide := sess.server.secrets.hide
	out := &taxonomy.RPCError{Code: e.Code, Message: hide(e.Message)}
	if len(e.Data) > 0 {
		out.Data = json.RawMessage(hide(string(e.Data)))
	}
	return out
}
