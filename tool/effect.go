package tool

import (
	"errors"
	"fmt"
)

// Effect says what calling a tool twice with the same arguments does. There is
// no default, and the zero value is none of the three: New refuses it.
type Effect uint8

const (
	// Unsafe: called twice, it acts twice (send a mail, create an order). It is
	// called again only where it is known that nothing happened.
	Unsafe Effect = iota + 1
	// Idempotent: called twice, it acts once (set a date; create under an
	// idempotency key, which CallKey gives).
	Idempotent
	// ReadOnly: it changes nothing.
	ReadOnly
)

var (
	errNoEffect      = errors.New("tool: Spec.Effect is not set; say tool.Unsafe if calling it twice acts twice, tool.Idempotent if calling it twice acts once, or tool.ReadOnly if it changes nothing")
	errUnknownEffect = errors.New("tool: unknown effect")
)

// Effects returns all three.
func Effects() []Effect { return []Effect{Unsafe, Idempotent, ReadOnly} }

// String returns "unsafe", "idempotent" or "read_only".
func (e Effect) String() string {
	switch e {
	case Unsafe:
		return "unsafe"
	case Idempotent:
		return "idempotent"
	case ReadOnly:
		return "read_only"
	}
	return fmt.Sprintf("Effect(%d)", uint8(e))
}

// MarshalText returns the text form; the zero value is an error.
func (e Effect) MarshalText() ([]byte, error) {
	if e < Unsafe || e > ReadOnly {
		return nil, fmt.Errorf("%w: %s", errUnknownEffect, e.String())
	}
	return []byte(e.String()), nil
}

// UnmarshalText reads the exact text form and leaves e alone on error.
func (e *Effect) UnmarshalText(text []byte) error {
	for _, known := range Effects() {
		if string(text) == known.String() {
			*e = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q; an effect is unsafe, idempotent or read_only", errUnknownEffect, text)
}
