package batch

import (
	"context"
	"errors"
	"iter"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// Run calls f once for every item, through x (nil: the default executor), and
// reports what became of each. The report is never nil; err is nil only if
// every item succeeded, or there was none. Otherwise errors.As finds an
// [*IncompleteError] in it, errors.Is finds [ErrAborted] if the batch stopped
// itself, ctx's error if its caller stopped it, and the source's error if the
// input broke off.
//
// A key is the item's id. items is ranged over on a goroutine of its own, once;
// a panic in it counts as a source that broke off. Run keeps one small record an
// item; for input that does not fit in memory there is [Stream].
//
// An item costs about twice what a bare executor.Do does, and 535
// bytes; keys that do not count up cost a look into a map more. A [Flow] keeps
// nothing and costs about 1.7 times a Do (docs/testing.md).
func Run[K comparable, In, Out any](ctx context.Context, x *executor.Executor, f *tool.Func[In, Out],
	items iter.Seq2[K, In], opts *Options,
) (*Report[K, Out], error) {
	return RunInputs(ctx, x, f, inputs(items), opts)
}

// RunInputs is [Run] for sources that know an item's line, or that it could not
// be read.
func RunInputs[K comparable, In, Out any](ctx context.Context, x *executor.Executor, f *tool.Func[In, Out],
	items iter.Seq[Input[K, In]], opts *Options,
) (*Report[K, Out], error) {
	r := newRunner(x, f, items, opts)
	report := &Report[K, Out]{Summary: newSummary(&r.o, f.Spec())}
	r.opened = func(t *task[K, In, Out]) { report.records.add(newRecord[K, Out](t.key, t.line)) }
	r.settled = func(t *task[K, In, Out]) {
		rec := report.records.at(t.index)
		fillRecord(rec, t, &r.o)
		report.add(t.index, t.id, t.line, rec.result())
	}
	r.loop(ctx)
	r.fillSummary(ctx, report.Summary)
	report.close()
	return report, report.err()
}

func inputs[K comparable, In any](items iter.Seq2[K, In]) iter.Seq[Input[K, In]] {
	return func(yield func(Input[K, In]) bool) {
		for k, in := range items {
			if !yield(Input[K, In]{Key: k, In: in}) {
				return
			}
		}
	}
}

// Flow is a batch whose outcomes are seen as they land and not kept: see
// [Stream]. It is not safe for concurrent use.
type Flow[K comparable, Out any] struct {
	run     func(yield func(K, Item[Out]) bool)
	summary *Summary
	err     error

	unfinished error // what Err says while the summary is not there
}

// Stream prepares a batch like [Run], for input that does not fit in memory:
// nothing is kept of an item but its share in the summary. Nothing runs before
// [Flow.Items] is ranged over.
func Stream[K comparable, In, Out any](ctx context.Context, x *executor.Executor, f *tool.Func[In, Out],
	items iter.Seq2[K, In], opts *Options,
) *Flow[K, Out] {
	return StreamInputs(ctx, x, f, inputs(items), opts)
}

// StreamInputs is [Stream] for sources that know an item's line, or that it
// could not be read.
func StreamInputs[K comparable, In, Out any](ctx context.Context, x *executor.Executor, f *tool.Func[In, Out],
	items iter.Seq[Input[K, In]], opts *Options,
) *Flow[K, Out] {
	flow := &Flow[K, Out]{}
	flow.unfinished = errUnfinished
	flow.run = func(yield func(K, Item[Out]) bool) {
		// The consumer's break ends the context of this batch and of no other.
		inner, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		r := newRunner(x, f, items, opts)
		r.forget = true
		sum := newSummary(&r.o, f.Spec())
		broken := false
		r.settled = func(t *task[K, In, Out]) {
			rec := newRecord[K, Out](t.key, t.line)
			fillRecord(&rec, t, &r.o)
			sum.add(t.index, t.id, t.line, rec.result())
			if !broken && !yield(t.key, rec.item(t.index, t.id)) {
				broken = true // what comes now is counted, with nobody to see it
				cancel(errBreak)
			}
		}
		r.loop(inner)
		r.fillSummary(inner, sum)
		sum.close()
		flow.summary, flow.err = sum, sum.err()
	}
	return flow
}

// Items runs the batch and yields every item's key and outcome when it has
// settled, on the caller's goroutine: while the loop's body runs, outcomes wait,
// and with them, soon, the workers. To break out of the loop stops the batch as
// the end of ctx does. Items can be ranged over once; again, it yields nothing.
func (s *Flow[K, Out]) Items() iter.Seq2[K, Item[Out]] {
	return func(yield func(K, Item[Out]) bool) {
		run := s.run
		s.run = nil
		if run != nil {
			run(yield)
		}
	}
}

// Summary returns the summary once Items has been ranged over; nil before.
func (s *Flow[K, Out]) Summary() *Summary { return s.summary }

// Err returns what [Run] would return as its error, once Items has been ranged
// over. Before, and if the loop's body panicked, it is an error that says so.
func (s *Flow[K, Out]) Err() error {
	if s.summary == nil {
		return s.unfinished
	}
	return s.err
}

var errUnfinished = errors.New("batch: not finished: range over Items first")
