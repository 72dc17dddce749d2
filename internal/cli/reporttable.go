package cli

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/batchagent/batchagent/job"
)

// tableHead is how a table is written: what stands before its first row.
type tableHead struct {
	before    string // byte order mark and sep= line, as they stand
	cells     []string
	ours      []bool // the cells that an earlier report has added
	own       int    // the other ones
	delimiter string
	eol       string
}

// maxSepLine is how much of a file is looked at for a sep= line, in bytes: it
// can have a byte order mark before it, and quotes.
const maxSepLine = 64

// headOf makes the head of a table of what its reader has found out. start is
// how the file starts, for a sep= line, of which the reader does not tell.
// false: our cells, which are UTF-8, cannot be put behind its own.
func headOf(t *job.Table, start string) (tableHead, bool) {
	ascii := !strings.ContainsFunc(t.Header, func(r rune) bool { return r >= utf8.RuneSelf })
	if strings.HasPrefix(t.Encoding, "utf-16") || t.Encoding != "utf-8" && !ascii {
		return tableHead{}, false
	}
	h := tableHead{delimiter: string(rune(t.Delimiter)), eol: t.LineEnd}
	if h.eol == "" {
		h.eol = "\n"
	}
	if t.Mark {
		h.before, start = start[:len(bom)], start[len(bom):]
	}
	line, eol, _ := cutLine(start)
	if mark := strings.Trim(line, `"`); eol != "" && len(mark) == len("sep=;") && strings.EqualFold(mark[:4], "sep=") {
		h.before += line + eol
	}
	h.cells, _ = splitCells(t.Header, h.delimiter)
	h.ours = make([]bool, len(h.cells))
	for i, cell := range h.cells {
		if h.ours[i] = slices.Contains(outcomeColumns, unquote(cell)); !h.ours[i] {
			h.own++
		}
	}
	return h, true
}

// bom is the byte order mark of UTF-8.
const bom = "\ufeff"

// cutLine cuts off a line that ends in LF, CR LF or CR.
func cutLine(s string) (line, eol, rest string) {
	i := strings.IndexAny(s, "\r\n")
	switch {
	case i < 0:
		return s, "", ""
	case strings.HasPrefix(s[i:], "\r\n"):
		return s[:i], "\r\n", s[i+2:]
	}
	return s[:i], s[i : i+1], s[i+1:]
}

// splitCells splits a row into its cells, each as it stands, with its quotes. A
// quote that is not at the start of a cell is a sign like any other. closed is
// false if a quote is open at the end.
func splitCells(raw, delimiter string) (cells []string, closed bool) {
	for {
		quoted, closed := quotedPart(raw)
		if !closed {
			return append(cells, raw), false
		}
		i := strings.Index(raw[quoted:], delimiter)
		if i < 0 {
			return append(cells, raw), true
		}
		cells = append(cells, raw[:quoted+i])
		raw = raw[quoted+i+len(delimiter):]
	}
}

// quotedPart is how long the part in quotes is that s starts with; 0: none.
func quotedPart(s string) (length int, closed bool) {
	if !strings.HasPrefix(s, `"`) {
		return 0, true
	}
	for from := 1; ; from += 2 {
		i := strings.IndexByte(s[from:], '"')
		if i < 0 {
			return len(s), false
		}
		if from += i; !strings.HasPrefix(s[from+1:], `"`) {
			return from + 1, true
		}
	}
}

func unquote(cell string) string {
	if len(cell) >= 2 && cell[0] == '"' && cell[len(cell)-1] == '"' {
		return strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
	}
	return cell
}

// first is what stands before the rows, our columns at its end.
func (h *tableHead) first() string {
	cells := h.ownCells(h.cells)
	for _, name := range outcomeColumns {
		cells = append(cells, cellOf(name, h.delimiter))
	}
	return h.before + strings.Join(cells, h.delimiter) + h.eol
}

// ownCells are the cells that no report has added.
func (h *tableHead) ownCells(cells []string) []string {
	own := make([]string, 0, len(cells)+len(outcomeColumns))
	for i, cell := range cells {
		if !h.ours[i] {
			own = append(own, cell)
		}
	}
	return own
}

// row is a row with our cells behind its own, which are left as they are.
//
// A row that cannot be read has no cells of its own, and stays unreadable. With
// a quote that is never closed, which would take the rows behind it along, and
// in a table from which the cells of an earlier report are taken, where without
// them it might look like a row, all of it becomes one cell; and where that
// would come to the right number of cells by accident it gets one more.
func (h *tableHead) row(row job.Row, ours []string) string {
	cells, closed := splitCells(row.Raw, h.delimiter)
	switch {
	case !closed, unreadable(row) && (row.Raw == "" || h.own < len(h.cells)):
		cells = []string{`"` + strings.ReplaceAll(row.Raw, `"`, `""`) + `"`}
		if h.own == len(cells) {
			cells = append(cells, "")
		}
	case len(cells) == len(h.cells):
		cells = h.ownCells(cells)
	}
	for _, text := range ours {
		cells = append(cells, cellOf(text, h.delimiter))
	}
	return strings.Join(cells, h.delimiter) + h.eol
}

// unreadable says whether a row has no cells, or none that are text; a row may
// also be wrong for what is in them.
func unreadable(row job.Row) bool {
	if row.Err == nil {
		return false
	}
	for range row.Values() {
		return !utf8.ValidString(row.Raw)
	}
	return true
}

// cellOf makes a cell of a text of ours. It is one line. A spreadsheet would
// run what starts with one of these signs as a formula, so that a message could
// read cells and send them away; the apostrophe makes it a text (OWASP, CSV
// Injection). It is quoted also where another delimiter than the file's stands
// in it, for programs that split at that one.
func cellOf(text, delimiter string) string {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, text)
	for _, sign := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(strings.TrimLeft(text, " "), sign) {
			text = "'" + text
			break
		}
	}
	if strings.ContainsAny(text, "\",;|"+delimiter) || strings.Trim(text, " ") != text {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
