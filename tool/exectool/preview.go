package exectool

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
)

// Command is what would be run, as it may be shown: ${env:NAME} stands for the
// values of variables.
type Command struct {
	Args  []string    // the program and its arguments
	Env   [][2]string // the variables that Config.Env sets, in the order of their names
	Dir   string      // "": that of this process
	Stdin string      // "": nothing
}

// Preview returns the command that a call with these arguments would run,
// without running it. It fails as New and a call would before anything is
// started.
func Preview(c *Config, args json.RawMessage) (*Command, error) {
	if c == nil {
		return nil, errNoConfig
	}
	r, err := newRunner(c)
	if err != nil {
		return nil, err
	}
	env, err := r.environment()
	if err != nil {
		return nil, unusable(taxonomy.CodeUnknown, "%s", err)
	}
	in, err := r.render(args, env)
	if err != nil {
		return nil, err
	}
	censor := r.censor(env)
	shown, err := r.fill((*tmpl.Template).Redacted, in.values, args, env)
	if err != nil {
		return nil, refuse(in.values, err)
	}
	p := &Command{Args: r.shown(in, censor), Dir: censor.Hide(shown.dir), Stdin: censor.Hide(string(shown.stdin))}
	for _, name := range slices.Sorted(maps.Keys(shown.set)) {
		p.Env = append(p.Env, [2]string{name, censor.Hide(shown.set[name])})
	}
	return p, nil
}
