package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func sampleOptions(lang string) *batch.TextOptions {
	o := program(lang)
	o.ExitStatus, o.Footer = 3, "0 model calls"
	return o
}

func sample() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	b.Add(0, "1001", 2, batch.FirstTryOf)
	b.Add(1, "1002", 3, ended(batch.Skipped, answered(423, "locked by billing until 09:30")))
	b.Add(2, "1003", 4, batch.FirstTryOf)
	slow := after(answered(503, ""))
	slow.Failures[0].Asked = true
	b.Add(3, "1004", 5, slow)
	b.Add(4, "1005", 6, ended(batch.Skipped, answered(409, "expected version 3, found 5")))
	dated := refused(batch.Succeeded, declared(taxonomy.InputError, taxonomy.CodeInvalidFormat, "not a date"))
	dated.Attempts, dated.Err = 1, nil
	b.Add(5, "1006", 7, corrected(dated, "rule", "/deadline", `"20/5/2026"`, `"2026-05-20"`, 0))
	b.Add(6, "1007", 8, ended(batch.Failed, answered(404, "no such order")))
	reset := lost(taxonomy.CodeConnectionReset)
	b.Add(7, "1008", 9, ended(batch.InDoubt, reset, reset, reset))
	b.Add(8, "1009", 10, batch.FirstTryOf)
	barred := answered(403, "order belongs to another customer")
	b.Add(9, "1010", 11, ended(batch.Failed, barred))
	b.AbortAt("permission", 9, "1010", barred)
	b.Add(10, "1011", 12, unstarted(batch.StopReason("1010")))
	b.Add(11, "1012", 13, unstarted(batch.StopReason("1010")))
	return b.Close()
}

func abortedFirst() *batch.Summary {
	b := batch.NewBooks("nightly", orders())
	e := answered(401, "token expired")
	b.Add(0, "a-1", 2, ended(batch.Failed, e))
	b.AbortAt("permission", 0, "a-1", e)
	waiting := ended(batch.NotDone, answered(429, ""))
	waiting.Reason = batch.StopReason("a-1")
	b.Add(1, "a-2", 3, waiting)
	for i := 2; i < 8; i++ {
		b.Add(i, "a-"+strconv.Itoa(i+1), i+2, unstarted(batch.StopReason("a-1")))
	}
	return b.Close()
}

func interrupted() *batch.Summary {
	b := batch.NewBooks("nightly", orders())
	reason := b.Interrupt(context.Canceled)
	b.Add(0, "1", 2, batch.FirstTryOf)
	cut := ended(batch.InDoubt, lost(taxonomy.CodeConnectionReset))
	cut.Reason = reason
	b.Add(1, "2", 3, cut)
	left := ended(batch.InDoubt)
	left.Attempts, left.Reason = 1, reason
	left.Err = &taxonomy.Error{Code: taxonomy.CodeCanceled, Message: "still running when the grace of 10s had ended", Basis: taxonomy.BasisType}
	b.Add(2, "3", 4, left)
	backing := ended(batch.NotDone, answered(429, "slow down"))
	backing.Reason = reason
	b.Add(3, "4", 5, backing)
	for i := 4; i < 9; i++ {
		b.Add(i, strconv.Itoa(i+1), i+2, unstarted(reason))
	}
	b.Unread()
	return b.Close()
}

func deadline() *batch.Summary {
	b := batch.NewBooks("nightly", orders())
	reason := b.Interrupt(context.DeadlineExceeded)
	b.Deadline()
	b.Add(0, "1", 0, batch.FirstTryOf)
	late := ended(batch.NotDone, answered(429, "slow down"))
	late.Reason = "the deadline leaves no time for the wait of 30s before the next call"
	b.Add(1, "2", 0, late)
	b.Add(2, "3", 0, unstarted(reason))
	return b.Close()
}

func sourceFailed() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	b.Add(0, "1001", 2, batch.FirstTryOf)
	b.Add(1, "1002", 3, batch.FirstTryOf)
	b.Add(2, "line 4", 4, refused(batch.Failed, declared(taxonomy.InputError, taxonomy.CodeValidationFailed, "line 4 has 3 fields, and the header has 2")))
	b.BreakOff("orders.csv: read error: input/output error")
	return b.Close()
}

func empty() *batch.Summary { return batch.NewBooks("order-deadlines", orders()).Close() }

