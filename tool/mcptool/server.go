package mcptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/internal/renew"
	"github.com/batchagent/batchagent/taxonomy"
)

const (
	// firstPause and lastPause bound the time between two starts of a command
	// that does not serve anything in between.
	firstPause = 250 * time.Millisecond
	lastPause  = 30 * time.Second
	// patience is how often in a row a server that was ready before may fail
	// to start until that counts as an error that will stay.
	patience = 5
	// closeTime is for the polite end of an HTTP session; hangTime is what
	// Close waits for at the most once everything was told to end.
	closeTime = 2 * time.Second
	hangTime  = 2 * time.Second
)

// Server is an MCP server that tools are taken from. It is one process, or one
// session, whatever the number of tools and workers, and safe for concurrent
// use. Close it when it is not needed any more.
type Server struct {
	cfg          ServerConfig
	log          *slog.Logger
	secrets      *secrets
	startTimeout time.Duration
	ownTransport *http.Transport
	renewer      *renew.Renewer

	life context.Context //nolint:containedctx // until Close: the server outlives the calls that start it
	end  context.CancelFunc
	wg   sync.WaitGroup // all goroutines, process ends included

	mu        sync.Mutex
	closed    bool
	current   *starting // nil: none, or the last one has ended
	lastProc  *process
	wasReady  bool
	failures  int // starts in a row that led to nothing
	notReady  int // those of them that were never ready
	notBefore time.Time
	lastErr   error
	tools     map[string]ToolInfo // the last list; empty: not known
	listed    []string
}

// starting is a session that is, or is being, made ready.
type starting struct {
	ready chan struct{}
	sess  *session // set before ready is closed, if err is nil
	err   error
}

// acquire returns a session that was alive a moment ago. Its errors say that
// nothing was sent.
func (s *Server) acquire(ctx context.Context) (*session, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, errClosed
	}
	st := s.current
	if st == nil {
		if wait := time.Until(s.notBefore); wait > 0 {
			err := s.pausing(wait)
			s.mu.Unlock()
			return nil, err
		}
		st = &starting{ready: make(chan struct{})}
		s.current = st
		s.wg.Go(func() { s.start(st) }) //nolint:contextcheck // not with ctx: others wait for it, too
	}
	s.mu.Unlock()
	select {
	case <-st.ready:
		return st.sess, st.err
	default:
	}
	select {
	case <-st.ready:
		return st.sess, st.err
	case <-ctx.Done():
		return nil, taxonomy.NotSent(fmt.Errorf("the MCP server %s was not ready in time, nothing was sent: %w", s.cfg.Name, ctx.Err()))
	}
}

// pausing is the error of a call that comes between two starts.
func (s *Server) pausing(wait time.Duration) error {
	e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "nothing was sent: the MCP server %s has ended and is started again in %s", s.cfg.Name, wait.Round(time.Millisecond))
	e.Scope, e.RetryAfter = taxonomy.ScopeTool, wait
	if s.lastErr == nil {
		return e
	}
	last := taxonomy.Classify(s.lastErr)
	if last.Class != taxonomy.Transient {
		return s.lastErr
	}
	e.Message += "; " + last.Message
	return e
}

func (s *Server) start(st *starting) {
	ctx, cancel := context.WithTimeout(s.life, s.startTimeout)
	defer cancel()
	s.mu.Lock()
	last := s.lastProc
	s.mu.Unlock()
	if last != nil { // one process at a time: they may share a file or a port
		select {
		case <-last.exited:
		case <-ctx.Done():
		}
	}
	sess, err := s.connect(ctx, withInitialize)
	if newerOnly(err) {
		sess, err = s.connect(ctx, withDiscover)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(st.ready)
	st.sess, st.err = sess, err
	if err != nil {
		s.current = nil
		if s.cfg.URL == "" {
			s.notReady++
			s.pause(err)
		}
		s.log.Info("MCP server is not ready", slog.String("error", taxonomy.Clean(err.Error())))
		return
	}
	s.wasReady, s.notReady = true, 0
	s.log.Info("MCP server is ready")
	select {
	case <-sess.dead: // ended has come too early to see it
		s.current = nil
		if s.cfg.URL == "" {
			s.pause(nil)
		}
	default:
	}
}

// pause puts the next start off. s.mu is held.
func (s *Server) pause(err error) {
	wait := firstPause << min(s.failures, 10)
	s.failures++
	s.notBefore = time.Now().Add(min(wait, lastPause))
	s.lastErr = err
}

// startError is the error of a server that could not be made ready, and might
// be at another try.
func (s *Server) startError(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notReady+1 >= patience {
		return unusable(taxonomy.CodeUnavailable, text)
	}
	e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "%s", text)
	e.Scope = taxonomy.ScopeTool
	return e
}

