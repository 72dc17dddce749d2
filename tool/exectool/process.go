package exectool

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"
)

// lastLook is how long the readers have for what stands in the pipes when all
// that could write has been killed. Only a process that has left the group can
// hold a pipe open any longer.
const lastLook = 100 * time.Millisecond

// process is a program that runs, and all that its group holds.
type process struct {
	p              *os.Process
	exited         chan struct{} // closed when it has ended
	state          *os.ProcessState
	err            error // why there is no state
	reaped         bool  // state or err is set
	stdout, stderr *sink
	pipes          []io.Closer // our ends
}

// start starts the program. An error means that nothing runs.
//
// os/exec's own copying and its context are not used: it reads the output
// without a bound, and kills one process and not the group.
func start(in *invocation, most int64) (*process, error) {
	cmd := exec.Command(in.argv[0], in.argv[1:]...) //nolint:gosec,noctx // what to run is the user's choice; await stops the whole group
	cmd.Dir, cmd.Env = in.dir, in.environ()
	own(cmd)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, abandon(cmd, err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, abandon(cmd, err)
	}
	p := &process{
		exited: make(chan struct{}), stdout: newSink(most), stderr: newTail(maxStderr),
		pipes: []io.Closer{stdout, stderr},
	}
	var stdin io.WriteCloser
	if in.stdin != nil {
		if stdin, err = cmd.StdinPipe(); err != nil {
			return nil, abandon(cmd, err)
		}
		p.pipes = append(p.pipes, stdin)
	}
	if err := runnable(cmd); err != nil {
		return nil, abandon(cmd, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.p = cmd.Process
	go p.stdout.readFrom(stdout)
	go p.stderr.readFrom(stderr)
	if stdin != nil {
		go feed(stdin, in.stdin)
	}
	go func() {
		defer close(p.exited)
		if !awaitExit(p.p.Pid) {
			p.reap()
		}
	}()
	return p, nil
}

// abandon closes the pipes of a command that is not to be started, which Start
// does where it fails.
func abandon(cmd *exec.Cmd, err error) error {
	cmd.Err = err
	return cmd.Start()
}

// feed writes to a program, which need not read it.
func feed(w io.WriteCloser, text []byte) {
	_, _ = w.Write(text)
	_ = w.Close()
}

// await returns when the program and its group have ended: by themselves, or
// because ctx has, whose error it then returns.
func (p *process) await(ctx context.Context, grace time.Duration) (cut error) {
	select {
	case <-p.exited:
	case <-ctx.Done():
		if !p.hasExited() { // both may have come true at once
			cut = ctx.Err()
			terminate(p.p)
		}
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	over := ctx.Done()
	if cut != nil {
		over = nil // it has been, and the grace is what is left
	}
	p.settle(timer.C, over)
	p.finish()
	return cut
}

// settle waits until the program and its output have come to their ends, or one
// of the two channels says that it has been long enough.
func (p *process) settle(long <-chan time.Time, over <-chan struct{}) {
	for _, done := range []<-chan struct{}{p.exited, p.stdout.done, p.stderr.done} {
		select {
		case <-done:
		case <-long:
			return
		case <-over:
			return
		}
	}
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// finish kills what is left of the group and reaps the program. Where the
// system can tell that a program has ended before it is reaped (Linux), its
// number cannot have been given to another one.
func (p *process) finish() {
	kill(p.p)
	<-p.exited
	p.reap()
	timer := time.NewTimer(lastLook)
	defer timer.Stop()
	p.settle(timer.C, nil)
}

// reap takes the program's exit status. It is called when it has ended, or by
// the one goroutine that waits for that.
func (p *process) reap() {
	if !p.reaped {
		p.state, p.err = p.p.Wait()
		p.reaped = true
	}
}

// close ends what await has not ended, because it did not return.
func (p *process) close() {
	if !p.hasExited() {
		p.finish()
	}
	for _, f := range p.pipes {
		_ = f.Close()
	}
}

// ended is how a run came out.
type ended struct {
	cut            error // the error of the context by which it was stopped
	state          *os.ProcessState
	err            error // why there is no state
	stdout, stderr []byte
	total          int64 // bytes of the standard output, also those not kept
	errTotal       int64 // the same of the standard error
}

func (p *process) result(cut error) *ended {
	e := &ended{cut: cut, state: p.state, err: p.err}
	e.stdout, e.total = p.stdout.take()
	e.stderr, e.errTotal = p.stderr.take()
	return e
}
