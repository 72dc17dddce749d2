package cli

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool/httptool"
)

func (b *builder) http(h *job.HTTP, o *callOptions) (*rawFunc, error) {
	c := httpConfig(b.j, h, o)
	c.LookupEnv = b.env.lookup
	if o.judge != nil {
		c.Judge = func(r *httptool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.HTTP, Params: r.Args, Status: r.Status, Header: r.Header, Body: r.Body}, verdict)
		}
	}
	if b.j.Tool.Credential != nil {
		c.Refresh = b.env.renew
	}
	return httptool.New(c)
}

// httpConfig is what the job file says of a request.
func httpConfig(j *job.Job, h *job.HTTP, o *callOptions) *httptool.Config {
	t := &j.Tool
	c := &httptool.Config{
		Name: o.name, Description: j.Description, Effect: o.effect,
		Method: h.Method, URL: h.URL, Headers: h.Headers, Form: h.Form,
		Schema: o.schema, Timeout: t.Timeout, KeyHeader: "-",
	}
	if h.Body != nil {
		c.Body = h.Body
	}
	if o.main {
		c.KeyTTL, c.Locked = t.Idempotency.TTL, j.Locked()
		if t.Idempotency.Header != "" {
			c.KeyHeader = t.Idempotency.Header
		}
	}
	return c
}

// httpPreview is the request of the job's tool as it may be shown.
func httpPreview(j *job.Job, args json.RawMessage, key string) (*httptool.Request, error) {
	o, err := previewOptions(j)
	if err != nil {
		return nil, err
	}
	c := httpConfig(j, j.Tool.HTTP, o)
	c.LookupEnv = previewEnv(j)
	return httptool.Preview(c, args, key)
}

// previewOptions are those of the job's tool, as far as they show.
func previewOptions(j *job.Job) (*callOptions, error) {
	o := &callOptions{name: j.Name, schema: j.Tool.Schema, main: true}
	return o, o.effect.UnmarshalText([]byte(j.Tool.Effect))
}

// previewEnv is the process's environment, with a credential that no command
// was run for.
func previewEnv(j *job.Job) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if value, ok := os.LookupEnv(name); ok {
			return value, true
		}
		return "", j.Tool.Credential != nil && name == j.Tool.Credential.Env
	}
}

// httpText shows a request as HTTP writes it.
func httpText(r *httptool.Request) string {
	var b strings.Builder
	b.WriteString(r.Method + " " + r.URL)
	if r.User != "" {
		b.WriteString("\nAuthorization: Basic (" + r.User + " in base64)")
	}
	for _, h := range r.Header {
		b.WriteString("\n" + h[0] + ": " + h[1])
	}
	if r.Body != "" {
		b.WriteString("\n\n" + r.Body)
	}
	return b.String()
}

// curlText shows a request as a command. A secret stays a variable of the shell,
// which quotes with " let through.
func curlText(r *httptool.Request) string {
	var b strings.Builder
	b.WriteString("curl -X " + r.Method + " " + shellText(r.URL))
	if r.User != "" {
		b.WriteString(" \\\n  -u " + shellText(r.User))
	}
	for _, h := range r.Header {
		b.WriteString(" \\\n  -H " + shellText(h[0]+": "+h[1]))
	}
	if r.Body != "" {
		b.WriteString(" \\\n  --data-raw " + shellText(r.Body))
	}
	return b.String()
}

// shellText quotes a text in which ${env:NAME} stands for variables.
func shellText(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${env:")
		name, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(shellQuote(text))
			return b.String()
		}
		b.WriteString(shellQuote(before) + `"$` + name + `"`)
		if text = after; text == "" {
			return b.String()
		}
	}
}

func shellQuote(s string) string {
	if s == "" {
		return ""
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
