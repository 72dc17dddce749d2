package job

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

const (
	// maxFile is far above any job file; beyond it the YAML parser becomes slow.
	maxFile = 1 << 20
	// maxNesting keeps the recursive parser away from the end of its stack.
	maxNesting = 100
)

// readYAML turns a file into a tree. On false, the faults say why; on true there may be faults too,
// in parts that the tree does not have.
func readYAML(f *faults, data []byte) (*node, bool) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	// The lexer counts some lines twice that end in CR LF.
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if len(data) > maxFile {
		f.add(position{}, "the file is larger than 1 MiB, which no job file is")
		return nil, false
	}
	if p, bad := invalidUTF8(data); bad {
		f.add(p, "the file is not UTF-8 from here on; save it as UTF-8")
		return nil, false
	}
	before := len(f.all)
	file := parse(f, string(data))
	if len(f.all) > before {
		return nil, false
	}
	var root ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.DirectiveType {
			continue
		}
		if root != nil {
			f.add(start(doc.Body), "a second YAML document starts here; a job file is one document")
			return nil, false
		}
		root = doc.Body
	}
	if root == nil {
		f.add(position{line: 1, col: 1}, `the file is empty; a job file starts with "version: 1"`)
		return nil, false
	}
	c := converter{f, "a job file", 0}
	return c.convert(root), true
}

// parse calls the YAML parser, and survives it.
func parse(f *faults, text string) (file *ast.File) {
	defer func() {
		if r := recover(); r != nil {
			f.add(position{line: 1, col: 1}, "not valid YAML: the parser could not make sense of it")
		}
	}()
	tokens := lexer.Tokenize(text)
	if tk := tooDeep(tokens); tk != nil {
		f.add(at(tk), "nested more than %d levels deep", maxNesting)
		return nil
	}
	// Keys that stand twice are found later, all of them.
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err == nil {
		return file
	}
	where, reason := position{line: 1, col: 1}, "the parser could not make sense of it"
	if ye, ok := errors.AsType[yaml.Error](err); ok {
		where, reason = at(ye.GetToken()), ye.GetMessage()
	}
	lines := strings.Split(text, "\n")
	line := lines[min(where.line, len(lines))-1]
	switch spaces := len(line) - len(strings.TrimLeft(line, " ")); {
	case strings.HasPrefix(line[spaces:], "\t"):
		where.col, reason = spaces+1, "a tab stands at the start of the line, where YAML wants spaces"
	case strings.Contains(line, "{"):
		reason += `; a text with { or } in it must stand in quotes, as in "{order_id}"`
	}
	f.add(where, "not valid YAML: %s", reason)
	return nil
}

// tooDeep returns the token at which the nesting becomes too deep for a recursive parser.
func tooDeep(tokens token.Tokens) *token.Token {
	flow, inLine, line := 0, 0, 0
	for _, tk := range tokens {
		if tk.Position != nil && tk.Position.Line != line {
			inLine, line = 0, tk.Position.Line
		}
		switch tk.Type { //nolint:exhaustive // the parser's set, of which these nest
		case token.MappingStartType, token.SequenceStartType:
			flow++
		case token.MappingEndType, token.SequenceEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType, token.AnchorType, token.TagType:
			if flow == 0 {
				inLine++
			}
		}
		if flow > maxNesting || inLine > maxNesting {
			return tk
		}
	}
	return nil
}

func at(tk *token.Token) position {
	if tk == nil || tk.Position == nil {
		return position{line: 1, col: 1}
	}
	return position{line: max(1, tk.Position.Line), col: max(1, tk.Position.Column)}
}

func invalidUTF8(data []byte) (position, bool) {
	if utf8.Valid(data) {
		return position{}, false
	}
	p := position{line: 1, col: 1}
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			break
		}
		p.col++
		if r == '\n' {
			p.line, p.col = p.line+1, 1
		}
		data = data[n:]
	}
	return p, true
}

// converter turns the parser's tree into ours, with the scalars as they were written, and refuses
// what a job file has no use for.
type converter struct {
	faults *faults
	where  string // for messages
	before int    // lines of the file before the text
}

