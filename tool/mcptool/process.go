package mcptool

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// stdinGrace is how long a server may take to end once its input is
	// closed, termGrace once it was asked to. Together they leave most of the 5
	// s after which no server may be left.
	stdinGrace = 500 * time.Millisecond
	termGrace  = time.Second
	// drainTime is for what still lies in the pipes of a process that has
	// ended. They do not end by themselves where something that has left the
	// process group holds them.
	drainTime = 250 * time.Millisecond
)

// process is a server's process, with its group.
type process struct {
	cmd                   *exec.Cmd
	stdin, stdout, stderr *os.File // our ends
	tail                  tail
	exited                chan struct{} // closed once the group is gone; err is set before
	quiet                 chan struct{} // closed once stderr is read to its end
	err                   error
	stop                  sync.Once
}

// startProcess starts cmd. It does not use exec's own pipes, whose Wait would
// close them under the reader.
func startProcess(cmd *exec.Cmd, run func(func()), log func(line []byte)) (*process, error) {
	var pipes [3][2]*os.File
	closeAll := func(side int) {
		for i, p := range pipes {
			if end := side; p[0] != nil {
				if i == 0 { // stdin runs the other way
					end = 1 - side
				}
				_ = p[end].Close()
			}
		}
	}
	for i := range pipes {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(0)
			closeAll(1)
			return nil, err
		}
		pipes[i] = [2]*os.File{r, w}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes[0][0], pipes[1][1], pipes[2][1]
	setGroup(cmd)
	err := cmd.Start()
	closeAll(1) // the child's ends
	if err != nil {
		closeAll(0)
		return nil, err
	}
	p := &process{
		cmd: cmd, stdin: pipes[0][1], stdout: pipes[1][0], stderr: pipes[2][0],
		exited: make(chan struct{}), quiet: make(chan struct{}),
	}
	run(p.wait)
	run(func() { p.readErrors(log) })
	return p, nil
}

func (p *process) wait() {
	p.err = p.cmd.Wait()
	// What it has started and left behind. The number of the group cannot have
	// been given away yet: it was free to be for a moment at the most.
	killGroup(p.cmd.Process)
	for pause := time.Millisecond; groupLives(p.cmd.Process) && pause < drainTime; pause *= 2 {
		<-time.After(pause) // a kill takes effect a little later
	}
	deadline := time.Now().Add(drainTime)
	_ = p.stdout.SetReadDeadline(deadline)
	_ = p.stderr.SetReadDeadline(deadline)
	_ = p.stdin.Close()
	close(p.exited)
}

// end ends the process: its input is closed, then it is asked, then it is
// killed, with all that it has started. It returns when it is gone. When hurry
// is done it is killed at once.
func (p *process) end(hurry context.Context) {
	p.stop.Do(func() {
		_ = p.stdin.Close()
		if p.gone(hurry, stdinGrace) {
			return
		}
		if hurry.Err() == nil {
			askGroup(p.cmd.Process)
			if p.gone(hurry, termGrace) {
				return
			}
		}
		killGroup(p.cmd.Process)
	})
	<-p.exited
}

func (p *process) gone(hurry context.Context, after time.Duration) bool {
	timer := time.NewTimer(after)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-hurry.Done():
	case <-timer.C:
	}
	return false
}

// longestLine is how much of a line is logged, in bytes.
const longestLine = 1 << 10

// readErrors keeps the server from blocking on a full pipe.
func (p *process) readErrors(log func(line []byte)) {
	defer close(p.quiet)
	defer p.stderr.Close() //nolint:errcheck // it was only read
	buf, line := make([]byte, 32<<10), make([]byte, 0, longestLine+1)
	for {
		n, err := p.stderr.Read(buf)
		p.tail.write(buf[:n])
		if log != nil {
			for rest := buf[:n]; len(rest) > 0; {
				text, more, whole := bytes.Cut(rest, []byte("\n"))
				line = append(line, text[:min(len(text), longestLine+1-len(line))]...)
				if whole {
					log(line)
					line = line[:0]
				}
				rest = more
			}
		}
		if err != nil {
			if log != nil && len(line) > 0 {
				log(line)
			}
			return
		}
	}
}

// tail keeps the end of a text. The zero value is ready.
type tail struct {
	mu  sync.Mutex
	end []byte
	cut bool
}

const (
	// tailSize is how much is kept: more than is shown, so that a secret which
	// the cut goes through is known by the rest of it.
	tailSize  = 16 << 10
	tailShown = 1 << 10
)

func (t *tail) write(text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(text) > tailSize {
		text, t.end, t.cut = text[len(text)-tailSize:], t.end[:0], true
	}
	if more := len(t.end) + len(text) - tailSize; more > 0 {
		t.end, t.cut = append(t.end[:0], t.end[more:]...), true
	}
	t.end = append(t.end, text...)
}

// shown returns the last lines, without secrets, and without a line that is cut
// at its beginning unless it is the only one.
func (t *tail) shown(s *secrets) string {
	t.mu.Lock()
	text, cut := string(t.end), t.cut
	t.mu.Unlock()
	if cut {
		text = s.hideTail(text)
	} else {
		text = s.hide(text)
	}
	if text = strings.TrimRight(text, " \t\r\n"); len(text) > tailShown {
		text, cut = text[len(text)-tailShown:], true
	}
	if _, after, ok := strings.Cut(text, "\n"); ok && cut && strings.TrimSpace(after) != "" {
		text = after
	}
	return strings.TrimSpace(strings.ToValidUTF8(text, ""))
}

// logLine returns how the lines of stderr are logged, or nil.
func (s *Server) logLine() func([]byte) {
	if !s.log.Enabled(s.life, slog.LevelDebug) {
		return nil
	}
	return func(line []byte) {
		s.log.Debug("MCP server wrote to stderr", slog.String("line", s.secrets.head(line, longestLine)))
	}
}
