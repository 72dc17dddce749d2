package batch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

type anyReport = batch.Report[string, json.RawMessage]

// formats are the writers.
var formats = map[string]func(*anyReport, io.Writer, ...batch.Outcome) error{
	"report.json":  (*anyReport).WriteJSON,
	"report.jsonl": (*anyReport).WriteJSONL,
	"report.md":    (*anyReport).WriteMarkdown,
	"report.html":  (*anyReport).WriteHTML,
	"report.xml":   (*anyReport).WriteJUnit,
}

func written(t *testing.T, r *anyReport, format string, only ...batch.Outcome) string {
	t.Helper()
	var out bytes.Buffer
	if err := formats[format](r, &out, only...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestFormatsOfARun has the sample in every format, whole and in part.
func TestFormatsOfARun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		report := runOrders(t)
		for _, format := range []string{"report.jsonl", "report.md", "report.html", "report.xml"} {
			golden(t, filepath.Join("testdata", "report", strings.TrimPrefix(format, "report.")+".txtar"),
				"The twelve orders of the sample in this format, and the ones of them that failed or are in doubt.",
				[]string{format, "only-" + format}, map[string]string{
					format:           written(t, report, format),
					"only-" + format: written(t, report, format, batch.Failed, batch.InDoubt),
				})
		}
	})
}

// nasty is what a tool and a file may say to whoever reads the report.
var nasty = []string{
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "' onmouseover='x", "</td></tr></table>", "]]>", "<!--", "&amp;&#60;",
	"a|b", `a\|b`, "`` ` ``", "**bold** _x_ [l](http://h) ![i](http://h)", "@team #12 http://example.com", "# head", "x\n\n# head\n| a | b |",
	"\x00\x01\x08\x0b\x1b[31m\x7f\u0085\ufffe\uffff", "\xff\xfe bad \xc3", "\u202egnp.exe\u202c", "日本語 ✓ 😀", "9007199254740993", "00042", "", "$`x`$", "=1+1",
	"{{.}} {% x %}", "<code>", "</code>", "\r\n<x>",
}

// anyBatch makes up a report: any outcomes, with texts that mean harm.
func anyBatch(r *rand.Rand) *anyReport {
	pick := func() string { return nasty[r.IntN(len(nasty))] }
	var results []*executor.Result
	var ids, args, values []string
	for i := range r.IntN(60) {
		res := anyResult(r)
		own := *res
		if res.Err != nil {
			e := *res.Err
			e.Message, e.Code = taxonomy.Clean(pick()), taxonomy.Code(pick())
			e.Fields = []taxonomy.Field{{Path: "/" + pick(), Message: pick()}}
			e.Suggestions = []string{pick()}
			own.Err, own.Reason = &e, pick()
		}
		results = append(results, &own)
		ids = append(ids, fmt.Sprintf("id%d-%s", i, pick()))
		text, _ := json.Marshal(pick())
		args = append(args, `{"text":`+string(text)+`,"n":9007199254740993}`)
		values = append(values, `{"n":1.10,"text":`+string(text)+`}`)
	}
	of := func(list []string) func(int) json.RawMessage {
		return func(i int) json.RawMessage { return json.RawMessage(list[i]) }
	}
	books := batch.NewBooks(pick()+" job", orders())
	switch r.IntN(4) {
	case 0:
		books.AbortAt("permission", 0, pick(), answered(403, pick()))
	case 1:
		books.BreakOff(pick())
	}
	return batch.ReportOf(books, results, func(i int) string { return ids[i] }, of(args), of(values))
}

// wants makes up a filter; none wants all.
func wants(r *rand.Rand) (only []batch.Outcome, has func(batch.Outcome) bool) {
	for _, o := range executor.Outcomes() {
		if r.IntN(3) == 0 {
			only = append(only, o)
		}
	}
	return only, func(o batch.Outcome) bool { return len(only) == 0 || slices.Contains(only, o) }
}

// TestEveryFormatHasEveryItemOnce: as many as the counts say of each outcome,
// with and without a filter, whatever the texts are.
func TestEveryFormatHasEveryItemOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		report := anyBatch(r)
		only, has := wants(r)
		want := map[string]int{}
		for _, o := range executor.Outcomes() {
			if n := report.Counts.Of(o); n > 0 && has(o) {
				want[o.String()] = n
			}
		}
		for format, count := range map[string]func(*testing.T, string, batch.Counts) map[string]int{
			"report.json": countJSON, "report.jsonl": countJSONL, "report.md": countMarkdown, "report.html": countHTML, "report.xml": countJUnit,
		} {
			got := count(t, written(t, report, format, only...), report.Counts)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, %s with only %v: %v, want %v", seed, format, only, got, want)
			}
		}
	}
}

