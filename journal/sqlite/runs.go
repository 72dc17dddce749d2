package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/tool"
)

const (
	positionBits = 40
	maxRun       = 1<<(63-positionBits) - 1
	seqMask      = 1<<positionBits - 1
)

// create puts a run on record.
func (s *session) create(ctx context.Context, run *journal.Run, l *runLog) error {
	var n int64
	switch err := s.conn.QueryRowContext(ctx, "SELECT run FROM runs WHERE id = ?", run.ID).Scan(&n); {
	case err == nil:
		return fmt.Errorf("%w: %s", journal.ErrExists, run.ID)
	case !errors.Is(err, sql.ErrNoRows):
		return explain(err)
	}
	err := s.conn.QueryRowContext(ctx, `INSERT INTO runs (id, epoch, known, name, tool, effect, retry_of, first, job, job_digest,
		source, input_digest, input_items, settings, started, opened, status) VALUES (?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '') RETURNING run`,
		run.ID, run.Name, run.Tool, int64(run.Effect), run.RetryOf, run.First, run.Job, run.JobDigest,
		run.Source, run.Input.Digest, run.Input.Items, nullText(run.Settings), run.Started.UnixMicro(), run.Opened.UnixMicro()).Scan(&n)
	if err != nil {
		return explain(err)
	}
	if n > maxRun {
		return fmt.Errorf("journal/sqlite: %w: %d runs in one file are too many; prune some", journal.ErrInvalid, n)
	}
	l.base, l.seq = n<<positionBits, 1<<positionBits
	return nil
}

// open puts on record that a run goes on.
func (s *session) open(ctx context.Context, id string, known int64, l *runLog) error {
	var n, epoch int64
	err := s.conn.QueryRowContext(ctx, `UPDATE runs SET epoch = epoch + 1, known = ?, opened = ?, ended = NULL, status = '', summary = NULL, counts = NULL
		WHERE id = ? RETURNING run, epoch`, known, l.since.UnixMicro(), id).Scan(&n, &epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: no run %s", journal.ErrNotFound, id)
	}
	l.base, l.seq = n<<positionBits, epoch<<positionBits
	return explain(err)
}

// whole looks whether everything is there that a run's owners have written, and
// returns how many rows that are. Nobody must own the run but the caller.
func (j *Journal) whole(ctx context.Context, id string) (int64, error) {
	var epoch, known, have, last int64
	err := j.reading.QueryRowContext(ctx, `WITH r AS (SELECT run << 40 AS base, epoch, known FROM runs WHERE id = ?1),
		n AS (SELECT seq FROM items, r WHERE item BETWEEN base AND base + ?2
			UNION ALL SELECT seq FROM events, r WHERE item BETWEEN base AND base + ?2)
		SELECT epoch, known, (SELECT count(*) FROM n WHERE seq & ?2 <> ?2),
			(SELECT coalesce(max(seq & ?2), 0) FROM n WHERE seq >> 40 = epoch AND seq & ?2 <> ?2) FROM r`,
		id, int64(seqMask)).Scan(&epoch, &known, &have, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%w: no run %s", journal.ErrNotFound, id)
	}
	if err != nil {
		return 0, explain(err)
	}
	if have != known+last {
		return 0, fmt.Errorf("journal/sqlite: the journal's file is damaged: of run %s %d records are there and %d were written; "+
			"what was done cannot be told from it, so that it is not gone on with", id, have, known+last)
	}
	return have, nil
}

const runColumns = `run, id, name, tool, effect, retry_of, first, job, job_digest, source, input_digest, input_items,
	settings, started, opened, ended, status, summary, counts`

// runRow is a row of runColumns.
type runRow struct {
	journal.Run
	base    int64
	counted bool // its counts are on record
}

