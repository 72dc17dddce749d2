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
	for _, key := range []string{"result", "response", "data", "Response", "base_resp"} {
		inner, ok := m[key].(map[string]any)
		if !ok {
			continue
		}
		if key == "base_resp" { // MiniMax: beside the results
			if n, ok := numberOf(inner["status_code"]); ok && n != 0 {
				return m
			}
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
	for _, ask := range []func(map[string]any) verdict{byFlag, byStatus, byError, byErrors, byCode, byKind, byExit} {
		if v := ask(m); v != silent {
			return v
		}
	}
	return silent
}

func byFlag(m map[string]any) verdict {
	for _, key := range []string{"isError", "is_error", "hasError", "has_error", "hasErrors", "has_errors"} {
		if v, ok := m[key].(bool); ok {
			return failedIf(v)
		}
	}
	if v, ok := m["failed"].(bool); ok && v && explained(m) { // Ansible: {"failed":true,"msg":…}
		return failed
	}
	for _, key := range []string{"success", "ok", "succeeded", "Success", "Ok", "OK", "successful", "is_success", "isSuccess", "isOk"} {
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
	case "error", "failed", "failure", "fail", "ng":
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
		case failingWord(status) && (explained(m) || !hasResults(m) || status == "fail" && jsend(m)):
			return failed
		}
	}
	for _, key := range []string{"status", "statusCode", "status_code"} {
		n, _ := m[key].(json.Number) // "" is no status
		if status, err := n.Int64(); err == nil && status >= 400 && status < 600 {
			if _, proxied := m["body"].(string); explained(m) || proxied { // AWS Lambda behind a gateway
				return failed
			}
		}
		if s, _ := m[key].(string); statusWord(s) != 0 && explained(m) && !hasResults(m) { // GitHub: "status": "404"
			return failed
		}
	}
	return silent
}

// jsend reports whether m is JSend's answer to arguments that were refused: "data"
// says of each what is wrong.
func jsend(m map[string]any) bool {
	data, ok := m["data"].(map[string]any)
	for _, v := range data {
		if _, text := v.(string); !text {
			return false
		}
	}
	return ok && len(m) == 2
}

// byKind: some services say in a member what kind of object it is, and AWS Lambda
// has names for an error that no result has.
func byKind(m map[string]any) verdict {
	if m["object"] == "error" && explained(m) {
		return failed
	}
	if said, _ := m["error_message"].(string); said != "" { // Google Maps: {"status":"REQUEST_DENIED","error_message":…}
		if status, _ := m["status"].(string); status != "" && strings.ToUpper(status) == status {
			return failed
		}
	}
	_, kind := m["errorType"].(string)
	if said, ok := m["errorMessage"].(string); ok && (kind || said != "" && !hasResults(m)) {
		return failed
	}
	return silent
}

// byExit reads what tools that run programs return: an exit status, and what the
// program complained of.
func byExit(m map[string]any) verdict {
	for _, key := range []string{"exit_code", "exitCode", "returncode", "return_code"} {
		if n, ok := numberOf(m[key]); ok {
			stderr, _ := m["stderr"].(string)
			return failedIfFull(n != 0 && strings.TrimSpace(stderr) != "")
		}
	}
	return silent
}

func byError(m map[string]any) verdict {
	e, ok := m["error"]
	for _, key := range []string{"Error", "err"} {
		if !ok {
			e, ok = m[key]
		}
	}
	switch e := e.(type) {
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
		return failedIfFull(len(e) > 0 && (empty(m["data"]) || lostField(m["data"], e)))
	case map[string]any:
		return failedIfFull(!allEmpty(e) && empty(m["data"]))
	}
	if refusedDetail(m) {
		return failed
	}
	if list, ok := m["errorMessages"].([]any); ok { // Jira
		return failedIfFull(len(list) > 0)
	}
	if list, ok := m["userErrors"].([]any); ok { // Shopify's mutations
		return failedIfFull(len(list) > 0)
	}
	return silent
}

