//go:build unix

package exectool_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// TestE10ChildProcessesSurviveTheirTimeout: the whole group is gone within a
// second of the time being up.
func TestE10ChildProcessesSurviveTheirTimeout(t *testing.T) {
	t.Parallel()
	const timeout, most = 2 * time.Second, 3 * time.Second
	for name, script := range map[string]string{
		"a shell that waits for one":     `sleep 20; true`,
		"a pipeline":                     `sleep 20 | cat`,
		"one in the background":          `sleep 20 & wait`,
		"one that does not end if asked": `trap "" TERM; sleep 20; sleep 20`,
		"one behind a shell of its own":  `sh -c "sleep 20; true" | cat; true`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWatch(t)
			f := mustNew(t, &exectool.Config{
				Command: []string{"sh", "-c", "exec 3>" + quote(w.path) + "; echo up >&3; " + script}, Timeout: timeout,
			})
			// The executor sets the time of an attempt.
			x := executor.New(nil)
			begin := time.Now()
			_, res := x.Call(t.Context(), f, raw(`{}`))
			took := time.Since(begin)
			if w.up(t) != "up" {
				t.Error("it did not start")
			}
			w.isGone(t)
			if gone := time.Since(begin); took < timeout || gone > most {
				t.Errorf("it took %s, and %s until all were gone; want at least %s and at most %s", took, gone, timeout, most)
			}
			_ = wantError(t, res.Err, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered)
			says(t, res.Err, "no answer within 2s: the program was stopped")
			if res.Outcome != executor.InDoubt {
				t.Errorf("%s, want it in doubt", res.Outcome)
			}
		})
	}
}

// TestStopped: what a program does that is told to stop is not its answer.
func TestStopped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		behaviour string
		grace     time.Duration
		atLeast   time.Duration
		atMost    time.Duration
	}{
		{behaviour: "wait", grace: time.Minute, atMost: 10 * time.Second},                                                 // ends at once
		{behaviour: "tidy", grace: time.Minute, atMost: 10 * time.Second},                                                 // ends with success
		{behaviour: "stubborn", grace: 300 * time.Millisecond, atLeast: 300 * time.Millisecond, atMost: 10 * time.Second}, // has to be killed
	} {
		for _, how := range []error{context.Canceled, context.DeadlineExceeded} {
			t.Run(fmt.Sprintf("%s, %v", tt.behaviour, how), func(t *testing.T) {
				t.Parallel()
				w := newWatch(t)
				f := mustNew(t, program(&exectool.Config{KillGrace: tt.grace}, tt.behaviour, w.path))
				ctx := newEndable(t.Context())
				c := background(ctx, f, `{}`)
				pid, err := strconv.Atoi(w.up(t))
				if err != nil {
					t.Fatal(err)
				}
				if group, err := syscall.Getpgid(pid); err != nil || group != pid || group == syscall.Getpgrp() {
					t.Errorf("its group is %d (%v), want one of its own, %d", group, err, pid)
				}
				if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil { // Linux: proc_pid_stat(5)
					_, rest, _ := strings.Cut(string(stat), ") ")
					if session := strings.Fields(rest)[3]; session != strconv.Itoa(pid) {
						t.Errorf("its session is %s, want one of its own, %d", session, pid)
					}
				}
				begin := time.Now()
				ctx.end(how)
				o := await(t, c)
				took := time.Since(begin)
				w.isGone(t)
				if took < tt.atLeast || took > tt.atMost {
					t.Errorf("it took %s", took)
				}
				if !errors.Is(o.err, how) {
					t.Errorf("got %v, want %v", o.err, how)
				}
				if exit, ok := errors.AsType[*taxonomy.ExitError](o.err); ok {
					t.Errorf("it is judged by its end: %v", exit)
				}
				class, code := taxonomy.Transient, taxonomy.CodeTimeout
				if how == context.Canceled { //nolint:errorlint // the one above
					class, code = taxonomy.Fatal, taxonomy.CodeCanceled
				}
				_ = wantError(t, o.err, class, code, taxonomy.Unanswered)
			})
		}
	}
}

