package taxonomy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

func rule(name string, answer func(error) *taxonomy.Error) taxonomy.Rule {
	return taxonomy.Rule{Name: name, Classify: answer}
}

func silentRule(error) *taxonomy.Error { return nil }

func TestRulesInFront(t *testing.T) {
	t.Parallel()
	declared := taxonomy.Errorf(input, "DECLARED", "declared")
	for _, tt := range []struct {
		name  string
		rules []taxonomy.Rule
		err   error
		want  verdict
	}{
		{"none", nil, declared, verdict{input, "DECLARED", no}},
		{"no opinion", []taxonomy.Rule{rule("a", silentRule)}, declared, verdict{input, "DECLARED", no}},
		{
			"beats what is declared",
			[]taxonomy.Rule{rule("a", silentRule), rule("b", func(error) *taxonomy.Error { return taxonomy.Errorf(conflict, "MINE", "mine") })},
			declared,
			verdict{conflict, "MINE", no},
		},
		{
			"the first one wins", []taxonomy.Rule{
				rule("a", func(error) *taxonomy.Error { return &taxonomy.Error{Class: transient} }),
				rule("b", func(error) *taxonomy.Error { return &taxonomy.Error{Class: permission} }),
			}, declared, verdict{transient, taxonomy.CodeUnavailable, unanswered},
		},
		{
			"inherits what it wraps",
			[]taxonomy.Rule{rule("a", func(err error) *taxonomy.Error { return taxonomy.Errorf(conflict, "MINE", "mine: %w", err) })},
			io.ErrUnexpectedEOF,
			verdict{conflict, "MINE", unanswered},
		},
		{
			"asks the built-in ones",
			[]taxonomy.Rule{rule("a", func(err error) *taxonomy.Error {
				e := taxonomy.Classify(err)
				e.Code = "MINE"
				return e
			})},
			refused(),
			verdict{transient, "MINE", no},
		},
		{"panics", []taxonomy.Rule{rule("a", func(error) *taxonomy.Error { panic("boom") })}, declared, verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"is no func", []taxonomy.Rule{{Name: "a"}}, declared, verdict{fatal, taxonomy.CodePanic, unanswered}},
		{
			"wraps what panics",
			[]taxonomy.Rule{rule("a", func(error) *taxonomy.Error { return taxonomy.Errorf(input, "", "x: %w", loudUnwrap{}) })},
			declared,
			verdict{input, taxonomy.CodeValidationFailed, unanswered},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.NewChain(tt.rules...).Classify(tt.err)
			if e.Class != tt.want.class || e.Code != tt.want.code || e.Applied != tt.want.applied {
				t.Errorf("got %s %s, applied %s; want %s %s, applied %s", e.Class, e.Code, e.Applied, tt.want.class, tt.want.code, tt.want.applied)
			}
			if tt.name != "wraps what panics" && !errors.Is(e, tt.err) { // errors.Is would panic as well
				t.Errorf("the classified error is lost")
			}
		})
	}
}

func TestAPanicOfARuleIsNamed(t *testing.T) {
	t.Parallel()
	e := taxonomy.NewChain(rule("mine", func(error) *taxonomy.Error { panic(io.EOF) })).Classify(errOdd)
	if e.Message != "classifier mine: panic: EOF" || e.Basis != taxonomy.BasisType {
		t.Errorf("%q by %s", e.Message, e.Basis)
	}
	var p *taxonomy.PanicError
	if !errors.As(e, &p) || !strings.Contains(string(p.Stack), "chain_test.go") {
		t.Error("there is no stack of the panic")
	}
}

func TestBasisOfARule(t *testing.T) {
	t.Parallel()
	for _, basis := range []taxonomy.Basis{taxonomy.BasisUnknown, taxonomy.BasisText, taxonomy.BasisType, taxonomy.BasisCode, taxonomy.BasisDeclared} {
		want := basis
		if basis == taxonomy.BasisUnknown {
			want = taxonomy.BasisDeclared
		}
		e := taxonomy.NewChain(rule("a", func(error) *taxonomy.Error { return &taxonomy.Error{Basis: basis} })).Classify(errOdd)
		if e.Basis != want {
			t.Errorf("%s became %s, want %s", basis, e.Basis, want)
		}
	}
}

