package correction

import (
	"errors"

	"github.com/batchagent/batchagent/taxonomy"
)

// ErrRefused is wrapped by every error of [Guard].
var ErrRefused = errors.New("correction: refused")

// Refusal says why [Guard] refused a proposal: a stable name, UPPER_SNAKE. The
// set is closed; [Refusals] lists it.
type Refusal string

// The refusals, in the order in which [Guard] looks for them.
const (
	// RefusedInternal: the request is incomplete (no Spec, no Schema), or the
	// check itself panicked. What cannot be checked is not executed.
	RefusedInternal Refusal = "INTERNAL"
	// RefusedNoProposal: there is no proposal, or it is empty.
	RefusedNoProposal Refusal = "NO_PROPOSAL"
	// RefusedTruncated: the proposed or the refused arguments end too early.
	RefusedTruncated Refusal = "TRUNCATED"
	// RefusedMalformed: not one JSON value, not the same kind of value as
	// before, or one that two readers may understand differently (a member
	// named twice, text that is not UTF-8).
	RefusedMalformed Refusal = "MALFORMED"
	// RefusedInDoubt: an attempt may have taken effect.
	RefusedInDoubt Refusal = "IN_DOUBT"
	// RefusedNotInput: the failure is not one of the arguments.
	RefusedNotInput Refusal = "NOT_INPUT_ERROR"
	// RefusedTried: the same arguments were refused before.
	RefusedTried Refusal = "ALREADY_TRIED"
	// RefusedLocked: it changes the record that the call is about, or another
	// argument that is locked.
	RefusedLocked Refusal = "LOCKED"
	// RefusedUnknownField: it adds a field that nobody knows.
	RefusedUnknownField Refusal = "UNKNOWN_FIELD"
	// RefusedNotNamed: it changes what nobody complained about.
	RefusedNotNamed Refusal = "NOT_NAMED"
	// RefusedInvalid: the schema refuses it.
	RefusedInvalid Refusal = "INVALID"
)

// Refusals returns all of them, in their order. The slice is the caller's own.
func Refusals() []Refusal {
	return []Refusal{
		RefusedInternal, RefusedNoProposal, RefusedTruncated, RefusedMalformed, RefusedInDoubt, RefusedNotInput,
		RefusedTried, RefusedLocked, RefusedUnknownField, RefusedNotNamed, RefusedInvalid,
	}
}

// GuardError is the error of [Guard]; find it with errors.As. It is not
// changed after it was returned; then it is safe for concurrent use.
type GuardError struct {
	Reason  Refusal
	Path    string // JSON Pointer to the place at fault, "" where it is the whole
	Message string // one sentence, fit to be shown; names of arguments, never values
	Err     error  // what lies behind it, or nil
}

// Error returns the sentence.
func (e *GuardError) Error() string { return e.Message }

// Unwrap returns [ErrRefused] and what lies behind the refusal.
func (e *GuardError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrRefused}
	}
	return []error{ErrRefused, e.Err}
}

func refused(reason Refusal, path, message string, err error) *GuardError {
	return &GuardError{Reason: reason, Path: path, Message: taxonomy.Clean(message), Err: err}
}
