package correction

import (
	"context"
	"encoding/json"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Request is a call whose arguments were refused. It must not be changed.
type Request struct {
	Spec   *tool.Spec
	Schema *tool.Schema
	Args   json.RawMessage // as they were refused; valid JSON
	// Err is the refusal, class INPUT_ERROR: by the tool, or by the schema
	// before the tool was called.
	Err *taxonomy.Error
	// Tried are the arguments of all earlier rounds, Args included, in the
	// form of tool.Canonical.
	Tried []json.RawMessage
	// MayChange, if not empty, are the only arguments that may change: names
	// ("deadline") or JSON Pointers ("/items/0/qty").
	MayChange []string
	// Doubt: an attempt of this call may have taken effect. Then nothing is
	// corrected.
	Doubt bool
}

// Proposal is what a corrector suggests.
type Proposal struct {
	Args   json.RawMessage // the whole arguments, corrected; nil: they cannot be, and Reason says why
	By     string          // "rule", "learned" or "llm"
	Reason string          // one sentence for people, or ""
}

// Corrector proposes corrected arguments. It returns nil and no error where it
// cannot, or a Proposal without Args where it knows why, and an error where it failed to find out. It is called from many
// goroutines at once.
type Corrector interface {
	Correct(ctx context.Context, req *Request) (*Proposal, error)
}

// CorrectorFunc makes a Corrector of a func.
type CorrectorFunc func(ctx context.Context, req *Request) (*Proposal, error)

// Correct calls f.
func (f CorrectorFunc) Correct(ctx context.Context, req *Request) (*Proposal, error) {
	return f(ctx, req)
}

// Change is one place that a correction changed, in the words of JSON Patch
// (RFC 6902) with the old value beside it.
type Change struct {
	Op    string          `json:"op"`             // "add", "remove" or "replace"
	Path  string          `json:"path"`           // JSON Pointer
	From  json.RawMessage `json:"from,omitempty"` // the old value; none for "add"
	Value json.RawMessage `json:"value,omitempty"`
}

// Correction is one round that was executed.
type Correction struct {
	By     string   `json:"by"`
	Reason string   `json:"reason,omitempty"`
	Patch  []Change `json:"patch"`
	// Sent: how many attempts had been made before it. 0: corrected before
	// anything was sent.
	Sent int `json:"sent"`
}
