package taxonomy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

var errOdd = errors.New("odd") // nobody recognises it

func refused() error { return dial(syscall.ECONNREFUSED) }

func TestErrorText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  *taxonomy.Error
		want string
	}{
		{"all", &taxonomy.Error{Tool: "update", Code: "LOCKED", Message: "held by bob"}, "update: LOCKED: held by bob"},
		{"no tool", &taxonomy.Error{Code: "LOCKED", Message: "held by bob"}, "LOCKED: held by bob"},
		{"no message", &taxonomy.Error{Tool: "update", Code: "LOCKED"}, "update: LOCKED"},
		{"no code", &taxonomy.Error{Tool: "update", Message: "held"}, "update: held"},
		{"the wrapped one's", &taxonomy.Error{Code: "LOCKED", Err: errOdd}, "LOCKED: odd"},
		{"a message of its own", &taxonomy.Error{Message: "held", Err: errOdd}, "held"},
		{"empty", &taxonomy.Error{}, ""},
		{"nil", nil, "<nil>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.err.Error(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestE14Declared: what Errorf says about Applied when it wraps nothing,
// something known, and something nobody knows.
func TestE14Declared(t *testing.T) {
	t.Parallel()
	e := taxonomy.Errorf
	for _, tt := range []struct {
		name string
		err  error
		want verdict
	}{
		{"wraps nothing", e(transient, "MY_CODE", "later"), verdict{transient, "MY_CODE", no}},
		{"no code", e(conflict, "", "not now"), verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"a Transient that hides a lost reply", e(transient, taxonomy.CodeUnavailable, "again: %w", io.ErrUnexpectedEOF), verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"a Fatal that wraps a Transient", e(fatal, "GAVE_UP", "no: %w", e(transient, "", "later")), verdict{fatal, "GAVE_UP", no}},
		{"a Fatal that wraps a lost reply", e(fatal, "GAVE_UP", "no: %w", context.DeadlineExceeded), verdict{fatal, "GAVE_UP", unanswered}},
		{"a refused connection", e(transient, taxonomy.CodeUnavailable, "again: %w", refused()), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"an odd one, refused", e(input, "", "no: %w", errOdd), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"an odd one, to be repeated", e(transient, "", "again: %w", errOdd), verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"an odd one, not sent", e(transient, "", "again: %w", taxonomy.NotSent(errOdd)), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"two wrapped, one lost", e(input, "", "%w, %w", refused(), io.ErrUnexpectedEOF), verdict{input, taxonomy.CodeValidationFailed, unanswered}},
		{"two wrapped, both refused", e(input, "", "%w, %w", refused(), refused()), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"two wrapped, one odd", e(input, "", "%w, %w", refused(), errOdd), verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"the same with %v", e(transient, "", "again: %v", io.ErrUnexpectedEOF), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"two wrapped, both odd", e(input, "", "%w, %w", errOdd, errOdd), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"a nil for %w", e(input, "", "no: %w", nil), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"wrapped twice", e(fatal, "A", "%w", e(transient, "B", "%w", syscall.EPIPE)), verdict{fatal, "A", unanswered}},
		{"inside of other errors", fmt.Errorf("step 2: %w", e(permission, "", "not yours")), verdict{permission, taxonomy.CodeForbidden, no}},
		{"a tool that calls a tool", e(fatal, "", "sub: %w", &taxonomy.Error{Code: taxonomy.CodeUnknown, Applied: answered}), verdict{fatal, taxonomy.CodeUnknown, answered}},

		{"a literal", &taxonomy.Error{Class: input}, verdict{input, taxonomy.CodeValidationFailed, unanswered}},
		{"a literal that says no", &taxonomy.Error{Class: input, Applied: no}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"a literal never inherits", &taxonomy.Error{Class: input, Applied: no, Err: io.ErrUnexpectedEOF}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"a literal of nothing", &taxonomy.Error{}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"nonsense in a literal", &taxonomy.Error{Class: 9, Applied: 9, Scope: 9, Basis: 9, RetryAfter: -1}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},

		{"not sent", taxonomy.NotSent(io.ErrUnexpectedEOF), verdict{transient, taxonomy.CodeConnectionReset, no}},
		{"not sent, odd", taxonomy.NotSent(errOdd), verdict{fatal, taxonomy.CodeUnknown, no}},
		{"not sent, declared", taxonomy.NotSent(e(transient, "", "%w", context.DeadlineExceeded)), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"not sent, deeper", fmt.Errorf("x: %w", taxonomy.NotSent(syscall.EPIPE)), verdict{transient, taxonomy.CodeConnectionReset, no}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.err)
		})
	}
	if taxonomy.NotSent(nil) != nil {
		t.Error("NotSent makes an error of nil")
	}
}

