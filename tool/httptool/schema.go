package httptool

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// names returns the arguments that the templates use, each once.
func (r *requester) names() []string {
	var names []string
	add := func(more []string) {
		for _, name := range more {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	add(r.url.path.Names())
	add(r.url.query.Names())
	for _, h := range r.allHeaders() {
		add(h.text.Names())
	}
	if r.body != nil {
		add(r.body.Names())
	}
	for _, f := range r.form {
		add(f.text.Names())
	}
	return names
}

// schema describes the arguments as far as the templates tell: what stands in
// a text is required, and a scalar unless it is written as :json; what is a
// whole member of the body may be anything, and may be left out. A name with
// dots may be a path into an argument, so that nothing is said about it.
func (r *requester) schema(c *Config) (json.RawMessage, error) {
	props := make(map[string]any)
	for _, name := range r.names() {
		if !strings.Contains(name, ".") {
			props[name] = map[string]any{}
		}
	}
	var required []string
	need := func(t *tmpl.Template, text bool) {
		for _, name := range t.Names() {
			if _, ok := props[name]; !ok {
				continue
			}
			if !slices.Contains(required, name) {
				required = append(required, name)
			}
			if text && !strings.Contains(t.String(), "{"+name+":json}") {
				props[name] = map[string]any{"type": []string{"string", "number", "boolean"}}
			}
		}
	}
	need(r.url.path, true)
	need(r.url.query, true)
	for _, h := range r.allHeaders() {
		need(h.text, true)
	}
	for _, f := range r.form {
		if f.whole == "" {
			need(f.text, true)
		}
	}
	if err := needed(c.Body, need); err != nil {
		return nil, err
	}
	doc := map[string]any{"type": "object", "properties": props}
	if len(required) > 0 {
		doc["required"] = required
	}
	raw, err := jsonBody(doc)
	if err != nil {
		return nil, fmt.Errorf("httptool: the schema: %w", err)
	}
	return raw, nil
}

// needed finds the templates of a body that need a value.
func needed(body any, need func(t *tmpl.Template, text bool)) error {
	raw, err := jsonBody(body)
	if err != nil || raw == nil {
		return err
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return fmt.Errorf("httptool: Config.Body: %w", err)
	}
	var walk func(v any, member bool) error
	walk = func(v any, member bool) error {
		switch v := v.(type) {
		case string:
			t, err := tmpl.Compile(v)
			if err != nil {
				return fmt.Errorf("httptool: Config.Body: %w", err)
			}
			if _, whole := t.Whole(); !whole || !member {
				need(t, !whole)
			}
		case []any:
			for _, e := range v {
				if err := walk(e, false); err != nil {
					return err
				}
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if err := walk(v[name], true); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return walk(tree, false)
}
