package job

import (
	"slices"
	"strconv"
	"strings"
)

// next returns the next row of the table.
func (t *tableReader) next() (item, error) {
	rec, err := t.records.next()
	if err != nil {
		return item{}, err
	}
	it := item{line: rec.line, fault: t.unreadable(&rec)}
	it.raw, it.fields = t.charset.raw(rec.raw), rec.fields
	return it, nil
}

func (t *tableReader) lines() int { return t.records.line }

// unreadable decodes a record, or says why it is no row.
func (t *tableReader) unreadable(rec *record) string {
	if rec.fault != "" && !strings.HasPrefix(rec.raw, byteOrderMark) {
		return rec.fault
	}
	decoded := t.charset.decode(rec)
	switch n := nulField(rec.fields); {
	case strings.HasPrefix(rec.raw, byteOrderMark) && t.charset.table == nil:
		return "a byte order mark, which cannot be seen, stands before the row, as where files were put together; remove it"
	case !decoded:
		return "the row is not " + t.charset.title() + "; " + t.charset.advice()
	case n > 0:
		return "there is a NUL byte in field " + strconv.Itoa(n) + ", which no text has; the file is damaged, or it is no text"
	case len(rec.fields) != len(t.header.names):
		return "the row has " + count(len(rec.fields), "field") + ", and the header has " + count(len(t.header.names), "column")
	case slices.Equal(rec.fields, t.header.names):
		return "this is the header once more, as where files were put together; remove the row"
	}
	return ""
}

// nulField returns the number of the first field with a NUL byte in it, or 0.
func nulField(fields []string) int {
	for i, field := range fields {
		if strings.IndexByte(field, 0) >= 0 {
			return i + 1
		}
	}
	return 0
}

// decode turns the fields into UTF-8, or says false.
func (c charset) decode(rec *record) bool {
	if c.table == nil {
		_, ok := c.text(rec.raw)
		return ok
	}
	if isASCII(rec.raw) {
		return true
	}
	for i, field := range rec.fields {
		text, ok := c.text(field)
		if !ok {
			return false
		}
		rec.fields[i] = text
	}
	return true
}

// title is the encoding's name in a sentence.
func (c charset) title() string {
	switch {
	case c.wide:
		return "UTF-16"
	case !strings.HasPrefix(c.name, "windows"):
		return strings.ToUpper(c.name)
	}
	return strings.ToUpper(c.name[:1]) + c.name[1:]
}

func (c charset) advice() string {
	if c.name == utf8Name {
		return "save the file as UTF-8, or say with items.encoding what it is in"
	}
	return "say with items.encoding what the file is in, or save it as UTF-8"
}
