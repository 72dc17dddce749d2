package batch_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// anyResult makes up a result that the executor could have made.
func anyResult(r *rand.Rand) *executor.Result {
	codes := taxonomy.Codes()
	e := func(applied taxonomy.Applied) *taxonomy.Error {
		info := codes[r.IntN(len(codes))]
		e := declared(info.Class, info.Code, "message %d", r.IntN(3))
		e.Applied = applied
		if r.IntN(2) == 0 {
			e.Context = map[string]any{"status": 400 + r.IntN(200)}
		}
		return e
	}
	switch r.IntN(12) {
	case 0:
		return ended(batch.Skipped, e(taxonomy.No))
	case 1:
		return ended(batch.Failed, e(taxonomy.No), e(taxonomy.No))
	case 2:
		return ended(batch.Failed, e(taxonomy.Answered))
	case 3:
		return ended(batch.InDoubt, e(taxonomy.Unanswered), e(taxonomy.No))
	case 4:
		return ended(batch.InDoubt, lost(taxonomy.CodeTimeout), lost(taxonomy.CodeTimeout))
	case 5:
		return refused(batch.Failed, e(taxonomy.No))
	case 6:
		return ended(batch.NotDone, e(taxonomy.No))
	case 7:
		return unstarted("stopped")
	case 8:
		return after(e(taxonomy.No))
	case 9:
		return corrected(after(e(taxonomy.No)), "rule", "/deadline", `1`, strconv.Itoa(r.IntN(5)), 1)
	case 10:
		res := ended(batch.Succeeded, lost(taxonomy.CodeTimeout))
		res.How = executor.ByProbe
		return res
	}
	return batch.FirstTryOf
}

var (
	headingLine = regexp.MustCompile(`^(SUCCEEDED|SKIPPED|FAILED|IN DOUBT|NOT DONE) (\d+)(?:   *\S.*)?$`)
	equationEnd = regexp.MustCompile(`^(\d+) items? = (.*)$`)
	itemsCell   = regexp.MustCompile(`^(\d+) items?(?:$|  )`)
	idInCell    = regexp.MustCompile(`\bid\d+\b`)
)

// tallyText reads a text as a person would: the counts of the second line, the
// counts of the headings, and how many items their rows name or count.
func tallyText(t *testing.T, text string) (equation, headings, rows map[string]int, read int) {
	t.Helper()
	equation, headings, rows = map[string]int{}, map[string]int{}, map[string]int{}
	lines := strings.Split(text, "\n")
	whole := lines[1]
	var wholeSb72 strings.Builder
	for _, l := range lines[2:] {
		if !strings.HasPrefix(l, "  ") {
			break
		}
		wholeSb72.WriteString(l[1:]) // a long equation goes on
	}
	whole += wholeSb72.String()
	m := equationEnd.FindStringSubmatch(whole)
	if m == nil {
		t.Fatalf("no equation in %q", whole)
	}
	read, _ = strconv.Atoi(m[1])
	for part := range strings.SplitSeq(m[2], " + ") {
		n, name, _ := strings.Cut(part, " ")
		equation[strings.ToUpper(name)], _ = strconv.Atoi(n)
	}
	section := ""
	for _, l := range lines {
		switch m := headingLine.FindStringSubmatch(l); {
		case m != nil:
			section = m[1]
			n, _ := strconv.Atoi(m[2])
			headings[section] += n
		case l == "NEXT" || l == "" || strings.HasPrefix(l, "CORRECTED "): // these are counted above
			section = ""
		case section != "" && strings.HasPrefix(l, "  ") && l[2] != ' ':
			cell, _, _ := strings.Cut(l[2:], "   ")
			if m := itemsCell.FindStringSubmatch(cell + "  "); m != nil {
				n, _ := strconv.Atoi(m[1])
				rows[section] += n
			} else {
				rows[section] += len(idInCell.FindAllString(cell, -1))
			}
		}
	}
	return equation, headings, rows, read
}

