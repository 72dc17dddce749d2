package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The faults of the catalogue that a kind of tool can have, through each kind
// and the whole command: a service that behaves as the item says, called over
// HTTP, by a command, and by an MCP server that pass its words on.

// The test binary is the command, or the server, where one of these names the
// service.
const (
	beFaults = "BATCHAGENT_TEST_BE_FAULTS"
	beBridge = "BATCHAGENT_TEST_BE_BRIDGE"
)

// faultsToken is a secret that every kind of tool is given, and that the
// service repeats. TestMain sets the variable.
const (
	faultsVariable = "BATCHAGENT_TEST_FAULTS_TOKEN"
	faultsToken    = "hunter2-is-no-good-token"
)

// world is that service. It remembers when it was asked for what.
type world struct {
	*httptest.Server
	mu    sync.Mutex
	times map[string][]time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{times: map[string][]time.Time{}}
	w.Server = httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(w.Close)
	return w
}

func (w *world) serve(rw http.ResponseWriter, r *http.Request) {
	id := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	body, _ := io.ReadAll(r.Body)
	w.mu.Lock()
	w.times[id] = append(w.times[id], time.Now())
	n := len(w.times[id])
	w.mu.Unlock()
	refuse := func(status int, text string) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, text)
	}
	switch {
	case id == "wait" && n == 1:
		rw.Header().Set("Retry-After", "1")
		refuse(429, `{"error":{"code":"RATE_LIMITED","message":"too many requests"}}`)
	case id == "later":
		rw.Header().Set("Retry-After", "504000") // 140 hours
		refuse(429, `{"error":{"code":"RATE_LIMITED","message":"too many requests"}}`)
	case id == "always":
		refuse(429, `{"error":{"code":"RATE_LIMITED","message":"too many requests"}}`)
	case id == "disguised":
		refuse(200, `{"ok":false,"error":"the order is locked"}`)
	case id == "remark":
		refuse(200, `{"error":null,"note":"0 errors found"}`)
	case id == "leak":
		refuse(500, `{"error":{"code":"INTERNAL","message":"`+"\x1b[31mred\x1b[0m \xff\xfe "+r.Header.Get("Authorization")+strings.Repeat("é", 1<<19)+`"}}`)
	case id == "denied":
		refuse(404, `{"error":{"code":"NOT_FOUND","message":"no such order"}}`)
	default:
		refuse(200, fmt.Sprintf(`{"id":%q,"body":%s}`, id, body))
	}
}

// asked returns when the service was asked for an item.
func (w *world) asked(id string) []time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.times[id]
}

// change is what the command and the server are given.
type faultArgs struct {
	ID string      `json:"id"`
	N  json.Number `json:"n,omitempty"`
}

// pass calls the service and returns its answer, or its words as an error.
func pass(ctx context.Context, base, token string, raw []byte) ([]byte, error) {
	var args faultArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, base+"/orders/"+args.ID, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	body, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode == http.StatusOK:
		return body, nil
	}
	text := strings.TrimSuffix(string(body), "}")
	if after := resp.Header.Get("Retry-After"); after != "" {
		text += `,"retry_after":` + after
	}
	return nil, fmt.Errorf(`%s,"status":%d}`, text, resp.StatusCode)
}

// asCommand is the command: JSON in, JSON out.
func asCommand(base string) int {
	raw, err := io.ReadAll(os.Stdin)
	if err == nil {
		raw, err = pass(context.Background(), base, os.Getenv("TOKEN"), raw)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(string(raw))
	return 0
}

// asBridge is the MCP server.
func asBridge(base string) error {
	s := mcp.NewServer(&mcp.Implementation{Name: "faults", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{
		Name: "put", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}, InputSchema: json.RawMessage(faultSchema),
	}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := pass(ctx, base, os.Getenv("TOKEN"), req.Params.Arguments)
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: strings.ToValidUTF8(err.Error(), "?")}}}, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(raw)}}}, nil
	})
	return s.Run(context.Background(), &mcp.StdioTransport{})
}

const faultSchema = `{"type":"object","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string"},"n":{"type":"integer"}}}`

