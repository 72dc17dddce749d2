package toolargs_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
	"github.com/batchagent/batchagent/taxonomy"
)

func TestEnvironment(t *testing.T) {
	t.Parallel()
	lookup := func(name string) (string, bool) { return "v-" + name, name != "GONE" && name != "LOST" }
	for _, tt := range []struct {
		names []string
		want  map[string]string
		err   string
	}{
		{names: nil, want: map[string]string{}},
		{names: []string{"A", "B"}, want: map[string]string{"A": "v-A", "B": "v-B"}},
		{names: []string{"A", "GONE"}, err: "the environment variable GONE is not set"},
		{names: []string{"GONE", "A", "LOST"}, err: "the environment variables GONE, LOST are not set"},
	} {
		got, err := toolargs.Environment(tt.names, lookup)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != tt.err {
			t.Errorf("%q: %v, want %q", tt.names, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: %s", tt.names, diff)
		}
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	for args, ok := range map[string]bool{`{}`: true, `{"a":9007199254740993}`: true, `null`: false, `[]`: false, `"x"`: false, ``: false, `{`: false} {
		values, err := toolargs.Object(json.RawMessage(args))
		if (err == nil) != ok || ok != (values != nil) {
			t.Errorf("%s: %v, %v", args, values, err)
		}
		if e := taxonomy.Classify(err); !ok && (e.Class != taxonomy.InputError || e.Applied != taxonomy.No) {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

func TestMisspelt(t *testing.T) {
	t.Parallel()
	known := []string{"deadline", "order_id", "customer.id"}
	for _, tt := range []struct{ name, args, want string }{
		{"nothing strange", `{"deadline":1,"order_id":1}`, ""},
		{"a letter", `{"deadlin":1,"order_id":1}`, "deadlin is not known; the nearest is deadline"},
		{"two of them, in order", `{"orderid":1,"dealine":1}`, "dealine is not known; the nearest is deadline; orderid is not known; the nearest is order_id"},
		{"another one beside it", `{"deadline":1,"deadlin":2,"order_id":1}`, ""},
		{"a way into an argument", `{"deadline":1,"order_id":1,"customer":{"id":1}}`, ""},
		{"far from all", `{"order_id":1,"colour":1}`, ""},
		{"near, but much longer", `{"order_id":1,"deadline_at":1}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			values, err := toolargs.Object(json.RawMessage(tt.args))
			if err != nil {
				t.Fatal(err)
			}
			err = toolargs.Misspelt(values, known)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			e := taxonomy.Classify(err)
			if e.Message != tt.want || e.Class != taxonomy.InputError || e.Code != taxonomy.CodeUnknownField || len(e.Fields) != len(e.Suggestions) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestRefuse(t *testing.T) {
	t.Parallel()
	other := errors.New("unusable")
	for _, tt := range []struct {
		name string
		err  error
		path string
		code taxonomy.Code
	}{
		{"absent", &tmpl.FieldError{Field: "a.b", Absent: true, Reason: "is missing"}, "/a/b", taxonomy.CodeMissingField},
		{"a name with a dot", &tmpl.FieldError{Field: "x.y", Reason: "has a line break in it"}, "/x.y", taxonomy.CodeInvalidFormat},
		{"escaped", &tmpl.FieldError{Field: "p/q", Reason: "is empty"}, "/p~1q", taxonomy.CodeInvalidFormat},
		{"of the environment", &tmpl.FieldError{Field: "environment variable T", Absent: true, Reason: "is not set"}, "", ""},
		{"of something else", errors.New("no"), "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := toolargs.Refuse(map[string]json.RawMessage{"x.y": nil}, tt.err, func(error) error { return other })
			if tt.path == "" {
				if !errors.Is(err, other) {
					t.Errorf("got %v", err)
				}
				return
			}
			e := taxonomy.Classify(err)
			if e.Class != taxonomy.InputError || e.Applied != taxonomy.No || e.Code != tt.code || len(e.Fields) != 1 || e.Fields[0].Path != tt.path || e.Fields[0].Code != tt.code {
				t.Errorf("got %+v", e)
			}
		})
	}
}
