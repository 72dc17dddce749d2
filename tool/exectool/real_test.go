//go:build unix

package exectool_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// need skips a test of a program that this machine has not.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not here: %v", program, err)
	}
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	need(t, "sqlite3")
	db := t.TempDir() + "/orders.db"
	if out, err := exec.CommandContext(t.Context(), "sqlite3", db, "create table orders(id text primary key, deadline text not null); insert into orders values('00042','2026-05-01')").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// A value in SQL is code, from which no vector of arguments protects: a
	// conversion does.
	get := mustNew(t, &exectool.Config{Effect: tool.ReadOnly, Command: []string{"sqlite3", "-bail", "-json", db, "select id, deadline, 9007199254740993 as n from orders where id = '{id:integer}' or id = '00042'"}})
	got, err := get.Call(t.Context(), raw(`{"id":"7"}`))
	if want := `[{"id":"00042","deadline":"2026-05-01","n":9007199254740993}]`; string(got) != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	twice := mustNew(t, &exectool.Config{Effect: tool.Unsafe, Command: []string{"sqlite3", "-bail", db}, Stdin: "insert into orders values('00042','{deadline}');\n"})
	_, err = twice.Call(t.Context(), raw(`{"deadline":"2026-05-02"}`))
	exit := wantExit(t, err, 1, 0)
	if !strings.Contains(exit.Stderr, "UNIQUE constraint failed: orders.id") {
		t.Errorf("got %q", exit.Stderr)
	}
	_, err = mustNew(t, &exectool.Config{Command: []string{"sqlite3", db}, Stdin: "select * from missing;"}).Call(t.Context(), raw(`{}`))
	if exit := wantExit(t, err, 1, 0); !strings.Contains(exit.Stderr, "no such table: missing") {
		t.Errorf("got %q", exit.Stderr)
	}
}

func TestGit(t *testing.T) {
	t.Parallel()
	need(t, "git")
	dir := t.TempDir()
	quiet := map[string]string{"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "LC_ALL": "C", "GIT_CEILING_DIRECTORIES": dir}
	git := func(args ...string) *rawTool {
		return mustNew(t, &exectool.Config{Command: append([]string{"git", "-c", "user.name=n", "-c", "user.email=e"}, args...), Dir: dir, Env: quiet})
	}
	_, err := git("status").Call(t.Context(), raw(`{}`))
	if exit := wantExit(t, err, 128, 0); !strings.Contains(exit.Stderr, "not a git repository") {
		t.Errorf("got %q", exit.Stderr)
	}
	if _, err := git("init", "-q").Call(t.Context(), raw(`{}`)); err != nil {
		t.Fatal(err)
	}
	message := "it's \"done\"; $(rm -rf /)\n\nfor good"
	if _, err := git("commit", "-q", "--allow-empty", "--message={message}").Call(t.Context(), encode(t, map[string]string{"message": message})); err != nil {
		t.Fatal(err)
	}
	got, err := git("log", "-1", "--format=%B").Call(t.Context(), raw(`{}`))
	if want := strings.TrimSpace(string(encode(t, message))); string(got) != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	_, err = git("checkout", "-q", "{branch}").Call(t.Context(), raw(`{"branch":"--orphan=x"}`))
	_ = wantError(t, err, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No)
	_, err = git("checkout", "-q", "{branch}").Call(t.Context(), raw(`{"branch":"nothing"}`))
	if exit := wantExit(t, err, 1, 0); !strings.Contains(exit.Stderr, "did not match") {
		t.Errorf("got %q", exit.Stderr)
	}
}

func TestCurl(t *testing.T) {
	t.Parallel()
	need(t, "curl")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("X-Key") != "key-1" {
			t.Errorf("the key is %q", r.Header.Get("X-Key"))
		}
		if strings.Contains(string(body), "1002") {
			w.WriteHeader(http.StatusLocked)
		}
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	c := func(url string) *rawTool {
		return mustNew(t, &exectool.Config{
			Command: []string{"sh", "-c", `exec curl -sS --fail --noproxy '*' -H "X-Key: $BATCHAGENT_IDEMPOTENCY_KEY" --data-binary @- -- "$1"`, "sh", url},
			Stdin:   exectool.StdinJSON, Schema: raw(`{"type":"object","required":["id"],"properties":{"id":{"type":"string"}}}`),
		})
	}
	ctx := withKey(t.Context(), "key-1")
	got, err := c(s.URL).Call(ctx, raw(`{"id": "00042", "n": 9007199254740993}`))
	if want := `{"id":"00042","n":9007199254740993}`; string(got) != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	_, err = c(s.URL).Call(ctx, raw(`{"id":"1002"}`))
	if exit := wantExit(t, err, 22, 0); !strings.Contains(exit.Stderr, "423") { // curl(1): HTTP page not retrieved
		t.Errorf("got %q", exit.Stderr)
	}
	s.Close()
	_, err = c(s.URL).Call(ctx, raw(`{"id":"1"}`))
	_ = wantExit(t, err, 7, 0) // failed to connect
}
