package tmpl

import (
	"encoding/json"
	"strings"
)

// Options says how values are put in. Nil is every zero.
type Options struct {
	// Env gives an environment variable, as os.LookupEnv does. Nil: none is set.
	Env func(name string) (value string, ok bool)
	// Escape makes a value fit for where it stands, or refuses it. It is asked for every value and
	// every environment variable, not for the template's own text, and not inside a [Tree], which
	// is escaped as JSON. Nil: values go in as they are.
	Escape func(value string) (string, error)
	// AbsentEmpty puts nothing where a value is absent or null. False: that is an error, because a
	// text with a hole in it is rarely what was meant.
	AbsentEmpty bool
}

// Render puts the values in. A value that is absent, or does not convert without loss, or that
// Escape refuses, is a *[FieldError]; so is a variable that is not set. Numbers and booleans go in
// as they are written in JSON; lists and objects only with :json.
func (t *Template) Render(values Lookup, opts *Options) (string, error) {
	return t.render(values, opts, showSecret)
}

// Redacted renders with ${env:NAME} in place of each secret; variables need not be set.
func (t *Template) Redacted(values Lookup, opts *Options) (string, error) {
	return t.render(values, opts, hideSecret)
}

type secrecy int

const (
	hideSecret secrecy = iota
	showSecret
)

func (t *Template) render(values Lookup, opts *Options, secrets secrecy) (string, error) {
	if opts == nil {
		opts = &Options{}
	}
	var b strings.Builder
	for _, p := range t.parts {
		switch p.kind {
		case literal:
			b.WriteString(p.text)
		case field:
			text, err := p.value(values, opts)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
		case env:
			text, err := p.secret(opts, secrets)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
		}
	}
	return b.String(), nil
}

// value is the text of a field.
func (p part) value(values Lookup, opts *Options) (string, error) {
	text, err := p.unescaped(values, opts)
	if err != nil || opts.Escape == nil {
		return text, err
	}
	escaped, err := opts.Escape(text)
	if err != nil {
		return "", &FieldError{Field: p.text, Text: text, Reason: err.Error()}
	}
	return escaped, nil
}

func (p part) unescaped(values Lookup, opts *Options) (string, error) {
	raw, ok := find(values, p.text)
	if opts.AbsentEmpty && (!ok || kindOf(raw) == nullKind) {
		return "", nil
	}
	if !ok {
		return "", &FieldError{Field: p.text, Reason: "has no value", Absent: true}
	}
	raw, err := convert(p.text, raw, p.conv)
	if err != nil {
		return "", err
	}
	if p.conv == toJSON && kindOf(raw) != nullKind {
		return string(raw), nil
	}
	return textOf(p.text, raw)
}

// secret is the text of a variable. Errors say its name only, also when Escape's own error has
// more in it.
func (p part) secret(opts *Options, secrets secrecy) (string, error) {
	if secrets == hideSecret {
		return "${env:" + p.text + "}", nil
	}
	value, ok := "", false
	if opts.Env != nil {
		value, ok = opts.Env(p.text)
	}
	if !ok {
		return "", &FieldError{Field: "environment variable " + p.text, Reason: "is not set"}
	}
	if opts.Escape == nil {
		return value, nil
	}
	escaped, err := opts.Escape(value)
	if err != nil {
		return "", &FieldError{Field: "environment variable " + p.text, Reason: "has a value that cannot stand here"}
	}
	return escaped, nil
}

// Value renders as inside a [Tree]: a text that is one name keeps the JSON value of it, and
// anything else gives a JSON string. It returns false where the one name has no value.
// Options.Escape and Options.AbsentEmpty are not used.
func (t *Template) Value(values Lookup, opts *Options) (json.RawMessage, bool, error) {
	return t.valueOf(values, opts, showSecret)
}

func (t *Template) valueOf(values Lookup, opts *Options, secrets secrecy) (json.RawMessage, bool, error) {
	if _, whole := t.Whole(); whole {
		p := t.parts[0]
		raw, ok := find(values, p.text)
		if !ok {
			return nil, false, nil
		}
		raw, err := convert(p.text, raw, p.conv)
		return raw, err == nil, err
	}
	plain := Options{}
	if opts != nil {
		plain.Env = opts.Env
	}
	text, err := t.render(values, &plain, secrets)
	if err != nil {
		return nil, false, err
	}
	raw, err := quote(text)
	return raw, err == nil, err
}
