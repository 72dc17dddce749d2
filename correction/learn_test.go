package correction_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// learnSchema has all kinds of places.
const learnSchema = `{
	"type": "object", "required": ["order_id"], "additionalProperties": false,
	"properties": {
		"order_id": {"type": "string"},
		"deadline": {"type": "string", "format": "date"},
		"at": {"type": "string", "format": "date-time"},
		"prio": {"enum": ["low", "normal", "high"]},
		"level": {"enum": [1, 2, 3]},
		"express": {"type": "boolean"},
		"amount": {"type": "integer"},
		"recipient": {"type": "string", "pattern": "^[A-Z]"},
		"items": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
			"due": {"type": "string", "format": "date"}, "prio": {"enum": ["low", "high"]}, "0": {"enum": ["low", "high"]}}}}
	}
}`

// withDeadline is the same with one field more that has to be there, so that
// others can be renamed to it.
const withDeadline = `"required": ["order_id", "deadline"]`

// refusedBy is a call whose arguments the schema refuses.
func refusedBy(tb testing.TB, s *tool.Schema, args string) *correction.Request {
	tb.Helper()
	v, err := tool.Decode(json.RawMessage(args))
	if err != nil {
		tb.Fatal(err)
	}
	var e *taxonomy.Error
	if !errors.As(s.Validate(v), &e) {
		tb.Fatalf("the schema does not refuse %s", args)
	}
	return &correction.Request{
		Spec:   &tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"},
		Schema: s, Args: json.RawMessage(args), Err: e,
	}
}

// scripted proposes what it is told to, and counts.
type scripted struct {
	args  string
	asked int
}

func (s *scripted) Correct(context.Context, *correction.Request) (*correction.Proposal, error) {
	s.asked++
	if s.args == "" {
		return nil, nil //nolint:nilnil // it cannot
	}
	return &correction.Proposal{Args: json.RawMessage(s.args), By: "llm"}, nil
}

// tryOut asks, checks and executes as the executor does, and tells what came of
// it.
func tryOut(tb testing.TB, l *correction.Learner, req *correction.Request, v correction.Verdict) (by, args string) {
	tb.Helper()
	p, err := l.Correct(tb.Context(), req)
	if err != nil {
		tb.Fatal(err)
	}
	if p == nil {
		return "", ""
	}
	patch, err := correction.Guard(req, p)
	if err != nil {
		tb.Fatalf("%s: %v", p.Args, err)
	}
	t := &correction.Trial{Req: req, Correction: &correction.Correction{By: p.By, Reason: p.Reason, Patch: patch}, Verdict: v}
	if v == correction.Refused {
		t.Err = req.Err
	}
	l.Settled(t)
	return p.By, string(p.Args)
}

