package journal

import (
	"encoding/json"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// MaxPosition is the last position that an item can have.
const MaxPosition = 1<<40 - 1

// ByHand is the [Item.How] of an item that somebody has resolved as done. The
// others are the words of package executor, such as "first_try".
const ByHand = "by_hand"

// Ref names an item.
type Ref struct {
	Position int64 // in the input, from 0
	ID       string
	Line     int // in the input file, from 1; 0: not known
}

// Item is an item that is settled.
type Item struct {
	Ref
	Outcome  Outcome
	How      string // how it succeeded; "": it did not
	Attempts int
	Key      string          // the idempotency key, or ""
	Args     json.RawMessage // as they stood at the end; nil: not kept
	Value    json.RawMessage // what the tool returned; nil: nothing, or not kept
	Settled  time.Time       // zero: now
	Detail
}

// Detail is what most items have nothing of: those that succeed at the first
// try. Its JSON form is for implementations. Errors lose what they wrap, and
// numbers in their context become int, or json.Number where that would not be
// exact, or a float64 that is.
type Detail struct {
	// Err is the last error, nil on success.
	Err         *taxonomy.Error         `json:"error,omitempty"`
	Reason      string                  `json:"reason,omitempty"`
	Abort       string                  `json:"abort,omitempty"` // why the batch stopped at it, or ""
	Waited      time.Duration           `json:"waited,omitempty"`
	Corrections []correction.Correction `json:"corrections,omitempty"`
	Failures    []Failure               `json:"failures,omitempty"` // the attempts that failed
	Resolved    *Resolution             `json:"resolved,omitempty"` // who settled it by hand
}

// Failure is one attempt, or one refusal before an attempt, that failed. It has
// the fields of executor.Failure, so that one converts to the other.
type Failure struct {
	Attempt int             `json:"attempt"`
	Err     *taxonomy.Error `json:"error"`
	Wait    time.Duration   `json:"wait,omitempty"`
	Asked   bool            `json:"asked,omitempty"`
}

// empty reports whether there is nothing to write.
func (d *Detail) empty() bool {
	return d.Err == nil && d.Reason == "" && d.Abort == "" && d.Waited == 0 && d.Resolved == nil &&
		len(d.Corrections) == 0 && len(d.Failures) == 0
}

// Begun is an item that was begun and is not settled.
type Begun struct {
	Ref
	// Attempt is the newest, and Sent when it was about to be made; 0 and
	// zero: nobody has said so with an Intent.
	Attempt int
	Sent    time.Time
	// Answered: what came of that attempt is on record. Otherwise it was
	// perhaps under way when the process ended, and may have happened.
	Answered bool
	Key      string
	Args     json.RawMessage
	// State is the newest that was handed in, such as an executor.Call as JSON.
	State json.RawMessage
}

// Story is everything on record about an item, in the order in which it
// happened.
type Story struct {
	Item   *Item // nil: it is not settled
	Events []*Event
}
