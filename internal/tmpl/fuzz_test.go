package tmpl_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// FuzzCompile: whatever compiles renders, once every name has a value, and every text can be
// written as a template of itself.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{"", "{x}", "{{x}}", "${env:A}{b:json}", "$${x}", "$$${x}${{", "}}{", "{a.b.c:integer}", "a\x00\xff{é}", "{:}", "{x::json}"} {
		f.Add(text)
	}
	escape := strings.NewReplacer("{", "{{", "}", "}}")
	f.Fuzz(func(t *testing.T, text string) {
		self, err := tmpl.Compile(escape.Replace(text))
		if err != nil {
			t.Fatalf("%q escaped: %v", text, err)
		}
		if got, err := self.Render(nil, nil); got != text || err != nil {
			t.Fatalf("%q came out as %q, %v", text, got, err)
		}
		c, err := tmpl.Compile(text)
		if err != nil {
			return
		}
		everything := func(string) (json.RawMessage, bool) { return json.RawMessage("1"), true }
		secret := func(string) (string, bool) { return "\x01secret\x01", true }
		if strings.Contains(text, ":boolean}") {
			everything = func(string) (json.RawMessage, bool) { return json.RawMessage("true"), true }
		}
		got, err := c.Render(everything, &tmpl.Options{Env: secret})
		if err != nil && !strings.Contains(text, ":boolean}") {
			t.Fatalf("%q: %v", text, err)
		}
		if err == nil && c.HasSecret() != strings.Contains(got, "\x01secret\x01") && !strings.Contains(text, "\x01") {
			t.Errorf("%q: HasSecret() = %v, and it rendered as %q", text, c.HasSecret(), got)
		}
		before, after, _ := c.Cut("/")
		if n := len(before.Env()) + len(after.Env()); n < len(c.Env()) {
			t.Errorf("%q: Cut lost a secret", text)
		}
		for _, piece := range []*tmpl.Template{before, after} {
			if _, err := tmpl.Compile(piece.String()); err != nil {
				t.Errorf("%q: the piece %q: %v", text, piece, err)
			}
		}
	})
}

// FuzzConvert: a conversion that succeeds gives back the very text, as valid JSON of the right kind.
func FuzzConvert(f *testing.F) {
	for _, text := range []string{"7", "-0", "00042", "1e3", "3.9", " 7 ", "9007199254740993", "true", "null", `{"a":1}`, "", "1.", "+1", "\xff"} {
		f.Add(text)
	}
	render := func(t *testing.T, text, conv string) (json.RawMessage, bool) {
		t.Helper()
		c, err := tmpl.Compile("{x:" + conv + "}")
		if err != nil {
			t.Fatal(err)
		}
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		raw, _, err := c.Value(tmpl.Object(map[string]json.RawMessage{"x": quoted}), nil)
		if err == nil && !json.Valid(raw) {
			t.Fatalf("%q as %s: %s is not JSON", text, conv, raw)
		}
		return raw, err == nil
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		if raw, ok := render(t, text, "integer"); ok {
			n, isInt := new(big.Int).SetString(text, 10)
			if !isInt || n.String() != text || string(raw) != text {
				t.Errorf("integer %q became %s", text, raw)
			}
		}
		raw, ok := render(t, text, "number")
		if ok && string(raw) != text {
			t.Errorf("number %q became %s", text, raw)
		}
		isNumber := json.Valid([]byte(text)) && strings.TrimSpace(text) == text && strings.ContainsAny(text[:min(1, len(text))], "-0123456789")
		if ok != isNumber {
			t.Errorf("number %q: %v, and encoding/json says %v", text, ok, isNumber)
		}
		if raw, ok := render(t, text, "json"); ok != json.Valid([]byte(text)) {
			t.Errorf("json %q: %v", text, ok)
		} else if ok {
			var b bytes.Buffer
			if err := json.Compact(&b, []byte(text)); err != nil || !bytes.Equal(b.Bytes(), raw) {
				t.Errorf("json %q became %s", text, raw)
			}
		}
	})
}

// FuzzTree: a tree of constants comes out as it went in, only without spaces; and nothing panics.
func FuzzTree(f *testing.F) {
	for _, tree := range []string{`{}`, `{"a":"{x}"}`, `[1,{"b":["{x} y",null]}]`, `"{x}"`, `{"a":1,"a":2}`, `{"":{"~/":"${env:A}"}}`} {
		f.Add(tree)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := tmpl.CompileTree(json.RawMessage(text))
		if err != nil {
			return
		}
		raw, err := tree.Redacted(func(string) (json.RawMessage, bool) { return json.RawMessage("true"), true }, nil)
		if err == nil && !json.Valid(raw) {
			t.Fatalf("%s became %s", text, raw)
		}
		if strings.ContainsAny(text, `{}\`) && strings.Contains(text, `"`) {
			return
		}
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(text)); err != nil || b.String() != string(raw) {
			t.Errorf("%s became %s", text, raw)
		}
	})
}
