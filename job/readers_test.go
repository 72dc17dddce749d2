package job_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/job"
)

// itemsOf makes a job with the columns id and due over a text that stands in a file of some name.
func itemsOf(t *testing.T, name string, r io.Reader, set ...string) *job.Job {
	t.Helper()
	text := "version: 1\ntool: {http: {request: \"PUT http://h/{id}\", body: {due: \"{due}\"}}}\nitems: \"" + name + "\"\n"
	j, err := job.Parse("job.yaml", []byte(text), &job.LoadOptions{
		Set: set, LookupEnv: onlyToken,
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(r), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// outcome is what becomes of a file, a line for each row: its line, its id and its arguments, or what
// is wrong with it; before them the notes, and last what is wrong with the file.
func outcome(t *testing.T, j *job.Job) string {
	t.Helper()
	src, err := j.OpenItems()
	if err != nil {
		return "! " + strings.ReplaceAll(err.Error(), "\n", "\n! ") + "\n"
	}
	var b strings.Builder
	for _, note := range src.Notes() {
		fmt.Fprintf(&b, "~ %s\n", note)
	}
	index := 0
	for row := range src.Rows() {
		if row.Index != index {
			t.Errorf("row %d has index %d", index, row.Index)
		}
		index++
		args, err := j.Args(row)
		if err != nil {
			fmt.Fprintf(&b, "%d %s: %v\n", row.Line, row.ID, err)
			continue
		}
		if !json.Valid(args) {
			t.Errorf("%s is not JSON", args)
		}
		fmt.Fprintf(&b, "%d %s %s\n", row.Line, row.ID, args)
	}
	if err := errors.Join(src.Err(), src.Close()); err != nil {
		fmt.Fprintf(&b, "! %v\n", err)
	}
	return b.String()
}

func utf16le(s string) string { return wide(s, 0) }
func utf16be(s string) string { return wide(s, 1) }

// wide writes characters below U+10000.
func wide(s string, low int) string {
	var b strings.Builder
	for _, r := range s {
		unit := [2]byte{byte(r), byte(r >> 8)}
		b.WriteByte(unit[low])
		b.WriteByte(unit[1-low])
	}
	return b.String()
}

type readerCase struct {
	name, file, text string
	set              []string
	want             string
}

func runReaders(t *testing.T, tests []readerCase) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{
				"at once":      strings.NewReader(tt.text),
				"one by one":   iotest.OneByteReader(strings.NewReader(tt.text)),
				"data and EOF": iotest.DataErrReader(strings.NewReader(tt.text)),
			} {
				if diff := cmp.Diff(tt.want, outcome(t, itemsOf(t, tt.file, r, tt.set...))); diff != "" {
					t.Errorf("%s:\n%s", how, diff)
				}
			}
		})
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	const (
		plain   = "2 1 {\"id\":\"1\",\"due\":\"é\"}\n"
		decimal = "~ a.csv: its columns are separated by semicolons; if that is wrong, give items.delimiter\n"
		noteBy  = "; if letters look wrong, name the encoding with items.encoding\n"
	)
	runReaders(t, []readerCase{
		{name: "UTF-8", file: "a.csv", text: "id,due\n1,é\n", want: plain},
		{name: "UTF-8 with a mark and quotes", file: "a.csv", text: "\xef\xbb\xbf\"id\",\"due\"\r\n\"1\",\"é\"\r\n", want: plain},
		{name: "UTF-16 LE with a mark", file: "a.csv", text: "\xff\xfe" + utf16le("id,due\r\n1,é\r\n"), want: "~ a.csv: read as UTF-16" + noteBy + plain},
		{name: "UTF-16 BE with a mark", file: "a.csv", text: "\xfe\xff" + utf16be("id,due\n1,é"), want: "~ a.csv: read as UTF-16" + noteBy + plain},
		{name: "UTF-16 LE without a mark", file: "a.csv", text: utf16le("id,due\n1,é\n"), want: "~ a.csv: read as UTF-16" + noteBy + plain},
		{name: "UTF-16 BE without a mark", file: "a.csv", text: utf16be("id,due\n1,é\n"), want: "~ a.csv: read as UTF-16" + noteBy + plain},
		{name: "UTF-16 asked for", file: "a.csv", text: utf16be("id,due\n1,é\n"), set: []string{"items.encoding=utf-16"}, want: plain},
		{name: "UTF-16 of a spreadsheet, with tabs", file: "a.csv", text: "\xff\xfe" + utf16le("id\tdue\r\n1\té\r\n"), want: "~ a.csv: read as UTF-16" + noteBy + "~ a.csv: its columns are separated by tabs; if that is wrong, give items.delimiter\n" + plain},
		{name: "UTF-16 with a character of two units", file: "a.csv", text: "\xff\xfe" + utf16le("id,due\n1,") + "\x3d\xd8\x00\xde" + utf16le("\n"), want: "~ a.csv: read as UTF-16" + noteBy + "2 1 {\"id\":\"1\",\"due\":\"😀\"}\n"},
		{name: "UTF-16 with half a character", file: "a.csv", text: "\xff\xfe" + utf16le("id,due\n1,") + "\x3d\xd8" + utf16le("\n2,b\n"), want: "~ a.csv: read as UTF-16" + noteBy + "2 line-2: a.csv:2: the row is not UTF-16; say with items.encoding what the file is in, or save it as UTF-8\n3 2 {\"id\":\"2\",\"due\":\"b\"}\n"},
		{name: "UTF-16 cut in the middle of a unit", file: "a.csv", text: "\xff\xfe" + utf16le("id,due\n1,a\n2,b") + "\x0a", want: "~ a.csv: read as UTF-16" + noteBy + "2 1 {\"id\":\"1\",\"due\":\"a\"}\n3 line-3: a.csv:3: the row is not UTF-16; say with items.encoding what the file is in, or save it as UTF-8\n"},
		{name: "Windows-1252", file: "a.csv", text: "id,due\n1,caf\xe9 \x80\n2,b\n", want: "~ a.csv: read as Windows-1252, because it is not valid UTF-8" + noteBy + "2 1 {\"id\":\"1\",\"due\":\"café €\"}\n3 2 {\"id\":\"2\",\"due\":\"b\"}\n"},
		{name: "Windows-1252 in a name", file: "a.csv", text: "id,f\xe4llig\n1,x\n", set: []string{"tool.http.body={fällig}"}, want: "~ a.csv: read as Windows-1252, because it is not valid UTF-8" + noteBy + "2 1 {\"id\":\"1\",\"fällig\":\"x\"}\n"},
		{name: "Windows-1252 asked for, and a byte that it does not have", file: "a.csv", text: "id,due\n1,\x81\n2,\xfc\n", set: []string{"items.encoding=cp1252"}, want: "2 line-2: a.csv:2: the row is not Windows-1252; say with items.encoding what the file is in, or save it as UTF-8\n3 2 {\"id\":\"2\",\"due\":\"ü\"}\n"},
		{name: "Windows-1251 asked for", file: "a.csv", text: "id,due\n1,\xe4\xe0\n", set: []string{"items.encoding=windows-1251"}, want: "2 1 {\"id\":\"1\",\"due\":\"да\"}\n"},
		{name: "GB18030 asked for", file: "a.csv", text: "id,due\n1,\xd6\xd0\xce\xc4\n2,\xff\n", set: []string{"items.encoding=gbk"}, want: "2 1 {\"id\":\"1\",\"due\":\"中文\"}\n3 line-3: a.csv:3: the row is not GB18030; say with items.encoding what the file is in, or save it as UTF-8\n"},
		{name: "UTF-8 with one broken row", file: "a.csv", text: "id,due\n1,é\n2,ü\n3,\xe9\n", want: plain + "3 2 {\"id\":\"2\",\"due\":\"ü\"}\n4 line-4: a.csv:4: the row is not UTF-8; save the file as UTF-8, or say with items.encoding what it is in\n"},
		{name: "what comes after the sample does not count", file: "a.csv", text: "id,due\n1,a\n" + strings.Repeat("\n", 64<<10) + "2,\xe9\n", want: "2 1 {\"id\":\"1\",\"due\":\"a\"}\n65539 line-65539: a.csv:65539: the row is not UTF-8; save the file as UTF-8, or say with items.encoding what it is in\n"},

		{name: "semicolons", file: "a.csv", text: "id;due\n1;é\n", want: decimal + plain},
		{name: "semicolons with decimal commas", file: "a.csv", text: "id;due;a,b\n1;é;3,5\n", want: decimal + plain},
		{name: "semicolons in most rows, commas in all cells", file: "a.csv", text: "Nr, alt;id;due\nx,y;1;é\n", want: decimal + plain},
		{name: "tabs", file: "a.csv", text: "id\tdue\n1\té\n", want: "~ a.csv: its columns are separated by tabs; if that is wrong, give items.delimiter\n" + plain},
		{name: "bars", file: "a.csv", text: "id|due\n1|é\n", want: "~ a.csv: its columns are separated by bars (|); if that is wrong, give items.delimiter\n" + plain},
		{name: "carets, asked for", file: "a.csv", text: "id^due\n1^é\n", set: []string{"items.delimiter=^"}, want: plain},
		{name: "a sep line", file: "a.csv", text: "sep=;\r\nid;due\r\n1;é\r\n", want: decimal + "3 1 {\"id\":\"1\",\"due\":\"é\"}\n"},
		{name: "a sep line in quotes, with an odd delimiter", file: "a.csv", text: "\"sep=#\"\nid#due\n1#é\n", want: "~ a.csv: its columns are separated by '#'; if that is wrong, give items.delimiter\n3 1 {\"id\":\"1\",\"due\":\"é\"}\n"},
		{name: "a sep line and a delimiter asked for", file: "a.csv", text: "sep=;\nid,due\n1,é\n", set: []string{"items.delimiter=,"}, want: "3 1 {\"id\":\"1\",\"due\":\"é\"}\n"},
		{name: "one column", file: "a.csv", text: "id\n1\n", set: []string{"params={\"id\":\"{id}\",\"due\":\"x\"}"}, want: "2 1 {\"id\":\"1\",\"due\":\"x\"}\n"},
		{name: "more semicolons than columns, and names that decide", file: "a.csv", text: "id,due,a;b;c;d;e\n1,é,1;2;3;4;5\n", want: plain},

		{name: "TSV", file: "a.tsv", text: "id\tdue\n1\té\n", want: plain},
		{name: "TSV keeps quotes inside of cells", file: "a.tsv", text: "id\tdue\n1\t5\" pipe\n2\t\"a\tb\"\n", want: "2 1 {\"id\":\"1\",\"due\":\"5\\\" pipe\"}\n3 2 {\"id\":\"2\",\"due\":\"a\\tb\"}\n"},
		{name: "TSV that is none", file: "a.tsv", text: "id,due\n1,é\n", set: []string{"params={\"id\":\"{id}\",\"due\":\"x\"}"}, want: "! --set params: params.id: \"id\" is not a column of a.tsv; its only column is \"id,due\"; say with items.delimiter what separates them\n"},
		{name: "another name, and a format", file: "a.txt", text: "id\tdue\n1\té\n", set: []string{"items.format=tsv"}, want: plain},

		{name: "CR alone", file: "a.csv", text: "id,due\r1,é\r2,b\r", want: plain + "3 2 {\"id\":\"2\",\"due\":\"b\"}\n"},
		{name: "CR alone, LF in a cell, no end", file: "a.csv", text: "id,due\r1,\"a\nb\"\r\r2,b", want: "2 1 {\"id\":\"1\",\"due\":\"a\\nb\"}\n4 2 {\"id\":\"2\",\"due\":\"b\"}\n"},
		{name: "CR alone, and an open quote", file: "a.csv", text: "id,due\r1,\"a\r2,b\r", want: "2 line-2: a.csv:2: the double quote that opens field 2 is never closed\n3 2 {\"id\":\"2\",\"due\":\"b\"}\n"},
		{name: "a CR in a cell", file: "a.csv", text: "id,due\n1,a\rb\n", want: "2 1 {\"id\":\"1\",\"due\":\"a\\rb\"}\n"},

		{name: "a NUL byte", file: "a.csv", text: "id,due\n1,a\x00b\n2,longer text\n", want: "2 line-2: a.csv:2: there is a NUL byte in field 2, which no text has; the file is damaged, or it is no text\n3 2 {\"id\":\"2\",\"due\":\"longer text\"}\n"},
		{name: "ids that a spreadsheet has rewritten", file: "a.csv", text: "id,due\n1.00E+12,a\n\"1,23457E+12\",b\n4E+11,c\n1e3,d\n00042,e\n", want: "2 line-2: a.csv:2: the id, column \"id\", is \"1.00E+12\": a spreadsheet has turned it into a rounded number, and its last digits are lost; give the column the format Text and export it anew from the original\n" +
			"3 line-3: a.csv:3: the id, column \"id\", is \"1,23457E+12\": a spreadsheet has turned it into a rounded number, and its last digits are lost; give the column the format Text and export it anew from the original\n" +
			"4 line-4: a.csv:4: the id, column \"id\", is \"4E+11\": a spreadsheet has turned it into a rounded number, and its last digits are lost; give the column the format Text and export it anew from the original\n" +
			"5 1e3 {\"id\":\"1e3\",\"due\":\"d\"}\n6 00042 {\"id\":\"00042\",\"due\":\"e\"}\n"},
	})
}

