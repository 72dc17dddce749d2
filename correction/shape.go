package correction

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
)

// schema is what this package needs of a tool.Schema.
type schema interface {
	JSON() json.RawMessage
	Validate(v any) error
}

// shape answers what a JSON Schema says about a place. It only looks for
// reasons to try something: whether the result is right is for the validator to
// say. So keywords that it does not follow ($anchor, $dynamicRef, if) cost a
// repair and never a promise.
type shape struct{ root any }

// shapeOf reads a schema as its compiler did: if it names a keyword twice, the
// last one counts. A text that is no JSON says nothing about any place.
func shapeOf(s schema) *shape {
	dec := json.NewDecoder(bytes.NewReader(s.JSON()))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		root = nil
	}
	return &shape{root: root}
}

// reach says which subschemas are looked at.
type reach uint8

const (
	mustHold reach = iota // those that hold in any case
	mayHold               // and the branches of anyOf, oneOf and if
)

// spread returns the subschemas that all hold where schemas do: they, what they
// refer to, and those of allOf; with mayHold the branches of choices, too. Each
// comes once, so that references may go round in circles.
func (sh *shape) spread(schemas []any, r reach) []map[string]any {
	var nodes []map[string]any
	var seen []uintptr
	for len(schemas) > 0 {
		node, ok := schemas[0].(map[string]any)
		schemas = schemas[1:]
		if !ok { // true, false, or nothing
			continue
		}
		identity := reflect.ValueOf(node).Pointer()
		if slices.Contains(seen, identity) {
			continue
		}
		seen = append(seen, identity)
		nodes = append(nodes, node)
		if ref, ok := node["$ref"].(string); ok {
			if target, ok := sh.resolve(ref); ok {
				schemas = append(schemas, target)
			}
		}
		schemas = append(schemas, list(node["allOf"])...)
		if r == mayHold {
			schemas = append(schemas, list(node["anyOf"])...)
			schemas = append(schemas, list(node["oneOf"])...)
			schemas = append(schemas, node["then"], node["else"])
		}
	}
	return nodes
}

// resolve follows a reference within the document: "#" or "#/$defs/date".
func (sh *shape) resolve(ref string) (any, bool) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || path != "" && path[0] != '/' {
		return nil, false
	}
	return lookup(sh.root, pointer.Split(path))
}

// at returns the subschemas for a place in doc, which may not be there yet.
func (sh *shape) at(doc any, path string, r reach) []map[string]any {
	nodes := sh.spread([]any{sh.root}, r)
	for _, part := range pointer.Split(path) {
		var next []any
		elements, isList := doc.([]any)
		i, inList := indexOf(part, len(elements))
		for _, node := range nodes {
			switch {
			case !isList:
				next = append(next, member(node, part))
			case inList:
				next = append(next, element(node, i))
			}
		}
		nodes = sh.spread(next, r)
		doc, _ = lookup(doc, []string{part})
	}
	return nodes
}

func member(node map[string]any, name string) any {
	properties, _ := node["properties"].(map[string]any) // none is fine
	if s, ok := properties[name]; ok {
		return s
	}
	if _, ok := node["patternProperties"]; ok {
		return nil // it may match one of these; not worth the regular expressions
	}
	return node["additionalProperties"]
}

func element(node map[string]any, i int) any {
	for _, key := range []string{"prefixItems", "items"} { // a list of items: before draft 2020-12
		if tuple := list(node[key]); i < len(tuple) {
			return tuple[i]
		}
	}
	if _, ok := node["items"].([]any); ok {
		return node["additionalItems"]
	}
	return node["items"]
}

func list(v any) []any {
	l, _ := v.([]any) // none is fine
	return l
}

// known returns the names of the properties, sorted; none where the schema
// names none.
func known(nodes []map[string]any) []string {
	var names []string
	for _, node := range nodes {
		properties, _ := node["properties"].(map[string]any) // none is fine
		for name := range properties {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func required(nodes []map[string]any, name string) bool {
	return slices.ContainsFunc(nodes, func(node map[string]any) bool {
		return slices.Contains(list(node["required"]), any(name))
	})
}

// keyword returns the value of a keyword at the first subschema that has it.
func keyword(nodes []map[string]any, name string) (any, bool) {
	for _, node := range nodes {
		if v, ok := node[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// union reports whether several types may stand there, null aside, or one of
// several subschemas holds. What was meant is then anybody's guess.
func union(nodes []map[string]any) bool {
	for _, node := range nodes {
		if node["anyOf"] != nil || node["oneOf"] != nil {
			return true
		}
	}
	types, said := typesAt(nodes)
	return said && len(types) != 1
}

// typeAt returns the one type besides null that may stand there, "" where the
// schema does not say. No rule looks at a union.
func typeAt(nodes []map[string]any) string {
	if types, _ := typesAt(nodes); len(types) == 1 {
		return types[0]
	}
	return ""
}

// typesAt returns the types that all subschemas agree on, without null.
func typesAt(nodes []map[string]any) (types []string, said bool) {
	for _, node := range nodes {
		var here []string
		switch t := node["type"].(type) {
		case string:
			here = []string{t}
		case []any:
			for _, name := range t {
				if name, ok := name.(string); ok {
					here = append(here, name)
				}
			}
		default:
			continue
		}
		numbers := slices.Contains(here, "number")
		here = slices.DeleteFunc(here, func(t string) bool {
			return t == "null" || t == "integer" && numbers
		})
		if !said {
			types, said = here, true
			continue
		}
		types = narrow(types, here)
	}
	return types, said
}

// narrow is what both lists allow: an integer is a number, too.
func narrow(a, b []string) []string {
	var both []string
	for _, t := range a {
		switch {
		case slices.Contains(b, t):
			both = append(both, t)
		case t == "number" && slices.Contains(b, "integer"), t == "integer" && slices.Contains(b, "number"):
			both = append(both, "integer")
		}
	}
	return both
}
