package mcptool_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// fake is an MCP server made by hand, so that it can do what a library would
// not let it do. It runs as a process (the test binary, started again) and
// behind HTTP.
type fake struct {
	mu        sync.Mutex
	cancelled []json.RawMessage          // ids
	waiting   map[string]json.RawMessage // ids of calls that are answered once cancelled
	answers   map[string]chan json.RawMessage
	start     string // what happens at the start
	state     string // a folder that outlives the process
	send      func(line string)
}

// What the environment of a re-executed test binary says.
const (
	envFake  = "MCPTOOL_TEST_FAKE"  // how it starts: "ok", "die", "hang", …
	envState = "MCPTOOL_TEST_STATE" // a folder
	envPIDs  = "MCPTOOL_TEST_PIDS"  // a folder in which each server leaves its pid
)

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method"`
	Params struct {
		Name            string          `json:"name"`
		Arguments       json.RawMessage `json:"arguments"`
		Meta            json.RawMessage `json:"_meta"`
		Cursor          string          `json:"cursor"`
		RequestID       json.RawMessage `json:"requestId"`
		ProtocolVersion string          `json:"protocolVersion"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func runFake() {
	if dir := os.Getenv(envPIDs); dir != "" {
		pid := strconv.Itoa(os.Getpid())
		if err := os.WriteFile(dir+"/"+pid, nil, 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	var out sync.Mutex
	f := &fake{
		start: os.Getenv(envFake), state: os.Getenv(envState),
		send: func(line string) {
			out.Lock()
			defer out.Unlock()
			_, _ = os.Stdout.WriteString(line + "\n")
		},
	}
	switch f.start {
	case "die":
		fmt.Fprintln(os.Stderr, "cannot read config.json: token "+os.Getenv("FAKE_TOKEN")+" is not valid")
		os.Exit(3)
	case "stubborn": // neither the end of the input nor SIGTERM ends it
		signal.Ignore(syscall.SIGTERM)
		defer func() { select {} }()
	case "die_long": // the end of a line that is too long to be kept
		fmt.Fprint(os.Stderr, strings.Repeat("y", 20<<10)+os.Getenv("FAKE_TOKEN")+strings.Repeat("z", 16<<10-8))
		os.Exit(3)
	case "die_cut": // so that what is shown begins inside of the token
		fmt.Fprint(os.Stderr, "x"+os.Getenv("FAKE_TOKEN")+strings.Repeat("z", 1<<10-8))
		os.Exit(3)
	case "dies_later":
		if _, err := os.Stat(f.state + "/dead"); err == nil {
			f.note("starts")
			fmt.Fprintln(os.Stderr, "still broken")
			os.Exit(4)
		}
	}
	f.note("starts")
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if f.start == "hang" {
			continue
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			fmt.Fprintln(os.Stderr, "not JSON:", err)
			continue
		}
		if m.Method == "tools/call" {
			switch m.Params.Name {
			case "deaf":
				f.send(answer(m.ID, `{"content":[]}`))
				select {}
			case "pester":
				f.pester()
			case "hold": // the input is read on, so that a cancellation is seen
				f.hold(m.ID)
				continue
			}
			go func() { // as a server that can do several things at once
				if reply := f.handle(&m); reply != "" {
					f.send(reply)
				}
			}()
			continue
		}
		if reply := f.handle(&m); reply != "" {
			f.send(reply)
		}
	}
}

// pester asks and asks, and never reads what comes back.
func (f *fake) pester() {
	for i := 0; ; i++ {
		f.send(`{"jsonrpc":"2.0","id":` + strconv.Itoa(i) + `,"method":"ping"}`)
	}
}

func (f *fake) note(name string) {
	if f.state == "" {
		return
	}
	file, err := os.OpenFile(f.state+"/"+name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	_, _ = file.WriteString(".")
	_ = file.Close()
}

func (f *fake) hold(id json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting == nil {
		f.waiting = make(map[string]json.RawMessage)
	}
	f.waiting[string(id)] = id
}

func answer(id json.RawMessage, result string) string {
	return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + result + `}`
}

func refusal(id json.RawMessage, object string) string {
	return `{"jsonrpc":"2.0","id":` + string(id) + `,"error":` + object + `}`
}

// handle returns the reply to a message, or "".
func (f *fake) handle(m *message) string {
	switch m.Method {
	case "initialize":
		if f.start == "newer" {
			return refusal(m.ID, `{"code":-32601,"message":"Method not found"}`)
		}
		if f.start == "refuses" {
			return refusal(m.ID, `{"code":-32000,"message":"license expired"}`)
		}
		return answer(m.ID, `{"protocolVersion":"`+m.Params.ProtocolVersion+`","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"fake","version":"1"}}`)
	case "server/discover":
		if f.start != "newer" {
			return refusal(m.ID, `{"code":-32601,"message":"Method not found"}`)
		}
		return answer(m.ID, `{"resultType":"complete","ttlMs":60000,"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`)
	case "tools/list":
		if f.start == "no_list" {
			return ""
		}
		if f.start == "refuses_list" {
			return refusal(m.ID, `{"code":-32601,"message":"Method not found"}`)
		}
		return answer(m.ID, f.list(m.Params.Cursor))
	case "tools/call":
		return f.call(m)
	case "notifications/cancelled":
		f.mu.Lock()
		defer f.mu.Unlock()
		f.cancelled = append(f.cancelled, m.Params.RequestID)
		if id, ok := f.waiting[string(m.Params.RequestID)]; ok {
			return answer(id, `{"content":[{"type":"text","text":"too late"}]}`)
		}
	case "": // an answer to a request of ours
		f.mu.Lock()
		defer f.mu.Unlock()
		if c := f.answers[string(m.ID)]; c != nil {
			if m.Error != nil {
				c <- m.Error
			} else {
				c <- m.Result
			}
		}
	}
	return ""
}

