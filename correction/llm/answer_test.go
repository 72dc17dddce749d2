package llm_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func TestReadAnswers(t *testing.T) {
	t.Parallel()
	const null = "null"
	for _, tt := range []struct {
		name, text string
		args       string // "": a failure; "null": cannot be corrected
		reason     string
	}{
		{"as asked for", `{"arguments":{"n":9007199254740993},"reason":"because"}`, `{"n":9007199254740993}`, "because"},
		{"without a reason", `{"arguments":{"a":1}}`, `{"a":1}`, ""},
		{"a reason that is null", `{"arguments":{"a":1},"reason":null}`, `{"a":1}`, ""},
		{"with space", " \n{ \"arguments\" : {\"a\": 1e2} }\n ", `{"a": 1e2}`, ""},
		{"with a mark of order", "\ufeff" + `{"a":1}`, `{"a":1}`, ""},
		{"null", `{"arguments":null,"reason":"no"}`, null, "no"},
		{"bare", `{"a":{"b":"{"}}`, `{"a":{"b":"{"}}`, ""},
		{"bare null", "null", null, ""},
		{"fenced null", "```json\nnull\n```", null, ""},
		{"fenced null in prose", "It cannot be done:\n```\nnull\n```\nSorry.", null, ""},
		{"fenced", "```json\n{\"a\":1}\n```", `{"a":1}`, ""},
		{"on the line of the fence", "```{\"a\":1}```", `{"a":1}`, ""},
		{"in prose", `Sure! Here: {"arguments":{"a":1}}. It was [wrong] before.`, `{"a":1}`, ""},
		{"twice the same", "{\"a\":1.0}\nthat is\n{ \"a\" : 1 }", `{"a":1.0}`, ""},
		{"after thinking", "<think>{\"a\":0}? or {\n</think>\n{\"a\":1}", `{"a":1}`, ""},
		{"an empty object", `{}`, `{}`, ""},

		{"nothing", "", "", ""},
		{"space", " \n\t", "", ""},
		{"prose", "null would be wrong; set it to 5", "", ""},
		{"a number", "42", "", ""},
		{"a text", `"{\"a\":1}"`, "", ""},
		{"a list", `[{"a":1}]`, "", ""},
		{"a list in prose", `Here: [ {"a":1}, {"a":1} ]`, "", ""},
		{"two", `{"a":1} {"a":2}`, "", ""},
		{"two integers that a float cannot tell apart", `{"a":9007199254740993} {"a":9007199254740992}`, "", ""},
		{"null and an object", "null\n{\"a\":1}", "", ""},
		{"an object and null", "{\"a\":1}\n```\nnull\n```", "", ""},
		{"the end is missing", `{"arguments":{"a":1}`, "", ""},
		{"the beginning of a second one", `{"a":1} {"a":`, "", ""},
		{"another language's", `{'arguments': {"a":1}}`, "", ""},
		{"with braces in prose", `use {x} like this: {"a":1}`, "", ""},
		{"a name twice", `{"a":1,"a":2}`, "", ""},
		{"arguments twice", `{"arguments":{"a":1},"arguments":{"a":2}}`, "", ""},
		{"half a surrogate pair", `{"a":"\ud800"}`, "", ""},
		{"another tool", `{"tool":"x","arguments":{"a":1}}`, "", ""},
		{"more than was asked for", `{"arguments":{"a":1},"reason":"","confidence":1}`, "", ""},
		{"arguments as a text", `{"arguments":"{\"a\":1}"}`, "", ""},
		{"arguments as a list", `{"arguments":[{"a":1}]}`, "", ""},
		{"a reason alone", `{"reason":"I cannot"}`, "", ""},
		{"a reason that is no text", `{"arguments":{"a":1},"reason":{"x":1}}`, "", ""},
		{"thinking without end", "<think>{\"a\":", "", ""},
		{"too long", strings.Repeat(" ", llm.MaxAnswer) + `{"a":1}`, "", ""},
		{"deep", strings.Repeat(`{"a":`, 20_000), "", ""},
		{"deep lists", strings.Repeat(`[`, 100_000), "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args, reason, err := llm.Read(tt.text, func(string) bool { return false })
			switch {
			case tt.args == "":
				if e := taxonomy.Classify(err); err == nil || e.Code != taxonomy.CodeUnreadableAnswer || args != nil {
					t.Errorf("%s, %v", args, err)
				}
			case err != nil || reason != tt.reason || tt.args == null && args != nil || tt.args != null && string(args) != tt.args:
				t.Errorf("%s, %q, %v", args, reason, err)
			}
		})
	}
}

// TestToolsThatHaveSuchArguments: a tool may have arguments that are called
// "arguments" and "reason".
func TestToolsThatHaveSuchArguments(t *testing.T) {
	t.Parallel()
	both := func(name string) bool { return name == "arguments" || name == "reason" }
	for text, want := range map[string]string{
		`{"arguments":["-x"],"command":"ls"}`:                     `{"arguments":["-x"],"command":"ls"}`,
		`{"arguments":["-x"]}`:                                    `{"arguments":["-x"]}`,
		`{"reason":"late"}`:                                       `{"reason":"late"}`,
		`{"arguments":{"arguments":["-x"]},"reason":"as wanted"}`: `{"arguments":["-x"]}`,
	} {
		if args, _, err := llm.Read(text, both); err != nil || string(args) != want {
			t.Errorf("%s: %s, %v", text, args, err)
		}
	}
}

// FuzzRead: no text makes the reader panic, and arguments come out only where the
// text has exactly one object.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"arguments":{"a":1},"reason":"x"}`, "```json\n{\"a\":1}\n```", `{"a":1}{"a":2}`, "null", `{"arguments":null}`, `[{}]`, `{"arguments":{"a":1}`, "<think>{}</think>{\"b\":[{}]}",
		`{"a":"\u007b"} {`, "{\"a\":1}\nnull", `{"reason":1}`, `x {} y`, `{"a":1} {"a":1.0}`,
	} {
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, knows bool) {
		args, _, err := llm.Read(text, func(string) bool { return knows })
		if err != nil && args != nil {
			t.Fatalf("%s with %v", args, err)
		}
		if args == nil {
			return
		}
		if v, err := tool.Decode(args); err != nil {
			t.Fatalf("%q: %s: %v", text, args, err)
		} else if _, ok := v.(map[string]any); !ok {
			t.Fatalf("%q: %s is no object", text, args)
		}
		if !strings.Contains(text, string(args)) {
			t.Fatalf("%q: %s does not stand there", text, args)
		}
		if _, after, thought := strings.Cut(text, "</think>"); thought {
			text = after
		}
		// Read again, without the reader: from the first brace on, there is one
		// object, and no brace behind it that is not of an equal one.
		var first []byte
		for at := strings.IndexByte(text, '{'); at >= 0; at = strings.IndexByte(text, '{') {
			dec := json.NewDecoder(strings.NewReader(text[at:]))
			var object json.RawMessage
			if err := dec.Decode(&object); err != nil {
				t.Fatalf("%q: broken, and yet %s", text, args)
			}
			form, err := tool.Canonical(object)
			if err != nil || first != nil && !bytes.Equal(form, first) {
				t.Fatalf("%q: another object, and yet %s: %v", text, args, err)
			}
			first, text = form, text[at+int(dec.InputOffset()):]
		}
	})
}
