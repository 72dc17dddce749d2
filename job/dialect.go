package job

import (
	"bytes"
	"fmt"
)

// Table is how a CSV or TSV file is written, for a report that is the same file with columns added.
type Table struct {
	// Header is the row of column names as it stands in the file, without its byte order mark and
	// without the end of its line. Like [Row.Raw] it need not be UTF-8.
	Header string
	// Delimiter stands between two cells: one ASCII character.
	Delimiter byte
	// Encoding is the canonical name of the encoding, such as utf-8.
	Encoding string
	// Mark says that the file starts with a byte order mark.
	Mark bool
	// LineEnd is what ends the header: LF, CR LF, CR, or nothing.
	LineEnd string
}

// candidates are the delimiters that are looked for; the first one wins where nothing tells.
//
//nolint:gochecknoglobals // a table, never written
var candidates = []struct {
	delim byte
	name  string
}{{',', "commas"}, {';', "semicolons"}, {'\t', "tabs"}, {'|', "bars (|)"}}

func delimiterName(delim byte) string {
	for _, c := range candidates {
		if c.delim == delim {
			return c.name
		}
	}
	return fmt.Sprintf("%q", delim)
}

// dialect is how a table is written, and how it is found out.
type dialect struct {
	delim byte
	eol   byte
	sep   int // bytes of a line "sep=;" before the header, with its end
}

// detectDialect looks at the start of a table: whole says that it is all of it, and known is the
// delimiter if that is settled, or 0. The covered function counts how many of the names that the
// job needs are among some columns.
func detectDialect(sample []byte, whole bool, known byte, covered func([]string) int) (d dialect, reason string) {
	d.eol, reason = lineEnding(sample)
	if reason != "" {
		return d, reason
	}
	d.delim, d.sep = sepLine(sample, d.eol)
	switch {
	case known != 0:
		d.delim = known
	case d.delim == 0:
		d.delim = guessDelimiter(sample[d.sep:], whole, d.eol, covered)
	}
	return d, ""
}

// lineEnding recognises files in which CR ends the lines, as old programs for the Mac write them,
// with LF inside of cells.
func lineEnding(sample []byte) (eol byte, reason string) {
	quoted, cr, lf := false, false, false
	for i, b := range sample {
		switch {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '\n':
			lf = true
		case b == '\r' && i+1 < len(sample) && sample[i+1] != '\n':
			cr = cr || !lf // inside of a row, one is a character like others
		}
	}
	switch {
	case cr && lf:
		return 0, "some lines of this file end in CR alone, and others in LF; save it with one kind of line end"
	case cr:
		return '\r', ""
	}
	return '\n', ""
}

// sepLine recognises the first line "sep=;", by which spreadsheets tell each other the delimiter.
func sepLine(sample []byte, eol byte) (delim byte, length int) {
	n := bytes.IndexByte(sample, eol)
	if n < 0 {
		return 0, 0
	}
	line := bytes.Trim(bytes.TrimSuffix(sample[:n], []byte("\r")), `"`)
	if len(line) == len("sep=;") && bytes.EqualFold(line[:4], []byte("sep=")) {
		return line[4], n + 1
	}
	return 0, 0
}

// guessDelimiter tries each one on the first rows. What counts most is that the columns are the ones
// that the job needs, then that the rows have as many cells as the header, then the number of those.
//
//nolint:revive // whole is a fact about the sample, and not a mode
func guessDelimiter(sample []byte, whole bool, eol byte, covered func([]string) int) byte {
	const rows = 20
	best, bestScore := byte(','), 0
	for _, c := range candidates {
		r := newRecords(bytes.NewReader(sample))
		r.delim, r.eol = c.delim, eol
		head, err := r.next()
		if err != nil || head.fault != "" {
			continue
		}
		looked, fit := 0, 0
		for looked < rows {
			rec, err := r.next()
			if err != nil || !whole && len(r.buf) == 0 { // the end of the sample is not the end of a row
				break
			}
			looked++
			if len(rec.fields) == len(head.fields) {
				fit++
			}
		}
		const most = 1000
		score := covered(head.fields) * most * most * 2
		if len(head.fields) > 1 {
			score += most * most
			if looked > 0 {
				score += fit * (most - 1) / looked * most
			}
			score += min(len(head.fields), most-1)
		}
		if score > bestScore {
			best, bestScore = c.delim, score
		}
	}
	return best
}
