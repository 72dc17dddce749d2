package batch

import "strings"

// ownSentences are the sentences that this module itself gives as reasons and
// messages, so that the Chinese summary can say them in Chinese. A star stands
// for what varies. A sentence that is missing here is shown in English.
//
//nolint:gochecknoglobals // a table, never written
var ownSentences = []phrase{
	{"no success in * calls; the probe says that it did not happen", "* 次调用均未成功；经探测确认没有执行"},
	{"no success in * calls", "* 次调用均未成功"},
	{"the probe says that it did not happen", "经探测确认没有执行"},
	{"not sent again: it may have been executed, and the tool is not idempotent", "没有再次发送：可能已经执行，而该工具不是幂等的"},
	{"not sent again: its idempotency key would have expired by then", "没有再次发送：到那时幂等键已过期"},
	{
		"the next call would have to wait *, and a call may wait * in all; it can be tried again at *",
		"下次调用须等待 *，而一项总共只可等待 *；可在 * 再试",
	},
	{"the deadline leaves no time for the wait of * before the next call", "下次调用须等待 *，已超出截止时间"},
	{"waited * for the service to recover, of * that a call may wait in all", "已等待服务恢复 *（一项总共可等待 *）"},
	{"the deadline comes before the breaker's next trial", "截止时间早于熔断器的下一次试探"},
	{"stopped by the caller before it was settled", "在有结果之前被调用方停止"},
	{"stopped by the caller", "被调用方停止"},
	{"it was gone when asked again", "再次询问时已不存在"},
	{"refused when sent again, after an attempt that may have been executed", "此前的一次调用可能已经执行，再次发送时被拒绝"},
	{"the probe could not find out whether it happened: *", "探测无法确定是否已执行：*"},
	{"not corrected: only the words of the refusal say that nothing was done", "未更正：只有拒绝的措辞表明什么也没有做"},
	{"not corrected: *", "未更正：*"},
	{"still running when the grace of * had ended", "宽限期 * 结束时仍在运行"},
	{"not sent: too many calls in a row had failed, the last with *", "没有发送：连续失败过多，最后一次为 *"},
	{"not sent: too many calls in a row had failed", "没有发送：连续失败过多"},
	{"Try again at * or later", "可在 * 或之后再试"},
	{"The next trial is due at *", "下一次试探在 *"},
}

// own returns a sentence of this module in the language, and whether it is one.
func (l language) own(s string) (string, bool) {
	for _, p := range ownSentences {
		parts, ok := matchStars(p.en, s)
		if !ok {
			continue
		}
		if l == english {
			return s, true
		}
		fixed := strings.Split(p.zh, "*")
		out := fixed[0]
		var outSb48 strings.Builder
		for i, part := range parts {
			outSb48.WriteString(part + fixed[i+1])
		}
		out += outSb48.String()
		return out, true
	}
	return s, false
}

// matchStars returns what stands for the stars of a pattern in s.
func matchStars(pattern, s string) ([]string, bool) {
	var parts []string
	head, rest, more := strings.Cut(pattern, "*")
	s, ok := strings.CutPrefix(s, head)
	if !ok {
		return nil, false
	}
	for more {
		head, rest, more = strings.Cut(rest, "*")
		end := strings.Index(s, head)
		if head == "" && !more {
			end = len(s)
		}
		if end < 0 {
			return nil, false
		}
		parts = append(parts, s[:end])
		s = s[end+len(head):]
	}
	return parts, s == ""
}
