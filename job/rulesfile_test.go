package job_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/job"
)

func valueRule(from, to string) correction.LearnedRule {
	return correction.LearnedRule{Tool: "set", Path: "/prio", Value: &correction.ValueEdit{From: json.RawMessage(from), To: json.RawMessage(to)}}
}

func TestRulesFile(t *testing.T) {
	t.Parallel()
	rules := []correction.LearnedRule{
		{Tool: "set_deadline", Path: "/deadline", Code: "INVALID_FORMAT", Date: &correction.DateEdit{From: "D-M-YYYY", To: "date"}},
		{Tool: "set_deadline", Path: "/items/*/due", Date: &correction.DateEdit{From: "YYYY年M月D日 h:m Z", To: "date-time"}},
		{Tool: "set_deadline", Path: "/prio", Code: "VALIDATION_FAILED", Value: &correction.ValueEdit{From: json.RawMessage(`"hoch"`), To: json.RawMessage(`"high"`)}},
		valueRule(`"no"`, `false`),
		valueRule(`"7"`, `7`),
		valueRule(`null`, `1.50`),
		valueRule(`"a\nb: {\"c\"} # \\ 'd'"`, `9007199254740993`),
		{Tool: "set deadline", Rename: &correction.NameEdit{From: "frist", To: "true"}},
		{Tool: "x", Path: "/a~1b", Rename: &correction.NameEdit{From: "0x1", To: "~"}},
	}
	const want = `# What was learned from corrections that worked. Lines may be changed, added and taken out.
version: 1
rules:
  - {tool: set_deadline, path: /deadline, code: INVALID_FORMAT, date: {from: D-M-YYYY, to: date}}
  - {tool: set_deadline, path: /items/*/due, date: {from: "YYYY年M月D日 h:m Z", to: date-time}}
  - {tool: set_deadline, path: /prio, code: VALIDATION_FAILED, value: {from: hoch, to: high}}
  - {tool: set, path: /prio, value: {from: "no", to: false}}
  - {tool: set, path: /prio, value: {from: "7", to: 7}}
  - {tool: set, path: /prio, value: {from: null, to: 1.50}}
  - {tool: set, path: /prio, value: {from: "a\nb: {\"c\"} # \\ 'd'", to: 9007199254740993}}
  - {tool: "set deadline", rename: {from: frist, to: "true"}}
  - {tool: x, path: /a~1b, rename: {from: "0x1", to: "~"}}
`
	var b bytes.Buffer
	if err := job.WriteRules(&b, rules); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	path := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := job.LoadRules(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rules, got); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	if len(correction.Learn(correction.Rules(nil), &correction.LearnOptions{Rules: got}).Rules()) != len(rules) {
		t.Error("the Learner does not have all of them")
	}
}

