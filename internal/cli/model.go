package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/job"
)

// correctors are what may correct a run's arguments: rules from the schema,
// then what was learned, then a model.
type correctors struct {
	all     correction.Corrector // nil: nothing does
	learner *correction.Learner  // nil: nothing is learned
	model   *llm.Corrector       // nil: none is asked
}

var (
	errNoModel = errors.New("correction.llm: which model? Name it with correction.llm.model or --model")
	errNoKey   = errors.New("correction.llm: the endpoint wants a key; set OPENAI_API_KEY, or correction.llm.api_key to \"${env:NAME}\"")
)

// correctors makes those of a job. asking: a model may be asked.
func (f *jobFlags) correctors(j *job.Job, logger *slog.Logger, asking bool) (*correctors, error) { //nolint:revive // plan asks nobody
	c := &correctors{}
	if j.On.Input != job.InputCorrect {
		return c, nil
	}
	var inner correction.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		return nil, nil //nolint:nilnil // there is no model
	})
	m := j.Correction.LLM
	if m == nil && f.model != "" {
		m = job.DefaultLLM()
	}
	if m != nil && asking {
		var err error
		if c.model, err = newModel(m, cmp.Or(f.model, m.Model), j.Description, f.lang, logger); err != nil {
			return nil, err
		}
		inner = c.model
	}
	var known []correction.LearnedRule
	if j.Correction.RulesFile != "" {
		var err error
		if known, err = job.LoadRules(j.Correction.RulesFile); err != nil {
			return nil, fmt.Errorf("correction.rules_file: %w", err)
		}
	}
	if m != nil || len(known) > 0 {
		c.learner = correction.Learn(inner, &correction.LearnOptions{Rules: known})
	}
	var list []correction.Corrector
	if j.Correction.Rules {
		list = append(list, schemaRules(j))
	}
	if c.learner != nil {
		list = append(list, c.learner)
	}
	if len(list) > 0 {
		c.all = correction.Chain(list...)
	}
	return c, nil
}

// newModel makes the client of an OpenAI-compatible endpoint.
func newModel(m *job.LLM, name, intent, lang string, logger *slog.Logger) (*llm.Corrector, error) {
	if name == "" {
		return nil, errNoModel
	}
	key, err := expandEnv(cmp.Or(m.APIKey, os.Getenv("OPENAI_API_KEY")))
	if err != nil {
		return nil, fmt.Errorf("correction.llm.api_key: %w", err)
	}
	base, err := expandEnv(cmp.Or(m.BaseURL, os.Getenv("OPENAI_BASE_URL")))
	if err != nil {
		return nil, fmt.Errorf("correction.llm.base_url: %w", err)
	}
	if key == "" && base == "" { // a local endpoint wants none
		return nil, errNoKey
	}
	config := openai.DefaultConfig(key)
	if base != "" {
		config.BaseURL = strings.TrimRight(base, "/")
	}
	return llm.New(openai.NewClientWithConfig(config), name, &llm.Options{
		Intent: intent, Lang: lang, APIKey: key, MaxCalls: m.MaxCalls, MaxTokens: m.MaxTokens, Timeout: m.Timeout, Logger: logger,
	}), nil
}

// expandEnv puts variables into a text that the job file has checked.
func expandEnv(text string) (string, error) {
	t, err := tmpl.Compile(text)
	if err != nil {
		return "", err
	}
	return t.Render(nil, &tmpl.Options{Env: os.LookupEnv})
}

// usage is what the model has cost; nil: there is none.
func (c *correctors) usage() func() (calls, tokens int) {
	if c.model == nil {
		return nil
	}
	return func() (int, int) {
		u := c.model.Usage()
		return u.Calls, u.Tokens
	}
}

// keepRules writes what was learned to the file that was asked for.
func (f *jobFlags) keepRules(w *printer, c *correctors) error {
	if f.saveRules == "" {
		return nil
	}
	if c.learner == nil {
		w.printf("batchagent: --save-rules: nothing was learned, since no model was asked; name one with --model\n")
		return nil
	}
	return job.SaveRules(f.saveRules, c.learner.Rules())
}
