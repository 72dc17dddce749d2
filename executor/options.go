package executor

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/internal/wait"
	"github.com/batchagent/batchagent/taxonomy"
)

// Options are the settings of an [Executor]. They are copied by [New].
type Options struct {
	Retry Retry
	// Timeout bounds one attempt of a tool whose Spec has no Timeout of its
	// own. 0: 30 s. Negative: none.
	Timeout time.Duration
	Breaker Breaker
	// FailFast: a call that the breaker rejects fails at once with code
	// CIRCUIT_OPEN. Otherwise it waits for the breaker, within Retry.MaxWait.
	FailFast bool
	// Corrector corrects arguments that were refused. nil: none are.
	Corrector correction.Corrector
	// MayChange are the only arguments that a correction may change. Empty:
	// those that were complained about.
	MayChange []string
	// On changes the treatment of a class. The zero value is the treatment
	// that the package comment describes.
	On On
	// Classify judges errors. nil: the built-in chain.
	Classify *taxonomy.Chain
	// Observers see every event of every call, in order, on the goroutine of
	// the call. They must be quick and safe for concurrent use.
	Observers []Observer
	// Logger gets every attempt at level debug, with the whole error text, and
	// the stack of a panic at level error. nil: nothing is logged.
	Logger *slog.Logger
	// Rand returns numbers in [0, 1) for the jitter; it must be safe for
	// concurrent use. nil: math/rand/v2.
	Rand func() float64
}

// Retry bounds what is done to make a call succeed.
type Retry struct {
	// Attempts is the most invocations of the tool, corrections included.
	// 0: 3.
	Attempts int
	// Initial is the first backoff, before jitter; each one after it is twice
	// as long. 0: 500 ms.
	Initial time.Duration
	// Max is the longest backoff. 0: 30 s. A Retry-After may be longer.
	Max time.Duration
	// MaxWait is the most a call waits in all, for the breaker too. A wait
	// that would exceed it is not begun. 0: 5 min. Negative: it never waits.
	MaxWait time.Duration
}

// Breaker is the circuit breaker that each tool has: after Failures transient
// failures in a row no call is made for Open, then one as a trial.
type Breaker struct {
	Failures int           // 0: 5. Negative: no breaker
	Open     time.Duration // 0: 30 s
}

// On changes what is done about a class.
type On struct {
	ConflictFails   bool // a conflict is failed, not skipped
	PermissionFails bool // a permission error fails the item and does not stop the batch
	FatalAborts     bool // a fatal error stops the batch
}

const (
	defaultAttempts = 3
	defaultInitial  = 500 * time.Millisecond
	defaultMax      = 30 * time.Second
	defaultMaxWait  = 5 * time.Minute
	defaultTimeout  = 30 * time.Second
	defaultFailures = 5
	defaultOpen     = 30 * time.Second
)

func orDefault[T int | time.Duration](v, fallback T) T {
	if v == 0 {
		return fallback
	}
	return v
}

func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	c.MayChange = slices.Clone(c.MayChange)
	c.Observers = slices.Clone(c.Observers)
	c.Retry.Attempts = max(1, orDefault(c.Retry.Attempts, defaultAttempts))
	c.Retry.Initial = max(1, orDefault(c.Retry.Initial, defaultInitial))
	c.Retry.Max = max(c.Retry.Initial, orDefault(c.Retry.Max, defaultMax))
	c.Retry.MaxWait = max(0, orDefault(c.Retry.MaxWait, defaultMaxWait))
	c.Timeout = orDefault(c.Timeout, defaultTimeout)
	c.Breaker.Failures = orDefault(c.Breaker.Failures, defaultFailures)
	c.Breaker.Open = max(1, orDefault(c.Breaker.Open, defaultOpen))
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Rand == nil {
		c.Rand = rand.Float64
	}
	return c
}

func (o *Options) backoff() wait.Backoff {
	return wait.Backoff{Initial: o.Retry.Initial, Max: o.Retry.Max}
}
