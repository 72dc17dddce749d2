//go:build !unix

package mcptool

import (
	"os"
	"os/exec"
)

func setGroup(*exec.Cmd) {}

func askGroup(*os.Process) {} // there is no way to ask

func killGroup(p *os.Process) { _ = p.Kill() } // what it has started ends when its input does

func groupLives(*os.Process) bool { return false }