// endable is a context that ends when and how a test wants.
type endable struct {
	context.Context //nolint:containedctx // it is one
	done            chan struct{}
	err             error
}

func newEndable(ctx context.Context) *endable { return &endable{ctx, make(chan struct{}), nil} }

func (e *endable) Done() <-chan struct{} { return e.done }

func (e *endable) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

func (e *endable) end(err error) {
	e.err = err
	close(e.done)
}

// TestLeftBehind: a process that outlives the program and holds its output does
// not hold up the call, and does not outlive it.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	for _, stdin := range []string{"", strings.Repeat("x", 1<<20)} {
		t.Run(fmt.Sprintf("stdin of %d", len(stdin)), func(t *testing.T) {
			t.Parallel()
			w := newWatch(t)
			ack, goOn := release(t)
			f := mustNew(t, program(&exectool.Config{Stdin: stdin, KillGrace: 100 * time.Millisecond}, "abandon", w.path, ack))
			c := background(t.Context(), f, `{}`)
			_ = w.up(t)
			goOn()
			o := await(t, c)
			if o.value != `"left behind"` || o.err != nil {
				t.Errorf("got %s, %v", o.value, o.err)
			}
			w.isGone(t)
		})
	}
}

// TestAnswerBeforeTheEnd: the program has ended before its context, so that its
// answer stands, though one that it left behind is not given time any longer.
func TestAnswerBeforeTheEnd(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	ack, goOn := release(t)
	c := program(&exectool.Config{Effect: tool.Unsafe, KillGrace: time.Minute}, "abandon", w.path, ack)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	done := make(chan outcome, 1)
	go func() {
		value, err := exectool.CallAfterExit(ctx, c, raw(`{}`))
		done <- outcome{value: string(value), err: err}
	}()
	_ = w.up(t)
	goOn()
	if o := await(t, done); o.value != `"left behind"` || o.err != nil {
		t.Errorf("got %s, %v", o.value, o.err)
	}
	w.isGone(t)
}

// TestBothAtOnce: where the program and its context have both ended, it is
// never the context that counts.
func TestBothAtOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 { // select takes either
		got, err := exectool.CallAfterExit(ctx, &exectool.Config{Effect: tool.Unsafe, Command: []string{"echo", "1"}}, raw(`{}`))
		if string(got) != "1" || err != nil {
			t.Fatalf("got %s, %v", got, err)
		}
	}
}

// TestAllAreAsked: SIGTERM goes to the whole group, so that a child which
// outlives its shell need not be killed.
func TestAllAreAsked(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	f := mustNew(t, &exectool.Config{
		Command:   []string{"sh", "-c", "exec 3>" + quote(w.path) + "; (echo up >&3; exec sleep 3600) | cat; true"},
		KillGrace: time.Hour,
	})
	ctx := newEndable(t.Context())
	c := background(ctx, f, `{}`)
	_ = w.up(t)
	ctx.end(context.Canceled)
	if o := await(t, c); !errors.Is(o.err, context.Canceled) {
		t.Errorf("got %v", o.err)
	}
	w.isGone(t)
}

// TestGoexitAndPanic: whatever becomes of the goroutine of a call, its program
// does not live on.
func TestGoexitAndPanic(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(){"goexit": runtime.Goexit, "panic": func() { panic("out") }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWatch(t)
			c := program(&exectool.Config{Effect: tool.Unsafe, KillGrace: time.Minute}, "stubborn", w.path)
			done := make(chan any, 1)
			started := make(chan struct{})
			go func() {
				defer func() { done <- recover() }()
				if err := exectool.CallThatLeaves(c, raw(`{}`), func() { <-started; leave() }); err != nil {
					t.Error(err)
				}
			}()
			_ = w.up(t)
			close(started)
			if v := <-done; (v != nil) != (name == "panic") {
				t.Errorf("recovered %v", v)
			}
			w.isGone(t)
		})
	}
}

