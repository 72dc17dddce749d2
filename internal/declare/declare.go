// Package declare evaluates what a job file declares about a tool's answers: the
// expression that says what a success is, and the rules that classify failures
// before the built-in ones. Expressions are those of expr-lang, compiled once,
// with the names of their kind of tool alone; a misspelt name is an error
// before anything is called.
//
// An expression that fails when it is evaluated (body.order.state, where there
// is no order) has said nothing: a rule has no opinion then, and a success is
// none. [Program.Trouble] tells of the first such failure and how many there
// were.
package declare

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"github.com/batchagent/batchagent/taxonomy"
)

// Rule is one line of a job file's classify: what to make of an answer for
// which When holds.
type Rule struct {
	When       string
	Class      taxonomy.Class
	Code       taxonomy.Code     // "": the class's own
	Applied    *taxonomy.Applied // nil: what the answer says without the rule
	RetryAfter time.Duration     // 0: what the answer asks for
	Message    string            // "": the answer's own
}

// Program is what was declared, compiled. Nil declares nothing. It is safe for
// concurrent use.
type Program struct {
	success *vm.Program
	rules   []compiled
	relied  []Member // of the body, by the success

	mu      sync.Mutex
	trouble error
	times   int
}

type compiled struct {
	Rule
	when *vm.Program
}

// SyntaxError is an expression that does not compile.
type SyntaxError struct {
	Rule   int // its place in the rules, from 0; -1: it is the success
	Column int // in the expression, from 1; 0: not known
	Reason string
}

// Error is the reason.
func (f *SyntaxError) Error() string { return f.Reason }

// Compile compiles the expressions of a kind of tool; "" is no success of its
// own. The errors are joined [*SyntaxError] values.
func Compile(kind Kind, success string, rules []Rule) (*Program, error) {
	p := &Program{}
	var faults []error
	options := []expr.Option{expr.Env((&Answer{Kind: kind}).names()), expr.AsBool(), expr.Patch(limiter{})}
	compile := func(at int, text string) *vm.Program {
		program, err := expr.Compile(text, options...)
		if err != nil {
			faults = append(faults, faultOf(at, err))
		}
		return program
	}
	if success != "" {
		p.success, p.relied = compile(-1, success), Members(success, "body")
	}
	for i, rule := range rules {
		p.rules = append(p.rules, compiled{rule, compile(i, rule.When)})
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return p, nil
}

func faultOf(at int, err error) *SyntaxError {
	if fe, ok := errors.AsType[*file.Error](err); ok {
		return &SyntaxError{Rule: at, Column: fe.Column + 1, Reason: fe.Message}
	}
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return &SyntaxError{Rule: at, Reason: reason}
}

// Judge has the last word on an answer, of which the tool makes verdict, nil
// for a success. Where a success is declared and holds, it is one. Else the
// first rule counts that holds; then an answer that meets no declared success
// is FATAL, unless the verdict says more.
func (p *Program) Judge(a *Answer, verdict error) error {
	if p == nil {
		return verdict
	}
	if p.success != nil && p.holds(p.success, a) {
		return nil
	}
	for i := range p.rules {
		if rule := &p.rules[i]; p.holds(rule.when, a) {
			return rule.apply(verdict)
		}
	}
	if verdict != nil || p.success == nil {
		return verdict
	}
	e := taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnknown, "the answer does not meet the declared success, %s", p.success.Source())
	e.Applied = taxonomy.Answered
	return e
}

// Holds evaluates the success alone: what a probe has for "it happened". The
// error says that it could not be evaluated, which is neither yes nor no. Nor is
// it either where the body has not got a name that the expression relies on
// ([Members]): misspelt, it would say for ever that nothing has happened, and
// what has would be done a second time.
func (p *Program) Holds(a *Answer) (bool, error) {
	if m := absent(a.body(), p.relied); m != nil {
		return false, fmt.Errorf("%s: the answer has no body.%s; where it may be missing, write body?.%[2]s", p.success.Source(), m) //nolint:err113 // for people
	}
	return run(p.success, a)
}

// apply puts the rule over a verdict, which may be none.
func (r *compiled) apply(verdict error) error {
	e := &taxonomy.Error{Applied: taxonomy.Answered}
	if verdict != nil {
		own := *taxonomy.Classify(verdict)
		e = &own
		e.Err = verdict
	}
	if r.Class != e.Class || r.Code != "" {
		e.Code, e.Scope = r.Code, taxonomy.ScopeItem
	}
	e.Class, e.Basis = r.Class, taxonomy.BasisDeclared
	if r.Applied != nil {
		e.Applied = *r.Applied
	}
	if r.RetryAfter > 0 {
		e.RetryAfter = r.RetryAfter
	}
	switch {
	case r.Message != "":
		e.Message = r.Message
	case e.Message == "":
		e.Message = "declared by the rule " + r.When
	}
	return e
}

func (p *Program) holds(program *vm.Program, a *Answer) bool {
	yes, err := run(program, a)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.times++; p.trouble == nil {
			p.trouble = err
		}
	}
	return yes
}

func run(program *vm.Program, a *Answer) (bool, error) {
	result, err := expr.Run(program, a.names())
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return false, fmt.Errorf("%s: %s", program.Source(), reason) //nolint:err113 // it is expr's
	}
	yes, _ := result.(bool)
	return yes, nil
}

// Trouble returns how many failures to evaluate an expression there were, and
// the first, nil if there was none.
func (p *Program) Trouble() (times int, first error) {
	if p == nil {
		return 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.times, p.trouble
}
