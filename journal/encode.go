package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// DetailText returns the detail as JSON, for implementations to store, and "" where
// there is nothing to. What has no JSON form in an error's context is left out:
// an outcome is not to be lost for it. Text that is not UTF-8 is made so.
func (d *Detail) DetailText() (string, error) {
	if d.empty() {
		return "", nil
	}
	text, err := encode(d)
	if err == nil {
		return text, nil
	}
	c := *d
	c.Err = withoutOddities(c.Err)
	c.Failures = append([]Failure(nil), d.Failures...)
	for i := range c.Failures {
		c.Failures[i].Err = withoutOddities(c.Failures[i].Err)
	}
	return encode(&c)
}

// SetDetailText reads what DetailText returned.
func (d *Detail) SetDetailText(text string) error {
	*d = Detail{}
	if text == "" {
		return nil
	}
	if err := decode(text, d); err != nil {
		return err
	}
	exactContext(d.Err)
	for i := range d.Failures {
		exactContext(d.Failures[i].Err)
	}
	return nil
}

// DetailText returns the detail as JSON; see [Detail.DetailText].
func (d *EventDetail) DetailText() (string, error) {
	if d.empty() {
		return "", nil
	}
	text, err := encode(d)
	if err == nil {
		return text, nil
	}
	c := *d
	c.Err = withoutOddities(c.Err)
	return encode(&c)
}

// SetDetailText reads what DetailText returned.
func (d *EventDetail) SetDetailText(text string) error {
	*d = EventDetail{}
	if text == "" {
		return nil
	}
	if err := decode(text, d); err != nil {
		return err
	}
	exactContext(d.Err)
	return nil
}

func encode(v any) (text string, err error) {
	defer func() {
		if p := recover(); p != nil { // a MarshalJSON method in a context
			err = fmt.Errorf("%w: no JSON form: %v", ErrInvalid, p)
		}
	}()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", fmt.Errorf("%w: no JSON form: %w", ErrInvalid, err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func decode(text string, v any) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("journal: a detail on record cannot be read: %w", err)
	}
	return nil
}

// withoutOddities is e without what in its context has no JSON form.
func withoutOddities(e *taxonomy.Error) *taxonomy.Error {
	if e == nil || len(e.Context) == 0 {
		return e
	}
	c := *e
	c.Context = make(map[string]any, len(e.Context))
	for k, v := range e.Context {
		if _, err := encode(v); err == nil {
			c.Context[k] = v
		}
	}
	return &c
}

// exactContext turns the numbers of a context that was decoded into what
// callers look for, as long as not a digit is lost.
func exactContext(e *taxonomy.Error) {
	if e == nil {
		return
	}
	for k, v := range e.Context {
		e.Context[k] = exact(v)
	}
}

func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		return exactNumber(v)
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exact(v[k])
		}
	}
	return v
}

func exactNumber(n json.Number) any {
	if i, err := strconv.Atoi(n.String()); err == nil && strconv.Itoa(i) == n.String() {
		return i
	}
	if f, err := n.Float64(); err == nil {
		if back, err := json.Marshal(f); err == nil && string(back) == n.String() {
			return f
		}
	}
	return n
}

// Stamp returns t as journals keep it: in UTC, in microseconds; the time that
// it is now if t is zero.
func Stamp(t time.Time) time.Time {
	if t.IsZero() {
		t = time.Now()
	}
	return time.UnixMicro(t.UnixMicro()).UTC()
}

// Check reports whether a journal can keep the item: its position is one, and it
// has an outcome. The error is [ErrInvalid].
func (i *Item) Check() error {
	if i.Outcome == Unsettled || i.Outcome > NotDone {
		return fmt.Errorf("%w: an item is not settled as %s", ErrInvalid, i.Outcome)
	}
	return checkPosition(i.Position)
}

// Check reports whether the intent names a position. The error is [ErrInvalid].
func (in *Intent) Check() error { return checkPosition(in.Position) }

// Check reports whether the row has a position. The error is [ErrInvalid].
func (r *Row) Check() error { return checkPosition(r.Position) }