// TestCodesThatSayMaybe: a declared error that wraps nothing says that nothing
// happened, unless its own code says otherwise.
func TestCodesThatSayMaybe(t *testing.T) {
	t.Parallel()
	want := map[taxonomy.Code]taxonomy.Applied{
		taxonomy.CodeTimeout: unanswered, taxonomy.CodeConnectionReset: unanswered, taxonomy.CodePanic: unanswered, taxonomy.CodeServerError: answered,
		taxonomy.CodeUnreadableAnswer: answered,
	}
	for _, info := range taxonomy.Codes() {
		applied, ok := want[info.Code]
		if !ok {
			applied = no
		}
		if e := taxonomy.Classify(taxonomy.Errorf(info.Class, info.Code, "x")); e.Applied != applied {
			t.Errorf("%s: applied %s, want %s", info.Code, e.Applied, applied)
		}
		if e := taxonomy.Classify(taxonomy.Errorf(info.Class, info.Code, "x: %w", taxonomy.NotSent(errOdd))); e.Applied != no {
			t.Errorf("%s over what was not sent: applied %s", info.Code, e.Applied)
		}
	}
}

// TestBasisOfALiteral: whoever makes an Error declares it, unless it says that
// nobody knows.
func TestBasisOfALiteral(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  *taxonomy.Error
		want taxonomy.Basis
	}{
		{&taxonomy.Error{}, taxonomy.BasisDeclared},
		{&taxonomy.Error{Code: "MINE"}, taxonomy.BasisDeclared},
		{&taxonomy.Error{Class: transient}, taxonomy.BasisDeclared},
		{&taxonomy.Error{Class: transient, Code: taxonomy.CodeUnknown}, taxonomy.BasisDeclared},
		{&taxonomy.Error{Code: taxonomy.CodeUnknown}, taxonomy.BasisUnknown},
		{&taxonomy.Error{Code: taxonomy.CodeUnknown, Basis: taxonomy.BasisCode}, taxonomy.BasisCode},
	} {
		if e := taxonomy.Classify(tt.err); e.Basis != tt.want {
			t.Errorf("%+v: by %s, want %s", tt.err, e.Basis, tt.want)
		}
	}
}

func TestMessageIsNeverEmpty(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"nobody recognises this failure; it is not repeated": errors.New(""),
		"somebody else holds the target":                     &taxonomy.Error{Class: conflict, Code: taxonomy.CodeLocked},
		"the target's state does not allow it":               &taxonomy.Error{Class: conflict, Message: "\x00"},
		"MINE":                                               &taxonomy.Error{Code: "MINE"},
		"odd":                                                &taxonomy.Error{Code: "MINE", Err: errOdd, Message: "odd"},
	} {
		if e := taxonomy.Classify(err); e.Message != want {
			t.Errorf("%q, want %q", e.Message, want)
		}
	}
}

