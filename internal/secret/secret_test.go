package secret_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/internal/secret"
)

// TestEveryForm: a value is found as it is and as others write it.
func TestEveryForm(t *testing.T) {
	t.Parallel()
	const value = "p@ss <w>\"/ü+\n"
	html, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	h := secret.Of(map[string]string{"TOKEN": value, "OTHER": "not asked for"}, []string{"TOKEN"})
	for _, text := range []string{
		value, strings.TrimSpace(value), url.QueryEscape(value), url.PathEscape(value), url.QueryEscape(strings.TrimSpace(value)),
		strings.Trim(string(html), `"`), `p@ss <w>\"/ü+\n`, `p@ss <w>\"/ü+`,
	} {
		if got := h.Hide("[" + text + "]"); got != "[${env:TOKEN}]" {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := h.Hide("not asked for"); got != "not asked for" {
		t.Errorf("another variable became %q", got)
	}
}

// TestEncoders: a value is found as the encoders of other languages write it,
// and one in another. The forms were made with them.
func TestEncoders(t *testing.T) {
	t.Parallel()
	h := secret.Of(map[string]string{"TOKEN": `p@ss/ü+'"\& <€😀>=`}, []string{"TOKEN"})
	for name, text := range map[string]string{
		"json_encode of PHP":    `p@ss\/\u00fc+'\"\\& <\u20ac\ud83d\ude00>=`,
		"json.dumps of Python":  `p@ss/\u00fc+'\"\\& <\u20ac\ud83d\ude00>=`,
		"Gson":                  `p@ss/ü+\u0027\"\\\u0026 \u003c€😀\u003e\u003d`,
		"capital digits":        `p@ss/\u00FC+\u0027\"\\\u0026 \u003C\u20AC\uD83D\uDE00\u003E\u003D`,
		"JSON in JSON":          `p@ss\\/\\u00fc+'\\\"\\\\& <\\u20ac\\ud83d\\ude00>=`,
		"urllib.parse.quote":    `p%40ss/%C3%BC%2B%27%22%5C%26%20%3C%E2%82%AC%F0%9F%98%80%3E%3D`,
		"encodeURIComponent":    `p%40ss%2F%C3%BC%2B'%22%5C%26%20%3C%E2%82%AC%F0%9F%98%80%3E%3D`,
		"small digits":          `p%40ss%2f%c3%bc%2b'%22%5c%26+%3c%e2%82%ac%f0%9f%98%80%3e%3d`,
		"html.escape of Python": `p@ss/ü+&#x27;&quot;\&amp; &lt;€😀&gt;=`,
		"html.EscapeString":     `p@ss/ü+&#39;&#34;\&amp; &lt;€😀&gt;=`,
		"a URL's path":          `p@ss/ü+'%22%5C& %3C€😀%3E=`,
	} {
		if got := h.Hide("[" + text + "] " + text); got != "[${env:TOKEN}] ${env:TOKEN}" {
			t.Errorf("%s: %q became %q", name, text, got)
		}
	}
	for _, text := range []string{`p@ss/ü+'"\& <€😀>`, `p@ss/%`, `p@ss/\u00`, `p@ss/\ud83d`, `p@ss/&#x;`, `p@ss/&`, `\`} {
		if got := h.Hide(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestBase64: a value is found wherever it begins in a text of Base64, such as
// the user and the password of an Authorization header.
func TestBase64(t *testing.T) {
	t.Parallel()
	const value = "Sup3r/Secret+tok?>~"
	h := secret.Of(map[string]string{"TOKEN": value}, []string{"TOKEN"})
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding} {
		for _, before := range []string{"", "u", "us", "joe:", "a longer one:"} {
			for _, after := range []string{"", "x", ":y", " and more"} {
				text := e.EncodeToString([]byte(before + value + after))
				if got := h.Hide("Basic " + text + ", " + text); got != "Basic ${env:TOKEN}, ${env:TOKEN}" {
					t.Errorf("%q, %q: %q became %q", before, after, text, got)
				}
				if got := h.Hide("Basic " + url.QueryEscape(text) + "!"); strings.Contains(got, text[8:16]) || !strings.Contains(got, "${env:TOKEN}") {
					t.Errorf("%q, %q: escaped, it became %q", before, after, got)
				}
			}
		}
	}
}

// TestError: the text is clean, and the error the same.
func TestError(t *testing.T) {
	t.Parallel()
	h := secret.Of(map[string]string{"TOKEN": "t0ken"}, []string{"TOKEN"})
	clean := &url.Error{Op: "Get", URL: "/", Err: io.EOF}
	if got := h.Error(clean); got != error(clean) || h.Error(nil) != nil { //nolint:errorlint // the same one
		t.Errorf("got %v", got)
	}
	err := fmt.Errorf("odd t0ken: %w", clean)
	got := h.Error(err)
	if got.Error() != `odd ${env:TOKEN}: Get "/": EOF` || errors.Unwrap(got) != nil || !errors.Is(got, io.EOF) {
		t.Errorf("got %v", got)
	}
	if u, ok := errors.AsType[*url.Error](got); !ok || u != clean {
		t.Errorf("got %v", u)
	}
}

// TestCut: a value that is cut through is hidden in both halves, wherever the
// cut is, and whatever it is written like.
func TestCut(t *testing.T) {
	t.Parallel()
	const value = `q7/Ü"\Z9` // its end is never escaped: half of an escape says little
	h := secret.Of(map[string]string{"TOKEN": value}, []string{"TOKEN"})
	for _, form := range []string{value, `q7\/\u00dc\"\\Z9`, url.QueryEscape(value), base64.StdEncoding.EncodeToString([]byte(value))} {
		text := "<" + value + ", " + form + ">"
		for i := range text {
			head, tail := h.HideHead(text[:i]), h.HideTail(text[i:])
			whole := h.Hide(text)
			if !strings.HasPrefix(whole, strings.TrimSuffix(head, ",")) || !strings.HasSuffix(whole, tail) {
				t.Errorf("%s | %s is shown as %s | %s", text[:i], text[i:], head, tail)
			}
		}
	}
	if got := h.HideHead("nothing of it") + h.HideTail("nor of this"); got != "nothing of it"+"nor of this" {
		t.Errorf("got %q", got)
	}
}

// TestHideJSON: what was JSON is JSON, and says the same but for the values.
func TestHideJSON(t *testing.T) {
	t.Parallel()
	h := secret.Of(map[string]string{"PIN": "1234", "WORD": "nabc", "TOKEN": `a"b\c/d`}, []string{"PIN", "WORD", "TOKEN"})
	for _, tt := range []struct{ name, raw, want string }{
		{"none", ` {"a": [1.10, "x\/y"]} `, ` {"a": [1.10, "x\/y"]} `},
		{"a number is none", `{"n":1234,"f":91234.50}`, `{"n":1234,"f":91234.50}`},
		{"in a string", `{"n": 1234, "s":"<1234> \u0041"}`, `{"n": 1234, "s":"<${env:PIN}> A"}`},
		{"in a name", `{"x1234":1234}`, `{"x${env:PIN}":1234}`},
		{"half of an escape is none", `["\nabc","1234"]`, `["\nabc","${env:PIN}"]`},
		{"an escaped one", `["a\"b\\c\/d","a\u0022b\u005cc/d"]`, `["${env:TOKEN}","${env:TOKEN}"]`},
		{"a string that is no JSON", `["1234`, `["1234`},
	} {
		if got := string(h.HideJSON(json.RawMessage(tt.raw))); got != tt.want {
			t.Errorf("%s: %s became %s", tt.name, tt.raw, got)
		}
	}
}

// TestNothingButEscapes: a text that is made to be slow is not.
func TestNothingButEscapes(t *testing.T) {
	t.Parallel()
	h := secret.Of(map[string]string{"TOKEN": "a\\b/c\U0001F600"}, []string{"TOKEN"})
	const much = 128 << 10
	for _, piece := range []string{`\`, `\u`, `\u005c`, "&", "&#", "%", "+", `\ud83d`} {
		text := strings.Repeat(piece, much/len(piece))
		begin := time.Now()
		if got := h.Hide(text); got != text {
			t.Errorf("%s: %d bytes became %d", piece, len(text), len(got))
		}
		if took := time.Since(begin); took > 5*time.Second { // it is a tenth of a second at the most
			t.Errorf("%s took %s", piece, took)
		}
	}
}

// FuzzHide: however a value is written, nothing of it is left, and what is no
// value stays.
func FuzzHide(f *testing.F) {
	f.Add(`p@ss/ü+`, "a ", `\u0041%41&#65;`)
	f.Add(`\\\\n`, `\\\`, `\u`)
	f.Add("%41%", "%", "&amp")
	f.Fuzz(func(t *testing.T, value, before, after string) {
		const least = 4
		h := secret.Of(map[string]string{"V": value}, []string{"V"})
		if got := h.Hide(before + value + after); len(strings.TrimSpace(value)) >= least && !strings.Contains(got, "${env:V}") {
			t.Errorf("%q in %q is still there: %q", value, before+value+after, got)
		}
		raw, err := json.Marshal([]string{before, value, after})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		if err := json.Unmarshal(h.HideJSON(raw), &list); err != nil || len(list) != 3 {
			t.Errorf("%s became %s: %v", raw, h.HideJSON(raw), err)
		}
	})
}

func TestHider(t *testing.T) {
	t.Parallel()
	var none secret.Hider
	if got := none.Hide("text"); got != "text" {
		t.Errorf("the zero value: %q", got)
	}
	h := secret.Of(map[string]string{"SHORT": "abc", "EMPTY": "", "KEY": "abcd"}, []string{"SHORT", "EMPTY", "KEY"})
	h.Add("LONG", "abcdefgh") // one that another begins
	h.Add("LONG", "ijklmnop") // its next value; the last is still in texts
	h.Add("LONG", "ijklmnop")
	const text, want = "abc abcd abcdefgh ijklmnop", "abc ${env:KEY} ${env:LONG} ${env:LONG}"
	if got := h.Hide(text); got != want {
		t.Errorf("%q became %q, want %q", text, got, want)
	}
}
