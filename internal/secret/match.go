package secret

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escapes are what an escaped character begins with.
const escapes = `\%&+`

// match returns the length of value at the beginning of text, whichever of its
// characters are escaped, in whatever way: encoders differ in what they escape
// (a slash in PHP, = in Gson, all but ASCII in Python), and mix with others. 0:
// it does not stand there.
func match(text, value string) int {
	if strings.HasPrefix(text, value) {
		return len(value)
	}
	// A backslash of the value itself is two of JSON, and four of JSON in JSON.
	n, _ := escaped(text, value, 2)
	if n == 0 && strings.IndexByte(value, '\\') >= 0 {
		n, _ = escaped(text, value, 4)
	}
	return n
}

// begins reports whether value may begin with text, which was cut off.
func begins(text, value string) bool {
	if strings.HasPrefix(value, text) {
		return true
	}
	_, open := escaped(text, value, 2)
	if !open && strings.IndexByte(value, '\\') >= 0 {
		_, open = escaped(text, value, 4)
	}
	return open
}

// escaped returns the length of value in text, 0 if it does not stand there.
// open: it might, if the text went on.
func escaped(text, value string, backslashes int) (length int, open bool) {
	i := 0
	for k := 0; k < len(value); {
		if i >= len(text) {
			return 0, true
		}
		n, m := 0, 0
		if strings.IndexByte(escapes, text[i]) >= 0 {
			n, m = unescape(text[i:], value[k:], backslashes)
		}
		if n == 0 {
			if text[i] != value[k] {
				// Half of an escape, perhaps: that of a surrogate pair is the longest.
				return 0, len(text)-i < 2*widest && strings.IndexByte(escapes, text[i]) >= 0
			}
			n, m = 1, 1
		}
		i, k = i+n, k+m
	}
	return i, false
}

// unescape reads one escape that stands for the beginning of value, and returns
// the lengths of both; 0, 0: it is none.
func unescape(text, value string, backslashes int) (n, m int) {
	switch text[0] {
	case '+':
		if value[0] == ' ' {
			return 1, 1
		}
	case '%':
		if c, ok := hex(text, 1, 2); ok && c == rune(value[0]) {
			return 3, 1
		}
	case '&':
		return entity(text, value)
	case '\\':
		return backslash(text, value, backslashes)
	}
	return 0, 0
}

// backslash reads an escape of JSON, which may be escaped itself: a text in a
// text has more than one backslash.
func backslash(text, value string, backslashes int) (n, m int) {
	const most = 16 // else a text of nothing but backslashes takes for ever
	for n < min(len(text), most) && text[n] == '\\' {
		n++
	}
	if n < len(text) {
		const letters, meant = `"/'nrtbf`, "\"/'\n\r\t\b\f"
		if at := strings.IndexByte(letters, text[n]); at >= 0 && meant[at] == value[0] {
			return n + 1, 1
		}
		if text[n] == 'u' {
			if end, m := unicode(text, n, value); m > 0 {
				return end, m
			}
		}
	}
	if n >= backslashes && value[0] == '\\' {
		return backslashes, 1
	}
	return 0, 0
}

// unicode reads the four digits behind the u at text[at], and those of the other
// half of a surrogate pair.
func unicode(text string, at int, value string) (end, m int) {
	const digits = 4
	r, ok := hex(text, at+1, digits)
	if !ok {
		return 0, 0
	}
	end = at + 1 + digits
	if utf16.IsSurrogate(r) {
		next := end
		for next < min(len(text), end+at) && text[next] == '\\' {
			next++
		}
		if next == end || next >= len(text) || text[next] != 'u' {
			return 0, 0
		}
		low, ok := hex(text, next+1, digits)
		if !ok {
			return 0, 0
		}
		r, end = utf16.DecodeRune(r, low), next+1+digits
	}
	return end, runeAt(value, r)
}

// entity reads an escape of HTML.
func entity(text, value string) (n, m int) {
	const most = 10
	name, _, ok := strings.Cut(text[1:min(len(text), most)], ";")
	if !ok || name == "" {
		return 0, 0
	}
	var r rune
	switch name {
	case "amp":
		r = '&'
	case "lt":
		r = '<'
	case "gt":
		r = '>'
	case "quot":
		r = '"'
	case "apos":
		r = '\''
	default:
		number, found := strings.CutPrefix(name, "#")
		base := 10
		if len(number) > 0 && number[0]|' ' == 'x' {
			number, base = number[1:], 16
		}
		n, err := strconv.ParseInt("0"+number, base, 32)
		if err != nil || !found {
			return 0, 0
		}
		r = rune(n)
	}
	if m = runeAt(value, r); m == 0 {
		return 0, 0
	}
	return len(name) + 2, m
}

// runeAt returns the length of r at the beginning of value, 0 if it is another.
func runeAt(value string, r rune) int {
	first, size := utf8.DecodeRuneInString(value)
	if first != r || first == utf8.RuneError && size < 2 {
		return 0
	}
	return size
}

func hex(text string, at, digits int) (rune, bool) {
	if len(text) < at+digits {
		return 0, false
	}
	n, err := strconv.ParseInt("0"+text[at:at+digits], 16, 32)
	return rune(n), err == nil
}
