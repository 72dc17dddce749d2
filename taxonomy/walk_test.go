package taxonomy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// silentError panics wherever it is asked something.
type silentError struct{ text string }

func (e *silentError) Error() string { return e.text } // panics for nil

type (
	loudTimeout struct{}
	loudIs      struct{}
	loudUnwrap  struct{}
	loudJoin    struct{}
	itself      struct{ text string }
	twice       struct{ text string }
	manySelves  struct{ n int }
	listError   []string // not comparable
	emptyJoin   struct{}
)

func (loudTimeout) Error() string { return "loud" }
func (loudTimeout) Timeout() bool { panic("timeout") }
func (loudIs) Error() string      { return "loud" }
func (loudIs) Is(error) bool      { panic("is") }
func (loudUnwrap) Error() string  { return "loud" }
func (loudUnwrap) Unwrap() error  { panic("unwrap") }
func (loudJoin) Error() string    { return "loud" }
func (loudJoin) Unwrap() []error  { panic("unwrap") }
func (e itself) Error() string    { return e.text }
func (e itself) Unwrap() error    { return e }
func (e twice) Error() string     { return e.text }
func (e twice) Unwrap() []error   { return []error{e, e} }
func (manySelves) Error() string  { return "many" }
func (e manySelves) Unwrap() []error {
	all := make([]error, e.n)
	for i := range all {
		all[i] = e
	}
	return all
}
func (e listError) Error() string { return strings.Join(e, ", ") }
func (emptyJoin) Error() string   { return "empty" }
func (emptyJoin) Unwrap() []error { return nil }

// TestLimits: what lies beyond a limit is not known, so it may have happened.
func TestLimits(t *testing.T) {
	t.Parallel()
	wrap := func(n int) error {
		err := error(syscall.ENOSYS) // which is not known by its words alone to be refused
		for range n {
			err = fmt.Errorf("x: %w", err)
		}
		return err
	}
	declare := func(n int) error {
		err := refused()
		for range n {
			err = taxonomy.Errorf(input, "", "x: %w", err)
		}
		return err
	}
	join := func(n int) error {
		all := make([]error, n)
		for i := range all {
			all[i] = syscall.ECONNREFUSED
		}
		return errors.Join(all...)
	}
	nest := func(n int) error {
		err := refused()
		for range n {
			err = errors.Join(syscall.ECONNREFUSED, err)
		}
		return err
	}
	for _, tt := range []struct {
		name           string
		of             func(int) error
		within, beyond int
	}{
		{"nodes in a chain", wrap, 63, 64},
		{"declared errors", declare, 63, 64},
		{"joined errors", nest, 63, 64},
		{"nodes in all", join, 999, 1000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if e := taxonomy.Classify(tt.of(tt.within)); e.Applied != no {
				t.Errorf("%d: applied %s", tt.within, e.Applied)
			}
			if e := taxonomy.Classify(tt.of(tt.beyond)); e.Applied != unanswered {
				t.Errorf("%d: applied %s", tt.beyond, e.Applied)
			}
		})
	}
}

// TestStrangeErrors: any error has a class, also one whose methods panic, that
// wraps itself, or that is nil in disguise.
func TestStrangeErrors(t *testing.T) {
	t.Parallel()
	deep, deeper := error(syscall.EPIPE), error(syscall.EPIPE)
	for range 60 {
		deep = fmt.Errorf("x: %w", deep)
	}
	for range 70 {
		deeper = fmt.Errorf("x: %w", deeper)
	}
	declared := error(taxonomy.Errorf(input, "", "bottom: %w", context.DeadlineExceeded))
	for range 70 {
		declared = taxonomy.Errorf(input, "", "no: %w", declared)
	}
	var many []error
	for range 5000 {
		many = append(many, refused())
	}
	for _, tt := range []struct {
		name string
		err  error
		want verdict
	}{
		{"nil pointer", (*silentError)(nil), unknown},
		{"nil pointer of a known type", (*net.OpError)(nil), unknown},
		{"nil pointer inside", &url.Error{Op: "Get", Err: (*net.DNSError)(nil)}, unknown},
		{"nil Error inside", fmt.Errorf("x: %w", (*taxonomy.Error)(nil)), unknown},
		{"nil PanicError", (*taxonomy.PanicError)(nil), unknown},
		{"nil inside", &url.Error{Op: "Get", URL: "u"}, unknown},
		{"Timeout panics", loudTimeout{}, unknown},
		{"Timeout panics, but what it wraps is known", fmt.Errorf("%w: %w", loudTimeout{}, refused()), verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"Is panics", loudIs{}, unknown},
		{"Unwrap panics", loudUnwrap{}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"Unwrap of several panics", loudJoin{}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"a refusal over what cannot be seen", fmt.Errorf("order is locked: %w", loudUnwrap{}), verdict{conflict, taxonomy.CodeLocked, unanswered}},
		{"wraps itself", itself{"odd"}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"wraps itself and says why", itself{"order is locked"}, verdict{conflict, taxonomy.CodeLocked, unanswered}},
		{"joined with itself", twice{"order is locked"}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"joined with itself often", manySelves{40}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"not comparable", listError{"order", "is locked"}, verdict{conflict, taxonomy.CodeLocked, no}},
		{"not comparable, wrapped", fmt.Errorf("x: %w", listError{"odd"}), unknown},
		{"wraps an empty list", emptyJoin{}, unknown},
		{"deep", deep, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"too deep", deeper, verdict{transient, taxonomy.CodeConnectionReset, unanswered}}, // by its words
		{"declared too often", declared, verdict{input, taxonomy.CodeValidationFailed, unanswered}},
		{"too many", errors.Join(many...), verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
		{"many", errors.Join(many[:200]...), verdict{transient, taxonomy.CodeConnectionRefused, no}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.err)
			if class := taxonomy.ClassOf(tt.err); class != tt.want.class {
				t.Errorf("ClassOf says %s", class)
			}
			if e := taxonomy.Classify(tt.err); e.Message == "" || e.Code == "" {
				t.Errorf("message %q, code %q", e.Message, e.Code)
			}
		})
	}
	if taxonomy.ClassOf(nil) != fatal || taxonomy.Classify(nil) != nil {
		t.Error("nil is not Fatal, or is an Error")
	}
	if e, asked := taxonomy.NewChain().Explain(nil); e != nil || asked != nil {
		t.Error("Explain explains nil")
	}
}

