package batch

import (
	"container/heap"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// task is one item on its way through the batch.
type task[K comparable, In, Out any] struct {
	index, line int
	key         K
	id          string // the key's text
	bound       *tool.Bound[In, Out]
	call        executor.Call
	attempts    int  // before it was dispatched
	slot        int  // while it runs: where it stands among those that do
	called      bool // call is in use: the item was dispatched, or is about to be
	verdict     executor.Verdict
	result      *executor.Result // set once it is settled
	until       time.Time        // parked: when to step it again
	wakes       bool             // parked: the breaker's next result may free it
	lost        bool             // left behind when the grace had ended: not to be touched
}

// runner is one batch: one goroutine that owns everything here (the loop), one
// that ranges over the input, and workers that only step calls. Nothing is
// shared but the channels, so nothing is locked.
type runner[K comparable, In, Out any] struct {
	o     Options
	x     *executor.Executor
	f     *tool.Func[In, Out]
	items iter.Seq[Input[K, In]]

	opened  func(*task[K, In, Out]) // every item, in input order; may be nil
	settled func(*task[K, In, Out]) // every item, once

	ids    ids[K]
	forget bool // an id is free again once its item has settled

	input   chan Input[K, In]
	work    chan *task[K, In, Out]
	results chan *task[K, In, Out]
	quit    chan struct{} // tells the reader to stop
	workers errgroup.Group

	ready   []*task[K, In, Out] // to be stepped at once, before new input
	parked  parkedHeap[K, In, Out]
	running []*task[K, In, Out] // in no order; each knows its slot
	free    []*task[K, In, Out]
	wake    <-chan struct{} // of the parked tasks that wait for the breaker

	stopped   bool // an item did not come to its own end, perhaps
	read      int  // items read so far
	begun     int  // items dispatched, less those that settled before anything was sent
	calls     int
	started   time.Time
	elapsed   time.Duration
	exhausted bool  // the input has ended
	unread    bool  // the grace has ended before the input did
	readerErr error // written by the reader before it closes input
	sourceErr error
	stop      *stop
}

// place is where an item stands in the input.
type place struct{ index, line int }

// stop says why a batch stopped before its input had ended.
type stop struct {
	abort  *Abort // nil: the caller's context ended
	reason string // for the items that are not done
	cause  error
	limit  string // what the limit is called that was reached; "": it was something else
	most   int    // that limit

	unstarted *executor.Result // of all items that were read after it
}

var (
	errBreak        = errors.New("the consumer broke out of the loop")
	errGraceEnded   = errors.New("the grace had ended")
	errSourceGoexit = errors.New("the source ended its goroutine (runtime.Goexit)")
)

func newRunner[K comparable, In, Out any](x *executor.Executor, f *tool.Func[In, Out], items iter.Seq[Input[K, In]], opts *Options) *runner[K, In, Out] {
	if x == nil {
		x = executor.Default()
	}
	o := opts.withDefaults(f.Spec().Name)
	return &runner[K, In, Out]{
		o: o, x: x, f: f, items: items,
		input:   make(chan Input[K, In], o.Concurrency),
		work:    make(chan *task[K, In, Out]),
		results: make(chan *task[K, In, Out], o.Concurrency),
		quit:    make(chan struct{}),
		running: make([]*task[K, In, Out], 0, o.Concurrency),
	}
}

// parkedCap bounds how many items may wait at a time before no new ones are
// read: enough for many waits, and a bound on memory where every call fails.
func (r *runner[K, In, Out]) parkedCap() int { return max(1000, 16*r.o.Concurrency) }

// loop runs the batch to its end.
func (r *runner[K, In, Out]) loop(ctx context.Context) {
	r.started = time.Now()
	r.ids = newIDs[K](r.forget)
	defer func() { r.elapsed = time.Since(r.started) }()
	go r.readAll()
	defer close(r.quit)
	running, cut := context.WithCancelCause(ctx) // of the tools
	defer cut(nil)
	// Deferred, too: the body of a consumer's loop over a Flow runs in here,
	// and may panic.
	endWorkers := sync.OnceFunc(func() { close(r.work) })
	defer endWorkers()
	for range r.o.Concurrency {
		r.workers.Go(func() error { return r.worker(running) })
	}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	var readGrace, softGrace, runGrace <-chan time.Time
	done, soft := ctx.Done(), r.o.Stop
	onSoft := func() {
		soft = nil
		softGrace = time.After(r.o.Grace)
		r.halt(ctx, &stop{reason: "the batch was stopped", cause: ErrStopped})
	}
	onDone := func() {
		done = nil
		if r.stop != nil { // told to stop a second time
			readGrace = time.After(min(r.o.Grace, lastLook))
		}
		runGrace = time.After(r.o.Grace)
		r.halt(ctx, callerStopped(ctx))
	}
	for quick := 0; !r.finished(); {
		// A stop that was asked for comes before anything is dispatched: a
		// select that has several to choose from may take it last.
		select {
		case <-soft:
			onSoft()
		default:
		}
		select {
		case <-done:
			onDone()
		default:
		}
		if r.limitReached() && r.idle() {
			r.halt(ctx, &stop{reason: "beyond " + r.o.LimitName, cause: ErrLimit, limit: r.o.LimitName, most: r.o.Limit})
		}
		r.dispatch()
		if r.stop != nil && readGrace == nil {
			readGrace = time.After(r.o.Grace)
		}
		input := r.input
		if r.exhausted || r.unread || r.stop == nil && !r.wantsInput() {
			input = nil
		}
		// A select over all that may come costs as much as the channels
		// themselves, and mostly it is one of these two.
		if quick++; quick < quickSteps {
			if len(r.results) > 0 { // this loop is the only one that receives
				r.stepped(ctx, <-r.results)
				continue
			}
			if len(input) > 0 { // none where it is nil
				r.take(<-input)
				continue
			}
		}
		quick = 0
		var due <-chan time.Time
		if r.stop == nil && len(r.parked) > 0 {
			timer.Reset(time.Until(r.parked[0].until))
			due = timer.C
		}
		select {
		case t := <-r.results:
			r.stepped(ctx, t)
		case in, ok := <-input:
			if ok {
				r.take(in)
			} else {
				r.ended()
			}
		case <-due:
			r.unparkDue()
		case <-r.wake:
			r.wake = nil
			r.unparkWoken()
		case <-soft:
			onSoft()
		case <-softGrace:
			cut(errGraceEnded)
			runGrace = time.After(r.o.Grace)
		case <-done:
			onDone()
		case <-readGrace:
			r.unread = true
		case <-runGrace:
			r.leaveBehind(ctx)
			return
		}
	}
	if ctx.Err() != nil && r.stop == nil && r.stopped {
		// The context ended, the last calls with it, and the loop has not
		// come to look at it.
		r.stop = callerStopped(ctx)
	}
	endWorkers()
	_ = r.workers.Wait()
}

// quickSteps is how often in a row the loop looks at results and input alone,
// before it looks at what is due, too.
const quickSteps = 8

// lastLook is how long the rest of the input is read for after a second stop:
// enough for a file, and no time for a source that blocks.
const lastLook = 500 * time.Millisecond

func callerStopped(ctx context.Context) *stop {
	return &stop{reason: "the batch was stopped: " + context.Cause(ctx).Error(), cause: ctx.Err()}
}

// finished: nothing more will be read, and nothing is under way.
func (r *runner[K, In, Out]) finished() bool {
	return (r.exhausted || r.unread) && r.idle()
}

// idle: nothing is under way.
func (r *runner[K, In, Out]) idle() bool {
	return len(r.running) == 0 && len(r.ready) == 0 && len(r.parked) == 0
}

// limitReached: as many items as may be called have been, or are under way.
// What is under way comes to its own end, and may turn out not to count.
func (r *runner[K, In, Out]) limitReached() bool {
	return r.o.Limit > 0 && r.stop == nil && r.begun >= r.o.Limit
}

// wantsInput: a worker is free for it, so that nothing is read ahead but what
// the channel holds.
func (r *runner[K, In, Out]) wantsInput() bool {
	return len(r.running) < r.o.Concurrency && len(r.ready) == 0 && len(r.parked) < r.parkedCap() && !r.limitReached()
}

// dispatch hands ready tasks to free workers. It never does so when a result
// is still to be looked at: that one may stop the batch.
func (r *runner[K, In, Out]) dispatch() {
	for r.stop == nil && len(r.ready) > 0 && len(r.running) < r.o.Concurrency && len(r.results) == 0 {
		t := r.ready[0]
		r.ready = r.ready[1:]
		t.slot = len(r.running)
		r.running = append(r.running, t)
		t.attempts = t.call.Attempts()
		r.work <- t // a worker is free, or about to be
	}
}

// ended notes that there is no more input, and whether it broke off.
func (r *runner[K, In, Out]) ended() {
	r.exhausted = true
	r.sourceErr = r.readerErr
	if r.sourceErr == nil && r.o.SourceErr != nil {
		r.sourceErr = askSource(r.o.SourceErr)
	}
}

func askSource(sourceErr func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &taxonomy.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return sourceErr()
}

// take makes a task of what was read.
func (r *runner[K, In, Out]) take(in Input[K, In]) {
	t := r.newTask()
	t.index, t.line, t.key, t.id = r.read, in.Line, in.Key, idOf(in.Key)
	r.read++
	if r.opened != nil {
		r.opened(t)
	}
	if in.Err != nil { // its id may be a makeshift, which must not take another's
		r.settle(t, unreadable(in.Err))
		r.recycle(t)
		return
	}
	if first, dup := r.ids.add(t.key, t.id, place{t.index, t.line}); dup {
		r.settle(t, r.duplicate(t, first))
		r.recycle(t)
		return
	}
	if r.stop != nil {
		if r.o.KeepArgs {
			t.bound = r.f.Bind(in.In)
		}
		r.settle(t, r.neverStarted())
		r.recycle(t)
		return
	}
	t.bound = r.f.Bind(in.In)
	opts := executor.CallOptions{Run: r.o.RunID, Item: t.id}
	if r.o.Key != nil {
		id := t.id
		opts.Key = func(args json.RawMessage) string { return r.o.Key(id, args) }
	}
	t.call.Reset(t.bound, &opts)
	t.called = true
	r.begun++
	r.ready = append(r.ready, t)
}

func (r *runner[K, In, Out]) newTask() *task[K, In, Out] {
	if n := len(r.free); n > 0 {
		t := r.free[n-1]
		r.free = r.free[:n-1]
		return t
	}
	return new(task[K, In, Out])
}

// recycle takes back a task that is settled and that nobody holds any more.
func (r *runner[K, In, Out]) recycle(t *task[K, In, Out]) {
	*t = task[K, In, Out]{}
	r.free = append(r.free, t)
}

// stepped looks at what a step has come to.
func (r *runner[K, In, Out]) stepped(ctx context.Context, t *task[K, In, Out]) {
	last := len(r.running) - 1
	moved := r.running[last]
	r.running[t.slot], moved.slot = moved, t.slot
	r.running[last] = nil
	r.running = r.running[:last]
	v := t.verdict
	switch {
	case v.Settled != nil:
		r.settle(t, v.Settled)
		if v.Settled.Abort != "" && r.stop == nil {
			r.halt(ctx, r.aborted(t, v.Settled))
		}
		r.recycle(t)
	case r.stop != nil:
		r.settle(t, r.x.Stop(ctx, &t.call, r.stop.cause, r.stop.reason))
		r.recycle(t)
	case v.Wait.Until.IsZero() && v.Wait.Wake == nil:
		// It goes on at once, before any that are ready: those may have to wait
		// for what comes of its correction, and hold all the workers.
		r.ready = slices.Insert(r.ready, 0, t)
	default:
		t.until, t.wakes = v.Wait.Until, v.Wait.Wake != nil
		if t.wakes && r.wake == nil {
			// One tool, one breaker: a newer channel exists only after the
			// older one was closed, so that the oldest serves for all.
			r.wake = v.Wait.Wake
		}
		heap.Push(&r.parked, t)
	}
}

// unparkDue makes the tasks ready whose time has come.
func (r *runner[K, In, Out]) unparkDue() {
	now := time.Now()
	for len(r.parked) > 0 && !r.parked[0].until.After(now) {
		t, _ := heap.Pop(&r.parked).(*task[K, In, Out])
		r.ready = append(r.ready, t)
	}
}

// unparkWoken makes the tasks ready that wait for the breaker's next result,
// in input order.
func (r *runner[K, In, Out]) unparkWoken() {
	var woken, rest []*task[K, In, Out]
	for _, t := range r.parked {
		if t.wakes {
			woken = append(woken, t)
		} else {
			rest = append(rest, t)
		}
	}
	r.parked = rest
	heap.Init(&r.parked)
	sortByIndex(woken)
	r.ready = append(r.ready, woken...)
}

// halt stops the batch: nothing is dispatched any more, and what was not sent
// or waits is settled. What runs goes on.
func (r *runner[K, In, Out]) halt(ctx context.Context, s *stop) {
	if r.stop != nil {
		return
	}
	r.stop = s
	waiting := append(r.ready, r.parked...) //nolint:gocritic // both end here
	r.ready, r.parked = nil, nil
	sortByIndex(waiting)
	for _, t := range waiting {
		r.settle(t, r.x.Stop(ctx, &t.call, s.cause, s.reason))
	}
}

func (r *runner[K, In, Out]) settle(t *task[K, In, Out], res *executor.Result) {
	t.result = res
	r.calls += res.Attempts
	if t.called && res.Attempts == 0 {
		r.begun--
	}
	r.stopped = r.stopped || res.Outcome == NotDone || res.Outcome == InDoubt
	if r.forget {
		r.ids.remove(t.key, t.id, t.index)
	}
	r.settled(t)
	if r.o.Settled != nil {
		r.o.Settled(res)
	}
}

// leaveBehind settles what still runs when the grace has ended after a stop by
// the caller. After an abort what runs is bounded by its own timeout only.
func (r *runner[K, In, Out]) leaveBehind(ctx context.Context) {
	for len(r.results) > 0 { // what has ended in time counts
		r.stepped(ctx, <-r.results)
	}
	left := slices.Clone(r.running)
	sortByIndex(left)
	for _, t := range left {
		t.lost = true
		r.settle(t, r.leftBehind(t))
	}
}

// leftBehind is the result of a call that is still running when the grace has
// ended. The call itself belongs to its worker.
func (r *runner[K, In, Out]) leftBehind(t *task[K, In, Out]) *executor.Result {
	e := &taxonomy.Error{
		Tool: r.f.Spec().Name, Class: taxonomy.Fatal, Code: taxonomy.CodeCanceled, Basis: taxonomy.BasisType,
		Message: "still running when the grace of " + r.o.Grace.String() + " had ended",
	}
	res := &executor.Result{Outcome: executor.InDoubt, Attempts: t.attempts + 1, Err: e, Reason: r.stop.reason}
	if r.f.Spec().Effect == tool.ReadOnly {
		e.Applied = taxonomy.No
		res.Outcome = executor.NotDone
	}
	return res
}

// worker steps calls until there are no more. If a tool ends its goroutine, the
// deferred func hands in the result and starts another worker.
func (r *runner[K, In, Out]) worker(ctx context.Context) error {
	var current *task[K, In, Out]
	defer func() {
		if current == nil {
			return
		}
		r.workers.Go(func() error { return r.worker(ctx) })
		current.verdict = executor.Verdict{Settled: current.call.Result()}
		r.results <- current
	}()
	for t := range r.work {
		current = t
		t.verdict = r.x.Step(ctx, &t.call)
		current = nil
		r.results <- t
	}
	return nil
}

// readAll ranges over the input on its own goroutine: a source that blocks
// must not keep a stopped batch from ending.
func (r *runner[K, In, Out]) readAll() {
	defer close(r.input)
	returned := false
	defer func() {
		if v := recover(); v != nil {
			r.readerErr = &taxonomy.PanicError{Value: v, Stack: debug.Stack()}
		} else if !returned {
			r.readerErr = errSourceGoexit
		}
	}()
	for in := range r.items {
		select {
		case r.input <- in:
		case <-r.quit:
			returned = true
			return
		}
	}
	returned = true
}

func (r *runner[K, In, Out]) aborted(t *task[K, In, Out], res *executor.Result) *stop {
	e := res.Err
	if e == nil { // it turned out to be done, but the refusal holds for the others
		e = res.Failures[len(res.Failures)-1].Err
	}
	return &stop{
		abort:  &Abort{Reason: res.Abort, Index: t.index, Item: t.id, Err: e},
		reason: "the batch had stopped at " + nameID(t.id),
		cause:  ErrAborted,
	}
}

// neverStarted is the result of every item that is read after the batch has
// stopped; they share one.
func (r *runner[K, In, Out]) neverStarted() *executor.Result {
	if r.stop.unstarted == nil {
		r.stop.unstarted = &executor.Result{
			Outcome: executor.NotDone, Reason: r.stop.reason,
			Err: &taxonomy.Error{
				Tool: r.f.Spec().Name, Class: taxonomy.Fatal, Code: taxonomy.CodeCanceled, Message: r.stop.reason,
				Applied: taxonomy.No, Basis: taxonomy.BasisType,
			},
		}
	}
	return r.stop.unstarted
}

func (r *runner[K, In, Out]) duplicate(t *task[K, In, Out], first place) *executor.Result {
	where := "at position %d and again at position %d"
	one, two := first.index+1, t.index+1
	if first.line > 0 && t.line > 0 {
		where, one, two = "on line %d and again on line %d", first.line, t.line
	}
	e := taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeDuplicateID, "id %s stands "+where+"; the second is not called", nameID(t.id), one, two)
	e.Context = map[string]any{"first_index": first.index}
	if first.line > 0 {
		e.Context["first_line"] = first.line
	}
	res := &executor.Result{Outcome: executor.Failed, Err: e}
	if r.o.DuplicatesSkipped {
		res.Outcome = executor.Skipped
	}
	return res
}

// unreadable is the result of an item that could not be read: an INPUT_ERROR,
// unless it says itself what it is.
func unreadable(err error) *executor.Result {
	e := taxonomy.Classify(err)
	if e.Basis != taxonomy.BasisDeclared {
		e = taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "%s", e.Message)
	}
	e.Applied = taxonomy.No
	return &executor.Result{Outcome: executor.Failed, Err: e}
}
