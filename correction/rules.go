package correction

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// RulesOptions are the options of [Rules]. The zero value is fine.
type RulesOptions struct {
	// Dates says how 03/04/2026 is read. NotGuessed, the zero value: such a
	// date is left alone.
	Dates DateOrder
	// AskDates is said behind such a date: where to say how it is meant. "":
	// nothing.
	AskDates string
}

// Rules returns the corrector that needs no model: repairs that follow from the
// tool's JSON Schema and lose nothing. nil options are the zero value. The
// corrector is safe for concurrent use and calls nobody.
//
// It looks only at the places that the schema or the tool (Err.Fields) complain
// about, and asks these rules in this order, each of them at the places that
// fail when its turn comes:
//
//  1. json: "[1]" → [1], where an array or an object is wanted
//  2. name: an unknown field that can only mean one known and absent field is
//     renamed: orderId, dedline
//  3. default: a missing field gets the schema's default
//  4. null: a null at an optional field is dropped
//  5. list: "a" → ["a"] where an array is wanted, ["a"] → "a" where none is. A
//     text that may be a list itself ("a, b") is left alone
//  6. scalar: "42" → 42 and "true" → true, exactly so written: not "1e3",
//     "007", " 42 ", "+1", nor "3.9" where an integer is wanted
//  7. date: "20/5/2026", "May 20 2026", "2026年5月20日" → "2026-05-20", where
//     the format is date; with time and offset, where it is date-time
//  8. enum: a value that differs from exactly one of the enum's in case, in
//     surrounding space or by one letter
//
// Where the schema leaves a choice of types (type lists, anyOf, oneOf), and at
// locked places, nothing is done. It proposes something only if the whole then
// satisfies the schema and passes [Guard]; else it returns nil, nil.
//
// A schema names at most 50 complaints. Where there are more, the rest is not
// repaired, and so nothing is.
//
// It costs about 45 µs and 400 allocations to repair one of three arguments, the
// final Guard included, and 20 µs to find that nothing can be done
// (BenchmarkRules, BenchmarkRulesLeaveAlone; one core of a virtual machine).
func Rules(o *RulesOptions) Corrector {
	r := &rules{}
	if o != nil {
		r.o = *o
	}
	return r
}

type rules struct {
	o RulesOptions
	// last is the schema that was read last: a batch calls one tool.
	last atomic.Pointer[readSchema]
}

type readSchema struct {
	schema *tool.Schema
	shape  *shape
}

func (r *rules) shapeOf(s *tool.Schema) *shape {
	if last := r.last.Load(); last != nil && last.schema == s {
		return last.shape
	}
	sh := shapeOf(s)
	r.last.Store(&readSchema{schema: s, shape: sh})
	return sh
}

// byRule is the Proposal.By of Rules.
const byRule = "rule"

// Correct implements [Corrector].
func (r *rules) Correct(_ context.Context, req *Request) (*Proposal, error) {
	if req == nil || req.Spec == nil || req.Schema == nil || req.Err == nil {
		return nil, nil //nolint:nilnil // nil means that it cannot
	}
	return r.correct(req, req.Schema)
}

func (r *rules) correct(req *Request, s schema) (p *Proposal, err error) {
	defer func() {
		if v := recover(); v != nil {
			p, err = nil, fmt.Errorf("rules: %w", &taxonomy.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	if req.Doubt || req.Err.Class != taxonomy.InputError || standing(req) != nil {
		return nil, nil //nolint:nilnil // nil means that it cannot
	}
	args, err := tool.Decode(req.Args)
	if err != nil {
		return nil, nil //nolint:nilnil // never repaired
	}
	w := &work{o: r.o, req: req, schema: s, shape: r.shapeOf(req.Schema), root: args, locks: locksOf(req.Spec)}
	w.failing = failures(args, s)
	w.complained = places(nil).with(req.Err.Fields).with(w.failing)
	w.run()
	if len(w.said) == 0 || len(w.failures()) > 0 { // not repaired, or not all of it
		if len(w.unsure) > 0 {
			why := sentence(w.unsure)
			if r.o.AskDates != "" {
				why += "; " + r.o.AskDates
			}
			return &Proposal{By: byRule, Reason: why}, nil
		}
		return nil, nil //nolint:nilnil // nil means that it cannot
	}
	p = &Proposal{Args: write(w.root), By: byRule, Reason: sentence(w.said)}
	if _, err := guard(req, p, s, w.shape); err != nil {
		return nil, nil //nolint:nilnil // better nothing than what is refused anyway
	}
	return p, nil
}

// work is one run of the rules over one call's arguments.
type work struct {
	o      RulesOptions
	req    *Request
	schema schema
	shape  *shape
	root   any // the arguments so far; the work's own
	locks  locks
	// complained are the places that were complained about before anything was
	// changed.
	complained places
	said       []string // what was done, a sentence each
	unsure     []string // what was not, although something stands there that can be read in two ways

	failing []taxonomy.Field // what the schema says to root, unless that was changed since
	changed bool
}

func (w *work) run() {
	for _, rule := range []func(*work, spot) (string, bool){
		embeddedJSON, misspeltName, missingDefault, needlessNull, oneElementList, quotedScalar, writtenDate, enumValue,
	} {
		for _, path := range w.due() {
			value, present := lookup(w.root, pointer.Split(path))
			s := spot{path: path, value: value, present: present, nodes: w.shape.at(w.root, path, mustHold)}
			if union(s.nodes) {
				continue
			}
			if what, ok := rule(w, s); ok {
				w.said = append(w.said, words(path)+": "+what)
			}
		}
	}
}

// due returns the places to look at now, sorted.
func (w *work) due() []string {
	var due []string
	for _, path := range places(nil).with(w.req.Err.Fields).with(w.failures()) {
		if w.complained.cover(path) && w.free(path) {
			due = append(due, path)
		}
	}
	slices.Sort(due)
	return slices.Compact(due)
}

// reason tells what was done, the first few of many repairs.
// sentence joins what was said.
func sentence(said []string) string {
	const most = 5
	if more := len(said) - most; more > 0 {
		said = append(said[:most:most], fmt.Sprintf("and %d more", more))
	}
	return taxonomy.Clean(strings.Join(said, "; "))
}

func (w *work) failures() []taxonomy.Field {
	if w.changed {
		w.failing, w.changed = failures(w.root, w.schema), false
	}
	return w.failing
}

// free reports whether path may be changed at all.
func (w *work) free(path string) bool {
	if len(w.req.MayChange) > 0 && !placesOf(w.req.MayChange).cover(path) {
		return false
	}
	return !w.locks.hold(path)
}

// set puts a value where one is, or where a member may be.
func (w *work) set(path string, value any) {
	w.changed = true
	parent, name := parentOf(path)
	holder, _ := lookup(w.root, pointer.Split(parent))
	switch h := holder.(type) {
	case map[string]any:
		h[name] = value
	case []any:
		if i, ok := indexOf(name, len(h)); ok {
			h[i] = value
		}
	}
}

func (w *work) remove(path string) {
	w.changed = true
	parent, name := parentOf(path)
	if holder, ok := w.objectAt(parent); ok {
		delete(holder, name)
	}
}

func (w *work) objectAt(path string) (map[string]any, bool) {
	v, _ := lookup(w.root, pointer.Split(path))
	m, ok := v.(map[string]any)
	return m, ok
}
