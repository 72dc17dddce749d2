package openapitool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/batchagent/batchagent/internal/tmpl"
)

const (
	// maxDepth is how deep a spec may nest.
	maxDepth = 500
	// maxNodes is how many values a spec may have, aliases counted as often as
	// they stand for something: a few lines of YAML can stand for billions.
	maxNodes = 5_000_000
)

// read reads a file of a spec, which is JSON or YAML.
func read(in *source, data []byte) (*node, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		if json.Valid(data) {
			return readJSON(in, data)
		}
		if strings.HasSuffix(in.name, ".json") {
			return nil, jsonFault(in, data)
		}
	}
	return readYAML(in, data)
}

func jsonFault(in *source, data []byte) error {
	var into any
	err := json.Unmarshal(data, &into)
	e := &SpecError{File: in.show, Reason: "this is not JSON"}
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		at := data[:min(max(int(bad.Offset)-1, 0), len(data))]
		e.Line = 1 + bytes.Count(at, []byte("\n"))
		e.Col = 1 + len(at) - (bytes.LastIndexByte(at, '\n') + 1)
		e.Reason += ": " + bad.Error()
	}
	return e
}

// jsonReader knows where in the text the decoder is.
type jsonReader struct {
	in         *source
	data       []byte
	dec        *json.Decoder
	at         int // what line and col belong to
	line, col  int
	depth, all int
}

func readJSON(in *source, data []byte) (*node, error) {
	r := &jsonReader{in: in, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1, col: 1}
	r.dec.UseNumber()
	return r.value()
}

// token returns the next token and where it begins.
func (r *jsonReader) token() (token json.Token, line, col int, err error) {
	start := int(r.dec.InputOffset())
	token, err = r.dec.Token()
	for start < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[start]) >= 0 {
		start++
	}
	for ; r.at < start; r.at++ {
		if r.data[r.at] == '\n' {
			r.line, r.col = r.line+1, 1
		} else {
			r.col++
		}
	}
	return token, r.line, r.col, err
}

func (r *jsonReader) value() (*node, error) {
	token, line, col, err := r.token()
	n := &node{in: r.in, line: line, col: col}
	if err != nil {
		return nil, n.fault("this is not JSON: %s", err)
	}
	if r.all++; r.all > maxNodes || r.depth > maxDepth {
		return nil, n.fault("the spec is nested more than %d levels deep, or has more than %d values", maxDepth, maxNodes)
	}
	switch v := token.(type) {
	case json.Delim:
		r.depth++
		defer func() { r.depth-- }()
		if v == '{' {
			return n, r.object(n)
		}
		n.kind = listKind
		for r.dec.More() {
			item, err := r.value()
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
		_, _, _, err = r.token()
		return n, err
	case string:
		n.kind, n.text = textKind, v
	case json.Number:
		n.kind, n.text = numberKind, v.String()
	case bool:
		n.kind, n.text = boolKind, strconv.FormatBool(v)
	}
	return n, nil
}

func (r *jsonReader) object(n *node) error {
	n.kind = mapKind
	seen := make(map[string]bool)
	for r.dec.More() {
		token, line, col, err := r.token()
		if err != nil {
			return n.fault("this is not JSON: %s", err)
		}
		key, _ := token.(string) // it is one
		if seen[key] {
			return (&node{in: r.in, line: line, col: col}).fault("%q stands here twice", key)
		}
		seen[key] = true
		value, err := r.value()
		if err != nil {
			return err
		}
		n.entries = append(n.entries, entry{key, value, line, col})
	}
	n.seal()
	_, _, _, err := r.token()
	return err
}

// yamlReader turns the library's nodes into ours.
type yamlReader struct {
	in    *source
	done  map[*yaml.Node]*node // nil while it is being read
	sizes map[*node]int
}

// yamlLine finds the place in an error of the library.
var yamlLine = regexp.MustCompile(`line (\d+)`)

func readYAML(in *source, data []byte) (*node, error) {
	var doc yaml.Node
	if err := unmarshal(data, &doc); err != nil {
		e := &SpecError{File: in.show, Reason: printable("this cannot be read as YAML: " + strings.TrimPrefix(err.Error(), "yaml: "))}
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			e.Line, _ = strconv.Atoi(m[1])
			e.Col = 1
		}
		return nil, e
	}
	if len(doc.Content) == 0 {
		return nil, &SpecError{File: in.show, Reason: "the file is empty"}
	}
	r := &yamlReader{in: in, done: map[*yaml.Node]*node{}, sizes: map[*node]int{}}
	n, err := r.node(doc.Content[0], 0)
	if err != nil {
		return nil, err
	}
	if r.size(n) > maxNodes {
		return nil, n.fault("the spec stands for more than %d values, mostly by aliases", maxNodes)
	}
	return n, nil
}