const anySchema = `{"type":"object"}`

func (f *fake) list(cursor string) string {
	if f.start == "endless" {
		return `{"tools":[],"nextCursor":"again"}`
	}
	if f.start != "pages" {
		ttl := ""
		if f.start == "newer" {
			ttl = `,"ttlMs":60000,"cacheScope":"public"`
		}
		var tools []string
		for name := range strings.FieldsSeq("result rpc_error die hang hold meta echo flood stderr_long pester garbage ask notify big pid cancelled deaf stderr close_stdout") {
			tools = append(tools, `{"name":"`+name+`","inputSchema":`+anySchema+`}`)
		}
		tools = append(
			tools,
			`{"name":"get_order","title":"Get an order","inputSchema":{"type":"object","properties":{"order_id":{"type":"string"},"max":{"type":"integer","maximum":9007199254740993}},"required":["order_id"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"destructiveHint":false}}`,
			`{"name":"set_deadline","description":"Sets it.","inputSchema":{"type":"object","properties":{"order_id":{"type":"string"}},"required":["order_id"]},"annotations":{"idempotentHint":true}}`,
			`{"name":"refund","inputSchema":null,"annotations":{"destructiveHint":false,"readOnlyHint":"yes"}}`,
			`null`, `7`, `{"name":5}`, `{"name":["refund"],"inputSchema":`+anySchema+`}`,
		)
		return `{"tools":[` + strings.Join(tools, ",") + `]` + ttl + `}`
	}
	const all, page = 300, 50
	from, _ := strconv.Atoi(cursor)
	var tools []string
	for i := from; i < from+page; i++ {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%03d","inputSchema":%s}`, i, anySchema))
	}
	next := ""
	if from+page < all {
		next = fmt.Sprintf(`,"nextCursor":"%d"`, from+page)
	}
	return `{"tools":[` + strings.Join(tools, ",") + `]` + next + `}`
}

