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
			if got := p.Judge(&tt.answer, nil) == nil; got != tt.want {
				t.Errorf("success %t", got)
			}
			if got := p.Judge(&tt.answer, errors.New("hmm")) == nil; got != tt.want {
				t.Errorf("success %t, where the tool sees a failure", got)
			}
		})
	}
}

// TestLoopsEnd: the body of a loop is what it was, and a loop in a loop over a
// large answer comes to an end.
func TestLoopsEnd(t *testing.T) {
	t.Parallel()
	large := []byte("[0" + strings.Repeat(",1", 1<<17) + "]")
	for _, tt := range []struct {
		success string
		body    string
		want    bool
	}{
		{"all(body, # > 0) and any(body, # == 2) and none(body, # > 3) and one(body, # == 3)", "[1,2,3]", true},
		{"sum(map(filter(body, # > 1), # * 2)) == 10 and count(body, # > 1) == 2", "[1,2,3]", true},
		{"find(body, .a == 1).b == 'x' and findIndex(body, .a == 2) == 1 and findLast(body, .a > 0).a == 2", `[{"a":1,"b":"x"},{"a":2}]`, true},
		{"sortBy(body, .a, 'desc')[0].a == 2 and groupBy(body, .a)[1][0].a == 1 and reduce(body, #acc + .a, 0) == 3", `[{"a":1},{"a":2}]`, true},
		{"all(body, {let x = #; any(body, # == x)})", "[1,2,3]", true},
		{"all(body, {let x = #; all(body, # + x >= 0)})", string(large), false},
		{"all(body, # > 0)", "[0]", false},
	} {
		t.Run(tt.success, func(t *testing.T) {
			t.Parallel()
			p, err := declare.Compile(declare.HTTP, tt.success, nil)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			yes := p.Judge(&declare.Answer{Kind: declare.HTTP, Body: []byte(tt.body)}, nil) == nil
			if yes != tt.want || time.Since(began) > 30*time.Second {
				_, trouble := p.Trouble()
				t.Errorf("%t after %s, %v", yes, time.Since(began), trouble)
			}
			if _, trouble := p.Trouble(); (trouble != nil) != (tt.body == string(large)) {
				t.Error(trouble)
			}
		})
	}
	if _, err := declare.Compile(declare.HTTP, "all(body, status)", nil); err == nil || strings.Contains(err.Error(), "tick") {
		t.Errorf("got %v", err)
	}
}

