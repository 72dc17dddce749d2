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
	Code       taxonomy.Code // "": the class's own
	Applied    taxonomy.Applied
	RetryAfter time.Duration
	Message    string // "": the answer's own
}

// Program is what was declared, compiled. Nil declares nothing. It is safe for
// concurrent use.
type Program struct {
	success *vm.Program
	rules   []compiled

	mu      sync.Mutex
	trouble error
	times   int
}

type compiled struct {
	Rule
	when *vm.Program
}

// Fault is an expression that does not compile.
type Fault struct {
	Rule   int // its place in the rules, from 0; -1: it is the success
	Column int // in the expression, from 1; 0: not known
	Reason string
}

// Error is the reason.
func (f *Fault) Error() string { return f.Reason }

// Compile compiles the expressions of a kind of tool; "" is no success of its
// own. The errors are joined [*Fault] values.
func Compile(kind Kind, success string, rules []Rule) (*Program, error) {
	p := &Program{}
	var faults []error
	options := []expr.Option{expr.Env((&Answer{Kind: kind}).names()), expr.AsBool()}
	compile := func(at int, text string) *vm.Program {
		program, err := expr.Compile(text, options...)
		if err != nil {
			faults = append(faults, faultOf(at, err))
		}
		return program
	}
	if success != "" {
		p.success = compile(-1, success)
	}
	for i, rule := range rules {
		p.rules = append(p.rules, compiled{rule, compile(i, rule.When)})
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return p, nil
}

func faultOf(at int, err error) *Fault {
	if fe, ok := errors.AsType[*file.Error](err); ok {
		return &Fault{Rule: at, Column: fe.Column + 1, Reason: fe.Message}
	}
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return &Fault{Rule: at, Reason: reason}
}

// Success says what the declared expression makes of an answer; declared is
// false where there is none, and then the tool's own idea of success counts.
func (p *Program) Success(a *Answer) (ok, declared bool) { //nolint:nonamedreturns // two bools
	if p == nil || p.success == nil {
		return false, false
	}
	return p.holds(p.success, a), true
}

// Classify returns what the first rule says that holds, or nil. The message is
// the rule's own, or "".
func (p *Program) Classify(a *Answer) *taxonomy.Error {
	if p == nil {
		return nil
	}
	for _, rule := range p.rules {
		if p.holds(rule.when, a) {
			return &taxonomy.Error{
				Class: rule.Class, Code: rule.Code, Applied: rule.Applied, RetryAfter: rule.RetryAfter, Message: rule.Message,
				Basis: taxonomy.BasisDeclared,
			}
		}
	}
	return nil
}

func (p *Program) holds(program *vm.Program, a *Answer) bool {
	result, err := expr.Run(program, a.names())
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.times++; p.trouble == nil {
			p.trouble = fmt.Errorf("%s: %s", program.Source(), reason) //nolint:err113 // it is expr's
		}
		return false
	}
	yes, _ := result.(bool)
	return yes
}

// Trouble returns the first failure to evaluate an expression, nil if there was
// none, and how many there were.
func (p *Program) Trouble() (first error, times int) {
	if p == nil {
		return nil, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trouble, p.times
}
