package tmpl_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// item is what the texts of the tables below are rendered with.
func item() tmpl.Lookup {
	return tmpl.Object(map[string]json.RawMessage{
		"id":         json.RawMessage(`"1001"`),
		"zip":        json.RawMessage(`"00042"`),
		"big":        json.RawMessage(`9007199254740993`),
		"bigText":    json.RawMessage(`"9007199254740993123456789"`),
		"price":      json.RawMessage(`1.50`),
		"yes":        json.RawMessage(`true`),
		"nothing":    json.RawMessage(`null`),
		"list":       json.RawMessage(`[1, {"k":"v"}]`),
		"a":          json.RawMessage(`{"b":{"c":"deep"},"n":7}`),
		"a.n":        json.RawMessage(`"a column with a dot"`),
		"No.":        json.RawMessage(`"3"`),
		"Order ID":   json.RawMessage(`"spaced"`),
		"empty":      json.RawMessage(`""`),
		"odd":        json.RawMessage(`"a/b?c=d&e \"f\" <g> é"`),
		"jsonText":   json.RawMessage(`"{\"k\": [1.0, \"x\"]}"`),
		"dots":       json.RawMessage(`".."`),
		"spacedInt":  json.RawMessage(`" 7 "`),
		"float":      json.RawMessage(`"3.9"`),
		"exponent":   json.RawMessage(`"1e3"`),
		"minusZero":  json.RawMessage(`"-0"`),
		"plus":       json.RawMessage(`"+5"`),
		"minus":      json.RawMessage(`"-5"`),
		"TRUE":       json.RawMessage(`"TRUE"`),
		"true":       json.RawMessage(`"true"`),
		"nullText":   json.RawMessage(`"null"`),
		"nan":        json.RawMessage(`"NaN"`),
		"arabic":     json.RawMessage(`"٣"`),
		"badJSON":    json.RawMessage(`"{"`),
		"longText":   json.RawMessage(`"` + strings.Repeat("x", 200) + `"`),
		"escape":     json.RawMessage(`"\u001b[31mred"`),
		"numberText": json.RawMessage(`"-12.50E+3"`),
	})
}

func environment(name string) (string, bool) {
	v, ok := map[string]string{"TOKEN": "s3cret/x", "EMPTY": ""}[name]
	return v, ok
}

