package sqlite

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// explain says in words what SQLite says in codes.
func explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	what := "the journal cannot be read or written"
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			what = "the journal's disk is full"
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			what = "another process kept the journal locked for too long"
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			what = "the journal's file is damaged"
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
			what = "the journal's file cannot be opened for writing"
		}
	}
	return fmt.Errorf("journal/sqlite: %s: %w", what, err)
}