func TestObjects(t *testing.T) {
	t.Parallel()
	const (
		two  = "1 1 {\"id\":\"1\",\"due\":\"a\"}\n2 2 {\"id\":\"2\",\"due\":\"b\"}\n"
		next = "2 2 {\"id\":\"2\",\"due\":\"b\"}\n"
	)
	jsonl := func(name, text, want string, set ...string) readerCase {
		return readerCase{name: "JSONL " + name, file: "a.jsonl", text: text, want: want, set: set}
	}
	array := func(name, text, want string, set ...string) readerCase {
		return readerCase{name: "JSON " + name, file: "a.json", text: text, want: want, set: set}
	}
	yaml := func(name, text, want string, set ...string) readerCase {
		return readerCase{name: "YAML " + name, file: "a.yaml", text: text, want: want, set: set}
	}
	runReaders(t, []readerCase{
		jsonl("plain", "{\"id\":\"1\",\"due\":\"a\"}\n{\"due\":\"b\",\"id\":\"2\"}\n", two),
		jsonl("no final newline", "{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":\"2\",\"due\":\"b\"}", two),
		jsonl("mark and CR LF", "\xef\xbb\xbf{\"id\":\"1\",\"due\":\"a\"}\r\n{\"id\":\"2\",\"due\":\"b\"}\r\n", two),
		jsonl("blank lines", "\n  \n{\"id\":\"1\",\"due\":\"a\"}\n\r\n\n{\"id\":\"2\",\"due\":\"b\"}\n\n", "3 1 {\"id\":\"1\",\"due\":\"a\"}\n6 2 {\"id\":\"2\",\"due\":\"b\"}\n"),
		jsonl("UTF-16", "\xff\xfe"+utf16le("{\"id\":\"1\",\"due\":\"é\"}\n"), "~ a.jsonl: read as utf-16le\n1 1 {\"id\":\"1\",\"due\":\"é\"}\n"),
		jsonl("UTF-16 without a mark", utf16be("{\"id\":\"1\",\"due\":\"é\"}\n"), "~ a.jsonl: read as utf-16be\n1 1 {\"id\":\"1\",\"due\":\"é\"}\n"),
		jsonl("empty", "", ""),
		jsonl("only blank lines", "\n\n", ""),
		jsonl("exact numbers and types", "{\"id\":9007199254740993,\"due\":1.50}\n{\"id\":\"00042\",\"due\":true}\n{\"id\":-0,\"due\":{\"a\": [1, 2.0],\"b\":{}}}\n", "1 9007199254740993 {\"id\":9007199254740993,\"due\":1.50}\n2 00042 {\"id\":\"00042\",\"due\":true}\n3 -0 {\"id\":-0,\"due\":{\"a\":[1,2.0],\"b\":{}}}\n"),
		jsonl("escapes", `{"i\u0064":"\u0031","due":"a\"\\b\n"}`, "1 1 {\"id\":\"\\u0031\",\"due\":\"a\\\"\\\\b\\n\"}\n"),
		jsonl("broken lines", "{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":\"é\",\"due\":x}\n{\"id\":\"3\"\n{\"id\":\"4\",\"due\":\"d\"} x\n}\n{\"id\":\"6\",\"due\":\"f\"}\n",
			"1 1 {\"id\":\"1\",\"due\":\"a\"}\n"+
				"2 line-2: a.jsonl:2:17: not valid JSON: invalid character 'x' looking for beginning of value\n"+
				"3 line-3: a.jsonl:3:10: not valid JSON: unexpected end of JSON input\n"+
				"4 line-4: a.jsonl:4:22: not valid JSON: invalid character 'x' after top-level value\n"+
				"5 line-5: a.jsonl:5:1: not valid JSON: invalid character '}' looking for beginning of value\n"+
				"6 6 {\"id\":\"6\",\"due\":\"f\"}\n"),
		jsonl("not UTF-8", "{\"id\":\"1\",\"due\":\"é\xff\"}\n{\"id\":\"2\",\"due\":\"b\"}\n", "1 line-1: a.jsonl:1:19: this is not UTF-8; JSON must be\n"+next),
		jsonl("keys twice", "{\"id\":\"1\",\"due\":\"a\",\"id\":\"1\"}\n{\"id\":\"2\",\"due\":\"b\"}\n{\"id\":\"3\",\"due\":[{\"a\":{\"k\":1,\"\\u006b\":2}}]}\n{\"id\":\"4\",\"due\":[{\"k\":\"k\"},{\"k\":\"k\"}]}\n",
			"1 line-1: a.jsonl:1:21: the key \"id\" stands twice in this object\n"+next+
				"3 line-3: a.jsonl:3:30: the key \"k\" stands twice in this object\n"+
				"4 4 {\"id\":\"4\",\"due\":[{\"k\":\"k\"},{\"k\":\"k\"}]}\n"),
		jsonl("no objects", "[1]\n{\"id\":\"2\",\"due\":\"b\"}\n3\n\"x\"\nnull\ntrue\n",
			"1 line-1: a.jsonl:1:1: a row must be an object, such as {\"id\": 1}, and this is a list; a file that is one list is called .json, or items.format says json\n"+next+
				"3 line-3: a.jsonl:3:1: a row must be an object, such as {\"id\": 1}, and this is a number\n"+
				"4 line-4: a.jsonl:4:1: a row must be an object, such as {\"id\": 1}, and this is a text\n"+
				"5 line-5: a.jsonl:5:1: a row must be an object, such as {\"id\": 1}, and this is null\n"+
				"6 line-6: a.jsonl:6:1: a row must be an object, such as {\"id\": 1}, and this is a boolean\n"),
		jsonl("ids that are none", "{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":null,\"due\":1}\n{\"due\":1}\n{\"id\":{},\"due\":1}\n{\"id\":\" \",\"due\":1}\n{\"id\":1.0E+12,\"due\":1}\n",
			"1 1 {\"id\":\"1\",\"due\":\"a\"}\n"+
				"2 line-2: a.jsonl:2: the id, \"id\", is empty\n3 line-3: a.jsonl:3: the id, \"id\", is empty\n"+
				"4 line-4: a.jsonl:4: the id, \"id\", must be a text or a number, and this is an object\n"+
				"5 line-5: a.jsonl:5: the id, \"id\", is empty\n"+
				"6 line-6: a.jsonl:6: the id, \"id\", is \"1.0E+12\": a spreadsheet has turned it into a rounded number, and its last digits are lost; give the column the format Text and export it anew from the original\n"),
		jsonl("misspelt columns", "{\"id\":\"1\",\"duee\":\"a\"}\n", "! job.yaml:2:57: tool.http.body.due: \"due\" is not a column of a.jsonl; did you mean \"duee\"?\n"),
		jsonl("columns of the first row that can be read", "x\n{\"id\":\"1\",\"duee\":\"a\"}\n", "! job.yaml:2:57: tool.http.body.due: \"due\" is not a column of a.jsonl; did you mean \"duee\"?\n"),
		jsonl("no row that can be read", "x\n", "1 line-1: a.jsonl:1:1: not valid JSON: invalid character 'x' looking for beginning of value\n"),
		jsonl("our own columns", "{\"id\":\"1\",\"due\":\"a\",\"_code\":\"X\"}\n", "! --set params.x: \"_code\" is not a column of a.jsonl; there are id, due\n", "params.id={id}", "params.due={due}", "params.x={_code}"),
		jsonl("values that are missing: reject", "{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":\"2\"}\n{\"id\":\"3\",\"due\":null}\n{\"id\":\"4\",\"due\":\"\"}\n{\"id\":\"5\",\"due\":0}\n{\"id\":\"6\",\"due\":false}\n",
			"1 1 {\"id\":\"1\",\"due\":\"a\"}\n"+
				"2 2: a.jsonl:2: \"due\" has no value; fill it in, or say what that means with items.empty\n"+
				"3 3: a.jsonl:3: \"due\" has no value; fill it in, or say what that means with items.empty\n"+
				"4 4: a.jsonl:4: \"due\" has no value; fill it in, or say what that means with items.empty\n"+
				"5 5 {\"id\":\"5\",\"due\":0}\n6 6 {\"id\":\"6\",\"due\":false}\n"),
		jsonl("values that are missing: omit", "{\"id\":\"1\",\"due\":\"\"}\n{\"id\":\"2\",\"due\":null}\n{\"id\":\"3\"}\n", "1 1 {\"id\":\"1\"}\n2 2 {\"id\":\"2\"}\n3 3 {\"id\":\"3\"}\n", "items.empty=omit"),
		jsonl("values that are missing: null", "{\"id\":\"1\",\"due\":\"\"}\n{\"id\":\"2\",\"due\":null}\n{\"id\":\"3\"}\n", "1 1 {\"id\":\"1\",\"due\":null}\n2 2 {\"id\":\"2\",\"due\":null}\n3 3 {\"id\":\"3\",\"due\":null}\n", "items.empty=null"),
		jsonl("values that are missing: text", "{\"id\":\"1\",\"due\":\"\"}\n{\"id\":\"2\",\"due\":null}\n{\"id\":\"3\"}\n", "1 1 {\"id\":\"1\",\"due\":\"\"}\n2 2 {\"id\":\"2\",\"due\":\"\"}\n3 3 {\"id\":\"3\",\"due\":\"\"}\n", "items.empty=text"),
		jsonl("properties of the schema that may be missing", "{\"id\":\"1\",\"due\":\"a\",\"note\":\"n\"}\n{\"id\":\"2\",\"due\":\"b\"}\n{\"id\":\"3\",\"due\":\"c\",\"note\":\"\"}\n", "1 1 {\"id\":\"1\",\"due\":\"a\",\"note\":\"n\"}\n"+next+"3 3: a.jsonl:3: \"note\" has no value; fill it in, or say what that means with items.empty\n", `tool.schema={"properties":{"note":{}}}`),
		jsonl("dots", "{\"o\":{\"id\":7,\"l\":[{\"x\":1}]},\"a.b\":\"flat\"}\n{\"o\":{\"l\":[]},\"a.b\":\"x\"}\n{\"o\":{\"id\":8,\"l\":[]},\"a.b\":\"x\"}\n",
			"1 7 {\"id\":7,\"due\":\"flat\",\"x\":1}\n2 line-2: a.jsonl:2: the id, \"o.id\", is empty\n3 8: a.jsonl:3: \"o.l.0.x\" has no value; fill it in, or say what that means with items.empty\n", `params={"id":"{o.id}","due":"{a.b}","x":"{o.l.0.x}"}`, "items.id=o.id"),
		jsonl("dots, null", "{\"o\":{\"d\":1},\"id\":\"1\"}\n{\"o\":null,\"id\":\"2\"}\n{\"id\":\"3\"}\n", "1 1 {\"id\":\"1\",\"due\":1}\n2 2 {\"id\":\"2\",\"due\":null}\n3 3 {\"id\":\"3\",\"due\":null}\n", `params={"id":"{id}","due":"{o.d}"}`, "items.empty=null"),
		jsonl("a delimiter", "{}", "! a.jsonl: items.delimiter is for CSV, and this is jsonl\n", "items.delimiter=;"),
		jsonl("an encoding that JSON cannot be in", "{}", "! a.jsonl: items.encoding says windows-1252, and JSON and YAML are Unicode; convert the file to UTF-8 and leave items.encoding out\n", "items.encoding=cp1252"),
		{name: "NDJSON", file: "a.ndjson", text: "{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":\"2\",\"due\":\"b\"}\n", want: two},

		array("plain", "[{\"id\":\"1\",\"due\":\"a\"},\n{\"id\":\"2\",\"due\":\"b\"}]\n", two),
		array("spread out", " [\n {\n  \"id\": \"1\",\n  \"due\": \"a\"\n },\r\n {\"id\": \"2\", \"due\": {\"x\": [1, \"]}\\\"\"]}} \n]\n", "2 1 {\"id\":\"1\",\"due\":\"a\"}\n6 2 {\"id\":\"2\",\"due\":{\"x\":[1,\"]}\\\"\"]}}\n"),
		array("mark", "\xef\xbb\xbf[{\"id\":\"1\",\"due\":\"a\"}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n"),
		array("UTF-16", "\xfe\xff"+utf16be("[{\"id\":\"1\",\"due\":\"é\"}]"), "~ a.json: read as utf-16be\n1 1 {\"id\":\"1\",\"due\":\"é\"}\n"),
		array("no rows", "[ ]", ""),
		array("empty", " \n", "! a.json: the file is empty; it must be a JSON array of objects, such as [{\"id\": 1}], and [] where there are no items\n"),
		array("one object", "{\"items\":[]}", "! a.json:1:1: this is one object, and a .json file must be an array of them, such as [{\"id\": 1}, {\"id\": 2}]; a file with an object on each line is called .jsonl\n"),
		array("a number", "\n 7", "! a.json:2:2: a .json file must be an array of objects, and this is none\n"),
		array("rows that are no objects", "[{\"id\":\"1\",\"due\":\"a\"},\n5,[{}],\"x,]\",null\n]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n2 line-2: a.json:2:1: a row must be an object, such as {\"id\": 1}, and this is a number\n2 line-2.2: a.json:2:3: a row must be an object, such as {\"id\": 1}, and this is a list\n2 line-2.3: a.json:2:8: a row must be an object, such as {\"id\": 1}, and this is a text\n2 line-2.4: a.json:2:14: a row must be an object, such as {\"id\": 1}, and this is null\n"),
		array("a key twice", "[\n{\"id\":\"1\",\"due\":\"a\"},{\"id\":\"2\",\n \"id\":\"b\"},{\"id\":\"3\",\"due\":\"c\"}]", "2 1 {\"id\":\"1\",\"due\":\"a\"}\n2 line-2.2: a.json:3:2: the key \"id\" stands twice in this object\n3 3 {\"id\":\"3\",\"due\":\"c\"}\n"),
		array("a broken row", "[{\"id\":\"1\",\"due\":\"a\"},\n{\"id\":x},\n{\"id\":\"3\",\"due\":\"c\"}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:7: not valid JSON: invalid character 'x' looking for beginning of value; the rows from here on were not read\n"),
		array("an open text", "[{\"id\":\"1\",\"due\":\"a\"},\n{\"id\":\"2},\n{\"id\":\"3\",\"due\":\"c\"}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:11: not valid JSON: invalid character '\\n' in string literal; the rows from here on were not read\n"),
		array("wrong brackets", "[{\"id\":\"1\",\"due\":\"a\"},{\"id\":[1}]}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:1:31: not valid JSON: invalid character '}' after array element; the rows from here on were not read\n"),
		array("cut off in a row", "[{\"id\":\"1\",\"due\":\"a\"},\n{\"id\":\"2\",\"du", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:14: not valid JSON: unexpected end of JSON input; the file ends inside of a row\n"),
		array("cut off between rows", "[{\"id\":\"1\",\"due\":\"a\"},\n", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:1: the file ends before the array does; it has been cut off\n"),
		array("cut off behind a row", "[{\"id\":\"1\",\"due\":\"a\"}", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:1:22: the file ends before the array does; it has been cut off\n"),
		array("no comma", "[{\"id\":\"1\",\"due\":\"a\"}\n{\"id\":\"2\",\"due\":\"b\"}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:1: not valid JSON: a comma is missing between two rows; the rows from here on were not read\n"),
		array("a comma too many", "[{\"id\":\"1\",\"due\":\"a\"},]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:1:23: not valid JSON: there is a comma before the end of the array; the rows after this place, if any, were not read\n"),
		array("two commas", "[{\"id\":\"1\",\"due\":\"a\"},,{}]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:1:23: not valid JSON: a row is missing here; the rows from here on were not read\n"),
		array("something behind", "[{\"id\":\"1\",\"due\":\"a\"}]\n[]", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n! a.json:2:1: there is something behind the end of the array, which was not read\n"),

		yaml("plain", "- id: \"1\"\n  due: a\n- {due: b, id: '2'}\n", "1 1 {\"id\":\"1\",\"due\":\"a\"}\n3 2 {\"id\":\"2\",\"due\":\"b\"}\n"),
		yaml("indented, comments, CR LF, mark", "\xef\xbb\xbf# items\r\n---\r\n\r\n  - id: a\r\n    due: \"x\r\n      y\"\r\n  # next\r\n  - # here\r\n    id: b\r\n    due: z\r\n...\r\n# end\r\n", "4 a {\"id\":\"a\",\"due\":\"x y\"}\n8 b {\"id\":\"b\",\"due\":\"z\"}\n"),
		yaml("types", "- {id: 00042, due: no}\n- {id: 1, due: 9007199254740993}\n- {id: 0x1F, due: 2026-05-20}\n- {id: a, due: 1.50}\n- {id: b, due: True}\n- {id: c, due: {x: [1, ~]}}\n",
			"1 00042 {\"id\":\"00042\",\"due\":\"no\"}\n2 1 {\"id\":1,\"due\":9007199254740993}\n3 0x1F {\"id\":\"0x1F\",\"due\":\"2026-05-20\"}\n4 a {\"id\":\"a\",\"due\":1.50}\n5 b {\"id\":\"b\",\"due\":true}\n6 c {\"id\":\"c\",\"due\":{\"x\":[1,null]}}\n"),
		yaml("blocks", "- id: a\n  due: |\n    - one\n    - two\n- id: b\n  due:\n  - 1\n  - 2\n-\n  id: c\n  due: >-\n    x\n\n    y\n", "1 a {\"id\":\"a\",\"due\":\"- one\\n- two\\n\"}\n5 b {\"id\":\"b\",\"due\":[1,2]}\n9 c {\"id\":\"c\",\"due\":\"x\\ny\"}\n"),
		yaml("no rows", "[]\n", ""),
		yaml("brackets", "# x\n[{id: a, due: b},\n {id: c, due: d}, 7]\n", "2 a {\"id\":\"a\",\"due\":\"b\"}\n3 c {\"id\":\"c\",\"due\":\"d\"}\n3 line-3.2: a.yaml:3:19: a row must be a mapping, such as {id: 1}, and 7 is a number\n"),
		yaml("empty", "# nothing\n", "! a.yaml: the file is empty; it must be a YAML list of mappings, such as \"- id: 1\", and [] where there are no items\n"),
		yaml("a mapping", "\nitems:\n- id: a\n", "! a.yaml:2: a .yaml file of items must be a list of mappings, each of which starts with \"- \", and this is none\n"),
		yaml("keys twice", "- id: a\n  due: b\n- id: c\n  due: d\n  id: e\n- id: f\n  due: g\n", "1 a {\"id\":\"a\",\"due\":\"b\"}\n3 line-3: a.yaml:5:3: the key \"id\" stands here twice, first at line 3, column 3\n6 f {\"id\":\"f\",\"due\":\"g\"}\n"),
		yaml("aliases", "- id: &x a\n  due: b\n- id: c\n  due: *x\n- id: f\n  due: g\n", "1 line-1: a.yaml:1:7: anchors and aliases (& and *) are not possible in items; write the value out\n3 line-3: a.yaml:4:8: anchors and aliases (& and *) are not possible in items; write the value out\n5 f {\"id\":\"f\",\"due\":\"g\"}\n"),
		yaml("merge keys and tags", "- <<: {a: 1}\n- id: !!str 7\n  due: x\n- id: f\n  due: g\n", "1 line-1: a.yaml:1:3: a key must be a plain name; there are no anchors, tags or << in items\n2 line-2: a.yaml:2:7: tags such as \"!!str\" are not possible in items; put a text in quotes\n4 f {\"id\":\"f\",\"due\":\"g\"}\n"),
		yaml("rows that are no mappings", "- id: f\n  due: g\n- 7\n- [a]\n-\n", "1 f {\"id\":\"f\",\"due\":\"g\"}\n3 line-3: a.yaml:3:3: a row must be a mapping, such as \"- id: 1\", and 7 is a number\n4 line-4: a.yaml:4:3: a row must be a mapping, such as \"- id: 1\", and this is a list\n5 line-5: a.yaml:5: a row must be a mapping, such as \"- id: 1\", and it has no value\n"),
		yaml("a second document", "- id: f\n  due: g\n- id: h\n  due: i\n---\n- id: j\n", "1 f {\"id\":\"f\",\"due\":\"g\"}\n3 h {\"id\":\"h\",\"due\":\"i\"}\n! a.yaml:5: a second YAML document starts here; the items must be one list; the rows behind this place were not read\n"),
		yaml("not UTF-8", "- id: f\n  due: g\n- id: h\n  due: \xff\n", "1 f {\"id\":\"f\",\"due\":\"g\"}\n3 line-3: a.yaml:4:8: the row is not UTF-8 from here on; save the file as UTF-8\n"),
		yaml("a broken row", "- id: f\n  due: g\n- id: [h\n  due: x\n- id: i\n  due: j\n", "1 f {\"id\":\"f\",\"due\":\"g\"}\n3 line-3: a.yaml:4:3: not valid YAML: ',' or ']' must be specified\n5 i {\"id\":\"i\",\"due\":\"j\"}\n"),
		yaml("a line that belongs nowhere", "- id: f\n  due: g\nfoo: 1\n- id: i\n  due: j\n", "1 line-1: a.yaml:3:1: not valid YAML: value is not allowed in this context\n4 i {\"id\":\"i\",\"due\":\"j\"}\n"),
		{name: "YML", file: "a.yml", text: "- {id: a, due: b}\n", want: "1 a {\"id\":\"a\",\"due\":\"b\"}\n"},

		{name: "standard input, JSONL", file: "-", text: " \n{\"id\":\"1\",\"due\":\"a\"}\nx\n", want: "2 1 {\"id\":\"1\",\"due\":\"a\"}\n3 line-3: standard input:3:1: not valid JSON: invalid character 'x' looking for beginning of value\n"},
		{name: "standard input, JSON", file: "-", text: "\xef\xbb\xbf[{\"id\":\"1\",\"due\":\"a\"}]", want: "1 1 {\"id\":\"1\",\"due\":\"a\"}\n"},
		{name: "standard input, CSV", file: "-", text: "id;due\n1;a\n2\n", want: "~ standard input: its columns are separated by semicolons; if that is wrong, give items.delimiter\n2 1 {\"id\":\"1\",\"due\":\"a\"}\n3 line-3: standard input:3: the row has 1 field, and the header has 2 columns\n"},
		{name: "standard input, YAML", file: "-", text: "- {id: a, due: b}\n", set: []string{"items.format=yaml"}, want: "1 a {\"id\":\"a\",\"due\":\"b\"}\n"},
		{name: "standard input, nothing", file: "-", text: "", want: "! standard input: the file is empty; its first line must name the columns\n"},
	})
}
