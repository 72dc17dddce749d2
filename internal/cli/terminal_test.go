package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"github.com/batchagent/batchagent/internal/cli"
)

// person is somebody at a terminal: a real pseudo-terminal, and what stands on
// it.
type person struct {
	glass
	tty  *os.File // the side that a command has
	ptmx *os.File
	mu   sync.Mutex
	seen bytes.Buffer
	more chan struct{} // something has come
	over chan struct{}
}

func sitDown(t *testing.T, columns uint16) *person {
	t.Helper()
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Skip("there are no pseudo-terminals here:", err)
	}
	if err := pty.Setsize(ptmx, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	p := &person{tty: tty, ptmx: ptmx, more: make(chan struct{}, 1), over: make(chan struct{})}
	p.columns = int(columns)
	go func() {
		defer close(p.over)
		buf := make([]byte, 4096)
		for {
			n, err := ptmx.Read(buf)
			_, _ = p.Write(buf[:n]) // on the glass first: who sees the text looks there next
			p.mu.Lock()
			p.seen.Write(buf[:n])
			p.mu.Unlock()
			select {
			case p.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = tty.Close()
		_ = ptmx.Close()
		<-p.over
	})
	return p
}

// waitFor waits until a text has come.
func (p *person) waitFor(t *testing.T, text string) {
	t.Helper()
	for {
		p.mu.Lock()
		found := strings.Contains(p.seen.String(), text)
		p.mu.Unlock()
		if found {
			return
		}
		select {
		case <-p.more:
		case <-t.Context().Done():
			return
		case <-p.over:
			t.Errorf("%q has not come, but:\n%s", text, p.text())
			return
		}
	}
}

// text is all that has come.
func (p *person) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen.String()
}

// rise is the end: all that was written has come.
func (p *person) rise(t *testing.T) []string {
	t.Helper()
	const end = "(the end)"
	if _, err := io.WriteString(p.tty, "\n"+end+"\n"); err != nil {
		t.Fatal(err)
	}
	p.waitFor(t, end)
	return p.all()
}

func (p *person) streams() cli.Streams { return cli.Streams{In: p.tty, Out: p.tty, Err: p.tty} }

// TestTerminal: a run on one shows how far it is, and neither its log nor the
// summary has a trace of that.
func TestTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	p := sitDown(t, 60)
	s := serve(t, func(id string, w http.ResponseWriter) {
		switch id {
		case "3":
			status(w, 423, "locked")
		case "5":
			p.waitFor(t, "4/8  50%") // it is drawn while this call runs
			status(w, 429, "later")
		default:
			ok(id, w)
		}
	})
	path := write(t, fmt.Sprintf(unsafeText, s.URL)+"retry: {attempts: 2, initial: 1ms}\n", manyIDs(8))
	got := cli.Run(t.Context(), []string{"run", path, "--lang", "en", "--concurrency", "1", "--run-id", "r1", "--log-level", "debug"}, p.streams())
	lines := p.rise(t)
	if got != 2 || lines[0] != "run r1" {
		t.Errorf("exit status %d, and the first line is %q", got, lines[0])
	}
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, "\npayments  6 of 8 succeeded\n8 items = 6 succeeded") || strings.Contains(text, "%") || strings.Contains(text, "]  ") {
		t.Errorf("on the terminal stands:\n%s", text)
	}
	for _, line := range lines[:len(lines)-2] {
		if strings.HasPrefix(line, "time=") && strings.Count(line, "time=") != 1 {
			t.Errorf("a line of the log is torn: %q", line)
		}
	}
	if p.wide || len(p.odd) > 0 {
		t.Errorf("too wide: %t; control characters %q", p.wide, p.odd)
	}
	if quiet := cli.Run(t.Context(), []string{"run", path, "--quiet", "--run-id", "r2", "--set", "retry.attempts=1", "--set", "on.conflict=fail", "--limit", "2", "--lang", "en"}, p.streams()); quiet != 2 {
		t.Errorf("exit status %d", quiet)
	}
	if lines := p.rise(t); strings.Contains(strings.Join(lines, "\n"), "%") {
		t.Errorf("with --quiet:\n%s", strings.Join(lines, "\n"))
	}
}

