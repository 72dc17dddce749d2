package cli_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

const unsafeText = `version: 1
name: payments
tool: {http: {request: "POST %s/pay/{id}"}, effect: unsafe}
items: {file: items.csv, id: id}
`

// TestLimitAndTheRest: the first items are called, the others kept in a table,
// and the command that the summary names runs them, none of them twice.
func TestLimitAndTheRest(t *testing.T) {
	t.Parallel()
	s := serve(t, answers)
	path := write(t, fmt.Sprintf(unsafeText, s.URL), manyIDs(7))
	rest := filepath.Join(t.TempDir(), "rest.csv")
	r := run(t, "", "run", path, "--lang", "en", "--limit", "3", "--report", rest, "--only", "not_done", "--concurrency", "1")
	if r.status != 2 || len(s.requests()) != 3 {
		t.Errorf("exit status %d after %d requests\n%s%s", r.status, len(s.requests()), r.out, r.err)
	}
	for _, want := range []string{"payments  1 of 7 succeeded; stopped at --limit 3", "NOT DONE 4         nothing was sent", "not called: beyond --limit 3"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is not in:\n%s", want, r.out)
		}
	}
	if got, want := readFile(t, rest), "id,_outcome,_class,_code,_message,_attempts\n4,not_done,FATAL,CANCELED,beyond --limit 3,0\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the rest is\n%s", got)
	}
	_, command, _ := strings.Cut(strings.Join(strings.Fields(r.out), " "), "to go on where it stopped: batchagent ")
	command, _, _ = strings.Cut(command, " run ")
	words := strings.Fields(command)
	if len(words) != 4 || words[2] != "--set" {
		t.Fatalf("the summary names no command that runs the rest, but %q:\n%s", command, r.out)
	}
	if r := run(t, "", words...); !strings.Contains(r.out, "4 items = ") || len(s.requests()) != 7 {
		t.Errorf("the rest: exit status %d after %d requests\n%s%s", r.status, len(s.requests()), r.out, r.err)
	}
}

// TestAdviceKeepsWhatWasSet: the command that goes on is the same job, and never
// repeats what may be a secret.
func TestAdviceKeepsWhatWasSet(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := write(t, fmt.Sprintf(unsafeText, s.URL), manyIDs(3))
	args := []string{"run", path, "--lang", "en", "--limit", "1", "--report", filepath.Join(t.TempDir(), "rest.csv"), "--only", "not_done"}
	r := run(t, "", append(args, "--set", "retry.attempts=2", "--set", "name=my job")...)
	if said := strings.Join(strings.Fields(r.out), " "); !strings.Contains(said, " --set retry.attempts=2 --set 'name=my job' --set items.file=") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	if r := run(t, "", append(args, "--set", "tool.http.headers={Authorization: hunter2}")...); strings.Contains(r.out, "hunter2") || strings.Contains(r.out, "items.file=") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
}

func manyIDs(n int) string {
	text := strings.Builder{}
	text.WriteString("id\n")
	for i := range n {
		fmt.Fprintln(&text, i+1)
	}
	return text.String()
}

// TestLimitOfARestThatIsNotRead: a table that may lack rows is not named as the
// rest.
func TestLimitOfARestThatIsNotRead(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := write(t, fmt.Sprintf(unsafeText, s.URL)+"shutdown: {grace: 1ns}\n", manyIDs(100_000))
	r := run(t, "", "run", path, "--lang", "en", "--limit", "3", "--report", filepath.Join(t.TempDir(), "rest.csv"), "--only", "not_done")
	if r.status != 2 || strings.Contains(r.out, "batchagent run") || !strings.Contains(r.out, "not read to its end") || !strings.Contains(r.err, "rest.csv ends where reading") {
		t.Errorf("exit status %d\n%s%s", r.status, r.out, r.err)
	}
}

// TestLimitBooks: the reason and the counts, as programs read them; and what
// is said to those who keep no table.
func TestLimitBooks(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := write(t, fmt.Sprintf(unsafeText, s.URL), manyIDs(5))
	r := run(t, "", "run", path, "--json", "--limit", "2")
	var report struct {
		Status string
		Counts map[string]int
		Items  []struct{ Outcome, Reason string }
	}
	if err := json.Unmarshal([]byte(r.out), &report); err != nil {
		t.Fatal(err)
	}
	last := report.Items[len(report.Items)-1]
	if r.status != 2 || report.Status != "partial" || report.Counts["read"] != 5 || report.Counts["not_done"] != 3 || last.Outcome != "not_done" || last.Reason != "beyond --limit 2" {
		t.Errorf("exit status %d, %+v", r.status, report)
	}
	if !strings.Contains(r.err, "--report rest.csv --only not_done would keep the rows that --limit 2 leaves") {
		t.Errorf("standard error:\n%s", r.err)
	}
	if r := run(t, "", "run", path, "--limit", "2", "--lang", "en"); !strings.Contains(strings.Join(strings.Fields(r.out), " "), "take what was called out of the input, for a second call acts twice") {
		t.Errorf("without a table:\n%s", r.out)
	}
	if r := run(t, "", "run", path, "--limit", "5", "--lang", "en"); r.status != 0 || strings.Contains(r.out, "limit") {
		t.Errorf("exit status %d:\n%s", r.status, r.out)
	}
	before := len(s.requests())
	for _, n := range []string{"0", "-1", "x"} {
		if r := run(t, "", "run", path, "--limit", n); r.status != 64 || !strings.Contains(r.err, "limit") {
			t.Errorf("--limit %s: exit status %d: %s", n, r.status, r.err)
		}
	}
	if r := run(t, "", "call", path, "--item", "1", "--limit", "1"); r.status != 64 {
		t.Errorf("call: exit status %d: %s", r.status, r.err)
	}
	if n := len(s.requests()); n != before {
		t.Errorf("%d requests", n-before)
	}
}
