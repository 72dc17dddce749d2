package correction_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// guardCase is one question to the guard: a call that was refused, and a
// proposal.
type guardCase struct {
	name    string
	schema  string // default: orderSchema
	args    string
	message string
	fields  []string
	adjust  func(*correction.Request)
	propose string
	want    correction.Refusal // "": accepted
	at      string             // where, if refused
	patch   string             // what it changes, if accepted
}

func (c *guardCase) run(t *testing.T) {
	t.Helper()
	schema := c.schema
	if schema == "" {
		schema = orderSchema
	}
	req := request(t, schema, c.args, c.message, c.fields...)
	if c.adjust != nil {
		c.adjust(req)
	}
	patch, err := correction.Guard(req, propose(c.propose))
	reason, at := reasonOf(t, err)
	if reason != c.want || at != c.at {
		t.Fatalf("refused as %q at %q (%v), want %q at %q", reason, at, err, c.want, c.at)
	}
	if got := patchText(t, patch); got != c.patch {
		t.Errorf("patch:\n%swant:\n%s", got, c.patch)
	}
	if (len(patch) > 0) != (err == nil) {
		t.Errorf("%d changes with the error %v", len(patch), err)
	}
}

func runGuard(t *testing.T, cases []guardCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func mayChange(names ...string) func(*correction.Request) {
	return func(req *correction.Request) { req.MayChange = names }
}

const badDate = `{"order_id":"1006","deadline":"20/5/2026","amount":5}`

func TestA1TruncatedIsNeverRepaired(t *testing.T) {
	t.Parallel()
	runGuard(t, []guardCase{
		{
			name: "refused arguments", args: `{"path":"x","content":"abc`, message: "content", propose: `{}`,
			want: correction.RefusedTruncated,
		},
		{
			name: "proposed arguments", args: badDate, propose: `{"order_id":"1006","deadline":"2026-05-20"`,
			want: correction.RefusedTruncated,
		},
		{
			name: "declared so, though they can be read", args: badDate, propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			adjust: func(req *correction.Request) { req.Err.Code = taxonomy.CodeTruncatedArguments },
			want:   correction.RefusedTruncated,
		},
	})
}

func TestA6NothingNewIsExecuted(t *testing.T) {
	t.Parallel()
	const better = `{"order_id":"1006","deadline":"2026-05-20","amount":5}`
	triedBefore := func(args ...string) func(*correction.Request) {
		return func(req *correction.Request) {
			for _, a := range args {
				req.Tried = append(req.Tried, json.RawMessage(a))
			}
		}
	}
	runGuard(t, []guardCase{
		{name: "the same again", args: badDate, propose: badDate, want: correction.RefusedTried},
		{name: "the same in another form", args: badDate, propose: ` {"amount":5.0, "deadline":"20\/5/2026","order_id":"1006"} `, want: correction.RefusedTried},
		{name: "an earlier round", args: badDate, propose: better, adjust: triedBefore(badDate, better), want: correction.RefusedTried},
		{
			name: "an earlier round that a journal wrote", schema: openSchema, args: `{"note":"a"}`, fields: []string{"/note"},
			propose: `{"note":"<b>"}`, adjust: triedBefore(`{"note":"\u003cb\u003e"}`), want: correction.RefusedTried,
		},
		{
			name: "an earlier round that cannot be read", args: badDate, propose: better, adjust: triedBefore(`{`),
			patch: `{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{name: "prose", args: badDate, propose: `The deadline should be 2026-05-20.`, want: correction.RefusedMalformed},
		{name: "fenced", args: badDate, propose: "```json\n" + better + "\n```", want: correction.RefusedMalformed},
		{name: "two objects", args: badDate, propose: better + better, want: correction.RefusedMalformed},
		{name: "null", args: badDate, propose: `null`, want: correction.RefusedMalformed},
		{name: "an array", args: badDate, propose: `[` + better + `]`, want: correction.RefusedMalformed},
		{name: "a text", args: badDate, propose: `"x"`, want: correction.RefusedMalformed},
		{name: "a number", args: badDate, propose: `1`, want: correction.RefusedMalformed},
		{name: "a boolean", args: badDate, propose: `true`, want: correction.RefusedMalformed},
		{name: "empty", args: badDate, propose: ``, want: correction.RefusedNoProposal},
		{name: "blank", args: badDate, propose: " \n", want: correction.RefusedNoProposal},
		{name: "the arguments are no JSON", args: `{order_id}`, propose: better, want: correction.RefusedMalformed},
	})
}

func TestA7OnlyInputErrorsAreCorrected(t *testing.T) {
	t.Parallel()
	better := propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	for _, class := range taxonomy.Classes() {
		t.Run(class.String(), func(t *testing.T) {
			t.Parallel()
			req := request(t, orderSchema, badDate, "invalid api key")
			req.Err.Class = class
			_, err := correction.Guard(req, better)
			want := correction.RefusedNotInput
			if class == taxonomy.InputError {
				want = ""
			}
			if reason, _ := reasonOf(t, err); reason != want {
				t.Errorf("refused as %q (%v), want %q", reason, err, want)
			}
			p, err := correction.Rules(nil).Correct(t.Context(), req)
			if err != nil || (p != nil) != (class == taxonomy.InputError) {
				t.Errorf("rules proposed %v, %v", p, err)
			}
		})
	}
	runGuard(t, []guardCase{
		{
			name: "a host is not among the arguments", args: `{"order_id":"1006","deadline":"2026-05-20"}`, message: `host is not valid`,
			propose: `{"order_id":"1006","deadline":"2026-05-21"}`, want: correction.RefusedNotNamed, at: "/deadline",
		},
	})
}

func TestDoubtIsNeverCorrected(t *testing.T) {
	t.Parallel()
	better := `{"order_id":"1006","deadline":"2026-05-20","amount":5}`
	runGuard(t, []guardCase{
		{
			name: "an earlier attempt", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Doubt = true }, want: correction.RefusedInDoubt,
		},
		{
			name: "this one, unanswered", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err.Applied = taxonomy.Unanswered }, want: correction.RefusedInDoubt,
		},
		{
			name: "this one, answered", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err.Applied = taxonomy.Answered }, want: correction.RefusedInDoubt,
		},
		{
			name: "doubt comes before all that is said about the proposal", args: badDate, propose: badDate,
			adjust: func(req *correction.Request) { req.Doubt = true }, want: correction.RefusedInDoubt,
		},
		{
			name: "without an error only the schema names places", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err = nil },
			patch:  `{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{
			name: "without an error nor a complaint nothing is named", schema: openSchema, args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err = nil }, want: correction.RefusedNotNamed, at: "/deadline",
		},
	})
	req := request(t, orderSchema, badDate, "")
	req.Doubt = true
	if p, err := correction.Rules(nil).Correct(t.Context(), req); p != nil || err != nil {
		t.Errorf("rules proposed %v, %v for a call in doubt", p, err)
	}
}

func TestA5LockedStaysAsItIs(t *testing.T) {
	t.Parallel()
	locked := func(names ...string) func(*correction.Request) {
		return func(req *correction.Request) { req.Spec.Locked = names }
	}
	runGuard(t, []guardCase{
		{
			name: "the record, although the error names it", args: `{"order_id":"1006","deadline":"2026-05-20"}`,
			message: `no order "1006"`, fields: []string{"/order_id"},
			propose: `{"order_id":"1007","deadline":"2026-05-20"}`, want: correction.RefusedLocked, at: "/order_id",
		},
		{
			name: "the record, although it may change", args: badDate, adjust: mayChange("order_id", "deadline"),
			propose: `{"order_id":"1007","deadline":"2026-05-20","amount":5}`, want: correction.RefusedLocked, at: "/order_id",
		},
		{
			name: "the record is removed", schema: openSchema, args: badDate, fields: []string{"/order_id"},
			propose: `{"deadline":"20/5/2026","amount":5}`, want: correction.RefusedLocked, at: "/order_id",
		},
		{
			name: "the record is added", schema: openSchema, args: `{"deadline":"x"}`, fields: []string{"/order_id"},
			propose: `{"deadline":"x","order_id":"1"}`, want: correction.RefusedLocked, at: "/order_id",
		},
		{
			name: "the record in another case, which would win in Go", schema: openSchema, args: `{"order_id":"1","deadline":"x"}`, fields: []string{"/ORDER_ID", "/deadline"},
			propose: `{"order_id":"1","deadline":"y","ORDER_ID":"2"}`, want: correction.RefusedLocked, at: "/ORDER_ID",
		},
		{
			name: "equal numbers are not the same text in a URL", args: `{"order_id":"1","deadline":"x","amount":1}`, fields: []string{"/deadline"},
			adjust:  locked("amount"),
			propose: `{"order_id":"1","deadline":"2026-05-20","amount":1.0}`, want: correction.RefusedLocked, at: "/amount",
		},
		{
			name: "a locked text that becomes a number", schema: openSchema, args: `{"amount":"1","deadline":"x"}`, fields: []string{"/deadline", "/amount"},
			adjust: locked("amount"), propose: `{"amount":1,"deadline":"y"}`, want: correction.RefusedLocked, at: "/amount",
		},
		{
			name: "a locked number that becomes a text", schema: openSchema, args: `{"amount":1,"deadline":"x"}`, fields: []string{"/deadline", "/amount"},
			adjust: locked("amount"), propose: `{"amount":"1","deadline":"y"}`, want: correction.RefusedLocked, at: "/amount",
		},
		{
			name: "a locked list that becomes an object", schema: openSchema, args: `{"l":[],"deadline":"x"}`, fields: []string{"/deadline", "/l"},
			adjust: locked("l"), propose: `{"l":{},"deadline":"y"}`, want: correction.RefusedLocked, at: "/l",
		},
		{
			name: "a locked object that becomes a list", schema: openSchema, args: `{"l":{},"deadline":"x"}`, fields: []string{"/deadline", "/l"},
			adjust: locked("l"), propose: `{"l":[],"deadline":"y"}`, want: correction.RefusedLocked, at: "/l",
		},
		{
			name: "null is not false", schema: openSchema, args: `{"l":null,"deadline":"x"}`, fields: []string{"/deadline", "/l"},
			adjust: locked("l"), propose: `{"l":false,"deadline":"y"}`, want: correction.RefusedLocked, at: "/l",
		},
		{
			name: "true is not false", schema: openSchema, args: `{"l":true,"deadline":"x"}`, fields: []string{"/deadline", "/l"},
			adjust: locked("l"), propose: `{"l":false,"deadline":"y"}`, want: correction.RefusedLocked, at: "/l",
		},
		{
			name: "deep inside what is locked", schema: openSchema, args: `{"l":{"a":[1,{"b":2}]},"deadline":"x"}`, fields: []string{"/deadline", "/l"},
			adjust: locked("l"), propose: `{"l":{"a":[1,{"b":3}]},"deadline":"y"}`, want: correction.RefusedLocked, at: "/l",
		},
		{
			name: "other spelling of the same locked values", schema: openSchema, args: `{"l":{"a":[1,null,true],"é":"/"},"deadline":"x"}`, fields: []string{"/deadline"},
			adjust: locked("l"), propose: `{"deadline":"y", "l":{"\u00e9":"\/", "a":[1, null, true]}}`,
			patch: `{"op":"replace","path":"/deadline","from":"x","value":"y"}` + "\n",
		},
		{
			name: "by pointer", args: `{"order_id":"1","deadline":"x","customer":{"id":7,"name":""}}`, fields: []string{"/deadline", "/customer"},
			adjust:  locked("/customer/id"),
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":8,"name":""}}`, want: correction.RefusedLocked, at: "/customer/id",
		},
		{
			name: "by pointer, beside it", args: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7,"name":""}}`, fields: []string{"/customer"},
			adjust:  locked("/customer/id"),
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7,"name":"Ada"}}`,
			patch:   `{"op":"replace","path":"/customer/name","from":"","value":"Ada"}` + "\n",
		},
		{
			name: "by pointer into a list", args: `{"order_id":"1","deadline":"2026-05-20","items":[{"sku":"a","qty":0}]}`,
			adjust:  locked("/items/0/sku"),
			propose: `{"order_id":"1","deadline":"2026-05-20","items":[{"sku":"b","qty":1}]}`, want: correction.RefusedLocked, at: "/items/0/sku",
		},
		{
			name: "by pointer into a list that is shorter", args: `{"order_id":"1","deadline":"2026-05-20","items":[{"sku":"a","qty":0}]}`,
			adjust:  locked("/items/7/qty", "/items/-1/qty", "/items/x/qty"),
			propose: `{"order_id":"1","deadline":"2026-05-20","items":[{"sku":"a","qty":1}]}`,
			patch:   `{"op":"replace","path":"/items/0/qty","from":0,"value":1}` + "\n",
		},
		{
			name: "with its whole parent", args: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7}}`, fields: []string{"/customer"},
			adjust:  locked("/customer/id"),
			propose: `{"order_id":"1","deadline":"2026-05-20"}`, want: correction.RefusedLocked, at: "/customer/id",
		},
		{
			name: "in a parent of another case", schema: openSchema, args: `{"customer":{"id":7}}`, fields: []string{"/Customer"},
			adjust:  locked("/customer/id"),
			propose: `{"customer":{"id":7},"Customer":{"ID":8}}`, want: correction.RefusedLocked, at: "/Customer/ID",
		},
		{
			name: "by a path with a dot", args: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":7}}`, fields: []string{"/customer"},
			adjust:  locked("customer.id"),
			propose: `{"order_id":"1","deadline":"2026-05-20","customer":{"id":8}}`, want: correction.RefusedLocked, at: "/customer/id",
		},
		{
			name: "by a name with a dot", schema: openSchema, args: `{"customer.id":7}`, fields: []string{"/customer.id"},
			adjust: locked("customer.id"), propose: `{"customer.id":8}`, want: correction.RefusedLocked, at: "/customer.id",
		},
		{
			name: "by a pointer with a dot: only that", schema: openSchema, args: `{"a":{"b":1}}`, fields: []string{"/a"},
			adjust: locked("/a.b"), propose: `{"a":{"b":2}}`, patch: `{"op":"replace","path":"/a/b","from":1,"value":2}` + "\n",
		},
		{
			name: "names that need escapes", schema: openSchema, args: `{"a/b~c":7}`, fields: []string{"/a~1b~0c"},
			adjust: locked("a/b~c"), propose: `{"a/b~c":8}`, want: correction.RefusedLocked, at: "/a~1b~0c",
		},
		{
			name: "pointers that need escapes", schema: openSchema, args: `{"a/b~c":7}`, fields: []string{"/a~1b~0c"},
			adjust: locked("/a~1b~0c"), propose: `{"a/b~c":8}`, want: correction.RefusedLocked, at: "/a~1b~0c",
		},
		{
			name: "an empty name locks nothing", args: badDate, adjust: locked(""),
			propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			patch:   `{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{
			name: "a name locks the top only", schema: openSchema, args: `{"order_id":"1","x":{"order_id":"2"}}`, fields: []string{"/x/order_id"},
			propose: `{"order_id":"1","x":{"order_id":"3"}}`,
			patch:   `{"op":"replace","path":"/x/order_id","from":"2","value":"3"}` + "\n",
		},
		{
			name: "named twice, so that two readers see two records", args: badDate,
			propose: `{"order_id":"9","order_id":"1006","deadline":"2026-05-20","amount":5}`, want: correction.RefusedMalformed,
		},
		{
			name: "named twice before", args: `{"order_id":"9","order_id":"1006","deadline":"20/5/2026"}`,
			propose: `{"order_id":"1006","deadline":"2026-05-20"}`, want: correction.RefusedMalformed,
		},
		{
			name: "half a surrogate pair", args: `{"order_id":"\ud800","deadline":"20/5/2026"}`,
			propose: `{"order_id":"\udbff","deadline":"2026-05-20"}`, want: correction.RefusedMalformed,
		},
		{
			name: "no UTF-8", args: "{\"order_id\":\"\xff\",\"deadline\":\"20/5/2026\"}",
			propose: "{\"order_id\":\"\xfe\",\"deadline\":\"2026-05-20\"}", want: correction.RefusedMalformed,
		},
		{
			name: "no UTF-8 in a name", args: "{\"order_id\":\"1\",\"\xff\":1,\"deadline\":\"20/5/2026\"}",
			propose: "{\"order_id\":\"1\",\"\xff\":1,\"deadline\":\"2026-05-20\"}", want: correction.RefusedMalformed,
		},
		{
			name: "the replacement character, honestly", schema: openSchema, args: "{\"order_id\":\"\ufffd\\uFFFD\\ufffd \\\\ufffd \\\":\",\"\ufffd\":[\"\ufffd\"],\"deadline\":\"x\"}", fields: []string{"/deadline"},
			propose: "{\"order_id\":\"\\ufffd\ufffd\ufffd \\\\ufffd \\\":\",\"\ufffd\":[\"\ufffd\"],\"deadline\":\"y\"}",
			patch:   `{"op":"replace","path":"/deadline","from":"x","value":"y"}` + "\n",
		},
	})
}

func TestA5NewFields(t *testing.T) {
	t.Parallel()
	open := `{"type":"object","properties":{}}`
	branches := `{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#/$defs/n"}}},{"properties":{"b":{}}}],"allOf":[{"$ref":"#/$defs/c"}],
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

func TestGuardNeedsAWholeRequest(t *testing.T) {
	t.Parallel()
	whole := request(t, orderSchema, badDate, "")
	better := propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	tests := []struct {
		name string
		req  *correction.Request
		p    *correction.Proposal
		want correction.Refusal
	}{
		{name: "whole", req: whole, p: better},
		{name: "no request", p: better, want: correction.RefusedInternal},
		{name: "no spec", req: &correction.Request{Schema: whole.Schema, Args: whole.Args}, p: better, want: correction.RefusedInternal},
		{name: "no schema", req: &correction.Request{Spec: whole.Spec, Args: whole.Args}, p: better, want: correction.RefusedInternal},
		{name: "no proposal", req: whole, want: correction.RefusedNoProposal},
		{name: "no arguments", req: &correction.Request{Spec: whole.Spec, Schema: whole.Schema}, p: better, want: correction.RefusedTruncated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := correction.Guard(tt.req, tt.p)
			if reason, _ := reasonOf(t, err); reason != tt.want {
				t.Errorf("refused as %q (%v), want %q", reason, err, tt.want)
			}
			if tt.want == correction.RefusedInternal && !strings.Contains(err.Error(), "without a spec and a schema") {
				t.Errorf("it says %q", err)
			}
		})
	}
}

func TestE8PanicsBecomeErrors(t *testing.T) {
	t.Parallel()
	req := request(t, orderSchema, badDate, "")
	_, err := correction.GuardWith(req, propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`), correction.Broken{})
	if reason, _ := reasonOf(t, err); reason != correction.RefusedInternal {
		t.Errorf("refused as %q: %v", reason, err)
	}
	p, rulesErr := correction.CorrectWith(req, correction.Broken{})
	if p != nil {
		t.Errorf("rules proposed %s", p.Args)
	}
	for _, err := range []error{err, rulesErr} {
		var panicked *taxonomy.PanicError
		if !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
			t.Errorf("%v holds no panic with its stack", err)
		}
		if strings.Contains(err.Error(), "goroutine") {
			t.Errorf("the stack shows in %q", err)
		}
	}
}

func TestGuardErrorsLeadToTheirCause(t *testing.T) {
	t.Parallel()
	say := func(want string, req *correction.Request, proposed string) {
		t.Helper()
		if _, err := correction.Guard(req, propose(proposed)); err == nil || err.Error() != want {
			t.Errorf("it says %q, want %q", err, want)
		}
	}
	plain := request(t, orderSchema, badDate, "")
	only := request(t, orderSchema, badDate, "")
	only.MayChange = []string{"amount"}
	say("a correction must not add ab, which the tool does not know", plain, `{"order_id":"1006","deadline":"20/5/2026","amount":5,"a\u0007b":1}`)
	say("the proposed arguments are not executed: the arguments are truncated after 1 bytes; they are not executed", plain, `{`)
	say("the proposed arguments are null, not an object", plain, `null`)
	say("a correction must not change amount: nobody complained about it", plain, `{"order_id":"1006","deadline":"2026-05-20","amount":6}`)
	say("a correction must not change deadline: it is not among the arguments that may change", only, `{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	say("a correction must not change the arguments: nobody complained about it", request(t, `{}`, `[1]`, ""), `[]`)
	say("a correction must not change items.0: nobody complained about it", request(t, `{}`, `{"items":[1]}`, ""), `{"items":[2]}`)
	say("a correction must not change a/b.~: nobody complained about it", request(t, `{}`, `{"a/b":{"~":1}}`, ""), `{"a/b":{"~":2}}`)

	_, err := correction.Guard(plain, propose(`{"order_id":"1006","deadline":"2026-02-30","amount":5}`))
	var invalid *taxonomy.Error
	if !errors.As(err, &invalid) || invalid.Code != taxonomy.CodeInvalidFormat {
		t.Errorf("behind %v is %v, want the schema's complaint", err, invalid)
	}
	want := `the proposed arguments are wrong, too: deadline is not a valid date: "2026-02-30"`
	if err.Error() != want {
		t.Errorf("it says %q, want %q", err, want)
	}
}

func TestCorrectorFunc(t *testing.T) {
	t.Parallel()
	want := propose(`{}`)
	var c correction.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		return want, errors.ErrUnsupported
	})
	if got, err := c.Correct(t.Context(), nil); got != want || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestRefusalsAreDistinct(t *testing.T) {
	t.Parallel()
	all := correction.Refusals()
	for i, r := range all {
		if r == "" || string(r) != strings.ToUpper(string(r)) || slices.Contains(all[:i], r) {
			t.Errorf("%q is no name of its own", r)
		}
	}
	all[0] = "changed"
	if correction.Refusals()[0] == "changed" {
		t.Error("the table can be written to")
	}
}

func TestA4IntegersAreExactInTheDiff(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, after, patch string
	}{
		{name: "beyond float64", before: `9007199254740993`, after: `9007199254740992`, patch: `{"op":"replace","path":"/v","from":9007199254740993,"value":9007199254740992}`},
		{name: "very long", before: `123456789012345678901234567890`, after: `123456789012345678901234567891`, patch: `{"op":"replace","path":"/v","from":123456789012345678901234567890,"value":123456789012345678901234567891}`},
		{name: "sign", before: `1`, after: `-1`, patch: `{"op":"replace","path":"/v","from":1,"value":-1}`},
		{name: "number and text", before: `1`, after: `"1"`, patch: `{"op":"replace","path":"/v","from":1,"value":"1"}`},
		{name: "text and number", before: `"1"`, after: `1`, patch: `{"op":"replace","path":"/v","from":"1","value":1}`},
		{name: "null and false", before: `null`, after: `false`, patch: `{"op":"replace","path":"/v","from":null,"value":false}`},
		{name: "false and null", before: `false`, after: `null`, patch: `{"op":"replace","path":"/v","from":false,"value":null}`},
		{name: "object and array", before: `{}`, after: `[]`, patch: `{"op":"replace","path":"/v","from":{},"value":[]}`},
		{name: "array and object", before: `[]`, after: `{}`, patch: `{"op":"replace","path":"/v","from":[],"value":{}}`},
		{name: "member by member", before: `{"b":1,"c":{"d":2},"e":3}`, after: `{"a":1,"c":{"d":4},"e":3.0}`, patch: `{"op":"add","path":"/v/a","value":1}
{"op":"remove","path":"/v/b","from":1}
{"op":"replace","path":"/v/c/d","from":2,"value":4}`},
		{name: "element by element", before: `[1,[2,3],{"a":4}]`, after: `[1,[2,5],{"a":6}]`, patch: `{"op":"replace","path":"/v/1/1","from":3,"value":5}
{"op":"replace","path":"/v/2/a","from":4,"value":6}`},
		{name: "another length", before: `[1,2]`, after: `[1]`, patch: `{"op":"replace","path":"/v","from":[1,2],"value":[1]}`},
		{name: "names that need escapes", before: `{"a/b":1,"~":1}`, after: `{"a/b":2,"~":2}`, patch: `{"op":"replace","path":"/v/a~1b","from":1,"value":2}
{"op":"replace","path":"/v/~0","from":1,"value":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req := request(t, openSchema, `{"v":`+tt.before+`}`, "")
			req.MayChange = []string{"v"}
			patch, err := correction.Guard(req, propose(`{"v":`+tt.after+`}`))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.patch+"\n", patchText(t, patch)); diff != "" {
				t.Errorf("patch (-want +got):\n%s", diff)
			}
		})
	}
	for _, equal := range [][2]string{{`1`, `1.0`}, {`1e2`, `100`}, {`0`, `-0.0`}, {`[1]`, `[10e-1]`}, {`"é"`, `"\u00e9"`}} {
		req := request(t, openSchema, `{"v":`+equal[0]+`,"w":1}`, "")
		req.MayChange = []string{"v", "w"}
		patch, err := correction.Guard(req, propose(`{"v":`+equal[1]+`,"w":2}`))
		if err != nil || len(patch) != 1 || patch[0].Path != "/w" {
			t.Errorf("%s and %s: %s, %v", equal[0], equal[1], patchText(t, patch), err)
		}
	}
}

func TestPatchKeepsTextsAsTheyAre(t *testing.T) {
	t.Parallel()
	req := request(t, openSchema, `{"v":"a<b"}`, "", "/v")
	patch, err := correction.Guard(req, propose(`{"v":"a>b & c"}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(patch) != 1 || string(patch[0].From) != `"a<b"` || string(patch[0].Value) != `"a>b & c"` {
		t.Errorf("patch: from %s to %s", patch[0].From, patch[0].Value)
	}
}

func TestGuardLocksTheTargetOfTheSpec(t *testing.T) {
	t.Parallel()
	req := request(t, openSchema, `{"order_id":"1"}`, "", "/order_id")
	req.Spec = &tool.Spec{Name: "x", Effect: tool.ReadOnly} // no target
	if _, err := correction.Guard(req, propose(`{"order_id":"2"}`)); err != nil {
		t.Errorf("nothing is locked, but: %v", err)
	}
}
