// Package tooltest scripts a tool for tests: what it answers, call by call, and
// what it does behind the caller's back. Use it to see how a program that
// calls tools behaves when they fail in the ways in which real ones do: "503,
// then commit and lose the reply".
//
// A scripted tool keeps a record of every call and of every commit, so that a
// test can prove that nothing was done twice.
package tooltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"sync"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Step is what a scripted tool does at one call.
type Step struct {
	name   string
	commit bool
	run    func(ctx context.Context) error // nil: success
}

// OK commits and answers.
func OK() Step { return Step{name: "ok", commit: true} }

// Fail changes nothing and returns err.
func Fail(err error) Step {
	return Step{name: "fail", run: func(context.Context) error { return err }}
}

// Status changes nothing and answers with an HTTP status, headers given as
// name, value, name, value, ….
func Status(status int, headers ...string) Step {
	h := make(http.Header)
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return Step{name: fmt.Sprint(status), run: func(context.Context) error {
		return taxonomy.FromAnswer(taxonomy.Answer{Status: status, Header: h})
	}}
}

// CommitThen commits, and then does what the step does: CommitThen(Reset()) is
// a lost reply.
func CommitThen(s Step) Step {
	s.commit = true
	s.name = "commit, " + s.name
	return s
}

// Reset returns what an HTTP client returns when the connection breaks before
// the answer.
func Reset() Step {
	return Fail(&url.Error{Op: "Patch", URL: "http://orders/1", Err: io.ErrUnexpectedEOF})
}

// Hang waits for the end of its context and returns its error.
func Hang() Step {
	return Step{name: "hang", run: func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}}
}

// Deaf ignores its context for d, and then does what the step does.
func Deaf(d time.Duration, s Step) Step {
	run := s.run
	s.name = "deaf, " + s.name
	s.run = func(ctx context.Context) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		<-timer.C
		if run == nil {
			return nil
		}
		return run(ctx)
	}
	return s
}

// After waits for d, or until its context ends, and then does what the step
// does.
func After(d time.Duration, s Step) Step {
	run := s.run
	s.run = func(ctx context.Context) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if run == nil {
			return nil
		}
		return run(ctx)
	}
	return s
}

// Panic panics with v.
func Panic(v any) Step {
	return Step{name: "panic", run: func(context.Context) error { panic(v) }}
}

// Goexit ends the goroutine.
func Goexit() Step {
	return Step{name: "goexit", run: func(context.Context) error {
		runtime.Goexit()
		return nil
	}}
}

// Call is one call that a scripted tool got.
type Call struct {
	Item       string // the argument "id"
	Args       json.RawMessage
	Key        string // tool.CallKey
	Attempt    int    // tool.Attempt
	Start, End time.Time
	Err        error
}

// Tool is a scripted tool. Its arguments are an object with the member "id"
// and whatever else the schema of the Spec allows. It is safe for concurrent
// use.
type Tool struct {
	*tool.Func[json.RawMessage, json.RawMessage]

	mu      sync.Mutex
	scripts map[string][]Step
	rest    Step
	calls   []Call
	commits map[string]int
	running map[string]int
	overlap bool
}

var errNoReturn = errors.New("tooltest: the call did not return")

// New returns a tool that does the given steps, one a call; after the last, OK.
// It panics if the spec is not right. An empty Name is "scripted".
func New(spec tool.Spec, steps ...Step) *Tool {
	if spec.Name == "" {
		spec.Name = "scripted"
	}
	t := &Tool{scripts: map[string][]Step{"": steps}, rest: OK(), commits: map[string]int{}, running: map[string]int{}}
	t.Func = tool.Must(tool.New(spec, t.call))
	return t
}

// Item gives one item a script of its own, by its argument "id".
func (t *Tool) Item(id string, steps ...Step) *Tool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.scripts[id] = steps
	return t
}

// Rest sets what is done once a script has ended; OK otherwise.
func (t *Tool) Rest(s Step) *Tool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest = s
	return t
}

// Args returns the arguments {"id": id}.
func Args(id string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"id": id}) //nolint:errcheck,errchkjson // strings always encode
	return raw
}

func idOf(args json.RawMessage) string {
	var a struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(args, &a) != nil || a.ID == nil {
		return ""
	}
	return fmt.Sprint(a.ID)
}

func (t *Tool) call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	id := idOf(args)
	n, step := t.begin(ctx, id, args)
	finished := false
	var err error
	defer func() {
		if !finished {
			err = errNoReturn
		}
		t.end(n, id, err)
	}()
	if step.run != nil {
		err = step.run(ctx)
	}
	finished = true
	return json.RawMessage(`{"done":true}`), err
}

func (t *Tool) begin(ctx context.Context, id string, args json.RawMessage) (int, Step) {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := id
	if _, own := t.scripts[id]; !own {
		name = ""
	}
	step := t.rest
	if steps := t.scripts[name]; len(steps) > 0 {
		step, t.scripts[name] = steps[0], steps[1:]
	}
	if t.running[id]++; t.running[id] > 1 {
		t.overlap = true
	}
	if step.commit {
		t.commits[id]++
	}
	t.calls = append(t.calls, Call{
		Item: id, Args: args, Key: tool.CallKey(ctx), Attempt: tool.Attempt(ctx), Start: time.Now(),
	})
	return len(t.calls) - 1, step
}

func (t *Tool) end(n int, id string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running[id]--
	t.calls[n].End, t.calls[n].Err = time.Now(), err
}

// Calls returns the calls so far, in the order in which they began.
func (t *Tool) Calls() []Call {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]Call(nil), t.calls...)
}

// Commits returns how often the item was changed.
func (t *Tool) Commits(id string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.commits[id]
}

// Overlapped reports whether two calls of one item ever ran at the same time.
func (t *Tool) Overlapped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.overlap
}

// WithProbe makes the tool's Func answer probes from the record of commits, as
// a real read would.
func (t *Tool) WithProbe() *Tool {
	t.Func = t.Func.WithProbe(func(_ context.Context, args json.RawMessage) (json.RawMessage, bool, error) {
		return json.RawMessage(`{"done":true}`), t.Commits(idOf(args)) > 0, nil
	})
	return t
}
