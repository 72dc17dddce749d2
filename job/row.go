package job

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
)

// Row is one item as it stands in the file. It is a value that nothing changes any more.
type Row struct {
	// Index counts the rows from 0, also the ones that cannot be read.
	Index int
	// Line is where the row starts in the file, from 1.
	Line int
	// ID is what identifies the item. For a row that cannot be read, or has no id, or in a file
	// without an id, it is "line-N"; and "line-N.2" for the second row that starts on line N, which
	// JSON can have.
	ID string
	// Raw is the row byte for byte as it stands in the file, without the end of its line: in the
	// encoding of the file, which need not be UTF-8. For an element of items.list it is the value as
	// JSON.
	Raw string
	// Err says why the row cannot be used, as a *[FileError]. The rows around it can.
	Err error

	fields  []string // of a table
	text    string   // of an object
	members []member // of an object, in text
	header  *header
}

// Value returns the text of a cell, and false where there is no such column. For a row that is an
// object, it is the text of a string, and any other value as JSON.
func (r Row) Value(column string) (string, bool) {
	if r.header == nil {
		return "", false
	}
	if r.header.typed {
		raw, ok := r.JSON(column)
		if ok && raw[0] == '"' {
			return jsonText(string(raw)), true
		}
		return string(raw), ok
	}
	if len(r.fields) != len(r.header.names) {
		return "", false
	}
	i, ok := r.header.index[column]
	if !ok {
		return "", false
	}
	return r.fields[i], true
}

// JSON returns the value of a column as compact JSON, and false where there is none. A cell of a
// table is always a string; what is in an object has its own type, and each digit that was written.
func (r Row) JSON(column string) (json.RawMessage, bool) {
	if r.header == nil || !r.header.typed {
		text, ok := r.Value(column)
		if !ok {
			return nil, false
		}
		return textJSON(text), true
	}
	if isOurs(column) {
		return nil, false
	}
	for _, m := range r.members {
		if m.name == column {
			return compactJSON(r.text[m.start:m.end]), true
		}
	}
	return nil, false
}

// compactJSON takes the white space out of a list or an object.
func compactJSON(value string) json.RawMessage {
	if value[0] == '{' || value[0] == '[' {
		var b bytes.Buffer
		if json.Compact(&b, []byte(value)) == nil {
			return b.Bytes()
		}
	}
	return json.RawMessage(value)
}

// resolve returns the value of a name, with dots or without.
func (r Row) resolve(name string) (json.RawMessage, bool) {
	if raw, ok := r.JSON(name); ok {
		return raw, true
	}
	if r.header == nil || r.header.paths[name] == nil {
		return nil, false
	}
	raw, ok, err := r.header.paths[name].Value(r.JSON, nil)
	return raw, ok && err == nil
}

// Values yields the columns with their cells as [Row.Value] gives them, in the order of the file. A
// row with the wrong number of fields has none. Objects have the names that they have.
func (r Row) Values() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if r.header == nil {
			return
		}
		if r.header.typed {
			for _, m := range r.members {
				if text, ok := r.Value(m.name); ok && !yield(m.name, text) {
					return
				}
			}
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
