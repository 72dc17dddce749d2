package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/internal/llmserver"
)

const modelJob = `version: 1
description: Customers asked for later delivery
tool:
  exec: {command: [./set-deadline.sh, "{order_id}", "{deadline}"], dir: .}
  effect: idempotent
  schema: {type: object, additionalProperties: false, properties: {order_id: {type: string}, deadline: {type: string, format: date}}}
items: {file: items.csv, id: order_id}
correction:
  llm: {base_url: "%s/v1", api_key: "${env:%s}", model: scripted}
`

// meant reads "the 20th of May 2026" and the like, as a model would.
func meant(q *llmserver.Question) string {
	var args map[string]string
	if json.Unmarshal(q.Arguments, &args) != nil {
		return ""
	}
	var day int
	if _, err := fmt.Sscanf(args["deadline"], "day %d of May, in 2026", &day); err != nil {
		return ""
	}
	args["deadline"] = fmt.Sprintf("2026-05-%02d", day)
	raw, _ := json.Marshal(args)
	return string(raw)
}

// TestModelCorrects: what no rule repairs is asked of the model, which is
// counted, and whose key comes out nowhere.
func TestModelCorrects(t *testing.T) {
	t.Parallel()
	model := llmserver.New().Rest(llmserver.Correct(meant))
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	job := writeFiles(t, "job.yaml", fmt.Sprintf(modelJob, endpoint.URL, faultsVariable),
		"items.csv", "order_id;deadline\n1;2026-05-18\n5;day 19 of May, in 2026\n6;20/5/2026\n7;whenever\n", "set-deadline.sh", setDeadline)
	r := run(t, "", "run", job, "--json", "--concurrency", "1", "--log-level", "debug")
	for _, want := range []string{
		`"model_calls":2`, `"counts":{"read":4,"succeeded":3,"skipped":0,"failed":1,"in_doubt":0,"not_done":0}`,
		`"by":"llm"`, `"from":"day 19 of May, in 2026","value":"2026-05-19"`, `"by":"rule"`,
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s is not in (exit status %d)\n%s%s", want, r.status, r.out, r.err)
		}
	}
	if strings.Contains(r.out+r.err, faultsToken) || strings.Contains(r.out, `"model_tokens":0,`) {
		t.Errorf("the key is shown, or no tokens are counted:\n%s%s", r.out, r.err)
	}
	for _, q := range model.Requests() {
		if q.Model != "scripted" || !strings.Contains(string(q.Body), "Customers asked for later delivery") {
			t.Errorf("asked %s", string(q.Body))
		}
	}
	if r := run(t, "", "run", job, "--concurrency", "1"); !strings.Contains(r.out, "(model)") || !strings.Contains(r.out, "3 calls, 2 model calls") {
		t.Errorf("exit status %d\n%s%s", r.status, r.out, r.err)
	}
	asked := len(model.Requests())
	if r := run(t, "", "plan", job); r.status != 0 || len(model.Requests()) != asked {
		t.Errorf("plan asked the model (exit status %d)\n%s%s", r.status, r.out, r.err)
	}
}

