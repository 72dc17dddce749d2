package correction_test

import (
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
)

func TestA5NewFields(t *testing.T) {
	t.Parallel()
	open := `{"type":"object","properties":{}}`
	branches := `{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#/$defs/n"}}},true],"oneOf":[{"properties":{"b":{}}},false],"allOf":[{"$ref":"#/$defs/c"}],
		"$defs":{"n":{"type":"object","properties":{"x":{}}},"c":{"properties":{"c":{}},"if":{"required":["c"]},"then":{"properties":{"d":{}}}}}}`
	runGuard(t, []guardCase{
		{
			name: "unknown to the schema, although the error names it", args: badDate, fields: []string{"/note"},
			propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5,"note":"x"}`, want: correction.RefusedUnknownField, at: "/note",
		},
		{
			name: "unknown to the schema, although it may change", args: badDate, adjust: mayChange("note", "deadline"),
			propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5,"note":"x"}`, want: correction.RefusedUnknownField, at: "/note",
		},
		{
			name: "known and missing", args: `{"order_id":"1006"}`, propose: `{"order_id":"1006","deadline":"2026-05-20"}`,
			patch: `{"op":"add","path":"/deadline","value":"2026-05-20"}` + "\n",
		},
		{
			name: "known, but nobody asked for it", args: `{"order_id":"1006"}`, propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			want: correction.RefusedNotNamed, at: "/amount",
		},
		{
			name: "no fields known: named by the error", schema: open, args: `{}`, fields: []string{"/a"}, propose: `{"a":1}`,
			patch: `{"op":"add","path":"/a","value":1}` + "\n",
		},
		{
			name: "no fields known: named in the message", schema: openSchema, args: `{}`, message: "a_b is missing", propose: `{"a_b":1}`,
			patch: `{"op":"add","path":"/a_b","value":1}` + "\n",
		},
		{
			name: "no fields known: named by the user", schema: openSchema, args: `{}`, adjust: mayChange("a"), propose: `{"a":1}`,
			patch: `{"op":"add","path":"/a","value":1}` + "\n",
		},
		{
			name: "no fields known, not named", schema: openSchema, args: `{}`, fields: []string{"/a"}, propose: `{"a":1,"b":1}`,
			want: correction.RefusedUnknownField, at: "/b",
		},
		{
			name: "inside a named place without fields of its own", args: `{"order_id":"1","deadline":"2026-05-20","meta":{}}`, fields: []string{"/meta"},
			propose: `{"order_id":"1","deadline":"2026-05-20","meta":{"k":1}}`, patch: `{"op":"add","path":"/meta/k","value":1}` + "\n",
		},
		{
			name: "inside an object that knows its fields", args: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7}}`, fields: []string{"/customer"},
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7,"vip":true}}`, want: correction.RefusedUnknownField, at: "/customer/vip",
		},
		{
			name: "inside a new value", args: `{"order_id":"1","deadline":"2026-05-20"}`, fields: []string{"/customer"},
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7,"vip":true}}`, want: correction.RefusedUnknownField, at: "/customer/vip",
		},
		{
			name: "inside a value that was something else", args: `{"order_id":"1","deadline":"2026-05-20","customer":"x"}`,
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"vip":true}}`, want: correction.RefusedUnknownField, at: "/customer/vip",
		},
		{
			name: "inside a new element", args: `{"order_id":"1","deadline":"2026-05-20","items":[]}`, fields: []string{"/items"},
			propose: `{"order_id":"1","deadline":"2026-05-20","items":[{"qty":1},{"price":1}]}`, want: correction.RefusedUnknownField, at: "/items/1/price",
		},
		{
			name: "unknown, but there before", args: `{"order_id":"1","deadline":"2026-05-20","items":[{"qty":1,"price":1}]}`, fields: []string{"/items"},
			propose: `{"order_id":"1","deadline":"2026-05-20","items":[{"qty":1,"price":1},{"qty":2}]}`,
			patch:   `{"op":"replace","path":"/items","from":[{"price":1,"qty":1}],"value":[{"price":1,"qty":1},{"qty":2}]}` + "\n",
		},
		{
			name: "known to one of several schemas", schema: branches, args: `{}`, adjust: mayChange("a", "b", "c", "d"),
			propose: `{"a":{"x":1},"b":1,"c":1,"d":1}`,
			patch: `{"op":"add","path":"/a","value":{"x":1}}` + "\n" + `{"op":"add","path":"/b","value":1}` + "\n" +
				`{"op":"add","path":"/c","value":1}` + "\n" + `{"op":"add","path":"/d","value":1}` + "\n",
		},
		{
			name: "known to none of several schemas", schema: branches, args: `{}`, adjust: mayChange("a"),
			propose: `{"a":{"y":1}}`, want: correction.RefusedUnknownField, at: "/a/y",
		},
	})
}

