package taxonomy

import "strings"

// systemInText finds the system's own text of an errno (strerror) where programs
// put it: as the whole text, or behind the last colon ("bash: ./x: Text file
// busy"). It is asked before the words, of which it corrects those that are
// part of it: "Invalid cross-device link" is no invalid argument.
func systemInText(r *reading) *Error {
	text := strings.TrimRight(r.text, " \t\r\n.!")
	text = text[strings.LastIndexByte(text, '\n')+1:]
	var op, before string
	if at := strings.LastIndex(text, ": "); at >= 0 {
		before = text[:at]
		text = text[at+len(": "):]
		op = strings.ToLower(before[strings.LastIndexAny(before, " :")+1:])
	}
	if len(text) < 4 || len(text) > maxSystemText {
		return nil
	}
	row := errnosByText[strings.ToLower(strings.TrimSpace(text))]
	if row == nil || strings.HasPrefix(row.name, "EKEY") || row.name == "ENOKEY" { // "key has expired" is everybody's
		return nil
	}
	e := errnoInText(row.errno, op)
	if e == nil {
		return nil
	}
	if said := words(r); said != nil && (said.Class == e.Class || words(read(before)) != nil) {
		return nil //nolint:nilerr // what stands before it says more: "upload in progress: broken pipe"
	}
	e.Basis = BasisText
	if f := r.find(true); e.Applied == No && f.partly {
		e.Applied = Answered
	}
	return e
}

// maxSystemText is more than the longest of them has bytes.
const maxSystemText = 96

// reasonInText finds a service's own word for a failure that stands alone behind
// a mark, where no phrase was found: "Slack API error: missing_scope", "An API
// error occurred: channel_not_found" (@slack/web-api), "{'error':
// 'channel_not_found'}" (slack_sdk). Only words of several parts count.
func reasonInText(r *reading) *Error {
	var slack, asked bool
	for i, w := range r.words {
		if len(w.s) > maxReason || strings.IndexByte(w.s, '_') <= 0 {
			continue
		}
		first := i == 0 || w.stop || r.words[i-1].edge()
		last := i+1 >= len(r.words) || r.words[i+1].stop || r.words[i+1].edge()
		if !first || !last || w.quoted && !r.ahead(i-3, "error", "", "") {
			continue
		}
		if !asked {
			slack, asked = r.has("slack", "api error"), true
		}
		word := r.raw(w)
		var row *reason
		if slack || w.quoted {
			row = lookUp(slackIndex, word)
		}
		for _, index := range []map[string]*reason{providerIndex, generalIndex} {
			if row == nil {
				row = lookUp(index, word)
			}
		}
		if row != nil {
			e := row.error()
			e.Basis = BasisText
			return e
		}
	}
	if e := onlyWhile(r); e != nil {
		return e
	}
	return loosely(r)
}

// deedsOfState are what may be done to a thing in one state only.
//
//nolint:gochecknoglobals // a table, never written
var deedsOfState = wordSet("edited", "changed", "modified", "updated", "deleted", "removed", "cancelled", "canceled", "refunded", "shipped", "approved", "rejected", "closed", "reopened", "archived", "restored",
	"published", "unpublished", "submitted", "confirmed", "completed", "merged", "released", "paid", "voided", "returned", "transferred", "rescheduled", "started", "stopped", "resumed", "paused")

// onlyWhile: "Only draft invoices can be edited" speaks of the thing's state.
func onlyWhile(r *reading) *Error {
	for i, w := range r.words {
		if w.s != "only" || i > 0 && !w.stop {
			continue
		}
		for k := i + 2; k < i+8 && k+2 < len(r.words) && !r.words[k].stop; k++ {
			if (r.at(k) == "can" || r.at(k) == "may") && r.at(k+1) == "be" && deedsOfState[r.at(k+2)] {
				return &Error{Class: ResourceConflict, Code: CodeStateConflict, Applied: No, Scope: ScopeTarget, Basis: BasisText}
			}
		}
	}
	return nil
}
