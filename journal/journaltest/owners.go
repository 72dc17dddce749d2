package journaltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/taxonomy"
)

func oneOwner(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	_, err := j.Open(t.Context(), "a")
	var e *journal.OwnedError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want an OwnedError", err)
	}
	host, _ := os.Hostname()
	if e.Run != "a" || e.PID != os.Getpid() || e.Host != host || time.Since(e.Since) > time.Hour || time.Since(e.Since) < -time.Second {
		t.Fatalf("owned by %+v", e)
	}
	create(t, j, "b") // another run is another owner's
	ok(t, l.Close())
	l = must(j.Open(t.Context(), "a"))(t)
	_, err = j.Open(t.Context(), "a")
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want an OwnedError", err)
	}
	ok(t, l.Finish(t.Context(), &journal.End{Status: "empty"}))
	must(j.Open(t.Context(), "a"))(t)
}

func closedGoesOn(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(1), Attempt: 1}, journal.Queued))
	ok(t, l.Close()) // which syncs
	run := read(t, j, "a").Run()
	if !run.Ended.IsZero() || run.Owner != nil {
		t.Fatalf("closed: %+v", run)
	}
	for i := int64(2); i < 5; i++ {
		l = must(j.Open(t.Context(), "a"))(t)
		settle(t, l, i, journal.Succeeded)
		ok(t, l.Close())
	}
	same(t, "counts", read(t, j, "a").Run().Counts, journal.Counts{Succeeded: 4, Begun: 1})
}

func doubt(t *testing.T, j journal.Journal, end *journal.End) {
	t.Helper()
	l := create(t, j, "a")
	it := full(0)
	it.Outcome, it.Err.Applied = journal.InDoubt, taxonomy.Unanswered
	ok(t, l.Settle(t.Context(), it, journal.Queued))
	settle(t, l, 1, journal.Failed)
	if end == nil {
		ok(t, l.Close())
		return
	}
	ok(t, l.Finish(t.Context(), end))
}

func resolveDone(t *testing.T, j journal.Journal) {
	doubt(t, j, &journal.End{Status: "failed"})
	res := &journal.Resolution{Done: true, By: "me", Note: "seen it", At: moment}
	ok(t, j.Resolve(t.Context(), "a", "id-0", res))
	want := full(0)
	want.Outcome, want.How, want.Value, want.Err, want.Resolved, want.Reason, want.Settled = journal.Succeeded, journal.ByHand, nil, nil, res, res.Note, moment
	same(t, "item", settled(t, j, "a")[0], want)
	run := read(t, j, "a").Run()
	same(t, "counts", run.Counts, journal.Counts{Succeeded: 1, Failed: 1})
	if run.Status != "failed" || run.Owner != nil {
		t.Fatalf("the run has changed: %+v", run)
	}
	s := collect(t, read(t, j, "a").Stories(t.Context(), "id-0"))[0]
	if len(s.Events) != 1 || s.Events[0].Kind != journal.Settled || s.Events[0].Outcome != journal.InDoubt {
		t.Fatalf("what it was before is not in its story: %+v", s.Events)
	}
	var e *journal.OutcomeError
	if err := j.Resolve(t.Context(), "a", "id-0", res); !errors.As(err, &e) || e.Outcome != journal.Succeeded {
		t.Fatalf("a second time: %v", err)
	}
}

func resolveNotDone(t *testing.T, j journal.Journal) {
	doubt(t, j, nil)
	ok(t, j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{Note: "not there"}))
	it := settled(t, j, "a")[0]
	if it.Outcome != journal.NotDone || it.How != "" || it.Err == nil || it.Err.Applied != taxonomy.No || it.Reason != "not there" {
		t.Fatalf("resolved as %+v", it)
	}
	if it.Resolved == nil || time.Since(it.Resolved.At) > time.Hour || !it.Settled.Equal(it.Resolved.At) {
		t.Fatalf("resolution %+v, settled %v", it.Resolved, it.Settled)
	}
	same(t, "counts", must(read(t, j, "a").Counts(t.Context()))(t), journal.Counts{NotDone: 1, Failed: 1})
}

