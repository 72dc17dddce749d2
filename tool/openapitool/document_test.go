package openapitool_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

const pathParam = "parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n"

// TestFaultsOfSpecs: each is found before anything is called, and says where it
// is.
func TestFaultsOfSpecs(t *testing.T) {
	t.Parallel()
	op := func(inside string) string { return one(head30, "/orders/{id}", "post", inside) }
	body := func(schema string) string {
		return op(pathParam + "requestBody: {content: {application/json: {schema: " + schema + "}}}\n")
	}
	for _, tt := range []struct{ name, spec, want string }{
		{"empty", "", "api.yaml: the file is empty"},
		{"a list", "- a\n", "api.yaml:1:1: this is no OpenAPI spec"},
		{"no version", "info: {}\n", "api.yaml:1:1: this is no OpenAPI spec"},
		{"Swagger", "swagger: '2.0'\n", "api.yaml:1:10: this is Swagger 2.0"},
		{"another version", "openapi: 4.0.0\n", `api.yaml:1:10: OpenAPI 3.0 and 3.1 can be read, and this is "4.0.0"`},
		{"no paths", "openapi: 3.0.0\n", "no paths"},
		{"paths are a list", head30 + "paths: []\n", "api.yaml:3:8: paths must be a mapping"},
		{"not YAML", head30 + "paths: {\n", "this cannot be read as YAML"},
		{"a key twice", head30 + "paths: {}\npaths: {}\n", `api.yaml:4:1: "paths" stands here twice`},
		{"not JSON", "{\n \"openapi\": \"3.0.0\",\n \"paths\": {}", "this cannot be read as YAML"},
		{"an alias within itself", head30 + "paths: &a {/x: *a}\n", "api.yaml:3:8: the alias leads"},
		{"a path without a slash", head30 + "paths: {x: {get: {operationId: op, responses: {'200': {description: ok}}}}}\n", `api.yaml:3:9: the path "x" must begin with a slash`},
		{"undeclared", op(""), "api.yaml:6:7: the path /orders/{id} has {id}, and no parameter is declared for it"},
		{"not in the path", one(head30, "/orders", "post", pathParam), "{id} does not stand in /orders"},
		{"not required", op("parameters: [{name: id, in: path, schema: {type: string}}]\n"), `api.yaml:8:27: this is not as OpenAPI has it: path parameter "id" must be required`},
		{"in nowhere", op("parameters: [{name: id, in: paht, required: true}]\n"), `api.yaml:8:20: the parameter id must be in one of path, query, header and cookie, and not in "paht"`},
		{"a type that is none", op("parameters:\n  - {name: id, in: path, required: true, schema: {type: strin}}\n"), `api.yaml:9:18: this is not as OpenAPI has it: unsupported 'type' value "strin"`},
		{"a type deep in another schema", body("{$ref: '#/components/schemas/O'}") + "components:\n  schemas:\n    O:\n      properties:\n        a:\n          type: strin\n", "api.yaml:15:11: this is not as OpenAPI has it"},
		{"a key that is none", op(pathParam + "paarameters: []\n"), `api.yaml:9:7: "paarameters" is no key that OpenAPI knows here`},
		{"a key of a schema that is none", body("{type: object, proprties: {}}"), `api.yaml:9:73: "proprties" is no key`},
		{"required as a boolean", body("{type: object, required: true}"), "a list of texts is wanted"},
		{"no description", strings.Replace(op(pathParam), "description: ok", "", 1), "api.yaml:7:26: this is not as OpenAPI has it: a short description of the response is required"},
		{"a style that is none", op("parameters: [{name: id, in: path, required: true, style: form}]\n"), "there are simple, label, matrix"},
		{"a reference to nothing", op("parameters: [{$ref: '#/components/parameters/idd'}]\n") + "components: {parameters: {id: {name: id, in: path, required: true}}}\n", `api.yaml:8:27: $ref "#/components/parameters/idd" leads nowhere: there is no "idd"; did you mean "id"?`},
		{"a circle of references", body("{$ref: '#/components/schemas/a'}") + "components: {schemas: {a: {$ref: '#/components/schemas/b'}, b: {$ref: '#/components/schemas/a'}}}\n", "round in a circle"},
		{"multipart", op(pathParam + "requestBody: {content: {multipart/form-data: {}}}\n"), "api.yaml:9:30: the body is sent as multipart/form-data, which is not supported"},
		{"a form of what", op(pathParam + "requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: string}}}}\n"), "does not name the fields"},
		{"a parameter as XML", op("parameters: [{name: id, in: path, required: true, content: {text/xml: {}}}]\n"), "is written as text/xml, which is not supported"},
		{"a header of the client", op("parameters: [{name: id, in: path, required: true, schema: {}}, {name: Host, in: header, schema: {}}]\n"), "only the HTTP client can set"},
		{"a GET with a body", one(head30, "/x", "get", "requestBody: {required: true, content: {application/json: {}}}\n"), "a GET has no body"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, err := openapitool.Parse("api.yaml", []byte(tt.spec), nil)
			if err == nil {
				_, err = d.Details("op", nil)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got  %v\nwant %s", err, tt.want)
			}
			if _, ok := errors.AsType[*openapitool.SpecError](err); !ok {
				t.Errorf("it is a %T", err)
			}
		})
	}
}

