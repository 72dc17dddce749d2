package llm

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Usage is what a corrector has used so far.
type Usage struct {
	Calls  int // requests, repeated ones and those that failed included
	Tokens int // of prompts and completions
	// Estimated are those of Tokens that the endpoint did not count, because it
	// says nothing of tokens or because its answer was lost.
	Estimated int
	// Elapsed is the time that requests took, one after the other; the waits
	// between them are not in it.
	Elapsed time.Duration
	// Disabled says in one sentence why the model is asked no more, or is "".
	Disabled string
}

// budget counts, and lets nothing pass that may be too much. It is safe for
// concurrent use.
type budget struct {
	maxCalls, maxTokens int // negative: no limit

	mu       sync.Mutex
	used     Usage
	promised int           // tokens of requests that are under way
	settled  chan struct{} // closed when one of them has ended
}

func newBudget(o *Options) *budget {
	return &budget{maxCalls: o.MaxCalls, maxTokens: o.MaxTokens, settled: make(chan struct{})}
}

// take counts one request, which is estimated to use so many tokens. It waits
// while only requests that are under way stand in the way. why, if not "", says
// what is used up.
func (b *budget) take(ctx context.Context, tokens int) (why string, err error) {
	for {
		b.mu.Lock()
		settled := b.settled
		switch left := b.maxTokens - b.used.Tokens; {
		case b.used.Disabled != "": // perhaps while it waited
			why = b.used.Disabled
		case b.maxCalls >= 0 && b.used.Calls >= b.maxCalls:
			why = fmt.Sprintf("the budget of %d requests to the correcting model is used up", b.maxCalls)
		case b.maxTokens >= 0 && tokens > left:
			why = fmt.Sprintf("the budget of %d tokens for the correcting model is used up: %d are left, and the next request takes about %d", b.maxTokens, max(0, left), tokens)
		case b.maxTokens < 0 || tokens <= left-b.promised:
			b.used.Calls++
			b.promised += tokens
			settled = nil
		}
		b.mu.Unlock()
		if why != "" || settled == nil {
			return why, nil
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// settle puts what a request used in the place of what it was estimated to.
func (b *budget) settle(promised, tokens, estimated int, elapsed time.Duration) (firstEstimate bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	firstEstimate = b.used.Estimated == 0 && estimated > 0
	b.promised -= promised
	b.used.Tokens += tokens
	b.used.Estimated += estimated
	b.used.Elapsed += elapsed
	close(b.settled)
	b.settled = make(chan struct{})
	return firstEstimate
}

// off notes why the model is asked no more, and reports whether that is new.
func (b *budget) off(why string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used.Disabled != "" {
		return false
	}
	b.used.Disabled = why
	return true
}

func (b *budget) usage() Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// tokensOf estimates the tokens of so many bytes. A token of English is four
// bytes long, one of JSON about three (platform.openai.com, tokenizer), as is a
// Chinese character.
func tokensOf(bytes int) int { return (bytes + 2) / 3 }
