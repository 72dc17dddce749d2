package job

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml/ast"
)

// yamlReader reads the elements of a YAML list, one at a time. An element starts with a dash that
// stands as far right as the first one, and nothing inside of an element can stand there, so that
// each is read by itself: a broken one is one broken row, and a file of any size is read row by row.
// For the same reason, and because a few lines of them can stand for gigabytes, there are no
// anchors and aliases.
type yamlReader struct {
	file    string
	charset charset
	records *records
	indent  int      // of the dashes, -1 before the first one
	line    yamlLine // the first line of the next element
	flow    []item   // the rows of a list in brackets
	ended   bool
	after   error // what is wrong behind the last row
}

func newYAMLReader(file string, src io.Reader, c charset) *yamlReader {
	r := newRecords(src)
	r.max = maxFile
	return &yamlReader{file: file, charset: c, records: r, indent: -1}
}

func (y *yamlReader) lines() int { return y.records.line }

func (y *yamlReader) failure(line int, format string, args ...any) error {
	y.ended = true
	return &FileError{File: y.file, Line: line, Reason: fmt.Sprintf(format, args...)}
}

// yamlLine is a line with its end, or the start of one that is too long.
type yamlLine struct {
	text   []byte // valid until the next one is read
	number int
	long   bool
}

func (y *yamlReader) readLine() (yamlLine, error) {
	r := y.records
	end, err := r.nextEnd()
	if err != nil {
		return yamlLine{number: r.line}, err
	}
	line := yamlLine{text: r.buf[:end], number: r.line + 1, long: end > r.max}
	if line.long {
		line.text = line.text[:readSize]
		r.skipLine()
		return line, nil
	}
	r.use(end)
	return line, nil
}

func (y *yamlReader) next() (item, error) {
	if len(y.flow) > 0 {
		it := y.flow[0]
		y.flow = y.flow[1:]
		return it, nil
	}
	if y.after != nil {
		return item{}, y.after
	}
	if y.ended {
		return item{}, io.EOF
	}
	if y.indent < 0 {
		if err := y.start(); err != nil {
			y.ended = true
			return item{}, err
		}
		if len(y.flow) > 0 || y.ended {
			return y.next()
		}
	}
	chunk, first, large := bytes.Clone(y.line.text), y.line.number, y.line.long
	for {
		line, err := y.readLine()
		switch {
		case errors.Is(err, io.EOF):
			y.ended = true
			return y.element(chunk, first, large), nil
		case err != nil:
			return item{}, err
		case y.isDash(line.text):
			y.keep(line)
			return y.element(chunk, first, large), nil
		case isMarker(line.text, "---"), isMarker(line.text, "..."):
			y.after = y.finish(line) // the row before is one all the same
			y.ended = true
			return y.element(chunk, first, large), nil
		case line.long, len(chunk)+len(line.text) > maxFile:
			large = true
		case !large:
			chunk = append(chunk, line.text...)
		}
	}
}

// keep remembers the first line of the next element.
func (y *yamlReader) keep(line yamlLine) {
	line.text = append(y.line.text[:0], line.text...)
	y.line = line
}

// start looks for the first element.
func (y *yamlReader) start() error {
	for {
		line, err := y.readLine()
		if errors.Is(err, io.EOF) {
			return &FileError{File: y.file, Reason: `the file is empty; it must be a YAML list of mappings, such as "- id: 1", and [] where there are no items`}
		}
		if err != nil {
			return err
		}
		text := bytes.TrimLeft(line.text, " ")
		switch {
		case len(bytes.TrimSpace(text)) == 0 && !line.long, bytes.HasPrefix(text, []byte("#")), bytes.HasPrefix(line.text, []byte("%")), isMarker(line.text, "---"):
			continue
		case bytes.HasPrefix(text, []byte("[")):
			return y.readFlow(line)
		}
		y.indent = len(line.text) - len(text)
		if !y.isDash(line.text) {
			return y.failure(line.number, `a .yaml file of items must be a list of mappings, each of which starts with "- ", and this is none`)
		}
		y.keep(line)
		return nil
	}
}

// isDash says whether a line starts an element.
func (y *yamlReader) isDash(line []byte) bool {
	if len(line) <= y.indent || line[y.indent] != '-' || len(bytes.TrimLeft(line[:y.indent], " ")) > 0 {
		return false
	}
	return len(line) == y.indent+1 || isSpace(line[y.indent+1])
}

func isMarker(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || isSpace(rest[0]))
}