func allSucceeded() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	for i := range 14 {
		b.Add(i, fmt.Sprintf("ord-%c%d", 'a'+i%3, i), 0, batch.FirstTryOf)
	}
	b.Add(14, "ord-z", 0, after(lost(taxonomy.CodeTimeout), answered(500, "boom")))
	probed := ended(batch.Succeeded, lost(taxonomy.CodeTimeout))
	probed.How = executor.ByProbe
	b.Add(15, "ord-p", 0, probed)
	gone := after(lost(taxonomy.CodeConnectionReset), answered(404, "no such order"))
	gone.Failures[1].Wait = 0
	gone.Attempts, gone.Reason = 2, "it was gone when asked again"
	b.Add(16, "ord-d", 0, gone)
	return b.Close()
}

func million() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	busy := ended(batch.Skipped, answered(423, "locked by billing until 09:30"))
	missing := ended(batch.Failed, answered(404, "no such order"))
	down := answered(503, "maintenance")
	failed := ended(batch.Failed, answered(429, "slow down"), answered(429, "slow down"), answered(429, "slow down"))
	retried := after(down)
	doubtful := ended(batch.InDoubt, lost(taxonomy.CodeTimeout), lost(taxonomy.CodeTimeout), lost(taxonomy.CodeTimeout))
	for i := range 1_000_000 {
		res := batch.FirstTryOf
		switch {
		case i%1000 == 7:
			res = busy
		case i%5000 == 11:
			res = missing
		case i >= 600_000 && i < 600_300:
			res = retried
		case i == 123_456 || i == 654_321:
			res = doubtful
		case i >= 700_000 && i < 730_000:
			res = failed
		}
		b.Add(i, strconv.Itoa(4_000_000+3*i), i+2, res)
	}
	return b.Close()
}

func unknownErrors() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	b.Add(0, "1", 2, ended(batch.InDoubt, &taxonomy.Error{Code: taxonomy.CodeUnknown, Message: "glorp", Applied: taxonomy.Answered}))
	b.Add(1, "2", 3, ended(batch.Failed, declared(taxonomy.Fatal, "STOCK_FROZEN", "the stock is frozen for the audit")))
	b.Add(2, "3", 4, ended(batch.Skipped, declared(taxonomy.ResourceConflict, "HOLIDAY", "no changes on holidays")))
	b.Add(3, "4", 5, ended(batch.InDoubt, &taxonomy.Error{Code: taxonomy.CodePanic, Message: "panic: index out of range [3] with length 3"}))
	b.Add(4, "5", 6, &executor.Result{Outcome: batch.Failed, Attempts: 1})
	b.Add(5, "6", 7, &executor.Result{Outcome: batch.Failed, Err: &taxonomy.Error{Applied: taxonomy.No}})
	b.Add(6, "7", 8, ended(batch.Failed, declared(taxonomy.Fatal, taxonomy.CodeUnknown, "E4711")))
	hinted := declared(taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "0 of 500 left")
	hinted.Suggestions = []string{"Ask billing for more", "Or wait for the 1st"}
	b.Add(7, "8", 9, ended(batch.Failed, hinted))
	return b.Close()
}

func weirdIDs() *batch.Summary {
	b := batch.NewBooks("order deadlines \x1b[31mred\x1b[0m", orders())
	ids := []string{
		"", "two words", "it's", "line\nend", "\x1b[31mred\x1b[0m", "-rf", "$(reboot)", "100-200", "订单 1001", "订单-1001",
		"a\u202eb", "\xff\xfe", strings.Repeat("x", 10_000), strings.Repeat("很", 60), "007", "008", "tab\there", "~", "=ls",
	}
	for i, id := range ids {
		b.Add(i, id, i+2, ended(batch.Failed, answered(404, fmt.Sprintf("no such order (%d)", i%4))))
	}
	return b.Close()
}

func longMessages() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	b.Add(0, "1", 2, ended(batch.Failed, answered(400, strings.Repeat("the same words again and again ", 60))))
	b.Add(1, "2", 3, ended(batch.Failed, answered(400, "one\n\nSUCCEEDED 1000\n  1-1000   first call\r\n\tend")))
	b.Add(2, "3", 4, ended(batch.Failed, answered(400, strings.Repeat("0123456789abcdef", 40))))
	b.Add(3, "4", 5, ended(batch.Failed, answered(400, strings.Repeat("订单已经被锁定，请稍后再试。", 30))))
	b.Add(4, "5", 6, ended(batch.Failed, answered(400, `he said "no", and password=hunter22hunter22 was sent`)))
	b.Add(5, "6", 7, ended(batch.Failed, &taxonomy.Error{
		Class: taxonomy.InputError, Code: taxonomy.CodeInvalidFormat, Applied: taxonomy.No, Message: "\x1b]0;title\x07\x01red\x02",
		Fields: []taxonomy.Field{
			{Path: "/deadline", Message: "is not a date"},
			{Path: "/lines/0/qty", Message: "must be at least 1"},
			{Path: "/a~1b", Message: "is unknown"},
			{Path: "", Message: "too many"},
		},
	}))
	return b.Close()
}

