package batch_test

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batchagent/batchagent/batch"
)

func TestDisplayWidth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "abc": 3, "订单": 4, "é": 1, "e\u0301": 1, "…": 1, "，": 2, "한글": 4, "ｱ": 1, "Ａ": 2, "🚀": 2, "\u200b": 0, "\x1b": 0, "€": 1,
	} {
		if got := batch.DisplayWidth(text); got != want {
			t.Errorf("%q: %d columns, want %d", text, got, want)
		}
	}
}

func TestCutWidth(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"订单号", 6, "订单号"},
		{"订单号", 5, "订单…"},
		{"订单号", 4, "订…"},
		{"a b c", 3, "a…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
	}
	for _, tt := range tests {
		if got := batch.CutWidth(tt.text, tt.limit); got != tt.want {
			t.Errorf("CutWidth(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
}

func oddIDs() []string {
	return []string{
		"1001", "a b", "", "it's", "'", "''", `\`, `\'`, "line\nend", "tab\t", "cr\r", "\x1b[31mred", "-rf", "--", "$(reboot)", "`x`", "$HOME", "~", "~root",
		"*", "?", "[a]", "{a,b}", "#x", "!x", "a;b", "a&b", "a|b", "<x>", "订单", "订单 1", "a\u202eb", "a\u200bb", "a\u00a0b", "\xff", "é\xc3", "=ls", "a=b",
		"100-200", "2024-01", "x\x00y"[:1], "🚀", "\u3000", "a\\nb", "%s", "\ufffd",
	}
}

// TestIDsCanBePasted asks a shell what it makes of them.
func TestIDsCanBePasted(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	ids := oddIDs()
	var script strings.Builder
	for _, id := range ids {
		script.WriteString("printf '%s\\0' " + batch.ShellQuote(id) + "\n")
	}
	cmd := exec.CommandContext(t.Context(), bash, "--norc", "-c", script.String())
	cmd.Env = []string{"LC_ALL=C.UTF-8", "HOME=/home/nobody"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != len(ids) {
		t.Fatalf("%d ids came back, want %d: %q", len(got), len(ids), got)
	}
	for i, id := range ids {
		if got[i] != id {
			t.Errorf("%q, quoted as %s, came back as %q", id, batch.ShellQuote(id), got[i])
		}
	}
}

func TestPlainIDsAreNotQuoted(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"1001", "ord-7f3a", "a/b.c:d_e", "user@example.com", "订单-1001", "é", "50%"} {
		if got := batch.ShellQuote(id); got != id {
			t.Errorf("%q became %s", id, got)
		}
	}
}

func TestMessagesAreOneParagraphInQuotes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                      `"plain"`,
		"two\n\nlines\t and  spaces": `"two lines and spaces"`,
		`with "quotes"`:              `"with 'quotes'"`,
		"\x1b[31mred\x1b[0m\x01\x02": `"red"`,
		"a\u200bb\u202ec\ufeff":      `"abc"`,
		"订单":                         `"订单"`,
		"\xff":                       "\"\ufffd\"",
		"":                           `""`,
	} {
		if got := batch.QuoteText(text, 40); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestNouns(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"order_id": "order", "orderId": "order", "orderID": "order", "order-id": "order", "line_item_id": "line item", "lineItemId": "line item",
		"id": "", "": "", "path": "", "_id": "", "订单_id": "", "order1_id": "", "valid": "",
	} {
		if got := batch.NounOf(target); got != want {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
	for noun, want := range map[string]string{"order": "orders", "category": "categories", "key": "keys", "address": "addresses", "box": "boxes", "branch": "branches"} {
		if got := batch.Plural(noun); got != want {
			t.Errorf("%q: %q, want %q", noun, got, want)
		}
	}
}

// FuzzText: whatever an id or a message holds, the summary keeps its shape.
func FuzzText(f *testing.F) {
	for _, id := range oddIDs() {
		f.Add(id, "message of "+id, uint8(80))
	}
	f.Add(strings.Repeat("\u0301", 4000), strings.Repeat("很", 900), uint8(0))
	f.Add("a", "\x01\x02{cmd}{id}", uint8(45))
	f.Fuzz(func(t *testing.T, id, message string, width uint8) {
		b := batch.NewBooks(message, orders())
		b.Add(0, id, 2, ended(batch.Failed, declared(0, "", "%s", message)))
		b.Add(1, id+"2", 3, ended(batch.InDoubt, lost("TIMEOUT"), answered(409, message)))
		b.AbortAt("fatal", 0, id, declared(0, "", "%s", message))
		s := b.Close()
		for _, lang := range []string{"en", "zh"} {
			text := s.Text(&batch.TextOptions{Lang: lang, Width: int(width), Source: message})
			if !utf8.ValidString(text) {
				t.Errorf("not UTF-8: %q", text)
			}
			most := max(40, int(width))
			if width == 0 {
				most = 80
			}
			for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
				// An id is never broken: it and what stands at its side may be wider.
				if w := batch.DisplayWidth(l); w > most && w > 110 {
					t.Errorf("%d columns of %d: %q", w, most, l)
				}
				if i := strings.IndexFunc(l, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }); i >= 0 {
					t.Errorf("a control character in %q", l)
				}
			}
		}
	})
}
