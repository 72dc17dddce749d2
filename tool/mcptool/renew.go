package mcptool

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/batchagent/batchagent/taxonomy"
)

// renewer renews the credential, once for all calls that were refused with the
// same one.
type renewer struct {
	refresh func(context.Context) error // nil: it cannot be renewed
	mu      sync.Mutex
	times   int
}

// generation tells one credential from the next. A request asks for it before
// it looks the credential up.
func (r *renewer) generation() int {
	if r.refresh == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.times
}

// renew does nothing where the credential of that generation was renewed since.
func (r *renewer) renew(ctx context.Context, used int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times != used {
		return nil
	}
	err := r.refresh(ctx)
	if err == nil {
		r.times++
	}
	return err
}

// renewable: the server has said 401, and so it has done nothing.
func (r *renewer) renewable(err error) bool {
	if r.refresh == nil || err == nil {
		return false
	}
	e := taxonomy.Classify(err)
	return e.Status() == http.StatusUnauthorized && e.Applied == taxonomy.No
}

func notRenewed(refusal error, why string) error {
	e := *taxonomy.Classify(refusal)
	e.Message = fmt.Sprintf("%s; and the credential could not be renewed: %s", e.Message, taxonomy.Clean(why))
	return &e
}
