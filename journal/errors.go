package journal

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrExists says that a run with this id is on record.
	ErrExists = errors.New("journal: there is a run with this id")
	// ErrNotFound says that there is no such run, or no such item in it.
	ErrNotFound = errors.New("journal: not found")
	// ErrClosed says that the log or the journal was closed.
	ErrClosed = errors.New("journal: closed")
	// ErrInvalid says that what was to be written cannot be, such as an item without an
	// outcome. It is the caller's mistake, and harms nothing else.
	ErrInvalid = errors.New("journal: invalid")
)

// OwnedError says that somebody else owns the run.
type OwnedError struct {
	Run string
	Owner
}

// Error says who, and since when.
func (e *OwnedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d on %s", e.PID, e.Host)
	}
	if !e.Since.IsZero() {
		who += ", since " + e.Since.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("journal: run %s is under way in %s; wait until it has ended, or end it", e.Run, who)
}

// OutcomeError says that an item is not what Resolve is for.
type OutcomeError struct {
	Run, Item string
	Outcome   Outcome
}

// Error says what the item is.
func (e *OutcomeError) Error() string {
	return fmt.Sprintf("journal: item %s of run %s is %s and not in doubt, so there is nothing to resolve", e.Item, e.Run, e.Outcome)
}

// BooksError says that the owner counted something else than what is on record.
type BooksError struct {
	Run            string
	Told, OnRecord Counts
}

// Error says both.
func (e *BooksError) Error() string {
	return fmt.Sprintf("journal: the books of run %s do not balance, so it is not ended: counted were %s, on record are %s",
		e.Run, &e.Told, &e.OnRecord)
}

// String lists the counts.
func (c *Counts) String() string {
	return fmt.Sprintf("%d succeeded + %d skipped + %d failed + %d in doubt + %d not done, %d begun",
		c.Succeeded, c.Skipped, c.Failed, c.InDoubt, c.NotDone, c.Begun)
}
