package exectool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
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
