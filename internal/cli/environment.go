package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/batchagent/batchagent/internal/secret"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// environment is the process's, with a credential over it that can be renewed.
// It remembers what the templates have asked for: none of that is shown.
type environment struct {
	credential *job.Credential // nil: none

	mu    sync.Mutex
	value string
	known bool
	given map[string]string // values by their names, as they were last
	hider secret.Hider      // of all values that ever were
}

func (e *environment) lookup(name string) (string, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	value, set := e.value, e.known
	if e.credential == nil || name != e.credential.Env || !e.known {
		value, set = os.LookupEnv(name)
	}
	if before, seen := e.given[name]; set && (!seen || before != value) {
		if e.given == nil {
			e.given = make(map[string]string)
		}
		e.given[name] = value
		e.hider.Add(name, value)
	}
	return value, set
}

// hide takes the values out of a text.
func (e *environment) hide(text string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.hider.Hide(text)
}

// hiding makes a tool whose results hold none of the values, which a service
// may repeat: they are reported, and stored.
func (e *environment) hiding(f *rawFunc) *rawFunc {
	if len(e.given) == 0 { // the templates name none
		return f
	}
	return f.WithFunc(func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		value, err := f.Call(ctx, args)
		return e.hideJSON(value), err
	})
}

func (e *environment) hideJSON(value json.RawMessage) json.RawMessage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.hider.HideJSON(value)
}

const (
	// credentialTimeout is how long the command may take that prints a credential.
	credentialTimeout = 30 * time.Second
	// credentialSize is how much of what it prints is read, in bytes.
	credentialSize = 64 << 10
)

var (
	errNoCredential = errors.New("tool.credential: the command printed nothing")
	errTwoLines     = errors.New("tool.credential: the command printed more than one line")
)

// renew runs the command and keeps what it prints. Its output is never shown. It
// is run as a tool's command is: nothing of it is left when it returns.
func (e *environment) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, credentialTimeout)
	defer cancel()
	command := make([]string, len(e.credential.Command))
	for i, word := range e.credential.Command {
		command[i] = strings.NewReplacer("{", "{{", "}", "}}").Replace(word) // it is no template
	}
	var end *exectool.Reply
	f, err := exectool.New(&exectool.Config{
		Name: "credential", Effect: tool.ReadOnly, Command: command, MaxOutput: credentialSize,
		Judge: func(r *exectool.Reply, _ error) error { end = r; return nil },
	})
	if err != nil {
		return fmt.Errorf("tool.credential: %w", err)
	}
	_, err = f.Call(ctx, json.RawMessage("{}"))
	name := e.credential.Command[0]
	switch {
	case end == nil && ctx.Err() != nil:
		return fmt.Errorf("tool.credential: %s: %w", name, context.Cause(ctx))
	case end == nil && err != nil:
		return fmt.Errorf("tool.credential: %s: %w", name, err) // it was not started, or said too much
	case end == nil || end.Exit != 0:
		return failedCredential(name, end)
	}
	value := strings.TrimRight(end.Stdout, "\r\n")
	switch {
	case value == "":
		return errNoCredential
	case strings.ContainsAny(value, "\r\n"):
		return errTwoLines
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.value, e.known = value, true
	return nil
}

func failedCredential(name string, end *exectool.Reply) error {
	how := "did not end"
	if end != nil {
		if how = fmt.Sprintf("exit status %d", end.Exit); end.Exit < 0 {
			how = "ended by a signal"
		}
		// What it has printed may be a credential all the same.
		said := secret.Of(map[string]string{"credential": end.Stdout}, []string{"credential"}).Hide(end.Stderr)
		if said = taxonomy.Clean(strings.TrimSpace(said)); said != "" {
			how += ": " + said
		}
	}
	return fmt.Errorf("tool.credential: %s: %s", name, how) //nolint:err113 // for people
}
