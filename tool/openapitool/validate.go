package openapitool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// validate has the library check an operation: a document of it alone and of
// what it refers to is made, so that a fault elsewhere in the spec does no harm,
// and a fault in another file is one of this document. Answers are left out but
// for their descriptions, since nothing is made of the rest.
func (d *Document) validate(o *Operation) error {
	e := &extract{d: d, names: make(map[*node]string), taken: make(map[string]bool)}
	if err := e.document(o); err != nil {
		return err
	}
	return e.check()
}

// extract writes the document, each member on a line of its own, and remembers
// what stood where in the spec.
type extract struct {
	d     *Document
	out   bytes.Buffer
	lines []*node // by line
	names map[*node]string
	taken map[string]bool
	queue []component
	depth int
}

type component struct {
	section, name string
	n             *node
}

// shape says what the members of a mapping are.
type shape int

const (
	literalShape shape = iota // as it stands
	schemaShape
	schemaMap
	schemaList
	parameterShape
	parameterList
	bodyShape
	contentShape // media types by name
	mediaShape
	responsesShape
	answerShape
	schemeShape
	dropped
)

// section is where components of a shape stand.
func (s shape) section() string {
	switch s {
	case schemaShape:
		return "schemas"
	case parameterShape:
		return "parameters"
	case bodyShape:
		return "requestBodies"
	case answerShape:
		return "responses"
	case schemeShape:
		return "securitySchemes"
	case literalShape, schemaMap, schemaList, parameterList, contentShape, mediaShape, responsesShape, dropped:
	}
	return ""
}

// members are the shapes below a shape, by key. What is not here is literal.
//
//nolint:gochecknoglobals // never written
var members = map[shape]map[string]shape{
	parameterShape: {"schema": schemaShape, "content": contentShape, "example": dropped, "examples": dropped},
	bodyShape:      {"content": contentShape},
	mediaShape:     {"schema": schemaShape, "example": dropped, "examples": dropped, "encoding": dropped},
	answerShape:    {"content": dropped, "headers": dropped, "links": dropped},
	schemaShape: {
		"properties": schemaMap, "patternProperties": schemaMap, "dependentSchemas": schemaMap,
		"items": schemaShape, "additionalProperties": schemaShape, "not": schemaShape, "if": schemaShape, "then": schemaShape,
		"else": schemaShape, "contains": schemaShape, "propertyNames": schemaShape, "unevaluatedItems": schemaShape, "unevaluatedProperties": schemaShape,
		"allOf": schemaList, "anyOf": schemaList, "oneOf": schemaList, "prefixItems": schemaList,
		"example": dropped, "examples": dropped, "default": dropped, "discriminator": dropped, "xml": dropped, "pattern": dropped,
		"$id": dropped, "$schema": dropped, "$anchor": dropped, "$dynamicAnchor": dropped, "$dynamicRef": dropped, "$recursiveRef": dropped,
		"$recursiveAnchor": dropped, "$defs": dropped, "definitions": dropped, "$comment": dropped, "$vocabulary": dropped, "contentSchema": dropped,
	},
}

func (e *extract) text(s string) { e.out.WriteString(s) }

// line begins a member: its key is where the member stands in the spec.
func (e *extract) line(first bool, key string, at *node) { //nolint:revive // a comma or none
	if !first {
		e.text(",")
	}
	e.text("\n")
	e.lines = append(e.lines, at)
	e.out.Write(quote(key))
	e.text(":")
}

func (e *extract) document(o *Operation) error {
	e.lines = []*node{nil, nil} // lines count from 1, and the first is the brace
	e.text("{")
	e.line(true, "openapi", o.node)
	e.out.Write(e.d.root.get("openapi").json())
	e.line(false, "info", o.node)
	e.text(`{"title":"-","version":"-"}`)
	e.line(false, "paths", o.node)
	path, _, _ := strings.Cut(o.Path, "#")
	path, _, _ = strings.Cut(path, "?")
	e.text("{" + string(quote(path)) + ":{")
	first := true
	if shared := o.item.get("parameters"); shared != nil {
		e.line(true, "parameters", shared)
		if err := e.write(shared, parameterList); err != nil {
			return err
		}
		first = false
	}
	e.line(first, strings.ToLower(o.Method), o.node)
	if err := e.operation(o.node); err != nil {
		return err
	}
	e.text("}}")
	e.line(false, "components", o.node)
	e.text("{")
	for i := 0; len(e.queue) > 0; i++ {
		c := e.queue[0]
		same := []component{c}
		rest := e.queue[1:][:0:0]
		for _, other := range e.queue[1:] {
			if other.section == c.section {
				same = append(same, other)
			} else {
				rest = append(rest, other)
			}
		}
		e.queue = rest
		if err := e.section(same, i == 0); err != nil {
			return err
		}
	}
	e.text("}}")
	return nil
}

