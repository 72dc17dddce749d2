package batch

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/batchagent/batchagent/taxonomy"
)

// An id of more columns or bytes than this is not shown whole. It cannot be
// pasted; how long it is stands behind it.
const (
	maxID      = 70
	maxIDBytes = 300
)

// fold makes a text that came from outside fit for one paragraph: cleaned of
// secrets and control characters, every stretch of white space one space.
func fold(s string) string {
	s = strings.Join(strings.Fields(taxonomy.Clean(s)), " ")
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || r < 0x20 { // zero width, and our own marks
			return -1
		}
		return r
	}, s)
}

// quoteText puts a text that came from outside in quotes, in at most limit
// columns.
func quoteText(s string, limit int) string {
	// Quotes inside are made single: escaped ones are hard to read, and the
	// report has the text to the letter.
	return `"` + strings.ReplaceAll(cutWidth(fold(s), limit), `"`, "'") + `"`
}

// quoteID returns an id as it can be pasted into a POSIX shell: as it is where
// that is safe, in single quotes, or as $'…' (POSIX.1-2024, and older in bash,
// ksh and zsh) where it holds what cannot be seen. What looks like a range of
// ids is quoted too.
func quoteID(id string) string {
	quoted := solid(shellQuote(id))
	if displayWidth(quoted) <= maxID && len(id) <= maxIDBytes {
		return quoted
	}
	head := id
	for i := range id {
		if displayWidth(shellQuote(id[:i])) > maxID-30 || i > maxIDBytes {
			head = id[:i]
			break
		}
	}
	return solid(shellQuote(head)+"…") + fmt.Sprintf(" (%d B)", len(id))
}

// nameID is quoteID for a sentence that is kept: without the marks by which
// the layout knows what not to break.
func nameID(id string) string {
	return strings.NewReplacer(string(solidBegin), "", string(solidEnd), "").Replace(quoteID(id))
}

func shellQuote(id string) string {
	switch {
	case plainID(id):
		return id
	case strings.ContainsFunc(id, invisible) || !utf8.ValidString(id):
		return ansiQuote(id)
	}
	return "'" + strings.ReplaceAll(id, "'", `'\''`) + "'"
}

// plainID reports whether a shell takes id as the one word that it is.
func plainID(id string) bool {
	if id == "" || id[0] == '-' || id[0] == '=' || looksLikeRange(id) {
		return false
	}
	for _, r := range id {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		case strings.ContainsRune("_@%+=:,./-", r):
		case r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		default:
			return false
		}
	}
	return true
}

func looksLikeRange(id string) bool {
	from, to, ok := strings.Cut(id, "-")
	return ok && allDigits(from) && allDigits(to) && len(from) == len(to)
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func invisible(r rune) bool {
	return r != ' ' && (!unicode.IsPrint(r) || r == utf8.RuneError)
}

func ansiQuote(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == utf8.RuneError && size == 1, invisible(r):
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + "'"
}

// idCells returns the ids of items in input order, ready to be shown: ids that
// are consecutive numbers are joined ("1011-1012").
func idCells(items []example) []string {
	var cells []string
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && follows(items[j-1].id, items[j].id) {
			j++
		}
		if j-i > 1 {
			cells = append(cells, items[i].id+"-"+items[j-1].id)
		} else {
			cells = append(cells, quoteID(items[i].id))
		}
		i = j
	}
	return cells
}

// follows reports whether b is the number after a, written as long.
func follows(a, b string) bool {
	if len(a) != len(b) || len(a) > 18 || !allDigits(a) || !allDigits(b) {
		return false
	}
	m, errA := strconv.Atoi(a)
	n, errB := strconv.Atoi(b)
	return errA == nil && errB == nil && n == m+1
}
