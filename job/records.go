package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// maxRecord bounds the memory that one record can take. A quote that is never closed makes a
	// record of everything behind it, and that has to end somewhere. It is above the 20 MB that lines
	// of exports have been seen to have, and so far below 64 MiB that a file of one endless line is
	// refused within these: see grow.
	maxRecord = 24 << 20
	readSize  = 64 << 10
)

// records splits CSV (RFC 4180, with any delimiter, and with LF as well as CR LF, or else with CR
// alone) into records, and goes on after one that is broken. encoding/csv cannot do that: a quote that is not closed swallows everything up to the
// next quote in the file, so that the rows between are lost and one of them is blamed. Here the
// line with the open quote is the broken record, and reading goes on with the line after it. (Where
// it was a text of several lines with a fault in its quotes, its other lines are looked at as rows
// too. They are bad rows, unless one has exactly the fields of a row.)
// Unlike encoding/csv it keeps CR LF inside of quotes as it is.
type records struct {
	src   io.Reader
	store []byte // what buf is a part of
	buf   []byte // read and not yet used up
	err   error  // of src, io.EOF included
	line  int    // lines used up
	max   int
	skip  bool // the line that buf is in was too long, and its rest is passed over
	delim byte
	eol   byte   // LF, which a CR may stand before, or CR
	cells []cell // of the record before
}

// record is one record, or what is wrong with one.
type record struct {
	line   int    // where it starts, from 1
	raw    string // without the end of its last line
	end    string // the end of its last line
	fields []string
	fault  string // why it has no fields
}

func newRecords(src io.Reader) *records {
	return &records{src: src, max: maxRecord, delim: ',', eol: '\n'}
}

// next returns the next record that is not a blank line. The error is io.EOF at the end, and else
// a failure to read; what was read of the line before it is not a record.
func (r *records) next() (record, error) {
	for {
		end, err := r.nextEnd()
		if err != nil {
			return record{}, err
		}
		if end > r.max {
			return record{line: r.skipLine(), fault: "the line is longer than " + mib(r.max)}, nil
		}
		if len(r.trim(r.buf[:end])) > 0 {
			return r.parse(end)
		}
		r.use(end)
	}
}

// parse reads the record that starts with the line that ends at end.
func (r *records) parse(end int) (record, error) {
	first, i := end, 0
	rec := record{line: r.line + 1}
	broken := func(format string, args ...any) (record, error) {
		rec.fields, rec.raw = nil, string(r.trim(r.buf[:first]))
		rec.fault = fmt.Sprintf(format, args...)
		r.use(first)
		return rec, nil
	}
	var content int
	cells := r.cells[:0]
	for {
		n := len(cells) + 1
		content = len(r.trim(r.buf[:end]))
		if i >= content || r.buf[i] != '"' {
			text, more := r.buf[i:content], false
			if n := bytes.IndexByte(text, r.delim); n >= 0 {
				text, more = text[:n], true
			}
			// Between tabs a quote that does not open a field is a character like any other: programs
			// that write quotes at all would have put such a field in them.
			if r.delim != '\t' && bytes.IndexByte(text, '"') >= 0 {
				return broken(`there is a double quote inside of field %d; a field with quotes in it must stand in quotes, with each of them doubled`, n)
			}
			cells = append(cells, cell{start: i, end: i + len(text)})
			if i += len(text) + 1; more {
				continue
			}
			break
		}
		start, doubled := i+1, false
		for i = start; ; {
			j := bytes.IndexByte(r.buf[i:end], '"')
			if j < 0 {
				next, err := r.lineEnd(end)
				switch {
				case errors.Is(err, io.EOF):
					return broken(`the double quote that opens field %d is never closed`, n)
				case err != nil:
					return record{}, err
				case next > r.most():
					return broken(`the double quote that opens field %d is not closed within %s`, n, mib(r.most()))
				}
				i, end = end, next
				continue
			}
			if i += j + 1; i < end && r.buf[i] == '"' {
				doubled = true
				i++
				continue
			}
			break
		}
		content = len(r.trim(r.buf[:end]))
		cells = append(cells, cell{start, i - 1, doubled})
		if i == content {
			break
		}
		if r.buf[i] != r.delim {
			if end > first {
				return broken(`the double quote that opens field %d is not closed as it should be; the next quote stands on line %d, in the middle of a field`, n, r.line+bytes.Count(r.buf[:i], []byte{r.eol})+1)
			}
			if r.buf[i-2] == '\\' {
				return broken(`field %d goes on after its closing quote ("); a quote inside of it must be doubled, a backslash does not help`, n)
			}
			return broken(`field %d goes on after its closing quote (")`, n)
		}
		i++
	}
	whole := string(r.buf[:end])
	rec.raw, rec.end = whole[:content], whole[content:]
	rec.fields = make([]string, 0, len(cells))
	for _, c := range cells {
		rec.fields = append(rec.fields, c.text(whole))
	}
	r.cells = cells
	r.use(end)
	return rec, nil
}

