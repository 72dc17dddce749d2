//go:build unix

package cli_test

import (
	"os/exec"
	"syscall"
)

// inItsOwnSession makes a command's standard input its controlling terminal, so
// that what is typed there can be a signal.
func inItsOwnSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
}
