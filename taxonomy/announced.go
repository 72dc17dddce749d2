package taxonomy

import "strings"

// announced reports whether a returned text announces a failure as its first
// word, and returns what it says of it. A report that mentions an error rate
// is a report.
func announced(text string) (said string, ok bool) {
	crossed := strings.HasPrefix(text, "❌") || strings.HasPrefix(text, "⛔") || strings.HasPrefix(text, "🚫")
	text = strings.TrimLeft(text, "*_#> \t❌✗✖⚠️🚫⛔") // Markdown, and what chat tools put in front
	first, _, _ := strings.Cut(text, "\n")
	head := strings.ToLower(first[:min(len(first), 128)])
	head = strings.Replace(head, " :", ":", 1) // as the French set it
	switch {
	case strings.HasPrefix(head, "traceback (most recent call last)"):
		return text[strings.LastIndexByte(text, '\n')+1:], true // the exception comes last, after the code that led to it
	case strings.TrimRight(head, " .!:*") == "error", strings.HasPrefix(head, "[error]"), strings.HasPrefix(head, "fatal error"):
		return text, true
	case strings.HasPrefix(head, "failed to "):
		return text, true
	case crossed && head != "" && (head[0] < '0' || head[0] > '9'):
		return text, true
	case hasAnyPrefix(head, "fehler beim ", "fehler bei ", "erreur lors ", "erro ao "), errorWithMore(head), exceptionName(first), failedDeed(head), unable(head), statusLine(first), bareRefusal(head):
		return text, true
	}
	for _, prefix := range announcements {
		if rest, ok := strings.CutPrefix(head, prefix); ok {
			return text, !count(prefix, strings.Trim(rest, " *"))
		}
	}
	return text, announcedInHan(first)
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

//nolint:gochecknoglobals // a table, never written
var announcements = []string{
	"usage error:", "input error:", "error:", "err:", "fatal:", "panic:", "failed:", "failure:", "exception:", "error - ", "error! ",
	"错误：", "错误:", "失败：", "失败:", "异常：", "异常:", "报错：", "报错:", "出错了：", "出错了，", "エラー:", "エラー：", "오류:", "오류：", "에러:", "실패:",
	"fehler:", "erreur:", "erro:", "errore:", "ошибка:", "fallo:", "échec:",
}

// announcedInHan: "更新失败：版本冲突", "エラーが発生しました", "更新に失敗しました". What
// follows must go on after a mark, so that "失败率：5%" is a report.
func announcedInHan(first string) bool {
	if !beyondASCII(first[:min(len(first), 64)]) {
		return false
	}
	if strings.HasPrefix(first, "エラーが発生") || strings.HasPrefix(first, "오류가 발생") || strings.HasPrefix(first, "发生错误") || strings.HasPrefix(first, "出现错误") || strings.HasPrefix(first, "系统错误") || strings.HasPrefix(first, "系统异常") {
		return true
	}
	for _, deed := range []string{"失败", "に失敗しました", "できませんでした", "出错"} {
		at := strings.Index(first, deed)
		if at < 0 || at > 30 || strings.ContainsAny(first[:at], "0123456789，。：:,、") {
			continue
		}
		rest := first[at+len(deed):]
		for _, mark := range []string{"：", ":", "，", ",", "。", "！", "!", "、", "("} {
			if after, ok := strings.CutPrefix(rest, mark); ok {
				return !count("失败：", strings.Trim(after, " 个项条次件"))
			}
		}
		if rest == "" {
			return deed != "失败" || at > 0
		}
	}
	return false
}

// deeds are what a tool says failed. "The order failed: see report" is about an
// order.
//
//nolint:gochecknoglobals // a table, never written
var deeds = map[string]bool{
	"request": true, "execution": true, "operation": true, "command": true, "call": true, "tool": true, "upload": true, "download": true, "connection": true, "login": true, "authentication": true,
	"authorization": true, "query": true, "update": true, "insert": true, "delete": true, "transaction": true, "write": true, "read": true, "validation": true, "fetch": true, "save": true, "invocation": true, "lookup": true, "payment": true, "action": true,
}

// failedDeed: "Tool execution failed: …", "Request failed with status code 429".
func failedDeed(head string) bool {
	for n, rest := 0, head; n < 4; n++ {
		word, after, more := strings.Cut(rest, " ")
		if !more {
			return false
		}
		if next, what, _ := strings.Cut(after, " "); deeds[word] {
			switch {
			case next == "failed:" && what != "" && !count("failed:", what), next == "failed" && (strings.HasPrefix(what, "with ") || strings.HasPrefix(what, "because ") || strings.HasPrefix(what, "due to ") || strings.HasPrefix(what, "- ")):
				return true
			case next == "error:" && what != "" && !nothing(what):
				return true
			}
		}
		if word == "the" || word == "no" || strings.ContainsAny(word, "0123456789:") {
			return false
		}
		rest = after
	}
	return false
}

// unable: "Unable to update order 17: it is locked", with the reason behind a
// colon. "Cannot find any problems" is good news.
func unable(head string) bool {
	for _, prefix := range []string{"unable to ", "cannot ", "could not ", "couldn't ", "can't ", "can not "} {
		if rest, ok := strings.CutPrefix(head, prefix); ok {
			_, why, reasoned := strings.Cut(rest, ": ")
			return reasoned && !nothing(why)
		}
	}
	return strings.HasPrefix(head, "command not found: ") || strings.HasSuffix(head, ": command not found")
}

// statusLine: "HTTP 503", "HTTP/1.1 404 Not Found", "502 Bad Gateway".
func statusLine(first string) bool {
	c := first[:min(len(first), 64)]
	if c == "" || c[0] != '4' && c[0] != '5' && !strings.HasPrefix(c, "HTTP") && !strings.HasPrefix(c, "http ") && !strings.HasPrefix(c, "http/") {
		return false
	}
	r := read(c)
	e := statusInText(r)
	if e == nil {
		return false
	}
	return c[0] == 'H' || c[0] == 'h' || len(r.at(0)) == 3
}

// bareRefusal: a text that is nothing but the words of a refusal.
func bareRefusal(head string) bool {
	switch strings.TrimRight(head, " .!") {
	case "permission denied", "access denied", "unauthorized", "forbidden", "rate limit exceeded", "too many requests", "internal server error", "service unavailable",
		"bad gateway", "gateway timeout", "bad request", "connection refused", "connection reset by peer", "request timed out", "operation timed out", "not authorized", "authentication required", "authentication failed":
		return true
	}
	return false
}

// count reports whether what follows a heading is no failure: none, or how
// many there were ("Failed: 3, passed: 17").
func count(prefix, rest string) bool {
	if nothing(rest) && rest != "" {
		return true
	}
	word, _, _ := strings.Cut(strings.ReplaceAll(rest, ",", " "), " ")
	number := word != "" && strings.Trim(word, "0123456789%") == ""
	return number && (strings.HasPrefix(prefix, "fail") || prefix == "失败：" || prefix == "失败:" || strings.Trim(word, "0") == "")
}

// errorWithMore: "error" may be followed by where or when it came about before
// the colon, but not by what makes another noun of it: "Error rate: 5%",
// "Error handling: done".
func errorWithMore(head string) bool {
	rest, ok := strings.CutPrefix(head, "error ")
	if !ok {
		return false
	}
	next, more, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	switch strings.Trim(next, ":") {
	case "in", "on", "at", "from", "while", "when", "during", "occurred", "response", "code", "calling", "al", "message", "reading", "executing":
		return true
	case "":
		return false
	}
	switch {
	case next[0] == '(' || next[0] == '[' || next[0] == '#', next[0] >= '0' && next[0] <= '9': // "Error 404: …", "ERROR 1045 (28000): …"
		return true
	case strings.HasSuffix(next, "ing"): // "Error executing tool: …"
		return more != ""
	}
	return false
}

// exceptionName reports whether a line begins with the name of an exception, as
// Python, Java and JavaScript print them: "ValueError: …",
// "java.net.SocketTimeoutException: …".
func exceptionName(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	if !ok {
		return false
	}
	dotted := strings.Contains(name, ".errors.") || strings.Contains(name, ".exceptions.") // psycopg2.errors.UniqueViolation
	name = name[strings.LastIndexByte(name, '.')+1:]
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return false
	}
	if dotted {
		return name != "" && name[0] >= 'A' && name[0] <= 'Z'
	}
	return strings.HasSuffix(name, "Error") && name != "Error" || strings.HasSuffix(name, "Exception") && name != "Exception"
}