// faultKinds are the tool sections of a job for each kind.
func faultKinds(t *testing.T) map[string]func(base string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]func(string) string{
		"http": func(base string) string {
			return fmt.Sprintf("  http: {request: \"PUT %s/orders/{id}\", headers: {Authorization: \"Bearer ${env:%s}\"}, body: {id: \"{id}\", n: \"{n}\"}}\n  schema: %s\n", base, faultsVariable, faultSchema)
		},
		"openapi": func(base string) string {
			return fmt.Sprintf("  openapi: {spec: spec.yaml, operation: putOrder, server: %q, security: {login: \"${env:%s}\"}}\n", base, faultsVariable)
		},
		"exec": func(base string) string {
			return fmt.Sprintf("  exec: {command: [%q], stdin: json, env: {%s: %q, TOKEN: \"${env:%s}\"}}\n  effect: idempotent\n  schema: %s\n", exe, beFaults, base, faultsVariable, faultSchema)
		},
		"mcp": func(base string) string {
			return fmt.Sprintf("  mcp: {command: [%q], tool: put, env: {%s: %q, TOKEN: \"${env:%s}\"}}\n", exe, beBridge, base, faultsVariable)
		},
	}
}

// faultSpec is the service as its description has it, and faultSchema in it.
const faultSpec = `openapi: 3.1.0
info: {title: faults, version: "1"}
components: {securitySchemes: {login: {type: http, scheme: bearer}}}
paths:
  /orders/{id}:
    put:
      operationId: putOrder
      security: [{login: []}]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, additionalProperties: false, properties: {n: {type: integer}}}}}
      responses: {"200": {description: done}, "404": {description: no such order}}
`

// ran is the report of a job, and how the command ended.
type ran struct {
	Counts map[string]int
	Calls  int
	Items  []struct {
		ID, Outcome string
		Line        int
		Attempts    int
		Value       json.RawMessage
		Error       *struct {
			Class, Code, Message string
			Fields               []struct{ Path, Message string }
		}
	}
	status  int
	out     string
	err     string
	elapsed time.Duration
}

// runKind runs items, in a file of that name, through a kind of tool.
func runKind(t *testing.T, toolText, name, items, params string) *ran {
	t.Helper()
	path := writeFiles(t, "job.yaml", "version: 1\ntool:\n"+toolText+"items: {file: "+name+", id: id, empty: omit}\nparams: "+params+"\nretry: {initial: 1ms, max_wait: 1m}\nbreaker: {failures: 100}\n", name, items, "spec.yaml", faultSpec)
	start := time.Now()
	r := run(t, "", "run", path, "--json")
	got := &ran{status: r.status, err: r.err, out: r.out, elapsed: time.Since(start)}
	if err := json.Unmarshal([]byte(r.out), got); err != nil {
		t.Fatalf("exit status %d, %v\n%s%s", r.status, err, r.out, r.err)
	}
	return got
}