func (c converter) convert(n ast.Node) *node {
	if n == nil {
		return &node{kind: nullNode, pos: position{line: 1, col: 1}}
	}
	pos := at(n.GetToken())
	switch v := n.(type) {
	case *ast.MappingNode:
		return c.mapping(v)
	case *ast.MappingValueNode:
		return c.mapping(&ast.MappingNode{Start: v.Start, Values: []*ast.MappingValueNode{v}})
	case *ast.SequenceNode:
		list := &node{kind: listNode, pos: pos}
		for _, e := range v.Values {
			list.elements = append(list.elements, c.convert(e))
		}
		return list
	case *ast.LiteralNode:
		return &node{kind: textNode, pos: pos, text: v.Value.Value}
	case *ast.AnchorNode, *ast.AliasNode:
		c.faults.add(pos, "anchors and aliases (& and *) are not possible in %s; write the value out", c.where)
	case *ast.TagNode:
		c.faults.add(pos, "tags such as %s are not possible in %s; put a text in quotes", short(v.Start.Value), c.where)
	case ast.ScalarNode:
		return c.scalar(v, pos)
	default:
		c.faults.add(pos, "this kind of YAML (%s) is not possible in %s", strings.ToLower(n.Type().YAMLName()), c.where)
	}
	return &node{kind: brokenNode, pos: pos}
}

func (c converter) scalar(n ast.ScalarNode, pos position) *node {
	tk := n.GetToken()
	switch tk.Type { //nolint:exhaustive // the parser's set; the text decides about all others
	case token.SingleQuoteType, token.DoubleQuoteType:
		return &node{kind: textNode, pos: pos, text: tk.Value}
	case token.ImplicitNullType:
		return &node{kind: nullNode, pos: pos}
	case token.InfinityType, token.NanType:
		c.faults.add(pos, "%s is no number in JSON; put it in quotes if it is a text", tk.Value)
		return &node{kind: brokenNode, pos: pos}
	}
	return &node{kind: resolve(tk.Value), pos: pos, text: tk.Value}
}

func (c converter) mapping(v *ast.MappingNode) *node {
	m := &node{kind: mappingNode, pos: start(v)}
	if isFlow(v) {
		m.unquoted = unquotedText(v)
	}
	first := map[string]position{}
	for _, kv := range v.Values {
		key := keyOf(kv)
		pos := at(key.GetToken())
		if !isName(key) {
			c.faults.add(pos, "a key must be a plain name; there are no anchors, tags or << in %s", c.where)
			continue
		}
		name := key.GetToken().Value
		if p, twice := first[name]; twice {
			c.faults.add(pos, "the key %s stands here twice, first at line %d, column %d", short(name), p.line+c.before, p.col)
			continue
		}
		first[name] = pos
		value := c.convert(kv.Value)
		if value.kind == nullNode && value.text == "" {
			value.pos = pos // nothing is written where the value would be
		}
		m.entries = append(m.entries, entry{name, pos, value})
	}
	return m
}

func isFlow(v *ast.MappingNode) bool {
	return v.Start != nil && v.Start.Type == token.MappingStartType
}

// start is where a value begins. The token of a mapping without braces is its first colon.
func start(n ast.Node) position {
	switch v := n.(type) {
	case *ast.MappingNode:
		if !isFlow(v) && len(v.Values) > 0 {
			return at(keyOf(v.Values[0]).GetToken())
		}
	case *ast.MappingValueNode:
		return at(keyOf(v).GetToken())
	}
	return at(n.GetToken())
}

// keyOf returns the key itself, also of the long form "? key".
func keyOf(kv *ast.MappingValueNode) ast.Node {
	if long, ok := kv.Key.(*ast.MappingKeyNode); ok && long.Value != nil {
		return long.Value
	}
	return kv.Key
}

// isName leaves out merge keys, and keys with tags or anchors or things in them.
func isName(key ast.Node) bool {
	switch key.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		return true
	}
	return false
}

// unquotedText recognises {x}, which YAML reads as a mapping of x to nothing, and {x:integer},
// which this parser reads as one of x to integer although no space follows the colon.
func unquotedText(v *ast.MappingNode) string {
	if len(v.Values) != 1 {
		return ""
	}
	kv := v.Values[0]
	key := keyOf(kv).GetToken()
	if kv.Start == nil || kv.Start.Type != token.MappingValueType {
		return fmt.Sprintf("{%s}", key.Value)
	}
	value := kv.Value.GetToken()
	quoted := key.Type == token.SingleQuoteType || key.Type == token.DoubleQuoteType
	if _, scalar := kv.Value.(ast.ScalarNode); !scalar || quoted || value.Type == token.ImplicitNullType {
		return ""
	}
	if p, q := at(kv.Start), at(value); p.line == q.line && p.col+1 == q.col {
		return fmt.Sprintf("{%s:%s}", key.Value, value.Value)
	}
	return ""
}
