package httptool

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// maxRedirects is how many redirects of a GET are followed.
const maxRedirects = 5

// checkRedirect stops at every redirect that could make another call of this
// one; the redirect is the answer then. own is the client's own check, which is
// asked where ours allows it.
func checkRedirect(own func(*http.Request, []*http.Request) error, effect tool.Effect) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		start := via[0]
		if effect != tool.ReadOnly || len(via) > maxRedirects || !sameOrigin(start.URL, req.URL) || isLogin(start.URL, req.URL) {
			return http.ErrUseLastResponse
		}
		if own != nil {
			return own(req, via)
		}
		return nil
	}
}

// sameOrigin allows, beside the same scheme, host and port, the step from HTTP
// to HTTPS on their own ports, but not the step back, on which the headers
// would be readable.
func sameOrigin(a, b *url.URL) bool {
	if !strings.EqualFold(a.Hostname(), b.Hostname()) {
		return false
	}
	if a.Scheme == b.Scheme {
		return port(a) == port(b)
	}
	return a.Scheme == "http" && b.Scheme == "https" && port(a) == "80" && port(b) == "443"
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// redirected makes e, the error of a 3xx, say where to. 307 and 308 say that
// the request is to be sent elsewhere and was not done here (RFC 9110 sections
// 15.4.8 and 15.4.9); after the others it may have been.
func redirected(resp *http.Response, e *taxonomy.Error, hide func(string) string) {
	to, err := resp.Location()
	if err != nil {
		return // 304, or no redirect at all
	}
	if resp.Request != nil && isLogin(resp.Request.URL, to) {
		*e = *unauthenticated(resp, "the service redirects to a login at %s (%d); log in again or give a credential", hide(address(to)), resp.StatusCode)
		return
	}
	e.Message = taxonomy.Clean(fmt.Sprintf("the service redirects to %s (%d), which is not followed; use that address if it is right",
		hide(address(to)), resp.StatusCode))
	if resp.StatusCode == http.StatusTemporaryRedirect || resp.StatusCode == http.StatusPermanentRedirect {
		e.Applied = taxonomy.No
	}
}

// address is a URL fit to be shown: without a password and without the query,
// in which redirects carry tickets.
func address(u *url.URL) string {
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	return shown.String()
}
