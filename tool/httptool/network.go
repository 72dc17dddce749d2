package httptool

import (
	"errors"
	"net/url"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// unanswered is the error of a request that got no answer: net/http's, with a
// URL that may be shown.
func unanswered(err error, shown string) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		u.URL = taxonomy.Clean(shown) // a password in it is hidden, too
	}
	return lost(err)
}

// lost declares an error of net/http (of Go 1.26) that says that the connection
// ended while the request was on its way, and that has no other mark than its
// text. The server may have seen the request. Any other is returned as it is.
func lost(err error) error {
	text := err.Error()
	for _, sign := range []string{
		"http: server closed idle connection", // errServerClosedIdle
		"http2: client connection lost",       // errClientConnLost: no answer to a ping
		"http2: server sent GOAWAY",           // GoAwayError
		"http2: client connection force closed",
		"after Request.Body was written; define Request.GetBody", // a refused stream, GOAWAY
		"stream error: stream ID ",                               // StreamError: the server ended this one
	} {
		if strings.Contains(text, sign) {
			return &taxonomy.Error{
				Class: taxonomy.Transient, Code: taxonomy.CodeConnectionReset, Applied: taxonomy.Unanswered,
				Scope: taxonomy.ScopeHost, Basis: taxonomy.BasisText, Message: taxonomy.Clean(text), Err: err,
			}
		}
	}
	return err
}
