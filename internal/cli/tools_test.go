package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestDeclaredRules: success and classify go before what the library makes of
// an answer, and an expression that cannot be evaluated is told of.
func TestDeclaredRules(t *testing.T) {
	t.Parallel()
	s := serve(t, func(id string, w http.ResponseWriter) {
		switch id {
		case "1":
			status(w, 404, "the order is locked")
		case "2":
			status(w, 409, "done already")
		case "3":
			fmt.Fprint(w, `{"changed":false,"queue":{"full":true}}`)
		default:
			fmt.Fprint(w, `{"changed":true}`)
		}
	})
	job := write(t, fmt.Sprintf(`version: 1
tool:
  http: {request: "PUT %s/orders/{id}"}
  success: body.changed == true or text contains "done already"
  classify:
    - {when: 'status == 404 && text contains "locked"', class: RESOURCE_CONFLICT, code: LOCKED, applied: no}
    - {when: body.queue.full, class: FATAL, code: QUEUE_FULL, applied: no}
items: items.csv
`, s.URL), "id\n1\n2\n3\n4\n")
	r := run(t, "", "run", job, "--lang", "en", "--json")
	for _, want := range []string{
		`"code":"LOCKED"`, `"code":"QUEUE_FULL"`, `"basis":"declared"`, `"counts":{"read":4,"succeeded":2,"skipped":1,"failed":1,"in_doubt":0,"not_done":0}`,
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s is not in:\n%s", want, r.out)
		}
	}
	if r.status != 2 || len(s.requests()) != 4 {
		t.Errorf("exit status %d, %d requests", r.status, len(s.requests()))
	}
	broken := write(t, fmt.Sprintf(`version: 1
tool:
  http: {request: "PUT %s/orders/{id}"}
  classify: [{when: body.order.state == 1, class: FATAL}]
items: items.csv
`, s.URL), "id\n4\n5\n")
	if r := run(t, "", "run", broken); r.status != 0 || !strings.Contains(r.err, "could not be evaluated (2 times") || !strings.Contains(r.err, "body.order.state") {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
}

// TestE6ProbeSettlesALostReply: a POST whose reply is lost is asked after, and
// not sent again where it happened.
func TestE6ProbeSettlesALostReply(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	created := map[string]int{}
	posts := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		id := filepath.Base(r.URL.Path)
		if r.Method == http.MethodGet {
			if created[id] == 0 {
				status(w, 404, "no such shipment")
				return
			}
			fmt.Fprintf(w, `{"id":%q,"state":"created"}`, id)
			return
		}
		posts[id]++
		if id != "early" || posts[id] > 1 { // lost before it was done, once
			created[id]++
		}
		if posts[id] == 1 {
			panic(http.ErrAbortHandler) // the reply is lost
		}
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(server.Close)
	job := write(t, fmt.Sprintf(`version: 1
tool:
  http: {request: "POST %[1]s/shipments/{id}"}
  effect: unsafe
  probe: {http: {request: "GET %[1]s/shipments/{id}"}, done: 'body.state == "created"'}
items: items.csv
retry: {initial: 1ms}
`, server.URL), "id\nlate\nearly\n")
	r := run(t, "", "run", job, "--json")
	if r.status != 0 {
		t.Errorf("exit status %d: %s", r.status, r.out)
	}
	for id, want := range map[string][2]int{"late": {1, 1}, "early": {2, 1}} {
		if got := [2]int{posts[id], created[id]}; got != want {
			t.Errorf("%s: %d posts, created %d times", id, got[0], got[1])
		}
	}
	if !strings.Contains(r.out, `"by_probe":1`) {
		t.Errorf("none was settled by the probe:\n%s", r.out)
	}
}

// TestE6ProbeWithAMisspeltName: a probe that looks at what the answer has not
// got does not know, and what may have happened is not sent again.
func TestE6ProbeWithAMisspeltName(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"state":"created"}`)
			return
		}
		posts.Add(1)
		panic(http.ErrAbortHandler) // it was done, and the reply is lost
	}))
	t.Cleanup(server.Close)
	job := write(t, fmt.Sprintf(`version: 1
tool:
  http: {request: "POST %[1]s/shipments/{id}"}
  effect: unsafe
  probe: {http: {request: "GET %[1]s/shipments/{id}"}, done: 'body.sate == "created"'}
items: items.csv
retry: {initial: 1ms}
`, server.URL), "id\none\n")
	r := run(t, "", "run", job)
	if r.status != 4 || posts.Load() != 1 {
		t.Errorf("exit status %d, %d posts:\n%s", r.status, posts.Load(), r.out)
	}
}

// TestCredential: a command prints the token, at the start and again when it is
// refused; it is never shown.
func TestCredential(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	calls := filepath.Join(dir, "calls")
	script := filepath.Join(dir, "token.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho x >> "+calls+"\necho secret-$(wc -l < "+calls+" | tr -d ' ')\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret-2" {
			status(w, 401, "token expired: "+r.Header.Get("Authorization"))
			return
		}
		fmt.Fprint(w, `{}`)
	}))
	t.Cleanup(server.Close)
	text := fmt.Sprintf(`version: 1
