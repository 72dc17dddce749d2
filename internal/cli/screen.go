package cli

import (
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// screen is a terminal whose last line can show something that comes and goes.
// Text that is printed takes its place, so that neither is ever torn. It needs
// a carriage return and spaces and no escape sequence, and so no colours and no
// particular terminal. The methods of nil do nothing. It is safe for concurrent
// use.
type screen struct {
	w     io.Writer
	width func() int // columns

	mu    sync.Mutex
	shown int  // columns that the line takes now
	inset bool // what was printed last has not ended its line
}

// draw shows a line, of ASCII, in place of the one before. It does not where
// that would stand behind half a line of something else.
func (s *screen) draw(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inset {
		return
	}
	// What cannot be written is no loss; what matters is printed.
	_, _ = io.WriteString(s.w, "\r"+text+strings.Repeat(" ", max(0, s.shown-len(text))))
	s.shown = len(text)
}

// clear takes the line away.
func (s *screen) clear() {
	s.yield(nil)
	s.release()
}

// yield takes the line away for text, and holds the screen until release.
func (s *screen) yield(text []byte) {
	if s == nil {
		return
	}
	s.mu.Lock()
	if s.shown > 0 {
		_, _ = io.WriteString(s.w, "\r"+strings.Repeat(" ", s.shown)+"\r")
		s.shown = 0
	}
	if len(text) > 0 {
		s.inset = text[len(text)-1] != '\n'
	}
}

func (s *screen) release() {
	if s != nil {
		s.mu.Unlock()
	}
}

// terminal returns the descriptor of a stream that is a terminal.
func terminal(stream any) (fd int, ok bool) {
	file, ok := stream.(*os.File)
	if !ok {
		return 0, false
	}
	fd = int(file.Fd())
	return fd, term.IsTerminal(fd)
}

// widthOf is how many columns a terminal has.
func widthOf(fd int) int {
	if width, _, err := term.GetSize(fd); err == nil && width > 0 {
		return width
	}
	return 80
}
