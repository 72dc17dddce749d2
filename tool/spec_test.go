package tool_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/tool"
)

type change struct {
	OrderID  string `json:"order_id"`
	Deadline string `json:"deadline,omitempty"`
	Inner    struct {
		Note string `json:"note"`
	} `json:"inner,omitzero"`
}

// TestSpecErrors: each error says what is wrong and what to write instead.
func TestSpecErrors(t *testing.T) {
	t.Parallel()
	fn := func(context.Context, change) (int, error) { return 0, nil }
	tests := []struct {
		name string
		spec tool.Spec
		says []string
	}{
		{name: "no name", spec: tool.Spec{Effect: tool.Unsafe}, says: []string{"Spec.Name is empty", "called and reported by"}},
		{name: "no effect", spec: tool.Spec{Name: "set"}, says: []string{"Spec.Effect is not set", "tool.Unsafe", "tool.Idempotent", "tool.ReadOnly", "twice", `"set"`}},
		{name: "no such effect", spec: tool.Spec{Name: "set", Effect: 4}, says: []string{"unknown effect: Effect(4)", `"set"`}},
		{name: "timeout", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, Timeout: -time.Second}, says: []string{"Spec.Timeout is -1s", "0 means the executor's", `"set"`}},
		{name: "key TTL", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, KeyTTL: -time.Hour}, says: []string{"Spec.KeyTTL is -1h0m0s", "0 means for ever", `"set"`}},
		{name: "target", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, Target: "order_di"}, says: []string{`Spec.Target names "order_di"`, `did you mean "order_id"?`, `"set"`}},
		{name: "lock", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, Locked: []string{"deadline", "/owner/id"}}, says: []string{`Spec.Locked names "/owner/id"`, "no such argument"}},
		{name: "schema", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, Schema: raw(`{"type":"objekt"}`)}, says: []string{`tool "set"`, "schema"}},
		{name: "schema is not JSON", spec: tool.Spec{Name: "set", Effect: tool.Unsafe, Schema: raw(`{`)}, says: []string{"schema is not JSON"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := tool.New(tt.spec, fn)
			if err == nil {
				t.Fatal("no error")
			}
			for _, says := range tt.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%q does not say %q", err, says)
				}
			}
			defer func() {
				if v := recover(); v != err.Error() {
					t.Errorf("Must panics with %v", v)
				}
			}()
			tool.Must(tool.New(tt.spec, fn))
		})
	}
	if _, err := tool.New[change, int](spec(""), nil); err == nil || !strings.Contains(err.Error(), "the func is nil") {
		t.Errorf("%v", err)
	}
	if _, err := tool.Raw(spec(""), nil); err == nil || !strings.Contains(err.Error(), "the func is nil") {
		t.Errorf("%v", err)
	}
}

// TestLocksAreFound: names, paths with dots, pointers, in any case, and
// anything at all where the schema is open.
func TestLocksAreFound(t *testing.T) {
	t.Parallel()
	for _, lock := range []string{"order_id", "ORDER_ID", "inner.note", "/inner/note", "deadline"} {
		s := spec("")
		s.Target, s.Locked = lock, []string{lock, ""}
		if _, err := tool.New(s, func(context.Context, change) (int, error) { return 0, nil }); err != nil {
			t.Errorf("%s: %v", lock, err)
		}
	}
	for _, schema := range []string{`{"type":"object"}`, `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"additionalProperties":false,"patternProperties":{"^o":{}}}`, `true`} {
		s := spec(schema)
		s.Target = "order_id"
		if _, err := tool.New(s, func(context.Context, json.RawMessage) (int, error) { return 0, nil }); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

func TestSpecIsCopied(t *testing.T) {
	t.Parallel()
	s := spec(`{"type":"object"}`)
	s.Locked = []string{"a"}
	f, err := tool.New(s, func(context.Context, change) (int, error) { return 0, nil })
	if err != nil {
		t.Fatal(err)
	}
	s.Locked[0], s.Schema[0] = "b", 'x'
	if got := f.Spec(); got.Locked[0] != "a" || string(got.Schema) != `{"type":"object"}` || got != f.Spec() {
		t.Errorf("%v %s", got.Locked, got.Schema)
	}
	withProbe := f.WithProbe(func(context.Context, change) (int, bool, error) { return 0, true, nil })
	if withProbe.Spec() != f.Spec() || f.Bind(change{}).CanProbe() || !withProbe.Bind(change{}).CanProbe() {
		t.Error("WithProbe is a copy with the same Spec")
	}
}

func TestEffects(t *testing.T) {
	t.Parallel()
	texts := map[tool.Effect]string{tool.Unsafe: "unsafe", tool.Idempotent: "idempotent", tool.ReadOnly: "read_only"}
	if len(texts) != len(tool.Effects()) {
		t.Errorf("%d effects", len(tool.Effects()))
	}
	for _, e := range tool.Effects() {
		text, err := e.MarshalText()
		if err != nil || string(text) != texts[e] || e.String() != texts[e] {
			t.Errorf("%d: %s, %v", e, text, err)
		}
		var back tool.Effect
		if err := back.UnmarshalText(text); err != nil || back != e {
			t.Errorf("%s: %s, %v", text, back, err)
		}
	}
	for _, e := range []tool.Effect{0, 4, 255} {
		if text, err := e.MarshalText(); err == nil || !strings.HasPrefix(e.String(), "Effect(") {
			t.Errorf("%d: %s", e, text)
		}
	}
	for _, text := range []string{"", "Unsafe", "read-only", "Effect(0)"} {
		e := tool.ReadOnly
		if err := e.UnmarshalText([]byte(text)); err == nil || e != tool.ReadOnly || !strings.Contains(err.Error(), "unsafe, idempotent or read_only") {
			t.Errorf("%q: %s, %v", text, e, err)
		}
	}
}