// TestDaemon: one that has left the group lives on, and is not waited for.
func TestDaemon(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	ack, goOn := release(t)
	f := mustNew(t, program(&exectool.Config{KillGrace: 50 * time.Millisecond}, "daemon", w.path, ack))
	c := background(t.Context(), f, `{}`)
	pid, err := strconv.Atoi(w.up(t))
	if err != nil {
		t.Fatal(err)
	}
	goOn()
	if o := await(t, c); o.value != `"left behind"` || o.err != nil {
		t.Errorf("got %s, %v", o.value, o.err)
	}
	select {
	case <-w.gone:
		t.Error("it was killed")
	default:
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	w.isGone(t)
}

// TestSilentChildIsKilled: one that holds nothing does not outlive the call
// either.
func TestSilentChildIsKilled(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	f := mustNew(t, &exectool.Config{Command: []string{
		"sh", "-c", `(exec 3>` + quote(w.path) + `; echo up >&3; exec sleep 20) >/dev/null 2>&1 & echo started`,
	}, KillGrace: time.Minute})
	c := background(t.Context(), f, `{}`)
	o := await(t, c) // and not after a minute
	if o.value != `"started"` || o.err != nil {
		t.Errorf("got %s, %v", o.value, o.err)
	}
	w.nudge(t) // it may have been killed before it could open the pipe
	w.isGone(t)
}

// TestFlood: what is not kept is read all the same, so that nothing stands
// still, and takes no memory.
func TestFlood(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		args []string
		code int
	}{
		{name: "stdout", args: []string{"64", "0"}},
		{name: "both", args: []string{"64", "0", "stderr too"}},
		{name: "both, and a failure", args: []string{"64", "3", "stderr too"}, code: 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := mustNew(t, program(&exectool.Config{MaxOutput: 1 << 20}, "flood", tt.args...))
			_, err := f.Call(t.Context(), raw(`{}`))
			if tt.code == 0 {
				_ = wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, taxonomy.Answered)
				says(t, err, "its output has 67108864 bytes, and only 1048576 are kept")
				return
			}
			exit := wantExit(t, err, tt.code, 0)
			if len(exit.Stdout) != 64<<10 || len(exit.Stderr) > 64<<10 || len(exit.Stderr) < 60<<10 {
				t.Errorf("%d and %d bytes", len(exit.Stdout), len(exit.Stderr))
			}
			if !strings.HasPrefix(exit.Stderr, "0123456789abcde\n") || !strings.HasSuffix(exit.Stderr, "abcde\n") {
				t.Errorf("the end is not in whole lines: %q", exit.Stderr[:40])
			}
		})
	}
}

// TestMemory: 1 GB costs no more than what is kept.
func TestMemory(t *testing.T) { //nolint:paralleltest // it looks at the memory of the whole process
	if testing.Short() {
		t.Skip("writes 1 GB")
	}
	f := mustNew(t, program(&exectool.Config{MaxOutput: 1 << 20}, "flood", "1024", "0"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := f.Call(t.Context(), raw(`{}`))
	runtime.ReadMemStats(&after)
	says(t, err, "its output has 1073741824 bytes")
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes were allocated", got)
	}
}

// TestMaxOutput: exactly as much as is kept is whole.
func TestMaxOutput(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{MaxOutput: 5, Command: []string{"printf", "{x}"}})
	if got, err := f.Call(t.Context(), raw(`{"x":"12345"}`)); string(got) != "12345" || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	_, err := f.Call(t.Context(), raw(`{"x":"123456"}`))
	_ = wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, taxonomy.Answered)
}

