package journaltest

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/taxonomy"
)

func intentOnRecord(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	in := &journal.Intent{
		Ref: ref(3), Attempt: 1, Key: "key", Args: json.RawMessage(`{"a":1}`), State: json.RawMessage(`{"s":1}`), At: moment,
	}
	ok(t, l.Intent(t.Context(), in, journal.Durable))
	same(t, "begun", unsettled(t, j, "a"), []*journal.Begun{{
		Ref: in.Ref, Attempt: 1, Sent: moment, Key: in.Key, Args: in.Args, State: in.State,
	}})
	if n := len(settled(t, j, "a")); n != 0 {
		t.Fatalf("%d settled", n)
	}
	settle(t, l, 3, journal.Succeeded)
	ok(t, l.Sync(t.Context()))
	if n := len(unsettled(t, j, "a")); n != 0 {
		t.Fatalf("%d begun after it was settled", n)
	}
}

func begunFound(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	const n = 600 // more than a page
	for i := int64(n); i > 0; i-- {
		r := ref(i)
		ok(t, l.Intent(t.Context(), &journal.Intent{Ref: r, Attempt: 1, Key: "k1", Args: json.RawMessage("1"), At: moment}, journal.Queued))
		if i%3 == 0 {
			continue // no answer
		}
		ok(t, l.Event(t.Context(), &journal.Event{
			Ref: r, Kind: journal.AttemptDone, Attempt: 1, State: json.RawMessage("2"), EventDetail: journal.EventDetail{Err: fault()},
		}, journal.Queued))
		if i%3 == 1 {
			settle(t, l, i, journal.Failed)
		}
	}
	// One whose tool needs no intent.
	ok(t, l.Event(t.Context(), &journal.Event{Ref: ref(0), Kind: journal.AttemptDone, Attempt: 2, Key: "k0"}, journal.Queued))
	// One that was answered, corrected and sent again.
	at := moment.Add(time.Hour)
	ok(t, l.Event(t.Context(), &journal.Event{Ref: ref(2), Kind: journal.Corrected, Attempt: 1, Key: "k2", Args: json.RawMessage("3")}, journal.Queued))
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(2), Attempt: 2, At: at}, journal.Durable))
	var want []*journal.Begun
	for i := range int64(n + 1) {
		b := &journal.Begun{Ref: ref(i), Attempt: 1, Sent: moment, Key: "k1", Args: json.RawMessage("1")}
		switch {
		case i == 0:
			b = &journal.Begun{Ref: ref(0), Attempt: 2, Answered: true, Key: "k0"}
		case i == 2:
			b.Attempt, b.Sent, b.Key, b.Args, b.State = 2, at, "k2", json.RawMessage("3"), json.RawMessage("2")
		case i%3 == 1:
			continue
		case i%3 == 2:
			b.Answered, b.State = true, json.RawMessage("2")
		}
		want = append(want, b)
	}
	same(t, "begun", unsettled(t, j, "a"), want)
	ok(t, l.Close())
	must(j.Open(t.Context(), "a"))(t)
	same(t, "begun, after it was opened again", unsettled(t, j, "a"), want)
}

func beginsAgain(t *testing.T, j journal.Journal) {
	for _, c := range []struct {
		run   string
		begin func(l journal.Log) error
	}{
		{"intent", func(l journal.Log) error {
			return l.Intent(t.Context(), &journal.Intent{Ref: ref(0), Attempt: 1}, journal.Queued)
		}},
		{"event", func(l journal.Log) error {
			return l.Event(t.Context(), &journal.Event{Ref: ref(0), Kind: journal.Waiting}, journal.Queued)
		}},
	} {
		l := create(t, j, c.run)
		settle(t, l, 0, journal.NotDone) // queued with the next, so that both may be one commit
		ok(t, c.begin(l))
		ok(t, l.Sync(t.Context()))
		if s, b := settled(t, j, c.run), unsettled(t, j, c.run); len(s) != 0 || len(b) != 1 || b[0].ID != "id-0" {
			t.Fatalf("%s: settled %v, begun %v", c.run, s, b)
		}
		same(t, "counts", must(read(t, j, c.run).Counts(t.Context()))(t), journal.Counts{Begun: 1})
		settle(t, l, 0, journal.Succeeded)
		ok(t, l.Sync(t.Context()))
		same(t, "settled", settled(t, j, c.run), []*journal.Item{simple(0, journal.Succeeded)})
		same(t, "counts", must(read(t, j, c.run).Counts(t.Context()))(t), journal.Counts{Succeeded: 1})
	}
}