func TestA5OnlyNamedPlacesChange(t *testing.T) {
	t.Parallel()
	const call = `{"order_id":"1","deadline":"2026-05-20","amount":5,"recipient":"a@example.com","items":[{"sku":"a","qty":1},{"sku":"b","qty":2}]}`
	with := func(replacements ...string) string { return strings.NewReplacer(replacements...).Replace(call) }
	runGuard(t, []guardCase{
		{
			name: "the amount beside the date", args: badDate, propose: `{"order_id":"1006","deadline":"2026-05-20","amount":500}`,
			want: correction.RefusedNotNamed, at: "/amount",
		},
		{
			name: "the recipient beside the date", args: call, message: "deadline is in the past", fields: []string{"/deadline"},
			propose: with("2026-05-20", "2026-06-20", "a@example.com", "b@example.com"), want: correction.RefusedNotNamed, at: "/recipient",
		},
		{
			name: "named by the tool", args: call, fields: []string{"/amount"}, propose: with(`"amount":5`, `"amount":6`),
			patch: `{"op":"replace","path":"/amount","from":5,"value":6}` + "\n",
		},
		{
			name: "named by the tool without a slash", args: call, fields: []string{"amount"}, propose: with(`"amount":5`, `"amount":6`),
			patch: `{"op":"replace","path":"/amount","from":5,"value":6}` + "\n",
		},
		{
			name: "named by the tool and by the schema", args: badDate, fields: []string{"/amount"},
			propose: `{"order_id":"1006","deadline":"2026-05-20","amount":6}`,
			patch: `{"op":"replace","path":"/amount","from":5,"value":6}` + "\n" +
				`{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{
			name: "named by the tool: the message does not count any more", args: call, message: "amount and deadline", fields: []string{"/amount"},
			propose: with("2026-05-20", "2026-06-20"), want: correction.RefusedNotNamed, at: "/deadline",
		},
		{
			name: "the whole is no place", args: call, message: "wrong", fields: []string{""}, propose: with(`"amount":5`, `"amount":6`),
			want: correction.RefusedNotNamed, at: "/amount",
		},
		{
			name: "the whole is no place, so the message counts", args: call, message: "bad amount", fields: []string{""}, propose: with(`"amount":5`, `"amount":6`),
			patch: `{"op":"replace","path":"/amount","from":5,"value":6}` + "\n",
		},
		{
			name: "below a named place", args: call, fields: []string{"/items"}, propose: with(`"qty":2`, `"qty":3`),
			patch: `{"op":"replace","path":"/items/1/qty","from":2,"value":3}` + "\n",
		},
		{
			name: "an index that is none", args: call, fields: []string{"/items/-1/qty", "/items/7"}, propose: with(`"qty":2`, `"qty":3`),
			want: correction.RefusedNotNamed, at: "/items/1/qty",
		},
		{
			name: "the whole, as a list of another length", schema: `{}`, args: `[1]`, fields: []string{"", "/0"}, propose: `[1,2]`,
			want: correction.RefusedNotNamed, at: "",
		},
		{
			name: "one element", args: call, fields: []string{"/items/1/qty"}, propose: with(`"qty":2`, `"qty":3`),
			patch: `{"op":"replace","path":"/items/1/qty","from":2,"value":3}` + "\n",
		},
		{
			name: "another element", args: call, fields: []string{"/items/0"}, propose: with(`"qty":2`, `"qty":3`),
			want: correction.RefusedNotNamed, at: "/items/1/qty",
		},
		{
			name: "an element is added to a list of which only one element is named", args: call, fields: []string{"/items/1/qty"},
			propose: with(`{"sku":"b","qty":2}`, `{"sku":"b","qty":2},{"sku":"c","qty":3}`), want: correction.RefusedNotNamed, at: "/items",
		},
		{
			name: "a name that begins with a named one", schema: openSchema, args: `{"a":1,"ab":1}`, fields: []string{"/a"}, propose: `{"a":1,"ab":2}`,
			want: correction.RefusedNotNamed, at: "/ab",
		},
		{
			name: "removed, though only another is named", args: call, fields: []string{"/deadline"}, propose: with(`"amount":5,`, ``, "2026-05-20", "2026-05-21"),
			want: correction.RefusedNotNamed, at: "/amount",
		},
		{
			name: "what the user allows", args: call, adjust: mayChange("amount"), propose: with(`"amount":5`, `"amount":6`),
			patch: `{"op":"replace","path":"/amount","from":5,"value":6}` + "\n",
		},
		{
			name: "what the user allows, by pointer", args: call, adjust: mayChange("/items/0/qty"), propose: with(`"qty":1`, `"qty":6`),
			patch: `{"op":"replace","path":"/items/0/qty","from":1,"value":6}` + "\n",
		},
		{
			name: "only what the user allows", args: badDate, adjust: mayChange("amount"), propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			want: correction.RefusedNotNamed, at: "/deadline",
		},
		{
			name: "an empty name allows nothing", args: badDate, adjust: mayChange(""), propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			want: correction.RefusedNotNamed, at: "/deadline",
		},
		{
			name: "a number that no validator computes", args: call, fields: []string{"/amount"}, propose: with(`"amount":5`, `"amount":1e9999999`),
			want: correction.RefusedInvalid, at: "/amount",
		},
		{
			name: "still wrong", args: badDate, propose: `{"order_id":"1006","deadline":"2026-02-30","amount":5}`,
			want: correction.RefusedInvalid, at: "/deadline",
		},
		{
			name: "wrong elsewhere", args: `{"order_id":"1","deadline":"2026-05-20","items":"x"}`,
			propose: `{"order_id":"1","deadline":"2026-05-20","items":[{"qty":1},{"qty":0}]}`, want: correction.RefusedInvalid, at: "/items/1/qty",
		},
	})
}

func TestMisspeltFieldMayMove(t *testing.T) {
	t.Parallel()
	with := func(rest string) string { return `{"order_id":"1","deadline":"2026-05-20",` + rest + `}` }
	runGuard(t, []guardCase{
		{
			name: "to the name that was meant", args: with(`"Amount":5`), propose: with(`"amount":5`),
			patch: `{"op":"remove","path":"/Amount","from":5}` + "\n" + `{"op":"add","path":"/amount","value":5}` + "\n",
		},
		{
			name: "in an element", schema: `{"properties":{"l":{"items":{"properties":{"quantity":{}},"additionalProperties":false}}}}`,
			args: `{"l":[{"quantiti":1}]}`, propose: `{"l":[{"quantity":1}]}`,
			patch: `{"op":"remove","path":"/l/0/quantiti","from":1}` + "\n" + `{"op":"add","path":"/l/0/quantity","value":1}` + "\n",
		},
		{name: "not with another value", args: with(`"Amount":5`), propose: with(`"amount":500`), want: correction.RefusedNotNamed, at: "/amount"},
		{name: "not to another name", args: with(`"note":"x"`), propose: with(`"recipient":"x"`), want: correction.RefusedNotNamed, at: "/recipient"},
		{name: "not to another object that knows the name", args: `{"order_id":"1","deadline":"2026-05-20","Amount":5,"child":{}}`, schema: `{"properties":{"order_id":{},"deadline":{},"amount":{},"child":{"properties":{"amount":{}}}},"additionalProperties":false}`, propose: with(`"child":{"amount":5}`), want: correction.RefusedNotNamed, at: "/child/amount"},
		{name: "not over what is there", args: with(`"Amount":5,"amount":1`), propose: with(`"amount":5`), want: correction.RefusedNotNamed, at: "/amount"},
		{name: "not as a copy", schema: `{"properties":{"amount":{}}}`, args: `{"Amount":5}`, fields: []string{"/Amount"}, propose: `{"Amount":6,"amount":5}`, want: correction.RefusedNotNamed, at: "/amount"},
		{name: "not to another object", args: with(`"Name":"x","customer":{}`), propose: with(`"customer":{"name":"x"}`), want: correction.RefusedNotNamed, at: "/customer/name"},
		{
			name: "not a field that nobody complained about", schema: `{"properties":{"amount":{},"x":{"type":"string"}}}`, args: `{"Amount":5,"x":1}`,
			propose: `{"amount":5,"x":"1"}`, want: correction.RefusedNotNamed, at: "/Amount",
		},
		{name: "not a known field", schema: `{"properties":{"amount":{"type":"integer"},"amount_":{}}}`, args: `{"amount":"5"}`, propose: `{"amount_":"5"}`, want: correction.RefusedNotNamed, at: "/amount_"},
		{name: "not beyond what the user allows", args: with(`"Amount":5`), adjust: mayChange("Amount"), propose: with(`"amount":5`), want: correction.RefusedNotNamed, at: "/amount"},
		{name: "not to a locked name", args: `{"Order_ID":"1","deadline":"2026-05-20"}`, propose: `{"order_id":"1","deadline":"2026-05-20"}`, want: correction.RefusedLocked, at: "/Order_ID"},
	})
}
