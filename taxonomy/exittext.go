package taxonomy

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// said judges what the program said, together with its code.
func (e *ExitError) said(run *commandRun, known *program) *exitVerdict {
	lines := linesOf(e.Stderr)
	if run.name == "curl" {
		if v := curlVerdict(e.Code, e.Stderr); v != nil {
			v.message = e.line()
			return v
		}
	}
	if len(lines) > 0 {
		if i, _ := traceback(lines); i >= 0 || judgeException(lines[len(lines)-1], run) != nil {
			if v := judgeLines(lines, run); v != nil {
				return v
			}
		}
	}
	if known != nil {
		if v := known.saying(lines, e.Stdout); v != nil {
			return v
		}
		if row, ok := known.firm[e.Code]; ok {
			v := e.refined(row, lines, known, run)
			v.sure = true
			return v
		}
	}
	if v := e.document(); v != nil {
		return v
	}
	sys, conventional := sysexits[e.Code]
	conventional = conventional && !known.knows(e.Code)
	if conventional && sys.firm {
		return e.refined(sys.ruling, lines, known, run)
	}
	if v := judgeLines(lines, run); v != nil {
		v.early = v.early || archiveShut(lines)
		return v
	}
	if known != nil {
		if row, ok := known.weak[e.Code]; ok {
			return &exitVerdict{ruling: row, basis: BasisCode, message: e.line(), sure: true}
		}
	}
	if conventional {
		return &exitVerdict{ruling: sys.ruling, basis: BasisCode, message: e.line()}
	}
	return nil
}

// document judges an error that the program printed as JSON, where that has a
// code: on its standard error, as all of it or its last line, or, where there is
// nothing, on its standard output. It says more than a status of sysexits.h, and
// than words.
func (e *ExitError) document() *exitVerdict {
	text := strings.TrimSpace(e.Stderr)
	if text == "" {
		text = strings.TrimSpace(e.Stdout)
	}
	if !strings.HasSuffix(text, "}") || len(text) > maxDocument {
		return nil
	}
	v, whole := decodeWhole(text)
	if !whole {
		var ok bool
		if v, ok = decodeWhole(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])); !ok {
			return nil
		}
	}
	m, _ := v.(map[string]any)
	if m = failedEnvelope(m, 0); m == nil {
		return nil
	}
	doc := readErrorValue(m)
	found := judgeEnvelope(m, doc)
	if found.Basis != BasisCode || doc.message == "" {
		return nil
	}
	found.Fields = doc.fields
	if healsInTime(found.Class) {
		found.RetryAfter = doc.retryAfter
		found.askedInWords(doc.message)
	}
	return &exitVerdict{ruling: ruling{found.Class, found.Code, found.Applied, found.Scope}, basis: BasisCode, message: doc.message, inner: found, whole: whole}
}

// maxDocument is the longest output that is read as JSON, in bytes.
const maxDocument = 64 << 10

// decodeWhole decodes a text that is one object and nothing else.
func decodeWhole(text string) (any, bool) {
	if text == "" || text[0] != '{' || !json.Valid([]byte(text)) {
		return nil, false
	}
	return decodeJSON([]byte(text))
}

// archiveShut reports whether GNU tar could not open the archive itself, which is
// the first that it does (open_fatal in its src/misc.c); a member that it cannot
// open does not end it.
func archiveShut(lines []string) bool {
	return len(lines) > 1 && strings.Contains(lines[0], ": Cannot open: ") && strings.HasSuffix(lines[1], ": Error is not recoverable: exiting now")
}

// refined is a code that says what class it is, with what the text adds: a finer
// code of the same class, and any doubt.
func (e *ExitError) refined(row ruling, lines []string, known *program, run *commandRun) *exitVerdict {
	v := &exitVerdict{ruling: row, basis: BasisCode, message: e.line(), early: row.applied == No && row.code == CodeUnsupported && known == nil}
	if said := judgeLines(lines, run); said != nil && !known.silent() {
		v.message = said.message
		if said.class == row.class {
			v.code = said.code
		}
		v.applied = min(v.applied, max(said.applied, Unanswered))
		if row.applied == No && said.applied == Answered {
			v.applied = No // the code is the better proof
		}
	}
	return v
}

