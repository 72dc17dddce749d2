package taxonomy

import (
	"errors"
	"fmt"
)

// Class says what must change before the same call can succeed. The zero value
// is [Fatal], the careful choice: what is not understood is not repeated.
//
// A Class is itself an error, so that errors.Is(err, taxonomy.Transient) can be
// asked. That looks at what was declared somewhere in the chain; whoever
// decides on a treatment asks [ClassOf], for a Fatal that wraps a Transient is
// Fatal.
type Class uint8

const (
	// Fatal needs an operator, a payment or code, or nobody knows what it
	// needs. The item fails at once.
	Fatal Class = iota
	// Transient needs only time. The call is made again after a wait, where
	// that is safe.
	Transient
	// InputError needs other arguments. They are corrected under guard, where
	// a corrector is set.
	InputError
	// ResourceConflict needs another state of the target. The item is skipped
	// and the others go on.
	ResourceConflict
	// Permission needs another caller. It would hit every item, so the batch
	// stops.
	Permission
)

// errUnknownText is wrapped by every UnmarshalText of this package.
var errUnknownText = errors.New("taxonomy: unknown name")

// Classes returns all five, for tables and tests that must not miss one.
func Classes() []Class {
	return []Class{Fatal, Transient, InputError, ResourceConflict, Permission}
}

// String returns the text form, one of TRANSIENT, INPUT_ERROR,
// RESOURCE_CONFLICT, PERMISSION, FATAL.
func (c Class) String() string {
	switch c {
	case Fatal:
		return "FATAL"
	case Transient:
		return "TRANSIENT"
	case InputError:
		return "INPUT_ERROR"
	case ResourceConflict:
		return "RESOURCE_CONFLICT"
	case Permission:
		return "PERMISSION"
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// Error returns the text form, which makes a Class usable with [errors.Is].
func (c Class) Error() string { return c.String() }

// MarshalText returns the text form; an undefined class is an error.
func (c Class) MarshalText() ([]byte, error) {
	if c > Permission {
		return nil, fmt.Errorf("%w: %s", errUnknownText, c.String())
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads the exact text form and leaves c alone on error.
func (c *Class) UnmarshalText(text []byte) error {
	for _, known := range Classes() {
		if string(text) == known.String() {
			*c = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q is no class; the classes are TRANSIENT, INPUT_ERROR, RESOURCE_CONFLICT, PERMISSION, FATAL",
		errUnknownText, text)
}
