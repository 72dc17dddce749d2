package service

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// schema is run at every start. The CHECKs repeat what readSeed checks, because
// a file can be written by other programs too.
const schema = `
CREATE TABLE IF NOT EXISTS orders (
	order_id     TEXT PRIMARY KEY CHECK (order_id <> ''),
	customer     TEXT NOT NULL,
	owner        TEXT NOT NULL,
	deadline     TEXT NOT NULL,
	status       TEXT NOT NULL CHECK (status IN ('open', 'shipped', 'cancelled')),
	version      INTEGER NOT NULL CHECK (version >= 1),
	lock_holder  TEXT NOT NULL DEFAULT '',
	locked_until TEXT NOT NULL DEFAULT '',
	fault        TEXT NOT NULL DEFAULT 'none',
	writes       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS idempotency_keys (
	key     TEXT PRIMARY KEY,
	request TEXT NOT NULL,
	answer  TEXT NOT NULL
) STRICT;`

const orderColumns = "order_id, customer, deadline, status, version, writes, owner, lock_holder, locked_until, fault"

// openDB opens the database with one connection, in memory as on file. In
// memory a second connection would see a database of its own. On file one
// connection makes requests queue in database/sql, where they leave when their
// context ends, and not in SQLite's busy handler, which polls; that one is for
// other processes on the same file.
func openDB(ctx context.Context, path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, fmt.Errorf("open the orders database %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		err = fmt.Errorf("set up the orders database %s: %w", path, err)
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// dsn asks for immediate transactions: they take the write lock when they begin,
// so that what they read first is still true when they write.
func dsn(path string) string {
	query := url.Values{"_txlock": {"immediate"}}
	if path == "" {
		return ":memory:?" + query.Encode()
	}
	query.Set("_busy_timeout", "5000") // milliseconds
	query.Set("_journal_mode", "WAL")
	query.Set("_synchronous", "FULL") // a change that was answered survives a power cut
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter: file:///C:/orders.db
	}
	// As a URI, so that a path with ?, % or # in it is that path.
	file := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return file.String()
}

// inTx runs fn in a transaction and commits it if fn returns nil. After an error
// of fn, or one that wasStopped or isBusy knows, nothing was changed.
func (s *Service) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := fn(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			return errors.Join(err, fmt.Errorf("roll back: %w", back))
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// plant puts the seed into a database without orders.
func (s *Service) plant(ctx context.Context, seed []Order) error {
	if len(seed) == 0 {
		return nil
	}
	const insert = "INSERT INTO orders (" + orderColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	return s.inTx(ctx, func(tx *sql.Tx) error {
		var have int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&have); err != nil {
			return fmt.Errorf("count the orders: %w", err)
		}
		if have > 0 {
			s.logger.LogAttrs(ctx, slog.LevelInfo, "the database has orders: seed not used", slog.Int("orders", have))
			return nil
		}
		for _, o := range seed {
			if _, err := tx.ExecContext(ctx, insert, o.ID, o.Customer, o.Deadline, o.Status.String(), o.Version,
				o.Writes, o.Owner, o.LockHolder, o.LockedUntil, o.Fault.String()); err != nil {
				return fmt.Errorf("add order %s: %w", o.ID, err)
			}
		}
		return nil
	})
}

// querier is what *sql.DB and *sql.Tx have in common here.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func findOrder(ctx context.Context, q querier, id string) (Order, error) {
	order, err := scanOrder(q.QueryRowContext(ctx, "SELECT "+orderColumns+" FROM orders WHERE order_id = ?", id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Order{}, ErrNoSuchOrder
	case err != nil:
		return Order{}, fmt.Errorf("read order: %w", err)
	}
	return order, nil
}

// scanOrder reads a row of orderColumns.
func scanOrder(row interface{ Scan(dest ...any) error }) (Order, error) {
	var (
		o             Order
		status, fault string
	)
	if err := row.Scan(&o.ID, &o.Customer, &o.Deadline, &status, &o.Version, &o.Writes,
		&o.Owner, &o.LockHolder, &o.LockedUntil, &fault); err != nil {
		return Order{}, err
	}
	if err := errors.Join(o.Status.UnmarshalText([]byte(status)), o.Fault.UnmarshalText([]byte(fault))); err != nil {
		return Order{}, fmt.Errorf("order %s: %w", o.ID, err)
	}
	return o, nil
}

// isBusy says whether another process held the database for longer than the busy
// timeout. The statement was not carried out then.
func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY // the low byte is the primary code
}

// wasStopped says whether the context ended before the transaction did. Commit
// looks at the context before it begins and not while it runs, so nothing was
// changed then.
func wasStopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrTxDone)
}
