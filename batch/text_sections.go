package batch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// section is the items of one outcome of which the same can be said about
// whether they were changed.
type section struct {
	outcome Outcome
	maybe   bool
	count   int
	unsent  int
	groups  []*group // those with the most items first
}

func (sec *section) add(g *group) {
	sec.count += g.count
	if !g.key.sent {
		sec.unsent += g.count
	}
	sec.groups = append(sec.groups, g)
}

func (t *texter) block(sec section) block {
	b := block{
		heading: t.say(outcomeWords[sec.outcome].heading, "n", strconv.Itoa(sec.count)),
		remark:  t.remark(&sec),
	}
	if sec.count <= t.level.items {
		b.rows = t.itemRows(examplesOf(sec.groups))
	} else {
		b.rows = t.groupRows(&sec)
	}
	return b
}

// remark says of all items of a section whether they may have been changed.
func (t *texter) remark(sec *section) string {
	switch {
	case sec.outcome == Succeeded:
		return ""
	case sec.maybe:
		return t.say(words.maybeChanged)
	case sec.unsent == sec.count:
		return t.say(words.nothingSent)
	case sec.outcome == Skipped && !slices.ContainsFunc(sec.groups, func(g *group) bool { return g.key.class != taxonomy.ResourceConflict }):
		return t.say(words.stateForbids, "noun's", t.nouns().possessive)
	}
	return t.say(words.notChanged)
}

// examplesOf returns the items that are known of some groups, in input order.
func examplesOf(groups []*group) []example {
	var list []example
	for _, g := range groups {
		list = append(list, g.examples...)
	}
	slices.SortFunc(list, func(a, b example) int { return cmp.Compare(a.index, b.index) })
	return list
}

// itemRows tells of every item; those of which the same is to be told share a
// row.
func (t *texter) itemRows(items []example) []row {
	var texts []string
	alike := make(map[string][]example)
	for i := range items {
		text := t.whole(t.tell(&items[i]))
		if alike[text] == nil {
			texts = append(texts, text)
		}
		alike[text] = append(alike[text], items[i])
	}
	rows := make([]row, len(texts))
	for i, text := range texts {
		rows[i] = row{left: strings.Join(idCells(alike[text]), " "), text: text}
	}
	return rows
}

// groupRows tells of every group, with one example; small groups item by item.
// What goes beyond the level's number of rows is added up in the last.
func (t *texter) groupRows(sec *section) []row {
	const small = 2
	var rows []row
	for i, g := range sec.groups {
		if len(rows) >= t.level.rows && len(sec.groups)-i > 1 || t.level.rows == 0 {
			return append(rows, t.otherRow(sec.groups[i:]))
		}
		if g.count <= small {
			rows = append(rows, t.itemRows(g.examples)...)
			continue
		}
		rows = append(rows, row{left: t.counted(g.count), text: t.groupText(g) + "\n" + t.positions(g)})
	}
	return rows
}

func (t *texter) groupText(g *group) string {
	x := &g.examples[0]
	if g.key.outcome == NotDone && !g.key.sent && t.s.stopped != nil && x.res.Reason == t.s.stopped.reason {
		return t.stopReason()
	}
	if g.key.outcome == Succeeded && g.key.how == executor.FirstTry && !g.key.corrected {
		return t.say(words.groupFirst)
	}
	told := t.tell(x)
	id := quoteID(x.id)
	if label := t.label(g); label != "" {
		return t.say(words.such, "code", label, "id", id, "what", told.rest)
	}
	return t.say(words.suchWithout, "id", id, "what", t.whole(told))
}

// label is what all items of a group have in common.
func (t *texter) label(g *group) string {
	switch g.key.how {
	case executor.HowNone:
		return t.codeOf(g)
	case executor.FirstTry:
		return t.say(words.groupFirst)
	case executor.AfterRetry:
		if g.key.code == "" {
			return ""
		}
		what := t.code(g.key.code)
		if g.key.status != 0 {
			what = strconv.Itoa(g.key.status) + " " + what
		}
		return t.say(words.groupRetry, "what", what)
	case executor.AfterCorrection:
		return t.say(words.groupCorrected)
	case executor.ByProbe:
		return t.say(words.groupProbe)
	}
	return ""
}

func (t *texter) codeOf(g *group) string {
	if g.key.other || g.key.code == "" {
		return ""
	}
	return t.code(g.key.code)
}

// otherRow adds up what no row is left for.
func (t *texter) otherRow(groups []*group) row {
	const most = 3
	n := 0
	var names []string
	counts := make(map[string]int)
	for _, g := range groups {
		n += g.count
		name := t.codeOf(g)
		if g.key.outcome == Succeeded {
			name = t.label(g)
		}
		if name == "" { // counted with what is left
			continue
		}
		if counts[name] == 0 {
			names = append(names, name)
		}
		counts[name] += g.count
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	rest := n
	var parts []string
	for i, name := range names {
		if i == most {
			break
		}
		parts = append(parts, t.say(words.countOf, "what", name, "n", strconv.Itoa(counts[name])))
		rest -= counts[name]
	}
	if rest > 0 {
		parts = append(parts, t.say(words.more, "n", strconv.Itoa(rest)))
	}
	return row{left: t.counted(n), text: t.say(words.others, "what", strings.Join(parts, t.say(words.list)))}
}

// positions names where the items of a group stand in the input, from 1, as
// ranges; what has no room is counted.
func (t *texter) positions(g *group) string {
	const most, columns = 6, 46
	var parts []string
	shown, width := 0, 0
	for i, sp := range g.at.list {
		text := strconv.Itoa(sp.first + 1)
		if sp.last > sp.first {
			text += "-" + strconv.Itoa(sp.last+1)
		}
		if i >= most || i > 0 && width+displayWidth(text) > columns-2 {
			break
		}
		width += displayWidth(text) + 2
		shown += sp.size()
		parts = append(parts, text)
	}
	text := strings.Join(parts, t.say(words.list))
	if more := g.count - shown; more > 0 {
		text = t.say(words.rangesMore, "what", text, "n", strconv.Itoa(more))
	}
	return t.say(words.positions, "what", text)
}
