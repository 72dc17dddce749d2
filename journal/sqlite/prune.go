package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// chunk is how many items, or pages of the file, one transaction of Prune takes
// away: others want to write, too.
const chunk = 2000

// Prune implements [journal.Journal]. The file becomes smaller, too, while
// nobody reads from its end.
func (j *Journal) Prune(ctx context.Context, before time.Time) (n int, err error) {
	below := int64(maxRun + 1)
	for {
		run, err := j.nextRun(ctx, below)
		if errors.Is(err, sql.ErrNoRows) {
			break
		}
		if err != nil {
			return n, err
		}
		below = run.base >> positionBits
		gone, err := j.forget(ctx, run.ID, before)
		if err != nil {
			return n, err
		}
		if gone {
			n++
		}
	}
	tidy(j.path)
	return n, j.sweep(ctx)
}

// forget takes a run off the record, if it is old enough and nobody owns it.
func (j *Journal) forget(ctx context.Context, id string, before time.Time) (gone bool, err error) {
	l, err := acquire(j.path, id)
	if errors.Is(err, errLocked) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer l.release()
	err = j.queue.do(ctx, nil, func(ctx context.Context, s *session) error {
		r, err := s.conn.ExecContext(ctx, "UPDATE runs SET id = NULL WHERE id = ? AND coalesce(ended, opened) < ?", id, before.UnixMicro())
		if err != nil {
			return explain(err)
		}
		rows, err := r.RowsAffected()
		gone = rows > 0
		return explain(err)
	})
	return gone && err == nil, err
}

// sweep takes away what belongs to runs that were forgotten, also by a process
// that did not come to it.
func (j *Journal) sweep(ctx context.Context) error {
	for {
		var run int64
		err := j.reading.QueryRowContext(ctx, "SELECT run FROM runs WHERE id IS NULL LIMIT 1").Scan(&run)
		if errors.Is(err, sql.ErrNoRows) {
			break
		}
		if err != nil {
			return explain(err)
		}
		for _, table := range []string{"items", "events", "rows"} {
			if err := j.empty(ctx, table, run<<positionBits); err != nil {
				return err
			}
		}
		err = j.queue.do(ctx, nil, func(ctx context.Context, s *session) error {
			_, err := s.conn.ExecContext(ctx, "DELETE FROM runs WHERE run = ? AND id IS NULL", run)
			return explain(err)
		})
		if err != nil {
			return err
		}
	}
	return j.shrink(ctx)
}

// empty deletes a run's rows from a table.
func (j *Journal) empty(ctx context.Context, table string, base int64) error {
	for more := true; more; {
		err := j.queue.do(ctx, nil, func(ctx context.Context, s *session) error {
			last := base + seqMask
			err := s.conn.QueryRowContext(ctx, "SELECT item FROM "+table+" WHERE item BETWEEN ? AND ? ORDER BY item LIMIT 1 OFFSET ?", base, last, chunk).Scan(&last)
			more = err == nil
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return explain(err)
			}
			_, err = s.conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE item BETWEEN ? AND ?", base, last) //nolint:gosec // one of three names
			return explain(err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// shrink gives free pages back to the file system.
func (j *Journal) shrink(ctx context.Context) error {
	for left := 1; left > 0; {
		err := j.queue.do(ctx, nil, func(ctx context.Context, s *session) error {
			var before int
			if err := s.conn.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&before); err != nil {
				return explain(err)
			}
			if _, err := s.conn.ExecContext(ctx, "PRAGMA incremental_vacuum(2000)"); err != nil {
				return explain(err)
			}
			if err := s.conn.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&left); err != nil {
				return explain(err)
			}
			if left == before {
				left = 0
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