func TestRender(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, want string
		wantErr          string
	}{
		{name: "plain text", text: "plain", want: "plain"},
		{name: "empty text", text: "", want: ""},
		{name: "a name", text: "{id}", want: "1001"},
		{name: "names in a text", text: "/orders/{id}/zip/{zip}", want: "/orders/1001/zip/00042"},
		{name: "braces", text: "{{{id}}} {{x}} }}{{", want: "{1001} {x} }{"},
		{name: "a path", text: "{a.b.c}", want: "deep"},
		{name: "a path into a list", text: "{list.1.k} {list.0}", want: "v 1"},
		{name: "a column with a dot comes first", text: "{a.n}", want: "a column with a dot"},
		{name: "a column that ends with a dot", text: "{No.}", want: "3"},
		{name: "a name with a space", text: "{Order ID}", want: "spaced"},
		{name: "the empty value", text: "[{empty}]", want: "[]"},
		{name: "a number as written", text: "{price} {big}", want: "1.50 9007199254740993"},
		{name: "a boolean", text: "{yes}", want: "true"},
		{name: "a list as json", text: "{list:json}", want: `[1,{"k":"v"}]`},
		{name: "a JSON text, compact", text: "{jsonText:json}", want: `{"k":[1.0,"x"]}`},
		{name: "a text as integer", text: "{bigText:integer}", want: "9007199254740993123456789"},
		{name: "a dollar sign", text: "$5 $$ a$", want: "$5 $$ a$"},
		{name: "a dollar sign before a value", text: "$${price} $$${price}", want: "$1.50 $$1.50"},
		{name: "a dollar sign before a brace", text: "${{x}} $${{y}}", want: "${x} $${y}"},
		{name: "a secret", text: "Bearer ${env:TOKEN}", want: "Bearer s3cret/x"},
		{name: "an empty secret that is set", text: "[${env:EMPTY}]", want: "[]"},
		{name: "absent", text: "{nope}", wantErr: "nope has no value"},
		{name: "absent in a path", text: "{a.b.x}", wantErr: "a.b.x has no value"},
		{name: "a path into a text", text: "{id.x}", wantErr: "id.x has no value"},
		{name: "a path past the end of a list", text: "{list.2}", wantErr: "list.2 has no value"},
		{name: "a path to before a list", text: "{list.-1}", wantErr: "list.-1 has no value"},
		{name: "null in a text", text: "x{nothing}", wantErr: "nothing is null, and a text needs a value"},
		{name: "converted null in a text", text: "x{nothing:json}", wantErr: "nothing is null, and a text needs a value"},
		{name: "a list in a text", text: "{list}", wantErr: "list is a list or an object; {list:json} writes one into a text"},
		{name: "leading zeros", text: "{zip:integer}", wantErr: `zip: "00042" is not a whole number as it would be written in JSON`},
		{name: "variable not set", text: "${env:NOPE}", wantErr: "environment variable NOPE is not set"},
		{name: "long values are cut", text: "{longText:integer}", wantErr: `longText: "` + strings.Repeat("x", 80) + `…" is not a whole number as it would be written in JSON`},
		{name: "control characters are escaped", text: "{escape:boolean}", wantErr: `escape: "\x1b[31mred" is not true or false`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := tmpl.Compile(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if c.String() != tt.text {
				t.Errorf("String() = %q", c)
			}
			got, err := c.Render(item(), &tmpl.Options{Env: environment})
			if got != tt.want || message(err) != tt.wantErr {
				t.Errorf("got %q, %q\nwant %q, %q", got, message(err), tt.want, tt.wantErr)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, want string
		offset     int
	}{
		{"a{x", `a "{" that is never closed; write "{{" for a brace`, 1},
		{"{a{b}}", `a "{" that is never closed; write "{{" for a brace`, 0},
		{"{", `a "{" that is never closed; write "{{" for a brace`, 0},
		{"a } b", `a "}" without its "{"; write "}}" for a brace`, 2},
		{"a {}", `"{}" names nothing; write "{{}}" for a pair of braces`, 2},
		{"{:integer}", "{:integer} names nothing before its colon", 0},
		{"{ x}", "a name starts or ends with a space: write {x}", 0},
		{"{x }", "a name starts or ends with a space: write {x}", 0},
		{"{x:int}", "{x:int} asks for a conversion that does not exist; there are integer, number, boolean and json", 0},
		{"{x:}", "{x:} asks for a conversion that does not exist; there are integer, number, boolean and json", 0},
		{"{x:Integer}", "{x:Integer} asks for a conversion that does not exist; there are integer, number, boolean and json", 0},
		{"{env:TOKEN}", "for an environment variable, write ${env:TOKEN}", 0},
		{"p ${price}", "${price} is neither: write {price} for a value, $${price} for a dollar sign and a value, or ${env:NAME} for an environment variable", 2},
		{"${env:A-B}", `"A-B" is no name of an environment variable; one has letters, digits and _, and does not start with a digit`, 0},
		{"${env:1A}", `"1A" is no name of an environment variable; one has letters, digits and _, and does not start with a digit`, 0},
		{"${env:}", `"" is no name of an environment variable; one has letters, digits and _, and does not start with a digit`, 0},
		{"${env:TOKEN", `a "{" that is never closed; write "{{" for a brace`, 1},
		{"$${env:TOKEN}", "for an environment variable, write ${env:TOKEN}", 2},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			_, err := tmpl.Compile(tt.text)
			var ce *tmpl.CompileError
			if !errors.As(err, &ce) {
				t.Fatalf("got %v", err)
			}
			if ce.Error() != tt.want || ce.Offset != tt.offset {
				t.Errorf("got %q at %d\nwant %q at %d", ce, ce.Offset, tt.want, tt.offset)
			}
		})
	}
}

