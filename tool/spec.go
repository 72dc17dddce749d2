package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Spec describes a tool. It is copied when a tool is made of it and never
// changed after that, so that it is safe for concurrent use.
type Spec struct {
	// Name is what models, job files and reports call it; required.
	Name string
	// Description is one or two sentences for models and people.
	Description string
	// Effect says what calling it twice does; required.
	Effect Effect
	// Target is the argument that names the record which a call is about, such
	// as "order_id". It is never changed by a correction. "": not known.
	Target string
	// Locked are further arguments that a correction must never change.
	Locked []string
	// Deletes: the tool removes its target, so that "not found" after a call
	// that may have happened means that it did.
	Deletes bool
	// Schema is the JSON Schema (draft 2020-12 unless it says otherwise) of the
	// arguments. nil: inferred from the Go type, and then checked for raw
	// arguments only; a Schema given here is checked for every call.
	Schema json.RawMessage
	// Timeout bounds one attempt. 0: the executor's.
	Timeout time.Duration
	// KeyTTL is how long the other side remembers an idempotency key. Past it
	// a call that may have happened is probed or held, never sent again.
	// 0: for ever.
	KeyTTL time.Duration
}

var (
	errNoName   = errors.New("tool: Spec.Name is empty; a tool needs a name to be called and reported by")
	errNoFunc   = errors.New("tool: the func is nil")
	errNegative = errors.New("must not be negative")
)

// check copies a Spec and refuses what makes no sense.
func (s Spec) check() (*Spec, error) {
	switch {
	case s.Name == "":
		return nil, errNoName
	case s.Effect == 0:
		return nil, fmt.Errorf("%w (tool %q)", errNoEffect, s.Name)
	case s.Effect > ReadOnly:
		return nil, fmt.Errorf("%w: %s (tool %q)", errUnknownEffect, s.Effect, s.Name)
	case s.Timeout < 0:
		return nil, fmt.Errorf("tool: Spec.Timeout is %s and %w; 0 means the executor's (tool %q)", s.Timeout, errNegative, s.Name)
	case s.KeyTTL < 0:
		return nil, fmt.Errorf("tool: Spec.KeyTTL is %s and %w; 0 means for ever (tool %q)", s.KeyTTL, errNegative, s.Name)
	}
	s.Locked = slices.Clone(s.Locked)
	s.Schema = slices.Clone(s.Schema)
	return &s, nil
}
