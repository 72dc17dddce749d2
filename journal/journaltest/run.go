package journaltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// Run runs the suite. open returns an empty journal each time it is called, which
// the suite closes.
func Run(t *testing.T, open func(t *testing.T) journal.Journal) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(t *testing.T, j journal.Journal)
	}{
		{"a run comes back as it was", runComesBack},
		{"an id is used once", idUsedOnce},
		{"an item comes back as it was", itemComesBack},
		{"any bytes come back", anyBytes},
		{"numbers and order of digits are kept", numbersKept},
		{"what was handed in belongs to the caller", argumentsAreCopied},
		{"items come in input order", inputOrder},
		{"items by outcome", byOutcome},
		{"iterators can be ranged over again", again},
		{"an intent is on record when it returns", intentOnRecord},
		{"what was begun is found with what it came to", begunFound},
		{"an event begins a settled item again", beginsAgain},
		{"settled twice, the last counts", settledTwice},
		{"a story has everything in order", storyInOrder},
		{"stories of an id that came twice", storiesOfDuplicates},
		{"rows come back", rowsComeBack},
		{"the input at its end", inputEnd},
		{"queued is on record after sync", queuedThenSync},
		{"one owner", oneOwner},
		{"a run that was closed goes on", closedGoesOn},
		{"a run that has ended goes on", endedGoesOn},
		{"books that do not balance", books},
		{"a log that has ended takes nothing", endedTakesNothing},
		{"nonsense is refused and harms nothing", nonsense},
		{"odd contexts do not cost the outcome", oddContext},
		{"resolve done", resolveDone},
		{"resolve not done", resolveNotDone},
		{"resolve what was begun", resolveBegun},
		{"resolve what is not in doubt", resolveOther},
		{"resolve a run that is owned", resolveOwned},
		{"resolved, then begun again", resolvedAgain},
		{"runs, newest first and filtered", runsFiltered},
		{"counts of a run under way", countsUnderWay},
		{"prune", prune},
		{"not found", notFound},
		{"a cancelled context", cancelled},
		{"many writers and a reader", manyWriters},
		{"close", closed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := open(t)
			t.Cleanup(func() {
				if err := j.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
			c.test(t, j)
		})
	}
}

func create(t *testing.T, j journal.Journal, id string) journal.Log {
	t.Helper()
	return must(j.Create(t.Context(), &journal.Run{ID: id, Name: "n"}))(t)
}

// must is for calls with a result and an error.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want one that is %q", err, want)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(taxonomy.Error{})); d != "" {
		t.Fatalf("%s (-want +got):\n%s", what, d)
	}
}