func settledTwice(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	ok(t, l.Settle(t.Context(), full(0), journal.Queued))
	settle(t, l, 0, journal.InDoubt)
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Sync(t.Context()))
	same(t, "settled", settled(t, j, "a"), []*journal.Item{simple(0, journal.Succeeded)})
	s := collect(t, read(t, j, "a").Stories(t.Context(), "id-0"))
	same(t, "story", s, []*journal.Story{{
		Item:   simple(0, journal.Succeeded),
		Events: []*journal.Event{full(0).AsSettled(), simple(0, journal.InDoubt).AsSettled()},
	}})
}

func storyInOrder(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	var want []*journal.Event
	add := func(e *journal.Event) {
		t.Helper()
		e.At = moment.Add(time.Duration(len(want)) * time.Second)
		if e.Kind == journal.Sending {
			ok(t, l.Intent(t.Context(), &journal.Intent{Ref: e.Ref, Attempt: e.Attempt, Key: e.Key, Args: e.Args, State: e.State, At: e.At}, journal.Queued))
		} else {
			ok(t, l.Event(t.Context(), e, journal.Queued))
		}
		want = append(want, e)
	}
	corrected := full(0).Corrections[0]
	r := ref(0)
	for _, e := range []*journal.Event{
		{Kind: journal.Refused, EventDetail: journal.EventDetail{Err: fault()}},
		{Kind: journal.NotCorrected, EventDetail: journal.EventDetail{Note: "not corrected: <no>"}},
		{Kind: journal.Corrected, Args: json.RawMessage("{ }"), Key: "k2", EventDetail: journal.EventDetail{Correction: &corrected}},
		{Kind: journal.Sending, Attempt: 1, Key: "k2", Args: json.RawMessage("{ }"), State: json.RawMessage(`"s"`)},
		{Kind: journal.AttemptDone, Attempt: 1, EventDetail: journal.EventDetail{Err: fault(), Elapsed: 20 * time.Millisecond, Request: "PATCH /", Reply: "503"}},
		{Kind: journal.Waiting, Attempt: 1, EventDetail: journal.EventDetail{Err: fault(), Wait: time.Second, Asked: true}},
		{Kind: journal.Rejected, Attempt: 1, EventDetail: journal.EventDetail{Wait: time.Second}},
		{Kind: journal.Probed, Attempt: 1, EventDetail: journal.EventDetail{Note: "yes", Elapsed: time.Millisecond}},
	} {
		e.Ref = r
		add(e)
	}
	settle(t, l, 1, journal.Succeeded) // another's
	story := func() *journal.Story {
		t.Helper()
		ok(t, l.Sync(t.Context()))
		list := collect(t, read(t, j, "a").Stories(t.Context(), "id-0"))
		if len(list) != 1 {
			t.Fatalf("%d stories", len(list))
		}
		return list[0]
	}
	same(t, "before it is settled", story(), &journal.Story{Events: want})
	it := full(0)
	ok(t, l.Settle(t.Context(), it, journal.Queued))
	same(t, "settled", story(), &journal.Story{Item: it, Events: want})
	ok(t, l.Close())
	l = must(j.Open(t.Context(), "a"))(t)
	want = append(want, it.AsSettled())
	add(&journal.Event{Ref: r, Kind: journal.Sending, Attempt: 4})
	same(t, "begun again", story(), &journal.Story{Events: want})
	settle(t, l, 0, journal.Succeeded)
	same(t, "settled again", story(), &journal.Story{Item: simple(0, journal.Succeeded), Events: want})
}

