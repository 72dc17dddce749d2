package httptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// call makes one call, and after a refused credential once more.
func (r *requester) call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	used := r.renewer.generation()
	value, err := r.attempt(ctx, args)
	if !r.renewer.renewable(err) {
		return value, err
	}
	if problem := r.renewer.renew(ctx, used); problem != nil {
		return nil, notRenewed(err, problem)
	}
	return r.attempt(ctx, args)
}

func (r *requester) attempt(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	env, err := r.environment()
	if err != nil {
		return nil, unset(err)
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(args, &values); err != nil || values == nil {
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "the arguments are not a JSON object")
	}
	if err := r.misspelt(values); err != nil {
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
			u.URL = taxonomy.Clean(shown) // a password in it is hidden, too
		}
		if r.own && !connected.Load() {
			err = taxonomy.NotSent(err) // there was no connection that it could have been sent on
		}
		return nil, err
	}
	body, err := r.judged(resp, args, func(text string) string { return r.hide(text, env) })
	if err != nil {
		return nil, err
	}
	return rawJSON(body), nil
}

// check renders the request without sending it, so that arguments which do not
// fit the templates are refused like those that do not fit the schema.
func (r *requester) check(args json.RawMessage) error {
	env, err := r.environment()
	if err != nil {
		return unset(err)
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(args, &values); err != nil || values == nil {
		return nil //nolint:nilerr // the schema's business, or the call's
	}
	if err := r.misspelt(values); err != nil {
		return err
	}
	_, _, err = r.request(context.Background(), values, env)
	return err
}

// request renders the templates. shown is the URL as errors may show it.
func (r *requester) request(ctx context.Context, values map[string]json.RawMessage, env map[string]string) (req *http.Request, shown string, err error) {
	lookup := tmpl.Object(values)
	target, err := r.url.render((*tmpl.Template).Render, lookup, env)
	if err != nil {
		return nil, "", r.refuse(values, err)
	}
	if shown, err = r.url.render((*tmpl.Template).Redacted, lookup, env); err != nil {
		return nil, "", r.refuse(values, err)
	}
	body, media, err := r.render(lookup, env)
	if err != nil {
		return nil, "", r.refuse(values, err)
	}
	if req, err = newRequest(ctx, r.method, target, body, media); err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err // without the URL, which may hold a secret
		}
		return nil, "", unset(fmt.Errorf("the URL cannot be used: %w", err))
	}
	if r.effect != tool.ReadOnly && (!r.own || reads(r.method)) {
		once(req)
	}
	for _, h := range r.allHeaders() {
		value, err := h.text.Render(lookup, &tmpl.Options{Env: lookupIn(env), Escape: headerValue})
		switch {
		case err != nil:
			return nil, "", r.refuse(values, err)
		case h.text == r.host:
			req.Host = value
		default:
			setHeader(req.Header, h.name, value)
		}
	}
	return req, shown, nil
}

// render makes the body and says what it is; nil: there is none.
func (r *requester) render(lookup tmpl.Lookup, env map[string]string) (body []byte, media string, err error) {
	switch {
	case r.form != nil:
		body, err = render(r.form, (*tmpl.Template).Render, lookup, env)
		return body, formType, err
	case r.body != nil:
		body, err = r.body.Render(lookup, &tmpl.Options{Env: lookupIn(env)})
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

// refuse makes an INPUT_ERROR of a template's complaint, and names the
// argument.
func (r *requester) refuse(values map[string]json.RawMessage, err error) error {
	var fe *tmpl.FieldError
	if !errors.As(err, &fe) || strings.HasPrefix(fe.Field, "environment variable ") {
		return unset(err)
	}
	code := taxonomy.CodeInvalidFormat
	if fe.Absent {
		code = taxonomy.CodeMissingField
	}
	path := pointer(fe.Field)
	if _, whole := values[fe.Field]; !whole {
		path = pointer(strings.Split(fe.Field, ".")...)
	}
	reason := fe.Reason
	if fe.Text != "" {
		reason = strings.TrimPrefix(fe.Error(), fe.Field+": ")
	}
	e := taxonomy.Errorf(taxonomy.InputError, code, "%s", fe.Error())
	e.Fields = []taxonomy.Field{{Path: path, Code: code, Message: taxonomy.Clean(reason)}}
	return e
}

// hide puts ${env:NAME} in the place of every secret, in the forms in which a
// server may repeat it. Values of fewer than four characters are left: they
// would be found in every text.
func (r *requester) hide(text string, env map[string]string) string {
	const shortest = 4
	type pair struct{ from, to string }
	var pairs []pair
	for _, name := range r.secret {
		value := env[name]
		if len(value) < shortest {
			continue
		}
		forms := []string{value, url.QueryEscape(value), url.PathEscape(value)}
		for _, encode := range []func(any) ([]byte, error){json.Marshal, func(v any) ([]byte, error) { return jsonBody(v) }} {
			if quoted, err := encode(value); err == nil {
				forms = append(forms, strings.Trim(string(quoted), `"`))
			}
		}
		for _, form := range forms {
			pairs = append(pairs, pair{form, "${env:" + name + "}"})
		}
	}
	// The longest first: one secret may be a part of another.
	slices.SortStableFunc(pairs, func(a, b pair) int { return len(b.from) - len(a.from) })
	list := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		list = append(list, p.from, p.to)
	}
	return strings.NewReplacer(list...).Replace(text)
}
