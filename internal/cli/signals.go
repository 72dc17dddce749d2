package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// stopper is how signals reach a run. The first lets what runs end, the second
// cuts it off, the third ends the process.
type stopper struct {
	soft    chan struct{} // closed by the first signal
	once    sync.Once
	running atomic.Bool // a run is under way, and looks at soft
	got     atomic.Pointer[os.Signal]
}

type stopperKey struct{}

// stopperOf returns the one of the command, or one that nobody uses.
func stopperOf(ctx context.Context) *stopper {
	if s, ok := ctx.Value(stopperKey{}).(*stopper); ok {
		return s
	}
	return newStopper()
}

func newStopper() *stopper { return &stopper{soft: make(chan struct{})} }

// stop is the first signal.
func (s *stopper) stop(sig os.Signal) {
	s.once.Do(func() {
		s.got.Store(&sig)
		close(s.soft)
	})
}

// status is the exit status after a signal: 128 and its number, as shells have
// it. It is 0 if there was none.
func (s *stopper) status() int {
	if sig := s.got.Load(); sig != nil {
		return signalStatus(*sig)
	}
	return 0
}

func signalStatus(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return exitCannot
}

// Main runs the command line args (without the program's name) and returns the
// exit status.
func Main(args []string, streams Streams) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 3)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A reader that goes away (run … 2>&1 | head) must not kill a run in the
	// middle of its calls: the write fails instead, which is noticed.
	signal.Ignore(syscall.SIGPIPE)
	defer signal.Stop(signals)
	s := newStopper()
	c := newConsole(streams)
	say := c.err
	go func() {
		sig := <-signals
		if !s.running.Load() {
			os.Exit(signalStatus(sig))
		}
		s.stop(sig) // first: what is said has to be so
		say.printf("stopping: nothing new is sent, and what runs may end; once more to cut it off\n")
		<-signals
		cancel()
		say.printf("cutting off what runs\n")
		sig = <-signals
		c.screen.clear()
		os.Exit(signalStatus(sig))
	}()
	return runOn(context.WithValue(ctx, stopperKey{}, s), args, c)
}
