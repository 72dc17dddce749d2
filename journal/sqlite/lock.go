package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/batchagent/batchagent/journal"
)

// lock is a kernel lock on a file, which ends with the process.
type lock struct {
	f    *os.File
	path string
}

var errLocked = errors.New("journal/sqlite: locked")

// lockPath is the file for a run's lock; "": for making the database itself. An
// id may hold anything, a file's name not.
func lockPath(db, run string) string {
	var b strings.Builder
	for i := range len(run) {
		c := run[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	name := b.String()
	if len(name) > maxLockName {
		sum := sha256.Sum256([]byte(run))
		name = name[:maxLockName-64] + hex.EncodeToString(sum[:])
	}
	return filepath.Join(db+"-locks", "run-"+name)
}

const maxLockName = 130 // file systems allow 255 bytes, and eCryptfs 143

// acquire takes the lock, or returns errLocked.
func acquire(db, run string) (*lock, error) {
	path := lockPath(db, run)
	for {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("journal/sqlite: %w", err)
		}
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, fmt.Errorf("journal/sqlite: %w", err)
		}
		if err := lockFile(f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		// Whoever held it before may have removed the file between our two
		// calls; then the lock that counts is on another.
		if here, err := os.Stat(path); err == nil {
			if own, err := f.Stat(); err == nil && os.SameFile(here, own) {
				return &lock{f, path}, nil
			}
		}
		if err := f.Close(); err != nil {
			return nil, fmt.Errorf("journal/sqlite: %w", err)
		}
	}
}

// sign writes down who holds the lock, for those who are refused.
func (l *lock) sign(since time.Time) error {
	host, _ := os.Hostname()
	text, err := json.Marshal(&journal.Owner{Host: host, PID: os.Getpid(), Since: since})
	if err == nil {
		_, err = l.f.WriteAt(text, 0)
	}
	if err == nil {
		err = l.f.Truncate(int64(len(text)))
	}
	if err != nil {
		return fmt.Errorf("journal/sqlite: %w", err)
	}
	return nil
}

// release lets go of it. The file goes first, while nobody else can have locked
// it; where it cannot be removed it stays, and does no harm.
func (l *lock) release() {
	_ = os.Remove(l.path)
	_ = l.f.Close()
}

// holder returns who holds a run's lock, and nil if nobody does. Where it cannot
// be read who it is, it is somebody unknown.
func holder(db, run string) *journal.Owner {
	path := lockPath(db, run)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // nothing was written
	if lockFile(f) == nil {
		return nil // ours until it is closed
	}
	owner := new(journal.Owner)
	if text, err := os.ReadFile(path); err != nil || json.Unmarshal(text, owner) != nil {
		return new(journal.Owner)
	}
	return owner
}

// own takes a run's lock for its owner. Somebody who only looks whether it is
// held holds it for an instant, so that one refusal is none.
func own(ctx context.Context, db, run string) (*lock, error) {
	l, err := waitForLock(ctx, db, run, patience)
	if errors.Is(err, errLocked) {
		if who := holder(db, run); who != nil {
			return nil, &journal.OwnedError{Run: run, Owner: *who}
		}
		return nil, &journal.OwnedError{Run: run}
	}
	return l, err
}

// patience is how long a lock is tried for that another process may be looking
// at.
const patience = 50 * time.Millisecond

func waitForLock(ctx context.Context, db, run string, most time.Duration) (*lock, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, most, errLocked)
	defer cancel()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		l, err := acquire(db, run)
		if !errors.Is(err, errLocked) {
			return l, err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// tidy removes the lock files of processes that were killed.
func tidy(db string) {
	entries, err := os.ReadDir(db + "-locks")
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(db+"-locks", e.Name())
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) || err != nil {
			continue
		}
		if lockFile(f) == nil {
			_ = os.Remove(path)
		}
		_ = f.Close()
	}
}