func countJSON(t *testing.T, text string, counts batch.Counts) map[string]int {
	t.Helper()
	var doc struct {
		Counts batch.Counts
		Items  []struct{ Outcome string }
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if doc.Counts != counts {
		t.Errorf("the counts are %+v, not %+v", doc.Counts, counts)
	}
	got := map[string]int{}
	for _, item := range doc.Items {
		got[item.Outcome]++
	}
	return got
}

func countJSONL(t *testing.T, text string, _ batch.Counts) map[string]int {
	t.Helper()
	got, before := map[string]int{}, -1
	for line := range strings.Lines(text) {
		var item struct {
			Index   int
			Outcome string
		}
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if item.Index <= before {
			t.Errorf("item %d comes after item %d", item.Index, before)
		}
		before = item.Index
		got[item.Outcome]++
	}
	return got
}

var mdHeading = regexp.MustCompile(`^## (Succeeded|Skipped|Failed|In doubt|Not done) \((\d+)\)$`)

func countMarkdown(t *testing.T, text string, counts batch.Counts) map[string]int {
	t.Helper()
	if total := fmt.Sprintf("| %d | %d | %d | %d | %d | %d |\n", counts.Read, counts.Succeeded, counts.Skipped, counts.Failed, counts.InDoubt, counts.NotDone); !strings.Contains(text, total) {
		t.Errorf("no totals %q in\n%s", total, text)
	}
	got, section, cells := map[string]int{}, "", 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "## "):
			m := mdHeading.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("a heading that is not ours: %q", line)
			}
			section = strings.ReplaceAll(strings.ToLower(m[1]), " ", "_")
		case section == "" || line == "" || !strings.HasPrefix(line, "|"):
		case strings.HasPrefix(line, "| Item "), strings.HasPrefix(line, "|---"):
			cells = strings.Count(line, "|")
		default:
			got[section]++
			if n := strings.Count(line, "|"); n != cells {
				t.Errorf("a row of %d cells in a table of %d: %q", n-1, cells-1, line)
			}
		}
		// Outside of code there is nothing but our own words.
		rest := strings.ReplaceAll(mdSpan.ReplaceAllString(line, ""), "<br>", "")
		if strings.ContainsAny(rest, "`[]@*<>\\&") {
			t.Errorf("markup from outside: %q", rest)
		}
	}
	return got
}

var mdSpan = regexp.MustCompile("`[^`|]+`|<code>[^<`|\\\\]*</code>")

func countHTML(t *testing.T, text string, _ batch.Counts) map[string]int {
	t.Helper()
	got := map[string]int{}
	_, body, _ := strings.Cut(text, "</style>")
	section := ""
	for _, tag := range tags(t, body) {
		name, _, _ := strings.Cut(strings.Trim(tag, "</>"), " ")
		if !slices.Contains(strings.Fields("head body h1 h2 ul li code table thead tr th td section p html"), name) {
			t.Errorf("an element that is not ours: %s", tag)
		}
		if !htmlTag.MatchString(tag) {
			t.Errorf("an attribute that is not ours: %s", tag)
		}
		switch {
		case strings.HasPrefix(tag, "<section"):
			section = strings.Split(tag, `"`)[1]
		case tag == "<tr>" && section != "":
			got[section]++
		case tag == "</thead>" && section != "":
			got[section]-- // the names of the columns
		}
	}
	return got
}

var htmlTag = regexp.MustCompile(`^<(/?[a-z0-9]+|t[hd] class="n"|section id="[a-z_]+"|h2 class="o [a-z_]+")>$`)

// tags are what a browser would take for elements, and what is between them
// must be text without quotes that it could take for anything else.
func tags(t *testing.T, body string) []string {
	t.Helper()
	var list []string
	for {
		text, rest, found := strings.Cut(body, "<")
		if strings.ContainsAny(text, `>"'`) || html.EscapeString(html.UnescapeString(text)) != text {
			t.Errorf("text that is not escaped: %q", text)
		}
		if !found {
			return list
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			t.Fatalf("a tag that is not closed: %q", rest)
		}
		list, body = append(list, "<"+tag+">"), after
	}
}