func TestJoins(t *testing.T) {
	t.Parallel()
	join := errors.Join
	declared := func(class taxonomy.Class) error { return taxonomy.Errorf(class, "", "declared") }
	lost := io.ErrUnexpectedEOF // Transient, unanswered
	for _, tt := range []struct {
		name string
		err  error
		want verdict
	}{
		{"permanent beats transient", join(refused(), declared(input)), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"in any order", join(declared(input), refused()), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"the first permanent one", join(declared(conflict), declared(permission)), verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"the worst applied", join(declared(conflict), lost), verdict{conflict, taxonomy.CodeStateConflict, unanswered}},
		{"the worst applied first", join(lost, declared(conflict)), verdict{conflict, taxonomy.CodeStateConflict, unanswered}},
		{"an odd one abstains from the class", join(errOdd, declared(conflict)), verdict{conflict, taxonomy.CodeStateConflict, answered}},
		{"and never from applied", join(declared(conflict), errOdd), verdict{conflict, taxonomy.CodeStateConflict, answered}},
		{"an odd one and a transient", join(errOdd, refused()), verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"all odd", join(errOdd, errors.New("stranger")), unknown},
		{"an odd one that was not sent", join(taxonomy.NotSent(errOdd), refused()), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"all odd, one not sent", join(errOdd, taxonomy.NotSent(errOdd)), unknown},
		{"all not sent", join(taxonomy.NotSent(errOdd), taxonomy.NotSent(errOdd)), verdict{fatal, taxonomy.CodeUnknown, no}},
		{"one that was classified as unknown", join(taxonomy.Classify(errOdd), refused()), verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"nested", join(errOdd, join(refused(), join(declared(permission), lost))), verdict{permission, taxonomy.CodeForbidden, unanswered}},
		{"wrapped", fmt.Errorf("x: %w", join(refused(), refused())), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"two %w", fmt.Errorf("%w: %w", errOdd, lost), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"only one", join(errors.New("order is locked")), verdict{conflict, taxonomy.CodeLocked, no}},
		{"only one, with nil", join(nil, refused(), nil), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"the text of all is no statement", join(errors.New("order is"), errors.New("locked")), unknown},
		{"a branch's text is one", join(errors.New("order is locked"), lost), verdict{conflict, taxonomy.CodeLocked, unanswered}},
		{"all not sent after all", taxonomy.NotSent(join(lost, lost)), verdict{transient, taxonomy.CodeConnectionReset, no}},
		{"canceled and late", join(context.DeadlineExceeded, context.Canceled), verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"a panic among them", join(refused(), &taxonomy.PanicError{Value: 1}), verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"what stands above decides the class", &net.OpError{Op: "read", Err: join(declared(permission), refused())}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.err)
		})
	}
	long := &taxonomy.Error{Class: transient, Applied: no, RetryAfter: time.Minute}
	short := &taxonomy.Error{Class: transient, Applied: no, RetryAfter: time.Second}
	for _, err := range []error{join(long, short), join(short, long)} {
		if e := taxonomy.Classify(err); e.RetryAfter != time.Minute {
			t.Errorf("retry after %s, though one asked for a minute", e.RetryAfter)
		}
	}
	if e := taxonomy.Classify(join(declared(conflict), long)); e.RetryAfter != 0 {
		t.Errorf("a conflict took a branch's retry after %s", e.RetryAfter)
	}
}
