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
	for _, s := range sqlite.Synchronouses() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			journaltest.Run(t, func(t *testing.T) journal.Journal {
				t.Helper()
				return open(t, filepath.Join(t.TempDir(), "j.db"), &sqlite.Options{Synchronous: s})
			})
		})
	}
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
