package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func TestRawArguments(t *testing.T) {
	t.Parallel()
	var got map[string]any
	f := tool.Must(tool.Raw(spec(""), func(_ context.Context, args map[string]any) (string, error) {
		got = args
		return "ok", nil
	}))
	value, err := f.Call(t.Context(), raw(`{"i":7,"f":1.5,"big":9007199254740993,"even":9007199254740992,"exp":1e3,"tiny":1e-400,"giant":1e400,"tenth":0.1,"third":0.3333333333333333333,"minus":-0,"zip":"00042","list":[1,{"a":9007199254740993}],"null":null,"yes":true}`))
	if err != nil || string(value) != `"ok"` {
		t.Fatalf("%s, %v", value, err)
	}
	want := map[string]any{
		"i": 7.0, "f": 1.5, "big": json.Number("9007199254740993"), "even": 9007199254740992.0, "exp": 1000.0,
		"tiny": json.Number("1e-400"), "giant": json.Number("1e400"), "tenth": 0.1, "third": json.Number("0.3333333333333333333"),
		"minus": math.Copysign(0, -1), "zip": "00042", "list": []any{1.0, map[string]any{"a": json.Number("9007199254740993")}}, "null": nil, "yes": true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := f.Call(t.Context(), raw(`[1]`)); refusal(t, err).Code != taxonomy.CodeWrongType {
		t.Errorf("%v", err)
	}
	// A schema that lets a list pass does not make a map of it.
	g := tool.Must(tool.Raw(spec(`true`), func(context.Context, map[string]any) (string, error) { return "", nil }))
	if _, err := g.Call(t.Context(), raw(`[1]`)); refusal(t, err).Code != taxonomy.CodeWrongType {
		t.Errorf("%v", err)
	}
}

// TestRawGetsItsOwnMap: a func that writes into its arguments does not change
// those of the next attempt.
func TestRawGetsItsOwnMap(t *testing.T) {
	t.Parallel()
	f := tool.Must(tool.Raw(spec(""), func(_ context.Context, args map[string]any) (string, error) {
		id, _ := args["id"].(string)
		delete(args, "id")
		args["list"].([]any)[0] = "changed" //nolint:forcetypeassert // it is one
		return id, nil
	}))
	b := f.BindRaw(raw(`{"id":"1","list":[1]}`))
	for range 2 {
		if err := b.Invoke(t.Context()); err != nil || b.Out() != "1" {
			t.Errorf("%q, %v", b.Out(), err)
		}
	}
}

// TestRawEnvelopes: an error disguised as a result is an error, and a result
// that mentions errors is none.
func TestRawEnvelopes(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	tests := []struct {
		name, returned string
		err            error
		class          taxonomy.Class
		code           taxonomy.Code // "": a success
	}{
		{name: "envelope", returned: `{"ok":false,"error":"order is locked"}`, class: taxonomy.ResourceConflict, code: taxonomy.CodeLocked},
		{name: "text", returned: "Error: too many requests", class: taxonomy.Transient, code: taxonomy.CodeRateLimited},
		{name: "null error", returned: `{"error":null}`},
		{name: "report", returned: "0 errors found"},
		{name: "nothing", returned: ""},
		{name: "the func's own error stands", returned: `{"ok":false,"error":"order is locked"}`, err: taxonomy.Errorf(taxonomy.Permission, taxonomy.CodeForbidden, "no"), class: taxonomy.Permission, code: taxonomy.CodeForbidden},
		{name: "any error", returned: "", err: failed, class: taxonomy.Fatal, code: taxonomy.CodeUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := tool.Must(tool.Raw(spec(""), func(context.Context, map[string]any) (string, error) { return tt.returned, tt.err }))
			value, err := f.Call(t.Context(), raw(`{}`))
			if tt.code == "" {
				want, werr := json.Marshal(tt.returned)
				if err != nil || werr != nil || string(value) != string(want) {
					t.Errorf("%s, %v", value, err)
				}
				return
			}
			if e := taxonomy.Classify(err); err == nil || value != nil || e.Class != tt.class || e.Code != tt.code {
				t.Errorf("%s, %v", value, err)
			}
		})
	}
}

// foreign is a tool that is no Func.
type foreign struct {
	spec   tool.Spec
	args   []string
	probed []string
}

