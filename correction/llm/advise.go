package llm

import (
	"context"
	_ "embed" // the prompts are files
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/taxonomy"
)

//go:embed advise.en.txt
var adviseEnglish string

//go:embed advise.zh.txt
var adviseChinese string

const (
	// maxAdvice is the longest sentence that is passed on, in bytes.
	maxAdvice = 400
	// maxAdvised is for how many different failures advice is remembered.
	maxAdvised = 1000
)

// Advisor asks a model what to do about failures that nothing else knows: of a
// long stack trace it makes one sentence. It is asked once for failures that
// differ in numbers alone. Its [Options] are those of a [Corrector]; a cheap
// model will do. It is made by [NewAdvisor] and safe for concurrent use.
type Advisor struct {
	c *Corrector

	mu    sync.Mutex
	known map[string]*advice
}

// advice is what was said of one failure, once done is closed.
type advice struct {
	done chan struct{}
	text string
	err  error
}

// NewAdvisor makes an Advisor. It panics as [New] does.
func NewAdvisor(client *openai.Client, model string, o *Options) *Advisor {
	a := &Advisor{c: New(client, model, o), known: make(map[string]*advice)}
	a.c.format.Store(int32(asText))
	return a
}

// Usage returns what was used until now.
func (a *Advisor) Usage() Usage { return a.c.Usage() }

// Advise returns one sentence about a failure of a tool, "" where the model has
// none, is switched off or out of budget. It is advice, written by a model that
// has read what a tool said: show it as such, and let nothing depend on it.
// Where the endpoint fails the error is that of [Corrector.Correct], and the next
// call asks again.
func (a *Advisor) Advise(ctx context.Context, e *taxonomy.Error) (string, error) {
	if e == nil || a.c.Usage().Disabled != "" {
		return "", nil
	}
	key := fingerprint(e)
	a.mu.Lock()
	if one, ok := a.known[key]; ok {
		a.mu.Unlock()
		select {
		case <-one.done:
			return one.text, one.err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if len(a.known) >= maxAdvised {
		a.mu.Unlock()
		return "", nil
	}
	one := &advice{done: make(chan struct{})}
	a.known[key] = one
	a.mu.Unlock()
	defer func() {
		if one.err != nil {
			a.mu.Lock()
			delete(a.known, key)
			a.mu.Unlock()
		}
		close(one.done)
	}()
	one.err = errAborted // unless it comes to an end
	one.text, one.err = a.ask(ctx, e)
	return one.text, one.err
}

var errAborted = errors.New("llm: the question was not asked to its end")

// failureData is the user's message.
type failureData struct {
	Tool  string    `json:"tool,omitempty"`
	Error errorData `json:"error"`
}

func (a *Advisor) ask(ctx context.Context, e *taxonomy.Error) (string, error) {
	text, err := json.Marshal(failureData{Tool: cut(e.Tool), Error: errorOf(e)})
	if err != nil {
		return "", err
	}
	system := adviseEnglish
	if a.c.o.chinese() {
		system = adviseChinese
	}
	s := &sub{c: a.c, shapes: &shapes{}, messages: []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: system},
		{Role: openai.ChatMessageRoleUser, Content: string(text)},
	}, tokens: tokensOf(len(system) + len(text) + maxAdvice)}
	reply, err := s.ask(ctx)
	if _, off := errors.AsType[offError](err); off {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	said, err := reply.text()
	if err != nil {
		return "", err
	}
	return a.c.secrets.shown(sentence(said)), nil
}

// sentence is the first line of an answer that is one: a list, a code block and
// a minus are none.
func sentence(said string) string {
	said = strings.TrimSpace(said)
	line, _, _ := strings.Cut(said, "\n")
	line = strings.TrimSpace(taxonomy.Clean(line))
	if line == "-" || line == "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "{") || strings.HasPrefix(line, "- ") {
		return ""
	}
	if len(line) <= maxAdvice {
		return line
	}
	line = line[:maxAdvice]
	for !utf8.ValidString(line) {
		line = line[:len(line)-1]
	}
	return line + "…"
}

// fingerprint is the same for failures that differ in numbers alone, such as
// ids, addresses and times.
func fingerprint(e *taxonomy.Error) string {
	var b strings.Builder
	b.WriteString(e.Tool + "\x00" + e.Class.String() + "\x00" + string(e.Code) + "\x00")
	digits := false
	for _, c := range cut(e.Message) {
		if c >= '0' && c <= '9' {
			if !digits {
				b.WriteByte('0')
			}
			digits = true
			continue
		}
		digits = false
		b.WriteRune(c)
	}
	return b.String()
}
