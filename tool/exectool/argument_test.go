//go:build unix

package exectool_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// TestArguments runs a program with values that mean something to a shell.
func TestArguments(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		"plain", "", " ", "two words", "a\nb", `"quoted"`, "it's", "$(id)", "`id`", "$HOME", "a;b", "a|b", "a&b", "*", "~", ">out", `back\slash`,
		"{x}", "${env:HOME}", "%s", "é 漢 🙂", "\x1b[31m", "x -y", "a=b", "@file", "00042", strings.Repeat("long ", 10000),
	} {
		t.Run(value[:min(len(value), 20)], func(t *testing.T) {
			t.Parallel()
			f := mustNew(t, program(&exectool.Config{}, "argv", "{x}", "--x={x}", "a {x} b", "{{x}}", "--", "{x}"))
			got, err := f.Call(t.Context(), encode(t, map[string]string{"x": value}))
			if err != nil {
				t.Fatal(err)
			}
			want := []string{value, "--x=" + value, "a " + value + " b", "{x}", "--", value}
			var argv []string
			if err := json.Unmarshal(got, &argv); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, argv); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDashes(t *testing.T) {
	t.Parallel()
	env := lookup(map[string]string{"EMPTY": "", "FLAG": "-v"})
	tests := []struct {
		name     string
		template []string // behind the program
		dashed   []string
		x        any
		want     string // the last argument
		refused  string
	}{
		{name: "an option", template: []string{"{x}"}, x: "-rf", refused: `begins with "-"`},
		{name: "a dash alone", template: []string{"{x}"}, x: "-", refused: `begins with "-"`},
		{name: "two of them", template: []string{"{x}"}, x: "--", refused: `begins with "-"`},
		{name: "a negative number", template: []string{"{x}"}, x: -5, refused: `begins with "-"`},
		{name: "at the beginning", template: []string{"{x}.txt"}, x: "-o", refused: `begins with "-"`},
		{name: "after an empty variable", template: []string{"${env:EMPTY}{x}"}, x: "-o", refused: `begins with "-"`},
		{name: "behind another one", template: []string{"a", "{x}"}, x: "-rf", refused: `begins with "-"`},
		{name: "after --", template: []string{"--", "{x}"}, x: "-rf", want: "-rf"},
		{name: "after -- and another one", template: []string{"--", "a", "{x}"}, x: "-rf", want: "-rf"},
		{name: "declared", template: []string{"{x}"}, dashed: []string{"x"}, x: -5, want: "-5"},
		{name: "inside", template: []string{"--amount={x}"}, x: -5, want: "--amount=-5"},
		{name: "in the middle", template: []string{"{x}"}, x: "a-b", want: "a-b"},
		{name: "the variable's own", template: []string{"${env:FLAG}"}, x: "a", want: "-v"},
		{name: "the variable's own before a value", template: []string{"${env:FLAG}{x}"}, x: "a", want: "-va"},
		{name: "the template's own", template: []string{"-o{x}"}, x: "a", want: "-oa"},
		{name: "an option without its value", template: []string{"-o{x}"}, x: "", refused: "is empty, so that -o would take the next argument"},
		{name: "a long option without its value", template: []string{"--out={x}"}, x: "", want: "--out="},
		{name: "an empty one", template: []string{"{x}"}, x: "", want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := &exectool.Config{Effect: tool.Unsafe, Command: append([]string{"prog"}, tt.template...), Dashed: tt.dashed, LookupEnv: env}
			argv, err := exectool.Argv(c, encode(t, map[string]any{"x": tt.x}))
			if tt.refused != "" {
				e := wantError(t, err, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No)
				says(t, err, tt.refused)
				if len(e.Fields) != 1 || e.Fields[0].Path != "/x" {
					t.Errorf("fields %+v", e.Fields)
				}
				return
			}
			if err != nil || len(argv) != 1+len(tt.template) || argv[len(argv)-1] != tt.want {
				t.Errorf("got %q, %v; want %q at the end", argv, err, tt.want)
			}
		})
	}
}

// FuzzArguments: whatever the values are, they stay inside the argument that
// they were written for, and none of them becomes an option, a program or a
// second argument.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{"a", "", "-x", "--", "a b", "a\x00b", "$(id)", "\n", "\xff", `"`, "{b}", "${env:TOKEN}", "-", "a\u2028b", "\u2212x"} {
		f.Add(s, "b")
		f.Add("a", s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return // JSON has none
		}
		c := &exectool.Config{
			Effect: tool.Unsafe, Command: []string{"prog", "{a}", "{a}{b}", "-o{b}", "--x={a} {b}", "${env:TOKEN}{a}", "--", "{b}"},
			LookupEnv: lookup(map[string]string{"TOKEN": ""}),
		}
		argv, err := exectool.Argv(c, encode(t, map[string]string{"a": a, "b": b}))
		refusal := strings.ContainsRune(a+b, 0) || strings.HasPrefix(a, "-") || a == "" && strings.HasPrefix(b, "-") || b == ""
		if (err != nil) != refusal {
			t.Fatalf("%q and %q: %q, %v", a, b, argv, err)
		}
		if err != nil {
			if e := taxonomy.Classify(err); e.Class != taxonomy.InputError || e.Applied != taxonomy.No || len(e.Fields) != 1 {
				t.Errorf("%+v", e)
			}
			return
		}
		want := []string{"prog", a, a + b, "-o" + b, "--x=" + a + " " + b, a, "--", b}
		if diff := cmp.Diff(want, argv); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// FuzzTemplate: any template that is accepted makes one argument of any value,
// which begins with a dash only where the template does, or a variable.
func FuzzTemplate(f *testing.F) {
	for _, text := range []string{"{x}", "-{x}", "--{x}", "-o{x}", "$${x}", "{{{x}", "}}{x}", "${env:A}{x}", "${env:EMPTY}{x}", "{x:json}", "{x}{x}", "-", "--", "-${env:A}{x}", "{{-{x}"} {
		f.Add(text, "-v")
		f.Add(text, "")
	}
	f.Fuzz(func(t *testing.T, text, x string) {
		if !utf8.ValidString(x) {
			return
		}
		env := lookup(map[string]string{"A": "-a", "EMPTY": ""})
		args := encode(t, map[string]string{"x": x})
		argv, err := exectool.Argv(&exectool.Config{Effect: tool.Unsafe, Command: []string{"prog", text}, LookupEnv: env}, args)
		if err != nil {
			return
		}
		if len(argv) != 2 || argv[0] != "prog" {
			t.Fatalf("%q with %q became %q", text, x, argv)
		}
		if strings.HasPrefix(argv[1], "-") && !strings.HasPrefix(text, "-") && !strings.Contains(text, "${env:A}") {
			t.Errorf("%q with %q became the option %q", text, x, argv[1])
		}
		if strings.HasPrefix(text, "{x}") && !strings.HasPrefix(argv[1], x) {
			t.Errorf("%q with %q became %q", text, x, argv[1])
		}
	})
}
