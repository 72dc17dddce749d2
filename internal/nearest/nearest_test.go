package nearest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/internal/nearest"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	keys := []string{"name", "timeout", "headers", "effect", "on_duplicate", "order_id", "deadline"}
	tests := []struct {
		name  string
		in    string
		known []string
		want  string // "" means no suggestion
	}{
		{name: "swapped neighbours", in: "tiemout", known: keys, want: "timeout"},
		{name: "missing letter", in: "hedaers", known: keys, want: "headers"},
		{name: "extra letter", in: "efffect", known: keys, want: "effect"},
		{name: "other case", in: "TIMEOUT", known: keys, want: "timeout"},
		{name: "other case beats a letter off", in: "NAME", known: []string{"nam", "name"}, want: "name"},
		{name: "hyphen for underscore", in: "on-duplicate", known: keys, want: "on_duplicate"},
		{name: "camel case", in: "orderId", known: keys, want: "order_id"},
		{name: "exact", in: "deadline", known: keys, want: "deadline"},
		{name: "four of nine wrong", in: "deadXXXXe", known: keys, want: ""},
		{name: "nothing in common", in: "retry", known: keys, want: ""},
		{name: "a name of one letter is not near another", in: "a", known: []string{"b"}, want: ""},
		{name: "two letters swapped", in: "no", known: []string{"on"}, want: "on"},
		{name: "two other letters", in: "ab", known: []string{"on"}, want: ""},
		{name: "the first of equals", in: "cat", known: []string{"cut", "cot"}, want: "cut"},
		{name: "the closer one wherever it stands", in: "stop", known: []string{"shop", "stop "}, want: "shop"},
		{name: "other scripts by letter, not byte", in: "größe", known: []string{"grösse", "große"}, want: "große"},
		{name: "empty name", in: "", known: keys, want: ""},
		{name: "empty candidates", in: "name", known: []string{"", ""}, want: ""},
		{name: "none known", in: "name", known: nil, want: ""},
		{name: "too long to compare", in: strings.Repeat("x", 1<<20), known: []string{strings.Repeat("x", 1<<20)}, want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := nearest.Nearest(tt.in, tt.known)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("Nearest(%.20q) = %q, %v, want %q", tt.in, got, ok, tt.want)
			}
		})
	}
}

func FuzzNearest(f *testing.F) {
	f.Add("tiemout", "timeout,headers")
	f.Add("", ",")
	f.Add("\xff\xfe", "\xff")
	f.Fuzz(func(t *testing.T, name, list string) {
		known := strings.Split(list, ",")
		got, ok := nearest.Nearest(name, known)
		if ok && !slices.Contains(known, got) {
			t.Errorf("%q is not one of %q", got, known)
		}
		if !ok && got != "" {
			t.Errorf("a suggestion %q that is none", got)
		}
	})
}
