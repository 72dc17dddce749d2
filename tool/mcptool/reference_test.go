package mcptool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

// referenceVersion is that of the three reference servers; they are published
// together.
const referenceVersion = "2026.8.31"

var install = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "batchagent-mcptool-test", referenceVersion)
	done := filepath.Join(dir, "installed")
	if _, err := os.Stat(done); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	args := []string{"install", "--no-save", "--no-audit", "--no-fund", "--prefix", dir}
	for _, name := range []string{"everything", "filesystem", "memory"} {
		args = append(args, "@modelcontextprotocol/server-"+name+"@"+referenceVersion)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w\n%s", err, out)
	}
	return dir, os.WriteFile(done, nil, 0o600)
})

// reference returns how a reference server is started: by npx, as its README
// says, which makes it a grandchild of ours.
func reference(t *testing.T, name string, args ...string) []string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: the reference servers from npm are not tried")
	}
	for _, program := range []string{"node", "npm", "npx"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s: the reference servers from npm are not tried", program)
		}
	}
	dir, err := install()
	if err != nil {
		t.Skipf("the reference servers cannot be installed: %v", err)
	}
	return append([]string{"npx", "--no-install", "--prefix", dir, "mcp-server-" + name}, args...)
}

func TestReferenceFilesystem(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, &mcptool.ServerConfig{Command: reference(t, "filesystem", dir)})
	write, read := getTool(t, s, "write_file", nil), getTool(t, s, "read_text_file", nil)
	if e := write.Spec().Effect; e != tool.Idempotent {
		t.Errorf("write_file is %s", e)
	}
	if e := read.Spec().Effect; e != tool.ReadOnly {
		t.Errorf("read_text_file is %s", e)
	}
	path := filepath.Join(dir, "a.txt")
	args := func(v map[string]string) json.RawMessage {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	call(t, write, string(args(map[string]string{"path": path, "content": "9007199254740993"})))
	if got := call(t, read, string(args(map[string]string{"path": path}))); !strings.Contains(got, `"9007199254740993"`) {
		t.Errorf("read_text_file: %s", got)
	}
	_, err = read.Call(t.Context(), args(map[string]string{"path": filepath.Join(dir, "b.txt")}))
	wantError(t, err, taxonomy.InputError, taxonomy.CodeFileNotFound, no, "ENOENT")
	_, err = read.Call(t.Context(), args(map[string]string{"path": "/etc/hostname"}))
	if e := taxonomy.Classify(err); e == nil || e.Class == taxonomy.Transient || !strings.Contains(err.Error(), "outside allowed directories") {
		t.Errorf("outside of its folder: %v", err)
	}
	_, err = read.Call(t.Context(), args(map[string]string{"file": path}))
	wantError(t, err, taxonomy.InputError, taxonomy.Classify(err).Code, no, "path is missing")

	// npx, a shell and node: none of them is left.
	closeServer(t, s)
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(dir)) {
			t.Errorf("a process is left: %q", line)
		}
	}
}

func TestReferenceMemory(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "memory.jsonl")
	s := newServer(t, &mcptool.ServerConfig{Command: reference(t, "memory"), Env: map[string]string{"MEMORY_FILE_PATH": file}})
	create, read := getTool(t, s, "create_entities", nil), getTool(t, s, "read_graph", nil)
	call(t, create, `{"entities":[{"name":"1001","entityType":"order","observations":["later"]}]}`)
	if got := call(t, read, `{}`); !strings.Contains(got, `"name":"1001"`) {
		t.Errorf("read_graph: %s", got)
	}
	_, err := create.Call(t.Context(), json.RawMessage(`{"entities":[{"name":"1001"}]}`))
	wantError(t, err, taxonomy.InputError, taxonomy.Classify(err).Code, no, "entityType")
	// What it refuses when nothing is checked before.
	loose := getTool(t, s, "create_entities", &mcptool.ToolConfig{Schema: json.RawMessage(anySchema)})
	_, err = loose.Call(t.Context(), json.RawMessage(`{"entities":"1001"}`))
	if e := taxonomy.Classify(err); e == nil || e.Class != taxonomy.InputError {
		t.Errorf("is %v: %v", e, err)
	}
}

func TestReferenceEverything(t *testing.T) {
	t.Parallel()
	c := &mcptool.ServerConfig{Command: reference(t, "everything")}
	s := newServer(t, c)
	if got := call(t, getTool(t, s, "echo", nil), `{"message":"hello"}`); got != `"Echo: hello"` {
		t.Errorf("echo: %s", got)
	}
	if got := call(t, getTool(t, s, "get-tiny-image", nil), `{}`); !strings.Contains(got, `{"type":"image","mimeType":"image/png","bytes":`) {
		t.Errorf("get-tiny-image: %s", got)
	}
	if got := call(t, getTool(t, s, "get-structured-content", nil), `{"location":"New York"}`); !strings.HasPrefix(got, `{"temperature":`) {
		t.Errorf("get-structured-content: %s", got)
	}
	slow := getTool(t, s, "trigger-long-running-operation", nil)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := slow.Call(ctx, json.RawMessage(`{"duration":30,"steps":30}`))
	late(ctx, t, 200*time.Millisecond)
	wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, unanswered)
	if got := call(t, slow, `{"duration":0.1,"steps":2}`); !strings.Contains(got, "completed") {
		t.Errorf("after a cancelled one: %s", got)
	}
}

// TestReferenceEverythingOverHTTP restarts the server, which then does not know
// the session any more.
func TestReferenceEverythingOverHTTP(t *testing.T) {
	t.Parallel()
	argv := reference(t, "everything", "streamableHttp")
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	_, port, _ := net.SplitHostPort(address)
	script := filepath.Join(argv[3], "node_modules", ".bin", argv[4])
	start := func() (stop func()) {
		cmd := exec.CommandContext(t.Context(), "node", script, "streamableHttp")
		cmd.Env = append(os.Environ(), "PORT="+port)
		var out bytes.Buffer
		cmd.Stderr = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if left := until(func() string {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
			if err != nil {
				return err.Error()
			}
			_ = conn.Close()
			return ""
		}); left != "" {
			t.Fatalf("the server does not listen: %s", left)
		}
		return func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	stop := start()
	defer func() { stop() }()
	s := newServer(t, &mcptool.ServerConfig{URL: "http://" + address + "/mcp"})
	echo := getTool(t, s, "echo", nil)
	if got := call(t, echo, `{"message":"hello"}`); got != `"Echo: hello"` {
		t.Errorf("echo: %s", got)
	}
	stop()
	_, err = echo.Call(t.Context(), json.RawMessage(`{"message":"hello"}`))
	if e := taxonomy.Classify(err); e == nil || e.Class != taxonomy.Transient {
		t.Errorf("while it is down: %v", err)
	}
	stop = start()
	if got := call(t, echo, `{"message":"again"}`); got != `"Echo: again"` {
		t.Errorf("after a restart: %s", got)
	}
}