// TestCompileErrorsKeepQuiet: a key that was pasted into a header does not come out in the error.
func TestCompileErrorsKeepQuiet(t *testing.T) {
	t.Parallel()
	_, err := tmpl.Compile("Bearer sk-live-1234 {")
	if err == nil || strings.Contains(err.Error(), "sk-live") {
		t.Errorf("got %v", err)
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	const integer, number, boolean = "is not a whole number as it would be written in JSON", "is not a number as it would be written in JSON", "is not true or false"
	tests := []struct {
		field, conv, want, wantErr string
	}{
		{"bigText", "integer", "9007199254740993123456789", ""},
		{"big", "integer", "9007199254740993", ""},
		{"minus", "integer", "-5", ""},
		{"nothing", "integer", "null", ""},
		{"zip", "integer", "", `zip: "00042" ` + integer},
		{"exponent", "integer", "", `exponent: "1e3" ` + integer},
		{"float", "integer", "", `float: "3.9" ` + integer},
		{"spacedInt", "integer", "", `spacedInt: " 7 " ` + integer},
		{"minusZero", "integer", "", `minusZero: "-0" ` + integer},
		{"plus", "integer", "", `plus: "+5" ` + integer},
		{"empty", "integer", "", "empty " + integer},
		{"price", "integer", "", `price: "1.50" ` + integer},
		{"yes", "integer", "", `yes: "true" ` + integer},
		{"list", "integer", "", `list: "[1, {\"k\":\"v\"}]" ` + integer},
		{"arabic", "integer", "", `arabic: "٣" ` + integer},
		{"price", "number", "1.50", ""},
		{"float", "number", "3.9", ""},
		{"exponent", "number", "1e3", ""},
		{"numberText", "number", "-12.50E+3", ""},
		{"minusZero", "number", "-0", ""},
		{"zip", "number", "", `zip: "00042" ` + number},
		{"nan", "number", "", `nan: "NaN" ` + number},
		{"spacedInt", "number", "", `spacedInt: " 7 " ` + number},
		{"yes", "boolean", "true", ""},
		{"true", "boolean", "true", ""},
		{"TRUE", "boolean", "", `TRUE: "TRUE" ` + boolean},
		{"id", "boolean", "", `id: "1001" ` + boolean},
		{"jsonText", "json", `{"k":[1.0,"x"]}`, ""},
		{"list", "json", `[1,{"k":"v"}]`, ""},
		{"bigText", "json", "9007199254740993123456789", ""},
		{"nullText", "json", "null", ""},
		{"badJSON", "json", "", `badJSON: "{" is not valid JSON`},
		{"zip", "json", "", `zip: "00042" is not valid JSON`},
		{"empty", "json", "", "empty is not valid JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.field+" "+tt.conv, func(t *testing.T) {
			t.Parallel()
			c, err := tmpl.Compile("{" + tt.field + ":" + tt.conv + "}")
			if err != nil {
				t.Fatal(err)
			}
			got, ok, err := c.Value(item(), nil)
			if string(got) != tt.want || message(err) != tt.wantErr || ok != (tt.wantErr == "") {
				t.Errorf("got %s, %v, %q\nwant %s, %q", got, ok, message(err), tt.want, tt.wantErr)
			}
			var fe *tmpl.FieldError
			if err != nil && (!errors.As(err, &fe) || fe.Field != tt.field || fe.Absent) {
				t.Errorf("the error %#v does not name the field", err)
			}
		})
	}
}

func TestIsNumber(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "-0", "1", "10", "1.0", "0.10", "1e3", "1E+3", "1.5e-07", "-1.5"} {
		if !tmpl.IsNumber(text) || !json.Valid([]byte(text)) {
			t.Errorf("%q is a number", text)
		}
	}
	for _, text := range []string{"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1_000", "NaN", "1 ", " 1", "1.2.3", "true", "1,5"} {
		if tmpl.IsNumber(text) || json.Valid([]byte(text)) && !strings.ContainsAny(text, " t") {
			t.Errorf("%q is no number", text)
		}
	}
}

func TestAbsentEmpty(t *testing.T) {
	t.Parallel()
	c, err := tmpl.Compile("{id}:{nope}:{nothing}")
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Render(item(), &tmpl.Options{AbsentEmpty: true})
	if got != "1001::" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	// what is put in for it must get past Escape like any value
	if got, err := c.Render(item(), &tmpl.Options{AbsentEmpty: true, Escape: tmpl.PathSegment}); err == nil {
		t.Errorf("got %q", got)
	}
	var fe *tmpl.FieldError
	if _, err := c.Render(item(), nil); !errors.As(err, &fe) || !fe.Absent || fe.Field != "nope" {
		t.Errorf("got %v", err)
	}
}

