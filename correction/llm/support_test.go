package llm_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/llmserver"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

const (
	apiKey = "my-own-key-4711"

	// orderSchema is not for strict mode: the object is open.
	orderSchema = `{"type":"object","required":["order_id","deadline"],"properties":{
		"order_id":{"type":"string"},"deadline":{"type":"string","format":"date"},"qty":{"type":"integer"},"note":{"type":"string"}}}`
	// closedSchema is.
	closedSchema = `{"type":"object","additionalProperties":false,"required":["order_id","deadline"],"properties":{
		"order_id":{"type":"string"},"deadline":{"type":"string","format":"date"},"qty":{"type":"integer"},"note":{"type":"string"}}}`

	refusedArgs = `{"order_id":"1001","deadline":"2020-05-20","qty":9007199254740993}`
	rightArgs   = `{"order_id":"1001","deadline":"2026-05-20","qty":9007199254740993}`
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func steady() float64 { return 0 }

func schema(tb testing.TB, text string) *tool.Schema {
	tb.Helper()
	s, err := tool.CompileSchema(raw(text))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// clientOf returns a client of a server without a socket.
func clientOf(t http.RoundTripper) *openai.Client {
	cfg := openai.DefaultConfig(apiKey)
	cfg.BaseURL = "http://model/v1"
	cfg.HTTPClient = &http.Client{Transport: t}
	return openai.NewClientWithConfig(cfg)
}

func corrector(s *llmserver.Server, change func(*llm.Options)) *llm.Corrector {
	o := llm.Options{APIKey: apiKey, Rand: steady}
	if change != nil {
		change(&o)
	}
	return llm.New(clientOf(s.Transport()), "some-model", &o)
}

// dateError is the tool's own refusal of a date.
func dateError() *taxonomy.Error {
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeOutOfRange, "deadline is in the past")
	e.Fields = []taxonomy.Field{{Path: "/deadline", Message: "is in the past", Code: taxonomy.CodeOutOfRange}}
	return e
}

// orders is a tool that refuses the date of its first call.
func orders(schema string) *tooltest.Tool {
	return tooltest.New(tool.Spec{
		Name: "set_deadline", Description: "Sets the deadline of an order.", Effect: tool.Idempotent, Target: "order_id", Schema: raw(schema),
	}, tooltest.Fail(dateError()))
}

// request is what the executor asks after that.
func request(tb testing.TB, text string) *correction.Request {
	tb.Helper()
	return &correction.Request{
		Spec:   &tool.Spec{Name: "set_deadline", Description: "Sets the deadline of an order.", Effect: tool.Idempotent, Target: "order_id"},
		Schema: schema(tb, text), Args: raw(refusedArgs), Err: dateError(), Tried: []json.RawMessage{raw(refusedArgs)},
	}
}

// right corrects the date.
func right(*llmserver.Question) string { return rightArgs }

// run makes one call of the tool, corrected by c.
func run(tb testing.TB, c correction.Corrector, t *tooltest.Tool) *executor.Result {
	tb.Helper()
	x := executor.New(&executor.Options{Corrector: c, Rand: steady})
	_, res := x.Call(tb.Context(), t, raw(refusedArgs))
	return res
}
