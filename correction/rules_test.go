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
	if p == nil {
		if c.want != "" {
			t.Errorf("left alone, want %s", c.want)
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
		if place, did, ok := strings.Cut(what, ": "); !ok || place == "" || did == "" {
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

func TestA3CoercionIsLosslessOnly(t *testing.T) {
	t.Parallel()
	const (
		n    = `"n":{"type":"integer"}`
		f    = `"f":{"type":"number"}`
		b    = `"b":{"type":"boolean"}`
		tags = `"tags":{"type":"array","items":{"type":"string"}}`
		obj  = `"o":{"type":"object","properties":{"a":{"type":"integer"}}}`
	)
	runRules(t, []ruleCase{
		{name: "json: a list", props: tags, args: `{"tags":"[\"a\"]"}`, want: `{"tags":["a"]}`, reason: `tags: the text is the JSON of an array`},
		{name: "json: an object", props: obj, args: `{"o":" {\"a\":1} "}`, want: `{"o":{"a":1}}`, reason: `o: the text is the JSON of an object`},
		{name: "json: what is in it is repaired, too", props: obj, args: `{"o":"{\"a\":\"1\"}"}`, want: `{"o":{"a":1}}`, reason: `o: the text is the JSON of an object; o.a: "1" is the integer 1`},
		{name: "json: a list where an object is wanted", props: obj, args: `{"o":"[1]"}`},
		{name: "json: an object where a list is wanted", props: tags, args: `{"tags":"{}"}`},
		{name: "json: cut off", props: tags, args: `{"tags":"[\"a\""}`},
		{name: "json: two values", props: tags, args: `{"tags":"[\"a\"][\"b\"]"}`},
		{name: "json: a member twice", props: obj, args: `{"o":"{\"a\":1,\"a\":2}"}`},
		{name: "json: a scalar", props: obj, args: `{"o":"1"}`},
		{name: "json: where a text is wanted", props: `"s":{"type":"string"},` + n, args: `{"s":"[1]","n":"1"}`, want: `{"n":1,"s":"[1]"}`},
		{name: "json: fields that nobody knows", props: obj, args: `{"o":"{\"z\":1}"}`},

		{name: "integer", props: n, args: `{"n":"42"}`, want: `{"n":42}`, reason: `n: "42" is the integer 42`},
		{name: "integer: negative", props: n, args: `{"n":"-42"}`, want: `{"n":-42}`},
		{name: "integer: zero", props: n, args: `{"n":"0"}`, want: `{"n":0}`},
		{name: "integer: fraction", props: n, args: `{"n":"3.9"}`},
		{name: "integer: fraction of zero", props: n, args: `{"n":"3.0"}`},
		{name: "integer: exponent", props: n, args: `{"n":"1e3"}`},
		{name: "integer: NaN", props: n, args: `{"n":"NaN"}`},
		{name: "integer: space", props: n, args: `{"n":" 42 "}`},
		{name: "integer: plus", props: n, args: `{"n":"+1"}`},
		{name: "integer: leading zeros", props: n, args: `{"n":"007"}`},
		{name: "integer: minus zero", props: n, args: `{"n":"-0"}`},
		{name: "integer: empty", props: n, args: `{"n":""}`},
		{name: "integer: line break", props: n, args: `{"n":"42\n"}`},
		{name: "integer: separators", props: n, args: `{"n":"1,000"}`},
		{name: "integer: hexadecimal", props: n, args: `{"n":"0x10"}`},
		{name: "integer: other digits", props: n, args: `{"n":"４２"}`},
		{name: "integer: out of range", props: `"n":{"type":"integer","maximum":10}`, args: `{"n":"42"}`},
		{name: "integer: a fraction that is a number", props: n, args: `{"n":3.9}`},
		{name: "integer: true", props: n, args: `{"n":true}`},
		{name: "integer: a text in the shape of true", props: n, args: `{"n":"true"}`},
		{name: "number", props: f, args: `{"f":"3.90"}`, want: `{"f":3.90}`, reason: `f: "3.90" is the number 3.90`},
		{name: "number: integer", props: f, args: `{"f":"42"}`, want: `{"f":42}`},
		{name: "number: below one", props: f, args: `{"f":"-0.5"}`, want: `{"f":-0.5}`},
		{name: "number: minus zero", props: f, args: `{"f":"-0.00"}`},
		{name: "number: exponent", props: f, args: `{"f":"1e3"}`},
		{name: "number: infinity", props: f, args: `{"f":"Infinity"}`},
		{name: "number: no digits before the point", props: f, args: `{"f":".5"}`},
		{name: "number: no digits after the point", props: f, args: `{"f":"5."}`},
		{name: "number: leading zeros", props: f, args: `{"f":"00.5"}`},
		{name: "number: comma", props: f, args: `{"f":"3,9"}`},
		{name: "boolean: true", props: b, args: `{"b":"true"}`, want: `{"b":true}`, reason: `b: "true" is the boolean true`},
		{name: "boolean: false", props: b, args: `{"b":"false"}`, want: `{"b":false}`},
		{name: "boolean: another case", props: b, args: `{"b":"True"}`},
		{name: "boolean: yes", props: b, args: `{"b":"yes"}`},
		{name: "boolean: a number", props: b, args: `{"b":1}`},
		{name: "boolean: a number in quotes", props: b, args: `{"b":"1"}`},
		{name: "a code with zeros is a text", props: `"zip":{"type":"string"},` + n, args: `{"zip":"00042","n":"1"}`, want: `{"n":1,"zip":"00042"}`},
		{name: "a code with zeros, that the tool refuses", props: `"zip":{"type":"string"}`, args: `{"zip":"00042"}`, fields: []string{"/zip"}},
		{name: "a number where a text is wanted", props: `"s":{"type":"string"}`, args: `{"s":42}`},

		{name: "union: type list", props: `"u":{"type":["integer","boolean"]}`, args: `{"u":"42"}`},
		{name: "union: with a list", props: `"u":{"type":["integer","array"]}`, args: `{"u":"42"}`},
		{name: "union: anyOf", props: `"u":{"anyOf":[{"type":"integer"},{"type":"boolean"}]}`, args: `{"u":"42"}`},
		{name: "union: anyOf beside a type", props: `"u":{"type":"integer","anyOf":[{"minimum":1},{"maximum":-1}]}`, args: `{"u":"42"}`},
		{name: "union: oneOf", props: `"u":{"oneOf":[{"type":"integer"},{"type":"null"}]}`, args: `{"u":"42"}`},
		{name: "union: a date or null", props: `"u":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}`, args: `{"u":"20/5/2026"}`},
		{name: "union: a null", props: `"u":{"anyOf":[{"type":"string"},{"type":"integer"}]}`, args: `{"u":null}`},
		{name: "union: types that exclude each other", props: `"u":{"type":"integer","allOf":[{"type":"string"}]}`, args: `{"u":"42"}`},
		{name: "union: an enum", props: `"u":{"type":["string","integer"],"enum":["high",1]}`, args: `{"u":"High"}`},
		{name: "union: a default", props: `"u":{"type":["string","integer"],"default":1}`, more: `,"required":["u"]`, args: `{}`},
		{name: "no union: integer and number", props: `"u":{"type":["number","integer"]}`, args: `{"u":"4.5"}`, want: `{"u":4.5}`},
		{name: "no union: integer and null", props: `"u":{"type":["null","integer"]}`, args: `{"u":"42"}`, want: `{"u":42}`},
		{name: "no union: several subschemas agree", props: `"u":{"type":"number","allOf":[{"type":"integer"}]}`, args: `{"u":"42"}`, want: `{"u":42}`},
		{name: "no union: in the other order", props: `"u":{"type":"integer","allOf":[{"type":"number"},{"type":["string","integer"]}]}`, args: `{"u":"42"}`, want: `{"u":42}`},
		{name: "no union: several subschemas agree, but not on this", props: `"u":{"type":"number","allOf":[{"type":"integer"}]}`, args: `{"u":"4.2"}`},
		{name: "a union above", props: n, more: `,"anyOf":[{"required":["n"]},{"required":["m"]}]`, args: `{"n":"42"}`, want: `{"n":42}`},

		{name: "list: a text", props: tags, args: `{"tags":"a"}`, want: `{"tags":["a"]}`, reason: `tags: one value is a list of one`},
		{name: "list: an object", props: `"l":{"type":"array"}`, args: `{"l":{"a":1}}`, want: `{"l":[{"a":1}]}`},
		{name: "list: a number", props: `"l":{"type":"array","items":{"type":"integer"}}`, args: `{"l":"42"}`, want: `{"l":[42]}`},
		{name: "list: of one", props: n, args: `{"n":[42]}`, want: `{"n":42}`, reason: `n: a list of one is that value`},
		{name: "list: of one in quotes", props: n, args: `{"n":["42"]}`, want: `{"n":42}`},
		{name: "list: of two", props: n, args: `{"n":[42,43]}`},
		{name: "list: of none", props: n, args: `{"n":[]}`},
		{name: "list: of null", props: `"n":{"type":["integer","null"]}`, args: `{"n":[null]}`},
		{name: "list: null", props: tags, more: `,"required":["tags"]`, args: `{"tags":null}`},
		{name: "list: perhaps several", props: tags, args: `{"tags":"a, b"}`},
		{name: "list: perhaps several, by semicolon", props: tags, args: `{"tags":"a;b"}`},
		{name: "list: perhaps several, by line", props: tags, args: `{"tags":"a\nb"}`},
		{name: "list: perhaps several, in Chinese", props: tags, args: `{"tags":"红、蓝"}`},
		{name: "list: perhaps none", props: tags, args: `{"tags":" "}`},
		{name: "list: perhaps a broken list", props: tags, args: `{"tags":"[a]"}`},
		{name: "list: perhaps a broken object", props: tags, args: `{"tags":" {a}"}`},
		{name: "list: missing", props: `"l":{"type":"array"}`, more: `,"required":["l"]`, args: `{}`},
		{name: "list: null where any list will do", props: `"l":{"type":"array"}`, more: `,"required":["l"]`, args: `{"l":null}`},
		{name: "list: a list of another type", props: tags, args: `{"tags":[1]}`},
		{name: "list: no type is said", props: `"l":{"minItems":1}`, args: `{"l":[]}`},
		{name: "list: no type is said, but a value", props: `"l":{"const":1}`, args: `{"l":[1]}`},

		{name: "null: optional", props: n, args: `{"n":null,"x":1}`, want: `{"x":1}`, reason: `n: null is left out, the field is optional`},
		{name: "null: required", props: n, more: `,"required":["n"]`, args: `{"n":null}`},
		{name: "null: required by a subschema", props: n, more: `,"allOf":[{"required":["n"]}]`, args: `{"n":null}`},
		{name: "null: allowed, but the tool refuses it", props: `"n":{"type":["integer","null"]}`, args: `{"n":null}`, fields: []string{"/n"}, want: `{}`},
		{name: "null: in a list", props: tags, args: `{"tags":[null]}`},
		{name: "null: not allowed as an enum's value", props: `"e":{"enum":["a"]}`, args: `{"e":null}`, want: `{}`},
		{name: "null: a list that is null", props: tags, args: `{"tags":null}`, want: `{}`},

		{name: "enum: case", props: `"e":{"enum":["low","high"]}`, args: `{"e":"HIGH"}`, want: `{"e":"high"}`, reason: `e: "HIGH" can only be "high" of the allowed values`},
		{name: "enum: space", props: `"e":{"enum":["low","high"]}`, args: `{"e":" low\n"}`, want: `{"e":"low"}`},
		{name: "enum: space around the allowed one", props: `"e":{"enum":["low "]}`, args: `{"e":"low"}`, want: `{"e":"low "}`},
		{name: "enum: case and space", props: `"e":{"enum":["low","high"]}`, args: `{"e":" Low"}`, want: `{"e":"low"}`},
		{name: "enum: two cases", props: `"e":{"enum":["Low","LOW"]}`, args: `{"e":"low"}`},
		{name: "enum: two cases, one of which is right", props: `"e":{"enum":["Low","LOW"]}`, args: `{"e":" LOW"}`, want: `{"e":"LOW"}`},
		{name: "enum: a letter left out", props: `"e":{"enum":["normal","high"]}`, args: `{"e":"norml"}`, want: `{"e":"normal"}`},
		{name: "enum: a letter put in", props: `"e":{"enum":["normal","high"]}`, args: `{"e":"normall"}`, want: `{"e":"normal"}`},
		{name: "enum: a letter replaced", props: `"e":{"enum":["normal","high"]}`, args: `{"e":"norMel"}`, want: `{"e":"normal"}`},
		{name: "enum: letters swapped", props: `"e":{"enum":["normal","high"]}`, args: `{"e":"hgih"}`, want: `{"e":"high"}`},
		{name: "enum: another separator", props: `"e":{"enum":["in_progress"]}`, args: `{"e":"In progress"}`, want: `{"e":"in_progress"}`},
		{name: "enum: two letters", props: `"e":{"enum":["normal"]}`, args: `{"e":"narmel"}`},
		{name: "enum: two letters left out", props: `"e":{"enum":["normal"]}`, args: `{"e":"norm"}`},
		{name: "enum: swapped and one more", props: `"e":{"enum":["normal"]}`, args: `{"e":"nomrla"}`},
		{name: "enum: apart, not swapped", props: `"e":{"enum":["normal"]}`, args: `{"e":"nlrmao"}`},
		{name: "enum: two fit", props: `"e":{"enum":["sent","send"]}`, args: `{"e":"sens"}`},
		{name: "enum: too short", props: `"e":{"enum":["low"]}`, args: `{"e":"lo"}`},
		{name: "enum: four letters and three", props: `"e":{"enum":["slow"]}`, args: `{"e":"slo"}`},
		{name: "enum: the first letter", props: `"e":{"enum":["symmetric"]}`, args: `{"e":"asymmetric"}`},
		{name: "enum: another first letter", props: `"e":{"enum":["light"]}`, args: `{"e":"right"}`},
		{name: "enum: another digit", props: `"e":{"enum":["v2.0","latest"]}`, args: `{"e":"v3.0"}`},
		{name: "enum: a sign", props: `"e":{"enum":["class A+++"]}`, args: `{"e":"class A++"}`},
		{name: "enum: a dash before a digit", props: `"e":{"enum":["model-4"]}`, args: `{"e":"model4"}`},
		{name: "enum: a letter beside a digit", props: `"e":{"enum":["model-4"]}`, args: `{"e":"modl-4"}`, want: `{"e":"model-4"}`},
		{name: "enum: a letter that becomes a digit", props: `"e":{"enum":["large"]}`, args: `{"e":"larg3"}`},
		{name: "enum: only another case, in another alphabet", props: `"e":{"enum":["istanbul"]}`, args: `{"e":"İstanbul"}`},
		{name: "enum: numbers", props: `"e":{"enum":[1000,2000]}`, args: `{"e":1001}`},
		{name: "enum: a number in quotes", props: `"e":{"enum":[1000,"full"]}`, args: `{"e":"1000"}`},
		{name: "enum: very long", props: `"e":{"enum":["` + strings.Repeat("x", 129) + `"]}`, args: `{"e":"` + strings.Repeat("x", 128) + `"}`},
		{name: "enum: long", props: `"e":{"enum":["` + strings.Repeat("x", 128) + `"]}`, args: `{"e":"` + strings.Repeat("x", 127) + `"}`, want: `{"e":"` + strings.Repeat("x", 128) + `"}`},
		{name: "enum: a value that fails for another reason", props: `"e":{"enum":["high","highs"],"minLength":5}`, args: `{"e":"high"}`},
	})
}

func TestA2MisspeltAndMissingFields(t *testing.T) {
	t.Parallel()
	const (
		props  = `"order_id":{"type":"string"},"deadline":{"type":"string","format":"date"},"quantity":{"type":"integer"},"gadget":{"type":"integer"},"line1":{"type":"string"}`
		closed = `,"additionalProperties":false`
	)
	runRules(t, []ruleCase{
		{name: "another case", props: props, more: closed, args: `{"Quantity":1}`, want: `{"quantity":1}`, reason: `Quantity: the field is called quantity`},
		{name: "other separators", props: `"due_date":{}`, more: closed, args: `{"due-Date":1}`, want: `{"due_date":1}`},
		{name: "camel case", props: `"due_date":{}`, more: closed, args: `{"dueDate":1}`, want: `{"due_date":1}`},
		{name: "a slip", props: props, more: closed, args: `{"gdaget":1}`, want: `{"gadget":1}`},
		{name: "and its value", props: props, more: closed + `,"required":["gadget"]`, args: `{"gadgett":"1"}`, want: `{"gadget":1}`, reason: `gadgett: the field is called gadget; gadget: "1" is the integer 1`},
		{name: "and its value, which nobody complained about", props: props, more: closed, args: `{"gadgett":"1"}`},
		{name: "two slips", props: props, more: closed, args: `{"gdagett":1}`},
		{name: "a digit", props: props, more: closed, args: `{"line2":"x"}`},
		{name: "it is there already", props: props, more: closed, args: `{"quantity":1,"Quantity":2}`},
		{name: "it is there already, and refused, too", props: props, args: `{"quantity":1,"Quantity":2}`, fields: []string{"/quantity", "/Quantity"}},
		{name: "two claim it, one of which is refused", props: props, args: `{"QUANTITY":1,"Quantity":2}`, fields: []string{"/Quantity"}},
		{name: "two claim it", props: props, more: closed, args: `{"QUANTITY":1,"Quantity":2}`},
		{name: "two names fit", props: `"a_b":{},"ab_":{}`, more: closed, args: `{"AB":1}`},
		{name: "two names are a slip away", props: `"sent":{},"send":{}`, more: closed, args: `{"sens":1}`},
		{name: "no letters", props: `"_":{},"-":{}`, more: closed, args: `{" ":1}`},
		{name: "the target", props: props, more: closed, args: `{"Order_Id":"1"}`},
		{name: "the target by a slip", props: props, more: closed, args: `{"ordr_id":"1"}`},
		{name: "a locked field", props: props, more: closed, args: `{"Quantity":1}`, adjust: func(req *correction.Request) { req.Spec.Locked = []string{"quantity"} }},
		{name: "a locked field by a slip, while another is repaired", props: props, args: `{"deadlne":"x","line1":null}`, fields: []string{"/deadlne", "/line1"}, adjust: func(req *correction.Request) { req.Spec.Locked = []string{"deadline"} }, want: `{"deadlne":"x"}`, reason: `line1: null is left out, the field is optional`},
		{name: "other fields are allowed", props: props, args: `{"Quantity":1,"line1":null}`, want: `{"Quantity":1}`},
		{name: "other fields are allowed, but the tool refuses this one", props: props, args: `{"Quantity":1}`, fields: []string{"/Quantity"}, want: `{"quantity":1}`},
		{name: "in an element", props: `"l":{"type":"array","items":{"type":"object","properties":{"quantity":{}},"additionalProperties":false}}`, args: `{"l":[{"quantity":1},{"Quantity":2}]}`, want: `{"l":[{"quantity":1},{"quantity":2}]}`},
		{name: "a missing one", props: props, more: `,"required":["quantity"]`, args: `{}`},
		{name: "known, but refused by the tool", props: props, args: `{"quantity":1}`, fields: []string{"/quantity"}},
		{name: "both ends may change", props: props, more: closed, args: `{"Quantity":1}`, adjust: mayChange("Quantity", "quantity"), want: `{"quantity":1}`},
		{name: "only one end may change", props: props, more: closed, args: `{"Quantity":1}`, adjust: mayChange("quantity")},

		{name: "default", props: `"limit":{"type":"integer","default":10}`, more: `,"required":["limit"]`, args: `{}`, want: `{"limit":10}`, reason: `limit: missing, so the default 10`},
		{name: "default: exact", props: `"limit":{"default":9007199254740993}`, more: `,"required":["limit"]`, args: `{}`, want: `{"limit":9007199254740993}`},
		{name: "default: null", props: `"limit":{"default":null}`, more: `,"required":["limit"]`, args: `{}`, want: `{"limit":null}`},
		{name: "default: not required", props: `"limit":{"default":10}`, args: `{}`},
		{name: "default: not required, but the tool misses it", props: `"limit":{"default":10}`, args: `{}`, fields: []string{"/limit"}, want: `{"limit":10}`},
		{name: "default: wrong", props: `"limit":{"type":"integer","default":"x"}`, more: `,"required":["limit"]`, args: `{}`},
		{name: "default: there already", props: `"limit":{"type":"integer","default":10}`, args: `{"limit":"x"}`},
		{name: "default: the target", props: `"order_id":{"default":"1"}`, more: `,"required":["order_id"]`, args: `{}`},
		{name: "default: none", props: `"limit":{}`, more: `,"required":["limit"]`, args: `{}`},
		{name: "default: misspelt rather than missing", props: `"limit":{"type":"integer","default":10}`, more: closed + `,"required":["limit"]`, args: `{"Limit":5}`, want: `{"limit":5}`},
		{name: "default: in a list", props: `"l":{"type":"array","items":{"default":1}}`, args: `{"l":[]}`, fields: []string{"/l/0"}},
		{name: "default: where its parent is missing, while another is repaired", props: `"o":{"properties":{"a":{"default":1}}},"n":{"type":"integer"}`, args: `{"n":"1"}`, fields: []string{"/o/a"}, want: `{"n":1}`, reason: `n: "1" is the integer 1`},
		{name: "default: where its parent is missing", props: `"o":{"properties":{"a":{"default":1}}}`, args: `{}`, fields: []string{"/o/a"}},
	})
}

func TestDefaultBelongsToTheSchema(t *testing.T) {
	t.Parallel()
	schema := `{"properties":{"l":{"type":"array","default":[{"a":"1","b":["2"]}],"items":{"properties":{"a":{"type":"integer"},"b":{"items":{"type":"integer"}}}}}},"required":["l"]}`
	req := request(t, schema, `{}`, "")
	rules := correction.Rules(nil)
	for range 2 { // the second time the schema is known, and must be as before
		p, err := rules.Correct(t.Context(), req)
		if err != nil || p == nil || string(p.Args) != `{"l":[{"a":1,"b":[2]}]}` || !strings.Contains(p.Reason, `the default [{"a":"1","b":["2"]}]`) {
			t.Fatalf("got %v, %v", p, err)
		}
	}
}

func TestA4IntegersStayExactInRules(t *testing.T) {
	t.Parallel()
	const big, huge = `9007199254740993`, `123456789012345678901234567890123456789012345678901234567890`
	runRules(t, []ruleCase{
		{name: "in quotes", props: `"n":{"type":"integer"}`, args: `{"n":"` + big + `"}`, want: `{"n":` + big + `}`},
		{name: "huge, in quotes", props: `"n":{"type":"integer"}`, args: `{"n":"` + huge + `"}`, want: `{"n":` + huge + `}`},
		{name: "huge and negative, in quotes", props: `"n":{"type":"integer"}`, args: `{"n":"-` + huge + `"}`, want: `{"n":-` + huge + `}`},
		{name: "beside", props: `"n":{"type":"integer"},"b":{"type":"boolean"}`, args: `{"n":` + big + `,"x":[` + huge + `,1.10,1e3],"b":"true"}`, want: `{"b":true,"n":` + big + `,"x":[` + huge + `,1.10,1e3]}`},
		{name: "in a text of JSON", props: `"l":{"type":"array"}`, args: `{"l":"[` + big + `]"}`, want: `{"l":[` + big + `]}`},
		{name: "more digits than a float64 has", props: `"f":{"type":"number"}`, args: `{"f":"0.12345678901234567890123"}`, want: `{"f":0.12345678901234567890123}`},
	})
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
		{name: "a keyword twice", props: `"n":{"type":"string","type":"integer"}`, args: `{"n":"1"}`, want: `{"n":1}`},
		{name: "true and false say nothing", props: `"a":true,"b":false`, args: `{"a":"1","b":"1"}`},
		{name: "a property that is named as a number", props: `"0":{"type":"integer"}`, args: `{"0":"1"}`, want: `{"0":1}`},
		{name: "a list of properties", props: `"l":{"properties":{"0":{"type":"integer"}},"items":{"type":"boolean"}}`, args: `{"l":["1"]}`},
	})
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
