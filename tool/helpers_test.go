package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func spec(schema string) tool.Spec {
	s := tool.Spec{Name: "set", Effect: tool.Idempotent}
	if schema != "" {
		s.Schema = raw(schema)
	}
	return s
}

// echo is a tool that returns its arguments.
func echo[T any](tb testing.TB, schema string) *tool.Func[T, T] {
	tb.Helper()
	f, err := tool.New(spec(schema), func(_ context.Context, in T) (T, error) { return in, nil })
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// refusal returns err as what refused arguments are: an INPUT_ERROR, declared,
// with nothing done.
func refusal(tb testing.TB, err error) *taxonomy.Error {
	tb.Helper()
	var e *taxonomy.Error
	if !errors.As(err, &e) {
		tb.Fatalf("%v is no *taxonomy.Error", err)
	}
	if e.Class != taxonomy.InputError || e.Applied != taxonomy.No {
		tb.Fatalf("%s, applied %s: %v", e.Class, e.Applied, err)
	}
	return e
}

// fields are path, code and message of every field, in order.
func fields(e *taxonomy.Error) []string {
	var list []string
	for _, f := range e.Fields {
		list = append(list, f.Path+" "+string(f.Code)+": "+f.Message)
	}
	return list
}
