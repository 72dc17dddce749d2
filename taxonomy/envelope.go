package taxonomy

import (
	"encoding/json"
	"strings"
)

// FromResult looks for a failure in what a tool returned as a success: an
// envelope such as {"ok":false,"error":"…"}, {"status":"error",…},
// {"code":1,"msg":"…"} or {"isError":true,…}, or a text that begins with
// "Error:". It returns nil where there is none: "0 errors found",
// {"error":null} and {"errors":[]} are successes.
//
// Where an envelope contradicts itself its own verdict counts: {"ok":true,
// "error":"…"} is a success with a remark, for the one key exists to say
// whether it worked, and a failure that is made up is as bad as one that is
// missed. A record whose state is "failed" is no failure of the call that
// returned it. Counts ("Failed: 3", "errors": 5) are a report's, not a failure.
//
// A failure that is found this way was answered, so Applied is No only where
// the words or the code are those of a refusal, and no results stand beside it.
//
// A text that is no failure costs under 0.5 µs and no allocation, an object is
// decoded.
func FromResult(result string) error {
	text := strings.TrimSpace(result)
	if text == "" {
		return nil
	}
	if text[0] == '{' || text[0] == '"' || text[0] == '[' {
		v, ok := decodeJSON([]byte(text))
		if m, object := v.(map[string]any); ok && object {
			return fromEnvelope(m, text)
		}
		if m := errorList(v); ok && m != nil {
			return envelopeError(m, v, text)
		}
		if s, quoted := v.(string); quoted {
			text = strings.TrimSpace(s)
		}
	}
	if text == "" {
		return nil
	}
	if text[0] == '<' {
		return fromPage(text)
	}
	said, ok := announced(text)
	if !ok {
		return nil
	}
	e := judgeText(said)
	e.Message = said
	return finish(e, errorText(text))
}

// fromPage finds a failure in markup: a page whose heading is a status ("502
// Bad Gateway"), or an XML error with a code.
func fromPage(text string) error {
	doc := readPage(text)
	var e *Error
	switch {
	case doc.code != "":
		e = judgeEnvelope(nil, doc)
		e.Message = doc.message
	case strings.TrimLeft(doc.page, "0123456789") != doc.page:
		if e = statusInText(read(doc.page)); e == nil {
			return nil
		}
		e.Message = doc.page
	default:
		return nil
	}
	return finish(e, errorText(text))
}

// errorList returns the first of a list that holds nothing but errors, as
// Salesforce ([{"errorCode":…,"message":…}]) and Gemini ([{"error":{…}}]) send
// them; else nil.
func errorList(v any) map[string]any {
	list, _ := v.([]any)
	if len(list) == 0 {
		return nil
	}
	for _, entry := range list {
		m, _ := entry.(map[string]any)
		code, _ := m["errorCode"].(string)
		message, _ := m["message"].(string)
		inner, _ := m["error"].(map[string]any)
		if (code == "" || message == "") && (len(m) != 1 || firstString(inner, messageKeys) == "") {
			return nil
		}
	}
	first, _ := list[0].(map[string]any)
	return first
}

// errorText is the error that a returned text stands for.
type errorText string

func (e errorText) Error() string { return string(e) }

func judgeText(text string) *Error {
	r := readOnce(text)
	defer r.done()
	if e := sayingOf(r); e != nil {
		e.askedInWords(text)
		return e
	}
	return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
}

func fromEnvelope(m map[string]any, text string) error {
	whole := m
	if e := fromTool(m); e != nil {
		return finish(e, errorText(text))
	}
	if m = failedEnvelope(m, 0); m == nil {
		return nil
	}
	return envelopeError(m, whole, text)
}

func envelopeError(m map[string]any, whole any, text string) error {
	doc := readErrorValue(m)
	e := judgeEnvelope(m, doc)
	e.Message, e.Fields = doc.message, doc.fields
	if e.Message == "" {
		e.Message = doc.code
	}
	if healsInTime(e.Class) {
		e.RetryAfter = doc.retryAfter
		e.askedInWords(doc.message)
	}
	if hasResults(m) || partly(whole) {
		e.Applied = min(e.Applied, Answered)
	}
	return finish(e, errorText(text))
}

// partly reports whether an answer of GraphQL holds something that was done
// beside what was not.
func partly(whole any) bool {
	m, _ := whole.(map[string]any)
	_, errs := m["errors"].([]any)
	return errs && !empty(m["data"])
}

