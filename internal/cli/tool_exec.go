package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/internal/tmpl"
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

// execText shows a command as a shell would take it, with the variables that
// are set for it.
func execText(x *job.Exec, args json.RawMessage) (string, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(args, &values); err != nil {
		return "", err
	}
	lookup := tmpl.Object(values)
	var words []string
	for _, name := range slices.Sorted(maps.Keys(x.Env)) {
		t, err := tmpl.Compile(x.Env[name])
		if err != nil {
			return "", err
		}
		value, err := t.Redacted(lookup, &tmpl.Options{AbsentEmpty: true})
		if err != nil {
			return "", err
		}
		words = append(words, name+"="+shellWord(value))
	}
	for _, word := range x.Command {
		t, err := tmpl.Compile(word)
		if err != nil {
			return "", err
		}
		value, err := t.Redacted(lookup, nil)
		if err != nil {
			return "", err
		}
		words = append(words, shellWord(value))
	}
	text := strings.Join(words, " ")
	if x.Stdin == exectool.StdinJSON {
		text += " <<< " + shellWord(compact(args))
	}
	return text, nil
}

// started reports whether a probe's command came to an end of its own, which
// is an answer to the question whatever its exit status is.
func started(verdict error) bool {
	return taxonomy.Classify(verdict).Code != taxonomy.CodeCommandNotFound
}
