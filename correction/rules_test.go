package correction_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// ruleCase is one question to the rules: the schemas of the fields, and the
// arguments that were refused.
type ruleCase struct {
	name   string
	props  string // the schema's properties; order_id is the target
	more   string // further keywords of the schema, each with a comma before it
	args   string
	fields []string // that the tool complains about
	adjust func(*correction.Request)
	o      *correction.RulesOptions
	want   string // "": left alone
	reason string // checked if not ""
	none   bool   // and nothing is said of why it is left alone
}

func (c *ruleCase) run(t *testing.T) {
	t.Helper()
	req := request(t, `{"type":"object","properties":{`+c.props+`}`+c.more+`}`, c.args, "the tool refused", c.fields...)
	if c.adjust != nil {
		c.adjust(req)
	}
	p, err := correction.Rules(c.o).Correct(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if string(req.Args) != c.args {
		t.Errorf("the original was changed to %s", req.Args)
	}
	if c.none && p != nil {
		t.Errorf("says %q", p.Reason)
	}
	if p == nil || p.Args == nil {
		if c.want != "" {
			t.Errorf("left alone, want %s", c.want)
		}
		if p == nil && c.reason != "" || p != nil && (p.Reason == "" || c.reason != "" && p.Reason != c.reason) {
			t.Errorf("why not: %+v, want %q", p, c.reason)
		}
		return
	}
	if string(p.Args) != c.want {
		t.Errorf("got %s (%s), want %q", p.Args, p.Reason, c.want)
	}
	if p.By != "rule" || p.Reason == "" || c.reason != "" && p.Reason != c.reason {
		t.Errorf("by %q, reason %q, want %q", p.By, p.Reason, c.reason)
	}
	for what := range strings.SplitSeq(p.Reason, "; ") {
		if place, did, ok := strings.Cut(what, ": "); !strings.HasPrefix(what, "and ") && (!ok || place == "" || did == "") {
			t.Errorf("the reason is %q", p.Reason)
		}
	}
	if _, err := correction.Guard(req, p); err != nil {
		t.Errorf("the guard refuses it: %v", err)
	}
}

func runRules(t *testing.T, cases []ruleCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func TestA1RulesLeaveWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	const props = `"n":{"type":"integer"}`
	runRules(t, []ruleCase{
		{name: "truncated", props: props, args: `{"n":"4`},
		{name: "empty", props: props, args: ``},
		{name: "broken", props: props, args: `{"n":"4",}`},
		{name: "two values", props: props, args: `{"n":"4"}{}`},
		{name: "a name twice", props: props, args: `{"n":"4","x":1,"x":2}`},
		{name: "no UTF-8", props: props, args: "{\"n\":\"4\",\"x\":\"\xff\"}"},
		{name: "no object", props: props, args: `"{\"n\":1}"`},
		{name: "a list", props: props, args: `[{"n":1}]`},
		{name: "declared truncated", props: props, args: `{"n":"4"}`, adjust: func(req *correction.Request) { req.Err.Code = taxonomy.CodeTruncatedArguments }},
	})
}

func TestRulesTouchOnlyWhatWasComplainedAbout(t *testing.T) {
	t.Parallel()
	const n = `"n":{"type":"integer"}`
	const props = n + `,"d":{"type":"string","format":"date"},"c":{"type":"object","properties":{"n":{"type":"integer"},"id":{"type":"integer"}}},"s":{"type":"string"}`
	locked := func(names ...string) func(*correction.Request) {
		return func(req *correction.Request) { req.Spec.Locked = names }
	}
	runRules(t, []ruleCase{
		{name: "nothing is wrong", props: props, args: `{"n":1,"s":"20/5/2026"}`},
		{name: "the tool complains where the schema gives no reason", props: props, args: `{"n":1,"s":"20/5/2026"}`, fields: []string{"/s", "/n", "/gone", ""}},
		{name: "the tool complains of something missing, and of what is right already", props: props + `,"dates":{"type":"array"}`, args: `{"n":"1","d":"2026-05-20","c":{}}`, fields: []string{"/d", "/s", "/dates", "/c", "/c/n", "/c/id/0"}, want: `{"c":{},"d":"2026-05-20","n":1}`, reason: `n: "1" is the integer 1`},
		{name: "a lock where only the tool complains", props: n + `,"s":{"type":["string","null"]}`, args: `{"n":"1","s":null}`, fields: []string{"/s"}, adjust: locked("s"), want: `{"n":1,"s":null}`},
		{name: "not what the user does not allow where only the tool complains", props: n + `,"s":{"type":["string","null"]}`, args: `{"n":"1","s":null}`, fields: []string{"/s"}, adjust: mayChange("n"), want: `{"n":1,"s":null}`},
		{name: "once each, though both complain", props: n + `,"m":{"type":"integer"}`, args: `{"n":[[1]],"m":[1]}`, fields: []string{"/n", "/m"}},
		{name: "in one order, whoever complains", props: n + `,"m":{"type":"integer"},"s":{"type":["string","null"]}`, args: `{"n":null,"m":null,"s":null}`, fields: []string{"/s", "/m"}, want: `{}`, reason: "m: null is left out, the field is optional; n: null is left out, the field is optional; s: null is left out, the field is optional"},
		{name: "a value of the enum, which the tool refuses", props: n + `,"e":{"enum":["high","HIGH"]}`, args: `{"n":"1","e":"high"}`, fields: []string{"/e"}, want: `{"e":"high","n":1}`, reason: `n: "1" is the integer 1`},
		{name: "all or nothing", props: props, args: `{"n":"1","d":"2026-02-30"}`},
		{name: "all of it", props: props, args: `{"n":"1","d":"20/5/2026","c":{"n":"2"}}`, want: `{"c":{"n":2},"d":"2026-05-20","n":1}`, reason: `c.n: "2" is the integer 2; n: "1" is the integer 1; d: "20/5/2026" is the date 2026-05-20`},
		{name: "locked", props: props, args: `{"n":"1"}`, adjust: locked("n")},
		{name: "below a lock", props: props, args: `{"c":{"n":"1"}}`, adjust: locked("c")},
		{name: "a lock inside what is repaired", props: props, args: `{"c":"{\"n\":1,\"id\":1}"}`, adjust: locked("/c/id")},
		{name: "a null that is locked, beside one that is not", props: props, args: `{"n":null,"s":null,"x":1}`, fields: []string{"/n"}, adjust: locked("s")},
		{name: "the target", props: `"order_id":{"type":"integer"}`, args: `{"order_id":"1"}`},
		{name: "what the user allows", props: props, args: `{"n":"1"}`, adjust: mayChange("n"), want: `{"n":1}`},
		{name: "not what the user does not allow", props: props, args: `{"n":"1"}`, adjust: mayChange("s")},
		{name: "tried before", props: props, args: `{"n":"1"}`, adjust: func(req *correction.Request) { req.Tried = []json.RawMessage{[]byte(`{"n":1}`)} }},
		{name: "applied is not known", props: props, args: `{"n":"1"}`, adjust: func(req *correction.Request) { req.Err.Applied = taxonomy.Answered }},
		{name: "texts beside are as they were", props: props, args: `{"n":"1","x":"<a&b>"}`, want: `{"n":1,"x":"<a&b>"}`},
		{name: "a name with a slash", props: `"a/b":{"type":"integer"},"a~b":{"type":"integer"}`, args: `{"a/b":"1","a~b":"2"}`, want: `{"a/b":1,"a~b":2}`},
	})
}

func TestRulesFollowTheSchema(t *testing.T) {
	t.Parallel()
	const defs = `,"$defs":{"n":{"type":"integer"},"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"},"deep":{"$ref":"#/$defs/n"}}`
	runRules(t, []ruleCase{
		{name: "a reference", props: `"n":{"$ref":"#/$defs/n"}`, more: defs, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "a reference to a reference", props: `"n":{"$ref":"#/$defs/deep"}`, more: defs, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "the old name of definitions", props: `"n":{"$ref":"#/definitions/n"}`, more: `,"definitions":{"n":{"type":"integer"}}`, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "a reference to the whole", props: `"n":{"type":"integer"},"sub":{"$ref":"#"}`, args: `{"sub":{"sub":{"n":"1"}}}`, want: `{"sub":{"sub":{"n":1}}}`},
		{name: "a reference with a name that is not followed", props: `"n":{"$ref":"#n"}`, more: `,"$defs":{"n":{"$anchor":"n","type":"integer"}}`, args: `{"n":"1"}`},
		{name: "in allOf", props: `"n":{"allOf":[{"type":"integer"}]}`, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "items", props: `"l":{"items":{"type":"integer"}}`, args: `{"l":[1,"2","3"]}`, want: `{"l":[1,2,3]}`},
		{name: "prefixItems", props: `"l":{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"boolean"}}`, args: `{"l":["a","2","true"]}`, want: `{"l":["a",2,true]}`},
		{name: "items of old", props: `"l":{"items":[{"type":"integer"}],"additionalItems":{"type":"boolean"}}`, more: `,"$schema":"http://json-schema.org/draft-07/schema#"`, args: `{"l":["1","true"]}`, want: `{"l":[1,true]}`},
		{name: "additionalProperties", props: ``, more: `,"additionalProperties":{"type":"integer"}`, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "patternProperties are not followed", props: ``, more: `,"patternProperties":{"^n":{"type":"string","minLength":1}},"additionalProperties":{"type":"integer"}`, args: `{"n":1}`},
		{name: "what holds in some cases only is not followed", props: ``, more: `,"if":{"required":["k"]},"then":{"properties":{"n":{"type":"integer"}}}`, args: `{"k":1,"n":"1"}`},
		{name: "names that are known in some cases only", props: ``, more: `,"if":{"required":["k"]},"then":{"properties":{"name":{}}}`, args: `{"k":1,"Name":"1"}`, fields: []string{"/Name"}},
		{name: "a keyword twice", props: `"n":{"type":"string","type":"integer"}`, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "patternProperties come before additionalProperties", props: ``, more: `,"patternProperties":{"^n":{"not":{"type":"string"}}},"additionalProperties":{"type":"integer"}`, args: `{"n":"1"}`},
		{name: "names in several subschemas", props: `"gadget":{},"b":{}`, more: `,"allOf":[{"properties":{"a":{},"gadget":{},"z":{}}},{"properties":{"gadget":{}}}]`, args: `{"Gadget":1}`, fields: []string{"/Gadget"}, want: `{"gadget":1}`},
		{name: "true and false say nothing", props: `"a":true,"b":false`, args: `{"a":"1","b":"1"}`},
		{name: "a property that is named as a number", props: `"0":{"type":"integer"}`, args: `{"0":"1"}`, want: `{"0":1}`},
		{name: "a list of properties", props: `"l":{"properties":{"0":{"type":"integer"}},"items":{"type":"boolean"}}`, args: `{"l":["1"]}`},
	})
}

func TestRulesRepairAsMuchAsTheSchemaNames(t *testing.T) {
	t.Parallel()
	list := func(n int, element string) string {
		return `{"l":[` + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + `]}`
	}
	for n, want := range map[int]string{50: list(50, "7"), 51: ""} {
		c := ruleCase{props: `"l":{"items":{"type":"integer"}}`, args: list(n, `"7"`), want: want}
		if n == 50 {
			c.reason = `l.0: "7" is the integer 7; l.1: "7" is the integer 7; l.10: "7" is the integer 7; l.11: "7" is the integer 7; l.12: "7" is the integer 7; and 45 more`
		}
		c.run(t)
	}
	five := ruleCase{props: `"l":{"items":{"type":"boolean"}}`, args: list(5, `"true"`), want: list(5, "true"), reason: `l.0: "true" is the boolean true; l.1: "true" is the boolean true; l.2: "true" is the boolean true; l.3: "true" is the boolean true; l.4: "true" is the boolean true`}
	five.run(t)
}

func TestRulesStopInACircle(t *testing.T) {
	t.Parallel()
	args := func(depth int) string {
		return `{"n":` + strings.Repeat(`{"y":`, depth) + `{"x":"1"}` + strings.Repeat(`}`, depth+1)
	}
	tests := []struct {
		name, schema string
		depth        int
	}{
		{name: "one way round", depth: 40, schema: `{"properties":{"n":{"$ref":"#/$defs/a"}},"$defs":{
			"a":{"properties":{"x":{"type":"integer"}},"allOf":[{"$ref":"#/$defs/b"}]},"b":{"properties":{"y":{"$ref":"#/$defs/a"}}}}}`},
		// The validator takes each of the ways, so their number is small.
		{name: "many ways round", depth: 3, schema: `{"properties":{"n":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},"$defs":{
			"a":{"properties":{"x":{"type":"integer"}},"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},
			"b":{"properties":{"y":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := args(tt.depth)
			p, err := correction.Rules(nil).Correct(t.Context(), request(t, tt.schema, in, ""))
			if err != nil || p == nil || string(p.Args) != strings.Replace(in, `"1"`, `1`, 1) {
				t.Errorf("got %v, %v", p, err)
			}
		})
	}
	// No value satisfies this, and the validator says so.
	round := `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}`
	if p, err := correction.Rules(nil).Correct(t.Context(), request(t, round, `{"n":1}`, "", "/n")); p != nil || err != nil {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestRulesWithASchemaThatSaysNothing(t *testing.T) {
	t.Parallel()
	req := request(t, openSchema, `{"n":"1"}`, "", "/n")
	req.Schema = &tool.Schema{}
	if p, err := correction.Rules(nil).Correct(t.Context(), req); p != nil || err != nil {
		t.Errorf("got %v, %v", p, err)
	}
	if _, err := correction.Guard(req, propose(`{"n":1}`)); err != nil {
		t.Error(err)
	}
	if _, err := correction.Guard(req, propose(`{"n":"1","m":1}`)); err == nil {
		t.Error("a new field that nobody named was accepted")
	}
}

func TestRulesNeedAWholeRequest(t *testing.T) {
	t.Parallel()
	whole := request(t, `{"properties":{"n":{"type":"integer"}}}`, `{"n":"1"}`, "")
	tests := []struct {
		name string
		req  *correction.Request
		want bool
	}{
		{name: "whole", req: whole, want: true},
		{name: "none"},
		{name: "no spec", req: &correction.Request{Schema: whole.Schema, Args: whole.Args, Err: whole.Err}},
		{name: "no schema", req: &correction.Request{Spec: whole.Spec, Args: whole.Args, Err: whole.Err}},
		{name: "no error", req: &correction.Request{Spec: whole.Spec, Schema: whole.Schema, Args: whole.Args}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := correction.Rules(&correction.RulesOptions{}).Correct(t.Context(), tt.req)
			if err != nil || (p != nil) != tt.want {
				t.Errorf("got %v, %v", p, err)
			}
		})
	}
}

// TestRulesServeManyTools: the schema that was read last must not be taken for
// another one.
func TestRulesServeManyTools(t *testing.T) {
	t.Parallel()
	rules := correction.Rules(nil)
	integer := request(t, `{"properties":{"v":{"type":"integer"}}}`, `{"v":"1"}`, "")
	list := request(t, `{"properties":{"v":{"type":"array"}}}`, `{"v":"1"}`, "")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				for want, req := range map[string]*correction.Request{`{"v":1}`: integer, `{"v":["1"]}`: list} {
					p, err := rules.Correct(t.Context(), req)
					if err != nil || p == nil || !bytes.Equal(p.Args, []byte(want)) {
						t.Errorf("got %v, %v, want %s", p, err, want)
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestReasonsAreFitToBeShown(t *testing.T) {
	t.Parallel()
	req := request(t, `{"properties":{"password":{"enum":["`+strings.Repeat("x", 100)+`"]}}}`, `{"password":"`+strings.Repeat("X", 100)+`"}`, "")
	p, err := correction.Rules(nil).Correct(t.Context(), req)
	if err != nil || p == nil {
		t.Fatalf("got %v, %v", p, err)
	}
	if want := "password: [redacted] can only be [redacted] of the allowed values"; p.Reason != want {
		t.Errorf("the reason is %q, want %q", p.Reason, want)
	}
	fits := `"` + strings.Repeat("É", 58) + `"`
	req = request(t, `{"properties":{"color":{"enum":[`+strings.ToLower(fits)+`]}}}`, `{"color":`+fits+`}`, "")
	if p, err = correction.Rules(nil).Correct(t.Context(), req); err != nil || p == nil || !strings.Contains(p.Reason, fits) {
		t.Errorf("got %v, %v", p, err)
	}
	req = request(t, `{"properties":{"color":{"enum":["`+strings.Repeat("é", 100)+`"]}}}`, `{"color":"`+strings.Repeat("É", 100)+`"}`, "")
	if p, err = correction.Rules(nil).Correct(t.Context(), req); err != nil || p == nil {
		t.Fatalf("got %v, %v", p, err)
	}
	want := `color: "` + strings.Repeat("É", 59) + `… can only be "` + strings.Repeat("é", 59) + `… of the allowed values`
	if p.Reason != want {
		t.Errorf("the reason is %q, want %q", p.Reason, want)
	}
}
