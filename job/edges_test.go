package job_test

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// TestReaderEdges: what stands at the edge of what is read at once, or is seen in one row of many.
func TestReaderEdges(t *testing.T) {
	t.Parallel()
	var keys strings.Builder
	for i := range 40 {
		fmt.Fprintf(&keys, ",\"k%d\":%d", i, i)
	}
	const sample = 64 << 10
	pad := func(n int) string { return "id,due\n1,a\n" + strings.Repeat("\n", n-len("id,due\n1,a\n2,")) + "2," }
	const one = "2 1 {\"id\":\"1\",\"due\":\"a\"}\n"
	runReaders(t, []readerCase{
		{name: "a letter across the end of the sample", file: "a.csv", text: pad(sample-1) + "é\n", want: one + "65525 2 {\"id\":\"2\",\"due\":\"é\"}\n"},
		{name: "control characters that ISO-8859-1 has, and no text", file: "a.csv", set: []string{"items.encoding=latin1"}, text: "id,due\n1,a\n2,\x80\n3,\xe9\n", want: one + "3 line-3: a.csv:3: the row is not ISO-8859-1; say with items.encoding what the file is in, or save it as UTF-8\n4 3 {\"id\":\"3\",\"due\":\"é\"}\n"},
		{name: "UTF-16 in YAML without a mark", file: "a.yaml", text: utf16le("- id: 1\n  due: é\n"), want: "~ a.yaml: read as utf-16le\n1 1 {\"id\":1,\"due\":\"é\"}\n"},
		{name: "UTF-16 in JSON lines without a mark, blanks first", file: "a.jsonl", text: utf16be("  {\"id\":1,\"due\":\"é\"}\n"), want: "~ a.jsonl: read as utf-16be\n1 1 {\"id\":1,\"due\":\"é\"}\n"},
		{name: "a line of JSON that is blank to some", file: "a.jsonl", text: "\v\n\f\n{\"id\":1,\"due\":2}\n", want: "1 line-1: a.jsonl:1:1: not valid JSON: invalid character '\\v' looking for beginning of value\n2 line-2: a.jsonl:2:1: not valid JSON: invalid character '\\f' looking for beginning of value\n3 1 {\"id\":1,\"due\":2}\n"},
		{name: "a better header, but with commas in TSV", file: "a.tsv", text: "x\ty\nid,due\n1,a\n", want: "! job.yaml:2:24: tool.http.request: \"id\" is not a column of a.tsv; there are x, y in the first row, which must name the columns\n! job.yaml:2:57: tool.http.body.due: \"due\" is not a column of a.tsv; there are x, y in the first row, which must name the columns\n"},
		{name: "a mark before a row in quotes", file: "a.csv", text: "id,due\n1,a\n\xef\xbb\xbf\"2\",\"b\"\n", want: one + "3 line-3: a.csv:3: a byte order mark, which cannot be seen, stands before the row, as where files were put together; remove it\n"},
		{name: "the same three bytes in Windows-1252 are letters", file: "a.csv", set: []string{"items.encoding=cp1252"}, text: "id,due\n1,a\n\xef\xbb\xbf2,b\n", want: one + "3 ï»¿2 {\"id\":\"ï»¿2\",\"due\":\"b\"}\n"},
		{name: "a row that is like the header but for one cell", file: "a.csv", text: "id,due\n1,a\nid,Due\n", want: one + "3 id {\"id\":\"id\",\"due\":\"Due\"}\n"},
		{name: "a key twice among many", file: "a.jsonl", text: "{\"id\":1,\"due\":2" + keys.String() + ",\"k30\":1}\n{\"id\":2,\"due\":3" + keys.String() + "}\n", want: "1 line-1: a.jsonl:1:" + strconv.Itoa(len("{\"id\":1,\"due\":2"+keys.String()+",")+1) + ": the key \"k30\" stands twice in this object\n2 2 {\"id\":2,\"due\":3}\n"},
		{name: "ids with a blank on one side", file: "a.csv", text: "id,due\n1,a\n\u00a02,b\n3\u2003,c\n4 4,d\n", want: one + "3 line-3: a.csv:3: the id, column \"id\", is \"\\u00a02\", with a blank before or behind it, so that it is another one than it seems; remove that\n4 line-4: a.csv:4: the id, column \"id\", is \"3\\u2003\", with a blank before or behind it, so that it is another one than it seems; remove that\n5 4 4 {\"id\":\"4 4\",\"due\":\"d\"}\n"},
		{name: "an element of YAML that is broken far down", file: "a.yaml", text: "- {id: 1, due: a}\n\n- id: 2\n  due: {}\n  x: &y 1\n", want: "1 1 {\"id\":1,\"due\":\"a\"}\n3 line-3: a.yaml:5:6: anchors and aliases (& and *) are not possible in items; write the value out\n"},
		{name: "rows of YAML in brackets, and one that is none", file: "a.yaml", text: "# a list\n[\n{id: 1, due: a},\n7]\n", want: "3 1 {\"id\":1,\"due\":\"a\"}\n4 line-4: a.yaml:4:1: a row must be a mapping, such as {id: 1}, and 7 is a number\n"},
	})
}

