package exectool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
)

// names returns the arguments that the templates use, each once.
func (r *runner) names() []string {
	var names []string
	for _, t := range r.templates() {
		for _, name := range t.Names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// schema describes the arguments as far as the templates tell: they are
// scalars unless they are written as :json, and required but for a variable of
// the environment that is one argument and nothing else. A name with dots may
// be a path into an argument, so that nothing is said about it.
func (r *runner) schema() (json.RawMessage, error) {
	scalar := map[string]any{"type": []string{"string", "number", "boolean"}}
	optional := map[string]any{"type": []string{"string", "number", "boolean", "null"}}
	props := make(map[string]any)
	for _, name := range r.names() {
		if !strings.Contains(name, ".") {
			props[name] = optional
		}
	}
	var required []string
	for _, t := range r.needed() {
		for _, name := range t.Names() {
			if _, ok := props[name]; ok && !slices.Contains(required, name) {
				required = append(required, name)
				props[name] = scalar
			}
		}
	}
	for name := range props {
		for _, t := range r.templates() {
			if strings.Contains(t.String(), "{"+name+":json}") {
				props[name] = map[string]any{}
			}
		}
	}
	doc := map[string]any{"type": "object", "properties": props}
	if len(required) > 0 {
		doc["required"] = required
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("exectool: the schema: %w", err)
	}
	return raw, nil
}

// needed are the templates that need all their values.
func (r *runner) needed() []*tmpl.Template {
	return slices.DeleteFunc(r.templates(), func(t *tmpl.Template) bool {
		return slices.ContainsFunc(r.env, func(v variable) bool { return v.text == t && v.optional })
	})
}

// misspelt refuses an argument that no template uses and whose name is a letter
// or two away from one that is absent: a variable of the environment would
// silently not be set.
func (r *runner) misspelt(args map[string]json.RawMessage) error {
	var absent, used []string
	for _, name := range r.known {
		root, _, path := strings.Cut(name, ".")
		used = append(used, name, root)
		if _, ok := args[name]; !ok && !path {
			absent = append(absent, name)
		}
	}
	if len(absent) == 0 {
		return nil
	}
	type slip struct{ name, near string }
	var slips []slip
	for name := range args {
		if near, ok := nearest.Nearest(name, absent); ok && !slices.Contains(used, name) && max(len(name), len(near))-min(len(name), len(near)) <= 1 {
			slips = append(slips, slip{name, near})
		}
	}
	if len(slips) == 0 {
		return nil
	}
	slices.SortFunc(slips, func(a, b slip) int { return strings.Compare(a.name, b.name) })
	e := &taxonomy.Error{Class: taxonomy.InputError, Code: taxonomy.CodeUnknownField, Applied: taxonomy.No, Basis: taxonomy.BasisDeclared}
	var said []string
	for _, s := range slips {
		text := "is not known; the nearest is " + s.near
		said = append(said, s.name+" "+text)
		e.Fields = append(e.Fields, taxonomy.Field{Path: pointer(s.name), Code: taxonomy.CodeUnknownField, Message: text})
		e.Suggestions = append(e.Suggestions, fmt.Sprintf("Write %q instead of %q", s.near, s.name))
	}
	e.Message = strings.Join(said, "; ")
	return e
}

// pointer writes a JSON Pointer (RFC 6901).
func pointer(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return b.String()
}
