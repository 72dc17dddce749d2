package cli

import (
	"encoding/json"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/exectool"
)

func (b *builder) exec(x *job.Exec, o *callOptions) (*rawFunc, error) {
	c := execConfig(b.j, x, o)
	c.LookupEnv = b.env.lookup
	if o.judge != nil {
		c.Judge = func(r *exectool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.Exec, Params: r.Args, Exit: r.Exit, Stdout: r.Stdout, Stderr: r.Stderr}, verdict)
		}
	}
	return exectool.New(c)
}

func execConfig(j *job.Job, x *job.Exec, o *callOptions) *exectool.Config {
	t := &j.Tool
	c := &exectool.Config{
		Name: o.name, Description: j.Description, Effect: o.effect,
		Command: x.Command, Stdin: x.Stdin, Dir: x.Dir, Env: x.Env,
		Schema: o.schema, Timeout: t.Timeout,
	}
	if len(x.ExitCodes) > 0 {
		c.ExitCodes = make(map[int]exectool.Exit, len(x.ExitCodes))
		for code, class := range x.ExitCodes {
			c.ExitCodes[code] = exectool.Exit{Class: class}
		}
	}
	if o.main {
		c.KeyTTL, c.Locked, c.Target = t.Idempotency.TTL, j.Locked(), j.Target()
	}
	return c
}

// execPreview is the command of the job's tool as it may be shown.
func execPreview(j *job.Job, args json.RawMessage) (*exectool.Command, error) {
	o, err := previewOptions(j)
	if err != nil {
		return nil, err
	}
	c := execConfig(j, j.Tool.Exec, o)
	c.LookupEnv = previewEnv(j)
	return exectool.Preview(c, args)
}

// execText shows a command as a shell would take it, with the variables that
// are set for it.
func execText(x *exectool.Command) string {
	var words []string
	for _, v := range x.Env {
		words = append(words, v[0]+"="+shellWord(v[1]))
	}
	for _, word := range x.Args {
		words = append(words, shellWord(word))
	}
	text := strings.Join(words, " ")
	if x.Stdin != "" {
		text += " <<< " + shellWord(strings.TrimSuffix(x.Stdin, "\n"))
	}
	return text
}

// started reports whether a probe's command came to an end of its own, which
// is an answer to the question whatever its exit status is.
func started(verdict error) bool {
	return taxonomy.Classify(verdict).Code != taxonomy.CodeCommandNotFound
}
