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
// A text that is no failure costs about 0.1 µs and no allocation, an object is
// decoded.
func FromResult(result string) error {
	text := strings.TrimSpace(result)
	if text == "" {
		return nil
	}
	if text[0] == '{' || text[0] == '"' {
		v, ok := decodeJSON([]byte(text))
		if m, object := v.(map[string]any); ok && object {
			return fromEnvelope(m, text)
		}
		if s, quoted := v.(string); quoted {
			text = strings.TrimSpace(s)
		}
	}
	said, ok := announced(text)
	if !ok {
		return nil
	}
	e := judgeText(said)
	e.Message = said
	return finish(e, errorText(text))
}

// errorText is the error that a returned text stands for.
type errorText string

func (e errorText) Error() string { return string(e) }

func judgeText(text string) *Error {
	r := read(text)
	if e := statusInText(r); e != nil {
		return e
	}
	if e := words(r); e != nil {
		return e
	}
	return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
}

func fromEnvelope(m map[string]any, text string) error {
	m = failedEnvelope(m, 0)
	if m == nil {
		return nil
	}
	var doc errorDocument
	doc.read(m, 0)
	e := judgeEnvelope(m, doc)
	e.Message, e.Fields = doc.message, doc.fields
	if e.Message == "" {
		e.Message = doc.code
	}
	if e.Class == Transient || e.Class == ResourceConflict {
		e.RetryAfter = doc.retryAfter
	}
	if hasResults(m) {
		e.Applied = min(e.Applied, Answered)
	}
	return finish(e, errorText(text))
}

func judgeEnvelope(m map[string]any, doc errorDocument) *Error {
	if info, known := Code(doc.code).Info(); known {
		return &Error{Class: info.Class, Code: info.Code, Applied: appliedOf(info.Code), Basis: BasisCode}
	}
	if status := statusOf(m, 0); status != 0 {
		return fromStatus(status, nil, doc)
	}
	return judgeText(strings.ReplaceAll(doc.code, "_", " ") + ": " + doc.message)
}

// notRefused are the codes that do not say, in the mouth of a tool that
// answered, that nothing was done. All others are those of a refusal.
//
//nolint:gochecknoglobals // a table, never written
var notRefused = map[Code]Applied{
	CodeTimeout: Unanswered, CodeConnectionReset: Unanswered, CodeCanceled: Unanswered, CodePanic: Unanswered,
	CodeOverloaded: Answered, CodeUnavailable: Answered, CodeServerError: Answered, CodeUnknown: Answered, CodeJournalFailed: Answered, CodeLoopDetected: Answered,
}

func appliedOf(code Code) Applied {
	if applied, ok := notRefused[code]; ok {
		return applied
	}
	return No
}

// statusOf finds an HTTP status of 400 or more that an envelope carries in a
// 200: {"statusCode":404,…}, {"error":{"code":404,…}}.
func statusOf(m map[string]any, depth int) int {
	for _, key := range []string{"status", "statusCode", "status_code", "code"} {
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
