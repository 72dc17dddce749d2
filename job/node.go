package job

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// node is one value of a job file, with the text as it was written.
type node struct {
	kind     nodeKind
	pos      position
	text     string  // of a scalar
	entries  []entry // of a mapping, in the order of the file
	elements []*node // of a list
	// unquoted is the text that this mapping was probably meant to be: {x} without quotes.
	unquoted string
	// loose marks a scalar that came from an option, where quotes are a nuisance: it is a text
	// wherever one is wanted.
	loose bool
}

type entry struct {
	key   string
	pos   position
	value *node
}

type nodeKind int

const (
	nullNode nodeKind = iota
	boolNode
	numberNode
	textNode
	listNode
	mappingNode
	// brokenNode stands for a value with a fault that is reported already. Nothing more is said of it.
	brokenNode
)

// resolve gives a scalar without quotes its type. A number is what JSON calls one; by YAML 1.2
// there are more (0x1F, +5, 00042, .5), but reading those would not give back what was written.
func resolve(text string) nodeKind {
	switch text {
	case "null", "Null", "NULL", "~", "":
		return nullNode
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return boolNode
	}
	if tmpl.IsNumber(text) {
		return numberNode
	}
	return textNode
}

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	if e := n.entry(key); e != nil {
		return e.value
	}
	return nil
}

func (n *node) entry(key string) *entry {
	for i := range n.entries {
		if n.entries[i].key == key {
			return &n.entries[i]
		}
	}
	return nil
}

func (n *node) isScalar() bool { return n.kind <= textNode }

// what describes a value for a message about a wrong type.
func (n *node) what() string {
	switch n.kind {
	case nullNode:
		return "it has no value"
	case boolNode, numberNode:
		return n.text + " is a " + map[nodeKind]string{boolNode: "boolean", numberNode: "number"}[n.kind]
	case textNode:
		return short(n.text) + " is a text"
	case listNode:
		return "this is a list"
	case mappingNode, brokenNode:
	}
	return "this is a mapping"
}

// writeJSON writes the value as JSON: numbers digit by digit, fields in the order of the file.
func (n *node) writeJSON(b *bytes.Buffer) {
	switch n.kind {
	case nullNode, brokenNode:
		b.WriteString("null")
	case boolNode:
		b.WriteString(strings.ToLower(n.text))
	case numberNode:
		b.WriteString(n.text)
	case textNode:
		writeText(b, n.text)
	case listNode:
		b.WriteByte('[')
		for i, e := range n.elements {
			if i > 0 {
				b.WriteByte(',')
			}
			e.writeJSON(b)
		}
		b.WriteByte(']')
	case mappingNode:
		b.WriteByte('{')
		for i, e := range n.entries {
			if i > 0 {
				b.WriteByte(',')
			}
			writeText(b, e.key)
			b.WriteByte(':')
			e.value.writeJSON(b)
		}
		b.WriteByte('}')
	}
}

func (n *node) json() json.RawMessage {
	var b bytes.Buffer
	n.writeJSON(&b)
	return b.Bytes()
}

func writeText(b *bytes.Buffer, text string) {
	plain := func(r rune) bool { return ' ' <= r && r < 0x7f && r != '"' && r != '\\' }
	if !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		b.Grow(len(text) + 2)
		b.WriteByte('"')
		b.WriteString(text)
		b.WriteByte('"')
		return
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string cannot fail
	b.Truncate(b.Len() - 1)
}
