package batch

import (
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// title names the batch and says how it ended.
func (t *texter) title() string {
	s, c := t.s, t.s.Counts
	var parts []string
	switch {
	case s.Abort != nil && s.Abort.Index >= 0:
		parts = append(parts, t.say(words.abortedAt, "id", quoteID(s.Abort.Item), "why", t.abortReason()))
	case s.Abort != nil:
		parts = append(parts, t.say(words.aborted, "why", t.abortReason()))
	case s.stopped != nil && s.stopped.limit == "":
		parts = append(parts, t.interruption())
	}
	if s.SourceErr != nil {
		parts = append(parts, t.say(words.brokeOff, "why", quoteText(s.SourceErr.Error(), t.level.message)))
	}
	if len(parts) == 0 {
		n, all := strconv.Itoa(c.Succeeded), strconv.Itoa(c.Read)
		switch {
		case c.Read == 0:
			parts = append(parts, t.say(words.noItems))
		case c.Succeeded == c.Read && s.stopped == nil:
			parts = append(parts, t.say(words.allSucceeded))
		case c.Succeeded == 0:
			parts = append(parts, t.say(words.noneSucceeded))
		default:
			parts = append(parts, t.say(words.someSucceeded, "n", n, "all", all))
		}
	}
	if limit := t.limit(); limit != "" {
		parts = append(parts, t.say(words.limited, "limit", limit))
	}
	return cutWidth(fold(s.Name), 60) + "  " + t.join(parts)
}

// limit is what the limit is called at which the batch stopped, or "".
func (t *texter) limit() string {
	switch st := t.s.stopped; {
	case st == nil || st.limit == "":
		return ""
	case st.limit == limitName(st.most):
		return t.say(words.theLimit, "n", strconv.Itoa(st.most))
	default:
		return cutWidth(fold(st.limit), 40)
	}
}

func (t *texter) interruption() string {
	why := fold(strings.TrimPrefix(strings.TrimPrefix(t.s.stopped.reason, "the batch was stopped"), ": "))
	if why == "" || why == "context canceled" {
		return t.say(words.interrupted)
	}
	return t.say(words.interruptedBy, "why", cutWidth(why, t.level.message))
}

// abortReason says in a word or two why the batch stopped itself.
func (t *texter) abortReason() string {
	a := t.s.Abort
	code := taxonomy.CodeUnknown
	if a.Err != nil {
		code = a.Err.Code
	}
	switch {
	case a.Reason == "permission" && code == taxonomy.CodeUnauthenticated:
		return t.say(words.login)
	case a.Reason == "permission" && code == taxonomy.CodeAccountLocked:
		return t.say(words.account)
	case a.Reason == "permission":
		return t.say(words.permission)
	case a.Reason == "fatal":
		return t.say(words.fatal, "code", t.code(code))
	case a.Reason == "deadline":
		return t.say(words.deadline)
	case a.Reason == "threshold":
		return t.say(words.threshold)
	case a.Reason == "unavailable":
		return t.say(words.outage)
	case a.Reason == "journal":
		return t.say(words.journal)
	}
	return cutWidth(fold(a.Reason), 60)
}

// equation is the line that adds up.
func (t *texter) equation() string {
	c := t.s.Counts
	if c.Read == 0 {
		return t.say(words.nothing)
	}
	var parts []string
	for _, o := range executor.Outcomes() {
		if n := c.Of(o); n > 0 {
			parts = append(parts, t.say(outcomeWords[o].part, "n", strconv.Itoa(n)))
		}
	}
	return t.say(words.equation, "items", t.counted(c.Read), "parts", strings.Join(parts, t.say(words.plus)))
}

// notes say what the counts do not.
func (t *texter) notes() []string {
	switch {
	case !t.s.SourceExhausted:
		return []string{t.say(words.unread)}
	case t.s.Counts.Read == 0:
		return []string{t.say(words.empty)}
	}
	return nil
}

// footer is for reference: the run, what it cost, and how to see more.
func (t *texter) footer() []string {
	var parts []string
	if t.s.Run != "" {
		parts = append(parts, t.say(words.run, "id", quoteID(t.s.Run)))
	}
	calls := t.say(words.calls, "n", strconv.Itoa(t.s.Calls))
	if t.s.Calls == 1 {
		calls = t.say(words.oneCall)
	}
	switch {
	case t.s.model && t.s.ModelCalls == 1:
		calls += t.say(words.comma) + t.say(words.oneModelCall)
	case t.s.model:
		calls += t.say(words.comma) + t.say(words.modelCalls, "n", strconv.Itoa(t.s.ModelCalls))
	}
	if t.o.Footer != "" {
		calls += t.say(words.comma) + fold(t.o.Footer)
	}
	parts = append(parts, t.duration(t.s.Elapsed), calls)
	if t.o.ExitStatus != 0 {
		parts = append(parts, t.say(words.exit, "n", strconv.Itoa(t.o.ExitStatus)))
	}
	lines := []string{strings.Join(parts, "  ")}
	if x := t.mostInteresting(); x != nil {
		if command := t.command(CommandDetail, x.id); command != "" {
			lines = append(lines, t.say(words.detail, "command", command))
		}
	}
	return lines
}
