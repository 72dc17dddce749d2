package batch

import (
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// matter is something that is to be done about some items.
type matter struct {
	examples []example // those that are known; all of them if there are count
	count    int
	labels   []string // what to call them where their ids have no room
	text     string
	command  CommandKind // the kind of the command in it, or ""
	doubt    bool        // not to be sent again without a look
}

// advice says what to do next, the most pressing first: what may have happened,
// what stopped the batch, and then the rest by code.
func (t *texter) advice() []row {
	var matters []matter
	put := func(m matter) {
		if m.count == 0 || m.text == "" {
			return
		}
		for i := range matters {
			if matters[i].text == m.text {
				matters[i].join(&m)
				return
			}
		}
		matters = append(matters, m)
	}
	put(t.doubtful(InDoubt))
	put(t.echoed())
	put(t.panicked())
	put(t.doubtful(Failed))
	stopper := t.stopper()
	put(stopper)
	for _, o := range []Outcome{Skipped, Failed} {
		for _, m := range t.byCode(o) {
			put(m)
		}
	}
	put(t.unsettled(&stopper))
	rows := t.adviceRows(matters)
	if t.s.SourceErr != nil {
		p := adviceWords.mendInput
		cmd := t.command(CommandResume)
		if cmd != "" {
			p = adviceWords.mendCmd
		}
		rows = append(rows, row{left: t.say(adviceWords.input), text: t.say(p, "cmd", cmd)})
	}
	return rows
}

func (t *texter) adviceRows(matters []matter) []row {
	var rows []row
	for i := range matters {
		if i >= t.level.next && len(matters)-i > 1 || t.level.next == 0 {
			return append(rows, t.otherKinds(matters[i:]))
		}
		rows = append(rows, row{left: t.subject(&matters[i]), text: matters[i].text})
	}
	return rows
}

func (t *texter) otherKinds(matters []matter) row {
	const most = 5
	n := 0
	var labels []string
	for i := range matters {
		n += matters[i].count
		labels = append(labels, matters[i].labels...)
	}
	if len(labels) > most {
		labels = append(labels[:most], "…")
	}
	return row{left: t.counted(n), text: t.say(adviceWords.kinds, "what", strings.Join(labels, t.say(words.list)))}
}

func (m *matter) join(other *matter) {
	m.examples = append(m.examples, other.examples...)
	slices.SortFunc(m.examples, func(a, b example) int { return a.index - b.index })
	m.count += other.count
	for _, l := range other.labels {
		if !slices.Contains(m.labels, l) {
			m.labels = append(m.labels, l)
		}
	}
}

// subject is whom a piece of advice is for: ids where they have the room,
// otherwise what they have in common.
func (t *texter) subject(m *matter) string {
	ids := ""
	if m.count == len(m.examples) {
		once := slices.CompactFunc(slices.Clone(m.examples), func(a, b example) bool { return a.id == b.id })
		ids = strings.Join(idCells(once), " ")
	}
	if ids != "" && (m.count == 1 || displayWidth(ids) <= mostColumn) || len(m.labels) == 0 {
		return ids
	}
	return strings.Join(m.labels, " ")
}

// matterOf gathers the groups that pass.
func (t *texter) matterOf(label string, pass func(k *groupKey) bool) matter {
	m := matter{}
	if label != "" {
		m.labels = []string{label}
	}
	var groups []*group
	for _, g := range t.groups {
		if pass(&g.key) {
			groups = append(groups, g)
			m.count += g.count
		}
	}
	m.examples = examplesOf(groups)
	return m
}

// doubtful is about what may have been changed though it did not succeed.
func (t *texter) doubtful(outcome Outcome) matter {
	m := t.matterOf(t.say(words.maybeChanged), func(k *groupKey) bool {
		return k.maybe && (k.outcome == InDoubt) == (outcome == InDoubt) && !k.echo()
	})
	if m.count == 0 {
		return m
	}
	ids := m.ids()
	places := t.places(&m)
	resolve, again := "", CommandRetry
	if outcome == InDoubt {
		m.labels[0] = t.say(adviceWords.inDoubt)
		resolve, again = t.command(CommandResolve, ids...), CommandAgain
	}
	sameKey := t.effect() == tool.Idempotent && t.o.SameKeyAgain
	sendAgain := ""
	if sameKey {
		sendAgain = t.command(again, ids...)
	}
	if resolve != "" {
		m.text = t.say(adviceWords.resolve, append(places, "cmd", resolve)...)
	} else {
		m.text = t.say(adviceWords.look, places...)
	}
	switch {
	case sendAgain != "":
		m.text += t.say(adviceWords.sameKeyCmd, append(places, "cmd", sendAgain)...)
	case sameKey:
		m.text += t.say(adviceWords.sameKey, places...)
	case resolve == "":
		m.text += t.say(adviceWords.ifNot, places...)
	}
	m.text += t.suggestions(&m)
	return m
}

// echo: the items were refused when they were sent again, after a call that may
// have been executed. To send them once more would tell no more.
func (k *groupKey) echo() bool {
	if k.outcome != InDoubt || k.class == taxonomy.Transient {
		return false
	}
	return k.code != taxonomy.CodeCanceled && k.code != taxonomy.CodePanic && k.code != taxonomy.CodeUnknown
}

// echoed is about those.
func (t *texter) echoed() matter {
	m := t.matterOf(t.say(words.maybeChanged), func(k *groupKey) bool { return k.maybe && k.echo() })
	if m.count == 0 {
		return m
	}
	m.labels[0] = t.say(adviceWords.inDoubt)
	places := t.places(&m)
	if resolve := t.command(CommandResolve, m.ids()...); resolve != "" {
		m.text = t.say(adviceWords.resolve, append(places, "cmd", resolve)...)
	} else {
		m.text = t.say(adviceWords.look, places...)
	}
	m.text += t.say(adviceWords.echo, places...) + t.suggestions(&m)
	return m
}

// panicked is about bugs in the tool, which leave items in doubt.
func (t *texter) panicked() matter {
	m := t.matterOf(string(taxonomy.CodePanic), func(k *groupKey) bool {
		return k.maybe && k.code == taxonomy.CodePanic
	})
	if m.count > 0 {
		m.text = t.counsel(&m, counsels[taxonomy.CodePanic], "")
	}
	return m
}

// stopper is about the item at which the batch stopped, and those that failed
// as it did.
func (t *texter) stopper() matter {
	a := t.s.Abort
	if a == nil || a.Err == nil {
		return matter{}
	}
	m := t.matterOf(t.code(a.Err.Code), t.stoppedWith)
	if m.count == 0 { // it is in doubt, or turned out to be done
		if a.Err.Class != taxonomy.Permission {
			return matter{}
		}
		m.count, m.doubt = 1, true
		m.examples = []example{{index: a.Index, id: a.Item, res: &executor.Result{Outcome: Failed, Err: a.Err}}}
	}
	m.text = t.about(&m, CommandResume)
	return m
}

// stoppedWith: the group failed for what stopped the batch.
func (t *texter) stoppedWith(k *groupKey) bool {
	a := t.s.Abort
	return a != nil && a.Err != nil && k.outcome == Failed && !k.maybe && k.code == a.Err.Code && k.class == a.Err.Class
}

// byCode is about what did not succeed and was not changed, those with the
// most items first.
func (t *texter) byCode(outcome Outcome) []matter {
	type kind struct {
		class taxonomy.Class
		code  taxonomy.Code
		other bool
	}
	var kinds []kind
	for _, g := range t.groups {
		k := kind{g.key.class, g.key.code, g.key.other}
		if g.key.outcome == outcome && !g.key.maybe && !t.stoppedWith(&g.key) && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	list := make([]matter, 0, len(kinds))
	for _, k := range kinds {
		label := ""
		if !k.other {
			label = t.code(k.code)
		}
		m := t.matterOf(label, func(g *groupKey) bool {
			return g.outcome == outcome && !g.maybe && k == kind{g.class, g.code, g.other}
		})
		m.text = t.about(&m, CommandRetry)
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b matter) int { return b.count - a.count })
	return list
}

// unsettled is about what was not done. Where the batch stopped at an item, a
// command that goes on from there does so with these as well.
func (t *texter) unsettled(stopper *matter) matter {
	m := t.matterOf(t.say(adviceWords.undone), func(k *groupKey) bool { return k.outcome == NotDone && !k.maybe })
	if m.count == 0 {
		return m
	}
	cmd := t.command(CommandResume)
	places := append(t.places(&m), "cmd", cmd)
	switch {
	case stopper.command == CommandResume, stopper.command == CommandCarryOn:
		return matter{}
	case stopper.text != "" && cmd == "":
		m.text = t.say(adviceWords.notDoneAfter, places...)
	case cmd != "":
		m.text = t.say(adviceWords.notDoneCmd, places...)
	case t.limit() != "" && t.effect() == tool.Unsafe:
		m.text = t.say(adviceWords.limitedUnsafe, places...)
	case t.limit() != "":
		m.text = t.say(adviceWords.limited, places...)
	default:
		m.text = t.say(adviceWords.notDone, places...)
	}
	return m
}

// place names the lines of items, or "" where none is known.
func (t *texter) place(items []example) string { return t.placeOf(items, len(items)) }

func (t *texter) placeOf(items []example, count int) string {
	const most = 4
	var numbers []string
	for i := range items {
		if items[i].line > 0 && len(numbers) < most {
			numbers = append(numbers, strconv.Itoa(items[i].line))
		}
	}
	if len(numbers) == 0 {
		return ""
	}
	one, many, others := adviceWords.line, adviceWords.lines, adviceWords.linesMore
	if t.o.Source != "" {
		one, many, others = words.inFile, words.inFileLines, words.inFileMore
	}
	p := many
	more := count - len(numbers)
	switch {
	case count == 1:
		p = one
	case more > 0:
		p = others
	}
	return t.say(p, "file", cutWidth(t.source(), 40), "line", strings.Join(numbers, t.say(words.list)), "n", strconv.Itoa(more))
}

// ids returns the items' ids, or none where they are too many, or too long, to
// be named in a command.
func (m *matter) ids() []string {
	const columns = 60
	if m.count != len(m.examples) {
		return nil
	}
	ids, width := make([]string, m.count), 0
	for i := range m.examples {
		ids[i] = m.examples[i].id
		if width += len(ids[i]) + 1; width > columns && m.count > 1 || width > maxIDBytes {
			return nil
		}
	}
	return ids
}