// finish looks at what stands behind the list: nothing but comments may.
func (y *yamlReader) finish(line yamlLine) error {
	document := isMarker(line.text, "---")
	for {
		if document {
			return y.failure(line.number, "a second YAML document starts here; the items must be one list; the rows behind this place were not read")
		}
		var err error
		line, err = y.readLine()
		if errors.Is(err, io.EOF) {
			y.ended = true
			return nil
		}
		if err != nil {
			return err
		}
		text := bytes.TrimSpace(line.text)
		document = len(text) > 0 && text[0] != '#'
	}
}

// readFlow reads a list in brackets as a whole.
func (y *yamlReader) readFlow(line yamlLine) error {
	number := line.number
	text := bytes.Clone(line.text)
	for more := line; ; text = append(text, more.text...) {
		if more.long || len(text) > maxFile {
			return y.failure(number, `a list in brackets may not be larger than 1 MiB; write each row as "- …", or name the file .json if that is what it is`)
		}
		var err error
		more, err = y.readLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	y.ended = true
	elements, fault := yamlElements(text, y.file, number)
	if fault != nil {
		return fault
	}
	for _, e := range elements {
		y.flow = append(y.flow, nodeItem(e, "a row must be a mapping, such as {id: 1}"))
	}
	return nil
}

// element reads one element of the list.
//
//nolint:revive // large is a fact about the chunk, and not a mode
func (y *yamlReader) element(chunk []byte, line int, large bool) item {
	raw := y.charset.raw(string(bytes.TrimRight(chunk, "\r\n")))
	if large {
		return item{line: line, raw: raw, fault: "the row is larger than 1 MiB, which is too much for YAML; JSON lines (.jsonl) can have such rows"}
	}
	elements, fault := yamlElements(chunk, y.file, line)
	it := item{line: line}
	switch {
	case fault != nil:
		it.fault, it.faultLine, it.faultCol = fault.Reason, fault.Line, fault.Col
	case len(elements) == 1:
		it = nodeItem(elements[0], `a row must be a mapping, such as "- id: 1"`)
	default:
		it.fault = `a row must be a mapping, such as "- id: 1"`
	}
	it.line, it.raw = line, raw
	return it
}

// yamlElements reads a list, which starts on a line of a file. Its positions are those in the file.
func yamlElements(text []byte, file string, line int) (elements []*node, fault *FileError) {
	f := &faults{file: file}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if at, reason := strangeInYAML(text); reason != "" {
		l, col := placeIn(text, at, 1, 1)
		f.add(position{line: l, col: col}, "%s", reason)
	} else if p, bad := invalidUTF8(text); bad {
		f.add(p, "the row is not UTF-8 from here on; save the file as UTF-8")
	} else if doc := parse(f, string(text)); doc != nil && len(f.all) == 0 {
		for _, d := range doc.Docs {
			if d.Body == nil || len(f.all) > 0 {
				continue
			}
			list, ok := d.Body.(*ast.SequenceNode)
			if !ok {
				f.add(start(d.Body), "this belongs to no row")
				continue
			}
			elements = append(elements, converter{f, "items", line - 1}.convert(list).elements...)
		}
	}
	if len(f.all) > 0 {
		_ = f.err() // sorts them
		fault = f.all[0]
		fault.Line += line - 1
		return nil, fault
	}
	for _, e := range elements {
		e.pos.line += line - 1
	}
	return elements, nil
}

// strangeInYAML finds what the parser passes over or gives misleading messages about.
func strangeInYAML(text []byte) (at int, reason string) {
	if at = bytes.IndexByte(text, '\r'); at >= 0 {
		return at, "a line ends in CR alone here; save the file with LF or CR LF at the ends of lines"
	}
	if at = bytes.IndexByte(text, 0); at >= 0 {
		return at, "there is a NUL byte here, which no text has; the file is damaged, or it is no text"
	}
	if at = bytes.Index(text, []byte("\n"+byteOrderMark)); at >= 0 {
		return at + 1, "a byte order mark, which cannot be seen, stands here, as where files were put together; remove it"
	}
	return 0, ""
}

// nodeItem makes an item of a value that was read from YAML, as JSON.
func nodeItem(n *node, advice string) item {
	it := item{line: n.pos.line}
	if n.kind != mappingNode {
		if it.fault = advice + ", and " + n.what(); n.kind != nullNode || n.text != "" {
			it.faultCol = n.pos.col
		}
		it.raw = string(n.json())
		return it
	}
	return (&objects{}).item(n.json(), n.pos.line, n.pos.col)
}
