package taxonomy

import (
	"runtime/debug"
)

// Rule is one opinion in a [Chain]. Classify returns nil where it has none. It
// gets the error as the tool returned it and may look into it with errors.As.
// What it returns needs a Class; Applied counts as it stands, so a literal that
// leaves it out says "may have happened" and [Errorf] says "did not".
//
// Classify is called from many goroutines at once. A panic in it makes the
// failure Fatal with code PANIC.
type Rule struct {
	Name     string // for Explain; the built-in ones have names such as "http"
	Classify func(err error) *Error
}

// Chain asks rules in order until one has an opinion. The zero value and nil
// are ready to use and hold the built-in rules. It is safe for concurrent use.
type Chain struct{ front []Rule }

// NewChain returns the built-in chain with the given rules in front of it:
// they are asked before everything else, also before what a tool declared.
func NewChain(front ...Rule) *Chain {
	return &Chain{front: append([]Rule(nil), front...)}
}

// ClassOf returns the class of err by the built-in chain. It is total: any
// error has a class. ClassOf(nil) is Fatal; ask whether there is an error first.
func ClassOf(err error) Class {
	if err == nil {
		return Fatal
	}
	return Classify(err).Class
}

// Classify judges err by the built-in chain. It returns nil only for nil.
func Classify(err error) *Error { return (*Chain)(nil).Classify(err) }

// Classify judges err. It returns nil only for nil; else an Error of the
// caller's own, whose Code is set, whose Message is fit to be shown (redacted,
// capped, valid UTF-8) and which wraps err.
func (c *Chain) Classify(err error) *Error { return c.run(err, nil) }

// Asked is one line of [Chain.Explain]: a rule and its opinion.
type Asked struct {
	Rule   string
	Answer *Error // nil: no opinion
}

// Explain is Classify with every rule that was asked, in order. For errors
// joined together the rules are asked once a branch.
func (c *Chain) Explain(err error) (*Error, []Asked) {
	var asked []Asked
	e := c.run(err, func(rule string, answer *Error) {
		asked = append(asked, Asked{Rule: rule, Answer: answer})
	})
	return e, asked
}

type tracer func(rule string, answer *Error)

func (t tracer) note(rule string, answer *Error) *Error {
	if t != nil {
		t(rule, answer)
	}
	return answer
}

func (c *Chain) run(err error, t tracer) *Error {
	if err == nil {
		return nil
	}
	var opinion *Error
	if c != nil {
		for _, rule := range c.front {
			if opinion = t.note(rule.Name, ask(rule, err)); opinion != nil {
				break
			}
		}
	}
	if opinion == nil {
		opinion = judgeSafely(err, t)
	}
	if opinion == nil {
		opinion = &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
	}
	return finish(opinion, err)
}

// ask calls a user's rule; its answer is copied, since a rule may hand out the
// same Error again and again.
func ask(rule Rule, err error) (answer *Error) {
	defer func() {
		if v := recover(); v != nil {
			answer = panicked("classifier "+rule.Name, &PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	given := rule.Classify(err)
	if given == nil {
		return nil
	}
	own := given.clone()
	if own.Basis == BasisUnknown {
		own.Basis = BasisDeclared
	}
	return resolve(own)
}

// judgeSafely: methods of foreign errors (Timeout, Is, Unwrap) may panic, as
// those of typed nil pointers do. Then nobody has an opinion.
func judgeSafely(err error, t tracer) (e *Error) {
	defer func() {
		if v := recover(); v != nil {
			e = nil
		}
	}()
	return judge(err, t)
}

func panicked(who string, p *PanicError) *Error {
	return &Error{Class: Fatal, Code: CodePanic, Message: who + ": " + p.Error(), Basis: BasisType, Err: p}
}

// finish fills what an opinion left out. The opinion is owned by the caller.
func finish(e *Error, err error) *Error {
	if e.Code == "" {
		e.Code = defaultCode(e.Class)
	}
	if e.Message == "" {
		e.Message = textOf(err)
	}
	e.Message = Clean(e.Message)
	if e.Err == nil && err != error(e) {
		e.Err = err
	}
	e.inherit = false
	return e
}

// maxDepth bounds the walk down a chain of wrapped errors; an error that
// unwraps to itself would go on for ever otherwise.
const maxDepth = 64

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

// judge asks the built-in rules; nil: nobody recognises err. The result is the
// caller's own.
func judge(err error, t tracer) *Error { return judgeAt(err, t, 0) }

func judgeAt(err error, t tracer, depth int) *Error {
	var buf [8]error
	s := spine(buf[:0])
	var branches []error
	for node := err; node != nil && len(s) < maxDepth && depth < maxDepth; depth++ {
		switch n := node.(type) { //nolint:errorlint // the walk is by node
		case *PanicError:
			return t.note("panic", panicked("the tool", n))
		case *Error:
			if n == nil {
				return nil
			}
			own := n.clone()
			if own.Basis == BasisUnknown && own.Code != CodeUnknown {
				own.Basis = BasisDeclared
			}
			return t.note("declared", resolveAt(own, t, depth))
		case *notSent:
			inner := judgeAt(n.err, t, depth+1)
			if inner == nil {
				inner = &Error{Class: Fatal, Code: CodeUnknown}
			}
			inner.Applied = No
			return t.note("not sent", inner)
		}
		s = append(s, node)
		switch n := node.(type) { //nolint:errorlint // the walk is by node
		case interface{ Unwrap() error }:
			node = n.Unwrap()
			continue
		case interface{ Unwrap() []error }:
			branches = n.Unwrap()
		}
		break
	}
	opinion := askBuiltins(s, len(branches) == 0, t)
	if len(branches) == 0 {
		return opinion
	}
	return join(opinion, branches, t, depth)
}

// resolve settles what a declared error inherits from the one that it wraps.
func resolve(e *Error) *Error { return resolveAt(e, nil, 0) }

func resolveAt(e *Error, t tracer, depth int) *Error {
	if !e.inherit || e.Err == nil {
		return e
	}
	e.inherit = false
	inner := judgeAt(e.Err, t, depth+1)
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

// join judges errors that came together: a permanent branch beats a transient
// one, branches that nobody recognises abstain from the class, and the worst
// Applied of all counts.
func join(above *Error, branches []error, t tracer, depth int) *Error {
	chosen, worst := above, No
	if above != nil {
		worst = above.Applied
	}
	for _, branch := range branches {
		if branch == nil {
			continue
		}
		e := judgeAt(branch, t, depth+1)
		if e == nil {
			worst = min(worst, Answered)
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
	if chosen != nil {
		chosen.Applied = worst
	}
	return chosen
}