func TestWhatIsLearned(t *testing.T) {
	t.Parallel()
	free := compile(t, learnSchema)
	bound := compile(t, strings.Replace(learnSchema, `"required": ["order_id"]`, withDeadline, 1))
	pair := func(from, to string) [2]string {
		return [2]string{`{"order_id":"1",` + from + `}`, `{"order_id":"1",` + to + `}`}
	}
	date := func(from, to string) [2]string { return pair(`"deadline":"`+from+`"`, `"deadline":"`+to+`"`) }
	for _, tt := range []struct {
		name     string
		examples [][2]string // all of which worked
		want     []string
		next     [2]string // "": still the model's
	}{
		{
			"a layout of dates",
			[][2]string{date("20_05_2026", "2026-05-20"), date("7_6_2026", "2026-06-07")},
			[]string{"/deadline INVALID_FORMAT date D_M_YYYY -> date"},
			date("03_04_2026", "2026-04-03"),
		},
		{
			"the same date twice",
			[][2]string{date("20_05_2026", "2026-05-20"), date("20_05_2026", "2026-05-20")},
			[]string{"/deadline INVALID_FORMAT date D_M_YYYY -> date"},
			date("21_05_2026", "2026-05-21"),
		},
		{
			"the month first",
			[][2]string{date("05_20_2026", "2026-05-20"), date("06_07_2026", "2026-06-07")},
			[]string{"/deadline INVALID_FORMAT date M_D_YYYY -> date"},
			date("03_04_2026", "2026-03-04"),
		},
		{
			"digits alone",
			[][2]string{date("20052026", "2026-05-20"), date("21062026", "2026-06-21")},
			[]string{"/deadline INVALID_FORMAT date DDMMYYYY -> date"},
			date("03042026", "2026-04-03"),
		},
		{
			"words around",
			[][2]string{date("Tag 20, Monat 5 (2026)", "2026-05-20"), date("Tag 21, Monat 6 (2026)", "2026-06-21")},
			[]string{"/deadline INVALID_FORMAT date 'Tag 'D', Monat 'M (YYYY) -> date"},
			date("Tag 3, Monat 4 (2026)", "2026-04-03"),
		},
		{"two dates that may be read in two ways", [][2]string{date("03_04_2026", "2026-04-03"), date("05_06_2026", "2026-06-05")}, nil, [2]string{}},
		{"the day is the month", [][2]string{date("05_05_2026", "2026-05-05"), date("06_06_2026", "2026-06-06")}, nil, [2]string{}},
		{"one example", [][2]string{date("20_05_2026", "2026-05-20")}, nil, [2]string{}},
		{"two layouts, one each", [][2]string{date("20_05_2026", "2026-05-20"), date("20|05|2026", "2026-05-20")}, nil, [2]string{}},
		{"another day", [][2]string{date("20_05_2026", "2026-05-21"), date("22_05_2026", "2026-05-23")}, nil, [2]string{}},
		{"a year of two digits", [][2]string{date("20_05_26", "2026-05-20"), date("21_05_26", "2026-05-21")}, nil, [2]string{}},
		{"a word", [][2]string{date("tomorrow", "2026-05-20"), date("tomorrow", "2026-05-20")}, nil, [2]string{}},
		{
			"a column with both orders",
			[][2]string{date("03_04_2026", "2026-03-04"), date("20_05_2026", "2026-05-20"), date("21_05_2026", "2026-05-21")},
			nil,
			[2]string{},
		},
		{
			"a time with its offset",
			[][2]string{
				pair(`"at":"20.05.2026, 9h05 +02:00"`, `"at":"2026-05-20T09:05:00+02:00"`),
				pair(`"at":"21.05.2026, 14h30 +0200"`, `"at":"2026-05-21T14:30:00+02:00"`),
			},
			[]string{"/at INVALID_FORMAT date D.M.YYYY, h'h'm Z -> date-time"},
			pair(`"at":"01.02.2026, 23h59 GMT"`, `"at":"2026-02-01T23:59:00Z"`),
		},
		{
			"a time without one",
			[][2]string{
				pair(`"at":"20.05.2026, 9h05"`, `"at":"2026-05-20T09:05:00Z"`),
				pair(`"at":"21.05.2026, 9h05"`, `"at":"2026-05-21T09:05:00Z"`),
			},
			nil,
			[2]string{},
		},
		{
			"a value of an enum",
			[][2]string{pair(`"prio":"hoch"`, `"prio":"high"`), pair(`"prio":"hoch"`, `"prio":"high"`)},
			[]string{`/prio VALIDATION_FAILED value "hoch" -> "high"`},
			pair(`"prio":"hoch"`, `"prio":"high"`),
		},
		{
			"a number of an enum",
			[][2]string{pair(`"level":"A"`, `"level":1`), pair(`"level":"A"`, `"level":1`)},
			[]string{`/level VALIDATION_FAILED value "A" -> 1`},
			pair(`"level":"A"`, `"level":1`),
		},
		{
			"a word for a boolean",
			[][2]string{pair(`"express":"ja"`, `"express":true`), pair(`"express":"ja"`, `"express":true`)},
			[]string{`/express WRONG_TYPE value "ja" -> true`},
			pair(`"express":"ja"`, `"express":true`),
		},
		{
			"one value in two ways",
			[][2]string{pair(`"prio":"mid"`, `"prio":"normal"`), pair(`"prio":"mid"`, `"prio":"high"`), pair(`"prio":"mid"`, `"prio":"high"`), pair(`"prio":"mid"`, `"prio":"normal"`)},
			nil,
			[2]string{},
		},
		{"an empty value", [][2]string{pair(`"prio":" "`, `"prio":"low"`), pair(`"prio":" "`, `"prio":"low"`)}, nil, [2]string{}},
		{"null", [][2]string{pair(`"prio":null`, `"prio":"low"`), pair(`"prio":null`, `"prio":"low"`)}, nil, [2]string{}},
		{
			"text that is no enum's",
			[][2]string{pair(`"recipient":"ann"`, `"recipient":"Ann"`), pair(`"recipient":"ann"`, `"recipient":"Ann"`)},
			nil,
			[2]string{},
		},
		{"a number", [][2]string{pair(`"amount":"five"`, `"amount":5`), pair(`"amount":"five"`, `"amount":5`)}, nil, [2]string{}},
		{
			"another name",
			[][2]string{pair(`"frist":"2026-05-20"`, `"deadline":"2026-05-20"`), pair(`"frist":"2026-05-21"`, `"deadline":"2026-05-21"`)},
			[]string{" rename frist -> deadline"},
			pair(`"frist":"2026-05-22"`, `"deadline":"2026-05-22"`),
		},
		{
			"another name and another layout",
			[][2]string{pair(`"frist":"20_05_2026"`, `"deadline":"2026-05-20"`), pair(`"frist":"21_05_2026"`, `"deadline":"2026-05-21"`)},
			[]string{" rename frist -> deadline", "/deadline INVALID_FORMAT date D_M_YYYY -> date"},
			pair(`"frist":"02_03_2026"`, `"deadline":"2026-03-02"`),
		},
		{"another name and another day", [][2]string{pair(`"frist":"soon"`, `"deadline":"2026-05-20"`), pair(`"frist":"soon"`, `"deadline":"2026-05-20"`)}, nil, [2]string{}},
		{"a name dropped", [][2]string{pair(`"x":1,"deadline":"2026-05-20"`, `"deadline":"2026-05-20"`), pair(`"x":1,"deadline":"2026-05-20"`, `"deadline":"2026-05-20"`)}, nil, [2]string{}},
		{
			"two at once",
			[][2]string{pair(`"prio":"hoch","deadline":"20_05_2026"`, `"prio":"high","deadline":"2026-05-20"`), pair(`"prio":"hoch","deadline":"21_05_2026"`, `"prio":"high","deadline":"2026-05-21"`)},
			[]string{"/deadline INVALID_FORMAT date D_M_YYYY -> date", `/prio VALIDATION_FAILED value "hoch" -> "high"`},
			pair(`"deadline":"01_02_2026"`, `"deadline":"2026-02-01"`),
		},
		{
			"beside one that says nothing about others",
			[][2]string{pair(`"prio":"hoch","amount":"five"`, `"prio":"high","amount":5`), pair(`"prio":"hoch","amount":"five"`, `"prio":"high","amount":5`)},
			nil,
			[2]string{},
		},
		{
			"elements of a list",
			[][2]string{pair(`"items":[{"due":"20_05_2026"}]`, `"items":[{"due":"2026-05-20"}]`), pair(`"items":[{},{"due":"21_05_2026"}]`, `"items":[{},{"due":"2026-05-21"}]`)},
			[]string{"/items/*/due INVALID_FORMAT date D_M_YYYY -> date"},
			pair(`"items":[{"due":"01_02_2026"},{},{"due":"03_02_2026"}]`, `"items":[{"due":"2026-02-01"},{},{"due":"2026-02-03"}]`),
		},
		{
			"a member that is called 0",
			[][2]string{pair(`"items":[{"0":"hoch"}]`, `"items":[{"0":"high"}]`), pair(`"items":[{"0":"hoch"}]`, `"items":[{"0":"high"}]`)},
			[]string{`/items/*/0 VALIDATION_FAILED value "hoch" -> "high"`},
			pair(`"items":[{},{"0":"hoch"}]`, `"items":[{},{"0":"high"}]`),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := free
			if strings.Contains(tt.name, "name") {
				s = bound
			}
			model := new(scripted)
			l := correction.Learn(model, nil)
			for i, e := range tt.examples {
				model.args = e[1]
				if by, _ := tryOut(t, l, refusedBy(t, s, e[0]), correction.Worked); by != "llm" {
					t.Errorf("example %d is corrected by %q", i, by)
				}
			}
			if diff := cmp.Diff(tt.want, ruleTexts(l.Rules())); diff != "" {
				t.Errorf("rules (-want +got):\n%s", diff)
			}
			if tt.next[0] == "" {
				return
			}
			model.args = ""
			by, args := tryOut(t, l, refusedBy(t, s, tt.next[0]), correction.Worked)
			if by != "learned" || !sameArgs(t, args, tt.next[1]) || model.asked != len(tt.examples) {
				t.Errorf("corrected by %q to %s, asked %d times", by, args, model.asked)
			}
			again := correction.Learn(model, &correction.LearnOptions{Rules: l.Rules()}) // from the first item
			if by, args := tryOut(t, again, refusedBy(t, s, tt.next[0]), correction.Worked); by != "learned" || !sameArgs(t, args, tt.next[1]) {
				t.Errorf("with the rules of before: by %q, %s", by, args)
			}
		})
	}
}

