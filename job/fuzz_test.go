package job_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/job"
)

// FuzzParse: no file and no option makes the parser panic; what it refuses it refuses with a place,
// and what it accepts is complete.
func FuzzParse(f *testing.F) {
	order, err := os.ReadFile("testdata/orders.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(order, "on.permission=fail")
	f.Add([]byte("version: 1\ntool: {http: {request: \"GET http://h/{id}\"}}\nitems: a.csv\n"), "items.empty=null")
	f.Add([]byte("? [a]\n: &x {<<: *x, {y}: z}\n---\n!!str |2-\n"), "a.b.c={x}")
	f.Add([]byte("a: \"\\u12\"\r\nb: >\n\tc\n"), "params=[")
	if faults, err := os.ReadFile("testdata/faults.txtar"); err == nil {
		for part := range strings.SplitSeq(string(faults), "\n-- ") {
			_, text, _ := strings.Cut(part, " --\n")
			f.Add([]byte(text), "=")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		for _, options := range [][]string{nil, {set}} {
			j, err := job.Parse("job.yaml", data, &job.LoadOptions{Set: options, LookupEnv: func(string) (string, bool) { return "", true }})
			if err != nil {
				checkFaults(t, err)
				continue
			}
			if j.Name == "" || j.Tool.Effect == "" || j.Tool.HTTP.Method == "" || j.Tool.Timeout <= 0 || (j.Items.File == "") != j.Items.List ||
				j.Retry.Attempts < 1 || j.Retry.Initial > j.Retry.Max || j.Breaker.Failures < 1 || j.Breaker.Open <= 0 || j.Pace.Concurrency < 1 {
				t.Fatalf("accepted: %+v", j)
			}
			if j.Items.ID == "" && j.Tool.Effect != "read_only" {
				t.Fatal("a tool that writes, and no id")
			}
			for _, raw := range []json.RawMessage{j.Params, j.Tool.HTTP.Body, j.Tool.Schema} {
				if raw != nil && !json.Valid(raw) {
					t.Fatalf("%s is not JSON", raw)
				}
			}
			texts := []string{j.Tool.HTTP.URL, j.Tool.Idempotency.Key}
			for _, text := range j.Tool.HTTP.Headers {
				texts = append(texts, text)
			}
			for _, text := range texts {
				if _, err := tmpl.Compile(text); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
			if j.Tool.HTTP.Body != nil {
				if _, err := tmpl.CompileTree(j.Tool.HTTP.Body); err != nil {
					t.Fatalf("%s: %v", j.Tool.HTTP.Body, err)
				}
			}
		}
	})
}

func checkFaults(t *testing.T, err error) {
	t.Helper()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) == 0 {
		t.Fatalf("got %T %v", err, err)
	}
	for _, e := range joined.Unwrap() {
		fe, ok := errors.AsType[*job.FileError](e)
		if !ok || fe.Reason == "" || fe.Option == "" && (fe.Line < 1 || fe.Col < 1) && !strings.Contains(fe.Reason, "1 MiB") {
			t.Fatalf("got %#v", e)
		}
		if !utf8.ValidString(fe.Error()) {
			t.Fatalf("the message %q is not UTF-8", fe)
		}
	}
}

// FuzzCSV: nothing panics, every line is accounted for, and wherever encoding/csv can read the
// whole file, we read the same.
func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"id,due\n1,a\n", "id,due\r\n1,\"a\r\nb\"\r\n", "id,due\n1,\"a\n2,b\n3,\"c\"\n", "id,due\n\n\n\"1\",\"\"\"\"", "\xef\xbb\xbfid,due\n,\n", "id,due\n1\n1,2,3\n\xff,\n", "id,due\n\"", "id\n\"\"\n", "0\n,\n0\n0", "id,due\n\xef\xbb\xbf1,a\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(r io.Reader) []job.Row {
			j, _ := over(t, r, "items.empty=text", "items.encoding=utf-8", "items.delimiter=,", "params.id=x", "params.due=y", "tool.http.request=GET http://h/")
			src, err := j.OpenItems()
			if err != nil {
				return nil
			}
			var rows []job.Row
			for row := range src.Rows() {
				if row.Index != len(rows) || row.ID == "" || len(rows) > 0 && row.Line <= rows[len(rows)-1].Line {
					t.Fatalf("row %d is %+v", len(rows), row)
				}
				if args, err := j.Args(row); (err != nil) != (row.Err != nil) || err == nil && !json.Valid(args) {
					t.Fatalf("%s, %v and %v", args, err, row.Err)
				}
				rows = append(rows, row)
			}
			if src.Err() != nil {
				t.Fatal(src.Err())
			}
			return rows
		}
		rows := read(bytes.NewReader(data))
		slow := read(iotest.OneByteReader(bytes.NewReader(data)))
		if len(rows) != len(slow) {
			t.Fatalf("%d rows, and %d when it is read byte by byte", len(rows), len(slow))
		}
		raw := 0
		for i, row := range rows {
			if describe(row) != describe(slow[i]) {
				t.Fatalf("%s, and %s when it is read byte by byte", describe(row), describe(slow[i]))
			}
			raw += len(row.Raw)
			if !bytes.Contains(data, []byte(row.Raw)) {
				t.Fatalf("%q is not in the file", row.Raw)
			}
		}
		if raw > len(data) {
			t.Fatalf("%d bytes in rows, of %d", raw, len(data))
		}
		compare(t, data, rows)
	})
}

// compare reads with encoding/csv. It turns CR LF inside of quotes into LF, and we do not.
func compare(t *testing.T, data []byte, rows []job.Row) {
	t.Helper()
	if len(rows) == 0 || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return
	}
	if bytes.IndexByte(bytes.ReplaceAll(data, []byte("\r\n"), nil), '\r') >= 0 || bytes.Contains(bytes.ToLower(data), []byte("sep=")) {
		return // encoding/csv knows neither
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.FieldsPerRecord = -1
	var records [][]string
	var lines []int
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return
		}
		line, _ := r.FieldPos(0)
		records, lines = append(records, record), append(lines, line)
	}
	if len(records) != len(rows)+1 {
		t.Fatalf("%d rows, and encoding/csv has %d", len(rows), len(records)-1)
	}
	for i, row := range rows {
		if row.Line != lines[i+1] {
			t.Fatalf("row %d is on line %d, and encoding/csv says %d", i, row.Line, lines[i+1])
		}
		if row.Err != nil {
			refused := slices.Equal(records[i+1], records[0]) || strings.HasPrefix(row.Raw, "\xef\xbb\xbf") // files put together
			if len(records[i+1]) == len(records[0]) && !refused {
				t.Fatalf("row %d: %v, and encoding/csv read %q", i, row.Err, records[i+1])
			}
			continue
		}
		want := map[string]string{}
		for n, column := range records[0] {
			if _, ok := row.Value(column); ok {
				want[column] = records[i+1][n]
			}
		}
		got := map[string]string{}
		for column, text := range row.Values() {
			got[column] = strings.ReplaceAll(text, "\r\n", "\n")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}