// section writes the components of one kind, and those that they refer to.
func (e *extract) section(list []component, first bool) error {
	kind := list[0].section
	e.line(first, kind, list[0].n)
	e.text("{")
	for i := 0; i < len(list); i++ {
		e.line(i == 0, list[i].name, list[i].n)
		of := schemaShape
		for _, s := range []shape{parameterShape, bodyShape, answerShape, schemeShape} {
			if s.section() == kind {
				of = s
			}
		}
		if err := e.write(list[i].n, of); err != nil {
			return err
		}
		var rest []component
		for _, c := range e.queue {
			if c.section == kind {
				list = append(list, c)
			} else {
				rest = append(rest, c)
			}
		}
		e.queue = rest
	}
	e.text("}")
	return nil
}

// operation writes what is looked at of one.
func (e *extract) operation(n *node) error {
	shapes := map[string]shape{
		"parameters": parameterList, "requestBody": bodyShape, "responses": responsesShape,
		"callbacks": dropped, "servers": dropped, "tags": dropped, "externalDocs": dropped, "security": dropped,
	}
	return e.object(n, func(key string) shape { return shapes[key] })
}

func (e *extract) object(n *node, of func(key string) shape) error {
	e.text("{")
	first := true
	for _, m := range n.entries {
		s := of(m.key)
		if s == dropped || strings.HasPrefix(m.key, "x-") || (m.key == "description" || m.key == "summary") && m.value.kind != textKind && s == literalShape {
			continue
		}
		e.line(first, m.key, m.value)
		first = false
		if err := e.write(m.value, s); err != nil {
			return err
		}
	}
	e.text("}")
	return nil
}

func (e *extract) write(n *node, s shape) error {
	if e.depth++; e.depth > maxDepth {
		return n.fault("nested more than %d levels deep", maxDepth)
	}
	defer func() { e.depth-- }()
	if section := s.section(); section != "" && n.get("$ref") != nil {
		return e.refer(n, section)
	}
	switch {
	case n.kind == mapKind && (s == schemaMap || s == contentShape || s == responsesShape):
		below := map[shape]shape{schemaMap: schemaShape, contentShape: mediaShape, responsesShape: answerShape}[s]
		return e.object(n, func(string) shape { return below })
	case n.kind == listKind && (s == schemaList || s == parameterList):
		below := map[shape]shape{schemaList: schemaShape, parameterList: parameterShape}[s]
		e.text("[")
		for i, item := range n.items {
			if i > 0 {
				e.text(",")
			}
			e.text("\n")
			e.lines = append(e.lines, item)
			if err := e.write(item, below); err != nil {
				return err
			}
		}
		e.text("]")
		return nil
	case n.kind == mapKind && s == mediaShape && n.get("$ref") != nil: // 3.1 allows it nowhere, and some specs have it
		target, _, err := e.d.resolve(n)
		if err != nil {
			return err
		}
		return e.object(target, func(key string) shape { return members[s][key] })
	case n.kind == mapKind && s == schemaShape && !e.d.old:
		return e.object(n, func(key string) shape { return newSchemaMember(n, key) })
	case n.kind == mapKind && s != literalShape:
		return e.object(n, func(key string) shape { return members[s][key] })
	}
	n.write(&e.out)
	return nil
}

// newSchemaMember leaves out of a schema of 3.1 what JSON Schema does not know,
// which it allows, and what convert makes good.
func newSchemaMember(n *node, key string) shape {
	s, known := members[schemaShape][key]
	switch {
	case schemaKeywords[key] == leaveOut && !known:
		return dropped
	case strings.HasPrefix(key, "exclusive") && n.get(key).kind == boolKind:
		return dropped
	}
	return s
}

