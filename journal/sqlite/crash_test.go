package sqlite_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/journal/sqlite"
)

const childEnv = "JOURNAL_TEST_CHILD" // the path of the journal

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if err := child(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child writes to run "a" until it is killed, and says what it was promised.
func child(path string) error {
	ctx := context.Background()
	s := sqlite.Full
	if os.Getenv(childEnv+"_NORMAL") != "" {
		s = sqlite.Normal
	}
	j, err := sqlite.Open(ctx, path, &sqlite.Options{Synchronous: s})
	if err != nil {
		return err
	}
	l, err := j.Open(ctx, "a")
	if errors.Is(err, journal.ErrNotFound) {
		l, err = j.Create(ctx, &journal.Run{ID: "a"})
	}
	if err != nil {
		return err
	}
	from, err := strconv.ParseInt(os.Getenv(childEnv+"_FROM"), 10, 64)
	if err != nil {
		return err
	}
	fmt.Println("open")
	var mu sync.Mutex
	var wg sync.WaitGroup
	errs := make(chan error, 8)
	for w := range int64(8) {
		wg.Go(func() {
			for i := int64(0); ; i++ {
				it := crashItem(from + i*8 + w)
				if err := l.Intent(ctx, &journal.Intent{Ref: it.Ref, Attempt: 1, Args: it.Args}, journal.Durable); err != nil {
					errs <- err
					return
				}
				mu.Lock()
				fmt.Printf("intent %d\n", it.Position)
				mu.Unlock()
				c := journal.Commit(uint8(i % 2))
				if err := l.Settle(ctx, it, c); err != nil {
					errs <- err
					return
				}
				if c == journal.Durable {
					mu.Lock()
					fmt.Printf("settled %d\n", it.Position)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return <-errs
}

// crashItem is recognisable in every part, and long enough for several pages.
func crashItem(p int64) *journal.Item {
	args := fmt.Sprintf(`{"p":%d,"x":%q}`, p, strings.Repeat(strconv.FormatInt(p%10, 10), int(p%97)*20))
	return &journal.Item{
		Ref: journal.Ref{Position: p, ID: "id-" + strconv.FormatInt(p, 10)}, Outcome: journal.Outcomes()[p%5], Attempts: 1,
		Args: json.RawMessage(args), Value: json.RawMessage(args),
	}
}

// TestSIGKILL kills the owner of a run at random moments. What it was promised is
// there, whole, and the next one opens the run at once. JOURNAL_CRASHES says how
// often; not set: 6 times.
func TestSIGKILL(t *testing.T) {
	t.Parallel()
	rounds := 6
	if s := os.Getenv("JOURNAL_CRASHES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		rounds = n
	}
	for _, mode := range []string{"", "1"} {
		t.Run("normal="+mode, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "j.db")
			promised := map[string]bool{}
			for round := range rounds {
				crash(t, path, mode, int64(round)*1_000_000, promised)
				checkCrashed(t, path, promised)
			}
		})
	}
}

func crash(t *testing.T, path, normal string, from int64, promised map[string]bool) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childEnv+"="+path, childEnv+"_NORMAL="+normal, childEnv+"_FROM="+strconv.FormatInt(from, 10))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := rand.IntN(200); n >= 0 && lines.Scan(); n-- {
		promised[lines.Text()] = true
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	for lines.Scan() { // what it said before it died
		promised[lines.Text()] = true
	}
	_ = cmd.Wait()
	if stderr.Len() > 0 {
		t.Fatalf("the process that was to be killed ended by itself: %s", stderr.String())
	}
}

func checkCrashed(t *testing.T, path string, promised map[string]bool) {
	t.Helper()
	j := open(t, path, nil)
	defer func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}()
	if !promised["open"] {
		return // killed before there was a run
	}
	l, err := j.Open(t.Context(), "a")
	if err != nil {
		t.Fatalf("the next owner: %v", err)
	}
	r, err := j.Read(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{"open": true}
	for it, err := range r.Items(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		want := crashItem(it.Position)
		if it.Ref != want.Ref || it.Outcome != want.Outcome || string(it.Args) != string(want.Args) || string(it.Value) != string(want.Value) {
			t.Fatalf("a torn item: %+v", it)
		}
		have[fmt.Sprintf("intent %d", it.Position)] = true
		have[fmt.Sprintf("settled %d", it.Position)] = true
	}
	for b, err := range r.Begun(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if want := crashItem(b.Position); b.Ref != want.Ref || string(b.Args) != string(want.Args) || b.Attempt != 1 || b.Answered {
			t.Fatalf("a torn intent: %+v", b)
		}
		have[fmt.Sprintf("intent %d", b.Position)] = true
	}
	for p := range promised {
		if !have[p] {
			t.Fatalf("promised and not there: %q", p)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	integrity(t, path)
}

func integrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, db)
	var text string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&text); err != nil || text != "ok" {
		t.Fatalf("integrity: %s, %v", text, err)
	}
}
