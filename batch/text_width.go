package batch

import (
	"strings"
	"unicode"
)

// wide are the ranges that a terminal shows two columns wide: East Asian Width
// W and F of Unicode Standard Annex 11, with gaps of unassigned runes closed.
// What is ambiguous there ("…", "—") counts as one column.
//
//nolint:gochecknoglobals // a table, never written
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1},
		{0x231a, 0x231b, 1},
		{0x2329, 0x232a, 1},
		{0x23e9, 0x23ec, 1},
		{0x23f0, 0x23f3, 3},
		{0x25fd, 0x25fe, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x267f, 0x2693, 20},
		{0x26a1, 0x26a1, 1},
		{0x26aa, 0x26ab, 1},
		{0x26bd, 0x26be, 1},
		{0x26c4, 0x26c5, 1},
		{0x26ce, 0x26d4, 6},
		{0x26ea, 0x26ea, 1},
		{0x26f2, 0x26f3, 1},
		{0x26f5, 0x26fa, 5},
		{0x26fd, 0x2705, 8},
		{0x270a, 0x270b, 1},
		{0x2728, 0x274c, 36},
		{0x274e, 0x2753, 5},
		{0x2754, 0x2755, 1},
		{0x2757, 0x2757, 1},
		{0x2795, 0x2797, 1},
		{0x27b0, 0x27bf, 15},
		{0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b55, 5},
		{0x2e80, 0x303e, 1},
		{0x3041, 0x3247, 1},
		{0x3250, 0x33ff, 1},
		{0x3400, 0x4dbf, 1},
		{0x4e00, 0x9fff, 1},
		{0xa000, 0xa4cf, 1},
		{0xa960, 0xa97c, 1},
		{0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1},
		{0xfe10, 0xfe19, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff01, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x18d08, 1},
		{0x1aff0, 0x1b2ff, 1},
		{0x1f004, 0x1f0cf, 203},
		{0x1f18e, 0x1f18e, 1},
		{0x1f191, 0x1f19a, 1},
		{0x1f200, 0x1f320, 1},
		{0x1f32d, 0x1f335, 1},
		{0x1f337, 0x1f37c, 1},
		{0x1f37e, 0x1f393, 1},
		{0x1f3a0, 0x1f3ca, 1},
		{0x1f3cf, 0x1f3d3, 1},
		{0x1f3e0, 0x1f3f0, 1},
		{0x1f3f4, 0x1f3f4, 1},
		{0x1f3f8, 0x1f43e, 1},
		{0x1f440, 0x1f440, 1},
		{0x1f442, 0x1f4fc, 1},
		{0x1f4ff, 0x1f53d, 1},
		{0x1f54b, 0x1f54e, 1},
		{0x1f550, 0x1f567, 1},
		{0x1f57a, 0x1f57a, 1},
		{0x1f595, 0x1f596, 1},
		{0x1f5a4, 0x1f5a4, 1},
		{0x1f5fb, 0x1f64f, 1},
		{0x1f680, 0x1f6c5, 1},
		{0x1f6cc, 0x1f6cc, 1},
		{0x1f6d0, 0x1f6d2, 1},
		{0x1f6d5, 0x1f6df, 1},
		{0x1f6eb, 0x1f6ef, 1},
		{0x1f6f4, 0x1f6ff, 1},
		{0x1f7e0, 0x1f7eb, 1},
		{0x1f7f0, 0x1f7f0, 1},
		{0x1f90c, 0x1f9ff, 1},
		{0x1fa70, 0x1faff, 1},
		{0x20000, 0x2fffd, 1},
		{0x30000, 0x3fffd, 1},
	},
}

