package openapitool_test

import (
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// param is a parameter as a spec has it, more as it stands in YAML.
func param(in, name, schema, more string) string {
	required := ""
	if in == "path" {
		required = ", required: true"
	}
	return "  - {name: " + quoteYAML(name) + ", in: " + in + ", schema: {" + schema + "}" + required + more + "}\n"
}

func quoteYAML(s string) string { return "'" + s + "'" }

const object = "type: object, additionalProperties: true"

// TestRequests: what arguments become, by the tables of OpenAPI's "Style
// Examples" and of RFC 6570, and what goes beyond them.
func TestRequests(t *testing.T) {
	t.Parallel()
	const (
		array = `{"color":["blue","black","brown"]}`
		rgb   = `{"color":{"R":100,"G":200,"B":150}}`
		list  = "type: array, items: {type: string}"
	)
	jsonBody := func(schema string) string {
		return "requestBody: {required: true, content: {application/json: {schema: " + schema + "}}}\n"
	}
	form := func(schema, more string) string {
		return "requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: " + schema + more + "}}}\n"
	}
	for _, tt := range []struct {
		name, path, inside, args string
		want                     string // URI, then the body, if there is one, on a line of its own
		header                   string // Name: value
	}{
		{name: "simple", path: "/{color}", inside: "parameters:\n" + param("path", "color", "type: string", ""), args: `{"color":"blue"}`, want: "/blue"},
		{name: "simple list", path: "/{color}", inside: "parameters:\n" + param("path", "color", list, ""), args: array, want: "/blue,black,brown"},
		{name: "simple object", path: "/{color}", inside: "parameters:\n" + param("path", "color", object, ""), args: rgb, want: "/R,100,G,200,B,150"},
		{name: "simple object exploded", path: "/{color}", inside: "parameters:\n" + param("path", "color", object, ", explode: true"), args: rgb, want: "/R=100,G=200,B=150"},
		{name: "label", path: "/{color}", inside: "parameters:\n" + param("path", "color", "type: string", ", style: label"), args: `{"color":"blue"}`, want: "/.blue"},
		{name: "label list", path: "/{color}", inside: "parameters:\n" + param("path", "color", list, ", style: label"), args: array, want: "/.blue,black,brown"},
		{name: "label list exploded", path: "/{color}", inside: "parameters:\n" + param("path", "color", list, ", style: label, explode: true"), args: array, want: "/.blue.black.brown"},
		{name: "label object exploded", path: "/{color}", inside: "parameters:\n" + param("path", "color", object, ", style: label, explode: true"), args: rgb, want: "/.R=100.G=200.B=150"},
		{name: "matrix", path: "/{color}", inside: "parameters:\n" + param("path", "color", "type: string", ", style: matrix"), args: `{"color":"blue"}`, want: "/;color=blue"},
		{name: "matrix list", path: "/{color}", inside: "parameters:\n" + param("path", "color", list, ", style: matrix"), args: array, want: "/;color=blue,black,brown"},
		{name: "matrix list exploded", path: "/{color}", inside: "parameters:\n" + param("path", "color", list, ", style: matrix, explode: true"), args: array, want: "/;color=blue;color=black;color=brown"},
		{name: "matrix object", path: "/{color}", inside: "parameters:\n" + param("path", "color", object, ", style: matrix"), args: rgb, want: "/;color=R,100,G,200,B,150"},
		{name: "matrix object exploded", path: "/{color}", inside: "parameters:\n" + param("path", "color", object, ", style: matrix, explode: true"), args: rgb, want: "/;R=100;G=200;B=150"},
		{name: "escaped in the path", path: "/a b/{color}/x", inside: "parameters:\n" + param("path", "color", "type: string", ""), args: `{"color":"a/b?c#d ü%41"}`, want: "/a%20b/a%2Fb%3Fc%23d%20%C3%BC%2541/x"},
		{name: "two in one segment", path: "/{a}.{b}", inside: "parameters:\n" + param("path", "a", "type: string", "") + param("path", "b", "type: string", ""), args: `{"a":"x","b":"y"}`, want: "/x.y"},
		{name: "form", path: "/x", inside: "parameters:\n" + param("query", "color", "type: string", ""), args: `{"color":"a b+c&d=e"}`, want: "/x?color=a%20b%2Bc%26d%3De"},
		{name: "form, empty", path: "/x", inside: "parameters:\n" + param("query", "color", "type: string", ""), args: `{"color":""}`, want: "/x?color="},
		{name: "form list", path: "/x", inside: "parameters:\n" + param("query", "color", list, ""), args: array, want: "/x?color=blue&color=black&color=brown"},
		{name: "form list joined", path: "/x", inside: "parameters:\n" + param("query", "color", list, ", explode: false"), args: array, want: "/x?color=blue,black,brown"},
		{name: "form list, empty", path: "/x", inside: "parameters:\n" + param("query", "color", list, ""), args: `{"color":[]}`, want: "/x"},
		{name: "form object", path: "/x", inside: "parameters:\n" + param("query", "color", object, ""), args: rgb, want: "/x?R=100&G=200&B=150"},
		{name: "form object joined", path: "/x", inside: "parameters:\n" + param("query", "color", object, ", explode: false"), args: rgb, want: "/x?color=R,100,G,200,B,150"},
		{name: "spaceDelimited", path: "/x", inside: "parameters:\n" + param("query", "color", list, ", style: spaceDelimited, explode: false"), args: array, want: "/x?color=blue%20black%20brown"},
		{name: "pipeDelimited", path: "/x", inside: "parameters:\n" + param("query", "color", list, ", style: pipeDelimited, explode: false"), args: array, want: "/x?color=blue%7Cblack%7Cbrown"},
		{name: "deepObject", path: "/x", inside: "parameters:\n" + param("query", "color", object, ", style: deepObject, explode: true"), args: rgb, want: "/x?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
		{name: "deepObject, deep", path: "/x", inside: "parameters:\n" + param("query", "f", object, ", style: deepObject, explode: true"), args: `{"f":{"a":{"b":1},"c":["x","y"],"n":null}}`, want: "/x?f%5Ba%5D%5Bb%5D=1&f%5Bc%5D%5B%5D=x&f%5Bc%5D%5B%5D=y"},
		{name: "null and nothing", path: "/x", inside: "parameters:\n" + param("query", "a", "type: string, nullable: true", "") + param("query", "b", "type: string", ""), args: `{"a":null}`, want: "/x"},
		{name: "digits", path: "/{n}", inside: "parameters:\n" + param("path", "n", "type: integer", "") + param("query", "m", "type: number", ""), args: `{"n":9007199254740993,"m":1.10}`, want: "/9007199254740993?m=1.10"},
		{name: "query of the path", path: `"/x?comp=list#frag"`, inside: "parameters:\n" + param("query", "a", "type: string", ""), args: `{"a":"1"}`, want: "/x?comp=list&a=1"},
		{name: "header", path: "/x", inside: "parameters:\n" + param("header", "X-Trace", list, ""), args: `{"X-Trace":["a","b c"]}`, want: "/x", header: "X-Trace: a,b c"},
		{name: "cookie", path: "/x", inside: "parameters:\n" + param("cookie", "sid", "type: string", "") + param("cookie", "t", "type: integer", ""), args: `{"sid":"a;b","t":1}`, want: "/x", header: "Cookie: sid=a%3Bb; t=1"},
		{name: "JSON in the query", path: "/x", inside: "parameters:\n  - {name: f, in: query, content: {application/json: {schema: {type: object}}}}\n", args: `{"f":{"a": [1, "x"]}}`, want: "/x?f=%7B%22a%22%3A%5B1%2C%22x%22%5D%7D"},
		{name: "properties beside parameters", path: "/{id}", inside: "parameters:\n" + param("path", "id", "type: string", "") + jsonBody("{type: object, required: [n], properties: {n: {type: integer}, note: {type: string}}}"), args: `{"note":"a<b","id":"1","n":9007199254740993}`, want: "/1\n" + `{"n":9007199254740993,"note":"a<b"}`},
		{name: "null in the body", path: "/x", inside: jsonBody("{type: object, properties: {note: {type: string, nullable: true}}}"), args: `{"note":null}`, want: "/x\n" + `{"note":null}`},
		{name: "the body as a whole", path: "/x", inside: jsonBody("{type: array, items: {type: integer}}"), args: `{"body":[1, 2]}`, want: "/x\n[1,2]"},
		{name: "an empty body that is required", path: "/x", inside: jsonBody("{type: object, properties: {a: {type: string}}}"), args: `{}`, want: "/x\n{}"},
		{name: "a body that may be missing", path: "/x", inside: "requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}\n", args: `{}`, want: "/x"},
		{name: "an open body", path: "/{id}", inside: "parameters:\n" + param("path", "id", "type: string", "") + jsonBody("{type: object, properties: {a: {type: string}}, additionalProperties: true}"), args: `{"id":"1","z":1,"a":"x"}`, want: "/1\n" + `{"a":"x","z":1}`},
		{name: "one name in three places", path: "/{id}", inside: "parameters:\n" + param("path", "id", "type: string", "") + param("query", "id", "type: string", "") + jsonBody("{type: object, properties: {id: {type: string}}}"), args: `{"id":"1","query_id":"2","body_id":"3"}`, want: "/1?id=2\n" + `{"id":"3"}`},
		{name: "allOf", path: "/x", inside: jsonBody("{allOf: [{type: object, properties: {a: {type: string}}}, {required: [a], properties: {b: {type: string}}}]}"), args: `{"a":"1","b":"2"}`, want: "/x\n" + `{"a":"1","b":"2"}`},
		{name: "JSON of another name", path: "/x", inside: "requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object, properties: {a: {type: string}}}}}}\n", args: `{"a":"1"}`, want: "/x\n" + `{"a":"1"}`, header: "Content-Type: application/merge-patch+json"},
		{name: "a form", path: "/x", inside: form("{type: object, properties: {a: {type: string}, n: {type: integer}, l: {type: array, items: {type: string}}, o: {type: object}}}", ""), args: `{"a":"x y&z","n":1,"l":["p","q"],"o":{"k": 1}}`, want: "/x\na=x%20y%26z&n=1&l=p&l=q&o=%7B%22k%22%3A1%7D", header: "Content-Type: application/x-www-form-urlencoded"},
		{name: "a form with styles", path: "/x", inside: form("{type: object, properties: {m: {type: object}}}", ", encoding: {m: {style: deepObject, explode: true}}"), args: `{"m":{"k":{"j":"v"}}}`, want: "/x\nm%5Bk%5D%5Bj%5D=v"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := serve(t, ok)
			f := mustTool(t, parse(t, one(head30, tt.path, "post", tt.inside)), "op", &openapitool.Config{Server: url, Effect: tool.Unsafe})
			if _, err := f.Call(t.Context(), raw(tt.args)); err != nil {
				t.Fatalf("%v\nschema %s", err, f.Spec().Schema)
			}
			got := <-requests
			if all := strings.TrimSuffix(got.URI+"\n"+got.Body, "\n"); all != tt.want {
				t.Errorf("got  %s\nwant %s", all, tt.want)
			}
			if name, value, _ := strings.Cut(tt.header, ": "); got.Header.Get(name) != value {
				t.Errorf("%s: %q, want %q", name, got.Header.Get(name), value)
			}
		})
	}
}

// TestArgumentsThatCannotBeSent: nothing is sent, and the argument is named.
func TestArgumentsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	spec := one(head30, "/o/{id}/{l}", "post", "parameters:\n"+param("path", "id", "type: string", "")+param("path", "l", "", ", style: label, explode: true")+
		param("query", "q", "", "")+param("header", "h", "", "")+"requestBody: {content: {application/json: {schema: {type: object, required: [n, m], properties: {n: {type: integer}, m: {type: string}}}}}}\n")
	f := mustTool(t, parse(t, spec), "op", &openapitool.Config{Server: url, Effect: tool.Unsafe})
	for args, want := range map[string]struct {
		code taxonomy.Code
		path string
	}{
		`{"l":"x"}`:                                 {taxonomy.CodeMissingField, "/id"},
		`{"id":"","l":"x"}`:                         {taxonomy.CodeInvalidFormat, "/id"},
		`{"id":"..","l":"x"}`:                       {taxonomy.CodeInvalidFormat, "/id"},
		`{"id":"a/../b","l":"x"}`:                   {taxonomy.CodeInvalidFormat, "/id"},
		`{"id":"1","l":[]}`:                         {taxonomy.CodeInvalidFormat, "/l"},
		`{"id":"1","l":["a",".."]}`:                 {taxonomy.CodeInvalidFormat, "/l"},
		`{"id":"1","l":[["a"]]}`:                    {taxonomy.CodeInvalidFormat, "/l"},
		`{"id":"1","l":null}`:                       {taxonomy.CodeInvalidFormat, "/l"},
		`{"id":"1","l":"x","q":{"a":{}}}`:           {taxonomy.CodeInvalidFormat, "/q"},
		`{"id":"1","l":"x","h":"a\nb"}`:             {taxonomy.CodeInvalidFormat, "/h"},
		`{"id":7,"l":"x"}`:                          {taxonomy.CodeWrongType, "/id"},
		`{"id":"1","l":"x","idd":"2"}`:              {taxonomy.CodeUnknownField, "/idd"},
		`{"id":"1","l":"x","n":1}`:                  {taxonomy.CodeMissingField, "/m"},
		`{"id":"1","l":"x","n":"1","m":"a"}`:        {taxonomy.CodeWrongType, "/n"},
		`{"id":"1","l":"x","n":1.0e999999,"m":"a"}`: {taxonomy.CodeOutOfRange, "/n"},
	} {
		_, err := f.Call(t.Context(), raw(args))
		e := wantError(t, err, taxonomy.InputError, want.code, taxonomy.No)
		if len(e.Fields) != 1 || e.Fields[0].Path != want.path {
			t.Errorf("%s: fields %+v, want %s", args, e.Fields, want.path)
		}
	}
	if len(requests) > 0 {
		t.Errorf("%d requests were sent", len(requests))
	}
}