// TestWideCharacters: characters of two units in UTF-16 come out whole, wherever the file is cut to be read.
func TestWideCharacters(t *testing.T) {
	t.Parallel()
	const rows = 20_000
	for shift := range 2 {
		var b strings.Builder
		b.WriteString("\xff\xfe" + utf16le("id,due\n"+strings.Repeat("\n", shift)))
		for i := range rows {
			b.WriteString(utf16le(fmt.Sprintf("%d,", i)) + "\x3d\xd8\x00\xde" + utf16le("\n"))
		}
		src, err := itemsOf(t, "a.csv", strings.NewReader(b.String())).OpenItems()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for row := range src.Rows() {
			if due, _ := row.Value("due"); due != "😀" || row.Err != nil {
				t.Fatalf("row %d is %q, %v", n, due, row.Err)
			}
			n++
		}
		if n != rows || src.Err() != nil {
			t.Errorf("%d rows, %v", n, src.Err())
		}
	}
}

// passing fails once, as a network share does, and says after that that the file has ended.
type passing struct {
	text   string
	failed bool
}

func (p *passing) Read(into []byte) (int, error) {
	if p.text == "" {
		if p.failed {
			return 0, io.EOF
		}
		p.failed = true
		return 0, errDisk
	}
	n := copy(into, p.text)
	p.text = p.text[n:]
	return n, nil
}

// TestFailureIsKept: a failure to read that is not repeated is a failure all the same, in the sample as
// well as behind it.
func TestFailureIsKept(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, head, row string }{
		{"CSV", "a.csv", "id,due\n", "1,a\n"},
		{"TSV", "a.tsv", "id\tdue\n", "1\ta\n"},
		{"JSONL", "a.jsonl", "", "{\"id\":1,\"due\":2}\n"},
		{"JSON", "a.json", "[{\"id\":0,\"due\":1}", ",{\"id\":1,\"due\":2}\n"},
		{"YAML", "a.yaml", "", "- {id: 1, due: 2}\n"},
		{"YAML in brackets", "a.yaml", "[{id: 0, due: 1},\n", "{id: 1, due: 2},\n"},
	} {
		for _, rows := range []int{3, 10_000} {
			src, err := itemsOf(t, tt.file, &passing{text: tt.head + strings.Repeat(tt.row, rows)}).OpenItems()
			if err == nil {
				for range src.Rows() {
				}
				err = src.Err()
			}
			if err == nil || !strings.Contains(err.Error(), errDisk.Error()) {
				t.Errorf("%s, %d rows: %v", tt.name, rows, err)
			}
		}
	}
}

// TestFailureInLongLine: a line that is too long and breaks off is a row, and the failure is one.
func TestFailureInLongLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 25<<20)
	want := "2 line-2: a.csv:2: the line is longer than 24 MiB\n! a.csv: reading failed after line 2: input/output error\n"
	j := itemsOf(t, "a.csv", io.MultiReader(strings.NewReader("id,due\n1,"+long), iotest.ErrReader(errDisk)))
	if diff := cmp.Diff(want, outcome(t, j)); diff != "" {
		t.Error(diff)
	}
}

// TestLookAheadIsBounded: rows that cannot be read, at the start of a file, are not all kept.
func TestLookAheadIsBounded(t *testing.T) {
	t.Parallel()
	for name, piece := range map[string]string{"short": "x\n", "long": strings.Repeat("x", 1<<20) + "\n"} {
		e := &endlessly{piece: piece, left: 80 << 20}
		src, err := itemsOf(t, "a.jsonl", e).OpenItems()
		if err != nil {
			t.Fatal(err)
		}
		if read := 80<<20 - e.left; read > 8<<20 {
			t.Errorf("%s: %d bytes were read before the first row", name, read)
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMemoryComesBack: after a long row its buffer is not kept for the short ones.
func TestMemoryComesBack(t *testing.T) { //nolint:paralleltest // it looks at the heap of the process
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	e := &endlessly{piece: "2,b\n", left: 8 << 20}
	long := []io.Reader{strings.NewReader("id,due\n1,")}
	for range 20 {
		long = append(long, strings.NewReader(strings.Repeat("x", 1<<20)))
	}
	src, err := itemsOf(t, "a.csv", io.MultiReader(append(long, strings.NewReader("\n"), e)...)).OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for row := range src.Rows() {
		if n++; n < 1_500_000 {
			continue
		}
		runtime.GC()
		runtime.ReadMemStats(&now)
		runtime.KeepAlive(row)
		runtime.KeepAlive(src)
		if now.HeapInuse > before.HeapInuse+8<<20 {
			t.Errorf("%d MiB in use, %d before", now.HeapInuse>>20, before.HeapInuse>>20)
		}
		return
	}
	t.Fatalf("%d rows", n)
}

// TestOwnColumnsOfObjects: what a report has added to an object is not there.
func TestOwnColumnsOfObjects(t *testing.T) {
	t.Parallel()
	src, err := itemsOf(t, "a.jsonl", strings.NewReader(`{"id":1,"due":2,"_code":"X"}`)).OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	for row := range src.Rows() {
		if _, ok := row.Value("_code"); ok {
			t.Error("_code is there")
		}
		for name := range row.Values() {
			if name == "_code" {
				t.Error("_code is among the values")
			}
		}
	}
}