// call does what the tool's name says.
func (f *fake) call(m *message) string {
	var args struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
		Bytes  int             `json:"bytes"`
		Order  string          `json:"order"`
	}
	_ = json.Unmarshal(m.Params.Arguments, &args)
	f.note("calls")
	switch m.Params.Name {
	case "result":
		return answer(m.ID, string(args.Result))
	case "rpc_error":
		return refusal(m.ID, string(args.Error))
	case "echo", "get_order":
		return answer(m.ID, `{"content":[],"structuredContent":`+string(m.Params.Arguments)+`}`)
	case "set_deadline", "refund", "meta":
		if m.Params.Meta == nil {
			m.Params.Meta = json.RawMessage("{}")
		}
		return answer(m.ID, `{"content":[],"structuredContent":`+string(m.Params.Meta)+`}`)
	case "die":
		if f.start == "dies_later" {
			_ = os.WriteFile(f.state+"/dead", nil, 0o600)
		}
		fmt.Fprintln(os.Stderr, "panic: out of paper")
		os.Exit(3)
	case "hang":
		return ""
	case "close_stdout":
		_ = os.Stdout.Close()
		return ""
	case "pid":
		return answer(m.ID, `{"content":[],"structuredContent":`+strconv.Itoa(os.Getpid())+`}`)
	case "stderr":
		fmt.Fprintln(os.Stderr, "warning: token "+os.Getenv("FAKE_TOKEN")+" expires soon")
	case "stderr_long":
		fmt.Fprintln(os.Stderr, strings.Repeat("y", 1<<10-8)+os.Getenv("FAKE_TOKEN")+"!")
		f.send(strings.Repeat("y", 256-8) + os.Getenv("FAKE_TOKEN") + "!")
	case "flood":
		line := bytes.Repeat([]byte("x"), 8<<10)
		for range 1024 {
			_, _ = os.Stderr.Write(append(line, '\n'))
		}
	case "garbage":
		for _, line := range []string{"Server listening…", "", "{", "[1,2", `{"hello":"world"}`, "\xff\xfe", `{"jsonrpc":"2.0","id":999999,"result":{}}`, "[]"} {
			f.send(line)
		}
	case "notify":
		f.send(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		f.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}`)
		f.send(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"half"}}`)
		f.send(`{"jsonrpc":"2.0","method":"notifications/nobody/knows"}`)
	case "ask":
		return answer(m.ID, `{"content":[],"structuredContent":`+f.ask()+`}`)
	case "big":
		text := strings.Repeat("x", args.Bytes)
		if args.Order == "last" { // as the TypeScript SDK writes it
			return `{"result":{"content":[{"type":"text","text":"` + text + `"}]},"jsonrpc":"2.0","id":` + string(m.ID) + `}`
		}
		return answer(m.ID, `{"content":[{"type":"text","text":"`+text+`"}]}`)
	case "cancelled":
		f.mu.Lock()
		defer f.mu.Unlock()
		list, _ := json.Marshal(f.cancelled)
		return answer(m.ID, `{"content":[],"structuredContent":{"ids":`+string(list)+`}}`)
	}
	return answer(m.ID, `{"content":[{"type":"text","text":"done"}]}`)
}

// ask sends requests to the client and returns what it answers, by method.
func (f *fake) ask() string {
	requests := map[string]string{
		"ping":                   ``,
		"roots/list":             ``,
		"sampling/createMessage": `,"params":{"messages":[],"maxTokens":1}`,
		"elicitation/create":     `,"params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{}}}`,
		"nobody/knows":           `,"params":{}`,
	}
	f.mu.Lock()
	f.answers = make(map[string]chan json.RawMessage)
	for method := range requests {
		f.answers[`"`+method+`"`] = make(chan json.RawMessage, 1)
	}
	f.mu.Unlock()
	got := make(map[string]json.RawMessage)
	for method, params := range requests {
		f.send(`{"jsonrpc":"2.0","id":"` + method + `","method":"` + method + `"` + params + `}`)
		f.mu.Lock()
		c := f.answers[`"`+method+`"`]
		f.mu.Unlock()
		got[method] = <-c
	}
	out, _ := json.Marshal(got)
	return string(out)
}
