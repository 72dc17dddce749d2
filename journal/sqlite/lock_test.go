package sqlite_test

import (
	"path/filepath"
	"runtime"
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
				for range 50 { // long enough for others to try
					runtime.Gosched()
				}
				if n := holders.Add(-1); n != 0 {
					t.Errorf("%d more hold it", n)
				}
				release()
			}
		})
	}
	wg.Wait()
	if times.Load() == 0 {
		t.Error("nobody ever held it")
	}
}