// cell is where a field stands, without its quotes.
type cell struct {
	start, end int
	doubled    bool
}

func (c cell) text(record string) string {
	if c.doubled {
		return strings.ReplaceAll(record[c.start:c.end], `""`, `"`)
	}
	return record[c.start:c.end]
}

// skipLine begins to pass over a line that is too long to be kept, and returns its number. The rest
// is read when the next line is asked for: there may be gigabytes of it, or no end at all.
func (r *records) skipLine() int {
	r.skip = true
	return r.line + 1
}

// nextEnd returns the end of the first line in the buffer, as lineEnd does.
func (r *records) nextEnd() (int, error) {
	for r.skip {
		if i := bytes.IndexByte(r.buf, r.eol); i >= 0 {
			r.use(i + 1)
			r.skip = false
			break
		}
		r.buf = r.buf[:0]
		if r.err != nil {
			r.line++
			r.skip = false
			break
		}
		r.fill()
	}
	return r.lineEnd(0)
}

// lineEnd returns the end of the line that starts at from, behind its line feed. It stops early,
// beyond max, when the record becomes too long.
func (r *records) lineEnd(from int) (int, error) {
	searched := from
	for {
		if i := bytes.IndexByte(r.buf[searched:], r.eol); i >= 0 {
			return searched + i + 1, nil
		}
		searched = len(r.buf)
		switch {
		case searched > r.max:
			return searched, nil
		case errors.Is(r.err, io.EOF) && searched > from:
			return searched, nil
		case r.err != nil:
			return 0, r.err
		}
		r.fill()
	}
}

// fill reads once, into the room that was used up, or else into more of it.
func (r *records) fill() {
	if cap(r.buf)-len(r.buf) < readSize {
		room := len(r.buf) + readSize
		if cap(r.store) < room || cap(r.store) > 64*room { // after a long line it need not stay that large
			r.store = make([]byte, r.grow(len(r.buf)))
		}
		r.buf = r.store[:copy(r.store, r.buf)]
	}
	n, err := readOnce(r.src, r.buf[len(r.buf):len(r.buf)+readSize])
	r.buf, r.err = r.buf[:len(r.buf)+n], err
}

// most bounds a record of several lines. It is less than for one line, because what was read ahead
// in vain, for a quote that nothing closes, stays in memory while the rows in it are gone through.
func (r *records) most() int { return r.max / 3 }

// grow says how large the store should be that takes over n bytes. It doubles only while that is
// little, for what it leaves behind is garbage that stays for a while; then it is what a record of
// several lines may take, and at last one of a single line.
func (r *records) grow(n int) int {
	const doubled = 12 // parts of the longest record
	switch most := r.most(); {
	case n < r.max/doubled:
		return 2*n + 2*readSize
	case n < most:
		return most + 2*readSize
	}
	return max(n, r.max) + 2*readSize
}

// readOnce reads something. Readers that keep returning nothing are given up (io.ErrNoProgress).
func readOnce(src io.Reader, into []byte) (int, error) {
	const patience = 100
	for range patience {
		if n, err := src.Read(into); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// use takes n bytes off the buffer.
func (r *records) use(n int) {
	r.line += bytes.Count(r.buf[:n], []byte{r.eol})
	if n > 0 && r.buf[n-1] != r.eol {
		r.line++ // the last line of the file
	}
	r.buf = r.buf[n:]
}

// trim takes the end off a line.
func (r *records) trim(line []byte) []byte {
	if r.eol == '\r' {
		return bytes.TrimSuffix(line, []byte("\r"))
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// nextLine returns the next line with something in it, without its end, and its number; the line
// is valid until the next call. One that is too long is nil.
func (r *records) nextLine() ([]byte, int, error) {
	for {
		end, err := r.nextEnd()
		if err != nil {
			return nil, 0, err
		}
		number := r.line + 1
		if end > r.max {
			return nil, r.skipLine(), nil
		}
		line := r.trim(r.buf[:end])
		r.use(end)
		if len(bytes.Trim(line, " \t\r")) > 0 {
			return line, number, nil
		}
	}
}