// unmarshal keeps a panic of the library from ending the program.
func unmarshal(data []byte, into *yaml.Node) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the reader fails: %v", v)
		}
	}()
	return yaml.Unmarshal(data, into)
}

// size counts the values that n stands for, up to a bound.
func (r *yamlReader) size(n *node) int {
	if size, ok := r.sizes[n]; ok {
		return size
	}
	size := 1
	for _, e := range n.entries {
		size = min(size+r.size(e.value), maxNodes+1)
	}
	for _, item := range n.items {
		size = min(size+r.size(item), maxNodes+1)
	}
	r.sizes[n] = size
	return size
}

func (r *yamlReader) node(y *yaml.Node, depth int) (*node, error) {
	n := &node{in: r.in, line: y.Line, col: y.Column}
	if depth > maxDepth {
		return nil, n.fault("nested more than %d levels deep", maxDepth)
	}
	if known, ok := r.done[y]; ok {
		if known == nil {
			return nil, n.fault("the alias leads to a value that it is a part of")
		}
		return known, nil
	}
	switch y.Kind {
	case yaml.AliasNode:
		if y.Alias == nil {
			return nil, n.fault("the alias leads nowhere")
		}
		return r.node(y.Alias, depth+1)
	case yaml.SequenceNode:
		n.kind = listKind
		r.done[y] = nil
		for _, item := range y.Content {
			value, err := r.node(item, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, value)
		}
	case yaml.MappingNode:
		n.kind = mapKind
		r.done[y] = nil
		if err := r.mapping(n, y, depth); err != nil {
			return nil, err
		}
		n.seal()
	case yaml.ScalarNode:
		scalar(n, y)
	case yaml.DocumentNode, yaml.StreamNode: // never within one
	}
	r.done[y] = n
	return n, nil
}

func (r *yamlReader) mapping(n *node, y *yaml.Node, depth int) error {
	seen := make(map[string]bool, len(y.Content)/2)
	var merged []*node
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		at := &node{in: r.in, line: k.Line, col: k.Column}
		if k.Kind == yaml.AliasNode && k.Alias != nil {
			k = k.Alias
		}
		if k.Kind != yaml.ScalarNode {
			return at.fault("a key must be a text")
		}
		value, err := r.node(y.Content[i+1], depth+1)
		if err != nil {
			return err
		}
		if k.ShortTag() == "!!merge" {
			if merged = append(merged, value); value.kind == listKind {
				merged = append(merged[:len(merged)-1], value.items...)
			}
			continue
		}
		if seen[k.Value] {
			return at.fault("%q stands here twice", k.Value)
		}
		seen[k.Value] = true
		n.entries = append(n.entries, entry{k.Value, value, at.line, at.col})
	}
	for _, m := range merged {
		for _, e := range m.entries {
			if !seen[e.key] {
				seen[e.key] = true
				n.entries = append(n.entries, e)
			}
		}
	}
	return nil
}

// scalar reads a scalar by the tag that YAML gives it. Times are texts, and so is
// what JSON has no number for: 00042, which is 34 to some readers of YAML, and .inf.
func scalar(n *node, y *yaml.Node) {
	n.kind, n.text = textKind, y.Value
	switch y.ShortTag() {
	case "!!null":
		n.kind, n.text = nullKind, ""
	case "!!bool":
		n.kind, n.text = boolKind, strings.ToLower(y.Value)
		if n.text != "true" && n.text != "false" { // the "yes" of YAML 1.1
			n.kind, n.text = textKind, y.Value
		}
	case "!!int", "!!float":
		if number, ok := jsonNumber(y.Value); ok {
			n.kind, n.text = numberKind, number
		}
	}
}

// jsonNumber writes a number of YAML as JSON does, with the same digits.
func jsonNumber(s string) (string, bool) {
	if tmpl.IsNumber(s) {
		return s, true
	}
	plain := strings.TrimPrefix(strings.ReplaceAll(s, "_", ""), "+")
	if tmpl.IsNumber(plain) {
		return plain, true
	}
	sign, digits := "", plain
	if rest, ok := strings.CutPrefix(plain, "-"); ok {
		sign, digits = "-", rest
	}
	if len(digits) > 1 && digits[0] == '0' && strings.IndexByte("xXoObB", digits[1]) >= 0 {
		i, ok := new(big.Int).SetString(plain, 0)
		return i.String(), ok
	}
	if strings.HasPrefix(digits, ".") {
		digits = "0" + digits
	}
	if i := strings.IndexByte(digits, '.'); i >= 0 && (i+1 == len(digits) || digits[i+1] < '0' || digits[i+1] > '9') {
		digits = digits[:i+1] + "0" + digits[i+1:]
	}
	return sign + digits, tmpl.IsNumber(sign + digits)
}