// TestAFaultElsewhereDoesNoHarm: large specs have some.
func TestAFaultElsewhereDoesNoHarm(t *testing.T) {
	t.Parallel()
	d := parse(t, one(head30, "/x", "get", "")+"  /y: {get: {operationId: bad, responses: {}, parameters: [{$ref: '#/nowhere'}]}}\ncomponents: {schemas: {a: {type: strin}, b: {$ref: '#/nowhere'}}}\ntags: 7\n")
	if _, err := d.Tool("op", &openapitool.Config{Server: "http://h"}); err != nil {
		t.Error(err)
	}
	if _, err := d.Tool("bad", &openapitool.Config{Server: "http://h"}); err == nil {
		t.Error("the bad one is a tool")
	}
}

// TestManyAliases: ten lines that stand for billions of values.
func TestManyAliases(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(head30 + "paths: {}\na0: &a0 [x]\n")
	for i := 1; i < 30; i++ {
		n, before := string(rune('a'+i)), string(rune('a'+i-1))
		if i == 1 {
			before = "a0"
		}
		b.WriteString(n + ": &" + n + " [*" + before + ", *" + before + ", *" + before + "]\n")
		if n == "z" {
			break
		}
	}
	start := time.Now()
	_, err := openapitool.Parse("api.yaml", []byte(b.String()), nil)
	if err == nil || !strings.Contains(err.Error(), "aliases") || time.Since(start) > 10*time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
}

