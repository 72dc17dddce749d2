// Package renew renews a credential once for all calls that were refused with
// the same one. Tools that speak to a server share it.
package renew

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/batchagent/batchagent/taxonomy"
)

// Renewer counts the credentials that were in use. It is safe for concurrent
// use.
type Renewer struct {
	refresh func(context.Context) error // nil: it cannot be renewed

	turn  chan struct{} // holds one while a credential is being renewed
	mu    sync.Mutex
	times int
}

// New makes a Renewer that calls refresh, which may be nil: then nothing is
// Renewable.
func New(refresh func(context.Context) error) *Renewer {
	return &Renewer{refresh: refresh, turn: make(chan struct{}, 1)}
}

// Generation tells one credential from the next. A call asks for it before it
// looks the credential up.
func (r *Renewer) Generation() int {
	if r.refresh == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.times
}

// Renew renews the credential that was in use at a generation, unless another
// call has done so since. Whoever comes meanwhile waits, as long as ctx lasts.
func (r *Renewer) Renew(ctx context.Context, used int) error {
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-r.turn }()
	if r.Generation() != used {
		return nil
	}
	if err := r.refresh(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.times++
	return nil
}

// Renewable reports whether err says that the credential is not, or no longer,
// valid, and that nothing was done: a 401.
func (r *Renewer) Renewable(err error) bool {
	if r.refresh == nil || err == nil {
		return false
	}
	e := taxonomy.Classify(err)
	return e.Status() == http.StatusUnauthorized && e.Applied == taxonomy.No
}

// Failed is the refusal of a call whose credential could not be renewed, and
// why, as it may be shown.
func Failed(refusal error, why string) error {
	e := *taxonomy.Classify(refusal)
	e.Message = taxonomy.Clean(fmt.Sprintf("%s; and the credential could not be renewed: %s", e.Message, why))
	return &e
}
