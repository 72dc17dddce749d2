package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     any
	}{
		{"numbers keep their text", `[9007199254740993,1.0,-0,1E+2,10e-1]`, []any{json.Number("9007199254740993"), json.Number("1.0"), json.Number("-0"), json.Number("1E+2"), json.Number("10e-1")}},
		{"zeros stay", `{"zip":"00042"}`, map[string]any{"zip": "00042"}},
		{"space", " \t\r\n{ \"a\" : [ ] , \"b\" : { } } \n", map[string]any{"a": []any{}, "b": map[string]any{}}},
		{"words", `[true,false,null]`, []any{true, false, nil}},
		{"escapes", `"\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00"`, "\"\\/\b\f\n\r\tAé😀"},
		{"Unicode as it is", `"é😀"`, "é😀"},
		{"the replacement character, when meant", `"\ufffd` + "\ufffd" + `"`, "\ufffd\ufffd"},
		{"a key with an escape", `{"\u0061":1}`, map[string]any{"a": json.Number("1")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tool.Decode(raw(tt.in))
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestDecodeErrors: truncated, malformed, and more than one are told apart, and
// the message says where.
func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	const truncated, malformed = taxonomy.CodeTruncatedArguments, taxonomy.CodeInvalidFormat
	tests := []struct {
		name, in string
		code     taxonomy.Code
		says     string
	}{
		{"A1: cut off in a text", `{"path":"x","content":"abc`, truncated, "truncated after 26 bytes; they are not executed"},
		{"cut off behind a backslash", `{"a":"\`, truncated, "truncated"},
		{"cut off in an escape", `{"a":"\u00e`, truncated, "truncated"},
		{"cut off in a pair", `{"a":"\ud83d`, truncated, "truncated"},
		{"cut off in a character", "{\"a\":\"\xf0\x9f", truncated, "truncated"},
		{"cut off behind a brace", `{`, truncated, "truncated"},
		{"cut off behind a name", `{"a"`, truncated, "truncated"},
		{"cut off behind a colon", `{"a":`, truncated, "truncated"},
		{"cut off behind a comma", `{"a":1,`, truncated, "truncated"},
		{"cut off behind a value", `{"a":1`, truncated, "truncated"},
		{"cut off in a list", `[1,`, truncated, "truncated"},
		{"cut off in a word", `{"a":tru`, truncated, "truncated"},
		{"cut off in a number", `-`, truncated, "truncated"},
		{"cut off in a fraction", `1.`, truncated, "truncated"},
		{"cut off in an exponent", `1e-`, truncated, "truncated"},
		{"nothing", ``, truncated, "the arguments are empty"},
		{"only space", " \n", truncated, "the arguments are empty"},
		{"prose", `I cannot do that`, malformed, `not JSON: invalid character 'I' looking for beginning of value, at byte 1`},
		{"fenced", "```json\n{}\n```", malformed, "not JSON: invalid character '`'"},
		{"a comma too many", `{"a":1,}`, malformed, `invalid character '}' looking for beginning of object key string, at byte 8`},
		{"a list with a comma too many", `[1,]`, malformed, `invalid character ']' looking for beginning of value`},
		{"single quotes", `{'a':1}`, malformed, "looking for beginning of object key string"},
		{"no colon", `{"a" 1}`, malformed, "after object key"},
		{"no comma", `{"a":1 "b":2}`, malformed, "after object key:value pair"},
		{"no comma in a list", `[1 2]`, malformed, "after array element"},
		{"a leading zero", `{"zip":00042}`, malformed, "invalid character '0' after object key:value pair"},
		{"a plus sign", `+1`, malformed, "looking for beginning of value"},
		{"no digit", `-x`, malformed, "in numeric literal"},
		{"NaN", `NaN`, malformed, "looking for beginning of value"},
		{"a word of another language", `True`, malformed, "looking for beginning of value"},
		{"half a word", `nulx`, malformed, "in literal null"},
		{"a bare line break in a text", "\"a\nb\"", malformed, "in string literal"},
		{"the same behind an escape", "\"\\ta\nb\"", malformed, "in string literal"},
		{"no such escape", `"\x41"`, malformed, "in string escape code"},
		{"not hexadecimal", `"\u00g0"`, malformed, "hexadecimal"},
		{"a UTF-8 mark", "\uFEFF{}", malformed, "not JSON"},
		{"two values", `{"a":1}{"a":2}`, malformed, "hold more than one JSON value: the first ends after 7 bytes"},
		{"words behind the value", `{} done`, malformed, "more than one JSON value"},
		{"the same name twice", `{"order_id":"1","a":{},"order_id":"2"}`, malformed, `name "order_id" twice in one object`},
		{"the same name twice, written otherwise", `{"a":1,"\u0061":2}`, malformed, `name "a" twice`},
		{"stray bytes", "\"a\xff\"", malformed, "not Unicode"},
		{"stray bytes behind an escape", "\"\\ta\xff\"", malformed, "not Unicode"},
		{"half a pair", `"\ud83d"`, malformed, "not Unicode"},
		{"half a pair and an escape", `"\ud83d\n"`, malformed, "not Unicode"},
		{"the second half alone", `"\ude00"`, malformed, "not Unicode"},
		{"two first halves", `"\ud83d\ud83d"`, malformed, "not Unicode"},
		{"too deep", strings.Repeat("[", 10_001), malformed, "exceeded max depth"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := tool.Decode(raw(tt.in))
			if err == nil {
				t.Fatalf("decoded as %v", v)
			}
			e := refusal(t, err)
			if e.Code != tt.code || !strings.Contains(e.Message, tt.says) || !strings.HasPrefix(e.Message, "the arguments ") {
				t.Errorf("%s: %q, want %s and %q", e.Code, e.Message, tt.code, tt.says)
			}
		})
	}
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	if _, err := tool.Decode(raw(deep)); err != nil {
		t.Errorf("10,000 levels: %v", err)
	}
}

// FuzzDecode: what Decode reads it reads as encoding/json does, and what it
// refuses is no JSON, or one of the two kinds of text that it is there to
// refuse. What is cut off is called so.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00\n"],"b":{"c":null,"d":true}}`, `""`, `0`, `[`, `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", `1 2`, ` {} `,
		`{"a":"b\\"}`, `[{},[],"",{"":""}]`, `-0.0e-0`, `01`, `1.`, `tru`, `nullx`, "\"\u2028\x7f\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := tool.Decode(in)
		var want any
		dec := json.NewDecoder(bytes.NewReader(in))
		dec.UseNumber()
		switch {
		case err == nil && !json.Valid(in):
			t.Fatalf("%q is no JSON and was read as %v", in, got)
		case err == nil:
			if err := dec.Decode(&want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%q (-want +got):\n%s", in, diff)
			}
			short := bytes.TrimRight(in, " \t\r\n")
			if short[len(short)-1] == '}' || short[len(short)-1] == ']' || short[len(short)-1] == '"' {
				for n := range short {
					if e := refusal(t, second(tool.Decode(short[:n]))); e.Code != taxonomy.CodeTruncatedArguments {
						t.Fatalf("%q cut off at %d: %v", in, n, e)
					}
				}
			}
		case json.Valid(in):
			message := refusal(t, err).Message
			twice, notText := strings.Contains(message, "twice"), strings.Contains(message, "not Unicode")
			if notText && utf8.Valid(in) && !bytes.Contains(bytes.ToLower(in), []byte(`\ud`)) || !notText && !twice {
				t.Fatalf("%q: %s", in, message)
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }

// limits is a struct whose schema accepts more than it can hold.
type limits struct {
	Small  int8      `json:"small,omitempty"`
	Big    int64     `json:"big,omitempty"`
	Float  float64   `json:"float,omitempty"`
	Colour colour    `json:"colour,omitempty"`
	When   time.Time `json:"when,omitzero"`
	Bytes  []byte    `json:"bytes,omitempty"`
	Quoted int       `json:"quoted,string,omitempty"`
	Lines  []line    `json:"lines,omitempty"`
	Any    any       `json:"any,omitempty"`
}

type line struct {
	N int64            `json:"n"`
	M map[string]int64 `json:"m/~,omitempty"`
}

// picky refuses whatever it is to read.
type picky struct{}

func (*picky) UnmarshalJSON([]byte) error { return errors.New("not like this") }

// TestMisfits: what the schema accepts and the Go type does not is refused
// before the call, and every member is named.
func TestMisfits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, args string
		code       taxonomy.Code
		want       []string
	}{
		{"beyond int64", `{"big":9223372036854775808}`, taxonomy.CodeOutOfRange, []string{"/big OUT_OF_RANGE: is number 9223372036854775808, which does not fit int64"}},
		{"an integer with a point", `{"big":1.0}`, taxonomy.CodeWrongType, []string{"/big WRONG_TYPE: is number 1.0, which does not fit int64"}},
		{"beyond float64", `{"float":1e400}`, taxonomy.CodeOutOfRange, []string{"/float OUT_OF_RANGE: is number 1e400, which does not fit float64"}},
		{"a text of its own", `{"colour":"green"}`, taxonomy.CodeInvalidFormat, []string{"/colour INVALID_FORMAT: is refused: no such colour"}},
		{"not base64", `{"bytes":"a b"}`, taxonomy.CodeInvalidFormat, []string{"/bytes INVALID_FORMAT: is refused: illegal base64 data at input byte 1"}},
		{"within a list", `{"lines":[{"n":1},{"n":9223372036854775808}]}`, taxonomy.CodeOutOfRange, []string{"/lines/1/n OUT_OF_RANGE: is number 9223372036854775808, which does not fit int64"}},
		{"within a map", `{"lines":[{"n":1,"m/~":{"a b":1,"x":9223372036854775808}}]}`, taxonomy.CodeOutOfRange, []string{"/lines/0/m~1~0/x OUT_OF_RANGE: is number 9223372036854775808, which does not fit int64"}},
		{
			"all of them", `{"colour":"green","big":9223372036854775808,"small":1,"any":[1]}`, taxonomy.CodeValidationFailed,
			[]string{"/big OUT_OF_RANGE: is number 9223372036854775808, which does not fit int64", "/colour INVALID_FORMAT: is refused: no such colour"},
		},
		{"a leap second, which Go has not", `{"when":"2016-12-31T23:59:60Z"}`, taxonomy.CodeInvalidFormat, []string{`/when INVALID_FORMAT: is refused: parsing time "2016-12-31T23:59:60Z": second out of range`}},
	}
	f := tool.Must(tool.New(spec(""), func(context.Context, limits) (int, error) {
		t.Error("the func was called")
		return 0, nil
	}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := f.Call(t.Context(), raw(tt.args))
			e := refusal(t, err)
			if diff := cmp.Diff(tt.want, fields(e)); diff != "" || e.Code != tt.code {
				t.Errorf("%s (-want +got):\n%s", e.Code, diff)
			}
		})
	}
	// Where the arguments are no object, or read themselves, the whole is named.
	n := tool.Must(tool.New(spec(""), func(context.Context, int64) (int, error) { return 0, nil }))
	_, err := n.Call(t.Context(), raw(`9223372036854775808`))
	if diff := cmp.Diff([]string{" OUT_OF_RANGE: is number 9223372036854775808, which does not fit int64"}, fields(refusal(t, err))); diff != "" {
		t.Error(diff)
	}
	p := tool.Must(tool.New(spec(""), func(context.Context, picky) (int, error) { return 0, nil }))
	_, err = p.Call(t.Context(), raw(`{"a":1,"b":2}`))
	if diff := cmp.Diff([]string{" INVALID_FORMAT: is refused: not like this"}, fields(refusal(t, err))); diff != "" {
		t.Error(diff)
	}
	c := tool.Must(tool.New(spec(""), func(context.Context, colour) (int, error) { return 0, nil }))
	_, err = c.Call(t.Context(), raw(`"green"`))
	if diff := cmp.Diff([]string{" INVALID_FORMAT: is refused: no such colour"}, fields(refusal(t, err))); diff != "" {
		t.Error(diff)
	}
}
