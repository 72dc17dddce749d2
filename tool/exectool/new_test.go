//go:build unix

package exectool_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	type config = exectool.Config
	tests := []struct {
		name string
		c    *config
		says string
	}{
		{name: "nothing", c: nil, says: "Config is nil"},
		{name: "no name", c: &config{Effect: tool.ReadOnly, Command: []string{"true"}}, says: "Spec.Name is empty"},
		{name: "no effect", c: &config{Name: "x", Command: []string{"true"}}, says: "Config.Effect is not set; set it to tool.Unsafe if running the command twice acts twice"},
		{name: "an unknown effect", c: &config{Name: "x", Effect: 9, Command: []string{"true"}}, says: "Effect"},
		{name: "no command", c: &config{}, says: "Config.Command is empty"},
		{name: "an empty program", c: &config{Command: []string{"", "x"}}, says: "Config.Command is empty"},
		{name: "the program is an argument", c: &config{Command: []string{"bin/{x}"}}, says: "Config.Command[0] is the program and holds {x}"},
		{name: "the folder chooses the program", c: &config{Command: []string{"./run"}, Dir: "{project}"}, says: "looked for in Config.Dir, which holds {project}"},
		{name: "a template", c: &config{Command: []string{"true", "{x"}}, says: `Config.Command[1]: a "{" that is never closed`},
		{name: "a template of stdin", c: &config{Command: []string{"true"}, Stdin: "}"}, says: "Config.Stdin: "},
		{name: "a template of the folder", c: &config{Command: []string{"true"}, Dir: "}"}, says: "Config.Dir: "},
		{name: "a template of the environment", c: &config{Command: []string{"true"}, Env: map[string]string{"A": "}"}}, says: "Config.Env, A: "},
		{name: "a NUL byte", c: &config{Command: []string{"true", "a\x00b"}}, says: "Config.Command[1] has a NUL byte"},
		{name: "a NUL byte in the environment", c: &config{Command: []string{"true"}, Env: map[string]string{"A": "\x00"}}, says: "Config.Env, A: the value has a NUL byte"},
		{name: "a name of a variable", c: &config{Command: []string{"true"}, Env: map[string]string{"A=B": ""}}, says: `"A=B", which cannot be the name`},
		{name: "no name of a variable", c: &config{Command: []string{"true"}, Env: map[string]string{"": ""}}, says: `"", which cannot be the name`},
		{name: "our variable", c: &config{Command: []string{"true"}, Env: map[string]string{exectool.KeyVariable: "1"}}, says: "which the tool sets itself"},
		{name: "a variable that is not set", c: &config{Command: []string{"true", "${env:TOKEN}"}}, says: "the environment variable TOKEN is not set"},
		{name: "variables that are not set", c: &config{Command: []string{"${env:BIN}/x"}, Env: map[string]string{"A": "${env:B}"}}, says: "the environment variables BIN, B are not set"},
		{name: "a value chooses the option", c: &config{Command: []string{"true", "-{x}"}}, says: "in Config.Command[1] the value of {x} would choose which option it is"},
		{name: "a value chooses the long option", c: &config{Command: []string{"true", "--{x}={y}"}}, says: "choose which option it is"},
		{name: "a variable may choose it, and a value after it", c: &config{Command: []string{"true", "--${env:OK}{y}"}}, says: "choose which option it is"},
		{name: "a dashed argument that is not there", c: &config{Command: []string{"true", "{a}"}, Dashed: []string{"b"}}, says: `Config.Dashed names "b"`},
		{name: "exit status 0", c: &config{Command: []string{"true"}, ExitCodes: map[int]exectool.Exit{0: {}}}, says: "0, which is success"},
		{name: "no exit status", c: &config{Command: []string{"true"}, ExitCodes: map[int]exectool.Exit{-1: {}}}, says: "-1, which is no exit status"},
		{name: "no class", c: &config{Command: []string{"true"}, ExitCodes: map[int]exectool.Exit{1: {Class: 99}}}, says: "a class for 1 that does not exist"},
		{name: "a negative maximum", c: &config{Command: []string{"true"}, MaxOutput: -1}, says: "MaxOutput is negative"},
		{name: "a negative grace", c: &config{Command: []string{"true"}, KillGrace: -time.Second}, says: "KillGrace is negative"},
		{name: "a negative timeout", c: &config{Command: []string{"true"}, Timeout: -time.Second}, says: "Timeout is -1s"},
		{name: "a target that is no argument", c: &config{Command: []string{"true", "{a}"}, Target: "b", Schema: raw(`{"type":"object","additionalProperties":false,"properties":{"a":{}}}`)}, says: "b"},
		{name: "a schema", c: &config{Command: []string{"true"}, Schema: raw(`{`)}, says: "schema"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.c != nil {
				tt.c.LookupEnv = lookup(map[string]string{"OK": "s3cret-value"})
				if tt.name != "no name" {
					tt.c.Name = "the_tool"
				}
				if tt.c.Effect == 0 && tt.name != "no effect" {
					tt.c.Effect = tool.Unsafe
				}
			}
			_, err := exectool.New(tt.c)
			says(t, err, tt.says)
			if err != nil && (tt.c != nil && tt.name != "no name" && !strings.Contains(err.Error(), "the_tool") || strings.Contains(err.Error(), "s3cret")) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestNoValueIsCode: a value never becomes a part of a program that stands in
// the command as text.
func TestNoValueIsCode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		command []string
		refused bool
	}{
		{command: []string{"sh", "-c", "echo {x}"}, refused: true},
		{command: []string{"/bin/bash", "-ec", "echo '{x}'"}, refused: true},
		{command: []string{"bash", "-e", "-c", "{x}"}, refused: true},
		{command: []string{"python3.12", "-c", "print({x})"}, refused: true},
		{command: []string{"perl", "-ne", "print {x}"}, refused: true},
		{command: []string{"node", "--eval", "f({x})"}, refused: true},
		{command: []string{"pwsh", "-Command", "echo {x}"}, refused: true},
		{command: []string{`C:\Windows\cmd.exe`, "/c", "echo", "{x}"}, refused: true},
		{command: []string{"sh", "-c", `echo "$1"`, "sh", "{x}"}},
		{command: []string{"sh", "-c", "echo ${{HOME}}"}},
		{command: []string{"sh", "./script", "{x}"}},
		{command: []string{"grep", "-c", "{x}"}},
		{command: []string{"python3", "tool.py", "-c", "{x}"}, refused: true}, // that it is the script's own cannot be known
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.command, " "), func(t *testing.T) {
			t.Parallel()
			_, err := exectool.New(&exectool.Config{Name: "x", Effect: tool.Unsafe, Command: tt.command})
			if (err != nil) != tt.refused || err != nil && !strings.Contains(err.Error(), "code") {
				t.Errorf("got %v, want it refused: %v", err, tt.refused)
			}
		})
	}
}

