package job

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Row is one item as it stands in the file. It is a value that nothing changes any more.
type Row struct {
	// Index counts the rows from 0, also the ones that cannot be read.
	Index int
	// Line is where the row starts in the file, from 1.
	Line int
	// ID is what identifies the item. For a row that cannot be read, or has no id, or in a file
	// without an id, it is "line-N".
	ID string
	// Raw is the row as it stands in the file, without the end of its line.
	Raw string
	// Err says why the row cannot be used, as a *[FileError]. The rows around it can.
	Err error

	fields []string
	header *header
}

// Value returns the text of a cell, and false where there is no such column.
func (r Row) Value(column string) (string, bool) {
	if r.header == nil || len(r.fields) != len(r.header.names) {
		return "", false
	}
	i, ok := r.header.index[column]
	if !ok {
		return "", false
	}
	return r.fields[i], true
}

// Values yields the columns with their cells, in the order of the file. A row with the wrong number
// of fields has none.
func (r Row) Values() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if r.header == nil {
			return
		}
		for _, column := range r.header.columns {
			text, ok := r.Value(column)
			if !ok || !yield(column, text) {
				return
			}
		}
	}
}

// place is the start of a message about the row.
func (r Row) place() string {
	if r.header == nil {
		return ""
	}
	return r.header.file + ":" + strconv.Itoa(r.Line) + ": "
}

// Source reads the rows of an items file, one at a time as they are asked for. It is for one
// goroutine at a time.
type Source struct {
	file    io.ReadCloser
	records *records
	header  *header
	id      string
	needed  []string // columns that must not be empty
	next    int      // the index of the next row
	done    bool
	err     error
}

// OpenItems opens the items file and checks its columns: that each has a name of its own, and that
// there is one for every name that the job needs. The error joins a [*FileError] for each fault;
// names that are no columns are reported where they stand in the job file.
func (j *Job) OpenItems() (*Source, error) {
	if j.loaded == nil || j.loaded.args == nil {
		return nil, errors.New("this Job was not made by job.Load or job.Parse")
	}
	path := j.Items.Path
	file, err := j.loaded.open(path)
	if err != nil {
		return nil, &FileError{File: path, Reason: reason(err)}
	}
	s := &Source{file: file, records: newRecords(file), id: j.Items.ID}
	f := &faults{file: path}
	if s.header, err = readHeader(f, s.records); err != nil {
		f.add(position{}, "%s", reason(err))
	}
	if len(f.all) > 0 {
		return nil, errors.Join(f.err(), file.Close())
	}
	if err := j.checkColumns(s.header); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if j.Items.Empty == EmptyReject {
		s.needed = s.header.used(j.loaded.args.Names())
	}
	return s, nil
}

// checkColumns looks for a column for every name that needs one.
func (j *Job) checkColumns(h *header) error {
	f := &faults{file: j.loaded.file}
	for _, u := range j.loaded.uses {
		if !covers(h.columns, u.name) {
			f.add(u.pos, "%s: %s is not a column of %s; %s", u.key, short(u.name), h.file, h.unknownColumn(u.name))
		}
	}
	return f.err()
}

// Columns returns the names of the columns, in the order of the file, without the ones that a
// report has added.
func (s *Source) Columns() []string { return append([]string(nil), s.header.columns...) }

// Rows yields the rows that have not been read yet. After the last one, [Source.Err] says whether
// that was the end of the file. A loop that ends early can go on with another call.
func (s *Source) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for !s.done {
			rec, err := s.records.next()
			if err != nil {
				s.done = true
				if !errors.Is(err, io.EOF) {
					s.err = fmt.Errorf("%s: reading failed after line %d: %w", s.header.file, s.records.line, err)
				}
				return
			}
			row := s.row(rec)
			s.next++
			if !yield(row) {
				return
			}
		}
	}
}

func (s *Source) row(rec record) Row {
	row := Row{
		Index: s.next, Line: rec.line, Raw: rec.raw, ID: "line-" + strconv.Itoa(rec.line),
		fields: rec.fields, header: s.header,
	}
	if reason := s.unreadable(rec); reason != "" {
		row.Err = &FileError{File: s.header.file, Line: rec.line, Reason: reason}
		return row
	}
	if s.id != "" {
		id, _ := row.Value(s.id)
		if strings.TrimSpace(id) == "" {
			row.Err = &FileError{File: s.header.file, Line: rec.line, Reason: fmt.Sprintf("the id, column %s, is empty", short(s.id))}
			return row
		}
		row.ID = id
	}
	var empty []string
	for _, column := range s.needed {
		if text, _ := row.Value(column); text == "" {
			empty = append(empty, short(column))
		}
	}
	if len(empty) > 0 {
		row.Err = &FileError{File: s.header.file, Line: rec.line, Reason: "column " + strings.Join(empty, " and column ") + ": the cell is empty; fill it in, or say what it means with items.empty"}
	}
	return row
}

// unreadable says why a record is no row.
func (s *Source) unreadable(rec record) string {
	switch {
	case rec.fault != "":
		return rec.fault
	case !utf8.ValidString(rec.raw):
		return "the row is not UTF-8; save the file as UTF-8"
	case len(rec.fields) != len(s.header.names):
		return "the row has " + count(len(rec.fields), "field") + ", and the header has " + count(len(s.header.names), "column")
	}
	return ""
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Err returns why reading stopped before the end of the file, and nil if it did not.
func (s *Source) Err() error { return s.err }

// Close closes the file; the rows that have not been read stay unread. It is needed after every
// successful OpenItems, also when all rows were read.
func (s *Source) Close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file, s.done = nil, true
	return file.Close()
}
