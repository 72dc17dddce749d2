package httptool

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
)

// Request is a request as it may be shown: ${env:NAME} stands for the values of
// variables.
type Request struct {
	Method, URL string
	Header      [][2]string // in the order of their names
	Body        string      // "" where there is none
	// User is Config.Basic, whose header is not in Header; "": none.
	User string
}

// Preview returns the request that a call with these arguments would send,
// without sending it. key is the idempotency key of the call, "" where it is not
// known; the header for it is left out then. It fails as New and a call would
// before anything is sent.
func Preview(c *Config, args json.RawMessage, key string) (*Request, error) {
	if c == nil {
		return nil, errNoConfig
	}
	r, err := newRequester(c)
	if err != nil {
		return nil, err
	}
	env, err := r.environment()
	if err != nil {
		return nil, unset(err)
	}
	values, err := toolargs.Object(args)
	if err != nil {
		return nil, err
	}
	lookup := tmpl.Object(values)
	p := &Request{Method: r.method}
	if p.URL, err = r.url.render((*tmpl.Template).Redacted, lookup, env); err != nil {
		return nil, refuse(values, err)
	}
	parts, err := r.parts(values)
	if err != nil {
		return nil, err
	}
	p.URL = parts.onto(p.URL)
	opts := &tmpl.Options{Env: toolargs.LookupIn(env)}
	media := ""
	switch {
	case parts.Body != nil:
		media, p.Body = parts.Media, string(parts.Body)
	case r.form != nil:
		media = formType
		body, err := render(r.form, (*tmpl.Template).Redacted, lookup, env)
		if err != nil {
			return nil, refuse(values, err)
		}
		p.Body = string(body)
	case r.body != nil:
		media = jsonType
		body, err := r.body.Redacted(lookup, opts)
		if err != nil {
			return nil, refuse(values, err)
		}
		p.Body = string(body)
	}
	p.Header = append(p.Header, [2]string{accept, jsonType})
	if media != "" {
		p.Header = append(p.Header, [2]string{contentType, media})
	}
	if r.keyHeader != "" && key != "" {
		p.Header = append(p.Header, [2]string{r.keyHeader, key})
	}
	for _, h := range r.allHeaders() {
		value, err := h.text.Redacted(lookup, &tmpl.Options{Env: toolargs.LookupIn(env), Escape: headerValue})
		if err != nil {
			return nil, refuse(values, fmt.Errorf("the header %s: %w", h.name, err))
		}
		if h.basic {
			p.User = value
			continue
		}
		p.set(h.name, value)
	}
	parts.show(p)
	return p, nil
}

// set replaces one of the headers that are sent anyway, or adds another.
func (p *Request) set(name, value string) {
	for i := range p.Header {
		if strings.EqualFold(p.Header[i][0], name) {
			p.Header[i][1] = value
			return
		}
	}
	p.Header = append(p.Header, [2]string{name, value})
}
