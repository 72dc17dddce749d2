package httptool_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

func TestNewErrors(t *testing.T) {
	t.Parallel()
	base := func(change func(*httptool.Config)) *httptool.Config {
		c := &httptool.Config{
			Name: "set_deadline", Method: "PUT", URL: "http://orders.example/orders/{order_id}",
			LookupEnv: env(map[string]string{"TOKEN": "s3cret-t0ken", "BROKEN": "s3cret\nX-Admin: 1", "BASE": "http://orders.example", "NOTHING": "", "NOURL": "s3cret-text"}),
		}
		change(c)
		return c
	}
	tests := []struct {
		name   string
		config *httptool.Config
		says   []string
	}{
		{name: "nil", config: nil, says: []string{"Config is nil"}},
		{name: "no name", config: base(func(c *httptool.Config) { c.Name = "" }), says: []string{"Spec.Name is empty"}},
		{name: "no method", config: base(func(c *httptool.Config) { c.Method = "" }), says: []string{"Config.Method is empty", "PATCH", `(tool "set_deadline")`}},
		{name: "no such method", config: base(func(c *httptool.Config) { c.Method = "P ATCH" }), says: []string{`"P ATCH" is not an HTTP method`}},
		{name: "POST without an effect", config: base(func(c *httptool.Config) { c.Method = "POST" }), says: []string{"the method POST does not say", "tool.Unsafe", "tool.Idempotent", "tool.ReadOnly", "twice"}},
		{name: "patch without an effect", config: base(func(c *httptool.Config) { c.Method = "patch" }), says: []string{"the method PATCH does not say"}},
		{name: "no such effect", config: base(func(c *httptool.Config) { c.Effect = 9 }), says: []string{"unknown effect"}},
		{name: "no URL", config: base(func(c *httptool.Config) { c.URL = "" }), says: []string{"Config.URL is empty"}},
		{name: "no scheme", config: base(func(c *httptool.Config) { c.URL = "orders.example/x" }), says: []string{"must start with http://"}},
		{name: "another scheme", config: base(func(c *httptool.Config) { c.URL = "file:///etc/passwd" }), says: []string{"must start with http://"}},
		{name: "a scheme from an argument", config: base(func(c *httptool.Config) { c.URL = "{scheme}://orders.example/" }), says: []string{"must start with http://"}},
		{name: "a host from an argument", config: base(func(c *httptool.Config) { c.URL = "http://{host}/x" }), says: []string{"must not hold an argument", "{host}"}},
		{name: "a port from an argument", config: base(func(c *httptool.Config) { c.URL = "http://h:{port}/x" }), says: []string{"must not hold an argument"}},
		{name: "an argument behind a variable", config: base(func(c *httptool.Config) { c.URL = "${env:BASE}{x}/y" }), says: []string{"must not hold an argument"}},
		{name: "no host", config: base(func(c *httptool.Config) { c.URL = "http:///x" }), says: []string{"names no host"}},
		{name: "a fragment", config: base(func(c *httptool.Config) { c.URL = "http://h/x#{y}" }), says: []string{"what follows # is never sent"}},
		{name: "a space", config: base(func(c *httptool.Config) { c.URL = "http://h/a b" }), says: []string{"%20"}},
		{name: "a bad escape", config: base(func(c *httptool.Config) { c.URL = "http://h/%zz" }), says: []string{"invalid URL escape"}},
		{name: "a bad template", config: base(func(c *httptool.Config) { c.URL = "http://h/{a" }), says: []string{"Config.URL", "never closed"}},
		{name: "a variable that is no URL", config: base(func(c *httptool.Config) { c.URL = "${env:NOURL}/x" }), says: []string{"must start with http://"}},
		{name: "an empty variable", config: base(func(c *httptool.Config) { c.URL = "${env:NOTHING}/x" }), says: []string{"must start with http://"}},
		{name: "a missing variable in the URL", config: base(func(c *httptool.Config) { c.URL = "http://h/x?k=${env:MISSING}" }), says: []string{"environment variable MISSING is not set"}},
		{name: "a missing variable in front", config: base(func(c *httptool.Config) { c.URL = "${env:MISSING}/x" }), says: []string{"environment variable MISSING is not set"}},
		{name: "a missing variable in the body", config: base(func(c *httptool.Config) { c.Body = map[string]string{"k": "${env:MISSING}"} }), says: []string{"environment variable MISSING is not set"}},
		{name: "two missing variables", config: base(func(c *httptool.Config) {
			c.Headers = map[string]string{"Authorization": "Bearer ${env:MISSING}", "X-Other": "${env:ABSENT}"}
		}), says: []string{"variables MISSING, ABSENT are not set"}},
		{name: "a variable of two lines in a header", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"Authorization": "${env:BROKEN}"} }), says: []string{"environment variable BROKEN has a line break"}},
		{name: "a header of two lines", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"X-A": "s3cret\r\nX-Admin: 1"} }), says: []string{"the header X-A has a line break"}},
		{name: "a header that is none", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"X A": "1"} }), says: []string{`"X A" is not the name of a header`}},
		{name: "a header twice", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"X-A": "1", "x-a": "2"} }), says: []string{"X-A and x-a are the same header"}},
		{name: "a bad template in a header", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"X-A": "s3cret {"} }), says: []string{"the header X-A"}},
		{name: "a header of net/http's", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"content-length": "1"} }), says: []string{"content-length is net/http's own"}},
		{name: "a header that would leave the answer compressed", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"Accept-Encoding": "gzip"} }), says: []string{"Accept-Encoding is net/http's own"}},
		{name: "the header of the key", config: base(func(c *httptool.Config) { c.Headers = map[string]string{"idempotency-key": "{order_id}"} }), says: []string{"carries the idempotency key", `"-"`}},
		{name: "a key header that is none", config: base(func(c *httptool.Config) { c.KeyHeader = "a b" }), says: []string{"Config.KeyHeader"}},
		{name: "a body that has no JSON form", config: base(func(c *httptool.Config) { c.Body = make(chan int) }), says: []string{"no JSON form"}},
		{name: "a bad template in the body", config: base(func(c *httptool.Config) { c.Body = map[string]any{"a": []string{"{"}} }), says: []string{"Config.Body", "/a/0"}},
		{name: "a body of GET", config: base(func(c *httptool.Config) { c.Method, c.Body = "GET", "x" }), says: []string{"a GET has no body"}},
		{name: "a negative maximum", config: base(func(c *httptool.Config) { c.MaxResponse = -1 }), says: []string{"Config.MaxResponse is negative"}},
		{name: "a negative timeout", config: base(func(c *httptool.Config) { c.Timeout = -time.Second }), says: []string{"Spec.Timeout is -1s"}},
		{name: "a broken schema", config: base(func(c *httptool.Config) { c.Schema = raw(`{"type":7}`) }), says: []string{"schema"}},
		{name: "a schema without the path's argument", config: base(func(c *httptool.Config) {
			c.Schema = raw(`{"type":"object","properties":{"orderid":{}},"additionalProperties":false}`)
		}), says: []string{"order_id", `did you mean "orderid"?`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := httptool.New(tt.config)
			if err == nil {
				t.Fatal("no error")
			}
			for _, says := range tt.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%q does not say %q", err, says)
				}
			}
			if strings.Contains(err.Error(), "s3cret") {
				t.Errorf("a secret in %q", err)
			}
		})
	}
}

