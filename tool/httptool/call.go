package httptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/batchagent/batchagent/internal/renew"
	"github.com/batchagent/batchagent/internal/secret"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// call makes one call, and after a refused credential once more.
func (r *requester) call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	used := r.renewer.Generation()
	value, err := r.attempt(ctx, args)
	if !r.renewer.Renewable(err) {
		return value, err
	}
	if problem := r.renewer.Renew(ctx, used); problem != nil {
		return nil, renew.Failed(err, problem.Error())
	}
	return r.attempt(ctx, args)
}

func (r *requester) attempt(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	env, err := r.environment()
	if err != nil {
		return nil, unset(err)
	}
	values, err := toolargs.Object(args)
	if err != nil {
		return nil, err
	}
	if err := toolargs.Misspelt(values, r.known); err != nil {
		return nil, err
	}
	var connected atomic.Bool
	if r.own {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
		})
	}
	req, shown, err := r.request(ctx, values, env)
	if err != nil {
		return nil, err
	}
	if r.keyHeader != "" {
		if err := setKey(req.Header, r.keyHeader, tool.CallKey(ctx)); err != nil {
			return nil, err
		}
	}
	resp, err := r.client.Do(req) //nolint:bodyclose // judged closes it
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			u.URL = taxonomy.Clean(shown)     // a password in it is hidden, too
			u.Err = r.hider(env).Error(u.Err) // net/http repeats what it cannot read
		}
		if r.own && !connected.Load() {
			err = taxonomy.NotSent(err) // there was no connection that it could have been sent on
		}
		return nil, err
	}
	body, err := r.judged(resp, args, func(text string) string { return r.hider(env).Hide(r.hideBasic(text, env)) })
	if err != nil {
		return nil, err
	}
	return rawJSON(body), nil
}

// hider knows the secrets of a call: variables, and the password in the variable
// that the URL begins with, which is sent in Base64.
func (r *requester) hider(env map[string]string) *secret.Hider {
	h := secret.Of(env, r.secret)
	names := r.url.head.Env()
	if len(names) == 0 {
		return h
	}
	head, err := r.url.head.Render(nil, &tmpl.Options{Env: toolargs.LookupIn(env)})
	if err != nil {
		return h
	}
	if u, err := url.Parse(head); err == nil && u.User != nil {
		password, is := u.User.Password()
		if !is {
			password = u.User.Username() // a token, mostly
		}
		h.Add(names[0], password)
	}
	return h
}

// check renders the request without sending it, so that arguments which do not
// fit the templates are refused like those that do not fit the schema.
func (r *requester) check(args json.RawMessage) error {
	env, err := r.environment()
	if err != nil {
		return unset(err)
	}
	values, err := toolargs.Object(args)
	if err != nil {
		return nil //nolint:nilerr // the schema's business, or the call's
	}
	if err := toolargs.Misspelt(values, r.known); err != nil {
		return err
	}
	_, _, err = r.request(context.Background(), values, env)
	return err
}

// request renders the templates. shown is the URL as errors may show it.
func (r *requester) request(ctx context.Context, values map[string]json.RawMessage, env map[string]string) (req *http.Request, shown string, err error) {
	lookup := tmpl.Object(values)
	parts, err := r.parts(values)
	if err != nil {
		return nil, "", err
	}
	target, err := r.url.render((*tmpl.Template).Render, lookup, env)
	if err != nil {
		return nil, "", refuse(values, err)
	}
	if shown, err = r.url.render((*tmpl.Template).Redacted, lookup, env); err != nil {
		return nil, "", refuse(values, err)
	}
	target, shown = parts.onto(target), parts.onto(shown)
	body, media, err := r.render(lookup, env)
	if err != nil {
		return nil, "", refuse(values, err)
	}
	if parts.Body != nil {
		body, media = parts.Body, parts.Media
	}
	if req, err = newRequest(ctx, r.method, target, body, media); err != nil {
		return nil, "", unset(fmt.Errorf("the URL cannot be used: %w", r.url.unreadable(err)))
	}
	if r.effect != tool.ReadOnly && (!r.own || reads(r.method)) {
		once(req)
	}
	for _, h := range r.allHeaders() {
		value, err := h.render(lookup, env)
		switch {
		case err != nil:
			return nil, "", refuse(values, err)
		case h.text == r.host:
			req.Host = value
		default:
			setHeader(req.Header, h.name, value)
		}
	}
	parts.set(req.Header)
	return req, shown, nil
}

// render makes the body and says what it is; nil: there is none.
func (r *requester) render(lookup tmpl.Lookup, env map[string]string) (body []byte, media string, err error) {
	switch {
	case r.form != nil:
		body, err = render(r.form, (*tmpl.Template).Render, lookup, env)
		return body, formType, err
	case r.body != nil:
		body, err = r.body.Render(lookup, &tmpl.Options{Env: toolargs.LookupIn(env)})
	}
	return body, jsonType, err
}

// setHeader keeps a key that the user sends on their own out of net/http's
// sight, as setKey does.
func setHeader(h http.Header, name, value string) {
	switch http.CanonicalHeaderKey(name) {
	case keyHeader, "X-" + keyHeader:
		h[strings.ToLower(name)] = []string{value}
	default:
		h.Set(name, value)
	}
}

func headerValue(value string) (string, error) {
	if !headerText(value) {
		return "", errors.New("has a line break or another control character in it, which a header cannot hold")
	}
	return value, nil
}

// unset is the error of a tool that cannot be called, whatever the arguments.
func unset(err error) error {
	e := taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnknown, "nothing was sent: %s", err.Error())
	e.Scope = taxonomy.ScopeTool
	return e
}

// refuse is the error of a template that cannot take the arguments.
func refuse(values map[string]json.RawMessage, err error) error {
	return toolargs.Refuse(values, err, unset)
}