// TestFaultsOfEveryKind has the faults by their names in the catalogue.
func TestFaultsOfEveryKind(t *testing.T) {
	t.Parallel()
	const params = `{id: "{id}", n: "{n:integer}"}`
	for kind, text := range faultKinds(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			t.Run("E2 Retry-After", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\nwait,1\nlater,2\n", params)
				asked := w.asked("wait")
				if len(asked) != 2 || asked[1].Sub(asked[0]) < time.Second || got.Items[0].Outcome != "succeeded" {
					t.Errorf("asked %d times: %v, %+v", len(asked), asked, got.Items[0])
				}
				if later := got.Items[1]; len(w.asked("later")) != 1 || later.Outcome != "failed" || later.Error.Code != "RATE_LIMITED" || got.elapsed > 30*time.Second {
					t.Errorf("asked %d times in %s: %+v", len(w.asked("later")), got.elapsed, later)
				}
			})
			t.Run("E3 layers of retries", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\nalways,1\n", params)
				if n := len(w.asked("always")); n != 3 || got.Calls != 3 || got.Items[0].Attempts != 3 || got.status != 2 {
					t.Errorf("asked %d times, %d calls, exit status %d", n, got.Calls, got.status)
				}
			})
			t.Run("E11 texts that leak or explode", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\nleak,1\n", params)
				message := got.Items[0].Error.Message
				if len(w.asked("leak")) == 0 || strings.Contains(got.out+got.err, faultsToken) || strings.ContainsAny(got.out+message, "\x1b") || len(got.out) > 20<<10 || message == "" {
					t.Errorf("%d bytes; message %q", len(got.out), message[:min(len(message), 300)])
				}
			})
			t.Run("E12 disguises", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\ndisguised,1\nremark,2\n", params)
				if d, r := got.Items[0], got.Items[1]; d.Outcome != "skipped" || d.Error.Code != "LOCKED" || r.Outcome != "succeeded" {
					t.Errorf("%+v %+v", d, r)
				}
			})
			t.Run("A2 missing and misspelt", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				path := writeFiles(t, "job.yaml", "version: 1\ntool:\n"+text(w.URL)+"items: {file: items.csv, id: id}\nparams: "+params+"\n", "items.csv", "id,n\n1,2\n", "spec.yaml", faultSpec)
				for args, want := range map[string][]string{
					`{}`:                     {"INPUT_ERROR", "id is missing", "give id, or leave "},
					`{"idd":"1"}`:            {"INPUT_ERROR", "id is missing", "idd is not known; the nearest is id"},
					`{"Id":"1","n":1}`:       {"INPUT_ERROR", "id is missing", "Id is not known; the nearest is id"},
					`{"id":"1","n":1,"x":0}`: {"INPUT_ERROR", "x is not known"},
				} {
					r := run(t, "", "call", path, "--params", args)
					for _, w := range want {
						if !strings.Contains(r.out+r.err, w) {
							t.Errorf("%s: %q is not in (exit status %d)\n%s%s", args, w, r.status, r.out, r.err)
						}
					}
				}
				if n := len(w.asked("1")) + len(w.asked("")); n != 0 {
					t.Errorf("asked %d times", n)
				}
				slip := strings.Replace(params, "id:", "idd:", 1)
				path = writeFiles(t, "job.yaml", "version: 1\ntool:\n"+text(w.URL)+"items: {file: items.csv, id: id}\nparams: "+slip+"\n", "items.csv", "id,n\n1,2\n", "spec.yaml", faultSpec)
				if r := run(t, "", "run", path); r.status != 64 || !strings.Contains(r.err, `"id" is not among the params; did you mean "idd"?`) {
					t.Errorf("exit status %d: %s", r.status, r.err)
				}
			})
			t.Run("A4 exact numbers", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\n00042,9007199254740993\n", params)
				if got.status != 0 || !strings.Contains(string(got.Items[0].Value), `"n":9007199254740993`) || !strings.Contains(string(got.Items[0].Value), `"id":"00042"`) {
					t.Errorf("exit status %d: %s\n%s", got.status, got.Items[0].Value, got.err)
				}
			})
			t.Run("B2 all failed, and none at all", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				rows := "id,n\n" + strings.Repeat("denied,1\n", 1)
				if got := runKind(t, text(w.URL), "items.csv", rows, params); got.status != 2 || got.Counts["failed"] != 1 {
					t.Errorf("exit status %d, %v", got.status, got.Counts)
				}
				if got := runKind(t, text(w.URL), "items.csv", "id,n\n", params); got.status != 0 || got.Counts["read"] != 0 || !strings.Contains(got.err, "no items") {
					t.Errorf("exit status %d, %v: %s", got.status, got.Counts, got.err)
				}
			})
			t.Run("B10 duplicate ids", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				got := runKind(t, text(w.URL), "items.csv", "id,n\n7,1\n7,2\n7,1\n", params)
				for i, item := range got.Items[1:] {
					if item.Outcome != "failed" || item.Error.Code != "DUPLICATE_ID" || !strings.Contains(item.Error.Message, "line 2") || item.Line != i+3 {
						t.Errorf("%+v", item)
					}
				}
				if n := len(w.asked("7")); n != 1 || got.Items[0].Outcome != "succeeded" {
					t.Errorf("asked %d times, %+v", n, got.Items[0])
				}
			})
			t.Run("D8 long and broken lines", func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				items := "\ufeff{\"id\":\"1\",\"n\":1}\r\n{\"id\":\"2\",\"note\":\"" + strings.Repeat("x", 20<<20) + "\"}\n{\"id\":\"3\"\n{\"id\":\"4\"}"
				got := runKind(t, text(w.URL), "items.jsonl", items, params)
				if got.Counts["succeeded"] != 3 || got.Counts["failed"] != 1 {
					t.Fatalf("%v\n%s", got.Counts, got.err)
				}
				if bad := got.Items[2]; bad.Outcome != "failed" || bad.Line != 3 || bad.Error.Class != "INPUT_ERROR" {
					t.Errorf("%+v", bad)
				}
			})
		})
	}
}
