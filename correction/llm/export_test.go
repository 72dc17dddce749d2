package llm

import (
	"encoding/json"

	"github.com/batchagent/batchagent/tool"
)

// The limits, for tests.
const (
	MaxArguments = maxArguments
	MaxText      = maxText
	MaxAnswer    = maxAnswer
	MaxError     = maxError
)

// Format is a way to ask for JSON.
type Format = format

// Two of them.
const (
	AsSchema = asSchema
	AsJSON   = asJSON
)

// Read is the reader of answers.
func Read(text string, knows func(string) bool) (args json.RawMessage, reason string, err error) {
	a, err := read(text, knows)
	return a.args, a.reason, err
}

// ResponseSchema returns the schema of the answer, and whether it is strict.
func ResponseSchema(s *tool.Schema) (schema json.RawMessage, strict bool, err error) {
	sh, err := shapesOf(s)
	if err != nil {
		return nil, false, err
	}
	return sh.schema, sh.strict, nil
}

// Pruned takes nulls out of arguments that were asked for in a format.
func Pruned(s *tool.Schema, before, args string, f Format) (string, error) {
	sh, err := shapesOf(s)
	if err != nil {
		return "", err
	}
	was, err := tool.Decode(json.RawMessage(before))
	if err != nil {
		return "", err
	}
	out, err := pruned(json.RawMessage(args), was, sh, f)
	return string(out), err
}
