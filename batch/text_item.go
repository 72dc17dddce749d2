package batch

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// tale is what became of one item, in words.
type tale struct {
	code string // "": the rest says it all
	rest string
}

func (t *texter) whole(x tale) string {
	if x.code == "" || x.rest == "" {
		return x.code + x.rest
	}
	return x.code + t.say(words.colon) + x.rest
}

// tell puts what became of an item into words.
func (t *texter) tell(x *example) tale {
	switch x.res.Outcome {
	case Succeeded:
		return tale{rest: t.join(t.success(x.res))}
	case NotDone:
		return tale{rest: t.join(t.notDone(x))}
	case Skipped, Failed, InDoubt:
		return t.failure(x)
	}
	return t.failure(x)
}

func (t *texter) success(res *executor.Result) []string {
	var parts []string
	runs := runsOf(res.Failures)
	reason := res.Reason
	switch n := len(runs); {
	case reason != "" && n > 0 && runs[n-1].end >= res.Attempts:
		// The last call was a refusal that means success: a record that was to
		// be deleted is gone.
		parts, reason = append(parts, t.sentence(reason)), ""
	case res.How == executor.ByProbe:
		parts = append(parts, t.say(words.byProbe))
	case res.Attempts <= 1:
		parts = append(parts, t.say(words.firstCall))
	default:
		parts = append(parts, t.say(words.laterCall, "n", strconv.Itoa(res.Attempts)))
	}
	for _, r := range runs {
		parts = append(parts, t.attempts(r)+t.pauses(r))
	}
	parts = append(parts, t.corrections(res.Corrections)...)
	if reason != "" {
		parts = append(parts, t.sentence(reason))
	}
	return parts
}

// notDone tells why an item was not reached, and what had been tried.
func (t *texter) notDone(x *example) []string {
	parts := t.reason(x.res, words.noReason)
	for _, r := range runsOf(x.res.Failures) {
		parts = append(parts, t.attempts(r)+t.said(r.last()))
	}
	if e := x.res.Err; e != nil && len(x.res.Failures) == 0 && e.Code != taxonomy.CodeCanceled {
		parts = append(parts, string(e.Code)+t.said(e))
	}
	return append(parts, t.corrections(x.res.Corrections)...)
}

// failure tells of an item that was skipped, failed or is in doubt.
func (t *texter) failure(x *example) tale {
	res := x.res
	runs := runsOf(res.Failures)
	var out tale
	var parts []string
	switch {
	case res.Err == nil:
		parts = append(parts, t.say(words.noReason))
	case neverAnswered(runs):
		out.code = t.code(runs[0].err.Code)
		parts = append(parts, t.neverAnswered(runs[0].count()))
	case isEcho(res, runs), len(runs) > 1:
		// What happened first is told first: the reader is to judge what the
		// last answer is worth.
		for _, r := range runs {
			parts = append(parts, t.attempts(r)+t.said(r.last()))
		}
		if isEcho(res, runs) {
			parts[len(parts)-1] += t.say(words.comma) + t.echoOf(runs)
		}
		parts[len(parts)-1] += t.where(x)
	default:
		out.code = t.code(res.Err.Code)
		parts = append(parts, t.saidFirst(x))
		parts = append(parts, t.fields(res.Err)...)
	}
	parts = append(parts, t.corrections(res.Corrections)...)
	parts = append(parts, t.reason(res, phrase{})...)
	out.rest = t.join(parts)
	return out
}

// said returns what an answer said, with a space before it, or "".
func (t *texter) said(e *taxonomy.Error) string {
	if noReply(e) || wordless(e) {
		return ""
	}
	return " " + t.message(e)
}

// saidFirst is the status and the message that a failure came with.
func (t *texter) saidFirst(x *example) string {
	e := x.res.Err
	if e.Code == taxonomy.CodeDuplicateID {
		if first := t.firstOfTwo(x); first != "" {
			return first + t.where(x)
		}
	}
	var parts []string
	if s := e.Status(); s != 0 {
		parts = append(parts, strconv.Itoa(s))
	}
	switch {
	case !wordless(e):
		parts = append(parts, t.message(e))
	case len(parts) == 0:
		parts = append(parts, t.say(words.noMessage))
	}
	return strings.Join(parts, " ") + t.where(x)
}

// wordless: there is no message, or it is the status in words.
func wordless(e *taxonomy.Error) bool {
	return e.Message == "" || e.Status() != 0 && e.Message == http.StatusText(e.Status())
}

// message returns a message in quotes; what this module itself says goes
// without.
func (t *texter) message(e *taxonomy.Error) string {
	if e.Code == taxonomy.CodeCanceled || e.Code == taxonomy.CodeCircuitOpen {
		return t.sentence(e.Message)
	}
	return quoteText(e.Message, t.level.message)
}

