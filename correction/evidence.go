package correction

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// supported is an edit that would have made a change of a correction.
type supported struct {
	rule *learnedRule
	// clear: the change cannot be explained in any other way.
	clear bool
}

// generalise returns the edits that explain a correction, and false where it has
// a change that none explains: then the others may have been made for the sake
// of that one (kg to g, and 1 to 1000).
func generalise(req *Request, args any, sh *shape, patch []Change) ([]supported, bool) {
	g := generaliser{req: req, args: args, shape: sh, complaints: complaintsOf(req, args, req.Schema)}
	var all []supported
	moved := make(map[int]bool)
	for i, c := range patch {
		if moved[i] {
			continue
		}
		var found []supported
		if c.Op == "replace" {
			found = g.replaced(c)
		} else {
			var other int
			found, other = g.renamed(patch, i)
			moved[other] = true
		}
		if len(found) == 0 {
			return nil, false
		}
		all = append(all, found...)
	}
	return all, len(all) > 0
}

type generaliser struct {
	req        *Request
	args       any
	shape      *shape
	complaints complaints
}

// renamed is patch[i] with its counterpart: a member of the same object with
// the same value, where there is exactly one. Else it is the only other member
// of the object that comes or goes, and its value was changed on the way, which
// has to be an example, too.
func (g *generaliser) renamed(patch []Change, i int) (found []supported, other int) {
	same := func(a, b Change) bool { return sameJSON(a.From, b.Value) }
	whatever := func(Change, Change) bool { return true }
	other, unchanged := counterpart(patch, i, same), true
	if other < 0 {
		other, unchanged = counterpart(patch, i, whatever), false
	}
	if other < 0 {
		return nil, 0
	}
	from, to := patch[i], patch[other]
	if from.Op == "add" {
		from, to = to, from
	}
	parent, wrong := parentOf(from.Path)
	_, right := parentOf(to.Path)
	// A value that goes from one field of the schema to another is no name
	// that was mended.
	if !g.complaints.about(from.Path) && !g.complaints.about(to.Path) || slices.Contains(known(g.shape.at(g.args, parent, mayHold)), wrong) {
		return nil, 0
	}
	r := LearnedRule{Tool: g.req.Spec.Name, Path: generalised(g.args, parent), Rename: &NameEdit{From: wrong, To: right}}
	if found = one(r); unchanged {
		return found, other
	}
	// What would be complained about if only the name were right?
	w := &work{root: copied(g.args)}
	value, _ := lookup(w.root, pointer.Split(from.Path))
	w.remove(from.Path)
	w.set(to.Path, value)
	next := generaliser{req: g.req, args: w.root, shape: g.shape, complaints: complaints{fields: failures(w.root, g.req.Schema)}}
	converted := next.replaced(Change{Op: "replace", Path: to.Path, From: from.From, Value: to.Value})
	if len(converted) == 0 {
		return nil, other
	}
	return append(found, converted...), other
}

// counterpart returns the only change to which patch[i] can be the other half of
// a move, if the same is true the other way round; else -1.
func counterpart(patch []Change, i int, fits func(from, to Change) bool) int {
	only := func(i int) int {
		found := -1
		for k, c := range patch {
			from, to := patch[i], c
			if from.Op == "add" {
				from, to = to, from
			}
			if from.Op != "remove" || to.Op != "add" || !sameParent(from.Path, to.Path) || !fits(from, to) {
				continue
			}
			if found >= 0 {
				return -1
			}
			found = k
		}
		return found
	}
	if other := only(i); other >= 0 && only(other) == i {
		return other
	}
	return -1
}

func sameParent(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	p, _ := parentOf(a)
	q, _ := parentOf(b)
	return p == q
}

func sameJSON(a, b json.RawMessage) bool {
	v, errV := tool.Decode(a)
	w, errW := tool.Decode(b)
	return errV == nil && errW == nil && identical(v, w)
}

// longestValue bounds, in bytes, the values that are learned; a longer one is a text.
const longestValue = 64

func (g *generaliser) replaced(c Change) []supported {
	code, complained := g.complaints.at(c.Path)
	from, errFrom := scalarOf(c.From)
	to, errTo := scalarOf(c.Value)
	if !complained || errFrom != nil || errTo != nil || len(c.From) > longestValue || len(c.Value) > longestValue {
		return nil
	}
	r := LearnedRule{Tool: g.req.Spec.Name, Path: generalised(g.args, c.Path), Code: code}
	if text, isText := from.(string); isText {
		if date, isText := to.(string); isText {
			if found := dateEdits(r, text, date); len(found) > 0 {
				return found
			}
		}
	}
	if !closed(g.shape.at(g.args, c.Path, mustHold), from, to) {
		return nil
	}
	r.Value = &ValueEdit{From: write(from), To: write(to)}
	return one(r)
}

