package openapitool

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// body is what an operation takes beside its parameters.
type body struct {
	media    string // the Content-Type that is sent
	form     bool
	required bool
	schema   *node // nil: anything
	whole    string
	fields   []field // of an object whose properties are arguments; nil: the whole is one
	open     bool    // other arguments are members of the object
	node     *node
}

// field is a property of the body.
type field struct {
	name, arg string
	required  bool
	schemas   []*node // all of them hold
	style     style
	styled    bool // the spec says how it is written in a form
}

const formMedia = "application/x-www-form-urlencoded"

// body reads the requestBody; nil: there is none.
func (d *Document) body(o *Operation) (*body, error) {
	given := o.node.get("requestBody")
	if given == nil {
		return nil, nil //nolint:nilnil // as it says
	}
	n, _, err := d.resolve(given)
	if err != nil {
		return nil, err
	}
	content := n.get("content")
	if content == nil || content.kind != mapKind || len(content.entries) == 0 {
		return nil, n.fault("the requestBody has no content, which says what is sent")
	}
	if o.Method == http.MethodGet || o.Method == http.MethodHead {
		if n.is("required") {
			return nil, n.fault("a %s has no body, and the spec requires one", o.Method)
		}
		return nil, nil //nolint:nilnil // 3.0 has it ignored
	}
	b := &body{required: n.is("required"), node: n}
	chosen := choose(content)
	if chosen == nil {
		names := make([]string, 0, len(content.entries))
		for _, e := range content.entries {
			names = append(names, e.key)
		}
		return nil, content.fault("the body is sent as %s, which is not supported; JSON and %s are", strings.Join(names, " or "), formMedia)
	}
	b.media, b.form = chosen.key, mediaOf(chosen.key) == formMedia
	if strings.Contains(b.media, "*") {
		b.media = "application/json"
	}
	target, _, err := d.resolve(chosen.value)
	if err != nil {
		return nil, err
	}
	b.schema = target.get("schema")
	if err := d.spread(b); err != nil {
		return nil, err
	}
	return b, d.encodings(b, target.get("encoding"))
}

// choose takes JSON if there is any, and else a form.
func choose(content *node) *entry {
	for _, fits := range []func(string) bool{
		func(m string) bool { return mediaOf(m) == "application/json" },
		isJSONMedia,
		func(m string) bool { return m == "*/*" || m == "application/*" },
		func(m string) bool { return mediaOf(m) == formMedia },
	} {
		for i := range content.entries {
			if fits(content.entries[i].key) {
				return &content.entries[i]
			}
		}
	}
	return nil
}

func (d *Document) encodings(b *body, encoding *node) error {
	if !b.form {
		return nil
	}
	if b.fields == nil {
		return b.node.fault("the body is a form, and its schema does not name the fields of one")
	}
	for i := range b.fields {
		e := encoding.get(b.fields[i].name)
		if e == nil || e.get("style") == nil && e.get("explode") == nil {
			continue
		}
		s, err := readStyle(e, "query")
		if err != nil {
			return err
		}
		b.fields[i].style, b.fields[i].styled = s, true
	}
	return nil
}

// spread makes the properties of the body arguments of their own, where its
// schema is that of an object and says nothing that would be lost.
func (d *Document) spread(b *body) error {
	if b.schema == nil {
		return nil
	}
	f := &flattener{d: d}
	ok, err := f.add(b.schema)
	if err != nil || !ok || len(f.fields) == 0 {
		return err
	}
	for i := range f.fields {
		f.fields[i].required = slices.Contains(f.required, f.fields[i].name)
	}
	for _, name := range f.required {
		if !slices.Contains(f.hidden, name) && !slices.ContainsFunc(f.fields, func(x field) bool { return x.name == name }) {
			f.fields = append(f.fields, field{name: name, required: true})
		}
	}
	b.fields, b.open = f.fields, f.open
	return nil
}

type flattener struct {
	d        *Document
	fields   []field
	required []string
	hidden   []string // readOnly
	open     bool
	visiting []*node
}

