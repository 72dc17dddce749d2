package taxonomy_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestE12SuccessThatLooksLikeAnError: none of these is a failure.
func TestE12SuccessThatLooksLikeAnError(t *testing.T) {
	t.Parallel()
	for _, result := range []string{
		"", " \n", "ok", "0 errors found", "No error", "Updated 3 files, 0 errors", "Report: error rate fell to 0.1% after the timeout fix",
		"Error rate: 5%", "Error handling: done", "Error budget: 99%", "Error log: empty", "Error count: 0", "Error correction: enabled", "Error-free run: yes", "Error rates fell", "Error /x: 7", "Error : none", "a.b.Error: see below", "Exception7: x",
		"errors: 0", "Errors: 3 (see below)", "error: 0", "Error: none", "error: null", "Error: no errors", "ERROR: OK", "Failed: 0", "Failed: 3, passed: 7", "Failure: 5%", "失败：0", "失败：3", "错误：无",
		"fatality report", "failed", "failing tests: none", "errand: done", "the order failed: see report", "Exceptions: 2", "MyError", "Exception handling is on", "no Error: fine", "see ValueError: docs", "a.b-Error: x",
		"errorless: yes", "error", // a word alone says something, see below
		`{}`, `{"id":7}`, `{"error":null}`, `{"error":null,"id":7}`, `{"error":""}`, `{"error":" none "}`, `{"error":"no error"}`, `{"error":false}`, `{"error":{}}`, `{"error":[]}`, `{"error":0}`, `{"error":0,"message":"ok"}`, `{"error":1}`,
		`{"error":{"code":0,"message":"success"}}`, `{"error":{"code":"OK"}}`,
		`{"errors":[]}`, `{"errors":0}`, `{"errors":5,"processed":95}`, `{"errors":null}`, `{"errors":{}}`, `{"errors":""}`, `{"errors":false,"items":[1]}`, `{"errors":[{"message":"x"}],"data":{"order":{"id":7}}}`,
		`{"success":true,"errors":0}`, `{"success":true,"error":"deprecated"}`, `{"ok":true,"error":"warning: slow"}`, `{"success":"true","error":"x"}`, `{"isError":false,"error":"x"}`, `{"succeeded":true,"status":"failed","message":"x"}`,
		`{"ok":0,"failed":0}`, `{"ok":3,"failed":2}`, `{"success":12,"message":"rows"}`, `{"ok":"maybe"}`,
		`{"status":"ok","message":"not found in cache"}`, `{"status":"success","error":"x"}`, `{"status":"shipped","message":"permission denied"}`, `{"status":"active"}`,
		`{"id":1001,"status":"failed"}`, `{"order":{"id":7},"status":"error"}`, `{"status":"failed","amount":100}`, `{"status":200,"message":"ok"}`, `{"status":404}`, `{"status":399,"message":"x"}`, `{"status":600,"message":"x"}`,
		`{"code":0,"msg":"x"}`, `{"code":200,"msg":"x"}`, `{"code":201,"message":"created"}`, `{"code":"0","msg":"x"}`, `{"code":"00000","msg":"x"}`, `{"code":20000,"msg":"x"}`, `{"code":1,"msg":"操作成功"}`, `{"code":1,"message":"Success"}`, `{"code":1,"msg":"x","data":{"id":7}}`,
		`{"code":"A1","message":"hello"}`, `{"code":1}`, `{"message":"order is locked"}`, `{"errcode":0,"msg":"x"}`,
		`{"result":{"ok":true}}`, `{"result":{"result":{"result":{"ok":false}}}}`, `{"data":{"a":{"success":false},"b":{}}}`, `{"result":{"a":{"ok":false}}}`, `{"data":{"a":{"b":{"success":false}}}}`, `{"result":{"error":null}}`, `{"status":"ok","data":{"success":false,"message":"x"}}`, `{"data":{"order":{"status":"failed","id":7}}}`, `{"items":[{"error":"x"}]}`, `{"result":"failed","rows":[1]}`,
		`[{"error":"x"}]`, `[]`, `"done"`, `"Error rate: 5%"`, `17`, `null`, `{broken`, `{"error":"x"`,
	} {
		if err := taxonomy.FromResult(result); err != nil && result != "error" {
			t.Errorf("%q is the failure %v", result, err)
		}
	}
}

