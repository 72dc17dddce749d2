package job

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// textOfItems prepares a file of JSON or YAML for reading. These are Unicode; what is not is the
// fault of its row.
func textOfItems(f *faults, src *peeker, items *Items) (io.Reader, charset) {
	src.firstByte() // enough of it to see the encoding, and no more
	start := src.buf[:min(4, len(src.buf))]
	named := items.Encoding
	switch mark, _ := markOf(start); {
	case named != "" && !isUnicode(named):
		f.add(position{}, "items.encoding says %s, and JSON and YAML are Unicode; convert the file to UTF-8 and leave items.encoding out", named)
		return src, charset{}
	case named == "" && mark == "":
		if named = guessUTF16(start); named == "" {
			named = utf8Name
		}
	}
	c, reason := detectCharset(start, named)
	if reason != "" {
		f.add(position{}, "%s", reason)
		return src, c
	}
	src.buf = src.buf[c.mark:]
	if c.wide {
		return &utf16Reader{src: src, order: c.order()}, c
	}
	return src, c
}

// objects makes items of the texts of objects. It keeps what can be used again for the next one.
type objects struct {
	charset charset
	walker  walker
}

// item makes one of a text, which starts in a line at a column.
func (o *objects) item(text []byte, line, col int) item {
	found, fault := o.walker.members(text)
	it := item{line: line, members: found, text: string(text)}
	if fault != nil {
		it.fault, it.broken = fault.reason, fault.broken
		it.faultLine, it.faultCol = placeIn(text, fault.at, line, col)
	}
	it.raw = o.charset.raw(it.text)
	return it
}

// placeIn says where a byte of a text stands, if the text starts in a line at a column.
func placeIn(text []byte, at, line, col int) (int, int) {
	before := text[:at]
	if n := bytes.Count(before, []byte("\n")); n > 0 {
		return line + n, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	}
	return line, col + utf8.RuneCount(before)
}

// linesReader reads an object from each line.
type linesReader struct {
	records *records
	objects objects
}

func (l *linesReader) lines() int { return l.records.line }

func (l *linesReader) next() (item, error) {
	line, number, err := l.records.nextLine()
	if err != nil {
		return item{}, err
	}
	if line == nil {
		return item{line: number, fault: "the line is longer than " + mib(l.records.max)}, nil
	}
	it := l.objects.item(line, number, 1)
	if it.broken || it.fault != "" && line[0] == '[' {
		it.fault += advice(line)
	}
	return it, nil
}

// advice says what a line that is no object may come from.
func advice(line []byte) string {
	line = bytes.Trim(line, " \t\r") // what nextLine takes for blank, and no more
	switch first, last := line[0], line[len(line)-1]; {
	case first == '[':
		return "; a file that is one list is called .json, or items.format says json"
	case first == '{' && (last == '{' || last == ',' || len(line) == 1):
		return "; in JSON lines each line is a whole object, without a comma behind it"
	}
	return ""
}

// arrayReader reads the objects of a JSON array, one after the other. Behind an element that is
// broken nothing can be found any more: that ends the file.
type arrayReader struct {
	file    string
	objects objects
	records *records // for its buffer
	line    int      // where buf starts, from 1
	col     int      // characters before it in this line
	started bool
	ended   bool
	first   bool // no element has been read
}

func newArrayReader(file string, src io.Reader, c charset) *arrayReader {
	return &arrayReader{file: file, objects: objects{charset: c}, records: newRecords(src), line: 1, first: true}
}

func (a *arrayReader) lines() int { return a.line - 1 }

// failure ends the file at the byte at of the buffer.
func (a *arrayReader) failure(at int, reason string) error {
	line, col := placeIn(a.records.buf, min(at, len(a.records.buf)), a.line, a.col+1)
	a.ended = true
	return &FileError{File: a.file, Line: line, Col: col, Reason: printable(reason)}
}

// advance takes n bytes off the buffer.
func (a *arrayReader) advance(n int) {
	line, col := placeIn(a.records.buf, n, a.line, a.col+1)
	a.line, a.col = line, col-1
	a.records.buf = a.records.buf[n:]
}

// token returns the next byte that is not white space, and io.EOF at the end.
func (a *arrayReader) token() (byte, error) {
	for {
		text := a.records.buf
		for i, b := range text {
			if !isSpace(b) {
				a.advance(i)
				return b, nil
			}
		}
		a.advance(len(text))
		if a.records.err != nil {
			return 0, a.records.err
		}
		a.records.fill()
	}
}

