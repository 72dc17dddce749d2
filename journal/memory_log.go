package journal

import (
	"bytes"
	"context"
	"fmt"
)

// memoryLog writes to a run at once: everything is as durable as it gets.
type memoryLog struct {
	m      *memory
	r      *memoryRun
	closed bool
}

// do runs f with the mutex held, if the run is still this log's.
func (l *memoryLog) do(ctx context.Context, f func() error) error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return f()
}

func (l *memoryLog) Intent(ctx context.Context, in *Intent, _ Commit) error {
	if err := in.Check(); err != nil {
		return err
	}
	return l.do(ctx, func() error {
		return l.r.event(&Event{Ref: in.Ref, Kind: Sending, Attempt: in.Attempt, At: in.At, Key: in.Key, Args: in.Args, State: in.State})
	})
}

func (l *memoryLog) Event(ctx context.Context, e *Event, _ Commit) error {
	if err := e.Check(); err != nil {
		return err
	}
	return l.do(ctx, func() error { return l.r.event(e) })
}

func (l *memoryLog) Settle(ctx context.Context, item *Item, _ Commit) error {
	if err := item.Check(); err != nil {
		return err
	}
	return l.do(ctx, func() error { return l.r.settle(item) })
}

func (l *memoryLog) Row(ctx context.Context, row *Row, _ Commit) error {
	if err := row.Check(); err != nil {
		return err
	}
	return l.do(ctx, func() error {
		l.r.rows.set(row.Position, append([]byte{}, row.Data...))
		l.r.lines[row.Position] = row.Line
		return nil
	})
}

func (l *memoryLog) Input(ctx context.Context, in *Input) error {
	return l.do(ctx, func() error {
		l.r.run.Input = *in
		return nil
	})
}

func (l *memoryLog) Sync(ctx context.Context) error {
	return l.do(ctx, func() error { return nil })
}

func (l *memoryLog) Finish(ctx context.Context, end *End) error {
	if err := end.Check(); err != nil {
		return err
	}
	return l.do(ctx, func() error {
		if c := l.r.counts(); end.Counts != nil && *end.Counts != c {
			return &BooksError{Run: l.r.run.ID, Told: *end.Counts, OnRecord: c}
		}
		l.r.run.Status, l.r.run.Ended, l.r.run.Summary = end.Status, Stamp(end.Ended), bytes.Clone(end.Summary)
		l.release()
		return nil
	})
}

func (l *memoryLog) Close() error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if !l.closed {
		l.release()
	}
	return nil
}

func (l *memoryLog) release() {
	l.closed = true
	l.r.owner, l.r.run.Owner = nil, nil
}

// event adds to an item's story, and begins it again if it was settled.
func (r *memoryRun) event(e *Event) error {
	detail, err := e.DetailText()
	if err != nil {
		return err
	}
	if err := r.supersede(e.Position); err != nil { // which is empty when it calls back
		return err
	}
	own := memoryEvent{*e, detail}
	own.event.At = Stamp(e.At)
	own.event.Args, own.event.State = bytes.Clone(e.Args), bytes.Clone(e.State)
	own.event.EventDetail = EventDetail{}
	r.story.set(e.Position, append(r.story.m[e.Position], own))
	return nil
}

func (r *memoryRun) settle(item *Item) error {
	detail, err := item.DetailText()
	if err != nil {
		return err
	}
	if err := r.supersede(item.Position); err != nil {
		return err
	}
	own := memoryItem{*item, detail}
	own.item.Settled = Stamp(item.Settled)
	own.item.Args, own.item.Value = bytes.Clone(item.Args), bytes.Clone(item.Value)
	own.item.Detail = Detail{}
	r.items.set(item.Position, own)
	return nil
}

// supersede moves what an item was settled as into its story.
func (r *memoryRun) supersede(position int64) error {
	old, ok := r.items.m[position]
	if !ok {
		return nil
	}
	r.items.remove(position)
	item, err := old.copy()
	if err != nil {
		return err
	}
	return r.event(item.AsSettled())
}

func (i memoryItem) copy() (*Item, error) {
	item := i.item
	item.Args, item.Value = bytes.Clone(item.Args), bytes.Clone(item.Value)
	if err := item.SetDetailText(i.detail); err != nil {
		return nil, fmt.Errorf("item %s: %w", item.ID, err)
	}
	return &item, nil
}

func (e memoryEvent) copy() (*Event, error) {
	event := e.event
	event.Args, event.State = bytes.Clone(event.Args), bytes.Clone(event.State)
	if err := event.SetDetailText(e.detail); err != nil {
		return nil, fmt.Errorf("item %s: %w", event.ID, err)
	}
	return &event, nil
}

// events are the story of the item at a position.
func (r *memoryRun) events(position int64) ([]*Event, error) {
	var list []*Event
	for _, e := range r.story.m[position] {
		own, err := e.copy()
		if err != nil {
			return nil, err
		}
		list = append(list, own)
	}
	return list, nil
}

// begun returns nil if the item is settled.
func (r *memoryRun) begun(position int64) (*Begun, error) {
	if _, ok := r.items.m[position]; ok {
		return nil, nil //nolint:nilnil // there is none, and that is no error
	}
	events, err := r.events(position)
	if err != nil {
		return nil, err
	}
	b := new(Begun)
	for _, e := range events {
		b.Add(e)
	}
	return b, nil
}
