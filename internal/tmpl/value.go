package tmpl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Lookup gives the value of a name, one valid JSON value, and false where there is none.
// A name with dots is asked for as it stands first, and then in pieces.
type Lookup func(name string) (json.RawMessage, bool)

// Object is the lookup in the fields of a JSON object. The map must not change while it is used.
func Object(fields map[string]json.RawMessage) Lookup {
	return func(name string) (json.RawMessage, bool) {
		raw, ok := fields[name]
		return raw, ok
	}
}

// FieldError says which value could not be put in, and why.
type FieldError struct {
	// Field is the name as it stands in the template.
	Field string
	// Text is what the value is, or empty where there is none.
	Text string
	// Reason completes a sentence that starts with the field and its text.
	Reason string
	// Absent says that there was no value at all (or null, where a text was needed).
	Absent bool
}

// Error is one sentence. The text in it is quoted and cut at 80 bytes.
func (e *FieldError) Error() string {
	if e.Text == "" {
		return e.Field + " " + e.Reason
	}
	return e.Field + ": " + strconv.Quote(clip(e.Text)) + " " + e.Reason
}

// clip keeps texts in errors short, and ends between two characters.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

type jsonKind int

const (
	invalidKind jsonKind = iota
	nullKind
	boolKind
	numberKind
	stringKind
	listKind
	objectKind
)

// kindOf looks at the first character only; the value was valid when it came in.
func kindOf(raw json.RawMessage) jsonKind {
	trimmed := bytes.TrimLeft(raw, " \t\r\n")
	if len(trimmed) == 0 {
		return invalidKind
	}
	switch trimmed[0] {
	case 'n':
		return nullKind
	case 't', 'f':
		return boolKind
	case '"':
		return stringKind
	case '[':
		return listKind
	case '{':
		return objectKind
	}
	return numberKind
}

func stringOf(name string, raw json.RawMessage) (string, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", &FieldError{Field: name, Text: string(raw), Reason: "is not valid JSON"}
	}
	return s, nil
}

// textOf writes a value into a text.
func textOf(name string, raw json.RawMessage) (string, error) {
	switch kindOf(raw) {
	case stringKind:
		return stringOf(name, raw)
	case boolKind, numberKind:
		return strings.Trim(string(raw), " \t\r\n"), nil
	case nullKind:
		return "", &FieldError{Field: name, Reason: "is null, and a text needs a value", Absent: true}
	case listKind, objectKind:
		return "", &FieldError{Field: name, Reason: fmt.Sprintf("is a list or an object; {%s:json} writes one into a text", name)}
	case invalidKind:
	}
	return "", &FieldError{Field: name, Reason: "is not valid JSON"}
}

// find resolves a name: as it stands, and then as ever shorter names with a path into their value,
// so that a column called "a.b" is found before the field b of a.
func find(values Lookup, name string) (json.RawMessage, bool) {
	if values == nil {
		return nil, false
	}
	if raw, ok := values(name); ok {
		return raw, true
	}
	for i := strings.LastIndexByte(name, '.'); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		if raw, ok := values(name[:i]); ok {
			return descend(raw, strings.Split(name[i+1:], "."))
		}
	}
	return nil, false
}

func descend(raw json.RawMessage, path []string) (json.RawMessage, bool) {
	for _, step := range path {
		switch kindOf(raw) {
		case objectKind:
			var fields map[string]json.RawMessage
			if json.Unmarshal(raw, &fields) != nil {
				return nil, false
			}
			next, ok := fields[step]
			if !ok {
				return nil, false
			}
			raw = next
		case listKind:
			var elements []json.RawMessage
			n, err := strconv.Atoi(step)
			if err != nil || json.Unmarshal(raw, &elements) != nil || n < 0 || n >= len(elements) {
				return nil, false
			}
			raw = elements[n]
		case invalidKind, nullKind, boolKind, numberKind, stringKind:
			return nil, false
		}
	}
	return raw, true
}

// quote writes a text as a JSON string. Only what JSON wants is escaped, so that a report shows
// "a<b" as it was.
func quote(s string) (json.RawMessage, error) {
	if !utf8.ValidString(s) {
		return nil, errors.New("the text is not valid UTF-8")
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
