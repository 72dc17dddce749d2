package tool

import (
	"bytes"
	"encoding/json"
	"sort"
	"strconv"
	"strings"
)

// Canonical returns the one form that equal JSON values share: keys sorted, no
// space, numbers by value (1, 1.0 and 10e-1 are equal; 9007199254740993 keeps
// every digit). It is made to be hashed and compared, not to be sent. The error
// is that of [Decode].
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
		sort.Strings(keys)
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

func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) //nolint:errcheck // a string always encodes
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// normalNumber writes a JSON number as digits and an exponent of ten, so that
// equal numbers have equal texts, without ever computing with it.
func normalNumber(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, err := strconv.Atoi(s[i+1:])
		if err != nil {
			return sign + s // an exponent beyond all bounds is left as it is
		}
		mantissa, exponent = s[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	const longest = 40
	switch {
	case trimmed == "":
		return "0"
	case exponent >= 0 && len(trimmed)+exponent <= longest:
		return sign + trimmed + strings.Repeat("0", exponent)
	}
	return sign + trimmed + "e" + strconv.Itoa(exponent)
}
