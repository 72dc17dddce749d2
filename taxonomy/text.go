package taxonomy

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reading is a text as the rules see it, read once for all of them.
type reading struct {
	text   string // as much of it as is looked at
	words  []word
	quoted bool   // some of the words are
	quotes []span // where the quotations are
	runes  bool   // some of it is in a script without spaces
	dense  dense  // for those scripts, once it was asked for

	// What was asked once is remembered, for rules ask each other.
	found      [2]*finding
	said       *Error
	status     *Error
	saidAsked  bool
	statusDone bool
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// word is a run of letters, digits and underscores in lower case and without
// accents, so that connection_timeout is one word and not two. quoted: it stands
// in quotation marks. stop: a punctuation mark or a new line stands before it. A
// word "" is a gap over which no phrase reaches: a path, or the edge of a
// quotation, which is quoted.
type word struct {
	s      string
	at     int // where it begins in the text
	quoted bool
	stop   bool
}

// edge reports whether w is the edge of a quotation.
func (w word) edge() bool { return w.s == "" && w.quoted }

// read takes the first 16 KiB of a text to pieces. File paths and all but the
// scheme of addresses are left out: what words they hold are names, not
// statements. Han and other scripts without spaces make words of their own,
// which no phrase has, and are left to matching by substring.
func read(s string) *reading {
	r := &reading{words: make([]word, 0, min(len(s), maxLook)/5+4)}
	r.take(s)
	return r
}

// take reads s into r, whose slices are empty.
func (r *reading) take(s string) {
	if len(s) > maxLook {
		if s = cutAt(s, maxLook); !utf8.ValidString(s) {
			s = strings.ToValidUTF8(s, "")
		}
	}
	r.text = s
	var quote rune // the mark that closes the quotation, or 0
	var before rune
	stop := false
	add := func(w word) {
		w.stop, stop = stop, false
		if len(r.words) == cap(r.words) {
			r.words = slices.Grow(r.words, max(len(r.words), 32)) // twice as many, however many
		}
		r.words = append(r.words, w)
	}
	for i := 0; i < len(s); {
		b := s[i]
		if b == ' ' { // most of what is none of the below
			before, i = ' ', i+1
			continue
		}
		if b == '/' {
			if n := pathLen(s[i:], before); n > 0 {
				add(word{at: i})
				before, i = 'x', i+n
				continue
			}
		}
		c, size := rune(b), 1
		if b >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case isWordRune(c):
			spaceless := isSpaceless(c)
			end := wordEnd(s, i+size, spaceless)
			w := word{s: s[i:end], at: i, quoted: quote != 0}
			if spaceless {
				r.runes = true
			} else {
				w.s = foldWord(w.s)
			}
			add(w)
			before, i = 'x', end
			continue
		case quote != 0 && c == quote && (c != '\'' || !wordAt(s[i+size:])):
			quote = 0
			r.quotes[len(r.quotes)-1].to = i
			add(word{at: i, quoted: true})
		case quote == 0:
			if closing := closingQuote(c, before, s[i+size:]); closing != 0 {
				quote, r.quoted = closing, true
				r.quotes = append(r.quotes, span{i, len(s)})
				add(word{at: i, quoted: true})
			}
		}
		stop = stop || isStop(c)
		before, i = c, i+size
	}
}

// wordEnd returns where the word ends in which i stands.
func wordEnd(s string, i int, spaceless bool) int { //nolint:revive // one of two scripts
	for i < len(s) {
		if s[i] < utf8.RuneSelf {
			if spaceless || !isKeyByte(s[i]) {
				break
			}
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		if !isWordRune(c) || isSpaceless(c) != spaceless {
			break
		}
		i += size
	}
	return i
}

// isStop reports whether c ends a statement or a part of one.
func isStop(c rune) bool {
	switch c {
	case '.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '{', '}', '\n', '—', '–', '|', '…', '。', '，', '、', '；', '：', '！', '？', '（', '）':
		return true
	}
	return false
}

func isWordRune(c rune) bool {
	if c < utf8.RuneSelf {
		return c >= 0 && isKeyByte(byte(c))
	}
	return c >= 0x4e00 && c <= 0x9fff || c >= 0xac00 && c <= 0xd7a3 || (unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.M, c))
}

func wordAt(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return isWordRune(c)
}

// closingQuote returns the mark that closes a quotation which c opens, or 0. An
// apostrophe opens none after a letter ("can't"), and nothing opens one that
// is not closed within the next 200 bytes.
func closingQuote(c, before rune, rest string) rune {
	closing := c
	switch c {
	case '"', '`':
	case '\'':
		if isWordRune(before) {
			return 0
		}
	case '“', '„', '”': // English and Chinese, German, Swedish
		if closing = '”'; c == '„' {
			closing = '“'
		}
	case '‘':
		closing = '’'
	case '«':
		closing = '»'
	case '»':
		closing = '«'
	case '「', '『', '《', '【':
		closing = c + 1 // Unicode has them in pairs
	default:
		return 0
	}
	if !strings.ContainsRune(rest[:min(len(rest), 200)], closing) {
		return 0
	}
	return closing
}

