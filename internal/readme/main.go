package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const readme = "README.md"

func main() {
	write := flag.Bool("w", false, "write the code into README.md instead of comparing")
	flag.Parse()
	if err := run(os.Stdout, ".", *write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run compares README.md in dir with the code that it names or, with write,
// brings it up to date. The error lists everything that is wrong, each with
// its line; that there is no README.md is said and is no error.
func run(out io.Writer, dir string, write bool) error {
	fsys := os.DirFS(dir)
	text, err := fs.ReadFile(fsys, readme)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintln(out, "there is no README.md yet, so none of its code to check")
		return err
	}
	if err != nil {
		return err
	}

	lines := strings.Split(string(text), "\n")
	blocks, err := goBlocks(lines)
	var wrong []error
	if err != nil {
		wrong = append(wrong, err)
	}
	changed := 0
	for _, b := range slices.Backward(blocks) { // so that line numbers stay true
		want, err := code(fsys, b.file, b.part)
		have := lines[b.first-1 : b.end-1]
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", readme, b.first-2, err))
		case slices.Equal(have, want):
		case write:
			lines = slices.Replace(lines, b.first-1, b.end-1, want...)
			changed++
		default:
			wrong = append(wrong, differ(b, have, want))
		}
	}

	if changed > 0 { // also where another block is wrong
		text = []byte(strings.Join(lines, "\n"))
		if err := os.WriteFile(filepath.Join(dir, readme), text, 0o600); err != nil { // it exists, and keeps its mode
			return err
		}
	}
	if len(wrong) > 0 {
		slices.Reverse(wrong)
		return errors.Join(wrong...)
	}
	_, err = fmt.Fprintf(out, "%s: Go blocks as compiled: %d, of which written: %d\n", readme, len(blocks), changed)
	return err
}

// differ says how a block differs from the code, without the lines that both
// begin and end with.
func differ(b block, have, want []string) error {
	head := 0
	for head < len(have) && head < len(want) && have[head] == want[head] {
		head++
	}
	tail := 0
	for tail < len(have)-head && tail < len(want)-head && have[len(have)-1-tail] == want[len(want)-1-tail] {
		tail++
	}
	var diff strings.Builder
	for _, line := range have[head : len(have)-tail] {
		fmt.Fprintf(&diff, "\n\t-%s", line)
	}
	for _, line := range want[head : len(want)-tail] {
		fmt.Fprintf(&diff, "\n\t+%s", line)
	}
	return fmt.Errorf("%s:%d: the block is not what %s has (- README, + code); to take the code over: go run ./internal/readme -w%s",
		readme, b.first+head, b.mark(), diff.String())
}
