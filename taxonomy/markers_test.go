package taxonomy_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// mark is an error that says whether to call again, in one of four ways.
type (
	nonRetryable struct {
		error
		yes bool
	}
	retryableMark  struct{ nonRetryable }
	isRetryable    struct{ nonRetryable }
	retryableError struct{ nonRetryable }
	temporary      struct{ nonRetryable }
	panickyMark    struct{ error }
)

func (m nonRetryable) Unwrap() error          { return m.error }
func (m nonRetryable) NonRetryable() bool     { return m.yes }
func (m retryableMark) Retryable() bool       { return m.yes }
func (m isRetryable) IsRetryable() bool       { return m.yes }
func (m retryableError) RetryableError() bool { return m.yes }
func (m temporary) Temporary() bool           { return m.yes }
func (m panickyMark) Unwrap() error           { return m.error }
func (m panickyMark) Retryable() bool         { panic("no") }

// NonRetryable of the others must not be promoted.
func (m retryableMark) NonRetryable()  {}
func (m isRetryable) NonRetryable()    {}
func (m retryableError) NonRetryable() {}
func (m temporary) NonRetryable()      {}

// TestMarkers: what an author marked is declared. A veto takes the retrying
// away and leaves all else; "retryable" is an opinion about the class.
func TestMarkers(t *testing.T) {
	t.Parallel()
	odd := errors.New("hmm")
	slow := errors.New("read timeout")
	locked := errors.New("order is locked")
	limited := taxonomy.FromAnswer(taxonomy.Answer{Status: 429, Header: map[string][]string{"Retry-After": {"7"}}})
	type want struct {
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
		basis   taxonomy.Basis
	}
	for _, tt := range []struct {
		name string
		err  error
		want want
	}{
		{"veto over nothing known", nonRetryable{odd, true}, want{fatal, taxonomy.CodeUnknown, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"veto over a timeout", nonRetryable{slow, true}, want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"veto over a refusal to connect", nonRetryable{refused(), true}, want{fatal, taxonomy.CodeConnectionRefused, no, taxonomy.BasisDeclared}},
		{"veto over what is not retried anyway", nonRetryable{locked, true}, want{conflict, taxonomy.CodeLocked, no, taxonomy.BasisText}},
		{"no veto", nonRetryable{slow, false}, want{transient, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisText}},
		{"not retryable", retryableMark{nonRetryable{slow, false}}, want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"not retryable, by another name", isRetryable{nonRetryable{slow, false}}, want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"not retryable, by a third", retryableError{nonRetryable{slow, false}}, want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"not temporary says nothing", temporary{nonRetryable{slow, false}}, want{transient, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisText}},
		{"retryable", retryableMark{nonRetryable{odd, true}}, want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"retryable, by another name", isRetryable{nonRetryable{odd, true}}, want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"retryable, by a third", retryableError{nonRetryable{odd, true}}, want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"temporary", temporary{nonRetryable{odd, true}}, want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"retryable over a lock: its author knows better", retryableMark{nonRetryable{locked, true}}, want{transient, taxonomy.CodeUnavailable, no, taxonomy.BasisDeclared}},
		{"retryable over a timeout: may still have happened", retryableMark{nonRetryable{slow, true}}, want{transient, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"the outermost counts", nonRetryable{fmt.Errorf("x: %w", retryableMark{nonRetryable{odd, true}}), true}, want{fatal, taxonomy.CodeUnknown, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"wrapped", fmt.Errorf("x: %w", retryableMark{nonRetryable{odd, true}}), want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisDeclared}},
		{"around joined errors", retryableMark{nonRetryable{errors.Join(slow, odd), false}}, want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"in one branch", errors.Join(nonRetryable{slow, true}, refused()), want{fatal, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisDeclared}},
		{"one that panics", panickyMark{slow}, want{transient, taxonomy.CodeTimeout, taxonomy.Unanswered, taxonomy.BasisText}},
		{"the standard library's Temporary", &net.OpError{Op: "write", Net: "tcp", Err: syscall.EMFILE}, want{transient, taxonomy.CodeOverloaded, taxonomy.Unanswered, taxonomy.BasisCode}},
		{"the standard library's Temporary says no", &fs.PathError{Op: "open", Path: "/x", Err: syscall.EINTR}, want{transient, taxonomy.CodeUnavailable, taxonomy.Answered, taxonomy.BasisCode}},
		{"a veto over what was not sent", nonRetryable{taxonomy.NotSent(slow), true}, want{fatal, taxonomy.CodeTimeout, no, taxonomy.BasisDeclared}},
		{"a veto over a wait", nonRetryable{limited, true}, want{fatal, taxonomy.CodeRateLimited, no, taxonomy.BasisDeclared}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.Classify(tt.err)
			if got := (want{e.Class, e.Code, e.Applied, e.Basis}); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			if e.Class != transient && e.RetryAfter != time.Duration(0) {
				t.Errorf("it is not to be retried, and asks for %s", e.RetryAfter)
			}
		})
	}
}

// TestMarkersAreTraced: Explain shows what was marked.
func TestMarkersAreTraced(t *testing.T) {
	t.Parallel()
	_, asked := (*taxonomy.Chain)(nil).Explain(nonRetryable{errors.New("read timeout"), true})
	last := asked[len(asked)-1]
	if last.Rule != "marked" || last.Answer == nil || last.Answer.Class != fatal {
		t.Errorf("the last one asked is %+v", last)
	}
}