func resolveBegun(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(4), Attempt: 2, Key: "k", Args: []byte("1")}, journal.Queued))
	ok(t, l.Finish(t.Context(), &journal.End{Status: "x"}))
	same(t, "counts", read(t, j, "a").Run().Counts, journal.Counts{Begun: 1})
	ok(t, j.Resolve(t.Context(), "a", "id-4", &journal.Resolution{Done: true}))
	it := settled(t, j, "a")[0]
	if it.Ref != ref(4) || it.Outcome != journal.Succeeded || it.Attempts != 2 || it.Key != "k" || string(it.Args) != "1" {
		t.Fatalf("resolved as %+v", it)
	}
	same(t, "counts", read(t, j, "a").Run().Counts, journal.Counts{Succeeded: 1})
}

func resolveOther(t *testing.T, j journal.Journal) {
	doubt(t, j, nil)
	var e *journal.OutcomeError
	if err := j.Resolve(t.Context(), "a", "id-1", &journal.Resolution{}); !errors.As(err, &e) || *e != (journal.OutcomeError{Run: "a", Item: "id-1", Outcome: journal.Failed}) {
		t.Fatalf("got %v", err)
	}
	wantErr(t, j.Resolve(t.Context(), "a", "id-2", &journal.Resolution{}), journal.ErrNotFound)
	wantErr(t, j.Resolve(t.Context(), "b", "id-0", &journal.Resolution{}), journal.ErrNotFound)
	must(j.Open(t.Context(), "a"))(t)
}

func resolveOwned(t *testing.T, j journal.Journal) {
	doubt(t, j, nil)
	l := must(j.Open(t.Context(), "a"))(t)
	var e *journal.OwnedError
	if err := j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{}); !errors.As(err, &e) {
		t.Fatalf("got %v, want an OwnedError", err)
	}
	ok(t, l.Close())
	ok(t, j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{}))
}

func resolvedAgain(t *testing.T, j journal.Journal) {
	doubt(t, j, nil)
	ok(t, j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{Note: "not there"}))
	for range 2 { // what was resolved must not look like damage
		l := must(j.Open(t.Context(), "a"))(t)
		ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(0), Attempt: 1}, journal.Queued))
		settle(t, l, 0, journal.InDoubt)
		ok(t, l.Close())
		ok(t, j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{Done: true, Note: "there"}))
	}
	var kinds []journal.Kind
	s := collect(t, read(t, j, "a").Stories(t.Context(), "id-0"))[0]
	for _, e := range s.Events {
		kinds = append(kinds, e.Kind)
	}
	same(t, "story", kinds, []journal.Kind{
		journal.Settled, journal.Resolved, journal.Sending, journal.Settled, journal.Resolved, journal.Sending, journal.Settled,
	})
	if s.Events[1].Note != "not there" || s.Events[4].Note != "there" || s.Events[4].Outcome != journal.Succeeded {
		t.Fatalf("resolutions: %+v %+v", s.Events[1], s.Events[4])
	}
	must(j.Open(t.Context(), "a"))(t)
}

func runsFiltered(t *testing.T, j journal.Journal) {
	for i, run := range []*journal.Run{
		{ID: "aa", Name: "x", JobDigest: "1", Input: journal.Input{Digest: "i"}},
		{ID: "ab", Name: "y", JobDigest: "1", RetryOf: "aa"},
		{ID: "b", Name: "x", JobDigest: "2"},
	} {
		l := must(j.Create(t.Context(), run))(t)
		settle(t, l, 0, journal.Outcomes()[i])
		if i < 2 {
			ok(t, l.Close())
		}
	}
	for _, c := range []struct {
		filter *journal.Filter
		want   string
	}{
		{nil, "b ab aa"},
		{&journal.Filter{}, "b ab aa"},
		{&journal.Filter{Prefix: "a"}, "ab aa"},
		{&journal.Filter{Prefix: "A"}, ""},
		{&journal.Filter{Name: "x"}, "b aa"},
		{&journal.Filter{JobDigest: "1"}, "ab aa"},
		{&journal.Filter{JobDigest: "1", InputDigest: "i"}, "aa"},
		{&journal.Filter{RetryOf: "aa"}, "ab"},
	} {
		var ids []string
		for _, run := range collect(t, j.Runs(t.Context(), c.filter)) {
			ids = append(ids, run.ID)
			if (run.Owner != nil) != (run.ID == "b") {
				t.Errorf("run %s is owned by %+v", run.ID, run.Owner)
			}
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.filter, got, c.want)
		}
	}
	for _, err := range j.Runs(t.Context(), nil) {
		ok(t, err)
		break // is allowed
	}
}

