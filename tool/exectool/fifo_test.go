//go:build unix

package exectool_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what ought to come at once.
const patience = 20 * time.Second

// watch is a named pipe that processes hold open: each of them, and all that
// they start, until it is gone. So a test knows both without looking at process
// numbers, which are used again.
type watch struct {
	path  string
	lines chan string   // what came, a line each
	gone  chan struct{} // closed when nobody has it open any longer
}

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{path: filepath.Join(t.TempDir(), "up"), lines: make(chan string, 10), gone: make(chan struct{})}
	if err := syscall.Mkfifo(w.path, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		f, err := os.Open(w.path) // until the first process opens it
		if err != nil {
			t.Errorf("the pipe: %v", err)
			return
		}
		defer f.Close() //nolint:errcheck // it was only read
		for s := bufio.NewScanner(f); s.Scan(); {
			w.lines <- s.Text()
		}
		close(w.gone)
	}()
	t.Cleanup(func() { w.nudge(t) })
	return w
}

// nudge lets the reader come to its end where no process has opened the pipe.
func (w *watch) nudge(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		if f, err := os.OpenFile(w.path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			_ = f.Close()
			return
		}
		select {
		case <-w.gone: // it has
			return
		case <-time.After(time.Millisecond): // the reader has not opened it yet
		}
		if time.Now().After(deadline) {
			t.Error("nobody reads the pipe")
			return
		}
	}
}

// up waits for the next process to say that it runs.
func (w *watch) up(t *testing.T) string {
	t.Helper()
	select {
	case line := <-w.lines:
		return line
	case <-time.After(patience):
		t.Fatal("the program did not start")
		return ""
	}
}

// isGone waits until none of the processes is there.
func (w *watch) isGone(t *testing.T) {
	t.Helper()
	select {
	case <-w.gone:
	case <-time.After(patience):
		t.Error("a process is still running")
	}
}

// outcome is what a call returned, and how long it took.
type outcome struct {
	value string
	err   error
	took  time.Duration
}

// background makes a call and hands over what comes of it.
func background(ctx context.Context, f *rawTool, args string) chan outcome {
	c := make(chan outcome, 1)
	begin := time.Now()
	go func() {
		value, err := f.Call(ctx, raw(args))
		c <- outcome{string(value), err, time.Since(begin)}
	}()
	return c
}

func await(t *testing.T, c chan outcome) outcome {
	t.Helper()
	select {
	case o := <-c:
		return o
	case <-time.After(patience):
		t.Fatal("the call hangs")
		return outcome{}
	}
}

// release is a named pipe that a process reads to its end before it goes on.
func release(t *testing.T) (path string, goOn func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "go")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, func() {
		t.Helper()
		for deadline := time.Now().Add(patience); ; {
			f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
			if err == nil {
				_, _ = io.WriteString(f, "go\n")
				_ = f.Close()
				return
			}
			if !errors.Is(err, syscall.ENXIO) || time.Now().After(deadline) { // ENXIO: nobody reads yet
				t.Fatal(err)
			}
			<-time.After(time.Millisecond)
		}
	}
}

// quote makes a word of a shell of a text.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
