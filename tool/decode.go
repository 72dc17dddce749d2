package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// Decode reads one JSON value, with numbers as [json.Number]. It reads what
// encoding/json reads and refuses two kinds of text more, because what would
// be validated is not what a tool might see: a member that an object names
// twice (some readers take the first, some the last), and text that is not
// Unicode (stray bytes, half a surrogate pair), which encoding/json replaces by
// U+FFFD without a word.
//
// The error is a *taxonomy.Error of class INPUT_ERROR: TRUNCATED_ARGUMENTS
// where the text ends too early, which is never repaired, else INVALID_FORMAT.
func Decode(raw json.RawMessage) (any, error) {
	v, err := readDocument(raw)
	if err == nil {
		return v, nil
	}
	var syntax *syntaxError
	switch {
	case errors.As(err, &syntax) && syntax.truncated && len(bytes.TrimLeft(raw, " \t\r\n")) == 0:
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeTruncatedArguments,
			"the arguments are empty, where at least {} was expected; they are not executed")
	case syntax != nil && syntax.truncated:
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeTruncatedArguments,
			"the arguments are truncated after %d bytes; they are not executed", len(raw))
	}
	return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "the arguments %s", err.Error())
}

// decodeInto fills *in, of shape s. v is raw, decoded: the two untyped shapes
// take it as it is.
func decodeInto[In any](raw json.RawMessage, v any, in *In, s *shape) error {
	switch p := any(in).(type) {
	case *json.RawMessage:
		*p = raw
		return nil
	case *map[string]any:
		m, ok := v.(map[string]any)
		if !ok {
			return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "the arguments are not a JSON object")
		}
		*p = m
		return nil
	}
	if err := s.unmarshal(raw, in); err != nil {
		return misfit[In](raw, v, s, err)
	}
	return nil
}

func (s *shape) unmarshal(raw json.RawMessage, in any) error {
	if !s.numbers {
		return json.Unmarshal(raw, in)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return dec.Decode(in)
}

// misfit says why arguments that the schema accepts do not fit the Go type: an
// integer beyond int64, a text that a type's own UnmarshalText refuses.
// encoding/json stops at the first and often does not say where it was, so
// every member is tried alone.
func misfit[In any](raw json.RawMessage, v any, s *shape, first error) error {
	var fields []taxonomy.Field
	if _, object := v.(map[string]any); object && special(reflect.TypeFor[In]()) == nil {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			return err // it was valid a moment ago
		}
		for name, value := range members {
			alone, err := encode(map[string]json.RawMessage{name: value})
			if err != nil {
				return err
			}
			var in In
			if err := s.unmarshal(alone, &in); err != nil {
				fields = append(fields, misfitField(name, alone, err))
			}
		}
	}
	if len(fields) == 0 {
		f := misfitField("", raw, first)
		f.Path = ""
		fields = append(fields, f)
	}
	return refusal(fields, nil)
}

// misfitField describes one member. doc holds nothing else.
func misfitField(name string, doc json.RawMessage, err error) taxonomy.Field {
	f := taxonomy.Field{Path: pointerTo([]string{name}), Code: taxonomy.CodeInvalidFormat, Message: taxonomy.Clean("is refused: " + err.Error())}
	var typeErr *json.UnmarshalTypeError
	if !errors.As(err, &typeErr) {
		return f
	}
	f.Path = pathAt(doc, typeErr.Offset, f.Path)
	f.Code, f.Message = taxonomy.CodeWrongType, fmt.Sprintf("is %s, which does not fit %s", typeErr.Value, typeErr.Type)
	if number, ok := strings.CutPrefix(typeErr.Value, "number "); ok {
		if !strings.ContainsAny(number, ".eE") || typeErr.Type.Kind() == reflect.Float64 || typeErr.Type.Kind() == reflect.Float32 {
			f.Code = taxonomy.CodeOutOfRange
		}
	}
	return f
}

// pathAt returns the JSON Pointer of the value of doc that ends at offset, or
// otherwise if none does.
func pathAt(doc json.RawMessage, offset int64, otherwise string) string {
	type level struct {
		object, key bool // key: a member's name comes next
		name        string
		index       int
	}
	var levels []level
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return otherwise
		}
		if n := len(levels); n > 0 && levels[n-1].key {
			if name, ok := token.(string); ok {
				levels[n-1].name, levels[n-1].key = name, false
				continue
			}
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{object: true, key: true})
			continue
		case json.Delim('['):
			levels = append(levels, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
		default:
			if dec.InputOffset() == offset {
				parts := make([]string, len(levels))
				for i, l := range levels {
					if parts[i] = l.name; !l.object {
						parts[i] = strconv.Itoa(l.index)
					}
				}
				return pointerTo(parts)
			}
		}
		if n := len(levels); n > 0 {
			levels[n-1].key = levels[n-1].object
			levels[n-1].index++
		}
	}
}
