package job

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// apply puts the options "key=value" into the tree, before anything is checked, so that they are
// checked as the file is. A later one wins.
func apply(f *faults, root *node, options []string) {
	for _, option := range options {
		key, value, ok := strings.Cut(option, "=")
		pos := position{option: "--set " + option}
		if !utf8.ValidString(option) {
			f.add(pos, "the option is not UTF-8")
			continue
		}
		if !ok || key == "" {
			f.add(pos, "write --set key=value, such as --set on.permission=fail")
			continue
		}
		pos.option = "--set " + key
		steps := strings.Split(key, ".")
		if slices.Contains(steps, "") {
			f.add(pos, "a key is names with dots between, such as on.permission")
			continue
		}
		set(f, root, steps, optionValue(pos, value))
	}
}

func set(f *faults, root *node, steps []string, value *node) {
	at := root
	for i, step := range steps {
		if at.kind != mappingNode {
			f.add(value.pos, "%s is not a mapping, so that nothing below it can be set", strings.Join(steps[:i], "."))
			return
		}
		e := at.entry(step)
		if e == nil {
			at.entries = append(at.entries, entry{step, value.pos, &node{kind: mappingNode, pos: value.pos}})
			e = &at.entries[len(at.entries)-1]
		}
		if i == len(steps)-1 {
			e.value, e.pos = value, value.pos
			return
		}
		if i == 0 && step == "items" && e.value.isScalar() && e.value.kind != nullNode {
			// the short form "items: FILE" becomes the long one
			e.value = &node{kind: mappingNode, pos: e.value.pos, entries: []entry{{"file", e.value.pos, e.value}}}
		}
		at = e.value
	}
}

// optionValue reads the value of an option: a list or a mapping if it looks like one and is one
// ("{x}" is not), else a scalar as it stands. Quotes are the shell's business, but the ones that
// YAML knows are taken too.
func optionValue(pos position, text string) *node {
	if text != "" && strings.ContainsRune(`[{"'`, rune(text[0])) {
		private := &faults{}
		if n, ok := readYAML(private, []byte(text)); ok && len(private.all) == 0 && n.unquoted == "" && (!n.isScalar() || n.kind == textNode) {
			n.move(pos)
			return n
		}
	}
	n := &node{kind: resolve(text), pos: pos, text: text, loose: true}
	if text == "" {
		n.kind = textNode
	}
	return n
}

// move puts a whole tree at one place.
func (n *node) move(pos position) {
	n.pos = pos
	for i := range n.entries {
		n.entries[i].pos = pos
		n.entries[i].value.move(pos)
	}
	for _, e := range n.elements {
		e.move(pos)
	}
}
