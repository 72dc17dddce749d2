package cli

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/batchagent/batchagent/job"
)

// maxHead is how far into a file the names of its columns are looked for, in
// bytes. A thousand columns with names of a thousand bytes fit.
const maxHead = 1 << 20

// tableHead is how a table is written: what stands before its first row.
type tableHead struct {
	before    string // byte order mark and sep= line, as they stand
	cells     []string
	ours      []bool // the cells that an earlier report has added
	own       int    // the other ones
	delimiter string
	eol       string
}

// readHead reads the names of the columns and finds the delimiter: the one with
// which the names are those that the reader of the items found, so that it
// cannot be another than the reader's. false: there is none.
func readHead(start string, columns []string) (tableHead, bool) {
	const bom = "\ufeff"
	var h tableHead
	if rest, found := strings.CutPrefix(start, bom); found {
		h.before, start = bom, rest
	}
	candidates := []string{",", ";", "\t", "|"}
	line, eol, rest := cutLine(start)
	if mark := strings.Trim(line, `"`); len(mark) == len("sep=;") && strings.EqualFold(mark[:4], "sep=") && mark[4] < utf8.RuneSelf {
		h.before += line + eol
		candidates, start = []string{mark[4:]}, rest
	}
	for { // blank lines before the names
		line, eol, rest := cutLine(start)
		if line != "" || eol == "" {
			break
		}
		start = rest
	}
	for _, h.delimiter = range candidates {
		raw, eol := firstRecord(start, h.delimiter)
		cells, closed := splitCells(raw, h.delimiter)
		if !closed {
			continue
		}
		var names []string
		h.cells, h.ours = cells, make([]bool, len(cells))
		for i, cell := range cells {
			name := unquote(cell)
			if h.ours[i] = slices.Contains(outcomeColumns, name); !h.ours[i] {
				names = append(names, strings.TrimSpace(name))
			}
		}
		if h.eol = eol; eol == "" {
			h.eol = "\n"
		}
		h.own = len(names)
		if slices.EqualFunc(names, columns, func(name, column string) bool { return name == strings.TrimSpace(column) }) {
			return h, true
		}
	}
	return tableHead{}, false
}

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

// firstRecord is the first line, with the lines that its quotes take along, and
// its end.
func firstRecord(s, delimiter string) (raw, eol string) {
	for i := 0; ; i += len(delimiter) {
		quoted, closed := quotedPart(s[i:])
		if !closed {
			return s, ""
		}
		i += quoted
		j := strings.IndexAny(s[i:], delimiter+"\r\n")
		if j < 0 {
			return s, ""
		}
		if i += j; !strings.HasPrefix(s[i:], delimiter) {
			_, eol, _ := cutLine(s[i:])
			return s[:i], eol
		}
	}
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
	return h.before + strings.Join(append(h.ownCells(h.cells), outcomeColumns...), h.delimiter) + h.eol
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
		cells = append(cells, cellOf(text))
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
func cellOf(text string) string {
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
	if strings.ContainsAny(text, "\",;|") || strings.Trim(text, " ") != text {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
