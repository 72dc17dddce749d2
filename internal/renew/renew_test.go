package renew_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/internal/renew"
	"github.com/batchagent/batchagent/taxonomy"
)

func refused(status int) error {
	return taxonomy.FromResponse(&http.Response{StatusCode: status, Body: http.NoBody})
}

// TestOnceForAll: of many calls with one credential one renews it.
func TestOnceForAll(t *testing.T) {
	t.Parallel()
	var renewed atomic.Int32
	r := renew.New(func(context.Context) error { renewed.Add(1); return nil })
	used := r.Generation()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := r.Renew(t.Context(), used); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := renewed.Load(); n != 1 || r.Generation() != used+1 {
		t.Errorf("renewed %d times, generation %d", n, r.Generation())
	}
}

// TestFailureIsTriedAgain: a credential that could not be renewed is still the
// old one.
func TestFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	times := 0
	r := renew.New(func(context.Context) error {
		times++
		return errors.New("no such user")
	})
	for range 2 {
		if err := r.Renew(t.Context(), r.Generation()); err == nil {
			t.Error("no error")
		}
	}
	if times != 2 {
		t.Errorf("asked %d times", times)
	}
	err := renew.Failed(refused(401), "no such user")
	if e := taxonomy.Classify(err); e.Class != taxonomy.Permission || !strings.Contains(e.Message, "could not be renewed: no such user") {
		t.Errorf("got %v", err)
	}
}

// TestNobodyWaitsLonger: a call whose time is over does not wait for another's
// renewal.
func TestNobodyWaitsLonger(t *testing.T) {
	t.Parallel()
	begun, end := make(chan struct{}), make(chan struct{})
	r := renew.New(func(context.Context) error { close(begun); <-end; return nil })
	first := make(chan error)
	go func() { first <- r.Renew(context.Background(), 0) }()
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Renew(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(end)
	if err := <-first; err != nil || r.Generation() != 1 {
		t.Errorf("got %v, generation %d", err, r.Generation())
	}
}

func TestRenewable(t *testing.T) {
	t.Parallel()
	can := renew.New(func(context.Context) error { return nil })
	for _, tt := range []struct {
		name string
		r    *renew.Renewer
		err  error
		want bool
	}{
		{"401", can, refused(401), true},
		{"403 is about what may be done, not about who it is", can, refused(403), false},
		{"no failure", can, nil, false},
		{"nothing to renew with", renew.New(nil), refused(401), false},
	} {
		if got := tt.r.Renewable(tt.err); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
