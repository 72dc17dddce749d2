package taxonomy_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestE1PermanentErrorsAreNotTransient holds every status that net/http knows
// against the rule: 408, 425, 429 and the 5xx but 501 and 505 are TRANSIENT,
// and "not applied" is never claimed of a 5xx that may hide a write.
func TestE1PermanentErrorsAreNotTransient(t *testing.T) {
	t.Parallel()
	maybe := map[int]taxonomy.Applied{
		406: answered, 408: answered, 502: unanswered, 504: unanswered,
		500: answered, 503: answered, 506: answered, 507: answered, 508: answered, 510: answered, 511: answered,
	}
	known := 0
	for status := 400; status <= 511; status++ {
		if http.StatusText(status) == "" {
			continue
		}
		known++
		e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: status}))
		want := status == 408 || status == 425 || status == 429 || status >= 500 && status != 501 && status != 505
		if (e.Class == transient) != want {
			t.Errorf("%d is %s", status, e.Class)
		}
		applied, ok := maybe[status]
		if !ok {
			applied = no
		}
		if e.Applied != applied {
			t.Errorf("%d: applied %s, want %s", status, e.Applied, applied)
		}
		if e.Basis != taxonomy.BasisCode || e.Status() != status || e.Message != http.StatusText(status) || e.Code == "" {
			t.Errorf("%d: %+v", status, e)
		}
		if text := taxonomy.Classify(fmt.Errorf("HTTP %d", status)); text.Class != e.Class || text.Code != e.Code || text.Applied != e.Applied || text.Status() != status {
			t.Errorf("%d in a text is %s %s, applied %s", status, text.Class, text.Code, text.Applied)
		}
	}
	if known < 39 {
		t.Errorf("only %d statuses", known)
	}
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]verdict{
		400: {input, taxonomy.CodeValidationFailed, no}, 401: {permission, taxonomy.CodeUnauthenticated, no}, 402: {fatal, taxonomy.CodeQuotaExhausted, no},
		403: {permission, taxonomy.CodeForbidden, no}, 404: {fatal, taxonomy.CodeNotFound, no}, 405: {fatal, taxonomy.CodeUnsupported, no}, 406: {fatal, taxonomy.CodeUnsupported, answered},
		407: {permission, taxonomy.CodeUnauthenticated, no}, 408: {transient, taxonomy.CodeTimeout, answered}, 409: {conflict, taxonomy.CodeStateConflict, no}, 410: {fatal, taxonomy.CodeNotFound, no},
		411: {fatal, taxonomy.CodeUnsupported, no}, 412: {conflict, taxonomy.CodeVersionConflict, no}, 413: {input, taxonomy.CodeTooLarge, no}, 414: {input, taxonomy.CodeTooLarge, no},
		415: {input, taxonomy.CodeInvalidFormat, no}, 416: {input, taxonomy.CodeOutOfRange, no}, 417: {fatal, taxonomy.CodeUnsupported, no}, 418: {fatal, taxonomy.CodeUnknown, no},
		421: {fatal, taxonomy.CodeUnsupported, no}, 422: {input, taxonomy.CodeValidationFailed, no}, 423: {conflict, taxonomy.CodeLocked, no}, 424: {conflict, taxonomy.CodeStateConflict, no},
		425: {transient, taxonomy.CodeUnavailable, no}, 426: {fatal, taxonomy.CodeUnsupported, no}, 428: {input, taxonomy.CodeMissingField, no}, 429: {transient, taxonomy.CodeRateLimited, no},
		431: {input, taxonomy.CodeTooLarge, no}, 451: {permission, taxonomy.CodeForbidden, no},
		500: {transient, taxonomy.CodeServerError, answered}, 501: {fatal, taxonomy.CodeUnsupported, no}, 502: {transient, taxonomy.CodeUnavailable, unanswered},
		503: {transient, taxonomy.CodeUnavailable, answered}, 504: {transient, taxonomy.CodeTimeout, unanswered}, 505: {fatal, taxonomy.CodeUnsupported, no},
		507: {transient, taxonomy.CodeServerError, answered},
		// Not registered.
		432: {fatal, taxonomy.CodeUnknown, no}, 499: {fatal, taxonomy.CodeCanceled, unanswered}, 520: {transient, taxonomy.CodeServerError, unanswered}, 524: {transient, taxonomy.CodeServerError, unanswered},
		529: {transient, taxonomy.CodeOverloaded, answered}, 599: {transient, taxonomy.CodeServerError, unanswered}, 999: {transient, taxonomy.CodeServerError, unanswered},
		// No answers to a request.
		-1: {fatal, taxonomy.CodeUnsupported, answered}, 0: {fatal, taxonomy.CodeUnsupported, answered}, 100: {fatal, taxonomy.CodeUnsupported, answered}, 199: {fatal, taxonomy.CodeUnsupported, answered},
		300: {fatal, taxonomy.CodeUnsupported, answered}, 304: {fatal, taxonomy.CodeUnsupported, answered}, 399: {fatal, taxonomy.CodeUnsupported, answered},
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			want.check(t, taxonomy.FromAnswer(taxonomy.Answer{Status: status}))
		})
	}
	for _, status := range []int{200, 201, 204, 207, 299} {
		if err := taxonomy.FromAnswer(taxonomy.Answer{Status: status, Body: []byte(`{"error":"x"}`)}); err != nil {
			t.Errorf("%d is the failure %v", status, err)
		}
	}
}

