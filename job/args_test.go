package job_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/job"
)

// argsOf renders every row of a CSV text, with errors in place of arguments.
func argsOf(t *testing.T, j *job.Job) []string {
	t.Helper()
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range src.Rows() {
		args, err := j.Args(row)
		switch {
		case err != nil && args != nil:
			t.Errorf("arguments %s and an error", args)
		case err != nil:
			got = append(got, err.Error())
		default:
			if !json.Valid(args) {
				t.Errorf("%s is not JSON", args)
			}
			got = append(got, string(args))
		}
	}
	if err := errors.Join(src.Err(), src.Close()); err != nil {
		t.Error(err)
	}
	return got
}

func TestArgsOfOrders(t *testing.T) {
	t.Parallel()
	j, err := job.Load("testdata/orders.yaml", &job.LoadOptions{LookupEnv: onlyToken})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"order_id":"1001","deadline":"2026-05-20","version":"3"}`,
		`{"order_id":"1002","deadline":"20/5/2026"}`,
		`{"order_id":"00042","deadline":"2026-05-21","version":"9007199254740993"}`,
	}
	if diff := cmp.Diff(want, argsOf(t, j)); diff != "" {
		t.Error(diff)
	}
}

func TestArgs(t *testing.T) {
	t.Parallel()
	const convert = `params={"id":"{id}","n":"{due:integer}"}`
	tests := []struct {
		name, csv string
		set       []string
		want      []string
	}{
		{name: "default params", csv: "x,due,id\n1,\"a \"\"b\"\" <c>\",7\n", want: []string{`{"id":"7","due":"a \"b\" <c>"}`}},
		{name: "an empty cell rejected", csv: "id,due\n7,\n", want: []string{`a.csv:2: column "due": the cell is empty; fill it in, or say what it means with items.empty`}},
		{name: "an empty cell left out", csv: "id,due\n7,\n", set: []string{"items.empty=omit"}, want: []string{`{"id":"7"}`}},
		{name: "an empty cell as null", csv: "id,due\n7,\n", set: []string{"items.empty=null"}, want: []string{`{"id":"7","due":null}`}},
		{name: "an empty cell as text", csv: "id,due\n7,\n", set: []string{"items.empty=text"}, want: []string{`{"id":"7","due":""}`}},
		{name: "conversions", csv: "id,due\n7,9007199254740993\n8,00042\n9,1e3\n", set: []string{convert, "tool.http.body=x"}, want: []string{
			`{"id":"7","n":9007199254740993}`,
			`a.csv:3: params/n: due: "00042" is not a whole number as it would be written in JSON`,
			`a.csv:4: params/n: due: "1e3" is not a whole number as it would be written in JSON`,
		}},
		{name: "an empty cell left out before a conversion", csv: "id,due\n7,\n", set: []string{convert, "tool.http.body=x", "items.empty=omit"}, want: []string{`{"id":"7"}`}},
		{name: "a hole in a text", csv: "id,due\n7,\n", set: []string{"params.id={id}", "params.due=by {due}", "items.empty=omit"}, want: []string{`a.csv:2: params/due: due has no value`}},
		{name: "a null in a text", csv: "id,due\n7,\n", set: []string{"params.id={id}", "params.due=by {due}", "items.empty=null"}, want: []string{`a.csv:2: params/due: due is null, and a text needs a value`}},
		{name: "constants and nested values", csv: "id,due\n7,x\n", set: []string{`params={"id":"{id}","due":{"at":["{due}",1.50,true,null]},"k":"{{due}}"}`}, want: []string{`{"id":"7","due":{"at":["x",1.50,true,null]},"k":"{due}"}`}},
		{name: "a column with a dot", csv: "id,due,a.b\n7,x,y\n", set: []string{`params={"id":"{id}","due":"{a.b}"}`}, want: []string{`{"id":"7","due":"y"}`}},
		{name: "a property of the schema that is a column, and one that is not", csv: "id,due,note\n7,x,y\n", set: []string{`tool.schema={"properties":{"note":{},"other":{},"{odd}":{}}}`}, want: []string{`{"id":"7","due":"x","note":"y"}`}},
		{name: "a ragged row", csv: "id,due\n7\n", want: []string{`a.csv:2: the row has 1 field, and the header has 2 columns`}},
		{name: "an empty cell that nothing uses", csv: "id,due,note\n7,x,\n", want: []string{`{"id":"7","due":"x"}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j, _ := over(t, strings.NewReader(tt.csv), tt.set...)
			if diff := cmp.Diff(tt.want, argsOf(t, j)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestArgsErrorNamesTheField(t *testing.T) {
	t.Parallel()
	j, _ := over(t, strings.NewReader("id,due\n7,x\n"), `params={"id":"{id}","due":"{due:integer}"}`)
	src, err := j.OpenItems()
	if err != nil {
		t.Fatal(err)
	}
	for row := range src.Rows() {
		_, err := j.Args(row)
		if fe, ok := errors.AsType[*tmpl.FieldError](err); !ok || fe.Field != "due" || fe.Text != "x" {
			t.Errorf("got %v", err)
		}
	}
}

func TestJobMadeByHand(t *testing.T) {
	t.Parallel()
	j := &job.Job{}
	if _, err := j.Args(job.Row{}); err == nil {
		t.Error("Args: no error")
	}
	if _, err := j.OpenItems(); err == nil {
		t.Error("OpenItems: no error")
	}
	if got := j.Locked(); len(got) != 0 {
		t.Errorf("Locked() = %q", got)
	}
	if _, ok := (job.Row{}).Value("x"); ok {
		t.Error("the zero Row has a value")
	}
}

func TestTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		set  []string
		want string
	}{
		{"the id", nil, "id"},
		{"by another name", []string{`params={"id":"{id}","due":"{due}"}`, "items.id=due"}, "due"},
		{"a part of a text is not what a call is about", []string{`params={"id":"x-{id}","due":"{due}"}`, "items.id=id"}, ""},
		{"one of two", []string{`params={"id":"{id}","copy":"{id}","due":"{due}"}`}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j, _ := over(t, strings.NewReader(""), tt.set...)
			if got := j.Target(); got != tt.want {
				t.Errorf("Target() = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		set  []string
		want []string
	}{
		{"the path and the id", nil, []string{"id"}},
		{"what the file says", []string{"correction.locked=[due]"}, []string{"due", "id"}},
		{"params that the id is part of", []string{`params={"id":"{id}","due":"{due}","ref":{"a":["x-{id}"]}}`}, []string{"id", "ref"}},
		{"an id that is not in the path", []string{"items.id=due"}, []string{"due", "id"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j, _ := over(t, strings.NewReader(""), tt.set...)
			got := j.Locked()
			if !slices.IsSorted(got) {
				t.Errorf("%q is not sorted", got)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
