package executor

import (
	"errors"
	"fmt"
)

// Outcome is what became of a call: exactly one of five. The zero value is
// NotDone: what nobody settled was not done.
type Outcome uint8

const (
	// NotDone: stopped before it was settled, and known not to have happened.
	NotDone Outcome = iota
	// Succeeded: it happened.
	Succeeded
	// Skipped: the target's state did not allow it.
	Skipped
	// Failed: it will not work as it is.
	Failed
	// InDoubt: it was sent, and nobody can say whether it happened.
	InDoubt
)

var errUnknownName = errors.New("executor: unknown name")

// Outcomes returns all five, in the order in which reports list them.
func Outcomes() []Outcome { return []Outcome{Succeeded, Skipped, Failed, InDoubt, NotDone} }

// String returns "succeeded", "skipped", "failed", "in_doubt" or "not_done".
func (o Outcome) String() string {
	switch o {
	case NotDone:
		return "not_done"
	case Succeeded:
		return "succeeded"
	case Skipped:
		return "skipped"
	case Failed:
		return "failed"
	case InDoubt:
		return "in_doubt"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// MarshalText returns the text form; an undefined outcome is an error.
func (o Outcome) MarshalText() ([]byte, error) {
	if o > InDoubt {
		return nil, fmt.Errorf("%w: %s", errUnknownName, o.String())
	}
	return []byte(o.String()), nil
}

// UnmarshalText reads the exact text form and leaves o alone on error.
func (o *Outcome) UnmarshalText(text []byte) error {
	for _, known := range Outcomes() {
		if string(text) == known.String() {
			*o = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q; an outcome is succeeded, skipped, failed, in_doubt or not_done", errUnknownName, text)
}

// How says how a call succeeded.
type How uint8

const (
	// HowNone: it did not succeed.
	HowNone How = iota
	// FirstTry: the first attempt succeeded.
	FirstTry
	// AfterRetry: a later attempt succeeded.
	AfterRetry
	// AfterCorrection: it succeeded with corrected arguments.
	AfterCorrection
	// ByProbe: the answer was lost; a probe found that it had happened.
	ByProbe
)

var howNames = [...]string{"", "first_try", "after_retry", "after_correction", "by_probe"} //nolint:gochecknoglobals // a table, never written

// Hows returns the four ways to succeed.
func Hows() []How { return []How{FirstTry, AfterRetry, AfterCorrection, ByProbe} }

// String returns "first_try", "after_retry", "after_correction", "by_probe", or
// "" for HowNone.
func (h How) String() string {
	if int(h) < len(howNames) {
		return howNames[h]
	}
	return fmt.Sprintf("How(%d)", uint8(h))
}

// MarshalText returns the text form; an undefined value is an error.
func (h How) MarshalText() ([]byte, error) {
	if int(h) >= len(howNames) {
		return nil, fmt.Errorf("%w: %s", errUnknownName, h.String())
	}
	return []byte(h.String()), nil
}

// UnmarshalText reads the exact text form.
func (h *How) UnmarshalText(text []byte) error {
	for i, name := range howNames {
		if string(text) == name {
			*h = How(i)
			return nil
		}
	}
	return fmt.Errorf("%w: %q is no way to succeed", errUnknownName, text)
}
