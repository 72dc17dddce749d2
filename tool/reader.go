package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// syntaxError completes a sentence that begins with "the arguments".
type syntaxError struct {
	text      string
	truncated bool // the text ended where more was needed
}

func (e *syntaxError) Error() string { return e.text }

// readDocument reads one JSON value with encoding/json, and refuses what that
// lets pass without a word: a member that an object names twice, and text that
// is not Unicode. Both are found by counting, which costs a look at each byte;
// only what is refused is looked at closely.
func readDocument(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, asSyntaxError(err)
	}
	if end := dec.InputOffset(); len(bytes.TrimLeft(raw[end:], " \t\r\n")) > 0 {
		return nil, &syntaxError{text: fmt.Sprintf("hold more than one JSON value: the first ends after %d bytes", end)}
	}
	if !utf8.Valid(raw) || bytes.Contains(raw, []byte(`\u`)) && replaced(v) > meant(raw) {
		return nil, &syntaxError{text: "hold text that is not Unicode"}
	}
	if colons(raw) != members(v) {
		return nil, &syntaxError{text: fmt.Sprintf("have the name %q twice in one object", twice(raw))}
	}
	return v, nil
}

func asSyntaxError(err error) *syntaxError {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &syntaxError{text: "are truncated", truncated: true}
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &syntaxError{text: fmt.Sprintf("are not JSON: %s, at byte %d", syntax, syntax.Offset)}
	}
	return &syntaxError{text: "are not JSON: " + err.Error()}
}

// colons counts the members that a valid JSON text names: the colons outside
// of its strings.
func colons(raw []byte) int {
	n, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			inString = !inString
		case c == '\\' && inString:
			i++
		case c == ':' && !inString:
			n++
		}
	}
	return n
}

// members counts those that are left of them: of two with one name, one.
func members(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		for _, value := range v {
			n += members(value)
		}
	case map[string]any:
		n = len(v)
		for _, value := range v {
			n += members(value)
		}
	}
	return n
}

// twice returns the first name that an object has twice.
func twice(raw []byte) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	var names []map[string]bool // of the objects that are open; nil for a list
	key := false                // a name comes next
	for {
		token, err := dec.Token()
		if err != nil {
			return ""
		}
		if name, ok := token.(string); ok && key {
			seen := names[len(names)-1]
			if seen[name] {
				return name
			}
			seen[name], key = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			names = append(names, map[string]bool{})
		case json.Delim('['):
			names = append(names, nil)
		case json.Delim('}'), json.Delim(']'):
			names = names[:len(names)-1]
		}
		key = len(names) > 0 && names[len(names)-1] != nil
	}
}

// replaced counts the replacement characters in v's texts: encoding/json writes
// one for half a surrogate pair.
func replaced(v any) int {
	n := 0
	switch v := v.(type) {
	case string:
		n = strings.Count(v, "\uFFFD")
	case []any:
		for _, value := range v {
			n += replaced(value)
		}
	case map[string]any:
		for name, value := range v {
			n += replaced(name) + replaced(value)
		}
	}
	return n
}

// meant counts those that stand in the text as such.
func meant(raw []byte) int {
	n := bytes.Count(raw, []byte("\uFFFD"))
	for i := 0; i+6 <= len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if bytes.EqualFold(raw[i:i+6], []byte(`\ufffd`)) && raw[i+1] == 'u' {
			n++
		}
		i++ // what is escaped is no backslash of its own
	}
	return n
}
