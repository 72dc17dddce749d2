package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// header is what is known of the rows before they are read: the first record of a table, or the
// names in the first object.
type header struct {
	file    string
	typed   bool           // the rows are objects
	names   []string       // all columns of a table
	columns []string       // those that are not ours
	index   map[string]int // of columns, into names; not for objects
	strange bool           // none of the columns of a table is one that the job needs
	better  int            // the line of a table that has all of those, if it is not the first row
	// paths has the names that the job needs with dots in them, for objects.
	paths map[string]*tmpl.Template
	// named are the names that the job file itself uses, which an object must have.
	named map[string]bool
}

// isOurs says whether a column comes from a report, which is read again as if it had not got it.
func isOurs(column string) bool {
	switch column {
	case "_outcome", "_class", "_code", "_message", "_attempts":
		return true
	}
	return false
}

// tableReader reads a CSV or TSV file.
type tableReader struct {
	records *records
	charset charset
	header  *header
	table   Table
}

// openTable finds out how a table is written and reads the names of its columns. Everything that is
// wrong with them goes to the faults, so that it is an error before any row is read. The error is a
// failure to read.
func openTable(f *faults, src *peeker, items *Items, format ItemsFormat, wanted []string) (*tableReader, error) {
	sample := src.peek(sampleSize)
	t := &tableReader{header: &header{file: f.file, index: map[string]int{}}}
	if reason := notTable(sample); reason != "" {
		f.add(position{}, "%s", reason)
		return t, nil
	}
	var reason string
	if t.charset, reason = detectCharset(sample, items.Encoding); reason != "" {
		f.add(position{}, "%s", reason)
		return t, nil
	}
	src.buf = src.buf[t.charset.mark:]
	text := src
	if t.charset.wide {
		text = &peeker{src: &utf16Reader{src: src, order: t.charset.order()}}
		sample = text.peek(sampleSize)
	} else {
		sample = sample[t.charset.mark:]
	}
	known := items.delimiter()
	if known == 0 && format == FormatTSV {
		known = '\t'
	}
	d, reason := detectDialect(sample, text.ended(), known, func(columns []string) int { return coveredBy(columns, wanted) })
	switch {
	case reason != "":
		f.add(position{}, "%s", reason)
		return t, nil
	case d.delim == '|' && t.charset.name == "gb18030":
		f.add(position{}, "a bar (|) can be half of a character in gb18030, so that rows cannot be split at it; save the file as UTF-8")
		return t, nil
	}
	text.buf = text.buf[d.sep:]
	t.records = newRecords(text)
	t.records.delim, t.records.eol = d.delim, d.eol
	if d.sep > 0 {
		t.records.line = 1
	}
	t.table = Table{Delimiter: d.delim, Encoding: t.charset.name, Mark: t.charset.mark > 0}
	if err := t.readHeader(f); err != nil || len(f.all) > 0 {
		return t, err
	}
	if n := coveredBy(t.header.columns, wanted); n < len(wanted) {
		t.header.strange = n == 0
		t.header.better = betterHeader(sample, t.records.line, d, known, wanted)
	}
	return t, nil
}

// betterHeader looks for a row that has all the names, below a title or the like that ends on the
// first of the lines. It returns its line, or 0.
func betterHeader(sample []byte, first int, d dialect, known byte, wanted []string) int {
	const rows = 20
	for _, c := range candidates {
		if known != 0 && known != c.delim {
			continue
		}
		r := newRecords(bytes.NewReader(sample))
		r.delim, r.eol = c.delim, d.eol
		for range rows {
			rec, err := r.next()
			if err != nil {
				break
			}
			if rec.line > first && coveredBy(rec.fields, wanted) == len(wanted) {
				return rec.line
			}
		}
	}
	return 0
}

// coveredBy counts the names that are columns.
func coveredBy(columns, names []string) int {
	n := 0
	for _, name := range names {
		if covers(columns, name) {
			n++
		}
	}
	return n
}

func (t *tableReader) readHeader(f *faults) error {
	rec, err := t.records.next()
	if errors.Is(err, io.EOF) {
		f.add(position{}, "the file is empty; its first line must name the columns")
		return nil
	}
	if err != nil {
		return err
	}
	pos, h := position{line: rec.line}, t.header
	t.table.Header, t.table.LineEnd = t.charset.raw(rec.raw), rec.end
	decoded := t.charset.decode(&rec)
	switch {
	case rec.fault != "":
		f.add(pos, "the names of the columns cannot be read: %s", rec.fault)
	case !decoded:
		f.add(pos, "the names of the columns are not %s; %s", t.charset.title(), t.charset.advice())
	case strings.HasPrefix(rec.raw, byteOrderMark) && t.charset.table == nil:
		f.add(pos, "a second byte order mark, which cannot be seen, stands before the names of the columns; remove it")
	case strings.ContainsRune(rec.raw, 0):
		f.add(pos, "the names of the columns have a NUL byte in them; this is not a text file")
	}
	h.names = rec.fields
	first := map[string]int{}
	for i, name := range rec.fields {
		switch earlier, twice := first[name]; {
		case strings.TrimSpace(name) == "":
			f.add(pos, "column %d has no name", i+1)
		case twice:
			f.add(pos, "columns %d and %d are both called %s", earlier+1, i+1, short(name))
		case isOurs(name):
		default:
			first[name] = i
			h.index[name] = i
			h.columns = append(h.columns, name)
		}
	}
	return nil
}

// notTable recognises files that are something else by how they start.
func notTable(start []byte) string {
	switch {
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return "this is a spreadsheet or a ZIP archive; export it as CSV in UTF-8"
	case bytes.HasPrefix(start, []byte("\xd0\xcf\x11\xe0")):
		return "this is a spreadsheet in an old format; export it as CSV in UTF-8"
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return "this file is compressed; unpack it first"
	case bytes.HasPrefix(start, []byte("%PDF-")):
		return "this is a PDF; export the table as CSV in UTF-8"
	}
	return ""
}

// unknownColumn completes the sentence about a name that is no column.
func (h *header) unknownColumn(name string) string {
	if h.better > 0 {
		return fmt.Sprintf("line %d has it; remove the lines above that, for the first row must name the columns", h.better)
	}
	if !h.typed && len(h.columns) == 1 && strings.ContainsAny(h.columns[0], ",;\t|") {
		return fmt.Sprintf("its only column is %s; say with items.delimiter what separates them", short(h.columns[0]))
	}
	suggestion := suggest(name, h.columns)
	if h.strange && len(h.columns) > 0 && !strings.HasPrefix(suggestion, "did") {
		suggestion += " in the first row, which must name the columns"
	}
	return suggestion
}

// used returns the columns that the names of templates read, in the order of the file.
func (h *header) used(names []string) []string {
	var used []string
	for _, name := range names {
		if column := owner(h.columns, name); column != "" && !slices.Contains(used, column) {
			used = append(used, column)
		}
	}
	slices.SortFunc(used, func(a, b string) int { return h.index[a] - h.index[b] })
	return used
}
