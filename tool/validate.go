package tool

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
)

// Validate checks a decoded JSON value (numbers as json.Number, as [Decode]
// gives them). The error is a *taxonomy.Error of class INPUT_ERROR whose Fields
// name every place that failed, sorted by path.
func (s *Schema) Validate(v any) error {
	if s.compiled == nil {
		if _, ok := v.(map[string]any); !ok {
			return refusal([]taxonomy.Field{{Message: "is not an object", Code: taxonomy.CodeWrongType}}, nil)
		}
		return nil
	}
	if s.quick.accepts(v) {
		return nil
	}
	var c collector
	c.schema = s
	if holdsGiant(v) { // with which the validator would compute
		c.giants(nil, v)
		return c.refusal()
	}
	err := s.compiled.Validate(v)
	if err == nil {
		return nil
	}
	var verr *jsonschema.ValidationError
	if !errors.As(err, &verr) {
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeValidationFailed, "%s", err.Error())
	}
	c.walk(verr)
	return c.refusal()
}

// maxFields bounds how many places are named.
const maxFields = 50

// refusal makes one error of all fields. The validator visits members in the
// random order of a map, so that whatever depends on an order is sorted.
func refusal(fields []taxonomy.Field, suggestions []string) *taxonomy.Error {
	slices.SortFunc(fields, func(a, b taxonomy.Field) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message))
	})
	fields = slices.CompactFunc(fields, func(a, b taxonomy.Field) bool { return a == b })
	more := 0
	if len(fields) > maxFields {
		more, fields = len(fields)-maxFields, fields[:maxFields]
	}
	slices.Sort(suggestions)
	suggestions = slices.Compact(suggestions)
	suggestions = suggestions[:min(len(suggestions), maxFields)]
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString("; ")
		}
		if f.Path == "" {
			b.WriteString("the arguments: ")
		} else {
			b.WriteString(dotted(f.Path))
			b.WriteByte(' ')
		}
		b.WriteString(f.Message)
	}
	if more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	code := taxonomy.CodeValidationFailed
	if len(fields) > 0 {
		code = fields[0].Code
		for _, f := range fields[1:] {
			if f.Code != code {
				code = taxonomy.CodeValidationFailed
			}
		}
	}
	e := taxonomy.Errorf(taxonomy.InputError, code, "%s", b.String())
	e.Fields, e.Suggestions = fields, suggestions
	return e
}

// dotted writes a JSON Pointer the way people do.
func dotted(path string) string {
	return strings.Join(pointer.Split(path), ".")
}

type collector struct {
	schema      *Schema
	fields      []taxonomy.Field
	suggestions []string
}

func (c *collector) refusal() *taxonomy.Error { return refusal(c.fields, c.suggestions) }

func (c *collector) add(at []string, code taxonomy.Code, text string) {
	c.fields = append(c.fields, taxonomy.Field{Path: pointerTo(at), Message: taxonomy.Clean(text), Code: code})
}

// below is the place of a member of at.
func below(at []string, name string) []string { return append(slices.Clone(at), name) }

// longestNumber and largestExponent bound the numbers that a schema is asked
// about. The validator computes with fractions of whole numbers: 1e999999 has a
// million digits there, and what lies beyond that makes it panic. float64 ends
// at 1.8e308.
const longestNumber, largestExponent = 1000, 1000

func holdsGiant(v any) bool {
	switch v := v.(type) {
	case json.Number:
		return giant(v.String())
	case []any:
		return slices.ContainsFunc(v, holdsGiant)
	case map[string]any:
		for _, value := range v {
			if holdsGiant(value) {
				return true
			}
		}
	}
	return false
}

// giants names the numbers that are too large to compute with.
func (c *collector) giants(at []string, v any) {
	switch v := v.(type) {
	case json.Number:
		if giant(v.String()) {
			c.add(at, taxonomy.CodeOutOfRange, "is too large a number, or too small: "+quoted(v))
		}
	case []any:
		for i, value := range v {
			c.giants(below(at, strconv.Itoa(i)), value)
		}
	case map[string]any:
		for name, value := range v {
			c.giants(below(at, name), value)
		}
	}
}

func giant(s string) bool {
	if len(s) > longestNumber {
		return true
	}
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return false
	}
	n, err := strconv.Atoi(plainExponent(s[i+1:]))
	return err != nil || n > largestExponent || n < -largestExponent
}