func TestStdin(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("0123456789", 1<<19) // 5 MB, more than any pipe holds
	tests := []struct {
		name, stdin, behaviour string
		args                   string
		want                   string
	}{
		{name: "nothing", behaviour: "stdin", args: `{"x":"a"}`, want: `{"bytes":0,"head":""}`},
		{name: "json", stdin: exectool.StdinJSON, behaviour: "stdin", args: "{\n \"n\": 9007199254740993,\n \"id\": \"00042\", \"x\": \"<&\"}", want: `{"bytes":45,"head":"{\"n\":9007199254740993,\"id\":\"00042\",\"x\":\"\u003c\u0026\"}\n"}`},
		{name: "a text", stdin: "order {x}: {n}\n", behaviour: "stdin", args: `{"x":"1001","n":1.50}`, want: `{"bytes":17,"head":"order 1001: 1.50\n"}`},
		{name: "large", stdin: "{x}", behaviour: "stdin", args: `{"x":"` + big + `"}`, want: fmt.Sprintf(`{"bytes":%d,"head":"%s"}`, len(big), big[:200])},
		{name: "large, and nobody reads it", stdin: "{x}", behaviour: "argv", args: `{"x":"` + big + `"}`, want: `[]`},
		{name: "json that nobody reads", stdin: exectool.StdinJSON, behaviour: "argv", args: `{"x":"` + big + `"}`, want: `[]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := mustNew(t, program(&exectool.Config{Stdin: tt.stdin}, tt.behaviour))
			got, err := f.Call(t.Context(), raw(tt.args))
			if string(got) != tt.want || err != nil {
				t.Errorf("got %.300s, %v\nwant %.300s", got, err, tt.want)
			}
		})
	}
}

func TestEnvironment(t *testing.T) {
	// What this process has inherited, from a batchagent that runs it, say.
	t.Setenv(exectool.KeyVariable, "of the outer call")
	t.Setenv(exectool.AttemptVariable, "7")
	t.Setenv("EXECTOOL_TEST_INHERITED", "inherited")
	t.Setenv("EXECTOOL_TEST_NOTE", "inherited")
	names := []string{"EXECTOOL_TEST_INHERITED", "EXECTOOL_TEST_NOTE", "EXECTOOL_TEST_MADE", "EXECTOOL_TEST_SECRET", exectool.KeyVariable, exectool.AttemptVariable}
	c := func(effect tool.Effect) *rawTool {
		return mustNew(t, program(&exectool.Config{Effect: effect, Env: map[string]string{
			"EXECTOOL_TEST_NOTE": "{note}", "EXECTOOL_TEST_MADE": "<{id}>\n", "EXECTOOL_TEST_SECRET": "Bearer ${env:TOKEN}",
		}, LookupEnv: lookup(map[string]string{"TOKEN": "t0p"})}, "env", names...))
	}
	tests := []struct {
		name   string
		effect tool.Effect
		ctx    context.Context //nolint:containedctx // of a test
		args   string
		want   string
	}{
		{name: "a call", effect: tool.Unsafe, ctx: withKey(t.Context(), "key-1"), args: `{"id":7,"note":"x=y"}`, want: `{"BATCHAGENT_ATTEMPT":"3","BATCHAGENT_IDEMPOTENCY_KEY":"key-1","EXECTOOL_TEST_INHERITED":"inherited","EXECTOOL_TEST_MADE":"\u003c7\u003e\n","EXECTOOL_TEST_NOTE":"x=y","EXECTOOL_TEST_SECRET":"Bearer t0p"}`},
		{name: "one that only reads", effect: tool.ReadOnly, ctx: withKey(t.Context(), "key-1"), args: `{"id":7,"note":""}`, want: `{"BATCHAGENT_ATTEMPT":"3","EXECTOOL_TEST_INHERITED":"inherited","EXECTOOL_TEST_MADE":"\u003c7\u003e\n","EXECTOOL_TEST_NOTE":"","EXECTOOL_TEST_SECRET":"Bearer t0p"}`},
		{name: "outside a call, without the note", effect: tool.Unsafe, ctx: t.Context(), args: `{"id":7}`, want: `{"EXECTOOL_TEST_INHERITED":"inherited","EXECTOOL_TEST_MADE":"\u003c7\u003e\n","EXECTOOL_TEST_SECRET":"Bearer t0p"}`},
		{name: "null", effect: tool.Unsafe, ctx: t.Context(), args: `{"id":7,"note":null}`, want: `{"EXECTOOL_TEST_INHERITED":"inherited","EXECTOOL_TEST_MADE":"\u003c7\u003e\n","EXECTOOL_TEST_SECRET":"Bearer t0p"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c(tt.effect).Call(tt.ctx, raw(tt.args))
			if string(got) != tt.want || err != nil {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
	_, err := c(tool.Unsafe).Call(withKey(t.Context(), "a\x00b"), raw(`{"id":7}`))
	_ = wantError(t, err, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No)
}

// TestKeyIsTheSame on every attempt, and the attempts are counted.
func TestKeyIsTheSame(t *testing.T) {
	t.Parallel()
	log := t.TempDir() + "/log"
	f := mustNew(t, &exectool.Config{
		Effect:    tool.Idempotent,
		Command:   []string{"sh", "-c", `echo "$BATCHAGENT_IDEMPOTENCY_KEY $BATCHAGENT_ATTEMPT" >>"$1"; test $BATCHAGENT_ATTEMPT = 3 || exit 75`, "sh", log},
		ExitCodes: map[int]exectool.Exit{75: {Class: taxonomy.Transient, Code: taxonomy.CodeBusy}},
	})
	x := executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: time.Millisecond}})
	if _, res := x.Call(t.Context(), f, raw(`{}`)); res.Outcome != executor.Succeeded {
		t.Fatalf("%s: %v", res.Outcome, res.Err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	if len(lines) != 6 || lines[0] == "" || lines[0] != lines[2] || lines[0] != lines[4] || lines[1]+lines[3]+lines[5] != "123" {
		t.Errorf("got %q", text)
	}
}

func TestDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/a b", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/a b/run", []byte("#!/bin/sh\nbasename \"$PWD\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	f := mustNew(t, &exectool.Config{Command: []string{"./run"}, Dir: dir + "/a b"})
	if got, err := f.Call(t.Context(), raw(`{}`)); string(got) != `"a b"` || err != nil {
		t.Errorf("a relative program: got %s, %v", got, err)
	}
	f = mustNew(t, &exectool.Config{Command: []string{"sh", "-c", `basename "$PWD"`}, Dir: dir + "/{name}"})
	if got, err := f.Call(t.Context(), raw(`{"name":"a b"}`)); string(got) != `"a b"` || err != nil {
		t.Errorf("an argument: got %s, %v", got, err)
	}
	_, err := f.Call(t.Context(), raw(`{"name":"c"}`))
	e := wantError(t, err, taxonomy.InputError, taxonomy.CodeFileNotFound, taxonomy.No)
	if len(e.Fields) != 1 || e.Fields[0].Path != "/name" {
		t.Errorf("fields %+v", e.Fields)
	}
}

// TestNotStarted: nothing has happened, and the error says what to do.
func TestNotStarted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"script":      "#!/bin/sh\n",
		"noshebang":   "echo\n",
		"interpreter": "#!/no/such/interpreter\n",
		"crlf":        "#!/bin/sh\r\necho\r\n",
	} {
		mode := os.FileMode(0o700)
		if name == "script" {
			mode = 0o600
		}
		if err := os.WriteFile(dir+"/"+name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name string
		c    exectool.Config
		args string
		code taxonomy.Code
		says string
	}{
		{name: "not in the PATH", c: exectool.Config{Command: []string{"no-such-program-here"}}, code: taxonomy.CodeCommandNotFound, says: "there is no program no-such-program-here in the PATH"},
		{name: "a line", c: exectool.Config{Command: []string{"echo hello"}}, code: taxonomy.CodeCommandNotFound, says: "the command is a list"},
		{name: "a path", c: exectool.Config{Command: []string{dir + "/nothing"}}, code: taxonomy.CodeCommandNotFound, says: "there is no program"},
		{name: "a path through a file", c: exectool.Config{Command: []string{dir + "/script/x"}}, code: taxonomy.CodeCommandNotFound, says: "there is no program"},
		{name: "not executable", c: exectool.Config{Command: []string{dir + "/script"}}, code: taxonomy.CodeCommandNotFound, says: "chmod +x"},
		{name: "a folder", c: exectool.Config{Command: []string{dir}}, code: taxonomy.CodeCommandNotFound, says: "is a folder and no program"},
		{name: "no first line", c: exectool.Config{Command: []string{dir + "/noshebang"}}, code: taxonomy.CodeUnsupported, says: "#!/bin/sh"},
		{name: "no interpreter", c: exectool.Config{Command: []string{dir + "/interpreter"}}, code: taxonomy.CodeCommandNotFound, says: "the interpreter that the first line of"},
		{name: "line ends of Windows", c: exectool.Config{Command: []string{"./crlf"}, Dir: dir}, code: taxonomy.CodeCommandNotFound, says: "CR LF"},
		{name: "no folder", c: exectool.Config{Command: []string{"true"}, Dir: dir + "/nothing"}, code: taxonomy.CodeFileNotFound, says: "the folder"},
		{name: "a file for a folder", c: exectool.Config{Command: []string{"true"}, Dir: dir + "/script"}, code: taxonomy.CodeFileNotFound, says: "the folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := mustNew(t, &tt.c).Call(t.Context(), raw(`{}`))
			e := wantError(t, err, taxonomy.Fatal, tt.code, taxonomy.No)
			says(t, err, "nothing was started", tt.says)
			if e.Scope != taxonomy.ScopeTool {
				t.Errorf("scope %s", e.Scope)
			}
		})
	}
}

// TestBusy: a program that is being written can be run in a moment.
func TestBusy(t *testing.T) {
	t.Parallel()
	self, err := os.ReadFile("/bin/sleep")
	if err != nil {
		t.Skipf("no program to copy: %v", err)
	}
	path := t.TempDir() + "/busy"
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(self); err != nil {
		t.Fatal(err)
	}
	f := mustNew(t, &exectool.Config{Command: []string{path, "0"}})
	_, err = f.Call(t.Context(), raw(`{}`))
	if err == nil {
		t.Skip("this system runs programs that are open for writing")
	}
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeBusy, taxonomy.No)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestTooLong: the system takes only so much (128 KiB an argument on Linux).
func TestTooLong(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{Command: []string{"true", "{x}"}})
	_, err := f.Call(t.Context(), encode(t, map[string]string{"x": strings.Repeat("x", 2<<20)}))
	_ = wantError(t, err, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No)
	says(t, err, "nothing was started", "standard input")
}