// TestScopesOfStatuses: what else such an answer speaks about.
func TestScopesOfStatuses(t *testing.T) {
	t.Parallel()
	for scope, statuses := range map[taxonomy.Scope][]int{
		taxonomy.ScopeItem:       {400, 408, 413, 414, 416, 418, 422, 425, 428, 431, 432, 499},
		taxonomy.ScopeTarget:     {403, 404, 409, 410, 412, 423, 424, 451},
		taxonomy.ScopeTool:       {304, 405, 406, 411, 417, 426, 501, 505},
		taxonomy.ScopeCredential: {401, 402, 407},
		taxonomy.ScopeHost:       {421, 429, 500, 502, 503, 504, 507, 520, 529},
	} {
		for _, status := range statuses {
			if e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: status})); e.Scope != scope {
				t.Errorf("%d: scope %s, want %s", status, e.Scope, scope)
			}
		}
	}
	for body, want := range map[string]taxonomy.Scope{
		`403 {"message":"rate limit exceeded"}`:         taxonomy.ScopeHost,
		`403 {"message":"account is locked"}`:           taxonomy.ScopeCredential,
		`429 {"message":"payment required"}`:            taxonomy.ScopeCredential,
		`400 {"message":"API key not valid"}`:           taxonomy.ScopeCredential,
		`400 {"message":"invalid hostname"}`:            taxonomy.ScopeHost,
		`400 {"message":"invalid date"}`:                taxonomy.ScopeItem,
		`409 {"message":"order is locked by somebody"}`: taxonomy.ScopeTarget,
	} {
		status, err := strconv.Atoi(body[:3])
		if err != nil {
			t.Fatal(err)
		}
		if e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: status, Body: []byte(body[4:])})); e.Scope != want {
			t.Errorf("%s: scope %s, want %s", body, e.Scope, want)
		}
	}
}

