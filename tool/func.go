package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

// Tool is anything that can be called with JSON. Tools are safe for concurrent
// use; Spec returns the same pointer each time, by which executors know the
// tool (a circuit breaker belongs to a tool, not to a name).
type Tool interface {
	Spec() *Spec
	// Call makes one call. The arguments are the caller's: they are not kept.
	Call(ctx context.Context, args json.RawMessage) (json.RawMessage, error)
}

// Prober is a [Tool] that can say whether an earlier call with the same
// arguments took effect. Probe only reads. done false means that it did not
// happen; an error, that it could not be found out.
type Prober interface {
	Probe(ctx context.Context, args json.RawMessage) (value json.RawMessage, done bool, err error)
}

// Func is a tool made of a typed Go func. It is safe for concurrent use if the
// func is.
type Func[In, Out any] struct {
	spec     *Spec
	fn       func(context.Context, In) (Out, error)
	probe    func(context.Context, In) (Out, bool, error)
	schema   *Schema
	shape    shape
	check    func(In) error // nil: nothing beside the schema
	copyIn   func(In) In    // nil: In is a value, or the func's own to spoil
	explicit bool           // the Spec brought the schema, so that typed calls are checked too
}

// New makes a tool of a typed func. Unless spec brings a schema, it is inferred
// from In: a struct's JSON fields, those without omitempty or omitzero
// required, no others allowed. Types that read themselves are what they read: a
// [time.Time] is a text with a date, a [json.RawMessage] anything, a type with
// UnmarshalText a text. New fails if spec has no name or effect, if the schema
// does not compile, if In has no JSON form, or if Spec.Target or Spec.Locked
// name an argument that the schema does not allow.
func New[In, Out any](spec Spec, fn func(context.Context, In) (Out, error)) (*Func[In, Out], error) {
	s, err := spec.check()
	if err != nil {
		return nil, err
	}
	if fn == nil {
		return nil, fmt.Errorf("%w (tool %q)", errNoFunc, s.Name)
	}
	f := &Func[In, Out]{spec: s, fn: fn, explicit: s.Schema != nil}
	if f.schema, err = schemaFor(s, reflect.TypeFor[In]()); err != nil {
		return nil, fmt.Errorf("tool %q: %w", s.Name, err)
	}
	if err := f.schema.checkLocks(s); err != nil {
		return nil, fmt.Errorf("tool %q: %w", s.Name, err)
	}
	if _, isMap := any(*new(In)).(map[string]any); isMap {
		// A func that changes its map must not change what the next attempt
		// gets, which has the same key.
		f.copyIn = func(in In) In {
			c, _ := copyJSON(any(in)).(In)
			return c
		}
	}
	f.shape.numbers = holdsInterface(reflect.TypeFor[In](), make(map[reflect.Type]bool))
	if f.explicit { // an inferred schema refuses other names
		f.shape.names = namesOf(reflect.TypeFor[In]())
	}
	s.Schema = f.schema.JSON()
	return f, nil
}

// Must returns f and panics if err is not nil: for tools that are made when a
// program starts, where a mistake in a Spec is a mistake in the program.
func Must[In, Out any](f *Func[In, Out], err error) *Func[In, Out] {
	if err != nil {
		panic(err.Error())
	}
	return f
}

// WithProbe returns a copy of f that can find out whether a call took effect.
// The probe must only read. It returns the value that the call would have
// returned and true if the call happened; false if it did not; an error if that
// could not be found out. It is asked after a backoff, never right after a
// timeout, when the call may still be under way.
func (f *Func[In, Out]) WithProbe(probe func(context.Context, In) (Out, bool, error)) *Func[In, Out] {
	c := *f
	c.probe = probe
	return &c
}

// WithCheck returns a copy of f whose arguments are checked by check as well,
// after the schema and before anything is sent: what it refuses is no attempt.
// Its error is judged as one of the tool would be, but nothing can have
// happened. It is called from many goroutines at once.
func (f *Func[In, Out]) WithCheck(check func(In) error) *Func[In, Out] {
	c := *f
	c.check = check
	return &c
}

// WithFunc returns a copy of f that calls fn where f calls its func, and has the
// same Spec, schema and check: for a rehearsal, in which all is done but the
// call.
func (f *Func[In, Out]) WithFunc(fn func(context.Context, In) (Out, error)) *Func[In, Out] {
	c := *f
	c.fn = fn
	return &c
}

// Spec describes the tool; its Schema is never nil. It must not be changed.
func (f *Func[In, Out]) Spec() *Spec { return f.spec }

// Call validates and decodes args, calls the func once and encodes its result.
// Refused arguments are a [taxonomy.Error] of class INPUT_ERROR.
//
// For a small struct that costs 0.7 of what decoding, validating, calling and
// encoding by hand with the same libraries costs, and twice what it costs
// without a schema: 3.2, 4.5 and 1.5 µs of CPU (bench_test.go). A schema that
// needs the validator, for a "format" or a range, costs 3 µs more.
func (f *Func[In, Out]) Call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	b := f.BindRaw(args)
	if err := b.Validate(); err != nil {
		return nil, err
	}
	if err := b.Invoke(ctx); err != nil {
		return nil, err
	}
	return b.Value()
}

// Probe asks the tool's probe, if it has one ([Func.WithProbe]).
func (f *Func[In, Out]) Probe(ctx context.Context, args json.RawMessage) (json.RawMessage, bool, error) {
	b := f.BindRaw(args)
	if err := b.Validate(); err != nil {
		return nil, false, err
	}
	done, err := b.Probe(ctx)
	if err != nil || !done {
		return nil, false, err
	}
	value, err := b.Value()
	return value, true, err
}

// Bind ties a call's typed arguments to f. It costs one allocation: they are
// neither encoded nor validated unless the Spec brought a schema.
func (f *Func[In, Out]) Bind(in In) *Bound[In, Out] {
	return &Bound[In, Out]{f: f, in: in, decoded: true, checked: !f.explicit && f.check == nil}
}

// BindRaw ties a call's raw arguments to f. They are not copied and must not
// be changed.
func (f *Func[In, Out]) BindRaw(args json.RawMessage) *Bound[In, Out] {
	return &Bound[In, Out]{f: f, raw: args}
}
