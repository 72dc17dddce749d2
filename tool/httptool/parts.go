package httptool

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
	"github.com/batchagent/batchagent/taxonomy"
)

// Parts is what a [Config].Build makes of the arguments. Everything in it is
// sent as it stands, so that it must be escaped for where it goes; values for
// the path by [PathSegment].
type Parts struct {
	Path   string      // put behind the path of the URL; begins with a slash, or is ""
	Query  string      // put behind the query of the URL, without a question mark
	Header [][2]string // beside Config.Headers, name and value
	Cookie string      // put behind a Cookie of Config.Headers: a=1; b=2
	Body   []byte      // nil: none
	Media  string      // the Content-Type of Body
}

// PathSegment escapes a value for the path of a URL, as New does. It refuses
// values that are empty or could lead to another path.
func PathSegment(value string) (string, error) { return segment(value) }

// parts asks Build, if there is one; else they are empty.
func (r *requester) parts(values map[string]json.RawMessage) (*Parts, error) {
	if r.build == nil {
		return &Parts{}, nil
	}
	p, err := r.build(values)
	if err != nil {
		return nil, err
	}
	for _, h := range append([][2]string{{cookieHeader, p.Cookie}, {contentType, p.Media}}, p.Header...) {
		if !isToken(h[0]) || !headerText(h[1]) {
			return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat,
				"the header %s has a line break or another control character in it, which a header cannot hold", h[0])
		}
	}
	return p, nil
}

// onto puts path and query behind those of a URL.
func (p *Parts) onto(target string) string {
	path, query, has := strings.Cut(target, "?")
	if p.Path != "" {
		path = strings.TrimSuffix(path, "/") + p.Path
	}
	switch {
	case p.Query == "":
	case query == "":
		query, has = p.Query, true
	default:
		query += "&" + p.Query
	}
	if !has {
		return path
	}
	return path + "?" + query
}

const cookieHeader = "Cookie"

// set puts the headers into h.
func (p *Parts) set(h http.Header) {
	for _, one := range p.Header {
		setHeader(h, one[0], one[1])
	}
	if p.Cookie != "" {
		h.Set(cookieHeader, joinCookies(h.Get(cookieHeader), p.Cookie))
	}
}

func joinCookies(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// show puts the headers into a request that is shown.
func (p *Parts) show(r *Request) {
	for _, one := range p.Header {
		r.set(one[0], one[1])
	}
	if p.Cookie == "" {
		return
	}
	for i := range r.Header {
		if r.Header[i][0] == cookieHeader {
			r.Header[i][1] = joinCookies(r.Header[i][1], p.Cookie)
			return
		}
	}
	r.Header = append(r.Header, [2]string{cookieHeader, p.Cookie})
}

// compileBasic makes the header of Config.Basic. taken says that Config.Headers
// has one of that name.
func (r *requester) compileBasic(text, taken string) error {
	if text == "" {
		return nil
	}
	t, err := tmpl.Compile(text)
	switch {
	case err != nil:
		return fmt.Errorf("httptool: Config.Basic: %w", err)
	case len(t.Names()) > 0:
		return fmt.Errorf("httptool: Config.Basic must not hold an argument, and {%s} stands in it", t.Names()[0])
	case taken != "":
		return fmt.Errorf("httptool: Config.Basic makes the header %s, which stands in Config.Headers too", taken)
	}
	r.headers = append(r.headers, headerTemplate{name: "Authorization", text: t, basic: true})
	return nil
}

// render makes the value of a header.
func (h headerTemplate) render(lookup tmpl.Lookup, env map[string]string) (string, error) {
	value, err := h.text.Render(lookup, &tmpl.Options{Env: toolargs.LookupIn(env), Escape: headerValue})
	if err == nil && h.basic { // RFC 7617
		value = "Basic " + base64.StdEncoding.EncodeToString([]byte(value))
	}
	return value, err
}

// hideBasic takes the encoded form of Config.Basic out of a text.
func (r *requester) hideBasic(text string, env map[string]string) string {
	for _, h := range r.headers {
		if !h.basic || !h.text.HasSecret() {
			continue
		}
		value, err := h.render(nil, env)
		shown, redacted := h.text.Redacted(nil, nil)
		if err == nil && redacted == nil {
			text = strings.ReplaceAll(text, strings.TrimPrefix(value, "Basic "), shown)
		}
	}
	return text
}
