package tool

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Canonical returns the one form that equal JSON values share: keys sorted, no
// space, numbers by value (1, 1.0 and 10e-1 are equal; 9007199254740993 keeps
// every digit). It is made to be hashed and compared, not to be sent. Numbers
// are never computed, so that 1e400000000 costs no more than 1; an exponent of
// more than 1000 digits is left as it is. The error is that of [Decode].
func Canonical(raw json.RawMessage) (json.RawMessage, error) {
	v, err := Decode(raw)
	if err != nil {
		return nil, err
	}
	return appendCanonical(make([]byte, 0, len(raw)), v), nil
}

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case json.Number:
		return append(b, normalNumber(v.String())...)
	case string:
		return appendString(b, v)
	case []any:
		b = append(b, '[')
		for i, value := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, value)
		}
		return append(b, ']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		b = append(b, '{')
		for i, key := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, key)
			b = append(b, ':')
			b = appendCanonical(b, v[key])
		}
		return append(b, '}')
	}
	return b
}

// appendString quotes s, which is valid UTF-8, with no escapes but those that
// JSON demands.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// normalNumber writes a JSON number as digits and an exponent of ten, so that
// equal numbers have equal texts, without ever computing with it.
func normalNumber(s string) string {
	sign, text := "", s
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	if plainInteger(s) {
		return text // most numbers are
	}
	mantissa, exponent := s, "0"
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], plainExponent(s[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "0"
	}
	shift := int64(len(digits)-len(trimmed)) - int64(len(fraction))
	const longestExponent, longestPlain = 1000, 40
	if n, err := strconv.ParseInt(exponent, 10, 32); err == nil {
		n += shift
		if n >= 0 && int64(len(trimmed))+n <= longestPlain {
			return sign + trimmed + strings.Repeat("0", int(n))
		}
		return sign + trimmed + "e" + strconv.FormatInt(n, 10)
	}
	if len(exponent) > longestExponent {
		return text
	}
	n, ok := new(big.Int).SetString(exponent, 10)
	if !ok {
		return text
	}
	n.Add(n, big.NewInt(shift))
	return sign + trimmed + "e" + n.String()
}

// plainExponent leaves out a plus sign and leading zeros.
func plainExponent(s string) string {
	digits, negative := strings.CutPrefix(s, "-")
	digits = strings.TrimLeft(strings.TrimPrefix(digits, "+"), "0")
	switch {
	case digits == "":
		return "0"
	case negative:
		return "-" + digits
	}
	return digits
}

// plainInteger reports whether s is what normalNumber would make of it: a
// short integer other than zero, without a sign.
func plainInteger(s string) bool {
	if len(s) > 40 || s == "0" {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
