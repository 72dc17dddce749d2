package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/batchagent/batchagent/journal"
)

// Journal is a [journal.Journal] in a SQLite file. It is safe for concurrent
// use.
type Journal struct {
	path    string
	o       Options
	queue   *queue
	writing *sql.DB // one connection, the session's
	reading *sql.DB

	mu     sync.Mutex
	logs   map[*runLog]struct{}
	closed bool

	commits  atomic.Int64
	stopped  chan struct{} // closed when the writer has ended
	closeErr error         // its error, before that
}

var _ journal.Journal = (*Journal)(nil)

// Open opens the journal in a file, and makes it if there is none or an empty
// one. The error may be a [*NotJournalError] or a [*NewerError].
func Open(ctx context.Context, path string, opts *Options) (*Journal, error) {
	o := opts.withDefaults()
	if err := prepare(ctx, path, &o); err != nil {
		return nil, err
	}
	writing, err := open(path, &o, "mode=rw", "_pragma=cache_size(-8192)", "_pragma=wal_autocheckpoint(4000)", "_pragma=journal_size_limit(67108864)")
	if err != nil {
		return nil, err
	}
	reading, err := open(path, &o, "mode=rw", "_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	writing.SetMaxOpenConns(1)
	reading.SetMaxOpenConns(4)
	j := &Journal{
		path: path, o: o, queue: newQueue(), writing: writing, reading: reading,
		logs: map[*runLog]struct{}{}, stopped: make(chan struct{}),
	}
	s, err := j.start(ctx)
	if err != nil {
		return nil, errors.Join(err, writing.Close(), reading.Close())
	}
	go j.run(context.WithoutCancel(ctx), s)
	return j, nil
}

// start looks at the file as SQLite sees it, which may be newer than its header.
func (j *Journal) start(ctx context.Context) (*session, error) {
	s, err := newSession(ctx, j.writing)
	if err != nil {
		return nil, explain(err)
	}
	var version int
	if err := s.conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return nil, errors.Join(explain(err), s.close())
	}
	if known := len(j.o.migrations); version > known {
		return nil, errors.Join(&NewerError{Path: j.path, Have: version, Known: known}, s.close())
	}
	return s, nil
}

// Create implements [journal.Journal].
func (j *Journal) Create(ctx context.Context, run *journal.Run) (journal.Log, error) {
	if err := run.Check(); err != nil {
		return nil, err
	}
	l, err := j.own(ctx, run.ID)
	if errors.As(err, new(*journal.OwnedError)) { // so there is one, or about to be
		return nil, fmt.Errorf("%w: %s", journal.ErrExists, run.ID)
	}
	if err != nil {
		return nil, err
	}
	own := run.New()
	own.Opened = l.since
	if err := j.queue.do(ctx, nil, func(ctx context.Context, s *session) error { return s.create(ctx, own, l) }); err != nil {
		return nil, j.disown(l, err)
	}
	return l, nil
}

// Open implements [journal.Journal].
func (j *Journal) Open(ctx context.Context, id string) (journal.Log, error) {
	if err := j.exists(ctx, id); err != nil {
		return nil, err
	}
	l, err := j.own(ctx, id)
	if err != nil {
		return nil, err
	}
	known, err := j.whole(ctx, id)
	if err != nil {
		return nil, j.disown(l, err)
	}
	if err := j.queue.do(ctx, nil, func(ctx context.Context, s *session) error { return s.open(ctx, id, known, l) }); err != nil {
		return nil, j.disown(l, err)
	}
	return l, nil
}

// own takes the run's lock.
func (j *Journal) own(ctx context.Context, id string) (*runLog, error) {
	l := &runLog{j: j, id: id, since: journal.Stamp(zero)}
	var err error
	if l.lock, err = own(ctx, j.path, id); err != nil {
		return nil, err
	}
	if err := l.lock.sign(l.since); err != nil {
		l.lock.release()
		return nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		l.lock.release()
		return nil, journal.ErrClosed
	}
	j.logs[l] = struct{}{}
	return l, nil
}

// disown lets go of a log, and returns err for the caller's convenience.
func (j *Journal) disown(l *runLog, err error) error {
	j.mu.Lock()
	delete(j.logs, l)
	j.mu.Unlock()
	l.lock.release()
	return err
}

// Resolve implements [journal.Journal].
func (j *Journal) Resolve(ctx context.Context, run, item string, r *journal.Resolution) error {
	if err := j.exists(ctx, run); err != nil {
		return err
	}
	l, err := j.own(ctx, run)
	if err != nil {
		return err
	}
	err = j.queue.do(ctx, nil, func(ctx context.Context, s *session) error { return s.resolve(ctx, run, item, r) })
	return j.disown(l, err)
}

// Close implements [journal.Journal].
func (j *Journal) Close() error {
	j.mu.Lock()
	if j.closed {
		j.mu.Unlock()
		<-j.stopped
		return nil
	}
	j.closed = true
	logs := j.logs
	j.logs = map[*runLog]struct{}{}
	j.mu.Unlock()
	var all []error
	for l := range logs {
		all = append(all, l.Close())
	}
	j.queue.close()
	<-j.stopped
	// The reader's connections first: the last one that is closed copies the
	// log into the database, which a reading one may not.
	all = append(all, j.reading.Close(), j.closeErr, j.writing.Close())
	return errors.Join(all...)
}
