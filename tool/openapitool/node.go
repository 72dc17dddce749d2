package openapitool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// node is one value of a spec, as it is written: numbers keep their digits,
// and everything knows where it stands. Nodes are not changed once they are
// read.
type node struct {
	kind    kind
	text    string // of a scalar; of a number as JSON writes it
	entries []entry
	items   []*node
	index   map[string]*node // of a large mapping; nil: look through the entries
	in      *source
	line    int
	col     int
}

type kind int

const (
	nullKind kind = iota
	boolKind
	numberKind
	textKind
	listKind
	mapKind
)

type entry struct {
	key       string
	value     *node
	line, col int // of the key
}

// source is a file of a spec.
type source struct {
	name string // slashes, relative to the folder of the spec
	show string // as messages name it
	root *node
}

// SpecError is a fault of a spec, or of what it is asked for.
type SpecError struct {
	// File is the file as it was named. Line and Col count from 1 and are 0
	// where the fault is the whole file.
	File      string
	Line, Col int
	// Reason is a sentence without a full stop.
	Reason string
}

// Error is the place and the reason.
func (e *SpecError) Error() string {
	switch {
	case e.File == "":
		return e.Reason
	case e.Line == 0:
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Reason)
}

// fault is a fault at n.
func (n *node) fault(format string, args ...any) *SpecError {
	e := &SpecError{Line: n.line, Col: n.col, Reason: printable(fmt.Sprintf(format, args...))}
	if n.in != nil {
		e.File = n.in.show
	}
	return e
}

// printable keeps a message on one line, and moves no cursor.
func printable(s string) string {
	const most = 600
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// indexFrom is the size from which a mapping has an index.
const indexFrom = 16

func (n *node) seal() {
	if len(n.entries) < indexFrom {
		return
	}
	n.index = make(map[string]*node, len(n.entries))
	for _, e := range n.entries {
		n.index[e.key] = e.value
	}
}

// get returns a member, or nil; of a nil node and of no mapping as well.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	if n.index != nil {
		return n.index[key]
	}
	for _, e := range n.entries {
		if e.key == key {
			return e.value
		}
	}
	return nil
}

// word returns a text, or "" where there is none.
func (n *node) word(key string) string {
	if v := n.get(key); v != nil && v.kind == textKind {
		return v.text
	}
	return ""
}

// is reports whether a member is the boolean true.
func (n *node) is(key string) bool {
	v := n.get(key)
	return v != nil && v.kind == boolKind && v.text == "true"
}

// what names what a node is, for messages.
func (n *node) what() string {
	switch n.kind {
	case nullKind:
		return "is null"
	case boolKind:
		return "is a boolean"
	case numberKind:
		return "is a number"
	case textKind:
		return "is a text"
	case listKind:
		return "is a list"
	case mapKind:
		return "is a mapping"
	}
	return "is nothing"
}

// json writes a node as JSON, in its order and with its numbers.
func (n *node) json() json.RawMessage {
	var b bytes.Buffer
	n.write(&b)
	return b.Bytes()
}

func (n *node) write(b *bytes.Buffer) {
	switch n.kind {
	case nullKind:
		b.WriteString("null")
	case boolKind, numberKind:
		b.WriteString(n.text)
	case textKind:
		b.Write(quote(n.text))
	case listKind:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	case mapKind:
		b.WriteByte('{')
		for i, e := range n.entries {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(quote(e.key))
			b.WriteByte(':')
			e.value.write(b)
		}
		b.WriteByte('}')
	}
}

// quote writes a JSON string, without the escaping meant for HTML.
func quote(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