// pathLen returns how long the path is that s begins with, which an address
// ends in as well ("https://host/x" has one from its second slash on), or 0.
// before is the rune before it.
func pathLen(s string, before rune) int {
	if s[0] != '/' || isWordRune(before) || len(s) == 1 || !isPathByte(s[1]) {
		return 0
	}
	end := strings.IndexAny(s, " \t\r\n\"'`<>()[]{},;“”‘’，。；：（）、")
	if end < 0 {
		end = len(s)
	}
	return len(strings.TrimRight(s[:end], ":.")) // "open /a/b: permission denied"
}

func isPathByte(c byte) bool {
	return isKeyByte(c) || c == '.' || c == '-'
}

// has reports whether one of the phrases stands in the text.
func (r *reading) has(phrases ...string) bool {
	for _, phrase := range phrases {
		first, more, _ := strings.Cut(phrase, " ")
		for i := range r.words {
			if w := r.words[i].s; len(w) == len(first) && w == first && r.follows(i+1, more) {
				return true
			}
		}
	}
	return false
}

// follows reports whether the words from the i-th on are those of the phrase.
func (r *reading) follows(i int, phrase string) bool {
	for phrase != "" {
		var next string
		next, phrase, _ = strings.Cut(phrase, " ")
		if i >= len(r.words) || r.words[i].s != next {
			return false
		}
		i++
	}
	return true
}

// at returns the i-th word, "" where there is none.
func (r *reading) at(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i].s
}

// statusInText finds an HTTP status where the text says that it is one: after
// "HTTP", "HTTP/1.1", "status", "status code" and the like, or before its own
// reason phrase ("502 Bad Gateway"). Any other number is a number: "order 429
// not found", "timed out after 4033ms".
func statusInText(r *reading) *Error {
	if !r.statusDone {
		r.statusDone, r.status = true, findStatus(r)
	}
	return copied(r.status)
}

// copied returns an Error of the caller's own, or nil.
func copied(e *Error) *Error {
	if e == nil {
		return nil
	}
	return e.clone()
}

func findStatus(r *reading) *Error {
	for i, w := range r.words {
		if len(w.s) != 3 || w.s[0] != '4' && w.s[0] != '5' {
			continue
		}
		status, ok := r.number(i)
		if !ok {
			continue
		}
		reason := statusReasons[status-400]
		if !r.namedStatus(i) && (reason == "" || !r.follows(i+1, reason)) {
			continue
		}
		if _, known := statuses[status]; !known && reason == "" {
			continue
		}
		row := statusRowOf(status)
		e := &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisText}
		e.Context = map[string]any{"status": status}
		refine(e, status, nil, errorDocument{}, r)
		return e
	}
	return nil
}

// statusReasons has the words of the reason phrases from 400 on: "I'm a teapot"
// is four.
//
//nolint:gochecknoglobals // a table, never written after this
var statusReasons = func() (reasons [200]string) {
	marks := strings.NewReplacer("-", " ", "'", " ")
	for i := range reasons {
		reasons[i] = marks.Replace(strings.ToLower(http.StatusText(400 + i)))
	}
	return reasons
}()

//nolint:gochecknoglobals // a table, never written
var requestMethods = wordSet("get", "post", "put", "patch", "delete", "head", "options")

// namedStatus reports whether the words before the i-th say that it is a status.
func (r *reading) namedStatus(i int) bool {
	if i > 0 && r.words[i-1].edge() {
		i-- // {"status": 503}
	}
	last, before, first := r.at(i-1), r.at(i-2), r.at(i-3)
	if last == "" && i > 0 && r.words[i].stop && !r.words[i-1].edge() { // "PATCH https://host/x: 403 …" (go-github and others)
		return requestMethods[before] || (before == "https" || before == "http") && requestMethods[first]
	}
	switch last {
	case "http", "https", "statuscode", "status_code", "http_status", "httperror", "httpstatuserror", "状态码", "状态", "狀態碼", "ステータスコード", "ステータス", "상태":
		return true
	case "returned": // "returned 404 rows"
		return r.closedAt(i+1) && (i+1 >= len(r.words) || r.words[i+1].stop)
	case "status":
		return before != "exit"
	case "code":
		return before == "status" || before == "http" || before == "response" || before == "error" && i == 2
	case "error":
		return before == "http" || before == "returned" || i == 1 // "Error 404: …", from the start
	case "is", "was":
		return before == "status" || before == "code" && first == "status"
	case "with":
		return before == "responded" || before == "replied" || before == "answered"
	case "0", "1": // HTTP/1.1 503
		return (before == "1" || before == "2" || before == "3") && first == "http"
	case "2", "3": // HTTP/2 503
		return before == "http"
	}
	return false
}
