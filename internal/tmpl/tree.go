package tmpl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/pointer"
)

// maxDepth is how deep a tree may nest. JSON sets no limit; encoding/json reads 10,000 levels.
const maxDepth = 1000

// Tree is a compiled JSON value whose strings are templates. It is safe for concurrent use.
type Tree struct {
	root *node
}

// node is one value of a tree; exactly one of its fields is used.
type node struct {
	constant json.RawMessage // it and all below it use no names
	template *Template
	fields   []fieldNode // of an object, in the order in which they were written
	elements []*node     // of a list
	object   bool
}

type fieldNode struct {
	name  string
	key   json.RawMessage // the name as JSON
	value *node
}

// CompileTree reads one JSON value. Numbers and the order of fields stay as they are written; names
// of fields are not templates. The error says where in the tree the fault is, as a JSON pointer.
func CompileTree(raw json.RawMessage) (*Tree, error) {
	if !json.Valid(raw) || !utf8.Valid(raw) {
		return nil, errors.New("this is not one valid JSON value")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	root, err := compileNode(dec, "", 0)
	if err != nil {
		return nil, err
	}
	return &Tree{root}, nil
}

func compileNode(dec *json.Decoder, path string, depth int) (*node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s: nested more than %d levels deep", clip(path), maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return nil, at(path, err)
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			return compileObject(dec, path, depth)
		}
		return compileList(dec, path, depth)
	case string:
		t, err := Compile(v)
		if err != nil {
			return nil, at(path, err)
		}
		if len(t.Names()) > 0 || t.HasSecret() {
			return &node{template: t}, nil
		}
		constant, _, err := t.Value(nil, nil)
		return &node{constant: constant}, err
	case json.Number:
		return &node{constant: json.RawMessage(v)}, nil
	case bool:
		if v {
			return &node{constant: json.RawMessage("true")}, nil
		}
		return &node{constant: json.RawMessage("false")}, nil
	}
	return &node{constant: json.RawMessage("null")}, nil
}

func compileObject(dec *json.Decoder, path string, depth int) (*node, error) {
	n := &node{object: true}
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, at(path, err)
		}
		name, _ := token.(string) // it is one: the JSON is valid
		below := pointer.Join(path, name)
		if seen[name] {
			return nil, at(below, errors.New("the field stands here twice"))
		}
		seen[name] = true
		if t, err := Compile(name); err == nil && (len(t.Names()) > 0 || t.HasSecret()) {
			return nil, at(below, errors.New("the name of a field cannot be a template"))
		}
		key, err := quote(name)
		if err != nil {
			return nil, at(below, err)
		}
		value, err := compileNode(dec, below, depth+1)
		if err != nil {
			return nil, err
		}
		n.fields = append(n.fields, fieldNode{name: pointer.Escape(name), key: key, value: value})
	}
	return n.close(dec, path)
}

func compileList(dec *json.Decoder, path string, depth int) (*node, error) {
	n := &node{}
	for dec.More() {
		element, err := compileNode(dec, fmt.Sprintf("%s/%d", path, len(n.elements)), depth+1)
		if err != nil {
			return nil, err
		}
		n.elements = append(n.elements, element)
	}
	return n.close(dec, path)
}

// close reads the end of a list or an object, and turns it into a constant if it is one.
func (n *node) close(dec *json.Decoder, path string) (*node, error) {
	if _, err := dec.Token(); err != nil {
		return nil, at(path, err)
	}
	for child := range n.children {
		if child.constant == nil {
			return n, nil
		}
	}
	constant, _, err := n.render(nil, nil, "", hideSecret)
	return &node{constant: constant}, err
}

// children is an iterator over the values directly below.
func (n *node) children(yield func(*node) bool) {
	for _, f := range n.fields {
		if !yield(f.value) {
			return
		}
	}
	for _, e := range n.elements {
		if !yield(e) {
			return
		}
	}
}

func (n *node) walk(visit func(*Template)) {
	if n.template != nil {
		visit(n.template)
	}
	for child := range n.children {
		child.walk(visit)
	}
}

// Names returns the names that the tree uses, each once, in order of appearance.
func (t *Tree) Names() []string { return t.collect((*Template).Names) }

// Env returns the environment variables that the tree uses, each once, in order of appearance.
func (t *Tree) Env() []string { return t.collect((*Template).Env) }

func (t *Tree) collect(of func(*Template) []string) []string {
	var names []string
	t.root.walk(func(tp *Template) {
		for _, name := range of(tp) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	})
	return names
}

// HasSecret says whether a rendering contains the value of an environment variable.
func (t *Tree) HasSecret() bool { return len(t.Env()) > 0 }

// Render puts the values in and returns compact JSON. A field whose value is one name that is
// absent is left out of its object; anywhere else an absent value is a *[FieldError]. The error
// starts with a JSON pointer to where the value stands. Of the options only Env is used.
func (t *Tree) Render(values Lookup, opts *Options) (json.RawMessage, error) {
	return t.render(values, opts, showSecret)
}

// Redacted renders with ${env:NAME} in place of each secret; variables need not be set.
func (t *Tree) Redacted(values Lookup, opts *Options) (json.RawMessage, error) {
	return t.render(values, opts, hideSecret)
}

func (t *Tree) render(values Lookup, opts *Options, secrets secrecy) (json.RawMessage, error) {
	raw, ok, err := t.root.render(values, opts, "", secrets)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, t.root.absent("")
	}
	return slices.Clone(raw), nil
}

func (n *node) render(values Lookup, opts *Options, path string, secrets secrecy) (json.RawMessage, bool, error) {
	if n.constant != nil {
		return n.constant, true, nil
	}
	if n.template != nil {
		raw, ok, err := n.template.valueOf(values, opts, secrets)
		return raw, ok, at(path, err)
	}
	if !n.object {
		return n.renderList(values, opts, path, secrets)
	}
	out := []byte{'{'}
	for _, f := range n.fields {
		below := path + "/" + f.name
		raw, ok, err := f.value.render(values, opts, below, secrets)
		if err != nil {
			return nil, false, err
		}
		if !ok {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, f.key...), ':')
		out = append(out, raw...)
	}
	return append(out, '}'), true, nil
}

func (n *node) renderList(values Lookup, opts *Options, path string, secrets secrecy) (json.RawMessage, bool, error) {
	out := []byte{'['}
	for i, e := range n.elements {
		below := fmt.Sprintf("%s/%d", path, i)
		raw, ok, err := e.render(values, opts, below, secrets)
		if err != nil {
			return nil, false, err
		}
		if !ok { // the elements behind it would move up without a word
			return nil, false, e.absent(below)
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, raw...)
	}
	return append(out, ']'), true, nil
}

func (n *node) absent(path string) error {
	name, _ := n.template.Whole()
	return at(path, &FieldError{Field: name, Reason: "has no value, and only a field of an object can be left out", Absent: true})
}

// at puts the place before an error; nil stays nil.
func at(path string, err error) error {
	if err == nil || path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", clip(path), err)
}
