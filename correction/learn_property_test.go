package correction_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// moody is a model that is of another opinion now and then: about the order of
// day and month, and about what a word stands for.
type moody struct{ *rand.Rand }

func (m moody) oneOf(texts ...string) string { return texts[m.IntN(len(texts))] }

// example returns arguments and what they are corrected to.
func (m moody) example() (from, to string) {
	date := time.Date(2020+m.IntN(3), time.Month(1+m.IntN(12)), 1+m.IntN(28), 0, 0, 0, 0, time.UTC)
	right := date.Format(time.DateOnly)
	if m.IntN(8) == 0 {
		right = date.AddDate(0, 0, 1).Format(time.DateOnly) // wrong, and it works
	}
	written := date.Format(m.oneOf("02_01_2006", "2_1_2006", "2_1_2006", "01_02_2006", "2006_1_2", "2006_2_1", "02012006", "20060102", "2|1|2006", "d2 m1 2006"))
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf(`{"order_id":"1","prio":%q}`, m.oneOf("a", "b", "c")), fmt.Sprintf(`{"order_id":"1","prio":%q}`, m.oneOf("low", "high", "high", "high"))
	case 1:
		return fmt.Sprintf(`{"order_id":"1","items":[{},{"due":%q}]}`, written), fmt.Sprintf(`{"order_id":"1","items":[{},{"due":%q}]}`, right)
	case 2:
		return fmt.Sprintf(`{"order_id":"1","prio":"a","deadline":%q}`, written), fmt.Sprintf(`{"order_id":"1","prio":%q,"deadline":%q}`, m.oneOf("low", "high"), right)
	}
	return fmt.Sprintf(`{"order_id":"1","deadline":%q}`, written), fmt.Sprintf(`{"order_id":"1","deadline":%q}`, right)
}

// TestLearnedRulesNeverContradictTheirExamples: whatever the examples are, the
// rules make of each what it was corrected to, or leave it to the model.
func TestLearnedRulesNeverContradictTheirExamples(t *testing.T) {
	t.Parallel()
	s := compile(t, learnSchema)
	runs := 100
	if testing.Short() {
		runs = 30
	}
	learned := 0
	for seed := range runs {
		m := moody{rand.New(rand.NewPCG(uint64(seed), 7))}
		model := new(scripted)
		l := correction.Learn(model, nil)
		var examples [][2]string
		for range 5 + m.IntN(30) {
			from, to := m.example()
			model.args = to
			if by, _ := tryOut(t, l, refusedBy(t, s, from), correction.Worked); by == "llm" {
				examples = append(examples, [2]string{from, to}) // the model's: what was learned from
			}
		}
		rules := l.Rules()
		learned += len(rules)
		checked := correction.Learn(&scripted{}, &correction.LearnOptions{Rules: rules})
		for _, e := range examples {
			p, err := checked.Correct(t.Context(), refusedBy(t, s, e[0]))
			if err != nil {
				t.Fatal(err)
			}
			if p != nil && !sameArgs(t, string(p.Args), e[1]) {
				t.Fatalf("seed %d: %s was corrected to %s, and the rules make %s\nrules %q", seed, e[0], e[1], p.Args, ruleTexts(rules))
			}
		}
	}
	if learned < runs {
		t.Errorf("only %d rules in %d runs: the test shows little", learned, runs)
	}
	t.Logf("%d rules", learned)
}

