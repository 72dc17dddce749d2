package correction_test

import (
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/tool"
)

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

func TestGuardLocksTheTargetOfTheSpec(t *testing.T) {
	t.Parallel()
	req := request(t, openSchema, `{"order_id":"1"}`, "", "/order_id")
	req.Spec = &tool.Spec{Name: "x", Effect: tool.ReadOnly} // no target
	if _, err := correction.Guard(req, propose(`{"order_id":"2"}`)); err != nil {
		t.Errorf("nothing is locked, but: %v", err)
	}
}
