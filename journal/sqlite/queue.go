package sqlite

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/batchagent/batchagent/journal"
)

const (
	maxQueued = 4096     // records that wait to be written
	maxBytes  = 16 << 20 // and what they hold, but for one that is larger by itself
	enough    = 512      // so many are written without waiting for more
	linger    = 2 * time.Millisecond
)

// record is a row to be written. Its texts are its own.
type record struct {
	log   *runLog
	table table

	seq        int64 // given by the writer
	position   int64
	id         string
	line       int
	kind       uint8 // outcome of an item, kind of an event
	attempt    int
	at         int64
	how        string // of an item
	key        string
	args, text nullable // text: an item's value, an event's state, a row's data
	detail     string
}

type table uint8

const (
	items table = iota
	events
	rows
)

// nullable is a text that may be absent, which is not the same as empty.
type nullable struct {
	s  string
	ok bool
}

func text[T ~[]byte](b T) nullable { return nullable{string(b), b != nil} }

func (r *record) size() int {
	const own = 100 // numbers and the like
	return own + len(r.id) + len(r.key) + len(r.args.s) + len(r.text.s) + len(r.detail)
}

// group is what goes into one transaction.
type group struct {
	records  []record
	bytes    int
	commands []*command
	awaited  bool          // somebody waits for it
	done     chan struct{} // closed when it is on record, or never will be
	err      error         // set before done is closed
	// refused are the logs that had failed before, and of which nothing was
	// written.
	refused map[*runLog]error
}

// command is something else that the writer does, behind the records.
type command struct {
	f    func(ctx context.Context, s *session) error
	ctx  context.Context //nolint:containedctx // of the caller, who waits for it
	err  error
	done chan struct{}
}

// queue collects what is to be written while the last group is.
type queue struct {
	mu     sync.Mutex
	next   *group
	spare  []record      // of the group before, to be used again
	room   chan struct{} // closed when there is room again; nil: nobody waits
	closed bool
	seen   int // how many records growing saw last

	some   chan struct{} // there is something to write
	urgent chan struct{} // and it should be soon
}

func newQueue() *queue {
	return &queue{next: newGroup(nil), some: make(chan struct{}, 1), urgent: make(chan struct{}, 1)}
}

func newGroup(records []record) *group {
	return &group{records: records, done: make(chan struct{})}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// put queues a record, and waits for room before and for the commit after, if it
// is asked to.
func (q *queue) put(ctx context.Context, r *record, c journal.Commit) error {
	size := r.size()
	q.mu.Lock()
	for {
		if err := q.refuses(ctx, r.log); err != nil {
			q.mu.Unlock()
			return err
		}
		n := len(q.next.records)
		if n == 0 || n < maxQueued && q.next.bytes+size <= maxBytes {
			break
		}
		if q.room == nil {
			q.room = make(chan struct{})
		}
		room := q.room
		q.mu.Unlock()
		signal(q.urgent)
		select {
		case <-room:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		q.mu.Lock()
	}
	g := q.next
	g.records = append(g.records, *r)
	g.bytes += size
	n := len(g.records)
	hurry := n == enough || c == journal.Durable && !g.awaited
	g.awaited = g.awaited || c == journal.Durable
	q.mu.Unlock()
	if n == 1 {
		signal(q.some)
	}
	if hurry {
		signal(q.urgent)
	}
	if c == journal.Queued {
		return nil
	}
	return g.wait(ctx, r.log)
}

// refuses says why nothing can be queued. The mutex is held.
func (q *queue) refuses(ctx context.Context, l *runLog) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case l != nil && l.failed.Load() != nil:
		return *l.failed.Load()
	case q.closed, l != nil && l.closed.Load():
		return journal.ErrClosed
	}
	return nil
}

// wait waits until the group is on record, for the sake of a log.
func (g *group) wait(ctx context.Context, l *runLog) error {
	select {
	case <-g.done:
	default:
		select {
		case <-g.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if err := g.refused[l]; err != nil {
		return err
	}
	return g.err
}

// sync waits for everything of a log that was queued before.
func (q *queue) sync(ctx context.Context, l *runLog) error {
	return q.do(ctx, l, func(context.Context, *session) error { return nil })
}

// do has the writer call f, in a transaction of its own, behind everything that
// was queued before. It returns when that is committed, and not before: what
// happens is known to the caller, whose ctx f can look at. l, if it is not nil,
// is the log whose records have to be on record first.
func (q *queue) do(ctx context.Context, l *runLog, f func(context.Context, *session) error) error {
	cmd := &command{ctx: ctx, done: make(chan struct{})}
	cmd.f = func(ctx context.Context, s *session) error {
		if l != nil && l.failed.Load() != nil {
			return *l.failed.Load()
		}
		return f(ctx, s)
	}
	q.mu.Lock()
	if err := q.refuses(ctx, l); err != nil {
		q.mu.Unlock()
		return err
	}
	q.next.commands = append(q.next.commands, cmd)
	q.next.awaited = true
	q.mu.Unlock()
	signal(q.some)
	signal(q.urgent)
	<-cmd.done
	return cmd.err
}

// take waits for something to write and takes it. It returns nil when the queue
// is closed and empty.
func (q *queue) take() *group {
	for {
		q.mu.Lock()
		g, closed := q.next, q.closed
		n := len(g.records)
		if n == 0 && len(g.commands) == 0 {
			q.mu.Unlock()
			if closed {
				return nil
			}
			<-q.some
			continue
		}
		if g.awaited || closed || n >= enough || q.room != nil {
			if q.growing(n) {
				continue
			}
			q.next = newGroup(q.spare[:0])
			q.spare = nil
			if q.room != nil {
				close(q.room)
				q.room = nil
			}
			q.mu.Unlock()
			return g
		}
		q.mu.Unlock()
		q.waitForMore()
	}
}

// growing lets run who can, and reports whether more has come. Those who waited
// for the last commit have all been woken by now; were the first of them taken
// alone, there would be a commit for every two or three. Where nobody else can
// run, it costs nothing. It is called with the mutex held, and has let go of it
// where it returns true.
func (q *queue) growing(n int) bool {
	if n == 0 || n == q.seen || n >= enough {
		q.seen = 0
		return false
	}
	q.seen = n
	q.mu.Unlock()
	runtime.Gosched()
	return true
}

// waitForMore gives those a moment who would share the commit, as long as nobody
// waits for it.
func (q *queue) waitForMore() {
	timer := time.NewTimer(linger)
	defer timer.Stop()
	select {
	case <-q.urgent:
	case <-timer.C:
		q.mu.Lock()
		q.next.awaited = true // long enough
		q.mu.Unlock()
	}
}

// recycle takes the memory of a group that is done.
func (q *queue) recycle(g *group) {
	clear(g.records)
	q.mu.Lock()
	defer q.mu.Unlock()
	if cap(q.spare) < cap(g.records) {
		q.spare = g.records
	}
}

// close lets nothing more in. What is in is still written.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	signal(q.some)
	signal(q.urgent)
}