// judgeEnvelope asks, in this order: our own codes, what the vendor's word or
// number means, an HTTP status, what a word means wherever it stands, the text.
func judgeEnvelope(m map[string]any, doc errorDocument) *Error {
	status := statusOf(m, 0)
	if info, known := Code(doc.code).Info(); known {
		e := &Error{Class: info.Class, Code: info.Code, Applied: appliedOf(info.Code), Basis: BasisCode}
		if status != 0 {
			e.Context = map[string]any{"status": status}
		}
		return e
	}
	if _, slack := m["ok"].(bool); slack {
		if word, _ := m["error"].(string); status == 0 {
			if r := lookUp(slackIndex, word); r != nil {
				return r.error()
			}
		}
	}
	if r := numberedReason(m); r != nil {
		return r.error()
	}
	if e := mongoReply(m); e != nil {
		return e
	}
	if name, ok := m["codeName"].(string); ok && name == "Unauthorized" { // MongoDB's word for a lack of rights
		return barred.error()
	}
	if status != 0 {
		return fromStatus(status, nil, doc)
	}
	for _, index := range []map[string]*reason{providerIndex, generalIndex} {
		if r := firstReason(index, doc.words); r != nil {
			return r.error()
		}
	}
	if exit := exitOf(m); exit != nil {
		return exit
	}
	e := judgeText(strings.ReplaceAll(doc.code, "_", " ") + ": " + doc.message)
	if e.Basis == BasisUnknown || e.Code == CodeNotFound {
		if r := byEnding(doc.words); r != nil {
			return r.error()
		}
	}
	if len(doc.fields) > 0 && e.Basis == BasisUnknown || m["status"] == "fail" && jsend(m) {
		e = &Error{Class: InputError, Code: commonFieldCode(doc.fields), Applied: No, Basis: BasisCode}
	}
	return e
}

// mongoReply judges MongoDB's answer to a command: {"ok":0,"errmsg":…,"code":…,
// "codeName":…}; nil where m is none, or its code says nothing.
func mongoReply(m map[string]any) *Error {
	ok, isNumber := m["ok"].(json.Number)
	said, isText := m["errmsg"].(string)
	if zero, err := ok.Float64(); !isNumber || err != nil || zero != 0 || !isText {
		return nil //nolint:nilerr // no number, no opinion
	}
	code, _ := numberOf(m["code"])
	row, known := mongoRow(int64(code), said)
	if !known {
		return nil
	}
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode}
}

// exitOf judges what a program left that a tool ran; nil where there is none.
func exitOf(m map[string]any) *Error {
	for _, key := range []string{"exit_code", "exitCode", "returncode", "return_code"} {
		if n, ok := numberOf(m[key]); ok && n != 0 {
			stderr, _ := m["stderr"].(string)
			stdout, _ := m["stdout"].(string)
			return (&ExitError{Code: n, Stderr: stderr, Stdout: stdout}).judge()
		}
	}
	return nil
}

// notRefused are the codes that do not say, in the mouth of a tool that
// answered, that nothing was done. All others are those of a refusal.
//
//nolint:gochecknoglobals // a table, never written
var notRefused = map[Code]Applied{
	CodeTimeout: Unanswered, CodeConnectionReset: Unanswered, CodeCanceled: Unanswered, CodePanic: Unanswered,
	CodeOverloaded: Answered, CodeUnavailable: Answered, CodeServerError: Answered, CodeUnknown: Answered, CodeJournalFailed: Answered, CodeLoopDetected: Answered, CodeUnreadableAnswer: Answered,
}

func appliedOf(code Code) Applied {
	if applied, ok := notRefused[code]; ok {
		return applied
	}
	return No
}

// statusWord reads an HTTP status of 400 or more from a text of three digits; 0
// where it is none.
func statusWord(s string) int {
	if len(s) != 3 || s[0] != '4' && s[0] != '5' || strings.Trim(s, "0123456789") != "" {
		return 0
	}
	return int(s[0]-'0')*100 + int(s[1]-'0')*10 + int(s[2]-'0')
}

// statusOf finds an HTTP status of 400 or more that an envelope carries in a
// 200: {"statusCode":404,…}, {"error":{"code":404,…}}.
func statusOf(m map[string]any, depth int) int {
	for _, key := range []string{"status", "statusCode", "status_code", "code"} {
		if word, _ := m[key].(string); key != "code" && statusWord(word) != 0 {
			return statusWord(word)
		}
		n, _ := m[key].(json.Number) // "" is no status
		if status, err := n.Int64(); err == nil && status >= 400 && status < 600 {
			return int(status)
		}
	}
	if inner, ok := m["error"].(map[string]any); ok && depth == 0 {
		return statusOf(inner, 1)
	}
	return 0
}
