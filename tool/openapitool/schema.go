package openapitool

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object with an order.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) set(key string, value any) {
	if o.values == nil {
		o.values = make(map[string]any)
	}
	if _, known := o.values[key]; !known {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

func (o *object) drop(key string) {
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
}

// MarshalJSON keeps the order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, key := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(key))
		b.WriteByte(':')
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(o.values[key]); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1) // the line's end
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// composer makes a JSON Schema (draft 2020-12) of a spec's schemas, in the form
// in which they describe a request: what is readOnly is left out. What the
// schemas refer to stands under $defs.
type composer struct {
	d     *Document
	names map[*node]string
	defs  object
	queue []*node
	depth int
	size  int
}

// maxSchemas is how many schemas may describe the arguments of an operation.
const maxSchemas = 100_000

// treatment is what becomes of a keyword of a schema.
type treatment int

const (
	leaveOut treatment = iota
	asIt               // as it stands
	patternOf
	oneSchema
	listOf
	mapOf
	propertiesOf
	patternsOf
)

// schemaKeywords says how the keywords of a schema are treated; those of 3.0
// that 2020-12 writes otherwise stand in convert. What is not here is left
// out: xml, discriminator, externalDocs, extensions, and identifiers and anchors,
// since everything that refers to a schema is made to refer to $defs.
//
//nolint:gochecknoglobals // never written
var schemaKeywords = map[string]treatment{
	"title": asIt, "description": asIt, "default": asIt, "enum": asIt, "const": asIt, "type": asIt, "format": asIt,
	"multipleOf": asIt, "maximum": asIt, "minimum": asIt, "exclusiveMaximum": asIt, "exclusiveMinimum": asIt,
	"maxLength": asIt, "minLength": asIt, "maxItems": asIt, "minItems": asIt, "uniqueItems": asIt, "maxContains": asIt,
	"minContains": asIt, "maxProperties": asIt, "minProperties": asIt, "dependentRequired": asIt, "examples": asIt,
	"deprecated": asIt, "writeOnly": asIt, "contentMediaType": asIt, "contentEncoding": asIt, "required": asIt,
	"pattern": patternOf, "properties": propertiesOf, "patternProperties": patternsOf,
	"dependentSchemas": mapOf, "allOf": listOf, "anyOf": listOf, "oneOf": listOf, "prefixItems": listOf,
	"items": oneSchema, "additionalProperties": oneSchema, "not": oneSchema, "if": oneSchema, "then": oneSchema,
	"else": oneSchema, "contains": oneSchema, "propertyNames": oneSchema, "unevaluatedItems": oneSchema, "unevaluatedProperties": oneSchema,
}

// keyword makes what becomes of one; nil: nothing.
func (c *composer) keyword(t treatment, n *node) (any, error) {
	switch t {
	case asIt:
		return n.json(), nil
	case patternOf:
		return pattern(n), nil
	case oneSchema:
		return c.schema(n)
	case listOf:
		return c.list(n)
	case mapOf:
		return c.each(n)
	case propertiesOf:
		return c.properties(n)
	case patternsOf:
		return c.patternProperties(n)
	case leaveOut:
	}
	return nil, nil //nolint:nilnil // nothing is what it becomes
}

// pattern leaves out an expression of JavaScript that Go does not know, such as
// one with a lookahead: the service will check it.
func pattern(n *node) any {
	if !isPattern(n.text) {
		return nil
	}
	return n.json()
}

func isPattern(text string) bool {
	_, err := regexp.Compile(text)
	return err == nil
}

func (c *composer) list(n *node) (any, error) {
	if n.kind != listKind {
		return nil, n.fault("this must be a list of schemas, and it %s", n.what())
	}
	out := make([]any, 0, len(n.items))
	for _, item := range n.items {
		s, err := c.schema(item)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (c *composer) each(n *node) (any, error) {
	if n.kind != mapKind {
		return nil, n.fault("this must be a mapping of schemas, and it %s", n.what())
	}
	out := &object{}
	for _, e := range n.entries {
		s, err := c.schema(e.value)
		if err != nil {
			return nil, err
		}
		out.set(e.key, s)
	}
	return out, nil
}

func (c *composer) patternProperties(n *node) (any, error) {
	for _, e := range n.entries {
		if !isPattern(e.key) {
			return nil, nil //nolint:nilnil // see pattern
		}
	}
	return c.each(n)
}

func (c *composer) properties(n *node) (any, error) {
	if n.kind != mapKind {
		return nil, n.fault("properties must be a mapping of names to schemas, and it %s", n.what())
	}
	out := &object{}
	for _, e := range n.entries {
		hidden, err := c.readOnly(e.value)
		if err != nil {
			return nil, err
		}
		if hidden {
			continue
		}
		s, err := c.schema(e.value)
		if err != nil {
			return nil, err
		}
		out.set(e.key, s)
	}
	return out, nil
}

// readOnly reports whether a property is not part of a request.
func (c *composer) readOnly(n *node) (bool, error) {
	if n.is("readOnly") {
		return true, nil
	}
	target, _, err := c.d.resolve(n)
	if err != nil {
		return false, err
	}
	return target.is("readOnly"), nil
}

// schema makes one of n.
func (c *composer) schema(n *node) (any, error) {
	if c.depth++; c.depth > maxDepth {
		return nil, n.fault("the schemas are nested more than %d levels deep", maxDepth)
	}
	defer func() { c.depth-- }()
	if c.size++; c.size > maxSchemas {
		return nil, n.fault("more than %d schemas describe the arguments", maxSchemas)
	}
	if n.kind == boolKind {
		return n.json(), nil
	}
	if n.kind != mapKind {
		return nil, n.fault("a schema must be a mapping, and it %s", n.what())
	}
	if ref := n.get("$ref"); ref != nil && ref.kind == textKind {
		return c.reference(n)
	}
	out, err := c.keywords(n)
	if err != nil {
		return nil, err
	}
	convert(out, n)
	c.tidy(out, n)
	if n.is("nullable") {
		return nullable(out), nil
	}
	return out, nil
}

func (c *composer) keywords(n *node) (*object, error) {
	out := &object{}
	for _, e := range n.entries {
		v, err := c.keyword(schemaKeywords[e.key], e.value)
		if err != nil {
			return nil, err
		}
		if v != nil {
			out.set(e.key, v)
		}
	}
	return out, nil
}

// reference refers to what n refers to. 3.0 has what stands beside a $ref
// ignored; descriptions and nullable are written there all the same, and meant.
func (c *composer) reference(n *node) (any, error) {
	target, name, err := c.d.resolve(n)
	if err != nil {
		return nil, err
	}
	out := &object{}
	out.set("$ref", "#/$defs/"+c.define(target, name))
	if !c.d.old {
		more, err := c.keywords(n)
		if err != nil {
			return nil, err
		}
		for _, key := range more.keys {
			out.set(key, more.values[key])
		}
		return out, nil
	}
	if n.word("description") != "" {
		out.set("description", n.word("description"))
	}
	if n.is("nullable") {
		return nullable(out), nil
	}
	return out, nil
}

// define gives a schema a name under $defs.
func (c *composer) define(n *node, hint string) string {
	if name, known := c.names[n]; known {
		return name
	}
	hint = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, hint)
	if hint == "" {
		hint = "schema"
	}
	name := hint
	for i := 2; ; i++ {
		if _, taken := c.defs.values[name]; !taken {
			break
		}
		name = hint + "_" + strconv.Itoa(i)
	}
	if c.names == nil {
		c.names = make(map[*node]string)
	}
	c.names[n] = name
	c.defs.set(name, nil)
	c.queue = append(c.queue, n)
	return name
}

// finish makes the schemas under $defs; each may need more of them.
func (c *composer) finish() error {
	for len(c.queue) > 0 {
		n := c.queue[0]
		c.queue = c.queue[1:]
		s, err := c.schema(n)
		if err != nil {
			return err
		}
		c.defs.set(c.names[n], s)
	}
	return nil
}

// convert writes as 2020-12 does what 3.0 writes otherwise, and what many a spec
// of 3.1 has kept from it.
func convert(out *object, n *node) {
	for limit, exclusive := range map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"} {
		flag := n.get(exclusive)
		if flag == nil || flag.kind != boolKind {
			continue
		}
		out.drop(exclusive)
		if value, ok := out.values[limit]; ok && flag.text == "true" {
			out.drop(limit)
			out.set(exclusive, value)
		}
	}
	if example := n.get("example"); example != nil {
		out.set("examples", []json.RawMessage{example.json()})
	}
}

// tidy takes out what refers to something that was left out.
func (c *composer) tidy(out *object, n *node) {
	if required := n.get("required"); required != nil && required.kind == listKind {
		names := make([]string, 0, len(required.items))
		for _, item := range required.items {
			property := n.get("properties").get(item.text)
			if property != nil {
				if hidden, err := c.readOnly(property); hidden || err != nil {
					continue
				}
			}
			if !slices.Contains(names, item.text) {
				names = append(names, item.text)
			}
		}
		if out.drop("required"); len(names) > 0 {
			out.set("required", names)
		}
	}
	if _, kept := out.values["patternProperties"]; !kept && n.get("patternProperties") != nil {
		out.drop("additionalProperties")
		out.drop("unevaluatedProperties")
	}
	if examples := n.get("examples"); examples != nil && examples.kind != listKind {
		out.drop("examples")
	}
}

// nullable adds null to what a schema allows.
func nullable(out *object) any {
	raw, plain := out.values["type"].(json.RawMessage)
	_, enum := out.values["enum"]
	_, ref := out.values["$ref"]
	more := ref
	for _, key := range []string{"allOf", "anyOf", "oneOf", "not", "const"} {
		_, has := out.values[key]
		more = more || has
	}
	if plain && !enum && !more && len(raw) > 0 && raw[0] == '"' {
		out.set("type", []json.RawMessage{raw, json.RawMessage(`"null"`)})
		return out
	}
	either := &object{}
	for _, key := range []string{"title", "description", "default", "examples", "deprecated"} {
		if v, ok := out.values[key]; ok {
			out.drop(key)
			either.set(key, v)
		}
	}
	null := &object{}
	null.set("type", "null")
	either.set("anyOf", []any{out, null})
	return either
}
