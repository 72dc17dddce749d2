package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is the file that the READMEs below show.
const example = `package x_test

import "fmt"

// readme:start imports

type order struct {
	id string
}

// readme:end

func Example_whole() {
	if true {
		fmt.Println("two")

		fmt.Println("three")
	}
	// Output: two
}

func Example_part() {
	a := 1
	// readme:start
	b := a
	// readme:end
	_ = b
}

func Example_open() {
	// readme:start
}

// readme:start twice
// readme:end
// readme:start twice
// readme:end

func deep() {
	if true {
		// readme:start deep
		fmt.Println(1)

	}
	fmt.Println(2)
	// readme:end
	if true {
		// readme:start rising
		if true {

			fmt.Println(3)
			// readme:end
		}
	}
}
`

// doc returns a README that shows lines under a mark.
func doc(mark string, lines ...string) string {
	return "# x\n\n" + mark + "\n```go\n" + strings.Join(append(lines, "```", ""), "\n")
}

func whole() []string {
	return []string{"if true {", "\tfmt.Println(\"two\")", "", "\tfmt.Println(\"three\")", "}", "// Output: two"}
}

// setup writes the example, and README.md unless text is empty.
func setup(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"x_test.go":          example,
		"README.md":          text,
		"left_out.go":        "//go:build ignore\n\npackage x\n",
		"testdata/data.go":   "package x\n",
		"sub/whole.go":       "// Package sub is small.\npackage sub\n",
		"sub/_underlined.go": "package sub\n",
		"broken.go":          "package x\nfunc {\n",
	}
	for name, content := range files {
		if content == "" {
			continue
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const mark = "<!-- code: x_test.go#Example_whole -->"
	tests := []struct {
		name string
		text string
		out  string
		err  []string // each is part of the error; none: no error
	}{
		{name: "no README", out: "there is no README.md yet"},
		{name: "no Go block", text: "# x\n```sh\nls\n```\n", out: "README.md: Go blocks as compiled: 0"},
		{name: "body", text: doc(mark, whole()...), out: "README.md: Go blocks as compiled: 1, of which written: 0"},
		{name: "part of a body", text: doc("<!-- code: x_test.go#Example_part -->", "b := a"), out: "compiled: 1,"},
		{name: "region", text: doc("<!-- code: x_test.go#imports -->", "type order struct {", "\tid string", "}"), out: "compiled: 1,"},
		{name: "region that begins deeper than it ends", text: doc("<!-- code: x_test.go#deep -->", "\tfmt.Println(1)", "", "}", "fmt.Println(2)"), out: "compiled: 1,"},
		{name: "region that ends deeper than it begins", text: doc("<!-- code: x_test.go#rising -->", "if true {", "", "\tfmt.Println(3)"), out: "compiled: 1,"},
		{name: "whole file", text: doc("<!-- code: sub/whole.go -->", "// Package sub is small.", "package sub"), out: "compiled: 1,"},
		{name: "Go inside another block", text: "````md\n```go\nx\n```\n````\n~~~\n```go\n~~~\n", out: "compiled: 0,"},
		{name: "backticks in a text", text: "```go is a word``` here\n", out: "compiled: 0,"},

		{
			name: "one line differs", text: doc(mark, append(whole()[:1:1], append([]string{"\tfmt.Println(\"2\")"}, whole()[2:]...)...)...),
			err: []string{"README.md:6: the block is not what x_test.go#Example_whole has", "\n\t-\tfmt.Println(\"2\")\n\t+\tfmt.Println(\"two\")", "go run ./internal/readme -w"},
		},
		{name: "a line too few", text: doc(mark, whole()[:5]...), err: []string{"README.md:10:", "\n\t+// Output: two"}},
		{name: "a line too many", text: doc(mark, append(whole(), "x()")...), err: []string{"README.md:11:", "\n\t-x()"}},
		{name: "a line twice", text: doc("<!-- code: x_test.go#Example_part -->", "b := a", "b := a"), err: []string{"README.md:6:", "-w\n\t-b := a"}},
		{name: "empty block", text: doc(mark), err: []string{"README.md:5:", "\n\t+if true {"}},

		{name: "no mark", text: doc(""), err: []string{"README.md:4: this Go block does not say what it shows"}},
		{name: "no mark, other spelling", text: "``` golang\n```\n", err: []string{"README.md:1: this Go block does not say"}},
		{name: "no mark, tildes in a list", text: "- ~~~Go\n~~~\n", err: []string{"README.md:1: this Go block does not say"}},
		{name: "mark too far above", text: doc(mark+"\n", whole()...), err: []string{"README.md:3: there is no Go block on the line below", "README.md:5: this Go block does not say"}},
		{name: "mark misspelt", text: doc("<!-- code x_test.go -->", whole()...), err: []string{"README.md:4: this Go block does not say"}},
		{name: "mark without a block", text: mark + "\n", err: []string{"README.md:1: there is no Go block"}},
		{name: "mark at the very end", text: mark, err: []string{"README.md:1: there is no Go block"}},
		{name: "indented", text: "<!-- code: x_test.go#Example_part -->\n  ```go\n  b := a\n  ```\n", err: []string{"README.md:2: a Go block has to begin in the first column"}},
		{name: "never closed", text: mark + "\n```go\nx\n", err: []string{"README.md:2: this block is never closed"}},

		{name: "no such file", text: doc("<!-- code: y.go -->"), err: []string{"README.md:3: ", "y.go"}},
		{name: "no such part", text: doc("<!-- code: x_test.go#Example_hole -->"), err: []string{"neither a function Example_hole of more than one line nor"}},
		{name: "outside", text: doc("<!-- code: ../x.go -->"), err: []string{"../x.go is not the path of a Go file"}},
		{name: "not Go", text: doc("<!-- code: README.md -->"), err: []string{"README.md is not the path of a Go file"}},
		{name: "constrained", text: doc("<!-- code: left_out.go -->"), err: []string{"left_out.go is not compiled"}},
		{name: "testdata", text: doc("<!-- code: testdata/data.go -->"), err: []string{"leaves folders named testdata out"}},
		{name: "underline", text: doc("<!-- code: sub/_underlined.go -->"), err: []string{"sub/_underlined.go is not compiled"}},
		{name: "does not parse", text: doc("<!-- code: broken.go -->"), err: []string{"does not parse", "broken.go:2"}},
		{name: "region never ends", text: doc("<!-- code: x_test.go#Example_open -->"), err: []string{"x_test.go:31: there is no \"// readme:end\""}},
		{name: "region twice", text: doc("<!-- code: x_test.go#twice -->"), err: []string{"x_test.go:36: there is a second \"// readme:start twice\""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := run(&out, setup(t, tt.text), false)
			if len(tt.err) == 0 {
				if err != nil {
					t.Fatalf("run: %v", err)
				}
				if !strings.Contains(out.String(), tt.out) {
					t.Errorf("run printed %q, want %q in it", out.String(), tt.out)
				}
				return
			}
			if err == nil {
				t.Fatalf("run succeeded and printed %q", out.String())
			}
			for _, want := range tt.err {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error lacks %q:\n%v", want, err)
				}
			}
		})
	}
}