// TestE12ErrorDisguisedAsSuccess: each of these is a failure.
func TestE12ErrorDisguisedAsSuccess(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		result string
		want   verdict
	}{
		{`{"ok":false,"error":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"ok":false}`, unknown},
		{`{"ok":false,"error":"fatal_error"}`, unknown},
		{`{"success":false,"error":"permission denied"}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"success":"false","message":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"Success":false,"Message":"x"}`, unknown},
		{`{"succeeded":false,"reason":"timed out"}`, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{`{"ok":0,"errmsg":"not authorized"}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"isError":true,"message":"no such order"}`, verdict{fatal, taxonomy.CodeNotFound, no}},
		{`{"is_error":true,"text":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"isError":true,"content":[{"type":"text","text":"cannot cancel: order is already shipped"}]}`, verdict{conflict, taxonomy.CodeStateConflict, no}},
		{`{"isError":true,"success":true}`, unknown},
		{`{"status":"error","message":"record was modified by another user"}`, verdict{conflict, taxonomy.CodeVersionConflict, no}},
		{`{"status":"error"}`, unknown},
		{`{"status":"Failed","reason":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"status":"fail","code":"E1","timestamp":"2026-05-01"}`, unknown},
		{`{"status":"failure","errors":["order is locked"]}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"result":"error","msg":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":true,"message":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":1,"message":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":["order is locked"],"result":{}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":{"code":"LOCKED","message":"held by bob"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":{"code":0,"message":"order is locked"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":{"odd":1}}`, unknown},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"data":null,"errors":[{"message":"Access denied","extensions":{"code":"FORBIDDEN"}}]}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"data":{"updateOrder":null},"errors":[{"message":"order is locked"}]}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"data":{"updateOrder":{"success":false,"message":"order is locked"}}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"errors":{"name":["can't be blank"]}}`, verdict{input, taxonomy.CodeMissingField, no}},
		{`{"errors":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"code":1,"msg":"参数错误"}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"code":"1","msg":"参数错误","data":null}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"code":2000,"msg":"参数错误"}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"code":40001,"message":"token expired","data":[]}`, verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{`{"code":"RATE_LIMITED","message":"slow"}`, verdict{transient, taxonomy.CodeRateLimited, no}},
		{`{"code":"order_not_found","message":"7"}`, verdict{fatal, taxonomy.CodeNotFound, no}},
		{`{"errcode":40013,"errmsg":"invalid appid","msg":"invalid appid"}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"code":404,"message":"x"}`, verdict{fatal, taxonomy.CodeNotFound, no}},
		{`{"statusCode":409,"message":"version 3 is stale","error":"Conflict"}`, verdict{conflict, taxonomy.CodeVersionConflict, no}},
		{`{"status":504,"error":"Gateway Timeout","path":"/x"}`, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{`{"status_code":503,"detail":"x"}`, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{`{"status":400,"message":"x"}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"status":599,"message":"x"}`, verdict{transient, taxonomy.CodeServerError, unanswered}},
		{`{"error":{"code":600,"message":"order is locked"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":{"code":399,"message":"order is locked"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":{"code":400,"message":"order is locked"}}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"error":{"error":{"code":403,"message":"x"}}}`, unknown},
		{`{"error":{"code":403,"message":"x"}}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"result":{"ok":false,"error":"order is locked"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"response":{"status":"error","message":"order is locked"}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"result":{"result":{"ok":false}}}`, unknown},
		{`{"data":{"result":{"error":"order is locked"}}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"text":"order is locked"}]}}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`"Error: order is locked"`, verdict{conflict, taxonomy.CodeLocked, no}},

		// Where something stands beside it, "no" is no proof.
		{`{"ok":false,"error":"row 98 is invalid","imported":97}`, verdict{input, taxonomy.CodeValidationFailed, answered}},
		{`{"errors":true,"items":[{"index":1}]}`, unknown},
		{`{"error":"order is locked","id":7}`, verdict{conflict, taxonomy.CodeLocked, answered}},
		{`{"error":"order is locked","items":[],"next":null,"count":0,"more":false,"cursor":""}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`{"error":"order is locked","request_id":"r1","path":"/x"}`, verdict{conflict, taxonomy.CodeLocked, no}},

		// What our own codes say in the mouth of a tool.
		{`{"error":{"code":"TIMEOUT","message":"x"}}`, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{`{"error":{"code":"SERVER_ERROR","message":"x"}}`, verdict{transient, taxonomy.CodeServerError, answered}},
		{`{"error":{"code":"CONNECTION_REFUSED","message":"x"}}`, verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{`{"error":{"code":"NOT_FOUND","message":"x"}}`, verdict{fatal, taxonomy.CodeNotFound, no}},
		{`{"error":{"code":"UNKNOWN","message":"x"}}`, unknown},

		{"Error: 502 Bad Gateway", verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"Error: permission denied", verdict{permission, taxonomy.CodeForbidden, no}},
		{"  error: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"ERROR: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Error", unknown},
		{"Error!", unknown},
		{"Error:", unknown},
		{"error: 17", unknown},
		{"error: 17 orders are locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Error 404: x", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"Error (code 7)", unknown},
		{"Error #7", unknown},
		{"Error [7]", unknown},
		{"Error 0x7", unknown},
		{"Error 9", unknown},
		{"Error : order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Error code 17", unknown},
		{"Error calling x", unknown},
		{"Error occurred", unknown},
		{"error during x: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"org.test.OrderLockedException: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"ERROR 1045 (28000): Access denied for user 'bob'", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"Error executing tool update_order: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Error in step 3: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Error response from daemon: No such container: x", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"Error while reading x: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"err: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"fatal: not a git repository", unknown},
		{"Fatal error: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"failed: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Failed to update order 7: it is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"failure: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Exception: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"panic: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"[ERROR] order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"**Error:** order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"❌ Error: order is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"ValueError: invalid literal for int()", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"java.net.SocketTimeoutException: Read timed out", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"Traceback (most recent call last):\n  File \"timeout.py\", line 404, in not_found\n    raise ValueError\nPermissionError: [Errno 13] Permission denied: 'x'\n", verdict{permission, taxonomy.CodeForbidden, no}},
		{"错误：参数错误", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"失败：订单已锁定", verdict{conflict, taxonomy.CodeLocked, no}},
		{"エラー：権限がありません", verdict{permission, taxonomy.CodeForbidden, no}},
	} {
		t.Run(tt.result, func(t *testing.T) {
			t.Parallel()
			err := taxonomy.FromResult(tt.result)
			if err == nil {
				t.Fatal("a success")
			}
			tt.want.check(t, err)
			if e := taxonomy.Classify(err); e.Message == "" || e.Code == "" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestFromResultSaysWhatTheEnvelopeSays(t *testing.T) {
	t.Parallel()
	result := `{"status":"error","message":"token=abc123 is bad","errors":[{"field":"token","message":"is required"}],"error":{"details":[{"retryDelay":"3s"}]}}`
	var e *taxonomy.Error
	if !errors.As(taxonomy.FromResult(result), &e) {
		t.Fatal("no failure")
	}
	if e.Message != "token=[redacted] is bad" {
		t.Errorf("message %q", e.Message)
	}
	if diff := cmp.Diff([]taxonomy.Field{{Path: "/token", Message: "is required", Code: taxonomy.CodeMissingField}}, e.Fields); diff != "" {
		t.Error(diff)
	}
	if e.RetryAfter != 0 {
		t.Errorf("retry after %s of an input error", e.RetryAfter)
	}
	if e.Err == nil || e.Err.Error() != result {
		t.Errorf("the whole text is lost: %v", e.Err)
	}
	for result, want := range map[string]time.Duration{
		`{"error":{"code":"RATE_LIMITED","details":[{"retryDelay":"3s"}]}}`:    3 * time.Second,
		`{"error":{"code":"LOCKED","details":[{"retryDelay":"3s"}]}}`:          3 * time.Second,
		`{"error":{"code":"FORBIDDEN","details":[{"retryDelay":"3s"}]}}`:       0,
		`{"error":{"code":503,"message":"x","details":[{"retryDelay":"3s"}]}}`: 3 * time.Second,
	} {
		if e := taxonomy.Classify(taxonomy.FromResult(result)); e.RetryAfter != want {
			t.Errorf("%s: retry after %s, want %s", result, e.RetryAfter, want)
		}
	}
	if e := taxonomy.Classify(taxonomy.FromResult(`{"error":{"code":"LOCKED"}}`)); e.Message != "somebody else holds the target" {
		t.Errorf("message %q", e.Message)
	}
	if e := taxonomy.Classify(taxonomy.FromResult(`{"ok":false}`)); e.Message != `{"ok":false}` {
		t.Errorf("message %q", e.Message)
	}
	if e := taxonomy.Classify(taxonomy.FromResult("Traceback (most recent call last):\n  x\nKeyError: 'a'")); e.Message != "KeyError: 'a'" {
		t.Errorf("message %q", e.Message)
	}
	if e := taxonomy.Classify(taxonomy.FromResult("Error: " + strings.Repeat("x", 1<<20))); len(e.Message) > taxonomy.MaxMessage {
		t.Errorf("message of %d bytes", len(e.Message))
	}
}

// TestAppliedOfEveryCode: a tool that answers with one of our codes says that
// nothing happened only with those of a refusal.
func TestAppliedOfEveryCode(t *testing.T) {
	t.Parallel()
	want := map[taxonomy.Code]taxonomy.Applied{
		taxonomy.CodeTimeout: unanswered, taxonomy.CodeConnectionReset: unanswered, taxonomy.CodeCanceled: unanswered, taxonomy.CodePanic: unanswered,
		taxonomy.CodeOverloaded: answered, taxonomy.CodeUnavailable: answered, taxonomy.CodeServerError: answered, taxonomy.CodeUnknown: answered,
		taxonomy.CodeJournalFailed: answered, taxonomy.CodeLoopDetected: answered, taxonomy.CodeUnreadableAnswer: answered,
	}
	for _, info := range taxonomy.Codes() {
		body, err := json.Marshal(map[string]any{"error": map[string]any{"code": info.Code, "message": "x"}})
		if err != nil {
			t.Fatal(err)
		}
		applied, ok := want[info.Code]
		if !ok {
			applied = no
		}
		verdict{info.Class, info.Code, applied}.check(t, taxonomy.FromResult(string(body)))
	}
}