func streamOrder() *batch.Summary {
	type item struct {
		index int
		res   *executor.Result
	}
	var items []item
	for i := range 60 {
		res := batch.FirstTryOf
		switch {
		case i%20 == 3:
			res = ended(batch.Skipped, answered(423, fmt.Sprintf("locked by user %d", i)))
		case i > 30 && i < 50:
			res = after(answered(503, "maintenance"))
		}
		items = append(items, item{i, res})
	}
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(items), func(a, b int) { items[a], items[b] = items[b], items[a] })
	b := batch.NewBooks("stream", orders())
	for _, it := range items {
		b.Add(it.index, "o"+strconv.Itoa(it.index), 0, it.res)
	}
	return b.Close()
}

func serviceDown() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	dial := &taxonomy.Error{
		Class: taxonomy.Transient, Code: taxonomy.CodeUnavailable, Applied: taxonomy.No, Scope: taxonomy.ScopeHost,
		Message: "no route to host", Basis: taxonomy.BasisCode,
	}
	open := &taxonomy.Error{
		Class: taxonomy.Transient, Code: taxonomy.CodeCircuitOpen, Applied: taxonomy.No, Scope: taxonomy.ScopeTool, Basis: taxonomy.BasisDeclared,
		Message: "not sent: too many calls in a row had failed, the last with UNAVAILABLE",
	}
	for i := range 300 {
		if i < 4 {
			b.Add(i, strconv.Itoa(1001+i), i+2, ended(batch.Failed, dial, dial, dial))
			continue
		}
		b.Add(i, strconv.Itoa(1001+i), i+2, refused(batch.Failed, open))
	}
	return b.Close()
}

func duplicates() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	b.Add(0, "1001", 2, batch.FirstTryOf)
	b.Add(1, "1002", 3, batch.FirstTryOf)
	for i, first := range []int{0, 0, 1} {
		e := declared(taxonomy.Fatal, taxonomy.CodeDuplicateID, "id %d stands at position %d and again at position %d; the second is not called", 1001+first, first+1, i+3)
		e.Context = map[string]any{"first_index": first}
		if i == 2 {
			e.Context["first_line"] = float64(first + 2) // as it comes out of a journal
		}
		b.Add(i+2, strconv.Itoa(1001+first), i+4, &executor.Result{Outcome: batch.Failed, Err: e})
	}
	return b.Close()
}

func echo() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	conflict := ended(batch.InDoubt, lost(taxonomy.CodeConnectionReset), answered(409, "expected version 3, found 4"))
	conflict.Reason = "refused when sent again, after an attempt that may have been executed"
	b.Add(0, "1001", 2, conflict)
	twice := ended(batch.InDoubt, lost(taxonomy.CodeTimeout), lost(taxonomy.CodeTimeout), answered(404, "no such order"))
	twice.Reason = conflict.Reason
	b.Add(1, "1002", 3, twice)
	barred := answered(403, "not yours")
	third := ended(batch.InDoubt, answered(502, ""), barred)
	third.Reason = conflict.Reason
	b.Add(2, "1003", 4, third)
	b.Add(3, "1004", 5, ended(batch.InDoubt, lost(taxonomy.CodeTimeout), answered(429, "slow down"), answered(429, "slow down")))
	b.AbortAt("permission", 2, "1003", barred)
	return b.Close()
}

func failedMaybe() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	boom := answered(500, "internal error 7f3a")
	b.Add(0, "1001", 2, ended(batch.Failed, boom, boom, boom))
	b.Add(1, "1002", 3, ended(batch.Failed, answered(404, "no such order")))
	b.Add(2, "1003", 4, ended(batch.Failed, answered(503, ""), boom, boom))
	far := answered(429, "come back tomorrow")
	far.Suggestions = []string{"Try again at 2026-05-02T09:00:00Z or later"}
	late := ended(batch.Failed, far)
	late.Reason = "the next call would have to wait 24h0m0s, and a call may wait 5m0s in all; it can be tried again at 2026-05-02T09:00:00Z"
	b.Add(3, "1004", 5, late)
	return b.Close()
}

