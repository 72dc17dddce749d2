package declare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Member is a name that an expression takes from one of its variables, as
// a.b of body in "body.a.b == 1".
type Member struct {
	Path   []string
	Column int // in the expression, from 1
}

func (m Member) String() string { return strings.Join(m.Path, ".") }

// Members lists what an expression takes from a variable and relies on: a
// misspelt one of these would be null, without a word. What the expression
// itself allows to be missing is not among them: variable?.a, an operand of ??,
// a comparison with nil, and a name that is looked for with "in".
func Members(text, variable string) []Member {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil
	}
	v := &members{variable: variable, at: map[string]Member{}, allowed: map[string]bool{}}
	ast.Walk(&tree.Node, v)
	var list []Member
	for _, m := range v.at {
		if !v.allows(m) {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b Member) int { return cmp.Compare(a.Column, b.Column) })
	return list
}

type members struct {
	variable string
	at       map[string]Member
	allowed  map[string]bool // by String
}

// Visit is called for the children of a node before the node itself.
func (v *members) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.MemberNode:
		if path, ok := v.path(n); ok && len(path) > 0 {
			m := Member{path, n.Location().From + 1}
			if n.Optional {
				v.allowed[m.String()] = true
			}
			if _, seen := v.at[m.String()]; !seen {
				v.at[m.String()] = m
			}
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "==", "!=":
			if isNil(n.Left) || isNil(n.Right) {
				v.allow(n.Left)
				v.allow(n.Right)
			}
		case "??":
			v.allow(n.Left)
		case "in":
			name, isText := n.Left.(*ast.StringNode)
			if path, ok := v.path(n.Right); ok && isText {
				v.allowed[strings.Join(append(path, name.Value), ".")] = true
			}
		}
	}
}

// allows says whether a name, or what it is reached through, may be missing.
func (v *members) allows(m Member) bool {
	for i := range m.Path {
		if v.allowed[strings.Join(m.Path[:i+1], ".")] {
			return true
		}
	}
	return false
}

func isNil(n ast.Node) bool {
	_, ok := n.(*ast.NilNode)
	return ok
}

func (v *members) allow(n ast.Node) {
	if path, ok := v.path(n); ok {
		v.allowed[strings.Join(path, ".")] = true
	}
}

// path is how a node is reached from the variable; false if it is not, or by
// what is known only when it is evaluated.
func (v *members) path(n ast.Node) ([]string, bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return nil, n.Value == v.variable
	case *ast.ChainNode:
		return v.path(n.Node)
	case *ast.MemberNode:
		name, isText := n.Property.(*ast.StringNode)
		path, ok := v.path(n.Node)
		if !ok || !isText {
			return nil, false
		}
		return append(slices.Clip(path), name.Value), true
	}
	return nil, false
}

// absent returns the first member that a value does not have; nil: it has all.
func absent(value any, members []Member) *Member {
	for i := range members {
		at := value
		for _, name := range members[i].Path {
			object, ok := at.(map[string]any)
			if !ok {
				break // evaluating it says so, or it is an array's
			}
			if at, ok = object[name]; !ok {
				return &members[i]
			}
		}
	}
	return nil
}
