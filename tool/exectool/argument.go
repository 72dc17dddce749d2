package exectool

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// argument is one element of the command behind the program.
type argument struct {
	text  *tmpl.Template
	fixed string // its own text before the first value
	first opening
	lead  string // the name of that value
	free  bool   // a "-" at its beginning means nothing, or is allowed
}

// opening is what follows the text that a template begins with.
type opening int

const (
	end opening = iota
	field
	envVariable
)

var errNUL = errors.New("has a NUL byte in it, which nothing that is handed to a program can hold")

func (r *runner) compileCommand(c *Config) error {
	if len(c.Command) == 0 || c.Command[0] == "" {
		return errNoCommand
	}
	for i, text := range c.Command {
		t, err := tmpl.Compile(text)
		switch {
		case err != nil:
			return fmt.Errorf("exectool: Config.Command[%d]: %w", i, err)
		case strings.ContainsRune(text, 0):
			return fmt.Errorf("exectool: Config.Command[%d] %w", i, errNUL)
		case i == 0:
			r.program = t
		default:
			r.args = append(r.args, argument{text: t})
		}
	}
	if names := r.program.Names(); len(names) > 0 {
		return fmt.Errorf("exectool: Config.Command[0] is the program and holds {%s}; an argument must not choose what is run", names[0])
	}
	if strings.ContainsAny(c.Command[0], `/\`) && !filepath.IsAbs(c.Command[0]) && r.dir != nil && len(r.dir.Names()) > 0 {
		return fmt.Errorf("exectool: Config.Command[0] is looked for in Config.Dir, which holds {%s}; an argument must not choose what is run: give the program's whole path", r.dir.Names()[0])
	}
	if err := r.checkCode(c.Command); err != nil {
		return err
	}
	behind := false // "--", after which there are no options
	for i := range r.args {
		a := &r.args[i]
		a.fixed, a.first, a.lead = begin(a.text.String())
		names := a.text.Names()
		a.free = behind || len(names) == 0 ||
			!slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(c.Dashed, name) })
		if a.fixed != "" && strings.Trim(a.fixed, "-") == "" && a.first != end && !a.free {
			return fmt.Errorf("exectool: in Config.Command[%d] the value of {%s} would choose which option it is; write the option out, or name the argument in Config.Dashed", i+1, names[0])
		}
		behind = behind || a.text.String() == "--"
	}
	for _, name := range c.Dashed {
		if !slices.ContainsFunc(r.args, func(a argument) bool { return slices.Contains(a.text.Names(), name) }) {
			return fmt.Errorf("exectool: Config.Dashed names %q, which no element of Config.Command uses", name)
		}
	}
	return nil
}

// begin returns the text of its own that a template begins with, in which {{,
// }} and $${ stand for themselves, and what follows.
func begin(source string) (fixed string, first opening, name string) {
	var b strings.Builder
	for i := 0; i < len(source); {
		rest := source[i:]
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			b.WriteByte(rest[0])
			i += 2
			continue
		case strings.HasPrefix(rest, "${") && !strings.HasPrefix(rest, "${{"):
			inner, _, _ := strings.Cut(rest[len("${env:"):], "}")
			return b.String(), envVariable, inner
		case rest[0] == '{':
			inner, _, _ := strings.Cut(rest[1:], "}")
			if n := strings.LastIndexByte(inner, ':'); n >= 0 {
				inner = inner[:n]
			}
			return b.String(), field, inner
		}
		b.WriteByte(rest[0])
		if i++; strings.HasPrefix(rest, "$${") && !strings.HasPrefix(rest, "$${{") {
			i++ // the second dollar sign is not written
		}
	}
	return b.String(), end, ""
}

// check looks at a rendered argument; reason "" is none. env holds the values
// of the environment variables.
func (a *argument) check(rendered string, env map[string]string) (reason string) {
	if a.free {
		return ""
	}
	byValue := a.first == field || a.first == envVariable && env[a.lead] == ""
	switch {
	case a.fixed == "" && byValue && strings.HasPrefix(rendered, "-"):
		return `begins with "-", which the program may take for an option; if it is none, put "--" before it in the command, or name the argument in Dashed`
	case len(a.fixed) == 2 && a.fixed[0] == '-' && a.fixed[1] != '-' && rendered == a.fixed && byValue:
		return "is empty, so that " + a.fixed + " would take the next argument for its value"
	}
	return ""
}

// interpreters take a program as the argument of an option: of one that ends
// with the letter, as -c and -ec do for a shell.
//
//nolint:gochecknoglobals // a table, never written
var interpreters = map[string]string{
	"sh": "c", "bash": "c", "dash": "c", "ash": "c", "zsh": "c", "ksh": "c", "mksh": "c", "fish": "c", "csh": "c", "tcsh": "c", "busybox": "c",
	"python": "c", "perl": "eE", "ruby": "e", "node": "ep", "nodejs": "ep", "deno": "e", "bun": "e", "php": "r", "lua": "e",
	"powershell": "cC", "pwsh": "cC",
}

// checkCode refuses arguments of the call inside a program that stands in the
// command as text, where a value could be any code. Known interpreters only.
func (r *runner) checkCode(command []string) error {
	name := strings.ToLower(command[0][strings.LastIndexAny(command[0], `/\`)+1:])
	name = strings.TrimRight(strings.TrimSuffix(name, ".exe"), ".0123456789")
	letters, known := interpreters[name]
	for i, a := range r.args {
		names := a.text.Names()
		if len(names) == 0 {
			continue
		}
		if name == "cmd" { // it joins all that follows and reads it anew
			return fmt.Errorf("exectool: cmd would read the value of {%s} in Config.Command[%d] as code; run the program itself", names[0], i+1)
		}
		if known && i > 0 && isCodeOption(r.args[i-1].text.String(), letters) {
			return fmt.Errorf(`exectool: {%s} in Config.Command[%d] would be code for %s; hand it over behind the code, where a shell has it as "$1": ["sh", "-c", "… \"$1\"", "sh", "{%[1]s}"]`, names[0], i+1, name)
		}
	}
	return nil
}

func isCodeOption(option, letters string) bool {
	if len(option) < 2 || option[0] != '-' {
		return false
	}
	switch strings.ToLower(option) {
	case "--command", "--eval", "--print", "--run", "-command":
		return true
	}
	return option[1] != '-' && strings.ContainsAny(option[len(option)-1:], letters)
}
