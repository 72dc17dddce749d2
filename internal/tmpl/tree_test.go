package tmpl_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/tmpl"
)

func TestTree(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tree, want, wantErr string
	}{
		{name: "one name keeps its type", tree: `{"s":"{zip}","n":"{big}","b":"{yes}","l":"{list}","z":"{nothing}","o":"{a}"}`, want: `{"s":"00042","n":9007199254740993,"b":true,"l":[1, {"k":"v"}],"z":null,"o":{"b":{"c":"deep"},"n":7}}`},
		{name: "a text with a name is a string", tree: `{"s":"n {big}","t":"{price}{yes}"}`, want: `{"s":"n 9007199254740993","t":"1.50true"}`},
		{name: "conversions", tree: `{"i":"{bigText:integer}","j":"{jsonText:json}","b":"{true:boolean}"}`, want: `{"i":9007199254740993123456789,"j":{"k":[1.0,"x"]},"b":true}`},
		{name: "absent fields are left out", tree: `{"a":"{nope}","b":{"c":"{nope:integer}","d":"{id}"},"e":1}`, want: `{"b":{"d":"1001"},"e":1}`},
		{name: "an object stays when all in it is absent", tree: `{"b":{"c":"{nope}"}}`, want: `{"b":{}}`},
		{name: "null stays null through a conversion", tree: `{"v":"{nothing:integer}"}`, want: `{"v":null}`},
		{name: "order and numbers as written", tree: `{"z":1.50,"a":9007199254740993,"m":[1e3,-0,null,false,"x"]}`, want: `{"z":1.50,"a":9007199254740993,"m":[1e3,-0,null,false,"x"]}`},
		{name: "braces", tree: `{"a":"{{id}}","b":["{{}}","{id}"]}`, want: `{"a":"{id}","b":["{}","1001"]}`},
		{name: "strings are escaped as JSON", tree: `{"a":"<{odd}>"}`, want: `{"a":"<a/b?c=d&e \"f\" <g> é>"}`},
		{name: "a secret", tree: `{"a":"${env:TOKEN}","b":"x ${env:TOKEN}"}`, want: `{"a":"s3cret/x","b":"x s3cret/x"}`},
		{name: "a whole tree that is one name", tree: `"{list}"`, want: `[1, {"k":"v"}]`},
		{name: "a scalar", tree: `7`, want: `7`},
		{name: "empty containers", tree: `{"a":{},"b":[]}`, want: `{"a":{},"b":[]}`},
		{name: "absent at the top", tree: `"{nope}"`, wantErr: "nope has no value, and only a field of an object can be left out"},
		{name: "absent in a list", tree: `{"l":["{id}","{nope}"]}`, wantErr: "/l/1: nope has no value, and only a field of an object can be left out"},
		{name: "absent in a text", tree: `{"m":{"n":"x {nope}"}}`, wantErr: "/m/n: nope has no value"},
		{name: "conversion fails", tree: `{"a/b":{"c~d":"{zip:integer}"}}`, wantErr: `/a~1b/c~0d: zip: "00042" is not a whole number as it would be written in JSON`},
		{name: "variable not set", tree: `{"a":"${env:NOPE}"}`, wantErr: "/a: environment variable NOPE is not set"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree, err := tmpl.CompileTree(json.RawMessage(tt.tree))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // a second rendering is not changed by the first
				got, err := tree.Render(item(), &tmpl.Options{Env: environment})
				if string(got) != tt.want || message(err) != tt.wantErr {
					t.Errorf("got %s, %q\nwant %s, %q", got, message(err), tt.want, tt.wantErr)
				}
				for i := range got {
					got[i] = 'X' // the caller may do with it what it likes
				}
			}
		})
	}
}

func TestTreeNamesAndSecrets(t *testing.T) {
	t.Parallel()
	tree, err := tmpl.CompileTree(json.RawMessage(`{"k":["{b}",{"x":"{a} {b}"}],"l":"${env:T}","m":"${env:S}${env:T}"}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b", "a"}, tree.Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"T", "S"}, tree.Env()); diff != "" {
		t.Error(diff)
	}
	if !tree.HasSecret() {
		t.Error("HasSecret() = false")
	}
	values := tmpl.Object(map[string]json.RawMessage{"a": json.RawMessage("1"), "b": json.RawMessage("2")})
	got, err := tree.Redacted(values, nil)
	if want := `{"k":[2,{"x":"1 2"}],"l":"${env:T}","m":"${env:S}${env:T}"}`; string(got) != want || err != nil {
		t.Errorf("Redacted() = %s, %v", got, err)
	}
}

func TestCompileTreeErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, tree, want string }{
		{"not JSON", `{`, "this is not one valid JSON value"},
		{"two values", `{} {}`, "this is not one valid JSON value"},
		{"not UTF-8", "\"\xff\"", "this is not one valid JSON value"},
		{"empty", ``, "this is not one valid JSON value"},
		{"a fault in a text", `{"a":[{"b":"x {"}]}`, `/a/0/b: a "{" that is never closed; write "{{" for a brace`},
		{"a field twice", `{"a":1,"a":2}`, "/a: the field stands here twice"},
		{"a field name that is a template", `{"{x}":1}`, "/{x}: the name of a field cannot be a template"},
		{"too deep", strings.Repeat("[", 1002) + strings.Repeat("]", 1002), strings.Repeat("/0", 40) + "…: nested more than 1000 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := tmpl.CompileTree(json.RawMessage(tt.tree))
			if message(err) != tt.want {
				t.Errorf("got %q\nwant %q", message(err), tt.want)
			}
		})
	}
}

func TestTreeErrorNamesTheField(t *testing.T) {
	t.Parallel()
	tree, err := tmpl.CompileTree(json.RawMessage(`{"version":"{version:integer}"}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = tree.Render(tmpl.Object(map[string]json.RawMessage{"version": json.RawMessage(`"three"`)}), nil)
	var fe *tmpl.FieldError
	if !errors.As(err, &fe) || fe.Field != "version" || fe.Text != "three" {
		t.Errorf("got %v", err)
	}
}

// BenchmarkTree renders the body of a typical request: about 1 µs.
func BenchmarkTree(b *testing.B) {
	tree, err := tmpl.CompileTree(json.RawMessage(`{"deadline":"{deadline}","version":"{version:integer}"}`))
	if err != nil {
		b.Fatal(err)
	}
	values := tmpl.Object(map[string]json.RawMessage{"deadline": json.RawMessage(`"2026-05-20"`), "version": json.RawMessage(`"3"`)})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tree.Render(values, nil); err != nil {
			b.Fatal(err)
		}
	}
}
