//go:build unix

package taxonomy_test

import (
	"fmt"
	"os/exec"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestExecExitError runs programs for real: what package os/exec returns is
// understood as it is, as far as it knows.
func TestExecExitError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		want         verdict
	}{
		{"a code", "exit 75", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"a signal", "kill -9 $$", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"a request to end", "kill -15 $$", verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"a shell's word for a signal", "exit 143", verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"a message", "echo \"cp: cannot create regular file 'a': Permission denied\" >&2; exit 1", verdict{permission, taxonomy.CodeForbidden, no}},
		{"two messages", "echo copied >&2; echo \"cp: cannot create regular file 'a': Permission denied\" >&2; exit 1", verdict{permission, taxonomy.CodeForbidden, answered}},
		{"nothing", "exit 1", verdict{fatal, taxonomy.CodeUnknown, answered}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := exec.CommandContext(t.Context(), "sh", "-c", tt.script).Output()
			if err == nil {
				t.Fatal("the script did not fail")
			}
			tt.want.check(t, err)
			tt.want.check(t, fmt.Errorf("deploy: %w", err))
		})
	}
	// What stands around it may be all that is said.
	_, err := exec.CommandContext(t.Context(), "sh", "-c", "exit 1").Output()
	verdict{permission, taxonomy.CodeForbidden, no}.check(t, fmt.Errorf("permission denied: %w", err))
	verdict{fatal, taxonomy.CodeUnknown, answered}.check(t, &exec.ExitError{})
}