func TestNothingDeclared(t *testing.T) {
	t.Parallel()
	empty, err := declare.Compile(declare.HTTP, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	odd := errors.New("hmm")
	for _, p := range []*declare.Program{nil, empty} {
		for _, verdict := range []error{nil, odd} {
			if got := p.Judge(&declare.Answer{Kind: declare.HTTP}, verdict); got != verdict { //nolint:errorlint // the same one
				t.Errorf("%v becomes %v", verdict, got)
			}
		}
		if times, first := p.Trouble(); first != nil || times != 0 {
			t.Errorf("trouble %v, %d times", first, times)
		}
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	p, err := declare.Compile(declare.HTTP, "body.deadline == params.deadline", nil)
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]bool{`{"deadline":"x"}`: true, `{"deadline":"y"}`: false, `{"deadline":null}`: false} {
		yes, err := p.Holds(&declare.Answer{Kind: declare.HTTP, Body: []byte(body), Params: []byte(`{"deadline":"x"}`)})
		if err != nil || yes != want {
			t.Errorf("%s: %t, %v", body, yes, err)
		}
	}
	if yes, err := p.Holds(&declare.Answer{Kind: declare.HTTP, Body: []byte("not JSON"), Params: []byte(`{"deadline":"x"}`)}); err == nil || yes {
		t.Errorf("what cannot be read is neither yes nor no, but %t, %v", yes, err)
	}
}

// TestHoldsReliesOnItsNames: a name that the answer has not got is neither yes
// nor no, unless the expression allows for it.
func TestHoldsReliesOnItsNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		done string
		want string // yes, no, or a part of the error
	}{
		{`body.dedline == params.deadline`, "no body.dedline; where it may be missing, write body?.dedline"},
		{`body["dedline"] == params.deadline`, "no body.dedline"},
		{`not (body.dedline == params.deadline)`, "no body.dedline"},
		{`body.order.dedline == params.deadline`, "no body.order.dedline"},
		{`body.order.deadline == params.deadline`, "yes"},
		{`body?.dedline == params.deadline`, "no"},
		{`body.order?.dedline == params.deadline`, "no"},
		{`body?.ordr.deadline == params.deadline`, "no"},
		{`(body.dedline ?? "") == params.deadline`, "no"},
		{`body.dedline != nil`, "no"},
		{`nil == body.dedline`, "yes"},
		{`"dedline" in body and body.dedline == params.deadline`, "no"},
		{`"dedline" in body.order and body.order.dedline == 1`, "no"},
		{`any(body.lines, .n == 2)`, "yes"},
		{`body.lines[0].n == 1`, "yes"},
		{`text contains "deadline"`, "yes"},
	} {
		t.Run(tt.done, func(t *testing.T) {
			t.Parallel()
			p, err := declare.Compile(declare.HTTP, tt.done, nil)
			if err != nil {
				t.Fatal(err)
			}
			yes, err := p.Holds(&declare.Answer{
				Kind: declare.HTTP, Params: []byte(`{"deadline":"x"}`),
				Body: []byte(`{"deadline":"x","order":{"deadline":"x"},"lines":[{"n":1},{"n":2}]}`),
			})
			got := map[bool]string{true: "yes", false: "no"}[yes]
			if err != nil {
				got = err.Error()
			}
			if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestRules(t *testing.T) { //nolint:tparallel // the troubles are counted after the subtests
	t.Parallel()
	no := taxonomy.No
	p, err := declare.Compile(declare.HTTP, `body.ok == true`, []declare.Rule{
		{When: "body.order.state == 'x'", Class: taxonomy.Fatal},
		{When: `status == 404 && text contains "locked"`, Class: taxonomy.ResourceConflict, Code: taxonomy.CodeLocked, RetryAfter: 30 * time.Second},
		{When: "status == 404", Class: taxonomy.InputError, Message: "no such thing"},
		{When: "status == 500", Class: taxonomy.Transient, Applied: &no},
		{When: "status == 429", Class: taxonomy.Transient},
		{When: "status == 200 && body.late", Class: taxonomy.ResourceConflict, Code: "TOO_LATE"},
	})
	if err != nil {
		t.Fatal(err)
	}
	type want struct {
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
		wait    time.Duration
		message string
		basis   taxonomy.Basis
	}
	for _, tt := range []struct {
		name   string
		status int
		body   string
		want   want
	}{
		{"the first that holds", 404, "it is locked", want{taxonomy.ResourceConflict, taxonomy.CodeLocked, taxonomy.No, 30 * time.Second, "it is locked", taxonomy.BasisDeclared}},
		{"a message of its own", 404, "hmm", want{taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No, 0, "no such thing", taxonomy.BasisDeclared}},
		{"applied", 500, "", want{taxonomy.Transient, taxonomy.CodeServerError, taxonomy.No, 0, "Internal Server Error", taxonomy.BasisDeclared}},
		{"the same class keeps code and wait", 429, "", want{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 7 * time.Second, "Too Many Requests", taxonomy.BasisDeclared}},
		{"a success that is none: it was answered", 200, `{"late":true}`, want{taxonomy.ResourceConflict, "TOO_LATE", taxonomy.Answered, 0, "declared by the rule status == 200 && body.late", taxonomy.BasisDeclared}},
		{"no rule holds", 200, `{"late":false}`, want{taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered, 0, "the answer does not meet the declared success, body.ok == true", taxonomy.BasisDeclared}},
		{"no rule holds, and the tool knows more", 403, ``, want{taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No, 0, "Forbidden", taxonomy.BasisCode}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{"Retry-After": {"7"}}
			verdict := taxonomy.FromAnswer(taxonomy.Answer{Status: tt.status, Header: h, Body: []byte(tt.body)})
			e := taxonomy.Classify(p.Judge(&declare.Answer{Kind: declare.HTTP, Status: tt.status, Header: h, Body: []byte(tt.body)}, verdict))
			got := want{e.Class, e.Code, e.Applied, e.RetryAfter, e.Message, e.Basis}
			if got.class == taxonomy.Transient && tt.want.wait == 0 || got.class == taxonomy.ResourceConflict && got.code == "TOO_LATE" {
				got.wait = 0 // asked for by the header
			}
			if got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
	times, trouble := p.Trouble()
	if trouble == nil || times < 2 || !strings.Contains(trouble.Error(), "body.") {
		t.Errorf("trouble %v, %d times; the first rule cannot be evaluated", trouble, times)
	}
	if err := p.Judge(&declare.Answer{Kind: declare.HTTP, Status: 500, Body: []byte(`{"ok":true}`)}, errors.New("x")); err != nil {
		t.Errorf("the declared success holds, and yet %v", err)
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	t.Parallel()
	_, err := declare.Compile(declare.HTTP, "statsu < 300", []declare.Rule{{When: "status =="}, {When: "status"}, {When: "exit == 0"}, {When: "status == 1"}})
	var got [][2]int
	for _, one := range unjoin(err) {
		fault, ok := errors.AsType[*declare.SyntaxError](one)
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
