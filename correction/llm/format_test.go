package llm_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction/llm"
)

// answerSchema is the schema of the answer around these arguments.
func answerSchema(args, defs string) string {
	if defs != "" {
		defs = `"$defs":` + defs + `,`
	}
	return `{` + defs + `"additionalProperties":false,"properties":{"arguments":{"anyOf":[` + args + `,{"type":"null"}]},"reason":{"type":"string"}},"required":["arguments","reason"],"type":"object"}`
}

func TestResponseSchema(t *testing.T) {
	t.Parallel()
	const closed = `"type":"object","additionalProperties":false`
	for _, tt := range []struct {
		name, schema string
		strict       bool
		args, defs   string
	}{
		{
			"all required", `{` + closed + `,"required":["n"],"properties":{"n":{"type":"integer","maximum":9007199254740993}}}`, true,
			`{"additionalProperties":false,"properties":{"n":{"maximum":9007199254740993,"type":"integer"}},"required":["n"],"type":"object"}`, "",
		},
		{
			"an optional one", `{` + closed + `,"properties":{"b":{"type":"string","title":"B","default":"x"},"a":{"enum":["x"]}},"required":["a"]}`, true,
			`{"additionalProperties":false,"properties":{"a":{"enum":["x"]},"b":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a","b"],"type":"object"}`, "",
		},
		{
			"a reference", `{` + closed + `,"properties":{"a":{"$ref":"#/$defs/x","description":"d"}},"required":["a"],"$defs":{"x":{"type":"string","format":"date"}}}`, true,
			`{"additionalProperties":false,"properties":{"a":{"$ref":"#/$defs/x"}},"required":["a"],"type":"object"}`, `{"x":{"format":"date","type":"string"}}`,
		},
		{
			"a list of objects", `{` + closed + `,"properties":{"a":{"type":"array","items":{` + closed + `,"properties":{}}}},"required":["a"]}`, true,
			`{"additionalProperties":false,"properties":{"a":{"items":{"additionalProperties":false,"properties":{},"required":[],"type":"object"},"type":"array"}},"required":["a"],"type":"object"}`, "",
		},
		{"open", `{"type":"object","properties":{"a":{"type":"string"}}}`, false, `{"properties":{"a":{"type":"string"}},"type":"object"}`, ""},
		{
			"open inside", `{` + closed + `,"required":["a"],"properties":{"a":{"type":"object","properties":{}}}}`, false,
			`{"additionalProperties":false,"properties":{"a":{"properties":{},"type":"object"}},"required":["a"],"type":"object"}`, "",
		},
		{
			"a keyword that strict mode does not know", `{` + closed + `,"required":["a"],"properties":{"a":{"type":"string","minLength":1}}}`, false,
			`{"additionalProperties":false,"properties":{"a":{"minLength":1,"type":"string"}},"required":["a"],"type":"object"}`, "",
		},
		{"anything", `{` + closed + `,"required":["a"],"properties":{"a":{}}}`, false, `{"additionalProperties":false,"properties":{"a":{}},"required":["a"],"type":"object"}`, ""},
		{
			"another format", `{` + closed + `,"required":["a"],"properties":{"a":{"type":"string","format":"uri"}}}`, false,
			`{"additionalProperties":false,"properties":{"a":{"format":"uri","type":"string"}},"required":["a"],"type":"object"}`, "",
		},
		{
			"references are turned", `{"type":"object","properties":{"a":{"$ref":"#/definitions/x"},"b":{"$ref":"#"},"$ref":{"enum":[{"$ref":"#/x"}]}},"definitions":{"x":{"type":"string"}}}`, false,
			`{"definitions":{"x":{"type":"string"}},"properties":{"$ref":{"enum":[{"$ref":"#/x"}]},"a":{"$ref":"#/properties/arguments/anyOf/0/definitions/x"},"b":{"$ref":"#/properties/arguments/anyOf/0"}},"type":"object"}`, "",
		},
		{"a name of its own", `{"$id":"http://x/y","type":"object"}`, false, `{"type":"object"}`, ""},
		{"any", `true`, false, `{"type":"object"}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, strict, err := llm.ResponseSchema(schema(t, tt.schema))
			if want := answerSchema(tt.args, tt.defs); err != nil || strict != tt.strict || string(got) != want {
				t.Errorf("strict %t, %v\n%s\nwant\n%s", strict, err, got, want)
			}
			s := schema(t, string(got)) // it compiles, and takes what is asked for
			for answer, valid := range map[string]bool{`{"arguments":null,"reason":""}`: true, `{"arguments":null}`: false, `{"arguments":7,"reason":""}`: false} {
				var v any
				if err := json.Unmarshal([]byte(answer), &v); err != nil {
					t.Fatal(err)
				}
				if err := s.Validate(v); (err == nil) != valid {
					t.Errorf("%s: %v", answer, err)
				}
			}
		})
	}
}

// TestStrictHasLimits: what strict mode would refuse is not asked for strictly.
func TestStrictHasLimits(t *testing.T) {
	t.Parallel()
	deep := `{"type":"string"}`
	for range 10 {
		deep = `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":` + deep + `}}`
	}
	enum := `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"enum":["x0"` + strings.Repeat(`,null`, 1000) + `]}}}`
	var long []string
	for i := range 260 {
		long = append(long, fmt.Sprintf(`"%060d"`, i))
	}
	const one = `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":`
	for name, text := range map[string]string{
		"a long enum": one + `{"enum":[` + strings.Join(long, ",") + `]}}}`,
		"deep":        deep, "enum": enum,
		"lookaround":         `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"string","pattern":"^(?:a|b)$"}}}`,
		"beside a reference": `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"$ref":"#/$defs/x","type":"string"}},"$defs":{"x":{"type":"string"}}}`,
		"far inside":         `{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"$ref":"#/$defs/x/items"}},"$defs":{"x":{"type":"array","items":{"type":"string"}}}}`,
		"a choice":           `{"type":"object","anyOf":[{"required":["a"]}],"additionalProperties":false,"properties":{"a":{"type":"string"}}}`,
	} {
		if _, strict, err := llm.ResponseSchema(schema(t, text)); strict || err != nil {
			t.Errorf("%s: strict %t, %v", name, strict, err)
		}
	}
}

func TestNullsThatMeanAbsent(t *testing.T) {
	t.Parallel()
	const text = `{"type":"object","additionalProperties":false,"required":["r","list"],"properties":{
		"r":{"type":["string","null"]},"o":{"type":"string"},"n":{"type":["string","null"]},"ref":{"$ref":"#/$defs/s"},"any":{"type":["integer","null"]},"e":{"enum":["x"]},"c":{"anyOf":[{"type":"string"},{"type":"integer"}]},
		"list":{"type":"array","items":{"type":"object","additionalProperties":false,"properties":{"q":{"type":"integer"}}}}},"$defs":{"s":{"type":"string"}}}`
	s := schema(t, text)
	for _, tt := range []struct {
		name, before, args string
		format             llm.Format
		want               string
	}{
		{"nothing to drop", `{}`, `{ "r": "x", "o":"<" }`, llm.AsSchema, `{ "r": "x", "o":"<" }`},
		{"optional and absent", `{}`, `{"r":"<x>","o":null,"ref":null,"e":null,"c":null}`, llm.AsJSON, `{"r":"<x>"}`},
		{"required", `{}`, `{"r":null,"o":null}`, llm.AsSchema, `{"r":null}`},
		{"null is allowed", `{}`, `{"n":null,"any":null,"o":null}`, llm.AsJSON, `{"any":null,"n":null}`},
		{"null is allowed, but it had to be given", `{}`, `{"n":null,"any":null,"r":null}`, llm.AsSchema, `{"r":null}`},
		{"was there, and is removed", `{"o":"x"}`, `{"o":null}`, llm.AsJSON, `{}`},
		{"was there, and becomes null", `{"n":"x"}`, `{"n":null}`, llm.AsSchema, `{"n":null}`},
		{"in a list", `{"list":[{}]}`, `{"list":[{"q":null},{"q":9007199254740993}]}`, llm.AsJSON, `{"list":[{},{"q":9007199254740993}]}`},
		{"unknown", `{}`, `{"x":null}`, llm.AsSchema, `{"x":null}`},
	} {
		if got, err := llm.Pruned(s, tt.before, tt.args, tt.format); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}