func TestEscape(t *testing.T) {
	t.Parallel()
	refuse := func(v string) (string, error) { return "", fmt.Errorf("contains %q", v) }
	tests := []struct {
		name, text    string
		escape        func(string) (string, error)
		want, wantErr string
	}{
		{name: "path", text: "/o/{odd}?x", escape: tmpl.PathSegment, want: "/o/a%2Fb%3Fc=d&e%20%22f%22%20%3Cg%3E%20%C3%A9?x"},
		{name: "query", text: "q={odd}", escape: tmpl.Query, want: "q=a%2Fb%3Fc%3Dd%26e+%22f%22+%3Cg%3E+%C3%A9"},
		{name: "empty segment", text: "/o/{empty}", escape: tmpl.PathSegment, wantErr: "empty is empty, and a part of a URL's path must not be"},
		{name: "parent segment", text: "/o/{dots}", escape: tmpl.PathSegment, wantErr: `dots: ".." cannot be a part of a URL's path`},
		{name: "secrets are escaped too", text: "/${env:TOKEN}/", escape: tmpl.PathSegment, want: "/s3cret%2Fx/"},
		{name: "a refused secret is not quoted", text: "/${env:TOKEN}/", escape: refuse, wantErr: "environment variable TOKEN has a value that cannot stand here"},
		{name: "a refused value is", text: "{id}", escape: refuse, wantErr: `id: "1001" contains "1001"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := tmpl.Compile(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Render(item(), &tmpl.Options{Env: environment, Escape: tt.escape})
			if got != tt.want || message(err) != tt.wantErr {
				t.Errorf("got %q, %q\nwant %q, %q", got, message(err), tt.want, tt.wantErr)
			}
		})
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	c, err := tmpl.Compile("{id} ${env:TOKEN}")
	if err != nil {
		t.Fatal(err)
	}
	if !c.HasSecret() {
		t.Error("HasSecret() = false")
	}
	if got, err := c.Redacted(item(), nil); got != "1001 ${env:TOKEN}" || err != nil {
		t.Errorf("Redacted() = %q, %v", got, err)
	}
	if got, err := c.Render(item(), &tmpl.Options{Env: environment}); got != "1001 s3cret/x" || err != nil {
		t.Errorf("Render() = %q, %v", got, err)
	}
	if dump := fmt.Sprintf("%v %+v %#v", c, c, c); strings.Contains(dump, "s3cret") {
		t.Errorf("the compiled template holds the secret: %s", dump)
	}
	open, err := tmpl.Compile("{id} {{env:TOKEN}}")
	if err != nil {
		t.Fatal(err)
	}
	if open.HasSecret() {
		t.Error("escaped braces are taken for a secret")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	c, err := tmpl.Compile("{b} {a:integer} {b:json} {a.c} ${env:X} ${env:Y}${env:X}")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b", "a", "a.c"}, c.Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"X", "Y"}, c.Env()); diff != "" {
		t.Error(diff)
	}
}

func TestWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"{x}": "x", "{x:integer}": "x", "{a.b}": "a.b", "{x} ": "", "x": "", "": "", "${env:X}": "", "{x}{y}": ""} {
		c, err := tmpl.Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Whole(); got != want || ok != (want != "") {
			t.Errorf("Whole(%q) = %q, %v", text, got, ok)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, sep, before, after string
		found                    bool
	}{
		{"http://h/{a}/b?q={c}?d", "?", "http://h/{a}/b", "q={c}?d", true},
		{"{a}?", "?", "{a}", "", true},
		{"?{a:integer}", "?", "", "{a:integer}", true},
		{"{what?}x", "?", "{what?}x", "", false},
		{"${env:BASE}/{{x}}/$${id}?y", "/", "${env:BASE}", "{{x}}/$${id}?y", true},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			c, err := tmpl.Compile(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			before, after, found := c.Cut(tt.sep)
			if before.String() != tt.before || after.String() != tt.after || found != tt.found {
				t.Errorf("got %q, %q, %v", before, after, found)
			}
			for _, piece := range []*tmpl.Template{before, after} {
				again, err := tmpl.Compile(piece.String())
				if err != nil {
					t.Fatalf("%q: %v", piece, err)
				}
				if diff := cmp.Diff(piece.Names(), again.Names()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestConcurrentRendering(t *testing.T) {
	t.Parallel()
	c, err := tmpl.Compile("{id} ${env:TOKEN} {a.b.c}")
	if err != nil {
		t.Fatal(err)
	}
	values := item()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if got, err := c.Render(values, &tmpl.Options{Env: environment}); got != "1001 s3cret/x deep" || err != nil {
					t.Errorf("got %q, %v", got, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
