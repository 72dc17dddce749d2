package openapitool

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

// request is an operation compiled: what becomes of its arguments.
type request struct {
	pieces []piece // of the path
	query  string  // that stands in the path of the spec
	params []*param
	body   *body // nil: none
	taken  map[string]bool
	others bool // other arguments are passed over
}

// piece is a part of the path: a text or a parameter.
type piece struct {
	text  string
	param *param // nil: the text
}

// compile reads an operation. keyHeader is the header that carries the key of a
// call, which is then no argument; "": none does.
func (d *Document) compile(o *Operation, keyHeader string) (*request, error) {
	if o.node.kind != mapKind {
		return nil, o.node.fault("an operation must be a mapping, and it %s", o.node.what())
	}
	r := &request{taken: make(map[string]bool)}
	var err error
	if r.params, err = d.params(o); err != nil {
		return nil, err
	}
	if keyHeader != "" {
		r.params = slices.DeleteFunc(r.params, func(p *param) bool { return p.in == "header" && strings.EqualFold(p.name, keyHeader) })
	}
	if r.body, err = d.body(o); err != nil {
		return nil, err
	}
	r.name()
	return r, r.path(o)
}

// name gives the arguments their names: that of the parameter or property, or,
// where that is taken, with its place before it. Path goes first, then query,
// header, cookie and the body.
func (r *request) name() {
	give := func(name, in string) string {
		arg := name
		if r.taken[arg] {
			arg = in + "_" + name
		}
		for r.taken[arg] {
			arg += "_"
		}
		r.taken[arg] = true
		return arg
	}
	for _, place := range places {
		for _, p := range r.params {
			if p.in == place {
				p.arg = give(p.name, p.in)
			}
		}
	}
	if r.body == nil {
		return
	}
	params := maps.Clone(r.taken)
	if r.body.fields == nil {
		r.body.whole = give("body", "request")
	}
	for i := range r.body.fields {
		r.body.fields[i].arg = give(r.body.fields[i].name, "body")
	}
	r.taken = params // what is left are members of an open body
}

// path takes the path of the spec apart.
func (r *request) path(o *Operation) error {
	text, _, _ := strings.Cut(o.Path, "#") // some specs tell operations apart by what is never sent
	text, r.query, _ = strings.Cut(text, "?")
	used := make(map[string]bool)
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		r.pieces = append(r.pieces, piece{text: literal(before)})
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, "}")
		i := slices.IndexFunc(r.params, func(p *param) bool { return p.in == "path" && p.name == name })
		if !closed || i < 0 {
			return o.node.fault("the path %s has {%s}, and no parameter is declared for it (in: path)", o.Path, name)
		}
		used[name] = true
		r.pieces = append(r.pieces, piece{param: r.params[i]})
		text = after
	}
	for _, p := range r.params {
		if p.in == "path" && !used[p.name] {
			return p.node.fault("the parameter %s is in the path, and {%s} does not stand in %s", p.name, p.name, o.Path)
		}
	}
	return nil
}

// literal escapes what a URL cannot hold in a text of the spec.
func literal(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~!$&'()*+,;=:@/", c) >= 0:
			b.WriteByte(c)
		case c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// inPath are the arguments in the path, in its order.
func (r *request) inPath() []string {
	var args []string
	for _, p := range r.pieces {
		if p.param != nil && !slices.Contains(args, p.param.arg) {
			args = append(args, p.param.arg)
		}
	}
	return args
}

// build makes the request of a call.
func (r *request) build(args map[string]json.RawMessage) (*httptool.Parts, error) {
	out := &httptool.Parts{Query: r.query}
	var err error
	if out.Path, err = r.renderPath(args); err != nil {
		return nil, err
	}
	var query, cookies []string
	if r.query != "" {
		query = append(query, r.query)
	}
	for _, p := range r.params {
		raw, ok := args[p.arg]
		if !ok || p.in == "path" {
			continue
		}
		if p.asJSON && string(raw) != "null" {
			raw = quote(string(compact(raw)))
		}
		switch p.in {
		case "query", "cookie":
			pairs, err := p.style.or(p.in).written(p.arg, p.name, raw)
			if err != nil {
				return nil, err
			}
			if p.in == "query" {
				query = append(query, pairs...)
			} else {
				cookies = append(cookies, pairs...)
			}
		case "header":
			v, err := take(p.arg, raw)
			if err != nil {
				return nil, err
			}
			text, empty := p.style.or(p.in).joined(p.name, v, func(s string) string { return s })
			if empty {
				continue
			}
			if !headerText(text) {
				return nil, refuse(p.arg, "has a line break or another control character in it, which a header cannot hold")
			}
			out.Header = append(out.Header, [2]string{p.name, text})
		}
	}
	out.Query, out.Cookie = strings.Join(query, "&"), strings.Join(cookies, "; ")
	if r.body != nil {
		if out.Body, err = r.body.render(args, r.taken); err != nil {
			return nil, err
		}
		out.Media = r.body.media
	}
	return out, nil
}

// or is the style, or that of the place where none was read.
func (s style) or(in string) style {
	if s.name == "" {
		return defaultStyle(in)
	}
	return s
}

func headerText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

func (r *request) renderPath(args map[string]json.RawMessage) (string, error) {
	var b strings.Builder
	for _, p := range r.pieces {
		if p.param == nil {
			b.WriteString(p.text)
			continue
		}
		raw, ok := args[p.param.arg]
		if !ok {
			return "", missing(p.param.arg)
		}
		if p.param.asJSON {
			raw = quote(string(compact(raw)))
		}
		v, err := take(p.param.arg, raw)
		if err != nil {
			return "", err
		}
		text, err := p.param.style.or("path").inPath(p.param.arg, p.param.name, v)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func missing(arg string) error {
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeMissingField, "%s has no value", arg)
	e.Fields = []taxonomy.Field{{Path: pointer(arg), Code: taxonomy.CodeMissingField, Message: "has no value"}}
	return e
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
