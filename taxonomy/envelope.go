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
// A failure that is found this way was answered, so Applied is No only where
// the words are those of a refusal.
func FromResult(result string) error {
	text := strings.TrimSpace(result)
	if text == "" {
		return nil
	}
	if text[0] == '{' {
		if v, ok := decodeJSON([]byte(text)); ok {
			if m, ok := v.(map[string]any); ok && failed(m) {
				return fromDocument(m, text)
			}
			return nil
		}
	}
	if !startsAsError(text) {
		return nil
	}
	return finish(judgeText(text), errorText(text))
}

// errorText is the error that a returned text stands for.
type errorText string

func (e errorText) Error() string { return string(e) }

func judgeText(text string) *Error {
	if e := statusInText(text); e != nil {
		return e
	}
	if e := words(text); e != nil {
		return e
	}
	return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
}

// startsAsError: the text must announce a failure as its first word. A report
// that mentions an error rate is a report.
func startsAsError(text string) bool {
	head := strings.ToLower(text[:min(len(text), 64)])
	for _, prefix := range []string{"error:", "error ", "err:", "fatal:", "fatal error", "failed:", "failure:", "exception:", "traceback (most recent call last)", "[error]"} {
		if strings.HasPrefix(head, prefix) {
			return prefix != "error " || strings.Contains(head, ":")
		}
	}
	for _, prefix := range []string{"错误：", "错误:", "失败：", "失败:", "エラー:", "エラー："} {
		if strings.HasPrefix(head, prefix) {
			return true
		}
	}
	return false
}

// failed reports whether an object is the envelope of a failure.
func failed(m map[string]any) bool {
	for _, key := range []string{"success", "ok", "succeeded", "Success"} {
		switch v := m[key].(type) {
		case bool:
			return !v
		}
	}
	for _, key := range []string{"isError", "is_error"} {
		if v, ok := m[key].(bool); ok && v {
			return true
		}
	}
	if status, ok := m["status"].(string); ok {
		switch strings.ToLower(status) {
		case "error", "failed", "failure", "fail":
			return true
		case "ok", "success", "succeeded":
			return false
		}
	}
	switch e := m["error"].(type) {
	case string:
		return e != ""
	case map[string]any:
		return len(e) > 0
	case bool:
		return e
	}
	if list, ok := m["errors"].([]any); ok && len(list) > 0 && emptyData(m) {
		return true
	}
	if code, ok := m["code"].(json.Number); ok {
		_, hasMsg := m["msg"]
		_, hasMessage := m["message"]
		// 0 and 200 are what such envelopes say where all went well.
		return (hasMsg || hasMessage) && code != "0" && code != "200" && emptyData(m)
	}
	return false
}

// emptyData reports whether an envelope carries no result beside its errors.
func emptyData(m map[string]any) bool {
	data, ok := m["data"]
	return !ok || data == nil
}

func fromDocument(m map[string]any, text string) error {
	var doc errorDocument
	doc.read(m, 0)
	said := doc.message
	if said == "" {
		said = doc.code
	}
	e := judgeText(strings.ReplaceAll(doc.code, "_", " ") + " " + said)
	if info, known := Code(doc.code).Info(); known {
		e = &Error{Class: info.Class, Code: info.Code, Applied: Answered, Basis: BasisCode}
		if info.Class != Transient && info.Class != Fatal {
			e.Applied = No
		}
	}
	e.Message, e.Fields, e.RetryAfter = said, doc.fields, doc.retryAfter
	return finish(e, errorText(text))
}
