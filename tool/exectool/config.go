package exectool

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

const (
	// DefaultMaxOutput is how much of the standard output is kept, in bytes:
	// 10 MiB.
	DefaultMaxOutput = 10 << 20
	// DefaultKillGrace is the time between SIGTERM and SIGKILL.
	DefaultKillGrace = 500 * time.Millisecond
	// StdinJSON as [Config.Stdin] sends the arguments as one line of JSON.
	StdinJSON = "json"
	// KeyVariable is the environment variable that holds the idempotency key of
	// the call.
	KeyVariable = "BATCHAGENT_IDEMPOTENCY_KEY"
	// AttemptVariable is the one that holds the number of the attempt, from 1.
	AttemptVariable = "BATCHAGENT_ATTEMPT"
)

// Config declares a command. Texts are templates over the arguments of a call,
// which are a JSON object: {order_id} is an argument, {qty:integer} one that is
// converted without loss or not at all, ${env:NAME} an environment variable, {{
// a brace. It is copied by [New].
type Config struct {
	// Name is what models, job files and reports call the tool; required.
	Name string
	// Description is one or two sentences for models and people.
	Description string
	// Effect says what running it twice does; required, since nothing about a
	// command tells.
	Effect tool.Effect
	// Command is the program and its arguments, each element one argument;
	// required. The program holds no arguments of the call. Without a slash it
	// is looked for in the PATH of this process, with one relative to Dir. A
	// program that a shell or another interpreter is given (sh -c …) cannot
	// hold arguments of the call either: they would be code. Hand them over
	// behind it: ["sh", "-c", "cp -- \"$1\" out/", "sh", "{file}"].
	Command []string
	// Dashed are arguments whose values may begin with "-" where the program
	// looks for options, such as a number that may be negative.
	Dashed []string
	// Stdin is what the program reads: "": nothing; [StdinJSON]: the arguments
	// as one JSON object and a newline; else a text. A program that does not
	// read it is no failure.
	Stdin string
	// Dir is the folder it runs in. "": that of this process.
	Dir string
	// Env are environment variables, beside those of this process. One that is
	// an argument and nothing else, which is absent or null, is not set, also
	// not inherited.
	Env map[string]string
	// ExitCodes says what an exit status other than 0 means, before package
	// taxonomy is asked.
	ExitCodes map[int]Exit
	// Judge has the last word on a program that came to its end and whose
	// output is whole. It is given how it ended and what exectool makes of it,
	// nil for a success, and returns its own verdict: nil for a success, whose
	// value is the standard output. It must be safe for concurrent use. nil:
	// none.
	Judge func(r *Reply, verdict error) error
	// Schema is the JSON Schema of the arguments. nil: made of the arguments
	// that the templates use; others are allowed, but not where one looks like
	// a misspelt one.
	Schema json.RawMessage
	// Timeout bounds one attempt. 0: the executor's.
	Timeout time.Duration
	// KeyTTL is how long the other side remembers an idempotency key. 0: for
	// ever.
	KeyTTL time.Duration
	// Target is the argument that names the record which a call is about. "":
	// not known.
	Target string
	// Locked are further arguments that a correction must never change.
	Locked []string
	// Deletes: the program removes its target, so that "not found" after a call
	// that may have happened means that it did.
	Deletes bool
	// MaxOutput is how much of the standard output is kept, in bytes. 0:
	// [DefaultMaxOutput]. Of the standard error the last 64 KiB are kept.
	MaxOutput int64
	// KillGrace is how long the processes have to end after SIGTERM, before
	// SIGKILL, and how long those that outlive the program have to close its
	// output. A call returns within that time and about 0.1 s of its context's
	// end. 0: [DefaultKillGrace].
	KillGrace time.Duration
	// LookupEnv gives the environment variables of the templates, at New and at
	// every call, so that one can be renewed. nil: os.LookupEnv. It must be
	// safe for concurrent use.
	LookupEnv func(name string) (value string, ok bool)
}

// Exit is what an exit status means.
type Exit struct {
	// Class is what kind of failure it is. The zero value is FATAL.
	Class taxonomy.Class
	// Code is its code. "": what the program said decides, if that is of the
	// same class; else the code of the class.
	Code taxonomy.Code
	// NothingDone: the program ends with this status only before it has done
	// anything, so that it can be run again. Of RESOURCE_CONFLICT, INPUT_ERROR
	// and PERMISSION that is true anyway: they are refusals. A TRANSIENT without
	// it may have happened, and an Unsafe tool is not called again.
	NothingDone bool
}

var (
	errNoConfig  = errors.New("exectool: Config is nil")
	errNoCommand = errors.New("exectool: Config.Command is empty; give the program and its arguments, one element each")
	errNoEffect  = errors.New("exectool: Config.Effect is not set; set it to tool.Unsafe if running the command twice acts twice, tool.Idempotent if running it twice acts once, or tool.ReadOnly if it changes nothing")
	errMaximum   = errors.New("exectool: Config.MaxOutput is negative; 0 means 10 MiB")
	errGrace     = errors.New("exectool: Config.KillGrace is negative; 0 means 500 ms")
)