// allEmpty: {"errors":{"count":0}} counts, and counted none.
func allEmpty(m map[string]any) bool {
	for _, v := range m {
		if !empty(v) {
			return false
		}
	}
	return true
}

// refusedDetail reports whether m is what FastAPI answers to arguments that it
// refuses ({"detail":[{"loc":…,"msg":…}]}), or the lone "detail" of Django REST
// and FastAPI, where its words are those of a failure.
func refusedDetail(m map[string]any) bool {
	switch detail := m["detail"].(type) {
	case []any:
		for _, entry := range detail {
			fault, _ := entry.(map[string]any)
			if _, where := fault["loc"].([]any); !where || firstString(fault, messageKeys) == "" {
				return false
			}
		}
		return len(detail) > 0
	case string:
		return len(m) == 1 && sayingOf(read(detail)) != nil
	}
	return false
}

// lostField reports whether one of the things that a GraphQL request asked for
// is missing, and an error says why: of two mutations one failed. A member of a
// thing that is there may be null all the same (spec.graphql.org, section 6.4.4).
func lostField(data any, errs []any) bool {
	fields, ok := data.(map[string]any)
	if !ok {
		return false
	}
	for _, e := range errs {
		m, _ := e.(map[string]any)
		path, _ := m["path"].([]any)
		if len(path) == 0 {
			continue
		}
		name, _ := path[0].(string)
		if value, asked := fields[name]; asked && value == nil {
			return true
		}
	}
	return false
}

// byCode reads {"code":…,"msg":…}. 0, 200 and "00000" are what such envelopes
// say where all went well; a code that is a word must be one for an error.
func byCode(m map[string]any) verdict {
	said, ok := "", false
	for _, key := range []string{"msg", "message", "errmsg", "error_msg", "errMsg", "err_msg", "resultMsg"} {
		if said, ok = m[key].(string); ok {
			break
		}
	}
	if sub, _ := m["sub_code"].(string); ok && sub != "" { // Alipay, whose 20000 is no success
		return failed
	}
	if !ok || !empty(m["data"]) || succeedingWord(said) {
		return silent
	}
	for _, key := range []string{"code", "errcode", "error_code", "errorCode", "errno", "ret", "retcode", "resultCode"} {
		switch code := m[key].(type) {
		case json.Number:
			return failedIfFull(!fine(code.String()))
		case string:
			if strings.Trim(code, "0123456789") == "" {
				return failedIfFull(!fine(code))
			}
			_, known := Code(code).Info()
			return failedIfFull(known || lookUp(providerIndex, code) != nil || lookUp(generalIndex, code) != nil || words(read(strings.ReplaceAll(code, "_", " "))) != nil)
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
		case "failed", "hasError", "has_error", "hasErrors", "has_errors", "success", "ok", "succeeded", "Success", "Ok", "OK", "successful", "is_success", "isSuccess", "isError", "is_error", "status", "statusCode", "status_code",
			"error", "errors", "error_code", "errorCode", "errcode", "errmsg", "error_message", "errorMessage", "error_description", "errorType",
			"code", "type", "title", "message", "msg", "detail", "details", "reason", "description", "text", "content", "fields", "violations", "invalid_params",
			"timestamp", "time", "path", "instance", "method", "request_id", "requestId", "trace_id", "traceId", "trace", "extensions", "jsonrpc", "id",
			"help", "documentation_url", "doc_url", "retryable", "retry_after", "parameters", "needed", "provided", "errno", "ret", "error_msg", "sub_code", "sub_msg",
			"object", "kind", "headers", "stackTrace", "exit_code", "exitCode", "returncode", "stderr", "codeName", "userErrors", "log_id", "RequestId", "requestID", "Error", "err", "base_resp", "errorMessages":
			if key != "id" || m["jsonrpc"] != nil || m["base_resp"] != nil || m["error_msg"] != nil {
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
