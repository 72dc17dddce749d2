package correction

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Guard decides whether a proposal may be executed, and returns what it changes
// in req.Args; that is never empty. It looks at nothing but its arguments,
// changes neither, and is safe for concurrent use. The error is a [*GuardError];
// a panic does not come out.
//
// It refuses, in this order:
//
//  1. what is no JSON, is truncated, names a member twice, or is another kind
//     of value than before
//  2. anything where an attempt may have taken effect, or where the failure is
//     not one of the arguments
//  3. arguments that were tried before
//  4. a change at a locked place: the Spec's Target and Locked
//  5. a new field that the schema does not know; where the schema names no
//     fields, one that neither the error nor MayChange names
//  6. a change elsewhere than at the places that may change, or below one
//  7. what the schema refuses
//
// The places that may change are req.MayChange, if it is set. Else they are
// those named by req.Err.Fields and by the schema's complaints about req.Args.
// Where these name none, they are the members whose name or scalar value stands
// in req.Err.Message, at word boundaries; words such as "to" and "from" count
// only in quotes. A field that was refused as unknown may moreover move, with
// its value, to the one name of the schema that is spelt almost the same.
//
// It costs about 20 µs and 180 allocations where one of three arguments changes
// (BenchmarkGuard, one core of a virtual machine), two thirds of which is the
// validator that says again what was wrong.
func Guard(req *Request, p *Proposal) ([]Change, error) {
	if req == nil || req.Spec == nil || req.Schema == nil {
		return nil, refused(RefusedInternal, "", "the correction cannot be checked without a spec and a schema", nil)
	}
	return guard(req, p, req.Schema, nil)
}

