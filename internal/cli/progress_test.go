package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/cli"
	"github.com/batchagent/batchagent/taxonomy"
)

// glass is what somebody sees who looks at a terminal: lines, of which the last
// one can be written over.
type glass struct {
	columns int

	mu    sync.Mutex
	lines []string
	last  []byte
	at    int
	wide  bool   // a line was longer than the terminal
	odd   []byte // control characters other than these
}

func (g *glass) Write(text []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, b := range text {
		switch {
		case b == '\r':
			g.at = 0
		case b == '\n':
			g.lines = append(g.lines, strings.TrimRight(string(g.last), " "))
			g.last, g.at = nil, 0
		case b < ' ' || b == 0x7f:
			g.odd = append(g.odd, b)
		default:
			for len(g.last) <= g.at {
				g.last = append(g.last, ' ')
			}
			g.last[g.at] = b
			g.at++
			g.wide = g.wide || g.columns > 0 && g.at >= g.columns && bytes.ContainsAny(g.last, "[#%")
		}
	}
	return len(text), nil
}

// line is the last one as it is now.
func (g *glass) line() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.TrimRight(string(g.last), " ")
}

func (g *glass) all() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]string(nil), g.lines...)
}

// TestProgressLine: done of total, counts that are not zero, rate and end; and
// the end from executed items alone.
func TestProgressLine(t *testing.T) {
	t.Setenv("TERM", "xterm")
	synctest.Test(t, func(t *testing.T) {
		g := &glass{columns: 80}
		p := cli.NewProgress(g, 80, 4, 0)
		stop := p.Start(1000)
		var got []string
		after := func(d time.Duration) {
			<-time.After(d)
			synctest.Wait()
			got = append(got, g.line())
		}
		after(100 * time.Millisecond) // nothing yet
		after(100 * time.Millisecond)
		p.Settle(200, executor.Failed, 0) // unreadable rows, duplicates: in no time
		p.Settle(3, executor.Succeeded, 1)
		after(2 * time.Second) // fewer than the workers: nothing is known
		p.Settle(17, executor.Succeeded, 1)
		after(7800 * time.Millisecond) // 20 in 10 s; 780 are left
		p.Settle(10, executor.InDoubt, 3)
		p.Settle(10, executor.Skipped, 1)
		after(10 * time.Second)
		stop()
		got = append(got, g.line())
		want := []string{
			"",
			"[........................]  0/1000  0%",
			"[####....................]  203/1000  20%  3 succeeded, 200 failed",
			"[###...............]  220/1000  22%  20 succeeded, 200 failed  2.0/s  ETA 6m30s",
			"[##.........]  240/1000  24%  ok 20 skip 10 fail 200 doubt 10  2.0/s  ETA 6m20s",
			"",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if len(g.all()) > 0 || g.wide || len(g.odd) > 0 {
			t.Errorf("lines %q, too wide: %t, control characters %q", g.all(), g.wide, g.odd)
		}
	})
}

// TestProgressOfAFileThatGrows: a total that is not one is none.
func TestProgressOfAFileThatGrows(t *testing.T) {
	t.Setenv("TERM", "xterm")
	synctest.Test(t, func(t *testing.T) {
		g := &glass{}
		p := cli.NewProgress(g, 80, 4, 0)
		stop := p.Start(100)
		p.Settle(150, executor.Succeeded, 1)
		<-time.After(drawn)
		synctest.Wait()
		if got := g.line(); got != "150 items  150 succeeded" {
			t.Errorf("got %q", got)
		}
		stop()
	})
}

// TestCounting: the items of a file of a sensible size, and no more than that.
func TestCounting(t *testing.T) {
	t.Parallel()
	path := write(t, fmt.Sprintf(unsafeText, "http://127.0.0.1:1"), manyIDs(1234)+"1\n\n2,2\n")
	if n := cli.CountRows(t, path); n != 1236 {
		t.Errorf("%d rows", n)
	}
	if err := os.Truncate(filepath.Join(filepath.Dir(path), "items.csv"), 64<<20+1); err != nil {
		t.Fatal(err)
	}
	if n := cli.CountRows(t, path); n != 0 {
		t.Errorf("of a file that is too large for it: %d rows", n)
	}
	list := writeFiles(t, "listed.yaml", "version: 1\ntool: {http: {request: \"PUT http://127.0.0.1:1/{id}\"}}\nitems: {list: [{id: a}, {id: b}]}\n")
	if n := cli.CountRows(t, list); n != 2 {
		t.Errorf("of a list: %d rows", n)
	}
}

// TestProgressForgets: what counts is the last half minute, and a limit is the
// end of it.
func TestProgressForgets(t *testing.T) {
	t.Setenv("TERM", "xterm")
	synctest.Test(t, func(t *testing.T) {
		g := &glass{}
		p := cli.NewProgress(g, 80, 1, 460)
		stop := p.Start(1000)
		<-time.After(drawn / 2) // so that no item settles just when it is drawn
		for range 100 {         // slow at first
			<-time.After(time.Second)
			p.Settle(1, executor.Succeeded, 1)
		}
		for range 31 {
			<-time.After(time.Second)
			p.Settle(10, executor.Succeeded, 1)
		}
		<-time.After(drawn)
		synctest.Wait()
		if got, want := g.line(), "410/1000  41%  410 succeeded  10/s  ETA 5s"; !strings.HasSuffix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		<-time.After(time.Hour) // nothing comes through: what is known is of the whole run
		synctest.Wait()
		if got, want := g.line(), "410/1000  41%  410 succeeded  6.6/min  ETA 7m35s"; !strings.HasSuffix(got, want) {
			t.Errorf("after an hour: got %q, want %q", got, want)
		}
		stop()
	})
}

const drawn = 200 * time.Millisecond

// TestProgressOfFewColumns: never wider than the terminal, and what matters
// most stays.
func TestProgressOfFewColumns(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	for columns, want := range map[int]string{
		120: "[##############..........]  1500/2500  60%  1300 succeeded, 100 skipped, 100 failed  750/s  ETA 1s",
		80:  "1500/2500  60%  1300 succeeded, 100 skipped, 100 failed  750/s  ETA 1s",
		60:  "1500/2500  60%  ok 1300 skip 100 fail 100  750/s  ETA 1s",
		51:  "1500/2500  60%  ok 1300 skip 100 fail 100  ETA 1s",
		30:  "1500/2500  60%  ETA 1s",
		24:  "1500/2500  60%  ETA 1s",
		20:  "1500/2500  60%",
		8:   "1500",
		3:   "",
	} {
		synctest.Test(t, func(t *testing.T) {
			g := &glass{columns: columns}
			p := cli.NewProgress(g, columns, 4, 0)
			stop := p.Start(2500)
			p.Settle(1300, executor.Succeeded, 1)
			p.Settle(100, executor.Skipped, 1)
			p.Settle(100, executor.Failed, 2)
			<-time.After(2 * time.Second)
			synctest.Wait()
			if got := g.line(); got != want || g.wide {
				t.Errorf("%d columns: got %q, want %q", columns, got, want)
			}
			stop()
		})
	}
}

// TestProgressIsNeverTorn: what is printed has its lines to itself, also where
// it comes in pieces; and where the number of items is not known there is a
// counter.
func TestProgressIsNeverTorn(t *testing.T) {
	t.Setenv("TERM", "xterm")
	synctest.Test(t, func(t *testing.T) {
		g := &glass{}
		p := cli.NewProgress(g, 60, 4, 0)
		stop := p.Start(0)
		p.Settle(7, executor.Succeeded, 1)
		<-time.After(drawn)
		synctest.Wait()
		if got := g.line(); got != "7 items  7 succeeded" {
			t.Errorf("the counter: %q", got)
		}
		p.Say("a line\n")
		p.Say("half of ")
		<-time.After(time.Second) // it is not drawn behind that
		p.Say("one\n")
		<-time.After(time.Second)
		synctest.Wait()
		if got := g.line(); !strings.HasPrefix(got, "7 items  7 succeeded") {
			t.Errorf("it does not come back: %q", got)
		}
		p.Observe(t.Context(), &executor.Event{Kind: executor.Waiting, Item: "1\n2", Wait: time.Minute, Err: &taxonomy.Error{Code: "RATE_LIMITED", Message: "later"}})
		p.Observe(t.Context(), &executor.Event{Kind: executor.Waiting, Item: "3", Wait: time.Minute, Err: &taxonomy.Error{Code: "RATE_LIMITED", Message: "later"}})
		p.Observe(t.Context(), &executor.Event{Kind: executor.Waiting, Item: "4", Wait: time.Second, Err: &taxonomy.Error{Code: "RATE_LIMITED", Message: "later"}})
		stop()
		p.Say("the summary\n")
		lines := g.all()
		if len(lines) == 4 && strings.Contains(lines[2], `item "1\n2" waits until`) {
			lines[2] = "the wait"
		}
		if diff := cmp.Diff([]string{"a line", "half of one", "the wait", "the summary"}, lines); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestProgressWithoutATerminal is a line every five seconds; so it is on one
// that can do nothing.
func TestProgressWithoutATerminal(t *testing.T) {
	for name, columns := range map[string]int{"xterm": 0, "dumb": 80} {
		t.Setenv("TERM", name)
		synctest.Test(t, func(t *testing.T) {
			g := &glass{}
			p := cli.NewProgress(g, columns, 4, 0)
			stop := p.Start(100)
			p.Settle(3, executor.Succeeded, 1)
			p.Settle(1, executor.NotDone, 0)
			<-time.After(10*time.Second + time.Millisecond)
			stop()
			at := func(n time.Duration) string {
				return time.Now().Add(-time.Millisecond-n).Format(time.TimeOnly) + "  4 settled"
			}
			want := []string{at(5 * time.Second), at(0)}
			for i, got := range g.all() {
				if i >= len(want) || !strings.HasPrefix(got, want[i]) || !strings.Contains(got, ", 3 succeeded") || !strings.Contains(got, ", 1 not_done") {
					t.Errorf("line %d is %q", i+1, got)
				}
			}
			if n := len(g.all()); n != 2 || strings.Contains(fmt.Sprint(g.all()), "\r") {
				t.Errorf("%d lines", n)
			}
		})
	}
}