// TestTheKeyOfTheCall fills a parameter of its name, and is sent where there is
// none.
func TestTheKeyOfTheCall(t *testing.T) {
	t.Parallel()
	declared := "parameters: [{name: idempotency-key, in: header, required: true, schema: {type: string}}]\n"
	for _, tt := range []struct {
		name, method, inside string
		config               openapitool.Config
		args, want           string // "": none is sent
		arg                  bool
	}{
		{"declared", "post", declared, openapitool.Config{Effect: tool.Unsafe}, `{}`, "k1", false},
		{"not declared", "post", "", openapitool.Config{Effect: tool.Idempotent}, `{}`, "k1", false},
		{"given by hand", "post", declared, openapitool.Config{Effect: tool.Unsafe, KeyHeader: "-"}, `{"idempotency-key":"mine"}`, "mine", true},
		{"of something that reads", "get", declared, openapitool.Config{}, `{"idempotency-key":"mine"}`, "mine", true},
		{"reads", "get", "", openapitool.Config{}, `{}`, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := serve(t, ok)
			tt.config.Server = url
			f := mustTool(t, parse(t, one(head30, "/x", tt.method, tt.inside)), "op", &tt.config)
			if _, err := f.Call(withKey(t.Context(), "k1"), raw(tt.args)); err != nil {
				t.Fatal(err)
			}
			got := <-requests
			if got.Header.Get("Idempotency-Key") != tt.want || strings.Contains(string(f.Spec().Schema), "idempotency-key") != tt.arg {
				t.Errorf("key %q, want %q; schema %s", got.Header.Get("Idempotency-Key"), tt.want, f.Spec().Schema)
			}
		})
	}
}

