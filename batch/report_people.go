package batch

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/batchagent/batchagent/executor"
)

// What the reports for people have in common. They are made of the same parts
// as the JSON report and show nothing that is not in it, so that a secret that
// was kept out of one is kept out of all.

// note is something to know about an item: our word for it, and what was said,
// which comes from outside and is to be escaped.
type note struct{ say, said string }

// notesOf are the notes on an item, without its error's message.
func notesOf(f *itemJSON) []note {
	var notes []note
	if f.Error != nil && f.Error.Applied == "maybe" && f.Outcome != Succeeded {
		notes = append(notes, note{"may have been changed", ""})
	}
	if f.Reason != "" && (f.Error == nil || f.Reason != f.Error.Message) {
		notes = append(notes, note{"reason", f.Reason})
	}
	for _, c := range f.Corrections {
		for _, change := range c.Patch {
			notes = append(notes, note{"corrected", change.Path + ": " + orNothing(change.From) + " -> " + orNothing(change.Value) + " (" + c.By + ")"})
		}
	}
	for _, a := range f.Failures {
		say := "not sent"
		if a.Attempt > 0 {
			say = "call " + strconv.Itoa(a.Attempt)
		}
		said := a.Class + " " + string(a.Code) + ": " + a.Message
		if a.WaitMS > 0 {
			said += "; then waited " + (time.Duration(a.WaitMS) * time.Millisecond).String()
		}
		notes = append(notes, note{say, said})
	}
	if f.Error != nil {
		for _, field := range f.Error.Fields {
			notes = append(notes, note{"argument", field.Path + ": " + field.Message})
		}
		for _, s := range f.Error.Suggestions {
			notes = append(notes, note{"suggested", s})
		}
	}
	return notes
}

func orNothing(raw json.RawMessage) string {
	if raw == nil {
		return "nothing"
	}
	return string(raw)
}

// headNotes are the notes on the batch as a whole.
func headNotes(s *Summary, only []Outcome) []note {
	h := s.head()
	notes := []note{{"run", h.Run}}
	if !s.Started.IsZero() {
		notes = append(notes, note{"started", h.Started})
	}
	notes = append(notes, note{"took", s.Elapsed.Round(time.Millisecond).String()}, note{"calls", strconv.Itoa(h.Calls)})
	if c := h.Corrections; c != nil {
		t := texter{}
		notes = append(notes, note{"items corrected", strconv.Itoa(c.Items) + " (" + t.byWhom(c.By) + ")"})
	}
	if a := h.Abort; a != nil {
		said := a.Reason
		if a.Item != "" {
			said += ", at item " + a.Item
		}
		if a.Code != "" {
			said += ": " + string(a.Code) + ": " + a.Message
		}
		notes = append(notes, note{"stopped", said})
	}
	if s.stopped != nil && s.stopped.limit != "" {
		notes = append(notes, note{"stopped", "at " + s.stopped.limit})
	}
	if h.SourceError != "" {
		notes = append(notes, note{"the input broke off", h.SourceError})
	}
	if !h.SourceExhausted {
		notes = append(notes, note{"the input was not read to its end, so there may be items that are not named here", ""})
	}
	if len(only) > 0 {
		var names []string
		for _, o := range executor.Outcomes() {
			if slices.Contains(only, o) {
				names = append(names, o.String())
			}
		}
		notes = append(notes, note{"shown are only the items that are", strings.Join(names, ", ")})
	}
	return notes
}

// outcomeTitle is an outcome as a heading, and what it means.
func outcomeTitle(o Outcome) (title, remark string) {
	switch o {
	case Succeeded:
		return "Succeeded", ""
	case Skipped:
		return "Skipped", "The state of what they are about did not allow it, or they came before."
	case Failed:
		return "Failed", "They will not work as they are."
	case InDoubt:
		return "In doubt", "They were sent, and nobody can say whether they were done. Look before you send them again."
	case NotDone:
		return "Not done", "They were stopped before they were settled, and are known not to have happened."
	}
	return o.String(), ""
}

// forms yields the items of the given outcomes (none: all) as the JSON report
// has them.
func (r *Report[K, Out]) forms(j *jsonWriter, only ...Outcome) iter.Seq[*itemJSON] {
	return func(yield func(*itemJSON) bool) {
		for _, item := range r.Items(only...) {
			f := itemForm(j, &item)
			if !yield(&f) || j.err != nil {
				return
			}
		}
	}
}

// shown are the outcomes that have a table: those wanted that have items.
func (s *Summary) shown(only []Outcome) []Outcome {
	var list []Outcome
	for _, o := range executor.Outcomes() {
		if s.Counts.Of(o) > 0 && (len(only) == 0 || slices.Contains(only, o)) {
			list = append(list, o)
		}
	}
	return list
}

// visible takes out of a text what no document may hold or no reader can see
// right: control characters but newline and tab, bytes that are not UTF-8, and
// the marks that change the direction of what comes after (U+202A to U+202E,
// U+2066 to U+2069), by which an id could pass for another.
func visible(s string) string {
	clean := true
	for _, r := range s {
		if unprintable(r) || r == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return -1
		}
		return r // what is not UTF-8 has become U+FFFD
	}, s)
}

// unprintable also has what XML 1.0 does not allow (its production Char).
func unprintable(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
