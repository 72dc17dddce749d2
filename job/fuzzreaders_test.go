package job_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/batchagent/batchagent/job"
)

// fuzzRead reads a file as if it were called name. The id is the line, and nothing is needed.
func fuzzRead(t *testing.T, name string, r io.Reader) (src *job.Source, rows []job.Row, err error) {
	t.Helper()
	j := itemsOf(t, name, r, "items.empty=text", "params.id=x", "params.due=y", "tool.http.request=GET http://h/")
	src, err = j.OpenItems()
	if err != nil {
		if err.Error() == "" {
			t.Fatal("an error that says nothing")
		}
		return nil, nil, err
	}
	for row := range src.Rows() {
		last := len(rows) - 1
		if row.Index != len(rows) || row.ID == "" || row.Line < 1 || last >= 0 && row.Line < rows[last].Line || last >= 0 && name != "a.json" && name != "a.yaml" && row.Line == rows[last].Line {
			t.Fatalf("row %d is %+v", len(rows), row)
		}
		args, err := j.Args(row)
		if (err != nil) != (row.Err != nil) || err == nil && !json.Valid(args) {
			t.Fatalf("%s, %v and %v", args, err, row.Err)
		}
		for column := range row.Values() {
			if raw, ok := row.JSON(column); ok && !json.Valid(raw) {
				t.Fatalf("column %q is %q", column, raw)
			}
		}
		rows = append(rows, row)
	}
	return src, rows, src.Err()
}

// bothWays reads at once and byte by byte, which must make no difference.
func bothWays(t *testing.T, name string, data []byte) (*job.Source, []job.Row, error) {
	t.Helper()
	src, rows, err := fuzzRead(t, name, bytes.NewReader(data))
	_, slow, slowErr := fuzzRead(t, name, iotest.OneByteReader(bytes.NewReader(data)))
	if len(rows) != len(slow) || (err == nil) != (slowErr == nil) || err != nil && err.Error() != slowErr.Error() {
		t.Fatalf("%d rows and %v, and byte by byte %d and %v", len(rows), err, len(slow), slowErr)
	}
	for i := range rows {
		if describe(rows[i]) != describe(slow[i]) || rows[i].Raw != slow[i].Raw {
			t.Fatalf("%s, and byte by byte %s", describe(rows[i]), describe(slow[i]))
		}
	}
	return src, rows, err
}

// squeeze leaves out what stands between rows.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

func rawsOf(rows []job.Row) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(row.Raw)
		b.WriteByte('\n')
	}
	return b.String()
}

// FuzzTables: with everything detected, each byte of the file is in the header or in a row, and the
// same bytes with another file's name are as good.
func FuzzTables(f *testing.F) {
	for _, text := range []string{
		"id;due\n1;a\n", "sep=|\r\nid|due\r\n1|\"a\r\nb\"\r\n", "id\tdue\r1\t\"\r2\t3\r", "\xff\xfei\x00d\x00\n\x001\x00\n\x00\x00\xd8", "\xfe\xff\x00i\x00d\x00\r\x00\n\x00\"\xdc\x00\x00", "id,caf\xe9\n1,\x80\n", "\xef\xbb\xbfid\n\x00\n", "id,due\n1.0E+12,\n", "#TYPE x\nid,due\n1,a\n", "\xef\xbb\xbfid,due\n\xef\xbb\xbfid,due\n", "id,due\n1\x00,a\nid,due\n",
	} {
		f.Add([]byte(text), true)
		f.Add([]byte(text), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, tsv bool) {
		name := "a.csv"
		if tsv {
			name = "a.tsv"
		}
		src, rows, err := bothWays(t, name, data)
		if src == nil {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		table, ok := src.Table()
		if !ok {
			t.Fatal("no table")
		}
		for _, row := range rows {
			if !bytes.Contains(data, []byte(row.Raw)) {
				t.Fatalf("%q is not in the file", row.Raw)
			}
		}
		if strings.HasPrefix(table.Encoding, "utf-16") {
			return
		}
		text := strings.TrimPrefix(string(data), "\xef\xbb\xbf")
		if i := strings.IndexAny(text, "\r\n"); i > 0 && strings.HasPrefix(strings.ToLower(strings.Trim(text[:i], `"`)), "sep=") && !strings.HasPrefix(text, table.Header) {
			text = text[i:]
		}
		if got := squeeze(table.Header + "\n" + rawsOf(rows)); got != squeeze(text) {
			t.Fatalf("the rows make up %q of %q", got, squeeze(text))
		}
	})
}

// FuzzJSONL: each line that is not blank is a row, and it can be read exactly if it is an object
// without a key twice.
func FuzzJSONL(f *testing.F) {
	for _, text := range []string{
		"{\"id\":1}\n{\"id\":2}", "\xef\xbb\xbf{}\r\n\r\n[1]\n", "{\"a\":{\"b\":[{\"c\":\"}\\\"\\\\\"}]}}\n", "{\"a\":1,\"a\":2}\n{\"a\":\xff}\n", "{\"a\":\"\\ud800\\udc00\\udbff\"}\n", "[{},\n{}]", "\v", "\f\n{}", "\xff\xfe\x00\x00}\x00", "\xef\xbb\xbf{}\n\xef\xbb\xbf{}", "{\"a\":1 , \"b\" : [ ] }", "{\n", "\xff\xfe{\x00}\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src, rows, err := bothWays(t, "a.jsonl", data)
		if bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")) {
			if src != nil {
				t.Fatal("UTF-32 was read")
			}
			return
		}
		if src == nil || err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(data, 0) >= 0 || bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
			return // perhaps UTF-16
		}
		next := 0
		for line := range bytes.SplitSeq(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), []byte("\n")) {
			if len(bytes.Trim(line, " \t\r")) == 0 {
				continue
			}
			if next == len(rows) {
				t.Fatalf("%d rows", len(rows))
			}
			row := rows[next]
			next++
			var object map[string]json.RawMessage
			isObject := json.Unmarshal(line, &object) == nil && object != nil
			if row.Err != nil {
				if isObject && !strings.Contains(row.Err.Error(), "stands twice") && !strings.Contains(row.Err.Error(), "not UTF-8") && !strings.Contains(row.Err.Error(), "half of a character") {
					t.Fatalf("%q: %v", line, row.Err)
				}
				continue
			}
			if !isObject {
				t.Fatalf("%q was taken for an object", line)
			}
			n := 0
			for name, raw := range object {
				if strings.HasPrefix(name, "_") {
					n++
					continue
				}
				got, ok := row.JSON(name)
				var want bytes.Buffer
				if json.Compact(&want, raw) != nil || !ok || want.String() != string(got) {
					t.Fatalf("%q: %q is %q", line, name, got)
				}
				n++
			}
			if n != len(object) {
				t.Fatalf("%q", line)
			}
		}
		if next != len(rows) {
			t.Fatalf("%d rows of %d lines", len(rows), next)
		}
	})
}

