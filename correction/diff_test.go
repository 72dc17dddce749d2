package correction_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
)

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
