package httptool_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

const loginPage = `<!DOCTYPE html><html><form action="/login"><input name=user><INPUT Type="Password" name="p"></form></html>`

// TestLoginPage: a login page under status 200 stops the batch.
func TestLoginPage(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"password":       loginPage,
		"single quotes":  `<html><input type='password'></html>`,
		"no quotes":      `<html><input type=password></html>`,
		"SAML":           `<html><form method="post" action="https://idp.example/"><input type="hidden" name="SAMLRequest" value="x"/></form></html>`,
		"space in front": "\n\n" + loginPage,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, decode := range []func(*http.Response) error{decodeErr[json.RawMessage], decodeErr[order]} {
				resp, _ := response(200, "text/html; charset=utf-8", body) //nolint:bodyclose // Decode closes it
				e := wantError(t, decode(resp), taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.Answered)
				if e.Scope != taxonomy.ScopeCredential || !strings.Contains(e.Message, "login page") || e.Status() != 200 {
					t.Errorf("%v, scope %s", e, e.Scope)
				}
			}
		})
	}
}

// TestHTMLIsWanted: who asks for HTML gets it.
func TestHTMLIsWanted(t *testing.T) {
	t.Parallel()
	resp, _ := response(200, "text/html", "<html>hello</html>") //nolint:bodyclose // Decode closes it
	resp.Request.Header.Set("Accept", "text/html,application/xhtml+xml")
	got, err := httptool.Decode[string](resp)
	if err != nil || got != "<html>hello</html>" {
		t.Errorf("%q, %v", got, err)
	}
}

// redirector answers /from/STATUS with a redirect to where the query says.
func redirector(t *testing.T) (string, chan seen) {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/login":
			answer(200, "text/html", loginPage)(w, r)
		case "/signin/start":
			answer(200, "text/html", "<html>choose how to log in</html>")(w, r)
		case "/page":
			answer(200, "text/html", "<html>hello</html>")(w, r)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/to":
			ok(w, r)
		default:
			status := map[string]int{"/301": 301, "/302": 302, "/303": 303, "/307": 307, "/308": 308}[r.URL.Path]
			w.Header().Set("Location", r.URL.Query().Get("to"))
			w.WriteHeader(status)
		}
	})
}

// TestRedirects: what a declared tool follows, and what it makes of the rest.
func TestRedirects(t *testing.T) {
	t.Parallel()
	other, elsewhere := serve(t, ok)
	tests := []struct {
		name, method, path, to string
		follows                bool
		class                  taxonomy.Class
		code                   taxonomy.Code
		applied                taxonomy.Applied
		says                   string
	}{
		{name: "GET on the same host", method: "GET", path: "/302", to: "/to", follows: true},
		{name: "GET, for good", method: "GET", path: "/308", to: "/to", follows: true},
		{name: "GET to another host", method: "GET", path: "/302", to: other + "/to?ticket=t0p", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.Answered, says: other + "/to (302)"},
		{name: "GET to a login", method: "GET", path: "/302", to: "/login", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated, applied: taxonomy.Answered, says: "a login at"},
		{name: "GET to a login elsewhere", method: "GET", path: "/302", to: "https://sso.example.com/start?x=1", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated, applied: taxonomy.Answered, says: "https://sso.example.com/start"},
		{name: "GET to a login with an ending", method: "GET", path: "/302", to: "/account/Login.aspx", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated, applied: taxonomy.Answered},
		{name: "GET in a circle", method: "GET", path: "/loop", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.Answered, says: "/loop (302)"},
		{name: "PATCH 301", method: "PATCH", path: "/301", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.Answered, says: "/to (301)"},
		{name: "PATCH 302 to a login", method: "PATCH", path: "/302", to: "/login?next=%2Forders", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated, applied: taxonomy.Answered},
		{name: "PATCH 303", method: "PATCH", path: "/303", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.Answered},
		{name: "PATCH 307", method: "PATCH", path: "/307", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.No, says: "/to (307)"},
		{name: "PATCH 308", method: "PATCH", path: "/308", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.No},
		{name: "DELETE without a body 307", method: "DELETE", path: "/307", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.No},
		{name: "DELETE 308 to another host", method: "DELETE", path: "/308", to: other + "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.No},
		{name: "nowhere", method: "PATCH", path: "/302", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported, applied: taxonomy.Answered},
	}
	for _, client := range []*http.Client{nil, {}} {
		for _, tt := range tests {
			name := tt.name
			if client != nil {
				name += ", with a client of one's own"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				base, requests := redirector(t)
				c := &httptool.Config{Method: tt.method, URL: base + tt.path + "?to={to}", Client: client}
				if tt.method == "PATCH" {
					c.Effect = tool.Idempotent
					c.Body = map[string]int{"a": 1}
				}
				got, err := mustNew(t, c).Call(t.Context(), raw(`{"to":"`+tt.to+`"}`))
				if tt.follows {
					if err != nil || string(got) != `{"done":true}` || len(requests) != 2 {
						t.Errorf("%s, %v, %d requests", got, err, len(requests))
					}
					return
				}
				e := wantError(t, err, tt.class, tt.code, tt.applied)
				if !strings.Contains(e.Message, tt.says) || strings.Contains(e.Message, "t0p") {
					t.Errorf("%q does not say %q", e.Message, tt.says)
				}
				most := 1
				if tt.path == "/loop" {
					most = 6
				}
				if len(requests) != most {
					t.Errorf("%d requests, want %d", len(requests), most)
				}
			})
		}
	}
	t.Cleanup(func() {
		if len(elsewhere) > 0 {
			t.Errorf("%d requests went to another host", len(elsewhere))
		}
	})
}

