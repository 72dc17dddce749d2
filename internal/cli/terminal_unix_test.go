//go:build unix

package cli_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// inItsOwnSession makes a command's standard input its controlling terminal, so
// that what is typed there can be a signal.
func inItsOwnSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
}

// TestLimitOfAPipe: what comes through it after the limit is not waited for, and
// so nobody knows whether that was all. Nor is it counted, which would take the
// items from the run.
func TestLimitOfAPipe(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := writeFiles(t, "job.yaml", fmt.Sprintf("version: 1\ntool: {http: {request: \"POST %s/pay/{id}\"}, effect: unsafe}\nitems: {file: items.jsonl, id: id}\nshutdown: {grace: 1ms}\n", s.URL))
	pipe := filepath.Join(filepath.Dir(path), "items.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("there are no named pipes here:", err)
	}
	other, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close() //nolint:errcheck // nothing is left in it
	if _, err := io.WriteString(other, "{\"id\":1}\n{\"id\":2}\n"); err != nil {
		t.Fatal(err)
	}
	r := run(t, "", "run", path, "--lang", "en", "--limit", "2")
	if r.status != 2 || len(s.requests()) != 2 || !strings.Contains(r.out, "2 of 2 succeeded; stopped at --limit 2") || !strings.Contains(r.out, "not read to its end") {
		t.Errorf("exit status %d after %d requests\n%s%s", r.status, len(s.requests()), r.out, r.err)
	}
}