func collect[T any](t *testing.T, seq iter.Seq2[*T, error]) []*T {
	t.Helper()
	var list []*T
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

func read(t *testing.T, j journal.Journal, id string) journal.Reader {
	t.Helper()
	return must(j.Read(t.Context(), id))(t)
}

// settled are all items that are settled.
func settled(t *testing.T, j journal.Journal, id string) []*journal.Item {
	t.Helper()
	return collect(t, read(t, j, id).Items(t.Context(), nil))
}

func unsettled(t *testing.T, j journal.Journal, id string) []*journal.Begun {
	t.Helper()
	return collect(t, read(t, j, id).Begun(t.Context()))
}

func ref(position int64) journal.Ref {
	return journal.Ref{Position: position, ID: fmt.Sprintf("id-%d", position), Line: int(position) + 2}
}

var moment = time.Date(2026, 5, 1, 9, 0, 0, 123456000, time.UTC) //nolint:gochecknoglobals // never written

func settle(t *testing.T, l journal.Log, position int64, o journal.Outcome) {
	t.Helper()
	ok(t, l.Settle(t.Context(), simple(position, o), journal.Queued))
}

func simple(position int64, o journal.Outcome) *journal.Item {
	it := &journal.Item{Ref: ref(position), Outcome: o, Attempts: 1, Settled: moment}
	if o == journal.Succeeded {
		it.How = "first_try"
	}
	return it
}

func fault() *taxonomy.Error {
	return &taxonomy.Error{
		Tool: "update", Class: taxonomy.Transient, Code: taxonomy.CodeUnavailable, Message: "busy: <é>",
		Applied: taxonomy.Answered, Scope: taxonomy.ScopeHost, Basis: taxonomy.BasisCode, RetryAfter: 3 * time.Second,
		Fields:      []taxonomy.Field{{Path: "/deadline", Message: "no date", Code: taxonomy.CodeInvalidFormat}},
		Suggestions: []string{"Wait"},
		Context: map[string]any{
			"status": 503, "id": json.Number("90071992547409931234"), "share": 0.25,
			"list": []any{1, "a"}, "nested": map[string]any{"n": json.Number("1.0")},
		},
	}
}

// full is an item with everything in it.
func full(position int64) *journal.Item {
	return &journal.Item{
		Ref: ref(position), Outcome: journal.Failed, Attempts: 3, Key: "k", Args: json.RawMessage(`{"a": 1}`),
		Value: json.RawMessage("null"), Settled: moment,
		Detail: journal.Detail{
			Err: fault(), Reason: "no success in 3 calls", Abort: "fatal", Waited: 1500 * time.Millisecond,
			Corrections: []correction.Correction{{
				By: "rule", Reason: "r", Sent: 1,
				Patch: []correction.Change{{Op: "replace", Path: "/a", From: json.RawMessage(`"1<2"`), Value: json.RawMessage("9007199254740993")}},
			}},
			Failures: []journal.Failure{{Attempt: 1, Err: fault(), Wait: time.Second, Asked: true}, {Attempt: 2, Err: fault()}},
		},
	}
}

func runComesBack(t *testing.T, j journal.Journal) {
	run := &journal.Run{
		ID: "r/1 é\x00\xff", Name: "orders", Tool: "update", Effect: tool.Unsafe, RetryOf: "r0", First: "r0",
		Job: "version: 1\n", JobDigest: "jd", Source: "orders.csv", Input: journal.Input{Digest: "id", Items: 7},
		Settings: json.RawMessage(`{"b": 1,  "a": 1.0}`), Started: moment,
		Ended: moment, Status: "x", Counts: journal.Counts{Failed: 3}, // not Create's to say
	}
	l := must(j.Create(t.Context(), run))(t)
	want := *run
	want.Input.Items, want.Ended, want.Status, want.Counts = -1, time.Time{}, "", journal.Counts{}
	check := func() *journal.Run {
		t.Helper()
		got := read(t, j, run.ID).Run()
		if got.Opened.IsZero() || got.Opened.Before(moment.AddDate(-10, 0, 0)) {
			t.Fatalf("opened %v", got.Opened)
		}
		if list := collect(t, j.Runs(t.Context(), nil)); len(list) != 1 {
			t.Fatalf("%d runs", len(list))
		} else {
			same(t, "Runs and Read differ", list[0], got)
		}
		return got
	}
	got := check()
	if got.Owner == nil || got.Owner.PID == 0 {
		t.Fatalf("owner %+v, want this process", got.Owner)
	}
	want.Opened, want.Owner = got.Opened, got.Owner
	same(t, "under way", got, &want)
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Finish(t.Context(), &journal.End{
		Status: "succeeded", Ended: moment, Summary: json.RawMessage(`{"calls": 1}`), Counts: &journal.Counts{Succeeded: 1},
	}))
	got = check()
	want.Status, want.Ended, want.Summary, want.Counts = "succeeded", moment, json.RawMessage(`{"calls": 1}`), journal.Counts{Succeeded: 1}
	want.Owner = nil
	same(t, "ended", got, &want)
}