func scanRun(scan func(...any) error) (*runRow, error) {
	run := new(runRow)
	var settings, summary, counts sql.NullString
	var effect, started, opened int64
	var ended sql.NullInt64
	err := scan(&run.base, &run.ID, &run.Name, &run.Tool, &effect, &run.RetryOf, &run.First, &run.Job, &run.JobDigest,
		&run.Source, &run.Input.Digest, &run.Input.Items, &settings, &started, &opened, &ended, &run.Status, &summary, &counts)
	if err != nil {
		return nil, err
	}
	run.base <<= positionBits
	run.Effect = tool.Effect(effect) //nolint:gosec // as it was written
	run.Started, run.Opened = stamp(started), stamp(opened)
	if ended.Valid {
		run.Ended = stamp(ended.Int64)
	}
	run.Settings, run.Summary = rawText(settings), rawText(summary)
	if counts.Valid {
		if err := json.Unmarshal([]byte(counts.String), &run.Counts); err != nil {
			return nil, fmt.Errorf("the counts of run %s cannot be read: %w", run.ID, err)
		}
	}
	run.counted = counts.Valid
	return run, nil
}

func stamp(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

func rawText(s sql.NullString) json.RawMessage {
	if !s.Valid {
		return nil
	}
	return json.RawMessage(s.String)
}

// exists returns ErrNotFound where there is no such run, so that no lock is
// taken for it.
func (j *Journal) exists(ctx context.Context, id string) error {
	if j.isClosed() {
		return journal.ErrClosed
	}
	var run int64
	err := j.reading.QueryRowContext(ctx, "SELECT run FROM runs WHERE id = ?", id).Scan(&run)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%w: no run %s", journal.ErrNotFound, id)
	}
	return explain(err)
}

func (j *Journal) isClosed() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.closed
}

// complete fills in what is not in a run's row.
func (j *Journal) complete(ctx context.Context, row *runRow) (err error) {
	row.Owner = holder(j.path, row.ID)
	if !row.counted {
		row.Counts, err = count(ctx, j.reading, row.base)
	}
	return err
}

// Runs implements [journal.Journal].
func (j *Journal) Runs(ctx context.Context, filter *journal.Filter) iter.Seq2[*journal.Run, error] {
	return func(yield func(*journal.Run, error) bool) {
		below := int64(maxRun + 1)
		for {
			// One at a time: job texts may be long, and runs are few.
			run, err := j.nextRun(ctx, below)
			if errors.Is(err, sql.ErrNoRows) {
				return
			}
			if err == nil {
				below = run.base >> positionBits
				if !filter.Match(&run.Run) {
					continue
				}
				err = j.complete(ctx, run)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&run.Run, nil) {
				return
			}
		}
	}
}

func (j *Journal) nextRun(ctx context.Context, below int64) (*runRow, error) {
	if j.isClosed() {
		return nil, journal.ErrClosed
	}
	run, err := scanRun(j.reading.QueryRowContext(ctx, "SELECT "+runColumns+
		" FROM runs WHERE run < ? AND id IS NOT NULL ORDER BY run DESC LIMIT 1", below).Scan)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		err = explain(err)
	}
	return run, err
}

// Read implements [journal.Journal].
func (j *Journal) Read(ctx context.Context, id string) (journal.Reader, error) {
	if j.isClosed() {
		return nil, journal.ErrClosed
	}
	run, err := scanRun(j.reading.QueryRowContext(ctx, "SELECT "+runColumns+" FROM runs WHERE id = ?", id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%w: no run %s", journal.ErrNotFound, id)
	}
	if err != nil {
		return nil, explain(err)
	}
	if err := j.complete(ctx, run); err != nil {
		return nil, err
	}
	return &reader{j: j, run: &run.Run, base: run.base}, nil
}

// querier is a connection or a pool of them.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// begunWhere are the items that have events and are not settled.
const begunWhere = "item BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM items WHERE items.item = events.item)"

// count counts a run's items in one pass over each table.
func count(ctx context.Context, db querier, base int64) (c journal.Counts, err error) {
	last := base + seqMask
	err = db.QueryRowContext(ctx, `SELECT coalesce(sum(outcome = 1), 0), coalesce(sum(outcome = 2), 0), coalesce(sum(outcome = 3), 0),
		coalesce(sum(outcome = 4), 0), coalesce(sum(outcome = 5), 0),
		(SELECT count(DISTINCT item) FROM events WHERE `+begunWhere+`)
		FROM items WHERE item BETWEEN ? AND ?`, base, last, base, last).
		Scan(&c.Succeeded, &c.Skipped, &c.Failed, &c.InDoubt, &c.NotDone, &c.Begun)
	return c, explain(err)
}
