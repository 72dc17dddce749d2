package job

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// item is one row as a reader of a format gives it.
type item struct {
	line    int
	raw     string   // as in the file
	fields  []string // of a table
	text    string   // of an object, in UTF-8
	members []member // of an object
	fault   string   // why it is none of them
	// faultLine and faultCol are where the fault is; 0 is the line of the row, and all of it.
	faultLine, faultCol int
	broken              bool // the text is not of the format at all
}

// itemReader reads the rows of one format.
type itemReader interface {
	// next returns the next row. The error is io.EOF at the end, a *FileError where the file itself is
	// broken, and else a failure to read.
	next() (item, error)
	// lines counts the lines that were read.
	lines() int
}

// Source reads the items of a job, one at a time as they are asked for. It is for one goroutine at
// a time.
type Source struct {
	file   io.Closer
	reader itemReader
	header *header
	table  Table
	notes  []string
	id     string
	empty  Empty
	needed []string // columns of a table that must not be empty, or names of values in objects
	ahead  []item   // rows that were read to find the columns
	next   int      // the index of the next row
	line   int      // where the row before starts
	inLine int      // rows that start there
	done   bool
	err    error
}

// Columns returns the names of the columns, in the order of the file, without the ones that a
// report has added. For rows that are objects, they are the names in the first one that can be read.
func (s *Source) Columns() []string { return slices.Clone(s.header.columns) }

// Table returns how the file is written, and false if it is neither CSV nor TSV.
func (s *Source) Table() (Table, bool) { return s.table, !s.header.typed }

// Notes returns what was detected about the file and is not what one would expect: an encoding that
// is not UTF-8, or a delimiter that is not the usual one. Each is a sentence without a full stop that
// starts with the name of the file. Users should see them, for a wrong guess makes wrong rows.
func (s *Source) Notes() []string { return slices.Clone(s.notes) }

// Rows yields the rows that have not been read yet. After the last one, [Source.Err] says whether
// that was the end of the file. A loop that ends early can go on with another call.
func (s *Source) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for !s.done {
			it, err := s.read()
			if err != nil {
				s.done = true
				if !errors.Is(err, io.EOF) {
					s.err = s.failure(err)
				}
				return
			}
			row := s.row(&it)
			s.next++
			if !yield(row) {
				return
			}
		}
	}
}

func (s *Source) read() (item, error) {
	if len(s.ahead) > 0 {
		it := s.ahead[0]
		s.ahead = s.ahead[1:]
		return it, nil
	}
	return s.reader.next()
}

// failure says where reading ended.
func (s *Source) failure(err error) error {
	if fe, ok := errors.AsType[*FileError](err); ok {
		return fe
	}
	return fmt.Errorf("%s: reading failed after line %d: %w", s.header.file, s.reader.lines(), err)
}

func (s *Source) row(it *item) Row {
	row := Row{
		Index: s.next, Line: it.line, Raw: it.raw,
		fields: it.fields, text: it.text, members: it.members, header: s.header,
	}
	if it.line != s.line {
		s.line, s.inLine = it.line, 0
	}
	s.inLine++
	fault := func(reason string) Row {
		if row.ID == "" {
			row.ID = s.lineID()
		}
		row.Err = &FileError{File: s.header.file, Line: it.line, Reason: reason}
		return row
	}
	if it.fault != "" {
		row.Err = &FileError{File: s.header.file, Line: max(it.line, it.faultLine), Col: it.faultCol, Reason: printable(it.fault)}
		row.members, row.ID = nil, s.lineID()
		return row
	}
	if s.id == "" {
		row.ID = s.lineID()
	} else {
		id, reason := s.idOf(&row)
		if reason != "" {
			return fault(reason)
		}
		row.ID = id
	}
	if empty := s.emptyOf(&row); len(empty) > 0 {
		if s.header.typed {
			return fault(strings.Join(empty, " and ") + " has no value; fill it in, or say what that means with items.empty")
		}
		return fault("column " + strings.Join(empty, " and column ") + ": the cell is empty; fill it in, or say what it means with items.empty")
	}
	return row
}

// lineID is the id of a row that has none of its own. Several rows of JSON can start on one line.
func (s *Source) lineID() string {
	id := "line-" + strconv.Itoa(s.line)
	if s.inLine > 1 {
		id += "." + strconv.Itoa(s.inLine)
	}
	return id
}

// idOf returns what identifies the row, or why nothing does.
func (s *Source) idOf(row *Row) (id, reason string) {
	if s.header.typed {
		raw, _ := row.resolve(s.id)
		switch {
		case len(raw) == 0, string(raw) == "null":
		case raw[0] == '"':
			id = jsonText(string(raw))
		case raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9':
			id = string(raw)
		default:
			return "", "the id, " + s.idName() + ", must be a text or a number, and this is " + kindOfJSON(raw[0])
		}
	} else {
		id, _ = row.Value(s.id)
	}
	if bad := badID(id); bad != "" {
		return "", "the id, " + s.idName() + ", is " + bad
	}
	return id, ""
}

func (s *Source) idName() string {
	if s.header.typed {
		return strconv.Quote(s.id)
	}
	return "column " + strconv.Quote(s.id)
}

// emptyOf returns the quoted names of what must not be empty and is.
func (s *Source) emptyOf(row *Row) (empty []string) {
	if s.empty != EmptyReject {
		return nil
	}
	for _, name := range s.needed {
		if !s.header.typed {
			if text, _ := row.Value(name); text == "" {
				empty = append(empty, strconv.Quote(name))
			}
			continue
		}
		raw, ok := row.resolve(name)
		if ok && isEmptyJSON(raw) || !ok && s.header.named[name] {
			empty = append(empty, strconv.Quote(name))
		}
	}
	return empty
}

func isEmptyJSON(raw json.RawMessage) bool { return string(raw) == "null" || string(raw) == `""` }

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func mib(n int) string { return strconv.Itoa(n>>20) + " MiB" }

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

// pathsOf compiles the names that go into objects.
func pathsOf(names []string) map[string]*tmpl.Template {
	paths := map[string]*tmpl.Template{}
	for _, name := range names {
		if !strings.Contains(name, ".") {
			continue
		}
		if t, err := tmpl.Compile("{" + name + "}"); err == nil {
			if whole, ok := t.Whole(); ok && whole == name {
				paths[name] = t
			}
		}
	}
	return paths
}
