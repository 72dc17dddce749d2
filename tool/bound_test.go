package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

type order struct {
	ID   string      `json:"id"`
	N    json.Number `json:"n,omitempty"`
	Note any         `json:"note,omitempty"`
}

// TestCall: a tool works on its own, without an executor.
func TestCall(t *testing.T) {
	t.Parallel()
	var f tool.Tool = echo[order](t, "")
	got, err := f.Call(t.Context(), raw(` {"note":{"a":9007199254740993,"b":"<&>"},"n":9007199254740993,"id":"00042"} `))
	if err != nil || string(got) != `{"id":"00042","n":9007199254740993,"note":{"a":9007199254740993,"b":"<&>"}}` {
		t.Errorf("%s, %v", got, err)
	}
	failed := errors.New("failed")
	called := 0
	g := tool.Must(tool.New(spec(""), func(context.Context, order) (int, error) {
		called++
		return 7, failed
	}))
	if got, err := g.Call(t.Context(), raw(`{"id":"1"}`)); got != nil || !errors.Is(err, failed) || called != 1 {
		t.Errorf("%s, %v, %d calls", got, err, called)
	}
	// A2, A1: what is refused does not reach the func.
	for _, args := range []string{`{}`, `{"Id":"7"}`, `{"ID":"7"}`, `{"id":7}`, `{"id":"1","x":1}`, `{"id":"1`, ``, `null`, `{"id":null}`, `{"id":"1","id":"2"}`} {
		if got, err := g.Call(t.Context(), raw(args)); got != nil || refusal(t, err).Applied != taxonomy.No || called != 1 {
			t.Errorf("%s: %s, %v, %d calls", args, got, err, called)
		}
	}
}

// shouted writes itself otherwise than its kind, from which a schema is inferred.
type shouted int

func (shouted) MarshalJSON() ([]byte, error) { return []byte(`"LOUD"`), nil }

// TestExplicitSchema: a schema that the Spec brings is checked for typed calls,
// too; an inferred one is not, for Go has checked the types.
func TestExplicitSchema(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","required":["id","n"],"properties":{"id":{"type":"string","pattern":"^[0-9]+$"},"n":{}},"additionalProperties":false}`
	explicit, inferred := echo[order](t, schema), echo[order](t, "")
	bad := order{ID: "x"}
	if err := inferred.Bind(bad).Validate(); err != nil {
		t.Errorf("inferred: %v", err)
	}
	if err := echo[shouted](t, "").Bind(7).Validate(); err != nil {
		t.Errorf("inferred, and what the type writes is not what it reads: %v", err)
	}
	if err := echo[shouted](t, `{"type":"integer"}`).Bind(7).Validate(); err == nil {
		t.Error("explicit, and what the type writes is not checked")
	}
	err := explicit.Bind(bad).Validate()
	if diff := cmp.Diff([]string{`/id INVALID_FORMAT: does not match ^[0-9]+$: "x"`, "/n MISSING_FIELD: is missing"}, fields(refusal(t, err))); diff != "" {
		t.Errorf("explicit (-want +got):\n%s", diff)
	}
	b := explicit.Bind(order{ID: "1", N: "9007199254740993"})
	if err := b.Validate(); err != nil || b.In().N != "9007199254740993" {
		t.Errorf("%v, %v", err, b.In())
	}
	if string(explicit.Spec().Schema) != schema || string(explicit.Bind(bad).Schema().JSON()) != schema {
		t.Errorf("%s", explicit.Spec().Schema)
	}
	var other *taxonomy.Error
	if err := explicit.BindRaw(raw(`{"id":"x"}`)).Validate(); !errors.As(err, &other) || len(other.Fields) != 2 {
		t.Errorf("raw: %v", err)
	}
}

