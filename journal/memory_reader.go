package journal

import (
	"bytes"
	"context"
	"iter"
	"slices"
)

type memoryReader struct {
	m   *memory
	r   *memoryRun
	run *Run
}

// pageSize is how many are read with the mutex held.
const pageSize = 256

// pages yields what get makes of the keys from a position on; nil is left out.
func pages[T, S any](ctx context.Context, r *memoryReader, from int64, in func() *sorted[S], get func(position int64) (*T, error)) iter.Seq2[*T, error] {
	read := func() (list []*T, more bool, err error) {
		r.m.mu.Lock()
		defer r.m.mu.Unlock()
		if r.m.closed {
			return nil, false, ErrClosed
		}
		keys := in().from(from)
		for i, p := range keys {
			if i == pageSize {
				return list, true, nil
			}
			from = p + 1
			v, err := get(p)
			if err != nil {
				return nil, false, err
			}
			if v != nil {
				list = append(list, v)
			}
		}
		return list, false, nil
	}
	start := from
	return func(yield func(*T, error) bool) {
		from = start
		for more := true; more; {
			if ctx.Err() != nil {
				yield(nil, context.Cause(ctx))
				return
			}
			var list []*T
			var err error
			if list, more, err = read(); err != nil {
				yield(nil, err)
				return
			}
			for _, v := range list {
				if !yield(v, nil) {
					return
				}
			}
		}
	}
}

func (r *memoryReader) Run() *Run {
	run := *r.run
	return &run
}

func (r *memoryReader) Items(ctx context.Context, q *Query) iter.Seq2[*Item, error] {
	var own Query
	if q != nil {
		own = *q
	}
	return pages(ctx, r, own.From, func() *sorted[memoryItem] { return &r.r.items }, func(p int64) (*Item, error) {
		it := r.r.items.m[p]
		if len(own.Outcomes) > 0 && !slices.Contains(own.Outcomes, it.item.Outcome) {
			return nil, nil // not wanted
		}
		return it.copy()
	})
}

func (r *memoryReader) Begun(ctx context.Context) iter.Seq2[*Begun, error] {
	return pages(ctx, r, 0, func() *sorted[[]memoryEvent] { return &r.r.story }, r.r.begun)
}

func (r *memoryReader) Rows(ctx context.Context, from int64) iter.Seq2[*Row, error] {
	return pages(ctx, r, from, func() *sorted[[]byte] { return &r.r.rows }, func(p int64) (*Row, error) {
		return &Row{Position: p, Line: r.r.lines[p], Data: bytes.Clone(r.r.rows.m[p])}, nil
	})
}

func (r *memoryReader) Stories(ctx context.Context, id string) iter.Seq2[*Story, error] {
	return func(yield func(*Story, error) bool) {
		r.m.mu.Lock()
		positions, err := r.r.positions(ctx, id)
		r.m.mu.Unlock()
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range positions {
			r.m.mu.Lock()
			s, err := r.r.storyOf(p)
			r.m.mu.Unlock()
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// positions are those of the items with an id, in order.
func (r *memoryRun) positions(ctx context.Context, id string) ([]int64, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var list []int64
	for p, it := range r.items.m {
		if it.item.ID == id {
			list = append(list, p)
		}
	}
	for p := range r.story.m {
		b, err := r.begun(p)
		if err != nil {
			return nil, err
		}
		if b != nil && b.ID == id {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list, nil
}

func (r *memoryRun) storyOf(position int64) (*Story, error) {
	events, err := r.events(position)
	if err != nil {
		return nil, err
	}
	s := &Story{Events: events}
	if it, ok := r.items.m[position]; ok {
		s.Item, err = it.copy()
	}
	return s, err
}

func (r *memoryReader) Counts(ctx context.Context) (Counts, error) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if r.m.closed {
		return Counts{}, ErrClosed
	}
	return r.r.counts(), ctx.Err()
}