// FuzzLearnedRule: a rule changes nothing but the places that it is for, if
// these were complained about, and what it puts there is its own value, the date
// that stood there, or the value of the other name.
func FuzzLearnedRule(f *testing.F) {
	for _, seed := range []struct{ args, path, from, to, message string }{
		{`{"order_id":"1","prio":"hoch"}`, "/prio", `"hoch"`, `"high"`, ""},
		{`{"order_id":"1","deadline":"20_05_2026","items":[{"due":"1_2_2026"}]}`, "/items/*/due", "D_M_YYYY", "date", ""},
		{`{"order_id":"1","at":"20.05.2026 9:00 Z"}`, "/at", "D.M.YYYY h:m Z", "date-time", ""},
		{`{"order_id":"1","frist":"2026-05-20"}`, "", "frist", "deadline", "deadline is missing"},
		{`{"order_id":1}`, "/order_id", `1`, `"1"`, "order_id"},
		{`{"a":{"*":[1,2]}}`, "/a/*/*", `2`, `3`, "a"},
		{`{"0":[[{"0":null}]]}`, "/0/0/*/0", `null`, `true`, "0"},
	} {
		f.Add(seed.args, seed.path, seed.from, seed.to, seed.message)
	}
	strict, open := compile(f, learnSchema), compile(f, openSchema)
	f.Fuzz(func(t *testing.T, args, path, from, to, message string) {
		before, err := tool.Decode(json.RawMessage(args))
		if err != nil {
			return
		}
		for _, r := range []correction.LearnedRule{
			{Tool: "set_deadline", Path: path, Date: &correction.DateEdit{From: from, To: to}},
			{Tool: "set_deadline", Path: path, Value: &correction.ValueEdit{From: json.RawMessage(from), To: json.RawMessage(to)}},
			{Tool: "set_deadline", Path: path, Rename: &correction.NameEdit{From: from, To: to}},
		} {
			if r.Validate() != nil {
				continue
			}
			l := correction.Learn(&scripted{}, &correction.LearnOptions{Rules: []correction.LearnedRule{r}})
			for _, s := range []*tool.Schema{strict, open} {
				req := &correction.Request{
					Spec: &tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"}, Schema: s, Args: json.RawMessage(args),
					Err: taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeValidationFailed, "%s", message),
				}
				p, err := l.Correct(t.Context(), req)
				if err != nil {
					t.Fatal(err)
				}
				if p == nil {
					continue
				}
				patch, err := correction.Guard(req, p)
				if err != nil {
					t.Fatalf("the guard refuses it: %v", err)
				}
				for _, c := range patch {
					changedAsTheRuleSays(t, &r, before, c)
				}
			}
		}
	})
}

func changedAsTheRuleSays(t *testing.T, r *correction.LearnedRule, before any, c correction.Change) {
	t.Helper()
	at := pointer.Split(c.Path)
	if r.Rename != nil {
		at = at[:len(at)-1]
	}
	pattern := pointer.Split(r.Path)
	if len(at) != len(pattern) {
		t.Fatalf("%s is changed by a rule for %s", c.Path, r.Path)
	}
	doc := before
	for i, part := range at {
		list, isList := doc.([]any)
		if part != pattern[i] && (!isList || pattern[i] != "*") {
			t.Fatalf("%s is changed by a rule for %s", c.Path, r.Path)
		}
		switch d := doc.(type) {
		case map[string]any:
			doc = d[part]
		case []any:
			var n int
			if _, err := fmt.Sscan(part, &n); err != nil {
				t.Fatal(err)
			}
			doc = list[n]
		}
	}
	switch {
	case r.Rename != nil:
		holder, _ := doc.(map[string]any) // no members otherwise
		value, err := json.Marshal(holder[r.Rename.From])
		name := pointer.Unescape(c.Path[strings.LastIndexByte(c.Path, '/')+1:])
		if err != nil || c.Op == "remove" && name != r.Rename.From || c.Op == "add" && (name != r.Rename.To || !sameArgs(t, string(value), string(c.Value))) || c.Op == "replace" {
			t.Fatalf("a renaming of %q to %q did %+v", r.Rename.From, r.Rename.To, c)
		}
	case c.Op != "replace":
		t.Fatalf("%+v", c)
	case r.Value != nil:
		if !sameArgs(t, string(c.From), string(r.Value.From)) || !sameArgs(t, string(c.Value), string(r.Value.To)) {
			t.Fatalf("%+v by %s -> %s", c, r.Value.From, r.Value.To)
		}
	case r.Date != nil:
		var text, date string
		if json.Unmarshal(c.From, &text) != nil || json.Unmarshal(c.Value, &date) != nil {
			t.Fatalf("%+v", c)
		}
		layout := time.DateOnly
		if r.Date.To == "date-time" {
			layout = time.RFC3339
		}
		when, err := time.Parse(layout, date)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{when.Year(), int(when.Month()), when.Day()} { // its digits come from the text
			if !strings.Contains(text, strconv.Itoa(n)) {
				t.Fatalf("%s of %s has a %d that nobody wrote", date, text, n)
			}
		}
	}
}

