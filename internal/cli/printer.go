package cli

import (
	"fmt"
	"io"
	"sync"
)

// printer writes and remembers the first error, so that a line printed needs no
// check of its own and a disk that is full, or a pipe that was closed, is
// noticed all the same: the command ends with status 1 then. It is safe for
// concurrent use; each Write is whole.
type printer struct {
	mu     sync.Mutex
	w      io.Writer
	screen *screen // the terminal that w is; nil: none
	err    error
}

// Write implements io.Writer.
func (p *printer) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	p.screen.yield(data)
	defer p.screen.release()
	n, err := p.w.Write(data)
	p.err = err
	return n, err
}

// printf is fmt.Fprintf.
func (p *printer) printf(format string, args ...any) {
	_, _ = p.Write(fmt.Appendf(nil, format, args...)) // the error is kept
}

// failed returns the first error.
func (p *printer) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// console is where a command reads from and prints to.
type console struct {
	in       io.Reader
	out, err *printer
	screen   *screen // the terminal that standard error is; nil: it is none
}

// newConsole makes the printers of a command. Where both streams are terminals
// they are taken for the same one.
func newConsole(streams Streams) *console {
	s := &console{in: streams.In, out: &printer{w: streams.Out}, err: &printer{w: streams.Err}}
	if fd, ok := terminal(streams.Err); ok {
		s.screen = &screen{w: streams.Err, width: func() int { return widthOf(fd) }}
		s.err.screen = s.screen
		if _, ok := terminal(streams.Out); ok {
			s.out.screen = s.screen
		}
	}
	return s
}