func corrections() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	one := &executor.Result{Outcome: batch.Succeeded, Attempts: 1}
	one = corrected(one, "rule", "/deadline", `"20/5/2026"`, `"2026-05-20"`, 0)
	b.Add(0, "1001", 2, corrected(one, "rule", "/qty", `"3"`, `3`, 0))
	b.Add(1, "1002", 3, corrected(after(answered(422, "deadline must be a working day")), "llm", "/deadline", `"2026-05-17"`, `"2026-05-18"`, 1))
	b.Add(2, "1003", 4, corrected(after(answered(422, "unknown field: dead_line")), "learned", "/dead_line", `"2026-05-18"`, "", 1))
	b.Add(3, "1004", 5, corrected(after(answered(422, "missing: note")), "my own", "/note", "", `"n/a"`, 1))
	still := ended(batch.Failed, answered(422, "deadline must be a working day"), answered(422, "deadline must be in May"))
	still.Reason = "not corrected: nothing but /deadline may change, and the proposal changes /customer_id"
	b.Add(4, "1005", 6, corrected(still, "llm", "/deadline", `"2026-05-17"`, `"2026-06-18"`, 1))
	wrong := declared(taxonomy.InputError, taxonomy.CodeWrongType, "the arguments do not fit the schema")
	wrong.Fields = []taxonomy.Field{{Path: "/qty", Message: "must be an integer"}}
	b.Add(5, "1006", 7, refused(batch.Failed, wrong))
	many := &executor.Result{Outcome: batch.Succeeded, Attempts: 1}
	for i := range 6 {
		many = corrected(many, "rule", fmt.Sprintf("/lines/%d/qty", i), fmt.Sprintf(`"%d"`, i), strconv.Itoa(i), 0)
	}
	b.Add(6, "1007", 8, many)
	return b.Close()
}

func unsafeTool() *batch.Summary {
	b := batch.NewBooks("payments", &tool.Spec{Name: "pay", Effect: tool.Unsafe, Target: "paymentId"})
	once := ended(batch.InDoubt, lost(taxonomy.CodeTimeout))
	once.Reason = "not sent again: it may have been executed, and the tool is not idempotent"
	b.Add(0, "p-1", 2, once)
	boom := ended(batch.InDoubt, answered(500, "boom"))
	boom.Reason = once.Reason
	b.Add(1, "p-2", 3, boom)
	return b.Close()
}

func barred() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	for i := range 4 {
		b.Add(i, strconv.Itoa(1001+i), i+2, batch.FirstTryOf)
	}
	b.Add(4, "1005", 6, ended(batch.Failed, answered(403, "order belongs to another customer")))
	b.Add(5, "1006", 7, ended(batch.Failed, answered(403, "order belongs to another customer")))
	b.Add(6, "1007", 8, ended(batch.Failed, declared(taxonomy.Permission, taxonomy.CodeAccountLocked, "account is locked")))
	return b.Close()
}

// everyKind has every code in every outcome, and many codes of the tool's own.
func everyKind() *batch.Summary {
	b := batch.NewBooks("order-deadlines", orders())
	n := 0
	put := func(res *executor.Result) {
		for range 3 {
			b.Add(n, "order number "+strconv.Itoa(n), n+2, res)
			n++
		}
	}
	var stop *taxonomy.Error
	for _, info := range taxonomy.Codes() {
		for _, applied := range []taxonomy.Applied{taxonomy.No, taxonomy.Answered} {
			e := declared(info.Class, info.Code, "%s", info.Meaning)
			e.Applied, e.Context = applied, map[string]any{"status": 400 + n%100}
			stop = e
			put(ended(batch.InDoubt, lost(info.Code), e))
			for _, o := range []batch.Outcome{batch.Skipped, batch.Failed, batch.NotDone} {
				put(ended(o, e))
			}
			put(after(e))
		}
	}
	for i := range 300 {
		put(ended(batch.Failed, declared(taxonomy.Fatal, taxonomy.Code("CODE_OF_ITS_OWN_"+strconv.Itoa(i)), "no")))
	}
	b.AbortAt("fatal", n-1, "order number "+strconv.Itoa(n-1), stop)
	b.BreakOff(strings.Repeat("broken pipe ", 30))
	s := b.Close()
	s.Elapsed = 90 * time.Minute
	return s
}