// FuzzJSON: what encoding/json reads as an array gives its elements, and everything else ends with
// an error.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{
		"[{\"id\":1},{\"id\":2}]", "[]", " [ {} , [ ] , \"a\\\"]\" , 1.5e3,null ] \n", "[{}", "[{},]", "[{}{}]", "[,]", "[{}] x", "{}", "[{\"a\":]}]", "[\"\n\"]", "[}]", "[tru]", "[\x8c]", "[{\"a\":\"\x8c\"}]", "\xef\xbb\xbf[{\"a\":1,\"a\":2}]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, rows, err := bothWays(t, "a.json", data)
		if bytes.IndexByte(data, 0) >= 0 || bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
			return // perhaps UTF-16
		}
		var elements []json.RawMessage
		data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
		isArray := json.Unmarshal(data, &elements) == nil && elements != nil
		if isArray != (err == nil) {
			t.Fatalf("an array: %v, and %v", isArray, err)
		}
		if !isArray {
			return
		}
		if len(rows) != len(elements) {
			t.Fatalf("%d rows of %d elements", len(rows), len(elements))
		}
		for i, row := range rows {
			if row.Raw != string(elements[i]) {
				t.Fatalf("element %d is %q, and not %q", i, elements[i], row.Raw)
			}
		}
	})
}

// FuzzYAML: each line from the first dash on is part of a row.
func FuzzYAML(f *testing.F) {
	for _, text := range []string{
		"- id: 1\n  due: x\n- {id: 2}\n", "  - a: |\n      - b\n\n  - c: &x [*x]\n", "[{a: b}, 7]\n", "---\n# x\n- a: 'b\n- c'\n", "-\n-\n- - x\n", "- a: 1\n  a: 2\n", "a: b\n", "- {a: b\n- c: d\n...\n", "- \xff\n", "- \"\\uD800\": x\r\n-\ta: b\n", "- ? a\n  : b\n", "- a: b\r- c: d\r", "- a: b\n\xef\xbb\xbf- c: d\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 10_000 {
			return // the parser is slow
		}
		_, rows, err := bothWays(t, "a.yaml", data)
		if err != nil || len(rows) == 0 || bytes.IndexByte(data, 0) >= 0 || bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
			return
		}
		if bytes.Contains(data, []byte("\n...")) || !bytes.Contains(data, []byte("-")) || strings.HasPrefix(strings.TrimLeft(rows[0].Raw, " "), "{") {
			return
		}
		if first := strings.TrimLeft(rows[0].Raw, " "); !strings.HasPrefix(first, "-") {
			return // of a list in brackets
		}
		if !strings.HasSuffix(squeeze(string(data)), squeeze(rawsOf(rows))) {
			t.Fatalf("the rows %q are not the end of %q", rawsOf(rows), data)
		}
	})
}
