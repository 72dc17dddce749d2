package taxonomy

import "reflect"

// maxDepth bounds the way down a chain of wrapped errors, and maxNodes all that
// is looked at: an error that unwraps to itself would go on for ever, and one
// that is joined with itself would do so in every branch.
const (
	maxDepth = 64
	maxNodes = 1000
)

// spine is an error and what it wraps, outermost first, down to the first node
// that wraps several.
type spine []error

// find returns the outermost node of the spine that is a T.
func find[T any](s spine) (T, bool) {
	for _, node := range s {
		if t, ok := node.(T); ok {
			return t, true
		}
	}
	var zero T
	return zero, false
}

// walk is one judgement by the built-in rules.
type walk struct {
	trace tracer
	left  int // nodes that may still be looked at
}

// judge asks the built-in rules; nil: nobody recognises err. The result is the
// caller's own.
func judge(err error, t tracer) *Error {
	w := walk{trace: t, left: maxNodes}
	return w.judge(err, 0)
}

func (w *walk) judge(err error, depth int) *Error {
	if depth >= maxDepth || w.left <= 0 {
		return unreadable()
	}
	var buf [8]error
	s := spine(buf[:0])
	var branches []error
	var marks spine
	whole, deep := true, false // down to the last node; lifted with all that it wraps
	for node := err; node != nil && !isNil(node); {
		if w.left--; w.left < 0 || len(s) >= maxDepth {
			whole = false
			break
		}
		switch n := node.(type) { //nolint:errorlint // the walk is by node
		case *PanicError:
			return w.trace.note("panic", panicked("the tool", n))
		case *Error:
			own := n.clone()
			if own.Basis == BasisUnknown && (own.Code != CodeUnknown || own.Class != Fatal) {
				own.Basis = BasisDeclared
			}
			rule := "declared"
			if own.Basis != BasisDeclared { // by what made it, such as FromAnswer
				rule = "classified"
			}
			return w.marked(marks, w.resolve(w.trace.note(rule, own), depth))
		case *notSent:
			return w.marked(marks, w.notSent(n, depth))
		}
		k := traitsOf(node)
		if k.lifts != nil && (!deep || !k.lifter.deep) {
			if f := k.lift(node); f != nil {
				s = append(s, f)
				deep = deep || k.lifter.deep
			}
		}
		if k.marks {
			marks = append(marks, node)
		}
		s = append(s, node)
		if branches, whole, node = unwrap(node); len(branches) > 0 {
			break
		}
	}
	if len(branches) > 0 {
		e := w.join(askBuiltins(s, nil, w.trace), branches, depth)
		if _, ok := find[*neverSent](s); ok && e != nil { // whatever each of the branches says for itself
			e.Applied = No
		}
		return w.marked(marks, e)
	}
	opinion := w.marked(marks, askBuiltins(s, err, w.trace))
	if !whole {
		if opinion == nil {
			return unreadable()
		}
		opinion.Applied = Unanswered
	}
	return opinion
}

// marked applies the marks of the spine, and traces them where they count.
func (w *walk) marked(s spine, e *Error) *Error {
	if len(s) == 0 {
		return e
	}
	if m := marked(s, e); m != nil && m.Basis == BasisDeclared {
		return w.trace.note("marked", m)
	}
	return e
}

// unreadable is the opinion about what cannot be looked through: somewhere in
// it may stand a call that was sent.
func unreadable() *Error {
	return &Error{Class: Fatal, Code: CodeUnknown, Applied: Unanswered}
}

// abstains reports whether e says nothing about the class, only about Applied.
func abstains(e *Error) bool { return e.Basis == BasisUnknown && e.Class == Fatal }

// isNil reports whether node is a nil pointer in an error's clothes. Nothing
// can be asked of it.
func isNil(node error) bool {
	v := reflect.ValueOf(node)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// unwrap takes one step down. One error that is joined with nothing else is
// wrapped as any other. ok is false where the step cannot be taken, because
// the error's method panics.
func unwrap(node error) (branches []error, ok bool, next error) {
	defer func() { _ = recover() }()
	switch n := node.(type) { //nolint:errorlint // by node
	case interface{ Unwrap() error }:
		return nil, true, n.Unwrap()
	case interface{ Unwrap() []error }:
		for _, branch := range n.Unwrap() {
			if branch != nil {
				branches = append(branches, branch)
			}
		}
		if len(branches) == 1 {
			return nil, true, branches[0]
		}
	}
	return branches, true, nil
}

// notSent: the class is that of the wrapped error, if it has one.
func (w *walk) notSent(n *notSent, depth int) *Error {
	inner := w.judge(n.err, depth+1)
	if inner == nil {
		inner = &Error{Class: Fatal, Code: CodeUnknown}
	}
	inner.Applied = No
	return w.trace.note("not sent", inner)
}

// resolve settles what a declared error inherits from the one that it wraps.
func resolve(e *Error) *Error {
	w := walk{left: maxNodes}
	return w.resolve(e, 0)
}

func (w *walk) resolve(e *Error, depth int) *Error {
	if !e.inherit || e.Err == nil {
		return e
	}
	e.inherit = false
	inner := w.wrapped(e.Err, depth+1)
	if inner != nil && inner.Basis == BasisText && e.Class == Transient {
		// Words are good enough to skip an item by, and not to make a call
		// again that may have been made.
		inner.Applied = min(inner.Applied, Answered)
	}
	if inner == nil {
		// The author knows what a refusal means; but a call that is to be
		// made again was made, and nobody says that it came to nothing.
		e.Applied = No
		if e.Class == Transient {
			e.Applied = Answered
		}
		return e
	}
	e.Applied = inner.Applied
	if e.RetryAfter == 0 {
		e.RetryAfter = inner.RetryAfter
	}
	if e.Fields == nil {
		e.Fields = inner.Fields
	}
	if e.Context == nil {
		e.Context = inner.Context
	}
	return e
}

// wrapped judges what fmt.Errorf has wrapped in err: not err itself, whose words
// are those of the author who declared it.
func (w *walk) wrapped(err error, depth int) *Error {
	branches, _, next := unwrap(err)
	if len(branches) > 0 {
		return w.join(nil, branches, depth)
	}
	return w.judge(next, depth)
}

// join judges errors that came together: a permanent branch beats a transient
// one, branches that nobody recognises abstain from the class, and the worst
// Applied of all counts.
func (w *walk) join(above *Error, branches []error, depth int) *Error {
	chosen, worst, abstained := above, No, false
	if above != nil {
		worst = above.Applied
	}
	for _, branch := range branches {
		e := w.judge(branch, depth+1)
		switch {
		case e == nil:
			worst = min(worst, Answered)
			continue
		case abstains(e):
			worst, abstained = min(worst, e.Applied), true
			continue
		}
		worst = min(worst, e.Applied)
		switch {
		case chosen == nil, chosen != above && chosen.Class == Transient && e.Class != Transient:
			chosen = e
		case chosen.Class == Transient && e.Class == Transient:
			chosen.RetryAfter = max(chosen.RetryAfter, e.RetryAfter)
		}
	}
	if chosen == nil && abstained {
		chosen = &Error{Class: Fatal, Code: CodeUnknown}
	}
	if chosen != nil {
		chosen.Applied = worst
	}
	return chosen
}
