package mcptool_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

func TestNewServerRefuses(t *testing.T) {
	t.Parallel()
	env := func(name string) (string, bool) {
		switch name {
		case "TOKEN":
			return "s3cr3t", true
		case "LINES":
			return "s3cr3t\nX-Evil: 1", true
		}
		return "", false
	}
	run := []string{"server"}
	const at = "http://127.0.0.1:1/mcp"
	tests := []struct {
		name string
		c    *mcptool.ServerConfig
		want string
	}{
		{"nil", nil, "is nil"},
		{"nothing", &mcptool.ServerConfig{}, "neither Command nor URL"},
		{"both", &mcptool.ServerConfig{Command: run, URL: at}, "both Command and URL"},
		{"empty program", &mcptool.ServerConfig{Command: []string{"", "x"}}, "empty program"},
		{"headers of a command", &mcptool.ServerConfig{Command: run, Headers: map[string]string{"A": "b"}}, "Headers"},
		{"environment of an address", &mcptool.ServerConfig{URL: at, Env: map[string]string{"A": "b"}}, "Env"},
		{"folder of an address", &mcptool.ServerConfig{URL: at, Dir: "/"}, "Dir"},
		{"negative time", &mcptool.ServerConfig{Command: run, StartTimeout: -time.Second}, "StartTimeout is -1s and is negative"},
		{"negative size", &mcptool.ServerConfig{Command: run, MaxResponse: -1}, "MaxResponse is negative"},
		{"variable that is not set", &mcptool.ServerConfig{Command: run, Env: map[string]string{"A": "${env:NOPE}"}}, "variable NOPE is not set"},
		{"variable in the command", &mcptool.ServerConfig{Command: []string{"a", "${env:NOPE}"}}, "Command[1]: the environment variable NOPE is not set"},
		{"open brace", &mcptool.ServerConfig{Command: []string{"a", "${env:TOKEN"}}, "not followed by the name"},
		{"no name", &mcptool.ServerConfig{Command: []string{"a", "${env:a-b}"}}, "not followed by the name"},
		{"name of a variable", &mcptool.ServerConfig{Command: run, Env: map[string]string{"A=B": "c"}}, `"A=B" is not the name`},
		{"not an address", &mcptool.ServerConfig{URL: "localhost:8080"}, "is not an address"},
		{"another scheme", &mcptool.ServerConfig{URL: "file:///etc/passwd"}, "is not an address"},
		{"password", &mcptool.ServerConfig{URL: "https://me:s3cr3t@host/mcp"}, "a user or a password"},
		{"header name", &mcptool.ServerConfig{URL: at, Headers: map[string]string{"a b": "c"}}, `"a b" is not the name of a header`},
		{"header of the protocol", &mcptool.ServerConfig{URL: at, Headers: map[string]string{"mcp-session-id": "c"}}, "the protocol's own"},
		{"one key for all", &mcptool.ServerConfig{URL: at, Headers: map[string]string{"idempotency-key": "c"}}, mcptool.MetaKey},
		{"line break in a header", &mcptool.ServerConfig{URL: at, Headers: map[string]string{"A": "${env:LINES}"}}, "line break"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.c != nil {
				tt.c.LookupEnv = env
			}
			s, err := mcptool.NewServer(tt.c)
			if err == nil {
				closeServer(t, s)
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestConfigIsCopied(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	c.Command[0], c.Env[envFake] = "no-such-program", "die"
	if got := call(t, getTool(t, s, "echo", nil), `{}`); got != `{}` {
		t.Error(got)
	}
}

func TestToolRefuses(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	tests := []struct {
		name, tool string
		c          mcptool.ToolConfig
		want       string
	}{
		{"target that is no argument", "get_order", mcptool.ToolConfig{Target: "orderid"}, `did you mean "order_id"?`},
		{"effect that is none", "echo", mcptool.ToolConfig{Effect: 9}, "unknown effect"},
		{"schema that does not compile", "echo", mcptool.ToolConfig{Schema: json.RawMessage(`{"type":"thing"}`)}, "schema"},
		{"negative time", "echo", mcptool.ToolConfig{Timeout: -1}, "negative"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Tool(t.Context(), tt.tool, &tt.c)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "fake") {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// refuser is a transport that has no connection.
type refuser struct{ err error }

func (r refuser) RoundTrip(*http.Request) (*http.Response, error) { return nil, r.err }

func TestOwnTransport(t *testing.T) {
	t.Parallel()
	declared := taxonomy.Errorf(taxonomy.Permission, taxonomy.CodeForbidden, "not from here")
	s := newServer(t, &mcptool.ServerConfig{URL: "http://shop.example/mcp", Transport: refuser{declared}})
	_, err := s.Tools(t.Context())
	wantError(t, err, taxonomy.Permission, taxonomy.CodeForbidden, no, "not from here")
}

func TestDefaultEffectIsTheCarefulOne(t *testing.T) {
	t.Parallel()
	if e := getTool(t, newServer(t, command(t, "ok")), "echo", nil).Spec().Effect; e != tool.Unsafe {
		t.Errorf("a tool without annotations is %s", e)
	}
}