// diedAtStart is the error of a process that ended before it was ready. What was
// never ready will end again; what was ready before may be so again.
func (s *Server) diedAtStart(ended *endedError) error {
	text := fmt.Sprintf("the MCP server %s %s, before it was ready", s.cfg.Name, ended.Error())
	s.mu.Lock()
	wasReady := s.wasReady
	s.mu.Unlock()
	if !wasReady {
		return unusable(taxonomy.CodeUnavailable, text)
	}
	return s.startError(text)
}

// ended is told that a session has ended, by itself or not.
func (s *Server) ended(sess *session, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.current
	if st == nil || st.sess != sess {
		return
	}
	s.current = nil
	if s.closed {
		return
	}
	s.log.Info("MCP server has gone", slog.String("error", taxonomy.Clean(s.secrets.hide(why.Error()))))
	if s.cfg.URL != "" {
		return // there is no process that could be started in a hot loop
	}
	if sess.served.Load() {
		s.failures, s.notBefore, s.lastErr = 0, time.Time{}, nil
		return
	}
	s.pause(nil)
}

// request makes a request, on a new session where the server does not know the
// old one any more, and with a new credential where it refuses the old one.
func (s *Server) request(ctx context.Context, method, what string, send func(context.Context, *session) error) (json.RawMessage, error) {
	used := s.renewer.Generation()
	result, err := s.once(ctx, method, what, send)
	if s.renewer.Renewable(err) {
		if failed := s.renewer.Renew(ctx, used); failed != nil {
			return nil, renew.Failed(err, s.secrets.hide(failed.Error()))
		}
		return s.once(ctx, method, what, send)
	}
	return result, err
}

// once makes a request with one credential.
func (s *Server) once(ctx context.Context, method, what string, send func(context.Context, *session) error) (json.RawMessage, error) {
	if ctx.Err() != nil {
		return nil, taxonomy.NotSent(fmt.Errorf("%s was not sent to the MCP server %s: %w", what, s.cfg.Name, ctx.Err()))
	}
	const tries = 2
	for try := 1; ; try++ {
		sess, err := s.acquire(ctx)
		if err != nil {
			return nil, err
		}
		result, again, err := sess.do(ctx, method, what, func(ctx context.Context) error { return send(ctx, sess) })
		if !again || try == tries {
			return result, err
		}
	}
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// clientOptions say that this client can do nothing for a server.
func (s *Server) clientOptions() *mcp.ClientOptions {
	return &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // would call again without the executor's knowledge
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			s.mu.Lock()
			defer s.mu.Unlock()
			clear(s.tools)
		},
		//nolint:staticcheck // deprecated by a revision that few servers speak
		LoggingMessageHandler: func(ctx context.Context, r *mcp.LoggingMessageRequest) {
			if s.log.Enabled(ctx, slog.LevelDebug) {
				const most = 1 << 10
				text := s.secrets.hide(fmt.Sprint(r.Params.Data))
				s.log.DebugContext(ctx, "MCP server logged", slog.String("level", string(r.Params.Level)), slog.String("data", text[:min(len(text), most)]))
			}
		},
	}
}

var errHangs = errors.New("mcptool: something of the MCP server has not ended")

// Close ends the server: the session of an HTTP one is given back, the input of
// a process is closed, half a second later it is asked to end (SIGTERM), a
// second after that it is killed, each time with all that it has started. Calls
// that are under way fail at once. When ctx is done what is left is killed.
// Close returns when nothing of the server is left in this process and none of
// its processes lives. After it every call fails. A second Close does nothing
// but wait, too.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	st := s.current
	s.mu.Unlock()
	stop := context.AfterFunc(ctx, s.end)
	defer stop()
	if st != nil {
		select {
		case <-st.ready:
			if st.sess != nil {
				st.sess.close(ctx)
			}
		default: // no call was ever sent to it
		}
	}
	s.end()
	gone := make(chan struct{})
	go func() { s.wg.Wait(); close(gone) }()
	timer := time.NewTimer(hangTime)
	defer timer.Stop()
	select {
	case <-gone:
	case <-timer.C:
		return errHangs
	}
	if s.ownTransport != nil {
		s.ownTransport.CloseIdleConnections()
	}
	return nil
}
