package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/tool"
)

// colour reads itself from text, whatever its kind.
type colour int

func (c *colour) UnmarshalText(text []byte) error {
	if string(text) != "red" {
		return errors.New("no such colour")
	}
	*c = 1
	return nil
}

func (c colour) MarshalText() ([]byte, error) { return []byte("red"), nil }

// either reads itself from any JSON.
type either struct{ seen string }

func (e *either) UnmarshalJSON(raw []byte) error {
	e.seen = string(raw)
	return nil
}

func (e either) MarshalJSON() ([]byte, error) { return []byte(e.seen), nil }

type base struct {
	B string `json:"b" jsonschema:"what b is"`
}

// one holds one value, for the schema of a type.
type one[T any] struct {
	A T `json:"a"`
}

func schemaOf[T any](t *testing.T) string {
	t.Helper()
	f, err := tool.New(spec(""), func(context.Context, T) (int, error) { return 0, nil })
	if err != nil {
		return "error: " + err.Error()
	}
	return string(f.Spec().Schema)
}

func inOne(s string) string {
	return `{"type":"object","properties":{"a":` + s + `},"required":["a"],"additionalProperties":false}`
}

func TestInference(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, got, want string }{
		{"required and optional", schemaOf[struct {
			A string `json:"a"`
			B int    `json:"b,omitempty"`
			C bool   `json:"c,omitzero"`
			D string `json:"-"`
			e string
		}](t), `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"boolean"}},"required":["a"],"additionalProperties":false}`},
		{"nested", schemaOf[one[struct {
			L []base `json:"l"`
		}]](t), inOne(`{"type":"object","properties":{"l":{"type":["null","array"],"items":{"type":"object","properties":{"b":{"type":"string","description":"what b is"}},"required":["b"],"additionalProperties":false}}},"required":["l"],"additionalProperties":false}`)},
		{"embedded", schemaOf[struct {
			base
			A any `json:"a"`
		}](t), `{"type":"object","properties":{"b":{"type":"string","description":"what b is"},"a":true},"required":["b","a"],"additionalProperties":false}`},
		{"pointer", schemaOf[one[*int]](t), inOne(`{"type":["null","integer"]}`)},
		{"any", schemaOf[one[any]](t), inOne(`true`)},
		{"json.RawMessage", schemaOf[one[json.RawMessage]](t), inOne(`true`)},
		{"pointer to json.RawMessage", schemaOf[one[*json.RawMessage]](t), inOne(`true`)},
		{"list of json.RawMessage", schemaOf[one[[]json.RawMessage]](t), inOne(`{"type":["null","array"],"items":true}`)},
		{"map of json.RawMessage", schemaOf[one[map[string]json.RawMessage]](t), inOne(`{"type":"object","additionalProperties":true}`)},
		{"json.Number", schemaOf[one[json.Number]](t), inOne(`{"type":"number"}`)},
		{"map", schemaOf[one[map[string]int]](t), inOne(`{"type":"object","additionalProperties":{"type":"integer"}}`)},
		{"map by number", schemaOf[one[map[int]string]](t), inOne(`{"type":"object"}`)},
		{"time.Time", schemaOf[one[time.Time]](t), inOne(`{"type":"string","format":"date-time"}`)},
		{"pointer to time.Time", schemaOf[one[*time.Time]](t), inOne(`{"type":["null","string"],"format":"date-time"}`)},
		{"time.Duration is nanoseconds", schemaOf[one[time.Duration]](t), inOne(`{"type":"integer"}`)},
		{"big.Int", schemaOf[one[big.Int]](t), inOne(`{"type":"integer"}`)},
		{"pointer to big.Int", schemaOf[one[*big.Int]](t), inOne(`{"type":["null","integer"]}`)},
		{"big.Rat", schemaOf[one[big.Rat]](t), inOne(`{"type":"string"}`)},
		{"bytes", schemaOf[one[[]byte]](t), inOne(`{"type":["null","string"],"contentEncoding":"base64"}`)},
		{"a text of its own", schemaOf[one[colour]](t), inOne(`{"type":"string"}`)},
		{"pointer to a text of its own", schemaOf[one[*colour]](t), inOne(`{"type":["null","string"]}`)},
		{"a standard one", schemaOf[one[netip.Addr]](t), inOne(`{"type":"string"}`)},
		{"JSON of its own", schemaOf[one[either]](t), inOne(`true`)},
		{"pointer to JSON of its own", schemaOf[one[*either]](t), inOne(`true`)},
		{"quoted", schemaOf[struct {
			A int    `json:"a,string"`
			B *bool  `json:"b,string,omitempty"`
			C []int  `json:"c,string"` //nolint:staticcheck // it has no effect, which is what is tested
			D string `json:",omitempty"`
		}](t), `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":["null","array"],"items":{"type":"integer"}},"D":{"type":"string"}},"required":["a","c"],"additionalProperties":false}`},
		{"embedded pointer", schemaOf[struct{ *Base }](t), `{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}`},
		{"array", schemaOf[one[[2]string]](t), inOne(`{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}`)},
		{"small integers", schemaOf[one[uint8]](t), inOne(`{"type":"integer","minimum":0,"maximum":255}`)},
		{"no fields", schemaOf[struct{}](t), `{"type":"object","additionalProperties":false}`},
		{"a scalar", schemaOf[int](t), `{"type":"integer"}`},
		{"anything", schemaOf[any](t), `true`},
		{"a map of anything", schemaOf[map[string]any](t), `{"type":"object"}`},
		{"raw", schemaOf[json.RawMessage](t), `{"type":"object"}`},
		{"itself", schemaOf[time.Time](t), `{"type":"string","format":"date-time"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

type Base struct {
	B string `json:"b"`
}

type loop struct {
	Next *loop `json:"next,omitempty"`
}

type named struct {
	base `json:"base"`
}

type embedsText struct {
	A int `json:"a"`
	Text
}

// Text embedded is a member of its own to encoding/json.
type Text string

func TestNoInference(t *testing.T) {
	t.Parallel()
	for name, got := range map[string]string{
		"cycle":                  schemaOf[loop](t),
		"a func":                 schemaOf[one[func()]](t),
		"a channel":              schemaOf[chan int](t),
		"embedded with a name":   schemaOf[named](t),
		"embedded text":          schemaOf[embedsText](t),
		"a map by what has none": schemaOf[one[map[float64]int]](t),
	} {
		for _, says := range []string{`tool "set"`, "no schema can be inferred from", "set Spec.Schema"} {
			if !strings.Contains(got, says) {
				t.Errorf("%s: %s does not say %q", name, got, says)
			}
		}
	}
	// With a schema of its own, a type that goes round is fine.
	f := echo[loop](t, `{"type":"object"}`)
	if got, err := f.Call(t.Context(), raw(`{"next":{"next":{}}}`)); err != nil || string(got) != `{"next":{"next":{}}}` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestInferredSchemasLetPass: what encoding/json reads into a type, its schema
// lets pass, to the letter.
func TestInferredSchemasLetPass(t *testing.T) {
	t.Parallel()
	passes[one[json.RawMessage]](t, `{"a":{"n":9007199254740993}}`)
	passes[one[*json.RawMessage]](t, `{"a":[1,null]}`)
	passes[one[json.Number]](t, `{"a":9007199254740993}`)
	passes[one[any]](t, `{"a":{"f":1.0,"n":9007199254740993,"z":"00042"}}`)
	passes[one[big.Int]](t, `{"a":123456789012345678901234567890}`)
	passes[one[*big.Int]](t, `{"a":123456789012345678901234567890}`)
	passes[one[[]byte]](t, `{"a":"AAEC"}`)
	passes[one[colour]](t, `{"a":"red"}`)
	passes[one[either]](t, `{"a":[1]}`)
	passes[one[netip.Addr]](t, `{"a":"::1"}`)
	passes[one[time.Time]](t, `{"a":"2026-05-01T09:00:00.5+02:00"}`)
	passes[one[map[int]string]](t, `{"a":{"7":"x"}}`)
	passes[one[int64]](t, `{"a":9223372036854775807}`)
	passes[one[*int]](t, `{"a":null}`)
	passes[one[[]string]](t, `{"a":null}`)
	passes[struct {
		A int `json:"a,string"`
	}](t, `{"a":"7"}`)
	passes[any](t, `[1,"00042",9007199254740993]`)
	passes[string](t, `"a<b>&"`)
}

func passes[T any](t *testing.T, args string) {
	t.Helper()
	got, err := echo[T](t, "").Call(t.Context(), raw(args))
	if err != nil || string(got) != args {
		t.Errorf("%T: %s, %v, want %s", *new(T), got, err, args)
	}
}
