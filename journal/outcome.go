package journal

import (
	"errors"
	"fmt"
)

// Outcome is what became of an item. The five that settle one have the names
// that package executor gives them, which stands below this one.
type Outcome uint8

const (
	// Unsettled: it was begun, and nobody has said what became of it.
	Unsettled Outcome = iota
	// Succeeded: it happened.
	Succeeded
	// Skipped: the target's state did not allow it.
	Skipped
	// Failed: it will not work as it is.
	Failed
	// InDoubt: it was sent, and nobody can say whether it happened.
	InDoubt
	// NotDone: stopped before it was settled, and known not to have happened.
	NotDone
)

var errUnknownName = errors.New("journal: unknown name")

// Outcomes returns the five that settle an item, in the order of reports.
func Outcomes() []Outcome { return []Outcome{Succeeded, Skipped, Failed, InDoubt, NotDone} }

// String returns "unsettled", "succeeded", "skipped", "failed", "in_doubt" or
// "not_done".
func (o Outcome) String() string {
	switch o {
	case Unsettled:
		return "unsettled"
	case Succeeded:
		return "succeeded"
	case Skipped:
		return "skipped"
	case Failed:
		return "failed"
	case InDoubt:
		return "in_doubt"
	case NotDone:
		return "not_done"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// MarshalText returns the text form; an undefined outcome is an error.
func (o Outcome) MarshalText() ([]byte, error) {
	if o > NotDone {
		return nil, fmt.Errorf("%w: %s", errUnknownName, o.String())
	}
	return []byte(o.String()), nil
}

// UnmarshalText reads the exact text form and leaves o alone on error.
func (o *Outcome) UnmarshalText(text []byte) error {
	for known := Unsettled; known <= NotDone; known++ {
		if string(text) == known.String() {
			*o = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q; an outcome is succeeded, skipped, failed, in_doubt, not_done or unsettled", errUnknownName, text)
}
