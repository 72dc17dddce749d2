//go:build unix

package exectool

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// own gives the program a session, and so a process group, of its own. A group
// alone would leave it the terminal, where a program that asks for a password
// is stopped for ever, being in the background.
func own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// terminate asks the whole group to end, and kill ends it. There may be none
// left, which is as good.
func terminate(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

func signalOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return int(status.Signal())
	}
	return 0
}

func isBusyText(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
