package sqlite_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/journal/sqlite"
)

// TestDamagedWAL cuts and garbles the end of the file at many places: the journal
// opens with a prefix of what was committed, or the run is refused.
func TestDamagedWAL(t *testing.T) {
	t.Parallel()
	for name, pragma := range map[string]string{
		"alone": "PRAGMA user_version",
		// The database has what the WAL has, and newer pages than what is left
		// of it says.
		"checkpointed": "PRAGMA wal_checkpoint(passive)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, wal := walOf(t, pragma)
			refused, opened := 0, 0
			try := func(what string, wal []byte) {
				t.Helper()
				n, err := damaged(t, db, wal)
				switch {
				case err == nil:
					opened++
				case n > 0:
					t.Fatalf("%s: %v", what, err)
				case !strings.Contains(err.Error(), "damaged"):
					t.Fatalf("%s: an unclear refusal: %v", what, err)
				default:
					refused++
				}
			}
			step := len(wal)/12 - 13
			for at := 0; at < len(wal); at += step {
				try("cut", wal[:at])
				garbled := append([]byte(nil), wal...)
				garbled[at] ^= 0x55
				try("garbled", garbled)
				zeroed := append([]byte(nil), wal...)
				clear(zeroed[at:])
				try("zeroed", zeroed)
			}
			t.Logf("%d opened with a prefix, %d refused", opened, refused)
			if name == "alone" && refused > 0 {
				t.Errorf("a WAL that is cut is no reason to refuse: %d", refused)
			}
		})
	}
}

const damageItems = 80

// walOf returns a database and its WAL with items 0 … 79, each with a commit of
// its own, after a pragma.
func walOf(t *testing.T, pragma string) (db, wal []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "j.db")
	j := open(t, path, nil)
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(damageItems) {
		if err := l.Intent(t.Context(), &journal.Intent{Ref: crashItem(i).Ref, Attempt: 1}, journal.Durable); err != nil {
			t.Fatal(err)
		}
		if err := l.Settle(t.Context(), crashItem(i), journal.Durable); err != nil {
			t.Fatal(err)
		}
	}
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, other)
	if _, err := other.ExecContext(t.Context(), pragma); err != nil {
		t.Fatal(err)
	}
	if db, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if wal, err = os.ReadFile(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return db, wal
}

var errInvented = errors.New("not a prefix of what was written")

// damaged opens a copy. It returns an error and 0 if that was refused, and one
// and 1 if something stands in it that is no prefix.
func damaged(t *testing.T, db, wal []byte) (int, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "j.db")
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", wal, 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = j.Close() }() // may say again that it is damaged
	l, err := j.Open(t.Context(), "a")
	if errors.Is(err, journal.ErrNotFound) {
		return 0, nil // nothing is a prefix, too
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		return 0, err
	}
	next := int64(0)
	for it, err := range r.Items(t.Context(), nil) {
		if err != nil {
			return 0, err
		}
		want := crashItem(next)
		if it.Ref != want.Ref || it.Outcome != want.Outcome || string(it.Value) != string(want.Value) || string(it.Args) != string(want.Args) {
			return 1, errInvented
		}
		next++
	}
	begun := 0
	for b, err := range r.Begun(t.Context()) {
		if err != nil {
			return 0, err
		}
		if b.Position != next || begun > 0 {
			return 1, errInvented
		}
		begun++
	}
	return 0, nil
}

// TestHole takes a record out of the middle: the run is not gone on with.
func TestHole(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"items", "events"} {
		path := filepath.Join(t.TempDir(), "j.db")
		j := open(t, path, nil)
		for range 2 { // in the first epoch, too
			l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
			if errors.Is(err, journal.ErrExists) {
				l, err = j.Open(t.Context(), "a")
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range int64(3) {
				if err := l.Intent(t.Context(), &journal.Intent{Ref: crashItem(i).Ref}, journal.Queued); err != nil {
					t.Fatal(err)
				}
				if err := l.Settle(t.Context(), crashItem(i), journal.Queued); err != nil {
					t.Fatal(err)
				}
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "DROP TRIGGER items_begun"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "DELETE FROM "+table+" WHERE seq = (SELECT min(seq) FROM "+table+")"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Open(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "damaged: of run a") {
			t.Errorf("%s: got %v", table, err)
		}
		if r, err := j.Read(t.Context(), "a"); err != nil || r.Run().Owner != nil { // what is left can be looked at
			t.Errorf("%s: reading: %v", table, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