// judgeLines returns the opinion about the line that tells most: of a program
// the first that says something, since what follows is mostly its consequence;
// of a script the last, since what came before may have been overcome.
func judgeLines(lines []string, run *commandRun) *exitVerdict {
	if i, running := traceback(lines); i >= 0 {
		v := judgeException(lines[i], run)
		if v == nil {
			return judgeLine(lines[i])
		}
		v.early = v.early && !running
		return v
	}
	if run.script && shells[run.name] {
		if v := judgeBackwards(lines, run); v != nil {
			return v
		}
	}
	for _, line := range lines {
		if advice(line) {
			continue
		}
		v := judgeException(line, run)
		if v == nil {
			v = judgeLine(line)
		}
		if v != nil {
			return v
		}
	}
	for _, line := range lines { // only now: a usage text follows many a message
		if strings.HasPrefix(strings.ToLower(line), "usage:") {
			return &exitVerdict{ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}, basis: BasisText, message: line, early: true}
		}
	}
	return nil
}

// judgeBackwards looks from the end for lines that a program begins with its own
// name, or git with "fatal:": of a script it is the last program that counts.
func judgeBackwards(lines []string, run *commandRun) *exitVerdict {
	for i, line := range slices.Backward(lines) {
		name, _, named := strings.Cut(line, ": ")
		if !named || strings.ContainsAny(name, " \t") || advice(line) {
			continue
		}
		if name = strings.ToLower(name); name == "fatal" || name == "error" {
			name = "git"
		}
		if p := programs[name]; p != nil {
			if v := p.saying(lines[i:i+1], ""); v != nil {
				return v
			}
		}
		v := judgeException(line, run)
		if v == nil {
			v = judgeLine(line)
		}
		if v != nil {
			return v
		}
	}
	return nil
}

// Of a long text so much is looked at, from its beginning and its end: a program
// says what is wrong at one of them. Whoever prints more lines is a program that
// did more than one thing.
const (
	maxExitText  = 4 << 10
	maxExitLines = 24
	maxExitLine  = 1 << 10
)

// linesOf takes a text to lines: without colours, frames and what is empty.
func linesOf(text string) []string {
	if len(text) > 2*maxExitText {
		text = text[:maxExitText] + "\n" + text[len(text)-maxExitText:]
	}
	text = printable(strings.ToValidUTF8(text, ""))
	var lines []string
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\r' }) {
		bare := strings.TrimSpace(strings.Trim(line, "│╷╵┃ \t"))
		if bare == "" {
			continue
		}
		if len(bare) > maxExitLine {
			bare = strings.ToValidUTF8(bare[:maxExitLine/2], "") + " … " + strings.ToValidUTF8(bare[len(bare)-maxExitLine/2:], "")
		}
		if line[0] == ' ' || line[0] == '\t' {
			bare = " " + bare // an indented line continues another
		}
		lines = append(lines, bare)
	}
	if len(lines) > 2*maxExitLines {
		lines = slices.Delete(lines, maxExitLines, len(lines)-maxExitLines)
	}
	return lines
}

// advicePrefixes begin lines that say nothing of the failure.
//
//nolint:gochecknoglobals // a table, never written
var advicePrefixes = []string{
	"warning:", "warn:", "warn ", "[warn", "npm warn", "npm notice", "note:", "hint:", "info:", "info ", "[info", "debug:", "debug ", "[debug", "try '", "try `", "usage:", "at ", "file \"",
	"more details here:", "run '", "see '", "(use \"", "+ ", "deprecationwarning", "caution:",
}

