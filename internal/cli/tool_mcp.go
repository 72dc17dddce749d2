package cli

import (
	"context"
	"encoding/json"
	"time"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool/mcptool"
)

func (b *builder) mcp(ctx context.Context, m *job.MCP, o *callOptions) (*rawFunc, error) {
	server, err := b.server(ctx, m)
	if err != nil {
		return nil, err
	}
	t := &b.j.Tool
	c := &mcptool.ToolConfig{Name: o.name, Description: b.j.Description, Effect: o.effect, Schema: o.schema, Timeout: t.Timeout}
	if o.main {
		b.box.server = server
		c.KeyTTL, c.Locked, c.Target = t.Idempotency.TTL, b.j.Locked(), b.j.Target()
	}
	if o.judge != nil {
		c.Judge = func(r *mcptool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.MCP, Params: r.Args, IsError: r.IsError, Content: r.Content, Body: r.Value}, verdict)
		}
	}
	return server.Tool(ctx, m.Tool, c)
}

// serverSchema asks the server for the schema of the job's tool.
func (b *builder) serverSchema(ctx context.Context) (json.RawMessage, error) {
	server, err := b.server(ctx, b.j.Tool.MCP)
	if err != nil {
		return nil, err
	}
	f, err := server.Tool(ctx, b.j.Tool.MCP.Tool, nil)
	if err != nil {
		return nil, err
	}
	return f.Spec().Schema, nil
}

// closeTimeout is how long a server has to end when the run has. What is left of
// it then is killed.
const closeTimeout = 3 * time.Second

// server is started once for everything that names the same one.
func (b *builder) server(ctx context.Context, m *job.MCP) (*mcptool.Server, error) {
	what := *m
	what.Tool = ""
	key, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	if s, ok := b.servers[string(key)]; ok {
		return s, nil
	}
	c := &mcptool.ServerConfig{
		Command: m.Command, Dir: m.Dir, Env: m.Env, URL: m.URL, Headers: m.Headers, LookupEnv: b.env.lookup, Logger: b.logger,
	}
	if b.j.Tool.Credential != nil {
		c.Refresh = b.env.renew
	}
	s, err := mcptool.NewServer(c)
	if err != nil {
		return nil, err
	}
	b.servers[string(key)] = s
	b.box.closers = append(b.box.closers, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		_ = s.Close(ctx) // what could not be closed was killed
	})
	return s, nil
}
