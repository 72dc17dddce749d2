package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/batchagent/batchagent/internal/cli"
)

// result is what one command came to.
type result struct {
	status   int
	out, err string
}

func run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return runContext(t.Context(), stdin, args...)
}

func runContext(ctx context.Context, stdin string, args ...string) result {
	var out, errs bytes.Buffer
	status := cli.Run(ctx, args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return result{status, out.String(), errs.String()}
}

// service is an HTTP server that remembers what it was asked.
type service struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // "PATCH /orders/1 {…}"
	keys  []string
}

// serve answers each request by the last part of its path.
func serve(t *testing.T, answer func(id string, w http.ResponseWriter)) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.EscapedPath()+" "+string(body))
		s.keys = append(s.keys, r.Header.Get("Idempotency-Key"))
		s.mu.Unlock()
		answer(filepath.Base(r.URL.Path), w)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// write makes a folder with a job file and its items, and returns the job's
// path.
func write(t *testing.T, job, items string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"job.yaml": job, "items.csv": items} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "job.yaml")
}

const jobText = `version: 1
name: order-deadlines
tool:
  http:
    request: PATCH %s/orders/{order_id}
    body: {deadline: "{deadline}", big: "{big:integer}"}
  effect: idempotent
  schema: {type: object, properties: {deadline: {type: string, format: date}}}
  idempotency: {key: "{order_id}:{deadline}"}
items: {file: items.csv, empty: omit}
retry: {initial: 1ms}
`

func status(w http.ResponseWriter, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	fmt.Fprintf(w, `{"error":{"message":%q}}`, message)
}