func (a *arrayReader) next() (item, error) {
	if a.ended {
		return item{}, io.EOF
	}
	if !a.started {
		if err := a.start(); err != nil {
			a.ended = true
			return item{}, err
		}
	}
	b, err := a.token()
	if err == nil && b == ',' && !a.first {
		a.advance(1)
		if b, err = a.token(); err == nil && b == ']' {
			return item{}, a.failure(0, "not valid JSON: there is a comma before the end of the array; the rows after this place, if any, were not read")
		}
	} else if err == nil && b != ']' && !a.first {
		return item{}, a.failure(0, "not valid JSON: a comma is missing between two rows; the rows from here on were not read")
	}
	switch {
	case errors.Is(err, io.EOF):
		return item{}, a.failure(0, "the file ends before the array does; it has been cut off")
	case err != nil:
		return item{}, err
	case b == ']':
		return item{}, a.finish()
	}
	a.first = false
	end, err := a.elementEnd()
	if err != nil {
		return item{}, err
	}
	if end == 0 {
		return item{}, a.failure(0, "not valid JSON: a row is missing here; the rows from here on were not read")
	}
	text := a.records.buf[:end]
	it := a.objects.item(text, a.line, a.col+1)
	if it.broken {
		at, reason := syntaxFault(text)
		return item{}, a.failure(at, "not valid JSON: "+reason+"; the rows from here on were not read")
	}
	a.advance(end)
	return it, nil
}

func (a *arrayReader) start() error {
	b, err := a.token()
	switch {
	case errors.Is(err, io.EOF):
		return &FileError{File: a.file, Reason: "the file is empty; it must be a JSON array of objects, such as [{\"id\": 1}], and [] where there are no items"}
	case err != nil:
		return err
	case b == '{':
		return a.failure(0, `this is one object, and a .json file must be an array of them, such as [{"id": 1}, {"id": 2}]; a file with an object on each line is called .jsonl`)
	case b != '[':
		return a.failure(0, "a .json file must be an array of objects, and this is none")
	}
	a.advance(1)
	a.started = true
	return nil
}

// finish looks at what stands behind the array.
func (a *arrayReader) finish() error {
	a.advance(1)
	_, err := a.token()
	if err == nil {
		return a.failure(0, "there is something behind the end of the array, which was not read")
	}
	a.ended = true
	return err // io.EOF, or a failure to read
}

// elementEnd finds the end of the element that the buffer starts with.
func (a *arrayReader) elementEnd() (int, error) {
	r := a.records
	depth, quoted := 0, false
	for i := 0; ; {
		if i >= len(r.buf) {
			switch {
			case len(r.buf) > r.max:
				return 0, a.failure(0, "a row is longer than "+mib(r.max)+"; the rows from here on were not read")
			case errors.Is(r.err, io.EOF):
				at, reason := syntaxFault(r.buf)
				return 0, a.failure(at, "not valid JSON: "+reason+"; the file ends inside of a row")
			case r.err != nil:
				return 0, r.err
			}
			r.fill()
			continue
		}
		if quoted {
			n, b := inString(r.buf[i:])
			switch i += n; b {
			case '"':
				if quoted = false; depth == 0 {
					return i, nil
				}
			case '\n':
				return i, nil // no string has one: what is here is broken
			}
			continue
		}
		switch b := r.buf[i]; {
		case b == '"':
			quoted = true
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			if depth <= 1 {
				return i + depth, nil
			}
			depth--
		case depth == 0 && (b == ',' || isSpace(b)):
			return i, nil
		}
		i++
	}
}

// inString passes over a piece of a string: up to its closing quote, an escape or a line feed, which
// it returns, and at most so much that looking for all three of them takes no time to speak of.
func inString(text []byte) (n int, b byte) {
	const piece = 512
	text = text[:min(piece, len(text))]
	for _, c := range []byte{'"', '\\', '\n'} { // what is most often near comes first
		if i := bytes.IndexByte(text, c); i >= 0 {
			text, b = text[:i], c
		}
	}
	switch n = len(text); b {
	case 0:
		return n, 0
	case '\\':
		return n + 2, b
	}
	return n + 1, b
}
