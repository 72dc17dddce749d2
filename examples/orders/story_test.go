package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

// seeded returns the orders before anything was changed.
func seeded(t *testing.T) map[string]service.Order {
	t.Helper()
	s, err := service.Open(t.Context(), &service.Options{Seed: bytes.NewReader(ordersCSV)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // in memory
	orders, err := s.Orders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]service.Order{}
	for _, o := range orders {
		byID[o.ID] = o
	}
	return byID
}

// summaryLines parses the summary into outcome by order id, from its text
// alone, as a reader would.
func summaryLines(t *testing.T, out string) map[string]string {
	t.Helper()
	section := regexp.MustCompile(`^(SUCCEEDED|SKIPPED|FAILED|IN DOUBT|NOT DONE|NEXT)\b`)
	id := regexp.MustCompile(`\b(\d{4})(?:-(\d{4}))?\b`)
	got := map[string]string{}
	current := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if m := section.FindString(line); m != "" {
			current = m
			continue
		}
		if current == "" || current == "NEXT" || !strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "   ") {
			continue
		}
		ids, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		for _, m := range id.FindAllStringSubmatch(ids, -1) {
			first, _ := strconv.Atoi(m[1])
			last := first
			if m[2] != "" {
				last, _ = strconv.Atoi(m[2])
			}
			for n := first; n <= last; n++ {
				if before, twice := got[strconv.Itoa(n)]; twice {
					t.Errorf("order %d stands under %s and under %s", n, before, current)
				}
				got[strconv.Itoa(n)] = current
			}
		}
	}
	return got
}

// TestEveryLineOfTheSummaryAgreesWithTheDatabase holds what the summary says
// of each order against what the database says.
func TestEveryLineOfTheSummaryAgreesWithTheDatabase(t *testing.T) {
	t.Parallel()
	for name, deny := range map[string]bool{"plain": false, "deny": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := seeded(t)
			var out bytes.Buffer
			report, after, err := story(t.Context(), &out, deny, "en", "")
			if err != nil {
				t.Fatal(err)
			}
			t.Log(out.String())
			text, _, _ := strings.Cut(out.String(), "The orders as they stand")
			said := summaryLines(t, text)
			changes, err := readChanges(deadlinesCSV)
			if err != nil {
				t.Fatal(err)
			}
			if len(said) != len(changes) {
				t.Errorf("the summary names %d orders, %d were read: %v", len(said), len(changes), said)
			}
			now := map[string]service.Order{}
			for _, o := range after {
				now[o.ID] = o
			}
			for _, c := range changes {
				was, known := before[c.OrderID]
				is := now[c.OrderID]
				wanted := c.Deadline
				if c.OrderID == "1006" {
					wanted = "2026-05-20" // as corrected
				}
				switch outcome := said[c.OrderID]; outcome {
				case "SUCCEEDED":
					if is.Deadline != wanted || is.Writes != 1 || is.Version != was.Version+1 {
						t.Errorf("%s is said to be done: %+v", c.OrderID, is)
					}
				case "SKIPPED", "FAILED", "NOT DONE":
					if known && (is.Deadline != was.Deadline || is.Writes != 0) {
						t.Errorf("%s is said to be %s and was changed: %+v", c.OrderID, outcome, is)
					}
				case "IN DOUBT":
					if is.Writes > 1 {
						t.Errorf("%s was changed %d times", c.OrderID, is.Writes)
					}
				default:
					t.Errorf("the summary says nothing of %s", c.OrderID)
				}
			}
			if !report.Counts.Balanced() || report.Counts.Read != len(changes) {
				t.Errorf("counts %+v over %d changes", report.Counts, len(changes))
			}
			if deny != (report.Status == batch.StatusAborted) {
				t.Errorf("status %s", report.Status)
			}
		})
	}
}

// TestTheStoryShowsEveryOutcome: what the README promises.
func TestTheStoryShowsEveryOutcome(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	report, _, err := story(t.Context(), &out, false, "zh", "")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"1001": "first_try", "1002": "skipped LOCKED", "1003": "first_try", "1004": "after_retry",
		"1005": "skipped VERSION_CONFLICT", "1006": "after_correction", "1007": "failed NOT_FOUND",
		"1008": "in_doubt VERSION_CONFLICT", "1009": "after_retry", "1010": "after_retry", "1011": "first_try",
		"1012": "skipped STATE_CONFLICT", "1013": "failed INVALID_FORMAT", "1014": "first_try", "1015": "first_try",
	}
	for id, item := range report.Items() {
		got := item.How.String()
		if item.Err != nil {
			got = item.Outcome.String() + " " + string(item.Err.Code)
		}
		if got != want[id] {
			t.Errorf("%s: %s, want %s", id, got, want[id])
		}
	}
	if !strings.Contains(out.String(), "共 15 项") {
		t.Errorf("not in Chinese:\n%s", out.String())
	}
}
