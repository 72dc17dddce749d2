package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func compile(tb testing.TB, doc string) *tool.Schema {
	tb.Helper()
	s, err := tool.CompileSchema(raw(doc))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func validate(tb testing.TB, s *tool.Schema, args string) error {
	tb.Helper()
	v, err := tool.Decode(raw(args))
	if err != nil {
		tb.Fatal(err)
	}
	return s.Validate(v)
}

// TestValidateNamesEveryField: every place that failed, sorted, with a code of
// its own, and a code for all that is theirs if they agree.
func TestValidateNamesEveryField(t *testing.T) {
	t.Parallel()
	const order = `{"type":"object","required":["order_id","deadline"],"additionalProperties":false,"properties":{
		"order_id":{"type":"string","minLength":1,"maxLength":8},"deadline":{"type":"string","format":"date"},
		"qty":{"type":"integer","minimum":1,"maximum":100},"size":{"enum":["S","M",7,null]},"email":{"type":"string","pattern":"^[^@]+@[^@]+$"},
		"price":{"exclusiveMinimum":0,"exclusiveMaximum":10},"step":{"multipleOf":5},
		"lines":{"type":"array","minItems":1,"maxItems":3,"uniqueItems":true,"items":{"type":"object","required":["sku"],"properties":{"sku":{"type":"string"},"n":{"type":["integer","null"]}}}},
		"either":{"anyOf":[{"type":"string"},{"type":"integer"}]},"xor":{"oneOf":[{"minimum":1},{"minimum":2}]},"no":{"not":{"type":"string"}},"fixed":{"const":{"a":1}},"never":false}}`
	tests := []struct {
		name, schema, args string
		code               taxonomy.Code
		want               []string
	}{
		{"A2: nothing at all", order, `{}`, taxonomy.CodeMissingField, []string{"/deadline MISSING_FIELD: is missing", "/order_id MISSING_FIELD: is missing"}},
		{"A2: misspelt", order, `{"order_id":"1","dead_line":"2026-05-20"}`, taxonomy.CodeValidationFailed, []string{"/dead_line UNKNOWN_FIELD: is not known; the nearest is deadline", "/deadline MISSING_FIELD: is missing"}},
		{"A2: another case", order, `{"Order_ID":7,"deadline":"2026-05-20"}`, taxonomy.CodeValidationFailed, []string{"/Order_ID UNKNOWN_FIELD: is not known; the nearest is order_id", "/order_id MISSING_FIELD: is missing"}},
		{"unknown and near nothing", order, `{"order_id":"1","deadline":"2026-05-20","zzzzzzzz":1}`, taxonomy.CodeUnknownField, []string{"/zzzzzzzz UNKNOWN_FIELD: is not known"}},
		{"types", order, `{"order_id":7,"deadline":null,"qty":"3","lines":{}}`, taxonomy.CodeWrongType, []string{"/deadline WRONG_TYPE: is null, not a string", "/lines WRONG_TYPE: is an object, not an array", "/order_id WRONG_TYPE: is a number, not a string", "/qty WRONG_TYPE: is a string, not an integer"}},
		{"an integer with a fraction", order, `{"order_id":"1","deadline":"2026-05-20","qty":1.5}`, taxonomy.CodeWrongType, []string{"/qty WRONG_TYPE: is a number, not an integer"}},
		{"one of two types", order, `{"order_id":"1","deadline":"2026-05-20","lines":[{"sku":"a","n":"x"}]}`, taxonomy.CodeWrongType, []string{"/lines/0/n WRONG_TYPE: is a string, not null or an integer"}},
		{"formats", order, `{"order_id":"1","deadline":"20/5/2026","email":"x"}`, taxonomy.CodeInvalidFormat, []string{`/deadline INVALID_FORMAT: is not a valid date: "20/5/2026"`, `/email INVALID_FORMAT: does not match ^[^@]+@[^@]+$: "x"`}},
		{"ranges", order, `{"order_id":"","deadline":"2026-05-20","qty":0,"lines":[],"price":0,"step":7}`, taxonomy.CodeOutOfRange, []string{"/lines OUT_OF_RANGE: has 0 entries, fewer than 1", "/order_id OUT_OF_RANGE: has 0 characters, fewer than 1", "/price OUT_OF_RANGE: is 0, and must be above 0", "/qty OUT_OF_RANGE: is 0, below the minimum of 1", "/step OUT_OF_RANGE: is 7, not a multiple of 5"}},
		{"ranges above", order, `{"order_id":"123456789","deadline":"2026-05-20","qty":101,"lines":[{"sku":"a"},{"sku":"b"},{"sku":"c"},{"sku":"d"}],"price":10.250}`, taxonomy.CodeOutOfRange, []string{"/lines OUT_OF_RANGE: has 4 entries, more than 3", "/order_id OUT_OF_RANGE: has 9 characters, more than 8", "/price OUT_OF_RANGE: is 10.25, and must be below 10", "/qty OUT_OF_RANGE: is 101, above the maximum of 100"}},
		{"enum", order, `{"order_id":"1","deadline":"2026-05-20","size":"XL"}`, taxonomy.CodeValidationFailed, []string{`/size VALIDATION_FAILED: is "XL", not one of "S", "M", 7, null`}},
		{"const", order, `{"order_id":"1","deadline":"2026-05-20","fixed":{"a":2}}`, taxonomy.CodeValidationFailed, []string{`/fixed VALIDATION_FAILED: is {"a":2}, not {"a":1}`}},
		{"within lists", order, `{"order_id":"1","deadline":"2026-05-20","lines":[{"sku":"a"},{"n":1},{"sku":7}]}`, taxonomy.CodeValidationFailed, []string{"/lines/1/sku MISSING_FIELD: is missing", "/lines/2/sku WRONG_TYPE: is a number, not a string"}},
		{"twice the same", order, `{"order_id":"1","deadline":"2026-05-20","lines":[{"sku":"a"},{"sku":"a"}]}`, taxonomy.CodeValidationFailed, []string{"/lines VALIDATION_FAILED: holds the same entry twice, at 0 and 1"}},
		{"branches that contradict each other", order, `{"order_id":"1","deadline":"2026-05-20","either":true,"xor":5,"no":"x"}`, taxonomy.CodeValidationFailed, []string{"/either VALIDATION_FAILED: fits none of the forms that are allowed", "/no VALIDATION_FAILED: has a form that is not allowed", "/xor VALIDATION_FAILED: fits more than one of the forms that are allowed"}},
		{"what must never be there", order, `{"order_id":"1","deadline":"2026-05-20","never":1}`, taxonomy.CodeUnknownField, []string{"/never UNKNOWN_FIELD: is not allowed"}},
		{"not an object", order, `[1]`, taxonomy.CodeWrongType, []string{" WRONG_TYPE: is an array, not an object"}},
		{"any object", ``, `"x"`, taxonomy.CodeWrongType, []string{" WRONG_TYPE: is not an object"}},
		{"one of, and none", `{"properties":{"a":{"oneOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`, taxonomy.CodeValidationFailed, []string{"/a VALIDATION_FAILED: fits none of the forms that are allowed"}},
		{"number of members", `{"minProperties":2,"properties":{"o":{"maxProperties":0}}}`, `{"o":{"x":1}}`, taxonomy.CodeOutOfRange, []string{" OUT_OF_RANGE: has 1 members, fewer than 2", "/o OUT_OF_RANGE: has 1 members, more than 0"}},
		{"a third", `{"properties":{"n":{"maximum":0.1}}}`, `{"n":0.30}`, taxonomy.CodeOutOfRange, []string{"/n OUT_OF_RANGE: is 0.3, above the maximum of 0.1"}},
		{"contains", `{"properties":{"l":{"contains":{"type":"string"}}}}`, `{"l":[1]}`, taxonomy.CodeValidationFailed, []string{"/l VALIDATION_FAILED: holds no entry of the form that is wanted"}},
		{"dependent", `{"dependentRequired":{"card":["cvc","expiry"]}}`, `{"card":"1"}`, taxonomy.CodeMissingField, []string{`/cvc MISSING_FIELD: is missing, and "card" needs it`, `/expiry MISSING_FIELD: is missing, and "card" needs it`}},
		{"entries too many, in the old way", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"l":{"items":[{}],"additionalItems":false}}}`, `{"l":[1,2]}`, taxonomy.CodeValidationFailed, []string{"/l VALIDATION_FAILED: last 1 additionalItem(s) not allowed"}},
		{"entries too many", `{"properties":{"l":{"prefixItems":[{}],"items":false}}}`, `{"l":[1,2]}`, taxonomy.CodeUnknownField, []string{"/l/1 UNKNOWN_FIELD: is not allowed"}},
		{"a long number, where nothing but the type is asked for", `{"properties":{"n":{"type":"integer"}}}`, `{"n":` + strings.Repeat("1", 1001) + `}`, taxonomy.CodeOutOfRange, []string{"/n OUT_OF_RANGE: is too large a number, or too small: " + strings.Repeat("1", 80) + "…"}},
		{"a giant, where nothing but the type is asked for", `{"properties":{"n":{"type":"number"}}}`, `{"n":1e9999}`, taxonomy.CodeOutOfRange, []string{"/n OUT_OF_RANGE: is too large a number, or too small: 1e9999"}},
		{"a fraction, where nothing but the type is asked for", `{"properties":{"n":{"type":"integer"}}}`, `{"n":1.5}`, taxonomy.CodeWrongType, []string{"/n WRONG_TYPE: is a number, not an integer"}},
		{"a long number", `{"properties":{"n":{"minimum":1e-40}}}`, `{"n":` + strings.Repeat("1", 1001) + `}`, taxonomy.CodeOutOfRange, []string{"/n OUT_OF_RANGE: is too large a number, or too small: " + strings.Repeat("1", 80) + "…"}},
		{"a small bound", `{"properties":{"n":{"minimum":1e-31}}}`, `{"n":0}`, taxonomy.CodeOutOfRange, []string{"/n OUT_OF_RANGE: is 0, below the minimum of 1/10000000000000000000000000000000"}},
		{"dependent, in the old way", `{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"card":["cvc"]}}`, `{"card":"1"}`, taxonomy.CodeMissingField, []string{`/cvc MISSING_FIELD: is missing, and "card" needs it`}},
		{"names", `{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"A/b":1,"ok":2}`, taxonomy.CodeUnknownField, []string{"/A~1b UNKNOWN_FIELD: is not a name that is allowed"}},
		{"unevaluated", `{"allOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":false}`, `{"a":"x","b":1}`, taxonomy.CodeUnknownField, []string{"/b UNKNOWN_FIELD: is not allowed"}},
		{"all of, and a reference", `{"allOf":[{"$ref":"#/$defs/a"},{"required":["b"]}],"$defs":{"a":{"required":["a"]}}}`, `{}`, taxonomy.CodeMissingField, []string{"/a MISSING_FIELD: is missing", "/b MISSING_FIELD: is missing"}},
		{"the same thing twice is said once", `{"allOf":[{"required":["a"]},{"required":["a"]}]}`, `{}`, taxonomy.CodeMissingField, []string{"/a MISSING_FIELD: is missing"}},
		{"no nearest name below the top", `{"properties":{"in":{"properties":{"name":{}},"additionalProperties":false},"note":{}}}`, `{"in":{"nota":1}}`, taxonomy.CodeUnknownField, []string{"/in/nota UNKNOWN_FIELD: is not known"}},
		{"giants are not computed with", `{"properties":{"a":{"type":"integer"},"b":{"minimum":1},"l":{"items":{"multipleOf":2}}}}`, `{"a":1e400000000,"b":-1E-99999999999999999999,"l":[1,10e1001,1e-1001,1e1000,1e-1000],"c":1e999}`, taxonomy.CodeOutOfRange, []string{"/a OUT_OF_RANGE: is too large a number, or too small: 1e400000000", "/b OUT_OF_RANGE: is too large a number, or too small: -1E-99999999999999999999", "/l/1 OUT_OF_RANGE: is too large a number, or too small: 10e1001", "/l/2 OUT_OF_RANGE: is too large a number, or too small: 1e-1001"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := compile(t, tt.schema)
			for range 5 { // the validator's own order is random
				e := refusal(t, validate(t, s, tt.args))
				if diff := cmp.Diff(tt.want, fields(e)); diff != "" || e.Code != tt.code {
					t.Fatalf("%s (-want +got):\n%s", e.Code, diff)
				}
			}
		})
	}
}

// TestValidateMessage: the message is one line that a person can read, and the
// suggestions are ready to be followed.
func TestValidateMessage(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"type":"object","required":["email","a/b"],"additionalProperties":false,"properties":{"email":{},"a/b":{},"deadline":{},"in":{"required":["x.y"]}}}`)
	e := refusal(t, validate(t, s, `{"emial":1,"daedline":2,"in":{}}`))
	if want := "a/b is missing; daedline is not known; the nearest is deadline; email is missing; emial is not known; the nearest is email; in.x.y is missing"; e.Message != want {
		t.Errorf("%q, want %q", e.Message, want)
	}
	if diff := cmp.Diff([]string{`Write "deadline" instead of "daedline"`, `Write "email" instead of "emial"`}, e.Suggestions); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
	if e := refusal(t, validate(t, s, `7`)); !strings.HasPrefix(e.Message, "the arguments: is a number") {
		t.Errorf("%q", e.Message)
	}
}

