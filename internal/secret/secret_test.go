package secret_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

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
	if h.Longest() < len(url.QueryEscape(value)) {
		t.Errorf("the longest form is %d bytes", h.Longest())
	}
}

func TestHider(t *testing.T) {
	t.Parallel()
	var none secret.Hider
	if got := none.Hide("text"); got != "text" || none.Longest() != 0 {
		t.Errorf("the zero value: %q, %d", got, none.Longest())
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
