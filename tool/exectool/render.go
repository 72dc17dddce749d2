package exectool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
	"github.com/batchagent/batchagent/taxonomy"
)

// invocation is what one run of the program gets.
type invocation struct {
	argv   []string
	stdin  []byte // nil: nothing
	dir    string
	set    map[string]string          // environment variables
	unset  []string                   // those that are not to be inherited
	values map[string]json.RawMessage // what it was made of
}

// variable is one of the environment that the program gets.
type variable struct {
	name     string
	text     *tmpl.Template
	optional bool // it is one argument and nothing else
}

func (r *runner) compileEnv(c *Config) error {
	for _, name := range slices.Sorted(maps.Keys(c.Env)) {
		t, err := tmpl.Compile(c.Env[name])
		switch {
		case name == "" || strings.ContainsAny(name, "=\x00"):
			return fmt.Errorf("exectool: Config.Env has %q, which cannot be the name of an environment variable", name)
		case name == KeyVariable || name == AttemptVariable:
			return fmt.Errorf("exectool: Config.Env has %s, which the tool sets itself; use another name", name)
		case err != nil:
			return fmt.Errorf("exectool: Config.Env, %s: %w", name, err)
		case strings.ContainsRune(c.Env[name], 0):
			return fmt.Errorf("exectool: Config.Env, %s: the value %w", name, errNUL)
		}
		_, whole := t.Whole()
		r.env = append(r.env, variable{name: name, text: t, optional: whole})
	}
	return nil
}

// environment is what the templates need of it.
func (r *runner) environment() (map[string]string, error) {
	return toolargs.Environment(r.secret, r.lookupEnv)
}

// render makes an invocation of the arguments of a call. Its errors are
// classified; nothing was started.
func (r *runner) render(args json.RawMessage, env map[string]string) (*invocation, error) {
	values, err := toolargs.Object(args)
	if err != nil {
		return nil, err
	}
	if err := toolargs.Misspelt(values, r.known); err != nil {
		return nil, err
	}
	in, err := r.fill((*tmpl.Template).Render, values, args, env)
	if err != nil {
		return nil, refuse(values, err)
	}
	for i, a := range r.args {
		if reason := a.check(in.argv[i+1], env); reason != "" {
			return nil, refuse(values, &tmpl.FieldError{Field: a.text.Names()[0], Reason: reason})
		}
	}
	return in, nil
}

// put is a template's Render or, for texts that people see, its Redacted.
type put func(*tmpl.Template, tmpl.Lookup, *tmpl.Options) (string, error)

// fill puts the arguments into the templates.
func (r *runner) fill(put put, values map[string]json.RawMessage, args json.RawMessage, env map[string]string) (*invocation, error) {
	lookup := tmpl.Object(values)
	opts := &tmpl.Options{
		Env: toolargs.LookupIn(env),
		Escape: func(value string) (string, error) {
			if strings.ContainsRune(value, 0) {
				return "", errNUL
			}
			return value, nil
		},
	}
	in := &invocation{set: make(map[string]string, len(r.env)+2), values: values}
	for _, t := range r.command() {
		text, err := put(t, lookup, opts)
		if err != nil {
			return nil, err
		}
		in.argv = append(in.argv, text)
	}
	for _, v := range r.env {
		text, err := put(v.text, lookup, opts)
		var fe *tmpl.FieldError
		switch {
		case err == nil:
			in.set[v.name] = text
		case v.optional && errors.As(err, &fe) && fe.Absent:
			in.unset = append(in.unset, v.name)
		default:
			return nil, err
		}
	}
	var err error
	if r.dir != nil {
		if in.dir, err = put(r.dir, lookup, opts); err != nil {
			return nil, err
		}
	}
	switch {
	case r.json:
		var line bytes.Buffer // one line, whatever the arguments were laid out like
		if err := json.Compact(&line, args); err != nil {
			return nil, err
		}
		line.WriteByte('\n')
		in.stdin = line.Bytes()
	case r.stdin != nil:
		// A file can hold any byte, so there is nothing to refuse.
		text, err := put(r.stdin, lookup, &tmpl.Options{Env: opts.Env})
		if err != nil {
			return nil, err
		}
		in.stdin = []byte(text)
	}
	return in, nil
}

// shown is the command of in as errors may show it.
func (r *runner) shown(in *invocation, c *censor) []string {
	argv := slices.Clone(in.argv)
	for i, t := range r.command() {
		if text, err := t.Redacted(tmpl.Object(in.values), nil); err == nil {
			argv[i] = text
		}
		argv[i] = c.Hide(argv[i]) // an argument may hold the same secret
	}
	return argv
}

func (r *runner) command() []*tmpl.Template {
	list := []*tmpl.Template{r.program}
	for _, a := range r.args {
		list = append(list, a.text)
	}
	return list
}

// environ is the environment of the program: ours, without what is not to be
// inherited.
func (in *invocation) environ() []string {
	own := slices.Concat(slices.Collect(maps.Keys(in.set)), in.unset, []string{KeyVariable, AttemptVariable})
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(own, func(o string) bool {
			return o == name || runtime.GOOS == "windows" && strings.EqualFold(o, name)
		})
	})
	for _, name := range slices.Sorted(maps.Keys(in.set)) {
		env = append(env, name+"="+in.set[name])
	}
	return env
}

// unusable is the error of a tool that cannot be called, whatever the
// arguments.
func unusable(code taxonomy.Code, format string, args ...any) error {
	return &taxonomy.Error{
		Class: taxonomy.Fatal, Code: code, Applied: taxonomy.No, Scope: taxonomy.ScopeTool, Basis: taxonomy.BasisDeclared,
		Message: "nothing was started: " + fmt.Sprintf(format, args...),
	}
}

// refuse is the error of a template that cannot take the arguments.
func refuse(values map[string]json.RawMessage, err error) error {
	return toolargs.Refuse(values, err, func(err error) error { return unusable(taxonomy.CodeUnknown, "%s", err) })
}
