package taxonomy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Error is a classified failure. Tool authors make one with [Errorf] (or as a
// literal), and [Classify] makes one of any other error. It works with
// errors.Is, errors.As and errors.Join; errors.Is(err, taxonomy.Transient)
// compares its class.
//
// An Error is not changed after it was returned; then it is safe for
// concurrent use.
type Error struct {
	Tool    string `json:"tool,omitempty"` // the tool's name, set by the executor
	Class   Class  `json:"class"`
	Code    Code   `json:"code"`    // never empty after Classify
	Message string `json:"message"` // redacted, valid UTF-8, at most MaxMessage bytes after Classify
	// Applied says whether the attempt may have taken effect. In a literal the
	// zero value is Unanswered: set No where nothing was done.
	Applied Applied `json:"applied"`
	Scope   Scope   `json:"scope"`
	// RetryAfter is how long the other side asked to wait, from the moment of
	// the answer; 0: it did not say.
	RetryAfter  time.Duration `json:"retry_after,omitempty"`
	Fields      []Field       `json:"fields,omitempty"`      // which arguments were refused
	Suggestions []string      `json:"suggestions,omitempty"` // what to do next, a sentence each
	// Context holds facts for people and programs, such as "status": 423.
	Context map[string]any `json:"context,omitempty"`
	Basis   Basis          `json:"basis"`
	Err     error          `json:"-"` // what it wraps, or nil

	// inherit: Applied is to be taken from Err, because the author wrapped an
	// error without saying anything about it. Only Errorf sets it.
	inherit bool
}

// Field is one argument that was refused.
type Field struct {
	Path    string `json:"path"` // JSON Pointer (RFC 6901) into the arguments, "" for the whole
	Message string `json:"message"`
	// Code says what is wrong with it, where that is known: MISSING_FIELD,
	// UNKNOWN_FIELD, WRONG_TYPE, INVALID_FORMAT, OUT_OF_RANGE.
	Code Code `json:"code,omitempty"`
}

// Errorf declares a failure. The format works as in [fmt.Errorf], %w included.
//
// Whoever declares an error knows what happened: one that wraps nothing has
// Applied No, unless its code is one that says otherwise: TIMEOUT,
// CONNECTION_RESET, SERVER_ERROR, PANIC, UNREADABLE_ANSWER. One that wraps another (%w) inherits
// what is known of that one, so that a read timeout that is declared Transient
// remains a call that may have been executed; of one that nobody recognises
// nothing is known, and then only a declared Transient counts as Answered. Say
// [NotSent] where nothing was sent.
func Errorf(class Class, code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...) //nolint:err113 // the message is the caller's
	e := &Error{Class: class, Code: code, Message: err.Error(), Applied: declaredApplied(code), Basis: BasisDeclared}
	if wrapsAny(err) {
		e.Err, e.Applied, e.inherit = err, Unanswered, true
	}
	return e
}

// declaredApplied is what a declared error says that wraps nothing: its author
// knows that nothing happened, unless the code itself says otherwise.
func declaredApplied(code Code) Applied {
	if applied, ok := declaredMaybe[code]; ok {
		return applied
	}
	return No
}

//nolint:gochecknoglobals // a table, never written
var declaredMaybe = map[Code]Applied{
	CodeTimeout: Unanswered, CodeConnectionReset: Unanswered, CodePanic: Unanswered, CodeServerError: Answered, CodeUnreadableAnswer: Answered,
}

func wrapsAny(err error) bool {
	if errors.Unwrap(err) != nil {
		return true
	}
	multi, ok := err.(interface{ Unwrap() []error })
	return ok && len(multi.Unwrap()) > 0
}

// Error returns "tool: CODE: message", without the parts that are empty.
func (e *Error) Error() string {
	if e == nil { // the slip that every Go error type invites
		return "<nil>" // as fmt prints it: reports hold nil where there is no error
	}
	s := e.Message
	if s == "" && e.Err != nil {
		s = textOf(e.Err)
	}
	if e.Code != "" {
		if s == "" {
			s = string(e.Code)
		} else {
			s = string(e.Code) + ": " + s
		}
	}
	if e.Tool != "" {
		s = e.Tool + ": " + s
	}
	return s
}

// Unwrap returns the wrapped error, or nil.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// Is reports whether target is e's class.
func (e *Error) Is(target error) bool {
	c, ok := target.(Class)
	return ok && e != nil && c == e.Class
}

// clone returns a copy that can be appended to, and whose Context can be
// written to, without anything in the original changing.
func (e *Error) clone() *Error {
	c := *e
	c.Fields, c.Suggestions = slices.Clip(c.Fields), slices.Clip(c.Suggestions)
	c.Context = maps.Clone(c.Context)
	return &c
}

// Status returns the HTTP status that the failure came with, or 0.
func (e *Error) Status() int {
	if e == nil {
		return 0
	}
	switch status := e.Context["status"].(type) {
	case int:
		return status
	case float64: // after a journey through JSON
		return int(status)
	}
	return 0
}

// NotSent says of err that nothing was sent: its class stays what it would be,
// and Applied is No. It returns nil for nil.
func NotSent(err error) error {
	if err == nil {
		return nil
	}
	return &notSent{err}
}

type notSent struct{ err error }

func (n *notSent) Error() string { return textOf(n.err) }
func (n *notSent) Unwrap() error { return n.err }

// PanicError is what becomes of a panic: the value and the stack, for the
// local log. Its text never holds the stack.
type PanicError struct {
	Value any    // what was passed to panic
	Stack []byte // runtime/debug.Stack at the recovery
}

// Error returns "panic: " and the value's text.
func (p *PanicError) Error() string {
	if err, ok := p.Value.(error); ok {
		return "panic: " + textOf(err)
	}
	return "panic: " + safeSprint(p.Value)
}

// Unwrap returns the value if it is an error.
func (p *PanicError) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// textOf returns err's text, also where its Error method panics, as methods of
// typed nil pointers do.
func textOf(err error) (s string) {
	defer func() {
		if v := recover(); v != nil {
			s = fmt.Sprintf("%T (its Error method panicked)", err)
		}
	}()
	return err.Error()
}

func safeSprint(v any) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprintf("%T", v)
		}
	}()
	return fmt.Sprint(v)
}
