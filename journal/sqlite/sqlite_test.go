package sqlite_test

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/journal/journaltest"
	"github.com/batchagent/batchagent/journal/sqlite"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	// Full, which differs in an fsync, is what the other tests have.
	journaltest.Run(t, func(t *testing.T) journal.Journal {
		t.Helper()
		return open(t, filepath.Join(t.TempDir(), "j.db"), &sqlite.Options{Synchronous: sqlite.Normal})
	})
}

func open(tb testing.TB, path string, o *sqlite.Options) *sqlite.Journal {
	tb.Helper()
	j, err := sqlite.Open(tb.Context(), path, o)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// end closes what a test has opened.
func end(tb testing.TB, c io.Closer) {
	tb.Helper()
	if err := c.Close(); err != nil {
		tb.Error(err)
	}
}
