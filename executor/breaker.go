package executor

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/batchagent/batchagent/taxonomy"
)

// breaker is the circuit breaker of one tool, with what gobreaker does not
// say: when the next trial is due, and when a slot becomes free.
type breaker struct {
	cb   *gobreaker.TwoStepCircuitBreaker[struct{}]
	open time.Duration

	openedAt atomic.Pointer[time.Time] // of the last change to open
	lastErr  atomic.Pointer[taxonomy.Error]

	waiters atomic.Bool // somebody may be waiting on wake
	mu      sync.Mutex
	wake    chan struct{} // closed after the next result; nil: nobody waits
}

var (
	errCounts   = errors.New("transient failure")       // counted as a failure
	errExcluded = errors.New("says nothing about this") // not counted at all
)

func newBreaker(o Breaker) *breaker {
	b := &breaker{open: o.Open}
	b.cb = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Timeout:     o.Open,
		ReadyToTrip: func(n gobreaker.Counts) bool { return int64(n.ConsecutiveFailures) >= int64(o.Failures) },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				now := time.Now()
				b.openedAt.Store(&now)
			}
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errExcluded) },
	})
	return b
}

// allow asks for a slot. Without one, next is when the next trial is due, or
// zero while a trial is under way; wake is closed after the next result.
func (b *breaker) allow() (done func(error), next time.Time, wake <-chan struct{}) {
	done, err := b.cb.Allow()
	if err == nil {
		return done, time.Time{}, nil
	}
	// Register first and ask again: the result that frees the slot may have
	// come in between, and nobody would wake this call then.
	wake = b.register()
	done, err = b.cb.Allow()
	if err == nil {
		return done, time.Time{}, nil
	}
	if errors.Is(err, gobreaker.ErrOpenState) {
		// At exactly Timeout gobreaker is still open.
		next = b.openedAt.Load().Add(b.open + 1)
	}
	return nil, next, wake
}

func (b *breaker) register() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wake == nil {
		b.wake = make(chan struct{})
	}
	b.waiters.Store(true)
	return b.wake
}

// report hands in what an attempt says about the tool's health, and wakes
// whoever waits: also an excluded result frees the slot of a trial.
func (b *breaker) report(done func(error), verdict error, e *taxonomy.Error) {
	if verdict != nil && e != nil {
		b.lastErr.Store(e)
	}
	done(verdict)
	if !b.waiters.Load() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wake != nil {
		close(b.wake)
		b.wake = nil
	}
	b.waiters.Store(false)
}

// health says what a failure means to the breaker. Only transient failures
// count; one that says when to come back is obeyed and not held against the
// tool; a stop by the caller or a panic says nothing about the other side.
func health(e *taxonomy.Error) error {
	switch {
	case e == nil:
		return nil
	case e.Code == taxonomy.CodeCanceled, e.Code == taxonomy.CodePanic, e.Code == taxonomy.CodeCircuitOpen, e.RetryAfter > 0:
		return errExcluded
	case e.Class == taxonomy.Transient:
		return errCounts
	}
	return nil
}
