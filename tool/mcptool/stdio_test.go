package mcptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

const (
	no         = taxonomy.No
	answered   = taxonomy.Answered
	unanswered = taxonomy.Unanswered
)

func TestToolsSayTheirEffect(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	list, err := s.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, info := range list {
		got[info.Name] = fmt.Sprintf("%s %t %s", info.Effect, info.Hinted, info.Description)
		if info.Name == "get_order" && !strings.Contains(string(info.Schema), `"maximum":9007199254740993`) {
			t.Errorf("the schema is not the server's: %s", info.Schema)
		}
	}
	for name, want := range map[string]string{
		"get_order": "read_only true Get an order", "set_deadline": "idempotent true Sets it.", "refund": "unsafe false ", "echo": "unsafe false ",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	f := getTool(t, s, "refund", &mcptool.ToolConfig{
		Name: "give_back", Effect: tool.Idempotent, Target: "order_id", Locked: []string{"amount"},
		Description: "Gives it back.", Timeout: time.Second, KeyTTL: time.Hour, Deletes: true,
	})
	want := &tool.Spec{
		Name: "give_back", Description: "Gives it back.", Effect: tool.Idempotent, Target: "order_id", Locked: []string{"amount"},
		Deletes: true, Schema: json.RawMessage(anySchema), Timeout: time.Second, KeyTTL: time.Hour,
	}
	if diff := cmp.Diff(want, f.Spec()); diff != "" {
		t.Error(diff)
	}
	if got := call(t, f, `{}`); got != `{}` {
		t.Errorf("the renamed tool returned %s", got)
	}
}

func TestToolsInPages(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "pages"))
	list, err := s.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 300 || list[0].Name != "tool_000" || list[299].Name != "tool_299" {
		t.Errorf("%d tools, from %v to %v", len(list), list[0], list[len(list)-1])
	}
	_, err = s.Tool(t.Context(), "tol_042", nil)
	wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnknownTool, no, `no tool "tol_042"`, `did you mean "tool_042"`)
	_, err = s.Tool(t.Context(), "something else", nil)
	wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnknownTool, no, "it has tool_000, tool_001", "and 290 more")
}

func TestListWithoutEnd(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "endless"))
	_, err := s.Tools(t.Context())
	wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, no, "has no end")
}

