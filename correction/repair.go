package correction

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// spot is a place that was complained about, when a rule looks at it.
type spot struct {
	path    string
	value   any  // nil where it is not present
	present bool // false: a missing field
	nodes   []map[string]any
}

// text returns the value if it is a text, of a place where kinds may stand.
func (s spot) text(kinds ...string) (string, bool) {
	text, ok := s.value.(string)
	return text, ok && slices.Contains(kinds, typeAt(s.nodes))
}

// A rule changes what stands at a spot and says what it did, or does nothing.

func embeddedJSON(w *work, s spot) (string, bool) {
	text, ok := s.text("array", "object")
	if !ok {
		return "", false
	}
	v, err := tool.Decode(json.RawMessage(text))
	if err != nil {
		return "", false
	}
	switch v.(type) {
	case []any:
		ok = typeAt(s.nodes) == "array"
	case map[string]any:
		ok = typeAt(s.nodes) == "object"
	default:
		ok = false
	}
	if ok {
		w.set(s.path, v)
	}
	return "the text is the JSON of " + kind(v), ok
}

func misspeltName(w *work, s spot) (string, bool) {
	parent, name := parentOf(s.path)
	holder, ok := w.objectAt(parent)
	if !ok || !s.present {
		return "", false
	}
	names := known(w.shape.at(w.root, parent, mustHold))
	right, ok := meantName(name, names)
	if !ok {
		return "", false
	}
	for other := range holder {
		if other == right {
			return "", false // it is there already
		}
		if also, ok := meantName(other, names); ok && also == right && other != name {
			return "", false // two fields claim the name
		}
	}
	to := pointer.Join(parent, right)
	if !w.free(to) {
		return "", false
	}
	w.remove(s.path)
	w.set(to, s.value)
	return "the field is called " + right, true
}

func missingDefault(w *work, s spot) (string, bool) {
	value, ok := keyword(s.nodes, "default")
	if !ok || s.present {
		return "", false
	}
	parent, _ := parentOf(s.path)
	if _, ok := w.objectAt(parent); !ok {
		return "", false
	}
	w.set(s.path, copied(value))
	return "missing, so the default " + s.shown(value), true
}

func needlessNull(w *work, s spot) (string, bool) {
	parent, name := parentOf(s.path)
	_, ok := w.objectAt(parent)
	if !ok || !s.present || s.value != nil || required(w.shape.at(w.root, parent, mustHold), name) {
		return "", false
	}
	w.remove(s.path)
	return "null is left out, the field is optional", true
}

func oneElementList(w *work, s spot) (string, bool) {
	if s.value == nil { // or not present
		return "", false
	}
	elements, isList := s.value.([]any)
	switch typeAt(s.nodes) {
	case "":
		return "", false
	case "array":
		if text, ok := s.value.(string); isList || ok && maybeList(text) {
			return "", false
		}
		w.set(s.path, []any{s.value})
		return "one value is a list of one", true
	}
	if len(elements) != 1 || elements[0] == nil {
		return "", false
	}
	w.set(s.path, elements[0])
	return "a list of one is that value", true
}

// maybeList: a text that may stand for no element, or for several.
func maybeList(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || strings.ContainsAny(text[:1], "[{") || strings.ContainsAny(text, ",;|\n\t，、；")
}

// What may be taken out of quotes: a number in the one usual way to write it.
// An exponent, a leading zero or a plus may be part of a code.
var (
	integerText = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)$`)
	numberText  = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)
	minusZero   = regexp.MustCompile(`^-[0.]+$`)
)

func quotedScalar(w *work, s spot) (string, bool) {
	text, _ := s.text("integer", "number", "boolean")
	var value any
	switch kind := typeAt(s.nodes); {
	case minusZero.MatchString(text):
		return "", false
	case kind == "integer" && integerText.MatchString(text), kind == "number" && numberText.MatchString(text):
		value = json.Number(text)
	case kind == "boolean" && (text == "true" || text == "false"):
		value = text == "true"
	default:
		return "", false
	}
	w.set(s.path, value)
	return fmt.Sprintf("%s is the %s %s", s.shown(text), typeAt(s.nodes), s.shown(value)), true
}

func writtenDate(w *work, s spot) (string, bool) {
	text, _ := s.value.(string) // "" is no date
	format, _ := keyword(s.nodes, "format")
	var date, what string
	var ok bool
	switch format {
	case "date":
		what = "date"
		date, ok = dateOf(text, w.o.Dates)
	case "date-time":
		what = "time"
		date, ok = momentOf(text, w.o.Dates)
	}
	if !ok {
		w.noteTwoDates(s, text, format)
		return "", false
	}
	if date == text {
		return "", false
	}
	w.set(s.path, date)
	return fmt.Sprintf("%s is the %s %s", s.shown(text), what, date), true
}

// noteTwoDates says of a date that nobody can read for sure which two it may be.
func (w *work) noteTwoDates(s spot, text string, format any) {
	read := dateOf
	switch format {
	case "date":
	case "date-time":
		read = momentOf
	default:
		return
	}
	first, one := read(text, DayFirst)
	second, two := read(text, MonthFirst)
	if one && two && first != second {
		w.unsure = append(w.unsure, fmt.Sprintf("%s: %s can be %s (day first) or %s (month first)", words(s.path), s.shown(text), first, second))
	}
}

func enumValue(w *work, s spot) (string, bool) {
	text, ok := s.value.(string)
	if !ok {
		return "", false
	}
	values, _ := keyword(s.nodes, "enum")
	var texts []string
	for _, v := range list(values) {
		if v, ok := v.(string); ok {
			texts = append(texts, v)
		}
	}
	meant, ok := meantValue(text, texts)
	if !ok {
		return "", false
	}
	w.set(s.path, meant)
	return fmt.Sprintf("%s can only be %s of the allowed values", s.shown(text), s.shown(meant)), true
}

// shown is a value for people, cut to what fits into a line; hidden if the
// field's name says that it is a secret.
func (s spot) shown(v any) string {
	const longest = 60
	text := string(write(v))
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	if line := words(s.path) + ": " + text; taxonomy.Clean(line) != line {
		return "[redacted]"
	}
	return text
}

// copied: a default belongs to the schema, and a later rule may change it.
func copied(v any) any {
	switch v := v.(type) {
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = copied(v[i])
		}
		return c
	case map[string]any:
		c := make(map[string]any, len(v))
		for name, value := range v {
			c[name] = copied(value)
		}
		return c
	}
	return v
}
