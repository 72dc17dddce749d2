package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// toolbox is a job's tool with what has to be closed after the run.
type toolbox struct {
	tool     *rawFunc
	declared *declare.Program // nil: nothing is declared
	env      *environment
	server   *mcptool.Server // that of the tool; nil: none
	spec     *specNotes      // of its operation; nil: it is none
	closers  []func()
}

func (b *toolbox) close() {
	for _, c := range b.closers {
		c()
	}
}

// builder makes the tools of one job.
type builder struct {
	j        *job.Job
	box      *toolbox
	env      *environment
	logger   *slog.Logger
	declared *declare.Program
	servers  map[string]*mcptool.Server // by what they are started with
	specs    specs

	folder    string // of the job file
	rehearsal bool   // no credential is asked for
}

// open reads a job file and makes the tool that it declares. What it returns
// has to be closed.
func (f *jobFlags) open(ctx context.Context, path string, logger *slog.Logger) (*job.Job, *toolbox, error) {
	j, err := f.load(path, nil)
	if err != nil {
		return nil, nil, err
	}
	b := &builder{
		j: j, box: &toolbox{}, env: &environment{}, logger: logger, servers: map[string]*mcptool.Server{}, specs: f.specs,
		folder: filepath.Dir(path), rehearsal: f.rehearsal,
	}
	if b.specs == nil { // a probe may have one
		b.specs = specs{}
	}
	b.box.env = b.env
	if j.NeedsSchema() {
		schema, err := b.serverSchema(ctx)
		if err == nil {
			j, err = f.load(path, schema)
		}
		if err != nil {
			b.box.close()
			return nil, nil, err
		}
		b.j = j
	}
	if err := b.build(ctx); err != nil {
		b.box.close()
		if placed(err) {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, b.box, nil
}

// placed reports whether an error says by itself where it is.
func placed(err error) bool {
	if e, ok := errors.AsType[*job.FileError](err); ok {
		return e.File != ""
	}
	_, ok := errors.AsType[*openapitool.SpecError](err)
	return ok
}

// credential gets the first one, where there is none yet.
func (b *builder) credential(ctx context.Context) error {
	c := b.j.Tool.Credential
	if c == nil {
		return nil
	}
	b.env.credential = c
	_, set := os.LookupEnv(c.Env)
	switch {
	case set:
		return nil
	case b.rehearsal:
		b.env.known = true
		return nil
	}
	return b.env.renew(ctx)
}

func (b *builder) build(ctx context.Context) error {
	t := &b.j.Tool
	var err error
	if t.Success != "" || len(t.Classify) > 0 {
		rules := make([]declare.Rule, len(t.Classify))
		for i, r := range t.Classify {
			rules[i] = declare.Rule{When: r.When, Class: r.Class, Code: r.Code, Applied: r.Applied, RetryAfter: r.RetryAfter}
		}
		if b.declared, err = declare.Compile(kindOf(&t.Call), t.Success, rules); err != nil {
			return err
		}
		b.box.declared = b.declared
	}
	if err := b.credential(ctx); err != nil {
		return err
	}
	var effect tool.Effect
	if t.Effect != "" {
		if err := effect.UnmarshalText([]byte(t.Effect)); err != nil {
			return err
		}
	}
	judge := func(a *declare.Answer, verdict error) error { return b.declared.Judge(a, verdict) }
	if b.declared == nil {
		judge = nil
	}
	f, err := b.call(ctx, &t.Call, &callOptions{name: b.j.Name, effect: effect, schema: t.Schema, judge: judge, main: true})
	if err != nil {
		return err
	}
	f = b.env.hiding(f)
	if t.Probe != nil {
		if f, err = b.withProbe(ctx, f, t.Probe); err != nil {
			return fmt.Errorf("tool.probe: %w", err)
		}
	}
	b.box.tool = f
	return nil
}

// callOptions is what a tool and its probe differ in.
type callOptions struct {
	name   string
	effect tool.Effect // 0: what is called tells
	schema json.RawMessage
	judge  func(a *declare.Answer, verdict error) error // nil: none
	main   bool                                         // it is the tool, and not its probe
}

func kindOf(c *job.Call) declare.Kind {
	switch {
	case c.Exec != nil:
		return declare.Exec
	case c.MCP != nil:
		return declare.MCP
	}
	return declare.HTTP
}

// call makes a tool of one kind.
func (b *builder) call(ctx context.Context, c *job.Call, o *callOptions) (*rawFunc, error) {
	switch {
	case c.OpenAPI != nil:
		return b.openapi(c.OpenAPI, o)
	case c.Exec != nil:
		return b.exec(c.Exec, o)
	case c.MCP != nil:
		return b.mcp(ctx, c.MCP, o)
	}
	return b.http(c.HTTP, o)
}

var (
	errDone    = errors.New("it has happened")
	errNotDone = errors.New("it has not happened")
)

// withProbe gives a tool the call that tells whether another one happened.
func (b *builder) withProbe(ctx context.Context, f *rawFunc, p *job.Probe) (*rawFunc, error) {
	done, err := declare.Compile(kindOf(&p.Call), p.Done, nil)
	if err != nil {
		return nil, err
	}
	asking, err := b.call(ctx, &p.Call, &callOptions{
		name: b.j.Name + " (probe)", effect: tool.ReadOnly,
		judge: func(a *declare.Answer, verdict error) error { return settle(done, a, verdict) },
	})
	if err != nil {
		return nil, err
	}
	return f.WithProbe(func(ctx context.Context, args json.RawMessage) (json.RawMessage, bool, error) {
		value, err := asking.Call(ctx, args)
		switch {
		case err == nil: // only a probe that was not judged gets here
			return nil, false, errNoVerdict
		case errors.Is(err, errDone):
			return b.env.hideJSON(value), true, nil
		case errors.Is(err, errNotDone):
			return nil, false, nil
		}
		return nil, false, err
	}), nil
}

var errNoVerdict = errors.New("the probe's answer was not whole")

// settle says what a probe's answer means. Where it is no answer to the
// question (a 500, a 401), or the expression cannot be evaluated, nobody knows.
// That the record does not exist is an answer.
func settle(done *declare.Program, a *declare.Answer, verdict error) error {
	missing := verdict != nil && taxonomy.Classify(verdict).Code == taxonomy.CodeNotFound
	if verdict != nil && !missing && (a.Kind == declare.HTTP || a.Kind == declare.Exec && !started(verdict)) {
		return verdict
	}
	yes, err := done.Holds(a)
	switch {
	case err == nil && yes:
		return errDone
	case err == nil, missing:
		return errNotDone
	case verdict != nil:
		return verdict
	}
	return taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnknown, "tool.probe.done cannot be evaluated: %s", err.Error())
}
