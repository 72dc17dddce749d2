package taxonomy

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ExitError is how a program ended that failed, for callers who hold it as
// data. *exec.ExitError is understood as it is; it does not know the program's
// name, though, without which most codes mean nothing.
type ExitError struct {
	Argv   []string // the program and its arguments
	Code   int      // its exit status; -1 where a signal ended it
	Signal int      // the signal that ended it, 0: none
	Stderr string   // as much as was kept
	Stdout string
}

// Error returns "name: exit status 2: what it said", with the last line of its
// standard error, or of its standard output where that is empty.
func (e *ExitError) Error() string {
	s := "exit status " + strconv.Itoa(e.Code)
	if e.Signal != 0 {
		s = "signal " + strconv.Itoa(e.Signal)
		if row, ok := signalRows[e.Signal]; ok {
			s = row.name
		}
	}
	if len(e.Argv) > 0 {
		s = baseName(e.Argv[0]) + ": " + s
	}
	lines := linesOf(e.Stderr)
	if len(lines) == 0 { // many scripts say on their standard output what went wrong
		lines = linesOf(e.Stdout)
	}
	if len(lines) > 0 {
		s += ": " + lines[len(lines)-1]
	}
	return s
}

// judge asks, in this order: the signal, what the program is known to say, its
// documented codes, an error that it printed as JSON, its standard error line by
// line, codes that are only a convention (sysexits.h, and what shells make of a command that is not there).
func (e *ExitError) judge() *Error {
	run := runOf(e.Argv)
	if run.name == "ssh" && e.Code != 255 && e.Signal == 0 {
		run = run.remote()
	}
	known := programs[run.name] // nil is fine
	switch {
	case e.Signal != 0:
		return signaled(e.Signal, run.timed)
	case e.Code < -1 && e.Code >= -maxSignal: // as Python's subprocess has it
		return signaled(-e.Code, run.timed)
	case e.Code == -1, uint32(e.Code)>>30 == 3: //nolint:gosec // no status of a process that ended by itself, or one of Windows (NTSTATUS) that stands for a crash
		return &Error{Class: Fatal, Code: CodeUnknown, Applied: Unanswered, Basis: BasisCode}
	}
	if n := e.Code - 128; n > 0 && n <= maxSignal && !known.knows(e.Code) {
		if v := e.said(&run, known); v != nil && v.basis == BasisCode {
			return e.settle(&run, known, v)
		}
		return signaled(n, run.timed)
	}
	v := e.started(&run, known)
	if v == nil {
		v = e.said(&run, known)
	}
	if v == nil && known.readsOnly(&run) {
		v = &exitVerdict{ruling: ruling{Fatal, CodeUnknown, No, ScopeItem}, basis: BasisCode, message: e.line()}
	}
	switch {
	case v != nil:
	case len(linesOf(e.Stderr)) > 0: // it said something that nobody understands
		return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Message: e.line()}
	default: // whoever wraps it may know more
		return nil
	}
	return e.settle(&run, known, v)
}

// exitVerdict is an opinion about an exit, before it is asked whether the
// program may have done something before.
type exitVerdict struct {
	ruling
	basis   Basis
	message string
	early   bool // it failed before it did anything: a usage error, a program that could not be started
	sure    bool // the program is known to say this, or to end so
	whole   bool // it is all that the program said
	inner   *Error
}

func (e *ExitError) settle(run *commandRun, known *program, v *exitVerdict) *Error {
	out := v.inner
	if out == nil {
		out = &Error{}
	}
	out.Class, out.Code, out.Applied, out.Scope, out.Basis = v.class, v.code, v.applied, v.scope, v.basis
	if v.message != "" {
		out.Message = v.message
	}
	if out.Context == nil {
		out.Context = map[string]any{}
	}
	out.Context["exit_status"] = e.Code
	switch {
	case run.name == "git" && pushedSome(e.Stderr):
		out.Applied = min(out.Applied, Answered)
	case v.early && !run.script:
		out.Applied = No
	case known.readsOnly(run) && v.applied == Answered:
		out.Applied = No // whatever went wrong, there is nothing that it could have done
	case known.readsOnly(run), v.sure && !run.script && !run.many(known):
	case known.once() && !run.script && !run.many(known):
	case known == nil && !run.script && v.class != Transient && (v.whole || len(linesOf(e.Stderr)) <= 1):
		// It does what nobody knows, and all that it says is that it refused.
	default:
		out.Applied = min(out.Applied, Answered) // a part may have been done before
	}
	return out
}

// started reads the codes of those that start a program for another (shells,
// env, timeout): that it took too long, or could not be started.
func (e *ExitError) started(run *commandRun, known *program) *exitVerdict {
	switch {
	case run.timed && e.Code == 124:
		return &exitVerdict{ruling: ruling{Transient, CodeTimeout, Unanswered, ScopeItem}, basis: BasisCode, message: "it took longer than it was allowed"}
	case known.knows(e.Code):
		return nil
	case e.Code == 125 && run.under != "":
		return &exitVerdict{ruling: ruling{InputError, CodeValidationFailed, No, ScopeTool}, basis: BasisCode, early: true, message: e.line()}
	case e.Code == 126:
		v := e.said(run, known)
		if v == nil {
			v = &exitVerdict{ruling: ruling{Permission, CodeForbidden, Answered, ScopeTool}, basis: BasisCode}
		}
		v.early = run.proves(e.Stderr)
		return v
	case e.Code == 127 && notFound(e.Stderr):
		v := &exitVerdict{ruling: ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}, basis: BasisCode, message: e.line()}
		v.early = run.proves(e.Stderr) // else it is one that the program runs itself, some way into its work
		return v
	}
	return nil
}

// pushedSome reports whether git says of some of the references that it pushed
// them ("   1a2b3c4..5d6e7f8  main -> main", " * [new branch]").
func pushedSome(stderr string) bool {
	for line := range strings.Lines(stderr) {
		if line = strings.TrimSpace(line); strings.Contains(line, " -> ") && !strings.HasPrefix(line, "!") && !strings.HasPrefix(line, "=") {
			return true
		}
	}
	return false
}

// line returns the last line of the standard error that is no advice.
func (e *ExitError) line() string {
	lines := linesOf(e.Stderr)
	for _, line := range slices.Backward(lines) {
		if !advice(line) {
			return line
		}
	}
	return ""
}

// notFound reports whether the words of status 127 are about a program that is
// not there. It is also what bash ends with where a variable is not set.
func notFound(stderr string) bool {
	said := strings.ToLower(stderr)
	return strings.TrimSpace(said) == "" || !strings.Contains(said, "unbound variable") && !strings.Contains(said, "parameter null or not set") && !strings.Contains(said, "must be set")
}

//nolint:gochecknoglobals // a table, never written
var exitLifters = []lifter{{types: []string{"os/exec.ExitError"}, lift: liftExit}}

// liftExit makes an ExitError of that of package os/exec, which has the
// standard error only where Output was called.
func liftExit(node error) foreign {
	x, ok := node.(*exec.ExitError) //nolint:errorlint // by node
	if !ok || x.ProcessState == nil {
		return nil
	}
	e := &ExitError{Code: x.ExitCode(), Stderr: string(x.Stderr)}
	if status, ok := x.Sys().(interface {
		Signaled() bool
		Signal() syscall.Signal
	}); ok && status.Signaled() {
		e.Signal = int(status.Signal())
	}
	return e
}
