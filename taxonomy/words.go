package taxonomy

import "strings"

type phraseRef struct {
	row  int
	rest []string // the words after the first
}

// rowPartlyDone stands for partlyDone in the index of phrases.
const rowPartlyDone = -1

// phrasesByFirstWord makes the search linear in the text: only phrases that
// begin with the word at hand are compared.
//
//nolint:gochecknoglobals // an index of the table, never written after this
var phrasesByFirstWord = func() map[string][]phraseRef {
	index := make(map[string][]phraseRef)
	for row, p := range phraseTable {
		for _, phrase := range p.words {
			w := strings.Fields(phrase)
			index[w[0]] = append(index[w[0]], phraseRef{row, w[1:]})
		}
	}
	for _, phrase := range partlyDone {
		w := strings.Fields(phrase)
		index[w[0]] = append(index[w[0]], phraseRef{rowPartlyDone, w[1:]})
	}
	return index
}()

// words looks for phrases, last of all rules. What stands outside of quotation
// marks is the statement, so it is asked first: in
//
//	order "connection refused" is invalid
//
// the quoted words are a name. Only where the statement says nothing, as in
// {"message":"order is locked"}, the quoted words count.
func words(r *reading) *Error {
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
	if e.Code == CodeNotFound && r.argumentNotFound() {
		e.Class, e.Code = InputError, CodeValidationFailed
	}
	switch {
	case f.lost: // also of a lost reply: "upload in progress: broken pipe"
		e.Applied = Unanswered
	case f.partly:
		e.Applied = min(e.Applied, Answered)
	}
	return e
}

// finding is what a search for phrases has found.
type finding struct {
	row    int  // the first row of the table that has a phrase in the text
	lost   bool // some phrase tells of a lost reply
	partly bool // some phrase tells that something was done
}

// find looks outside of quotation marks, or everywhere.
func (r *reading) find(quoted bool) finding { //nolint:revive // two of a kind
	f := finding{row: len(phraseTable)}
	within := 0 // where the longest phrase so far ends that tells of no lost reply
	for i, w := range r.words {
		if w.quoted && !quoted {
			continue
		}
		for _, ref := range phrasesByFirstWord[w.s] {
			if !r.followed(i+1, ref.rest) {
				continue
			}
			if ref.row != rowPartlyDone && phraseTable[ref.row].lost {
				if i < within {
					continue // "lock request time out" is no "time out"
				}
			} else {
				within = max(within, i+1+len(ref.rest))
			}
			f.note(ref.row)
		}
	}
	if !beyondASCII(r.text) {
		return f
	}
	for row := range phraseTable {
		for _, run := range phraseTable[row].runs {
			if strings.Contains(r.text, run) {
				f.note(row)
				break
			}
		}
	}
	return f
}

func (f *finding) note(row int) {
	if row == rowPartlyDone {
		f.partly = true
		return
	}
	f.row = min(f.row, row)
	f.lost = f.lost || phraseTable[row].lost
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

// argumentNouns are things that an argument names. One that does not exist is
// the argument's fault, while the record that the call is about is not.
//
//nolint:gochecknoglobals // a table, never written
var argumentNouns = map[string]bool{
	"column": true, "columns": true, "table": true, "relation": true, "field": true, "attribute": true, "property": true,
	"parameter": true, "bucket": true, "sheet": true, "worksheet": true, "option": true, "flag": true, "function": true, "method": true,
}

// argumentNotFound reports whether one of the nouns stands beside the words of
// what was not found: "column x does not exist", "no such table".
func (r *reading) argumentNotFound() bool {
	for i, w := range r.words {
		switch {
		case w.s == "no" && r.at(i+1) == "such":
			if argumentNouns[r.at(i+2)] {
				return true
			}
		case w.s == "not" && r.at(i+1) == "found", (w.s == "does" || w.s == "doesn") && (r.at(i+2) == "exist"):
			for k := i - 1; k >= i-4; k-- { // with a gap, a name and a gap between
				if argumentNouns[r.at(k)] {
					return true
				}
			}
		}
	}
	return false
}

func beyondASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return true
		}
	}
	return false
}