func advice(line string) bool {
	lower := strings.ToLower(strings.TrimLeft(line[:min(len(line), 64)], " "))
	for _, prefix := range advicePrefixes {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return false
}

// judgeLine judges one line by the codes in it, by the system's texts, and by
// words.
func judgeLine(line string) *exitVerdict {
	line = strings.TrimSpace(line)
	lower := strings.ToLower(line)
	if v := usageError(lower); v != nil {
		v.message = line
		return v
	}
	if v := toolLine(line); v != nil {
		v.message = line
		return v
	}
	if n := sayingTexts.in(lower); n >= 0 {
		return &exitVerdict{ruling: sayings[n].row, basis: BasisText, message: line}
	}
	v := &exitVerdict{basis: BasisText, message: line}
	if row := systemText(lower); row != nil {
		v.ruling = ruling{row.class, row.code, row.applied, row.scope}
		if read(line).find(false).partly { // "order saved, mail not sent: permission denied"
			v.applied = min(v.applied, Answered)
		}
	} else {
		e := judgeText(withoutNames(line))
		if abstains(e) {
			return nil
		}
		v.ruling, v.inner = ruling{e.Class, e.Code, e.Applied, e.Scope}, e
	}
	switch {
	case v.class == Transient && connecting(lower):
		v.applied, v.scope = No, ScopeHost
	case strings.Contains(lower, "writing") || strings.Contains(lower, "write error") || strings.Contains(lower, "closing") || strings.Contains(lower, "close failed"):
		v.applied = min(v.applied, Answered)
	}
	return v
}

// withoutNames leaves out the words of a line that are names of files and hosts:
// "loading timeout-settings.json".
func withoutNames(line string) string {
	if !strings.Contains(line, ".") {
		return line
	}
	words := strings.Fields(line)
	kept := words[:0]
	for _, w := range words {
		bare := strings.Trim(w, "\"'`()[]{}<>,;:.‘’“”")
		dot := strings.LastIndexByte(bare, '.')
		if ending := bare[dot+1:]; dot > 0 && len(ending) > 0 && len(ending) <= 5 && strings.Trim(ending, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && strings.Trim(bare, "0123456789.") != "" {
			continue
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// systemText finds the text of an errno that stands alone between colons, or
// "(13: Permission denied)", "Permission denied (13)", "[Errno 13] Permission
// denied", "Permission denied (os error 13)", "Permission denied at x line 3.".
func systemText(lower string) *errnoRow {
	segments := strings.FieldsFunc(lower, func(c rune) bool { return c == ':' || c == '：' || c == '\u00a0' })
	for _, segment := range slices.Backward(segments) {
		s := strings.TrimSpace(segment)
		if at := strings.Index(s, "] "); at > 0 && strings.HasPrefix(s, "[errno ") {
			s = s[at+2:]
		}
		if at := strings.Index(s, " at "); at > 0 && strings.Contains(s[at:], " line ") {
			s = s[:at]
		}
		if at := strings.LastIndex(s, " ("); at > 0 && strings.HasSuffix(s, ")") {
			if inside := s[at+2 : len(s)-1]; strings.Trim(strings.TrimPrefix(inside, "os error "), "0123456789-") == "" {
				s = s[:at]
			}
		}
		if _, cause, ok := strings.Cut(s, "errno="); ok {
			s = cause
		}
		s = strings.Trim(s, " .,)”\"'>")
		if row := errnosByText[s]; row != nil {
			return row
		}
		if at := strings.IndexByte(s, ','); at > 0 { // node: "enoent: no such file or directory, open '/x'"
			if row := errnosByText[s[:at]]; row != nil {
				return row
			}
		}
		if first, _, _ := strings.Cut(s, " "); len(first) > 3 && first[0] == 'e' { // the name, as node and npm write it
			if errno, ok := errnosByName[strings.ToUpper(first)]; ok {
				return errnos[errno]
			}
		}
		for w := range strings.FieldsSeq(s) {
			if len(w) > 4 && w[0] == 'e' {
				if errno, ok := errnosByName[strings.ToUpper(strings.Trim(w, ",.;()"))]; ok {
					return errnos[errno]
				}
			}
		}
	}
	return nil
}

// connecting reports whether a line tells of making a connection, and not of
// what was sent over it.
func connecting(lower string) bool {
	for _, s := range []string{
		"connect to ", "connecting to", "connect failed", "connect error", "connection to server at", "connect econnrefused", "connect etimedout", "connect ehostunreach", "connect enetunreach",
		"connection timed out during banner exchange", "connect timed out", "connecttimeout", "connection timeout after", "dial tcp", "dial unix", "resolve", "resolving", "no route to host",
	} {
		if strings.Contains(lower, s) {
			return true
		}
	}
	return false
}

// toolLine reads the lines of tools that others call: "curl: (22) …", "… returned
// error: 503", "An error occurred (Throttling) when calling …".
func toolLine(line string) *exitVerdict {
	if rest, ok := strings.CutPrefix(line, "curl: ("); ok {
		number, text, _ := strings.Cut(rest, ")")
		if code, err := strconv.Atoi(number); err == nil {
			return curlVerdict(code, text)
		}
	}
	if v := statusAfter(line, "returned error: "); v != nil {
		return v
	}
	if _, rest, ok := strings.Cut(line, "An error occurred ("); ok {
		code, text, _ := strings.Cut(rest, ")")
		_, operation, _ := strings.Cut(text, "calling the ")
		operation, _, _ = strings.Cut(operation, " ")
		_, message, _ := strings.Cut(text, ": ")
		return verdictOf((&AWSError{Code: code, Operation: operation, Message: message}).judge())
	}
	if rest, ok := strings.CutPrefix(line, "ERROR "); ok { // the client of MySQL
		number, text, _ := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(number); err == nil && len(number) == 4 {
			state, message, _ := strings.Cut(strings.TrimPrefix(text, "("), ")")
			_, message, _ = strings.Cut(message, ": ")
			if v := mysqlClient(n); v != nil {
				return v
			}
			return verdictOf((&SQLError{Vendor: "mysql", Number: n, State: state, Message: message}).judge())
		}
	}
	if rest, ok := strings.CutPrefix(line, "Error from server ("); ok { // kubectl
		reason, _, _ := strings.Cut(rest, ")")
		if row, ok := kubectlReasons[reason]; ok {
			return &exitVerdict{ruling: row, basis: BasisCode}
		}
	}
	if rest, ok := strings.CutPrefix(line, "(error) "); ok { // redis-cli
		return verdictOf((&RedisError{Reply: rest}).judge())
	}
	for _, prefix := range []string{"npm error code E", "npm ERR! code E"} {
		if rest, ok := strings.CutPrefix(line, prefix); ok && len(rest) >= 3 {
			if status, err := strconv.Atoi(rest[:3]); err == nil {
				return statusVerdict(status)
			}
		}
	}
	return nil
}

// verdictOf takes what another source says.
func verdictOf(e *Error) *exitVerdict {
	if e == nil {
		return nil
	}
	return &exitVerdict{ruling: ruling{e.Class, e.Code, e.Applied, e.Scope}, basis: BasisCode, inner: e}
}

// statusAfter finds an HTTP status behind the words.
func statusAfter(line, words string) *exitVerdict {
	_, rest, ok := strings.Cut(line, words)
	if !ok || len(rest) < 3 {
		return nil
	}
	status, err := strconv.Atoi(rest[:3])
	if err != nil {
		return nil
	}
	return statusVerdict(status)
}

func statusVerdict(status int) *exitVerdict {
	if status < http.StatusBadRequest || status > 599 {
		return nil
	}
	v := verdictOf(fromStatus(status, nil, errorDocument{}))
	v.inner.Message = "" // the line says more
	return v
}
