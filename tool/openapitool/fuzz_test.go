package openapitool_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// FuzzParse: no bytes make the reader panic or hang, and what it takes can be
// listed and described.
func FuzzParse(f *testing.F) {
	f.Add(head30 + update)
	f.Add(one(head31, "/x/{id}", "post", pathParam+"requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/N'}}}}\n") + "components: {schemas: {N: {properties: {n: {$ref: '#/components/schemas/N'}}, allOf: [{$ref: '#/components/schemas/N'}]}}}\n")
	f.Add(`{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}`)
	f.Add("openapi: 3.0.0\npaths: {/x: {$ref: '#/paths/~1x/get/$ref'}}\n")
	f.Add("openapi: 3.0.0\npaths: &p {/x: *p}\n")
	f.Add("openapi: 3.0.0\npaths: {/x: {get: {operationId: .inf, parameters: [{name: 0x1F, in: query, schema: {<<: {type: [null]}}}]}}}\n")
	f.Add("{\"openapi\":\"3.0.0\",\n\t\"paths\":{\"/{\":{\"get\":{}},\"/}\":{\"get\":7}}}")
	f.Add(schemes)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := openapitool.Parse("api.yaml", []byte(text), nil)
		if err != nil {
			return
		}
		list, err := d.Operations()
		if err != nil {
			return
		}
		for i := range list {
			tl, err := d.Tool(list[i].Method+" "+list[i].Path, &openapitool.Config{Server: "http://h", Effect: tool.Unsafe, Name: "t"})
			if err != nil {
				if err.Error() == "" {
					t.Error("an error without a text")
				}
				continue
			}
			if !json.Valid(tl.Spec().Schema) {
				t.Errorf("schema %s", tl.Spec().Schema)
			}
			_ = tl.BindRaw(raw(`{"id":"1","n":{"n":{}},"body":[1]}`)).Validate() // whatever it says, it says it
		}
	})
}

// FuzzArguments: no argument leads to another host or another path.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{"1", "..", ".", "../admin", "a/../../b", "%2e%2e", "a?b#c", "//host/", "http://other/", "\\..\\x", "a\nb", "\x00", "é", "{x}", "${env:S}", ";", ",", "="} {
		f.Add(s, "b", s)
		f.Add("a", s, "x")
	}
	spec := one(head31, "/v1/orders/{id}/{l}.{m}/end", "post", "parameters:\n"+param("path", "id", "", "")+param("path", "l", "", ", style: label, explode: true")+param("path", "m", "", ", style: matrix")+
		param("query", "q", "", "")+param("header", "X-H", "", "")+param("cookie", "c", "", "")+"requestBody: {content: {application/json: {schema: {type: object, properties: {b: {}}}}}}\n")
	d, err := openapitool.Parse("api.yaml", []byte(spec), nil)
	if err != nil {
		f.Fatal(err)
	}
	c := &openapitool.Config{Server: "http://example.com/base", Effect: tool.Unsafe, LookupEnv: env(map[string]string{"S": "secret"})}
	f.Fuzz(func(t *testing.T, a, b, key string) {
		args, err := json.Marshal(map[string]any{
			"id": a, "l": []string{b, a}, "m": map[string]string{key: b}, "q": map[string]string{key: a}, "X-H": a, "c": b, "b": map[string]string{key: b},
		})
		if err != nil {
			t.Skip()
		}
		r, err := d.Preview("op", c, args, "")
		if err != nil {
			if e := taxonomy.Classify(err); e.Class != taxonomy.InputError || e.Applied != taxonomy.No {
				t.Errorf("%s %s: %v", e.Class, e.Code, err)
			}
			return
		}
		u, err := url.Parse(r.URL)
		if err != nil {
			t.Fatalf("%v of %s", err, args)
		}
		steps := strings.Split(u.EscapedPath(), "/")
		if u.Scheme != "http" || u.Host != "example.com" || u.User != nil || u.Fragment != "" || len(steps) != 7 ||
			strings.Join(steps[:4], "/") != "/base/v1/orders" || steps[6] != "end" || u.JoinPath().EscapedPath() != u.EscapedPath() {
			t.Errorf("%s leads to %s", args, r.URL)
		}
		if got, err := url.PathUnescape(steps[4]); err != nil || got != jsonText(a) {
			t.Errorf("%q arrives as %q (%v)", a, got, err)
		}
		for _, h := range r.Header {
			if strings.ContainsAny(h[1], "\r\n\x00") {
				t.Errorf("header %q", h)
			}
		}
		if strings.Contains(r.URL+r.Body, "secret") && !strings.Contains(a+b+key, "secret") {
			t.Errorf("an argument was taken for a template: %s", r.URL)
		}
	})
}

// jsonText is what JSON makes of a text: what is no UTF-8 is replaced.
func jsonText(s string) string {
	var out string
	encoded, err := json.Marshal(s)
	if err != nil || json.Unmarshal(encoded, &out) != nil {
		return s
	}
	return out
}
