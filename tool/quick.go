package tool

import (
	"encoding/json"
	"strings"
)

// quick accepts what is valid beyond doubt, for the schemas that most tools
// have: objects, lists and scalars by type. It never refuses: whoever gets a
// false asks the validator, which knows everything and says what is wrong. It
// takes a tenth of the validator's time, which computes with every number.
type quick struct {
	types    quickType
	props    map[string]*quick
	required []string
	others   *quick // members that props does not name; nil: none may be there
	items    *quick
}

type quickType uint8

const (
	quickNull quickType = 1 << iota
	quickBoolean
	quickInteger
	quickNumber
	quickString
	quickArray
	quickObject
	quickAny = quickNull | quickBoolean | quickInteger | quickNumber | quickString | quickArray | quickObject
)

// quickOf returns nil for a schema that uses anything else.
func quickOf(schema any) *quick {
	if allowed, ok := schema.(bool); ok && allowed {
		q := &quick{types: quickAny}
		q.others, q.items = q, q
		return q
	}
	doc, ok := schema.(map[string]any)
	if !ok {
		return nil
	}
	anything := quickOf(true)
	q := &quick{types: quickAny, others: anything, items: anything}
	for key, value := range doc {
		switch key {
		case "title", "description", "default", "examples", "$comment", "contentEncoding":
		case "$schema":
			if value != "https://json-schema.org/draft/2020-12/schema" {
				return nil
			}
		case "type":
			if q.types = quickTypes(value); q.types == 0 {
				return nil
			}
		case "required":
			for _, name := range listOf(value) {
				text, ok := name.(string)
				if !ok {
					return nil
				}
				q.required = append(q.required, text)
			}
		case "properties":
			if q.props = quickProps(value); q.props == nil {
				return nil
			}
		case "additionalProperties":
			if value == false {
				q.others = nil
			} else if q.others = quickOf(value); q.others == nil {
				return nil
			}
		case "items":
			if q.items = quickOf(value); q.items == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return q
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

func quickProps(v any) map[string]*quick {
	doc, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	props := make(map[string]*quick, len(doc))
	for name, schema := range doc {
		if props[name] = quickOf(schema); props[name] == nil {
			return nil
		}
	}
	return props
}

// quickTypes returns 0 for what is no type.
func quickTypes(v any) quickType {
	if list, ok := v.([]any); ok {
		var types quickType
		for _, entry := range list {
			t := quickTypes(entry)
			if t == 0 {
				return 0
			}
			types |= t
		}
		return types
	}
	switch v {
	case "null":
		return quickNull
	case "boolean":
		return quickBoolean
	case "integer":
		return quickInteger
	case "number":
		return quickNumber | quickInteger
	case "string":
		return quickString
	case "array":
		return quickArray
	case "object":
		return quickObject
	}
	return 0
}

// accepts reports whether v is valid beyond doubt. A nil quick never knows.
func (q *quick) accepts(v any) bool {
	if q == nil {
		return false
	}
	switch v := v.(type) {
	case nil:
		return q.types&quickNull != 0
	case bool:
		return q.types&quickBoolean != 0
	case string:
		return q.types&quickString != 0
	case json.Number:
		return q.number(string(v))
	case []any:
		if q.types&quickArray == 0 {
			return false
		}
		for _, value := range v {
			if !q.items.accepts(value) {
				return false
			}
		}
		return true
	case map[string]any:
		return q.types&quickObject != 0 && q.object(v)
	}
	return false
}

// number: a whole number is one if it looks like one; 1.0 and 1e3, which are
// whole numbers too, are left to the validator, as are giants.
func (q *quick) number(s string) bool {
	if len(s) > longestNumber || strings.ContainsAny(s, "eE") {
		return false
	}
	if q.types&quickNumber != 0 {
		return true
	}
	return q.types&quickInteger != 0 && !strings.Contains(s, ".")
}

func (q *quick) object(m map[string]any) bool {
	for _, name := range q.required {
		if _, ok := m[name]; !ok {
			return false
		}
	}
	for name, value := range m {
		member, known := q.props[name]
		if !known {
			member = q.others
		}
		if !member.accepts(value) {
			return false
		}
	}
	return true
}
