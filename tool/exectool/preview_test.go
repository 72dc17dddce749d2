package exectool_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// TestPreview: what is shown is what would be run, without the secrets, and
// what a call would refuse is refused.
func TestPreview(t *testing.T) {
	t.Parallel()
	c := &exectool.Config{
		Name: "set", Effect: tool.Idempotent,
		Command: []string{"set", "--token=${env:TOKEN}", "{id}"}, Stdin: "{note}\n${env:TOKEN}", Dir: "/srv/{id}",
		Env:       map[string]string{"KEY": "${env:TOKEN}", "NOTE": "{note}", "ABSENT": "{absent}"},
		LookupEnv: func(name string) (string, bool) { return "hunter22", name == "TOKEN" },
	}
	got, err := exectool.Preview(c, json.RawMessage(`{"id":"7","note":"my hunter22"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &exectool.Command{
		Args: []string{"set", "--token=${env:TOKEN}", "7"}, Dir: "/srv/7", Stdin: "my ${env:TOKEN}\n${env:TOKEN}",
		Env: [][2]string{{"KEY", "${env:TOKEN}"}, {"NOTE", "my ${env:TOKEN}"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		name, args string
		code       taxonomy.Code
	}{
		{"an argument is missing", `{"note":"x"}`, taxonomy.CodeMissingField},
		{"it would be an option", `{"id":"--force","note":"x"}`, taxonomy.CodeInvalidFormat},
		{"no object", `[]`, taxonomy.CodeWrongType},
	} {
		_, err := exectool.Preview(c, json.RawMessage(tt.args))
		if e := taxonomy.Classify(err); err == nil || e.Class != taxonomy.InputError || e.Code != tt.code {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
