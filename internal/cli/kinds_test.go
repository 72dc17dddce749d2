package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/internal/cli"
)

// beServer makes the test binary an MCP server.
const beServer = "BATCHAGENT_TEST_BE_SERVER"

// beCommand makes the test binary the command.
const beCommand = "BATCHAGENT_TEST_BE_COMMAND"

func TestMain(m *testing.M) {
	if base := os.Getenv(beFaults); base != "" {
		os.Exit(asCommand(base))
	}
	if base := os.Getenv(beBridge); base != "" {
		if err := asBridge(base); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if log := os.Getenv(beServer); log != "" {
		if err := orderServer(log).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if os.Getenv(beCommand) != "" {
		os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	if err := os.Setenv(faultsVariable, faultsToken); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

type orderArgs struct {
	OrderID  string `json:"order_id" jsonschema:"which order"`
	Deadline string `json:"deadline,omitempty"`
}

// orderServer has a tool that changes orders, and notes each call in a file.
func orderServer(log string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
	note := func(what, id string) {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			fmt.Fprintln(f, what, id)
			_ = f.Close()
		}
	}
	mcp.AddTool(s, &mcp.Tool{Name: "update_order", Description: "Changes an order", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}},
		func(_ context.Context, _ *mcp.CallToolRequest, in orderArgs) (*mcp.CallToolResult, any, error) {
			note("update", in.OrderID)
			switch in.OrderID {
			case "2":
				return nil, nil, errors.New("the order is locked by billing")
			case "3":
				return nil, nil, errors.New("no such order")
			case "5":
				os.Exit(1)
			}
			return nil, map[string]any{"id": in.OrderID, "deadline": in.Deadline}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "get_order", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(_ context.Context, _ *mcp.CallToolRequest, in orderArgs) (*mcp.CallToolResult, any, error) {
			note("get", in.OrderID)
			return nil, map[string]any{"id": in.OrderID, "deadline": "2026-05-18"}, nil
		})
	return s
}

// writeFiles makes a folder with files, and returns the path of the first.
func writeFiles(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		mode := os.FileMode(0o600)
		if strings.HasSuffix(files[i], ".sh") {
			mode = 0o700
		}
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), mode); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, files[0])
}

const setDeadline = `#!/bin/sh
# set-deadline ORDER DEADLINE
case $1 in
2) echo "order 2 is locked by billing" >&2; exit 75;;
3) echo "no such order: 3" >&2; exit 4;;
esac
printf '{"id":"%s","deadline":"%s","key":"%s"}\n' "$1" "$2" "$BATCHAGENT_IDEMPOTENCY_KEY"
`

