package taxonomy

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxMessage is the most bytes of a message that leave the process. A stack
// trace or a page of HTML helps neither a model nor a person who reads a
// summary; the whole text goes to the local log.
const MaxMessage = 500

// maxLook is how much of a text is looked at at all.
const maxLook = 16 << 10

const hidden = "[redacted]"

// Clean makes a text fit to leave the process: passwords in addresses,
// authorization headers, cookies and values that are named like secrets are
// replaced by "[redacted]", terminal escape sequences and other characters that
// nobody sees removed (newline and tab stay), invalid UTF-8 replaced by U+FFFD,
// and the rest cut at [MaxMessage] bytes, on the boundary of a rune, with a
// note of how much there was. To clean it again changes nothing.
//
// It errs on the side of hiding, but cannot know a secret that nothing names.
//
// A short text with nothing to hide, which most are, takes about 0.3 µs and no
// allocation. Of a long one with nothing that nobody sees only so much is gone
// through as is shown.
func Clean(s string) string {
	whole := len(s)
	if whole > maxLook {
		s = cutAt(s, maxLook)
	}
	if visible := printable(s); visible != s {
		// An escape sequence may take the first letter of a name along, or
		// stand in the middle of one: look before and after it is removed.
		s = printable(redact(s, math.MaxInt))
	}
	s = redact(s, MaxMessage)
	if len(s) <= MaxMessage && whole <= maxLook {
		return s
	}
	note := "… (" + strconv.Itoa(whole) + " bytes in all)"
	end := min(len(s), MaxMessage-len(note))
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + note
}

// cutAt returns the first n bytes of s, or less where they would end in the
// middle of a rune.
func cutAt(s string, n int) string {
	for back := range utf8.UTFMax {
		if utf8.RuneStart(s[n-back]) {
			return s[:n-back]
		}
	}
	return s[:n] // not UTF-8
}

// printable removes what is not meant to be read.
func printable(s string) string {
	i := suspect(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for i < len(s) {
		if s[i] == 0x1b {
			i += escapeLen(s[i:])
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '\r' && !strings.HasPrefix(s[i+1:], "\n"), c == '\u2028', c == '\u2029':
			b.WriteByte('\n') // a line of its own, and none that overwrites another
		case c == utf8.RuneError && size == 1:
			b.WriteRune(c)
			for i+size < len(s) { // one mark for all that cannot be read
				c, n := utf8.DecodeRuneInString(s[i+size:])
				if c != utf8.RuneError || n != 1 {
					break
				}
				size += n
			}
		case !invisible(c):
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// suspect returns where in s the first character stands that printable may have
// to remove, or its length: most texts have none, in whatever script.
func suspect(s string) int {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf && !suspectBytes[s[i]] {
		i++
	}
	if i == len(s) || s[i] < utf8.RuneSelf || !utf8.ValidString(s[i:]) {
		return i
	}
	for ; i < len(s); i++ {
		c := s[i]
		if !suspectBytes[c] || c == 0xe2 && s[i+1] > 0x81 || c == 0xef && s[i+1] != 0xbb { // punctuation, and the wide forms of East Asia
			continue
		}
		if r, _ := utf8.DecodeRuneInString(s[i:]); invisible(r) || r == '\u2028' || r == '\u2029' || r == '\r' {
			return i
		}
	}
	return len(s)
}

// suspectBytes are those that a character begins with which nobody sees.
//
//nolint:gochecknoglobals // a table, never written after this
var suspectBytes = func() (is [256]bool) {
	for c := range is {
		is[c] = c < 0x20 && c != '\n' && c != '\t' || c == 0x7f
	}
	for _, c := range []byte{0xc2, 0xd8, 0xe2, 0xef, 0xf3} { // C1, U+061C, U+2000 and on, U+FEFF, tags
		is[c] = true
	}
	return is
}()

// invisible reports whether c is a character that nobody sees but that changes
// what others see: controls but for newline and tab, bidirectional marks and
// overrides (Unicode 16, UAX 9), spaces of no width, and tags, in which text
// for a model can be hidden from people.
func invisible(c rune) bool {
	switch {
	case c < 0x20:
		return c != '\n' && c != '\t'
	case c < 0x7f:
		return false
	case c < 0xa0, // DEL, C1
		c == 0x061c, c == 0x200b, c == 0x200e, c == 0x200f, c >= 0x202a && c <= 0x202e,
		c >= 0x2060 && c <= 0x206f, c == 0xfeff, c >= 0xe0000 && c <= 0xe007f:
		return true
	}
	return false
}

// escapeLen returns the length of the escape sequence that s begins with (ECMA-48
// section 5). A string that is not terminated ends with its line.
func escapeLen(s string) int {
	if len(s) == 1 {
		return 1
	}
	i := 2
	switch s[1] {
	case '[': // parameters, intermediates, one final byte
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
			i++
		}
		if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
			i++
		}
	case ']', 'P', 'X', '^', '_': // OSC, DCS, SOS, PM, APC: up to BEL or ST
		for ; i < len(s) && s[i] != '\n'; i++ {
			switch s[i] {
			case 0x07:
				return i + 1
			case 0x1b:
				if i+1 < len(s) && s[i+1] == '\\' {
					return i + 2
				}
				return i
			}
		}
	default: // intermediates and one final byte, such as ESC ( B
		i = 1
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
			i++
		}
		if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
			i++
		}
	}
	return i
}
