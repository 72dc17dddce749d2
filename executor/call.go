package executor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Call is one logical call: what is to be done, and how far it has come. It
// can be put aside between two steps and, through JSON, be continued in another
// process ([Restore]). It is not safe for concurrent use.
type Call struct {
	inv     tool.Invocation
	keyFunc func(args json.RawMessage) string
	result  Result
	settled bool
	checked bool // the arguments as they stand passed validation
	// cutCorrection: the caller stopped while a correction was looked for.
	cutCorrection bool
	s             state
}

// state is what of a Call survives a journey through JSON.
type state struct {
	Run  string `json:"run,omitempty"`
	Item string `json:"item,omitempty"`
	Key  string `json:"key,omitempty"` // "": not asked for yet

	Attempts int `json:"attempts,omitempty"`
	Retries  int `json:"retries,omitempty"` // backoffs so far, which lengthen the next
	// Answered and Unanswered count the attempts that may have happened and
	// that no probe has cleared.
	Answered   int       `json:"answered,omitempty"`
	Unanswered int       `json:"unanswered,omitempty"`
	FirstMaybe time.Time `json:"first_maybe,omitzero"` // when the first of them was sent

	Waited  time.Duration `json:"waited,omitempty"`
	Since   time.Time     `json:"since,omitzero"`     // waiting since; zero: not waiting
	Until   time.Time     `json:"until,omitzero"`     // not before; zero: any time
	Probe   probing       `json:"probe,omitempty"`    // what a probe is due for
	Probes  int           `json:"probes,omitempty"`   // probes that could not find out
	ByProbe bool          `json:"by_probe,omitempty"` // a probe found that it had happened

	Tried       []json.RawMessage       `json:"tried,omitempty"` // canonical
	Corrections []correction.Correction `json:"corrections,omitempty"`
	// Trial: what came of the newest correction is still to be told to the
	// corrector; it is of the failure with this number, from 1. 0: nothing is.
	Trial    int       `json:"trial,omitempty"`
	Failures []Failure `json:"failures,omitempty"`
	Note     string    `json:"note,omitempty"` // why a correction was refused
}

// probing says what the next step asks the probe for.
type probing uint8

const (
	probeNone  probing = iota
	probeRetry         // before the next attempt of an Unsafe tool
	probeFinal         // attempts are used up: is it done?
)

// CallOptions says which call it is. nil is fine.
type CallOptions struct {
	// Run and Item name the call: its idempotency key is made of both, the
	// tool and the arguments. Item "": a random one, so that two bare calls
	// are two calls.
	Run, Item string
	// Key makes the idempotency key of the arguments (as they stand, after a
	// correction) instead. It must not return "".
	Key func(args json.RawMessage) string
}

// NewCall prepares a call.
func NewCall(inv tool.Invocation, opts *CallOptions) *Call {
	c := new(Call)
	c.Reset(inv, opts)
	return c
}

// Reset makes c another call, so that whoever makes many can use one Call
// again. What its Result held must not be used after that.
func (c *Call) Reset(inv tool.Invocation, opts *CallOptions) {
	*c = Call{inv: inv}
	if opts != nil {
		c.s.Run, c.s.Item, c.keyFunc = opts.Run, opts.Item, opts.Key
	}
}

// Item returns the item's id.
func (c *Call) Item() string { return c.s.Item }

// Attempts returns how often the tool was invoked so far.
func (c *Call) Attempts() int { return c.s.Attempts }

// Result returns what became of the call, and nil before it is settled.
func (c *Call) Result() *Result {
	if !c.settled {
		return nil
	}
	return &c.result
}

// Key returns the idempotency key of the call with its arguments as they
// stand: the same on every attempt. It is computed when first asked for.
func (c *Call) Key() string {
	if c.s.Key == "" {
		c.s.Key = c.makeKey()
	}
	return c.s.Key
}

func (c *Call) makeKey() string {
	args, err := c.inv.Args()
	if err != nil {
		args = nil // what has no JSON form is never sent as JSON
	}
	if c.keyFunc != nil {
		if key := c.keyFunc(args); key != "" {
			return key
		}
	}
	if c.s.Item == "" {
		c.s.Item = strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36) //nolint:gosec // an identity, not a secret
	}
	if canonical, err := tool.Canonical(args); err == nil {
		args = canonical
	}
	var all []byte
	for _, part := range []string{c.s.Run, c.s.Item, c.inv.Spec().Name, string(args)} {
		all = fmt.Appendf(all, "%d:%s", len(part), part) // lengths, so that "ab"+"c" is not "a"+"bc"
	}
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:16])
}

// doubt returns the worst of all attempts: whether the call may have happened.
func (c *Call) doubt() taxonomy.Applied {
	switch {
	case c.s.Unanswered > 0:
		return taxonomy.Unanswered
	case c.s.Answered > 0:
		return taxonomy.Answered
	}
	return taxonomy.No
}

// last returns the newest failure, or nil.
func (c *Call) last() *Failure {
	if n := len(c.s.Failures); n > 0 {
		return &c.s.Failures[n-1]
	}
	return nil
}

type callJSON struct {
	Args json.RawMessage `json:"args"`
	state
	Result *Result `json:"result,omitempty"` // of a call that is settled
}

// MarshalJSON returns everything that [Restore] needs but the tool. It asks
// for the key, which must not change in another process.
func (c *Call) MarshalJSON() ([]byte, error) {
	args, err := c.inv.Args()
	if err != nil {
		return nil, fmt.Errorf("executor: %w", err)
	}
	c.Key()
	return json.Marshal(callJSON{Args: args, state: c.s, Result: c.Result()})
}

// Restore continues a call that was put aside with MarshalJSON. t is the same
// tool as then. key is as in [CallOptions] and matters only if the arguments
// are corrected later. A call that was settled stays so: it is never made again.
func Restore(t tool.Tool, data []byte, key func(args json.RawMessage) string) (*Call, error) {
	var j callJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("executor: not a call: %w", err)
	}
	c := NewCall(tool.Bind(t, j.Args), &CallOptions{Key: key})
	c.s = j.state
	if j.Result != nil {
		c.result, c.settled = *j.Result, true
	}
	return c, nil
}
