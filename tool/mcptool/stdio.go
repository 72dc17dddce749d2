package mcptool

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdioConn speaks with a process, a message a line. The SDK's own connection
// breaks at the first line that is none, and a write to a server that does not
// read blocks its caller for ever.
type stdioConn struct {
	p       *process
	most    int
	log     *slog.Logger
	secrets *secrets
	out     chan *frame
	in      chan jsonrpc.Message
	closing chan struct{} // Close was called
	once    sync.Once
	dead    chan struct{} // nothing comes any more; err says why
	err     error
	ending  chan struct{} // the process is to end
	ends    sync.Once
}

var _ mcp.Connection = (*stdioConn)(nil)

func newStdioConn(p *process, s *Server) *stdioConn {
	c := &stdioConn{
		p: p, most: int(s.cfg.MaxResponse), log: s.log, secrets: s.secrets,
		out: make(chan *frame), in: make(chan jsonrpc.Message),
		closing: make(chan struct{}), dead: make(chan struct{}), ending: make(chan struct{}),
	}
	s.wg.Go(func() {
		select {
		case <-c.ending:
			p.end(s.life)
		case <-p.exited:
		}
	})
	s.wg.Go(c.readLoop)
	s.wg.Go(c.writeLoop)
	return c
}

func (c *stdioConn) SessionID() string { return "" }

// Close does not wait: the SDK holds a lock while it calls it.
func (c *stdioConn) Close() error {
	c.once.Do(func() {
		close(c.closing)
		c.endProcess()
	})
	return nil
}

func (c *stdioConn) endProcess() { c.ends.Do(func() { close(c.ending) }) }

func (c *stdioConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg := <-c.in:
		return msg, nil
	case <-c.closing:
		return nil, io.EOF
	case <-c.dead:
		return nil, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readLoop reads until the process has ended, also when nobody listens any
// more: a process that cannot write does not end.
func (c *stdioConn) readLoop() {
	defer c.p.stdout.Close() //nolint:errcheck // it was only read
	r := bufio.NewReaderSize(c.p.stdout, 64<<10)
	err := c.readLines(r)
	if err != nil { // it goes on, and nothing of it can be trusted
		c.err = err
		close(c.dead)
		_, _ = io.Copy(io.Discard, r)
		return
	}
	// The process is about to end, or has closed its output, which is as bad.
	select {
	case <-c.p.exited:
	case <-time.After(drainTime):
		c.endProcess()
		<-c.p.exited
	}
	<-c.p.quiet
	state := "it closed its output"
	if c.p.err != nil {
		state = c.p.err.Error() // "exit status 3", "signal: killed"
	} else if st := c.p.cmd.ProcessState; st != nil {
		state = st.String()
	}
	c.err = &endedError{state: state, tail: c.p.tail.shown(c.secrets)}
	close(c.dead)
}

// endedError says how a process ended.
type endedError struct{ state, tail string }

func (e *endedError) Error() string {
	if e.tail == "" {
		return "ended (" + e.state + ") without a word on stderr"
	}
	return "ended (" + e.state + "); the end of its stderr: " + e.tail
}

// readLines hands on messages. It returns nil at the end of the output.
func (c *stdioConn) readLines(r *bufio.Reader) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > c.most:
			resp, err := c.skip(r, line, err)
			if err != nil || resp == nil {
				return err
			}
			c.deliver(resp)
			line = nil
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		}
		c.line(line)
		line = line[:0]
		if cap(line) > 1<<20 {
			line = nil // one large answer is not kept for ever
		}
		if err != nil {
			return nil //nolint:nilerr // the end, or the deadline after it
		}
	}
}

func (c *stdioConn) line(line []byte) {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
	if len(line) == 0 {
		return
	}
	if line[0] == '[' { // a batch (revision 2025-03-26)
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil {
			for _, one := range batch {
				c.line(one)
			}
			return
		}
	}
	if line[0] == '{' {
		msg, err := jsonrpc.DecodeMessage(bytes.Clone(line)) // it points into the line
		if err == nil {
			c.deliver(msg)
			return
		}
	}
	if c.log.Enabled(context.Background(), slog.LevelDebug) {
		const most = 256
		c.log.Debug("MCP server wrote a line that is no message", slog.String("line", c.secrets.head(line, most)))
	}
}