func TestListThatDoesNotCome(t *testing.T) {
	t.Parallel()
	c := command(t, "no_list")
	c.StartTimeout = 2 * time.Second // for the start, too, on a busy machine
	s := newServer(t, c)
	began := time.Now()
	_, err := s.Tool(t.Context(), "echo", nil)
	wantError(t, err, taxonomy.Transient, taxonomy.CodeUnavailable, no, "fake did not give the list of its tools within 4s")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Tools(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s = newServer(t, command(t, "refuses_list"))
	_, err = s.Tools(t.Context())
	if err == nil || !strings.Contains(err.Error(), "fake does not give the list of its tools: ") || !strings.Contains(err.Error(), "Method not found") {
		t.Errorf("got %v", err)
	}
}

// TestServerThatPesters: requests of a server whose answers it does not read
// are not kept without end.
func TestServerThatPesters(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := getTool(t, s, "pester", nil).Call(ctx, json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "more than 1000 requests of its own without reading the answers")
	const many = 3 // a new process serves
	for range many {
		if _, err = getTool(t, s, "echo", nil).Call(ctx, json.RawMessage(`{}`)); err == nil {
			break
		}
		<-time.After(300 * time.Millisecond)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestE11SecretAtTheCut: what is left of a secret where a text was cut through
// is not shown either.
func TestE11SecretAtTheCut(t *testing.T) {
	t.Parallel()
	const secret = "0123456789abcdef"
	var log logBuffer
	started := func(start string) *mcptool.Server {
		c := command(t, start)
		c.Env["FAKE_TOKEN"], c.Logger = "${env:SECRET}", log.logger()
		c.LookupEnv = func(string) (string, bool) { return secret, true }
		return newServer(t, c)
	}
	for _, start := range []string{"die_long", "die_cut"} {
		_, err := started(start).Tools(t.Context())
		if err == nil || strings.Contains(err.Error(), "9abcdef") || !strings.Contains(err.Error(), "zzz") {
			t.Errorf("%s: %v", start, err)
		}
	}
	call(t, getTool(t, started("ok"), "stderr_long", nil), `{}`)
	if left := until(func() string {
		for _, part := range []string{`msg="MCP server wrote to stderr" mcp_server=fake line=yyy`, "a line that is no message"} {
			if !strings.Contains(log.String(), part) {
				return "not in the log: " + part
			}
		}
		return ""
	}); left != "" {
		t.Error(left)
	}
	if strings.Contains(log.String(), "01234") || strings.Contains(log.String(), "bcdef") {
		t.Error("a part of the secret is in the log")
	}
}

func TestNewerServer(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "newer"))
	for range 2 { // the second list is one that the SDK has kept
		list, err := s.Tools(t.Context())
		if err != nil || len(list) != 22 {
			t.Fatalf("%d tools, %v", len(list), err)
		}
	}
	if got := call(t, getTool(t, s, "echo", nil), `{"n":9007199254740993}`); got != `{"n":9007199254740993}` {
		t.Error(got)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	f := getTool(t, newServer(t, command(t, "ok")), "result", nil)
	text := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return `{"content":[{"type":"text","text":` + string(b) + `}]}`
	}
	tests := []struct{ name, result, want string }{
		{"A4 structured numbers", `{"content":[],"structuredContent":{"id":9007199254740993,"n":1.10,"e":1e400,"zip":"00042"}}`, `{"id":9007199254740993,"n":1.10,"e":1e400,"zip":"00042"}`},
		{"A4 key order and escapes", `{"content":[],"structuredContent":{"b":1,"a":"\u003c<é"}}`, `{"b":1,"a":"\u003c<é"}`},
		{"A4 numbers in a text", text(`{"id": 9007199254740993}`), `{"id": 9007199254740993}`},
		{"structured before text", `{"content":[{"type":"text","text":"x"}],"structuredContent":[1]}`, `[1]`},
		{"structured null", `{"content":[{"type":"text","text":"x"}],"structuredContent":null}`, `"x"`},
		{"text", text("deadline set"), `"deadline set"`},
		{"text with what HTML would escape", text("a < b & c"), `"a < b & c"`},
		{"text that is a number", text("42"), `42`},
		{"text that is almost JSON", text(`{"a":1}}`), `"{\"a\":1}}"`},
		{"empty text", text(""), `""`},
		{"nothing", `{"content":[]}`, `null`},
		{"not even content", `{}`, `null`},
		{"several", `{"content":[{"type":"text","text":"one"},{"type":"text","text":"{\"two\":2}"}]}`, `["one",{"two":2}]`},
		{"image", `{"content":[{"type":"image","data":"aGVsbG8=","mimeType":"image/png"}]}`, `{"type":"image","mimeType":"image/png","bytes":5}`},
		{"text and audio", `{"content":[{"type":"text","text":"song"},{"type":"audio","data":"aGVs","mimeType":"audio/wav"}]}`, `["song",{"type":"audio","mimeType":"audio/wav","bytes":3}]`},
		{"link", `{"content":[{"type":"resource_link","uri":"file:///a.txt","name":"a.txt","size":12}]}`, `{"type":"resource_link","uri":"file:///a.txt","name":"a.txt","bytes":12}`},
		{"resource with a text", `{"content":[{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"hi"}}]}`, `{"type":"resource","uri":"file:///a","mimeType":"text/plain","text":"hi"}`},
		{"resource with bytes", `{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"AAEC"}}]}`, `{"type":"resource","uri":"file:///a","bytes":3}`},
		{"a kind that nobody knows yet", `{"content":[{"type":"hologram","mimeType":"x/y","depth":3}]}`, `{"type":"hologram","mimeType":"x/y"}`},
		{"the oldest form", `{"toolResult":{"n":1}}`, `{"n":1}`},
		{"E12 a remark is no failure", text("0 errors found"), `"0 errors found"`},
		{"E12 null error", text(`{"error":null,"n":1}`), `{"error":null,"n":1}`},
		{"E12 one of many failed", `{"content":[{"type":"text","text":"Error: row 3 is bad"},{"type":"text","text":"row 4 set"}]}`, `["Error: row 3 is bad","row 4 set"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := call(t, f, `{"result":`+tt.result+`}`); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestE12FailuresInResults(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	tests := []struct {
		name, tool, args string
		class            taxonomy.Class
		code             taxonomy.Code
		applied          taxonomy.Applied
	}{
		{"isError", "result", `{"result":{"isError":true,"content":[{"type":"text","text":"order 1004 is locked"}]}}`, taxonomy.ResourceConflict, taxonomy.CodeLocked, no},
		{"isError without a word", "result", `{"result":{"isError":true,"content":[]}}`, taxonomy.Fatal, taxonomy.CodeUnknown, answered},
		{"isError of a library", "result", `{"result":{"isError":true,"content":[{"type":"text","text":"MCP error -32602: Input validation error: Invalid arguments for tool set_deadline"}]}}`, taxonomy.InputError, taxonomy.CodeValidationFailed, no},
		{"a text that says so", "result", `{"result":{"content":[{"type":"text","text":"Error: order is locked"}]}}`, taxonomy.ResourceConflict, taxonomy.CodeLocked, no},
		{"an envelope in a text", "result", `{"result":{"content":[{"type":"text","text":"{\"ok\":false,\"error\":\"order is locked\"}"}]}}`, taxonomy.ResourceConflict, taxonomy.CodeLocked, no},
		{"an envelope as structure", "result", `{"result":{"content":[],"structuredContent":{"ok":false,"error":"order is locked"}}}`, taxonomy.ResourceConflict, taxonomy.CodeLocked, no},
		{"all of many", "result", `{"result":{"content":[{"type":"text","text":"Error: order is locked"},{"type":"image","data":""}]}}`, taxonomy.ResourceConflict, taxonomy.CodeLocked, no},
		{"no result", "result", `{"result":"done"}`, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered},
		{"content of another shape", "result", `{"result":{"content":"done"}}`, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered},
		{"asks for input", "result", `{"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"?"}}}}}`, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := getTool(t, s, tt.tool, nil).Call(t.Context(), json.RawMessage(tt.args))
			wantError(t, err, tt.class, tt.code, tt.applied)
		})
	}
	t.Run("protocol error", func(t *testing.T) {
		t.Parallel()
		_, err := getTool(t, s, "rpc_error", nil).Call(t.Context(), json.RawMessage(`{"error":{"code":-32602,"message":"Unknown tool: x","data":{"n":9007199254740993}}}`))
		want := &taxonomy.RPCError{Code: -32602, Message: "Unknown tool: x", Data: json.RawMessage(`{"n":9007199254740993}`)}
		if diff := cmp.Diff(want, err); diff != "" {
			t.Error(diff)
		}
	})
}

func TestE12JudgeHasTheLastWord(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	var got mcptool.Reply
	f := getTool(t, s, "result", &mcptool.ToolConfig{Judge: func(r *mcptool.Reply, verdict error) error {
		got = *r
		if r.IsError {
			return nil
		}
		return errors.Join(verdict, taxonomy.Errorf(taxonomy.ResourceConflict, taxonomy.CodeBusy, "not now"))
	}})
	const result = `{"isError":true,"content":[{"type":"text","text":"locked"},{"type":"image"},{"type":"text","text":"7"}]}`
	if got := call(t, f, `{"result":`+result+`}`); got != `["locked",{"type":"image"},7]` {
		t.Errorf("a failure that is a success: %s", got)
	}
	want := mcptool.Reply{
		Content: "locked\n7", IsError: true, Value: json.RawMessage(`["locked",{"type":"image"},7]`),
		Result: json.RawMessage(result), Args: json.RawMessage(`{"result":` + result + `}`),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	_, err := f.Call(t.Context(), json.RawMessage(`{"result":{"structuredContent":{"queued":true}}}`))
	wantError(t, err, taxonomy.ResourceConflict, taxonomy.CodeBusy, no, "not now")
}

func TestA4ArgumentsAreExact(t *testing.T) {
	t.Parallel()
	f := getTool(t, newServer(t, command(t, "ok")), "echo", nil)
	const args = `{"id":9007199254740993,"n":1.10,"e":1e400,"zip":"00042","html":"<&>","sep":"  "}`
	if got := call(t, f, args); got != args {
		t.Errorf("got %s, want %s", got, args)
	}
}

func TestA2ArgumentsAreChecked(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	f := getTool(t, newServer(t, c), "get_order", nil)
	_, err := f.Call(t.Context(), json.RawMessage(`{"order-id":"7"}`))
	e := errorAs(t, err, taxonomy.InputError, taxonomy.CodeValidationFailed, no, "order_id", "order-id")
	if len(e.Fields) != 2 {
		t.Errorf("fields: %v", e.Fields)
	}
	if n := noted(t, c, "calls"); n != 0 {
		t.Errorf("%d calls reached the server", n)
	}
}

func TestKeyGoesAlong(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	ctx := tool.WithCallInfo(t.Context(), callInfo("k-1"))
	for name, want := range map[string]string{
		"set_deadline": `{"io.batchagent/idempotency-key":"k-1"}`,
		"refund":       `{"io.batchagent/idempotency-key":"k-1"}`,
	} {
		got, err := getTool(t, s, name, nil).Call(ctx, json.RawMessage(`{"order_id":"1"}`))
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	got, err := getTool(t, s, "meta", &mcptool.ToolConfig{Effect: tool.ReadOnly}).Call(ctx, json.RawMessage(`{}`))
	if err != nil || string(got) != `{}` {
		t.Errorf("a tool that only reads got %s, %v", got, err)
	}
	if got := call(t, getTool(t, s, "refund", nil), `{}`); got != `{}` {
		t.Errorf("without a key: %s", got)
	}
}

func TestE6DeathMidCallIsUnanswered(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	die, echo := getTool(t, s, "die", nil), getTool(t, s, "echo", nil)
	_, err := die.Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "exit status 3", "panic: out of paper", "die under way")
	if got := call(t, echo, `{"n":1}`); got != `{"n":1}` {
		t.Errorf("the server that was started again returned %s", got)
	}
	if n := noted(t, c, "starts"); n != 2 {
		t.Errorf("%d starts, want 2", n)
	}
}

func TestE6DeathTakesAllCallsWithIt(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	hang, die := getTool(t, s, "hang", nil), getTool(t, s, "die", nil)
	const calls = 3
	errs := make(chan error, calls)
	for range calls {
		go func() {
			_, err := hang.Call(context.WithoutCancel(t.Context()), json.RawMessage(`{}`))
			errs <- err
		}()
	}
	if left := until(func() string {
		if n := noted(t, c, "calls"); n < calls {
			return fmt.Sprintf("%d calls have reached the server", n)
		}
		return ""
	}); left != "" {
		t.Fatal(left)
	}
	_, _ = die.Call(t.Context(), json.RawMessage(`{}`))
	for range calls {
		wantError(t, <-errs, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "exit status 3", "hang under way")
	}
}

func TestServerThatClosesItsOutput(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "ok"))
	_, err := getTool(t, s, "close_stdout", nil).Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered)
	if got := call(t, getTool(t, s, "echo", nil), `{}`); got != `{}` {
		t.Error(got)
	}
}