func countsUnderWay(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	n := int64(0)
	for i, o := range journal.Outcomes() {
		for range i + 1 {
			settle(t, l, n, o)
			n++
		}
	}
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(n)}, journal.Queued))
	ok(t, l.Event(t.Context(), &journal.Event{Ref: ref(n), Kind: journal.Waiting}, journal.Queued))
	ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(n)}, journal.Durable))
	want := journal.Counts{Succeeded: 1, Skipped: 2, Failed: 3, InDoubt: 4, NotDone: 5, Begun: 1}
	same(t, "Counts", must(read(t, j, "a").Counts(t.Context()))(t), want)
	same(t, "Run", read(t, j, "a").Run().Counts, want)
	for run, err := range j.Runs(t.Context(), nil) {
		ok(t, err)
		same(t, "Runs", run.Counts, want)
	}
}

func prune(t *testing.T, j journal.Journal) {
	old := time.Now().AddDate(0, 0, -100)
	fill := func(l journal.Log) {
		t.Helper()
		for i := range int64(2010) {
			ok(t, l.Intent(t.Context(), &journal.Intent{Ref: ref(i), Attempt: 1}, journal.Queued))
			settle(t, l, i, journal.Outcomes()[i%5])
			ok(t, l.Row(t.Context(), &journal.Row{Position: i}, journal.Queued))
		}
	}
	l := create(t, j, "old")
	fill(l)
	ok(t, l.Finish(t.Context(), &journal.End{Status: "x", Ended: old}))
	l = create(t, j, "new")
	fill(l)
	ok(t, l.Finish(t.Context(), &journal.End{Status: "x"}))
	ok(t, create(t, j, "never ended").Close())
	l = create(t, j, "old again")
	ok(t, l.Finish(t.Context(), &journal.End{Status: "x", Ended: old}))
	l = must(j.Open(t.Context(), "old again"))(t)

	if n := must(j.Prune(t.Context(), old.AddDate(0, 0, -1)))(t); n != 0 {
		t.Fatalf("pruned %d that are not old enough", n)
	}
	if n := must(j.Prune(t.Context(), time.Now().AddDate(0, 0, -90)))(t); n != 1 {
		t.Fatalf("pruned %d, want 1", n)
	}
	_, err := j.Read(t.Context(), "old")
	wantErr(t, err, journal.ErrNotFound)
	_, err = j.Open(t.Context(), "old")
	wantErr(t, err, journal.ErrNotFound)
	if n := len(settled(t, j, "new")); n != 2010 {
		t.Fatalf("%d items are left of another run", n)
	}
	if n := must(j.Prune(t.Context(), time.Now().Add(time.Hour)))(t); n != 2 {
		t.Fatalf("pruned %d, want all but the one that is owned", n)
	}
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Close())
	l = create(t, j, "old") // the id is free again, and nothing is left under it
	settle(t, l, 7, journal.Succeeded)
	ok(t, l.Sync(t.Context()))
	if s, b, r := settled(t, j, "old"), unsettled(t, j, "old"), collect(t, read(t, j, "old").Rows(t.Context(), 0)); len(s) != 1 || len(b) != 0 || len(r) != 0 {
		t.Fatalf("%d settled, %d begun, %d rows; want 1, 0, 0", len(s), len(b), len(r))
	}
	ok(t, l.Close())
	must(j.Open(t.Context(), "old"))(t)
}

func notFound(t *testing.T, j journal.Journal) {
	_, err := j.Open(t.Context(), "a")
	wantErr(t, err, journal.ErrNotFound)
	_, err = j.Read(t.Context(), "a")
	wantErr(t, err, journal.ErrNotFound)
	l := create(t, j, "a") // the refusal has left nothing behind
	ok(t, l.Sync(t.Context()))
	if list := collect(t, read(t, j, "a").Stories(t.Context(), "x")); len(list) != 0 {
		t.Fatalf("a story of nothing: %+v", list)
	}
}

