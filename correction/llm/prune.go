package llm

import (
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
)

// pruner takes nulls out of an answer that only mean that something is absent:
// where strict mode wants every member, null is how a model says "left out".
type pruner struct {
	root    any  // of the tool's schema
	strict  bool // the model had to give every member
	dropped bool
}

// prune changes is in place: it drops a null at a member that the schema does not
// require, if the schema takes no null there, or if the member was not there
// before and the model had no other way to leave it out. Where the schema is not
// understood, nothing is dropped.
func (p *pruner) prune(was, is, schema any) {
	node := p.resolve(schema)
	if node == nil {
		return
	}
	switch is := is.(type) {
	case map[string]any:
		before, _ := was.(map[string]any)
		properties, _ := node["properties"].(map[string]any)
		required, _ := node["required"].([]any)
		for name, value := range is {
			property, known := properties[name]
			old, had := before[name]
			switch {
			case !known:
			case value != nil:
				p.prune(old, value, property)
			case slices.Contains(required, any(name)):
			case p.strict && !had, !p.takesNull(property, 0):
				delete(is, name)
				p.dropped = true
			}
		}
	case []any:
		before, _ := was.([]any)
		for i, value := range is {
			var old any
			if i < len(before) {
				old = before[i]
			}
			p.prune(old, value, node["items"])
		}
	}
}

// resolve follows references within the schema, a few of them.
func (p *pruner) resolve(schema any) map[string]any {
	const most = 10
	for range most {
		node, ok := schema.(map[string]any)
		if !ok {
			return nil
		}
		ref, ok := node["$ref"].(string)
		if !ok {
			return node
		}
		path, ok := strings.CutPrefix(ref, "#")
		if !ok || path != "" && path[0] != '/' {
			return nil
		}
		schema = p.root
		for _, part := range pointer.Split(path) {
			holder, ok := schema.(map[string]any)
			if !ok {
				return nil
			}
			schema = holder[part]
		}
	}
	return nil
}

// takesNull reports whether null may satisfy a schema: where that is not sure, it
// may.
func (p *pruner) takesNull(schema any, depth int) bool {
	const deepest = 10
	node := p.resolve(schema)
	if node == nil || depth > deepest {
		return true
	}
	if _, typed := node["type"]; typed && !hasType(node, "null") {
		return false
	}
	if enum, ok := node["enum"].([]any); ok && !slices.Contains(enum, nil) {
		return false
	}
	if only, ok := node["const"]; ok && only != nil {
		return false
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if branches, ok := node[name].([]any); ok && !slices.ContainsFunc(branches, func(b any) bool { return p.takesNull(b, depth+1) }) {
			return false
		}
	}
	return true
}