func TestNonsenseInALiteralIsMended(t *testing.T) {
	t.Parallel()
	e := taxonomy.Classify(&taxonomy.Error{Class: 5, Applied: 3, Scope: 5, Basis: 5, RetryAfter: -1, Message: "x"})
	e.Err = nil
	want := &taxonomy.Error{Class: fatal, Code: taxonomy.CodeUnknown, Message: "x", Applied: unanswered, Scope: taxonomy.ScopeItem, Basis: taxonomy.BasisDeclared}
	if diff := cmp.Diff(want, e, cmp.AllowUnexported(taxonomy.Error{})); diff != "" {
		t.Error(diff)
	}
	e = taxonomy.Classify(&taxonomy.Error{Class: permission, Applied: no, Scope: taxonomy.ScopeHost, Basis: taxonomy.BasisText, RetryAfter: 1, Message: "x"})
	e.Err = nil
	want = &taxonomy.Error{Class: permission, Code: taxonomy.CodeForbidden, Message: "x", Applied: no, Scope: taxonomy.ScopeHost, Basis: taxonomy.BasisText, RetryAfter: 1}
	if diff := cmp.Diff(want, e, cmp.AllowUnexported(taxonomy.Error{})); diff != "" {
		t.Error(diff)
	}
}

func TestErrorfInheritsWhatItDoesNotSay(t *testing.T) {
	t.Parallel()
	inner := &taxonomy.Error{
		Class: transient, RetryAfter: time.Minute, Applied: no,
		Fields: []taxonomy.Field{{Path: "/a", Message: "no"}}, Context: map[string]any{"status": 503},
	}
	got := taxonomy.Classify(taxonomy.Errorf(fatal, "X", "outer: %w", inner))
	if got.RetryAfter != time.Minute || got.Status() != 503 || len(got.Fields) != 1 || got.Message != "outer: "+inner.Error() {
		t.Errorf("%+v", got)
	}
	if e := taxonomy.Errorf(fatal, "X", "outer: %w", inner); e.Applied != unanswered || e.Basis != taxonomy.BasisDeclared {
		t.Errorf("before it is classified: applied %s by %s", e.Applied, e.Basis)
	}
	settled := taxonomy.Classify(taxonomy.Errorf(fatal, "X", "outer: %w", io.ErrUnexpectedEOF))
	settled.Applied = no // by somebody who knows better
	if e := taxonomy.Classify(settled); e.Applied != no {
		t.Errorf("asked again it inherits again: applied %s", e.Applied)
	}
	own := taxonomy.Errorf(fatal, "X", "outer: %w", inner)
	own.RetryAfter, own.Fields, own.Context = time.Second, []taxonomy.Field{}, map[string]any{}
	if got := taxonomy.Classify(own); got.RetryAfter != time.Second || got.Status() != 0 || len(got.Fields) != 0 {
		t.Errorf("what it said itself was lost: %+v", got)
	}
}

// TestErrorsIsAsJoin: an Error is a good citizen of package errors, and Classify
// keeps everything that can be found in the error it was given.
func TestErrorsIsAsJoin(t *testing.T) {
	t.Parallel()
	sentinel := taxonomy.Errorf(conflict, "MINE", "mine")
	declared := taxonomy.Errorf(fatal, "OUTER", "outer: %w", fmt.Errorf("deeper: %w, %w", io.EOF, sentinel))
	wrapped := fmt.Errorf("step 2: %w", errors.Join(errOdd, declared))
	for name, err := range map[string]error{"declared": declared, "wrapped": wrapped, "classified": taxonomy.Classify(wrapped), "twice": taxonomy.Classify(taxonomy.Classify(wrapped))} {
		for _, target := range []error{io.EOF, sentinel, declared, taxonomy.Fatal, taxonomy.ResourceConflict} {
			if !errors.Is(err, target) {
				t.Errorf("%s: errors.Is %v is false", name, target)
			}
		}
		if errors.Is(err, taxonomy.Permission) {
			t.Errorf("%s: errors.Is Permission is true", name)
		}
		var e *taxonomy.Error
		if !errors.As(err, &e) || e.Code != "OUTER" {
			t.Errorf("%s: errors.As finds %v", name, e)
		}
		if taxonomy.ClassOf(err) != fatal {
			t.Errorf("%s: %s, though it wraps a conflict", name, taxonomy.ClassOf(err))
		}
	}
	if !errors.Is(taxonomy.Classify(sentinel), sentinel) {
		t.Error("a declared error that wraps nothing is lost")
	}
	var none *taxonomy.Error
	if errors.Is(none, taxonomy.Fatal) || none.Unwrap() != nil || none.Status() != 0 {
		t.Error("a nil Error is something")
	}
	none2 := error(none)
	unknown.check(t, none2)
	if e := taxonomy.Classify(none2); !strings.Contains(e.Message, "plain nil") {
		t.Errorf("the slip is not named: %q", e.Message)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 423}))
	if e.Status() != 423 {
		t.Errorf("status %d", e.Status())
	}
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back taxonomy.Error
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back.Status() != 423 {
		t.Errorf("status %d after JSON", back.Status())
	}
	same := *e
	same.Err, back.Context = nil, e.Context
	if diff := cmp.Diff(same, back, cmp.AllowUnexported(taxonomy.Error{})); diff != "" {
		t.Errorf("changed by a journey through JSON:\n%s", diff)
	}
	if (&taxonomy.Error{Context: map[string]any{"status": "423"}}).Status() != 0 {
		t.Error("a text is a status")
	}
}

