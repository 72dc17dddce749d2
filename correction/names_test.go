package correction_test

import (
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
)

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
		{name: "no letters", props: `"_":{}`, more: closed, args: `{" ":1}`},
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
