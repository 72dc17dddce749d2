package batch

import (
	"strings"

	"github.com/batchagent/batchagent/executor"
)

// phrase is one thing that the summary says, in each language. What stands in
// braces is filled in.
type phrase struct{ en, zh string }

// language says in which of them.
type language uint8

const (
	english language = iota
	chinese
)

func languageOf(tag string) language {
	tag = strings.ToLower(tag)
	if tag == "zh" || strings.HasPrefix(tag, "zh-") || strings.HasPrefix(tag, "zh_") {
		return chinese
	}
	return english
}

// fill returns the phrase with its places filled: name, value, name, value, ….
func (l language) fill(p phrase, pairs ...string) string {
	s := p.en
	if l == chinese {
		s = p.zh
	}
	if len(pairs) == 0 {
		return s
	}
	places := make([]string, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		places[i], places[i+1] = "{"+pairs[i]+"}", pairs[i+1]
	}
	return strings.NewReplacer(places...).Replace(s)
}

// words is the catalogue of what is not advice; advice_words.go has that.
//
//nolint:gochecknoglobals // a table, never written
var words = struct {
	allSucceeded, someSucceeded, noneSucceeded, noItems            phrase
	abortedAt, aborted, interrupted, interruptedBy                 phrase
	brokeOff, unread, empty                                        phrase
	permission, login, account, fatal, deadline, threshold, outage phrase
	journal                                                        phrase
	oneItem, items, itemWas, itemsHad, equation, nothing, plus     phrase
	notChanged, stateForbids, maybeChanged, nothingSent            phrase
	firstCall, laterCall, byProbe, waited, asAsked                 phrase
	was, were, gotNone, gotNoneEach, cutOff, echoOne, echoSome     phrase
	sentOnce, sentOften, sentWithKey                               phrase
	stoppedAt, stoppedBy, stoppedLate                              phrase
	limited, beyond, theLimit                                      phrase
	before, after, changed, added, removed, theArguments           phrase
	rule, learned, model                                           phrase
	corrected, changedBy, countBy, otherChanges                    phrase
	duplicate, duplicateOfLine, noMessage, noReason                phrase
	inFile, inFileLines, inFileMore, atLine                        phrase
	groupFirst, groupRetry, groupCorrected, groupProbe             phrase
	such, suchWithout, others, countOf, positions, rangesMore      phrase
	list, comma, then, colon, more                                 phrase
	next, run, oneCall, calls, exit, detail                        phrase
	oneModelCall, modelCalls                                       phrase
}{
	allSucceeded:  phrase{"all succeeded", "全部成功"},
	someSucceeded: phrase{"{n} of {all} succeeded", "{all} 项中有 {n} 项成功"},
	noneSucceeded: phrase{"none succeeded", "没有一项成功"},
	noItems:       phrase{"no items", "没有数据项"},
	abortedAt:     phrase{"ABORTED at item {id}: {why}", "已中止于 {id}：{why}"},
	aborted:       phrase{"ABORTED: {why}", "已中止：{why}"},
	interrupted:   phrase{"INTERRUPTED", "已中断"},
	interruptedBy: phrase{"INTERRUPTED: {why}", "已中断：{why}"},
	brokeOff:      phrase{"the input broke off: {why}", "输入中断：{why}"},
	unread: phrase{
		"The input was not read to its end: there may be further items, and nothing was sent for them.",
		"输入没有读完：可能还有其他项，它们均未发送。",
	},
	empty:      phrase{"The input was empty; nothing was called.", "输入为空，没有调用任何工具。"},
	permission: phrase{"permission denied", "无权限"},
	login:      phrase{"the login was not accepted", "登录未被接受"},
	account:    phrase{"the account is locked", "账号已被锁定"},
	fatal:      phrase{"a fatal failure ({code})", "致命错误（{code}）"},
	deadline:   phrase{"the deadline had come", "已到截止时间"},
	threshold:  phrase{"too many failures", "失败过多"},
	outage:     phrase{"the service was not reached for too long", "服务长时间不可用"},
	journal:    phrase{"the journal could not be written", "日志无法写入"},

	oneItem:  phrase{"1 item", "1 项"},
	items:    phrase{"{n} items", "{n} 项"},
	itemWas:  phrase{"1 item was", "1 项"},
	itemsHad: phrase{"{n} items were", "{n} 项"},
	equation: phrase{"{items} = {parts}", "共 {items} = {parts}"},
	nothing:  phrase{"0 items", "共 0 项"},
	plus:     phrase{" + ", " + "},

	notChanged:   phrase{"not changed", "未改动"},
	stateForbids: phrase{"not changed: {noun's} state did not allow it", "未改动：{noun's}状态不允许"},
	maybeChanged: phrase{"may have been changed", "可能已被改动"},
	nothingSent:  phrase{"nothing was sent", "什么都没有发送"},

	firstCall: phrase{"first call", "首次调用成功"},
	laterCall: phrase{"call {n}", "第 {n} 次调用成功"},
	byProbe:   phrase{"the probe found it done", "经探测确认已执行"},
	waited:    phrase{"waited {time}", "等待 {time}"},
	asAsked:   phrase{"waited {time} as asked", "按要求等待 {time}"},

	was:         phrase{"call {n} was {what}", "第 {n} 次为 {what}"},
	were:        phrase{"calls {n} were {what}", "第 {n} 次均为 {what}"},
	gotNone:     phrase{"call {n} got no reply ({code})", "第 {n} 次没有收到回复（{code}）"},
	gotNoneEach: phrase{"calls {n} got no reply ({code})", "第 {n} 次均没有收到回复（{code}）"},
	cutOff:      phrase{"call {n} was cut off", "第 {n} 次被中途停止"},
	echoOne:     phrase{"which may be the echo of call {n}", "这可能是第 {n} 次调用的回声"},
	echoSome:    phrase{"which may be the echo of an earlier call", "这可能是之前某次调用的回声"},
	sentOnce:    phrase{"sent once, no reply", "发送 1 次，没有收到回复"},
	sentOften:   phrase{"sent {n} times, no reply to any", "发送 {n} 次，均没有收到回复"},
	sentWithKey: phrase{"sent {n} times with one key, no reply to any", "以同一幂等键发送 {n} 次，均没有收到回复"},

	stoppedAt:   phrase{"the batch had stopped at {id}", "批处理已停止于 {id}"},
	stoppedBy:   phrase{"the batch had been stopped", "批处理已被停止"},
	stoppedLate: phrase{"the deadline had come", "已到截止时间"},
	limited:     phrase{"stopped at {limit}", "到 {limit} 为止"},
	beyond:      phrase{"not called: beyond {limit}", "未调用：超出 {limit}"},
	theLimit:    phrase{"a limit of {n}", "{n} 项的上限"},

	before:       phrase{"{what} before sending ({by})", "发送前{what}（{by}）"},
	after:        phrase{"{what} after call {n} ({by})", "第 {n} 次调用后{what}（{by}）"},
	changed:      phrase{"{field} corrected", "更正 {field}"},
	added:        phrase{"{field} added", "补上 {field}"},
	removed:      phrase{"{field} removed", "去掉 {field}"},
	theArguments: phrase{"arguments", "参数"},
	corrected:    phrase{"CORRECTED {n}", "已更正 {n}"},
	changedBy:    phrase{"{what} ({by})", "{what}（{by}）"},
	countBy:      phrase{"{n} by {by}", "{by} {n}"},
	otherChanges: phrase{"{n} other changes", "另有 {n} 处更正"},
	rule:         phrase{"rule", "规则"},
	learned:      phrase{"learned rule", "学得的规则"},
	model:        phrase{"model", "模型"},

	duplicate:       phrase{"not called; the id came before, at position {first} of the input", "未调用；该 id 已在输入第 {first} 项出现"},
	duplicateOfLine: phrase{"not called; the id came before, in {first}", "未调用；该 id 已出现在 {first}"},
	noMessage:       phrase{"without a message", "没有说明"},
	noReason:        phrase{"nobody said why", "没有给出原因"},

	inFile:      phrase{"{file} line {line}", "{file} 第 {line} 行"},
	inFileLines: phrase{"{file} lines {line}", "{file} 第 {line} 行"},
	inFileMore:  phrase{"{file} lines {line} and {n} more", "{file} 第 {line} 行及另外 {n} 行"},
	atLine:      phrase{"({where})", "（{where}）"},

	groupFirst:     phrase{"first call", "首次调用成功"},
	groupRetry:     phrase{"after {what}", "{what} 之后成功"},
	groupCorrected: phrase{"after a correction", "更正后成功"},
	groupProbe:     phrase{"the probe found them done", "经探测确认已执行"},
	such:           phrase{"{code}, such as {id}: {what}", "{code}，例如 {id}：{what}"},
	suchWithout:    phrase{"such as {id}: {what}", "例如 {id}：{what}"},
	others:         phrase{"others: {what}", "其余：{what}"},
	countOf:        phrase{"{what} ({n})", "{what}（{n}）"},
	positions:      phrase{"items {what} of the input, from 1", "输入中的第 {what} 项"},
	rangesMore:     phrase{"{what} and {n} more", "{what} 等，另有 {n} 项"},

	list:  phrase{", ", "、"},
	comma: phrase{", ", "，"},
	then:  phrase{"; ", "；"},
	colon: phrase{": ", "："},
	more:  phrase{"and {n} more", "另有 {n} 项"},

	next:    phrase{"NEXT", "下一步"},
	run:     phrase{"run {id}", "运行 {id}"},
	oneCall: phrase{"1 call", "1 次调用"},
	calls:   phrase{"{n} calls", "{n} 次调用"},

	oneModelCall: phrase{"1 model call", "1 次模型调用"},
	modelCalls:   phrase{"{n} model calls", "{n} 次模型调用"},

	exit:   phrase{"exit status {n}", "退出状态 {n}"},
	detail: phrase{"One item in detail: {command}", "查看单项详情：{command}"},
}

// outcomeWords are an outcome's name in the first lines and over its items.
//
//nolint:gochecknoglobals // a table, never written
var outcomeWords = map[Outcome]struct{ part, heading phrase }{
	executor.Succeeded: {phrase{"{n} succeeded", "成功 {n}"}, phrase{"SUCCEEDED {n}", "成功 {n}"}},
	executor.Skipped:   {phrase{"{n} skipped", "跳过 {n}"}, phrase{"SKIPPED {n}", "跳过 {n}"}},
	executor.Failed:    {phrase{"{n} failed", "失败 {n}"}, phrase{"FAILED {n}", "失败 {n}"}},
	executor.InDoubt:   {phrase{"{n} in doubt", "存疑 {n}"}, phrase{"IN DOUBT {n}", "存疑 {n}"}},
	executor.NotDone:   {phrase{"{n} not done", "未完成 {n}"}, phrase{"NOT DONE {n}", "未完成 {n}"}},
}
