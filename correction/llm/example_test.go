package llm_test

import (
	"context"
	"fmt"
	"net/http"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/llmserver"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// The tool refuses an amount in words. No rule can read it, so the model is asked.
// Its first answer changes the order as well, and is refused; the second is
// executed.
func Example() {
	pay := tool.Must(tool.Raw(tool.Spec{Name: "pay", Effect: tool.Idempotent, Target: "order_id"}, func(_ context.Context, args map[string]any) (string, error) {
		if args["amount"] != "12.50" {
			e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "amount is not a number")
			e.Fields = []taxonomy.Field{{Path: "/amount", Message: "is not a number"}}
			return "", e
		}
		return "paid", nil
	}))

	cfg := openai.DefaultConfig("the key")
	cfg.BaseURL = "http://model.example/v1"
	cfg.HTTPClient = &http.Client{Transport: llmserver.New( // in the place of a model
		llmserver.Arguments(`{"order_id":"1002","amount":"12.50"}`),
		llmserver.Arguments(`{"order_id":"1001","amount":"12.50"}`),
	).Transport()}
	model := llm.New(openai.NewClientWithConfig(cfg), "some-model", &llm.Options{Intent: "Pay what customers asked for", APIKey: "the key"})

	x := executor.New(&executor.Options{Corrector: correction.Chain(correction.Rules(nil), model)})
	for range 2 {
		value, res := x.Call(context.Background(), pay, []byte(`{"order_id":"1001","amount":"twelve fifty"}`))
		fmt.Println(res.Outcome, string(value)+res.Reason)
		for _, c := range res.Corrections {
			fmt.Printf("  by %s: %s %s -> %s\n", c.By, c.Patch[0].Path, c.Patch[0].From, c.Patch[0].Value)
		}
	}
	fmt.Println(model.Usage().Calls, "calls,", model.Usage().Tokens, "tokens")
	// Output:
	// failed not corrected: a correction must not change order_id, which is locked
	// succeeded "paid"
	//   by llm: /amount "twelve fifty" -> "12.50"
	// 2 calls, 240 tokens
}
