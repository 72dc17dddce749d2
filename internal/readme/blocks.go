package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// block is one fenced Go block with its mark. Lines count from 1: the code is
// in those from first up to, not including, end, where the closing fence is.
type block struct {
	file, part string
	first, end int
}

// mark is what the block says it shows, as it stands in README.md.
func (b block) mark() string {
	if b.part == "" {
		return b.file
	}
	return b.file + "#" + b.part
}

var (
	// markLine is the comment above a block: <!-- code: FILE#PART -->.
	markLine = regexp.MustCompile(`^<!-- code: ([^\s#]+)(?:#(\S+))? -->$`)
	// markLike is what was probably meant to be one.
	markLike = regexp.MustCompile(`^\s*<!--\s*code\b`)
	// fenceLine opens or closes a block (CommonMark 0.31, section 4.5), also
	// inside a list or a quotation. What follows backticks holds no backtick,
	// or the line is text with code in it.
	fenceLine = regexp.MustCompile("^((?:[ \t>]|[-*+] |[0-9]+[.)] )*)(?:(`{3,})([^`]*)|(~{3,})(.*))$")
)

// fence takes a line apart that opens or closes a block: what it stands
// within, the backticks or tildes, and what follows them.
func fence(line string) (within, marks, info string, ok bool) {
	f := fenceLine.FindStringSubmatch(line)
	if f == nil {
		return "", "", "", false
	}
	return f[1], f[2] + f[4], f[3] + f[5], true
}

// goBlocks finds the Go blocks of a Markdown text and their marks. It returns
// the sound ones together with an error that lists, with their lines, the
// blocks without a mark and the marks without a block.
func goBlocks(lines []string) ([]block, error) {
	var (
		blocks []block
		wrong  []error
	)
	complain := func(line int, what string) {
		wrong = append(wrong, fmt.Errorf("%s:%d: %s", readme, line, what))
	}

	for i := 0; i < len(lines); i++ {
		line := i + 1
		within, marks, info, ok := fence(lines[i])
		if !ok {
			if markLike.MatchString(lines[i]) && !opensGo(lines, i+1) {
				complain(line, "there is no Go block on the line below this mark")
			}
			continue
		}
		end := closing(lines, i+1, marks)
		if end < 0 {
			complain(line, "this block is never closed")
			break
		}
		if isGo(info) {
			var mark []string
			if i > 0 {
				mark = markLine.FindStringSubmatch(lines[i-1])
			}
			switch {
			case mark == nil:
				complain(line, "this Go block does not say what it shows; put a line such as <!-- code: example_readme_test.go#Example_name --> right above it")
			case within != "":
				complain(line, "a Go block has to begin in the first column, so that it can be compared with code")
			default:
				blocks = append(blocks, block{file: mark[1], part: mark[2], first: line + 1, end: end + 1})
			}
		}
		i = end
	}
	return blocks, errors.Join(wrong...)
}

// closing returns the index of the fence that closes the one that opened
// before from, or -1.
func closing(lines []string, from int, open string) int {
	for i := from; i < len(lines); i++ {
		_, marks, info, ok := fence(lines[i])
		if ok && strings.HasPrefix(marks, open) && strings.TrimSpace(info) == "" {
			return i
		}
	}
	return -1
}

// opensGo reports whether the line at index i opens a Go block.
func opensGo(lines []string, i int) bool {
	if i >= len(lines) {
		return false
	}
	_, _, info, ok := fence(lines[i])
	return ok && isGo(info)
}

// isGo reports whether a fence's info string names the language Go.
func isGo(info string) bool {
	language := strings.FieldsFunc(info, func(r rune) bool { return strings.ContainsRune(" \t{,", r) })
	return len(language) > 0 && (strings.EqualFold(language[0], "go") || strings.EqualFold(language[0], "golang"))
}
