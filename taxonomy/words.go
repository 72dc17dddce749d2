package taxonomy

import "strings"

type phraseRef struct {
	row    int
	rest   []string // the words after the first
	closed bool     // its clause ends after it, or goes on with a word such as "by"
}

// phraseRefs are the phrases that begin with a word: those of more words by
// their second one, the longest first, and those that are the word alone.
type phraseRefs struct {
	more  map[string][]phraseRef
	alone []phraseRef
}

// rowPartlyDone stands for partlyDone in the index of phrases.
const rowPartlyDone = -1

// words looks for phrases, last of all rules. What stands outside of quotation
// marks is the statement, so it is asked first: in
//
//	order "connection refused" is invalid
//
// the quoted words are a name. Only where the statement says nothing, as in
// {"message":"order is locked"}, the quoted words count.
func words(r *reading) *Error {
	if !r.saidAsked {
		r.saidAsked, r.said = true, findWords(r)
	}
	return copied(r.said)
}

func findWords(r *reading) *Error {
	f := r.find(false)
	if f.row == len(phraseTable) && r.quoted {
		f = r.find(true)
	}
	if known := f.row < len(phraseTable); r.replyUnreadable() && (!known || phraseTable[f.row].class == InputError) {
		// An answer came and cannot be read: the call was made, and no
		// argument is at fault.
		return &Error{Class: Fatal, Code: CodeUnknown, Applied: Unanswered, Basis: BasisText}
	} else if !known {
		return nil
	}
	p := &phraseTable[f.row]
	e := &Error{Class: p.class, Code: p.code, Applied: p.applied, Basis: BasisText}
	if e.Code == CodeNotFound {
		if code := r.missingArgument(); code != "" {
			e.Class, e.Code = InputError, code
		}
	}
	switch {
	case f.lost, f.waited && f.row != int(meansLockTimeout) && f.row != int(meansPoolTimeout): // also of a lost reply: "upload in progress: broken pipe"
		e.Applied = Unanswered
	case f.partly, e.Code == CodeCommandNotFound && r.atLine():
		e.Applied = min(e.Applied, Answered)
	}
	return e
}

// atLine reports whether the text names the line of a script: what stands above
// it was done.
func (r *reading) atLine() bool {
	for i, w := range r.words {
		if _, ok := r.number(i + 1); ok && w.s == "line" {
			return true
		}
	}
	return false
}

// finding is what a search for phrases has found.
type finding struct {
	row    int  // the first row of the table that has a phrase in the text
	lost   bool // some phrase tells of a lost reply
	waited bool // some phrase tells of a time that is over, perhaps that of a lock: more than an exception's name
	partly bool // some phrase tells that something was done
}

// find looks outside of quotation marks, or everywhere. Of phrases of which one
// is a part of another only the longer one counts: "lock request time out" is no
// "time out".
func (r *reading) find(quoted bool) finding { //nolint:revive // two of a kind
	remembered := &r.found[0]
	if quoted {
		remembered = &r.found[1]
	}
	if *remembered == nil {
		f := r.search(quoted)
		*remembered = &f
	}
	return **remembered
}

func (r *reading) search(quoted bool) finding { //nolint:revive // two of a kind
	f := finding{row: len(phraseTable)}
	within := 0 // where the phrase ends that reaches furthest
	lex := theLexicon()
	for i, w := range r.words {
		if w.quoted && !quoted {
			continue
		}
		if w.s == "" || !lex.filter.may(w.s) {
			continue
		}
		refs := lex.byWord[w.s]
		if refs == nil {
			continue
		}
		if !r.try(&f, i, refs.more[r.at(i+1)], &within) {
			r.try(&f, i, refs.alone, &within)
		}
	}
	if r.runes {
		r.findRuns(&f, lex, quoted)
	}
	return f
}

// try notes the first of the phrases that begins with the i-th word, and reports
// whether there is one. within is where the phrase ends that reaches furthest.
func (r *reading) try(f *finding, i int, refs []phraseRef, within *int) bool {
	for _, ref := range refs {
		end := i + 1 + len(ref.rest)
		if !r.followed(i+1, ref.rest) || ref.closed && !r.closedAt(end) {
			continue
		}
		if ref.row == rowPartlyDone {
			if f.learns(ref.row) && !r.negated(i) {
				f.note(ref.row)
			}
			continue
		}
		if end <= *within {
			return true
		}
		*within = end
		if f.learns(ref.row) && !r.negated(i) && (!phraseTable[ref.row].noun || !r.namesSetting(end)) {
			f.note(ref.row)
			word := r.words[i].s
			exception := end == i+1 && (strings.HasSuffix(word, "exception") || strings.HasSuffix(word, "error"))
			f.waited = f.waited || ref.row == int(meansTimeout) && !exception
		}
		return true
	}
	return false
}

// learns reports whether a phrase of the row would add anything to f.
func (f *finding) learns(row int) bool {
	if row == rowPartlyDone {
		return !f.partly
	}
	if row == int(meansTimeout) {
		return row < f.row || !f.waited
	}
	return row < f.row || phraseTable[row].lost && !f.lost
}