// add takes in a schema; false: it is more than properties.
func (f *flattener) add(given *node) (bool, error) {
	n, _, err := f.d.resolve(given)
	if err != nil {
		return false, err
	}
	if n.kind != mapKind || slices.Contains(f.visiting, n) || n != given && !f.d.old && len(given.entries) > 1 && !onlyWords(given) {
		return false, nil
	}
	f.visiting = append(f.visiting, n)
	defer func() { f.visiting = f.visiting[:len(f.visiting)-1] }()
	for _, e := range n.entries {
		ok := true
		switch e.key {
		case "type":
			ok = e.value.text == "object"
		case "properties":
			ok, err = f.properties(e.value)
		case "required":
			for _, item := range e.value.items {
				if item.kind == textKind && !slices.Contains(f.required, item.text) {
					f.required = append(f.required, item.text)
				}
			}
		case "allOf":
			for _, item := range e.value.items {
				if ok, err = f.add(item); err != nil || !ok {
					break
				}
			}
		case "additionalProperties", "unevaluatedProperties":
			switch {
			case e.value.kind == boolKind:
				f.open = f.open || e.value.text == "true"
			case e.value.kind == mapKind && len(e.value.entries) == 0:
				f.open = true
			default: // others of a certain form
				ok = false
			}
		default:
			ok = isWord(e.key)
		}
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// isWord reports whether a keyword only describes.
func isWord(key string) bool {
	_, keyword := schemaKeywords[key]
	switch key {
	case "title", "description", "default", "examples", "deprecated", "writeOnly", "example", "nullable":
		return true
	}
	return !keyword && key != "$ref"
}

func onlyWords(n *node) bool {
	return !slices.ContainsFunc(n.entries, func(e entry) bool { return e.key != "$ref" && !isWord(e.key) })
}

func (f *flattener) properties(n *node) (bool, error) {
	c := &composer{d: f.d}
	for _, e := range n.entries {
		hidden, err := c.readOnly(e.value)
		if err != nil {
			return false, err
		}
		if hidden {
			f.hidden = append(f.hidden, e.key)
			continue
		}
		i := slices.IndexFunc(f.fields, func(x field) bool { return x.name == e.key })
		if i < 0 {
			f.fields = append(f.fields, field{name: e.key, schemas: []*node{e.value}})
			continue
		}
		f.fields[i].schemas = append(f.fields[i].schemas, e.value)
	}
	return true, nil
}

// render makes the body of a call. taken are the arguments that are parameters.
func (b *body) render(args map[string]json.RawMessage, taken map[string]bool) ([]byte, error) {
	if b.fields == nil {
		raw, ok := args[b.whole]
		if !ok {
			return nil, nil
		}
		return compact(raw), nil
	}
	if b.form {
		return b.renderForm(args)
	}
	var out bytes.Buffer
	add := func(name string, raw json.RawMessage) {
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.Write(quote(name))
		out.WriteByte(':')
		out.Write(compact(raw))
	}
	known := make(map[string]bool, len(b.fields))
	for _, f := range b.fields {
		known[f.arg] = true
		if raw, ok := args[f.arg]; ok {
			add(f.name, raw)
		}
	}
	if b.open {
		for _, name := range sortedKeys(args) {
			if !known[name] && !taken[name] {
				add(name, args[name])
			}
		}
	}
	if out.Len() == 0 && !b.required {
		return nil, nil
	}
	return slices.Concat([]byte{'{'}, out.Bytes(), []byte{'}'}), nil
}

func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// renderForm writes a scalar as it is, a list of scalars as often as it is long,
// and anything else as JSON, unless the spec says otherwise.
func (b *body) renderForm(args map[string]json.RawMessage) ([]byte, error) {
	var pairs []string
	for _, f := range b.fields {
		raw, ok := args[f.arg]
		if !ok || string(raw) == "null" {
			continue
		}
		s := style{"form", true}
		if f.styled {
			s = f.style
		} else if v, err := take(f.arg, raw); err != nil || v.kind == mapKind {
			raw = quote(string(compact(raw)))
		}
		more, err := s.written(f.arg, f.name, raw)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, more...)
	}
	if len(pairs) == 0 && !b.required {
		return nil, nil
	}
	return []byte(strings.Join(pairs, "&")), nil
}