func checkPosition(p int64) error {
	if p < 0 || p > MaxPosition {
		return fmt.Errorf("%w: position %d is not between 0 and %d", ErrInvalid, p, int64(MaxPosition))
	}
	return nil
}

// Check reports whether the event is one that its owner may write. The error is
// [ErrInvalid].
func (e *Event) Check() error {
	switch e.Kind {
	case AttemptDone, Refused, Waiting, Rejected, Corrected, NotCorrected, Probed:
		return checkPosition(e.Position)
	case Sending:
		return fmt.Errorf("%w: that an attempt is about to be made is said with Intent", ErrInvalid)
	case Settled, Resolved:
		return fmt.Errorf("%w: an event %s is the journal's to write", ErrInvalid, e.Kind)
	}
	return fmt.Errorf("%w: an event of no kind: %s", ErrInvalid, e.Kind)
}

// Check reports whether the run can be created. The error is [ErrInvalid].
func (r *Run) Check() error {
	if r.ID == "" {
		return fmt.Errorf("%w: a run without an id", ErrInvalid)
	}
	return nil
}

// Check reports whether the end is one. The error is [ErrInvalid].
func (e *End) Check() error {
	if e.Status == "" {
		return fmt.Errorf("%w: a run does not end without a status", ErrInvalid)
	}
	return nil
}

// New returns the run as it is when it has just been created: with the times
// set, and nothing that has to be earned.
func (r *Run) New() *Run {
	n := *r
	n.Settings = bytes.Clone(r.Settings)
	n.Started = Stamp(r.Started)
	n.Opened = Stamp(time.Time{})
	n.Input.Items = -1
	n.Ended, n.Status, n.Summary, n.Counts, n.Owner = time.Time{}, "", nil, Counts{}, nil
	if n.First == "" {
		n.First = n.ID
	}
	return &n
}

// Add takes the next event of the item's story in, for implementations: what an
// item that was begun has come to is made of its events, in order.
func (b *Begun) Add(e *Event) {
	b.Position = e.Position
	if e.ID != "" {
		b.ID = e.ID
	}
	if e.Line != 0 {
		b.Line = e.Line
	}
	if e.Key != "" {
		b.Key = e.Key
	}
	if e.Args != nil {
		b.Args = e.Args
	}
	if e.State != nil {
		b.State = e.State
	}
	switch e.Kind {
	case Sending:
		b.Attempt, b.Sent, b.Answered = e.Attempt, e.At, false
	case AttemptDone:
		b.Attempt, b.Answered = max(b.Attempt, e.Attempt), true
	case Settled, Resolved: // begun again since
		*b = Begun{Ref: b.Ref, Key: b.Key, Args: b.Args, State: b.State}
	case Refused, Waiting, Rejected, Corrected, NotCorrected, Probed:
	}
}

// AsSettled is the event that keeps how an item was settled, for
// implementations: when it is begun again, or settled another time.
func (i *Item) AsSettled() *Event {
	kind := Settled
	if i.Resolved != nil {
		kind = Resolved
	}
	return &Event{
		Ref: i.Ref, Kind: kind, Attempt: i.Attempts, At: i.Settled, Key: i.Key, Args: i.Args,
		EventDetail: EventDetail{Err: i.Err, Wait: i.Waited, Note: i.Reason, Outcome: i.Outcome, How: i.How},
	}
}

// Resolve returns what becomes of an item in doubt by r, for implementations.
func (i *Item) Resolve(r *Resolution) *Item {
	n := *i
	own := *r
	own.At = Stamp(own.At)
	n.Resolved, n.Settled, n.Reason = &own, own.At, r.Note
	n.Outcome, n.How, n.Value = NotDone, "", nil
	if r.Done {
		n.Outcome, n.How, n.Err = Succeeded, ByHand, nil
		return &n
	}
	if n.Err != nil {
		e := *n.Err
		e.Applied = taxonomy.No
		n.Err = &e
	}
	return &n
}

// Item returns b as an item in doubt, for implementations of Resolve.
func (b *Begun) Item() *Item {
	return &Item{Ref: b.Ref, Outcome: InDoubt, Attempts: b.Attempt, Key: b.Key, Args: b.Args}
}
