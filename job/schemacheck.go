package job

import (
	"slices"

	"github.com/batchagent/batchagent/internal/nearest"
)

// What a JSON Schema (draft 2020-12, and "definitions" of older ones) can say. What it does not know
// it must ignore, so that a misspelt word is a rule that never holds: "propertys" checks nothing, and
// a date with the format "dat" is never corrected. Words that are near to none of these are left
// alone; they may be somebody's own.
//
//nolint:gochecknoglobals // tables, never written
var (
	schemaOne = []string{
		"additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
	}
	schemaList  = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	schemaNamed = []string{"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"}
	schemaPlain = []string{
		"$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary", "const", "contentEncoding", "contentMediaType",
		"default", "dependencies", "dependentRequired", "deprecated", "description", "enum", "example", "examples", "exclusiveMaximum", "exclusiveMinimum",
		"format", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
		"multipleOf", "nullable", "pattern", "readOnly", "required", "title", "type", "uniqueItems", "writeOnly",
	}
	schemaTypes   = []string{"array", "boolean", "integer", "null", "number", "object", "string"}
	schemaFormats = []string{
		"date", "date-time", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "uri-template",
		"iri", "iri-reference", "uuid", "regex", "json-pointer", "relative-json-pointer", "period", "semver",
		// Those of OpenAPI, which nothing checks.
		"int32", "int64", "float", "double", "byte", "binary", "password",
	}
)

// schemaWords finds words in a schema that are none and nearly one.
func (c *checker) schemaWords(n *node, key string) {
	if n == nil || n.kind != mappingNode || n.unquoted != "" {
		return
	}
	for _, e := range n.entries {
		at := join(key, e.key)
		switch {
		case slices.Contains(schemaOne, e.key):
			c.schemaWords(e.value, at)
			fallthrough // items was a list of schemas once
		case slices.Contains(schemaList, e.key):
			for _, one := range e.value.elements {
				c.schemaWords(one, at)
			}
		case slices.Contains(schemaNamed, e.key):
			for _, one := range e.value.entries {
				c.schemaWords(one.value, join(at, one.key))
			}
		case e.key == "type":
			for _, one := range append(slices.Clip(e.value.elements), e.value) {
				if one.kind == textNode && !slices.Contains(schemaTypes, one.text) {
					c.add(one.pos, "%s: %s is no type; %s", at, short(one.text), suggest(one.text, schemaTypes))
				}
			}
		case e.key == "format":
			c.near(e.value.pos, at+": ", "is no format", e.value.text, schemaFormats)
		case slices.Contains(schemaPlain, e.key):
		default:
			c.near(e.pos, key+": ", "is nothing that a JSON Schema says", e.key, slices.Concat(schemaOne, schemaList, schemaNamed, schemaPlain))
		}
	}
}

// near reports a word that is not known and near to one that is.
func (c *checker) near(pos position, where, what, word string, known []string) {
	if near, found := nearest.Nearest(word, known); found && !slices.Contains(known, word) {
		c.add(pos, "%s%s %s; did you mean %q?", where, short(word), what, near)
	}
}
