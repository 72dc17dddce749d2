package journal

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"slices"
	"sync"
	"time"
)

// NewMemory returns a journal that ends with the process: for tests, and for
// runs that nobody will want to resume. It keeps everything that it is given.
func NewMemory() Journal {
	return &memory{runs: map[string]*memoryRun{}}
}

type memory struct {
	mu     sync.Mutex
	runs   map[string]*memoryRun
	order  []*memoryRun // as they were created
	closed bool
}

// memoryRun is guarded by the journal's mutex.
type memoryRun struct {
	run   Run
	owner *memoryLog // nil: nobody
	items sorted[memoryItem]
	story sorted[[]memoryEvent]
	rows  sorted[[]byte]
	lines map[int64]int // of rows
}

// memoryItem and memoryEvent keep details as text, so that nothing is shared
// with the caller and all comes back as from any other journal.
type memoryItem struct {
	item   Item
	detail string
}

type memoryEvent struct {
	event  Event
	detail string
}

// sorted is a map whose keys can be walked in order.
type sorted[T any] struct {
	m     map[int64]T
	keys  []int64
	dirty bool
}

func (s *sorted[T]) set(k int64, v T) {
	if s.m == nil {
		s.m = map[int64]T{}
	}
	if _, ok := s.m[k]; !ok {
		s.dirty = s.dirty || len(s.keys) > 0 && s.keys[len(s.keys)-1] > k
		s.keys = append(s.keys, k)
	}
	s.m[k] = v
}

func (s *sorted[T]) remove(k int64) {
	if _, ok := s.m[k]; ok {
		s.sort()
		i, _ := slices.BinarySearch(s.keys, k)
		s.keys = slices.Delete(s.keys, i, i+1)
		delete(s.m, k)
	}
}

func (s *sorted[T]) sort() {
	if s.dirty {
		slices.Sort(s.keys)
		s.dirty = false
	}
}

// from returns the keys from k on, in order, as long as nothing is set.
func (s *sorted[T]) from(k int64) []int64 {
	s.sort()
	i, _ := slices.BinarySearch(s.keys, k)
	return s.keys[i:]
}

// find returns a run. The mutex is held.
func (m *memory) find(ctx context.Context, id string) (*memoryRun, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if m.closed {
		return nil, ErrClosed
	}
	r, ok := m.runs[id]
	if !ok {
		return nil, fmt.Errorf("%w: no run %s", ErrNotFound, id)
	}
	return r, nil
}

func (m *memory) Create(ctx context.Context, run *Run) (Log, error) {
	if err := run.Check(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch _, err := m.find(ctx, run.ID); {
	case err == nil:
		return nil, fmt.Errorf("%w: %s", ErrExists, run.ID)
	case m.closed || ctx.Err() != nil:
		return nil, err
	}
	r := &memoryRun{run: *run.New(), lines: map[int64]int{}}
	m.runs[run.ID] = r
	m.order = append(m.order, r)
	return m.own(r), nil
}

func (m *memory) own(r *memoryRun) *memoryLog {
	host, _ := os.Hostname()
	r.owner = &memoryLog{m: m, r: r}
	r.run.Owner = &Owner{Host: host, PID: os.Getpid(), Since: r.run.Opened}
	return r.owner
}

func (m *memory) Open(ctx context.Context, id string) (Log, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, err := m.free(ctx, id)
	if err != nil {
		return nil, err
	}
	r.run.Opened = Stamp(time.Time{})
	r.run.Ended, r.run.Status, r.run.Summary = time.Time{}, "", nil
	return m.own(r), nil
}

// free returns a run that nobody owns.
func (m *memory) free(ctx context.Context, id string) (*memoryRun, error) {
	r, err := m.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if r.owner != nil {
		return nil, &OwnedError{Run: id, Owner: *r.run.Owner}
	}
	return r, nil
}

func (m *memory) Runs(ctx context.Context, filter *Filter) iter.Seq2[*Run, error] {
	return func(yield func(*Run, error) bool) {
		m.mu.Lock()
		order, closed := slices.Clone(m.order), m.closed
		m.mu.Unlock()
		if closed {
			yield(nil, ErrClosed)
			return
		}
		for _, r := range slices.Backward(order) {
			m.mu.Lock()
			run := r.snapshot()
			m.mu.Unlock()
			if ctx.Err() != nil {
				yield(nil, context.Cause(ctx))
				return
			}
			if filter.Match(run) && !yield(run, nil) {
				return
			}
		}
	}
}

func (r *memoryRun) snapshot() *Run {
	run := r.run
	run.Settings, run.Summary = bytes.Clone(run.Settings), bytes.Clone(run.Summary)
	run.Counts = r.counts()
	if run.Owner != nil {
		owner := *run.Owner
		run.Owner = &owner
	}
	return &run
}

func (r *memoryRun) counts() Counts {
	var c Counts
	for _, it := range r.items.m {
		*c.Of(it.item.Outcome)++
	}
	for p := range r.story.m {
		if _, ok := r.items.m[p]; !ok {
			c.Begun++
		}
	}
	return c
}

func (m *memory) Read(ctx context.Context, id string) (Reader, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, err := m.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return &memoryReader{m: m, r: r, run: r.snapshot()}, nil
}

func (m *memory) Resolve(ctx context.Context, run, item string, res *Resolution) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, err := m.free(ctx, run)
	if err != nil {
		return err
	}
	var other *OutcomeError
	for _, p := range r.items.from(0) {
		it := r.items.m[p]
		if it.item.ID != item {
			continue
		}
		if it.item.Outcome == InDoubt {
			own, err := it.copy()
			if err != nil {
				return err
			}
			return r.resolve(own, res)
		}
		if other == nil {
			other = &OutcomeError{Run: run, Item: item, Outcome: it.item.Outcome}
		}
	}
	for _, p := range r.story.from(0) {
		b, err := r.begun(p)
		if err != nil {
			return err
		}
		if b != nil && b.ID == item {
			return r.resolve(b.Item(), res)
		}
	}
	if other != nil {
		return other
	}
	return fmt.Errorf("%w: no item %s in run %s", ErrNotFound, item, run)
}

func (r *memoryRun) resolve(it *Item, res *Resolution) error {
	return r.settle(it.Resolve(res))
}

func (m *memory) Prune(ctx context.Context, before time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return 0, ErrClosed
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	n := len(m.order)
	m.order = slices.DeleteFunc(m.order, func(r *memoryRun) bool {
		last := r.run.Opened
		if !r.run.Ended.IsZero() {
			last = r.run.Ended
		}
		gone := r.owner == nil && cmp.Compare(last.UnixMicro(), before.UnixMicro()) < 0
		if gone {
			delete(m.runs, r.run.ID)
		}
		return gone
	})
	return n - len(m.order), nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	for _, r := range m.order {
		if r.owner != nil {
			r.owner.release()
		}
	}
	return nil
}
