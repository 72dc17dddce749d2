package tmpl

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// conversion is what stands behind the colon of a name.
type conversion int

const (
	keep      conversion = iota // none: the value stays what it is
	toInteger                   // a whole number of any size
	toNumber                    // any JSON number
	toBoolean                   // true or false
	toJSON                      // any JSON value, given as text
)

const conversionNames = "integer, number, boolean and json"

func conversionOf(name string) conversion {
	switch name {
	case "integer":
		return toInteger
	case "number":
		return toNumber
	case "boolean":
		return toBoolean
	case "json":
		return toJSON
	}
	return keep
}

func (c conversion) suffix() string {
	switch c {
	case toInteger:
		return ":integer"
	case toNumber:
		return ":number"
	case toBoolean:
		return ":boolean"
	case toJSON:
		return ":json"
	case keep:
	}
	return ""
}

// convert applies c to a JSON value. A null stays null: it says that there is no value, and
// where one is needed the caller refuses it.
func convert(name string, raw json.RawMessage, c conversion) (json.RawMessage, error) {
	kind := kindOf(raw)
	if c == keep || kind == nullKind {
		return raw, nil
	}
	text := string(bytes.Trim(raw, " \t\r\n"))
	if kind == stringKind {
		var err error
		if text, err = stringOf(name, raw); err != nil {
			return nil, err
		}
	}
	refuse := func(want string) error {
		return &FieldError{Field: name, Text: text, Reason: "is not " + want}
	}
	switch c {
	case toInteger:
		if !isInteger(text) {
			return nil, refuse("a whole number as it would be written in JSON")
		}
	case toNumber:
		if !IsNumber(text) {
			return nil, refuse("a number as it would be written in JSON")
		}
	case toBoolean:
		if text != "true" && text != "false" {
			return nil, refuse("true or false")
		}
	case toJSON:
		if !utf8.ValidString(text) || !json.Valid([]byte(text)) {
			return nil, refuse("valid JSON")
		}
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(text)); err != nil {
			return nil, refuse("valid JSON")
		}
		return b.Bytes(), nil
	case keep:
	}
	return json.RawMessage(text), nil
}

// isInteger says whether text is a whole number that nothing is lost from by writing it as JSON:
// no leading zero, no plus sign, no spaces, no minus zero.
func isInteger(text string) bool {
	digits := text
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
		if digits == "0" {
			return false
		}
	}
	n := countDigits(digits)
	return n > 0 && n == len(digits) && (digits[0] != '0' || n == 1)
}

// IsNumber says whether text is a number by the grammar of JSON (RFC 8259, section 6).
func IsNumber(text string) bool {
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	n := countDigits(text)
	if n == 0 || n > 1 && text[0] == '0' {
		return false
	}
	text = text[n:]
	if len(text) > 0 && text[0] == '.' {
		n = countDigits(text[1:])
		if n == 0 {
			return false
		}
		text = text[1+n:]
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		text = text[1:]
		if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		n = countDigits(text)
		if n == 0 {
			return false
		}
		text = text[n:]
	}
	return text == ""
}

func countDigits(text string) int {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return i
		}
	}
	return len(text)
}
