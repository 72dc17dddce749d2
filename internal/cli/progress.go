package cli

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// progress says on standard error how far a run has come: on a terminal in one
// line that is drawn anew, elsewhere in a line every few seconds; and in a line
// when a long wait begins, so that silence is never a riddle.
type progress struct {
	w      *printer
	screen *screen // nil: no terminal
	limit  int     // how many items are called at most; 0: all
	pace   pace

	// Counted by the batch, item by item, and read when a line is written.
	counts   [8]atomic.Int64 // by outcome
	executed atomic.Int64    // called at least once
	total    atomic.Int64    // items there are; 0: not known

	mu      sync.Mutex
	waiting time.Time // until when the longest wait lasts that was said
}

const (
	progressEvery = 5 * time.Second        // between two lines
	drawEvery     = 200 * time.Millisecond // between two drawings of the same line
	longWait      = 5 * time.Second
)

// newProgress makes the progress of a run of so many calls at a time, and of at
// most so many items (0: all).
func newProgress(s *console, concurrency, limit int) *progress {
	p := &progress{w: s.err, screen: s.screen, limit: limit, pace: pace{enough: concurrency}}
	if os.Getenv("TERM") == "dumb" {
		p.screen = nil
	}
	return p
}

// settled counts an item.
func (p *progress) settled(r *executor.Result) {
	p.counts[r.Outcome].Add(1)
	if r.Attempts > 0 {
		p.executed.Add(1)
	}
}

// Wants implements executor.Chooser: the waits.
func (p *progress) Wants(kind executor.EventKind) bool {
	return kind == executor.Waiting || kind == executor.Rejected
}

// Observe implements executor.Observer.
func (p *progress) Observe(_ context.Context, e *executor.Event) {
	if e.Wait < longWait {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	until := time.Now().Add(e.Wait)
	if until.Before(p.waiting.Add(time.Second)) {
		return
	}
	p.waiting = until
	p.w.printf("%s  item %s waits until %s: %s\n", time.Now().Format(time.TimeOnly), showID(e.Item), until.Format(time.TimeOnly), e.Err)
}

// showID makes an id fit for a line of a terminal.
func showID(id string) string {
	if clean := taxonomy.Clean(id); clean != id || strings.ContainsAny(id, "\n\t") {
		return strconv.Quote(clean)
	}
	return id
}

// start says how it goes until the returned func is called. On a terminal it
// asks count, if that is not nil, how many items there are, while the run is
// under way.
func (p *progress) start(ctx context.Context, count func(context.Context) int) (stop func()) {
	// A run that is cut off ends when its calls have, and not at once.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	every, say := progressEvery, p.print
	if p.screen != nil {
		every, say = drawEvery, p.draw
		if count != nil {
			running.Go(func() { p.total.Store(int64(count(ctx))) })
		}
	}
	p.pace.note(time.Now(), 0)
	running.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				say()
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
		p.screen.clear()
	}
}

// print is the line where there is no terminal.
func (p *progress) print() {
	text := strings.Builder{}
	n := p.tally(func(o executor.Outcome, n int) { fmt.Fprintf(&text, ", %d %s", n, o) })
	p.w.printf("%s  %d settled%s\n", time.Now().Format(time.TimeOnly), n, text.String())
}

// tally returns how many items are settled, and tells the counts that are not
// zero.
func (p *progress) tally(tell func(executor.Outcome, int)) (settled int) {
	for _, o := range executor.Outcomes() {
		if n := int(p.counts[o].Load()); n > 0 {
			settled += n
			tell(o, n)
		}
	}
	return settled
}

func (p *progress) draw() { p.screen.draw(p.line(time.Now(), p.screen.width())) }

// outcomeMarks are the outcomes where there is little room.
func outcomeMark(o executor.Outcome) string {
	switch o {
	case executor.Succeeded:
		return "ok"
	case executor.Skipped:
		return "skip"
	case executor.Failed:
		return "fail"
	case executor.InDoubt:
		return "doubt"
	case executor.NotDone:
		return "undone"
	}
	return o.String()
}

// line is what a terminal of so many columns shows. Where they are too few, the
// names of the outcomes are cut first, and then what a reader misses least is
// left out. The last column stays free: to write into it moves some terminals
// on to the next line.
func (p *progress) line(now time.Time, columns int) string {
	columns--
	var words, marks []string
	settled := p.tally(func(o executor.Outcome, n int) {
		words = append(words, fmt.Sprintf("%d %s", n, strings.ReplaceAll(o.String(), "_", " ")))
		marks = append(marks, fmt.Sprintf("%s %d", outcomeMark(o), n))
	})
	executed, total := int(p.executed.Load()), int(p.total.Load())
	if total < settled { // not known, or the file has grown since
		total = 0
	}
	p.pace.note(now, executed)
	done, rate, left := strconv.Itoa(settled)+" items", "", ""
	if total > 0 {
		done = fmt.Sprintf("%d/%d  %d%%", settled, total, 100*settled/total)
	}
	if perSecond, known := p.pace.rate(now, executed); known && perSecond > 0 {
		rate = rateText(perSecond)
		if rest := p.toExecute(total, settled, executed); rest > 0 {
			left = "ETA " + etaText(float64(rest)/perSecond)
		}
	}
	long, short := strings.Join(words, ", "), strings.Join(marks, " ")
	for _, parts := range [][]string{{done, long, rate, left}, {done, short, rate, left}, {done, short, left}, {done, left}, {done}} {
		text := joinParts(parts)
		if len(text) > columns {
			continue
		}
		if room := columns - len(text) - len("  []"); total > 0 && room >= leastBar {
			return bar(min(room, mostBar), settled, total) + "  " + text
		}
		return text
	}
	if count := strconv.Itoa(settled); len(count) <= columns {
		return count
	}
	return ""
}

// toExecute is how many items are likely to be called still: all that are left,
// since nobody knows which of them will not be.
func (p *progress) toExecute(total, settled, executed int) int {
	rest := max(0, total-settled)
	if p.limit > 0 {
		rest = min(rest, max(0, p.limit-executed))
	}
	return rest
}

func joinParts(parts []string) string {
	var text strings.Builder
	for _, part := range parts {
		if part == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString("  ")
		}
		text.WriteString(part)
	}
	return text.String()
}

const leastBar, mostBar = 8, 24

// bar is a bar of so many columns between brackets.
func bar(columns, n, of int) string {
	full := columns * n / of
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", columns-full) + "]"
}

func rateText(perSecond float64) string {
	switch {
	case perSecond >= 10:
		return fmt.Sprintf("%.0f/s", perSecond)
	case perSecond >= 0.5:
		return fmt.Sprintf("%.1f/s", perSecond)
	}
	return fmt.Sprintf("%.1f/min", perSecond*60)
}

// etaText rounds to what can be known.
func etaText(seconds float64) string {
	const most = 1000 * time.Hour
	if seconds > most.Seconds() {
		return "over 1000h"
	}
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Hour:
		return short(d.Round(time.Minute))
	case d >= 10*time.Minute:
		return short(d.Round(10 * time.Second))
	}
	return max(d.Round(time.Second), time.Second).String()
}
