//go:build !unix

package exectool

import (
	"os"
	"os/exec"
)

func own(*exec.Cmd) {}

// terminate and kill end the program alone: there is no group to be ended, and
// no way to ask.
func terminate(p *os.Process) { _ = p.Kill() }

func kill(p *os.Process) { _ = p.Kill() }

func signalOf(*os.ProcessState) int { return 0 }

func isBusyText(error) bool { return false }
