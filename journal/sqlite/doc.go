// Package sqlite is a [journal.Journal] in one SQLite file, which several
// processes may use at a time. The driver is modernc.org/sqlite: no cgo.
//
// # Guarantees
//
// Those of package journal, and of what they survive: see [Synchronous].
//
//   - A run's owner holds a kernel lock on a file of its own in the folder
//     beside the database (its name and "-locks"). The kernel lets go of it when
//     the process ends, however it ends.
//   - The database, its -wal and -shm and the locks have mode 0600; folders that
//     are made on the way have 0700. Folders that were there stay as they are.
//   - A file that is not a journal is refused and not touched, and so is one
//     that a newer version has written. An older one is brought up to date when it
//     is opened.
//   - A run from which the damage of a file has taken something out of the
//     middle is not opened: what its owner wrote is numbered.
//
// The file must be on a local disk: SQLite's WAL needs memory that all processes
// share, and neither it nor the locks work over a network file system.
//
// # How it writes
//
// One goroutine writes. It takes all that is waiting into one transaction, so
// that callers that wait for theirs share the cost of a commit: with FULL an
// fsync. What nobody waits for is on record after 2 ms, or with the next that
// somebody waits for. Up to 4,096 records and 16 MB wait; then callers wait for
// room.
package sqlite