func TestSpec(t *testing.T) {
	t.Parallel()
	const url = "http://orders.example/"
	tests := []struct {
		name   string
		config httptool.Config
		want   tool.Spec
	}{
		{
			name:   "GET reads",
			config: httptool.Config{Method: "get", URL: url + "orders/{order_id}"},
			want:   tool.Spec{Effect: tool.ReadOnly, Target: "order_id", Locked: []string{"order_id"}},
		},
		{name: "HEAD reads", config: httptool.Config{Method: "HEAD", URL: url}, want: tool.Spec{Effect: tool.ReadOnly}},
		{name: "PUT", config: httptool.Config{Method: "PUT", URL: url}, want: tool.Spec{Effect: tool.Idempotent}},
		{
			name:   "DELETE",
			config: httptool.Config{Method: "DELETE", URL: url + "{id}"},
			want:   tool.Spec{Effect: tool.Idempotent, Target: "id", Locked: []string{"id"}, Deletes: true},
		},
		{name: "what is said wins", config: httptool.Config{Method: "GET", URL: url, Effect: tool.Unsafe}, want: tool.Spec{Effect: tool.Unsafe}},
		{name: "DELETE that reads", config: httptool.Config{Method: "DELETE", URL: url, Effect: tool.ReadOnly}, want: tool.Spec{Effect: tool.ReadOnly}},
		{
			name:   "two in the path are no target, and both locked",
			config: httptool.Config{Method: "PUT", URL: url + "{customer}/orders/{order.id}?v={version}", Locked: []string{"amount", "customer"}},
			want:   tool.Spec{Effect: tool.Idempotent, Locked: []string{"amount", "customer", "order.id"}},
		},
		{
			name:   "the same one twice",
			config: httptool.Config{Method: "PUT", URL: url + "{id}/copy/{id}"},
			want:   tool.Spec{Effect: tool.Idempotent, Target: "id", Locked: []string{"id"}},
		},
		{
			name:   "a target that was given",
			config: httptool.Config{Method: "PUT", URL: url + "{id}", Target: "other", Timeout: time.Second, KeyTTL: time.Hour, Description: "d"},
			want:   tool.Spec{Effect: tool.Idempotent, Target: "other", Locked: []string{"id"}, Timeout: time.Second, KeyTTL: time.Hour, Description: "d"},
		},
		{
			name:   "the query locks nothing",
			config: httptool.Config{Method: "PUT", URL: url + "?id={id}"},
			want:   tool.Spec{Effect: tool.Idempotent},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := *mustNew(t, &tt.config).Spec()
			tt.want.Name = "set_deadline"
			got.Schema = nil
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSchema: a tool without a schema tells what its templates need.
func TestSchema(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &httptool.Config{
		Method: "PUT", URL: "http://h/{a}?q={b:json}&o={o.id}",
		Headers: map[string]string{"X-C": "{c}", "X-T": "${env:T}"}, LookupEnv: env(map[string]string{"T": "t"}),
		Body: map[string]any{"d": "{d}", "e": "no {e}", "l": []any{"{f}", map[string]any{"g": "{g:integer}"}}, "n": 1.5},
	})
	var got struct {
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(f.Spec().Schema, &got); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got.Required)
	if diff := cmp.Diff([]string{"a", "b", "c", "e", "f"}, got.Required); diff != "" {
		t.Errorf("required (-want +got):\n%s", diff)
	}
	types := map[string]string{}
	for name, p := range got.Properties {
		types[name] = string(p)
	}
	const scalar = `{"type":["string","number","boolean"]}`
	want := map[string]string{"a": scalar, "b": `{}`, "c": scalar, "d": `{}`, "e": scalar, "f": `{}`, "g": `{}`}
	if diff := cmp.Diff(want, types); diff != "" {
		t.Errorf("properties (-want +got):\n%s", diff)
	}
}

// TestConfigIsCopied: what is changed after New changes nothing.
func TestConfigIsCopied(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	c := &httptool.Config{
		Method: "PUT", URL: url + "/{id}", Headers: map[string]string{"X-A": "1"}, Body: map[string]any{"a": "{id}"},
		Locked: []string{"a"}, Client: &http.Client{},
	}
	c.Locked = append(make([]string, 0, 4), "a")
	f := mustNew(t, c)
	if spare := c.Locked[:2]; spare[1] != "" {
		t.Errorf("New has written %q into the caller's slice", spare[1])
	}
	c.Headers["X-A"], c.Locked[0] = "2", "b"
	c.Body.(map[string]any)["a"] = "changed" //nolint:forcetypeassert // it is one
	c.Client.Transport = http.NewFileTransport(http.Dir("."))
	if _, err := f.Call(t.Context(), raw(`{"id":"1"}`)); err != nil {
		t.Fatal(err)
	}
	if got := <-requests; got.Header.Get("X-A") != "1" || got.Body != `{"a":"1"}` || f.Spec().Locked[0] != "a" {
		t.Errorf("%+v, %v", got, f.Spec().Locked)
	}
	if c.Client.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}
