package mcptool_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/mcptool"
)

// FuzzResult: whatever a server sends is a JSON value or a classified error.
func FuzzResult(f *testing.F) {
	for _, seed := range []string{
		`{"content":[{"type":"text","text":"x"}]}`, `{"structuredContent":{"n":9007199254740993}}`,
		`{"isError":true,"content":[{"type":"text","text":"locked"}]}`, `{"content":[{"type":"image","data":"a=="},{"type":"resource","resource":{}}]}`,
		`{"content":null}`, `[]`, ``, `null`, `{"toolResult":1}`, "{\"content\":[{\"type\":\"text\",\"text\":\"\xff\"}]}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		value, err := mcptool.ValueOf([]byte(raw))
		switch {
		case err != nil:
			if e := taxonomy.Classify(err); e.Class == taxonomy.Fatal && e.Applied == taxonomy.Unanswered {
				t.Errorf("an answer that counts as none: %v", err)
			}
		case !json.Valid(value):
			t.Errorf("%q gives %q, which is not JSON", raw, value)
		}
	})
}

// FuzzExpand: a value that was put in never stands in what is shown.
func FuzzExpand(f *testing.F) {
	f.Add("Bearer ${env:A}", "s3cr3t value")
	f.Add("${env:A}${env:A}", "aaaa")
	f.Add("${env:", "x")
	f.Add("${env:A}}", `"<&>`)
	f.Fuzz(func(t *testing.T, text, value string) {
		expanded, hidden, err := mcptool.Expand(text, func(string) (string, bool) { return value, true })
		if err != nil {
			if len(value) > 3 && strings.Contains(err.Error(), value) && !strings.Contains(text, value) && utf8.ValidString(value) && len(value) > 12 {
				t.Errorf("the error holds the value: %v", err)
			}
			return
		}
		if !strings.Contains(text, "${env:") && expanded != text {
			t.Errorf("%q became %q", text, expanded)
		}
		if len(value) > 12 && strings.Contains(text, "${env:") && strings.Contains(hidden, value) && !strings.Contains(text, value) && !strings.Contains(value, "env:") {
			t.Errorf("%q is shown as %q", text, hidden)
		}
	})
}

func TestTail(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("y", 2000)
	tests := []struct {
		name   string
		pieces []string
		want   string
	}{
		{"nothing", nil, ""},
		{"in pieces", []string{"one\ntw", "o\n"}, "one\ntwo"},
		{"the last lines", []string{long + "\n", "last\n"}, "last"},
		{"one long line", []string{long}, long[:1024]},
		{"a long line after others", []string{"first\n", long}, long[:1024]},
		{"many", []string{strings.Repeat("0123456789\n", 1000)}, strings.Repeat("0123456789\n", 92) + "0123456789"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := mcptool.Tail(tt.pieces...); got != tt.want {
				t.Errorf("got %d bytes %.40q, want %d bytes %.40q", len(got), got, len(tt.want), tt.want)
			}
		})
	}
}

// TestValueIsUTF8: what a server sends need not be UTF-8, and what is reported
// has to be.
func TestValueIsUTF8(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"{\"content\":[],\"structuredContent\":{\"x\":\"a\xffb\",\"n\":9007199254740993}}",
		"{\"toolResult\":{\"x\":\"a\xffb\",\"n\":9007199254740993}}",
	} {
		value, err := mcptool.ValueOf([]byte(raw))
		if want := `{"x":"a` + "\uFFFD" + `b","n":9007199254740993}`; err != nil || string(value) != want {
			t.Errorf("%q: %q, %v", raw, value, err)
		}
	}
}