func TestStartThatFails(t *testing.T) {
	t.Parallel()
	t.Run("dies", func(t *testing.T) {
		t.Parallel()
		c := command(t, "die")
		c.Env["FAKE_TOKEN"] = "${env:SECRET}"
		c.LookupEnv = func(string) (string, bool) { return "s3cr3t-t0ken", true }
		_, err := newServer(t, c).Tools(t.Context())
		wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnavailable, no, "exit status 3", "cannot read config.json: token ${env:SECRET} is not valid")
	})
	t.Run("is not there", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, &mcptool.ServerConfig{Command: []string{"no-such-server-anywhere"}})
		_, err := s.Tool(t.Context(), "x", nil)
		wantError(t, err, taxonomy.Fatal, taxonomy.CodeCommandNotFound, no, "no-such-server-anywhere cannot be started")
	})
	t.Run("is silent", func(t *testing.T) {
		t.Parallel()
		c := command(t, "hang")
		c.StartTimeout = 100 * time.Millisecond
		_, err := newServer(t, c).Tools(t.Context())
		wantError(t, err, taxonomy.Transient, taxonomy.CodeUnavailable, no, "was not ready after 100ms")
	})
	t.Run("is silent and the caller cannot wait", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, command(t, "hang"))
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		_, err := s.Tools(ctx)
		wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, no, "nothing was sent")
		if took := time.Since(began); took > 250*time.Millisecond {
			t.Errorf("returned after %s", took)
		}
	})
	t.Run("refuses", func(t *testing.T) {
		t.Parallel()
		_, err := newServer(t, command(t, "refuses")).Tools(t.Context())
		if e := taxonomy.Classify(err); err == nil || e.Applied != no || !strings.Contains(err.Error(), "license expired") {
			t.Errorf("%v, applied %s", err, e.Applied)
		}
	})
}

