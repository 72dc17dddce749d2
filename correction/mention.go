package correction

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/pointer"
)

// mentions is a message that names no field, searched for the arguments that
// it speaks about.
type mentions struct {
	text  string // the message
	lower string // the same, byte by byte, in lower case
	args  any
	// spans are where names and values stand, so that one that is only a part
	// of another ("id" in the value "no id") is not taken for a mention.
	spans []span
}

type span struct{ from, to int }

// maxSearched is how much of a message is searched. taxonomy.Clean caps those
// of executors far below.
const maxSearched = 4 << 10

func mentionsIn(message string, args any) *mentions {
	message = strings.ToValidUTF8(message[:min(len(message), maxSearched)], "?")
	m := &mentions{text: message, lower: lowered(message), args: args}
	m.collect(args)
	return m
}

func (m *mentions) collect(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			m.spans = append(m.spans, occurrences(m.lower, lowered(name), nameEdge)...)
			m.collect(value)
		}
	case []any:
		for _, value := range v {
			m.collect(value)
		}
	default:
		m.spans = append(m.spans, occurrences(m.text, textOf(v), valueEdge)...)
	}
}

// cover reports whether the message mentions a member at path or above it, by
// its name or by its value.
func (m *mentions) cover(path string) bool {
	at := m.args
	for _, part := range pointer.Split(path) {
		_, isList := at.([]any)
		if !isList && m.mentioned(occurrences(m.lower, lowered(part), nameEdge), part) {
			return true
		}
		var ok bool
		if at, ok = lookup(at, []string{part}); !ok {
			return false
		}
		if text := textOf(at); m.mentioned(occurrences(m.text, text, valueEdge), text) {
			return true
		}
	}
	return false
}

func (m *mentions) mentioned(found []span, what string) bool {
	return slices.ContainsFunc(found, func(s span) bool {
		if !m.quoted(s) && (functionWord(what) || s.from > 0 && slices.Contains(genericNouns, strings.ToLower(what))) {
			return false
		}
		return !slices.ContainsFunc(m.spans, func(longer span) bool {
			return longer.from <= s.from && s.to <= longer.to && longer.to-longer.from > s.to-s.from
		})
	})
}

// quoted reports whether quotes of any kind stand right around s.
func (m *mentions) quoted(s span) bool {
	before, _ := utf8.DecodeLastRuneInString(m.text[:s.from])
	after, _ := utf8.DecodeRuneInString(m.text[s.to:])
	const quotes = "\"'`‘’“”«»「」"
	return strings.ContainsRune(quotes, before) && strings.ContainsRune(quotes, after)
}

// functionWord: words that stand in any English sentence, and single letters.
// They count only in quotes, so that a recipient named "to" does not become
// changeable by "unable to parse the body".
func functionWord(what string) bool {
	first, size := utf8.DecodeRuneInString(what)
	return size == len(what) && unicode.IsLetter(first) && !unspaced(first) ||
		slices.Contains(functionWords, strings.ToLower(what))
}

//nolint:gochecknoglobals // tables, never written
var (
	functionWords = strings.Fields(`an and any are as at be been but by can cannot could did do does error for from
		had has have if in into invalid is it its may must no not of off on only or out over should so than that the
		their then there these they this to too under up use using was were when which will with would wrong you your`)

	// genericNouns are what messages call anything: "invalid value for
	// deadline" is not about an argument named value. They count in quotes and
	// as the first word of the message.
	genericNouns = strings.Fields(`argument arguments array body boolean code data entry field fields format input
		integer item items json key list message number object param parameter parameters params property query record
		request result schema string text type value values`)
)

// textOf is the text of a scalar as a message would show it; "" where that
// says nothing: true, null and what has neither letters nor digits.
func textOf(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case string:
		if strings.ContainsFunc(v, wordRune) {
			return v
		}
	}
	return ""
}

// occurrences finds what at word boundaries; overlapping ones, too.
func occurrences(text, what string, edge func(outer, beyond, inner rune) bool) []span {
	var found []span
	for from := 0; what != ""; {
		i := strings.Index(text[from:], what)
		if i < 0 {
			break
		}
		s := span{from + i, from + i + len(what)}
		before, beyond := lastTwo(text[:s.from])
		after, further := firstTwo(text[s.to:])
		first, size := utf8.DecodeRuneInString(what)
		last, _ := utf8.DecodeLastRuneInString(what)
		if edge(before, beyond, first) && edge(after, further, last) {
			found = append(found, s)
		}
		from = s.from + size
	}
	return found
}

// nameEdge reports whether a name ends at inner, the rune outer being next to
// it and beyond the one after that. Dots and slashes are how paths are written.
func nameEdge(outer, beyond, inner rune) bool {
	if strings.ContainsRune("-@", outer) {
		return !wordRune(beyond)
	}
	return !joined(outer, inner)
}

// valueEdge is stricter: 1 is no part of 1.1, -1 and 1/2, nor foo of foo.txt.
func valueEdge(outer, beyond, inner rune) bool {
	switch {
	case strings.ContainsRune("-+", outer) && unicode.IsDigit(inner):
		return false
	case strings.ContainsRune(",:", outer):
		return !unicode.IsDigit(beyond) || !unicode.IsDigit(inner)
	case strings.ContainsRune("./-+@", outer):
		return !wordRune(beyond) || unspaced(beyond) || unicode.IsDigit(beyond) != unicode.IsDigit(inner)
	}
	return !joined(outer, inner)
}

func joined(a, b rune) bool {
	return wordRune(a) && wordRune(b) && !unspaced(a) && !unspaced(b)
}

func wordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// unspaced: scripts that put no spaces between words, so that any place in them
// may be a boundary.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// firstTwo returns the first runes of s, and utf8.RuneError, which is part of no
// word, where there are none.
func firstTwo(s string) (first, second rune) {
	first, size := utf8.DecodeRuneInString(s)
	second, _ = utf8.DecodeRuneInString(s[size:])
	return first, second
}

// lastTwo does so from the other end.
func lastTwo(s string) (last, beforeLast rune) {
	last, size := utf8.DecodeLastRuneInString(s)
	beforeLast, _ = utf8.DecodeLastRuneInString(s[:len(s)-size])
	return last, beforeLast
}

// lowered is s, which is valid UTF-8, in lower case where that takes the same
// number of bytes.
func lowered(s string) string {
	return strings.Map(func(r rune) rune {
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, s)
}
