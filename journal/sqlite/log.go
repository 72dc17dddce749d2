package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/batchagent/batchagent/journal"
)

// runLog is the one owner of a run.
type runLog struct {
	j     *Journal
	id    string
	base  int64 // the number of the item at position 0
	seq   int64 // the last that was given; the writer's
	lock  *lock
	since time.Time
	// failed is the error after which nothing is written any more.
	failed atomic.Pointer[error]
	closed atomic.Bool // written with the queue's mutex held
}

var (
	_    journal.Log = (*runLog)(nil)
	zero time.Time   //nolint:gochecknoglobals // never written
)

func (l *runLog) Intent(ctx context.Context, in *journal.Intent, c journal.Commit) error {
	if err := in.Check(); err != nil {
		return err
	}
	return l.j.queue.put(ctx, &record{
		log: l, table: events, position: in.Position, id: in.ID, line: in.Line, kind: uint8(journal.Sending),
		attempt: in.Attempt, at: micro(in.At), key: in.Key, args: text(in.Args), text: text(in.State),
	}, c)
}

func (l *runLog) Event(ctx context.Context, e *journal.Event, c journal.Commit) error {
	if err := e.Check(); err != nil {
		return err
	}
	detail, err := e.DetailText()
	if err != nil {
		return err
	}
	return l.j.queue.put(ctx, &record{
		log: l, table: events, position: e.Position, id: e.ID, line: e.Line, kind: uint8(e.Kind),
		attempt: e.Attempt, at: micro(e.At), key: e.Key, args: text(e.Args), text: text(e.State), detail: detail,
	}, c)
}

func (l *runLog) Settle(ctx context.Context, item *journal.Item, c journal.Commit) error {
	if err := item.Check(); err != nil {
		return err
	}
	detail, err := item.DetailText()
	if err != nil {
		return err
	}
	return l.j.queue.put(ctx, &record{
		log: l, table: items, position: item.Position, id: item.ID, line: item.Line, kind: uint8(item.Outcome),
		how: item.How, attempt: item.Attempts, at: micro(item.Settled), key: item.Key,
		args: text(item.Args), text: text(item.Value), detail: detail,
	}, c)
}

func (l *runLog) Row(ctx context.Context, row *journal.Row, c journal.Commit) error {
	if err := row.Check(); err != nil {
		return err
	}
	return l.j.queue.put(ctx, &record{
		log: l, table: rows, position: row.Position, line: row.Line, text: nullable{string(row.Data), true},
	}, c)
}

func (l *runLog) Input(ctx context.Context, in *journal.Input) error {
	return l.j.queue.do(ctx, l, func(ctx context.Context, s *session) error {
		_, err := s.conn.ExecContext(ctx, "UPDATE runs SET input_digest = ?, input_items = ? WHERE run = ?",
			in.Digest, in.Items, l.base>>positionBits)
		return explain(err)
	})
}

func (l *runLog) Sync(ctx context.Context) error { return l.j.queue.sync(ctx, l) }

func (l *runLog) Finish(ctx context.Context, end *journal.End) error {
	if err := end.Check(); err != nil {
		return err
	}
	own := *end
	own.Ended = journal.Stamp(own.Ended)
	if !l.shut() {
		return journal.ErrClosed
	}
	err := l.behind(ctx, func(ctx context.Context, s *session) error { return s.finish(ctx, l, &own) })
	if err != nil && l.failed.Load() == nil {
		l.closed.Store(false) // the caller may put right what was wrong
		return err
	}
	return l.j.disown(l, err)
}

func (l *runLog) Close() error {
	if !l.shut() {
		return nil
	}
	err := l.behind(context.Background(), func(context.Context, *session) error { return nil })
	if errors.Is(err, journal.ErrClosed) {
		err = nil // with the journal, after everything was written
	}
	return l.j.disown(l, err)
}

// shut lets nothing more in; it reports whether it was open.
func (l *runLog) shut() bool {
	l.j.queue.mu.Lock()
	defer l.j.queue.mu.Unlock()
	return l.closed.CompareAndSwap(false, true)
}

// behind does f when everything of the log is on record.
func (l *runLog) behind(ctx context.Context, f func(context.Context, *session) error) error {
	return l.j.queue.do(ctx, nil, func(ctx context.Context, s *session) error {
		if failed := l.failed.Load(); failed != nil {
			return *failed
		}
		return f(ctx, s)
	})
}

func micro(t time.Time) int64 {
	if t.IsZero() {
		return time.Now().UnixMicro()
	}
	return t.UnixMicro()
}

// finish ends a run whose books balance.
func (s *session) finish(ctx context.Context, l *runLog, end *journal.End) error {
	c, err := count(ctx, s.conn, l.base)
	if err != nil {
		return err
	}
	if end.Counts != nil && *end.Counts != c {
		return &journal.BooksError{Run: l.id, Told: *end.Counts, OnRecord: c}
	}
	counts, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	_, err = s.conn.ExecContext(ctx, "UPDATE runs SET status = ?, ended = ?, summary = ?, counts = ? WHERE run = ?",
		end.Status, end.Ended.UnixMicro(), nullText(end.Summary), string(counts), l.base>>positionBits)
	return explain(err)
}

// nullText is a value for database/sql: JSON as text, and NULL for nil.
func nullText(b json.RawMessage) any {
	if b == nil {
		return nil
	}
	return string(b)
}