// walk visits the leaves of the tree of causes. Below an anyOf or oneOf the
// branches contradict each other, so that only the place itself is named.
func (c *collector) walk(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			c.add(below(at, name), taxonomy.CodeMissingField, "is missing")
		}
		return
	case *kind.DependentRequired:
		for _, name := range k.Missing {
			c.add(below(at, name), taxonomy.CodeMissingField, "is missing, and "+quoted(k.Prop)+" needs it")
		}
		return
	case *kind.Dependency:
		for _, name := range k.Missing {
			c.add(below(at, name), taxonomy.CodeMissingField, "is missing, and "+quoted(k.Prop)+" needs it")
		}
		return
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			c.unknown(at, name)
		}
		return
	case *kind.Type:
		c.add(at, taxonomy.CodeWrongType, fmt.Sprintf("is %s, not %s", article(k.Got), orList(k.Want)))
		return
	case *kind.Format:
		c.add(at, taxonomy.CodeInvalidFormat, fmt.Sprintf("is not a valid %s: %s", k.Want, quoted(k.Got)))
		return
	case *kind.Pattern:
		c.add(at, taxonomy.CodeInvalidFormat, fmt.Sprintf("does not match %s: %s", k.Want, quoted(k.Got)))
		return
	case *kind.Enum:
		c.add(at, taxonomy.CodeValidationFailed, fmt.Sprintf("is %s, not one of %s", quoted(k.Got), orValues(k.Want)))
		return
	case *kind.Const:
		c.add(at, taxonomy.CodeValidationFailed, fmt.Sprintf("is %s, not %s", quoted(k.Got), quoted(k.Want)))
		return
	case *kind.FalseSchema:
		c.add(at, taxonomy.CodeUnknownField, "is not allowed")
		return
	case *kind.PropertyNames:
		c.add(below(at, k.Property), taxonomy.CodeUnknownField, "is not a name that is allowed")
		return
	case *kind.AnyOf:
		c.add(at, taxonomy.CodeValidationFailed, "fits none of the forms that are allowed")
		return
	case *kind.OneOf:
		text := "fits none of the forms that are allowed"
		if len(k.Subschemas) > 1 {
			text = "fits more than one of the forms that are allowed"
		}
		c.add(at, taxonomy.CodeValidationFailed, text)
		return
	case *kind.Not:
		c.add(at, taxonomy.CodeValidationFailed, "has a form that is not allowed")
		return
	case *kind.Contains: // the causes are why each entry is not the one
		c.add(at, taxonomy.CodeValidationFailed, "holds no entry of the form that is wanted")
		return
	case *kind.UniqueItems:
		c.add(at, taxonomy.CodeValidationFailed, fmt.Sprintf("holds the same entry twice, at %d and %d", k.Duplicates[0], k.Duplicates[1]))
		return
	}
	if text := rangeText(e.ErrorKind); text != "" {
		c.add(at, taxonomy.CodeOutOfRange, text)
		return
	}
	if len(e.Causes) == 0 {
		c.add(at, taxonomy.CodeValidationFailed, localized(e.ErrorKind))
		return
	}
	for _, cause := range e.Causes {
		c.walk(cause)
	}
}

func (c *collector) unknown(at []string, name string) {
	var near string
	if len(at) == 0 {
		near = c.nearest(name, c.schema.Properties())
	}
	c.refuseUnknown(at, name, near)
}

func (c *collector) refuseUnknown(at []string, name, near string) {
	text := "is not known"
	if near != "" {
		text += "; the nearest is " + near
		c.suggestions = append(c.suggestions, fmt.Sprintf("Write %q instead of %q", near, taxonomy.Clean(clip(name))))
	}
	c.add(below(at, name), taxonomy.CodeUnknownField, text)
}

// nearest returns the known name that was probably meant, or "".
func (c *collector) nearest(name string, known []string) string {
	near, _ := nearest.Nearest(name, known)
	return near
}

// folded refuses members that differ from a name of the struct in case alone.
func (s *shape) folded(m map[string]any) error {
	var c collector
	for name := range m {
		if slices.Contains(s.names, name) {
			continue
		}
		for _, known := range s.names {
			if strings.EqualFold(name, known) {
				c.refuseUnknown(nil, name, known)
			}
		}
	}
	if len(c.fields) == 0 {
		return nil
	}
	return c.refusal()
}
