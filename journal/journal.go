package journal

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// Journal is a store of runs. It is safe for concurrent use.
type Journal interface {
	// Create begins a run, whose ID nobody has used, and owns it. The error is
	// [ErrExists] if somebody has. The run is on record when it returns.
	Create(ctx context.Context, run *Run) (Log, error)
	// Open goes on with a run, and owns it. A run that had ended has not any
	// more. The error is [ErrNotFound], or an [*OwnedError].
	Open(ctx context.Context, id string) (Log, error)
	// Runs yields what the filter lets through, newest first.
	Runs(ctx context.Context, filter *Filter) iter.Seq2[*Run, error]
	// Read looks at a run, whether it is owned or not. The error is
	// [ErrNotFound].
	Read(ctx context.Context, id string) (Reader, error)
	// Resolve settles by hand an item that is in doubt, or that was begun and
	// never settled, by its id. It owns the run for that moment. The error is
	// [ErrNotFound], an [*OwnedError], or an [*OutcomeError] if the item is
	// neither.
	Resolve(ctx context.Context, run, item string, r *Resolution) error
	// Prune forgets the runs that ended before a time, and those that never
	// ended and were begun or opened last before it, but none that is owned. It
	// returns how many.
	Prune(ctx context.Context, before time.Time) (int, error)
	// Close closes the logs, as [Log.Close] does, and the store. Afterwards
	// everything returns [ErrClosed].
	Close() error
}

// Log is a run in the hands of its one owner. It is safe for concurrent use.
//
// Every method takes what it needs from its arguments before it returns. When
// ctx ends while a call waits, it returns ctx's error, and what it was to write
// may or may not come on record. A caller who must not lose an outcome to its own
// cancellation passes [context.WithoutCancel].
type Log interface {
	// Intent says that an attempt is about to be made. Where a second
	// invocation would act twice, it is made with Durable, and the tool is not
	// called before it has returned nil.
	Intent(ctx context.Context, in *Intent, c Commit) error
	// Event says what happened to an item that is not settled yet.
	Event(ctx context.Context, e *Event, c Commit) error
	// Settle says what became of an item. The last one counts.
	Settle(ctx context.Context, item *Item, c Commit) error
	// Row keeps a row of an input that cannot be read a second time.
	Row(ctx context.Context, row *Row, c Commit) error
	// Input says what is known of the input once it has been read to its end.
	// It is durable.
	Input(ctx context.Context, in *Input) error
	// Sync returns nil when everything that was handed in before is on record.
	Sync(ctx context.Context) error
	// Finish says how the run has ended, and lets go of it. If End.Counts is
	// not what is on record the run is not ended, and goes on: the error is a
	// [*BooksError].
	Finish(ctx context.Context, end *End) error
	// Close syncs, and lets go of the run without ending it. After Finish it
	// does nothing.
	Close() error
}

// Reader looks at a run. It holds nothing open and is safe for concurrent use.
//
// What it yields is read in pages. Each page is of one moment; while the owner
// writes, the next is of a later one. An error is yielded once, as the last. What
// was yielded belongs to the caller.
type Reader interface {
	// Run returns the run as it was when Read was called.
	Run() *Run
	// Items yields settled items in input order.
	Items(ctx context.Context, q *Query) iter.Seq2[*Item, error]
	// Begun yields the items that were begun and are not settled, in input
	// order.
	Begun(ctx context.Context) iter.Seq2[*Begun, error]
	// Rows yields the rows of the input that were kept, from a position on.
	Rows(ctx context.Context, from int64) iter.Seq2[*Row, error]
	// Stories yields everything on record about the items with an id, in input
	// order: mostly one. It may look at every item of the run.
	Stories(ctx context.Context, id string) iter.Seq2[*Story, error]
	// Counts counts the items. It may look at every one of them.
	Counts(ctx context.Context) (Counts, error)
}

// Commit says when a call to a [Log] returns.
type Commit uint8

const (
	// Durable: when it is on record.
	Durable Commit = iota
	// Queued: at once, unless the queue is full. It comes on record soon, in
	// order, with whatever else is waiting.
	Queued
)

// Query chooses among the items of a run. nil: all of them.
type Query struct {
	Outcomes []Outcome // none: all of them
	From     int64     // the first position that is wanted
}

// Row is a row of the input, as it was read.
type Row struct {
	Position int64
	Line     int
	Data     []byte
}

// Input is what is known of the input at its end.
type Input struct {
	Digest string
	Items  int64 // how many there are
}

// End is how a run has ended.
type End struct {
	Status  string // in the words of the report, such as "partial"; not empty
	Ended   time.Time
	Counts  *Counts         // what the owner counted; nil: it did not
	Summary json.RawMessage // what else a report says of the whole run
}

// Resolution is what a person has found out about an item.
type Resolution struct {
	Done bool      `json:"done"` // it did happen; else it did not
	By   string    `json:"by,omitempty"`
	Note string    `json:"note,omitempty"`
	At   time.Time `json:"at"` // zero: now
}
