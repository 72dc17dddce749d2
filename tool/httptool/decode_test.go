package httptool_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

type order struct {
	ID    json.Number `json:"id"`
	Zip   string      `json:"zip"`
	Extra any         `json:"extra"`
}

// TestEveryStatus: a status other than 2xx is what package taxonomy makes of
// it, by Decode and by New, through a real server.
func TestEveryStatus(t *testing.T) {
	t.Parallel()
	const body = `{"message":"no"}`
	url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		if _, err := fmt.Sscan(strings.TrimPrefix(r.URL.Path, "/"), &status); err != nil {
			t.Error(err)
		}
		w.Header().Set("Retry-After", "7")
		text := `{"done":true}`
		if status >= 300 {
			text = body
		}
		answer(status, "application/json", text)(w, r)
	})
	f := mustNew(t, &httptool.Config{Method: "PUT", URL: url + "/{status}"})
	statuses := []int{299, 399, 499, 529, 599}
	for status := 200; status < 600; status++ {
		if http.StatusText(status) != "" {
			statuses = append(statuses, status)
		}
	}
	for _, status := range statuses {
		sent := body
		if status == http.StatusNotModified { // has no body
			sent = ""
		}
		want := taxonomy.FromAnswer(taxonomy.Answer{
			Method: "PUT", Status: status, Body: []byte(sent),
			Header: http.Header{"Retry-After": {"7"}, "Content-Type": {"application/json"}},
		})
		req, err := httptool.NewRequest(t.Context(), "PUT", fmt.Sprint(url, "/", status), nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultTransport.RoundTrip(req) //nolint:bodyclose // Decode closes it
		if err != nil {
			t.Fatal(err)
		}
		_, byDecode := httptool.Decode[order](resp)
		_, byNew := f.Call(t.Context(), raw(fmt.Sprintf(`{"status":%d}`, status)))
		for by, got := range map[string]error{"Decode": byDecode, "New": byNew} {
			if want == nil || got == nil {
				if (want == nil) != (got == nil) {
					t.Errorf("%d by %s: got %v, want %v", status, by, got, want)
				}
				continue
			}
			if diff := cmp.Diff(summary(asError(want)), summary(asError(got))); diff != "" {
				t.Errorf("%d by %s (-want +got):\n%s", status, by, diff)
			}
		}
		if (want == nil) != (status < 300) {
			t.Errorf("%d: %v", status, want)
		}
	}
}

func summary(e *taxonomy.Error) map[string]any {
	return map[string]any{
		"class": e.Class.String(), "code": e.Code, "applied": e.Applied.String(), "scope": e.Scope.String(),
		"message": e.Message, "retry after": e.RetryAfter, "status": e.Status(),
	}
}

// closer notes that it was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error {
	c.closed = true
	return nil
}

func response(status int, contentType, body string) (*http.Response, *closer) {
	c := &closer{Reader: strings.NewReader(body)}
	h := http.Header{}
	if contentType != "" {
		h.Set("Content-Type", contentType)
	}
	req, _ := http.NewRequest(http.MethodPatch, "http://orders.example/orders/1", nil) //nolint:noctx // it is constant, and not sent
	return &http.Response{StatusCode: status, Header: h, Body: c, Request: req}, c
}

