package batch

import (
	"strings"
	"unicode"
)

// places are the words that depend on the number of items.
func (t *texter) places(m *matter) []string {
	n := t.nouns()
	w := &adviceWords
	if m.count > 1 {
		return []string{
			"noun", n.many, "it", t.say(w.them), "this is", t.say(w.theseAre), "it was", t.say(w.theyWere), "row", t.say(w.rows),
		}
	}
	return []string{"noun", n.one, "it", t.say(w.it), "this is", t.say(w.thisIs), "it was", t.say(w.itWas), "row", t.say(w.row)}
}

// nouns are what a record is called.
type nouns struct{ one, many, possessive string }

// nouns takes the name from the tool's target: "order_id" is the id of an
// order.
func (t *texter) nouns() nouns {
	w := &adviceWords
	name := ""
	if t.s.Tool != nil {
		name = nounOf(t.s.Tool.Target)
	}
	if name == "" {
		return nouns{t.say(w.record), t.say(w.records), t.say(w.recordOf)}
	}
	return nouns{t.say(w.aNoun, "name", name), t.say(w.nouns, "names", plural(name)), t.say(w.nounOf, "name", name)}
}

// nounOf returns "order" for "order_id", "orderId" or "order-ID", and "" for
// what is not named so.
func nounOf(target string) string {
	name := target
	for _, suffix := range []string{"_id", "-id", ".id", "_ID", "-ID", "Id", "ID"} {
		if s, ok := strings.CutSuffix(target, suffix); ok {
			name = s
			break
		}
	}
	if name == target || len(name) > 30 {
		return ""
	}
	var words strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-':
			words.WriteByte(' ')
		case r > unicode.MaxASCII || !unicode.IsLetter(r):
			return ""
		case unicode.IsUpper(r) && i > 0:
			words.WriteByte(' ')
			words.WriteRune(unicode.ToLower(r))
		default:
			words.WriteRune(unicode.ToLower(r))
		}
	}
	return words.String()
}

func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}
