package evidence_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/taxonomy/evidence"
)

// corpusLine is one failure of a real system, with the label that people gave
// it and where it is from. Nothing but this test knows these lines.
type corpusLine struct {
	ID, Kind, Source string
	Data             json.RawMessage
	Expect           string   // a class, or NONE
	Accept           []string // other classes that can be argued for
	Code             string   `json:"expect_code"` // "" where it does not matter
	RetryAfter       *float64 `json:"expect_retry_after_s"`
	Effect           string   `json:"expect_effect"` // none, unknown, happened; "" where it does not matter
	Why              string

	file string
}

func readCorpus(t *testing.T) []corpusLine {
	t.Helper()
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var lines []corpusLine
	ids := map[string]bool{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<20)
		for number := 1; s.Scan(); number++ {
			line := corpusLine{file: fmt.Sprintf("%s:%d", filepath.Base(name), number)}
			if err := json.Unmarshal(s.Bytes(), &line); err != nil {
				t.Fatalf("%s: %v", line.file, err)
			}
			if line.ID == "" || line.Source == "" || ids[line.ID] {
				t.Errorf("%s: it needs an id of its own and a source", line.file)
			}
			ids[line.ID] = true
			lines = append(lines, line)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	return lines
}

// TestCorpus holds the chain against the whole corpus and prints how often
// which class was taken for which.
func TestCorpus(t *testing.T) {
	t.Parallel()
	confusion := map[[2]string]int{}
	kinds := map[string][2]int{}
	for _, line := range readCorpus(t) {
		got, wrong := line.judge(t)
		confusion[[2]string{line.Expect, got}]++
		n := kinds[line.Kind]
		n[0]++
		if len(wrong) > 0 {
			n[1]++
			t.Errorf("%s %s: %s\n  %s\n  because: %s", line.file, line.ID, strings.Join(wrong, "; "), line.Data, line.Why)
		}
		kinds[line.Kind] = n
	}
	t.Log(matrix(confusion))
	for _, kind := range evidence.Kinds() {
		t.Logf("%-12s %d cases, %d wrong", kind.Name, kinds[kind.Name][0], kinds[kind.Name][1])
	}
}

// judge returns the class that came out, and what is wrong with the verdict.
func (l *corpusLine) judge(t *testing.T) (got string, wrong []string) {
	t.Helper()
	failure, err := evidence.Failure(l.Kind, l.Data)
	if err != nil {
		t.Fatalf("%s: %v", l.file, err)
	}
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	e := taxonomy.Classify(failure)
	if e == nil {
		if l.Expect != "NONE" && !slices.Contains(l.Accept, "NONE") {
			complain("no failure, want %s", l.Expect)
		}
		return "NONE", wrong
	}
	got = e.Class.String()
	if got != l.Expect && !slices.Contains(l.Accept, got) {
		complain("%s %s (by %s), want %s %v", got, e.Code, e.Basis, l.Expect, l.Accept)
	}
	if l.Code != "" && l.Code != string(e.Code) {
		complain("code %s, want %s", e.Code, l.Code)
	}
	switch l.Effect {
	case "none":
		if e.Applied != taxonomy.No {
			complain("applied %s, want no", e.Applied)
		}
	case "unknown", "happened":
		if e.Applied == taxonomy.No {
			complain("applied no, want maybe")
		}
	}
	var want time.Duration
	if l.RetryAfter != nil {
		want = time.Duration(*l.RetryAfter * float64(time.Second))
	}
	if e.RetryAfter != want {
		complain("retry after %s, want %s", e.RetryAfter, want)
	}
	return got, wrong
}

// matrix prints the confusion matrix: a row for what was expected, a column for
// what came out.
func matrix(confusion map[[2]string]int) string {
	names := []string{"NONE"}
	for _, c := range taxonomy.Classes() {
		names = append(names, c.String())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-18s", "expected \\ got")
	for _, name := range names {
		fmt.Fprintf(&b, "%18s", name)
	}
	for _, want := range names {
		fmt.Fprintf(&b, "\n%-18s", want)
		for _, got := range names {
			fmt.Fprintf(&b, "%18d", confusion[[2]string{want, got}])
		}
	}
	return b.String()
}
