package job

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/batchagent/batchagent/internal/nearest"
)

// FileError is one fault in a job file or an items file, or in an option that changes a job file.
type FileError struct {
	// File is the name as it was given.
	File string
	// Line and Col count from 1, Col in characters. Col is 0 where the fault is a whole line, and
	// Line is 0 where it is the whole file.
	Line, Col int
	// Option is the option that the fault is in, such as "--set on.permission", instead of a place.
	Option string
	// Reason is a sentence without a full stop.
	Reason string
}

// Error is the place and the reason.
func (e *FileError) Error() string {
	switch {
	case e.Option != "":
		return e.Option + ": " + e.Reason
	case e.Line == 0:
		return e.File + ": " + e.Reason
	case e.Col == 0:
		return e.File + ":" + strconv.Itoa(e.Line) + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Reason)
}

// position is where something stands in a job file, or the option that it comes from.
type position struct {
	line, col int
	option    string
}

// faults collects what is wrong with one job file.
type faults struct {
	file string
	all  []*FileError
}

func (f *faults) add(p position, format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	if key, ok := strings.CutPrefix(p.option, "--set "); ok {
		reason = strings.TrimPrefix(reason, key+": ") // it has been named
	}
	f.all = append(f.all, &FileError{File: f.file, Line: p.line, Col: p.col, Option: printable(p.option), Reason: printable(reason)})
}

// printable escapes what could move the cursor or end the line: keys of a file can hold anything.
func printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// err joins the faults: those of the file by place, then those of options, and each once.
func (f *faults) err() error {
	slices.SortStableFunc(f.all, func(a, b *FileError) int {
		if (a.Option == "") != (b.Option == "") {
			return strings.Compare(a.Option, b.Option)
		}
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	joined := make([]error, 0, len(f.all))
	for i, e := range f.all {
		if i == 0 || *e != *f.all[i-1] {
			joined = append(joined, e)
		}
	}
	return errors.Join(joined...)
}

// suggest completes a sentence about a name that is unknown: the nearest one, or all of them.
func suggest(name string, known []string) string {
	if near, ok := lookAlike(name, known); ok {
		return "did you mean " + visible(near) + "? it has blanks around it, or other characters than it seems; rename it"
	}
	if near, ok := nearest.Nearest(name, known); ok {
		return "did you mean " + visible(near) + "?"
	}
	const most = 12
	if len(known) > most {
		return fmt.Sprintf("there are %s and %d more", listed(known[:most]), len(known)-most)
	}
	if len(known) == 0 {
		return "there are none"
	}
	return "there are " + listed(known)
}

// listed joins names, with quotes around those that one could not tell from the list without.
func listed(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		if quoted := short(name); strings.ContainsAny(name, " ,") || quoted != `"`+name+`"` {
			name = quoted
		}
		b.WriteString(name)
	}
	return b.String()
}

// lookAlike finds a name that differs only in blanks around it, in characters that nobody sees, or
// in how its accents are put together.
func lookAlike(name string, known []string) (string, bool) {
	look := func(s string) string {
		s = strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return ' '
			case unicode.Is(unicode.Cf, r) || unicode.IsControl(r):
				return -1
			}
			return r
		}, s)
		return strings.TrimSpace(norm.NFC.String(s))
	}
	for _, k := range known {
		if k != name && look(k) == look(name) {
			return k, true
		}
	}
	return "", false
}

// visible quotes a name with everything to be seen that makes it another than it seems.
func visible(name string) string {
	if norm.NFC.IsNormalString(name) {
		return strconv.Quote(name)
	}
	return strconv.QuoteToASCII(name)
}

// short quotes what a user wrote, cut so that a message stays one line.
func short(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strconv.Quote(s)
}
