package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// header is the first record of an items file.
type header struct {
	file    string
	names   []string       // all of them
	columns []string       // those that are not ours
	index   map[string]int // of columns, into names
}

// isOurs says whether a column comes from a report, which is read again as if it had not got it.
func isOurs(column string) bool {
	switch column {
	case "_outcome", "_class", "_code", "_message", "_attempts":
		return true
	}
	return false
}

// readHeader reads the names of the columns. Everything that is wrong with them goes to the faults,
// so that it is an error before any row is read. The error is a failure to read.
func readHeader(f *faults, r *records) (*header, error) {
	h := &header{file: f.file, index: map[string]int{}}
	_, err := r.lineEnd(0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if reason := notCSV(r.buf); reason != "" {
		f.add(position{}, "%s", reason)
		return h, nil
	}
	r.buf = bytes.TrimPrefix(r.buf, []byte("\xef\xbb\xbf"))
	rec, err := r.next()
	if errors.Is(err, io.EOF) {
		f.add(position{}, "the file is empty; its first line must name the columns")
		return h, nil
	}
	if err != nil {
		return nil, err
	}
	pos := position{line: rec.line}
	switch {
	case rec.fault != "":
		f.add(pos, "the names of the columns cannot be read: %s", rec.fault)
	case !utf8.ValidString(rec.raw):
		f.add(pos, "the names of the columns are not UTF-8; save the file as UTF-8")
	case strings.ContainsRune(strings.ReplaceAll(rec.raw, "\r\n", "\n"), '\r'):
		f.add(pos, "the lines of this file end in CR alone; save it with LF or CR LF")
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
	return h, nil
}

// notCSV recognises files that are something else by how they start.
func notCSV(start []byte) string {
	switch {
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return "this is a spreadsheet or a ZIP archive; export it as CSV in UTF-8"
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return "the file is UTF-16, which is not supported by this version yet; save it as UTF-8"
	}
	return ""
}

// unknownColumn completes the sentence about a name that is no column.
func (h *header) unknownColumn(name string) string {
	if len(h.columns) == 1 && strings.ContainsAny(h.columns[0], ";\t|") {
		return fmt.Sprintf("its only column is %s, and columns must be separated by commas", short(h.columns[0]))
	}
	return suggest(name, h.columns)
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
