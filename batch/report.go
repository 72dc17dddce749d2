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
	records []record[K, Out]
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

// record is what is kept of an item: most succeed at first try, and need no
// detail.
type record[K comparable, Out any] struct {
	key    K
	value  Out
	args   json.RawMessage
	detail *executor.Result // nil: succeeded at first try
	line   int32
	filled bool
}

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
	case r.detail != nil:
		return r.detail
	case r.filled:
		return &firstTry
	}
	return &unsettled
}

// fillRecord takes over what is worth keeping. It does not hold on to the call.
func fillRecord[K comparable, In, Out any](r *record[K, Out], t *task[K, In, Out], keepArgs bool) {
	r.filled = true
	res := t.result
	if t.bound != nil && !t.lost {
		if res.Outcome == Succeeded {
			r.value = t.bound.Out()
		}
		if keepArgs {
			r.args, _ = t.bound.Args() //nolint:errcheck // without a JSON form there is none to keep
		}
	}
	switch {
	case res.Outcome == Succeeded && res.How == executor.FirstTry && len(res.Failures) == 0:
	case t.called && !t.lost:
		own := *res // the call would be kept with it
		r.detail = &own
	default:
		r.detail = res
	}
}

func (r *record[K, Out]) addTo(s *Summary, index int) {
	s.add(index, idOf(r.key), int(r.line), r.result())
}

func (r *record[K, Out]) item(index int) Item[Out] {
	res := r.result()
	return Item[Out]{
		Index: index, Line: int(r.line), ID: idOf(r.key), Outcome: res.Outcome, How: res.How,
		Value: r.value, Args: r.args, Attempts: res.Attempts, Waited: res.Waited, Err: res.Err,
		Reason: res.Reason, Corrections: res.Corrections, Failures: res.Failures,
	}
}

// Items yields the items with one of the given outcomes, or all if none is
// given, by key and in input order.
func (r *Report[K, Out]) Items(outcomes ...Outcome) iter.Seq2[K, Item[Out]] {
	return func(yield func(K, Item[Out]) bool) {
		for i := range r.records {
			rec := &r.records[i]
			if len(outcomes) > 0 && !slices.Contains(outcomes, rec.result().Outcome) {
				continue
			}
			if !yield(rec.key, rec.item(i)) {
				return
			}
		}
	}
}

// String returns the summary in English; see [Summary.Text].
func (r *Report[K, Out]) String() string { return r.Text(nil) }
