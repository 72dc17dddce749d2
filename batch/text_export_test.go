package batch

import (
	"errors"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Books lets tests keep the books of a batch without running one.
type Books struct{ s *Summary }

// NewBooks opens the books of a batch whose input was read to its end.
func NewBooks(name string, spec *tool.Spec) *Books {
	return &Books{s: &Summary{
		Run: "01JTM2Q8F3", Name: name, Tool: spec, SourceExhausted: true,
		Started: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), Elapsed: 3400 * time.Millisecond,
	}}
}

// Add books one item.
func (b *Books) Add(index int, id string, line int, res *executor.Result) {
	b.s.Calls += res.Attempts
	b.s.add(index, id, line, res)
}

// AbortAt says that the batch stopped itself at an item.
func (b *Books) AbortAt(reason string, index int, id string, e *taxonomy.Error) {
	b.s.Abort = &Abort{Reason: reason, Index: index, Item: id, Err: e}
	b.s.stopped = &stop{abort: b.s.Abort, reason: StopReason(id), cause: ErrAborted}
}

// StopReason is the reason of items that are read after an abort.
func StopReason(id string) string { return "the batch had stopped at " + id }

// Interrupt says that the caller stopped the batch; it returns the reason of
// the items that are not done.
func (b *Books) Interrupt(cause error) string {
	b.s.stopped = &stop{reason: "the batch was stopped: " + cause.Error(), cause: cause}
	return b.s.stopped.reason
}

// Deadline says that the batch's time was up.
func (b *Books) Deadline() { b.s.Abort = &Abort{Reason: "deadline", Index: -1} }

// BreakOff says that the input broke off.
func (b *Books) BreakOff(text string) {
	b.s.SourceErr = errors.New(text)
	b.s.SourceExhausted = false
}

// Unread says that the rest of the input was not read.
func (b *Books) Unread() { b.s.SourceExhausted = false }

// Close settles the status.
func (b *Books) Close() *Summary {
	b.s.close()
	return b.s
}

// Spans gives tests the set of positions.
type Spans = spans

// SpansOf returns what is in a set, as pairs, and whether it was cut off.
func SpansOf(s *Spans) (list [][2]int, cut bool) {
	for _, sp := range s.list {
		list = append(list, [2]int{sp.first, sp.last})
	}
	return list, s.cut
}

// AddTo puts a position into a set.
func AddTo(s *Spans, i int) { s.add(i) }

// What tests look at from inside.
var (
	DisplayWidth  = displayWidth
	CutWidth      = cutWidth
	ShellQuote    = shellQuote
	QuoteID       = quoteID
	QuoteText     = quoteText
	NounOf        = nounOf
	Plural        = plural
	FirstTryOf    = &firstTry
	OwnSentences  = ownSentences
	Words         = &words
	AdviceWords   = &adviceWords
	Counsels      = counsels
	ClassCounsels = classCounsels
	OutcomeWords  = outcomeWords
)

// Own returns a sentence of the executor in Chinese.
func Own(s string) (string, bool) { return chinese.own(s) }

// Phrase is a phrase in both languages.
type Phrase = phrase

// PhraseTexts returns both.
func PhraseTexts(p Phrase) (en, zh string) { return p.en, p.zh }

// CounselPhrases returns what a counsel says with a command and without.
func CounselPhrases(c counsel) (kind CommandKind, with, without Phrase) {
	return c.kind, c.with, c.without
}

// MaxSpans is where a set of positions is cut off.
const MaxSpans = maxSpans