// New makes a tool of a command. Its arguments are a JSON object, its result is
// what the program has printed (see the package comment).
//
// New fails where the Config cannot work: a template that does not compile, an
// environment variable that is not set (the error names it and never its
// value), no Effect. The program itself is looked for at each call. A call with
// arguments that the templates cannot take is an INPUT_ERROR that names them,
// and nothing is started. As with any tool, the time for a call is that of its
// context.
//
// The tool is safe for concurrent use.
//
// A call of a program that prints a line takes 1.2 to 1.5 of the time that
// os/exec alone takes for it, 1.3 to 2 ms on the machine where that was measured;
// os/exec with a session of its own takes 1.4 (bench_test.go, where runs on a
// busy machine differ by as much as that).
func New(c *Config) (*tool.Func[json.RawMessage, json.RawMessage], error) {
	if c == nil {
		return nil, errNoConfig
	}
	r, err := newRunner(c)
	if err != nil {
		if c.Name != "" {
			err = fmt.Errorf("%w (tool %q)", err, c.Name)
		}
		return nil, err
	}
	spec := tool.Spec{
		Name: c.Name, Description: c.Description, Effect: c.Effect, Target: c.Target,
		Locked: slices.Clone(c.Locked), Deletes: c.Deletes,
		Schema: c.Schema, Timeout: c.Timeout, KeyTTL: c.KeyTTL,
	}
	if spec.Schema == nil {
		if spec.Schema, err = r.schema(); err != nil {
			return nil, err
		}
		if c.Stdin != StdinJSON { // else the program may know arguments that no template uses
			r.known = r.names()
		}
	}
	f, err := tool.New(spec, r.call)
	if err != nil {
		return nil, err
	}
	return f.WithCheck(r.check), nil
}

// runner is a Config, compiled. It is never changed after New.
type runner struct {
	program   *tmpl.Template
	args      []argument
	json      bool           // the arguments go to the standard input
	stdin     *tmpl.Template // nil: nothing does
	dir       *tmpl.Template // nil: that of this process
	env       []variable
	exits     map[int]Exit
	judging   func(*Reply, error) error
	key       bool // the program is given the key
	most      int64
	grace     time.Duration
	lookupEnv func(string) (string, bool)
	secret    []string // the variables in use
	known     []string // arguments that the templates use; nil: the schema decides
}

func newRunner(c *Config) (*runner, error) {
	r := &runner{
		json: c.Stdin == StdinJSON, key: c.Effect != tool.ReadOnly,
		most: c.MaxOutput, grace: c.KillGrace, lookupEnv: c.LookupEnv, judging: c.Judge,
	}
	if r.lookupEnv == nil {
		r.lookupEnv = os.LookupEnv
	}
	if r.most == 0 {
		r.most = DefaultMaxOutput
	}
	if r.grace == 0 {
		r.grace = DefaultKillGrace
	}
	switch {
	case c.Effect == 0:
		return nil, errNoEffect
	case r.most < 0:
		return nil, errMaximum
	case r.grace < 0:
		return nil, errGrace
	}
	var err error
	if c.Stdin != "" && !r.json {
		if r.stdin, err = tmpl.Compile(c.Stdin); err != nil {
			return nil, fmt.Errorf("exectool: Config.Stdin: %w", err)
		}
	}
	if c.Dir != "" {
		if r.dir, err = tmpl.Compile(c.Dir); err != nil {
			return nil, fmt.Errorf("exectool: Config.Dir: %w", err)
		}
	}
	for _, compile := range []func(*Config) error{r.compileCommand, r.compileEnv, r.compileExits} {
		if err := compile(c); err != nil {
			return nil, err
		}
	}
	// One that is missing is found before the first item and not at every one.
	for _, t := range r.templates() {
		for _, name := range t.Env() {
			if !slices.Contains(r.secret, name) {
				r.secret = append(r.secret, name)
			}
		}
	}
	if _, err := r.environment(); err != nil {
		return nil, fmt.Errorf("exectool: %w", err)
	}
	return r, nil
}

func (r *runner) compileExits(c *Config) error {
	r.exits = make(map[int]Exit, len(c.ExitCodes))
	for status, exit := range c.ExitCodes {
		switch {
		case status == 0:
			return errors.New("exectool: Config.ExitCodes has 0, which is success")
		case status < 0:
			return fmt.Errorf("exectool: Config.ExitCodes has %d, which is no exit status", status)
		case exit.Class > taxonomy.Permission:
			return fmt.Errorf("exectool: Config.ExitCodes has a class for %d that does not exist: %s", status, exit.Class.String())
		}
		r.exits[status] = exit
	}
	return nil
}

// templates are all of them.
func (r *runner) templates() []*tmpl.Template {
	list := []*tmpl.Template{r.program}
	for _, a := range r.args {
		list = append(list, a.text)
	}
	for _, v := range r.env {
		list = append(list, v.text)
	}
	for _, t := range []*tmpl.Template{r.stdin, r.dir} {
		if t != nil {
			list = append(list, t)
		}
	}
	return list
}
