package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/internal/llmserver"
)

// scripted is the name of a model that is in this program.
const scripted = "scripted"

var errNoKey = errors.New("--llm: set OPENAI_API_KEY, or take --llm=scripted, which needs none")

// correctors are the rules and, if a model is named, that behind them. usage
// says how often it was asked, nil where there is none.
func correctors(model string) (c correction.Corrector, usage func() (calls, tokens int), err error) {
	rules := correction.Rules(nil)
	if model == "" {
		return rules, nil, nil
	}
	key := os.Getenv("OPENAI_API_KEY")
	config := openai.DefaultConfig(key)
	if base := os.Getenv("OPENAI_BASE_URL"); base != "" {
		config.BaseURL = base
	}
	switch {
	case model == scripted:
		config.HTTPClient = &http.Client{Transport: llmserver.New().Rest(llmserver.Correct(answer)).Transport()}
	case key == "" && os.Getenv("OPENAI_BASE_URL") == "":
		return nil, nil, errNoKey
	}
	asked := llm.New(openai.NewClientWithConfig(config), model, &llm.Options{APIKey: key, Intent: "place the orders as they were meant"})
	return correction.Chain(rules, correction.Learn(asked, nil)), func() (int, int) {
		u := asked.Usage()
		return u.Calls, u.Tokens
	}, nil
}

// answer is what the scripted model knows: that what is urgent has a high
// priority. Of anything else it says that it cannot be corrected.
func answer(q *llmserver.Question) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(q.Arguments, &args) != nil || string(args["priority"]) != `"urgent"` {
		return ""
	}
	args["priority"] = json.RawMessage(`"high"`)
	raw, err := json.Marshal(args)
	if err != nil {
		return ""
	}
	return string(raw)
}
