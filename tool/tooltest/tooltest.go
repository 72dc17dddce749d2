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
	"slices"
	"sync"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Step is what a scripted tool does at one call. The zero value succeeds and
// changes nothing.
type Step struct {
	do func(ctx context.Context, commit func()) error // nil: success
}

func (s Step) run(ctx context.Context, commit func()) error {
	if s.do == nil {
		return nil
	}
	return s.do(ctx, commit)
}

// OK commits and answers.
func OK() Step {
	return Step{func(_ context.Context, commit func()) error {
		commit()
		return nil
	}}
}

// Fail changes nothing and returns err.
func Fail(err error) Step {
	return Step{func(context.Context, func()) error { return err }}
}

// Status changes nothing and answers with an HTTP status, headers given as
// name, value, name, value, …. It panics if a name has no value.
func Status(status int, headers ...string) Step {
	if len(headers)%2 != 0 {
		panic(fmt.Sprintf("tooltest.Status: the header %s has no value; give name, value, name, value, …", headers[len(headers)-1]))
	}
	h := make(http.Header)
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return Step{func(context.Context, func()) error {
		return taxonomy.FromAnswer(taxonomy.Answer{Status: status, Header: h})
	}}
}

// CommitThen commits, and then does what the step does: CommitThen(Reset()) is
// a lost reply. It commits once, also where the step commits itself.
func CommitThen(s Step) Step {
	return Step{func(ctx context.Context, commit func()) error {
		commit()
		return s.run(ctx, func() {})
	}}
}

// Reset returns what an HTTP client returns when the connection breaks before
// the answer.
func Reset() Step {
	return Step{func(context.Context, func()) error {
		return &url.Error{Op: "Patch", URL: "http://orders/1", Err: io.ErrUnexpectedEOF}
	}}
}

// Hang waits for the end of its context and returns its error.
func Hang() Step {
	return Step{func(ctx context.Context, _ func()) error {
		<-ctx.Done()
		return ctx.Err()
	}}
}

// Deaf ignores its context for d, and then does what the step does: it may
// commit after the caller has given up.
func Deaf(d time.Duration, s Step) Step {
	return Step{func(ctx context.Context, commit func()) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		<-timer.C
		return s.run(ctx, commit)
	}}
}

// After waits for d, and then does what the step does. Where its context ends
// before, it returns the error of that and does nothing.
func After(d time.Duration, s Step) Step {
	return Step{func(ctx context.Context, commit func()) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		return s.run(ctx, commit)
	}}
}

// Panic panics with v.
func Panic(v any) Step {
	return Step{func(context.Context, func()) error { panic(v) }}
}

// Goexit ends the goroutine.
func Goexit() Step {
	return Step{func(context.Context, func()) error {
		runtime.Goexit()
		return nil
	}}
}

// Call is one call that a scripted tool got.
type Call struct {
	Item       string // the argument "id": a text, or another JSON value as it was written
	Args       json.RawMessage
	Key        string    // tool.CallKey
	Attempt    int       // tool.Attempt
	Start, End time.Time // End is zero while the call runs
	Err        error     // what it returned; after a panic or Goexit, an error that says that it did not return
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

// New returns a tool that does the given steps, one a call, whatever the item;
// after the last, OK. It panics if the spec is not right. An empty Name is
// "scripted".
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
	raw, _ := json.Marshal(map[string]string{"id": id}) //nolint:errchkjson // strings always encode
	return raw
}

// idOf returns the argument "id" without reading a number: 9007199254740993 is
// not the item next to it.
func idOf(args json.RawMessage) string {
	var a struct {
		ID json.RawMessage `json:"id"`
	}
	var text string
	switch {
	case json.Unmarshal(args, &a) != nil, string(a.ID) == "null":
		return ""
	case json.Unmarshal(a.ID, &text) == nil:
		return text
	}
	return string(a.ID)
}

func (t *Tool) call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	id := idOf(args)
	n, step := t.begin(ctx, id, args)
	err := errNoReturn
	defer func() { t.end(n, id, err) }()
	err = step.run(ctx, func() { t.commit(id) })
	return json.RawMessage(`{"done":true}`), err
}

func (t *Tool) commit(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.commits[id]++
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
	t.calls = append(t.calls, Call{
		Item: id, Args: slices.Clone(args), Key: tool.CallKey(ctx), Attempt: tool.Attempt(ctx), Start: time.Now(),
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
	return slices.Clone(t.calls)
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
// a real read would. Call it before the tool is used.
func (t *Tool) WithProbe() *Tool {
	t.Func = t.Func.WithProbe(func(_ context.Context, args json.RawMessage) (json.RawMessage, bool, error) {
		return json.RawMessage(`{"done":true}`), t.Commits(idOf(args)) > 0, nil
	})
	return t
}
