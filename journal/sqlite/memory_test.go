package sqlite_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/batchagent/batchagent/journal"
)

// TestFlatMemory writes runs of 8,000 and of 24,000 items and reads them: the
// heap after the second is that after the first.
func TestFlatMemory(t *testing.T) { //nolint:paralleltest // it measures the heap
	heap := func(n int64) uint64 {
		j := open(t, filepath.Join(t.TempDir(), "j.db"), nil)
		defer end(t, j)
		l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := l.Intent(t.Context(), &journal.Intent{Ref: crashItem(i).Ref}, journal.Queued); err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 {
				continue
			}
			if err := l.Settle(t.Context(), &journal.Item{Ref: crashItem(i).Ref, Outcome: journal.InDoubt}, journal.Queued); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		r, err := j.Read(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		var most uint64
		seen := 0
		look := func() {
			if seen++; seen%int(n/4) == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		for _, err := range r.Items(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			look()
		}
		for _, err := range r.Begun(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			look()
		}
		return most
	}
	small, large := heap(8_000), heap(24_000)
	if large > small+1500<<10 { // the queue may have been fuller
		t.Errorf("%d bytes with 24,000 items, %d with 8,000", large, small)
	}
	t.Logf("%d KB with 8,000 items, %d KB with 24,000", small>>10, large>>10)
}