// What -w writes passes the check, the text around the blocks stays as it is,
// and a block that is wrong in another way does not keep the others back.
func TestWrite(t *testing.T) {
	t.Parallel()
	stale := doc("<!-- code: x_test.go#Example_part -->", "old", "older") + "between\n\n" +
		doc("<!-- code: x_test.go#Example_whole -->") + "last line, without an end"
	fresh := doc("<!-- code: x_test.go#Example_part -->", "b := a") + "between\n\n" +
		doc("<!-- code: x_test.go#Example_whole -->", whole()...) + "last line, without an end"

	dir := setup(t, stale)
	read := func() string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, readme))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := run(t.Output(), dir, false); err == nil {
		t.Fatal("the check passed on a stale README")
	}
	if diff := cmp.Diff(stale, read()); diff != "" {
		t.Errorf("the check changed the README (-want +got):\n%s", diff)
	}
	if err := run(t.Output(), dir, true); err != nil {
		t.Fatalf("write: %v", err)
	}
	if diff := cmp.Diff(fresh, read()); diff != "" {
		t.Errorf("README (-want +got):\n%s", diff)
	}
	if err := run(t.Output(), dir, false); err != nil {
		t.Errorf("the check after the write: %v", err)
	}

	unmarked := "```go\n```\n"
	if err := os.WriteFile(filepath.Join(dir, readme), []byte(unmarked+stale), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Output(), dir, true); err == nil {
		t.Error("write passed over a block without a mark")
	}
	if diff := cmp.Diff(unmarked+fresh, read()); diff != "" {
		t.Errorf("README (-want +got):\n%s", diff)
	}
}