func storiesOfDuplicates(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	for _, p := range []int64{9, 4, 7} {
		it := simple(p, journal.Failed)
		it.ID = "same"
		ok(t, l.Settle(t.Context(), it, journal.Queued))
	}
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: journal.Ref{Position: 5, ID: "same"}}, journal.Durable))
	var got []int64
	for _, s := range collect(t, read(t, j, "a").Stories(t.Context(), "same")) {
		if s.Item != nil {
			got = append(got, s.Item.Position)
		} else {
			got = append(got, s.Events[0].Position)
		}
	}
	same(t, "positions", got, []int64{4, 5, 7, 9})
}

func rowsComeBack(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	for i := range int64(700) {
		ok(t, l.Row(t.Context(), &journal.Row{Position: i, Line: int(i) + 1, Data: []byte{byte(i & 0xff), '\n'}}, journal.Queued))
	}
	ok(t, l.Row(t.Context(), &journal.Row{Position: 5, Line: 99, Data: []byte("again")}, journal.Queued))
	ok(t, l.Sync(t.Context()))
	next := int64(3)
	for row, err := range read(t, j, "a").Rows(t.Context(), 3) {
		ok(t, err)
		want := &journal.Row{Position: next, Line: int(next) + 1, Data: []byte{byte(next & 0xff), '\n'}}
		if next == 5 {
			want = &journal.Row{Position: 5, Line: 99, Data: []byte("again")}
		}
		same(t, "row", row, want)
		next++
	}
	if next != 700 {
		t.Fatalf("ended before row %d", next)
	}
	if s, b := settled(t, j, "a"), unsettled(t, j, "a"); len(s)+len(b) != 0 {
		t.Fatal("a row is no item")
	}
}

func inputEnd(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	want := journal.Input{Digest: "d", Items: 12}
	ok(t, l.Input(t.Context(), &want))
	same(t, "input", read(t, j, "a").Run().Input, want)
}

func queuedThenSync(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	for i := range int64(3000) {
		settle(t, l, i, journal.Succeeded)
	}
	ok(t, l.Sync(t.Context()))
	same(t, "counts", must(read(t, j, "a").Counts(t.Context()))(t), journal.Counts{Succeeded: 3000})
}

func endedGoesOn(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	settle(t, l, 0, journal.NotDone)
	ok(t, l.Finish(t.Context(), &journal.End{Status: "interrupted", Summary: json.RawMessage("1")}))
	ended := read(t, j, "a").Run()
	l = must(j.Open(t.Context(), "a"))(t)
	run := read(t, j, "a").Run()
	if !run.Ended.IsZero() || run.Status != "" || run.Summary != nil || run.Owner == nil || run.Opened.Before(ended.Opened) {
		t.Fatalf("under way again: %+v", run)
	}
	if !run.Started.Equal(ended.Started) {
		t.Fatal("it was started at another time")
	}
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Finish(t.Context(), &journal.End{Status: "succeeded", Ended: moment, Counts: &journal.Counts{Succeeded: 1}}))
	run = read(t, j, "a").Run()
	if run.Status != "succeeded" || !run.Ended.Equal(moment) || run.Summary != nil || run.Counts != (journal.Counts{Succeeded: 1}) {
		t.Fatalf("ended again: %+v", run)
	}
}

func books(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(1)}, journal.Queued))
	told := journal.Counts{Succeeded: 1, Failed: 1}
	err := l.Finish(t.Context(), &journal.End{Status: "partial", Counts: &told})
	var e *journal.BooksError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a BooksError", err)
	}
	same(t, "error", e, &journal.BooksError{Run: "a", Told: told, OnRecord: journal.Counts{Succeeded: 1, Begun: 1}})
	if run := read(t, j, "a").Run(); run.Status != "" || run.Owner == nil {
		t.Fatalf("it was ended: %+v", run)
	}
	settle(t, l, 1, journal.Failed) // it goes on
	ok(t, l.Finish(t.Context(), &journal.End{Status: "partial", Counts: &told}))
}