func (f *finding) note(row int) {
	if row == rowPartlyDone {
		f.partly = true
		return
	}
	f.row = min(f.row, row)
	f.lost = f.lost || phraseTable[row].lost && row != int(meansTimeout)
}

func (r *reading) followed(i int, rest []string) bool {
	if len(r.words)-i < len(rest) {
		return false
	}
	for k, w := range rest {
		if r.words[i+k].s != w {
			return false
		}
	}
	return true
}

// partlyDone are words of a tool that did something before it failed: then
// whatever else it says is no proof that nothing happened.
//
//nolint:gochecknoglobals // a table, never written
var partlyDone = []string{
	"created but", "saved but", "posted but", "captured but", "charged but", "sent but", "updated but", "deleted but", "written but", "done but", "succeeded but",
	"but notifying", "but sending", "but publishing", "but its", "payment captured", "order created",
	"partial", "partially", "partial success", "already executed", "already sent",
	"was created", "was saved", "was sent", "was charged", "was submitted", "was written",
	"were created", "were saved", "were sent", "were charged", "were updated", "were deleted", "were written",
	"has been created", "has been saved", "has been sent", "has been charged", "has been submitted",
	"after creating", "after saving", "after sending", "after charging", "after writing", "after updating", "after deleting",
}

// unreadableWords stand before "response" where one came that cannot be read.
//
//nolint:gochecknoglobals // a table, never written
var unreadableWords = map[string]bool{
	"parse": true, "parsing": true, "decode": true, "decoding": true, "unmarshal": true, "unmarshaling": true, "unmarshalling": true, "deserialize": true,
	"invalid": true, "malformed": true, "bad": true, "unexpected": true, "corrupt": true, "corrupted": true, "garbled": true, "unreadable": true,
}

// replyUnreadable finds "could not parse the server's response" and the like,
// but not "error response from daemon: invalid reference".
func (r *reading) replyUnreadable() bool {
	for i, w := range r.words {
		switch {
		case w.s == "gzip", w.s == "chunked", w.s == "expected" && r.at(i+1) == "http":
			return true // the transport's words about an answer
		case w.s != "response" && w.s != "reply":
			continue
		case r.at(i+1) == "validation", r.at(i+1) == "is" && (r.at(i+2) == "not" || unreadableWords[r.at(i+2)]):
			return true
		}
		for k := i - 1; k >= i-4; k-- {
			if unreadableWords[r.at(k)] {
				return true
			}
		}
	}
	return false
}

// argumentNouns are things that an argument names, with the code for one that
// does not exist: that is the argument's fault, while it is not where the record
// does not exist that the call is about. Those of other languages and scripts
// count wherever they stand.
//
//nolint:gochecknoglobals // tables, never written
var (
	argumentNouns = map[string]Code{
		"column": CodeValidationFailed, "columns": CodeValidationFailed, "table": CodeValidationFailed, "relation": CodeValidationFailed, "field": CodeValidationFailed, "attribute": CodeValidationFailed, "property": CodeValidationFailed,
		"parameter": CodeValidationFailed, "bucket": CodeValidationFailed, "sheet": CodeValidationFailed, "worksheet": CodeValidationFailed, "option": CodeValidationFailed, "flag": CodeValidationFailed, "function": CodeValidationFailed, "method": CodeValidationFailed,
		"database": CodeValidationFailed, "schema": CodeValidationFailed, "collection": CodeValidationFailed, "index": CodeValidationFailed, "topic": CodeValidationFailed, "variable": CodeValidationFailed, "argument": CodeValidationFailed, "branch": CodeValidationFailed,
		"file": CodeFileNotFound, "path": CodeFileNotFound, "directory": CodeFileNotFound, "folder": CodeFileNotFound, "tool": CodeUnknownTool, "tools": CodeUnknownTool,
	}
	foreignNouns = wordSet("spalte", "tabelle", "datenbank", "colonne", "columna", "tabla", "relacion", "coluna", "tabela", "relacao",
		"字段", "列", "表", "关系", "数据表", "資料表", "欄位", "テーブル", "リレーション", "カラム", "칼럼", "컬럼", "테이블", "릴레이션")
)

// argumentNotFound reports whether what was not found is something that an
// argument names.
func (r *reading) argumentNotFound() bool { return r.missingArgument() != "" }

// missingArgument returns the code of the noun that stands beside the words of
// what was not found: "column x does not exist", "no such table"; "" where none
// does.
func (r *reading) missingArgument() Code {
	for i, w := range r.words {
		switch {
		case foreignNouns[w.s]:
			return CodeValidationFailed
		case w.s == "no" && r.at(i+1) == "such":
			if code, ok := argumentNouns[r.at(i+2)]; ok {
				return code
			}
		case w.s == "not" && r.at(i+1) == "found", (w.s == "does" || w.s == "doesn") && (r.at(i+2) == "exist"):
			for k := i - 1; k >= i-4; k-- { // with a gap, a name and a gap between
				if code, ok := argumentNouns[r.at(k)]; ok {
					return code
				}
			}
		}
	}
	return ""
}

func beyondASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return true
		}
	}
	return false
}
