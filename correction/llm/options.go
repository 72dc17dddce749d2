package llm

import (
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"
)

// Options are the options of [New]. The zero value is fine.
//
// A job file's correction.llm has model and base_url for the client, and api_key,
// max_calls, max_tokens and timeout, which are the fields of these names.
type Options struct {
	// Intent is what the caller wants to achieve: a job's description, an
	// agent's task. The model is told, as data. "": nothing.
	Intent string
	// Lang is the language of the prompt, and so of the reasons: "zh", or a tag
	// that begins with it, is Chinese, everything else English.
	Lang string
	// APIKey is the key that the client was made with, so that it can be hidden
	// wherever it comes back. It is not sent. A key of less than 8 bytes is not
	// hidden, since it would be found in ordinary words.
	APIKey string

	// MaxCalls is the most requests in a run, repeated ones included. 0: 100.
	// Negative: no limit.
	MaxCalls int
	// MaxTokens is the most tokens in a run, of prompts and completions, as the
	// endpoint counts them. A request is not made if what it is estimated to use
	// is more than is left. 0: 100,000. Negative: no limit.
	MaxTokens int
	// Timeout bounds one correction: all its requests and the waits between
	// them. A wait that it does not leave time for is not begun. 0: 30 s.
	// Negative: none but the caller's.
	Timeout time.Duration

	// Logger gets one line at level error when the corrector is switched off,
	// one at level warn when its budget is used up or tokens have to be
	// estimated, and each request at level debug. nil: nothing is logged.
	Logger *slog.Logger
	// Rand returns numbers in [0, 1) for the jitter of waits; it must be safe
	// for concurrent use. nil: math/rand/v2.
	Rand func() float64
}

const (
	defaultCalls   = 100
	defaultTokens  = 100_000
	defaultTimeout = 30 * time.Second

	// retries is how often a request is repeated within one correction, and
	// initial and longest the first and the longest backoff.
	retries = 2
	initial = 500 * time.Millisecond
	longest = 10 * time.Second
)

func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.MaxCalls == 0 {
		c.MaxCalls = defaultCalls
	}
	if c.MaxTokens == 0 {
		c.MaxTokens = defaultTokens
	}
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Rand == nil {
		c.Rand = rand.Float64
	}
	return c
}

func (o *Options) chinese() bool {
	tag, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(o.Lang), "_", "-"), "-")
	return tag == "zh"
}