// TestSameStatusOtherCause: what the body and the headers tell apart.
func TestSameStatusOtherCause(t *testing.T) {
	t.Parallel()
	none := map[string]string(nil)
	for _, tt := range []struct {
		name   string
		status int
		header map[string]string
		body   string
		want   verdict
	}{
		{"conflict: lock", 409, none, `{"error":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{"conflict: version", 409, none, `{"error":"expected version 3, found 5"}`, verdict{conflict, taxonomy.CodeVersionConflict, no}},
		{"conflict: exists", 409, none, `{"error":"username already taken"}`, verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{"conflict: busy", 409, none, `{"error":"table in use"}`, verdict{conflict, taxonomy.CodeBusy, no}},
		{"conflict: state", 409, none, `{"error":"already shipped"}`, verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"conflict: in Chinese", 409, none, `{"error":"已被锁定"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{"conflict: words of another class", 409, none, `{"error":"permission denied"}`, verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"conflict: our code", 409, none, `{"code":"VERSION_CONFLICT","message":"order is locked"}`, verdict{conflict, taxonomy.CodeVersionConflict, no}},
		{"our code of another class", 409, none, `{"code":"FORBIDDEN","message":"x"}`, verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"a code that we have not", 409, none, `{"code":"E17","message":"x"}`, verdict{conflict, taxonomy.CodeStateConflict, no}},

		{"forbidden", 403, none, `{"message":"Forbidden"}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{"forbidden: no requests left", 403, map[string]string{"X-RateLimit-Remaining": "0"}, `{"message":"API"}`, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"forbidden: one request left", 403, map[string]string{"X-RateLimit-Remaining": "1"}, `{"message":"API"}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{"forbidden: rate limit", 403, none, `{"message":"You have exceeded a secondary rate limit"}`, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"forbidden: account", 403, none, `{"message":"account is locked"}`, verdict{permission, taxonomy.CodeAccountLocked, no}},
		{"unauthorized: account", 401, none, `{"message":"account disabled"}`, verdict{permission, taxonomy.CodeAccountLocked, no}},
		{"unauthorized: rate limit", 401, map[string]string{"X-RateLimit-Remaining": "0"}, `{"message":"rate limit"}`, verdict{permission, taxonomy.CodeUnauthenticated, no}},

		{"too many: quota", 429, none, `{"error":{"code":"insufficient_quota","message":"x"}}`, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"too many: quota in words", 429, none, `{"error":{"message":"You exceeded your current quota"}}`, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"too many: billing API", 429, none, `{"error":{"message":"rate limit of the billing API exceeded"}}`, verdict{transient, taxonomy.CodeRateLimited, no}},

		{"input: format", 400, none, `{"error":"invalid date"}`, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"input: fields agree", 422, none, `{"errors":{"a":["can't be blank"],"b":["is required"]}}`, verdict{input, taxonomy.CodeMissingField, no}},
		{"input: fields differ", 422, none, `{"errors":{"a":["can't be blank"],"b":["is too long"]}}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"input: fields decide, not the words", 422, none, `{"message":"token expired","errors":{"token":["is required"]}}`, verdict{input, taxonomy.CodeMissingField, no}},
		{"input: words of a conflict", 422, none, `{"error":"order is locked"}`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"A7 input: key", 400, none, `{"error":{"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`, verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"A7 input: account", 400, none, `{"error":"account is locked"}`, verdict{permission, taxonomy.CodeAccountLocked, no}},
		{"A7 input: host", 400, none, `Invalid HTTP_HOST header: 'x'`, verdict{fatal, taxonomy.CodeDNSFailure, no}},

		{"server error: our code", 500, none, `{"code":"DEADLOCK","message":"x"}`, verdict{transient, taxonomy.CodeDeadlock, answered}},
		{"server error: words do not count", 500, none, `{"message":"invalid date"}`, verdict{transient, taxonomy.CodeServerError, answered}},
		{"not found: words do not count", 404, none, `{"message":"timed out"}`, verdict{fatal, taxonomy.CodeNotFound, no}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{}
			for name, value := range tt.header {
				h.Set(name, value)
			}
			tt.want.check(t, taxonomy.FromAnswer(taxonomy.Answer{Status: tt.status, Header: h, Body: []byte(tt.body)}))
		})
	}
}

// TestErrorDocuments: what is read from bodies of all shapes.
func TestErrorDocuments(t *testing.T) {
	t.Parallel()
	type field = taxonomy.Field
	long := strings.Repeat("p", 256)
	for _, tt := range []struct {
		name, kind, body string
		message          string
		code             string // as the service has it
		fields           []field
	}{
		{name: "nothing", message: "Bad Request"},
		{name: "spaces", body: " \n ", message: "Bad Request"},
		{name: "text", body: "slow down please", message: "slow down please"},
		{name: "HTML by type", kind: "text/HTML; charset=utf-8", body: "Bad gateway, sorry", message: "Bad Request"},
		{name: "HTML by look", body: "<html><h1>no</h1>", message: "Bad Request"},
		{name: "broken JSON", body: `{"error":"x`, message: `{"error":"x`},
		{name: "JSON text", body: `"no such order"`, message: "no such order"},
		{name: "JSON of no use", body: `[]`, message: "Bad Request"},
		{name: "a number", body: `17`, message: "17"},
		{name: "error text", body: `{"error":"no"}`, message: "no"},
		{name: "error and message", body: `{"error":"E_NO","message":"no"}`, message: "no", code: "E_NO"},
		{name: "OAuth", body: `{"error":"invalid_grant","error_description":"expired"}`, message: "expired", code: "invalid_grant"},
		{name: "error object", body: `{"error":{"code":"no_order","message":"no such order"}}`, message: "no such order", code: "no_order"},
		{name: "error with a number", body: `{"error":{"code":404,"message":"no"}}`, message: "no", code: "404"},
		{name: "error list", body: `{"error":["first","second"]}`, message: "first"},
		{name: "errors of texts", body: `{"errors":["first","second"]}`, message: "first"},
		{name: "list of errors", body: `[{"message":"no","errorCode":"E1"}]`, message: "no", code: "E1"},
		{name: "msg", body: `{"code":7,"msg":"no"}`, message: "no", code: "7"},
		{name: "problem details", body: `{"type":"https://p.test/credit","title":"No credit","detail":"balance is 30"}`, message: "balance is 30", code: "https://p.test/credit"},
		{name: "problem with a title only", body: `{"title":"No credit","status":400}`, message: "No credit"},
		{
			name: "problem with fields", body: `{"title":"Invalid","invalid_params":[{"name":"deadline","reason":"must be in the future"},{"name":"qty","reason":"is not an integer"}]}`,
			message: "Invalid", fields: []field{{"/deadline", "must be in the future", taxonomy.CodeOutOfRange}, {"/qty", "is not an integer", taxonomy.CodeWrongType}},
		},
		{name: "problem with pointers", body: `{"title":"Invalid","errors":[{"detail":"odd","pointer":"#/a~1b/0"}]}`, message: "Invalid", fields: []field{{Path: "/a~1b/0", Message: "odd"}}},
		{
			name:    "FastAPI",
			body:    `{"detail":[{"loc":["body","items",0,"qty"],"msg":"Input should be a valid integer, unable to parse string as an integer","type":"int_parsing"},{"loc":["query","page"],"msg":"Field required","type":"missing"}]}`,
			message: "Input should be a valid integer, unable to parse string as an integer", code: "int_parsing",
			fields: []field{{"/items/0/qty", "Input should be a valid integer, unable to parse string as an integer", taxonomy.CodeWrongType}, {"/page", "Field required", taxonomy.CodeMissingField}},
		},
		{name: "FastAPI, one loc", body: `{"detail":[{"loc":["body"],"msg":"odd","type":"value_error.missing"}]}`, message: "odd", code: "value_error.missing", fields: []field{{"/body", "odd", taxonomy.CodeMissingField}}},
		{name: "FastAPI text", body: `{"detail":"Not Found"}`, message: "Not Found"},
		{name: "FastAPI object", body: `{"detail":{"error_code":"E1","message":"odd"}}`, message: "odd", code: "E1"},
		{
			name: "Rails", body: `{"errors":{"name":["can't be blank","is too short"],"email":["is malformed"]}}`, message: "email: is malformed",
			fields: []field{{"/email", "is malformed", taxonomy.CodeInvalidFormat}, {"/name", "can't be blank", taxonomy.CodeMissingField}},
		},
		{name: "JSON:API", body: `{"errors":[{"title":"Odd","detail":"odd thing","source":{"pointer":"/data/attributes/name"}}]}`, message: "odd thing", fields: []field{{Path: "/data/attributes/name", Message: "odd thing"}}},
		{name: "GraphQL", body: `{"errors":[{"message":"odd","extensions":{"code":"E1"}}]}`, message: "odd", code: "E1"},
		{name: "dotted path", body: `{"message":"x","violations":[{"field":"items[0].a/b","message":"odd"}]}`, message: "x", fields: []field{{Path: "/items/0/a~1b", Message: "odd"}}},
		{name: "JSONPath", body: `{"message":"x","fields":[{"path":"$.a.b","message":"odd"}]}`, message: "x", fields: []field{{Path: "/a/b", Message: "odd"}}},
		{name: "an object that only lists have", body: `{"message":"x","invalid-params":{"a":"b"}}`, message: "x"},
		{name: "a field in the path", body: `{"detail":[{"loc":["path","id"],"msg":"extra fields not permitted"}]}`, message: "extra fields not permitted", fields: []field{{"/id", "extra fields not permitted", taxonomy.CodeUnknownField}}},
		{name: "details that are facts", body: `{"message":"x","details":{"order":"1001"}}`, message: "x"},
		{name: "fields without a path, a message, or sense", body: `{"message":"x","errors":[{"message":"odd"},{"field":"a"},{"field":"","message":"odd"},7,null]}`, message: "x"},
		{name: "object of fields with more in it", body: `{"message":"x","errors":{"a":"odd","b":[],"c":[7],"message":"y","code":"z","d":{}}}`, message: "x", fields: []field{{Path: "/a", Message: "odd"}}},
		{name: "a path as long as they get", body: `{"message":"x","errors":{"` + long[1:] + `":"odd","` + long + `":"too long"}}`, message: "x", fields: []field{{Path: "/" + long[1:], Message: "odd"}}},
		{name: "secrets", body: `{"message":"token=abc123","errors":{"a":"password=hunter2"}}`, message: "token=[redacted]", fields: []field{{Path: "/a", Message: "password=[redacted]"}}},
		{name: "as deep as it is read", body: `{"error":{"error":{"error":{"error":{"message":"deep"}}}}}`, message: "deep"},
		{name: "too deep", body: `{"error":{"error":{"error":{"error":{"error":{"message":"deep"}}}}}}`, message: "Bad Request"},
		{name: "lists as deep as they are read", body: `{"errors":[[[{"message":"deep"}]]]}`, message: "deep"},
		{name: "lists too deep", body: `{"errors":[[[[{"message":"deep"}]]]]}`, message: "Bad Request"},
		{name: "status says that it failed", body: `{"status":"failed","message":"odd"}`, message: "odd"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := http.Header{}
			if tt.kind != "" {
				h.Set("Content-Type", tt.kind)
			}
			e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 400, Header: h, Body: []byte(tt.body)}))
			if e.Message != tt.message {
				t.Errorf("message %q, want %q", e.Message, tt.message)
			}
			if code, _ := e.Context["code"].(string); code != tt.code {
				t.Errorf("code %q, want %q", code, tt.code)
			}
			if diff := cmp.Diff(tt.fields, e.Fields); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFieldsAreBounded(t *testing.T) {
	t.Parallel()
	var list, object strings.Builder
	for i := range 60 {
		fmt.Fprintf(&list, `{"field":"f%02d","message":"odd"},`, i)
		fmt.Fprintf(&object, `"f%02d":"odd",`, i)
	}
	for name, body := range map[string]string{
		"list":   `{"errors":[` + list.String() + `{"retryDelay":"3s"}]}`,
		"object": `{"errors":{` + object.String() + `"z":"odd"}}`,
	} {
		e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 409, Body: []byte(body)}))
		if len(e.Fields) != 50 || e.Fields[49].Path != "/f49" {
			t.Errorf("%s: %d fields", name, len(e.Fields))
		}
		if name == "list" && e.RetryAfter == 0 {
			t.Error("a delay behind many fields is lost")
		}
	}
}

// countingBody counts what is read of a body that never ends.
type countingBody struct {
	read   int
	closed bool
}

func (b *countingBody) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	b.read += len(p)
	return len(p), nil
}

func (b *countingBody) Close() error { b.closed = true; return nil }

type brokenBody struct{ io.Reader }

func (b brokenBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func TestFromResponseReadsNoMoreThanItNeeds(t *testing.T) {
	t.Parallel()
	body := &countingBody{}
	e := taxonomy.Classify(taxonomy.FromResponse(&http.Response{StatusCode: http.StatusInternalServerError, Body: body}))
	if body.read != 64<<10 || body.closed {
		t.Errorf("read %d bytes, closed %t", body.read, body.closed)
	}
	if e.Class != transient || len(e.Message) > taxonomy.MaxMessage || !strings.HasSuffix(e.Message, "(65536 bytes in all)") {
		t.Errorf("%s: %q", e.Class, e.Message)
	}
	body = &countingBody{}
	if err := taxonomy.FromResponse(&http.Response{StatusCode: http.StatusMultipleChoices}); err == nil {
		t.Error("300 is a success")
	}
	if err := taxonomy.FromResponse(&http.Response{StatusCode: http.StatusNoContent, Body: body}); err != nil || body.read != 0 {
		t.Errorf("%v, and read %d bytes of a success", err, body.read)
	}
	for _, status := range []int{101, 199} { // what follows a switch of protocols is no body
		body = &countingBody{}
		if err := taxonomy.FromResponse(&http.Response{StatusCode: status, Body: body}); err == nil || body.read != 0 {
			t.Errorf("%d: %v, and read %d bytes", status, err, body.read)
		}
	}
	if e := taxonomy.Classify(taxonomy.FromResponse(&http.Response{StatusCode: http.StatusNotFound})); e.Code != taxonomy.CodeNotFound {
		t.Errorf("without a body: %v", e)
	}
	cut := brokenBody{strings.NewReader(`{"error":"order is lock`)}
	if e := taxonomy.Classify(taxonomy.FromResponse(&http.Response{StatusCode: http.StatusConflict, Body: io.NopCloser(cut)})); e.Class != conflict || !strings.Contains(e.Message, "order is lock") {
		t.Errorf("with a body that breaks off: %v", e)
	}
	late := []byte(`{"pad":"` + strings.Repeat("x", 64<<10) + `","message":"late"}`)
	if e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 400, Body: late})); e.Message == "late" {
		t.Error("more than 64 KiB of a body are looked at")
	}
	big := []byte(`{"message":"first"}` + strings.Repeat(" ", 64<<10) + `{`)
	if e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 400, Body: big})); e.Message != "first" {
		t.Errorf("a body that is too long: %q", e.Message)
	}
}