func cancelled(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	settle(t, l, 0, journal.Succeeded)
	ok(t, l.Sync(t.Context()))
	r := read(t, j, "a")
	ctx, why := withCancel(t)
	wantErr(t, l.Settle(ctx, simple(1, journal.Failed), journal.Queued), why)
	wantErr(t, l.Intent(ctx, &journal.Intent{}, journal.Durable), why)
	wantErr(t, l.Sync(ctx), why)
	wantErr(t, l.Finish(ctx, &journal.End{Status: "x"}), why)
	for _, err := range r.Items(ctx, nil) {
		wantErr(t, err, why)
	}
	for _, err := range r.Begun(ctx) {
		wantErr(t, err, why)
	}
	// The log is as good as before.
	settle(t, l, 1, journal.Failed)
	ok(t, l.Finish(context.WithoutCancel(ctx), &journal.End{Status: "x", Counts: &journal.Counts{Succeeded: 1, Failed: 1}}))
}

// manyWriters holds that what is durable is seen at once, and that whoever reads
// while others write sees every item once, in order.
func manyWriters(t *testing.T, j journal.Journal) {
	const writers, each = 64, 20
	l := create(t, j, "a")
	done := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		r, err := j.Read(t.Context(), "a")
		if err != nil {
			t.Error(err)
			return
		}
		for more := true; more; {
			select {
			case <-done:
				more = false
			default:
			}
			last := int64(-1)
			for it, err := range r.Items(t.Context(), nil) {
				if err != nil {
					t.Error(err)
					return
				}
				if it.Position <= last || it.ID != fmt.Sprintf("id-%d", it.Position) {
					t.Errorf("position %d after %d, id %s", it.Position, last, it.ID)
					return
				}
				last = it.Position
			}
		}
	})
	var writing sync.WaitGroup
	for w := range int64(writers) {
		writing.Go(func() {
			for i := range int64(each) {
				p := i*writers + w
				err := l.Intent(t.Context(), &journal.Intent{Ref: ref(p), Attempt: 1}, journal.Durable)
				if err == nil {
					err = l.Settle(t.Context(), simple(p, journal.Outcomes()[p%5]), []journal.Commit{journal.Durable, journal.Queued}[p%2])
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	ok(t, l.Sync(t.Context()))
	close(done)
	reading.Wait()
	const n = writers * each / 5
	ok(t, l.Finish(t.Context(), &journal.End{Status: "x", Counts: &journal.Counts{Succeeded: n, Skipped: n, Failed: n, InDoubt: n, NotDone: n}}))
	must(j.Open(t.Context(), "a"))(t)
}

func closed(t *testing.T, j journal.Journal) {
	l := create(t, j, "a")
	r := read(t, j, "a")
	settle(t, l, 0, journal.Succeeded)
	ok(t, j.Close())
	ok(t, j.Close())
	_, openErr := j.Open(t.Context(), "a")
	_, createErr := j.Create(t.Context(), &journal.Run{ID: "b"})
	_, readErr := j.Read(t.Context(), "a")
	_, countErr := r.Counts(t.Context())
	_, pruneErr := j.Prune(t.Context(), time.Now())
	for what, err := range map[string]error{
		"open": openErr, "create": createErr, "read": readErr, "counts": countErr, "prune": pruneErr,
		"resolve": j.Resolve(t.Context(), "a", "id-0", &journal.Resolution{}),
		"settle":  l.Settle(t.Context(), simple(1, journal.Failed), journal.Durable),
	} {
		if !errors.Is(err, journal.ErrClosed) {
			t.Errorf("%s: got %v, want ErrClosed", what, err)
		}
	}
	for _, err := range r.Items(t.Context(), nil) {
		wantErr(t, err, journal.ErrClosed)
	}
	for _, err := range j.Runs(t.Context(), nil) {
		wantErr(t, err, journal.ErrClosed)
	}
	ok(t, l.Close())
}
