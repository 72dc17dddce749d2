package openapitool_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

func indented(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", " "); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}

// TestSchemas: what becomes of the schema of one property of the body.
func TestSchemas(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, old, new string // the spec's, in 3.0 and in 3.1; "": not in that one
		want           string
	}{
		{"plain", "{type: string, format: date, description: When}", "{type: string, format: date, description: When}", `{"type":"string","format":"date","description":"When"}`},
		{"digits", "{type: number, enum: [9007199254740993, 1.10, 1e3], default: 9007199254740993}", "{type: number, enum: [9007199254740993, 1.10, 1e3], default: 9007199254740993}", `{"type":"number","enum":[9007199254740993,1.10,1e3],"default":9007199254740993}`},
		{"zeros in front are a text", "{type: string, enum: [00042, '1']}", "", `{"type":"string","enum":["00042","1"]}`},
		{"nullable", "{type: string, nullable: true}", "{type: [string, 'null']}", `{"type":["string","null"]}`},
		{"nullable, not", "{type: string, nullable: false}", "", `{"type":"string"}`},
		{"nullable enum", "{type: string, nullable: true, enum: [a, b], description: d}", "", `{"description":"d","anyOf":[{"type":"string","enum":["a","b"]},{"type":"null"}]}`},
		{"nullable reference", "{nullable: true, allOf: [{$ref: '#/components/schemas/S'}]}", "", `{"anyOf":[{"allOf":[{"$ref":"#/$defs/S"}]},{"type":"null"}]}`},
		{"exclusive", "{type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}", "{type: integer, maximum: 9, exclusiveMinimum: 1}", `{"type":"integer","maximum":9,"exclusiveMinimum":1}`},
		{"example", "{type: string, example: x}", "{type: string, examples: [x]}", `{"type":"string","examples":["x"]}`},
		{"left out", "{type: object, discriminator: {propertyName: k}, xml: {name: x}, externalDocs: {url: 'http://h'}, x-more: 1}", "{type: object, x-more: 1, $comment: c, $id: 'http://h/s'}", `{"type":"object"}`},
		{"readOnly", "{type: object, required: [id, n], properties: {id: {type: string, readOnly: true}, n: {type: string, writeOnly: true}}}", "", `{"type":"object","properties":{"n":{"type":"string","writeOnly":true}},"required":["n"]}`},
		{"readOnly by reference", "{type: object, required: [r], properties: {r: {$ref: '#/components/schemas/R'}}}", "", `{"type":"object","properties":{}}`},
		{"a pattern that Go does not know", "{type: string, pattern: '^(?!x)'}", "", `{"type":"string"}`},
		{"a pattern", "{type: string, pattern: '^[a-z]+$'}", "", `{"type":"string","pattern":"^[a-z]+$"}`},
		{"a pattern of names that Go does not know", "", "{type: object, patternProperties: {'^(?!x)': true}, additionalProperties: false}", `{"type":"object"}`},
		{"reference", "{$ref: '#/components/schemas/S', description: mine}", "{$ref: '#/components/schemas/S', description: mine}", `{"$ref":"#/$defs/S","description":"mine"}`},
		{"of 3.1", "", "{oneOf: [{const: 1}, true], if: {type: object}, then: {minProperties: 1}, prefixItems: [{type: string}], unevaluatedItems: false}", `{"oneOf":[{"const":1},true],"if":{"type":"object"},"then":{"minProperties":1},"prefixItems":[{"type":"string"}],"unevaluatedItems":false}`},
	} {
		for version, schema := range map[string]string{head30: tt.old, head31: tt.new} {
			if schema == "" {
				continue
			}
			t.Run(tt.name+" "+version[9:12], func(t *testing.T) {
				t.Parallel()
				spec := one(version, "/x", "post", "requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {p: "+schema+"}}}}}\n") +
					"components: {schemas: {S: {type: string}, R: {type: string, readOnly: true}}}\n"
				d, err := parse(t, spec).Details("op", nil)
				if err != nil {
					t.Fatal(err)
				}
				var doc struct {
					Properties struct{ P json.RawMessage }
				}
				if err := json.Unmarshal(d.Schema, &doc); err != nil {
					t.Fatal(err)
				}
				if got, want := indented(t, string(doc.Properties.P)), indented(t, tt.want); got != want {
					t.Errorf("got %s\nwant %s", got, want)
				}
			})
		}
	}
}

