package correction_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
)

// TestA5WhereNothingIsNamedTheMessageDecides changes one member at a time and
// lists those whose change passes.
func TestA5WhereNothingIsNamedTheMessageDecides(t *testing.T) {
	t.Parallel()
	const (
		order = `{"deadline":"20/5/2026","amount":7,"to":"a@b.example","note":"no id"}`
		deep  = `{"a_b":{"c_d":"xy","tags":["red","dark red",3]},"ok":true,"nil":null,"empty":"","dash":"--"}`
	)
	tests := []struct {
		name, args, message string
		want                string // names that may change, sorted; nested ones by pointer
	}{
		{name: "nothing", args: order, message: "bad request", want: ""},
		{name: "no message", args: order, message: "", want: ""},
		{name: "by name", args: order, message: "deadline is in the past", want: "deadline"},
		{name: "by name, as a sentence begins", args: order, message: "Deadline is in the past", want: "deadline"},
		{name: "by name, in a path", args: order, message: "params.deadline: wrong", want: "deadline"},
		{name: "by name, quoted", args: order, message: `invalid "deadline"`, want: "deadline"},
		{name: "by name, last", args: order, message: "check deadline", want: "deadline"},
		{name: "by name, before Chinese", args: order, message: "deadline格式错误", want: "deadline"},
		{name: "by name, after Chinese", args: order, message: "参数deadline", want: "deadline"},
		{name: "both", args: order, message: "amount or deadline", want: "amount deadline"},
		{name: "part of a word", args: order, message: "deadlines amounts predeadline", want: ""},
		{name: "part of a snake", args: order, message: "deadline_at my_deadline", want: ""},
		{name: "part of a compound", args: order, message: "deadline-free non-deadline deadline@x.example x@deadline", want: ""},
		{name: "dashes that join nothing", args: order, message: "wrong -deadline- here", want: "deadline"},
		{name: "the second time only", args: order, message: "deadlines: deadline", want: "deadline"},

		{name: "by value", args: order, message: `"20/5/2026" is no date`, want: "deadline"},
		{name: "by value, before Chinese", args: `{"d":"2026年5月20日"}`, message: "日期2026年5月20日格式错误", want: "d"},
		{name: "a value after a colon", args: order, message: "cannot parse:20/5/2026", want: "deadline"},
		{name: "a value before a full stop", args: order, message: "cannot parse 20/5/2026.", want: "deadline"},
		{name: "part of a longer value", args: order, message: "120/5/2026 and 20/5/20261 and 20/5/2026/1 and 1.20/5/2026", want: ""},
		{name: "values are compared by case", args: `{"s":"Open"}`, message: "open is not allowed", want: ""},
		{name: "a number", args: order, message: "7 is too much", want: "amount"},
		{name: "a number after a word", args: order, message: "qty:7", want: "amount"},
		{name: "a number in a list", args: order, message: "1, 7", want: "amount"},
		{name: "part of another number", args: order, message: "17 71 1.7 7.1 -7 +7 7-1 1/7 7/1 1,7 7,1 12:7 7:12 v7 7a _7", want: ""},
		{name: "a number in parentheses", args: order, message: "(7)", want: "amount"},
		{name: "a number before Chinese", args: order, message: "7元", want: "amount"},
		{name: "a number, a dash and Chinese", args: order, message: "元.7.元", want: "amount"},
		{name: "a file's extension", args: `{"f":"foo","g":"foo.txt"}`, message: "no file foo.txt", want: "g"},
		{name: "the stem of a file", args: `{"f":"foo"}`, message: "no file foo.txt", want: ""},
		{name: "a path's part", args: `{"f":"src"}`, message: "no file src/main nor lib/src", want: ""},
		{name: "a letter and a digit", args: `{"f":"foo"}`, message: "foo-1", want: "f"},
		{name: "a word that begins with a dash", args: `{"f":"force"}`, message: "unknown option -force", want: "f"},
		{name: "a digit and a colon", args: `{"f":"foo"}`, message: "3:foo", want: "f"},
		{name: "a dot after Chinese", args: `{"f":"foo"}`, message: "元.foo.元", want: "f"},
		{name: "Chinese between letters", args: `{"a":"红色"}`, message: "x红色y", want: "a"},
		{name: "a value that begins with a sign", args: `{"p":"$5"}`, message: "US$5", want: "p"},
		{name: "a comma between words", args: `{"f":"foo"}`, message: "bar,foo", want: "f"},

		{name: "words of any sentence", args: order, message: "unable to parse the body; to be checked", want: ""},
		{name: "words of any sentence, quoted", args: order, message: `invalid address in "to"`, want: "to"},
		{name: "words of any sentence, in backquotes", args: order, message: "invalid address in `to`", want: "to"},
		{name: "quoted on one side", args: order, message: `"to be`, want: ""},
		{name: "quoted on the other side", args: order, message: `back to"`, want: ""},
		{name: "in capitals", args: order, message: "NOT SENT TO ANYBODY", want: ""},
		{name: "a value that is such a word", args: `{"lang":"is"}`, message: "the value is wrong", want: ""},
		{name: "a letter", args: `{"a":1,"x":2}`, message: "a value is wrong", want: ""},
		{name: "a letter, quoted", args: `{"a":1,"x":2}`, message: "'a' is wrong", want: "a"},
		{name: "a Chinese character", args: `{"a":"红"}`, message: "红不是数量", want: "a"},
		{name: "what messages call anything", args: `{"value":100,"deadline":"x"}`, message: "invalid value for deadline", want: "deadline"},
		{name: "the same, as the first word", args: `{"value":100,"deadline":"x"}`, message: "Value must be positive", want: "value"},
		{name: "the same, quoted", args: `{"value":100,"deadline":"x"}`, message: "wrong: 'value'", want: "value"},

		{name: "part of another value", args: order, message: `note is "no id"`, want: "note"},
		{name: "a name within another value", args: `{"id":1,"note":"no id"}`, message: `"no id" is wrong`, want: "note"},
		{name: "a name within another name", args: `{"line":1,"line 2":1}`, message: "line 2 is wrong", want: "line 2"},
		{name: "a name within another name, but also alone", args: `{"line":1,"line 2":1}`, message: "line 2 is no line", want: "line line 2"},

		{name: "a member of a member", args: deep, message: "c_d is wrong", want: "/a_b/c_d"},
		{name: "by the parent's name", args: deep, message: "a_b is wrong", want: "/a_b/c_d /a_b/tags/0 /a_b/tags/1 /a_b/tags/2 /a_b/tags a_b"},
		{name: "by the list's name", args: deep, message: "tags are wrong", want: "/a_b/tags/0 /a_b/tags/1 /a_b/tags/2 /a_b/tags"},
		{name: "an element by its value", args: deep, message: "red is wrong", want: "/a_b/tags/0"},
		{name: "an element by its longer value", args: deep, message: "dark red is wrong", want: "/a_b/tags/1"},
		{name: "an element by its number", args: deep, message: "not 3", want: "/a_b/tags/2"},
		{name: "an index is no name", args: deep, message: "0 1 2", want: ""},
		{name: "true and null say nothing", args: deep, message: "must be true, not null", want: ""},
		{name: "nor does what has no letters", args: deep, message: "-- no --", want: ""},
		{name: "invalid UTF-8", args: order, message: "\xff\xff amount \xff", want: "amount"},
		{name: "letters whose lower case is longer", args: order, message: "ȺȺȺȺİ amount", want: "amount"},
		{name: "beyond what is searched", args: order, message: strings.Repeat("x ", 2<<10) + "amount", want: ""},
		{name: "within what is searched", args: order, message: strings.Repeat("x ", 2<<10-4) + "amount", want: "amount"},
		{name: "cut in the middle of a character", args: order, message: "amount " + strings.Repeat("é", 3<<10), want: "amount"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(changeable(t, tt.args, tt.message), " "); got != tt.want {
				t.Errorf("may change: %q, want %q", got, tt.want)
			}
		})
	}
}

// changeable tries to change everything, one place at a time.
func changeable(t *testing.T, args, message string) []string {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal([]byte(args), &doc); err != nil {
		t.Fatal(err)
	}
	req := request(t, openSchema, args, "")
	req.Spec.Target = ""
	req.Err.Message = message
	var may []string
	var visit func(path string, set func(any), v any)
	visit = func(path string, set func(any), v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, name := range sortedKeys(v) {
				value := v[name]
				visit(path+"/"+name, func(x any) { v[name] = x }, value)
			}
		case []any:
			for i, value := range v {
				visit(path+"/"+string(rune('0'+i)), func(x any) { v[i] = x }, value)
			}
		}
		if path == "" {
			return
		}
		set("something else")
		changed, err := json.Marshal(doc)
		set(v)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := correction.Guard(req, propose(string(changed))); err == nil {
			if strings.Count(path, "/") == 1 {
				path = path[1:]
			}
			may = append(may, path)
		} else if reason, _ := reasonOf(t, err); reason != correction.RefusedNotNamed {
			t.Errorf("%s: %v", path, err)
		}
	}
	visit("", nil, doc)
	return may
}