// TestCaseOfNames: encoding/json fills a field from a member whose name differs
// in case, which an open schema lets pass. It is refused, or it would change
// what a lock protects.
func TestCaseOfNames(t *testing.T) {
	t.Parallel()
	type in struct {
		order
		Plain int
		Skip  string `json:"-"`
	}
	f := echo[in](t, `{"type":"object"}`)
	for args, path := range map[string]string{`{"id":"1","ID":"2"}`: "/ID", `{"Id":"2"}`: "/Id", `{"id":"1","plain":7}`: "/plain", `{"id":"1","\u017fkip":7,"NOTE":1}`: "/NOTE"} {
		_, err := f.Call(t.Context(), raw(args))
		e := refusal(t, err)
		if e.Code != taxonomy.CodeUnknownField || len(e.Fields) != 1 || e.Fields[0].Path != path || len(e.Suggestions) != 1 {
			t.Errorf("%s: %v %v", args, fields(e), e.Suggestions)
		}
	}
	for _, args := range []string{`{"id":"1","Plain":7}`, `{"id":"1","other":7}`, `{"id":"1","skip":7,"Skip":8}`} {
		if _, err := f.Call(t.Context(), raw(args)); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
	// A map has whatever names it has.
	m := echo[map[string]any](t, `{"type":"object"}`)
	if got, err := m.Call(t.Context(), raw(`{"ID":"2","id":"1"}`)); err != nil || string(got) != `{"ID":"2","id":"1"}` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestBound: what an executor does with an invocation.
func TestBound(t *testing.T) {
	t.Parallel()
	fail := true
	f := tool.Must(tool.New(spec(""), func(_ context.Context, in order) (order, error) {
		in.Note = "done"
		if fail {
			return order{ID: "partial"}, errors.New("failed")
		}
		return in, nil
	}))
	args := raw(`{"id":"1"}`)
	b := f.BindRaw(args)
	if got, err := b.Args(); err != nil || string(got) != string(args) || b.Spec() != f.Spec() {
		t.Errorf("%s, %v", got, err)
	}
	if b.In().ID != "" {
		t.Error("arguments that were not read yet")
	}
	// Not validated: it is done before the func is called.
	if err := b.Invoke(t.Context()); err == nil || b.In().ID != "1" {
		t.Errorf("%v, %v", err, b.In())
	}
	if b.Out().ID != "" {
		t.Errorf("a failed call has the result %v", b.Out())
	}
	fail = false
	if err := b.Invoke(t.Context()); err != nil || b.Out().Note != "done" {
		t.Errorf("%v, %v", err, b.Out())
	}
	fail = true
	if err := b.Invoke(t.Context()); err == nil || b.Out().Note != "done" {
		t.Errorf("the last successful result is gone: %v", b.Out())
	}
	if got, err := b.Value(); err != nil || string(got) != `{"id":"1","note":"done"}` {
		t.Errorf("%s, %v", got, err)
	}
	// A correction that is refused changes nothing.
	if err := b.SetArgs(raw(`{"id":2}`)); refusal(t, err).Code != taxonomy.CodeWrongType {
		t.Errorf("%v", err)
	}
	if got, err := b.Args(); err != nil || string(got) != `{"id":"1"}` || b.In().ID != "1" {
		t.Errorf("%s, %v", got, err)
	}
	if err := b.SetArgs(raw(`{"id":"2"}`)); err != nil || b.In().ID != "2" {
		t.Errorf("%v, %v", err, b.In())
	}
	if got, err := b.Args(); err != nil || string(got) != `{"id":"2"}` {
		t.Errorf("%s, %v", got, err)
	}
	// Raw arguments that are refused never reach the func.
	bad := f.BindRaw(raw(`{}`))
	if err := bad.Invoke(t.Context()); refusal(t, err).Code != taxonomy.CodeMissingField {
		t.Errorf("%v", err)
	}
	typed := f.Bind(order{ID: "a<b"})
	if got, err := typed.Args(); err != nil || string(got) != `{"id":"a<b"}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestProbe(t *testing.T) {
	t.Parallel()
	unknown := errors.New("not known")
	f := echo[order](t, "")
	if b := f.Bind(order{}); b.CanProbe() {
		t.Error("a probe")
	}
	if done, err := f.Bind(order{}).Probe(t.Context()); done || err == nil || !strings.Contains(err.Error(), `"set"`) {
		t.Errorf("%v, %v", done, err)
	}
	if _, done, err := f.Probe(t.Context(), raw(`{"id":"1"}`)); done || err == nil {
		t.Errorf("%v, %v", done, err)
	}
	p := f.WithProbe(func(_ context.Context, in order) (order, bool, error) {
		switch in.ID {
		case "done":
			return order{ID: "found"}, true, nil
		case "error":
			return order{ID: "wrong"}, true, unknown
		}
		return order{ID: "wrong"}, false, nil
	})
	for _, tt := range []struct {
		id, value string
		done      bool
		err       error
	}{{"done", `{"id":"found"}`, true, nil}, {"not", ``, false, nil}, {"error", ``, false, unknown}} {
		args := raw(`{"id":"` + tt.id + `"}`)
		value, done, err := p.Probe(t.Context(), args)
		if string(value) != tt.value || done != tt.done || !errors.Is(err, tt.err) {
			t.Errorf("%s: %s, %v, %v", tt.id, value, done, err)
		}
		b := p.BindRaw(args) // not validated
		done, err = b.Probe(t.Context())
		if done != tt.done || !errors.Is(err, tt.err) || !b.CanProbe() || b.Out().ID == "wrong" {
			t.Errorf("%s: %v, %v, %v", tt.id, done, err, b.Out())
		}
	}
	if _, done, err := p.Probe(t.Context(), raw(`{}`)); done || refusal(t, err).Code != taxonomy.CodeMissingField {
		t.Errorf("%v, %v", done, err)
	}
	if done, err := p.BindRaw(raw(`{}`)).Probe(t.Context()); done || refusal(t, err).Code != taxonomy.CodeMissingField {
		t.Errorf("%v, %v", done, err)
	}
}

// bomb panics when it is written.
type bomb struct{ v any }

func (b bomb) MarshalJSON() ([]byte, error) { panic(b.v) }
func (b *bomb) UnmarshalJSON([]byte) error  { return nil }

// TestPanicInMarshalJSON: results and arguments are encoded where no executor
// would catch it, after the call was made.
func TestPanicInMarshalJSON(t *testing.T) {
	t.Parallel()
	cause := errors.New("boom")
	f := tool.Must(tool.New(spec(`true`), func(_ context.Context, in bomb) (bomb, error) { return bomb{cause}, nil }))
	_, err := f.Call(t.Context(), raw(`{}`))
	var p *taxonomy.PanicError
	if !errors.As(err, &p) || !errors.Is(err, cause) || len(p.Stack) == 0 || !strings.Contains(err.Error(), `tool "set": its result has no JSON form`) {
		t.Errorf("%v", err)
	}
	b := f.Bind(bomb{"boom"})
	if raw, err := b.Args(); raw != nil || !errors.As(err, &p) {
		t.Errorf("%s, %v", raw, err)
	}
	err = b.Validate()
	if e := taxonomy.Classify(err); e == nil || e.Class != taxonomy.Fatal || e.Code != taxonomy.CodePanic {
		t.Errorf("%v", err)
	}
	// What merely has no JSON form is the arguments' fault.
	g := tool.Must(tool.New(spec(`true`), func(context.Context, float64) (float64, error) { return math.Inf(1), nil }))
	if err := g.Bind(math.NaN()).Validate(); refusal(t, err).Code != taxonomy.CodeWrongType {
		t.Errorf("%v", err)
	}
	if _, err := g.Call(t.Context(), raw(`1`)); err == nil || !strings.Contains(err.Error(), "its result has no JSON form") {
		t.Errorf("%v", err)
	}
	// After a panic the encoder works as before.
	if got, err := echo[string](t, "").Call(t.Context(), raw(`"x"`)); err != nil || string(got) != `"x"` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestValueIsOwned: what Value and Args return does not change later.
func TestValueIsOwned(t *testing.T) {
	t.Parallel()
	f := echo[string](t, "")
	first, err := f.Call(t.Context(), raw(`"first"`))
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := f.Call(t.Context(), raw(`"other"`)); err != nil {
			t.Fatal(err)
		}
	}
	if string(first) != `"first"` {
		t.Errorf("%s", first)
	}
	large := `"` + strings.Repeat("x", 200_000) + `"`
	if got, err := f.Call(t.Context(), raw(large)); err != nil || string(got) != large {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestNilRaw(t *testing.T) {
	t.Parallel()
	f := tool.Must(tool.New(spec(""), func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, nil }))
	if got, err := f.Call(t.Context(), raw(`{}`)); err != nil || string(got) != "null" {
		t.Errorf("%s, %v", got, err)
	}
	p := echo[*json.RawMessage](t, "")
	if got, err := p.Call(t.Context(), raw(`[1, 2]`)); err != nil || string(got) != "[1,2]" {
		t.Errorf("%s, %v", got, err)
	}
	// Raw arguments come as they were sent.
	r := echo[json.RawMessage](t, "")
	if got, err := r.Call(t.Context(), raw(` {"b":1.0, "a":2} `)); err != nil || string(got) != ` {"b":1.0, "a":2} ` {
		t.Errorf("%s, %v", got, err)
	}
}
