package llm

import (
	"slices"
	"strings"
)

// What strict mode takes, and how much of it (platform.openai.com,
// guides/structured-outputs, "Supported schemas"). The limits are those of the
// whole; a level of depth and a few names are the answer's own.
const (
	strictDepth      = 9
	strictProperties = 4990
	strictEnums      = 1000
	strictNames      = 110_000 // bytes of names, definitions, enum values and constants
	longEnum         = 250     // an enum of more values may have
	strictLongEnum   = 15_000  // bytes
)

//nolint:gochecknoglobals // tables, never written
var (
	// keywords that strict mode knows.
	strictKeywords = []string{
		"$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum", "exclusiveMaximum", "exclusiveMinimum",
		"format", "items", "maxItems", "maximum", "minItems", "minimum", "multipleOf", "pattern", "properties", "required", "type",
	}
	// remarks refuse no value, and are left out.
	remarks       = []string{"$comment", "$schema", "default", "deprecated", "examples", "readOnly", "title", "writeOnly"}
	strictFormats = []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"}
)

// strictOf returns a schema as strict mode wants it, and its definitions, if it is
// one that strict mode takes: every object closed, only keywords that it knows.
// Members that are optional become nullable, since strict mode knows none;
// [pruner] takes the nulls out again.
func strictOf(root any) (schema any, defs map[string]any, ok bool) {
	top, isObject := root.(map[string]any)
	if !isObject || top["type"] != "object" || top["anyOf"] != nil {
		return nil, nil, false
	}
	s := &strictness{defs: make(map[string]any)}
	named, _ := top["$defs"].(map[string]any)
	for name, def := range named {
		if s.defs[name], ok = s.schema(def, 1); !ok {
			return nil, nil, false
		}
		s.names += len(name)
	}
	schema, ok = s.schema(top, 1)
	if !ok || s.properties > strictProperties || s.enums > strictEnums || s.names > strictNames {
		return nil, nil, false
	}
	return schema, s.defs, true
}

type strictness struct {
	defs                     map[string]any
	properties, enums, names int
}

func (s *strictness) schema(v any, depth int) (any, bool) {
	node, ok := v.(map[string]any)
	if !ok || depth > strictDepth {
		return nil, false
	}
	c := make(map[string]any, len(node))
	for name, value := range node {
		switch {
		case slices.Contains(remarks, name):
		case name == "$defs" && depth == 1: // they stand at the root of the answer
		case !slices.Contains(strictKeywords, name):
			return nil, false
		default:
			c[name] = value
		}
	}
	if ref, ok := c["$ref"].(string); ok {
		name, local := strings.CutPrefix(ref, "#/$defs/")
		return map[string]any{"$ref": ref}, local && !strings.ContainsAny(name, "/~%") && onlyRef(c)
	}
	return c, s.ends(c) && s.values(c) && s.branches(c, depth) && s.list(c, depth) && s.object(c, depth)
}

// onlyRef: strict mode wants nothing beside a reference.
func onlyRef(c map[string]any) bool {
	_, described := c["description"]
	return len(c) == 1 || len(c) == 2 && described
}

// ends reports whether c says what values it takes at all.
func (s *strictness) ends(c map[string]any) bool {
	if format, ok := c["format"]; ok {
		if text, _ := format.(string); !slices.Contains(strictFormats, text) {
			return false
		}
	}
	if pattern, ok := c["pattern"].(string); ok && strings.Contains(pattern, "(?") {
		return false // lookarounds
	}
	for _, name := range []string{"type", "enum", "const", "anyOf"} {
		if _, ok := c[name]; ok {
			return true
		}
	}
	return false
}

func (s *strictness) values(c map[string]any) bool {
	list, _ := c["enum"].([]any)
	s.enums += len(list)
	s.names += len(textOf(c["const"]))
	before := s.names
	for _, value := range list {
		switch value := value.(type) {
		case string:
			s.names += len(value)
		case map[string]any, []any:
			return false
		}
	}
	return len(list) <= longEnum || s.names-before <= strictLongEnum
}

func (s *strictness) branches(c map[string]any, depth int) bool {
	list, ok := c["anyOf"].([]any)
	if !ok {
		return c["anyOf"] == nil
	}
	branches := make([]any, len(list))
	for i, branch := range list {
		if branches[i], ok = s.schema(branch, depth+1); !ok {
			return false
		}
	}
	c["anyOf"] = branches
	return len(branches) > 0
}

func (s *strictness) list(c map[string]any, depth int) (ok bool) {
	if !hasType(c, "array") {
		_, items := c["items"]
		return !items
	}
	c["items"], ok = s.schema(c["items"], depth+1)
	return ok
}

func (s *strictness) object(c map[string]any, depth int) bool {
	properties, named := c["properties"].(map[string]any)
	if !hasType(c, "object") {
		return !named && c["required"] == nil && c["additionalProperties"] == nil
	}
	if c["additionalProperties"] != false {
		return false
	}
	required, _ := c["required"].([]any)
	for _, name := range required {
		if text, _ := name.(string); properties[text] == nil {
			return false
		}
	}
	all := make(map[string]any, len(properties))
	names := make([]any, 0, len(properties))
	for name, property := range properties {
		schema, ok := s.schema(property, depth+1)
		if !ok {
			return false
		}
		if !slices.Contains(required, any(name)) {
			schema = map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
		}
		all[name] = schema
		names = append(names, name)
		s.properties++
		s.names += len(name)
	}
	slices.SortFunc(names, func(a, b any) int { return strings.Compare(textOf(a), textOf(b)) })
	c["properties"], c["required"] = all, names
	return true
}

func textOf(v any) string {
	text, _ := v.(string)
	return text
}

func hasType(node map[string]any, kind string) bool {
	switch is := node["type"].(type) {
	case string:
		return is == kind
	case []any:
		return slices.Contains(is, any(kind))
	}
	return false
}