// ruleTexts are rules as this file writes them.
func ruleTexts(rules []correction.LearnedRule) (texts []string) {
	for _, r := range rules {
		text := strings.TrimSpace(fmt.Sprintf("%s %s", r.Path, r.Code))
		switch {
		case r.Date != nil:
			text += fmt.Sprintf(" date %s -> %s", r.Date.From, r.Date.To)
		case r.Value != nil:
			text += fmt.Sprintf(" value %s -> %s", r.Value.From, r.Value.To)
		case r.Rename != nil:
			text += fmt.Sprintf(" rename %s -> %s", r.Rename.From, r.Rename.To)
		}
		texts = append(texts, text)
	}
	return texts
}

func sameArgs(tb testing.TB, a, b string) bool {
	tb.Helper()
	x, errX := tool.Canonical(json.RawMessage(a))
	y, errY := tool.Canonical(json.RawMessage(b))
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// TestOnlyWhatWorkedIsLearned: and only what was asked for, not what the rules
// or a learned rule did.
func TestOnlyWhatWorkedIsLearned(t *testing.T) {
	t.Parallel()
	s := compile(t, learnSchema)
	const from, to = `{"order_id":"1","prio":"hoch"}`, `{"order_id":"1","prio":"high"}`
	for _, v := range correction.Verdicts() {
		l := correction.Learn(&scripted{args: to}, nil)
		for range 3 {
			tryOut(t, l, refusedBy(t, s, from), v)
		}
		if learned := len(l.Rules()) == 1; learned != (v == correction.Worked) {
			t.Errorf("%s: %v", v, l.Rules())
		}
	}
	l := correction.Learn(&scripted{}, nil)
	for _, by := range []string{"rule", "learned"} {
		for range 3 {
			req := refusedBy(t, s, from)
			patch, err := correction.Guard(req, propose(to))
			if err != nil {
				t.Fatal(err)
			}
			l.Settled(&correction.Trial{Req: req, Correction: &correction.Correction{By: by, Patch: patch}, Verdict: correction.Worked})
		}
	}
	if len(l.Rules()) > 0 {
		t.Errorf("from others: %v", l.Rules())
	}
}

// TestRefusedRuleIsForgotten: the model is asked again, and the rule can prove
// itself again.
func TestRefusedRuleIsForgotten(t *testing.T) {
	t.Parallel()
	s := compile(t, learnSchema)
	const from, to = `{"order_id":"1","prio":"hoch"}`, `{"order_id":"1","prio":"high"}`
	model := &scripted{args: to}
	l := correction.Learn(model, nil)
	teach := func() {
		t.Helper()
		for range 2 {
			if by, _ := tryOut(t, l, refusedBy(t, s, from), correction.Worked); by != "llm" {
				t.Fatalf("by %q", by)
			}
		}
	}
	teach()
	for _, v := range []correction.Verdict{correction.Worked, correction.Unclear, correction.Refused} {
		if by, _ := tryOut(t, l, refusedBy(t, s, from), v); by != "learned" {
			t.Fatalf("before %s: by %q", v, by)
		}
	}
	if len(l.Rules()) != 0 {
		t.Fatalf("still there: %v", ruleTexts(l.Rules()))
	}
	teach()
	if by, _ := tryOut(t, l, refusedBy(t, s, from), correction.Worked); by != "learned" || model.asked != 4 {
		t.Errorf("by %q, asked %d times", by, model.asked)
	}
}

// TestOnlyTheRuleAtFaultIsForgotten.
func TestOnlyTheRuleAtFaultIsForgotten(t *testing.T) {
	t.Parallel()
	s := compile(t, learnSchema)
	l := correction.Learn(&scripted{}, &correction.LearnOptions{Rules: []correction.LearnedRule{
		{Tool: "set_deadline", Path: "/prio", Value: &correction.ValueEdit{From: []byte(`"hoch"`), To: []byte(`"high"`)}},
		{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
		{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "D|M|YYYY", To: "date"}},
		{Tool: "other", Path: "/deadline", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
	}})
	req := refusedBy(t, s, `{"order_id":"1","prio":"hoch","deadline":"20_05_2026"}`)
	p, err := l.Correct(t.Context(), req)
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	patch, err := correction.Guard(req, p)
	if err != nil {
		t.Fatal(err)
	}
	refusal := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeOutOfRange, "the deadline is in the past")
	refusal.Fields = []taxonomy.Field{{Path: "/deadline"}}
	l.Settled(&correction.Trial{Req: req, Correction: &correction.Correction{By: p.By, Patch: patch}, Verdict: correction.Refused, Err: refusal})
	want := []string{" date D_M_YYYY -> date", " date D|M|YYYY -> date", ` value "hoch" -> "high"`}
	want[0], want[1], want[2] = "/deadline"+want[0], "/prio"+want[2], "/deadline"+want[1]
	if diff := cmp.Diff(want, ruleTexts(l.Rules())); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

// TestTheGuardStandsBeforeLearnedRules: whatever a file says, nothing is
// proposed that the guard refuses, and the model is asked instead.
func TestTheGuardStandsBeforeLearnedRules(t *testing.T) {
	t.Parallel()
	value := func(path, from, to string) correction.LearnedRule {
		return correction.LearnedRule{Tool: "set_deadline", Path: path, Value: &correction.ValueEdit{From: []byte(from), To: []byte(to)}}
	}
	rename := func(from, to string) correction.LearnedRule {
		return correction.LearnedRule{Tool: "set_deadline", Rename: &correction.NameEdit{From: from, To: to}}
	}
	for _, tt := range []struct {
		name string
		rule correction.LearnedRule
		args string
	}{
		{"the record", value("/order_id", `1`, `"2"`), `{"order_id":1}`},
		{"what nobody complained about", value("/amount", `5`, `6`), `{"order_id":"1","amount":5,"prio":"hoch"}`},
		{"against the schema", value("/prio", `"hoch"`, `"hoechst"`), `{"order_id":"1","prio":"hoch"}`},
		{"half of it", value("/prio", `"hoch"`, `"high"`), `{"order_id":"1","prio":"hoch","amount":"x"}`},
		{"to a name that nobody knows", rename("frist", "due"), `{"order_id":"1","frist":"2026-05-20"}`},
		{"over another member", rename("frist", "deadline"), `{"order_id":"1","frist":"2026-05-20","deadline":"2026-05-21"}`},
		{"another code", func() correction.LearnedRule {
			r := value("/prio", `"hoch"`, `"high"`)
			r.Code = taxonomy.CodeOutOfRange
			return r
		}(), `{"order_id":"1","prio":"hoch"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			model := new(scripted)
			l := correction.Learn(model, &correction.LearnOptions{Rules: []correction.LearnedRule{tt.rule}})
			p, err := l.Correct(t.Context(), refusedBy(t, compile(t, learnSchema), tt.args))
			if p != nil || err != nil || model.asked != 1 {
				t.Errorf("%+v, %v, asked %d times", p, err, model.asked)
			}
		})
	}
}

// TestAllowedValuesAreNotTranslated: if a tool refuses one that its schema
// allows, that is for a reason of the item's.
func TestAllowedValuesAreNotTranslated(t *testing.T) {
	t.Parallel()
	model := &scripted{args: `{"order_id":"1","prio":"low"}`}
	l := correction.Learn(model, nil)
	for range 3 {
		tryOut(t, l, request(t, learnSchema, `{"order_id":"1","prio":"high"}`, "not for this customer", "prio"), correction.Worked)
	}
	if len(l.Rules()) > 0 {
		t.Errorf("rules %v", ruleTexts(l.Rules()))
	}
}

// TestNoPlaceNamed: where only the message tells, the place is where it was
// corrected.
func TestNoPlaceNamed(t *testing.T) {
	t.Parallel()
	model := new(scripted)
	l := correction.Learn(model, nil)
	for _, date := range []string{"20_05_2026", "21_05_2026", "22_05_2026"} {
		args := func(date string) string { return `{"order_id":"1","due":"` + date + `"}` }
		model.args = args("2026-05-" + date[:2])
		req := request(t, openSchema, args(date), "cannot read the date "+date)
		by, got := tryOut(t, l, req, correction.Worked)
		want := map[bool]string{true: "learned", false: "llm"}[date == "22_05_2026"]
		if by != want || !sameArgs(t, got, model.args) {
			t.Errorf("%s: by %q, %s", date, by, got)
		}
	}
	if diff := cmp.Diff([]string{"/due VALIDATION_FAILED date D_M_YYYY -> date"}, ruleTexts(l.Rules())); diff != "" {
		t.Error(diff)
	}
}

// TestRulesThatDisagree: where two make different things of a value, neither is
// applied.
func TestRulesThatDisagree(t *testing.T) {
	t.Parallel()
	model := new(scripted)
	l := correction.Learn(model, &correction.LearnOptions{Rules: []correction.LearnedRule{
		{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
		{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "M_D_YYYY", To: "date"}},
		{Tool: "set_deadline", Path: "/deadline", Code: taxonomy.CodeInvalidFormat, Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
	}})
	s := compile(t, learnSchema)
	for args, want := range map[string]string{
		`{"order_id":"1","deadline":"03_04_2026"}`: "",
		`{"order_id":"1","deadline":"20_04_2026"}`: `{"order_id":"1","deadline":"2026-04-20"}`,
		`{"order_id":"1","deadline":"04_04_2026"}`: `{"order_id":"1","deadline":"2026-04-04"}`,
	} {
		_, got := tryOut(t, l, refusedBy(t, s, args), correction.Worked)
		if got != want && !sameArgs(t, got, want) {
			t.Errorf("%s: %q", args, got)
		}
	}
}

// TestANameInTwoWays: nobody knows which one is right.
func TestANameInTwoWays(t *testing.T) {
	t.Parallel()
	model := new(scripted)
	l := correction.Learn(model, nil)
	for _, to := range []string{"due", "until", "until", "due", "due"} {
		model.args = `{"order_id":"1","` + to + `":1}`
		tryOut(t, l, request(t, openSchema, `{"order_id":"1","frist":1}`, "", "frist", "due", "until"), correction.Worked)
	}
	if len(l.Rules()) > 0 || model.asked != 5 {
		t.Errorf("rules %v", ruleTexts(l.Rules()))
	}
}

func TestReasonsAreSentences(t *testing.T) {
	t.Parallel()
	l := correction.Learn(&scripted{}, &correction.LearnOptions{Rules: []correction.LearnedRule{
		{Tool: "set_deadline", Path: "/deadline", Date: &correction.DateEdit{From: "D_M_YYYY", To: "date"}},
		{Tool: "set_deadline", Path: "/prio", Value: &correction.ValueEdit{From: []byte(`"hoch"`), To: []byte(`"high"`)}},
		{Tool: "set_deadline", Rename: &correction.NameEdit{From: "frist", To: "deadline"}},
	}})
	p, err := l.Correct(t.Context(), refusedBy(t, compile(t, strings.Replace(learnSchema, `"required": ["order_id"]`, withDeadline, 1)), `{"order_id":"1","prio":"hoch","frist":"20_05_2026"}`))
	const want = `prio: "hoch" stands for "high"; frist: the field is called deadline; deadline: "20_05_2026" is written D_M_YYYY, so the date "2026-05-20"`
	if err != nil || p == nil || p.Reason != want {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestLearnRefusesWhatIsNoRule(t *testing.T) {
	t.Parallel()
	str := func(s string) json.RawMessage { return json.RawMessage(s) }
	for name, r := range map[string]correction.LearnedRule{
		"no tool":          {Path: "/a", Value: &correction.ValueEdit{From: str(`1`), To: str(`2`)}},
		"no edit":          {Tool: "t", Path: "/a"},
		"two edits":        {Tool: "t", Path: "/a", Value: &correction.ValueEdit{From: str(`1`), To: str(`2`)}, Rename: &correction.NameEdit{From: "a", To: "b"}},
		"no path":          {Tool: "t", Value: &correction.ValueEdit{From: str(`1`), To: str(`2`)}},
		"no pointer":       {Tool: "t", Path: "a", Value: &correction.ValueEdit{From: str(`1`), To: str(`2`)}},
		"no change":        {Tool: "t", Path: "/a", Value: &correction.ValueEdit{From: str(`1`), To: str(`1`)}},
		"a list":           {Tool: "t", Path: "/a", Value: &correction.ValueEdit{From: str(`[1]`), To: str(`1`)}},
		"no JSON":          {Tool: "t", Path: "/a", Value: &correction.ValueEdit{From: str(`x`), To: str(`1`)}},
		"no value":         {Tool: "t", Path: "/a", Value: &correction.ValueEdit{From: str(`1`)}},
		"the same name":    {Tool: "t", Rename: &correction.NameEdit{From: "a", To: "a"}},
		"no name":          {Tool: "t", Rename: &correction.NameEdit{From: "a"}},
		"no layout":        {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "DD/MM", To: "date"}},
		"a foreign letter": {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "D-M-YY", To: "date"}},
		"no such target":   {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "D-M-YYYY", To: "time"}},
		"it loses a time":  {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "D-M-YYYY h:m Z", To: "date"}},
		"it makes one up":  {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "D-M-YYYY", To: "date-time"}},
		"no UTF-8":         {Tool: "t", Rename: &correction.NameEdit{From: "a", To: "\xff"}},
		"where D ends":     {Tool: "t", Path: "/a", Date: &correction.DateEdit{From: "DMYYYY", To: "date"}},
	} {
		if err := r.Validate(); err == nil {
			t.Errorf("%s is taken", name)
		}
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "correction.Learn: rule 0: ") {
					t.Errorf("%s: Learn panics with %v", name, v)
				}
			}()
			correction.Learn(&scripted{}, &correction.LearnOptions{Rules: []correction.LearnedRule{r}})
		}()
	}
	defer func() {
		if recover() == nil {
			t.Error("nothing to learn from is taken")
		}
	}()
	correction.Learn(nil, nil)
}

// TestRulesAreTheirOwn: what Rules returns, and what Learn was given, may be
// changed.
func TestRulesAreTheirOwn(t *testing.T) {
	t.Parallel()
	given := []correction.LearnedRule{{Tool: "t", Rename: &correction.NameEdit{From: "a", To: "b"}}}
	l := correction.Learn(&scripted{}, &correction.LearnOptions{Rules: given})
	given[0].Rename.From = "x"
	l.Rules()[0].Rename.From = "y"
	if got := l.Rules()[0].Rename.From; got != "a" {
		t.Errorf("it is %q now", got)
	}
}

func TestVerdictOf(t *testing.T) {
	t.Parallel()
	at := func(e *taxonomy.Error, paths ...string) *taxonomy.Error {
		for _, p := range paths {
			e.Fields = append(e.Fields, taxonomy.Field{Path: p})
		}
		return e
	}
	input := func(paths ...string) *taxonomy.Error {
		return at(taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "no"), paths...)
	}
	for name, tt := range map[string]struct {
		err  *taxonomy.Error
		want correction.Verdict
	}{
		"success":            {nil, correction.Worked},
		"the same place":     {input("/items/0/due"), correction.Refused},
		"above it":           {input("/items"), correction.Refused},
		"below it":           {input("/items/0/due/x"), correction.Refused},
		"a dotless name":     {input("items"), correction.Refused},
		"elsewhere":          {input("/amount", "/items/1"), correction.Worked},
		"a similar name":     {input("/items/0/due_date"), correction.Worked},
		"among others":       {input("/amount", "/items/0/due"), correction.Refused},
		"nowhere":            {input(), correction.Refused},
		"the whole":          {input(""), correction.Refused},
		"a conflict":         {taxonomy.Errorf(taxonomy.ResourceConflict, taxonomy.CodeLocked, "no"), correction.Worked},
		"no permission":      {taxonomy.Errorf(taxonomy.Permission, taxonomy.CodeForbidden, "no"), correction.Worked},
		"no such record":     {taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeNotFound, "no"), correction.Worked},
		"busy":               {taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeRateLimited, "no"), correction.Unclear},
		"cancelled":          {taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeCanceled, "no"), correction.Unclear},
		"nobody knows":       {taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnknown, "no"), correction.Unclear},
		"it may have worked": {taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodePanic, "no"), correction.Unclear},
	} {
		patch := []correction.Change{{Op: "replace", Path: "/prio"}, {Op: "replace", Path: "/items/0/due"}}
		if got := correction.VerdictOf(patch, tt.err); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	seen := map[string]bool{}
	for _, v := range correction.Verdicts() {
		seen[v.String()] = true
	}
	if len(seen) != 3 || correction.Verdict(9).String() != "Verdict(9)" {
		t.Errorf("names %v", seen)
	}
}
