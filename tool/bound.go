package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

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
	// Invoke calls the tool once.
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
	raw, err := encode(b.in)
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
	raw, err := b.Args()
	if err != nil {
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "%s", err.Error())
	}
	v, err := Decode(raw)
	if err != nil {
		return err
	}
	if err := b.f.schema.Validate(v); err != nil {
		return err
	}
	if !b.decoded {
		if err := decodeInto(raw, v, &b.in); err != nil {
			return err
		}
		b.decoded = true
	}
	b.checked = true
	return nil
}

// Invoke implements [Invocation].
func (b *Bound[In, Out]) Invoke(ctx context.Context) error {
	out, err := b.f.fn(ctx, b.in)
	b.out = out
	return err
}

// CanProbe implements [Invocation].
func (b *Bound[In, Out]) CanProbe() bool { return b.f.probe != nil }

// Probe implements [Invocation].
func (b *Bound[In, Out]) Probe(ctx context.Context) (bool, error) {
	if b.f.probe == nil {
		return false, fmt.Errorf("%w: %q", errNoProbe, b.f.spec.Name)
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
	raw, err := encode(b.out)
	if err != nil {
		return nil, fmt.Errorf("tool %q: its result has no JSON form: %w", b.f.spec.Name, err)
	}
	return raw, nil
}

// encode is json.Marshal without the escaping meant for HTML, so that what
// went in as < comes out as <.
func encode(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case json.RawMessage:
		if v == nil {
			return json.RawMessage("null"), nil
		}
		return v, nil
	case *json.RawMessage:
		if v != nil && *v != nil {
			return *v, nil
		}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode reads one JSON value, with numbers as [json.Number]. The error is a
// *taxonomy.Error: TRUNCATED_ARGUMENTS where the text ends too early, which is
// never repaired, else INVALID_FORMAT.
func Decode(raw json.RawMessage) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		var syntax *json.SyntaxError
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
			errors.As(err, &syntax) && strings.Contains(syntax.Error(), "unexpected end") {
			return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeTruncatedArguments,
				"the arguments are truncated after %d bytes; they are not executed", len(raw))
		}
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "the arguments are not JSON: %s", err.Error())
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat,
			"the arguments hold more than one JSON value")
	}
	return v, nil
}

// decodeInto fills *in. v is raw, decoded: the two untyped shapes take it as
// it is.
func decodeInto[In any](raw json.RawMessage, v any, in *In) error {
	switch p := any(in).(type) {
	case *json.RawMessage:
		*p = raw
		return nil
	case *map[string]any:
		m, ok := v.(map[string]any)
		if !ok {
			return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "the arguments are not a JSON object")
		}
		*p = m
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(in); err != nil {
		e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "%s", err.Error())
		var typeErr *json.UnmarshalTypeError
		if errors.As(err, &typeErr) && typeErr.Field != "" {
			e.Fields = []taxonomy.Field{{
				Path: "/" + strings.ReplaceAll(typeErr.Field, ".", "/"), Code: taxonomy.CodeWrongType,
				Message: "is " + typeErr.Value + ", which does not fit",
			}}
		}
		return e
	}
	return nil
}