func idUsedOnce(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	_, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	wantErr(t, err, journal.ErrExists)
	ok(t, l.Close())
	_, err = j.Create(t.Context(), &journal.Run{ID: "a"})
	wantErr(t, err, journal.ErrExists)
	ok(t, create(t, j, "A").Close())
	if got := read(t, j, "a").Run().First; got != "a" {
		t.Fatalf("first run of the chain: %q", got)
	}
	must(j.Open(t.Context(), "a"))(t) // the refusals have left nothing locked
}

func itemComesBack(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	items := []*journal.Item{
		full(0), simple(1, journal.Succeeded),
		{Ref: journal.Ref{Position: journal.MaxPosition}, Outcome: journal.NotDone, Settled: moment},
	}
	for _, it := range items {
		ok(t, l.Settle(t.Context(), it, journal.Durable))
	}
	same(t, "items", settled(t, j, "a"), items)
	before := time.Now().Add(-time.Microsecond)
	ok(t, l.Settle(t.Context(), &journal.Item{Ref: ref(5), Outcome: journal.Skipped}, journal.Durable))
	if at := settled(t, j, "a")[2].Settled; at.Before(before) || at.After(time.Now()) || at.Location() != time.UTC {
		t.Fatalf("settled %v, want now", at)
	}
}

func anyBytes(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	var want []*journal.Item
	for i, s := range []string{"", "\x00", "a\x00b", "\xff\xfe", "é\u2028<&>", "'; DROP TABLE items; --", "[1, 2]\n "} {
		it := simple(int64(i), journal.Succeeded)
		it.ID, it.Key, it.How = s, s, s
		it.Args, it.Value = json.RawMessage(s), json.RawMessage(s)
		ok(t, l.Settle(t.Context(), it, journal.Durable))
		want = append(want, it)
		ok(t, l.Row(t.Context(), &journal.Row{Position: int64(i), Data: []byte(s)}, journal.Durable))
	}
	none := simple(int64(len(want)), journal.Succeeded)
	ok(t, l.Settle(t.Context(), none, journal.Durable))
	want = append(want, none)
	got := settled(t, j, "a")
	same(t, "items", got, want)
	if got[0].Args == nil || got[len(got)-1].Args != nil {
		t.Fatal("nothing and an empty text are not the same")
	}
	for i, row := range collect(t, read(t, j, "a").Rows(t.Context(), 0)) {
		if string(row.Data) != want[i].ID {
			t.Fatalf("row %d is %q, want %q", i, row.Data, want[i].ID)
		}
	}
	for _, it := range want[:len(want)-1] {
		if n := len(collect(t, read(t, j, "a").Stories(t.Context(), it.ID))); n != 1 {
			t.Fatalf("%d stories of %q", n, it.ID)
		}
	}
}

func numbersKept(t *testing.T, j journal.Journal) {
	const text = `{"z": 9007199254740993, "a": 1.0, "zip": "00042", "e": 1E400,
 "a": "\u003c"}`
	l := create(t, j, "a")
	it := simple(0, journal.Succeeded)
	it.Args, it.Value = json.RawMessage(text), json.RawMessage(text)
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(1), Attempt: 1, Args: it.Args, State: it.Args}, journal.Durable))
	ok(t, l.Settle(t.Context(), it, journal.Durable))
	got, b := settled(t, j, "a")[0], unsettled(t, j, "a")[0]
	for _, raw := range []json.RawMessage{got.Args, got.Value, b.Args, b.State} {
		if string(raw) != text {
			t.Fatalf("got %s, want %s", raw, text)
		}
	}
}

