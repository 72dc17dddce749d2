package openapitool_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

const update = `paths:
  /orders/{order_id}:
    patch:
      operationId: updateOrder
      parameters: [{name: order_id, in: path, required: true, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [email], properties: {email: {type: string}, n: {type: integer}}}}}}
      responses:
        "200": {description: ok}
        "422": {description: Not valid}
        "429": {description: Slow down}
`

func updateTool(t *testing.T, url string, effect tool.Effect) *rawTool {
	t.Helper()
	return mustTool(t, parse(t, head31+update), "updateOrder", &openapitool.Config{Server: url, Effect: effect})
}

const args = `{"order_id":"1","email":"x","n":9007199254740993}`

// TestFieldsOfA422: however a service writes which fields it refuses.
func TestFieldsOfA422(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"problem+json":   `{"type":"about:blank","title":"Invalid","status":422,"errors":[{"pointer":"#/email","detail":"is no address"}]}`,
		"JSON Pointer":   `{"error":{"code":"VALIDATION_FAILED","message":"no","fields":[{"path":"/email","message":"is no address"}]}}`,
		"errors":         `{"message":"no","errors":{"email":["is no address"]}}`,
		"validation":     `{"detail":[{"loc":["body","email"],"msg":"is no address","type":"value_error"}]}`,
		"list of fields": `{"errors":[{"field":"email","message":"is no address"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := serve(t, answer(422, "application/problem+json", body))
			_, err := updateTool(t, url, tool.Idempotent).Call(t.Context(), raw(args))
			e := taxonomy.Classify(err)
			if e.Class != taxonomy.InputError || e.Applied != taxonomy.No || len(e.Fields) != 1 || !strings.HasSuffix(e.Fields[0].Path, "/email") || e.Fields[0].Message != "is no address" {
				t.Errorf("%s %s, fields %+v", e.Class, e.Code, e.Fields)
			}
			if e.Context["documented"] != "Not valid" {
				t.Errorf("context %v", e.Context)
			}
		})
	}
}

// TestRetryAfterIsObeyed (E2), and the requests are counted (E3).
func TestRetryAfterIsObeyed(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600")
		answer(429, "application/json", `{}`)(w, r)
	})
	x := executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: -1, MaxWait: time.Minute}})
	_, res := x.Call(t.Context(), updateTool(t, url, tool.Idempotent), raw(args))
	if res.Outcome != executor.Failed || res.Err.Code != taxonomy.CodeRateLimited || res.Err.RetryAfter != time.Hour || len(requests) != 1 || res.Err.Context["documented"] != "Slow down" {
		t.Errorf("%s after %d requests: %+v", res.Outcome, len(requests), res.Err)
	}
	url, requests = serve(t, answer(429, "application/json", `{}`))
	x = executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: time.Millisecond, Max: time.Millisecond}})
	if _, res = x.Call(t.Context(), updateTool(t, url, tool.Unsafe), raw(args)); res.Outcome != executor.Failed || len(requests) != 3 {
		t.Errorf("%s after %d requests", res.Outcome, len(requests))
	}
}

// TestALostReply (E6): the same key on each attempt, and an Unsafe one is made
// once.
func TestALostReply(t *testing.T) {
	t.Parallel()
	for effect, want := range map[tool.Effect]int{tool.Idempotent: 3, tool.Unsafe: 1} {
		url, requests := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		x := executor.New(&executor.Options{Retry: executor.Retry{Attempts: 3, Initial: time.Millisecond, Max: time.Millisecond}})
		_, res := x.Call(t.Context(), updateTool(t, url, effect), raw(args))
		keys := map[string]bool{}
		n := len(requests)
		for range n {
			r := <-requests
			keys[r.Header.Get("Idempotency-Key")] = true
			if r.Body != `{"email":"x","n":9007199254740993}` { // A4
				t.Errorf("body %s", r.Body)
			}
		}
		if res.Outcome != executor.InDoubt || n != want || len(keys) != 1 || keys[""] {
			t.Errorf("%s: %s after %d requests with the keys %v", effect, res.Outcome, n, keys)
		}
	}
}

// TestAnErrorThatSaysSuccess (E12), and one that leaks (E11) is cut.
func TestAnErrorThatSaysSuccess(t *testing.T) {
	t.Parallel()
	for body, fails := range map[string]bool{`{"ok":false,"error":"locked"}`: true, `{"error":null,"id":9007199254740993}`: false} {
		url, _ := serve(t, answer(200, "application/json", body))
		value, err := updateTool(t, url, tool.Idempotent).Call(t.Context(), raw(args))
		if fails != (err != nil) || !fails && string(value) != body {
			t.Errorf("%s: %s, %v", body, value, err)
		}
	}
	url, _ := serve(t, answer(400, "text/plain", "password=hunter2 \x1b[31m\xff"+strings.Repeat("x", 1<<20)))
	_, err := updateTool(t, url, tool.Idempotent).Call(t.Context(), raw(args))
	if e := taxonomy.Classify(err); len(e.Message) > taxonomy.MaxMessage || strings.Contains(e.Message, "hunter2") || strings.Contains(e.Message, "\x1b") {
		t.Errorf("%q", e.Message)
	}
}

// TestMissingAndMisspeltArguments (A2).
func TestMissingAndMisspeltArguments(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	_, err := updateTool(t, url, tool.Idempotent).Call(t.Context(), raw(`{"order_id":"1","e-mail":"x"}`))
	e := wantError(t, err, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No)
	if len(e.Fields) != 2 || !strings.Contains(e.Message, "email is missing") || !strings.Contains(e.Message, "e-mail is not known; the nearest is email") || len(requests) > 0 {
		t.Errorf("%d requests: %s", len(requests), e.Message)
	}
}

// TestARedirectIsNotFollowed: the write would become the GET of a page.
func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) })
	if _, err := updateTool(t, url, tool.Unsafe).Call(t.Context(), raw(args)); err == nil || len(requests) != 1 {
		t.Errorf("%v after %d requests", err, len(requests))
	}
}
