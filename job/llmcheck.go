package job

import (
	"strings"
	"time"
)

// What may be spent on a model in a run, and how long one call of it may take.
const (
	llmCalls   = 100
	llmTokens  = 100_000
	llmTimeout = 30 * time.Second
)

// DefaultLLM is what correction.llm has where it is empty.
func DefaultLLM() *LLM { return &LLM{MaxCalls: llmCalls, MaxTokens: llmTokens, Timeout: llmTimeout} }

func (c *checker) llm(n *node) {
	const path = "correction.llm"
	if n == nil || !c.section(n, path) {
		return
	}
	m := DefaultLLM()
	c.job.Correction.LLM = m
	for _, f := range []struct {
		key  string
		into *string
	}{{"model", &m.Model}, {"base_url", &m.BaseURL}, {"api_key", &m.APIKey}} {
		if v := n.get(f.key); v != nil {
			var ok bool
			if *f.into, ok = c.text(v, path+"."+f.key); ok {
				c.fixed(v, *f.into, path+"."+f.key)
			}
		}
	}
	if url := m.BaseURL; url != "" && !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "${env:") {
		c.add(n.get("base_url").pos, "%s.base_url must start with http://, https:// or ${env:NAME}", path)
	}
	c.number(n.get("max_calls"), path+".max_calls", &m.MaxCalls)
	c.number(n.get("max_tokens"), path+".max_tokens", &m.MaxTokens)
	c.duration(n.get("timeout"), path+".timeout", 1, &m.Timeout)
}