// TestValidateIsBounded: hostile arguments make no endless error.
func TestValidateIsBounded(t *testing.T) {
	t.Parallel()
	s := compile(t, `{"type":"object","additionalProperties":false,"properties":{"a":{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13]},"b":{"type":"integer"}}}`)
	many := make(map[string]int)
	for i := range 1000 {
		many[fmt.Sprintf("x%03d", i)] = i
	}
	args, err := json.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	e := refusal(t, validate(t, s, string(args)))
	if len(e.Fields) != 50 || e.Fields[0].Path != "/x000" || e.Fields[49].Path != "/x049" || !strings.HasSuffix(e.Message, "; and 950 more") {
		t.Errorf("%d fields, %q … %q", len(e.Fields), e.Fields[0].Path, e.Message[len(e.Message)-40:])
	}
	long := strings.Repeat("ü", 1<<20)
	e = refusal(t, validate(t, s, `{"a":"`+long+`","`+long+`":1}`))
	for _, f := range e.Fields {
		if len(f.Path) > 300 || len(f.Message) > taxonomy.MaxMessage {
			t.Errorf("path of %d bytes, message of %d", len(f.Path), len(f.Message))
		}
	}
	if e = refusal(t, validate(t, s, `{"a":14}`)); !strings.Contains(e.Message, "11, 12, …") {
		t.Errorf("%q", e.Message)
	}
	if e = refusal(t, validate(t, s, `{"b":"password=hunter2hunter2"}`)); strings.Contains(e.Message, "hunter2") {
		t.Errorf("a secret in %q", e.Message)
	}
}