func (t *texter) firstOfTwo(x *example) string {
	facts := x.res.Err.Context
	if line, ok := wholeNumber(facts["first_line"]); ok && line > 0 && t.o.Source != "" {
		return t.say(words.duplicateOfLine, "first", t.say(words.inFile, "file", t.source(), "line", strconv.Itoa(line)))
	}
	if index, ok := wholeNumber(facts["first_index"]); ok {
		return t.say(words.duplicate, "first", strconv.Itoa(index+1))
	}
	return ""
}

func wholeNumber(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case float64: // after a journey through JSON
		return int(n), true
	}
	return 0, false
}

// fields says which arguments were refused, where the message does not.
func (t *texter) fields(e *taxonomy.Error) []string {
	const most = 3
	var parts []string
	for i, f := range e.Fields {
		if i == most {
			return append(parts, t.say(words.more, "n", strconv.Itoa(len(e.Fields)-most)))
		}
		if f.Message == "" || strings.Contains(e.Message, f.Message) {
			continue
		}
		parts = append(parts, t.field(f.Path)+" "+quoteText(f.Message, t.level.message/2))
	}
	return parts
}

// where names the line, where that is where the mistake is mended.
func (t *texter) where(x *example) string {
	e := x.res.Err
	if e.Class != taxonomy.InputError && e.Code != taxonomy.CodeNotFound && e.Code != taxonomy.CodeDuplicateID {
		return ""
	}
	where := t.place([]example{*x})
	if where == "" {
		return ""
	}
	space := " "
	if t.lang == chinese {
		space = ""
	}
	return space + t.say(words.atLine, "where", where)
}

// reason says why it ended as it did, where the rest does not say so. If there
// is nothing to say it returns fallback, or nothing.
func (t *texter) reason(res *executor.Result, fallback phrase) []string {
	s := fold(res.Reason)
	switch {
	case t.s.stopped != nil && res.Reason == t.s.stopped.reason:
		return []string{t.stopReason()}
	case s == "" && fallback == phrase{}:
		return nil
	case s == "":
		return []string{t.say(fallback)}
	case res.Err != nil && s == fold(res.Err.Message) && res.Outcome != NotDone:
		return nil
	}
	runs := runsOf(res.Failures)
	if isEcho(res, runs) && s == echoReason || neverAnswered(runs) && s == fmt.Sprintf("no success in %d calls", res.Attempts) {
		return nil
	}
	return []string{t.sentence(strings.TrimPrefix(s, "; "))}
}

// echoReason is the executor's reason for what the summary tells at length.
const echoReason = "refused when sent again, after an attempt that may have been executed"

// sentence returns a sentence that this module may have written, in the text's
// language; any other is quoted.
func (t *texter) sentence(s string) string {
	if own, known := t.lang.own(fold(s)); known {
		return cutWidth(own, max(t.level.message, 100))
	}
	return quoteText(s, t.level.message)
}

// stopReason says why the batch had stopped.
func (t *texter) stopReason() string {
	a := t.s.Abort
	switch limit := t.limit(); {
	case limit != "":
		return t.say(words.beyond, "limit", limit)
	case a != nil && a.Index >= 0:
		return t.say(words.stoppedAt, "id", quoteID(a.Item))
	case a != nil:
		return t.say(words.stoppedLate)
	}
	return t.say(words.stoppedBy)
}

func (t *texter) code(c taxonomy.Code) string {
	if c == "" {
		return string(taxonomy.CodeUnknown)
	}
	return cutWidth(fold(string(c)), 40)
}

// duration writes a time to two or three digits.
func (t *texter) duration(d time.Duration) string {
	units := [...]string{" ms", " s", " min", " h"}
	if t.lang == chinese {
		units = [...]string{" 毫秒", " 秒", " 分", " 小时"}
	}
	switch {
	case d < time.Second:
		return strconv.FormatInt(d.Round(time.Millisecond).Milliseconds(), 10) + units[0]
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Round(100*time.Millisecond).Seconds(), 'f', -1, 64) + units[1]
	case d < time.Minute:
		return strconv.FormatInt(int64(d.Round(time.Second)/time.Second), 10) + units[1]
	case d < time.Hour:
		d = d.Round(time.Second)
		return twoUnits(d, time.Minute, time.Second, units[2], units[1])
	}
	d = d.Round(time.Minute)
	return twoUnits(d, time.Hour, time.Minute, units[3], units[2])
}

func twoUnits(d, big, small time.Duration, bigName, smallName string) string {
	s := strconv.FormatInt(int64(d/big), 10) + bigName
	if rest := d % big / small; rest > 0 {
		s += " " + strconv.FormatInt(int64(rest), 10) + smallName
	}
	return s
}