// runeWidth returns how many columns of a terminal r takes.
func runeWidth(r rune) int {
	switch {
	case r >= 0x20 && r < 0x7f:
		return 1
	case r < 0x20, r < 0xa0:
		return 0
	case unicode.Is(wide, r):
		return 2
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	return 1
}

// displayWidth returns how many columns of a terminal s takes.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// cutWidth returns s where it takes at most limit columns, and otherwise its
// beginning with an ellipsis.
func cutWidth(s string, limit int) string {
	n, end := 0, 0
	for i, r := range s {
		n += runeWidth(r)
		if n <= limit-1 {
			end = i + len(string(r))
		}
		if n > limit {
			return strings.TrimRight(s[:end], " ") + "…"
		}
	}
	return s
}

// The marks around what must not be broken, such as a command. No text that
// comes from outside holds them: control characters are removed from it.
const (
	solidBegin = '\x01'
	solidEnd   = '\x02'
)

// solid marks s as not to be broken.
func solid(s string) string {
	if s == "" {
		return ""
	}
	return string(solidBegin) + s + string(solidEnd)
}

// piece is what a line is made of: it stays on one line if one can hold it.
type piece struct {
	text  string
	width int
	space int  // so many spaces before it, unless it begins a line
	feed  bool // begins a line in any case
	solid bool
}

const (
	noBreakBefore = "，。；：、！？）」》〉】』”’…,.;:!?)]}"
	noBreakAfter  = "（「《〈【『“‘([{"
)

// pieces cuts a text where a line may end: at spaces, and between the
// characters of scripts that are written without them.
func pieces(text string) []piece {
	var list []piece
	var cur piece
	var last rune
	inside, glued := false, false
	push := func() {
		if cur.text != "" {
			list = append(list, cur)
		}
		cur = piece{}
	}
	for _, r := range text {
		switch {
		case r == solidBegin:
			if runeWidth(last) == 2 && !glued {
				push()
			}
			inside, cur.solid = true, true
			continue
		case r == solidEnd:
			inside = false
			last = 'x'
			continue
		case inside:
		case r == '\n':
			push()
			cur.feed = true
			last = 0
			continue
		case r == ' ':
			if cur.text != "" {
				push()
			}
			cur.space++
			last = 0
			continue
		case last == 0 || glued || strings.ContainsRune(noBreakBefore, r):
		case runeWidth(r) == 2 || runeWidth(last) == 2:
			push()
		}
		cur.text += string(r)
		cur.width += runeWidth(r)
		if !inside {
			glued = strings.ContainsRune(noBreakAfter, r) && runeWidth(r) == 2 || runeWidth(r) == 0
		}
		last = r
	}
	push()
	return list
}

// line is one line of a text: where it begins, and what it says.
type line struct {
	indent int
	text   string
}

// wrap breaks a text into lines that end at width and begin at indent. A piece
// that is longer is broken, unless it is solid: that one begins further to the
// left, at column 2 at the earliest, and goes beyond width where it must.
func wrap(text string, indent, width int) []line {
	var lines []line
	cur := line{indent: indent}
	room := width - indent
	used := 0
	flush := func() {
		if cur.text != "" {
			lines = append(lines, cur)
		}
		cur, used = line{indent: indent}, 0
	}
	for _, p := range pieces(text) {
		if p.feed {
			flush()
		}
		gap := 0
		if cur.text != "" {
			gap = p.space
		}
		if used+gap+p.width > room {
			flush()
			gap = 0
		}
		switch {
		case p.width <= room:
			cur.text += strings.Repeat(" ", gap) + p.text
			used += gap + p.width
		case p.solid:
			lines = append(lines, line{indent: max(2, min(indent, width-p.width)), text: p.text})
		default:
			for _, part := range chop(p.text, room) {
				flush()
				cur.text, used = part, displayWidth(part)
			}
		}
	}
	flush()
	return lines
}

// chop breaks a long word.
func chop(word string, room int) []string {
	var parts []string
	start, n := 0, 0
	for i, r := range word {
		if w := runeWidth(r); n+w > room && i > start {
			parts = append(parts, word[start:i])
			start, n = i, w
		} else {
			n += w
		}
	}
	return append(parts, word[start:])
}
