package batch

import (
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/batchagent/batchagent/executor"
)

// Options are the settings of a batch. nil stands for the zero value.
type Options struct {
	// Name is what the summary calls the batch. "": the tool's name.
	Name string
	// RunID is part of every idempotency key: the same id, item, tool and
	// arguments make the same key. "": a random one.
	RunID string
	// Concurrency is how many calls run at a time. 0: 4.
	Concurrency int
	// Stop, once it is closed, stops the batch in order: nothing new is sent,
	// and what runs may end within Grace; then its contexts end, too. (The end
	// of the batch's own context ends those at once.) nil: never.
	Stop <-chan struct{}
	// Grace is how long a stop may take: for calls that run when Stop is
	// closed, for tools that run on after their context has ended, and for
	// reading the rest of the input after the batch has stopped. 0: 10 s.
	// Negative: none.
	Grace time.Duration
	// Key makes the idempotency key of an item from its id and its arguments.
	// nil: see executor.CallOptions.
	Key func(id string, args json.RawMessage) string
	// DuplicatesSkipped: an item whose id came before is skipped; otherwise it
	// is failed. It is not called. ([Stream] remembers the ids of items that
	// are under way, and no others.)
	DuplicatesSkipped bool
	// SourceErr is asked once the input has ended, such as rows.Err: an error
	// means that it broke off.
	SourceErr func() error
	// Limit is how many items are called at most; an item that is refused
	// before anything is sent does not count. Once so many have settled, the
	// rest of the input is read as after a stop, for up to Grace, and is not
	// done. The batch's error wraps [ErrLimit] then. 0: no limit.
	Limit int
	// LimitName is what the reasons of those items call it, such as a flag.
	// "": "the limit of 3 items".
	LimitName string
	// Settled sees every item's result once it is settled, whatever settled it,
	// one at a time, and must be quick: the batch waits for it. The result must
	// not be changed or kept. nil: nobody looks.
	Settled func(r *executor.Result)
	// ModelUsage says what a model has cost that corrects arguments: requests and
	// tokens. It is asked once, when the run has ended. nil: there is no model.
	ModelUsage func() (calls, tokens int)
	// KeepArgs keeps every item's arguments, as JSON, for Item.Args and the
	// JSON report.
	KeepArgs bool
}

const (
	defaultConcurrency = 4
	defaultGrace       = 10 * time.Second
)

func (o *Options) withDefaults(tool string) Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.Name == "" {
		c.Name = tool
	}
	if c.RunID == "" {
		c.RunID = NewRunID()
	}
	if c.Concurrency <= 0 {
		c.Concurrency = defaultConcurrency
	}
	switch {
	case c.Grace == 0:
		c.Grace = defaultGrace
	case c.Grace < 0:
		c.Grace = 0
	}
	if c.LimitName == "" {
		c.LimitName = limitName(c.Limit)
	}
	return c
}

// limitName is what a limit is called that has no name.
func limitName(n int) string {
	if n == 1 {
		return "the limit of 1 item"
	}
	return fmt.Sprintf("the limit of %d items", n)
}

// Input is one item for [RunInputs]: for sources that know more than a key and
// a value.
type Input[K comparable, In any] struct {
	Key  K
	In   In
	Line int // where it stands in its file, from 1; 0: not known
	// Err, if not nil, says why the item could not be read. It is not called;
	// its outcome is failed.
	Err error
}

// Keyed yields the elements of s under the keys that key makes of them, which
// are the ids of the items.
func Keyed[T any, K comparable](s []T, key func(T) K) iter.Seq2[K, T] {
	return func(yield func(K, T) bool) {
		for _, v := range s {
			if !yield(key(v), v) {
				return
			}
		}
	}
}

// idOf returns the text of a key.
func idOf[K comparable](k K) string {
	switch k := any(k).(type) {
	case string:
		return k
	case int:
		return strconv.Itoa(k)
	case int64:
		return strconv.FormatInt(k, 10)
	}
	return otherID(k)
}

// otherID is apart so that the usual keys are not boxed on the heap.
func otherID[K comparable](k K) string { return fmt.Sprint(k) }
