package taxonomy_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/batchagent/batchagent/taxonomy"
)

// sound checks what holds for whatever comes out of the package.
func sound(t *testing.T, err error) {
	t.Helper()
	e := taxonomy.Classify(err)
	if e.Class > permission || e.Applied > no || e.Scope > taxonomy.ScopeHost || e.Basis > taxonomy.BasisDeclared || e.Code == "" || e.RetryAfter < 0 {
		t.Errorf("undefined: %+v", e)
	}
	if e.Basis == taxonomy.BasisUnknown && (e.Class != fatal || e.Applied == no) {
		t.Errorf("nobody knows it, but it is %s, applied %s", e.Class, e.Applied)
	}
	shown(t, e.Message)
	for _, f := range e.Fields {
		shown(t, f.Message)
		shown(t, f.Path)
		if f.Path != "" && f.Path[0] != '/' {
			t.Errorf("%q is no JSON Pointer", f.Path)
		}
	}
	if text, ok := e.Context["code"].(string); ok {
		shown(t, text)
	}
	again := taxonomy.Classify(e)
	if again.Class != e.Class || again.Code != e.Code || again.Applied != e.Applied || again.Message != e.Message || again.Basis != e.Basis || again.RetryAfter != e.RetryAfter {
		t.Errorf("classified again %+v becomes %+v", e, again)
	}
}

func shown(t *testing.T, s string) {
	t.Helper()
	if len(s) > taxonomy.MaxMessage || !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\x1b\r\x7f\u202e") {
		t.Errorf("%d bytes that are not fit to be shown: %q", len(s), s)
	}
}

func FuzzClassifyText(f *testing.F) {
	for _, s := range []string{"", "order is locked", "HTTP/1.1 503 x", "“timed out” is 'invalid", "超时 x", "a://b/c d", "status 4\xff3", `"`, "/a", strings.Repeat("must be ", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sound(t, errors.New(s))
		sound(t, errors.Join(errors.New(s), taxonomy.NotSent(errors.New(s))))
		sound(t, taxonomy.Errorf(transient, "", "x: %w", errors.New(s)))
	})
}

func FuzzFromResult(f *testing.F) {
	for _, s := range []string{
		"", "Error: x", `{"ok":false,"error":"x"}`, `{"error":{"code":404,"message":"x"}}`, `{"data":{"a":{"success":false}}}`, `{"errors":[{"loc":["body",0],"msg":"x","type":"missing"}]}`,
		`"Error: x"`, "Traceback (most recent call last):\nx", `{"errors":{"a":["x"]}}`, `{"status":"error","retryDelay":"3s"}`, "**Error** x", "❌", "Error ", "Error :",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if err := taxonomy.FromResult(s); err != nil {
			sound(t, err)
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"", "password=x", `"password":"x"`, "a://b:c@d", "a://b:c@d@e", "u:p@tcp(h)", "\x1b[31m", "\x1b]0;x\x07", "-----BEGIN PRIVATE KEY-----", "Bearer abcdef", "<password>x</password>", "--password x", "密码：x", "\xff\xfe",
		"Authorization: Digest a=\"b\"", "invalid port \":x\"", "Cookie: []string{\"x\"}", strings.Repeat("é", 600), "sk-" + strings.Repeat("1", 30), "password=[redacted]x", "password=\\", "a://[redacted]@b@c",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := taxonomy.Clean(s)
		shown(t, got)
		if again := taxonomy.Clean(got); again != got {
			t.Errorf("%q becomes %q, and cleaned again %q", s, got, again)
		}
	})
}

// FuzzCleanHides: whatever stands around it, a password that is named as such
// is not shown.
func FuzzCleanHides(f *testing.F) {
	for _, s := range []string{"", "unexpected", "password=", `token="`, "Bearer", "--token", "a://b:c@", "\x1b]", "密码：", "<password>", "Cookie:", "[redacted]", `\"token\":\"`} {
		f.Add(s, "")
		f.Add("x", s)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if strings.Contains(before+after, "hunter2") {
			return
		}
		for _, text := range []string{
			before + " password=hunter2 " + after, before + ` "password": "hunter2" ` + after, before + " http://bob:hunter2@x.test/ " + after,
		} {
			if got := taxonomy.Clean(text); strings.Contains(got, "hunter2") {
				t.Errorf("%q shows the password: %q", text, got)
			}
		}
	})
}

func FuzzAnswer(f *testing.F) {
	f.Add(429, "Retry-After", "3", []byte(`{"error":"x"}`))
	f.Add(503, "Retry-After-Ms", "1.5", []byte(`{"error":{"details":[{"retryDelay":"3s"}]}}`))
	f.Add(403, "X-RateLimit-Remaining", "0", []byte(`x`))
	f.Add(422, "Content-Type", "text/html", []byte(`{"detail":[{"loc":["body",0,"a"],"msg":"x"}]}`))
	f.Add(409, "Date", "x", []byte(`{"errors":{"a/b~c":["x"]}}`))
	f.Add(0, "", "", []byte("\xff\x00"))
	f.Fuzz(func(t *testing.T, status int, name, value string, body []byte) {
		if strings.EqualFold(name, "X-Should-Retry") {
			return // overrides what follows
		}
		h := http.Header{name: {value}, "X-RateLimit-Remaining": {"0"}, "X-RateLimit-Reset": {value}}
		if d := taxonomy.RetryAfter(h, noon); d < 0 {
			t.Errorf("wait %s", d)
		}
		err := taxonomy.FromAnswer(taxonomy.Answer{Status: status, Header: h, Body: body, Now: noon})
		if (err == nil) != (status >= 200 && status < 300) {
			t.Fatalf("%d is %v", status, err)
		}
		if err == nil {
			return
		}
		sound(t, err)
		e := taxonomy.Classify(err)
		if e.Basis != taxonomy.BasisCode || e.Status() != status {
			t.Errorf("%d: by %s, status %d", status, e.Basis, e.Status())
		}
		if e.Class == transient && (status == 401 || status == 404) { // a 400 may be a limit, by the word for it
			t.Errorf("%d is to be repeated", status)
		}
		refusal := e.Class == permission || e.Code == taxonomy.CodeRateLimited || e.Code == taxonomy.CodeQuotaExhausted
		if status >= 500 && e.Applied == no && status != 501 && status != 503 && status != 505 && !refusal {
			t.Errorf("%d proves that nothing happened", status)
		}
	})
}
