//go:build unix

package exectool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// behaviour is the variable that makes a program of the test binary.
const behaviour = "EXECTOOL_TEST_BEHAVIOUR"

func TestMain(m *testing.M) {
	if b := os.Getenv(behaviour); b != "" {
		os.Exit(behave(b, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// behave is the program. The exit status is what it returns.
func behave(b string, args []string) int {
	switch b {
	case "argv": // what it was run with
		must(json.NewEncoder(os.Stdout).Encode(args))
	case "env": // the variables that it is asked for, those that are set
		set := map[string]string{}
		for _, name := range args {
			if value, ok := os.LookupEnv(name); ok {
				set[name] = value
			}
		}
		must(json.NewEncoder(os.Stdout).Encode(set))
	case "cwd":
		dir, err := os.Getwd()
		must(err)
		fmt.Println(dir)
	case "stdin": // how much it was sent, and the beginning
		in, err := io.ReadAll(os.Stdin)
		must(err)
		must(json.NewEncoder(os.Stdout).Encode(map[string]any{"bytes": len(in), "head": string(in[:min(len(in), 200)])}))
	case "flood": // so many MB on stdout, on stderr, and then this status
		line := bytes.Repeat([]byte("0123456789abcde\n"), 1<<12) // 64 KiB
		n, err := strconv.Atoi(args[0])
		must(err)
		for range n << 4 {
			for _, f := range []*os.File{os.Stdout, os.Stderr}[:len(args)-1] {
				_, _ = f.Write(line)
			}
		}
		status, err := strconv.Atoi(args[1])
		must(err)
		return status
	case "signal": // dies by one
		n, err := strconv.Atoi(args[0])
		must(err)
		must(syscall.Kill(os.Getpid(), syscall.Signal(n)))
		select {}
	case "wait": // for ever; says so first
		up(args[0])
		select {}
	case "stubborn": // the same, and does not end when asked
		signal.Ignore(syscall.SIGTERM)
		up(args[0])
		select {}
	case "tidy": // ends with success when asked
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		up(args[0])
		<-c
		fmt.Println(`{"done":true}`)
	case "abandon": // ends, and leaves one behind that holds its output
		return abandon(args, nil)
	case "daemon": // the same, in a session of its own
		return abandon(args, &syscall.SysProcAttr{Setsid: true})
	default:
		fmt.Fprintln(os.Stderr, "unknown behaviour", b)
		return 99
	}
	return 0
}

// abandon starts a process that waits for ever, and ends when that is up.
func abandon(args []string, attr *syscall.SysProcAttr) int {
	cmd := exec.CommandContext(context.Background(), os.Args[0], args[0]) // which outlives us
	cmd.Env = append(os.Environ(), behaviour+"=stubborn")
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdin, os.Stdout, os.Stderr, attr
	must(cmd.Start())
	fmt.Println("left behind")
	// The other end of the pipe is opened for this, to know that it is up.
	ack, err := os.Open(args[1])
	must(err)
	_, err = io.ReadAll(ack)
	must(err)
	return 0
}

// up opens a pipe and keeps it open until the process is gone: by that the test
// knows both that it runs and that it no longer does.
func up(fifo string) {
	f, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	must(err)
	_, err = fmt.Fprintf(f, "%d\n", os.Getpid())
	must(err)
	kept = f
}

// kept is never closed.
var kept *os.File

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(98)
	}
}

type rawTool = tool.Func[json.RawMessage, json.RawMessage]

// program makes c one that runs the test binary.
func program(c *exectool.Config, b string, args ...string) *exectool.Config {
	c.Command = append([]string{os.Args[0]}, args...)
	env := map[string]string{behaviour: b, "GORACE": "atexit_sleep_ms=0"} // else a race-enabled one ends a second later
	maps.Copy(env, c.Env)
	c.Env = env
	return c
}

func mustNew(tb testing.TB, c *exectool.Config) *rawTool {
	tb.Helper()
	if c.Name == "" {
		c.Name = "set_deadline"
	}
	if c.Effect == 0 {
		c.Effect = tool.Unsafe
	}
	f, err := exectool.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

func lookup(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func encode(tb testing.TB, v any) json.RawMessage {
	tb.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// call is the third attempt of a call with this key.
type call string

func (c call) Key() string   { return string(c) }
func (c call) Attempts() int { return 3 }

func withKey(ctx context.Context, key string) context.Context {
	return tool.WithCallInfo(ctx, call(key))
}

// wantError checks what an error is judged to be, and returns it judged.
func wantError(t *testing.T, err error, class taxonomy.Class, code taxonomy.Code, applied taxonomy.Applied) *taxonomy.Error {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s %s", class, code)
	}
	e := taxonomy.Classify(err)
	if e.Class != class || e.Code != code || e.Applied != applied {
		t.Errorf("%s %s, applied %s (%s), want %s %s, applied %s", e.Class, e.Code, e.Applied, e.Message, class, code, applied)
	}
	return e
}

// wantExit checks how a program ended.
func wantExit(t *testing.T, err error, code, signal int) *taxonomy.ExitError {
	t.Helper()
	var exit *taxonomy.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("got %v, want an exit status of %d", err, code)
	}
	if exit.Code != code || exit.Signal != signal {
		t.Errorf("status %d, signal %d, want %d and %d", exit.Code, exit.Signal, code, signal)
	}
	return exit
}

func says(t *testing.T, err error, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("got  %v\nwant %q in it", err, text)
		}
	}
}