func TestDecodeRaw(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		status      int
		contentType string
		body        string
		want        string
	}{
		{name: "JSON byte for byte", body: `{ "n": 9007199254740993, "z":"00042",  "f":1.0 }`, want: `{ "n": 9007199254740993, "z":"00042",  "f":1.0 }`},
		{name: "but for the space around it", body: "\n {\"a\":1}\r\n\t", want: `{"a":1}`},
		{name: "behind a UTF-8 mark", body: "\uFEFF[1]", want: `[1]`},
		{name: "a number", body: `9007199254740993`, want: `9007199254740993`},
		{name: "text", contentType: "text/plain", body: `done: "1" <ok>`, want: `"done: \"1\" <ok>"`},
		{name: "text that is not UTF-8", contentType: "text/plain", body: "a\xffb", want: "\"a\\ufffdb\""},
		{name: "JSON that is not UTF-8", body: "[\"a\xffb\",1.0]", want: "[\"a\uFFFDb\",1.0]"},
		{name: "no type at all", body: `done`, want: `"done"`},
		{name: "XML", contentType: "application/xml", body: `<order id="1"/>`, want: `"<order id=\"1\"/>"`},
		{name: "empty", body: "", want: `null`},
		{name: "only space", body: " \n", want: `null`},
		{name: "204", status: 204, want: `null`},
		{name: "JSON under text/html, as PHP sends it", contentType: "text/html; charset=UTF-8", body: `{"a":1}`, want: `{"a":1}`},
		{name: "text under text/html", contentType: "text/html", body: `OK`, want: `"OK"`},
		{name: "a report of no errors", body: `{"error":null,"errors":[]}`, want: `{"error":null,"errors":[]}`},
		{name: "0 errors found", contentType: "text/plain", body: `0 errors found`, want: `"0 errors found"`},
		{name: "a string that tells of errors", body: `"0 errors: all done"`, want: `"0 errors: all done"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.status == 0 {
				tt.status = 200
			}
			resp, c := response(tt.status, tt.contentType, tt.body) //nolint:bodyclose // Decode closes it
			got, err := httptool.Decode[json.RawMessage](resp)
			if err != nil || string(got) != tt.want || !json.Valid(got) {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
			if !c.closed {
				t.Error("the body is open")
			}
		})
	}
}

func TestDecodeTyped(t *testing.T) {
	t.Parallel()
	big := `{"id":9007199254740993,"zip":"00042","extra":{"n":9007199254740993}}`
	resp, _ := response(200, "application/json", big) //nolint:bodyclose // Decode closes it
	got, err := httptool.Decode[order](resp)
	want := order{ID: "9007199254740993", Zip: "00042", Extra: map[string]any{"n": json.Number("9007199254740993")}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	decodes(t, 200, "", `9007199254740993`, any(json.Number("9007199254740993")))
	decodes(t, 200, "", `done`, any("done"))
	decodes(t, 200, "", ``, any(nil))
	decodes(t, 200, "", `"a\u0062"`, "ab")
	decodes(t, 200, "text/plain", `done`, "done")
	decodes(t, 200, "text/plain", `"a" and "b"`, `"a" and "b"`)
	decodes(t, 200, "", `42`, "42")
	decodes(t, 204, "", ``, order{})
	decodes(t, 205, "", ``, 0)
	decodes(t, 200, "", ``, struct{}{})
	decodes(t, 200, "", ``, (*order)(nil))
	decodes(t, 202, "", ``, map[string]int(nil))
	decodes(t, 200, "", ``, []int(nil))
	decodes(t, 200, "", `null`, (*order)(nil))

	head, _ := response(200, "application/json", "") //nolint:bodyclose // Decode closes it
	head.Request.Method = http.MethodHead
	if got, err := httptool.Decode[order](head); err != nil {
		t.Errorf("HEAD: %v, %v", got, err)
	}
	none := &http.Response{StatusCode: http.StatusOK}
	if got, err := httptool.Decode[any](none); err != nil || got != nil {
		t.Errorf("no body and no request: %v, %v", got, err)
	}
}

func decodes[Out any](t *testing.T, status int, contentType, body string, want Out) {
	t.Helper()
	resp, _ := response(status, contentType, body) //nolint:bodyclose // Decode closes it
	got, err := httptool.Decode[Out](resp)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%d %q into %T: %v (-want +got):\n%s", status, body, want, err, diff)
	}
}

// TestUnreadable: an answer that says success and cannot be used says that the
// call may have been executed, and is not made again.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		contentType string
		body        string
		into        func(*http.Response) error
		says        string
	}{
		{name: "another shape", body: `{"id":"x","zip":7}`, into: decodeErr[order], says: "is no httptool_test.order"},
		{name: "a list", body: `[]`, into: decodeErr[order], says: "is no httptool_test.order"},
		{name: "cut off", body: `{"id":1,`, into: decodeErr[order], says: `begins with "{\"id\":1,"`},
		{name: "two values", body: `{"id":1}{"id":2}`, into: decodeErr[order], says: "more than one JSON value"},
		{name: "empty", body: ``, into: decodeErr[order], says: "is empty, where a httptool_test.order was expected"},
		{name: "empty number", body: ``, into: decodeErr[int], says: "is empty"},
		{name: "an integer that does not fit", body: `9223372036854775808`, into: decodeErr[int64], says: "9223372036854775808"},
		{name: "JSON in name only", contentType: "application/json", body: `{"ok":tru`, into: decodeErr[json.RawMessage], says: "says that it is JSON and is not"},
		{name: "problem JSON in name only", contentType: "application/problem+json; charset=utf-8", body: `oops`, into: decodeErr[json.RawMessage], says: "says that it is JSON and is not"},
		{name: "too large", body: strings.Repeat("1", httptool.DefaultMaxResponse+1), into: decodeErr[json.RawMessage], says: "is larger than the 10485760 bytes"},
		{name: "long, and cut off", contentType: "application/json", body: `["` + strings.Repeat("ü", 100), into: decodeErr[any], says: "…"},
		{name: "HTML", contentType: "text/html", body: `<!doctype html><title>Welcome</title>`, into: decodeErr[json.RawMessage], says: "a page of HTML"},
		{name: "HTML without a type", body: `<html><body>Welcome</body></html>`, into: decodeErr[order], says: "a page of HTML"},
		{name: "XHTML", contentType: "application/xhtml+xml", body: `<?xml version="1.0"?><html/>`, into: decodeErr[any], says: "a page of HTML"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp, c := response(200, tt.contentType, tt.body) //nolint:bodyclose // Decode closes it
			e := wantError(t, tt.into(resp), taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, taxonomy.Answered)
			for _, says := range []string{tt.says, "answered with success (200 OK) and may have been executed"} {
				if !strings.Contains(e.Message, says) {
					t.Errorf("%q does not say %q", e.Message, says)
				}
			}
			if e.Status() != 200 {
				t.Errorf("status %d", e.Status())
			}
			if !c.closed {
				t.Error("the body is open")
			}
		})
	}
}

func decodeErr[Out any](resp *http.Response) error {
	_, err := httptool.Decode[Out](resp)
	return err
}

func TestCapIsExact(t *testing.T) {
	t.Parallel()
	resp, _ := response(200, "", strings.Repeat("1", httptool.DefaultMaxResponse)) //nolint:bodyclose // Decode closes it
	if _, err := httptool.Decode[json.RawMessage](resp); err != nil {
		t.Errorf("an answer of just that size: %v", err)
	}
}

// TestE12ErrorDisguisedAsSuccess: 200 with an error envelope is a failure.
func TestE12ErrorDisguisedAsSuccess(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, contentType, body string
		class                   taxonomy.Class
		code                    taxonomy.Code
	}{
		{name: "ok false", body: `{"ok":false,"error":"order is locked"}`, class: taxonomy.ResourceConflict, code: taxonomy.CodeLocked},
		{name: "success false", body: `{"success":false,"message":"rate limit exceeded"}`, class: taxonomy.Transient, code: taxonomy.CodeRateLimited},
		{name: "our code", body: `{"ok":false,"error":{"code":"VERSION_CONFLICT","message":"x"}}`, class: taxonomy.ResourceConflict, code: taxonomy.CodeVersionConflict},
		{name: "text", contentType: "text/plain", body: `Error: permission denied`, class: taxonomy.Permission, code: taxonomy.CodeForbidden},
		{name: "a text in JSON", body: `"Error: permission denied"`, class: taxonomy.Permission, code: taxonomy.CodeForbidden},
		{name: "nobody knows", body: `{"ok":false}`, class: taxonomy.Fatal, code: taxonomy.CodeUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for by, decode := range map[string]func(*http.Response) error{"raw": decodeErr[json.RawMessage], "typed": decodeErr[order], "any": decodeErr[any]} {
				resp, c := response(200, tt.contentType, tt.body) //nolint:bodyclose // Decode closes it
				err := decode(resp)
				if err == nil {
					t.Fatalf("%s: a success", by)
				}
				if e := taxonomy.Classify(err); e.Class != tt.class || e.Code != tt.code || e.Status() != 200 {
					t.Errorf("%s: %v, status %d, want %s %s", by, e, e.Status(), tt.class, tt.code)
				}
				if !c.closed {
					t.Error("the body is open")
				}
			}
		})
	}
}

// TestBrokenBody: an answer that breaks off is no answer.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	cause := errors.New("stream error: stream ID 1; INTERNAL_ERROR; received from peer")
	for _, tt := range []struct {
		name string
		err  error
		code taxonomy.Code
	}{
		{name: "cut", err: io.ErrUnexpectedEOF, code: taxonomy.CodeConnectionReset},
		{name: "HTTP/2", err: cause, code: taxonomy.CodeConnectionReset},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp, c := response(200, "application/json", "") //nolint:bodyclose // Decode closes it
			c.Reader = io.MultiReader(strings.NewReader(`{"id":1`), failing{tt.err})
			err := decodeErr[order](resp)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), "broke off after 7 bytes") {
				t.Errorf("%v", err)
			}
			e := taxonomy.Classify(err)
			if e.Code != tt.code || e.Applied != taxonomy.Unanswered {
				t.Errorf("%v, applied %s", e, e.Applied)
			}
		})
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