// TestUnsafeToolsAsk before more than a hundred items, on a terminal; and
// nothing is called or written before the answer.
func TestUnsafeToolsAsk(t *testing.T) {
	t.Setenv("TERM", "xterm")
	const question = "Run 101 unsafe calls? [y/N]"
	tests := []struct {
		name     string
		items    string
		args     []string
		typed    string // "": no question is expected
		question string
		status   int
		calls    int
	}{
		{name: "yes", items: manyIDs(101), typed: "y\n", question: question, calls: 101},
		{name: "in full", items: manyIDs(101), typed: " Yes\n", question: question, calls: 101},
		{name: "no", items: manyIDs(101), typed: "n\n", question: question, status: 64},
		{name: "nothing", items: manyIDs(101), typed: "\n", question: question, status: 64},
		{name: "another word", items: manyIDs(101), typed: "yesterday\n", question: question, status: 64},
		{name: "the end of the input", items: manyIDs(101), typed: "\x04", question: question, status: 64},
		{name: "a hundred", items: manyIDs(100), calls: 100},
		{name: "a hundred, and some that would not be called", items: manyIDs(100) + "100\n1\n2,2\n", calls: 100, status: 2},
		{name: "a hundred, and one that the schema refuses", items: manyIDs(100) + "x\n", calls: 100, status: 2},
		{name: "a limit of a hundred", items: manyIDs(300), args: []string{"--limit", "100"}, calls: 100, status: 2},
		{name: "a higher limit", items: manyIDs(300), args: []string{"--limit", "101"}, typed: "n\n", question: question, status: 64},
		{name: "a limit that is not reached", items: manyIDs(101), args: []string{"--limit", "200"}, typed: "n\n", question: question, status: 64},
		{name: "--yes", items: manyIDs(101), args: []string{"--yes"}, calls: 101},
		{name: "-y", items: manyIDs(101), args: []string{"-y"}, calls: 101},
		{name: "an idempotent tool", items: manyIDs(101), args: []string{"--set", "tool.effect=idempotent"}, calls: 101},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := sitDown(t, 80)
			s := serve(t, ok)
			marker := filepath.Join(t.TempDir(), "credential")
			path := write(t, fmt.Sprintf(`version: 1
name: payments
tool:
  http: {request: "POST %s/pay/{id}", headers: {Authorization: "Bearer ${env:BATCHAGENT_TEST_ASK}"}, body: {amount: 7}}
  effect: unsafe
  schema: {type: object, properties: {id: {type: string, pattern: "^[0-9]+$"}}}
  credential: {command: [sh, -c, "echo hunter2 | tee -a '%s'"], env: BATCHAGENT_TEST_ASK}
items: {file: items.csv, id: id}
`, s.URL, marker), tt.items)
			dir := t.TempDir()
			if tt.typed != "" {
				go func() {
					p.waitFor(t, "[y/N] ")
					if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 || len(s.requests()) > 0 || exists(marker) {
						t.Errorf("before the answer there are %d requests, %v, a credential: %t", len(s.requests()), left, exists(marker))
					}
					_, _ = io.WriteString(p.ptmx, tt.typed)
				}()
			}
			args := append([]string{"run", path, "--report", filepath.Join(dir, "out.json"), "--lang", "en", "--quiet"}, tt.args...)
			got := cli.Run(t.Context(), args, p.streams())
			text := strings.Join(p.rise(t), "\n")
			if got != tt.status || len(s.requests()) != tt.calls {
				t.Errorf("exit status %d, want %d; %d calls, want %d\n%s", got, tt.status, len(s.requests()), tt.calls, text)
			}
			if asked := strings.Contains(text, "[y/N]"); asked != (tt.typed != "") || !strings.Contains(text, tt.question) {
				t.Errorf("%q is not what it asks:\n%s", tt.question, text)
			}
			if tt.typed != "" {
				for _, want := range []string{"payments: 101 calls for the items of items.csv", "a second call acts a second time", `1: POST ` + s.URL + `/pay/1 {"amount":7}`} {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not in:\n%s", want, text)
					}
				}
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); (len(left) > 0) != (tt.calls > 0) || exists(marker) != (tt.calls > 0) {
				t.Errorf("there are %v, a credential: %t", left, exists(marker))
			}
			if tt.calls == 0 && !strings.Contains(text, "batchagent: nothing was called") {
				t.Errorf("it says:\n%s", text)
			}
			if strings.Contains(text, "hunter2") {
				t.Errorf("a secret is in:\n%s", text)
			}
		})
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// TestUnsafeToolsWithNobodyToAsk run, and say so in a line; but not where the
// question would be put to somebody who cannot see it.
func TestUnsafeToolsWithNobodyToAsk(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := write(t, fmt.Sprintf(unsafeText, s.URL), manyIDs(150))
	r := run(t, "", "run", path, "--run-id", "r1")
	lines := strings.Split(r.err, "\n")
	if r.status != 0 || len(s.requests()) != 150 || len(lines) < 2 || lines[0] != "run r1" || !strings.Contains(lines[1], "at least 101 calls") || !strings.Contains(lines[1], "--yes") || !strings.Contains(lines[1], "--limit") {
		t.Errorf("exit status %d after %d requests:\n%s", r.status, len(s.requests()), r.err)
	}
	for _, args := range [][]string{{"--yes"}, {"--limit", "1", "--report", filepath.Join(t.TempDir(), "x.csv"), "--only", "not_done"}, {"--set", "items.file=few.csv"}} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "few.csv"), []byte(manyIDs(2)), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := run(t, "", append([]string{"run", path, "--run-id", "r1"}, args...)...); r.err != "run r1\n" {
			t.Errorf("%v: standard error has\n%s", args, r.err)
		}
	}
	before := len(s.requests())
	p := sitDown(t, 80)
	var errs bytes.Buffer
	if got := cli.Run(t.Context(), []string{"run", path}, cli.Streams{In: p.tty, Out: p.tty, Err: &errs}); got != 64 || !strings.Contains(errs.String(), "--yes") || len(s.requests()) != before {
		t.Errorf("exit status %d after %d requests:\n%s", got, len(s.requests())-before, errs.String())
	}
}

// TestCtrlCAtTheQuestion is 130, and nothing was done.
func TestCtrlCAtTheQuestion(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	items := writeFiles(t, "items.csv", manyIDs(101))
	dir := t.TempDir()
	p := sitDown(t, 80)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "run", items, "--http", "POST "+s.URL+"/pay/{id}", "--effect", "unsafe",
		"--save-job", filepath.Join(dir, "saved.yaml"), "--report", filepath.Join(dir, "out.csv"))
	cmd.Env = append(os.Environ(), beCommand+"=1", "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.tty, p.tty, p.tty
	inItsOwnSession(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.waitFor(t, "Run 101 unsafe calls? [y/N] ")
	if _, err := io.WriteString(p.ptmx, "\x03"); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if got := cmd.ProcessState.ExitCode(); got != 130 || len(s.requests()) != 0 || len(left) > 0 {
		t.Errorf("exit status %d after %d requests, and there are %v\n%s", got, len(s.requests()), left, p.text())
	}
}