// refer refers to a component of the document that is made.
func (e *extract) refer(n *node, section string) error {
	target, hint, err := e.d.resolve(n)
	if err != nil {
		return err
	}
	name, known := e.names[target]
	if !known {
		hint = strings.Map(func(r rune) rune {
			if r == '_' || r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
				return r
			}
			return '_'
		}, hint)
		for i := 0; ; i++ {
			name = hint
			if i > 0 || hint == "" {
				name = hint + "_" + strconv.Itoa(i)
			}
			if !e.taken[name] {
				break
			}
		}
		e.names[target], e.taken[name] = name, true
		e.queue = append(e.queue, component{section, name, target})
	}
	fmt.Fprintf(&e.out, `{"$ref":"#/components/%s/%s"}`, section, name)
	return nil
}

// check asks the library. Its faults are those of the places where the lines
// come from.
func (e *extract) check() (err error) {
	at := e.lines[len(e.lines)-1]
	defer func() {
		if v := recover(); v != nil { // the library's, on a spec that nobody has thought of
			err = at.fault("the operation cannot be checked: %v", v)
		}
	}()
	loader := openapi3.NewLoader()
	loader.IncludeOrigin = true
	doc, err := loader.LoadFromData(e.out.Bytes())
	if err == nil {
		err = doc.Validate(context.Background(), openapi3.EnableMultiError(), openapi3.DisableExamplesValidation(),
			openapi3.DisableSchemaDefaultsValidation(), openapi3.DisableSchemaPatternValidation(), openapi3.DisableSchemaFormatValidation())
	}
	if err == nil {
		return nil
	}
	return e.faults(err)
}

// faults places what the library says, each once. It is one error, which is the
// first of them, where there is one.
func (e *extract) faults(err error) error {
	var all openapi3.MultiError
	if !errors.As(err, &all) {
		all = openapi3.MultiError{err}
	}
	const most = 10
	var list []error
	var said []string
	for _, one := range all {
		f := e.place(one)
		if !slices.Contains(said, f.Error()) && len(list) < most {
			said, list = append(said, f.Error()), append(list, f)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return errors.Join(list...)
}

// place finds where a fault is: the innermost error that knows.
func (e *extract) place(err error) *SpecError {
	line, words := 0, err
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		v := reflect.Indirect(reflect.ValueOf(inner))
		if v.Kind() != reflect.Struct {
			continue
		}
		if f := v.FieldByName("Origin"); f.IsValid() {
			if origin, ok := reflect.TypeAssert[*openapi3.Origin](f); ok && origin != nil && origin.Key != nil {
				line, words = origin.Key.Line, inner
			}
		}
	}
	if line == 0 {
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			line, _ = strconv.Atoi(m[1])
		}
	}
	at := e.lines[2]
	if line > 0 && line < len(e.lines) && e.lines[line] != nil {
		at = e.lines[line]
	}
	if extra, ok := errors.AsType[*openapi3.ExtraSiblingFieldsError](err); ok {
		if m := having(at, extra.Fields, 3); m != nil {
			return (&node{in: m.value.in, line: m.line, col: m.col}).fault("%q is no key that OpenAPI knows here", m.key)
		}
	}
	return at.fault("this is not as OpenAPI has it: %s", plainWords(words.Error()))
}

// having finds the first member of one of these names, at n or a few levels
// below: the library knows the place of the mapping around some faults.
func having(n *node, names []string, levels int) *entry {
	for i := range n.entries {
		if slices.Contains(names, n.entries[i].key) {
			return &n.entries[i]
		}
	}
	if levels == 0 {
		return nil
	}
	for _, e := range n.entries {
		if m := having(e.value, names, levels-1); m != nil {
			return m
		}
	}
	return nil
}

// plainWords takes out of a message what only a programmer could use.
func plainWords(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if _, after, ok := strings.Cut(text, "cannot construct "); ok {
		text = after
		text, _, _ = strings.Cut(text, " in /")
		got, want, _ := strings.Cut(text, " into ")
		got = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(got, "!!str "), "!!"), "!")
		text = got + " stands where " + strings.NewReplacer("openapi3.", "", "[]string", "a list of texts", "*", "").Replace(want) + " is wanted"
	}
	return strings.TrimSuffix(text, ".")
}
