package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
)

// TestMessyOrdersAreRepairedByRules: what the tool is given is what was meant,
// to the byte, and what can mean two things does not get to it.
func TestMessyOrdersAreRepairedByRules(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	report, placed, err := messy(t.Context(), &out, "en", "")
	if err != nil {
		t.Fatal(err)
	}
	plain := `{"currency":"EUR","deadline":"2026-05-20","order_id":"ID","quantity":3}`
	with := func(member string) string { return strings.TrimSuffix(plain, "}") + "," + member + "}" }
	want := map[string]string{
		"2001": plain, "2002": plain, "2003": plain, "2004": plain, "2005": with(`"pickup":"2026-05-20T14:30:00+02:00"`),
		"2006": plain, "2007": with(`"express":true`), "2008": with(`"priority":"high"`), "2009": with(`"priority":"normal"`),
		"2010": plain, "2011": plain, "2012": plain, "2013": with(`"tags":["fragile"]`), "2014": with(`"tags":["fragile","cold"]`),
		"2015": with(`"address":{"city":"Bonn","street":"Main St 1"}`), "2016": plain, "2017": plain,
	}
	got := map[string]string{}
	for _, raw := range placed {
		var order map[string]any
		if err := json.Unmarshal(raw, &order); err != nil {
			t.Fatal(err)
		}
		id, _ := order["order_id"].(string)
		if got[id] != "" {
			t.Errorf("%s was placed twice", id)
		}
		got[id] = canonical(t, string(raw))
	}
	for id, text := range want {
		want[id] = canonical(t, strings.Replace(text, `"ID"`, `"`+id+`"`, 1))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, out.String())
	}
	for id, item := range report.Items(batch.Succeeded) {
		if item.How != executor.AfterCorrection {
			t.Errorf("%s needed no repair", id)
		}
	}
	for id, item := range report.Items(batch.Failed) {
		if item.Attempts != 0 || len(item.Corrections) != 0 {
			t.Errorf("%s was guessed: %+v", id, item)
		}
	}
}

// TestMessyOrdersWithAModel: the model is asked about what the rules leave, and
// what it cannot say stays as it is.
func TestMessyOrdersWithAModel(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	report, placed, err := messy(t.Context(), &out, "en", scripted)
	if err != nil {
		t.Fatal(err)
	}
	if report.Counts.Succeeded != 18 || report.ModelCalls != 3 || len(placed) != 18 {
		t.Errorf("%+v, %d model calls", report.Counts, report.ModelCalls)
	}
	for id, item := range report.Items(batch.Succeeded) {
		if by := item.Corrections[0].By; (id == "2020") != (by == "llm") {
			t.Errorf("%s was corrected by %s", id, by)
		}
	}
	if !strings.Contains(out.String(), "3 model calls") || !strings.Contains(out.String(), `"urgent" -> "high"`) {
		t.Errorf("it says\n%s", out.String())
	}
}

// TestReadmeShowsWhatItPrints: each part of the README's excerpt.
func TestReadmeShowsWhatItPrints(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, _, err := messy(t.Context(), &out, "en", ""); err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "## Wrong input\n")
	_, excerpt, _ := strings.Cut(section, "\n```\n")
	excerpt, _, _ = strings.Cut(excerpt, "\n```\n")
	parts := strings.Split(excerpt, "\n  …\n")
	if len(parts) != 2 {
		t.Fatalf("the excerpt is\n%s", excerpt)
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(parts[0], "\n  2", "\n\x00  2")+"\n\x00"+parts[1], "\n\x00") {
		if !strings.Contains(out.String(), part+"\n") {
			t.Errorf("it does not print\n%s", part)
		}
	}
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