// FuzzLayout: what is read can be written and read again, and a conversion gives
// a date of the calendar.
func FuzzLayout(f *testing.F) {
	for _, seed := range [][2]string{{"D-M-YYYY", "20-05-2026"}, {"YYYYMMDD", "20260520"}, {"D'. day of 'M YYYY", "1. day of 2 2026"}, {"YYYY年M月D日 h时m分s秒 Z", "2026年5月20日 9时5分1秒 +08:00"}, {"'", ""}, {"", "x"}, {"D-M-YYYYZ", "1-1-2026-0100"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, layout, text string) {
		again, date, err := correction.ReadLayout(layout, text)
		if err != nil {
			return
		}
		twice, _, err := correction.ReadLayout(again, "")
		if err != nil || twice != again {
			t.Fatalf("%q is written %q, and that %q: %v", layout, again, twice, err)
		}
		if date == "" {
			return
		}
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			if _, err := time.Parse(time.RFC3339, date); err != nil {
				t.Fatalf("%q by %q is %q", text, layout, date)
			}
		}
	})
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ layout, text, want string }{
		{"D-M-YYYY", "20-05-2026", "2026-05-20"},
		{"D-M-YYYY", "2-5-2026", "2026-05-02"},
		{"D-M-YYYY", "20-05-2026 ", ""},
		{"D-M-YYYY", " 20-05-2026", ""},
		{"D-M-YYYY", "20/05/2026", ""},
		{"D-M-YYYY", "020-05-2026", ""},
		{"D-M-YYYY", "20-05-20267", ""},
		{"D-M-YYYY", "20-05-0026", ""},
		{"D-M-YYYY", "31-02-2026", ""},
		{"D-M-YYYY", "29-02-2026", ""},
		{"D-M-YYYY", "29-02-2028", "2028-02-29"},
		{"D-M-YYYY", "00-05-2026", ""},
		{"D-M-YYYY", "20-00-2026", ""},
		{"D-M-YYYY", "20-13-2026", ""},
		{"M-D-YYYY", "5-20-2026", "2026-05-20"},
		{"DDMMYYYY", "20052026", "2026-05-20"},
		{"DDMMYYYY", "2052026", ""},
		{"YYYYMMDD", "20260520", "2026-05-20"},
		{"YYYY年M月D日", "2026年5月20日", "2026-05-20"},
		{"D' de 'M' de 'YYYY", "20 de 5 de 2026", "2026-05-20"},
		{"D.M.YYYY h:m Z", "20.5.2026 9:05 Z", "2026-05-20T09:05:00Z"},
		{"D.M.YYYY h:m:s Z", "20.5.2026 23:59:01 -0330", "2026-05-20T23:59:01-03:30"},
		{"D.M.YYYY h:m Z", "20.5.2026 24:00 Z", ""},
		{"D.M.YYYY h:m Z", "20.5.2026 9:60 Z", ""},
		{"D.M.YYYY h:m Z", "20.5.2026 9:05 +25:00", ""},
		{"D.M.YYYY h:m Z", "20.5.2026 9:05", ""},
		{"D.M.YYYY h:m Z", "20.5.2026 9:05 MESZ", ""},
	} {
		again, date, err := correction.ReadLayout(tt.layout, tt.text)
		if err != nil || again != tt.layout || date != tt.want {
			t.Errorf("%q by %q: %q, written %q, %v; want %q", tt.text, tt.layout, date, again, err, tt.want)
		}
	}
}
