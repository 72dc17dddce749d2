package job_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/job"
)

// fake is an items file that knows whether it was closed.
type fake struct {
	io.Reader
	closed int
}

func (f *fake) Close() error { f.closed++; return nil }

// over makes a job whose items come from r. The job needs the columns id and due.
func over(t *testing.T, r io.Reader, extra ...string) (*job.Job, *fake) {
	t.Helper()
	file := &fake{Reader: r}
	text := "version: 1\ntool: {http: {request: \"PUT http://h/{id}\", body: {due: \"{due}\"}}}\nitems: a.csv\n"
	j, err := job.Parse("job.yaml", []byte(text), &job.LoadOptions{
		Set:       extra,
		LookupEnv: onlyToken,
		Open:      func(string) (io.ReadCloser, error) { return file, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return j, file
}

// describe writes a row on one line, so that tables can be read.
func describe(row job.Row) string {
	if row.Err != nil {
		return fmt.Sprintf("%d line %d %q: %v", row.Index, row.Line, row.ID, row.Err)
	}
	var cells []string
	for column, text := range row.Values() {
		cells = append(cells, fmt.Sprintf("%s=%q", column, text))
	}
	return fmt.Sprintf("%d line %d %q %s", row.Index, row.Line, row.ID, strings.Join(cells, " "))
}

func readAll(t *testing.T, r io.Reader, extra ...string) (rows []string, err error) {
	t.Helper()
	j, file := over(t, r, extra...)
	src, err := j.OpenItems()
	if err != nil {
		if file.closed != 1 {
			t.Errorf("closed %d times after an error", file.closed)
		}
		return nil, err
	}
	for row := range src.Rows() {
		rows = append(rows, describe(row))
	}
	if err := errors.Join(src.Close(), src.Close()); err != nil {
		t.Error(err)
	}
	if file.closed != 1 {
		t.Errorf("closed %d times", file.closed)
	}
	return rows, src.Err()
}

func TestRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, csv string
		set       []string
		want      []string
	}{
		{name: "plain", csv: "id,due\n1,a\n2,b\n", want: []string{`0 line 2 "1" id="1" due="a"`, `1 line 3 "2" id="2" due="b"`}},
		{name: "no final newline", csv: "id,due\n1,a\n2,b", want: []string{`0 line 2 "1" id="1" due="a"`, `1 line 3 "2" id="2" due="b"`}},
		{name: "CR LF", csv: "id,due\r\n1,a\r\n2,b\r\n", want: []string{`0 line 2 "1" id="1" due="a"`, `1 line 3 "2" id="2" due="b"`}},
		{name: "CR LF without the last LF", csv: "id,due\r\n1,a\r", want: []string{`0 line 2 "1" id="1" due="a"`}},
		{name: "a byte order mark", csv: "\xef\xbb\xbfid,due\n1,a\n", want: []string{`0 line 2 "1" id="1" due="a"`}},
		{name: "a byte order mark before a quoted name", csv: "\xef\xbb\xbf\"id\",due\n1,a\n", want: []string{`0 line 2 "1" id="1" due="a"`}},
		{name: "no rows", csv: "id,due\n", want: nil},
		{name: "no rows and no newline", csv: "id,due", want: nil},
		{name: "blank lines", csv: "\n\r\nid,due\n\n1,a\n\n\r\n2,b\n\n", want: []string{`0 line 5 "1" id="1" due="a"`, `1 line 8 "2" id="2" due="b"`}},
		{name: "numbers stay text", csv: "id,due\n00042,9007199254740993\n1e3, 7 \n", want: []string{`0 line 2 "00042" id="00042" due="9007199254740993"`, `1 line 3 "1e3" id="1e3" due=" 7 "`}},
		{name: "quotes", csv: "id,due\n\"1\",\"a,\"\"b\"\"\"\n2,\"\"\"\"\n", want: []string{`0 line 2 "1" id="1" due="a,\"b\""`, `1 line 3 "2" id="2" due="\""`}},
		{name: "newlines in quotes", csv: "id,due\n1,\"a\n\nb\"\n2,\"c\r\nd\"\n3,e\n", want: []string{`0 line 2 "1" id="1" due="a\n\nb"`, `1 line 5 "2" id="2" due="c\r\nd"`, `2 line 7 "3" id="3" due="e"`}},
		{name: "more columns than are needed", csv: "note,due,id\n,a,1\n", want: []string{`0 line 2 "1" note="" due="a" id="1"`}},
		{name: "a report read again", csv: "id,due,_outcome,_class,_code,_message,_attempts\n1,a,failed,FATAL,NOT_FOUND,,3\n", want: []string{`0 line 2 "1" id="1" due="a"`}},
		{name: "ragged rows", csv: "id,due\n1\n2,b\n3,c,d\n4,\n", set: []string{"items.empty=text"}, want: []string{
			`0 line 2 "line-2": a.csv:2: the row has 1 field, and the header has 2 columns`,
			`1 line 3 "2" id="2" due="b"`,
			`2 line 4 "line-4": a.csv:4: the row has 3 fields, and the header has 2 columns`,
			`3 line 5 "4" id="4" due=""`,
		}},
		{name: "empty cells rejected", csv: "id,due,note\n1,,x\n2,b,\n", want: []string{
			`0 line 2 "1": a.csv:2: column "due": the cell is empty; fill it in, or say what it means with items.empty`,
			`1 line 3 "2" id="2" due="b" note=""`,
		}},
		{name: "several empty cells", csv: "id,due,x\n1,,\n", set: []string{`params={"id":"{id}","due":"{due}","x":"{x}"}`}, want: []string{
			`0 line 2 "1": a.csv:2: column "due" and column "x": the cell is empty; fill it in, or say what it means with items.empty`,
		}},
		{name: "an empty id is never allowed", csv: "id,due\n,a\n \t,b\n3,c\n", set: []string{"items.empty=text"}, want: []string{
			`0 line 2 "line-2": a.csv:2: the id, column "id", is empty`,
			`1 line 3 "line-3": a.csv:3: the id, column "id", is empty`,
			`2 line 4 "3" id="3" due="c"`,
		}},
		{name: "an open quote, and no quote after it", csv: "id,due\n1,a\n2,\"b\n3,c\n4,d\n", want: []string{
			`0 line 2 "1" id="1" due="a"`,
			`1 line 3 "line-3": a.csv:3: the double quote that opens field 2 is never closed`,
			`2 line 4 "3" id="3" due="c"`,
			`3 line 5 "4" id="4" due="d"`,
		}},
		{name: "an open quote, and quotes after it", csv: "id,due\n1,\"a\n2,b\n3,\"c\"\n4,d\n", want: []string{
			`0 line 2 "line-2": a.csv:2: the double quote that opens field 2 is not closed as it should be; the next quote stands on line 4, in the middle of a field`,
			`1 line 3 "2" id="2" due="b"`,
			`2 line 4 "3" id="3" due="c"`,
			`3 line 5 "4" id="4" due="d"`,
		}},
		{name: "an open quote on the last line", csv: "id,due\n1,a\n2,\"", want: []string{
			`0 line 2 "1" id="1" due="a"`,
			`1 line 3 "line-3": a.csv:3: the double quote that opens field 2 is never closed`,
		}},
		{name: "text after a closing quote", csv: "id,due\n1,\"a\"b\n2,b\n", want: []string{
			`0 line 2 "line-2": a.csv:2: field 2 goes on after its closing quote (")`,
			`1 line 3 "2" id="2" due="b"`,
		}},
		{name: "a quote inside of a field", csv: "id,due\n1,5\" pipe\n2,b\n", want: []string{
			`0 line 2 "line-2": a.csv:2: there is a double quote inside of field 2; a field with quotes in it must stand in quotes, with each of them doubled`,
			`1 line 3 "2" id="2" due="b"`,
		}},
		{name: "duplicate ids are the batch's business", csv: "id,due\n1,a\n1,b\n", want: []string{`0 line 2 "1" id="1" due="a"`, `1 line 3 "1" id="1" due="b"`}},
		{name: "a column name in quotes with a comma", csv: "\"a,b\",id,due\nx,1,y\n", want: []string{`0 line 2 "1" a,b="x" id="1" due="y"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for name, r := range map[string]io.Reader{
				"at once":      strings.NewReader(tt.csv),
				"one by one":   iotest.OneByteReader(strings.NewReader(tt.csv)),
				"data and EOF": iotest.DataErrReader(strings.NewReader(tt.csv)),
			} {
				got, err := readAll(t, r, tt.set...)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s:\n%s", name, diff)
				}
			}
		})
	}
}

func TestHeaderFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, csv string
		set       []string
		want      string
	}{
		{name: "empty file", csv: "", want: "a.csv: the file is empty; its first line must name the columns"},
		{name: "blank lines only", csv: "\n\r\n\n", want: "a.csv: the file is empty; its first line must name the columns"},
		{name: "a byte order mark only", csv: "\xef\xbb\xbf", want: "a.csv: the file is empty; its first line must name the columns"},
		{name: "misspelt columns", csv: "ID,deu\n1,a\n", want: "job.yaml:2:24: tool.http.request: \"id\" is not a column of a.csv; did you mean \"ID\"?\njob.yaml:2:57: tool.http.body.due: \"due\" is not a column of a.csv; did you mean \"deu\"?"},
		{name: "nothing near", csv: "id,x,y\n", want: `job.yaml:2:57: tool.http.body.due: "due" is not a column of a.csv; there are id, x, y`},
		{name: "many columns", csv: "id,a,b,c,d,e,f,g,h,i,j,k,l,m\n", want: `job.yaml:2:57: tool.http.body.due: "due" is not a column of a.csv; there are id, a, b, c, d, e, f, g, h, i, j, k and 2 more`},
		{name: "only columns that are ours", csv: "_code\n", set: []string{"tool.http.body=x", "params.id=x", "items.id=_code"}, want: `--set items.id: "_code" is not a column of a.csv; there are none`},
		{name: "semicolons, and commas asked for", csv: "id;due\n1;a\n", set: []string{"items.delimiter=,"}, want: "job.yaml:2:24: tool.http.request: \"id\" is not a column of a.csv; its only column is \"id;due\"; say with items.delimiter what separates them\njob.yaml:2:57: tool.http.body.due: \"due\" is not a column of a.csv; its only column is \"id;due\"; say with items.delimiter what separates them"},
		{name: "no encoding that we guess", csv: "id,due\n1,caf\x81\n", want: "a.csv: the file is neither UTF-8 nor Windows-1252 (line 2 has the byte 0x81); name its encoding with items.encoding: utf-8, utf-16, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, iso-8859-1, iso-8859-15, gb18030"},
		{name: "not UTF-8, which was asked for", csv: "id,caf\xe9\n", set: []string{"items.encoding=utf8"}, want: "a.csv:1: the names of the columns are not UTF-8; save the file as UTF-8, or say with items.encoding what it is in"},
		{name: "another mark than the encoding", csv: "\xef\xbb\xbfid,due\n", set: []string{"items.encoding=cp1252"}, want: "a.csv: items.encoding says windows-1252, and the file starts with the mark of utf-8; leave items.encoding out"},
		{name: "two kinds of line ends", csv: "id,due\r1,a\n2,b\n", want: "a.csv: some lines of this file end in CR alone, and others in LF; save it with one kind of line end"},
		{name: "a NUL byte", csv: "id,\x00due\n1,a,bcdefghijklmnopqrstuvwxyz\n", want: "a.csv:1: the names of the columns have a NUL byte in them; this is not a text file"},
		{name: "an old spreadsheet", csv: "\xd0\xcf\x11\xe0\xa1", want: "a.csv: this is a spreadsheet in an old format; export it as CSV in UTF-8"},
		{name: "compressed", csv: "\x1f\x8b\x08", want: "a.csv: this file is compressed; unpack it first"},
		{name: "a PDF", csv: "%PDF-1.7\n", want: "a.csv: this is a PDF; export the table as CSV in UTF-8"},
		{name: "bars in gb18030", csv: "id|due\n", set: []string{"items.encoding=gbk"}, want: "a.csv: a bar (|) can be half of a character in gb18030, so that rows cannot be split at it; save the file as UTF-8"},
		{name: "a column that is ours", csv: "id,_outcome\n", set: []string{"params.id={id}", "params.due={_outcome}"}, want: `--set params.due: "_outcome" is not a column of a.csv; there are id`},
		{name: "the id is no column", csv: "order,due\n1,a\n", set: []string{"items.id=ordr", "params.id=x", "params.due=y"}, want: `--set items.id: "ordr" is not a column of a.csv; did you mean "order"?`},
		{name: "a locked name that is neither param nor column", csv: "id,due,customer_id\n", set: []string{"correction.locked=[custmer_id]"}, want: `--set correction.locked: "custmer_id" is not a column of a.csv; did you mean "customer_id"?`},
		{name: "the schema requires a column", csv: "id,due\n", set: []string{`tool.schema={"required":["verzion"]}`}, want: `--set tool.schema: tool.schema.required: "verzion" is not a column of a.csv; there are id, due`},
		{name: "columns twice", csv: "id,due,id,x,due\n", want: "a.csv:1: columns 1 and 3 are both called \"id\"\na.csv:1: columns 2 and 5 are both called \"due\""},
		{name: "columns without a name", csv: "\nid,,due, \n", want: "a.csv:2: column 2 has no name\na.csv:2: column 4 has no name"},
		{name: "a broken header", csv: "id,\"due\n1,a\n", want: `a.csv:1: the names of the columns cannot be read: the double quote that opens field 2 is never closed`},
		{name: "a spreadsheet", csv: "PK\x03\x04\x14\x00", want: "a.csv: this is a spreadsheet or a ZIP archive; export it as CSV in UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := readAll(t, strings.NewReader(tt.csv), tt.set...)
			if err == nil {
				t.Fatal("no fault was found")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestItemsFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := []byte("version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: sub.csv\n")
	j, err := job.Parse(filepath.Join(dir, "job.yaml"), text, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "sub.csv")
	if _, err := j.OpenItems(); err == nil || err.Error() != path+": there is no such file" {
		t.Errorf("got %v", err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := j.OpenItems(); err == nil || err.Error() != path+": the file cannot be read: is a directory" {
		t.Errorf("got %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("id\n7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	for row := range src.Rows() {
		if row.ID != "7" || row.Raw != "7" {
			t.Errorf("got %+v", row)
		}
	}
	if err := errors.Join(src.Err(), src.Close()); err != nil {
		t.Error(err)
	}
}

// TestRowsWithoutID: a file that is only read needs no id.
func TestRowsWithoutID(t *testing.T) {
	t.Parallel()
	j, err := job.Parse("job.yaml", []byte("version: 1\ntool: {http: {request: \"GET http://h/?q={q}\"}}\nitems: a.csv\n"), &job.LoadOptions{
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("q\na\n\nb\n")), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range src.Rows() {
		got = append(got, describe(row))
	}
	if diff := cmp.Diff([]string{`0 line 2 "line-2" q="a"`, `1 line 4 "line-4" q="b"`}, got); diff != "" {
		t.Error(diff)
	}
}

var errDisk = errors.New("input/output error")

// TestReadFailure: a source that breaks off says so, and what it was in the middle of is no row.
func TestReadFailure(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before string
		want         []string
		wantErr      string
	}{
		{"in the middle of a line", "id,due\n1,a\n2,b", []string{`0 line 2 "1" id="1" due="a"`}, "a.csv: reading failed after line 2: input/output error"},
		{"between two lines", "id,due\n1,a\n2,b\n", []string{`0 line 2 "1" id="1" due="a"`, `1 line 3 "2" id="2" due="b"`}, "a.csv: reading failed after line 3: input/output error"},
		{"in the middle of quotes", "id,due\n1,a\n2,\"b\n3,c\n", []string{`0 line 2 "1" id="1" due="a"`}, "a.csv: reading failed after line 2: input/output error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := readAll(t, io.MultiReader(strings.NewReader(tt.before), iotest.ErrReader(errDisk)))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if !errors.Is(err, errDisk) || err.Error() != tt.wantErr {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("in the header", func(t *testing.T) {
		t.Parallel()
		_, err := readAll(t, io.MultiReader(strings.NewReader("id,d"), iotest.ErrReader(errDisk)))
		if err == nil || err.Error() != "a.csv: the file cannot be read: input/output error" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a reader that gives nothing", func(t *testing.T) {
		t.Parallel()
		_, err := readAll(t, io.MultiReader(strings.NewReader("id,due\n1,a\n"), nothing{}))
		if !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("got %v", err)
		}
	})
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

func TestOpenFailure(t *testing.T) {
	t.Parallel()
	j, err := job.Parse("job.yaml", []byte("version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: a.csv\n"), &job.LoadOptions{
		Open: func(name string) (io.ReadCloser, error) {
			return nil, &fs.PathError{Op: "open", Path: "/secret/place/" + name, Err: fs.ErrPermission}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.OpenItems(); err == nil || err.Error() != "a.csv: the file may not be read" {
		t.Errorf("got %v", err)
	}
}

// endless gives rows for ever, and counts what was asked for.
type endless struct{ bytes int }

func (e *endless) Read(p []byte) (int, error) {
	const line = "1234567,b\n"
	n := 0
	if e.bytes == 0 {
		n = copy(p, "id,due\n")
	}
	for n+len(line) <= len(p) {
		n += copy(p[n:], line)
	}
	e.bytes += n
	return n, nil
}

// TestReadsAsAsked: B13, reading is not eager, and goes on where it stopped.
func TestReadsAsAsked(t *testing.T) {
	t.Parallel()
	r := &endless{}
	j, _ := over(t, r)
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for range 3 {
		for row := range src.Rows() {
			if row.Index != next || row.Line != next+2 {
				t.Fatalf("row %d is %+v", next, row)
			}
			next++
			if next%1000 == 0 {
				break
			}
		}
	}
	if next != 3000 {
		t.Fatalf("%d rows", next)
	}
	if r.bytes > 128<<10 {
		t.Errorf("%d bytes were read for 3000 rows of 10", r.bytes)
	}
	if err := src.Close(); err != nil {
		t.Fatal(err)
	}
	for range src.Rows() {
		t.Fatal("a row after Close")
	}
	if src.Err() != nil {
		t.Errorf("got %v", src.Err())
	}
}

// TestLongLines: D8, lines of 20 MB are rows, longer ones than we keep are not, and both are read past.
func TestLongLines(t *testing.T) {
	t.Parallel()
	long := func(id string, mib int) io.Reader {
		pieces := []io.Reader{strings.NewReader(id + ",")}
		for range mib {
			pieces = append(pieces, strings.NewReader(strings.Repeat("x", 1<<20)))
		}
		return io.MultiReader(append(pieces, strings.NewReader("\n"))...)
	}
	j, _ := over(t, io.MultiReader(
		strings.NewReader("id,due\n"), long("1", 20), strings.NewReader("2,b\n"),
		long("3", 65), strings.NewReader("4,d\n5,\"e\n"), long("6", 64), strings.NewReader("7,g\n"), long("8", 65)))
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range src.Rows() {
		due, _ := row.Value("due")
		got = append(got, fmt.Sprintf("%d %s %d %v", row.Line, row.ID, len(due), row.Err))
	}
	want := []string{
		"2 1 20971520 <nil>",
		"3 2 1 <nil>",
		"4 line-4 0 a.csv:4: the line is longer than 24 MiB",
		"5 4 1 <nil>",
		`6 line-6 0 a.csv:6: the double quote that opens field 2 is not closed within 8 MiB`,
		"7 line-7 0 a.csv:7: the line is longer than 24 MiB",
		"8 7 1 <nil>",
		"9 line-9 0 a.csv:9: the line is longer than 24 MiB",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := src.Err(); err != nil {
		t.Error(err)
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	j, _ := over(t, strings.NewReader("id,_class,due,x\n"))
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	got := src.Columns()
	if diff := cmp.Diff([]string{"id", "due", "x"}, got); diff != "" {
		t.Error(diff)
	}
	got[0] = "changed"
	if src.Columns()[0] != "id" {
		t.Error("the caller can change the columns")
	}
}

// BenchmarkRows reads and renders rows of 5 columns: about 2 µs each.
func BenchmarkRows(b *testing.B) {
	text := []byte("version: 1\ntool: {http: {request: \"PUT http://h/{id}\", body: {due: \"{due}\"}}}\nitems: a.csv\n")
	row := strings.Repeat("1234567,2026-05-20,\"a note, quoted\",x,y\n", 10_000)
	j, err := job.Parse("job.yaml", text, &job.LoadOptions{
		Open: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("id,due,note,x,y\n" + row)), nil
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	rows := 0
	for b.Loop() {
		src, err := j.OpenItems()
		if err != nil {
			b.Fatal(err)
		}
		for row := range src.Rows() {
			if _, err := j.Args(row); err != nil {
				b.Fatal(err)
			}
			rows++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}

// TestPropertyThatIsNoColumn: what the schema says of a misspelt one holds for nothing, and is told.
func TestPropertyThatIsNoColumn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, schema, params, want string }{
		{"misspelt", "{dedline: {format: date}}", "", `job.yaml:4:25: tool.schema.properties: "dedline" is not a column of a.csv; did you mean "deadline"?`},
		{"a column", "{deadline: {format: date}}", "", ""},
		{"near to nothing", "{place: {}}", "", ""},
		{"near to one that has a property of its own", "{deadline: {}, dedline: {}}", "", ""},
		{"a misspelt param", "{dedline: {format: date}}", "params: {id: '{id}', deadlin: '{deadline}'}\n", `job.yaml:4:25: tool.schema.properties: "dedline" is not among the params; did you mean "deadlin"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := "version: 1\ntool:\n  http: {request: 'PUT http://h/{id}'}\n  schema: {properties: " + tt.schema + "}\nitems: a.csv\n" + tt.params
			j, err := job.Parse("job.yaml", []byte(text), &job.LoadOptions{Open: func(string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("id,deadline\n1,2026-05-18\n")), nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			src, err := j.OpenItems()
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close() //nolint:errcheck // it was only read
			if got := strings.Join(src.Notes(), "\n"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