func argumentsAreCopied(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	buf := []byte(`{"a":1}`)
	it := simple(0, journal.Failed)
	it.Args, it.Value, it.Err = buf, buf, fault()
	ok(t, l.Settle(t.Context(), it, journal.Queued))
	in := &journal.Intent{Ref: ref(1), Args: buf, State: buf}
	ok(t, l.Intent(t.Context(), in, journal.Queued))
	row := &journal.Row{Position: 0, Data: buf}
	ok(t, l.Row(t.Context(), row, journal.Queued))
	copy(buf, "#######")
	it.ID, it.Err.Message, in.Attempt, row.Line = "x", "x", 9, 9
	ok(t, l.Sync(t.Context()))
	for range 2 {
		got, b, r := settled(t, j, "a")[0], unsettled(t, j, "a")[0], collect(t, read(t, j, "a").Rows(t.Context(), 0))[0]
		if got.ID != "id-0" || got.Err.Message != fault().Message || b.Attempt != 0 || r.Line != 0 {
			t.Fatalf("changed after it was handed in: %+v %+v %+v", got, b, r)
		}
		for _, raw := range [][]byte{got.Args, got.Value, b.Args, b.State, r.Data} {
			if string(raw) != `{"a":1}` {
				t.Fatalf("changed after it was handed in: %s", raw)
			}
			copy(raw, "#######") // what was yielded belongs to us
		}
		got.Err.Message = "y"
	}
}

func inputOrder(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	other := create(t, j, "b")
	const n = 1200 // more than a page
	for i := range int64(n) {
		p := i * 7919 % n // every position once, out of order
		settle(t, l, p, journal.Outcomes()[p%5])
		settle(t, other, p, journal.Succeeded)
	}
	ok(t, l.Sync(t.Context()))
	r := read(t, j, "a")
	for _, from := range []int64{0, 1, 499, 500, n - 1, n, -5} {
		next := max(0, from)
		for it, err := range r.Items(t.Context(), &journal.Query{From: from}) {
			ok(t, err)
			if it.Position != next {
				t.Fatalf("from %d: got position %d, want %d", from, it.Position, next)
			}
			next++
		}
		if next != n {
			t.Fatalf("from %d: ended before position %d", from, next)
		}
	}
	for _, err := range r.Items(t.Context(), nil) {
		ok(t, err)
		break // is allowed
	}
}

func byOutcome(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	const n = 2600
	for i := range int64(n) {
		settle(t, l, i, journal.Outcomes()[i%5])
	}
	ok(t, l.Sync(t.Context()))
	for _, c := range [][]journal.Outcome{
		{journal.Succeeded},
		{journal.NotDone},
		{journal.Failed, journal.InDoubt},
		{journal.InDoubt, journal.Failed, journal.Failed},
		{journal.Succeeded, journal.Skipped},
		journal.Outcomes(),
		{journal.Unsettled},
	} {
		want := map[journal.Outcome]bool{}
		for _, o := range c {
			want[o] = true
		}
		for _, from := range []int64{0, 1301} {
			var got, expect []int64
			for i := from; i < n; i++ {
				if want[journal.Outcomes()[i%5]] {
					expect = append(expect, i)
				}
			}
			for it, err := range read(t, j, "a").Items(t.Context(), &journal.Query{Outcomes: c, From: from}) {
				ok(t, err)
				got = append(got, it.Position)
			}
			same(t, fmt.Sprintf("positions of %v from %d", c, from), got, expect)
		}
	}
}

func again(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(1)}, journal.Durable))
	ok(t, l.Row(t.Context(), &journal.Row{}, journal.Durable))
	r := read(t, j, "a")
	ctx := t.Context()
	items, begun, rows, stories, runs := r.Items(ctx, nil), r.Begun(ctx), r.Rows(ctx, 0), r.Stories(ctx, "id-0"), j.Runs(ctx, nil)
	for range 2 {
		if len(collect(t, items)) != 1 || len(collect(t, begun)) != 1 || len(collect(t, rows)) != 1 || len(collect(t, stories)) != 1 || len(collect(t, runs)) != 1 {
			t.Fatal("the second time there is something else")
		}
	}
}

// withCancel is a context that has ended, for a reason.
func withCancel(t *testing.T) (context.Context, error) {
	t.Helper()
	why := errors.New("because") //nolint:err113 // a test's
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	return ctx, why
}
