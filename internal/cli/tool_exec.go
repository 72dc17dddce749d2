package cli

import (
	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/exectool"
)

func (b *builder) exec(x *job.Exec, o *callOptions) (*rawFunc, error) {
	t := &b.j.Tool
	c := &exectool.Config{
		Name: o.name, Description: b.j.Description, Effect: o.effect,
		Command: x.Command, Stdin: x.Stdin, Dir: x.Dir, Env: x.Env,
		Schema: o.schema, Timeout: t.Timeout, LookupEnv: b.env.lookup,
	}
	if len(x.ExitCodes) > 0 {
		c.ExitCodes = make(map[int]exectool.Exit, len(x.ExitCodes))
		for code, class := range x.ExitCodes {
			c.ExitCodes[code] = exectool.Exit{Class: class}
		}
	}
	if o.main {
		c.KeyTTL, c.Locked = t.Idempotency.TTL, b.j.Locked()
	}
	if o.judge != nil {
		c.Judge = func(r *exectool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.Exec, Params: r.Args, Exit: r.Exit, Stdout: r.Stdout, Stderr: r.Stderr}, verdict)
		}
	}
	return exectool.New(c)
}

// started reports whether a probe's command came to an end of its own, which
// is an answer to the question whatever its exit status is.
func started(verdict error) bool {
	return taxonomy.Classify(verdict).Code != taxonomy.CodeCommandNotFound
}