tool:
  http: {request: "PUT %s/orders/{id}", headers: {Authorization: "Bearer ${env:BATCHAGENT_TEST_TOKEN}"}}
  credential: {command: [%s], env: BATCHAGENT_TEST_TOKEN}
items: items.csv
`, server.URL, script)
	r := run(t, "", "run", write(t, text, "id\n1\n2\n3\n"), "--json", "--concurrency", "1")
	if r.status != 0 || strings.Contains(r.out+r.err, "secret-") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	if data, err := os.ReadFile(calls); err != nil || strings.Count(string(data), "x") != 2 {
		t.Errorf("the command ran %d times, %v", strings.Count(string(data), "x"), err)
	}
	for command, want := range map[string]string{
		"[sh, -c, echo no such user >&2; exit 3]": "no such user", `["true"]`: "printed nothing", "[./nowhere]": "no program ./nowhere",
		"[sh, -c, echo s3cret-token; echo 'got s3cret-token' >&2; exit 3]": "exit status 3: got ${env:credential}", "[sh, -c, 'yes s3cret-token | head -c 1000000']": "only 65536 are kept", "[sh, -c, 'kill -9 $$']": "ended by a signal",
	} {
		bad := strings.Replace(strings.Replace(text, "["+script+"]", command, 1), "BATCHAGENT_TEST_TOKEN", "BATCHAGENT_TEST_TOKEN2", 2)
		if r := run(t, "", "run", write(t, bad, "id\n1\n")); r.status != 64 || !strings.Contains(r.err, want) || strings.Contains(r.err, "s3cret") {
			t.Errorf("%s: exit status %d: %s", command, r.status, r.err)
		}
	}
}

// TestE10CredentialLeavesNothing: what the credential's command has started is
// gone when the command is.
func TestE10CredentialLeavesNothing(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{}`) }))
	t.Cleanup(server.Close)
	pid := filepath.Join(t.TempDir(), "pid")
	text := fmt.Sprintf(`version: 1
tool:
  http: {request: "PUT %s/orders/{id}", headers: {Authorization: "Bearer ${env:BATCHAGENT_TEST_LEFT}"}}
  credential: {command: [sh, -c, 'sleep 1000 & echo $! > "%s"; echo token'], env: BATCHAGENT_TEST_LEFT}
items: items.csv
`, server.URL, pid)
	if r := run(t, "", "run", write(t, text, "id\n1\n")); r.status != 0 {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
	data, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if id := strings.TrimSpace(string(data)); exec.CommandContext(t.Context(), "sh", "-c", "kill -0 "+id+" && ! grep -q '^State:.Z' /proc/"+id+"/status").Run() == nil {
		t.Errorf("process %s is left", id)
	}
}

// TestE11NoSecretsInResults: what a service or a program repeats of a variable is
// not reported, nor is what an expression says of it.
func TestE11NoSecretsInResults(t *testing.T) {
	t.Setenv("BATCHAGENT_TEST_ECHO", `s3cret/"t0ken`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"sent": r.Header.Get("X-Key"), "n": json.Number("9007199254740993")})
	}))
	t.Cleanup(server.Close)
	for name, call := range map[string]string{
		"http":       fmt.Sprintf(`http: {request: "GET %s/{id}", headers: {X-Key: "${env:BATCHAGENT_TEST_ECHO}"}}`, server.URL),
		"exec":       `exec: {command: [sh, -c, 'echo "you sent $T"', sh, "{id}"], env: {T: "${env:BATCHAGENT_TEST_ECHO}"}}` + "\n  effect: idempotent",
		"expression": fmt.Sprintf(`http: {request: "GET %s/{id}", headers: {X-Key: "${env:BATCHAGENT_TEST_ECHO}"}}`, server.URL) + "\n  success: int(body.sent) > 1",
	} {
		text := "version: 1\ntool:\n  " + call + "\nitems: {file: items.csv, id: id}\nretry: {attempts: 2, initial: 1ms}\n"
		r := run(t, "", "run", write(t, text, "id\n1\n"), "--json")
		if strings.Contains(r.out+r.err, "s3cret") || strings.Contains(r.out+r.err, "t0ken") || !strings.Contains(r.out+r.err, "${env:BATCHAGENT_TEST_ECHO}") {
			t.Errorf("%s: exit status %d\n%s%s", name, r.status, r.out, r.err)
		}
		if name == "http" && !strings.Contains(r.out, `"n":9007199254740993`) {
			t.Errorf("%s", r.out)
		}
	}
}
