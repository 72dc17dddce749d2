package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a compiled JSON Schema. It is safe for concurrent use.
type Schema struct {
	doc      json.RawMessage
	compiled *jsonschema.Schema // nil: any object will do
	quick    *quick             // accepts most of what is valid; nil: not for this schema
	props    map[string]any     // the top level's properties, for nearest names
	closed   bool               // the top level allows no others
}

// JSON returns the schema's text. It must not be changed.
func (s *Schema) JSON() json.RawMessage { return s.doc }

// CompileSchema compiles a JSON Schema, draft 2020-12 unless it says
// otherwise. "format" is asserted. References to other documents are refused:
// a schema from a user must not make this process read files or call hosts.
func CompileSchema(doc json.RawMessage) (*Schema, error) { return compile(doc) }

var errRemoteRef = errors.New("references to other documents are not followed")

type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%w: %s", errRemoteRef, url)
}

func compile(doc json.RawMessage) (*Schema, error) {
	if len(doc) == 0 {
		return anyObject(), nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, fmt.Errorf("schema is not JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(noLoader{})
	// A relative reference is resolved against this; in an opaque URL it would
	// resolve to the schema itself.
	const url = "arguments:///schema"
	if err := c.AddResource(url, v); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	s := &Schema{doc: doc, compiled: compiled, quick: quickOf(v)}
	if m, ok := v.(map[string]any); ok {
		s.props, _ = m["properties"].(map[string]any)
		_, patterns := m["patternProperties"]
		s.closed = m["additionalProperties"] == false && !patterns
	}
	return s, nil
}

func anyObject() *Schema { return &Schema{doc: json.RawMessage(`{"type":"object"}`)} }

// schemaFor returns the Spec's schema, or one inferred from the Go type.
func schemaFor(s *Spec, in reflect.Type) (*Schema, error) {
	if s.Schema != nil {
		return compile(s.Schema)
	}
	if in == reflect.TypeFor[json.RawMessage]() || in.Kind() == reflect.Map && in.Elem().Kind() == reflect.Interface {
		return anyObject(), nil
	}
	doc, err := inferSchema(in)
	if err != nil {
		return nil, fmt.Errorf("no schema can be inferred from %s (set Spec.Schema): %w", in, err)
	}
	return compile(doc)
}
