//go:build unix

package mcptool_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// cpu is what this process has used, the server's not included.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkCall compares a call of a tool with the SDK's own CallTool, both to
// the same server over a pipe.
func BenchmarkCall(b *testing.B) {
	args := json.RawMessage(`{"order_id":"1001","deadline":"2026-05-20"}`)
	b.Run("mcptool", func(b *testing.B) {
		f := getTool(b, newServer(b, command(b, "ok")), "echo", nil)
		b.ReportAllocs()
		before := cpu(b)
		defer func() { b.ReportMetric(float64((cpu(b)-before).Nanoseconds())/float64(b.N), "cpu-ns/op") }()
		for b.Loop() {
			if _, err := f.Call(b.Context(), args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sdk", func(b *testing.B) {
		c := command(b, "ok")
		cmd := exec.CommandContext(b.Context(), c.Command[0])
		cmd.Env = append(os.Environ(), envFake+"=ok")
		session, err := mcp.NewClient(&mcp.Implementation{Name: "bench"}, nil).Connect(b.Context(),
			&mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			b.Fatal(err)
		}
		defer session.Close() //nolint:errcheck // a benchmark
		b.ReportAllocs()
		before := cpu(b)
		defer func() { b.ReportMetric(float64((cpu(b)-before).Nanoseconds())/float64(b.N), "cpu-ns/op") }()
		for b.Loop() {
			result, err := session.CallTool(b.Context(), &mcp.CallToolParams{Name: "echo", Arguments: args})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := json.Marshal(result.StructuredContent); err != nil { // the value as a tool returns it
				b.Fatal(err)
			}
		}
	})
}
