package declare

import (
	"errors"
	"time"

	"github.com/expr-lang/expr/ast"
)

// longest is how long one expression may take. Those over the members of an
// answer that loop inside of a loop take hours for a large one, and the time of
// a call does not end them.
const longest = 5 * time.Second

var errTooLong = errors.New("was not evaluated within 5s; a loop in a loop takes long for an answer as large as this")

// tick is the name of the func that every turn of a loop asks first.
const tick = "__tick"

// newTick returns the func for one evaluation.
func newTick() func() (bool, error) {
	const every = 16 // looking at the clock costs as much as a turn
	var turns uint
	var deadline time.Time
	return func() (bool, error) {
		if turns%every == 0 {
			now := time.Now()
			switch {
			case turns == 0:
				deadline = now.Add(longest)
			case now.After(deadline):
				return false, errTooLong
			}
		}
		turns++
		return true, nil
	}
}

// limiter makes the body of every loop "tick() ? body : nil".
type limiter struct{}

func (limiter) Visit(node *ast.Node) {
	loop, ok := (*node).(*ast.PredicateNode)
	if !ok {
		return
	}
	asked := &ast.CallNode{Callee: &ast.IdentifierNode{Value: tick}}
	guarded := &ast.ConditionalNode{Cond: asked, Exp1: loop.Node, Exp2: &ast.NilNode{}}
	guarded.SetLocation(loop.Node.Location())
	loop.Node = guarded
}
