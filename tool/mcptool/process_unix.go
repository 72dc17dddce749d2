//go:build unix

package mcptool

import (
	"os"
	"os/exec"
	"syscall"
)

// setGroup makes a process group of the command and what it will start: npx,
// uvx and shells start the server as a child or grandchild. It also keeps a
// Ctrl-C on the terminal from it, so that calls that are under way can end.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// A group that is gone is an error, which is what was wanted.
func askGroup(p *os.Process)  { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// groupLives counts those that nobody has reaped, too.
func groupLives(p *os.Process) bool { return syscall.Kill(-p.Pid, 0) == nil }
