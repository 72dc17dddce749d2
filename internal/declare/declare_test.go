package declare_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/taxonomy"
)

func TestSuccess(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		success string
		answer  declare.Answer
		want    bool
	}{
		{"a status", "status < 300", declare.Answer{Kind: declare.HTTP, Status: 204}, true},
		{"another", "status < 300", declare.Answer{Kind: declare.HTTP, Status: 409}, false},
		{"whole numbers compare as such", "body.n > 9", declare.Answer{Kind: declare.HTTP, Body: []byte(`{"n":10}`)}, true},
		{"exactly", "body.n == 9007199254740993", declare.Answer{Kind: declare.HTTP, Body: []byte(`{"n":9007199254740993}`)}, true},
		{"and not nearly", "body.n == 9007199254740993", declare.Answer{Kind: declare.HTTP, Body: []byte(`{"n":9007199254740992}`)}, false},
		{"with params", "body.deadline == params.deadline", declare.Answer{Kind: declare.HTTP, Body: []byte(`{"deadline":"x"}`), Params: []byte(`{"deadline":"x"}`)}, true},
		{"a header in any case", `headers["retry-after"] == "7" and headers["Retry-After"] == "7"`, declare.Answer{Kind: declare.HTTP, Header: http.Header{"Retry-After": {"7"}}}, true},
		{"a member that is not there is null", "body.order?.state == nil", declare.Answer{Kind: declare.HTTP, Body: []byte(`{}`)}, true},
		{"a member of nothing is no success", "body.order.state != 1", declare.Answer{Kind: declare.HTTP, Body: []byte(`{}`)}, false},
		{"what is no JSON", `body == nil and text contains "fine"`, declare.Answer{Kind: declare.HTTP, Body: []byte("all fine")}, true},
		{"a command", `exit == 3 and stderr contains "none" and body.a == 1`, declare.Answer{Kind: declare.Exec, Exit: 3, Stderr: "none\n", Stdout: `{"a":1}`}, true},
		{"a server", `not is_error and content matches "^ok"`, declare.Answer{Kind: declare.MCP, Content: "ok, done"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := declare.Compile(tt.answer.Kind, tt.success, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, declared := p.Success(&tt.answer)
			if !declared || got != tt.want {
				t.Errorf("success %t, declared %t", got, declared)
			}
		})
	}
}

func TestNothingDeclared(t *testing.T) {
	t.Parallel()
	empty, err := declare.Compile(declare.HTTP, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*declare.Program{nil, empty} {
		if ok, declared := p.Success(&declare.Answer{Kind: declare.HTTP}); ok || declared {
			t.Errorf("success %t, declared %t", ok, declared)
		}
		if e := p.Classify(&declare.Answer{Kind: declare.HTTP}); e != nil {
			t.Errorf("classified as %v", e)
		}
		if first, times := p.Trouble(); first != nil || times != 0 {
			t.Errorf("trouble %v, %d times", first, times)
		}
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	p, err := declare.Compile(declare.HTTP, "", []declare.Rule{
		{When: "body.order.state == 'x'", Class: taxonomy.Fatal},
		{When: `status == 404 && text contains "locked"`, Class: taxonomy.ResourceConflict, Code: taxonomy.CodeLocked, Applied: taxonomy.No, RetryAfter: 30 * time.Second},
		{When: "status == 404", Class: taxonomy.InputError, Message: "no such thing"},
	})
	if err != nil {
		t.Fatal(err)
	}
	first := p.Classify(&declare.Answer{Kind: declare.HTTP, Status: 404, Body: []byte("it is locked")})
	want := &taxonomy.Error{Class: taxonomy.ResourceConflict, Code: taxonomy.CodeLocked, Applied: taxonomy.No, RetryAfter: 30 * time.Second, Basis: taxonomy.BasisDeclared}
	if first == nil || first.Class != want.Class || first.Code != want.Code || first.Applied != want.Applied || first.RetryAfter != want.RetryAfter || first.Basis != want.Basis {
		t.Errorf("got %+v, want %+v", first, want)
	}
	if e := p.Classify(&declare.Answer{Kind: declare.HTTP, Status: 404}); e == nil || e.Class != taxonomy.InputError || e.Message != "no such thing" || e.Applied != taxonomy.Unanswered {
		t.Errorf("got %+v", e)
	}
	if e := p.Classify(&declare.Answer{Kind: declare.HTTP, Status: 500}); e != nil {
		t.Errorf("no rule holds, and yet %+v", e)
	}
	trouble, times := p.Trouble()
	if trouble == nil || times != 3 || !strings.Contains(trouble.Error(), "body.order.state") {
		t.Errorf("trouble %v, %d times; the first rule cannot be evaluated", trouble, times)
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	t.Parallel()
	_, err := declare.Compile(declare.HTTP, "statsu < 300", []declare.Rule{{When: "status =="}, {When: "status"}, {When: "exit == 0"}, {When: "status == 1"}})
	var got [][2]int
	for _, one := range unjoin(err) {
		fault, ok := errors.AsType[*declare.Fault](one)
		if !ok || fault.Error() == "" {
			t.Fatalf("%T %v", one, one)
		}
		got = append(got, [2]int{fault.Rule, fault.Column})
	}
	if diff := cmp.Diff([][2]int{{-1, 1}, {0, 9}, {1, 0}, {2, 1}}, got); diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func unjoin(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return many.Unwrap()
	}
	return []error{err}
}
