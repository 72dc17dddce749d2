package exectool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// Reply is how a program ended, as [Config].Judge sees it.
type Reply struct {
	Exit           int    // -1: a signal ended it
	Stdout, Stderr string // of the standard error the last 64 KiB
	Args           json.RawMessage
}

// judged lets the user's own judge have the last word.
func (r *runner) judged(e *ended, in *invocation, env map[string]string, args json.RawMessage) (json.RawMessage, error) {
	result, verdict := r.judge(e, in, env)
	if r.judging == nil || e.cut != nil || e.state == nil || e.total > int64(len(e.stdout)) {
		return result, verdict
	}
	if err := r.judging(&Reply{Exit: e.state.ExitCode(), Stdout: string(e.stdout), Stderr: string(e.stderr), Args: args}, verdict); err != nil {
		return nil, err
	}
	return value(output(e))
}

// output is what the program printed, without the mark before it and the ends
// of lines after it.
func output(e *ended) string {
	return strings.TrimRight(strings.TrimPrefix(string(e.stdout), "\uFEFF"), "\r\n")
}

// judge makes the result of a call of how the program ended.
func (r *runner) judge(e *ended, in *invocation, env map[string]string) (json.RawMessage, error) {
	switch {
	case e.cut != nil:
		return nil, r.stopped(e, env)
	case e.state == nil:
		return nil, &taxonomy.Error{
			Class: taxonomy.Fatal, Code: taxonomy.CodeUnknown, Basis: taxonomy.BasisDeclared, Err: e.err,
			Message: fmt.Sprintf("the program ran, and the system does not say how it ended: %v", e.err),
		}
	case !e.state.Success():
		return nil, r.failed(e, in, env)
	case e.total > int64(len(e.stdout)):
		return nil, &taxonomy.Error{
			Class: taxonomy.Fatal, Code: taxonomy.CodeUnreadableAnswer, Applied: taxonomy.Answered, Basis: taxonomy.BasisDeclared,
			Message: fmt.Sprintf("the program ended with success and may have done its work, but its output has %d bytes, and only %d are kept (MaxOutput)", e.total, len(e.stdout)),
		}
	}
	text := output(e)
	if taxonomy.FromResult(text) != nil {
		if err := taxonomy.FromResult(r.censor(env).Hide(text)); err != nil {
			return nil, err
		}
	}
	if strings.TrimSpace(text) == "" {
		if err := r.complained(e, env); err != nil {
			return nil, err
		}
	}
	return value(text)
}

// value is the output as JSON.
func value(text string) (json.RawMessage, error) {
	if text == "" {
		return json.RawMessage("null"), nil
	}
	if trimmed := strings.Trim(text, " \t\r\n"); json.Valid([]byte(trimmed)) {
		return json.RawMessage(strings.ToValidUTF8(trimmed, "\uFFFD")), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return nil, fmt.Errorf("exectool: %w", err) // a string always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// complained looks for a failure that is only announced on the standard error:
// at its beginning, or in its last line, after what a program says on the way.
func (r *runner) complained(e *ended, env map[string]string) error {
	text := strings.TrimSpace(r.censor(env).tail(e.stderr, e.errTotal))
	if err := taxonomy.FromResult(text); err != nil {
		return err
	}
	return taxonomy.FromResult(lastLine(text))
}

// stopped is the error of a program that was killed because the time was up, or
// nobody wanted it any longer. That it was us who killed it is nothing that it
// said, so that neither its status nor its signal is in the error.
func (r *runner) stopped(e *ended, env map[string]string) error {
	if said := taxonomy.Clean(lastLine(r.censor(env).tail(e.stderr, e.errTotal))); said != "" {
		return fmt.Errorf("the program was stopped, it last said %q: %w", short(said), e.cut)
	}
	return fmt.Errorf("the program was stopped: %w", e.cut)
}

// failed is the error of a program that ended without success.
func (r *runner) failed(e *ended, in *invocation, env map[string]string) error {
	c := r.censor(env)
	exit := &taxonomy.ExitError{
		Argv: r.shown(in, c), Code: e.state.ExitCode(), Signal: signalOf(e.state),
		Stderr: c.tail(e.stderr, e.errTotal), Stdout: c.head(e.stdout, e.total),
	}
	declared, ok := r.exits[exit.Code]
	if !ok {
		return exit
	}
	// What was said still tells which argument is wrong, or how long to wait.
	err := taxonomy.Classify(exit)
	if err.Class != declared.Class {
		err.Code, err.Scope = "", taxonomy.ScopeItem
	}
	if declared.Code != "" {
		err.Code = declared.Code
	}
	switch declared.Class {
	case taxonomy.ResourceConflict, taxonomy.InputError, taxonomy.Permission:
		err.Applied = taxonomy.No
	case taxonomy.Transient:
		if err.Basis == taxonomy.BasisText || err.Basis == taxonomy.BasisUnknown {
			// Words are not enough to run something a second time by.
			err.Applied = min(err.Applied, taxonomy.Answered)
		}
	case taxonomy.Fatal:
	}
	if declared.NothingDone {
		err.Applied = taxonomy.No
	}
	if declared.Class != taxonomy.InputError {
		err.Fields = nil
	}
	if declared.Class != taxonomy.Transient && declared.Class != taxonomy.ResourceConflict {
		err.RetryAfter = 0
	}
	if err.Suggestions = nil; err.Context == nil {
		err.Context = make(map[string]any)
	}
	err.Context["exit_status"] = exit.Code
	err.Class, err.Basis, err.Err = declared.Class, taxonomy.BasisDeclared, exit
	return err
}

// lastLine returns the last line that is not empty.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// short cuts a text for a sentence.
func short(s string) string {
	const most = 120
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
