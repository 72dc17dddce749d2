package batch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// about says what to do about items that failed with one code. kind is the
// command that runs them again.
func (t *texter) about(m *matter, kind CommandKind) string {
	e := m.examples[0].res.Err
	if e == nil {
		return t.counsel(m, counsels[taxonomy.CodeUnknown], "")
	}
	if t.o.Advice != nil {
		if s := fold(t.o.Advice(e)); s != "" {
			return s
		}
	}
	special, known := counsels[cmp.Or(e.Code, taxonomy.CodeUnknown)]
	switch {
	case e.Class == taxonomy.Permission:
		return t.permission(m, kind)
	case e.Code == taxonomy.CodeNotFound:
		return t.correct(m, t.target())
	case e.Code == taxonomy.CodeVersionConflict && t.o.Source != "":
		return t.say(adviceWords.exportAgain, t.places(m)...) + t.suggestions(m)
	case known && (e.Class != taxonomy.InputError || special.kind == ""):
		return t.counsel(m, special, kind)
	case e.Class == taxonomy.InputError:
		return t.correct(m, t.refused(m))
	}
	return t.counsel(m, classCounsels[e.Class], kind)
}

// counsel says what the table says. after is put for CommandRetry where the
// batch has stopped and goes on.
func (t *texter) counsel(m *matter, c counsel, after CommandKind) string {
	kind := c.kind
	if kind == CommandRetry && after != "" {
		kind = after
	}
	cmd := ""
	switch {
	case kind == CommandDetail && len(m.examples) > 0:
		cmd = t.command(kind, m.examples[0].id)
	case kind != "":
		cmd = t.command(kind, m.ids()...)
	}
	p := c.without
	if cmd != "" {
		p, m.command = c.with, kind
	}
	return t.say(p, append(t.places(m), "cmd", cmd)...) + t.suggestions(m)
}

// permission tells one record that is barred from a login that is worth
// nothing.
func (t *texter) permission(m *matter, kind CommandKind) string {
	n := t.s.Counts.Succeeded
	again := !m.doubt
	var with, without phrase
	switch code := m.examples[0].res.Err.Code; {
	case code == taxonomy.CodeUnauthenticated && n > 0:
		with, without = adviceWords.loginLostCmd, adviceWords.loginLost
	case code == taxonomy.CodeUnauthenticated:
		with, without = adviceWords.loginNoneCmd, adviceWords.loginNone
	case code == taxonomy.CodeAccountLocked:
		with, without = adviceWords.accountCmd, adviceWords.account
	case n > 0 && kind == CommandResume:
		kind, again = CommandCarryOn, false
		with, without = adviceWords.acceptedCmd, adviceWords.accepted
	case n > 0: // the batch has carried on already
		kind, again = "", false
		without = adviceWords.accepted
	default:
		with, without = adviceWords.barredAllCmd, adviceWords.barredAll
	}
	items := t.say(words.itemsHad, "n", strconv.Itoa(n))
	if n == 1 {
		items = t.say(words.itemWas)
	}
	cmd := ""
	if kind != "" {
		cmd = t.command(kind, m.ids()...)
	}
	p, tail := without, ""
	switch {
	case cmd != "":
		p, m.command = with, kind
	case again:
		tail = t.say(adviceWords.thenRun, t.places(m)...)
	}
	return t.say(p, append(t.places(m), "cmd", cmd, "items", items)...) + tail + t.suggestions(m)
}

// correct says what to mend in the input, and where.
func (t *texter) correct(m *matter, what string) string {
	if t.lang == chinese && runeWidth([]rune(what)[0]) == 1 {
		what = " " + what
	}
	in, alone := adviceWords.correctIn, adviceWords.correct
	if e := m.examples[0].res.Err; e.Code == taxonomy.CodeMissingField {
		in, alone = adviceWords.giveIn, adviceWords.give // there is nothing to be corrected
	}
	where := t.placeOf(m.examples, m.count)
	if where == "" {
		return t.say(alone, append(t.places(m), "what", what)...) + t.suggestions(m)
	}
	return t.say(in, append(t.places(m), "what", what, "where", where)...) + t.suggestions(m)
}

// refused names the arguments that were refused.
func (t *texter) refused(m *matter) string {
	const most = 3
	var names []string
	for i := range m.examples {
		for _, f := range m.examples[i].res.Err.Fields {
			if name := t.field(f.Path); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	switch {
	case len(names) == 0:
		return t.say(adviceWords.whatItNames)
	case len(names) > most:
		more := strconv.Itoa(len(names) - most)
		return t.say(adviceWords.namesMore, "names", strings.Join(names[:most], t.say(words.list)), "n", more)
	}
	return strings.Join(names, t.say(words.list))
}

func (t *texter) target() string {
	if t.s.Tool == nil || t.s.Tool.Target == "" {
		return t.say(adviceWords.theID)
	}
	return t.field(t.s.Tool.Target)
}

// suggestions are what came with the failure, if it came with all.
func (t *texter) suggestions(m *matter) string {
	var first []string
	for i := range m.examples {
		e := m.examples[i].res.Err
		if e == nil || i > 0 && !slices.Equal(e.Suggestions, first) {
			return ""
		}
		first = e.Suggestions
	}
	var parts []string
	for _, s := range first[:min(len(first), t.level.hints)] {
		if s = fold(s); s != "" {
			parts = append(parts, t.sentence(s))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return t.say(adviceWords.suggested, "what", t.join(parts))
}