// TestChainIsCopied: NewChain keeps no slice of the caller's.
func TestChainIsCopied(t *testing.T) {
	t.Parallel()
	rules := []taxonomy.Rule{rule("a", silentRule)}
	c := taxonomy.NewChain(rules...)
	rules[0] = rule("b", func(error) *taxonomy.Error { return &taxonomy.Error{Class: permission} })
	if e := c.Classify(errOdd); e.Class != fatal {
		t.Error("a caller changed the chain")
	}
}

// TestStaticAnswers: what a rule or a tool hands out again and again is never
// written to, from however many goroutines it is classified (see -race).
func TestStaticAnswers(t *testing.T) {
	t.Parallel()
	fresh := func() *taxonomy.Error {
		return &taxonomy.Error{
			Class: conflict, Message: "password=hunter2", Fields: []taxonomy.Field{{Path: "/a", Message: "token=abc123"}},
			Suggestions: []string{"use secret=abc123"}, Context: map[string]any{"url": "http://u:p@h/", "status": 409},
		}
	}
	static, inherits := fresh(), taxonomy.Errorf(transient, "", "again: %w", io.ErrUnexpectedEOF)
	c := taxonomy.NewChain(rule("a", func(err error) *taxonomy.Error {
		if err == errOdd { //nolint:errorlint // as the test passes it
			return static
		}
		return nil
	}))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, err := range []error{errOdd, static, inherits, fmt.Errorf("x: %w", inherits)} {
				e := c.Classify(err)
				e.Tool = "mine"
				e.Fields = append(e.Fields, taxonomy.Field{Path: "/b"})
				e.Suggestions = append(e.Suggestions, "more")
				if e.Context != nil {
					e.Context["more"] = true
				}
			}
		})
	}
	wg.Wait()
	if diff := cmp.Diff(fresh(), static, cmp.AllowUnexported(taxonomy.Error{})); diff != "" {
		t.Errorf("changed:\n%s", diff)
	}
	e := c.Classify(errOdd)
	want := &taxonomy.Error{
		Class: conflict, Code: taxonomy.CodeStateConflict, Message: "password=[redacted]", Basis: taxonomy.BasisDeclared,
		Fields: []taxonomy.Field{{Path: "/a", Message: "token=[redacted]"}}, Suggestions: []string{"use secret=[redacted]"},
		Context: map[string]any{"url": "http://[redacted]@h/", "status": 409},
	}
	e.Err = nil
	if diff := cmp.Diff(want, e, cmp.AllowUnexported(taxonomy.Error{})); diff != "" {
		t.Error(diff)
	}
}

// TestAppendsDoNotReachTheOriginal: an append to a result does not write into
// what lies behind the original's slices.
func TestAppendsDoNotReachTheOriginal(t *testing.T) {
	t.Parallel()
	static := &taxonomy.Error{Suggestions: append(make([]string, 0, 4), "a"), Fields: append(make([]taxonomy.Field, 0, 4), taxonomy.Field{Path: "/a"})}
	e := taxonomy.Classify(static)
	e.Suggestions, e.Fields = append(e.Suggestions, "b"), append(e.Fields, taxonomy.Field{Path: "/b"})
	if static.Suggestions[:2][1] != "" || static.Fields[:2][1].Path != "" {
		t.Error("it was written to")
	}
}

// TestCleanCopiesWhatItMends: of several fields only some have secrets.
func TestCleanCopiesWhatItMends(t *testing.T) {
	t.Parallel()
	static := &taxonomy.Error{
		Class: input, Suggestions: []string{"a", "token=abc123", "b", "token=abc456"},
		Fields: []taxonomy.Field{{Path: "/a"}, {Path: "/\x00b", Message: "x"}, {Path: "/c"}, {Path: "/d", Message: "token=abc123"}},
	}
	e := taxonomy.Classify(static)
	if diff := cmp.Diff([]string{"a", "token=[redacted]", "b", "token=[redacted]"}, e.Suggestions); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]taxonomy.Field{{Path: "/a"}, {Path: "/b", Message: "x"}, {Path: "/c"}, {Path: "/d", Message: "token=[redacted]"}}, e.Fields); diff != "" {
		t.Error(diff)
	}
	if static.Suggestions[1] != "token=abc123" || static.Fields[1].Path != "/\x00b" {
		t.Error("the original was changed")
	}
}

