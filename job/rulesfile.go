package job

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// A rules file has what was learned, one rule a line:
//
//	version: 1
//	rules:
//	  - {tool: set_deadline, path: /deadline, code: INVALID_FORMAT, date: {from: D-M-YYYY, to: date}}
//	  - {tool: set_deadline, path: /prio, value: {from: hoch, to: high}}
//	  - {tool: set_deadline, rename: {from: frist, to: deadline}}
//
// See [correction.LearnedRule] for what the keys mean. code may be left out: any.

//nolint:gochecknoglobals // tables, never written
var (
	rulesFileKeys = []string{"version", "rules"}
	learnedKeys   = []string{"tool", "path", "code", "date", "value", "rename"}
	editKeys      = []string{"from", "to"}
)

// LoadRules reads a rules file. The error joins a [*FileError] for each fault.
func LoadRules(path string) ([]correction.LearnedRule, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, &FileError{File: path, Reason: reason(err)}
	}
	return ParseRules(path, data)
}

// ParseRules reads data as the rules file called name, which is used for
// messages. A file that is empty has no rules. The error is as for [LoadRules].
func ParseRules(name string, data []byte) ([]correction.LearnedRule, error) {
	f := &faults{file: name}
	r := &rulesReader{f}
	root := r.read(data)
	var rules []correction.LearnedRule
	if root != nil && r.mapping(root, "the file", rulesFileKeys) {
		r.version(root)
		rules = r.list(root.get("rules"))
	}
	if len(f.all) > 0 {
		return nil, f.err()
	}
	return rules, nil
}

type rulesReader struct{ *faults }

func (r *rulesReader) read(data []byte) *node {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) // as for job files
	if len(data) > maxFile {
		r.add(position{}, "the file is larger than 1 MiB, which no rules file is")
		return nil
	}
	if p, bad := invalidUTF8(data); bad {
		r.add(p, "the file is not UTF-8 from here on; save it as UTF-8")
		return nil
	}
	file := parse(r.faults, string(data))
	for _, e := range r.all { // what is said of job files, where braces mean templates
		e.Reason, _, _ = strings.Cut(e.Reason, `; a text with { or } in it`)
	}
	if file == nil {
		return nil
	}
	var root ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.DirectiveType {
			continue
		}
		if root != nil {
			r.add(start(doc.Body), "a second YAML document starts here; a rules file is one document")
			return nil
		}
		root = doc.Body
	}
	if root == nil {
		return nil
	}
	return converter{r.faults, "a rules file", 0}.convert(root)
}

func (r *rulesReader) version(root *node) {
	switch n := root.get("version"); {
	case n == nil:
		r.add(root.pos, `version is missing: write "version: 1" at the top`)
	case n.kind != brokenNode && (n.kind != numberNode || n.text != "1"):
		r.add(n.pos, "version must be 1, and %s", notOne(n))
	}
}

func notOne(n *node) string {
	if n.kind == numberNode {
		return "not " + n.text
	}
	return n.what()
}

// mapping checks the keys of a mapping.
func (r *rulesReader) mapping(n *node, what string, known []string) bool {
	if n.kind == brokenNode {
		return false
	}
	if n.kind != mappingNode {
		r.add(n.pos, "%s must be a mapping with keys such as %q, and %s", what, known[0]+":", n.what())
		return false
	}
	ok := true
	for _, e := range n.entries {
		if !slices.Contains(known, e.key) {
			r.add(e.pos, "unknown key %s in %s; %s", short(e.key), what, suggest(e.key, known))
			ok = false
		}
	}
	return ok
}

func (r *rulesReader) list(n *node) (rules []correction.LearnedRule) {
	if n == nil || n.kind == nullNode || n.kind == brokenNode {
		return nil
	}
	if n.kind != listNode {
		r.add(n.pos, "rules must be a list, and %s", n.what())
		return nil
	}
	for i, e := range n.elements {
		what := fmt.Sprintf("rules[%d]", i)
		before := len(r.all)
		rule := r.rule(e, what)
		if len(r.all) > before || broken(e) {
			continue
		}
		if err := rule.Validate(); err != nil {
			r.add(r.blame(e), "%s: %s", what, err.Error())
			continue
		}
		rules = append(rules, rule)
	}
	return rules
}

// broken reports whether a part of a value has a fault that is reported already.
func broken(n *node) bool {
	return n.kind == brokenNode || slices.ContainsFunc(n.entries, func(e entry) bool { return broken(e.value) }) ||
		slices.ContainsFunc(n.elements, broken)
}

