package job_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
)

func someRules() []correction.LearnedRule {
	return []correction.LearnedRule{
		{Tool: "set_deadline", Path: "/deadline", Code: taxonomy.CodeInvalidFormat, Date: &correction.DateEdit{From: "D-M-YYYY", To: "date"}},
		{Tool: "set \"x\": {y}", Path: "/a~1b/*", Value: &correction.ValueEdit{From: json.RawMessage(`"höch\n"`), To: json.RawMessage(`9007199254740993`)}},
		{Tool: "set_deadline", Path: "/n", Value: &correction.ValueEdit{From: json.RawMessage(`"no"`), To: json.RawMessage(`false`)}},
		{Tool: "set_deadline", Rename: &correction.NameEdit{From: "dead_line", To: "deadline"}},
	}
}

// TestRulesComeBack as they were written, digit by digit.
func TestRulesComeBack(t *testing.T) {
	t.Parallel()
	for _, rules := range [][]correction.LearnedRule{nil, someRules()} {
		path := filepath.Join(t.TempDir(), "learned.yaml")
		if err := os.WriteFile(path, []byte("what was there before"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := job.SaveRules(path, rules); err != nil {
			t.Fatal(err)
		}
		got, err := job.LoadRules(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rules, got); diff != "" {
			t.Error(diff)
		}
		if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
			t.Errorf("%d files are left", len(files))
		}
	}
	if err := job.SaveRules(filepath.Join(t.TempDir(), "none", "x.yaml"), nil); err == nil {
		t.Error("saved in a folder that does not exist")
	}
}
