package batch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

const (
	defaultWidth = 80
	leastWidth   = 40
	// screen is how many lines there may be, unless twenty items alone need
	// more.
	screen = 50
	// fewItems: a batch of so many is listed item by item.
	fewItems = 20
	// The ids stand left in a column that is as wide as they need, between
	// these two.
	leastColumn, mostColumn = 14, 18
)

// level is how much is said. The text is made again with less, until it fits
// on a screen.
type level struct {
	items   int // a section of up to so many lists each item
	message int // columns of a message from outside
	rows    int // groups of a section
	next    int // pieces of advice
	lines   int // lines of an item or group; 0: all
	hints   int // suggestions that came with a failure
}

//nolint:gochecknoglobals // tables, never written
var (
	levelsOfFew = []level{
		{items: fewItems, message: 240, next: fewItems, hints: 2},
		{items: fewItems, message: 120, next: 8, hints: 1},
		{items: fewItems, message: 60, next: 6},
	}
	levelsOfMany = []level{
		{items: fewItems, message: 240, rows: 12, next: 12, hints: 2},
		{items: fewItems, message: 120, rows: 8, next: 10, lines: 5, hints: 1},
		{items: 12, message: 120, rows: 6, next: 8, lines: 4},
		{items: 6, message: 80, rows: 4, next: 6, lines: 4},
		{items: 3, message: 60, rows: 2, next: 4, lines: 3},
		{items: 1, message: 40, rows: 1, next: 3, lines: 2},
		{items: 0, message: 40, rows: 0, next: 3, lines: 2},
	}
)

// texter makes one text.
type texter struct {
	s      *Summary
	o      TextOptions
	lang   language
	width  int
	level  level
	groups []*group
}

// Text is the summary for people: what became of the items, in groups, why,
// whether something may have been changed, and what to do next. A batch of up
// to twenty items is told item by item; otherwise it fits on a screen of 50
// lines, whatever the number of items. There are no colours.
func (s *Summary) Text(o *TextOptions) string {
	t := &texter{s: s, width: defaultWidth, groups: s.groups.all()}
	if o != nil {
		t.o = *o
	}
	t.lang = languageOf(t.o.Lang)
	if t.o.Width > 0 {
		t.width = max(t.o.Width, leastWidth)
	}
	levels := levelsOfFew
	if s.Counts.Read > fewItems {
		levels = levelsOfMany
	}
	var text string
	for _, t.level = range levels {
		if text = t.text(); strings.Count(text, "\n") <= screen {
			break
		}
	}
	return text
}

// block is a heading with its rows; all blocks share one column.
type block struct {
	heading, remark string
	rows            []row
}

// row is one line of a block, or a few: whom it is about, and what it says.
type row struct {
	left string
	text string
}

func (t *texter) text() string {
	var blocks []block
	for _, sec := range t.sections() {
		blocks = append(blocks, t.block(sec))
	}
	if b, ok := t.changesBlock(); ok {
		blocks = append(blocks, b)
	}
	next := block{heading: t.say(words.next), rows: t.advice()}
	column := leastColumn
	for _, b := range append(blocks, next) {
		for _, r := range b.rows {
			if w := displayWidth(r.left); w <= mostColumn {
				column = max(column, w)
			}
		}
	}
	var out strings.Builder
	t.paragraph(&out, t.title())
	t.paragraph(&out, t.equation())
	for _, p := range t.notes() {
		t.paragraph(&out, p)
	}
	if len(blocks) > 0 {
		out.WriteByte('\n')
	}
	for _, b := range blocks {
		t.writeBlock(&out, b, column, t.level.lines)
	}
	if len(next.rows) > 0 {
		out.WriteByte('\n')
		t.writeBlock(&out, next, column, 0) // a command that is cut short cannot be pasted
	}
	out.WriteByte('\n')
	for _, p := range t.footer() {
		t.paragraph(&out, p)
	}
	return out.String()
}

// paragraph writes a text from the first column on; what does not fit on its
// first line is set back.
func (t *texter) paragraph(out *strings.Builder, text string) {
	const back = 2
	for i, l := range wrap(text, 0, t.width-back) {
		if i > 0 && l.indent == 0 {
			l.indent = back
		}
		writeLine(out, l)
	}
}

func writeLine(out *strings.Builder, l line) {
	out.WriteString(strings.Repeat(" ", l.indent))
	out.WriteString(l.text)
	out.WriteByte('\n')
}

func (t *texter) writeBlock(out *strings.Builder, b block, column, most int) {
	indent := column + 5
	t.writeRow(out, 0, row{b.heading, b.remark}, indent, 0)
	for _, r := range b.rows {
		t.writeRow(out, 2, r, indent, most)
	}
}

// writeRow writes the left part and, beside it or, if it is too long, below it,
// the text: at most so many lines of it, if most is not 0.
func (t *texter) writeRow(out *strings.Builder, from int, r row, indent, most int) {
	lines := wrap(r.text, indent, t.width)
	if most > 0 && len(lines) > most {
		lines = lines[:most]
		lines[most-1].text = cutWidth(lines[most-1].text+" …", t.width-indent)
	}
	lefts := wrap(r.left, from, t.width)
	if len(lefts) == 1 && len(lines) > 0 && lines[0].indent == indent {
		used := lefts[0].indent + displayWidth(lefts[0].text)
		if used+1 < indent {
			lefts[0].text += strings.Repeat(" ", indent-used) + lines[0].text
			lines = lines[1:]
		}
	}
	for _, l := range append(lefts, lines...) {
		writeLine(out, l)
	}
}

// say returns a phrase in the text's language, its places filled: name, value,
// name, value, ….
func (t *texter) say(p phrase, pairs ...string) string { return t.lang.fill(p, pairs...) }

func (t *texter) join(parts []string) string { return strings.Join(parts, t.say(words.then)) }

func (t *texter) counted(n int) string {
	if n == 1 {
		return t.say(words.oneItem)
	}
	return t.say(words.items, "n", strconv.Itoa(n))
}

func (t *texter) effect() tool.Effect {
	if t.s.Tool == nil {
		return 0
	}
	return t.s.Tool.Effect
}

func (t *texter) source() string { return fold(t.o.Source) }

// mostInteresting returns the item that a reader wants to see first: one in
// doubt, else one that failed, and so on.
func (t *texter) mostInteresting() *example {
	for _, o := range []Outcome{InDoubt, Failed, Skipped, NotDone, Succeeded} {
		for _, g := range t.groups {
			if g.key.outcome == o {
				return &g.examples[0]
			}
		}
	}
	return nil
}

// command asks the caller for a command; ids are as they came.
func (t *texter) command(kind CommandKind, ids ...string) string {
	if t.o.Command == nil {
		return ""
	}
	quoted := make([]string, len(ids))
	for i, id := range ids {
		quoted[i] = shellQuote(id)
	}
	return solid(strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f {
			return -1
		}
		return r
	}, t.o.Command(kind, quoted))))
}

// sections sorts the groups by outcome, and those that may have been changed
// apart from those that were not.
func (t *texter) sections() []section {
	var list []section
	for _, o := range executor.Outcomes() {
		for _, maybe := range []bool{false, true} {
			sec := section{outcome: o, maybe: maybe}
			for _, g := range t.groups {
				if g.key.outcome == o && g.key.maybe == maybe {
					sec.add(g)
				}
			}
			if sec.count > 0 {
				slices.SortStableFunc(sec.groups, func(a, b *group) int { return cmp.Compare(b.count, a.count) })
				list = append(list, sec)
			}
		}
	}
	return list
}