func TestRestartsAreBounded(t *testing.T) {
	t.Parallel()
	c := command(t, "dies_later")
	s := newServer(t, c)
	die, echo := getTool(t, s, "die", nil), getTool(t, s, "echo", nil)
	_, err := die.Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered)
	_, err = echo.Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Transient, taxonomy.CodeUnavailable, no, "exit status 4", "still broken")
	for range 100 {
		_, err = echo.Call(t.Context(), json.RawMessage(`{}`))
		e := errorAs(t, err, taxonomy.Transient, taxonomy.CodeUnavailable, no, "still broken")
		if n := noted(t, c, "starts"); n > 3 {
			break // a slow machine: the pause was over
		}
		if e.RetryAfter > 500*time.Millisecond {
			t.Fatalf("wait %s after %v", e.RetryAfter, err)
		}
	}
	if n := noted(t, c, "starts"); n > 4 {
		t.Errorf("%d starts for 100 calls", n)
	}
}

func TestE4CancelDoesNotHang(t *testing.T) {
	t.Parallel()
	const limit = 200 * time.Millisecond
	t.Run("before it begins", func(t *testing.T) {
		t.Parallel()
		c := command(t, "ok")
		s := newServer(t, c)
		f := getTool(t, s, "echo", nil)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := f.Call(ctx, json.RawMessage(`{}`))
		wantError(t, err, taxonomy.Fatal, taxonomy.CodeCanceled, no, "was not sent")
		if n := noted(t, c, "calls"); n != 0 {
			t.Errorf("%d calls reached the server", n)
		}
	})
	t.Run("on a silent server", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, command(t, "ok"))
		hang, seen := getTool(t, s, "hang", nil), getTool(t, s, "cancelled", nil)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := hang.Call(ctx, json.RawMessage(`{}`))
		late(ctx, t, limit)
		wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, unanswered, "no answer to hang")
		if left := until(func() string { // the notification goes out beside it
			if got := call(t, seen, `{}`); got == `{"ids":null}` {
				return got
			}
			return ""
		}); left != "" {
			t.Errorf("the server was not told: %s", left)
		}
	})
	t.Run("answers after cancel", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, command(t, "ok"))
		hold, echo := getTool(t, s, "hold", nil), getTool(t, s, "echo", nil)
		for i := range 5 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			value, err := hold.Call(ctx, json.RawMessage(`{}`))
			if err != nil {
				wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, unanswered)
			} else if string(value) != `"too late"` { // it came before the caller had woken up
				t.Errorf("got %s", value)
			}
			cancel()
			args := fmt.Sprintf(`{"n":%d}`, i)
			if got := call(t, echo, args); got != args {
				t.Errorf("got %s, want %s", got, args)
			}
		}
	})
	t.Run("on a server that does not read", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, command(t, "ok"))
		deaf, echo := getTool(t, s, "deaf", nil), getTool(t, s, "echo", nil)
		call(t, deaf, `{}`)
		args := json.RawMessage(`{"x":"` + strings.Repeat("x", 200<<10) + `"}`)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		_, err := echo.Call(ctx, args) // it is being written
		late(ctx, t, limit)
		wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, unanswered)
		second, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		_, err = echo.Call(second, args) // it waits behind the first
		late(second, t, limit)
		wantError(t, err, taxonomy.Transient, taxonomy.CodeTimeout, no, "was not sent")
	})
}

