package sqlite_test

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/journal/sqlite"
)

// Whoever lets go of a lock removes its file. One that is locked and removed in
// the same moment is no lock.
func TestOneHolder(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "j.db")
	var holders, times atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 2000 {
				release, ok := sqlite.TryLock(db, "a")
				if !ok {
					continue
				}
				times.Add(1)
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold it", n)
				}
				holders.Add(-1)
				release()
			}
		})
	}
	wg.Wait()
	if times.Load() == 0 {
		t.Error("nobody ever held it")
	}
}