// guard is Guard with the schema read already, or nil.
func guard(req *Request, p *Proposal, s schema, sh *shape) (patch []Change, err error) {
	defer func() {
		if v := recover(); v != nil {
			patch, err = nil, refused(RefusedInternal, "", "the check of the correction failed; it is not executed",
				&taxonomy.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	if p == nil || len(bytes.TrimSpace(p.Args)) == 0 {
		return nil, refused(RefusedNoProposal, "", "there are no corrected arguments", nil)
	}
	if e := standing(req); e != nil {
		return nil, e
	}
	before, err := tool.Decode(req.Args)
	if err != nil {
		return nil, unreadable("the refused arguments are never repaired", err)
	}
	after, err := tool.Decode(p.Args)
	if err != nil {
		return nil, unreadable("the proposed arguments are not executed", err)
	}
	if kind(before) != kind(after) {
		return nil, refused(RefusedMalformed, "", fmt.Sprintf("the proposed arguments are %s, not %s", kind(after), kind(before)), nil)
	}
	if req.Doubt || req.Err != nil && req.Err.Applied.Maybe() {
		return nil, refused(RefusedInDoubt, "", "an attempt may have taken effect, so its arguments are not corrected", nil)
	}
	if req.Err != nil && req.Err.Class != taxonomy.InputError {
		return nil, refused(RefusedNotInput, "", fmt.Sprintf("other arguments cannot help: the failure is %s", req.Err.Class), nil)
	}
	if e := tried(req, p); e != nil {
		return nil, e
	}
	g := guarded{req: req, before: before, after: after, schema: s, shape: sh}
	g.changes = diff(nil, before, after, "")
	return g.check()
}

// standing refuses what is truncated although it can be read: the reply of a
// model that was cut off in a lucky place.
func standing(req *Request) *GuardError {
	if req.Err != nil && req.Err.Code == taxonomy.CodeTruncatedArguments {
		return refused(RefusedTruncated, "", "the arguments were truncated; they are never repaired", req.Err)
	}
	return nil
}

func unreadable(consequence string, err error) *GuardError {
	reason, text := RefusedMalformed, err.Error()
	if e, ok := errors.AsType[*taxonomy.Error](err); ok {
		text = e.Message
		if e.Code == taxonomy.CodeTruncatedArguments {
			reason = RefusedTruncated
		}
	}
	return refused(reason, "", consequence+": "+text, err)
}

func kind(v any) string {
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	}
	return "null"
}

// tried compares with all that was refused before. What was tried is brought
// into its canonical form again: the JSON encoder may have rewritten it (< as
// \u003c) on its way through a journal.
func tried(req *Request, p *Proposal) *GuardError {
	proposed, err := tool.Canonical(p.Args)
	if err != nil {
		return unreadable("the proposed arguments are not executed", err)
	}
	for _, earlier := range slices.Concat(req.Tried, []json.RawMessage{req.Args}) {
		again, _ := tool.Canonical(earlier) // nil if it cannot be read
		if bytes.Equal(earlier, proposed) || bytes.Equal(again, proposed) {
			return refused(RefusedTried, "", "the proposed arguments were refused before", nil)
		}
	}
	return nil
}

// guarded is a proposal that can be read and is new.
type guarded struct {
	req           *Request
	before, after any
	changes       []Change
	schema        schema
	shape         *shape // nil until it is needed
	scope         *scope // nil until it is needed
}

func (g *guarded) check() ([]Change, error) {
	if path, broken := locksOf(g.req.Spec).broken(g.before, g.after); broken {
		return nil, refused(RefusedLocked, path, fmt.Sprintf("a correction must not change %s, which is locked", words(path)), nil)
	}
	if e := g.newFields(g.before, g.after, ""); e != nil {
		return nil, e
	}
	for _, c := range g.changes {
		if !g.allows(c) {
			why := "nobody complained about it"
			if len(g.req.MayChange) > 0 {
				why = "it is not among the arguments that may change"
			}
			return nil, refused(RefusedNotNamed, c.Path, fmt.Sprintf("a correction must not change %s: %s", words(c.Path), why), nil)
		}
	}
	if err := g.schema.Validate(g.after); err != nil {
		e := refused(RefusedInvalid, "", "the proposed arguments are wrong, too: "+err.Error(), err)
		if invalid, ok := errors.AsType[*taxonomy.Error](err); ok && len(invalid.Fields) > 0 {
			e.Path, e.Message = invalid.Fields[0].Path, taxonomy.Clean("the proposed arguments are wrong, too: "+invalid.Message)
		}
		return nil, e
	}
	return g.changes, nil
}

// newFields looks at every member of after that was not at the same place in
// before, those within new values included.
func (g *guarded) newFields(before, after any, path string) *GuardError {
	switch is := after.(type) {
	case map[string]any:
		was, _ := before.(map[string]any) // anything else had no members
		var names []string
		for _, name := range sortedNames(is) {
			at := pointer.Join(path, name)
			if _, had := was[name]; !had {
				if names == nil {
					names = known(g.shapes().at(g.after, path, mayHold))
				}
				if len(names) > 0 && !slices.Contains(names, name) || len(names) == 0 && !g.names(at) {
					return refused(RefusedUnknownField, at, fmt.Sprintf("a correction must not add %s, which the tool does not know", words(at)), nil)
				}
			}
			if e := g.newFields(was[name], is[name], at); e != nil {
				return e
			}
		}
	case []any:
		was, _ := before.([]any) // anything else had no elements
		for i, value := range is {
			var old any
			if i < len(was) {
				old = was[i]
			}
			if e := g.newFields(old, value, pointer.Join(path, strconv.Itoa(i))); e != nil {
				return e
			}
		}
	}
	return nil
}

func (g *guarded) shapes() *shape {
	if g.shape == nil {
		g.shape = shapeOf(g.schema)
	}
	return g.shape
}

// names reports whether the error or the user named the place.
func (g *guarded) names(path string) bool {
	if g.scope == nil {
		g.scope = scopeOf(g.req, g.before, g.schema)
	}
	return g.scope.covers(path)
}

func (g *guarded) allows(c Change) bool {
	if g.names(c.Path) {
		return true
	}
	return c.Op == "add" && len(g.req.MayChange) == 0 && slices.ContainsFunc(g.changes, func(from Change) bool {
		return from.Op == "remove" && g.moved(from.Path, c.Path) // and the removal has to be allowed, too
	})
}

// moved reports whether the member at to is the one at from, unchanged, which
// can only have been misspelt.
func (g *guarded) moved(from, to string) bool {
	parent, wrong := parentOf(from)
	other, right := parentOf(to)
	if parent != other {
		return false
	}
	was, _ := lookup(g.before, pointer.Split(from))
	is, _ := lookup(g.after, pointer.Split(to))
	names := known(g.shapes().at(g.after, parent, mustHold))
	meant, ok := meantName(wrong, names)
	return ok && meant == right && identical(was, is)
}
