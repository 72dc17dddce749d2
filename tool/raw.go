package tool

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/batchagent/batchagent/taxonomy"
)

// Raw makes a tool of the shape that tool funcs of agents already have. The
// returned string is looked at: an error envelope in it ({"ok":false,…}, a text
// that begins with "Error:") is a failure, as taxonomy.FromResult describes.
//
// Numbers in the map are float64, as such funcs expect, wherever that is exact;
// one that a float64 would change (9007199254740993) is a [json.Number].
func Raw(spec Spec, fn func(context.Context, map[string]any) (string, error)) (*Func[map[string]any, string], error) {
	if fn == nil {
		return New[map[string]any, string](spec, nil)
	}
	f, err := New(spec, func(ctx context.Context, args map[string]any) (string, error) {
		plain, _ := plainNumbers(args).(map[string]any)
		result, err := fn(ctx, plain)
		if err == nil {
			err = taxonomy.FromResult(result)
		}
		return result, err
	})
	if err != nil {
		return nil, err
	}
	f.copyIn = nil // plainNumbers copies
	return f, nil
}

// copyJSON copies maps and lists, however deep.
func copyJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return v
		}
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[key] = copyJSON(value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, value := range v {
			list[i] = copyJSON(value)
		}
		return list
	}
	return v
}

// plainNumbers copies v with every number that a float64 holds exactly as one.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[key] = plainNumbers(value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, value := range v {
			list[i] = plainNumbers(value)
		}
		return list
	case json.Number:
		if f, err := v.Float64(); err == nil && normalNumber(v.String()) == normalNumber(strconv.FormatFloat(f, 'g', -1, 64)) {
			return f
		}
		return v
	}
	return v
}

// Bind ties raw arguments to any tool. They are not copied. For a tool that is
// not a [Func], or that embeds one, the schema may be compiled anew, in tens of
// microseconds: call [From] once where many calls follow.
func Bind(t Tool, args json.RawMessage) Invocation {
	if f, ok := t.(funcAccess); ok && f.self() == t {
		return f.bindRaw(args)
	}
	return From(t).BindRaw(args)
}

// funcAccess is a Func whatever its types, and whatever embeds one. What embeds
// one may have a Call of its own, which must not be passed by: self tells the
// two apart.
type funcAccess interface {
	self() Tool
	bindRaw(args json.RawMessage) Invocation
	compiled() *Schema
	hasProbe() bool
}

func (f *Func[In, Out]) self() Tool                              { return f }
func (f *Func[In, Out]) bindRaw(args json.RawMessage) Invocation { return f.BindRaw(args) }
func (f *Func[In, Out]) compiled() *Schema                       { return f.schema }
func (f *Func[In, Out]) hasProbe() bool                          { return f.probe != nil }

// From makes a Func of any tool, with the same Spec pointer. A tool that is
// not a Func validates its own arguments; those that its Spec's schema refuses
// do not reach it. Where that schema does not compile, any object reaches it.
func From(t Tool) *Func[json.RawMessage, json.RawMessage] {
	if f, ok := t.(*Func[json.RawMessage, json.RawMessage]); ok {
		return f
	}
	f := &Func[json.RawMessage, json.RawMessage]{spec: t.Spec(), fn: t.Call, explicit: true}
	inner, embeds := t.(funcAccess)
	var err error
	if embeds && inner.self().Spec() == f.spec {
		f.schema = inner.compiled()
	} else if f.schema, err = compile(f.spec.Schema); err != nil {
		f.schema = anyObject()
	}
	if p, ok := t.(Prober); ok && (!embeds || inner.hasProbe()) {
		f.probe = p.Probe
	}
	return f
}