func ok(_ string, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"changed":true}`)
}

func TestRunReportsEveryItem(t *testing.T) {
	t.Parallel()
	s := serve(t, func(id string, w http.ResponseWriter) {
		switch id {
		case "00042":
			status(w, 423, "locked by billing")
		case "3":
			status(w, 404, "no such order")
		default:
			fmt.Fprint(w, `{"id":9007199254740993}`)
		}
	})
	job := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,9007199254740993\n00042,2026-05-18,\n3,2026-05-18,\n4,20/5/2026,\n")
	out := filepath.Join(t.TempDir(), "out.json")
	r := run(t, "", "run", job, "--report", out, "--lang", "en", "--run-id", "r1", "--concurrency", "1")
	if r.status != 2 {
		t.Errorf("exit status %d, want 2\n%s%s", r.status, r.out, r.err)
	}
	if !strings.HasPrefix(r.err, "run r1\n") {
		t.Errorf("the first line of standard error is not the run's id:\n%s", r.err)
	}
	for _, want := range []string{
		"4 items = 2 succeeded + 1 skipped + 1 failed", `LOCKED: 423 "locked by billing"`, "items.csv line 4",
		`"20/5/2026" -> "2026-05-20"`, "exit status 2",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("the summary does not say %q:\n%s", want, r.out)
		}
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Version int
		Run     string
		Counts  map[string]int
		Items   []struct {
			ID, Outcome string
			Line        int
			Params      map[string]json.RawMessage
			Value       json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	if report.Version != 1 || report.Run != "r1" || report.Counts["read"] != 4 || len(report.Items) != 4 {
		t.Errorf("report %+v", report)
	}
	// A4: every digit, and every leading zero, through CSV, body, answer and
	// report.
	first, second := report.Items[0], report.Items[1]
	if string(first.Value) != `{"id":9007199254740993}` || second.ID != "00042" || second.Line != 3 || string(second.Params["order_id"]) != `"00042"` {
		t.Errorf("items %+v", report.Items)
	}
	wantRequests := []string{
		`PATCH /orders/1 {"deadline":"2026-05-18","big":9007199254740993}`,
		`PATCH /orders/00042 {"deadline":"2026-05-18"}`,
		`PATCH /orders/3 {"deadline":"2026-05-18"}`,
		`PATCH /orders/4 {"deadline":"2026-05-20"}`,
	}
	for i, got := range s.requests() {
		if !sameRequest(got, wantRequests[i]) {
			t.Errorf("request %d: %s, want %s", i, got, wantRequests[i])
		}
	}
	if want := "1:2026-05-18 00042:2026-05-18 3:2026-05-18 4:2026-05-20"; strings.Join(s.keys, " ") != want {
		t.Errorf("keys %v, want %s", s.keys, want)
	}
}

// sameRequest compares requests whose bodies may have their members in any
// order.
func sameRequest(a, b string) bool {
	i, j := strings.IndexByte(a, '{'), strings.IndexByte(b, '{')
	if i < 0 || j < 0 || a[:i] != b[:j] {
		return a == b
	}
	var x, y map[string]json.RawMessage
	if json.Unmarshal([]byte(a[i:]), &x) != nil || json.Unmarshal([]byte(b[j:]), &y) != nil || len(x) != len(y) {
		return false
	}
	for k := range x {
		if string(x[k]) != string(y[k]) {
			return false
		}
	}
	return true
}

func TestRunJSONIsAloneOnStandardOutput(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	job := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n")
	r := run(t, "", "run", job, "--json")
	if r.status != 0 || !json.Valid([]byte(r.out)) {
		t.Errorf("exit status %d, output:\n%s", r.status, r.out)
	}
}

func TestExitStatuses(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "folder.json")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	answers := map[string]func(id string, w http.ResponseWriter){
		"ok":     ok,
		"locked": func(_ string, w http.ResponseWriter) { status(w, 423, "locked") },
		"busy":   func(_ string, w http.ResponseWriter) { status(w, 429, "busy") },
		"gone":   func(_ string, w http.ResponseWriter) { status(w, 404, "no such order") },
		"denied": func(_ string, w http.ResponseWriter) { status(w, 403, "not yours") },
		"lost":   func(string, http.ResponseWriter) { panic(http.ErrAbortHandler) },
	}
	for _, tt := range []struct {
		name, answer, items string
		args                []string
		want                int
	}{
		{"all done", "ok", "1,2026-05-18,\n", nil, 0},
		{"none", "ok", "", nil, 0},
		{"skipped", "locked", "1,2026-05-18,\n", nil, 2},
		{"skipped is accepted", "locked", "1,2026-05-18,\n", []string{"--accept", "skipped"}, 0},
		{"failed", "gone", "1,2026-05-18,\n", []string{"--accept", "skipped"}, 2},
		{"denied", "denied", "1,2026-05-18,\n2,2026-05-18,\n", nil, 3},
		{"denied, and carried on", "denied", "1,2026-05-18,\n2,2026-05-18,\n", []string{"--set", "on.permission=fail"}, 2},
		{"in doubt", "lost", "1,2026-05-18,\n", nil, 4},
		{"256 failures are no success", "gone", manyRows(256), nil, 2},
		{"a row that cannot be read", "ok", "1,2026-05-18,,,\n", nil, 2},
		{"unknown flag", "ok", "", []string{"--frobnicate"}, 64},
		{"unknown language", "ok", "", []string{"--lang", "tlh"}, 64},
		{"report of a kind that is not written", "ok", "", []string{"--report", "x.pdf"}, 64},
		{"report where a folder is", "ok", "1,2026-05-18,\n", []string{"--report", folder}, 1},
		{"no waiting", "busy", "1,2026-05-18,\n", []string{"--set", "retry.max_wait=0s"}, 2},
		{"report where none can be", "ok", "", []string{"--report", "/nowhere/at/all/x.json"}, 1},
		{"a key that there is not", "ok", "", []string{"--set", "retyr.attempts=5"}, 64},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, answers[tt.answer])
			job := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n"+tt.items)
			r := run(t, "", append([]string{"run", job}, tt.args...)...)
			if r.status != tt.want {
				t.Errorf("exit status %d, want %d\n%s%s", r.status, tt.want, r.out, r.err)
			}
			if tt.want == 64 && len(s.requests()) > 0 {
				t.Errorf("called %v", s.requests())
			}
		})
	}
}

func manyRows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,2026-05-18,\n", i)
	}
	return b.String()
}

func TestBadJobsSayWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, job, items string
		want             []string
	}{
		{"a misspelt key", strings.Replace(fmt.Sprintf(jobText, "http://127.0.0.1:1"), "retry:", "rety:", 1), "order_id,deadline,big\n", []string{"job.yaml:11:1", "rety", "retry"}},
		{"a column that the file does not have", fmt.Sprintf(jobText, "http://127.0.0.1:1"), "order_id,dedline,big\n", []string{"deadline", "dedline"}},
		{"no items file", strings.Replace(fmt.Sprintf(jobText, "http://127.0.0.1:1"), "items.csv", "nowhere.csv", 1), "", []string{"nowhere.csv"}},
		{"no effect", strings.Replace(fmt.Sprintf(jobText, "http://127.0.0.1:1"), "  effect: idempotent\n", "", 1), "order_id,deadline,big\n", []string{"effect", "idempotent"}},
		{"a schema that does not compile", strings.Replace(fmt.Sprintf(jobText, "http://127.0.0.1:1"), "type: object,", "type: objekt,", 1), "order_id,deadline,big\n", []string{"schema"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, "", "run", write(t, tt.job, tt.items))
			if r.status != 64 {
				t.Errorf("exit status %d, want 64", r.status)
			}
			for _, want := range tt.want {
				if !strings.Contains(r.err, want) {
					t.Errorf("%q is not in: %s", want, r.err)
				}
			}
			if strings.Contains(r.err, "goroutine") || r.out != "" {
				t.Errorf("output:\n%s%s", r.out, r.err)
			}
		})
	}
}

func TestServiceDownFromTheStart(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	s.Close()
	job := write(t, fmt.Sprintf(jobText, s.URL)+"breaker: {failures: 100}\n", "order_id,deadline,big\n"+manyRows(12))
	r := run(t, "", "run", job, "--lang", "en")
	if r.status != 2 {
		t.Errorf("exit status %d, want 2: nothing was sent, so nothing is in doubt", r.status)
	}
	for _, want := range []string{"12 items = 12 failed", "CONNECTION_REFUSED"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("the summary does not say %q:\n%s", want, r.out)
		}
	}
}

func TestCallShowsEveryAttempt(t *testing.T) {
	t.Parallel()
	first := true
	s := serve(t, func(id string, w http.ResponseWriter) {
		if first {
			first = false
			status(w, 503, "busy")
			return
		}
		ok(id, w)
	})
	job := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n2,2026-05-19,\n")
	r := run(t, "", "call", job, "--item", "2", "--lang", "en")
	if r.status != 0 {
		t.Errorf("exit status %d\n%s%s", r.status, r.out, r.err)
	}
	for _, want := range []string{"2  call 1: TRANSIENT UNAVAILABLE, happened: maybe", "2  call 2: succeeded", "2  succeeded"} {
		if !strings.Contains(r.err, want) {
			t.Errorf("%q is not in:\n%s", want, r.err)
		}
	}
	for _, asked := range s.requests() {
		if !strings.Contains(asked, "/orders/2 ") {
			t.Errorf("asked %s", asked)
		}
	}
	if r := run(t, "", "call", job, "--item", "7"); r.status != 64 || r.out != "" || !strings.Contains(r.err, "no row has that id") {
		t.Errorf("an unknown item: exit status %d, %s", r.status, r.err)
	}
	before := len(s.requests())
	if r := run(t, "", "call", job, "--item", "1", "--item", "7"); r.status != 64 || len(s.requests()) != before {
		t.Errorf("one of two is unknown: exit status %d, %d calls", r.status, len(s.requests())-before)
	}
	if r := run(t, "", "call", job); r.status != 64 || !strings.Contains(r.err, "--item") {
		t.Errorf("no item: exit status %d, %s", r.status, r.err)
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want []string
	}{
		{"text", []string{"order is locked"}, []string{"RESOURCE_CONFLICT  LOCKED", "skip the item"}},
		{"E5", []string{"timed out after 4033ms"}, []string{"TRANSIENT  TIMEOUT", "happened:  maybe"}},
		{"http", []string{"--http", "429", "--header", "Retry-After: 7"}, []string{"TRANSIENT  RATE_LIMITED", "7s, as asked", "happened:  no"}},
		{"a success", []string{"--http", "200", "--body", `{"ok":true}`}, []string{"NONE"}},
		{"E12", []string{"--http", "200", "--body", `{"ok":false,"error":"permission denied"}`}, []string{"PERMISSION  FORBIDDEN"}},
		{"a command", []string{"--exit", "1", "--stderr", "cat: /etc/shadow: Permission denied", "--", "cat", "-n", "/etc/shadow"}, []string{"PERMISSION  FORBIDDEN", "happened:  no"}},
		{"a command that worked", []string{"--exit", "0", "--stdout", "done"}, []string{"NONE"}},
		{"a kind", []string{"--kind", "sqlstate", `{"sqlstate":"40001"}`}, []string{"TRANSIENT  SERIALIZATION_FAILURE", "because:   of a code in it"}},
		{"explain a kind", []string{"--explain", "--kind", "grpc", `{"code":"ALREADY_EXISTS"}`}, []string{"grpc             RESOURCE_CONFLICT ALREADY_EXISTS"}},
		{"explain an answer", []string{"--explain", "--http", "423"}, []string{"classified       RESOURCE_CONFLICT LOCKED"}},
		{"fields", []string{"--http", "422", "--body", `{"errors":[{"field":"deadline","message":"is not a date"}]}`}, []string{"field:     /deadline: is not a date"}},
		{"two headers of one name", []string{"--http", "429", "-H", "Retry-After: 7", "-H", "retry-after: 9"}, []string{"TRANSIENT  RATE_LIMITED"}},
		{"explain", []string{"--explain", "hmm"}, []string{"words", "no opinion", "FATAL  UNKNOWN"}},
		{"json", []string{"--json", "--http", "429", "--header", "Retry-After: 7"}, []string{`{"class":"TRANSIENT","code":"RATE_LIMITED","applied":"no","retry_after_s":7,"basis":"code"}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, "", append([]string{"classify"}, tt.args...)...)
			if r.status != 0 {
				t.Errorf("exit status %d: %s", r.status, r.err)
			}
			for _, want := range tt.want {
				if !strings.Contains(r.out, want) {
					t.Errorf("%q is not in:\n%s", want, r.out)
				}
			}
		})
	}
}

