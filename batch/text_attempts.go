package batch

import (
	"fmt"
	"strconv"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// attemptRun is a number of attempts, one after the other, that failed alike.
type attemptRun struct {
	first, end int
	err        *taxonomy.Error // the last one's
	wait       time.Duration
	asked      bool
}

func (r attemptRun) count() int            { return r.end - r.first + 1 }
func (r attemptRun) last() *taxonomy.Error { return r.err }

// runsOf joins attempts that failed alike. What was refused before it was sent
// is no attempt.
func runsOf(failures []executor.Failure) []attemptRun {
	var runs []attemptRun
	for i := range failures {
		f := &failures[i]
		if f.Attempt == 0 || f.Err == nil {
			continue
		}
		if n := len(runs); n > 0 {
			r := &runs[n-1]
			if r.err.Code == f.Err.Code && r.err.Status() == f.Err.Status() && r.err.Applied == f.Err.Applied && r.end+1 == f.Attempt {
				r.end, r.err, r.wait, r.asked = f.Attempt, f.Err, r.wait+f.Wait, r.asked && f.Asked
				continue
			}
		}
		runs = append(runs, attemptRun{first: f.Attempt, end: f.Attempt, err: f.Err, wait: f.Wait, asked: f.Asked})
	}
	return runs
}

// noReply reports whether nothing came back from an attempt.
func noReply(e *taxonomy.Error) bool {
	return e.Applied == taxonomy.Unanswered && e.Status() == 0 && e.Code != taxonomy.CodePanic && e.Code != taxonomy.CodeCanceled
}

func neverAnswered(runs []attemptRun) bool { return len(runs) == 1 && noReply(runs[0].err) }

// isEcho reports whether the last refusal may be the item's own first write
// that stands in the way.
func isEcho(res *executor.Result, runs []attemptRun) bool {
	n := len(runs)
	if res.Outcome != InDoubt || n < 2 {
		return false
	}
	last := runs[n-1].err
	return !last.Applied.Maybe() && last.Class != taxonomy.Transient
}

func (t *texter) echoOf(runs []attemptRun) string {
	n, which := 0, 0
	for _, r := range runs[:len(runs)-1] {
		if r.err.Applied.Maybe() {
			n += r.count()
			which = r.first
		}
	}
	if n == 1 {
		return t.say(words.echoOne, "n", strconv.Itoa(which))
	}
	return t.say(words.echoSome)
}

// neverAnswered: "with one key" is said only where the caller vouches for it,
// for a tool may have kept its key to itself.
func (t *texter) neverAnswered(n int) string {
	switch {
	case n == 1:
		return t.say(words.sentOnce)
	case t.o.SameKeyAgain && t.effect() == tool.Idempotent:
		return t.say(words.sentWithKey, "n", strconv.Itoa(n))
	}
	return t.say(words.sentOften, "n", strconv.Itoa(n))
}

// attempts says what became of some attempts, without the message.
func (t *texter) attempts(r attemptRun) string {
	number, one, many := strconv.Itoa(r.first), words.was, words.were
	if r.count() > 1 {
		number += "-" + strconv.Itoa(r.end)
	}
	switch {
	case noReply(r.err):
		one, many = words.gotNone, words.gotNoneEach
	case r.err.Code == taxonomy.CodeCanceled && r.err.Applied.Maybe():
		return t.say(words.cutOff, "n", number)
	}
	if r.count() > 1 {
		one = many
	}
	return t.say(one, "n", number, "code", t.code(r.err.Code), "what", t.statusAndCode(r.err))
}

func (t *texter) pauses(r attemptRun) string {
	switch {
	case r.wait == 0:
		return ""
	case r.asked:
		return t.say(words.comma) + t.say(words.asAsked, "time", t.duration(r.wait))
	}
	return t.say(words.comma) + t.say(words.waited, "time", t.duration(r.wait))
}

func (t *texter) statusAndCode(e *taxonomy.Error) string {
	if s := e.Status(); s != 0 {
		return fmt.Sprintf("%d %s", s, t.code(e.Code))
	}
	return t.code(e.Code)
}
