package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	startLine = regexp.MustCompile(`^\s*// readme:start(?: (\S+))?$`)
	endLine   = regexp.MustCompile(`^\s*// readme:end$`)
)

// code returns the lines of a Go file, or of one part of it, as a README shows
// them: without the indentation that all share, and without blank lines at
// either end.
func code(fsys fs.FS, file, part string) ([]string, error) {
	if err := compiled(fsys, file); err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("the file that the mark names does not parse: %w", err)
	}
	lines := strings.Split(string(text), "\n")
	if part == "" {
		return tidy(lines), nil
	}

	// A region was marked on purpose, so its name goes before a function's.
	shown, found, err := region(file, lines, 0, len(lines), part)
	if err != nil || found {
		return shown, err
	}
	from, to, ok := body(fset, parsed, part)
	if !ok {
		return nil, fmt.Errorf("%s has neither a function %s of more than one line nor a line \"// readme:start %s\"", file, part, part)
	}
	shown, found, err = region(file, lines, from, to, "") // not all of a body need be shown
	if err != nil || found {
		return shown, err
	}
	return tidy(lines[from:to]), nil
}

// compiled returns an error unless the Go command compiles the file on this
// machine. Whether it does on another one is not known here.
func compiled(fsys fs.FS, file string) error {
	if !strings.HasSuffix(file, ".go") || !fs.ValidPath(file) {
		return fmt.Errorf("%s is not the path of a Go file, from the root of the module", file)
	}
	for dir := range strings.SplitSeq(path.Dir(file), "/") {
		if dir == "testdata" || dir != "." && strings.ContainsAny(dir[:1], "._") {
			return fmt.Errorf("%s is not compiled: the go command leaves folders named %s out", file, dir)
		}
	}
	ctx := build.Default
	ctx.JoinPath = path.Join
	ctx.OpenFile = func(name string) (io.ReadCloser, error) { return fsys.Open(name) }
	match, err := ctx.MatchFile(path.Dir(file), path.Base(file))
	if err != nil {
		return err
	}
	if !match {
		return fmt.Errorf("%s is not compiled: its name or a build constraint leaves it out", file)
	}
	return nil
}

// body returns the lines between the braces of the function called name, as a
// slice's bounds, if the file has one of more than one line.
func body(fset *token.FileSet, file *ast.File, name string) (from, to int, ok bool) {
	for _, decl := range file.Decls {
		fn, isFunc := decl.(*ast.FuncDecl)
		if !isFunc || fn.Recv != nil || fn.Name.Name != name || fn.Body == nil {
			continue
		}
		from, to = fset.Position(fn.Body.Lbrace).Line, fset.Position(fn.Body.Rbrace).Line-1
		return from, to, from <= to
	}
	return 0, 0, false
}

// region returns the lines between "// readme:start name" and the next
// "// readme:end" within lines[from:to]. There has to be at most one of the name.
func region(file string, lines []string, from, to int, name string) (shown []string, found bool, err error) {
	for i := from; i < to; i++ {
		start := startLine.FindStringSubmatch(lines[i])
		if start == nil || start[1] != name {
			continue
		}
		if found {
			return nil, false, fmt.Errorf("%s:%d: there is a second \"%s\"", file, i+1, strings.TrimSpace(lines[i]))
		}
		found = true
		end := i + 1
		for end < to && !endLine.MatchString(lines[end]) {
			end++
		}
		if end == to {
			return nil, false, fmt.Errorf("%s:%d: there is no \"// readme:end\" below this line", file, i+1)
		}
		shown = tidy(lines[i+1 : end])
	}
	return shown, found, nil
}

// tidy returns a copy without blank lines at the ends and without the tabs
// that all lines begin with.
func tidy(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	shared := -1
	for _, line := range lines {
		tabs := len(line) - len(strings.TrimLeft(line, "\t"))
		if line != "" && (shared < 0 || tabs < shared) {
			shared = tabs
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line[min(shared, len(line)):]
	}
	return out
}