// TestArguments: the schema of all arguments of an operation.
func TestArguments(t *testing.T) {
	t.Parallel()
	body := func(required, schema string) string {
		return "requestBody: {" + required + "content: {application/json: {schema: " + schema + "}}}\n"
	}
	for _, tt := range []struct{ name, inside, want string }{
		{"none", "", `{"type":"object","properties":{},"additionalProperties":false}`},
		{
			"parameters", "parameters:\n" + param("query", "q", "type: string", ", required: true, description: What") + param("header", "Authorization", "type: string", "") + param("cookie", "c", "type: integer", ""),
			`{"type":"object","properties":{"q":{"type":"string","description":"What"},"c":{"type":"integer"}},"required":["q"],"additionalProperties":false}`,
		},
		{
			"a required body", body("required: true, ", "{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}"),
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"additionalProperties":false}`,
		},
		{
			"an optional body", body("", "{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}"),
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"b":["a"]},"additionalProperties":false}`,
		},
		{"an open body", body("required: true, ", "{type: object, properties: {a: {}}, additionalProperties: true}"), `{"type":"object","properties":{"a":{}}}`},
		{
			"a body of several forms", body("required: true, ", "{type: object, properties: {a: {type: string}}, anyOf: [{required: [a]}]}"),
			`{"type":"object","properties":{"body":{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]}]}},"required":["body"],"additionalProperties":false}`,
		},
		{
			"a body that is only required", body("required: true, ", "{type: object, required: [a, id], properties: {id: {readOnly: true}, b: {}}}"),
			`{"type":"object","properties":{"b":{},"a":{}},"required":["a"],"additionalProperties":false}`,
		},
		{
			"one property twice", body("required: true, ", "{allOf: [{properties: {a: {type: string}}}, {properties: {a: {minLength: 1}}}]}"),
			`{"type":"object","properties":{"a":{"allOf":[{"type":"string"},{"minLength":1}]}},"additionalProperties":false}`,
		},
		{
			"round in a circle", body("required: true, ", "{$ref: '#/components/schemas/N'}"),
			`{"type":"object","properties":{"n":{"$ref":"#/$defs/N"},"l":{"type":"array","items":{"$ref":"#/$defs/N"}}},"additionalProperties":false,"$defs":{"N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"},"l":{"type":"array","items":{"$ref":"#/$defs/N"}}}}}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := one(head30, "/x", "post", tt.inside) + "components: {schemas: {N: {type: object, properties: {n: {$ref: '#/components/schemas/N'}, l: {type: array, items: {$ref: '#/components/schemas/N'}}}}}}\n"
			d, err := parse(t, spec).Details("op", nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := indented(t, string(d.Schema)), indented(t, tt.want); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
}

// TestASchemaThatRefersToItself is checked at every level, and ends.
func TestASchemaThatRefersToItself(t *testing.T) {
	t.Parallel()
	spec := one(head30, "/x", "post", "requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/N'}}}}\n") +
		"components: {schemas: {N: {type: object, properties: {n: {$ref: '#/components/schemas/N'}, v: {type: integer}}}}}\n"
	f := mustTool(t, parse(t, spec), "op", &openapitool.Config{Server: "http://h", Effect: tool.Unsafe})
	err := f.BindRaw(raw(`{"n":{"n":{"n":{"v":"x"}}}}`)).Validate()
	if err == nil || !strings.Contains(err.Error(), "n.n.n.v") {
		t.Errorf("%v", err)
	}
	if err := f.BindRaw(raw(`{"n":{"n":{"n":{"v":1}}}}`)).Validate(); err != nil {
		t.Error(err)
	}
}
