package mcptool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

type rawTool = tool.Func[json.RawMessage, json.RawMessage]

// TestMain is also the fake server, and looks that no test has left one, nor a
// goroutine.
func TestMain(m *testing.M) {
	if os.Getenv(envFake) != "" {
		runFake()
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	pids, err := os.MkdirTemp("", "mcptool")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(pids) //nolint:errcheck // a temporary folder
	if err := os.Setenv(envPIDs, pids); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if code != 0 {
		return code
	}
	if left := until(func() string { return leftOver(pids) }); left != "" {
		fmt.Fprintln(os.Stderr, left)
		return 1
	}
	return 0
}

// until asks until nothing is left, for up to 5 s.
func until(left func() string) string {
	deadline := time.After(5 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		text := left()
		if text == "" {
			return ""
		}
		select {
		case <-deadline:
			return text
		case <-tick.C:
		}
	}
}

func leftOver(pids string) string {
	entries, err := os.ReadDir(pids)
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if alive(e.Name()) {
			return "the server with the pid " + e.Name() + " still runs"
		}
	}
	buf := make([]byte, 1<<20)
	for g := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(g, "/mcptool.(") || strings.Contains(g, "go-sdk/") || strings.Contains(g, "net/http.(*persistConn)") {
			return "a goroutine is left: " + g
		}
	}
	return ""
}

// alive reports whether a process runs; one that waits to be reaped does not.
// Where there is no /proc nothing is known.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
}

// command is a config of the fake server as a process.
func command(tb testing.TB, start string) *mcptool.ServerConfig {
	tb.Helper()
	exe, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	return &mcptool.ServerConfig{
		Name: "fake", Command: []string{exe},
		Env: map[string]string{envFake: start, envState: tb.TempDir()},
	}
}

func newServer(tb testing.TB, c *mcptool.ServerConfig) *mcptool.Server {
	tb.Helper()
	s, err := mcptool.NewServer(c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { closeServer(tb, s) })
	return s
}

func closeServer(tb testing.TB, s *mcptool.Server) {
	tb.Helper()
	began := time.Now()
	if err := s.Close(context.Background()); err != nil {
		tb.Errorf("Close: %v", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		tb.Errorf("Close took %s", took)
	}
}

func getTool(tb testing.TB, s *mcptool.Server, name string, c *mcptool.ToolConfig) *rawTool {
	tb.Helper()
	f, err := s.Tool(tb.Context(), name, c)
	if err != nil {
		tb.Fatalf("Tool(%s): %v", name, err)
	}
	return f
}

func call(tb testing.TB, f *rawTool, args string) string {
	tb.Helper()
	value, err := f.Call(tb.Context(), json.RawMessage(args))
	if err != nil {
		tb.Fatalf("%s(%s): %v", f.Spec().Name, args, err)
	}
	return string(value)
}

// wantError checks what the taxonomy makes of err.
func wantError(tb testing.TB, err error, class taxonomy.Class, code taxonomy.Code, applied taxonomy.Applied, parts ...string) {
	tb.Helper()
	_ = errorAs(tb, err, class, code, applied, parts...)
}

// errorAs is wantError for those who look further.
func errorAs(tb testing.TB, err error, class taxonomy.Class, code taxonomy.Code, applied taxonomy.Applied, parts ...string) *taxonomy.Error {
	tb.Helper()
	if err == nil {
		tb.Fatalf("no error, want %s %s", class, code)
	}
	e := taxonomy.Classify(err)
	if e.Class != class || e.Code != code || e.Applied != applied {
		tb.Errorf("%v\nis %s %s, applied %s, want %s %s, applied %s", err, e.Class, e.Code, e.Applied, class, code, applied)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			tb.Errorf("the error does not say %q: %v", part, err)
		}
	}
	return e
}

// noted is how often the fake has noted something in its folder.
func noted(tb testing.TB, c *mcptool.ServerConfig, name string) int {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(c.Env[envState], name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		tb.Error(err)
	}
	return len(data)
}

// callInfo gives a call a key, as an executor does.
type callInfo string

func (k callInfo) Key() string { return string(k) }
func (callInfo) Attempts() int { return 1 }

// logBuffer is where a test reads the log.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logBuffer) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