func TestRulesFileByHand(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"block style": "version: 1\r\nrules:\r\n- tool: set\r\n  path: /prio\r\n  value:\r\n    from: hoch\r\n    to: high\r\n",
		"flow style":  "{version: 1, rules: [{tool: set, path: /prio, value: {from: 'hoch', to: \"high\"}}]}",
		"with a BOM":  "\xef\xbb\xbf# mine\nversion: 1\nrules:\n  - {value: {to: high, from: hoch}, path: /prio, tool: set}",
	} {
		got, err := job.ParseRules("rules.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff([]correction.LearnedRule{valueRule(`"hoch"`, `"high"`)}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, text := range []string{"", "# nothing\n", "version: 1", "version: 1\nrules:\n", "version: 1\nrules: []\n"} {
		if got, err := job.ParseRules("rules.yaml", []byte(text)); len(got) > 0 || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestFaultsOfRulesFiles(t *testing.T) {
	t.Parallel()
	const head = "version: 1\nrules:\n  - "
	for _, tt := range []struct{ text, want string }{
		{"rules: []", `r.yaml:1:1: version is missing: write "version: 1" at the top`},
		{"version: 2", `r.yaml:1:10: version must be 1, and not 2`},
		{"version: 1\nrule: []", `r.yaml:2:1: unknown key "rule" in the file; did you mean "rules"?`},
		{"version: 1\nrules: 7", `r.yaml:2:8: rules must be a list, and 7 is a number`},
		{"- 1", `r.yaml:1:1: the file must be a mapping with keys such as "version:", and this is a list`},
		{head + "set", `r.yaml:3:5: rules[0] must be a mapping with keys such as "tool:", and "set" is a text`},
		{head + "{tool: set, path: /a, valu: {from: 1, to: 2}}", `r.yaml:3:27: unknown key "valu" in rules[0]; did you mean "value"?`},
		{head + "{tool: set, path: /a, value: {form: 1, to: 2}}", `r.yaml:3:35: unknown key "form" in rules[0].value; did you mean "from"?`},
		{head + "{tool: set, path: /a, value: {from: 1}}", `r.yaml:3:34: rules[0].value needs from and to, as in {from: …, to: …}`},
		{head + "{tool: 7, path: /a, value: {from: 1, to: 2}}", `r.yaml:3:12: rules[0].tool must be a text, and 7 is a number; put a text in quotes`},
		{head + "{path: /a, value: {from: 1, to: 2}}", `r.yaml:3:23: rules[0]: a learned rule needs the name of its tool`},
		{head + "{tool: set, value: {from: 1, to: 2}}", `r.yaml:3:24: rules[0]: the path of a learned rule is a JSON Pointer, such as /deadline or /items/*/due`},
		{head + "{tool: set, path: /a}", `r.yaml:3:5: rules[0]: a learned rule has exactly one of date, value and rename`},
		{head + "{tool: set, path: /a, value: {from: [1], to: 2}}", `r.yaml:3:41: rules[0].value.from must be a text, a number, true or false, and this is a list`},
		{head + "{tool: set, path: /a, code: no such, value: {from: 1, to: 2}}", `r.yaml:3:33: rules[0].code: a code is written in capitals, digits and underscores, such as INVALID_FORMAT`},
		{head + "{tool: set, path: /a, date: {from: DD.MM.YY, to: date}}", `r.yaml:3:33: rules[0]: "DD.MM.YY" is no layout of dates: at "YY"; it is made of D, DD, M, MM, YYYY, h, m, s and Z, and other letters stand in single quotes`},
		{head + "&a {tool: set}", `r.yaml:3:5: anchors and aliases (& and *) are not possible in a rules file; write the value out`},
		{"version: 1\n---\nversion: 1", `r.yaml:3:1: a second YAML document starts here; a rules file is one document`},
	} {
		rules, err := job.ParseRules("r.yaml", []byte(tt.text))
		if rules != nil || err == nil {
			t.Errorf("%q: %v, %v", tt.text, rules, err)
			continue
		}
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
		if fe, ok := errors.AsType[*job.FileError](err); !ok || fe.File != "r.yaml" {
			t.Errorf("%q: %T", tt.text, err)
		}
	}
	if _, err := job.ParseRules("r.yaml", []byte(head+"{tool: set")); err == nil || strings.Contains(err.Error(), "order_id") {
		t.Errorf("broken YAML: %v", err)
	}
	if _, err := job.LoadRules(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("no file: %v", err)
	}
	if err := job.WriteRules(&bytes.Buffer{}, []correction.LearnedRule{{}}); err == nil {
		t.Error("no rule is written")
	}
}

// FuzzRulesFile: what can be read can be written, and is the same when read
// again.
func FuzzRulesFile(f *testing.F) {
	f.Add("set", "/a", "X", "hoch", "high")
	f.Add("a: b", "/*/~0", "", "D.M.YYYY", "date")
	f.Add("'\"", "", "A_1", "\u2028\x7f\U0001F600", "- #")
	f.Fuzz(func(t *testing.T, name, path, code, from, to string) {
		quote := func(s string) json.RawMessage { b, _ := json.Marshal(s); return b }
		for _, r := range []correction.LearnedRule{
			{Tool: name, Path: path, Date: &correction.DateEdit{From: from, To: to}},
			{Tool: name, Path: path, Value: &correction.ValueEdit{From: quote(from), To: quote(to)}},
			{Tool: name, Path: path, Value: &correction.ValueEdit{From: json.RawMessage(from), To: json.RawMessage(to)}},
			{Tool: name, Path: path, Rename: &correction.NameEdit{From: from, To: to}},
		} {
			if r.Validate() != nil {
				continue
			}
			var first, second bytes.Buffer
			if err := job.WriteRules(&first, []correction.LearnedRule{r}); err != nil {
				t.Fatal(err)
			}
			got, err := job.ParseRules("r.yaml", first.Bytes())
			if err != nil || len(got) != 1 {
				t.Fatalf("%q: %v", first.String(), err)
			}
			if err := job.WriteRules(&second, got); err != nil || first.String() != second.String() {
				t.Fatalf("%q, then %q, %v", first.String(), second.String(), err)
			}
		}
	})
}
