package exectool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
)

var errBatchFile = errors.New("is a batch file, which Windows runs in a shell that reads the arguments anew")

// runnable refuses what would be run through a shell: Windows hands a batch
// file to cmd.exe, whose rules of quoting no argument survives for certain
// (CVE-2024-24576 tells of it for several languages).
func runnable(cmd *exec.Cmd) error {
	if runtime.GOOS != "windows" {
		return nil
	}
	switch strings.ToLower(filepath.Ext(strings.TrimRight(cmd.Path, ". "))) {
	case ".bat", ".cmd":
		return errBatchFile
	}
	return nil
}

// notStarted says why a program could not be started. Nothing has happened.
func (r *runner) notStarted(in *invocation, env map[string]string, err error) error {
	c := r.censor(env)
	program := r.shown(in, c)[0]
	if in.dir != "" { // the system says "no such file" of the program then
		if info, statErr := os.Stat(in.dir); statErr != nil || !info.IsDir() {
			return r.noFolder(c.Hide(in.dir))
		}
	}
	switch {
	case errors.Is(err, errBatchFile):
		return unusable(taxonomy.CodeUnsupported, "%s %s; run the program that is in it", program, errBatchFile)
	case errors.Is(err, exec.ErrDot):
		return unusable(taxonomy.CodeCommandNotFound, "%s was found in the current folder only; write ./%[1]s if it is meant", program)
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return unusable(taxonomy.CodeCommandNotFound, "%s", missing(in, program))
	case errors.Is(err, fs.ErrPermission) && isFolder(in):
		return unusable(taxonomy.CodeCommandNotFound, "%s is a folder and no program", program)
	case errors.Is(err, fs.ErrPermission):
		return unusable(taxonomy.CodeCommandNotFound, "%s cannot be executed; chmod +x makes it so, if it is a program", program)
	case errors.Is(err, syscall.ENOEXEC):
		return unusable(taxonomy.CodeUnsupported, "%s is no program for this system; a script needs a first line such as #!/bin/sh", program)
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		e := taxonomy.Classify(taxonomy.NotSent(errno)) // without the path, which may hold a secret
		e.Message = fmt.Sprintf("nothing was started: %s: %s", program, errno)
		if isBusyText(errno) { // it is being written, which takes a moment
			e.Class, e.Code, e.Scope = taxonomy.Transient, taxonomy.CodeBusy, taxonomy.ScopeTool
		}
		if e.Class == taxonomy.InputError {
			e.Message += "; long values belong on the standard input"
		}
		e.Err = errno
		e.Basis = taxonomy.BasisDeclared
		return e
	}
	return unusable(taxonomy.CodeUnknown, "%s: %s", program, c.Hide(err.Error()))
}

// noFolder: a folder that a call names is the call's fault, one that the Config
// names is not.
func (r *runner) noFolder(dir string) error {
	text := fmt.Sprintf("the folder %s, in which it is to run, does not exist", dir)
	names := r.dir.Names()
	if len(names) == 0 {
		return unusable(taxonomy.CodeFileNotFound, "%s", text)
	}
	return &taxonomy.Error{
		Class: taxonomy.InputError, Code: taxonomy.CodeFileNotFound, Applied: taxonomy.No, Scope: taxonomy.ScopeTarget,
		Basis: taxonomy.BasisDeclared, Message: "nothing was started: " + text,
		Fields: []taxonomy.Field{{Path: pointer.Of(strings.Split(names[0], ".")...), Code: taxonomy.CodeFileNotFound, Message: "names no folder"}},
	}
}

// isFolder reports whether the program is one.
func isFolder(in *invocation) bool {
	path := in.argv[0]
	if in.dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(in.dir, path)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// missing says what is not there: the program, or the interpreter that its
// first line names, for which the system has the same error.
func missing(in *invocation, program string) string {
	path := in.argv[0]
	switch {
	case !strings.ContainsAny(path, `/\`) && strings.ContainsAny(path, " \t"):
		return fmt.Sprintf("there is no program %q in the PATH; the command is a list, with one element for the program and one for each argument", program)
	case !strings.ContainsAny(path, `/\`):
		return fmt.Sprintf("there is no program %s in the PATH", program)
	}
	if in.dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(in.dir, path)
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Sprintf("the interpreter that the first line of %s names does not exist; a line that ends in CR LF names another one", program)
	}
	return "there is no program " + program
}