// write is for handlers: a client that went away is no failure of the test.
func write(w io.Writer, s string) { _, _ = io.WriteString(w, s) }

func TestFromResponseOfARealServer(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/busy":
			w.Header().Set("Retry-After", "7")
			http.Error(w, "slow down please", http.StatusTooManyRequests)
		case "/problem":
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusUnprocessableEntity)
			write(w, `{"title":"Invalid","errors":[{"pointer":"/deadline","detail":"is not a date"}]}`)
		case "/broken": // promises more than it sends, and hangs up
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(http.StatusConflict)
			write(w, `{"error":"order is locked"}`)
		case "/big":
			w.WriteHeader(http.StatusInternalServerError)
			for range 100 {
				write(w, strings.Repeat("stack trace ", 1000))
			}
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusBadGateway)
			write(w, "<html><h1>502 Bad Gateway</h1></html>")
		default:
			write(w, `{"error":null}`)
		}
	}))
	defer srv.Close()
	for path, want := range map[string]struct {
		verdict
		message string
		after   int // seconds
		fields  int
	}{
		"/busy":    {verdict{transient, taxonomy.CodeRateLimited, no}, "slow down please", 7, 0},
		"/problem": {verdict{input, taxonomy.CodeInvalidFormat, no}, "Invalid", 0, 1},
		"/broken":  {verdict{conflict, taxonomy.CodeLocked, no}, "order is locked", 0, 0},
		"/big":     {verdict{transient, taxonomy.CodeServerError, answered}, "", 0, 0},
		"/page":    {verdict{transient, taxonomy.CodeUnavailable, unanswered}, "Bad Gateway", 0, 0},
	} {
		resp, err := srv.Client().Post(srv.URL+path, "application/json", strings.NewReader("{}")) //nolint:noctx // the server answers
		if err != nil {
			t.Fatal(err)
		}
		err = taxonomy.FromResponse(resp)
		want.check(t, err)
		e := taxonomy.Classify(err)
		if want.message != "" && e.Message != want.message || int(e.RetryAfter.Seconds()) != want.after || len(e.Fields) != want.fields {
			t.Errorf("%s: %+v", path, e)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}
	resp, err := srv.Client().Get(srv.URL + "/fine") //nolint:noctx // the server answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := taxonomy.FromResponse(resp); err != nil {
		t.Errorf("a success is the failure %v", err)
	}
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != `{"error":null}` {
		t.Errorf("the body of a success was read: %q is left (%v)", body, err)
	}
}
