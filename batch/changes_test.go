package batch_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
)

func renamed(by string) *executor.Result {
	return &executor.Result{Outcome: batch.Succeeded, How: executor.AfterCorrection, Attempts: 1, Corrections: []correction.Correction{{By: by, Patch: []correction.Change{
		{Op: "add", Path: "/deadline", Value: json.RawMessage(`"2026-05-20"`)},
		{Op: "remove", Path: "/frist", From: json.RawMessage(`"2026-05-20"`)},
	}}}}
}

// manyCorrected are 60 items, 50 of them corrected: 20 by a learned rule and a
// model, 20 renamed, the others each in its own way.
func manyCorrected() *batch.Summary {
	b := batch.NewBooks("many", orders())
	for i := range 60 {
		res := batch.FirstTryOf
		switch {
		case i < 20:
			by := "learned"
			if i < 2 {
				by = "llm"
			}
			res = corrected(ended(batch.Succeeded), by, "/prio", `"hoch"`, `"high"`, 0)
		case i < 40:
			res = renamed("learned")
		case i < 45:
			res = corrected(ended(batch.Succeeded), "rule", fmt.Sprintf("/lines/%d/qty", i), `"3"`, `3`, 0)
		case i == 45: // what the first round did the second did again
			res = corrected(corrected(ended(batch.Succeeded), "learned", "/prio", `"mid"`, `"low"`, 1), "llm", "/prio", `"low"`, `"normal"`, 2)
		case i == 46:
			res = corrected(ended(batch.InDoubt, lost("TIMEOUT")), "mine", "/note", ``, `"n/a"`, 0)
		case i == 47:
			res = corrected(ended(batch.Succeeded), "rule", "/note", `null`, ``, 0)
		case i == 48: // it did not help
			res = corrected(ended(batch.Failed, answered(422, "no")), "llm", "/prio", `"x"`, `"low"`, 0)
		}
		b.Add(i, strconv.Itoa(1000+i), i+2, res)
	}
	return b.Close()
}

// TestEachChangeIsListedOnce: with some ids, and counted by who made it.
func TestEachChangeIsListedOnce(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{
		"en": `CORRECTED 48       6 by rule, 38 by learned rule, 3 by model, 1 by mine
  20 items         prio "hoch" -> "high" (18 by learned rule, 2 by model): 1000
                   1001 1002 1003 and 16 more
  20 items         frist -> deadline (20 by learned rule): 1020 1021 1022 1023
                   and 16 more
  5 items          lines/*/qty "3" -> 3 (5 by rule): 1040 1041 1042 1043 and 1
                   more
  1 item           prio "mid" -> "normal" (1 by model): 1045
  1 item           note added: "n/a" (1 by mine): 1046
  1 item           note removed: null (1 by rule): 1047
`,
		"zh": `已更正 48          规则 6、学得的规则 38、模型 3、mine 1
  20 项            prio "hoch" -> "high"（学得的规则 18、模型 2）：1000 1001
                   1002 1003 等，另有 16 项
  20 项            frist -> deadline（学得的规则 20）：1020 1021 1022 1023 等，
                   另有 16 项
  5 项             lines/*/qty "3" -> 3（规则 5）：1040 1041 1042 1043 等，另有
                   1 项
  1 项             prio "mid" -> "normal"（模型 1）：1045
  1 项             补上 note："n/a"（mine 1）：1046
  1 项             去掉 note：null（规则 1）：1047
`,
	} {
		text := manyCorrected().Text(library(lang))
		heading, _, _ := strings.Cut(want, " ")
		_, got, _ := strings.Cut("\n"+text, "\n"+heading+" ")
		got, _, _ = strings.Cut(heading+" "+got, "\n\n")
		if diff := cmp.Diff(want, got+"\n"); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", lang, diff, text)
		}
	}
}

// TestChangesWithoutEnd: a thousand distinct ones are kept, and all are counted.
func TestChangesWithoutEnd(t *testing.T) {
	t.Parallel()
	b := batch.NewBooks("dates", orders())
	const n = 3000
	results := make([]*executor.Result, n)
	for i := range n {
		results[i] = corrected(ended(batch.Succeeded), "rule", "/deadline", strconv.Itoa(i), strconv.Itoa(-i-1), 0)
	}
	report := batch.ReportOf(b, results, strconv.Itoa, func(int) json.RawMessage { return nil }, func(int) json.RawMessage { return nil })
	text := report.Text(library("en"))
	if !strings.Contains(text, "\nCORRECTED 3000     3000 by rule\n") || strings.Count(text, "\n") > 50 || !strings.Contains(text, " other changes\n") {
		t.Errorf("the text:\n%s", text)
	}
	var out strings.Builder
	if err := report.WriteJSON(&out, batch.Failed); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Corrections struct {
			Items, More int
			By          map[string]int
			Changes     []struct{ IDs []string }
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &doc); err != nil {
		t.Fatal(err)
	}
	c := doc.Corrections
	if c.Items != n || c.By["rule"] != n || len(c.Changes) != 1000 || c.More != n-1000 || c.Changes[0].IDs[0] != "0" {
		t.Errorf("items %d, by %v, %d changes and %d more", c.Items, c.By, len(c.Changes), c.More)
	}
}