// TestValidateAccepts: valid arguments pass, by the quick way and by the other.
func TestValidateAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, args string }{
		{``, `{"any":"thing"}`},
		{`true`, `[1]`},
		{`{"type":"object"}`, `{"a":1}`},
		{`{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"n":1.0}`},
		{`{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"n":1e3}`},
		{`{"type":"object","properties":{"n":{"type":"number"}}}`, `{"n":1e300}`},
		{`{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"n":9007199254740993}`},
		{`{"properties":{"n":{"const":9007199254740993}}}`, `{"n":9007199254740993}`},
		{`{"properties":{"d":{"format":"date-time"}}}`, `{"d":"2026-05-01T09:00:00Z"}`},
		{`{"type":["array","null"],"items":{"type":"boolean"}}`, `[true,false]`},
		{`{"type":["array","null"],"items":{"type":"boolean"}}`, `null`},
		{`{"required":["a"]}`, `{"a":null}`},
		{`{"items":{"type":"string"}}`, `true`},
		{`{"items":[{"type":"string"}],"$schema":"http://json-schema.org/draft-07/schema#"}`, `["a",1]`},
		{`{"type":"array","items":{"format":"date"}}`, `["2026-05-20"]`},
		{`{"additionalProperties":{"format":"date"}}`, `{"a":"2026-05-20"}`},
		{`{"additionalProperties":{"type":"string"}}`, `{"a":"x","b":"y"}`},
	} {
		if err := validate(t, compile(t, tt.schema), tt.args); err != nil {
			t.Errorf("%s %s: %v", tt.schema, tt.args, err)
		}
	}
}

