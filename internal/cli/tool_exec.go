package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/exectool"
)

func (b *builder) exec(x *job.Exec, o *callOptions) (*rawFunc, error) {
	if err := findProgram(x, b.folder); err != nil {
		return nil, err
	}
	c := execConfig(b.j, x, o)
	c.LookupEnv = b.env.lookup
	if o.judge != nil {
		c.Judge = func(r *exectool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.Exec, Params: r.Args, Exit: r.Exit, Stdout: r.Stdout, Stderr: r.Stderr}, verdict)
		}
	}
	return exectool.New(c)
}

// findProgram looks for the program before anything is called: one that is not
// there would fail every item. folder is that of the job file.
func findProgram(x *job.Exec, folder string) error {
	program := x.Command[0]
	switch {
	case strings.Contains(program, "${env:"), strings.Contains(x.Dir, "{"): // only a call knows
		return nil
	case !strings.ContainsAny(program, `/\`):
		if _, err := exec.LookPath(program); err == nil || errors.Is(err, exec.ErrDot) {
			return nil
		}
		return fmt.Errorf("tool.exec.command: there is no program %s in the PATH; write where it is, such as ./%[1]s for one in the folder of dir", program) //nolint:err113 // for people
	case filepath.IsAbs(program):
		if info, err := os.Stat(program); err == nil {
			return executable(info, program, program)
		}
		return fmt.Errorf("tool.exec.command: there is no program %s", program) //nolint:err113 // for people
	}
	path := filepath.Join(x.Dir, program)
	if info, err := os.Stat(path); err == nil {
		return executable(info, program, path)
	}
	where := "the current folder, " + cmp.Or(workingDir(), ".")
	if x.Dir != "" {
		where = x.Dir
	}
	hint := "; dir says in which folder it is"
	if _, err := os.Stat(filepath.Join(folder, program)); err == nil && x.Dir == "" {
		hint = ", but beside the job file; write dir: . to run it there"
	}
	return fmt.Errorf("tool.exec.command: there is no program %s in %s%s", program, where, hint) //nolint:err113 // for people
}

// executable refuses what is there and cannot be run: plan would promise calls
// that all fail. Windows has no such bit.
func executable(info os.FileInfo, program, path string) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("tool.exec.command: %s is a folder, and no program", program) //nolint:err113 // for people
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return fmt.Errorf("tool.exec.command: %s cannot be executed; if it is a program, chmod +x %s makes it so", program, shellWord(path)) //nolint:err113 // for people
	}
	return nil
}

func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
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
