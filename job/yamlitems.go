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
	indent  int    // of the dashes, -1 before the first one
	line    []byte // the first line of the next element
	number  int    // its number
	flow    []item // the rows of a list in brackets
	ended   bool
	after   error // what is wrong behind the last row
}

func newYAMLReader(file string, src io.Reader, c charset) *yamlReader {
	return &yamlReader{file: file, charset: c, records: newRecords(src), indent: -1}
}

func (y *yamlReader) lines() int { return y.records.line }

func (y *yamlReader) failure(line int, format string, args ...any) error {
	y.ended = true
	return &FileError{File: y.file, Line: line, Reason: fmt.Sprintf(format, args...)}
}

// readLine returns the next line with its end; nil is one that is too long.
func (y *yamlReader) readLine() ([]byte, int, error) {
	r := y.records
	end, err := r.lineEnd(0)
	if err != nil {
		return nil, r.line, err
	}
	number := r.line + 1
	if end > r.max {
		_, err := r.skipLine()
		return nil, number, err
	}
	line := r.buf[:end]
	r.use(end)
	return line, number, nil
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
	chunk, first := append([]byte(nil), y.line...), y.number
	large := len(chunk) > maxFile
	for {
		line, number, err := y.readLine()
		switch {
		case errors.Is(err, io.EOF):
			y.ended = true
			return y.element(chunk, first, large), nil
		case err != nil:
			return item{}, err
		case y.isDash(line):
			y.line, y.number = append(y.line[:0], line...), number
			return y.element(chunk, first, large), nil
		case isMarker(line, "---"), isMarker(line, "..."):
			y.after = y.finish(line, number) // the row before is one all the same
			y.ended = true
			return y.element(chunk, first, large), nil
		case line == nil || len(chunk)+len(line) > maxFile:
			large = true
		case !large:
			chunk = append(chunk, line...)
		}
	}
}

// start looks for the first element.
func (y *yamlReader) start() error {
	for {
		line, number, err := y.readLine()
		if errors.Is(err, io.EOF) {
			return &FileError{File: y.file, Reason: `the file is empty; it must be a YAML list of mappings, such as "- id: 1", and [] where there are no items`}
		}
		if err != nil {
			return err
		}
		text := bytes.TrimLeft(line, " ")
		switch {
		case len(bytes.TrimSpace(line)) == 0 && line != nil, bytes.HasPrefix(text, []byte("#")), bytes.HasPrefix(line, []byte("%")), isMarker(line, "---"):
			continue
		case bytes.HasPrefix(text, []byte("[")):
			return y.readFlow(line, number)
		}
		y.indent = len(line) - len(text)
		if !y.isDash(line) {
			return y.failure(number, `a .yaml file of items must be a list of mappings, each of which starts with "- ", and this is none`)
		}
		y.line, y.number = append(y.line[:0], line...), number
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
func (y *yamlReader) finish(line []byte, number int) error {
	document := isMarker(line, "---")
	for {
		if document {
			return y.failure(number, "a second YAML document starts here; the items must be one list; the rows behind this place were not read")
		}
		var err error
		line, number, err = y.readLine()
		if errors.Is(err, io.EOF) {
			y.ended = true
			return nil
		}
		if err != nil {
			return err
		}
		text := bytes.TrimSpace(line)
		document = line == nil || len(text) > 0 && text[0] != '#'
	}
}

// readFlow reads a list in brackets as a whole.
func (y *yamlReader) readFlow(line []byte, number int) error {
	text := append([]byte(nil), line...)
	for {
		more, _, err := y.readLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if text = append(text, more...); more == nil || len(text) > maxFile {
			return y.failure(number, `a list in brackets may not be larger than 1 MiB; write each row as "- …", or name the file .json if that is what it is`)
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
	if p, bad := invalidUTF8(text); bad {
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