// FuzzQuick: the quick way never accepts what the validator refuses. The same
// schema in an anyOf is one that the quick way does not know.
func FuzzQuick(f *testing.F) {
	schemas := []string{
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"n":{"type":"integer"},"l":{"type":["array","null"],"items":{"type":"number"}},"o":{"type":"object","additionalProperties":{"type":"boolean"}}},"additionalProperties":false}`,
		`{"title":"t","properties":{"a":true,"b":{"items":{"type":["null","integer"]}}},"additionalProperties":{"type":"string"}}`,
		`{"type":"array","items":{"type":"object","required":["x"]}}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":["string","integer","boolean"]}`,
	}
	for i := range schemas {
		for _, args := range []string{`{"a":"x","n":1,"l":[1.5],"o":{"x":true}}`, `{"b":[1,null],"c":"d"}`, `[{"x":1}]`, `7`, `1.0`, `1.5`, `1e2`, `1e-2`, `-0`, `{"a":"x","n":1.5}`, `{"a":"x","n":1e-1}`, `{"b":[0.5]}`, `{"c":1}`, `[{}]`, `[1]`, `null`, `{}`, `{"a":1}`} {
			f.Add(i, []byte(args))
		}
	}
	type pair struct{ quick, slow *tool.Schema }
	var compiled []pair
	for _, doc := range schemas {
		compiled = append(compiled, pair{compile(f, doc), compile(f, `{"anyOf":[`+doc+`]}`)})
	}
	f.Fuzz(func(t *testing.T, i int, args []byte) {
		v, err := tool.Decode(args)
		if err != nil {
			return
		}
		p := compiled[(i%len(compiled)+len(compiled))%len(compiled)]
		quick, slow := p.quick.Validate(v), p.slow.Validate(v)
		if (quick == nil) != (slow == nil) {
			t.Errorf("%s: %v, and %v", args, quick, slow)
		}
	})
}