func (c *stdioConn) deliver(msg jsonrpc.Message) {
	select {
	case c.in <- msg:
	case <-c.closing:
	}
}

// Where the id stands in the messages of known SDKs: first, as in the Python
// and Go ones, or last, as in the TypeScript one.
var (
	idFirst = regexp.MustCompile(`^\s*\{"jsonrpc":\s*"2\.0",\s*"id":\s*(\d+)\s*,\s*"result":`)
	idLast  = regexp.MustCompile(`,\s*"jsonrpc":\s*"2\.0",\s*"id":\s*(\d+)\s*\}\s*$`)
)

// skip reads to the end of a line that is too long. Where it is clear whose
// answer it is, that call has an answer that cannot be used; else it might be
// anybody's, and the connection is given up. nil, nil: the output has ended.
func (c *stdioConn) skip(r *bufio.Reader, line []byte, err error) (jsonrpc.Message, error) {
	const ends = 256
	first, last := bytes.Clone(line[:min(len(line), ends)]), bytes.Clone(line[max(0, len(line)-ends):])
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = r.ReadSlice('\n')
		last = append(last, part[max(0, len(part)-ends):]...)
		last = last[max(0, len(last)-ends):]
	}
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // the output has ended
	}
	found := idFirst.FindSubmatch(first)
	if found == nil {
		found = idLast.FindSubmatch(last)
	}
	if found != nil {
		var number float64
		if json.Unmarshal(found[1], &number) == nil {
			if id, err := jsonrpc.MakeID(number); err == nil {
				return &jsonrpc.Response{ID: id, Error: tooLarge(int64(c.most))}, nil
			}
		}
	}
	return nil, &brokenError{fmt.Sprintf("wrote a line of more than %d bytes", c.most)}
}

func tooLarge(most int64) error {
	return &unreadableError{fmt.Sprintf("is larger than the %d bytes that are read of it", most)}
}

// frame is a message on its way out.
type frame struct {
	data  []byte
	x     *exchange // nil: no request
	state atomic.Int32
	done  chan struct{}
	err   error
}

const (
	frameWaits int32 = iota
	frameTaken       // it is being written
	frameGivenUp
)

// Write returns when the message is written, or when ctx is done, whatever the
// server does. A message that is being written then is written to its end.
func (c *stdioConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	f := &frame{data: append(data, '\n'), x: exchangeOf(ctx, wireKey{}), done: make(chan struct{})}
	select {
	case c.out <- f:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closing:
		return io.ErrClosedPipe
	case <-c.dead:
		return c.err
	}
	select {
	case <-f.done:
		return c.written(ctx, f)
	case <-ctx.Done():
	}
	if f.state.CompareAndSwap(frameWaits, frameGivenUp) {
		return ctx.Err()
	}
	select {
	case <-f.done: // the write has just ended
		return c.written(ctx, f)
	default:
		return ctx.Err()
	}
}

// written waits for the better reason why a write has failed.
func (c *stdioConn) written(ctx context.Context, f *frame) error {
	if f.err == nil {
		return nil
	}
	select {
	case <-c.dead:
		return c.err
	case <-c.closing:
	case <-ctx.Done():
	}
	return f.err
}

func (c *stdioConn) writeLoop() {
	for {
		select {
		case f := <-c.out:
			if !f.state.CompareAndSwap(frameWaits, frameTaken) {
				continue
			}
			f.x.setSent(true)
			n, err := c.p.stdin.Write(f.data)
			if err != nil && n < len(f.data)-1 {
				f.x.setSent(false) // nobody can execute a part of a message
			}
			f.err = err
			close(f.done)
			if err != nil { // it does not read any more, even if it lives
				c.endProcess()
				return
			}
		case <-c.closing:
			return
		case <-c.dead:
			return
		}
	}
}