// blame is where a rule that is wrong as a whole is probably wrong.
func (r *rulesReader) blame(n *node) position {
	for _, key := range []string{"date", "value", "rename"} {
		if e := n.entry(key); e != nil {
			return e.value.pos
		}
	}
	return n.pos
}

func (r *rulesReader) rule(n *node, what string) (rule correction.LearnedRule) {
	if !r.mapping(n, what, learnedKeys) {
		return rule
	}
	rule.Tool = r.text(n.get("tool"), what+".tool")
	rule.Path = r.text(n.get("path"), what+".path")
	if n.get("code") != nil {
		if rule.Code = taxonomy.Code(r.text(n.get("code"), what+".code")); strings.Trim(string(rule.Code), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			r.add(n.get("code").pos, "%s.code: a code is written in capitals, digits and underscores, such as INVALID_FORMAT", what)
		}
	}
	if from, to := r.edit(n.get("date"), what+".date"); from != nil {
		rule.Date = &correction.DateEdit{From: r.text(from, what+".date.from"), To: r.text(to, what+".date.to")}
	}
	if from, to := r.edit(n.get("value"), what+".value"); from != nil {
		rule.Value = &correction.ValueEdit{From: r.scalar(from, what+".value.from"), To: r.scalar(to, what+".value.to")}
	}
	if from, to := r.edit(n.get("rename"), what+".rename"); from != nil {
		rule.Rename = &correction.NameEdit{From: r.text(from, what+".rename.from"), To: r.text(to, what+".rename.to")}
	}
	return rule
}

func (r *rulesReader) edit(n *node, what string) (from, to *node) {
	if n == nil || !r.mapping(n, what, editKeys) {
		return nil, nil
	}
	if from, to = n.get("from"), n.get("to"); from == nil || to == nil {
		r.add(n.pos, "%s needs from and to, as in {from: …, to: …}", what)
		return nil, nil
	}
	return from, to
}

// text is a text; "" where there is none.
func (r *rulesReader) text(n *node, what string) string {
	if n == nil || n.kind == textNode {
		return cmp.Or(n, &node{}).text
	}
	if n.kind != brokenNode {
		r.add(n.pos, "%s must be a text, and %s; put a text in quotes", what, n.what())
	}
	return ""
}

func (r *rulesReader) scalar(n *node, what string) json.RawMessage {
	if !n.isScalar() {
		if n.kind != brokenNode {
			r.add(n.pos, "%s must be a text, a number, true or false, and %s", what, n.what())
		}
		return nil
	}
	return n.json()
}

// WriteRules writes a rules file, which [LoadRules] reads. The error is w's, or
// that of a rule which is none.
func WriteRules(w io.Writer, rules []correction.LearnedRule) error {
	var b bytes.Buffer
	b.WriteString("# What was learned from corrections that worked. Lines may be changed, added and taken out.\nversion: 1\nrules:")
	if len(rules) == 0 {
		b.WriteString(" []")
	}
	b.WriteByte('\n')
	for i := range rules {
		r := &rules[i]
		if err := r.Validate(); err != nil {
			return fmt.Errorf("rule %d: %w", i, err)
		}
		b.WriteString("  - {tool: " + scalarText(r.Tool))
		if r.Path != "" {
			b.WriteString(", path: " + scalarText(r.Path))
		}
		if r.Code != "" {
			b.WriteString(", code: " + scalarText(string(r.Code)))
		}
		switch {
		case r.Date != nil:
			writeEdit(&b, "date", scalarText(r.Date.From), scalarText(r.Date.To))
		case r.Value != nil:
			writeEdit(&b, "value", scalarJSON(r.Value.From), scalarJSON(r.Value.To))
		case r.Rename != nil:
			writeEdit(&b, "rename", scalarText(r.Rename.From), scalarText(r.Rename.To))
		}
		b.WriteString("}\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeEdit(b *bytes.Buffer, kind, from, to string) {
	fmt.Fprintf(b, ", %s: {from: %s, to: %s}", kind, from, to)
}

// plainText needs no quotes in any YAML.
var plainText = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./*~-]*$`)

// truths are texts that older YAML reads as booleans.
var truths = regexp.MustCompile(`^(?i:y|n|yes|no|on|off)$`)

func scalarText(s string) string {
	if plainText.MatchString(s) && resolve(s) == textNode && !truths.MatchString(s) {
		return s
	}
	var b bytes.Buffer
	writeText(&b, s)
	return b.String()
}

// scalarJSON is a scalar as YAML: a text without quotes where it may go without.
func scalarJSON(raw json.RawMessage) string {
	var s string
	if raw = bytes.TrimSpace(raw); raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return scalarText(s)
	}
	return string(raw)
}
