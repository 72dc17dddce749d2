package exectool_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// TestJudge: the user's own judge has the last word on how a program ended, but
// not on one that was stopped or whose output is not whole.
func TestJudge(t *testing.T) {
	t.Parallel()
	own := errors.New("mine")
	for _, tt := range []struct {
		name, script string
		judge        func(*exectool.Reply, error) error
		value        string
		want         error
		unasked      bool
	}{
		{name: "a failure is a success", script: "echo done already; exit 3", judge: func(r *exectool.Reply, verdict error) error {
			if r.Exit != 3 || r.Stdout != "done already\n" || r.Stderr != "" || string(r.Args) != `{}` || verdict == nil {
				t.Errorf("it sees %+v, %v", r, verdict)
			}
			return nil
		}, value: `"done already"`},
		{name: "a success is a failure", script: "echo none >&2", judge: func(r *exectool.Reply, verdict error) error {
			if r.Stderr != "none\n" || verdict != nil {
				t.Errorf("it sees %+v, %v", r, verdict)
			}
			return own
		}, want: own},
		{name: "a verdict stays", script: "echo busy >&2; exit 75", judge: func(_ *exectool.Reply, verdict error) error { return verdict }, want: taxonomy.Transient},
		{name: "an output that is not whole", script: "echo " + strings.Repeat("x", 200), judge: func(*exectool.Reply, error) error { return nil }, want: taxonomy.Fatal, unasked: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := false
			f, err := exectool.New(&exectool.Config{
				Name: "x", Effect: tool.Idempotent, Command: []string{"sh", "-c", tt.script}, MaxOutput: 100,
				Judge: func(r *exectool.Reply, verdict error) error {
					asked = true
					return tt.judge(r, verdict)
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			value, err := f.Call(t.Context(), []byte(`{}`))
			if asked == tt.unasked {
				t.Errorf("asked: %t", asked)
			}
			if class, ok := tt.want.(taxonomy.Class); ok { //nolint:errorlint // a class is given
				if err == nil || taxonomy.ClassOf(err) != class {
					t.Errorf("%v, want %s", err, class)
				}
			} else if !errors.Is(err, tt.want) || string(value) != tt.value {
				t.Errorf("%s, %v; want %s, %v", value, err, tt.value, tt.want)
			}
		})
	}
}