func TestSchema(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{
		Command: []string{"true", "--id={id}", "{tags:json}", "{a.b}"}, Dir: "{dir}", Stdin: "{text}",
		Env: map[string]string{"NOTE": "{note}", "BOTH": "{id} {more}"}, Target: "id", Timeout: time.Second, KeyTTL: time.Hour, Deletes: true,
	})
	const want = `{"properties":{"dir":{"type":["string","number","boolean"]},"id":{"type":["string","number","boolean"]},"more":{"type":["string","number","boolean"]},"note":{"type":["string","number","boolean","null"]},"tags":{},"text":{"type":["string","number","boolean"]}},"required":["id","tags","more","text","dir"],"type":"object"}`
	if diff := cmp.Diff(want, string(f.Spec().Schema)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := f.Spec(); s.Timeout != time.Second || s.KeyTTL != time.Hour || !s.Deletes || s.Target != "id" || s.Effect != tool.Unsafe {
		t.Errorf("got %+v", s)
	}
}

// TestA2MissingAndMisspelt: nothing that is missing becomes an empty text, and
// nothing behind it moves up.
func TestA2MissingAndMisspelt(t *testing.T) {
	t.Parallel()
	c := program(&exectool.Config{Env: map[string]string{"NOTE": "{note}"}}, "argv", "{source}", "{target}")
	f := mustNew(t, c)
	tests := []struct {
		name, args string
		code       taxonomy.Code
		path, says string
	}{
		{name: "nothing", args: `{}`, code: taxonomy.CodeMissingField, path: "/source", says: "source"},
		{name: "one", args: `{"target":"b"}`, code: taxonomy.CodeMissingField, path: "/source", says: "source"},
		{name: "null", args: `{"source":null,"target":"b"}`, code: taxonomy.CodeWrongType, path: "/source", says: "source"},
		{name: "another case", args: `{"Source":"a","target":"b"}`, code: taxonomy.CodeMissingField, path: "/source", says: "source"},
		{name: "an optional one", args: `{"source":"a","target":"b","notes":"x"}`, code: taxonomy.CodeUnknownField, path: "/notes", says: "notes is not known; the nearest is note"},
		{name: "a list", args: `{"source":["a","b"],"target":"b"}`, code: taxonomy.CodeWrongType, path: "/source", says: "source"},
		{name: "a dash", args: `{"source":"-rf","target":"b"}`, code: taxonomy.CodeInvalidFormat, path: "/source", says: `begins with "-"`},
		{name: "a NUL byte", args: `{"source":"a\u0000b","target":"b"}`, code: taxonomy.CodeInvalidFormat, path: "/source", says: "NUL byte"},
		{name: "a NUL byte in the environment", args: `{"source":"a","target":"b","note":"\u0000"}`, code: taxonomy.CodeInvalidFormat, path: "/note", says: "NUL byte"},
		{name: "no object", args: `[]`, code: taxonomy.CodeWrongType, says: "object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			value, err := f.Call(t.Context(), raw(tt.args))
			if value != nil {
				t.Errorf("it ran: %s", value)
			}
			e := wantError(t, err, taxonomy.InputError, tt.code, taxonomy.No)
			says(t, err, tt.says)
			if tt.path != "" && (len(e.Fields) == 0 || e.Fields[0].Path != tt.path) {
				t.Errorf("fields %+v, want %s", e.Fields, tt.path)
			}
		})
	}
}

// TestCheck: what a call would refuse is refused before it counts as one, also
// where a schema of the user's own lets it through.
func TestCheck(t *testing.T) {
	t.Parallel()
	f := mustNew(t, &exectool.Config{Command: []string{"true", "{n:integer}"}, Schema: raw(`{"type":"object"}`)})
	for args, code := range map[string]taxonomy.Code{`{"n":"3.9"}`: taxonomy.CodeInvalidFormat, `{"n":null}`: taxonomy.CodeMissingField, `{}`: taxonomy.CodeMissingField, `{"n":"-3"}`: taxonomy.CodeInvalidFormat} {
		_ = wantError(t, f.BindRaw(raw(args)).Validate(), taxonomy.InputError, code, taxonomy.No)
	}
	if err := f.BindRaw(raw(`{"n":"3"}`)).Validate(); err != nil {
		t.Error(err)
	}
}
