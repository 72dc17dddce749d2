package job

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/batchagent/batchagent/internal/nearest"
)

// standardInput is what messages call it.
const standardInput = "standard input"

// OpenItems opens the items and checks their columns: that each has a name of its own, and that
// there is one for every name that the job needs. For rows that are objects, the names in the first
// one are the columns. The error joins a [*FileError] for each fault; names that are no columns are
// reported where they stand in the job file.
//
// Reading is lazy: what is read here is 64 KiB at most of a table, to find out how it is written, and
// one row of objects. The memory in use does not depend on the size of the file, but on its longest row.
func (j *Job) OpenItems() (*Source, error) {
	if j.loaded == nil || j.loaded.args == nil {
		return nil, errors.New("this Job was not made by job.Load or job.Parse")
	}
	s := &Source{id: j.Items.ID, empty: j.Items.Empty}
	f := &faults{file: j.Items.Path}
	err := s.open(j, f)
	if err != nil {
		f.add(position{}, "%s%s", reason(err), neighbour(j.Items.Path, err))
	}
	if len(f.all) == 0 && s.header.typed {
		s.lookAhead(j, f)
	}
	if len(f.all) > 0 {
		return nil, errors.Join(f.err(), s.Close())
	}
	if err := j.checkColumns(s.header); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.noteProperties(j)
	s.need(j)
	return s, nil
}

// open makes the reader of the format.
func (s *Source) open(j *Job, f *faults) error {
	if j.Items.List {
		f.file = j.loaded.file
		s.header = &header{file: f.file, typed: true}
		s.reader = &listReader{items: j.loaded.list}
		return nil
	}
	file, err := j.loaded.open(j.Items.Path)
	if err != nil {
		return err
	}
	s.file = file
	src := &peeker{src: file}
	format := j.Items.Format
	if format == FormatByName {
		format = formatOf(j.Items.File)
	}
	if j.Items.File == stdinName {
		f.file = standardInput
		if format == FormatByName {
			format = sniff(src)
		}
	}
	if format.isTable() {
		return s.openTable(j, f, src, format)
	}
	s.header = &header{file: f.file, typed: true}
	if j.Items.Delimiter != "" {
		f.add(position{}, "items.delimiter is for CSV, and this is %s", format)
	}
	text, c := textOfItems(f, src, &j.Items)
	if c.wide && j.Items.Encoding == "" {
		s.notes = append(s.notes, fmt.Sprintf("%s: read as %s", f.file, c.name))
	}
	switch format { //nolint:exhaustive // the others are tables
	case FormatJSON:
		s.reader = newArrayReader(f.file, text, c)
	case FormatYAML:
		s.reader = newYAMLReader(f.file, text, c)
	default:
		s.reader = &linesReader{records: newRecords(text), objects: objects{charset: c}}
	}
	return nil
}

// sniff says what comes on standard input by its first character.
func sniff(src *peeker) ItemsFormat {
	switch src.firstByte() {
	case '{':
		return FormatJSONL
	case '[':
		return FormatJSON
	}
	return FormatCSV
}

func (s *Source) openTable(j *Job, f *faults, src *peeker, format ItemsFormat) error {
	var wanted []string
	for _, u := range j.loaded.uses {
		if !slices.Contains(wanted, u.name) {
			wanted = append(wanted, u.name)
		}
	}
	t, err := openTable(f, src, &j.Items, format, wanted)
	s.reader, s.header, s.table = t, t.header, t.table
	if err != nil || len(f.all) > 0 {
		return err
	}
	if name := t.charset.name; name != utf8Name && j.Items.Encoding == "" {
		why := ""
		if t.charset.table != nil {
			why = ", because it is not valid UTF-8"
		}
		s.notes = append(s.notes, fmt.Sprintf("%s: read as %s%s; if letters look wrong, name the encoding with items.encoding", f.file, t.charset.title(), why))
	}
	usual := byte(',')
	if format == FormatTSV {
		usual = '\t'
	}
	if d := t.table.Delimiter; d != usual && j.Items.Delimiter == "" {
		s.notes = append(s.notes, fmt.Sprintf("%s: its columns are separated by %s; if that is wrong, give items.delimiter", f.file, delimiterName(d)))
	}
	return nil
}

// lookAhead reads objects up to the first that can be read, for the names in it.
func (s *Source) lookAhead(j *Job, f *faults) {
	const most, mostBytes = 100, 4 << 20
	for kept := 0; len(s.ahead) < most && kept < mostBytes; {
		it, err := s.reader.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if fe, ok := errors.AsType[*FileError](err); ok {
				f.all = append(f.all, fe)
			} else {
				f.add(position{}, "%s", reason(err))
			}
			return
		}
		s.ahead = append(s.ahead, it)
		kept += len(it.raw) + len(it.text)
		if it.fault == "" {
			for _, m := range it.members {
				if !isOurs(m.name) {
					s.header.columns = append(s.header.columns, m.name)
				}
			}
			return
		}
	}
	// There is no row to check the names by: each of these is a failed item, or there are none.
	for _, u := range j.loaded.uses {
		s.header.columns = append(s.header.columns, u.name)
	}
}

// need notes which values a row must have.
func (s *Source) need(j *Job) {
	names := j.loaded.args.Names()
	if !s.header.typed {
		s.needed = s.header.used(names)
		return
	}
	s.header.named = map[string]bool{}
	for _, u := range j.loaded.uses {
		s.header.named[u.name] = true
	}
	s.header.paths = pathsOf(append(slices.Clone(names), j.Items.ID))
	s.needed = names
}

// checkColumns looks for a column for every name that needs one.
func (j *Job) checkColumns(h *header) error {
	f := &faults{file: j.loaded.file}
	what := h.file
	if j.Items.List {
		what = "items.list"
	}
	for _, u := range j.loaded.uses {
		if !covers(h.columns, u.name) {
			f.add(u.pos, "%s: %s is not a column of %s; %s", u.key, short(u.name), what, h.unknownColumn(u.name))
		}
	}
	return f.err()
}

// noteProperties tells of properties of the schema that no call can have, and that are near to the
// name of something that calls do have: what the schema says of them was probably meant for that. It
// is no error, since a schema may have more properties than a file has columns.
func (s *Source) noteProperties(j *Job) {
	have, what := s.header.columns, "a column of "+s.header.file
	if j.Items.List {
		what = "a column of items.list"
	}
	if j.loaded.explicit {
		have, what = paramKeys(j.Params), "among the params"
	}
	var named []string
	for _, u := range j.loaded.properties {
		named = append(named, u.name)
	}
	free := slices.DeleteFunc(slices.Clone(have), func(name string) bool { return slices.Contains(named, name) })
	for _, u := range j.loaded.properties {
		if near, found := nearest.Nearest(u.name, free); found && !covers(have, u.name) {
			at := FileError{File: j.loaded.file, Line: u.pos.line, Col: u.pos.col, Option: u.pos.option}
			at.Reason = printable(fmt.Sprintf("%s: %s is not %s; did you mean %q?", u.key, short(u.name), what, near))
			s.notes = append(s.notes, at.Error())
		}
	}
}

// listReader gives the elements of items.list.
type listReader struct{ items []item }

func (l *listReader) lines() int { return 0 }

func (l *listReader) next() (item, error) {
	if len(l.items) == 0 {
		return item{}, io.EOF
	}
	it := l.items[0]
	l.items = l.items[1:]
	return it, nil
}