// TestLearnedRulesGoOn: an edit that worked twice is a rule, which the next run
// has from a file, and which needs no model then.
func TestLearnedRulesGoOn(t *testing.T) {
	t.Parallel()
	model := llmserver.New().Rest(llmserver.Correct(func(q *llmserver.Question) string {
		return strings.Replace(string(q.Arguments), "hoch", "high", 1)
	}))
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	text := strings.Replace(fmt.Sprintf(modelJob, endpoint.URL, faultsVariable), "{type: string, format: date}", "{enum: [low, high]}", 1)
	var rows strings.Builder
	rows.WriteString("order_id,deadline\n")
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,hoch\n", 100+i)
	}
	job := writeFiles(t, "job.yaml", text, "items.csv", rows.String(), "set-deadline.sh", setDeadline)
	saved := filepath.Join(filepath.Dir(job), "learned.yaml")
	r := run(t, "", "run", job, "--save-rules", saved)
	if n := len(model.Requests()); r.status != 0 || n > 3 || n < 2 {
		t.Errorf("asked %d times, exit status %d\n%s%s", n, r.status, r.out, r.err)
	}
	rules, err := os.ReadFile(saved)
	if err != nil || !strings.Contains(string(rules), `value: {from: hoch, to: high}`) {
		t.Fatalf("%v\n%s", err, rules)
	}
	asked := len(model.Requests())
	without, _, _ := strings.Cut(text, "correction:")
	if err := os.WriteFile(job, []byte(without+"correction: {rules_file: learned.yaml}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r = run(t, "", "run", job, "--json")
	if r.status != 0 || len(model.Requests()) != asked || strings.Count(r.out, `"by":"learned"`) != 40 || !strings.Contains(r.out, `"model_calls":0`) {
		t.Errorf("asked %d times more, exit status %d\n%s%s", len(model.Requests())-asked, r.status, r.out, r.err)
	}
	if r := run(t, "", "plan", job); !strings.Contains(r.out, "40 would be sent") {
		t.Errorf("%s%s", r.out, r.err)
	}
	if err := os.WriteFile(saved, []byte("version: 1\nrules: [{toll: x}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := run(t, "", "run", job); r.status != 64 || !strings.Contains(r.err, `learned.yaml:2:10: unknown key "toll" in rules[0]; did you mean "tool"?`) {
		t.Errorf("exit status %d: %s", r.status, r.err)
	}
}

// TestModelThatCannotBeAsked: before anything is called where that is known, and
// loudly once where it comes out.
func TestModelThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	model := llmserver.New().Rest(llmserver.Unauthorized())
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	job := writeFiles(t, "job.yaml", fmt.Sprintf(modelJob, endpoint.URL, faultsVariable),
		"items.csv", "order_id,deadline\n1,soon\n5,later\n6,2026-05-20\n", "set-deadline.sh", setDeadline)
	r := run(t, "", "run", job, "--json", "--concurrency", "1")
	if n := len(model.Requests()); n != 1 || r.status != 2 || !strings.Contains(r.out, `"succeeded":1`) || strings.Count(r.err, "level=ERROR") != 1 || strings.Contains(r.out+r.err, faultsToken) {
		t.Errorf("asked %d times, exit status %d\n%s%s", n, r.status, r.out, r.err)
	}
	for set, want := range map[string]string{
		"correction.llm={base_url: \"" + endpoint.URL + "\"}":    "which model? Name it with correction.llm.model or --model",
		"correction.llm={model: m, api_key: \"${env:NO_SUCH}\"}": "NO_SUCH",
	} {
		if r := run(t, "", "run", job, "--set", set); r.status != 64 || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d: %s", set, r.status, r.err)
		}
	}
}

// TestModelByTheEnvironment: the key, the endpoint and --model are all that is
// needed.
func TestModelByTheEnvironment(t *testing.T) {
	t.Parallel()
	model := llmserver.New().Rest(llmserver.Correct(meant))
	model.Key = faultsToken
	endpoint := httptest.NewServer(model)
	defer endpoint.Close()
	text, _, _ := strings.Cut(fmt.Sprintf(modelJob, "", ""), "correction:")
	job := writeFiles(t, "job.yaml", text, "items.csv", "order_id,deadline\n5,\"day 19 of May, in 2026\"\n", "set-deadline.sh", setDeadline)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--model", "any"}, nil} {
		cmd := exec.CommandContext(t.Context(), exe, append([]string{"run", job, "--log-level", "debug"}, args...)...)
		cmd.Env = append(os.Environ(), beCommand+"=1", "OPENAI_API_KEY="+faultsToken, "OPENAI_BASE_URL="+endpoint.URL+"/v1")
		out, err := cmd.CombinedOutput()
		if asked := args != nil; (err == nil) != asked || strings.Contains(string(out), "1 model call") != asked || strings.Contains(string(out), faultsToken) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
	if n := len(model.Requests()); n != 1 {
		t.Errorf("asked %d times", n)
	}
}
