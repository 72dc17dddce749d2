package llm

import (
	"encoding/json"
	"fmt"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/tool"
)

// format is a way to ask for JSON, the most exact first.
type format int32

const (
	asSchema format = iota // a JSON Schema
	asJSON                 // any JSON object
	asText                 // words, in the prompt alone
)

// shapes is what is made of a tool's schema, once.
type shapes struct {
	of     *tool.Schema
	root   any // the schema, decoded; nil if it is too long or no object
	strict bool
	schema json.RawMessage // of the answer
}

func shapesOf(s *tool.Schema) (*shapes, error) {
	sh := &shapes{of: s}
	var root any
	if len(s.JSON()) <= maxSchema {
		var err error
		if root, err = tool.Decode(s.JSON()); err != nil {
			root = nil // a name twice: the compiler took the last one, and a model might not
		}
	}
	if _, ok := root.(map[string]any); ok {
		sh.root = root
	}
	args, defs, strict := strictOf(sh.root)
	sh.strict = strict
	if !strict {
		args, defs = embedded(sh.root), nil
	}
	answer := map[string]any{
		"type":                 "object",
		"additionalProperties": false,
		"required":             []any{"arguments", "reason"},
		"properties": map[string]any{
			"arguments": map[string]any{"anyOf": []any{args, map[string]any{"type": "null"}}},
			"reason":    map[string]any{"type": "string"},
		},
	}
	if len(defs) > 0 {
		answer["$defs"] = defs
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, fmt.Errorf("the schema of the correcting model's answer cannot be written: %w", err)
	}
	sh.schema = text
	return sh, nil
}

// response is what to send.
func (sh *shapes) response(f format) *openai.ChatCompletionResponseFormat {
	switch f {
	case asSchema:
		return &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: "correction", Schema: sh.schema, Strict: sh.strict,
			},
		}
	case asJSON:
		return &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	case asText:
	}
	return nil
}

// inside is where the tool's schema stands in that of the answer.
const inside = "#/properties/arguments/anyOf/0"

// embedded is a schema with its references turned to where it stands now; any
// object, if one of them leads elsewhere.
func embedded(root any) any {
	moved, ok := eachSchema(root, func(node map[string]any) (map[string]any, bool) {
		for _, name := range []string{"$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "id"} {
			if _, ok := node[name]; ok {
				return nil, false
			}
		}
		if ref, ok := node["$ref"]; ok {
			text, _ := ref.(string)
			if text == "" || text[0] != '#' || len(text) > 1 && text[1] != '/' {
				return nil, false
			}
			node["$ref"] = inside + text[1:]
		}
		delete(node, "$schema")
		return node, true
	})
	if m, isObject := moved.(map[string]any); ok && isObject {
		return m
	}
	return map[string]any{"type": "object"}
}

// eachSchema returns a copy in which f has changed every schema, the inner ones
// first; false where f did not want one. What only looks like a schema, such as
// the value of an enum, stays as it is.
func eachSchema(v any, f func(node map[string]any) (map[string]any, bool)) (any, bool) {
	node, ok := v.(map[string]any)
	if !ok {
		return v, true // true, false, or nothing
	}
	c := make(map[string]any, len(node))
	for name, value := range node {
		if c[name], ok = eachBelow(name, value, f); !ok {
			return nil, false
		}
	}
	return f(c)
}

func eachBelow(name string, value any, f func(map[string]any) (map[string]any, bool)) (any, bool) {
	switch name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		named, ok := value.(map[string]any)
		if !ok {
			return value, true
		}
		c := make(map[string]any, len(named))
		for name, schema := range named {
			moved, ok := eachSchema(schema, f)
			if !ok {
				return nil, false
			}
			c[name] = moved
		}
		return c, true
	case "anyOf", "allOf", "oneOf", "prefixItems":
		return eachOf(value, f)
	case "items", "additionalItems", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties":
		if _, ok := value.([]any); ok { // items of draft 7
			return eachOf(value, f)
		}
		return eachSchema(value, f)
	}
	return value, true
}

func eachOf(value any, f func(map[string]any) (map[string]any, bool)) (any, bool) {
	list, ok := value.([]any)
	if !ok {
		return value, true
	}
	c := make([]any, len(list))
	for i, schema := range list {
		if c[i], ok = eachSchema(schema, f); !ok {
			return nil, false
		}
	}
	return c, true
}