type stringer struct{ with any }

func (s stringer) String() string { panic(s.with) }

type evilStringer struct{}

func (evilStringer) String() string { panic(evilStringer{}) }

func TestPanicError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		value any
		want  string
	}{
		{"error", io.EOF, "panic: EOF"},
		{"text", "boom", "panic: boom"},
		{"nil", nil, "panic: <nil>"},
		{"error whose text panics", (*silentError)(nil), "panic: *taxonomy_test.silentError (its Error method panicked)"},
		{"stringer that panics", stringer{"no"}, "panic: %!v(PANIC=String method: no)"},
		{"stringer whose panic panics", evilStringer{}, "panic: taxonomy_test.evilStringer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &taxonomy.PanicError{Value: tt.value, Stack: []byte("goroutine 1 [running]: secret.go:7")}
			if p.Error() != tt.want {
				t.Errorf("%q, want %q", p.Error(), tt.want)
			}
			e := taxonomy.Classify(fmt.Errorf("calling: %w", p))
			if e.Class != fatal || e.Code != taxonomy.CodePanic || e.Applied != unanswered || strings.Contains(e.Message, "secret.go") {
				t.Errorf("%s %s, applied %s: %s", e.Class, e.Code, e.Applied, e.Message)
			}
			var back *taxonomy.PanicError
			if !errors.As(e, &back) || back != p {
				t.Error("the stack is lost")
			}
		})
	}
	if !errors.Is(&taxonomy.PanicError{Value: io.EOF}, io.EOF) || (&taxonomy.PanicError{Value: 7}).Unwrap() != nil {
		t.Error("Unwrap does not give the value, if it is an error")
	}
}

// TestErrorfIsNotJudgedByItsOwnWords: what the author of a tool writes around
// an error is no proof of anything.
func TestErrorfIsNotJudgedByItsOwnWords(t *testing.T) {
	t.Parallel()
	odd := errors.New("vendor: E1234")
	for _, tt := range []struct {
		name string
		err  error
		want taxonomy.Applied
	}{
		{"words of its own", taxonomy.Errorf(taxonomy.Transient, "X", "the order is locked: %w", odd), taxonomy.Answered},
		{"a status of its own", taxonomy.Errorf(taxonomy.Transient, "X", "HTTP 404: %w", odd), taxonomy.Answered},
		{"words of the wrapped one", taxonomy.Errorf(taxonomy.Transient, "X", "again: %w", errors.New("order is locked")), taxonomy.Answered},
		{"a permanent one believes words", taxonomy.Errorf(taxonomy.ResourceConflict, "X", "%w", errors.New("order is locked")), taxonomy.No},
		{"proof", taxonomy.Errorf(taxonomy.Transient, "X", "again: %w", taxonomy.FromAnswer(taxonomy.Answer{Status: 429})), taxonomy.No},
		{"two, one of them unknown", taxonomy.Errorf(taxonomy.Transient, "X", "%w, %w", odd, taxonomy.FromAnswer(taxonomy.Answer{Status: 429})), taxonomy.Answered},
	} {
		if got := taxonomy.Classify(tt.err).Applied; got != tt.want {
			t.Errorf("%s: applied %s, want %s", tt.name, got, tt.want)
		}
	}
}
