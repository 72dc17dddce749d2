package taxonomy

import "strings"

// codeInText reads the codes that libraries and programs print, where they
// print them: "rpc error: code = …", "(SQLSTATE …)", "[Errno …]", "connect
// ECONNREFUSED". It does not search for patterns; it walks over the words once
// and looks closer at those that such a code begins with. What the code says is
// left to the rules for its source.
//
// Codes in quotation marks are somebody's words, and left to [words], unless the
// whole text is a piece of JSON.
func codeInText(r *reading) *Error {
	whole := strings.TrimLeft(r.text, " \t\r\n")
	quoted := whole != "" && strings.ContainsRune("{[\"", rune(whole[0]))
	var found *Error
	rank, tries := lastRank+1, 0
	for i, w := range r.words {
		if w.quoted && !quoted || w.s == "" {
			continue
		}
		m, ok := markerFor(w.s)
		if !ok {
			m, ok = r.markerOf(w)
		}
		if !ok || m.rank >= rank {
			continue
		}
		if tries++; tries > maxCodes {
			break
		}
		if e := m.read(r, i); e != nil {
			if found, rank = e, m.rank; rank == 0 {
				break
			}
		}
	}
	if found == nil {
		if found = r.lostAtEnd(); found == nil {
			return nil
		}
		rank = rankSystem
	}
	found.Basis = BasisText
	if found.Applied != No {
		return found
	}
	switch f := r.find(true); {
	case f.partly:
		found.Applied = Answered
	case f.lost && rank >= rankSystem: // two attempts in one text, and one of them was sent
		found.Applied = Unanswered
	}
	return found
}

// maxCodes bounds how many words that a code may begin with are looked at, and
// maxCodeText how much of the text behind one is.
const (
	maxCodes    = 24
	maxCodeText = 1 << 10
)

// The ranks of codes, where a text has several: what a service said comes before
// what the system said of the way to it, and that before how a program ended or
// the name of an exception.
const (
	rankService = iota
	rankSystem
	rankProgram
	lastRank = rankProgram
)

// marker is a word that a code begins with.
type codeMarker struct {
	rank int
	read func(r *reading, i int) *Error // nil: it is none after all
}

// markerFor knows words that a code begins with. It is no table, because what it
// leads to may ask it again, about a part of the text.
func markerFor(word string) (codeMarker, bool) {
	switch word {
	case "rpc":
		return codeMarker{rankService, grpcInText}, true
	case "mcp":
		return codeMarker{rankService, jsonrpcInText}, true
	case "e11000":
		return codeMarker{rankService, func(*reading, int) *Error { return refusedInText(ResourceConflict, CodeAlreadyExists) }}, true
	case "occurred":
		return codeMarker{rankService, botoInText}, true
	case "api":
		return codeMarker{rankService, awsInText}, true
	case "service":
		return codeMarker{rankService, awsJavaInText}, true
	case "code":
		return codeMarker{rankService, xmlCodeInText}, true
	case "errno":
		return codeMarker{rankSystem, errnoNumberInText}, true
	case "dial", "connectex":
		return codeMarker{rankSystem, dialInText}, true
	case "read", "write":
		return codeMarker{rankSystem, wireInText}, true
	case "x509":
		return codeMarker{rankSystem, certificateInText}, true
	case "tls":
		return codeMarker{rankSystem, tlsInText}, true
	case "curl":
		return codeMarker{rankSystem, curlInText}, true
	case "winerror", "win32", "system":
		return codeMarker{rankSystem, winErrorInText}, true
	case "exit", "exited":
		return codeMarker{rankProgram, exitInText}, true
	case "signal":
		return codeMarker{rankProgram, signalInText}, true
	case "panic":
		return codeMarker{rankProgram, panicInText}, true
	}
	return codeMarker{}, false
}

// markerOf knows words by how they begin or end.
func (r *reading) markerOf(w word) (codeMarker, bool) {
	switch c := w.s[0]; {
	case len(w.s) == 5 && isState(w.s) && r.between(w, '(', ')'):
		return codeMarker{rankService, sqlStateInText}, true
	case codeFilter.may(w.s) && redisKinds[w.s]:
		return codeMarker{rankService, redisInText}, true
	case c == 'e' && strings.HasPrefix(w.s, "err_"), c == 'u' && strings.HasPrefix(w.s, "und_err_"):
		return codeMarker{rankSystem, clientCodeInText}, true
	case (c == 'e' || c == 'w' && strings.HasPrefix(w.s, "wsae")) && len(w.s) > 3 && r.upper(w):
		return codeMarker{rankSystem, errnoNameInText}, true
	case c == '0' && len(w.s) == 10 && strings.HasPrefix(w.s, "0x8007"):
		return codeMarker{rankSystem, hresultInText}, true
	}
	if r.mayBeKafka(w) {
		return codeMarker{rankService, kafkaInText}, true
	}
	if codeFilter.may(w.s) {
		if _, ok := namedExceptions[w.s]; ok {
			return codeMarker{rankProgram, exceptionInText}, true
		}
	}
	return codeMarker{}, false
}

// raw returns a word as it stands in the text.
func (r *reading) raw(w word) string { return r.text[w.at:min(len(r.text), w.at+len(w.s))] }

// upper reports whether a word stands in capitals in the text.
func (r *reading) upper(w word) bool {
	raw := r.raw(w)
	return strings.ToUpper(raw) == raw
}

// between reports whether a word stands directly between two marks.
func (r *reading) between(w word, left, right byte) bool {
	end := w.at + len(w.s)
	return w.at > 0 && r.text[w.at-1] == left && end < len(r.text) && r.text[end] == right
}

// after returns the text behind the i-th word and the marks that follow it.
func (r *reading) after(i int) string {
	if i >= len(r.words) {
		return ""
	}
	w := r.words[i]
	return clip(strings.TrimLeft(r.text[min(len(r.text), w.at+len(w.s)):], " :)]-=,;'\""))
}

// clip cuts what is passed on; the judges look at words, which begin early.
func clip(s string) string {
	if len(s) > maxCodeText {
		s = strings.ToValidUTF8(s[:maxCodeText], "")
	}
	return s
}

// ahead reports whether the words from the i-th on are these.
func (r *reading) ahead(i int, words ...string) bool {
	for k, w := range words {
		if r.at(i+k) != w {
			return false
		}
	}
	return true
}

// number reads the i-th word as a number of at most 9 digits.
func (r *reading) number(i int) (int, bool) {
	s := r.at(i)
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func refusedInText(class Class, code Code) *Error {
	return &Error{Class: class, Code: code, Applied: No, Scope: ScopeTarget}
}

// named returns e, or nil where the code was not one that its source knows: then
// the words may know better.
func named(e *Error) *Error {
	if e == nil || e.Code == CodeUnknown {
		return nil
	}
	e.Message = "" // the whole text says more
	return e
}