// hops answers the first request with a redirect to itself, and every other
// with what was asked for.
type hops string

func (to hops) RoundTrip(req *http.Request) (*http.Response, error) {
	resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: req, Body: io.NopCloser(strings.NewReader(`"` + req.URL.String() + `"`))}
	if strings.HasSuffix(req.URL.Path, "/from") {
		resp.StatusCode = http.StatusFound
		resp.Header.Set("Location", string(to))
	}
	return resp, nil
}

// TestSameOrigin: where a GET is redirected to and may follow.
func TestSameOrigin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to string
		follows  bool
	}{
		{"http://h", "http://h/to", true},
		{"http://h", "http://h:80/to", true},
		{"http://H:80", "http://h/to", true},
		{"https://h", "https://h:443/to", true},
		{"http://h:8080", "http://h:8080/to", true},
		{"http://h", "https://h/to", true},
		{"http://h:80", "https://h:443/to", true},
		{"http://h", "http://h:8080/to", false},
		{"http://h:8080", "https://h/to", false},
		{"http://h", "https://h:8443/to", false},
		{"https://h", "http://h/to", false},
		{"https://h:443", "http://h:443/to", false},
		{"http://h", "http://h.example/to", false},
		{"http://h", "http://user@g/to", false},
		{"http://h", "//g/to", false},
		{"https://h:80", "http://h:443/to", false},
		{"http://h", "/auth/to", false},
		{"http://h/auth", "/auth/to", true},
	} {
		f := mustNew(t, &httptool.Config{Method: "GET", URL: tt.from + "/from", Client: &http.Client{Transport: hops(tt.to)}})
		_, err := f.Call(t.Context(), raw(`{}`))
		if (err == nil) != tt.follows {
			t.Errorf("%s to %s: %v", tt.from, tt.to, err)
		}
	}
}

// TestOwnCheckRedirect: the client's own check is asked where ours allows it.
func TestOwnCheckRedirect(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	asked := 0
	client := &http.Client{Transport: hops("/to"), CheckRedirect: func(*http.Request, []*http.Request) error {
		asked++
		return refused
	}}
	_, err := mustNew(t, &httptool.Config{Method: "GET", URL: "http://h/from", Client: client}).Call(t.Context(), raw(`{}`))
	if !errors.Is(err, refused) || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	_, err = mustNew(t, &httptool.Config{Method: "PUT", URL: "http://h/from", Client: client}).Call(t.Context(), raw(`{}`))
	if errors.Is(err, refused) || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// TestRedirectsFollowedByAnother: http.DefaultClient follows what it likes;
// Decode sees where it ended.
func TestRedirectsFollowedByAnother(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, path, to string
		fine                   bool
		class                  taxonomy.Class
		code                   taxonomy.Code
	}{
		{name: "POST made a GET by 301", method: "POST", path: "/301", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported},
		{name: "POST made a GET by 302", method: "POST", path: "/302", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported},
		{name: "POST, and see other", method: "POST", path: "/303", to: "/to", fine: true},
		{name: "POST to a login", method: "POST", path: "/303", to: "/login", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated},
		{name: "POST 307 that is not followed for want of a body", method: "POST", path: "/307", to: "/to", class: taxonomy.Fatal, code: taxonomy.CodeUnsupported},
		{name: "GET", method: "GET", path: "/302", to: "/to", fine: true},
		{name: "GET to a login without a form", method: "GET", path: "/302", to: "/signin/start", class: taxonomy.Permission, code: taxonomy.CodeUnauthenticated},
		{name: "GET to a page", method: "GET", path: "/302", to: "/page", class: taxonomy.Fatal, code: taxonomy.CodeUnreadableAnswer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base, _ := redirector(t)
			var body any
			if tt.method == "POST" {
				body = map[string]int{"a": 1}
			}
			req, err := httptool.NewRequest(t.Context(), tt.method, base+tt.path+"?to="+url.QueryEscape(tt.to), body)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := (&http.Client{}).Do(req) //nolint:bodyclose // Decode closes it
			if err != nil {
				t.Fatal(err)
			}
			got, err := httptool.Decode[json.RawMessage](resp)
			if tt.fine {
				if err != nil || string(got) != `{"done":true}` {
					t.Errorf("%s, %v", got, err)
				}
				return
			}
			if e := taxonomy.Classify(err); err == nil || e.Class != tt.class || e.Code != tt.code {
				t.Errorf("%s, %v, want %s %s", got, err, tt.class, tt.code)
			}
		})
	}
}
