package sqlite

import "context"

// Commits returns how many transactions of records were committed.
func (j *Journal) Commits() int64 { return j.commits.Load() }

// Waiting returns how many records wait to be taken by the writer.
func (j *Journal) Waiting() int {
	j.queue.mu.Lock()
	defer j.queue.mu.Unlock()
	return len(j.queue.next.records)
}

// OpenSmall opens a journal on a disk that holds so many pages.
func OpenSmall(ctx context.Context, path string, pages int) (*Journal, error) {
	return Open(ctx, path, &Options{maxPages: pages})
}

// OpenMigrated opens a journal as a program does whose schema has more versions.
func OpenMigrated(ctx context.Context, path string, more ...string) (*Journal, error) {
	return Open(ctx, path, &Options{migrations: append(migrations(), more...)})
}

// LockPath is the file that a run's owner locks.
func LockPath(db, run string) string { return lockPath(db, run) }

// Limits of the queue.
const (
	MaxQueued = maxQueued
	MaxBytes  = maxBytes
)

// TryLock takes a run's lock, and returns what lets go of it; false: it is held.
func TryLock(db, run string) (release func(), ok bool) {
	l, err := acquire(db, run)
	if err != nil {
		return nil, false
	}
	return l.release, true
}
