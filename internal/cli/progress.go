package cli

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// progress says on standard error how far a run has come: a line every few
// seconds, and one when a long wait begins, so that silence is never a riddle.
type progress struct {
	w     *printer
	quiet bool

	mu      sync.Mutex
	counts  map[executor.Outcome]int
	settled int
	waiting time.Time // until when the longest wait lasts that was said
}

const (
	progressEvery = 5 * time.Second
	longWait      = 5 * time.Second
)

func newProgress(w *printer, quiet bool) *progress {
	return &progress{w: w, quiet: quiet, counts: map[executor.Outcome]int{}}
}

// Observe implements executor.Observer.
func (p *progress) Observe(_ context.Context, e *executor.Event) {
	if p.quiet {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Kind {
	case executor.Settled:
		p.settled++
		p.counts[e.Result.Outcome]++
	case executor.Waiting, executor.Rejected:
		until := time.Now().Add(e.Wait)
		if e.Wait < longWait || until.Before(p.waiting.Add(time.Second)) {
			return
		}
		p.waiting = until
		p.w.printf("%s  item %s waits until %s: %s\n", time.Now().Format(time.TimeOnly), showID(e.Item), until.Format(time.TimeOnly), e.Err)
	case executor.AttemptDone, executor.Refused, executor.Corrected, executor.NotCorrected, executor.Probed:
	}
}

// showID makes an id fit for a line of a terminal.
func showID(id string) string {
	if clean := taxonomy.Clean(id); clean != id || strings.ContainsAny(id, "\n\t") {
		return strconv.Quote(clean)
	}
	return id
}

// start prints a line every few seconds until the returned func is called.
func (p *progress) start() (stop func()) {
	if p.quiet {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				p.print()
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

func (p *progress) print() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.w.printf("%s  %d settled", time.Now().Format(time.TimeOnly), p.settled)
	for _, o := range executor.Outcomes() {
		if n := p.counts[o]; n > 0 {
			p.w.printf(", %d %s", n, o)
		}
	}
	p.w.printf("\n")
}
