package tool

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"time"

	infer "github.com/google/jsonschema-go/jsonschema"
)

// anything marks, in a schema under construction, a place where every value is
// allowed. jsonschema-go has no such schema for a type that also stands behind
// a pointer: it would add "null" to an empty list of types, and allow nothing
// else.
const anything = "\x00any"

// inferSchema infers a schema from a Go type: what encoding/json reads into
// it. jsonschema-go looks at the kind of a type only; what the type's own
// methods and encoding/json's special cases make of it is put right here.
func inferSchema(t reflect.Type) (json.RawMessage, error) {
	known := make(map[reflect.Type]*infer.Schema)
	if err := collect(t, known, make(map[reflect.Type]bool)); err != nil {
		return nil, err
	}
	s, err := infer.ForType(t, &infer.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, err
	}
	adjust(t, s)
	return json.Marshal(s)
}

// special returns the schema of a type whose JSON form its kind does not tell,
// or nil.
func special(t reflect.Type) *infer.Schema {
	implements := func(want reflect.Type) bool {
		return t.Implements(want) || reflect.PointerTo(t).Implements(want)
	}
	switch {
	case t == reflect.TypeFor[json.Number]():
		return &infer.Schema{Type: "number"}
	case t == reflect.TypeFor[big.Int]():
		return &infer.Schema{Type: "integer"}
	case t == reflect.TypeFor[time.Time]():
		return &infer.Schema{Type: "string", Format: "date-time"}
	case t.Kind() == reflect.Interface, t.Kind() == reflect.Pointer:
		return nil
	case implements(reflect.TypeFor[json.Unmarshaler]()):
		return &infer.Schema{Comment: anything}
	case implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return &infer.Schema{Type: "string"}
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && special(t.Elem()) == nil:
		return &infer.Schema{Types: []string{"null", "string"}, ContentEncoding: "base64"}
	case t.Kind() == reflect.Map && t.Key().Kind() != reflect.String:
		switch t.Key().Kind() { //nolint:exhaustive // the kinds that encoding/json writes as names
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
			reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
			return &infer.Schema{Type: "object"}
		}
	}
	return nil
}

// collect finds the special types in t. The error is about an embedded field
// that encoding/json takes for an ordinary one, and jsonschema-go does not.
func collect(t reflect.Type, known map[reflect.Type]*infer.Schema, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	if s := special(t); s != nil {
		known[t] = s
		return nil
	}
	switch t.Kind() { //nolint:exhaustive // the kinds that hold others
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return collect(t.Elem(), known, seen)
	case reflect.Struct:
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" || !f.IsExported() && !f.Anonymous {
				continue
			}
			if f.Anonymous && (name != "" || !isStruct(f.Type)) {
				return fmt.Errorf("the embedded field %s has a name of its own in JSON; give it one in Go, too", f.Name)
			}
			if err := collect(f.Type, known, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

func isStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// adjust puts right what cannot be said by type.
func adjust(t reflect.Type, s *infer.Schema) {
	if s == nil {
		return
	}
	if s.Comment == anything {
		*s = infer.Schema{Description: s.Description}
		return
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if special(t) != nil {
		return
	}
	switch t.Kind() { //nolint:exhaustive // the kinds that hold others
	case reflect.Slice, reflect.Array:
		adjust(t.Elem(), s.Items)
	case reflect.Map:
		adjust(t.Elem(), s.AdditionalProperties)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
				name = f.Name
			}
			prop := s.Properties[name]
			if f.Anonymous || !f.IsExported() || prop == nil {
				continue
			}
			if strings.Contains(","+options+",", ",string,") && quotable(f.Type) {
				*prop = infer.Schema{Type: "string", Description: prop.Description}
				continue
			}
			adjust(f.Type, prop)
		}
	}
}

// quotable reports whether encoding/json minds the option "string" of a field
// of type t.
func quotable(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	k := t.Kind()
	return k == reflect.Bool || k == reflect.String || reflect.Int <= k && k <= reflect.Float64
}

// shape is what must be known of a Go type to fill it from JSON.
type shape struct {
	// numbers: it holds interfaces, whose numbers would be float64.
	numbers bool
	// names are a struct's JSON names; nil where any name will do, or where
	// the schema refuses others.
	names []string
}

// namesOf returns the JSON names of the fields of a struct that encoding/json
// fills itself; nil for any other type.
func namesOf(t reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || special(t) != nil {
		return nil
	}
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "", !f.IsExported(), name == "-":
			continue
		case name == "":
			name = f.Name
		}
		names = append(names, name)
	}
	return names
}

// check refuses members whose names are those of the struct but for their
// case, where the schema lets them pass: encoding/json would fill the field
// with them, and the last one wins.
func (s *shape) check(v any) error {
	if s.names == nil {
		return nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	return s.folded(m)
}

func holdsInterface(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() { //nolint:exhaustive // the kinds that hold others
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsInterface(t.Elem(), seen)
	case reflect.Struct:
		for f := range t.Fields() {
			if holdsInterface(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
