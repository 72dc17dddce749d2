package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Corrector asks a model. It is made by [New], for one run, and is safe for
// concurrent use.
type Corrector struct {
	client  *openai.Client
	model   string
	o       Options
	budget  *budget
	secrets secrets
	format  atomic.Int32           // the [format] that the endpoint is asked for
	last    atomic.Pointer[shapes] // of the schema that was looked at last: a batch calls one tool

	mu        sync.Mutex
	notBefore time.Time // when the endpoint wants to be asked again
}

var _ correction.Corrector = (*Corrector)(nil)

// New returns a corrector that asks this model through client. The client's own
// HTTP client should have no timeout and must not repeat requests. o may be nil.
// New panics without a client or a model.
func New(client *openai.Client, model string, o *Options) *Corrector {
	switch {
	case client == nil:
		panic("llm.New: the client is nil; make one with openai.NewClient")
	case model == "":
		panic("llm.New: the model's name is empty; the endpoint has to be told which one to ask")
	}
	c := &Corrector{client: client, model: model, o: o.withDefaults()}
	c.budget = newBudget(&c.o)
	c.secrets.add(c.o.APIKey)
	return c
}

// by is the Proposal.By of a model's corrections.
const by = "llm"

// Usage returns what was used until now.
func (c *Corrector) Usage() Usage { return c.budget.usage() }

// Correct implements [correction.Corrector]. It asks nobody, and returns nil,
// where no correction would be executed: after an attempt that may have taken
// effect, for truncated arguments and for failures that are not INPUT_ERROR. It
// returns a proposal without arguments where the model says that none can help,
// where the arguments have more than 32 KiB, and when it is switched off or out of
// budget.
//
// Else the error is a [*taxonomy.Error] that wraps nothing: UNREADABLE_ANSWER
// where the model's answer is none, or what the endpoint said; or it wraps ctx's
// error.
func (c *Corrector) Correct(ctx context.Context, req *correction.Request) (*correction.Proposal, error) {
	if !worthAsking(req) {
		return nil, nil //nolint:nilnil // nil means that it cannot
	}
	before, err := tool.Decode(req.Args)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // what cannot be read is never repaired
	}
	if len(req.Args) > maxArguments {
		return cannot(fmt.Sprintf("the arguments have %d bytes, and a model is shown at most %d", len(req.Args), maxArguments)), nil
	}
	if why := c.Usage().Disabled; why != "" {
		return cannot(why), nil
	}
	sh, err := c.shapesOf(req.Schema)
	if err != nil {
		return nil, err
	}
	text, err := questionOf(req, c.o.Intent)
	if err != nil {
		return nil, err
	}
	system := promptEnglish
	if c.o.chinese() {
		system = promptChinese
	}
	s := &sub{c: c, shapes: sh, messages: []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: system},
		{Role: openai.ChatMessageRoleUser, Content: text},
	}, tokens: tokensOf(len(system) + len(text) + len(sh.schema) + len(req.Args))}
	reply, err := s.ask(ctx)
	if err != nil {
		if off, ok := errors.AsType[offError](err); ok {
			return cannot(string(off)), nil
		}
		return nil, err
	}
	return c.propose(reply, before, sh)
}

// worthAsking reports whether a correction might be executed at all.
func worthAsking(req *correction.Request) bool {
	if req == nil || req.Spec == nil || req.Schema == nil || req.Err == nil {
		return false
	}
	return !req.Doubt && !req.Err.Applied.Maybe() && req.Err.Class == taxonomy.InputError && req.Err.Code != taxonomy.CodeTruncatedArguments
}

func cannot(why string) *correction.Proposal { return &correction.Proposal{By: by, Reason: why} }

func (c *Corrector) shapesOf(s *tool.Schema) (*shapes, error) {
	if last := c.last.Load(); last != nil && last.of == s {
		return last, nil
	}
	sh, err := shapesOf(s)
	if err == nil {
		c.last.Store(sh)
	}
	return sh, err
}

// propose makes a proposal of a completion. It says what the answer is, and not
// whether it is right.
func (c *Corrector) propose(reply *completion, before any, sh *shapes) (*correction.Proposal, error) {
	text, err := reply.text()
	if err != nil {
		return nil, err
	}
	a, err := read(text, func(name string) bool {
		root, _ := sh.root.(map[string]any)
		properties, _ := root["properties"].(map[string]any)
		_, known := properties[name]
		return known
	})
	if err != nil {
		return nil, err
	}
	p := &correction.Proposal{By: by, Args: a.args, Reason: c.secrets.shown(a.reason)}
	if a.args == nil {
		if p.Reason == "" {
			p.Reason = "the correcting model says that no other arguments can help"
		}
		return p, nil
	}
	if c.secrets.in(a.args) {
		return nil, unusable("answered with arguments that hold the key of its own endpoint")
	}
	if p.Args, err = pruned(a.args, before, sh, reply.format); err != nil {
		return nil, err
	}
	return p, nil
}

// pruned is args without nulls that stand for what is absent; the very same text
// where there are none.
func pruned(args json.RawMessage, before any, sh *shapes, f format) (json.RawMessage, error) {
	after, err := tool.Decode(args)
	if err != nil {
		return nil, unusable("answered with JSON that can be read in two ways")
	}
	p := pruner{root: sh.root, strict: sh.strict && f == asSchema}
	if p.prune(before, after, sh.root); !p.dropped {
		return args, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(after); err != nil {
		return nil, fmt.Errorf("the model's arguments cannot be written: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// switchOff stops the corrector for the rest of the run, and says so once.
func (c *Corrector) switchOff(ctx context.Context, level slog.Level, why string) error {
	if c.budget.off(why) {
		used := c.Usage()
		c.o.Logger.LogAttrs(ctx, level, "correction by the model is switched off for the rest of the run", slog.String("reason", why),
			slog.String("model", c.model), slog.Int("calls", used.Calls), slog.Int("tokens", used.Tokens))
	}
	return offError(c.Usage().Disabled)
}

// offError is why the model is asked no more.
type offError string

func (s offError) Error() string { return string(s) }
