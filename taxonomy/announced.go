package taxonomy

import "strings"

// announced reports whether a returned text announces a failure as its first
// word, and returns what it says of it. A report that mentions an error rate
// is a report.
func announced(text string) (said string, ok bool) {
	text = strings.TrimLeft(text, "*_#> \t❌✗✖⚠️🚫⛔") // Markdown, and what chat tools put in front
	first, _, _ := strings.Cut(text, "\n")
	head := strings.ToLower(first[:min(len(first), 128)])
	head = strings.Replace(head, "error :", "error:", 1) // as the French set it
	switch {
	case strings.HasPrefix(head, "traceback (most recent call last)"):
		return text[strings.LastIndexByte(text, '\n')+1:], true // the exception comes last, after the code that led to it
	case strings.TrimRight(head, " .!:*") == "error", strings.HasPrefix(head, "[error]"),
		strings.HasPrefix(head, "failed to "), strings.HasPrefix(head, "fatal error"):
		return text, true
	case errorWithMore(head), exceptionName(first):
		return text, true
	}
	for _, prefix := range []string{"error:", "err:", "fatal:", "panic:", "failed:", "failure:", "exception:", "错误：", "错误:", "失败：", "失败:", "エラー:", "エラー："} {
		if rest, ok := strings.CutPrefix(head, prefix); ok {
			return text, !count(prefix, strings.Trim(rest, " *"))
		}
	}
	return "", false
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
	case "in", "on", "at", "from", "while", "when", "during", "occurred", "response", "code", "calling":
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
	name = name[strings.LastIndexByte(name, '.')+1:]
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return false
	}
	return strings.HasSuffix(name, "Error") && name != "Error" || strings.HasSuffix(name, "Exception") && name != "Exception"
}
