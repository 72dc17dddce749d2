package taxonomy

import (
	"encoding/json"
	"strings"
)

// verdict is what a part of an envelope says.
type verdict int8

const (
	silent verdict = iota
	succeeded
	failed
)

// failedEnvelope returns the object that says that it failed: m, or what it
// wraps as {"result":{…}} or {"data":{…}} without a verdict of its own. nil:
// no failure.
func failedEnvelope(m map[string]any, depth int) map[string]any {
	switch judged(m) {
	case failed:
		return m
	case succeeded:
		return nil
	case silent:
	}
	if depth == 2 {
		return nil
	}
	for _, key := range []string{"result", "response", "data"} {
		inner, ok := m[key].(map[string]any)
		if !ok {
			continue
		}
		if found := failedEnvelope(inner, depth+1); found != nil {
			return found
		}
		if key == "data" && len(inner) == 1 { // GraphQL: {"data":{"updateOrder":{"success":false}}}
			for _, payload := range inner {
				if p, ok := payload.(map[string]any); ok {
					return failedEnvelope(p, depth+1)
				}
			}
		}
	}
	return nil
}

// judged asks an object's keys, those first that exist only to say whether it
// worked.
func judged(m map[string]any) verdict {
	for _, ask := range []func(map[string]any) verdict{byFlag, byStatus, byError, byErrors, byCode} {
		if v := ask(m); v != silent {
			return v
		}
	}
	return silent
}

func byFlag(m map[string]any) verdict {
	for _, key := range []string{"isError", "is_error"} {
		if v, ok := m[key].(bool); ok {
			return failedIf(v)
		}
	}
	for _, key := range []string{"success", "ok", "succeeded", "Success", "Ok", "OK", "successful", "is_success", "isSuccess"} {
		switch v := m[key].(type) {
		case bool:
			return failedIf(!v)
		case string:
			switch strings.ToLower(v) {
			case "true", "yes":
				return succeeded
			case "false", "no":
				return failed
			}
		case json.Number: // MongoDB's {"ok":0,"errmsg":…}; without words it is a count
			if v == "0" && explained(m) {
				return failed
			}
		}
	}
	return silent
}

func failedIf(yes bool) verdict { //nolint:revive // the flag is the verdict
	if yes {
		return failed
	}
	return succeeded
}

// failingWord reports whether an envelope that says s has failed.
func failingWord(s string) bool {
	switch strings.ToLower(s) {
	case "error", "failed", "failure", "fail":
		return true
	}
	return false
}

func succeedingWord(s string) bool {
	switch strings.ToLower(strings.Trim(s, " .!。！")) {
	case "ok", "success", "succeeded", "successful", "successfully", "done", "成功", "操作成功", "请求成功", "処理成功":
		return true
	}
	return false
}

// byStatus reads "status". A record has a status too, and may be about
// something that failed; an envelope explains itself or holds nothing else.
func byStatus(m map[string]any) verdict {
	for _, key := range []string{"status", "result"} {
		status, ok := m[key].(string)
		switch {
		case !ok:
		case succeedingWord(status):
			return succeeded
		case failingWord(status) && (explained(m) || !hasResults(m)):
			return failed
		}
	}
	for _, key := range []string{"status", "statusCode", "status_code"} {
		n, _ := m[key].(json.Number) // "" is no status
		if status, err := n.Int64(); err == nil && status >= 400 && status < 600 && explained(m) {
			return failed
		}
	}
	return silent
}

func byError(m map[string]any) verdict {
	switch e := m["error"].(type) {
	case bool:
		return failedIf(e)
	case string:
		return failedIfFull(!nothing(e))
	case []any:
		return failedIfFull(len(e) > 0)
	case json.Number:
		return failedIfFull(e != "0" && firstString(m, messageKeys) != "") // without words it is a count
	case map[string]any:
		code := firstString(e, codeKeys)
		text := firstString(e, messageKeys)
		saysNothing := nothing(code) && nothing(text) && (code != "" || text != "") // {"code":0,"message":"ok"}
		return failedIfFull(len(e) > 0 && !saysNothing)
	}
	return silent
}

// failedIfFull: an empty "error" does not say that it worked; other keys may
// know better.
func failedIfFull(full bool) verdict { //nolint:revive // the flag is the verdict
	if full {
		return failed
	}
	return silent
}

// nothing reports whether s says that there is no error.
func nothing(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "", "none", "null", "nil", "no", "no error", "no errors", "n/a", "-", "0", "false", "undefined", "200", "无":
		return true
	}
	return succeedingWord(s)
}

func byErrors(m map[string]any) verdict {
	switch e := m["errors"].(type) {
	case bool: // Elasticsearch's bulk answer
		return failedIfFull(e)
	case string:
		return failedIfFull(!nothing(e))
	case []any:
		return failedIfFull(len(e) > 0 && empty(m["data"]))
	case map[string]any:
		return failedIfFull(len(e) > 0 && empty(m["data"]))
	}
	return silent
}

// byCode reads {"code":…,"msg":…}. 0, 200 and "00000" are what such envelopes
// say where all went well; a code that is a word must be one for an error.
func byCode(m map[string]any) verdict {
	said, ok := m["msg"].(string)
	if !ok {
		said, ok = m["message"].(string)
	}
	if !ok || !empty(m["data"]) || succeedingWord(said) {
		return silent
	}
	for _, key := range []string{"code", "errcode", "error_code", "errorCode"} {
		switch code := m[key].(type) {
		case json.Number:
			return failedIfFull(!fine(code.String()))
		case string:
			if strings.Trim(code, "0123456789") == "" {
				return failedIfFull(!fine(code))
			}
			_, known := Code(code).Info()
			return failedIfFull(known || words(read(strings.ReplaceAll(code, "_", " "))) != nil)
		}
	}
	return silent
}

// fine reports whether a number says that all went well: zero, 2xx, and 20000,
// which is in use.
func fine(code string) bool {
	return strings.Trim(code, "0") == "" || len(code) == 3 && code[0] == '2' || code == "20000"
}

// explained reports whether an envelope has words for what went wrong.
func explained(m map[string]any) bool {
	for _, key := range []string{"error", "errors"} {
		if !empty(m[key]) {
			return true
		}
	}
	return firstString(m, messageKeys) != ""
}

// hasResults reports whether something stands in m that is no part of an
// envelope of a failure.
func hasResults(m map[string]any) bool {
	for key, v := range m {
		switch key {
		case "success", "ok", "succeeded", "Success", "Ok", "OK", "successful", "is_success", "isSuccess", "isError", "is_error", "status", "statusCode", "status_code",
			"error", "errors", "error_code", "errorCode", "errcode", "errmsg", "error_message", "errorMessage", "error_description", "errorType",
			"code", "type", "title", "message", "msg", "detail", "details", "reason", "description", "text", "content", "fields", "violations", "invalid_params",
			"timestamp", "time", "path", "instance", "method", "request_id", "requestId", "trace_id", "traceId", "trace", "extensions", "jsonrpc", "id",
			"help", "documentation_url", "doc_url", "retryable", "retry_after":
			if key != "id" || m["jsonrpc"] != nil {
				continue
			}
		}
		if s, _ := v.(string); failingWord(s) { // {"result":"error"}
			continue
		}
		if !empty(v) {
			return true
		}
	}
	return false
}

// empty reports whether v carries nothing: GraphQL answers {"data":{"order":
// null}} where the one thing that was asked for failed.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case json.Number:
		return v == "0"
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, value := range v {
			if value != nil {
				return false
			}
		}
		return true
	}
	return false
}
