package journal_test

import (
	"encoding"
	"testing"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/journal"
)

func TestOutcomeNames(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for i, o := range journal.Outcomes() {
		var back journal.Outcome
		roundTrip(t, o, &back)
		if back != o {
			t.Errorf("%s reads back as %s", o, back)
		}
		// The journal stands above the executor and cannot use its type; the
		// names have to be the same, and so does the order of reports.
		if want := executor.Outcomes()[i].String(); o.String() != want {
			t.Errorf("got %s, executor has %s", o, want)
		}
		names[o.String()] = true
	}
	if len(names) != len(executor.Outcomes()) {
		t.Errorf("names %v", names)
	}
	var back journal.Outcome
	roundTrip(t, journal.Unsettled, &back)
	if _, err := (journal.NotDone + 1).MarshalText(); err == nil || (journal.NotDone+1).String() != "Outcome(6)" {
		t.Error("an undefined outcome has a text")
	}
	if back = journal.Failed; back.UnmarshalText([]byte("Failed")) == nil || back != journal.Failed {
		t.Error("an unknown name was taken")
	}
	for _, o := range append(journal.Outcomes(), journal.Unsettled) {
		var c journal.Counts
		*c.Of(o) = 1
		if c == (journal.Counts{}) {
			t.Errorf("%s is not counted", o)
		}
	}
	if new(journal.Counts).Of(journal.NotDone+1) != nil {
		t.Error("an undefined outcome is counted")
	}
}

func TestKindNames(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, k := range journal.Kinds() {
		var back journal.Kind
		roundTrip(t, k, &back)
		if back != k {
			t.Errorf("%s reads back as %s", k, back)
		}
		names[k.String()] = true
	}
	for _, k := range executor.EventKinds() {
		if !names[k.String()] {
			t.Errorf("the executor's %s has no place", k)
		}
	}
	if len(names) != 10 {
		t.Errorf("names %v", names)
	}
	for _, k := range []journal.Kind{0, journal.Resolved + 1} {
		if _, err := k.MarshalText(); err == nil {
			t.Errorf("%s has a text", k)
		}
	}
	k := journal.Probed
	if k.UnmarshalText([]byte("")) == nil || k != journal.Probed {
		t.Error("an unknown name was taken")
	}
}

func roundTrip(t *testing.T, v encoding.TextMarshaler, back encoding.TextUnmarshaler) {
	t.Helper()
	text, err := v.MarshalText()
	if err == nil {
		err = back.UnmarshalText(text)
	}
	if err != nil {
		t.Error(err)
	}
}

// An executor's failure is a journal's.
var _ = journal.Failure(executor.Failure{})