// TestWhatAToolIs: name, description, effect, target and locks.
func TestWhatAToolIs(t *testing.T) {
	t.Parallel()
	spec := one(head31, "/orders/{id}", "delete", "summary: Delete an order\ndescription: It cannot be brought back.\nparameters:\n"+param("path", "id", "type: string", "")+param("query", "force", "type: boolean", ""))
	s := mustTool(t, parse(t, spec), "DELETE  /orders/{id}", &openapitool.Config{Server: "http://h", Locked: []string{"force"}}).Spec()
	if s.Name != "op" || s.Description != "Delete an order\nIt cannot be brought back." || s.Effect != tool.Idempotent || !s.Deletes || s.Target != "id" || strings.Join(s.Locked, " ") != "force id" {
		t.Errorf("%+v", s)
	}
	if _, err := parse(t, one(head31, "/x", "patch", "")).Tool("op", &openapitool.Config{Server: "http://h"}); err == nil || !strings.Contains(err.Error(), "PATCH") || !strings.Contains(err.Error(), "Effect") {
		t.Errorf("a PATCH without an effect: %v", err)
	}
	if s := mustTool(t, parse(t, one(head31, "/x", "get", "")), "op", &openapitool.Config{Server: "http://h", Name: "n", Description: "d"}).Spec(); s.Name != "n" || s.Description != "d" || s.Effect != tool.ReadOnly {
		t.Errorf("%+v", s)
	}
}

// TestOthers: a probe is given the arguments of another call.
func TestOthers(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustTool(t, parse(t, one(head31, "/x/{id}", "get", "parameters:\n"+param("path", "id", "type: string", ""))), "op", &openapitool.Config{Server: url, Others: true})
	if _, err := f.Call(t.Context(), raw(`{"id":"1","deadline":"2026-05-18"}`)); err != nil {
		t.Fatal(err)
	}
	if got := <-requests; got.URI != "/x/1" || got.Body != "" {
		t.Errorf("%+v", got)
	}
}