func TestClassifyJSONLines(t *testing.T) {
	t.Parallel()
	in := `{"id":"a","kind":"text","data":{"message":"order is locked"}}

{"id":2,"kind":"http","data":{"method":"POST","status":429,"headers":{"Retry-After":"7"},"body":"slow"}}
{"id":"c","kind":"tool_result","data":{"value":{"errors":[]}}}
{"id":"d","kind":"tool_result","data":{"value":"Error: 502 Bad Gateway"}}
not json
{"id":"e","kind":"smoke","data":{}}
`
	want := `{"id":"a","class":"RESOURCE_CONFLICT","code":"LOCKED","applied":"no","retry_after_s":null,"basis":"text"}
{"id":2,"class":"TRANSIENT","code":"RATE_LIMITED","applied":"no","retry_after_s":7,"basis":"code"}
{"id":"c","class":"NONE","applied":"yes","retry_after_s":null}
{"id":"d","class":"TRANSIENT","code":"UNAVAILABLE","applied":"maybe","retry_after_s":null,"basis":"text"}
`
	r := run(t, in, "classify")
	got := r.out
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if rest := strings.TrimPrefix(got, want); strings.Count(rest, "\n") != 2 || strings.Count(rest, `"error":`) != 2 || r.status != 2 {
		t.Errorf("the two bad lines: exit status %d, %s", r.status, rest)
	}
}

func TestClassifyRefusesWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--http", "99"},
		{"--http", "429", "--header", "nonsense"},
		{"--header", "a: b"},
		{"text", "--http", "500"},
		{"two", "texts"},
		{"text", "--body", "x"},
		{"text", "--json", "--explain"},
		{"--explain"},
		{"--http", "500", "--exit", "1"},
		{"text", "--stderr", "x"},
		{"--http", "500", "--stdout", "x"},
		{"--kind", "text"},
		{"--kind", "smoke", "{}"},
		{"--kind", "text", "no JSON"},
		{"--kind", "text", "{}", "{}"},
		{"--kind", "grpc", `{"code":"PERHAPS"}`},
		{"--kind", "errno", `{"errno":"EWHAT"}`},
	} {
		if r := run(t, "", append([]string{"classify"}, args...)...); r.status != 64 || r.err == "" {
			t.Errorf("%v: exit status %d, %q", args, r.status, r.err)
		}
	}
}

// TestFlagsSayWhatIsWrong: in words of the command line, with the nearest name.
func TestFlagsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		`--limit "abc": it must be a whole number`:          {"run", "job.yaml", "--limit", "abc"},
		"unknown flag: --reprot; did you mean --report?":    {"run", "job.yaml", "--reprot", "x"},
		"unknown flag: --zzzzzz; see batchagent run --help": {"run", "job.yaml", "--zzzzzz"},
		`--http "abc": it must be a whole number`:           {"classify", "--http", "abc"},
		`unknown kind "grcp"; did you mean grpc?`:           {"classify", "--kind", "grcp", "{}"},
		`invalid argument "x" for "-q, --quiet" flag`:       {"run", "job.yaml", "--quiet=x"},
	} {
		if r := run(t, "", args...); r.status != 64 || !strings.HasPrefix(r.err, "batchagent: "+want) {
			t.Errorf("%v: exit status %d: %s", args, r.status, r.err)
		}
	}
}

