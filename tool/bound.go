package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/batchagent/batchagent/taxonomy"
)

// Invocation is a tool with the arguments of one call, whatever their Go
// types: what an executor works on. It is made by [Func.Bind], [Func.BindRaw]
// or [Bind], and is not safe for concurrent use.
type Invocation interface {
	Spec() *Spec
	// Schema is the compiled schema of the arguments.
	Schema() *Schema
	// Validate checks the arguments as far as that is due: raw ones always,
	// typed ones if the Spec brought a schema. The error is a *taxonomy.Error.
	Validate() error
	// Args returns the arguments as JSON.
	Args() (json.RawMessage, error)
	// SetArgs replaces the arguments, as a correction does. They are validated.
	SetArgs(args json.RawMessage) error
	// Invoke calls the tool once. Raw arguments are validated before, where
	// that has not been done: nothing is called with arguments that were not
	// read.
	Invoke(ctx context.Context) error
	// CanProbe says whether Probe can be asked.
	CanProbe() bool
	// Probe asks whether the call took effect, and takes the value if it did.
	Probe(ctx context.Context) (done bool, err error)
	// Value returns the result of the last successful Invoke or Probe as JSON.
	Value() (json.RawMessage, error)
}

// Bound is the [Invocation] of a [Func]: erased where executors work on it,
// typed for whoever made it.
type Bound[In, Out any] struct {
	f       *Func[In, Out]
	in      In
	out     Out
	raw     json.RawMessage // nil: not encoded yet
	decoded bool            // in holds the arguments
	checked bool            // nothing is left to validate
}

// In returns the arguments as they stand, after corrections if there were any;
// raw ones only after Validate.
func (b *Bound[In, Out]) In() In { return b.in }

// Out returns the result of the last successful Invoke or Probe.
func (b *Bound[In, Out]) Out() Out { return b.out }

// Spec returns the tool's.
func (b *Bound[In, Out]) Spec() *Spec { return b.f.spec }

// Schema returns the tool's.
func (b *Bound[In, Out]) Schema() *Schema { return b.f.schema }

// Args implements [Invocation].
func (b *Bound[In, Out]) Args() (json.RawMessage, error) {
	if b.raw != nil || !b.decoded {
		return b.raw, nil
	}
	raw, err := encode(&b.in)
	if err != nil {
		return nil, fmt.Errorf("tool %q: arguments have no JSON form: %w", b.f.spec.Name, err)
	}
	b.raw = raw
	return raw, nil
}

// SetArgs implements [Invocation].
func (b *Bound[In, Out]) SetArgs(args json.RawMessage) error {
	next := Bound[In, Out]{f: b.f, raw: args}
	if err := next.Validate(); err != nil {
		return err
	}
	*b = next
	return nil
}

// Validate implements [Invocation].
func (b *Bound[In, Out]) Validate() error {
	if b.checked {
		return nil
	}
	if !b.decoded || b.f.explicit {
		if err := b.validate(); err != nil {
			return err
		}
	}
	if b.f.check != nil {
		if err := b.f.check(b.in); err != nil {
			return err
		}
	}
	b.checked = true
	return nil
}

// validate checks the arguments against the schema, and decodes raw ones.
func (b *Bound[In, Out]) validate() error {
	raw, err := b.Args()
	if err != nil {
		if _, panicked := errors.AsType[*taxonomy.PanicError](err); panicked {
			return err
		}
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "%s", err.Error())
	}
	v, err := Decode(raw)
	if err != nil {
		return err
	}
	if err := b.f.schema.Validate(v); err != nil {
		return err
	}
	if err := b.f.shape.check(v); err != nil {
		return err
	}
	if !b.decoded {
		var in In
		if err := decodeInto(raw, v, &in, &b.f.shape); err != nil {
			return err
		}
		b.in, b.decoded = in, true
	}
	return nil
}

// Invoke implements [Invocation].
func (b *Bound[In, Out]) Invoke(ctx context.Context) error {
	if err := b.ready(); err != nil {
		return err
	}
	in := b.in
	if b.f.copyIn != nil {
		in = b.f.copyIn(in)
	}
	out, err := b.f.fn(ctx, in)
	if err == nil {
		b.out = out
	}
	return err
}

// ready makes sure that in holds the arguments.
func (b *Bound[In, Out]) ready() error {
	if b.decoded {
		return nil
	}
	return b.Validate()
}

// CanProbe implements [Invocation].
func (b *Bound[In, Out]) CanProbe() bool { return b.f.probe != nil }

// Probe implements [Invocation].
func (b *Bound[In, Out]) Probe(ctx context.Context) (bool, error) {
	if b.f.probe == nil {
		return false, fmt.Errorf("%w: %q", errNoProbe, b.f.spec.Name)
	}
	if err := b.ready(); err != nil {
		return false, err
	}
	out, done, err := b.f.probe(ctx, b.in)
	if err == nil && done {
		b.out = out
	}
	return done && err == nil, err
}

var errNoProbe = errors.New("tool has no probe")

// Value implements [Invocation].
func (b *Bound[In, Out]) Value() (json.RawMessage, error) {
	raw, err := encode(&b.out)
	if err != nil {
		return nil, fmt.Errorf("tool %q: its result has no JSON form: %w", b.f.spec.Name, err)
	}
	return raw, nil
}
