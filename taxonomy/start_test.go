package taxonomy_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// TestStartIsCheap: a program that imports the package and meets no text does
// not pay for the thousands of phrases that texts are compared with. The Go
// runtime tells what initialising a package allocates (GODEBUG=inittrace=1).
func TestStartIsCheap(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	m := regexp.MustCompile(`init \S+/taxonomy @.* (\d+) bytes, (\d+) allocs`).FindSubmatch(trace)
	if m == nil {
		t.Fatalf("no line about the package in\n%s", trace)
	}
	bytes, _ := strconv.Atoi(string(m[1]))
	allocs, _ := strconv.Atoi(string(m[2]))
	// With the phrases it was 3.5 MB in 51,000.
	if bytes > 1<<20 || allocs > 5000 {
		t.Errorf("initialising takes %d bytes in %d allocations; is a large index made before it is needed?", bytes, allocs)
	}
}
