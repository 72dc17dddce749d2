package batch_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/batch"
)

func TestTextGoldens(t *testing.T) {
	t.Parallel()
	for _, tt := range textCases() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tt.books()
			files := map[string]string{"en": s.Text(tt.options("en")), "zh": s.Text(tt.options("zh"))}
			golden(t, filepath.Join("testdata", "text", tt.name+".txtar"), tt.proves, []string{"en", "zh"}, files)
		})
	}
}

// TestB12OneScreen: no line is wider than the terminal, and a long batch fits on
// one screen.
func TestB12OneScreen(t *testing.T) {
	t.Parallel()
	for _, tt := range textCases() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tt.books()
			for _, lang := range []string{"en", "zh"} {
				checkShape(t, s, tt.options(lang))
			}
		})
	}
}

func checkShape(t *testing.T, s *batch.Summary, o *batch.TextOptions) {
	t.Helper()
	text := s.Text(o)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if s.Counts.Read > 20 && len(lines) > 50 {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
	for _, l := range lines {
		if w := batch.DisplayWidth(l); w > 80 && strings.Contains(strings.TrimSpace(l), " ") && !strings.Contains(l, "batchagent ") {
			t.Errorf("%d columns: %s", w, l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("space at the end of %q", l)
		}
		if i := strings.IndexFunc(l, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e }); i >= 0 {
			t.Errorf("a control character in %q", l)
		}
	}
}
