package openapitool

import (
	"encoding/json"
	"slices"
)

// schema is the JSON Schema of the arguments.
func (d *Document) schema(r *request) (json.RawMessage, error) {
	c := &composer{d: d}
	props := &object{}
	var required []string
	for _, place := range places {
		for _, p := range r.params {
			if p.in != place {
				continue
			}
			s, err := c.described(p.schema, p.node.word("description"))
			if err != nil {
				return nil, err
			}
			props.set(p.arg, s)
			if p.required || p.in == "path" {
				required = append(required, p.arg)
			}
		}
	}
	doc := &object{}
	doc.set("type", "object")
	doc.set("properties", props)
	var together []string // of an optional body: all or none
	if b := r.body; b != nil {
		more, err := c.bodySchema(b, props)
		if err != nil {
			return nil, err
		}
		if b.required {
			required = append(required, more...)
		} else if b.fields != nil {
			together = more
		}
	}
	if len(required) > 0 {
		doc.set("required", required)
	}
	if len(together) > 0 {
		doc.set("dependentRequired", dependent(r.body, together))
	}
	if !r.others && (r.body == nil || !r.body.open || r.body.form) {
		doc.set("additionalProperties", false)
	}
	if err := c.finish(); err != nil {
		return nil, err
	}
	if len(c.defs.keys) > 0 {
		doc.set("$defs", &c.defs)
	}
	return doc.MarshalJSON()
}

// bodySchema puts the body's arguments among the properties and returns those
// that it requires.
func (c *composer) bodySchema(b *body, props *object) (required []string, err error) {
	if b.fields == nil {
		s, err := c.described(b.schema, b.node.word("description"))
		if err != nil {
			return nil, err
		}
		props.set(b.whole, s)
		return []string{b.whole}, nil
	}
	for _, f := range b.fields {
		var s any = &object{}
		all := make([]any, 0, len(f.schemas))
		for _, n := range f.schemas {
			if s, err = c.schema(n); err != nil {
				return nil, err
			}
			all = append(all, s)
		}
		if len(all) > 1 {
			both := &object{}
			both.set("allOf", all)
			s = both
		}
		props.set(f.arg, s)
		if f.required {
			required = append(required, f.arg)
		}
	}
	return required, nil
}

// dependent says that each member of an optional body needs those that the body
// requires.
func dependent(b *body, required []string) *object {
	out := &object{}
	for _, f := range b.fields {
		others := slices.DeleteFunc(slices.Clone(required), func(name string) bool { return name == f.arg })
		if len(others) > 0 {
			out.set(f.arg, others)
		}
	}
	return out
}

// described makes a schema, with the description that stands beside it.
func (c *composer) described(n *node, description string) (any, error) {
	if n == nil {
		out := &object{}
		if description != "" {
			out.set("description", description)
		}
		return out, nil
	}
	s, err := c.schema(n)
	if err != nil {
		return nil, err
	}
	out, ok := s.(*object)
	if !ok || description == "" {
		return s, nil
	}
	if _, has := out.values["description"]; !has {
		out.set("description", description)
	}
	return out, nil
}
