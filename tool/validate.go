package tool

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/batchagent/batchagent/internal/nearest"
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
	err := s.compiled.Validate(v)
	if err == nil {
		return nil
	}
	var verr *jsonschema.ValidationError
	if !errors.As(err, &verr) {
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeValidationFailed, "%s", err.Error())
	}
	var c collector
	c.schema = s
	c.walk(verr)
	sort.SliceStable(c.fields, func(i, j int) bool { return c.fields[i].Path < c.fields[j].Path })
	return refusal(c.fields, c.suggestions)
}

func refusal(fields []taxonomy.Field, suggestions []string) *taxonomy.Error {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString("; ")
		}
		if f.Path == "" {
			b.WriteString("the arguments: ")
		} else {
			b.WriteString(strings.ReplaceAll(strings.TrimPrefix(f.Path, "/"), "/", "."))
			b.WriteByte(' ')
		}
		b.WriteString(f.Message)
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

// maxFields bounds how many places are named.
const maxFields = 50

type collector struct {
	schema      *Schema
	fields      []taxonomy.Field
	suggestions []string
}

func (c *collector) add(at []string, name string, code taxonomy.Code, text string) {
	if len(c.fields) >= maxFields {
		return
	}
	path := pointer(at)
	if name != "" {
		path += "/" + escapePointer(name)
	}
	c.fields = append(c.fields, taxonomy.Field{Path: path, Message: taxonomy.Clean(text), Code: code})
}

// walk visits the leaves of the tree of causes. Below an anyOf or oneOf the
// branches contradict each other, so that only the place itself is named.
func (c *collector) walk(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			c.add(at, name, taxonomy.CodeMissingField, "is missing")
		}
		return
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			c.unknown(at, name)
		}
		return
	case *kind.Type:
		c.add(at, "", taxonomy.CodeWrongType, fmt.Sprintf("is %s, not %s", article(k.Got), orList(k.Want)))
		return
	case *kind.Format:
		c.add(at, "", taxonomy.CodeInvalidFormat, fmt.Sprintf("is not a valid %s: %s", k.Want, quoted(k.Got)))
		return
	case *kind.Pattern:
		c.add(at, "", taxonomy.CodeInvalidFormat, fmt.Sprintf("does not match %s: %s", k.Want, quoted(k.Got)))
		return
	case *kind.Minimum, *kind.Maximum, *kind.ExclusiveMinimum, *kind.ExclusiveMaximum,
		*kind.MinLength, *kind.MaxLength, *kind.MinItems, *kind.MaxItems, *kind.MultipleOf:
		c.add(at, "", taxonomy.CodeOutOfRange, localized(e.ErrorKind))
		return
	case *kind.Enum:
		c.add(at, "", taxonomy.CodeValidationFailed, fmt.Sprintf("is %s, not one of %s", quoted(k.Got), orValues(k.Want)))
		return
	case *kind.AnyOf, *kind.OneOf, *kind.Not:
		c.add(at, "", taxonomy.CodeValidationFailed, localized(e.ErrorKind))
		return
	}
	if len(e.Causes) == 0 {
		c.add(at, "", taxonomy.CodeValidationFailed, localized(e.ErrorKind))
		return
	}
	for _, cause := range e.Causes {
		c.walk(cause)
	}
}

func (c *collector) unknown(at []string, name string) {
	text := "is not known"
	if len(at) == 0 {
		known := make([]string, 0, len(c.schema.props))
		for prop := range c.schema.props {
			known = append(known, prop)
		}
		sort.Strings(known)
		if near, ok := nearest.Nearest(name, known); ok {
			text += "; the nearest is " + near
			c.suggestions = append(c.suggestions, fmt.Sprintf("Write %q instead of %q", near, taxonomy.Clean(name)))
		}
	}
	c.add(at, name, taxonomy.CodeUnknownField, text)
}

func localized(k jsonschema.ErrorKind) string {
	return k.LocalizedString(message.NewPrinter(language.English))
}

func article(typ string) string {
	switch typ {
	case "integer", "object", "array":
		return "an " + typ
	case "null":
		return typ
	}
	return "a " + typ
}

func orList(types []string) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = article(t)
	}
	return strings.Join(words, " or ")
}

func orValues(values []any) string {
	const most = 12
	words := make([]string, 0, min(len(values), most))
	for i, v := range values {
		if i == most {
			words = append(words, "…")
			break
		}
		words = append(words, quoted(v))
	}
	return strings.Join(words, ", ")
}

func quoted(v any) string {
	const longest = 80
	s := fmt.Sprint(v)
	if text, ok := v.(string); ok {
		s = fmt.Sprintf("%q", text)
	}
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return s
}

func pointer(at []string) string {
	var b strings.Builder
	for _, part := range at {
		b.WriteByte('/')
		b.WriteString(escapePointer(part))
	}
	return b.String()
}

func escapePointer(part string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
}
