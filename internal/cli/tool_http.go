package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

func (b *builder) http(h *job.HTTP, o *callOptions) (*rawFunc, error) {
	t := &b.j.Tool
	c := &httptool.Config{
		Name: o.name, Description: b.j.Description, Effect: o.effect,
		Method: h.Method, URL: h.URL, Headers: h.Headers, Form: h.Form,
		Schema: o.schema, Timeout: t.Timeout, KeyHeader: "-", LookupEnv: b.env.lookup,
	}
	if h.Body != nil {
		c.Body = h.Body
	}
	if o.main {
		c.KeyTTL, c.Locked = t.Idempotency.TTL, b.j.Locked()
		if t.Idempotency.Header != "" {
			c.KeyHeader = t.Idempotency.Header
		}
	}
	if o.judge != nil {
		c.Judge = func(r *httptool.Reply, verdict error) error {
			return o.judge(&declare.Answer{Kind: declare.HTTP, Params: r.Args, Status: r.Status, Header: r.Header, Body: r.Body}, verdict)
		}
	}
	if t.Credential != nil {
		c.Refresh = b.env.renew
	}
	return httptool.New(c)
}

// environment is the process's, with a credential over it that can be renewed.
type environment struct {
	credential *job.Credential // nil: none

	mu    sync.Mutex
	value string
	known bool
}

func (e *environment) lookup(name string) (string, bool) {
	if e.credential != nil && name == e.credential.Env {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.known {
			return e.value, true
		}
	}
	return os.LookupEnv(name)
}

// credentialTimeout is how long the command may take that prints a credential.
const credentialTimeout = 30 * time.Second

var (
	errNoCredential = errors.New("tool.credential: the command printed nothing")
	errTwoLines     = errors.New("tool.credential: the command printed more than one line")
)

// renew runs the command and keeps what it prints. Its output is never shown.
func (e *environment) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, credentialTimeout)
	defer cancel()
	command := e.credential.Command
	cmd := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // the user names it
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said := taxonomy.Clean(strings.TrimSpace(stderr.String()))
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if said != "" {
			return fmt.Errorf("tool.credential: %s: %w: %s", command[0], err, said)
		}
		return fmt.Errorf("tool.credential: %s: %w", command[0], err)
	}
	value := strings.TrimRight(string(out), "\r\n")
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