// TestNotEvenStarted: the context had ended before.
func TestNotEvenStarted(t *testing.T) {
	t.Parallel()
	mark := t.TempDir() + "/mark"
	f := mustNew(t, &exectool.Config{Command: []string{"touch", mark}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.Call(ctx, raw(`{}`))
	_ = wantError(t, err, taxonomy.Fatal, taxonomy.CodeCanceled, taxonomy.No)
	ctx, cancel = context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	_, err = f.Call(ctx, raw(`{}`))
	_ = wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.No)
	if _, err := os.Stat(mark); err == nil {
		t.Error("it ran")
	}
}

// TestNoTerminal: a program that would ask for a password fails and does not
// wait for one that nobody types.
func TestNoTerminal(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{Command: []string{"sh", "-c", `if true </dev/tty; then echo terminal; else echo none; fi 2>/dev/null`}})
	if got, err := f.Call(t.Context(), raw(`{}`)); string(got) != `"none"` || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestNoDescriptorsAreLeft, whatever comes of a call.
func TestNoDescriptorsAreLeft(t *testing.T) { //nolint:paralleltest // it counts those of the whole process
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skipf("this system does not tell: %v", err)
		}
		return len(entries)
	}
	run := func() {
		for _, c := range []*exectool.Config{
			{Command: []string{"true"}, Stdin: "x"},
			{Command: []string{"false"}},
			{Command: []string{"no-such-program-here"}, Stdin: "x"},
			{Command: []string{"/"}},
			program(&exectool.Config{}, "signal", "9"),
		} {
			_, _ = mustNew(t, c).Call(t.Context(), raw(`{}`))
		}
	}
	run()
	before, goroutines := count(), runtime.NumGoroutine()
	for range 20 {
		run()
	}
	if after := count(); after > before {
		t.Errorf("%d descriptors, %d before", after, before)
	}
	// The readers end on their own, in a moment.
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > goroutines; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
		}
	}
}