// TestCommandsAsTools: a script that is given each row.
func TestCommandsAsTools(t *testing.T) {
	t.Parallel()
	job := writeFiles(t, "job.yaml", `version: 1
tool:
  exec: {command: [./set-deadline.sh, "{order_id}", "{deadline}"], dir: ., exit_codes: {75: RESOURCE_CONFLICT}}
  effect: idempotent
  classify: [{when: exit == 4, class: FATAL, code: NOT_FOUND, applied: no}]
  schema: {type: object, required: [order_id, deadline], properties: {order_id: {type: string}, deadline: {type: string, format: date}}}
  idempotency: {key: "{order_id}:{deadline}"}
items: {file: items.csv, id: order_id}
`, "items.csv", "order_id,deadline\n1,2026-05-18\n2,2026-05-18\n3,2026-05-18\n4,20/5/2026\n$(touch x);#,2026-05-18\n", "set-deadline.sh", setDeadline)
	r := run(t, "", "run", job, "--json", "--concurrency", "1")
	for _, want := range []string{
		`"counts":{"read":5,"succeeded":3,"skipped":1,"failed":1,"in_doubt":0,"not_done":0}`,
		`"code":"NOT_FOUND"`, `order 2 is locked by billing`, `"key":"4:2026-05-20"`, `"id":"$(touch x);#"`,
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s is not in:\n%s%s", want, r.out, r.err)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(job), "x")); r.status != 2 || err == nil {
		t.Errorf("exit status %d; a shell has read a value: %t", r.status, err == nil)
	}
	if r := run(t, "", "tools", job); r.status != 0 || !strings.Contains(r.out, "deadline  string (date), required") || !strings.Contains(r.out, "order_id  string, required, never corrected") {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
}

// TestServersAsTools: an MCP server that says by itself what its tool takes and
// what calling it twice does, and that dies at one item.
func TestServersAsTools(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	text := fmt.Sprintf(`version: 1
tool:
  mcp: {command: [%q], tool: update_order, env: {%s: %q}}
items: {file: items.csv, id: order_id}
retry: {initial: 1ms}
breaker: {failures: 20}
`, exe, beServer, log)
	job := writeFiles(t, "job.yaml", text, "items.csv", "order_id,deadline,more\n1,2026-05-18,a\n2,2026-05-18,b\n3,2026-05-18,c\n5,2026-05-18,d\n6,2026-05-18,e\n")
	r := run(t, "", "run", job, "--json", "--concurrency", "1")
	for _, want := range []string{
		`"counts":{"read":5,"succeeded":2,"skipped":1,"failed":1,"in_doubt":1,"not_done":0}`, `"code":"LOCKED"`, `"code":"NOT_FOUND"`, `"params":{"order_id":"1","deadline":"2026-05-18"}`,
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s is not in:\n%s%s", want, r.out, r.err)
		}
	}
	calls, err := os.ReadFile(log)
	if err != nil || strings.Count(string(calls), "update 5") != 3 || strings.Count(string(calls), "update 1") != 1 || r.status != 4 {
		t.Errorf("exit status %d, %v, calls:\n%s", r.status, err, calls)
	}
	r = run(t, "", "tools", job)
	for _, want := range []string{"effect:    idempotent (by the server's hint)", "get_order\n", "read_only (by the server's hint)", "order_id  string, required, never corrected"} {
		if r.status != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%q is not in (exit status %d):\n%s%s", want, r.status, r.out, r.err)
		}
	}
	unnamed := writeFiles(t, "job.yaml", regexp.MustCompile(`, tool: \w+`).ReplaceAllString(text, ""), "items.csv", "order_id,deadline\n5,2026-05-18\n")
	if r := run(t, "", "tools", unnamed); r.status != 0 || !strings.Contains(r.out, "get_order\n") || strings.Contains(r.out, "calls:") {
		t.Errorf("without the name of a tool: exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	if r := run(t, "", "plan", unnamed); r.status != 64 || !strings.Contains(r.err, "tool.mcp.tool is missing") {
		t.Errorf("without the name of a tool: exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	probed := strings.Replace(text, "items:", fmt.Sprintf("  probe: {mcp: {command: [%q], tool: get_order, env: {%s: %q}}, done: 'body.deadline == params.deadline'}\nitems:", exe, beServer, log), 1)
	job = writeFiles(t, "job.yaml", probed, "items.csv", "order_id,deadline\n5,2026-05-18\n")
	if r := run(t, "", "run", job, "--json"); r.status != 0 || !strings.Contains(r.out, `"by_probe":1`) {
		t.Errorf("exit status %d:\n%s%s", r.status, r.out, r.err)
	}
	for slip, want := range map[string]string{
		"tool: update_oder": `"update_order"`, "command: [./nowhere]": "no such file", "tool: update_order, nevv: 1": "unknown key",
	} {
		key, _, _ := strings.Cut(slip, ":")
		bad := strings.Replace(text, "tool: update_order", slip, 1)
		if key == "command" {
			bad = strings.Replace(text, fmt.Sprintf("command: [%q]", exe), slip, 1)
		}
		job := writeFiles(t, "job.yaml", bad, "items.csv", "order_id\n1\n")
		if r := run(t, "", "run", job); r.status != 64 || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d: %s", slip, r.status, r.err)
		}
	}
}

// TestListsAsPeopleHaveThem: a spreadsheet's export with semicolons and in
// Windows-1252, which is said, and JSON lines on top of it.
func TestListsAsPeopleHaveThem(t *testing.T) {
	t.Parallel()
	for name, items := range map[string]string{
		"items.csv":   "order_id;deadline;who\r\n00042;2026-05-18;M\xfcller\r\n2;2026-05-18;x\r\n",
		"items.jsonl": "{\"order_id\":\"00042\",\"deadline\":\"2026-05-18\",\"who\":\"M\u00fcller\"}\n{\"order_id\":2,\"deadline\":\"2026-05-18\",\"who\":\"x\"}\n",
	} {
		s := serve(t, ok)
		job := writeFiles(t, "job.yaml", fmt.Sprintf("version: 1\ntool: {http: {request: \"PUT %s/orders/{order_id}\", body: {who: \"{who}\"}}}\nitems: %s\npace: {concurrency: 1}\n", s.URL, name), name, items)
		r := run(t, "", "run", job)
		if asked := s.requests(); r.status != 0 || len(asked) != 2 || asked[0] != `PUT /orders/00042 {"who":"M\u00fcller"}` && asked[0] != `PUT /orders/00042 {"who":"M`+"\u00fc"+`ller"}` {
			t.Errorf("%s: exit status %d, asked %q\n%s", name, r.status, asked, r.err)
		}
		if said := strings.Contains(r.err, "indows-1252"); said != (name == "items.csv") || !strings.HasPrefix(r.err, "run ") {
			t.Errorf("%s: it says %s", name, r.err)
		}
	}
}

// TestDatesOfTheItems: a date with two readings is not guessed, the message says
// what to write, and what was written counts in plan and in run.
func TestDatesOfTheItems(t *testing.T) {
	t.Parallel()
	job := writeFiles(t, "job.yaml", `version: 1
tool:
  exec: {command: [./set-deadline.sh, "{order_id}", "{deadline}"], dir: .}
  effect: idempotent
  schema: {properties: {deadline: {type: string, format: date}}}
items: {file: items.csv, id: order_id}
`, "items.csv", "order_id;deadline\n1;03.04.2026\n", "set-deadline.sh", setDeadline)
	for _, command := range []string{"plan", "run"} {
		r := run(t, "", command, job)
		if said := strings.Join(strings.Fields(r.out), " "); !strings.Contains(said, "can be 2026-04-03 (day first) or 2026-03-04 (month first); items.dates says which") {
			t.Errorf("%s: exit status %d:\n%s", command, r.status, r.out)
		}
	}
	for order, want := range map[string]string{"day-first": "2026-04-03", "month-first": "2026-03-04"} {
		for _, command := range []string{"plan", "run"} {
			if r := run(t, "", command, job, "--json", "--set", "items.dates="+order); r.status != 0 || !strings.Contains(r.out, want) {
				t.Errorf("%s, %s: exit status %d:\n%s%s", command, order, r.status, r.out, r.err)
			}
		}
	}
}

// TestProgramIsNotThere: it is said before anything is called, with where it was
// looked for and what to write.
func TestProgramIsNotThere(t *testing.T) {
	t.Parallel()
	job := writeFiles(t, "job.yaml", `version: 1
tool: {exec: {command: [./set-deadline.sh, "{order_id}"]}, effect: idempotent}
items: {file: items.csv, id: order_id}
`, "items.csv", "order_id\n1\n", "set-deadline.sh", setDeadline, "no-bit.sh", "#!/bin/sh\n")
	here := filepath.Dir(job)
	noBit := filepath.Join(here, "no-bit.sh")
	if err := os.Chmod(noBit, 0o600); err != nil {
		t.Fatal(err)
	}
	for set, want := range map[string]string{
		fmt.Sprintf(`tool.exec.command=[%q]`, noBit): "no-bit.sh cannot be executed; if it is a program, chmod +x " + noBit + " makes it so",
		fmt.Sprintf(`tool.exec.command=[%q]`, here):  "is a folder, and no program",
		"name=x":                           "internal/cli, but beside the job file; write dir: . to run it there",
		"tool.exec.dir=/":                  "there is no program ./set-deadline.sh in /; dir says in which folder it is",
		`tool.exec.command=["nowhere-1"]`:  "there is no program nowhere-1 in the PATH; write where it is, such as ./nowhere-1",
		`tool.exec.command=["/nowhere-1"]`: "there is no program /nowhere-1",
	} {
		for _, command := range []string{"plan", "run", "tools"} {
			if r := run(t, "", command, job, "--set", set); r.status != 64 || !strings.Contains(r.err, want) {
				t.Errorf("%s --set %s: exit status %d: %s%s", command, set, r.status, r.err, r.out)
			}
		}
	}
	if r := run(t, "", "run", job, "--set", "tool.exec.dir=."); r.status != 0 {
		t.Errorf("exit status %d: %s%s", r.status, r.err, r.out)
	}
}

func TestJobSchema(t *testing.T) {
	t.Parallel()
	r := run(t, "", "job", "schema")
	var schema map[string]any
	if err := json.Unmarshal([]byte(r.out), &schema); err != nil || r.status != 0 || schema["title"] != "batchagent job file" {
		t.Errorf("exit status %d, %v: %s", r.status, err, r.err)
	}
}
