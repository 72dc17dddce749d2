package pointer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/pointer"
)

func TestPointer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want  string
		parts []string
	}{
		{"", nil},
		{"/", []string{""}},
		{"/deadline", []string{"deadline"}},
		{"/items/0/sku", []string{"items", "0", "sku"}},
		{"/a~1b/m~0n", []string{"a/b", "m~n"}}, // RFC 6901 section 5
		{"/~01", []string{"~1"}},               // and not "/": section 4
		{"/~0~1~01//größe", []string{"~/~1", "", "größe"}},
	} {
		got := pointer.Of(tt.parts...)
		if got != tt.want {
			t.Errorf("Of(%q) = %q, want %q", tt.parts, got, tt.want)
		}
		if diff := cmp.Diff(tt.parts, pointer.Split(got)); diff != "" {
			t.Errorf("Split(%q): %s", got, diff)
		}
	}
}
