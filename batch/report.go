package batch

import (
	"encoding/json"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// Outcome is what became of an item: exactly one of five.
type Outcome = executor.Outcome

// The outcomes, as [executor.Outcome] documents them.
const (
	Succeeded = executor.Succeeded
	Skipped   = executor.Skipped
	Failed    = executor.Failed
	InDoubt   = executor.InDoubt
	NotDone   = executor.NotDone
)

// Report is what became of every item, in input order. It is not changed once
// [Run] has returned it, and safe for concurrent reading.
type Report[K comparable, Out any] struct {
	*Summary
	records records[K, Out]
}

// Item is what became of one item.
type Item[Out any] struct {
	Index    int    // position in the input, from 0
	Line     int    // line in the input file, from 1; 0: not known
	ID       string // the key's text
	Outcome  Outcome
	How      executor.How
	Value    Out             // the tool's result; the zero value unless succeeded
	Args     json.RawMessage // with Options.KeepArgs: as they stood at the end
	Attempts int
	Waited   time.Duration
	// Err is the last error, nil if the item succeeded. Its Applied says
	// whether the item may have been changed all the same.
	Err         *taxonomy.Error
	Reason      string // why it was skipped, not done or given up
	Corrections []correction.Correction
	Failures    []executor.Failure // the attempts that failed, also before a success
}

const maxLine = math.MaxInt32

// record is what is kept of an item: most succeed at first try, and need
// nothing more.
type record[K comparable, Out any] struct {
	key    K
	value  Out
	more   *more // nil: succeeded at first try, and its arguments are not kept
	line   int32
	filled bool
}

// more is what is kept of the other items.
type more struct {
	result *executor.Result
	args   json.RawMessage
}

// records are kept in blocks, so that a million of them are never moved.
type records[K comparable, Out any] struct {
	blocks [][]record[K, Out]
	n      int
}

const blockSize = 1024

func (r *records[K, Out]) add(rec record[K, Out]) {
	if r.n%blockSize == 0 {
		r.blocks = append(r.blocks, make([]record[K, Out], 0, blockSize))
	}
	last := &r.blocks[len(r.blocks)-1]
	*last = append(*last, rec)
	r.n++
}

func (r *records[K, Out]) at(i int) *record[K, Out] { return &r.blocks[i/blockSize][i%blockSize] }

//nolint:gochecknoglobals // what a record without detail stands for, never written
var firstTry = executor.Result{Outcome: executor.Succeeded, How: executor.FirstTry, Attempts: 1}

// unsettled is what a record stands for that nobody filled: never a success.
//
//nolint:gochecknoglobals // never written
var unsettled = executor.Result{Outcome: executor.NotDone, Reason: "it was not settled", Err: &taxonomy.Error{
	Code: taxonomy.CodeUnknown, Message: "it was not settled",
}}

func (r *record[K, Out]) result() *executor.Result {
	switch {
	case r.more != nil:
		return r.more.result
	case r.filled:
		return &firstTry
	}
	return &unsettled
}

// fillRecord takes over what is worth keeping. It does not hold on to the call.
func fillRecord[K comparable, In, Out any](r *record[K, Out], t *task[K, In, Out], o *Options) {
	r.filled = true
	res := t.result
	var args json.RawMessage
	if t.bound != nil && !t.lost {
		if res.Outcome == Succeeded {
			r.value = t.bound.Out()
		}
		if o.KeepArgs {
			args, _ = t.bound.Args()
		}
	}
	if args == nil && res.Outcome == Succeeded && res.How == executor.FirstTry && len(res.Failures) == 0 {
		return
	}
	if t.called && !t.lost {
		own := *res // the call would be kept with it
		res = &own
	}
	r.more = &more{res, args}
}

func newRecord[K comparable, Out any](key K, line int) record[K, Out] {
	return record[K, Out]{key: key, line: int32(min(line, maxLine))} //nolint:gosec // bounded
}

func (r *record[K, Out]) item(index int, id string) Item[Out] {
	res := r.result()
	var args json.RawMessage
	if r.more != nil {
		args = r.more.args
	}
	return Item[Out]{
		Index: index, Line: int(r.line), ID: id, Outcome: res.Outcome, How: res.How,
		Value: r.value, Args: args, Attempts: res.Attempts, Waited: res.Waited, Err: res.Err,
		Reason: res.Reason, Corrections: res.Corrections, Failures: res.Failures,
	}
}

// Items yields the items with one of the given outcomes, or all if none is
// given, by key and in input order.
func (r *Report[K, Out]) Items(outcomes ...Outcome) iter.Seq2[K, Item[Out]] {
	return func(yield func(K, Item[Out]) bool) {
		for i := range r.records.n {
			rec := r.records.at(i)
			if len(outcomes) > 0 && !slices.Contains(outcomes, rec.result().Outcome) {
				continue
			}
			if !yield(rec.key, rec.item(i, idOf(rec.key))) {
				return
			}
		}
	}
}

// String returns the summary in English; see [Summary.Text].
func (r *Report[K, Out]) String() string { return r.Text(nil) }