// late complains if more than limit has passed since ctx was done.
func late(ctx context.Context, t *testing.T, limit time.Duration) {
	t.Helper()
	deadline, ok := ctx.Deadline()
	if over := time.Since(deadline); ok && over > limit {
		t.Errorf("returned %s after the end of its context", over)
	}
}

func TestNoisyServer(t *testing.T) {
	t.Parallel()
	var log logBuffer
	c := command(t, "ok")
	c.Logger = log.logger()
	c.Env["FAKE_TOKEN"] = "${env:SECRET}"
	c.LookupEnv = func(string) (string, bool) { return "s3cr3t-t0ken", true }
	s := newServer(t, c)
	for _, name := range []string{"garbage", "flood", "notify", "stderr"} {
		f := getTool(t, s, name, nil)
		for range 2 {
			if got := call(t, f, `{}`); got != `"done"` {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	if left := until(func() string {
		for _, part := range []string{"Server listening…", "a line that is no message", "half", "token ${env:SECRET} expires soon"} {
			if !strings.Contains(log.String(), part) {
				return "not in the log: " + part
			}
		}
		return ""
	}); left != "" {
		t.Error(left)
	}
	if strings.Contains(log.String(), "s3cr3t") {
		t.Error("the log holds a secret")
	}
}

func TestServerThatAsks(t *testing.T) {
	t.Parallel()
	got := call(t, getTool(t, newServer(t, command(t, "ok")), "ask", nil), `{}`)
	var answers map[string]struct {
		Code  int               `json:"code"`
		Roots []json.RawMessage `json:"roots"`
	}
	if err := json.Unmarshal([]byte(got), &answers); err != nil {
		t.Fatal(err)
	}
	if answers["ping"].Code != 0 || answers["roots/list"].Code != 0 || answers["roots/list"].Roots == nil {
		t.Errorf("ping and roots: %s", got)
	}
	for _, method := range []string{"sampling/createMessage", "elicitation/create", "nobody/knows"} {
		if answers[method].Code == 0 {
			t.Errorf("%s is not refused: %s", method, got)
		}
	}
}

func TestD8AnswerThatIsTooLarge(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	c.MaxResponse = 64 << 10
	s := newServer(t, c)
	big, echo := getTool(t, s, "big", nil), getTool(t, s, "echo", nil)
	for _, order := range []string{"first", "last"} {
		_, err := big.Call(t.Context(), json.RawMessage(`{"bytes":300000,"order":"`+order+`"}`))
		wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, answered, "larger than the 65536 bytes")
	}
	if got := call(t, echo, `{"n":1}`); got != `{"n":1}` {
		t.Error(got)
	}
	if n := noted(t, c, "starts"); n != 1 {
		t.Errorf("%d starts: a large answer must not end the server", n)
	}
	if got := call(t, big, `{"bytes":60000}`); len(got) != 60002 {
		t.Errorf("an answer that fits: %d bytes", len(got))
	}
}

func TestAnswerOf8MB(t *testing.T) {
	t.Parallel()
	if got := call(t, getTool(t, newServer(t, command(t, "ok")), "big", nil), `{"bytes":8000000}`); len(got) != 8000002 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestOneProcessForAll(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			f, err := s.Tool(t.Context(), "echo", nil)
			if err != nil {
				t.Error(err)
				return
			}
			for j := range 50 {
				args := fmt.Sprintf(`{"n":%d}`, i*1000+j)
				got, err := f.Call(t.Context(), json.RawMessage(args))
				if err != nil || string(got) != args {
					t.Errorf("got %s, %v, want %s", got, err, args)
				}
			}
		})
	}
	wg.Wait()
	if n := noted(t, c, "starts"); n != 1 {
		t.Errorf("%d processes", n)
	}
}
