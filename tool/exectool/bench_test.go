//go:build unix

package exectool_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/tool/exectool"
)

// BenchmarkCall is a call of a program that prints a line of JSON, and
// BenchmarkOSExec is the same with os/exec alone: their ratio is what the tool
// costs. BenchmarkOSExecSession shows what of that the session costs.
// BenchmarkCallStdin and BenchmarkOSExecStdin have a standard input, too.
func BenchmarkCall(b *testing.B) {
	benchCall(b, &exectool.Config{Command: []string{"echo", "{value}"}})
}

func BenchmarkCallStdin(b *testing.B) {
	benchCall(b, &exectool.Config{Command: []string{"cat"}, Stdin: exectool.StdinJSON})
}

const benchArgs = `{"value":"1001","deadline":"2026-05-20"}`

func benchCall(b *testing.B, c *exectool.Config) {
	b.Helper()
	f, args, ctx := mustNew(b, c), raw(benchArgs), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Call(ctx, args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOSExec(b *testing.B) { benchOS(b, nil, "", "echo", "1001") }

func BenchmarkOSExecSession(b *testing.B) {
	benchOS(b, &syscall.SysProcAttr{Setsid: true}, "", "echo", "1001")
}

func BenchmarkOSExecStdin(b *testing.B) { benchOS(b, nil, benchArgs+"\n", "cat") }

func benchOS(b *testing.B, attr *syscall.SysProcAttr, stdin, program string, args ...string) {
	b.Helper()
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.SysProcAttr = attr
		if stdin != "" {
			cmd.Stdin = strings.NewReader(stdin)
		}
		out, err := cmd.Output()
		if err != nil || !json.Valid(out) {
			b.Fatal(string(out), err)
		}
	}
}
