package journal

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// Intent is an attempt that is about to be made.
type Intent struct {
	Ref
	Attempt int // from 1
	Key     string
	Args    json.RawMessage
	State   json.RawMessage // see [Event.State]
	At      time.Time       // zero: now
}

// Kind says what happened to an item. Most are those of package executor.
type Kind uint8

const (
	// Sending: an attempt is about to be made; see [Log.Intent].
	Sending Kind = iota + 1
	// AttemptDone: the attempt has ended; Err is nil on success.
	AttemptDone
	// Refused: the arguments were refused before anything was sent.
	Refused
	// Waiting: it waits for Wait, because of Err.
	Waiting
	// Rejected: the breaker, or a gate, let nothing through.
	Rejected
	// Corrected: the arguments were corrected, as Correction says.
	Corrected
	// NotCorrected: a correction was refused or failed; Note says why.
	NotCorrected
	// Probed: the probe was asked; Note is "yes", "no" or what went wrong.
	Probed
	// Settled: it was settled as Outcome, and something else since, or begun
	// again. The journal writes it.
	Settled
	// Resolved: the same, where it was somebody who settled it by hand.
	Resolved
)

var kindNames = [...]string{"", "sending", "attempt_done", "refused", "waiting", "rejected", "corrected", "not_corrected", "probed", "settled", "resolved"} //nolint:gochecknoglobals // a table, never written

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Sending, AttemptDone, Refused, Waiting, Rejected, Corrected, NotCorrected, Probed, Settled, Resolved}
}

// String returns the lower-case name.
func (k Kind) String() string {
	if k > 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText returns the text form; an undefined kind is an error.
func (k Kind) MarshalText() ([]byte, error) {
	if k == 0 || int(k) >= len(kindNames) {
		return nil, fmt.Errorf("%w: %s", errUnknownName, k.String())
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText reads the exact text form and leaves k alone on error.
func (k *Kind) UnmarshalText(text []byte) error {
	for _, known := range Kinds() {
		if string(text) == known.String() {
			*k = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q is no kind of event", errUnknownName, text)
}

// Event is one thing that happened to an item. Fields that do not belong to its
// kind are zero.
type Event struct {
	Ref
	Kind    Kind
	Attempt int // the newest, from 1; 0: nothing was sent yet
	At      time.Time
	Key     string
	Args    json.RawMessage
	// State is what whoever goes on with the item needs to know, such as an
	// executor.Call as JSON. The journal does not look into it; the newest
	// counts.
	State json.RawMessage
	EventDetail
}

// EventDetail is what events of some kinds have. Its JSON form is for
// implementations; see [Detail].
type EventDetail struct {
	Err        *taxonomy.Error        `json:"error,omitempty"`
	Elapsed    time.Duration          `json:"elapsed,omitempty"` // of an attempt or a probe
	Wait       time.Duration          `json:"wait,omitempty"`
	Asked      bool                   `json:"asked,omitempty"` // the other side asked for the wait
	Correction *correction.Correction `json:"correction,omitempty"`
	Note       string                 `json:"note,omitempty"`
	Request    string                 `json:"request,omitempty"` // what was sent, without secrets
	Reply      string                 `json:"reply,omitempty"`   // what came back, without secrets
	Outcome    Outcome                `json:"outcome,omitempty"` // of Settled and Resolved
	How        string                 `json:"how,omitempty"`     // of both
}

func (d *EventDetail) empty() bool { return *d == EventDetail{} }