type junit struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []struct {
		Tests      int `xml:"tests,attr"`
		Failures   int `xml:"failures,attr"`
		Errors     int `xml:"errors,attr"`
		Skipped    int `xml:"skipped,attr"`
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
		Cases []struct {
			Name    string        `xml:"name,attr"`
			Failure *junitProblem `xml:"failure"`
			Error   *junitProblem `xml:"error"`
			Skipped *junitProblem `xml:"skipped"`
		} `xml:"testcase"`
		Err *string `xml:"system-err"`
	} `xml:"testsuite"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func countJUnit(t *testing.T, text string, counts batch.Counts) map[string]int {
	t.Helper()
	var doc junit
	if err := xml.Unmarshal([]byte(text), &doc); err != nil { // also refuses what XML 1.0 cannot hold
		t.Fatalf("%v in %s", err, text)
	}
	if len(doc.Suites) != 1 {
		t.Fatalf("%d suites", len(doc.Suites))
	}
	suite, got := doc.Suites[0], map[string]int{}
	for _, c := range suite.Cases {
		switch {
		case c.Failure != nil:
			got["failed"]++
		case c.Error != nil:
			got["in_doubt"]++
		case c.Skipped != nil:
			outcome, _, _ := strings.Cut(c.Skipped.Message, ":")
			got[outcome]++
		default:
			got["succeeded"]++
		}
	}
	if suite.Tests != len(suite.Cases) || suite.Failures != got["failed"] || suite.Errors != got["in_doubt"] || suite.Skipped != got["skipped"]+got["not_done"] ||
		doc.Tests != suite.Tests || doc.Failures != suite.Failures || doc.Errors != suite.Errors {
		t.Errorf("the numbers of the suite are not those of its cases: %+v", doc)
	}
	whole := map[string]string{}
	for _, p := range suite.Properties {
		whole[p.Name] = p.Value
	}
	for _, o := range executor.Outcomes() {
		if whole[o.String()] != strconv.Itoa(counts.Of(o)) {
			t.Errorf("the suite's property %s is %q", o, whole[o.String()])
		}
	}
	return got
}

// TestEveryFormatIsExact: digits and leading zeros are those that came, also in
// texts that are escaped.
func TestEveryFormatIsExact(t *testing.T) {
	t.Parallel()
	raw := func(s string) func(int) json.RawMessage {
		return func(int) json.RawMessage { return json.RawMessage(s) }
	}
	report := batch.ReportOf(batch.NewBooks("exact", orders()),
		[]*executor.Result{corrected(after(answered(503, "")), "rule", "/n", `9007199254740993`, `"0.10"`, 1), ended(batch.Failed, answered(400, "n is 9007199254740993, not 00042"))},
		func(i int) string { return fmt.Sprintf("0004%d", i) }, raw(`{"n":1e400}`), raw(`{"v":12345678901234567890.10}`))
	for format, want := range map[string][]string{
		"report.json":  {"9007199254740993", `"0.10"`, "00040", "00042", "1e400", "12345678901234567890.10"},
		"report.jsonl": {"9007199254740993", `"0.10"`, "00040", "00042", "1e400", "12345678901234567890.10"},
		"report.md":    {"9007199254740993", `"0.10"`, "00040", "00042"},
		"report.html":  {"9007199254740993", "&#34;0.10&#34;", "00040", "00042", "1e400", "12345678901234567890.10"},
		"report.xml":   {"n is 9007199254740993, not 00042", "00040", "1e400"},
	} {
		text := written(t, report, format)
		for _, s := range want {
			if !strings.Contains(text, s) {
				t.Errorf("%s has no %s:\n%s", format, s, text)
			}
		}
	}
}

// TestTheSuiteSaysThatItWasStopped: a batch that broke off has no test case for
// that.
func TestTheSuiteSaysThatItWasStopped(t *testing.T) {
	t.Parallel()
	books := batch.NewBooks("stopped", orders())
	books.BreakOff("disk \x00 <on> fire")
	report := batch.ReportOf(books, nil, nil, nil, nil)
	var doc junit
	if err := xml.Unmarshal([]byte(written(t, report, "report.xml")), &doc); err != nil {
		t.Fatal(err)
	}
	if e := doc.Suites[0].Err; e == nil || !strings.Contains(*e, "the input broke off: disk  <on> fire") {
		t.Errorf("system-err is %v", e)
	}
}

// TestFormatsEndWithTheFirstError of what they are written to, and none writes
// books that do not balance.
func TestFormatsEndWithTheFirstError(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, okRaw)
	ran, err := batch.Run(t.Context(), nil, f, upTo(5000), nil)
	if err != nil {
		t.Fatal(err)
	}
	writers := map[string]func(io.Writer, ...batch.Outcome) error{
		"json": ran.WriteJSON, "jsonl": ran.WriteJSONL, "md": ran.WriteMarkdown, "html": ran.WriteHTML, "xml": ran.WriteJUnit,
	}
	for name, write := range writers {
		whole := &brokenPipe{left: math.MaxInt}
		if err := write(whole); err != nil || whole.writes < 3 {
			t.Errorf("%s: %v after %d writes", name, err, whole.writes)
		}
		broken := &brokenPipe{left: 100_000}
		if err := write(broken); !errors.Is(err, errPipe) || broken.writes > 2 {
			t.Errorf("%s: %v after %d writes", name, err, broken.writes)
		}
	}
	ran.Counts.Failed++
	for name, write := range writers {
		var out bytes.Buffer
		if err := write(&out); err == nil || !strings.Contains(err.Error(), "do not balance") || out.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes", name, err, out.Len())
		}
	}
}

func okRaw(context.Context, int) (string, error) { return "ok", nil }
