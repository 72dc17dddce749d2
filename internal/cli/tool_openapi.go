package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// specs are those that a command has read, by their paths.
type specs map[string]*openapitool.Document

func (s specs) load(path string) (*openapitool.Document, error) {
	if d, ok := s[path]; ok {
		return d, nil
	}
	d, err := openapitool.Load(path, nil)
	if err == nil {
		s[path] = d
	}
	return d, err
}

// operation looks up what the spec says of the job's operation.
func (s specs) operation(j *job.Job) (*job.Operation, error) {
	o := &callOptions{main: true}
	if j.Tool.Effect != "" {
		if err := o.effect.UnmarshalText([]byte(j.Tool.Effect)); err != nil {
			return nil, err
		}
	}
	d, err := s.load(j.Tool.OpenAPI.Spec)
	if err != nil {
		return nil, specFault(j, "tool.openapi.spec", err)
	}
	details, err := d.Details(j.Tool.OpenAPI.Operation, openapiConfig(j, j.Tool.OpenAPI, o))
	if err != nil {
		return nil, specFault(j, "tool.openapi.operation", err)
	}
	return &job.Operation{Method: details.Method, InPath: details.InPath, Schema: details.Schema}, nil
}

// specFault is a fault of a spec, which says where it is, or else one of the
// job file's key.
func specFault(j *job.Job, key string, err error) error {
	if e, ok := errors.AsType[*openapitool.SpecError](err); ok && e.Line > 0 {
		return err
	}
	return j.At(key, err)
}

func (b *builder) openapi(a *job.OpenAPI, o *callOptions) (*rawFunc, error) {
	path := "tool.openapi"
	if !o.main {
		path = "tool.probe.openapi"
	}
	d, err := b.specs.load(a.Spec)
	if err != nil {
		return nil, specFault(b.j, path+".spec", err)
	}
	c := openapiConfig(b.j, a, o)
	c.LookupEnv = b.env.lookup
	if o.judge != nil {
		c.Judge = func(r *httptool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.HTTP, Params: r.Args, Status: r.Status, Header: r.Header, Body: r.Body}, verdict)
		}
	}
	if b.j.Tool.Credential != nil {
		c.Refresh = b.env.renew
	}
	details, err := d.Details(a.Operation, c)
	if err != nil {
		return nil, specFault(b.j, path+".operation", err)
	}
	if o.main {
		b.box.spec = &specNotes{details: details, path: a.Spec}
	} else if details.Effect != tool.ReadOnly {
		return nil, b.j.At(path+".operation", fmt.Errorf("%w, so that it is a GET or a HEAD, and %s is a %s", errProbeWrites, details.Name(), details.Method))
	}
	f, err := d.Tool(a.Operation, c)
	if err != nil {
		if strings.Contains(err.Error(), "security") {
			path += ".security"
		}
		return nil, specFault(b.j, path, err)
	}
	return f, nil
}

var errProbeWrites = errors.New("a probe only reads")

// openapiConfig is what the job file says of an operation.
func openapiConfig(j *job.Job, a *job.OpenAPI, o *callOptions) *openapitool.Config {
	t := &j.Tool
	c := &openapitool.Config{
		Name: o.name, Description: j.Description, Effect: o.effect, Server: a.Server, Security: a.Security, Headers: a.Headers,
		Schema: o.schema, Timeout: t.Timeout, KeyHeader: "-", Others: !o.main,
	}
	if o.main {
		c.KeyTTL, c.Locked = t.Idempotency.TTL, j.Locked()
		if t.Idempotency.Header != "" {
			c.KeyHeader = t.Idempotency.Header
		}
	}
	return c
}

// specNotes is what a plan says of a spec beside the request.
type specNotes struct {
	details *openapitool.Details
	path    string
}

// lines are remarks for people.
func (n *specNotes) lines() []string {
	if n == nil || len(n.details.Servers) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the spec names %d servers, and the first is taken: %s; another one goes into tool.openapi.server",
		len(n.details.Servers), strings.Join(n.details.Servers, ", "))}
}

// openapiPreview is the request of the job's operation as it may be shown.
func openapiPreview(s specs, j *job.Job, args json.RawMessage, key string) (*httptool.Request, error) {
	o, err := previewOptions(j)
	if err != nil {
		return nil, err
	}
	d, err := s.load(j.Tool.OpenAPI.Spec)
	if err != nil {
		return nil, err
	}
	c := openapiConfig(j, j.Tool.OpenAPI, o)
	c.LookupEnv = previewEnv(j)
	return d.Preview(j.Tool.OpenAPI.Operation, c, args, key)
}

// isSpec reports whether a file is an OpenAPI spec, and not a job file.
func isSpec(path string) bool {
	f, err := os.Open(path) //nolint:gosec // the user names it
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // it was only read
	head := make([]byte, 64<<10)
	n, _ := f.Read(head)
	head = bytes.TrimPrefix(head[:n], []byte("\uFEFF"))
	margin := `"'`
	if start := bytes.TrimLeft(head, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		margin += "{ \t" // JSON has no indentation that means something
	}
	for line := range bytes.Lines(head) {
		line = bytes.TrimLeft(line, margin)
		if bytes.HasPrefix(line, []byte("openapi")) || bytes.HasPrefix(line, []byte("swagger")) {
			rest := bytes.TrimLeft(line[len("openapi"):], "\"' ")
			return bytes.HasPrefix(rest, []byte(":"))
		}
	}
	return false
}

// listSpec shows the operations of a spec.
func (f *jobFlags) listSpec(s *console, path string) error {
	d, err := openapitool.Load(path, nil)
	if err != nil {
		return usage(err)
	}
	list, err := d.Operations()
	if err != nil {
		return usage(err)
	}
	lines := make([]toolLine, 0, len(list))
	for i := range list {
		lines = append(lines, specLine(d, &list[i]))
	}
	if f.json {
		return json.NewEncoder(s.out).Encode(map[string]any{"version": 1, "tools": lines})
	}
	for i := range lines {
		if i > 0 {
			s.out.printf("\n")
		}
		lines[i].show(s.out)
	}
	if len(lines) == 0 {
		s.out.printf("%s has no operations\n", path)
	}
	return nil
}

// specLine describes an operation, or says why it cannot be a tool.
func specLine(d *openapitool.Document, o *openapitool.Operation) toolLine {
	l := toolLine{Name: o.Name(), Description: o.Summary, Calls: o.Method + " " + o.Path}
	if o.Effect == 0 {
		l.EffectFrom = "the job file, in which it must stand: a " + o.Method + " does not tell"
	} else {
		l.Effect, l.EffectFrom = o.Effect.String(), "the method "+o.Method
	}
	details, err := d.Details(o.Method+" "+o.Path, nil)
	if err != nil {
		l.Problem = err.Error()
		return l
	}
	l.Schema, l.Locked = details.Schema, details.InPath
	return l
}
