package tmpl

import (
	"fmt"
	"slices"
	"strings"
)

// Template is a compiled text. The zero value renders the empty text.
// It is safe for concurrent use.
type Template struct {
	source string
	parts  []part
}

// part is one piece of a text; which fields are used depends on its kind.
type part struct {
	kind partKind
	text string // the literal text, or the name of the field or the variable
	conv conversion
}

type partKind int

const (
	literal partKind = iota
	field
	env
)

// CompileError says why a text is no template. It never contains the text around the fault,
// because people write secrets into headers.
type CompileError struct {
	// Offset is where in the text the fault is, in bytes from 0.
	Offset int
	// Reason is a sentence without a full stop.
	Reason string
}

// Error returns the reason.
func (e *CompileError) Error() string { return e.Reason }

// Compile reads a text. The error is a *[CompileError].
func Compile(text string) (*Template, error) {
	t := &Template{source: text}
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			t.parts = append(t.parts, part{kind: literal, text: lit.String()})
			lit.Reset()
		}
	}
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			lit.WriteByte(rest[0])
			i += 2
		case rest[0] == '}':
			return nil, &CompileError{i, `a "}" without its "{"; write "}}" for a brace`}
		case strings.HasPrefix(rest, "$${") && !strings.HasPrefix(rest, "$${{"):
			lit.WriteByte('$')
			p, n, err := compileField(text, i+2)
			if err != nil {
				return nil, err
			}
			flush()
			t.parts = append(t.parts, p)
			i = n
		case strings.HasPrefix(rest, "${") && !strings.HasPrefix(rest, "${{"):
			p, n, err := compileEnv(text, i+1)
			if err != nil {
				return nil, err
			}
			flush()
			t.parts = append(t.parts, p)
			i = n
		case rest[0] == '{':
			p, n, err := compileField(text, i)
			if err != nil {
				return nil, err
			}
			flush()
			t.parts = append(t.parts, p)
			i = n
		default:
			lit.WriteByte(rest[0])
			i++
		}
	}
	flush()
	return t, nil
}

// braces returns what stands between the brace at i and its end, and the index behind that.
func braces(text string, i int) (inner string, next int, err error) {
	n := strings.IndexAny(text[i+1:], "{}")
	if n < 0 || text[i+1+n] == '{' {
		return "", 0, &CompileError{i, `a "{" that is never closed; write "{{" for a brace`}
	}
	return text[i+1 : i+1+n], i + n + 2, nil
}

func compileField(text string, i int) (part, int, error) {
	inner, next, err := braces(text, i)
	if err != nil {
		return part{}, 0, err
	}
	name, conv, converted := inner, "", false
	if n := strings.LastIndexByte(inner, ':'); n >= 0 {
		name, conv, converted = inner[:n], inner[n+1:], true
	}
	p := part{kind: field, text: name}
	switch {
	case inner == "":
		return part{}, 0, &CompileError{i, `"{}" names nothing; write "{{}}" for a pair of braces`}
	case strings.HasPrefix(inner, "env:"):
		return part{}, 0, &CompileError{i, fmt.Sprintf("for an environment variable, write ${%s}", clip(inner))}
	case name != strings.TrimSpace(name):
		return part{}, 0, &CompileError{i, fmt.Sprintf("a name starts or ends with a space: write {%s}", clip(strings.TrimSpace(name)))}
	case name == "":
		return part{}, 0, &CompileError{i, fmt.Sprintf("{%s} names nothing before its colon", clip(inner))}
	}
	if converted {
		p.conv = conversionOf(conv)
		if p.conv == keep {
			return part{}, 0, &CompileError{i, fmt.Sprintf("{%s} asks for a conversion that does not exist; there are %s", clip(inner), conversionNames)}
		}
	}
	return p, next, nil
}

func compileEnv(text string, i int) (part, int, error) {
	inner, next, err := braces(text, i)
	if err != nil {
		return part{}, 0, err
	}
	name, ok := strings.CutPrefix(inner, "env:")
	if !ok {
		return part{}, 0, &CompileError{i - 1, fmt.Sprintf("${%s} is neither: write {%[1]s} for a value, $${%[1]s} for a dollar sign and a value, or ${env:NAME} for an environment variable", clip(inner))}
	}
	if !isVariable(name) {
		return part{}, 0, &CompileError{i - 1, fmt.Sprintf("%q is no name of an environment variable; one has letters, digits and _, and does not start with a digit", clip(name))}
	}
	return part{kind: env, text: name}, next, nil
}

// isVariable follows POSIX.1-2017, section 8.1, with lower-case letters as well.
func isVariable(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// String returns the text that was compiled, with its names.
func (t *Template) String() string { return t.source }

// Names returns the names that the text uses, each once, in order of appearance.
func (t *Template) Names() []string { return t.collect(field) }

// Env returns the environment variables that the text uses, each once, in order of appearance.
func (t *Template) Env() []string { return t.collect(env) }

func (t *Template) collect(kind partKind) []string {
	var names []string
	for _, p := range t.parts {
		if p.kind == kind && !slices.Contains(names, p.text) {
			names = append(names, p.text)
		}
	}
	return names
}

// HasSecret says whether a rendering contains the value of an environment variable, so that it
// must not be stored or shown. [Template.Redacted] gives what may be.
func (t *Template) HasSecret() bool {
	return slices.ContainsFunc(t.parts, func(p part) bool { return p.kind == env })
}

// Whole returns the one name that the text consists of, converted or not, if it is nothing else.
func (t *Template) Whole() (name string, ok bool) {
	if len(t.parts) != 1 || t.parts[0].kind != field {
		return "", false
	}
	return t.parts[0].text, true
}

// Cut splits the template at the first sep that stands in its own text, as strings.Cut does;
// a sep inside the braces or inside a value is not looked at. It is how a URL is taken apart
// into pieces that are escaped differently.
func (t *Template) Cut(sep string) (before, after *Template, found bool) {
	for i, p := range t.parts {
		if p.kind != literal {
			continue
		}
		head, tail, ok := strings.Cut(p.text, sep)
		if !ok {
			continue
		}
		return join(t.parts[:i], literalPart(head)), join(literalPart(tail), t.parts[i+1:]), true
	}
	return t, &Template{}, false
}

func literalPart(text string) []part {
	if text == "" {
		return nil
	}
	return []part{{kind: literal, text: text}}
}

// join puts parts together into a template with a source of its own.
func join(parts ...[]part) *Template {
	t := &Template{parts: slices.Concat(parts...)}
	var b strings.Builder
	escape := strings.NewReplacer("{", "{{", "}", "}}")
	for i, p := range t.parts {
		switch p.kind {
		case literal:
			text := escape.Replace(p.text)
			if strings.HasSuffix(text, "$") && i+1 < len(t.parts) {
				text += "$"
			}
			b.WriteString(text)
		case field:
			b.WriteString("{" + p.text + p.conv.suffix() + "}")
		case env:
			b.WriteString("${env:" + p.text + "}")
		}
	}
	t.source = b.String()
	return t
}