func endedTakesNothing(t *testing.T, j journal.Journal) {
	for _, run := range []string{"closed", "finished"} {
		l := create(t, j, run)
		if run == "closed" {
			ok(t, l.Close())
		} else {
			ok(t, l.Finish(t.Context(), &journal.End{Status: "empty"}))
		}
		for what, err := range map[string]error{
			"intent": l.Intent(t.Context(), &journal.Intent{Ref: ref(0)}, journal.Queued),
			"event":  l.Event(t.Context(), &journal.Event{Ref: ref(0), Kind: journal.Waiting}, journal.Durable),
			"settle": l.Settle(t.Context(), simple(0, journal.Succeeded), journal.Durable),
			"row":    l.Row(t.Context(), &journal.Row{}, journal.Queued),
			"input":  l.Input(t.Context(), &journal.Input{}),
			"sync":   l.Sync(t.Context()),
			"finish": l.Finish(t.Context(), &journal.End{Status: "x"}),
		} {
			if !errors.Is(err, journal.ErrClosed) {
				t.Errorf("%s: %s: got %v, want ErrClosed", run, what, err)
			}
		}
		ok(t, l.Close())
	}
}

func nonsense(t *testing.T, j journal.Journal) {
	_, err := j.Create(t.Context(), &journal.Run{})
	wantErr(t, err, journal.ErrInvalid)
	l := create(t, j, "a")
	bad := journal.Ref{Position: journal.MaxPosition + 1}
	for what, err := range map[string]error{
		"unsettled":     l.Settle(t.Context(), &journal.Item{}, journal.Durable),
		"no outcome":    l.Settle(t.Context(), &journal.Item{Outcome: journal.NotDone + 1}, journal.Durable),
		"far":           l.Settle(t.Context(), &journal.Item{Ref: bad, Outcome: journal.Failed}, journal.Durable),
		"negative":      l.Intent(t.Context(), &journal.Intent{Ref: journal.Ref{Position: -1}}, journal.Durable),
		"row":           l.Row(t.Context(), &journal.Row{Position: -1}, journal.Durable),
		"no kind":       l.Event(t.Context(), &journal.Event{}, journal.Durable),
		"sending":       l.Event(t.Context(), &journal.Event{Kind: journal.Sending}, journal.Durable),
		"settled event": l.Event(t.Context(), &journal.Event{Kind: journal.Settled}, journal.Durable),
		"event far":     l.Event(t.Context(), &journal.Event{Ref: bad, Kind: journal.Waiting}, journal.Durable),
		"no status":     l.Finish(t.Context(), &journal.End{}),
		"no json": l.Settle(t.Context(), &journal.Item{Outcome: journal.Failed, Detail: journal.Detail{
			Corrections: []correction.Correction{{Patch: []correction.Change{{Value: json.RawMessage("{")}}}},
		}}, journal.Durable),
	} {
		if !errors.Is(err, journal.ErrInvalid) {
			t.Errorf("%s: got %v, want ErrInvalid", what, err)
		}
	}
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Finish(t.Context(), &journal.End{Status: "succeeded", Counts: &journal.Counts{Succeeded: 1}}))
}

func oddContext(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	odd := func() *taxonomy.Error {
		return &taxonomy.Error{Code: "X", Context: map[string]any{"nan": math.NaN(), "func": func() {}, "panics": panics{}, "good": 1}}
	}
	it := simple(0, journal.Failed)
	it.Err, it.Failures = odd(), []journal.Failure{{Attempt: 1, Err: odd()}}
	ok(t, l.Event(t.Context(), &journal.Event{Ref: ref(0), Kind: journal.AttemptDone, EventDetail: journal.EventDetail{Err: odd()}}, journal.Durable))
	ok(t, l.Settle(t.Context(), it, journal.Durable))
	s := collect(t, read(t, j, "a").Stories(t.Context(), "id-0"))[0]
	for _, e := range []*taxonomy.Error{s.Item.Err, s.Item.Failures[0].Err, s.Events[0].Err} {
		same(t, "context", e.Context, map[string]any{"good": 1})
	}
	if len(it.Err.Context) != 4 {
		t.Fatal("the caller's error was changed")
	}
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("no") }
