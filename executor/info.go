package executor

import (
	"strconv"
	"sync"

	"github.com/batchagent/batchagent/tool"
)

// callInfo is what an attempt's context holds: all that a tool's func, and the
// goroutines that it has started, may ask about the call. It outlives the
// attempt; the Call may be another one by then.
type callInfo struct {
	attempt int

	mu     sync.Mutex
	call   *Call // nil once the attempt has ended
	key    string
	nested int
}

var _ tool.CallInfo = (*callInfo)(nil)

// Key returns the call's key. After the attempt it is known only if somebody
// had asked for it before.
func (i *callInfo) Key() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.key == "" && i.call != nil {
		i.key = i.call.Key()
	}
	return i.key
}

// Attempts returns the attempt's number.
func (i *callInfo) Attempts() int { return i.attempt }

// end lets go of the call.
func (i *callInfo) end() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.call != nil {
		i.key = i.call.s.Key
		i.call = nil
	}
}

// item names a call that a tool's func makes through an executor of its own: by
// the outer call's key and a number, so that the inner call of the outer's next
// attempt has the same key, as long as the func makes its calls in the same
// order.
func (i *callInfo) item() string {
	key := i.Key()
	if key == "" {
		return ""
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.nested++
	return key + "/" + strconv.Itoa(i.nested)
}