// one is the rule as the only explanation; none where it is no rule.
func one(r LearnedRule) []supported {
	compiled, err := r.compile()
	if err != nil {
		return nil
	}
	return []supported{{compiled, true}}
}

// dateEdits returns every way in which the date may have been written.
func dateEdits(r LearnedRule, text, date string) (found []supported) {
	to := ""
	if _, err := time.Parse(time.DateOnly, date); err == nil {
		to = toDate
	} else if _, err := time.Parse(time.RFC3339, date); err == nil {
		to = toDateTime
	}
	if to == "" {
		return nil
	}
	for _, l := range layoutsOf(text) {
		if got, ok := l.convert(text, to); !ok || got != date {
			continue
		}
		r.Date = &DateEdit{From: l.String(), To: to}
		if compiled, err := r.compile(); err == nil {
			_, either := l.swapped().convert(text, to)
			found = append(found, supported{compiled, !either})
		}
	}
	return found
}

// closed reports whether a place takes one of few values, to among them and from
// not. Only then is one exact value for another a translation; elsewhere it is a
// number of an order or somebody's words.
func closed(nodes []map[string]any, from, to any) bool {
	if from == nil || to == nil {
		return false // what is missing is not translated
	}
	if text, ok := from.(string); ok && strings.TrimSpace(text) == "" {
		return false
	}
	if values, ok := keyword(nodes, "enum"); ok {
		has := func(v any) bool {
			return slices.ContainsFunc(list(values), func(w any) bool { return identical(v, w) })
		}
		return has(to) && !has(from)
	}
	_, was := from.(bool)
	_, is := to.(bool)
	return typeAt(nodes) == "boolean" && is && !was
}

func scalarOf(raw json.RawMessage) (any, error) {
	if !utf8.Valid(raw) {
		return nil, errValues
	}
	v, err := tool.Decode(raw)
	if err != nil {
		return nil, err
	}
	switch v.(type) {
	case map[string]any, []any:
		return nil, errValues
	}
	return v, nil
}

// complaints are what was complained about: by the error, and by the schema.
// Where neither names a place, the message decides.
type complaints struct {
	code   taxonomy.Code // of a field that has none of its own
	fields []taxonomy.Field
	said   *mentions // nil where a place is named
}

func complaintsOf(req *Request, args any, s schema) complaints {
	c := complaints{code: req.Err.Code, fields: slices.Concat(req.Err.Fields, failures(args, s))}
	c.fields = slices.DeleteFunc(c.fields, func(f taxonomy.Field) bool { return f.Path == "" })
	if len(c.fields) == 0 {
		c.said = mentionsIn(req.Err.Message, args)
	}
	return c
}

// each yields the codes of the complaints about a place.
func (c *complaints) each(path string) iter.Seq[taxonomy.Code] {
	return func(yield func(taxonomy.Code) bool) {
		for _, f := range c.fields {
			if (places{pointerTo(f.Path)}).cover(path) && !yield(cmp.Or(f.Code, c.code)) {
				return
			}
		}
		if c.said != nil && c.said.cover(path) {
			yield(c.code)
		}
	}
}

// at returns the code of the first complaint about a place.
func (c *complaints) at(path string) (taxonomy.Code, bool) {
	for code := range c.each(path) {
		return code, true
	}
	return "", false
}

func (c *complaints) about(path string) bool {
	_, ok := c.at(path)
	return ok
}

// match reports whether there is a complaint with that code, "" being any.
func (c *complaints) match(path string, code taxonomy.Code) bool {
	for other := range c.each(path) {
		if code == "" || code == other {
			return true
		}
	}
	return false
}

// indexFree is path with "*" for whatever may be an index, without a look at
// the arguments: good enough to know which requests wait for each other.
func indexFree(path string) string {
	if strings.IndexFunc(path, func(r rune) bool { return '0' <= r && r <= '9' }) < 0 {
		return path
	}
	parts := pointer.Split(path)
	for i, part := range parts {
		if strings.Trim(part, "0123456789") == "" && part != "" {
			parts[i] = anyElement
		}
	}
	return pointer.Of(parts...)
}
