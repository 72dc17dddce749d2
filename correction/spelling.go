package correction

import (
	"slices"
	"strings"
	"unicode"
)

// meantName returns the one known name that an unknown one can only be another
// spelling of: the same letters and digits in other case or with other
// separators (orderId, order-id, order_id), else one slip of the pen away. Where
// two names fit, none does. A known name means itself.
func meantName(name string, names []string) (string, bool) {
	bare := squashed(name)
	return firstOnly(names,
		func(other string) bool { return bare != "" && squashed(other) == bare },
		func(other string) bool { return slip(name, other) },
	)
}

// meantValue does the same for the values of an enum: surrounding space, then
// case, then one slip.
func meantValue(value string, values []string) (string, bool) {
	if slices.Contains(values, value) {
		return "", false
	}
	value = strings.TrimSpace(value)
	return firstOnly(values,
		func(other string) bool { return other == value },
		func(other string) bool { return strings.EqualFold(strings.TrimSpace(other), value) },
		func(other string) bool { return slip(value, other) },
	)
}

// firstOnly returns the only candidate that passes the first test that any
// passes.
func firstOnly(candidates []string, tests ...func(string) bool) (string, bool) {
	for _, test := range tests {
		var fit []string
		for _, c := range candidates {
			if test(c) {
				fit = append(fit, c)
			}
		}
		if len(fit) > 0 {
			return fit[0], len(fit) == 1
		}
	}
	return "", false
}

func squashed(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
}

// The lengths of words, in runes, that are compared letter by letter. Shorter
// ones are too often another word, and longer ones are no words.
const (
	minSlip = 4
	maxSlip = 128
)

// slip reports whether a and b differ by one letter left out, put in, replaced
// or swapped with its neighbour, case aside. Not every such difference is a
// slip: digits make another word (line1 and line2), and so does the first
// letter (typical and atypical).
func slip(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < minSlip || len(y) > maxSlip || len(y)-len(x) > 1 || x[0] != y[0] {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	restX, restY := x[i:], y[i:]
	var edited []rune
	switch {
	case len(y) > len(x): // y has one more
		if !slices.Equal(restX, restY[1:]) {
			return false
		}
		edited = restY[:1]
	case len(restX) == 0: // no difference
		return false
	case slices.Equal(restX[1:], restY[1:]):
		edited = []rune{restX[0], restY[0]}
	case len(restX) > 1 && restX[0] == restY[1] && restX[1] == restY[0] && slices.Equal(restX[2:], restY[2:]):
		edited = restX[:2]
	default:
		return false
	}
	numbered := slices.ContainsFunc(y, unicode.IsDigit) || slices.ContainsFunc(x, unicode.IsDigit)
	return !slices.ContainsFunc(edited, func(r rune) bool {
		return !unicode.IsLetter(r) && (numbered || !strings.ContainsRune("_- ", r))
	})
}