func TestExplainListsEveryRuleAsked(t *testing.T) {
	t.Parallel()
	c := taxonomy.NewChain(rule("mine", silentRule), rule("other", silentRule))
	builtin := taxonomy.BuiltinRules()
	upTo := func(last string) []string {
		names := []string{"mine", "other"}
		for _, name := range builtin {
			names = append(names, name)
			if name == last {
				return names
			}
		}
		return names
	}
	for _, tt := range []struct {
		name string
		err  error
		want []string
	}{
		{"nobody knows it", errOdd, upTo("")},
		{"canceled", context.Canceled, upTo("canceled")},
		{"dial", refused(), upTo("dial")},
		{"errno", syscall.EPIPE, upTo("errno")},
		{"timeout", context.DeadlineExceeded, upTo("timeout")},
		{"status", errors.New("HTTP 503"), upTo("status in text")},
		{"words", errors.New("order is locked"), upTo("words")},
		{"declared", taxonomy.Errorf(input, "", "no"), []string{"mine", "other", "declared"}},
		{"declared over another", taxonomy.Errorf(input, "", "no: %w", context.Canceled), []string{"mine", "other", "declared", "canceled"}},
		{"not sent", taxonomy.NotSent(context.Canceled), []string{"mine", "other", "canceled", "not sent"}},
		{"panic", &taxonomy.PanicError{}, []string{"mine", "other", "panic"}},
		{
			"joined: all but the texts, then each branch", errors.Join(context.Canceled, taxonomy.Errorf(input, "", "no")),
			append(upTo("syntax"), "canceled", "declared"),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e, asked := c.Explain(tt.err)
			var names []string
			for _, a := range asked {
				names = append(names, a.Rule)
			}
			if diff := cmp.Diff(tt.want, names); diff != "" {
				t.Error(diff)
			}
			for _, a := range asked {
				if a.Answer != nil && a.Answer.Code == "" && a.Rule != "declared" {
					t.Errorf("%s has an answer without a code", a.Rule)
				}
				if (a.Rule == "mine" || a.Rule == "other") && a.Answer != nil {
					t.Errorf("%s has no opinion, but the answer %v", a.Rule, a.Answer)
				}
			}
			if last := asked[len(asked)-1]; (last.Answer != nil) != (e.Basis != taxonomy.BasisUnknown) {
				t.Errorf("the last one asked, %s, says %v, and the result is %v", last.Rule, last.Answer, e)
			}
			plain := c.Classify(tt.err)
			if plain.Class != e.Class || plain.Code != e.Code || plain.Applied != e.Applied || plain.Message != e.Message {
				t.Errorf("Explain says %v, Classify %v", e, plain)
			}
		})
	}
}

// TestPrecedence: codes are asked from the most specific to the least, before
// types, before codes in the text, before words; names before dial before
// timeout.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	at := map[string]int{}
	for i, name := range taxonomy.BuiltinRules() {
		at[name] = i
	}
	for _, chain := range [][]string{
		{"canceled", "sql", "grpc", "answer", "exit", "tls", "dns", "dial", "errno", "timeout", "net", "status in text", "words"},
		{"canceled", "redis", "answer"},
		{"aws", "grpc"},
		{"json-rpc", "answer"},
	} {
		for i := 1; i < len(chain); i++ {
			before, ok := at[chain[i-1]]
			after, found := at[chain[i]]
			if !ok || !found || before >= after {
				t.Errorf("%s is asked at %d, %s at %d", chain[i-1], before, chain[i], after)
			}
		}
	}
}

func TestZeroChain(t *testing.T) {
	t.Parallel()
	for _, c := range []*taxonomy.Chain{nil, {}, taxonomy.NewChain()} {
		if e := c.Classify(refused()); e.Class != transient || e.Code != taxonomy.CodeConnectionRefused || e.Applied != no || e.Scope != taxonomy.ScopeHost || e.RetryAfter != time.Duration(0) {
			t.Errorf("%+v", e)
		}
	}
}