func TestHelpVersionAndCompletion(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"--help"}, {"--version"}, {"version"}, {"version", "--json"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"run", "--help"}} {
		if r := run(t, "", args...); r.status != 0 || r.out == "" || r.err != "" {
			t.Errorf("%v: exit status %d, output %.40q, errors %q", args, r.status, r.out, r.err)
		}
	}
	if r := run(t, "", "runn"); r.status != 64 || !strings.Contains(r.err, "did you mean run") {
		t.Errorf("nearly a command: exit status %d, %q", r.status, r.err)
	}
	if r := run(t, "", "run"); r.status != 64 || !strings.Contains(r.err, "which job file") {
		t.Errorf("no job: exit status %d, %q", r.status, r.err)
	}
	if r := run(t, "", "frobnicate"); r.status != 64 || !strings.Contains(r.err, "frobnicate") {
		t.Errorf("unknown command: exit status %d, %q", r.status, r.err)
	}
}

func TestInterruptedRunReportsAll(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, func(id string, w http.ResponseWriter) {
		cancel()
		ok(id, w)
	})
	job := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n"+manyRows(50))
	r := runContext(ctx, "", "run", job, "--lang", "en", "--concurrency", "1")
	if r.status == 0 || !strings.Contains(r.out, "50 items") || !strings.Contains(r.out, "not done") {
		t.Errorf("exit status %d:\n%s", r.status, r.out)
	}
}

// full is a writer whose disk is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAnOutputThatCannotBeWrittenIsNoSuccess(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	status := cli.Run(t.Context(), []string{"classify", "hmm"}, cli.Streams{In: strings.NewReader(""), Out: full{}, Err: &errs})
	if status != 1 || !strings.Contains(errs.String(), "no space left") {
		t.Errorf("exit status %d: %s", status, errs.String())
	}
}

// TestStatusesOfTheManual: the table of exit statuses in docs/jobfile.md.
func TestStatusesOfTheManual(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../docs/jobfile.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| ([0-9, ]+|any other, such as 1) \\| `([A-Z_]+)` \\|").FindAllStringSubmatch(string(manual), -1)
	if len(rows) != 4 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		for status := range strings.SplitSeq(strings.TrimPrefix(row[1], "any other, such as "), ", ") {
			for _, words := range []string{"", "order is locked by billing"} {
				want := row[2]
				if want == "FATAL" && words != "" {
					want = "RESOURCE_CONFLICT"
				}
				if r := run(t, "", "classify", "--exit", status, "--stderr", words, "--", "./set-deadline"); !strings.HasPrefix(r.out, want+" ") {
					t.Errorf("%s, %q: %s%s, want %s", status, words, r.out, r.err, want)
				}
			}
		}
	}
	said := `{"error":{"code":"LOCKED","message":"by billing"}}`
	if !strings.Contains(string(manual), said) {
		t.Error("the envelope is not in the manual")
	}
	for _, status := range []string{"1", "64", "75", "77"} {
		if r := run(t, "", "classify", "--exit", status, "--stdout", said, "--", "./set-deadline"); !strings.HasPrefix(r.out, "RESOURCE_CONFLICT  LOCKED") {
			t.Errorf("%s with a code: %s%s", status, r.out, r.err)
		}
	}
}
