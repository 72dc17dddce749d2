//go:build unix

package exectool_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// say is a program that says what its arguments are, and ends with a status.
func say(t *testing.T, c *exectool.Config) *rawTool {
	t.Helper()
	c.Command = []string{"sh", "-c", `printf %s "$1"; printf %s "$2" >&2; exit $3`, "sh", "{out}", "{err}", "{status}"}
	return mustNew(t, c)
}

// TestA4NumbersAreExact, in and out, and what is no JSON is text.
func TestA4NumbersAreExact(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, out, want string }{
		{name: "an object", out: `{"id":9007199254740993,"price":1.50,"code":"00042"}`, want: `{"id":9007199254740993,"price":1.50,"code":"00042"}`},
		{name: "layout", out: " {\n  \"a\": 1\n}\n", want: "{\n  \"a\": 1\n}"},
		{name: "a number", out: "9007199254740993\n", want: `9007199254740993`},
		{name: "a large number", out: "1e400", want: `1e400`},
		{name: "leading zeros", out: "00042\n", want: `"00042"`},
		{name: "a list", out: "[1, 2]", want: `[1, 2]`},
		{name: "a string", out: `"a\u00e9"`, want: `"a\u00e9"`},
		{name: "true", out: "true\n", want: `true`},
		{name: "null", out: "null\n", want: `null`},
		{name: "nothing", out: "", want: `null`},
		{name: "an empty line", out: "\n", want: `null`},
		{name: "a text", out: "done <b>&\n", want: `"done <b>&"`},
		{name: "lines", out: "one\ntwo\n\n", want: `"one\ntwo"`},
		{name: "line ends of Windows", out: "one\r\ntwo\r\n", want: `"one\r\ntwo"`},
		{name: "spaces", out: "  two\n", want: `"  two"`},
		{name: "spaces alone", out: "  \n", want: `"  "`},
		{name: "two values", out: "{\"a\":1}\n{\"a\":2}\n", want: `"{\"a\":1}\n{\"a\":2}"`},
		{name: "half a value", out: `{"a":`, want: `"{\"a\":"`},
		{name: "a byte order mark", out: "\uFEFF{\"a\":1}", want: `{"a":1}`},
		{name: "escapes of a terminal", out: "\x1b[32mok\x1b[0m", want: `"\u001b[32mok\u001b[0m"`},
		{name: "NaN", out: "NaN", want: `"NaN"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := say(t, &exectool.Config{}).Call(t.Context(), encode(t, map[string]string{"out": tt.out, "err": "", "status": "0"}))
			if string(got) != tt.want || err != nil {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
	f := mustNew(t, program(&exectool.Config{}, "argv", "{n}", "--n={n}", "{id}", "{n:integer}", "{list:json}"))
	got, err := f.Call(t.Context(), raw(`{"n":9007199254740993,"id":"00042","list":[9007199254740993, 1.50]}`))
	const want = `["9007199254740993","--n=9007199254740993","00042","9007199254740993","[9007199254740993,1.50]"]`
	if string(got) != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

func TestInvalidUTF8(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		`printf 'caf\351'`:         `"caf\ufffd"`,
		`printf '{"a":"caf\351"}'`: "{\"a\":\"caf\uFFFD\"}",
		`printf '\377\376x'`:       `"\ufffd\ufffdx"`,
		`printf 'a\000b'`:          `"a\u0000b"`,
	} {
		got, err := mustNew(t, &exectool.Config{Command: []string{"sh", "-c", strings.NewReplacer("{", "{{", "}", "}}").Replace(script)}}).Call(t.Context(), raw(`{}`))
		if string(got) != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", script, got, err, want)
		}
	}
}

// TestE12ErrorDisguisedAsSuccess, and the reverse.
func TestE12ErrorDisguisedAsSuccess(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, out, err string
		says           string // "": a success
	}{
		{name: "an envelope", out: `{"ok":false,"error":"no such order"}`, says: "no such order"},
		{name: "an envelope in lines", out: "{\n\"success\": false,\n\"message\": \"locked by billing\"}\n", says: "locked by billing"},
		{name: "a text", out: "Error: no such order\n", says: "no such order"},
		{name: "a text in JSON", out: `"Error: no such order"`, says: "no such order"},
		{name: "stderr alone", err: "Error: cannot open the file\n", says: "cannot open the file"},
		{name: "stderr alone, fatal", err: "fatal: not a git repository\n", says: "not a git repository"},
		{name: "stderr at its end", err: "connecting\nsending\nError: it was refused\n", says: "it was refused"},
		{name: "an exception", err: "Traceback (most recent call last):\n  File \"x.py\", line 1\nValueError: no such order\n", says: "no such order"},
		{name: "stderr beside an empty line", out: "\n", err: "Error: it was refused", says: "it was refused"},
		{name: "no errors", out: "0 errors found\n"},
		{name: "no error", out: `{"error":null}`},
		{name: "no errors in a list", out: `{"errors":[]}`},
		{name: "ok with a remark", out: `{"ok":true,"error":"none to speak of"}`},
		{name: "none on stderr", err: "0 errors found\n"},
		{name: "none on stderr, counted", err: "Errors: 0\nError: 0\n"},
		{name: "progress", err: "copied 3 files, 0 errors\n"},
		{name: "a warning", err: "warning: the clock is off\n"},
		{name: "an answer beside a complaint", out: "done", err: "Error: the cache could not be written\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := say(t, &exectool.Config{}).Call(t.Context(), encode(t, map[string]string{"out": tt.out, "err": tt.err, "status": "0"}))
			if tt.says == "" {
				if err != nil || got == nil {
					t.Errorf("got %s, %v", got, err)
				}
				return
			}
			says(t, err, tt.says)
			if e := taxonomy.Classify(err); e.Applied == taxonomy.Unanswered {
				t.Errorf("it has answered: %+v", e)
			}
		})
	}
}

func TestExit(t *testing.T) {
	t.Parallel()
	f := say(t, &exectool.Config{})
	for _, status := range []int{1, 2, 75, 126, 127, 255} {
		_, err := f.Call(t.Context(), encode(t, map[string]any{"out": "the beginning", "err": "the end\n", "status": status}))
		exit := wantExit(t, err, status, 0)
		if exit.Stdout != "the beginning" || exit.Stderr != "the end\n" || len(exit.Argv) != 7 || exit.Argv[4] != "the beginning" {
			t.Errorf("got %+v", exit)
		}
	}
	// An envelope does not make a failure a success, and is there to be read.
	_, err := f.Call(t.Context(), raw(`{"out":"{\"ok\":true}","err":"","status":3}`))
	if exit := wantExit(t, err, 3, 0); exit.Stdout != `{"ok":true}` {
		t.Errorf("got %+v", exit)
	}
}

func TestSignal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGSEGV} {
		f := mustNew(t, &exectool.Config{Command: []string{"sh", "-c", "kill -$1 $$", "sh", "{n}"}})
		_, err := f.Call(t.Context(), encode(t, map[string]any{"n": int(sig)}))
		_ = wantExit(t, err, -1, int(sig))
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	f := say(t, &exectool.Config{ExitCodes: map[int]exectool.Exit{
		3:  {Class: taxonomy.Permission},
		4:  {Class: taxonomy.Fatal, Code: taxonomy.CodeNotFound, NothingDone: true},
		5:  {}, // FATAL
		6:  {Class: taxonomy.Transient},
		7:  {Class: taxonomy.Transient, Code: taxonomy.CodeBusy, NothingDone: true},
		8:  {Class: taxonomy.InputError, Code: "BAD_DATE"},
		75: {Class: taxonomy.ResourceConflict},
	}})
	tests := []struct {
		status  int
		out     string
		err     string
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
	}{
		{status: 3, class: taxonomy.Permission, code: taxonomy.CodeForbidden, applied: taxonomy.No},
		{status: 4, class: taxonomy.Fatal, code: taxonomy.CodeNotFound, applied: taxonomy.No},
		{status: 6, class: taxonomy.Transient, applied: taxonomy.Answered},
		{status: 6, err: "connection refused\n", class: taxonomy.Transient, applied: taxonomy.Answered}, // words are not enough
		{status: 7, class: taxonomy.Transient, code: taxonomy.CodeBusy, applied: taxonomy.No},
		{status: 8, err: "deadline: no date\n", class: taxonomy.InputError, code: "BAD_DATE", applied: taxonomy.No},
		{status: 75, class: taxonomy.ResourceConflict, applied: taxonomy.No},
		{status: 75, err: "Error: permission denied\n", class: taxonomy.ResourceConflict, applied: taxonomy.No}, // the declared class beats the words
	}
	for _, tt := range tests {
		_, err := f.Call(t.Context(), encode(t, map[string]any{"out": tt.out, "err": tt.err, "status": tt.status}))
		e := taxonomy.Classify(err)
		if e.Class != tt.class || tt.code != "" && e.Code != tt.code || e.Applied != tt.applied || e.Basis != taxonomy.BasisDeclared {
			t.Errorf("status %d, %q: %s %s, applied %s, basis %s; want %s %s, applied %s", tt.status, tt.err, e.Class, e.Code, e.Applied, e.Basis, tt.class, tt.code, tt.applied)
		}
		if tt.class == taxonomy.ResourceConflict && (e.Code == taxonomy.CodeForbidden || e.Code == "") {
			t.Errorf("the code %s is of another class", e.Code)
		}
		if _ = wantExit(t, err, tt.status, 0); e.Context["exit_status"] != tt.status {
			t.Errorf("context %v", e.Context)
		}
	}
	// What is not declared is not touched.
	_, err := f.Call(t.Context(), raw(`{"out":"","err":"","status":9}`))
	if e := (*taxonomy.Error)(nil); errors.As(err, &e) {
		t.Errorf("got %v", err)
	}
	_ = wantExit(t, err, 9, 0)
}

// TestExitCodesAndOutcomes: what the classes lead to in an executor.
func TestExitCodesAndOutcomes(t *testing.T) {
	t.Parallel()
	f := say(t, &exectool.Config{Effect: tool.Unsafe, ExitCodes: map[int]exectool.Exit{
		6:  {Class: taxonomy.Transient},
		7:  {Class: taxonomy.Transient, NothingDone: true},
		75: {Class: taxonomy.ResourceConflict},
	}})
	x := executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: time.Millisecond}})
	type result struct {
		Outcome  executor.Outcome
		Attempts int
	}
	got := map[int]result{}
	for _, status := range []int{6, 7, 75} {
		_, res := x.Call(t.Context(), f, encode(t, map[string]any{"out": "", "err": "", "status": status}))
		got[status] = result{res.Outcome, res.Attempts}
	}
	want := map[int]result{6: {executor.InDoubt, 1}, 7: {executor.Failed, 3}, 75: {executor.Skipped, 1}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestE11NoSecretsInErrors: neither what the command holds nor what the program
// repeats.
func TestE11NoSecretsInErrors(t *testing.T) {
	t.Parallel()
	const token, part, odd, short = "t0p-s3cret-t0ken", "t0p-s3cret", "o\"d&d<s3cret>\n", "abc"
	vars := lookup(map[string]string{"TOKEN": token, "ODD": odd, "SHORT": short, "PART": part, "TRUE": "/bin/true"})
	sh := func(script string) []string {
		return []string{"sh", "-c", strings.NewReplacer("{", "{{", "}", "}}").Replace(script), "sh", "--token=${env:TOKEN}", "{x}"}
	}
	tests := []struct {
		name    string
		command []string
		dir     string
		x       string
		says    string
	}{
		{name: "in the command", command: sh(`exit 3`), says: "--token=${env:TOKEN}"},
		{name: "on stderr", command: sh(`echo "bad token $TOKEN" >&2; exit 3`), says: "bad token ${env:TOKEN}"},
		{name: "on stdout", command: sh(`echo "bad token $TOKEN"; exit 3`), says: "bad token ${env:TOKEN}"},
		{name: "a part of it, and a short one", command: sh(`echo "abc: $PART $SHORT" >&2; exit 3`), says: "abc: ${env:PART} abc"},
		{name: "with its line break", command: sh(`printf %s "<<$ODD>>" >&2; exit 3`), says: "<<${env:ODD}"},
		{name: "in JSON", command: sh(`printf '{"ok":false,"error":"bad: o\\"d&d<s3cret>\\n"}'`), says: "bad: ${env:ODD}"},
		{name: "an envelope", command: sh(`printf '{"ok":false,"error":"bad: %s"}' "$TOKEN"`), says: "bad: ${env:TOKEN}"},
		{name: "a complaint", command: sh(`echo "Error: bad: $TOKEN" >&2`), says: "bad: ${env:TOKEN}"},
		{name: "before it was stopped", command: sh(`echo "waiting with $TOKEN" >&2; exec 3>"$UP"; echo up >&3; exec sleep 20`), says: "waiting with ${env:TOKEN}"},
		{name: "as an argument too", command: sh(`echo "$2" >&2; exit 3`), says: "${env:TOKEN}"},
		{name: "the program", command: []string{"/no/${env:TOKEN}/x"}, says: "/no/${env:TOKEN}/x"},
		{name: "the folder", command: []string{"true"}, dir: "/no/${env:TOKEN}", says: "the folder /no/${env:TOKEN}"},
		{name: "too long", command: []string{"${env:TRUE}", "${env:TOKEN}{x}"}, x: strings.Repeat("x", 2<<20), says: "standard input"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{"TOKEN": "${env:TOKEN}", "PART": "${env:PART}", "ODD": "${env:ODD}", "SHORT": "${env:SHORT}"}
			stopped := tt.name == "before it was stopped"
			var w *watch
			if stopped {
				w = newWatch(t)
				env["UP"] = w.path
			}
			f := mustNew(t, &exectool.Config{Command: tt.command, Dir: tt.dir, LookupEnv: vars, Env: env})
			ctx := newEndable(t.Context())
			c := background(ctx, f, string(encode(t, map[string]string{"x": cmp.Or(tt.x, token)})))
			if stopped {
				_ = w.up(t)
				ctx.end(context.DeadlineExceeded)
			}
			o := await(t, c)
			if o.err == nil {
				t.Fatal("no error")
			}
			all := everything(o.err) + everything(taxonomy.Classify(o.err))
			if strings.Contains(all, "s3cret") {
				t.Errorf("a secret in\n%s", all)
			}
			if !strings.Contains(all, tt.says) {
				t.Errorf("no %q in\n%s", tt.says, all)
			}
		})
	}
}

// everything is all that an error holds.
func everything(err error) string {
	var b strings.Builder
	for ; err != nil; err = errors.Unwrap(err) {
		b.WriteString(err.Error() + "\n")
		switch e := err.(type) { //nolint:errorlint // by node
		case *taxonomy.ExitError:
			b.WriteString(strings.Join(e.Argv, " ") + "\n" + e.Stderr + "\n" + e.Stdout + "\n")
		case *taxonomy.Error:
			for _, f := range e.Fields {
				b.WriteString(f.Message + "\n")
			}
		}
	}
	return b.String()
}

// TestE11LongAndBroken: error texts are capped, printable and valid.
func TestE11LongAndBroken(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{Command: []string{"sh", "-c", `printf 'x%.0s' $(seq 200000) >&2; printf '\n\033[31mcaf\351 password=hunter2\033[0m\n' >&2; exit 3`}})
	_, err := f.Call(t.Context(), raw(`{}`))
	exit := wantExit(t, err, 3, 0)
	if len(exit.Stderr) > 64<<10 || !strings.HasSuffix(exit.Stderr, "\x1b[0m\n") {
		t.Errorf("%d bytes", len(exit.Stderr))
	}
	if e := taxonomy.Classify(err); len(e.Message) > taxonomy.MaxMessage || strings.Contains(e.Message, "hunter2") || strings.Contains(e.Message, "\x1b") || strings.ToValidUTF8(e.Message, "") != e.Message {
		t.Errorf("got %q", e.Message)
	}
}

// TestSecretAtTheCut: what is left of a secret where the end of the output is
// cut off is not shown either.
func TestSecretAtTheCut(t *testing.T) {
	t.Parallel()
	var b strings.Builder // 700 bytes, no part of them like another
	for i := range 70 {
		fmt.Fprintf(&b, "s3cret-%03d", i)
	}
	secret := b.String()
	f := mustNew(t, &exectool.Config{
		// One line, so that there is no better place to cut it at.
		Command:   []string{"sh", "-c", `i=0; while [ $i -lt 310 ]; do printf %s "$S"; printf %s "$S" >&2; i=$((i+1)); done; exit 3`},
		Env:       map[string]string{"S": "${env:SECRET}"},
		LookupEnv: lookup(map[string]string{"SECRET": secret}),
	})
	_, err := f.Call(t.Context(), raw(`{}`))
	if exit := wantExit(t, err, 3, 0); strings.Contains(exit.Stdout, "s3cret") || !strings.Contains(exit.Stdout, "${env:SECRET}") {
		t.Errorf("got %q", exit.Stdout)
	}
	if exit := wantExit(t, err, 3, 0); strings.Contains(exit.Stderr, "s3cret") || !strings.Contains(exit.Stderr, "${env:SECRET}") {
		t.Errorf("got %q", exit.Stderr)
	}
}

// TestEnvironmentIsRenewed: a variable is looked up at every call.
func TestEnvironmentIsRenewed(t *testing.T) {
	t.Parallel()
	vars := map[string]string{"TOKEN": "one"}
	f := mustNew(t, program(&exectool.Config{LookupEnv: lookup(vars)}, "argv", "${env:TOKEN}"))
	for _, want := range []string{"one", "two"} {
		vars["TOKEN"] = want
		if got, err := f.Call(t.Context(), raw(`{}`)); string(got) != `["`+want+`"]` || err != nil {
			t.Errorf("got %s, %v", got, err)
		}
	}
	delete(vars, "TOKEN")
	_, err := f.Call(t.Context(), raw(`{}`))
	e := wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.No)
	says(t, err, "nothing was started: the environment variable TOKEN is not set")
	if e.Scope != taxonomy.ScopeTool {
		t.Errorf("scope %s", e.Scope)
	}
}
