package correction_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func FuzzGuard(f *testing.F) {
	for _, seed := range [][4]string{
		{`{"order_id":"1","deadline":"20/5/2026"}`, `{"order_id":"1","deadline":"2026-05-20"}`, "", "/deadline"},
		{`{"order_id":"1","amount":1}`, `{"order_id":"1","amount":2}`, "amount", ""},
		{`{"order_id":"1","items":[{"qty":"1"}]}`, `{"order_id":"1","items":[{"qty":1}]}`, "", "items"},
		{`{"Amount":1}`, `{"amount":1}`, "\xff", "//~2"},
		{`{"a":1,"a":2}`, `{"\ud800":1}`, "a", "a"},
		{`[[[]]]`, `[[[1]]]`, "1", "/0/0/0"},
		{`1`, `2`, "1", "/"},
		{`{`, "", "", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	schemas := []*tool.Schema{compile(f, orderSchema), compile(f, openSchema), compile(f, `{}`)}
	f.Fuzz(func(t *testing.T, args, proposed, message, place string) {
		if len(args) > 1<<12 || len(proposed) > 1<<12 || strings.Count(place, "/") > 20 {
			t.Skip()
		}
		for _, schema := range schemas {
			req := &correction.Request{
				Spec:   &tool.Spec{Name: "x", Effect: tool.Idempotent, Target: "order_id", Locked: []string{"/customer/id"}},
				Schema: schema, Args: json.RawMessage(args),
				Err: taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "%s", message),
			}
			if place != "" {
				req.Err.Fields = []taxonomy.Field{{Path: place}}
			}
			p := &correction.Proposal{Args: json.RawMessage(proposed)}
			patch, err := correction.Guard(req, p)
			reason, _ := reasonOf(t, err)
			if reason == correction.RefusedInternal {
				t.Fatalf("panicked: %v", errors.Unwrap(err))
			}
			if err == nil && len(patch) == 0 || err != nil && patch != nil {
				t.Errorf("%d changes with %v", len(patch), err)
			}
			if err != nil {
				continue
			}
			v, err := tool.Decode(p.Args)
			if err != nil {
				t.Fatalf("accepted, but: %v", err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("accepted, but: %v", err)
			}
			if again, _ := correction.Guard(req, p); patchText(t, again) != patchText(t, patch) {
				t.Error("the same question got another answer")
			}
			back := *req
			back.Args, back.MayChange = p.Args, []string{place}
			if patch, err := correction.Guard(&back, p); err == nil {
				t.Errorf("nothing changes, but the patch is %s", patchText(t, patch))
			}
		}
	})
}

// FuzzRules asks the rules about any argument, and checks that what they propose
// passes the guard and means the same: no digit is lost and none made up.
func FuzzRules(f *testing.F) {
	for _, seed := range []string{
		`{"n":"42"}`, `{"n":"-0"}`, `{"f":"3.90"}`, `{"b":"true"}`, `{"l":"[\"1\"]"}`, `{"l":"a"}`, `{"o":"{\"n\":\"1\"}"}`, `{"N":1}`,
		`{"d":"20/5/2026"}`, `{"d":"May 20th, 2026"}`, `{"d":"2026年5月20日"}`, `{"t":"20/5/2026 14:30 UTC"}`, `{"e":"HGIH"}`, `{"s":null}`, `{"s":["x"]}`,
		`{"d":"03/04/2026"}`, `{"n":[["1"]]}`, `{"o":{"o":{"n":"1"}}}`, `{`, `[]`, `{"n":1,"n":"2"}`,
	} {
		f.Add(seed, "/n")
	}
	schema := compile(f, `{"type":"object","additionalProperties":false,"properties":{
		"n":{"type":"integer"},"f":{"type":"number"},"b":{"type":"boolean"},"s":{"type":"string"},
		"l":{"type":"array","items":{"type":"integer"}},"o":{"$ref":"#"},"d":{"type":"string","format":"date"},
		"t":{"type":"string","format":"date-time"},"e":{"enum":["low","high"]},"limit":{"default":10}}}`)
	rules := correction.Rules(nil)
	f.Fuzz(func(t *testing.T, args, place string) {
		if len(args) > 1<<12 {
			t.Skip()
		}
		req := &correction.Request{
			Spec: &tool.Spec{Name: "x", Effect: tool.Idempotent}, Schema: schema, Args: json.RawMessage(args),
			Err: &taxonomy.Error{Class: taxonomy.InputError, Applied: taxonomy.No, Fields: []taxonomy.Field{{Path: place}}},
		}
		p, err := rules.Correct(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if p == nil || p.Args == nil && p.Reason != "" {
			return
		}
		patch, err := correction.Guard(req, p)
		if err != nil {
			t.Fatalf("%s: %v", p.Args, err)
		}
		v, err := tool.Decode(req.Args)
		if err != nil {
			t.Fatalf("repaired what cannot be read: %v", err)
		}
		named := make(map[string]bool)
		if invalid, ok := errors.AsType[*taxonomy.Error](schema.Validate(v)); ok {
			for _, f := range invalid.Fields {
				named[f.Path] = true
			}
		}
		for _, c := range patch {
			if c.Path == "/n" && c.Op == "replace" && !bytes.Contains(c.From, c.Value) {
				t.Errorf("%s became %s", c.From, c.Value)
			}
			if c.Op != "add" && c.Path != place && "/"+place != c.Path && !under1(named, c.Path) && !strings.HasPrefix(c.Path, place+"/") && !strings.HasPrefix(c.Path, "/"+place+"/") {
				t.Errorf("%s changed, though nobody complained about it", c.Path)
			}
		}
	})
}

func under1(named map[string]bool, path string) bool {
	for ; path != ""; path = path[:strings.LastIndexByte(path, '/')] {
		if named[path] {
			return true
		}
	}
	return false
}
