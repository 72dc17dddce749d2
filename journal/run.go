package journal

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/batchagent/batchagent/tool"
)

// Run is a run as a whole.
type Run struct {
	ID      string // not empty; unique in a journal
	Name    string
	Tool    string
	Effect  tool.Effect
	RetryOf string // the run that this one retries, "": none
	// First is the first run of a chain of retries, whose id is part of the
	// idempotency keys. "": this one.
	First string
	// Job is the text of the job file, and JobDigest the digest of what it
	// means, both without secrets.
	Job, JobDigest string
	// Source says where the items come from, such as a file's name, and Input
	// what is in it. Input.Items is -1 as long as it has not been read to its
	// end, whatever Create is given.
	Source string
	Input  Input
	// Settings are what else it was started with, as JSON, or nil.
	Settings json.RawMessage
	Started  time.Time // zero: now

	// The rest is written by the journal; what Create is given there is ignored.

	Opened  time.Time // when it was begun or opened last
	Ended   time.Time // zero: it is running, or was killed
	Status  string    // "" as long as it has not ended
	Summary json.RawMessage
	Counts  Counts
	// Owner is who writes to it, as far as that can be told; nil: nobody does.
	Owner *Owner
}

// Owner is the process that a run belongs to.
type Owner struct {
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// Counts are numbers of items, by what became of them.
type Counts struct {
	Succeeded int64 `json:"succeeded"`
	Skipped   int64 `json:"skipped"`
	Failed    int64 `json:"failed"`
	InDoubt   int64 `json:"in_doubt"`
	NotDone   int64 `json:"not_done"`
	Begun     int64 `json:"begun"` // and not settled
}

// Of returns where c counts the items with an outcome, and nil if o is
// undefined.
func (c *Counts) Of(o Outcome) *int64 {
	switch o {
	case Unsettled:
		return &c.Begun
	case Succeeded:
		return &c.Succeeded
	case Skipped:
		return &c.Skipped
	case Failed:
		return &c.Failed
	case InDoubt:
		return &c.InDoubt
	case NotDone:
		return &c.NotDone
	}
	return nil
}

// Filter chooses among runs. The zero value, and nil, let all through.
type Filter struct {
	Prefix      string // of the id
	Name        string
	JobDigest   string
	InputDigest string
	RetryOf     string
}

// Match reports whether f lets run through.
func (f *Filter) Match(run *Run) bool {
	if f == nil {
		return true
	}
	same := func(want, got string) bool { return want == "" || want == got }
	return strings.HasPrefix(run.ID, f.Prefix) && same(f.Name, run.Name) && same(f.JobDigest, run.JobDigest) &&
		same(f.InputDigest, run.Input.Digest) && same(f.RetryOf, run.RetryOf)
}