// TestTheNumbersOfTheTextAddUp: for any batch the line that adds up does, the
// headings say the same, and every item is named or counted below its heading.
func TestTheNumbersOfTheTextAddUp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 1 + r.IntN(20)
		if seed%2 == 0 {
			n = 1 + r.IntN(600)
		}
		b := batch.NewBooks("random", orders())
		want := map[string]int{}
		perm := r.Perm(n)
		ids := make([]string, n)
		good := r.IntN(2) == 0
		for _, i := range perm {
			res := batch.FirstTryOf
			if !good || r.IntN(10) == 0 {
				res = anyResult(r)
			}
			ids[i] = "id" + strconv.Itoa(i)
			b.Add(i, ids[i], i+2, res)
			want[strings.ToUpper(strings.ReplaceAll(res.Outcome.String(), "_", " "))]++
		}
		s := b.Close()
		text := s.Text(library("en"))
		equation, headings, rows, read := tallyText(t, text)
		got := fmt.Sprint(read, equation, headings, rows)
		if expect := fmt.Sprint(n, want, want, want); got != expect {
			t.Fatalf("seed %d: %s, want %s:\n%s", seed, got, expect, text)
		}
		if n <= 20 {
			for _, id := range ids {
				if !regexp.MustCompile(`\b` + id + `\b`).MatchString(text) {
					t.Fatalf("seed %d: %s is not named:\n%s", seed, id, text)
				}
			}
		}
		checkShape(t, s, library("en"))
		checkShape(t, s, program("zh"))
	}
}

// TestTextDoesNotDependOnTheOrder: the same items booked in another order make
// the same text.
func TestTextDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := 1 + r.IntN(200)
		results := make([]*executor.Result, n)
		for i := range results {
			results[i] = anyResult(r)
		}
		book := func(order []int) string {
			b := batch.NewBooks("order", orders())
			for _, i := range order {
				b.Add(i, "id"+strconv.Itoa(i), i+2, results[i])
			}
			return b.Close().Text(nil)
		}
		inOrder := make([]int, n)
		for i := range inOrder {
			inOrder[i] = i
		}
		if a, b := book(inOrder), book(r.Perm(n)); a != b {
			t.Fatalf("seed %d:\n%s\nand\n%s", seed, a, b)
		}
	}
}

// TestTextIsSafeForConcurrentReading needs the race detector.
func TestTextIsSafeForConcurrentReading(t *testing.T) {
	t.Parallel()
	s := sample()
	want := s.Text(program("en"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := s.Text(program("en")); got != want {
				t.Error(got)
			}
			_ = s.Text(library("zh"))
		})
	}
	wg.Wait()
}

// TestTextWidths: the text keeps to any width.
func TestTextWidths(t *testing.T) {
	t.Parallel()
	s := sample()
	for _, width := range []int{1, 40, 60, 100, 200} {
		for _, lang := range []string{"en", "zh"} {
			o := library(lang)
			o.Width = width
			for l := range strings.SplitSeq(s.Text(o), "\n") {
				if w := batch.DisplayWidth(l); w > max(width, 40) {
					t.Errorf("width %d: %d columns: %s", width, w, l)
				}
			}
		}
	}
}

// BenchmarkBook is what the summary costs an item: see groups.add.
func BenchmarkBook(b *testing.B) {
	failed := ended(batch.Failed, answered(404, "no such order"))
	for name, res := range map[string]*executor.Result{"first_try": batch.FirstTryOf, "failed": failed} {
		b.Run(name, func(b *testing.B) {
			books := batch.NewBooks("bench", orders())
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				books.Add(i, "1001", 2, res)
				i++
			}
		})
	}
	b.Run("out_of_order", func(b *testing.B) {
		books := batch.NewBooks("bench", orders())
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			books.Add(i^63, "1001", 2, batch.FirstTryOf)
			i++
		}
	})
}

// BenchmarkText is a whole text of a million items.
func BenchmarkText(b *testing.B) {
	s := million()
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Text(nil)
	}
}
