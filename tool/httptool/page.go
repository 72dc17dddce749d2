package httptool

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// page refuses a page of HTML that nobody asked for: services answer in it when
// a session has ended, when a proxy wants a login, or when the path is not that
// of an API. Only the body decides (JSON under text/html, which PHP sends
// unless told otherwise, is JSON), and a caller who accepts HTML gets it.
func page(resp *http.Response, body []byte) error {
	if body[0] != '<' || !isHTML(resp.Header.Get(contentType), body) {
		return nil
	}
	if resp.Request != nil && strings.Contains(resp.Request.Header.Get(accept), "html") {
		return nil
	}
	if asksForPassword(body) || ledToLogin(resp.Request) {
		return unauthenticated(resp, "the answer is a login page (%d, HTML) in place of the service's own; log in again or give a credential", resp.StatusCode)
	}
	return unreadable(resp, nil, "is a page of HTML and not the service's own; does the URL lead to the service?")
}

func isHTML(contentType string, body []byte) bool {
	switch mediaType(contentType) {
	case "text/html", "application/xhtml+xml":
		return true
	}
	return strings.HasPrefix(http.DetectContentType(body), "text/html")
}

// unauthenticated is the error of a login in place of an answer. Nothing proves
// that the call was not executed, so that it may have been.
func unauthenticated(resp *http.Response, format string, args ...any) *taxonomy.Error {
	return &taxonomy.Error{
		Class: taxonomy.Permission, Code: taxonomy.CodeUnauthenticated, Applied: taxonomy.Answered,
		Scope: taxonomy.ScopeCredential, Basis: taxonomy.BasisDeclared,
		Message: taxonomy.Clean(fmt.Sprintf(format, args...)),
		Context: map[string]any{"status": resp.StatusCode},
	}
}

// asksForPassword looks for the two forms that log somebody in: a field for a
// password, and one that posts a SAML request to where that field is.
func asksForPassword(body []byte) bool {
	const enough = 256 << 10
	lower := bytes.ToLower(body[:min(len(body), enough)])
	for _, sign := range []string{`type="password"`, `type='password'`, `type=password`, `name="samlrequest"`, `name='samlrequest'`} {
		if bytes.Contains(lower, []byte(sign)) {
			return true
		}
	}
	return false
}

// first is the request that the caller made, before redirects.
func first(req *http.Request) *http.Request {
	for req != nil && req.Response != nil && req.Response.Request != nil {
		req = req.Response.Request
	}
	return req
}

// ledToLogin reports whether redirects have led from elsewhere to a login.
func ledToLogin(req *http.Request) bool {
	start := first(req)
	return start != nil && start != req && isLogin(start.URL, req.URL)
}

// isLogin reports whether a redirect leads to a login, by the names that such
// pages have. One that comes from such a page is a detail of it.
func isLogin(from, to *url.URL) bool {
	return from != nil && to != nil && namesLogin(to) && !namesLogin(from)
}

func namesLogin(u *url.URL) bool {
	words := []string{
		"login", "log-in", "logon", "signin", "sign-in", "sign_in", "sso", "saml", "saml2", "oauth", "oauth2",
		"openid-connect", "authorize", "auth", "wp-login",
	}
	for part := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		name, _, _ := strings.Cut(part, ".") // login.aspx
		if slices.Contains(words, name) {
			return true
		}
	}
	label, _, _ := strings.Cut(strings.ToLower(u.Hostname()), ".")
	return slices.Contains([]string{"login", "signin", "sso", "auth", "accounts", "idp"}, label)
}

// turned refuses the answer to a GET that a client has made of a write, when it
// followed a 301 or a 302: its success says nothing about the write. After a
// 303 the GET is what the service means (RFC 9110 section 15.4.4).
func turned(resp *http.Response) error {
	start := first(resp.Request)
	if start == nil || start == resp.Request || reads(start.Method) || start.Method == resp.Request.Method {
		return nil
	}
	for req := resp.Request; req != nil && req.Response != nil; req = req.Response.Request {
		before := req.Response.Request
		if before != nil && !reads(before.Method) && reads(req.Method) && req.Response.StatusCode == http.StatusSeeOther {
			return nil
		}
	}
	return &taxonomy.Error{
		Class: taxonomy.Fatal, Code: taxonomy.CodeUnsupported, Applied: taxonomy.Answered, Basis: taxonomy.BasisDeclared,
		Message: taxonomy.Clean(fmt.Sprintf("the service redirected the %s to %s, and the client followed with a %s, whose success says nothing about the %[1]s; use that address",
			start.Method, address(resp.Request.URL), resp.Request.Method)),
		Context: map[string]any{"status": resp.StatusCode},
	}
}