// TestRemoteReferences: a schema does not make this process read files or call
// hosts.
func TestRemoteReferences(t *testing.T) {
	t.Parallel()
	for _, ref := range []string{"file:///etc/passwd", "http://127.0.0.1:1/schema.json", "https://example.com/schema.json", "other.json", "urn:other"} {
		for _, doc := range []string{`{"$ref":"` + ref + `"}`, `{"properties":{"a":{"$ref":"` + ref + `#/x"}}}`, `{"$schema":"` + ref + `"}`, `{"$id":"https://example.com/a.json","$ref":"` + ref + `"}`} {
			_, err := tool.CompileSchema(raw(doc))
			if err == nil || !strings.Contains(err.Error(), "references to other documents are not followed") {
				t.Errorf("%s: %v", doc, err)
			}
			if _, err := tool.New(spec(doc), func(context.Context, json.RawMessage) (int, error) { return 0, nil }); err == nil {
				t.Errorf("%s: New took it", doc)
			}
		}
	}
	for _, doc := range []string{`{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`} {
		if _, err := tool.CompileSchema(raw(doc)); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

func TestSchemaErrors(t *testing.T) {
	t.Parallel()
	for doc, says := range map[string]string{
		`{`:                    "schema is not JSON",
		`{"type":"objekt"}`:    "schema",
		`{"pattern":"(?=x)"}`:  "schema",
		`{"required":"a"}`:     "schema",
		`{"$ref":"#/$defs/x"}`: "schema",
		`7`:                    "schema",
	} {
		if _, err := tool.CompileSchema(raw(doc)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

func TestProperties(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string][]string{
		``: nil, `true`: nil, `{"type":"object"}`: nil, `{"properties":{}}`: nil,
		`{"properties":{"b":{},"a":true,"c":{"properties":{"d":{}}}}}`: {"a", "b", "c"},
	} {
		if got := compile(t, doc).Properties(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", doc, got)
		}
	}
	if got := string(compile(t, ``).JSON()); got != `{"type":"object"}` {
		t.Errorf("%s", got)
	}
}
