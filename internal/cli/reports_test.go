package cli_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/cli"
	"github.com/batchagent/batchagent/job"
)

// answers is a service that knows four orders by how they end.
func answers(id string, w http.ResponseWriter) {
	switch id[len(id)-1] {
	case '2':
		status(w, 423, "=HYPERLINK(\"http://x\";\"y\"), locked")
	case '3':
		status(w, 404, "no such order")
	case '4':
		panic(http.ErrAbortHandler) // the reply is lost
	default:
		fmt.Fprint(w, `{"id":9007199254740993}`)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// reportOf runs a job and returns its report in a format, the result and the
// job's path.
func reportOf(t *testing.T, url, items, ext string, args ...string) (string, result, string) {
	t.Helper()
	path := write(t, fmt.Sprintf(jobText, url), items)
	out := filepath.Join(t.TempDir(), "out"+ext)
	r := run(t, "", append([]string{"run", path, "--report", out, "--lang", "en", "--quiet", "--concurrency", "1"}, args...)...)
	if r.status == 64 || r.status == 1 {
		t.Fatalf("exit status %d: %s", r.status, r.err)
	}
	return readFile(t, out), r, path
}

// TestTableIsTheInputWithOutcomes: byte for byte, and what is ours behind it.
func TestTableIsTheInputWithOutcomes(t *testing.T) {
	t.Parallel()
	s := serve(t, answers)
	const locked = `,skipped,RESOURCE_CONFLICT,LOCKED,"'=HYPERLINK(""http://x"";""y""), locked",1`
	tests := []struct {
		name, items string
		args        []string
		want        string
	}{
		{
			name: "every outcome but in doubt", items: "order_id,deadline,big\n00041,2026-05-18,\n2,\"2026-05-18\",\n3,2026-05-18,9007199254740993\n4,2026-05-18,\n",
			want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n00041,2026-05-18,,succeeded,,,,1\n2,\"2026-05-18\"," + locked +
				"\n3,2026-05-18,9007199254740993,failed,FATAL,NOT_FOUND,no such order,1\n",
		},
		{
			name: "only some", items: "order_id,deadline,big\n1,2026-05-18,\n3,2026-05-18,\n2,2026-05-18,\n", args: []string{"--only", "skipped,in_doubt", "--only", "failed"},
			want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n3,2026-05-18,,failed,FATAL,NOT_FOUND,no such order,1\n2,2026-05-18," + locked + "\n",
		},
		{
			name: "as it was written", items: "\xef\xbb\xbf\n\"order_id\",deadline,big,\" note, \"\"x\"\"\"\r\n\r\n1,2026-05-18,,\"a\r\nb, \"\"c\"\"\"\r\n\r\n0007,2026-05-18,, =1+1 \r\n8,2026-05-18,,",
			want: "\xef\xbb\xbf\"order_id\",deadline,big,\" note, \"\"x\"\"\",_outcome,_class,_code,_message,_attempts\r\n1,2026-05-18,,\"a\r\nb, \"\"c\"\"\",succeeded,,,,1\r\n" +
				"0007,2026-05-18,, =1+1 ,succeeded,,,,1\r\n8,2026-05-18,,,succeeded,,,,1\r\n",
		},
		{
			name: "a report that is run again", items: "_code,order_id,\"_outcome\",deadline,_message,big,_class,_attempts\n,1,skipped,2026-05-18,\"a, b\",,X,3\nx,3,failed,\"2026-05-18\",,7,,1\n",
			want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n1,2026-05-18,,succeeded,,,,1\n3,\"2026-05-18\",7,failed,FATAL,NOT_FOUND,no such order,1\n",
		},
		{
			name: "rows that cannot be read", items: "order_id,deadline,big\n1\n1,2026-05-18,\"x\n5,5\" pipe,\n7,2026-05-18,\n",
			want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n" +
				"1,failed,INPUT_ERROR,INVALID_FORMAT,\"the row has 1 field, and the header has 3 columns\",0\n" +
				`"1,2026-05-18,""x",failed,INPUT_ERROR,INVALID_FORMAT,"the double quote that opens field 3 is not closed as it should be; the next quote stands on line 4, in the middle of a field",0` + "\n" +
				`5,5" pipe,,failed,INPUT_ERROR,INVALID_FORMAT,"there is a double quote inside of field 2; a field with quotes in it must stand in quotes, with each of them doubled",0` + "\n" +
				"7,2026-05-18,,succeeded,,,,1\n",
		},
		{name: "no rows", items: "order_id,deadline,big\n", want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n"},
		{name: "no end of line at all", items: "order_id,deadline,big", want: "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, _, _ := reportOf(t, s.URL, tt.items, ".csv", tt.args...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// reads are the rows as the reader of the items has them.
func reads(t *testing.T, jobPath, table string) []string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(filepath.Dir(jobPath), "items.csv"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := job.Load(jobPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	source, err := j.OpenItems()
	if err != nil {
		t.Fatalf("%v in %q", err, table)
	}
	defer source.Close() //nolint:errcheck // it was only read
	var rows []string
	for row := range source.Rows() {
		if row.Err != nil {
			rows = append(rows, "unreadable")
			continue
		}
		text := []string{row.ID}
		for column, cell := range row.Values() {
			text = append(text, fmt.Sprintf("%s=%q", column, cell))
		}
		rows = append(rows, strings.Join(text, " "))
	}
	if err := source.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestTableIsReadAgainAsItWas: whatever the rows are, what was written is read
// as the same rows, also when it is written once more.
func TestTableIsReadAgainAsItWas(t *testing.T) {
	t.Parallel()
	s := serve(t, func(id string, w http.ResponseWriter) {
		switch len(id) % 3 {
		case 0:
			status(w, 423, "a \"quoted\", one\nand =2 | \t lines; ")
		case 1:
			status(w, 404, "-1+\"")
		default:
			ok(id, w)
		}
	})
	cells := []string{"", "x", `"a,b"`, `"a""b"`, "\"two\nlines\"", "=1+1", `"`, `5" pipe`, `"x"y`, "caf\xe9", "日本", " ", `""`, "\"\"\"\"", "\",\"", "a;b"}
	headers := []string{"order_id,deadline,big", "_code,order_id,big,deadline,_attempts", "\xef\xbb\xbforder_id,\"deadline\",big", "_message,order_id,big,deadline,note"}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		eol := []string{"\n", "\r\n"}[r.IntN(2)]
		header := headers[r.IntN(len(headers))]
		var text strings.Builder
		text.WriteString(header + eol)
		for i := range r.IntN(12) {
			var row []string
			for name := range strings.SplitSeq(header, ",") {
				cell := cells[r.IntN(len(cells))]
				switch {
				case strings.Contains(name, "order_id") && r.IntN(4) > 0:
					cell = strings.Repeat("1", i+1)
				case strings.Contains(name, "deadline") && r.IntN(4) > 0:
					cell = "2026-05-18"
				case strings.Contains(name, "big") && r.IntN(4) > 0:
					cell = "9007199254740993"
				}
				row = append(row, cell)
			}
			if r.IntN(6) == 0 {
				row = append(row, cells[r.IntN(len(cells))])
			}
			if r.IntN(6) == 0 {
				row = row[1:]
			}
			text.WriteString(strings.Join(row, ",") + eol)
		}
		first, _, jobPath := reportOf(t, s.URL, text.String(), ".csv", "--only", "succeeded,skipped,failed,in_doubt,not_done")
		want := reads(t, jobPath, text.String())
		if diff := cmp.Diff(want, reads(t, jobPath, first)); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s\n%q\n%q", seed, diff, text.String(), first)
		}
		again, _, _ := reportOf(t, s.URL, first, ".csv", "--only", "succeeded,skipped,failed,in_doubt,not_done")
		if diff := cmp.Diff(want, reads(t, jobPath, again)); diff != "" {
			t.Errorf("seed %d, again (-want +got):\n%s\n%q\n%q", seed, diff, first, again)
		}
	}
}

// TestSpreadsheetsRunNothing: what the tool says is no formula in any cell of
// ours, and what stands in the input is left as it is.
func TestSpreadsheetsRunNothing(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＠x", " =1", "\t=1", "\r=1", "a=1"} {
		s := serve(t, func(_ string, w http.ResponseWriter) { status(w, 404, message) })
		text, _, _ := reportOf(t, s.URL, "order_id,deadline,big,note\n1,2026-05-18,,=2+2\n", ".csv")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%v: %q", err, text)
		}
		if rows[1][3] != "=2+2" {
			t.Errorf("the input's own cell became %q", rows[1][3])
		}
		got := rows[1][7]
		if dangerous := strings.ContainsAny(strings.TrimSpace(got)[:1], "=+-@") || strings.HasPrefix(got, "＝") || strings.HasPrefix(got, "＠"); dangerous || (message == "a=1") == strings.HasPrefix(got, "'") {
			t.Errorf("%q became %q", message, got)
		}
	}
}

// TestEveryReportOfOneRun: several at once, --only in all of them, the counts
// whole.
func TestEveryReportOfOneRun(t *testing.T) {
	t.Parallel()
	s := serve(t, answers)
	path := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n2,2026-05-18,\n3,2026-05-18,\n4,2026-05-18,\n")
	dir := t.TempDir()
	args := []string{"run", path, "--json", "--only", "failed,in_doubt"}
	for _, ext := range []string{"json", "jsonl", "csv", "md", "html", "XML"} {
		args = append(args, "--report", filepath.Join(dir, "out."+ext))
	}
	r := run(t, "", args...)
	if r.status != 4 {
		t.Fatalf("exit status %d: %s", r.status, r.err)
	}
	if file := readFile(t, filepath.Join(dir, "out.json")); file != r.out {
		t.Errorf("--json prints\n%s\nand --report x.json has\n%s", r.out, file)
	}
	var doc struct {
		Counts map[string]int
		Items  []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(r.out), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Counts["read"] != 4 || doc.Counts["succeeded"] != 1 || fmt.Sprint(doc.Items) != "[{3} {4}]" {
		t.Errorf("%+v", doc)
	}
	if text := readFile(t, filepath.Join(dir, "out.jsonl")); strings.Count(text, "\n") != 2 || !strings.HasPrefix(text, `{"index":2,"id":"3"`) {
		t.Errorf("out.jsonl has\n%s", text)
	}
	if text := readFile(t, filepath.Join(dir, "out.csv")); strings.Count(text, "\n") != 3 || !strings.Contains(text, "\n4,2026-05-18,,in_doubt,TRANSIENT,") {
		t.Errorf("out.csv has\n%s", text)
	}
	var suites struct {
		Tests int `xml:"tests,attr"`
	}
	if err := xml.Unmarshal([]byte(readFile(t, filepath.Join(dir, "out.XML"))), &suites); err != nil || suites.Tests != 2 {
		t.Errorf("%v, %d tests", err, suites.Tests)
	}
	for name, want := range map[string]string{"out.md": "| 4 | 1 | 1 | 1 | 1 | 0 |", "out.html": "<h2 class=\"o failed\">Failed (1)</h2>"} {
		if text := readFile(t, filepath.Join(dir, name)); !strings.Contains(text, want) || strings.Contains(text, "Succeeded (") {
			t.Errorf("%s has\n%s", name, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".batchagent*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestTableOfSingleItems has their rows alone.
func TestTableOfSingleItems(t *testing.T) {
	t.Parallel()
	s := serve(t, answers)
	path := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n3,2026-05-18,\n5,2026-05-18,\n")
	out := filepath.Join(t.TempDir(), "out.csv")
	if r := run(t, "", "call", path, "--item", "5", "--item", "3", "--report", out); r.status != 2 {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
	want := "order_id,deadline,big,_outcome,_class,_code,_message,_attempts\n3,2026-05-18,,failed,FATAL,NOT_FOUND,no such order,1\n5,2026-05-18,,succeeded,,,,1\n"
	if diff := cmp.Diff(want, readFile(t, out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHeadsOfTables: the delimiter is the reader's, and what is before the
// names stays.
func TestHeadsOfTables(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10_000)
	tests := []struct {
		name, start string
		want        string // "": it is no table, or none that can be added to
	}{
		{"commas", "a,b\n1,2\n", "a,b,_outcome,_class,_code,_message,_attempts\n"},
		{"semicolons", "a;b\r\n1;2\r\n", "a;b;_outcome;_class;_code;_message;_attempts\r\n"},
		{"tabs", "a\tb,c\n1\t2\n", "a\tb,c\t_outcome\t_class\t_code\t_message\t_attempts\n"},
		{"pipes", "a|b\n1|2\n", "a|b|_outcome|_class|_code|_message|_attempts\n"},
		{"a semicolon in a name", "\"a;b\",c\n1,2\n", "\"a;b\",c,_outcome,_class,_code,_message,_attempts\n"},
		{"sep=", "\xef\xbb\xbfsep=;\r\na;b,c\r\n", "\xef\xbb\xbfsep=;\r\na;b,c;_outcome;_class;_code;_message;_attempts\r\n"},
		{"sep= in quotes", "\"sep=^\"\na^b\n", "\"sep=^\"\na^b^_outcome^_class^_code^_message^_attempts\n"},
		{"CR alone", "a,b\r1,2\r", "a,b,_outcome,_class,_code,_message,_attempts\r"},
		{"names of two lines", "\"a\nb\",\"c\"\"\"\r\n", "\"a\nb\",\"c\"\"\",_outcome,_class,_code,_message,_attempts\r\n"},
		{"spaces around names", " a , b\n", " a , b,_outcome,_class,_code,_message,_attempts\n"},
		{"one column", "\n\r\na", "a,_outcome,_class,_code,_message,_attempts\n"},
		{"an earlier report", "_code;a;\"_outcome\"\n", "a;_outcome;_class;_code;_message;_attempts\n"},
		{"a long name", long + ",b\n1,2\n", long + ",b,_outcome,_class,_code,_message,_attempts\n"},
		{"Windows-1252, names in ASCII", "a,b\n\xfc,2\n", "a,b,_outcome,_class,_code,_message,_attempts\n"},
		{"Windows-1252", "a,\xfc\n1,2\n", ""},
		{"UTF-16", "\xff\xfea\x00,\x00b\x00\n\x00", ""},
		{"an open quote", "\"a,b\n1,2\n", ""},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := cli.HeadOfTable(tt.start); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzHeadOfTable: what is written as the head is found again.
func FuzzHeadOfTable(f *testing.F) {
	f.Add("\xef\xbb\xbfsep=;\r\na;b\r\n")
	f.Add("\"a\"\"\n\",b\r")
	f.Add("a|b\n1|2\n")
	f.Fuzz(func(t *testing.T, start string) {
		head := cli.HeadOfTable(start)
		if strings.Contains(strings.ReplaceAll(head, "\r\n", ""), "\r") {
			t.Skip("CR alone inside of a name, or between lines of several kinds, is read as one or the other by what is around it")
		}
		if head != "" && cli.HeadOfTable(head) != head {
			t.Errorf("%q became %q, and that %q", start, head, cli.HeadOfTable(head))
		}
	})
}

// TestInDoubtRowsAreLeftOutAloud of a table that may be run again.
func TestInDoubtRowsAreLeftOutAloud(t *testing.T) {
	t.Parallel()
	s := serve(t, answers)
	text, r, _ := reportOf(t, s.URL, "order_id,deadline,big\n1,2026-05-18,\n4,2026-05-18,\n", ".csv")
	if strings.Contains(text, "\n4,") || !strings.Contains(r.err, "is without the 1 item in doubt") {
		t.Errorf("%s\n%s", text, r.err)
	}
}

// TestReportsAreRefusedBeforeAnythingIsCalled where they could not be written.
func TestReportsAreRefusedBeforeAnythingIsCalled(t *testing.T) {
	t.Parallel()
	s := serve(t, ok)
	path := write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n")
	items := filepath.Join(filepath.Dir(path), "items.csv")
	dir := t.TempDir()
	tests := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no format", []string{"--report", "out.htm"}, 64, "did you mean .html?"},
		{"no end", []string{"--report", "out"}, 64, ".json, .jsonl, .csv, .md, .html, .xml"},
		{"twice", []string{"--report", "out.md", "--report", "./out.md"}, 64, "twice"},
		{"the items", []string{"--report", items}, 64, "not written over"},
		{"a folder", []string{"--report", filepath.Join(dir, "x.md"), "--report", filepath.Join(dir, "no", "x.md")}, 1, "cannot be written to"},
		{"an outcome", []string{"--only", "failed,indoubt"}, 64, `--only "indoubt" is no outcome; did you mean in_doubt?`},
		{"no outcome", []string{"--only", "green"}, 64, "they are succeeded, skipped, failed, in_doubt, not_done"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, "", append([]string{"run", path}, tt.args...)...)
			if r.status != tt.status || !strings.Contains(r.err, tt.want) {
				t.Errorf("exit status %d: %s", r.status, r.err)
			}
		})
	}
	t.Cleanup(func() {
		if n := len(s.requests()); n > 0 {
			t.Errorf("%d requests", n)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
		if text := readFile(t, items); text != "order_id,deadline,big\n1,2026-05-18,\n" {
			t.Errorf("the items are now %q", text)
		}
	})
}

// TestItemsThatChangedHaveNoTable: the rows would stand beside the outcomes of
// others. The other reports are written all the same.
func TestItemsThatChangedHaveNoTable(t *testing.T) {
	t.Parallel()
	for name, items := range map[string]string{
		"other rows":    "order_id,deadline,big\n7,2026-05-18,\n",
		"another cell":  "order_id,deadline,big\n1,2026-05-18,77\n",
		"more rows":     "order_id,deadline,big\n1,2026-05-18,\n2,2026-05-18,\n",
		"no rows":       "order_id,deadline,big\n",
		"other columns": "id\n1\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var path string
			s := serve(t, func(id string, w http.ResponseWriter) {
				if err := os.WriteFile(filepath.Join(filepath.Dir(path), "items.csv"), []byte(items), 0o600); err != nil {
					t.Error(err)
				}
				ok(id, w)
			})
			path = write(t, fmt.Sprintf(jobText, s.URL), "order_id,deadline,big\n1,2026-05-18,\n")
			dir := t.TempDir()
			r := run(t, "", "run", path, "--report", filepath.Join(dir, "out.csv"), "--report", filepath.Join(dir, "out.jsonl"))
			if r.status != 1 || !strings.Contains(r.err, "changed while the run was under way") {
				t.Errorf("exit status %d: %s", r.status, r.err)
			}
			names, _ := filepath.Glob(filepath.Join(dir, "*"))
			if len(names) != 1 || filepath.Base(names[0]) != "out.jsonl" {
				t.Errorf("there are %v", names)
			}
		})
	}
}
