package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// member is a field of a row that is an object: its name, and where its value stands in the text.
type member struct {
	name       string
	start, end int
}

// objectFault is what is wrong with a text that should be a JSON object.
type objectFault struct {
	at     int // the byte
	reason string
	broken bool // it is not JSON at all
}

// members checks that a text is one JSON object in which no object has a key twice, and finds its
// fields. (encoding/json takes the last of two, so that a row would silently lose a value.)
func (w *walker) members(text []byte) ([]member, *objectFault) {
	if !utf8.Valid(text) {
		at := 0
		for at < len(text) {
			r, n := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		return nil, &objectFault{at: at, reason: "this is not UTF-8; JSON must be", broken: !json.Valid(text)}
	}
	if !json.Valid(text) {
		at, reason := syntaxFault(text)
		return nil, &objectFault{at: at, reason: "not valid JSON: " + reason, broken: true}
	}
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	if text[at] != '{' {
		return nil, &objectFault{at: at, reason: "a row must be an object, such as {\"id\": 1}, and this is " + kindOfJSON(text[at])}
	}
	if bytes.Contains(text, []byte(`\u`)) {
		if at := loneSurrogate(text); at >= 0 {
			return nil, &objectFault{at: at, reason: "this is half of a character (a surrogate without the other one), and no text"}
		}
	}
	names := w.found // most objects of a file have the same ones
	w.text, w.levels, w.names, w.found = text, w.levels[:0], names, make([]member, 0, len(names))
	return w.walk(at)
}

// syntaxFault says where a text stops being JSON.
func syntaxFault(text []byte) (at int, reason string) {
	var skipped json.RawMessage
	err := json.Unmarshal(text, &skipped)
	if se, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = int(se.Offset)
		if at > 0 && se.Error() != "unexpected end of JSON input" {
			at-- // it is behind the character
		}
		at = min(at, len(text))
		return at, inCharacters(se.Error(), text[at:])
	}
	return 0, "it cannot be read"
}

// inCharacters mends a message of encoding/json, which takes the first byte of a character for one.
func inCharacters(message string, text []byte) string {
	r, n := utf8.DecodeRune(text)
	_, after, ok := strings.Cut(message, "' ")
	if n < 2 || !ok {
		return message
	}
	message = "invalid character " + strconv.QuoteRune(r) + " " + after
	if string(text[:n]) == byteOrderMark {
		message += "; it is a byte order mark, which cannot be seen, as where files were put together"
	}
	return message
}

// loneSurrogate returns where a text, which is valid JSON, has an escape that is half of a character
// (\ud800 to \udfff without the other half), or -1. encoding/json reads each such one as U+FFFD, so
// that two ids could become the same.
func loneSurrogate(text []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return -1
		}
		i += n
		r := escaped(text[i:])
		switch {
		case !utf16.IsSurrogate(r):
			i += 2
		case utf16.DecodeRune(r, escaped(text[i+6:])) == utf8.RuneError:
			return i
		default:
			i += 12
		}
	}
}

// escaped is the unit of the escape \u0000 that a text starts with, and -1 for another start.
func escaped(text []byte) rune {
	const length = len(`\u0000`)
	if len(text) < length || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(text[2:length]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}

func kindOfJSON(first byte) string {
	switch first {
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	case '{':
		return "an object"
	}
	return "a number"
}

// walker goes through texts that are known to be valid JSON.
type walker struct {
	text   []byte
	levels []level
	names  []member // of the object before
	found  []member
}

// level is an object or a list that is open.
type level struct {
	object bool
	key    bool // the next string is a key
	keys   []string
	set    map[string]bool // of keys, once there are many
}

const manyKeys = 16

// has says whether a key was there already, and remembers it.
func (l *level) has(key string) bool {
	if l.set != nil {
		if l.set[key] {
			return true
		}
		l.set[key] = true
		return false
	}
	if slices.Contains(l.keys, key) {
		return true
	}
	l.keys = append(l.keys, key)
	if len(l.keys) > manyKeys {
		l.set = make(map[string]bool, 2*len(l.keys))
		for _, k := range l.keys {
			l.set[k] = true
		}
	}
	return false
}

// walk starts at the brace of the outermost object.
func (w *walker) walk(i int) ([]member, *objectFault) {
	for i < len(w.text) {
		top := len(w.levels) - 1
		switch c := w.text[i]; c {
		case '{', '[':
			w.push(c == '{')
			i++
		case '}', ']':
			if top == 0 {
				w.close(i)
				return w.found, nil
			}
			w.levels = w.levels[:top]
			i++
		case ',':
			l := &w.levels[top]
			l.key = l.object
			if top == 0 {
				w.close(i)
			}
			i++
		case '"':
			end := stringEnd(w.text, i)
			if l := &w.levels[top]; l.key {
				key := w.key(w.text[i:end])
				if l.has(key) {
					return nil, &objectFault{at: i, reason: "the key " + short(key) + " stands twice in this object"}
				}
				l.key = false
				if top == 0 {
					w.found = append(w.found, member{name: key, start: -1})
				}
			}
			i = end
		case ':':
			i++
			if top == 0 {
				w.found[len(w.found)-1].start = i
			}
		default:
			i++
		}
	}
	return w.found, nil
}

func (w *walker) push(object bool) {
	if n := len(w.levels); n < cap(w.levels) { // the space of keys is used again
		w.levels = w.levels[:n+1]
		w.levels[n] = level{object: object, key: object, keys: w.levels[n].keys[:0]}
		return
	}
	w.levels = append(w.levels, level{object: object, key: object})
}

// close ends the value of the last member at i.
func (w *walker) close(i int) {
	if len(w.found) == 0 {
		return
	}
	m := &w.found[len(w.found)-1]
	for m.start < i && isSpace(w.text[m.start]) {
		m.start++
	}
	for i > m.start && isSpace(w.text[i-1]) {
		i--
	}
	m.end = i
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// stringEnd returns the end of the string that starts at i, behind its closing quote.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		i += n
		slashes := 0
		for text[i-1-slashes] == '\\' {
			slashes++
		}
		i++
		if slashes%2 == 0 {
			return i
		}
	}
	return len(text)
}

// key is the text of a key.
func (w *walker) key(quoted []byte) string {
	text := quoted[1 : len(quoted)-1]
	if n := len(w.found); len(w.levels) == 1 && n < len(w.names) && string(text) == w.names[n].name {
		return w.names[n].name
	}
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text)
	}
	return jsonText(string(quoted))
}

// jsonText is the text of a JSON string.
func jsonText(quoted string) string {
	if !strings.Contains(quoted, `\`) {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	_ = json.Unmarshal([]byte(quoted), &text) // it was valid
	return text
}
