package batch_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the goldens under testdata")

// golden compares files with a txtar archive: a comment, which says what the
// case proves, and then each file behind a line "-- name --".
func golden(t *testing.T, path, proves string, names []string, files map[string]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(proves + "\n\n")
	for _, name := range names {
		b.WriteString("-- " + name + " --\n" + files[name])
	}
	got := b.String()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with: go test -run '%s' -update", err, t.Name())
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