// TestOtherFiles are read from the spec's own folder, and from nowhere else.
func TestOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("secret.yaml", "id: {name: id, in: path, required: true, schema: {type: string}}\n")
	write("api/params/all.yaml", "id: {name: id, in: path, required: true, schema: {$ref: '../schemas.json#/id'}}\nbad:\n  name: id\n  in: path\n  required: true\n  schema: {type: strin}\n")
	write("api/schemas.json", "{\n\t\"id\": {\"type\": \"string\", \"enum\": [\"a~b\"]}\n}\n")
	if err := os.Symlink(filepath.Join(dir, "secret.yaml"), filepath.Join(dir, "api", "link.yaml")); err != nil {
		t.Skip(err)
	}
	for ref, want := range map[string]string{
		"params/all.yaml#/id":              "",
		"./params/../params/all.yaml#/id":  "",
		"params/all.yaml#/bad":             filepath.Join("api", "params", "all.yaml") + ":3:3: this is not as OpenAPI has it",
		"params/none.yaml#/id":             "there is no such file",
		"../secret.yaml#/id":               "leads out of the folder of the spec",
		"params/../../secret.yaml#/id":     "leads out of the folder of the spec",
		filepath.Join(dir, "secret.yaml"):  "leads out of the folder of the spec",
		"%2e%2e/secret.yaml#/id":           "leads out of the folder of the spec",
		"link.yaml#/id":                    "cannot be read",
		"https://example.com/all.yaml#/id": "nothing is fetched",
		"//example.com/all.yaml#/id":       "nothing is fetched",
		"file:///etc/passwd":               "nothing is fetched",
		"#anchor":                          "names an anchor",
	} {
		write("api/api.yaml", one(head30, "/orders/{id}", "get", "parameters: [{$ref: '"+ref+"'}]\n"))
		d, err := openapitool.Load(filepath.Join(dir, "api", "api.yaml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		details, err := d.Details("op", nil)
		switch {
		case want == "" && (err != nil || !strings.Contains(string(details.Schema), `"a~b"`)):
			t.Errorf("%s: %v", ref, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v\nwant %s", ref, err, want)
		}
	}
	if _, err := openapitool.Load(filepath.Join(dir, "none.yaml"), nil); err == nil || !strings.Contains(err.Error(), "none.yaml: there is no such file") {
		t.Error(err)
	}
	if _, err := openapitool.Parse("api.yaml", []byte(one(head30, "/x", "get", "parameters: [{$ref: 'a.yaml'}]\n")), nil); err != nil {
		t.Error(err)
	}
}

// TestFormats: the same spec in JSON, with tabs, and in YAML with anchors.
func TestFormats(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{
		"\uFEFF{\n\t\"openapi\": \"3.0.0\",\n\t\"paths\": {\"/x\": {\"get\": {\"operationId\": \"op\", \"parameters\": [{\"name\": \"q\", \"in\": \"query\", \"schema\": {\"type\": \"string\"}}], \"responses\": {\"200\": {\"description\": \"ok\"}}}}}\n}",
		"openapi: 3.0.0\nx-p: &p\n  q: &q {name: q, in: query, schema: {type: string}}\npaths:\n  /x:\n    get:\n      <<: {operationId: op}\n      parameters: [*q]\n      responses:\n        200: {description: ok}\n",
	} {
		d, err := openapitool.Parse("api.json", []byte(spec), nil)
		if err != nil {
			t.Fatal(err)
		}
		details, err := d.Details("op", nil)
		if err != nil || string(details.Schema) != `{"type":"object","properties":{"q":{"type":"string"}},"additionalProperties":false}` {
			t.Errorf("%v: %+v", err, details)
		}
	}
}

// TestOperations: what a list shows, and what a name is found by.
func TestOperations(t *testing.T) {
	t.Parallel()
	d := parse(t, head31+`paths:
  /a:
    summary: not an operation
    get: {operationId: getA, description: "Gets it.\nWith more.", deprecated: true, responses: {"200": {description: ok}}}
    post: {summary: Makes one, responses: {"200": {description: ok}}}
  /b: {$ref: more.yaml#/b}
  /c: {get: {operationId: twice, responses: {"200": {description: ok}}}, put: {operationId: twice, responses: {"200": {description: ok}}}}
  x-more: 1
`, "more.yaml", "b: {delete: {operationId: deleteB, responses: {'200': {description: ok}}}}\n")
	list, err := d.Operations()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range list {
		o := &list[i]
		got = append(got, strings.Join([]string{o.Name(), o.Method, o.Path, o.Summary}, "|"))
	}
	if want := "getA|GET|/a|Gets it.; POST /a|POST|/a|Makes one; deleteB|DELETE|/b|; twice|GET|/c|; twice|PUT|/c|"; strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}
	if !list[0].Deprecated || list[0].Effect != tool.ReadOnly || list[1].Effect != 0 || list[2].Effect != tool.Idempotent {
		t.Errorf("%+v", list)
	}
	for name, want := range map[string]string{
		"getA": "", "post /a": "", "POST   /a": "", "GET /c": "",
		"gteA":    `api.yaml: there is no operation "gteA"; did you mean "getA"? batchagent tools api.yaml lists them`,
		"POST /z": `did you mean "POST /a"?`,
		"":        "which operation?",
		"twice":   `api.yaml:9:79: the operationId "twice" stands here and at line 9; name the operation as "GET /c" or as "PUT /c"`,
		"zzzzzzz": `there is no operation "zzzzzzz"; batchagent tools`,
	} {
		if _, err := d.Details(name, nil); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}
