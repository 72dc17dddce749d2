package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// reader reads JSON (RFC 8259) in one pass. encoding/json reads arguments in
// two (is it valid? what is it?), through a buffer, and does not tell members
// that come twice; see [Decode]. This takes a quarter of the time. Texts are
// parts of s, so that one allocation is enough for all of them.
type reader struct {
	s     string
	i     int
	depth int
}

// maxDepth is how deep a value may nest, as in encoding/json.
const maxDepth = 10_000

// syntaxError completes a sentence that begins with "the arguments".
type syntaxError struct {
	text      string
	truncated bool // the text ended where more was needed
}

func (e *syntaxError) Error() string { return e.text }

func (r *reader) fail(format string, args ...any) error {
	return &syntaxError{text: fmt.Sprintf(format, args...)}
}

// unexpected is what to say about the byte at hand where want was needed.
func (r *reader) unexpected(want string) error {
	if r.i >= len(r.s) {
		return &syntaxError{text: "are truncated", truncated: true}
	}
	c, _ := utf8.DecodeRuneInString(r.s[r.i:])
	return r.fail("are not JSON: %q after %d bytes, where %s was expected", c, r.i, want)
}

func (r *reader) space() {
	for r.i < len(r.s) {
		switch r.s[r.i] {
		case ' ', '\t', '\r', '\n':
			r.i++
		default:
			return
		}
	}
}

// document reads the one value that the text is to hold.
func (r *reader) document() (any, error) {
	v, err := r.value()
	if err != nil {
		return nil, err
	}
	if r.space(); r.i < len(r.s) {
		return nil, r.fail("hold more than one JSON value: the first ends after %d bytes", r.i)
	}
	return v, nil
}

func (r *reader) value() (any, error) {
	r.space()
	if r.i >= len(r.s) {
		return nil, r.unexpected("a value")
	}
	switch c := r.s[r.i]; {
	case c == '"':
		return r.text()
	case c == '{':
		return r.object()
	case c == '[':
		return r.list()
	case c == 't':
		return true, r.word("true")
	case c == 'f':
		return false, r.word("false")
	case c == 'n':
		return nil, r.word("null")
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	}
	return nil, r.unexpected("a value")
}

func (r *reader) word(word string) error {
	for j := range len(word) {
		if r.i >= len(r.s) || r.s[r.i] != word[j] {
			return r.unexpected(word)
		}
		r.i++
	}
	return nil
}

func (r *reader) enter() error {
	r.i++
	if r.depth++; r.depth > maxDepth {
		return r.fail("are nested more than %d levels deep", maxDepth)
	}
	return nil
}

func (r *reader) object() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	m := make(map[string]any)
	if r.space(); r.at('}') {
		r.depth--
		return m, nil
	}
	for {
		if r.space(); r.i >= len(r.s) || r.s[r.i] != '"' {
			return nil, r.unexpected("a name in quotes")
		}
		name, err := r.text()
		if err != nil {
			return nil, err
		}
		if r.space(); !r.at(':') {
			return nil, r.unexpected("a colon")
		}
		before := len(m)
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		if m[name] = v; len(m) == before {
			return nil, r.fail("name %s twice in one object, which readers understand differently", quoted(name))
		}
		r.space()
		if r.at('}') {
			r.depth--
			return m, nil
		}
		if !r.at(',') {
			return nil, r.unexpected("a comma or }")
		}
	}
}

func (r *reader) list() (any, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	list := []any{}
	if r.space(); r.at(']') {
		r.depth--
		return list, nil
	}
	for {
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		r.space()
		if r.at(']') {
			r.depth--
			return list, nil
		}
		if !r.at(',') {
			return nil, r.unexpected("a comma or ]")
		}
	}
}

// at skips c if it comes next.
func (r *reader) at(c byte) bool {
	if r.i < len(r.s) && r.s[r.i] == c {
		r.i++
		return true
	}
	return false
}

func (r *reader) number() (any, error) {
	start := r.i
	r.at('-')
	if !r.at('0') {
		if err := r.digits(); err != nil {
			return nil, err
		}
	}
	if r.at('.') {
		if err := r.digits(); err != nil {
			return nil, err
		}
	}
	if r.at('e') || r.at('E') {
		if !r.at('+') {
			r.at('-')
		}
		if err := r.digits(); err != nil {
			return nil, err
		}
	}
	return json.Number(r.s[start:r.i]), nil
}

func (r *reader) digits() error {
	start := r.i
	for r.i < len(r.s) && '0' <= r.s[r.i] && r.s[r.i] <= '9' {
		r.i++
	}
	if r.i == start {
		return r.unexpected("a digit")
	}
	return nil
}

// text reads a string. Most have no escapes, and are taken as they stand.
func (r *reader) text() (string, error) {
	r.i++
	start := r.i
	ascii := true
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == '"':
			s := r.s[start:r.i]
			if !ascii && !utf8.ValidString(s) {
				return "", r.notUnicode(start)
			}
			r.i++
			return s, nil
		case c == '\\':
			return r.escaped(start)
		case c < ' ':
			return "", r.unexpected("an escape such as \\n")
		case c >= utf8.RuneSelf:
			ascii = false
		}
		r.i++
	}
	return "", r.unexpected(`"`)
}

func (r *reader) notUnicode(start int) error {
	return r.fail("hold a text that is not Unicode, after %d bytes", start)
}

// escaped reads on in a string from its first escape.
func (r *reader) escaped(start int) (string, error) {
	var b strings.Builder
	b.WriteString(r.s[start:r.i])
	for r.i < len(r.s) {
		c := r.s[r.i]
		switch {
		case c == '"':
			s := b.String()
			if !utf8.ValidString(s) {
				return "", r.notUnicode(start)
			}
			r.i++
			return s, nil
		case c < ' ':
			return "", r.unexpected("an escape such as \\n")
		case c != '\\':
			b.WriteByte(c)
			r.i++
			continue
		}
		r.i++
		if r.i >= len(r.s) {
			return "", r.unexpected("an escape")
		}
		switch c := r.s[r.i]; c {
		case '"', '\\', '/':
			b.WriteByte(c)
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			if err := r.unicode(&b, start); err != nil {
				return "", err
			}
			continue
		default:
			return "", r.unexpected("an escape")
		}
		r.i++
	}
	return "", r.unexpected(`"`)
}

// unicode reads \uXXXX, from the u on, or a pair of them.
func (r *reader) unicode(b *strings.Builder, start int) error {
	c, err := r.hex()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(c) {
		for _, want := range []byte(`\u`) {
			switch {
			case r.i >= len(r.s):
				return r.unexpected("an escape")
			case r.s[r.i] != want:
				return r.notUnicode(start)
			case want == '\\':
				r.i++
			}
		}
		low, err := r.hex()
		if err != nil {
			return err
		}
		if c = utf16.DecodeRune(c, low); c == utf8.RuneError {
			return r.notUnicode(start)
		}
	}
	b.WriteRune(c)
	return nil
}

func (r *reader) hex() (rune, error) {
	r.i++ // the u
	var n rune
	for range 4 {
		if r.i >= len(r.s) {
			return 0, r.unexpected("a hexadecimal digit")
		}
		c := r.s[r.i]
		switch {
		case '0' <= c && c <= '9':
			n = n<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			n = n<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			n = n<<4 | rune(c-'A'+10)
		default:
			return 0, r.unexpected("a hexadecimal digit")
		}
		r.i++
	}
	return n, nil
}
