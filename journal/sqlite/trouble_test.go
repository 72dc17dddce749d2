package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/journal/sqlite"
)

// D7: what cannot be made durable is said to everybody who waits, and to
// everybody after them; what was durable before stays so.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	j, err := sqlite.OpenSmall(t.Context(), path, 60)
	if err != nil {
		t.Fatal(err)
	}
	fillDisk(t, j, path, func() {})
}

// The same on a real disk: JOURNAL_SMALL_DISK is a folder on one of a few
// megabytes, such as a tmpfs.
func TestSmallDisk(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("JOURNAL_SMALL_DISK")
	if dir == "" {
		t.Skip("JOURNAL_SMALL_DISK is not set")
	}
	dir, err := os.MkdirTemp(dir, "") //nolint:usetesting // on that disk
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a test's
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "j.db")
	fillDisk(t, open(t, path, nil), path, func() {
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
	})
}

// fillDisk writes until there is no room, looks who is told, makes some and goes
// on.
func fillDisk(t *testing.T, j *sqlite.Journal, path string, room func()) {
	t.Helper()
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	durable := map[int64]bool{}
	var wg sync.WaitGroup
	for w := range int64(16) {
		wg.Go(func() {
			for p := w; ; p += 16 {
				err := l.Settle(t.Context(), crashItem(p), journal.Durable)
				if err != nil {
					if !strings.Contains(err.Error(), "disk is full") {
						t.Errorf("got %v, want one that says that the disk is full", err)
					}
					return
				}
				mu.Lock()
				durable[p] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(durable) == 0 {
		t.Fatal("nothing was written")
	}
	for what, err := range map[string]error{
		"queued": l.Settle(t.Context(), crashItem(1), journal.Queued),
		"sync":   l.Sync(t.Context()),
		"finish": l.Finish(t.Context(), &journal.End{Status: "x"}),
	} {
		if err == nil || !strings.Contains(err.Error(), "disk is full") {
			t.Errorf("%s afterwards: %v", what, err)
		}
	}
	_ = l.Close()
	_ = j.Close()
	room()
	j = open(t, path, nil)
	defer end(t, j)
	if l, err = j.Open(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for it, err := range r.Items(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		delete(durable, it.Position)
	}
	if len(durable) > 0 {
		t.Fatalf("%d that were durable are gone", len(durable))
	}
	if err := l.Settle(t.Context(), crashItem(0), journal.Durable); err != nil {
		t.Fatal(err)
	}
}

// A log that has failed says so also to those who had only queued something, and
// others of the same journal go on.
func TestBusy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	j := open(t, path, &sqlite.Options{BusyTimeout: 20 * time.Millisecond})
	defer end(t, j)
	var logs []journal.Log
	for _, id := range []string{"a", "b"} {
		l, err := j.Create(t.Context(), &journal.Run{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, l)
	}
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, other)
	conn, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if err := logs[0].Settle(t.Context(), crashItem(0), journal.Queued); err != nil {
		t.Fatal(err)
	}
	err = logs[0].Sync(t.Context())
	if err == nil || !strings.Contains(err.Error(), "locked for too long") {
		t.Fatalf("got %v", err)
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if after := logs[0].Settle(t.Context(), crashItem(1), journal.Queued); after == nil || after.Error() != err.Error() {
		t.Fatalf("a later call got %v, want %v: there would be a hole", after, err)
	}
	if err := logs[1].Settle(t.Context(), crashItem(0), journal.Durable); err != nil {
		t.Fatalf("another log: %v", err)
	}
	if err := logs[0].Close(); err == nil {
		t.Fatal("closed without a word about what is lost")
	}
	l, err := j.Open(t.Context(), "a") // and the run can be gone on with
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Settle(t.Context(), crashItem(0), journal.Durable); err != nil {
		t.Fatal(err)
	}
}

// What had been queued behind a commit that failed is not written either, though
// it could be by then.
func TestNoHoleBehindAFailure(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	j := open(t, path, &sqlite.Options{BusyTimeout: 100 * time.Millisecond})
	defer end(t, j)
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := j.Create(t.Context(), &journal.Run{ID: "b"})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, db)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if err := l.Settle(t.Context(), crashItem(0), journal.Queued); err != nil {
		t.Fatal(err)
	}
	for j.Waiting() > 0 { // until the writer has it, and waits for us
		runtime.Gosched()
	}
	if err := l.Settle(t.Context(), crashItem(1), journal.Queued); err != nil {
		t.Fatal(err)
	}
	for l.Settle(t.Context(), crashItem(2), journal.Queued) == nil { // until the first has failed
		runtime.Gosched()
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := other.Sync(t.Context()); err != nil { // what was queued has been dealt with
		t.Fatal(err)
	}
	if err := l.Close(); err == nil {
		t.Error("closed without a word about what is lost")
	}
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Run().Counts; c != (journal.Counts{}) {
		t.Fatalf("on record are %s, and the first is not", &c)
	}
}

// Another process writes to the same file, and somebody reads for long.
func TestBusyButNotTooLong(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	one, two := open(t, path, nil), open(t, path, nil)
	defer end(t, one)
	defer end(t, two)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, db)
	tx, err := db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	var n int
	if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM items").Scan(&n); err != nil || n != 0 {
		t.Fatal(n, err)
	}
	var wg sync.WaitGroup
	for i, j := range []*sqlite.Journal{one, two} {
		l, err := j.Create(t.Context(), &journal.Run{ID: strconv.Itoa(i)})
		if err != nil {
			t.Fatal(err)
		}
		for w := range int64(32) {
			wg.Go(func() {
				for k := range int64(20) {
					if err := l.Settle(t.Context(), crashItem(k*32+w), journal.Durable); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM items").Scan(&n); err != nil || n != 0 {
		t.Fatalf("the long reader sees %d, %v", n, err)
	}
	for i, j := range []*sqlite.Journal{two, one} { // each reads what the other has written
		r, err := j.Read(t.Context(), strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.Counts(t.Context())
		if err != nil || c.Succeeded+c.Skipped+c.Failed+c.InDoubt+c.NotDone != 640 {
			t.Fatalf("%+v, %v", c, err)
		}
	}
}

// D3: two processes, or two journals in one: the file's lock decides.
func TestOwnedByAnotherJournal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	one, two := open(t, path, nil), open(t, path, nil)
	defer end(t, two)
	const id = "a/b:ü" + "\x00"
	if _, err := one.Create(t.Context(), &journal.Run{ID: id}); err != nil {
		t.Fatal(err)
	}
	_, err := two.Open(t.Context(), id)
	e, ok := errors.AsType[*journal.OwnedError](err)
	if !ok || e.PID != os.Getpid() {
		t.Fatalf("got %v, want an OwnedError with this process", err)
	}
	if _, err := two.Create(t.Context(), &journal.Run{ID: id}); !errors.Is(err, journal.ErrExists) {
		t.Fatalf("got %v, want ErrExists", err)
	}
	if n, err := two.Prune(t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil {
		t.Fatalf("pruned %d, %v", n, err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Open(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 1000)
	if _, err := two.Create(t.Context(), &journal.Run{ID: long}); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Create(t.Context(), &journal.Run{ID: long + "y"}); err != nil {
		t.Fatal(err)
	}
}

func TestModes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "here")
	path := filepath.Join(dir, "j ?%#.db")
	j := open(t, path, nil)
	defer end(t, j)
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Settle(t.Context(), crashItem(0), journal.Durable); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{
		path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600, sqlite.LockPath(path, "a"): 0o600,
		path + "-locks": 0o700, dir: 0o700, filepath.Dir(dir): 0o700,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", filepath.Base(name), got, want)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*.new-*")); err != nil || len(list) > 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

func TestNotAJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (x); PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"text": "id,deadline\n", "long": strings.Repeat("x", 5000)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"foreign.db", "text", "long", "folder"} {
		path := filepath.Join(dir, name)
		before, _ := os.ReadFile(path)
		_, err := sqlite.Open(t.Context(), path, nil)
		if _, ok := errors.AsType[*sqlite.NotJournalError](err); !ok {
			t.Errorf("%s: got %v, want a NotJournalError", name, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s was touched", name)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) != 4 {
		t.Errorf("something was left beside them: %v", list)
	}
	orphan := filepath.Join(dir, "gone.db")
	if err := os.WriteFile(orphan+"-wal", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), orphan, nil); err == nil || !strings.Contains(err.Error(), "gone.db-wal") {
		t.Errorf("a WAL of another journal: got %v", err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, empty, nil).Close(); err != nil {
		t.Error(err)
	}
}

func TestMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	j := open(t, path, nil)
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Settle(t.Context(), crashItem(0), journal.Queued); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	const two, three = "ALTER TABLE runs ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'", "UPDATE runs SET colour = colour || 'dish'"
	if _, err := sqlite.OpenMigrated(t.Context(), path, two, "nonsense"); err == nil || !strings.Contains(err.Error(), "version 3") {
		t.Fatalf("a migration that fails: %v", err)
	}
	if j, err = sqlite.OpenMigrated(t.Context(), path, two, three); err != nil {
		t.Fatalf("half a migration was kept: %v", err)
	}
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := r.Counts(t.Context()); err != nil || c != (journal.Counts{Succeeded: 1}) {
		t.Fatalf("counts %+v, %v", c, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time nothing is to be done
		if j, err = sqlite.OpenMigrated(t.Context(), path, two, three); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var colour string
	if err := db.QueryRowContext(t.Context(), "SELECT colour FROM runs").Scan(&colour); err != nil || colour != "reddish" {
		t.Fatalf("%q, %v", colour, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = sqlite.Open(t.Context(), path, nil)
	e, ok := errors.AsType[*sqlite.NewerError](err)
	if !ok || e.Have != 3 || e.Known != 1 {
		t.Fatalf("got %v, want a NewerError", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Fatal("it was touched")
	}
}

// Many processes that start at once make one journal.
func TestCreatedByMany(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			j, err := sqlite.Open(t.Context(), path, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := j.Create(t.Context(), &journal.Run{ID: strconv.Itoa(i)}); err != nil {
				t.Error(err)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	j := open(t, path, nil)
	defer end(t, j)
	n := 0
	for _, err := range j.Runs(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 8 {
		t.Fatalf("%d runs, want 8", n)
	}
}

// The queue is bounded in number and bytes, and whoever waits for room can be
// called away.
func TestBackPressure(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	j := open(t, path, nil)
	defer end(t, j)
	l, err := j.Create(t.Context(), &journal.Run{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, db)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil { // the writer waits for us
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	n := int64(0)
	for ; err == nil; n++ {
		err = l.Settle(ctx, &journal.Item{Ref: journal.Ref{Position: n}, Outcome: journal.Succeeded}, journal.Queued)
	}
	if !errors.Is(err, context.DeadlineExceeded) || n > 2*sqlite.MaxQueued+1 || n < sqlite.MaxQueued {
		t.Fatalf("%d were let in, then %v", n, err)
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	big := crashItem(n)
	big.Value = append(append([]byte{'"'}, bytes.Repeat([]byte("x"), sqlite.MaxBytes)...), '"') // more than the queue holds
	if err := l.Settle(t.Context(), big, journal.Durable); err != nil {
		t.Fatal(err)
	}
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for it, err := range r.Items(t.Context(), &journal.Query{From: n - 2}) {
		if err != nil {
			t.Fatal(err)
		}
		if it.Position == n && !bytes.Equal(it.Value, big.Value) {
			t.Fatal("the large value has changed")
		}
	}
	c, err := r.Counts(t.Context())
	if got := c.Succeeded + c.Skipped + c.Failed + c.InDoubt + c.NotDone; err != nil || got != n {
		t.Fatalf("%d are on record, want %d: what was let in, and the large one (%v)", got, n, err)
	}
}