func (f *foreign) Spec() *tool.Spec { return &f.spec }

func (f *foreign) Call(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
	f.args = append(f.args, string(args))
	return raw(`{"n":9007199254740993}`), nil
}

// prober can say whether it was called.
type prober struct{ foreign }

func (p *prober) Probe(_ context.Context, args json.RawMessage) (json.RawMessage, bool, error) {
	p.probed = append(p.probed, string(args))
	return raw(`"probed"`), true, nil
}

func TestFromForeignTool(t *testing.T) {
	t.Parallel()
	f := &foreign{spec: spec(`{"type":"object","required":["id"]}`)}
	made := tool.From(f)
	if made.Spec() != f.Spec() || tool.From(made) != made {
		t.Error("another Spec, or another Func of a Func")
	}
	inv := tool.Bind(f, raw(`{"id":"1"}`))
	if inv.Spec() != f.Spec() || inv.CanProbe() || string(inv.Schema().JSON()) != string(f.spec.Schema) {
		t.Errorf("%v %s", inv.CanProbe(), inv.Schema().JSON())
	}
	if err := inv.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := inv.Invoke(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := inv.Value(); err != nil || string(got) != `{"n":9007199254740993}` {
		t.Errorf("%s, %v", got, err)
	}
	for _, args := range []string{`{}`, `{"id":1`, `[]`} {
		inv := tool.Bind(f, raw(args))
		_ = refusal(t, inv.Validate())
		_ = refusal(t, inv.Invoke(t.Context()))
	}
	if diff := cmp.Diff([]string{`{"id":"1"}`}, f.args); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}

	p := &prober{foreign{spec: spec(``)}}
	inv = tool.Bind(p, raw(`{"any":1}`))
	if done, err := inv.Probe(t.Context()); !inv.CanProbe() || !done || err != nil {
		t.Errorf("%v, %v", done, err)
	}
	if got, err := inv.Value(); err != nil || string(got) != `"probed"` {
		t.Errorf("%s, %v", got, err)
	}

	// A schema that does not compile: the tool looks after itself.
	broken := &foreign{spec: spec(`{"$ref":"https://example.com/x.json"}`)}
	inv = tool.Bind(broken, raw(`{"any":1}`))
	if err := inv.Invoke(t.Context()); err != nil || len(broken.args) != 1 {
		t.Errorf("%v, %q", err, broken.args)
	}
	_ = refusal(t, tool.Bind(broken, raw(`[1]`)).Validate())
}

// TestBindIsTheFunc: a Func's own invocation is typed, and the same as BindRaw.
func TestBindIsTheFunc(t *testing.T) {
	t.Parallel()
	f := echo[order](t, "")
	inv := tool.Bind(f, raw(`{"id":"1"}`))
	b, ok := inv.(*tool.Bound[order, order])
	if !ok || b.Validate() != nil || b.In().ID != "1" {
		t.Errorf("%T", inv)
	}
}

// counted embeds a Func, as decorators do, and has a Call of its own.
type counted struct {
	*tool.Func[order, order]
	calls int
}

func (c *counted) Call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	c.calls++
	return c.Func.Call(ctx, args)
}

// TestBindOfADecorator: what embeds a Func is called through its own Call.
func TestBindOfADecorator(t *testing.T) {
	t.Parallel()
	f := echo[order](t, "")
	c := &counted{Func: f}
	inv := tool.Bind(c, raw(`{"id":"1"}`))
	if err := inv.Invoke(t.Context()); err != nil || c.calls != 1 {
		t.Errorf("%v, %d calls", err, c.calls)
	}
	if inv.CanProbe() || inv.Spec() != f.Spec() || inv.Schema() != f.Bind(order{}).Schema() {
		t.Error("another Spec or schema, or a probe that is none")
	}
	if got, err := inv.Value(); err != nil || string(got) != `{"id":"1"}` {
		t.Errorf("%s, %v", got, err)
	}
	_ = refusal(t, tool.Bind(c, raw(`{}`)).Validate())
	c.Func = f.WithProbe(func(context.Context, order) (order, bool, error) { return order{ID: "found"}, true, nil })
	inv = tool.Bind(c, raw(`{"id":"1"}`))
	if done, err := inv.Probe(t.Context()); !inv.CanProbe() || !done || err != nil {
		t.Errorf("%v, %v", done, err)
	}
}
