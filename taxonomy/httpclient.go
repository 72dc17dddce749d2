package taxonomy

import (
	"net/url"
	"strings"
)

// opParse is the Op of a url.Error that comes from reading a URL, not from a
// request.
const opParse = "parse"

// httpTexts are errors of net/http that have no type of their own, by how they
// begin (Go 1.26: client.go, transport.go, transfer.go, h2_bundle.go). They
// are texts of the standard library, not of a server, and so can be relied on.
//
//nolint:gochecknoglobals // a table, never written
var httpTexts = []struct {
	prefix  string
	class   Class
	code    Code
	applied Applied
}{
	// Before anything was sent.
	{"unsupported protocol scheme", Fatal, CodeUnsupported, No},
	{"http: no Host in request URL", Fatal, CodeDNSFailure, No},
	{"net/http: invalid", InputError, CodeInvalidFormat, No}, // a method, a header's name or value
	{"net/http: TLS handshake timeout", Transient, CodeTimeout, No},
	// What came is no answer that can be followed.
	{"stopped after", Fatal, CodeUnsupported, Answered}, // redirects
	{"failed to parse Location header", Fatal, CodeUnsupported, Answered},
	// In the middle of it.
	{"http: server closed idle connection", Transient, CodeConnectionReset, Unanswered},
	{"http: ContentLength=", Fatal, CodeUnknown, Unanswered}, // the body that was passed is shorter or longer
	{"http2: timeout", Transient, CodeTimeout, Unanswered},
	{"http2: ", Transient, CodeConnectionReset, Unanswered},
	{"stream error: ", Transient, CodeConnectionReset, Unanswered},
	{"connection error: ", Transient, CodeConnectionReset, Unanswered},
	{"net/http: HTTP/1.x transport connection broken", Transient, CodeConnectionReset, Unanswered},
	{"net/http: cannot rewind body", Transient, CodeConnectionReset, Unanswered},
	{"malformed HTTP", Transient, CodeConnectionReset, Unanswered},
}

// httpRule reads what an HTTP client's request failed with, and url.Parse.
func httpRule(s spine) *Error {
	u, ok := find[*url.Error](s)
	if !ok || u.Err == nil {
		return nil
	}
	if u.Op == opParse {
		return &Error{Class: InputError, Code: CodeInvalidFormat, Applied: No, Basis: BasisType}
	}
	said := textOf(u.Err)
	for _, known := range httpTexts {
		if !strings.HasPrefix(said, known.prefix) {
			continue
		}
		e := &Error{Class: known.class, Code: known.code, Applied: known.applied, Scope: ScopeHost, Basis: BasisType}
		switch {
		case known.prefix == "stream error: " && strings.Contains(said, "; REFUSED_STREAM"):
			e.Code, e.Applied = CodeUnavailable, No // RFC 9113 section 8.7: before any processing
		case e.Class == InputError && strings.Contains(said, "Authorization"):
			e.Class, e.Code, e.Scope = Permission, CodeUnauthenticated, ScopeCredential // a line break in a token, mostly
		case e.Class == InputError:
			e.Scope = ScopeItem
		}
		return e
	}
	return nil
}
