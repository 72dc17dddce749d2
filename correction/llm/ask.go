package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/internal/wait"
	"github.com/batchagent/batchagent/taxonomy"
)

// sub is one correction: the requests until one of them is answered.
type sub struct {
	c        *Corrector
	shapes   *shapes
	messages []openai.ChatCompletionMessage
	tokens   int // what one request is estimated to use
}

// completion is an answer, and the format that it was asked for in.
type completion struct {
	openai.ChatCompletionResponse

	format format
}

// ask sends the question until it is answered, its time is up, or it is clear that
// it will not be. The error is an offError, a *taxonomy.Error, or wraps ctx's.
func (s *sub) ask(caller context.Context) (*completion, error) {
	ctx := caller
	if s.c.o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.c.o.Timeout)
		defer cancel()
	}
	backoff := wait.Backoff{Initial: initial, Max: longest}
	for retried := 0; ; {
		if err := s.c.pause(ctx); err != nil {
			return nil, s.over(caller, err)
		}
		f := format(s.c.format.Load())
		reply, err := s.send(ctx, f)
		if err == nil {
			return reply, nil
		}
		if off, ok := errors.AsType[offError](err); ok {
			return nil, off
		}
		if ctx.Err() != nil {
			return nil, s.over(caller, err)
		}
		status, class, e := statusOf(err), taxonomy.ClassOf(err), s.c.judge(err, reply)
		switch {
		case f < asText && refusesFormat(status, err):
			s.c.lower(ctx, f)
			continue
		case endsRun(status, class, e.Code, err):
			return nil, s.c.switchOff(ctx, slog.LevelError, "the correcting model cannot be asked: "+e.Error())
		case e.Class != taxonomy.Transient || retried >= retries:
			s.c.holdBack(e.RetryAfter)
			return nil, e
		}
		s.c.holdBack(e.RetryAfter)
		pause := max(backoff.Nth(retried, s.c.o.Rand()), e.RetryAfter)
		if late := tooLate(ctx, pause); late != "" {
			e.Message += "; " + late
			return nil, e
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, s.over(caller, err)
		}
		retried++
	}
}

// send makes one request and counts what it used. The reply is not nil where the
// endpoint answered at all.
func (s *sub) send(ctx context.Context, f format) (*completion, error) {
	why, err := s.c.budget.take(ctx, s.tokens)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return nil, s.c.switchOff(ctx, slog.LevelWarn, why)
	}
	start := time.Now()
	settled := false
	defer func() { // also if the client panics
		if !settled {
			s.c.budget.settle(s.tokens, 0, 0, time.Since(start))
		}
	}()
	resp, err := s.c.client.CreateChatCompletion(s.c.secrets.watch(ctx), openai.ChatCompletionRequest{
		Model: s.c.model, Messages: s.messages, ResponseFormat: s.shapes.response(f),
	})
	elapsed := time.Since(start)
	used, estimated := s.used(&resp, err)
	settled = true
	if s.c.budget.settle(s.tokens, used, estimated, elapsed) {
		s.c.o.Logger.LogAttrs(ctx, slog.LevelWarn, "tokens of the correcting model are estimated: the endpoint did not count them", slog.String("model", s.c.model))
	}
	s.c.o.Logger.LogAttrs(ctx, slog.LevelDebug, "the correcting model was asked", slog.String("model", s.c.model), slog.Bool("answered", err == nil),
		slog.Int("status", statusOf(err)), slog.Int("tokens", used), slog.Duration("elapsed", elapsed))
	return &completion{ChatCompletionResponse: resp, format: f}, err
}

// used is what a request used, and how much of that is an estimate. An error that
// the endpoint answered with costs nothing; where the answer was lost, the prompt
// may have been read.
func (s *sub) used(resp *openai.ChatCompletionResponse, err error) (tokens, estimated int) {
	const most = 1 << 29 // of what an endpoint can claim
	u := resp.Usage
	if counted := min(max(u.PromptTokens, 0), most) + min(max(u.CompletionTokens, 0), most); err == nil && counted > 0 {
		return counted, 0
	}
	if total := min(u.TotalTokens, most); err == nil && total > 0 {
		return total, 0
	}
	switch {
	case err == nil:
		estimated = tokensOf(s.promptBytes())
		for _, choice := range resp.Choices {
			estimated += tokensOf(len(choice.Message.Content) + len(choice.Message.ReasoningContent))
		}
	case statusOf(err) == 0 && !neverSent(err) && (resp.Header() != nil || taxonomy.Classify(err).Applied.Maybe()):
		estimated = tokensOf(s.promptBytes())
	}
	return estimated, estimated
}

// promptBytes is the length of what was sent, less the format.
func (s *sub) promptBytes() int {
	n := 0
	for _, m := range s.messages {
		n += len(m.Content)
	}
	return n
}

// over says why a correction ended before it was answered.
func (s *sub) over(caller context.Context, err error) error {
	if stopped := caller.Err(); stopped != nil {
		return fmt.Errorf("the correcting model was not waited for: %w", stopped)
	}
	if e, ok := errors.AsType[*taxonomy.Error](err); ok {
		return e
	}
	e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeTimeout, "the correcting model did not answer within %s", s.c.o.Timeout)
	e.Applied = taxonomy.No
	return e
}

// judge classifies what the endpoint answered: TRANSIENT, or FATAL, since no other
// arguments of the tool would help. The error wraps nothing: those of the client
// hold the texts of the endpoint whole.
func (c *Corrector) judge(err error, reply *completion) *taxonomy.Error {
	is := taxonomy.Classify(err)
	if is.Class != taxonomy.Transient {
		is.Class = taxonomy.Fatal
		if statusOf(err) == 0 && reply != nil && reply.Header() != nil {
			is.Code = taxonomy.CodeUnreadableAnswer // with success: a page that a proxy put in between
		}
	}
	e := taxonomy.Errorf(is.Class, is.Code, "%s", c.secrets.shown("the correcting model's endpoint "+errorText(err)))
	e.Applied, e.Scope, e.Basis, e.RetryAfter = taxonomy.No, is.Scope, is.Basis, is.RetryAfter // nothing of the tool's was done
	if reply != nil && e.Class == taxonomy.Transient {
		e.RetryAfter = max(e.RetryAfter, taxonomy.RetryAfter(reply.Header(), time.Now()))
	}
	return e
}

// errorText completes a sentence.
func errorText(err error) string {
	if e, ok := errors.AsType[*openai.APIError](err); ok && e.HTTPStatusCode > 0 {
		return fmt.Sprintf("answered %d: %s", e.HTTPStatusCode, e.Message)
	}
	if e, ok := errors.AsType[*openai.RequestError](err); ok {
		return fmt.Sprintf("answered %d: %s", e.HTTPStatusCode, e.Body)
	}
	return "did not give an answer that can be read: " + err.Error()
}

// statusOf is the status of an error answer, or 0.
func statusOf(err error) int {
	if e, ok := errors.AsType[*openai.APIError](err); ok && e.HTTPStatusCode > 0 {
		return e.HTTPStatusCode
	}
	if e, ok := errors.AsType[*openai.RequestError](err); ok {
		return e.HTTPStatusCode
	}
	return 0
}

// neverSent: the client refuses the model by its name.
func neverSent(err error) bool { return errors.Is(err, openai.ErrChatCompletionInvalidModel) }

// refusesFormat reports whether the endpoint does not know the response format:
// 400 or 422 (as FastAPI answers), and a text that speaks of it.
func refusesFormat(status int, err error) bool {
	if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
		return false
	}
	text := err.Error()
	if e, ok := errors.AsType[*openai.APIError](err); ok && e.Param != nil {
		text += " " + *e.Param
	}
	text = strings.ToLower(text)
	for _, words := range []string{"response_format", "response format", "json_schema", "json schema", "json_object", "json mode", "structured output"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// endsRun reports whether no other request can fare better: the key is refused,
// the quota used up, or there is no such model or endpoint.
func endsRun(status int, class taxonomy.Class, code taxonomy.Code, err error) bool {
	switch {
	case class == taxonomy.Permission, code == taxonomy.CodeQuotaExhausted, neverSent(err):
		return true
	case class == taxonomy.Transient:
		return false
	case status == http.StatusUnauthorized, status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return true
	}
	if status != http.StatusBadRequest {
		return false
	}
	if api, ok := errors.AsType[*openai.APIError](err); ok {
		switch code, _ := api.Code.(string); code {
		case "model_not_found", "invalid_model", "unknown_model":
			return true
		}
		text := strings.ToLower(api.Message)
		return strings.Contains(text, "model not exist") || strings.Contains(text, "not a valid model id") // DeepSeek, OpenRouter
	}
	return false
}

// lower goes on without a format that was refused.
func (c *Corrector) lower(ctx context.Context, refused format) {
	if c.format.CompareAndSwap(int32(refused), int32(refused+1)) {
		c.o.Logger.LogAttrs(ctx, slog.LevelInfo, "the endpoint does not know the response format, which is not asked for again", slog.String("model", c.model), slog.Int("format", int(refused)))
	}
}

// holdBack keeps all corrections from asking for a while.
func (c *Corrector) holdBack(d time.Duration) {
	if d <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	const most = 1000 * time.Hour // a time that can be added to any
	if until := time.Now().Add(min(d, most)); until.After(c.notBefore) {
		c.notBefore = until
	}
}

// pause waits until the endpoint wants to be asked. The error is ctx's, or a
// *taxonomy.Error if there is no time for that.
func (c *Corrector) pause(ctx context.Context) error {
	for {
		c.mu.Lock()
		d := time.Until(c.notBefore)
		c.mu.Unlock()
		if d <= 0 {
			return ctx.Err()
		}
		if late := tooLate(ctx, d); late != "" {
			e := taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeRateLimited, "the correcting model's endpoint wants to be left alone; %s", late)
			e.RetryAfter = d
			return e
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

// tooLate says when it can be tried again, if ctx leaves no time for a wait.
func tooLate(ctx context.Context, d time.Duration) string {
	deadline, ok := ctx.Deadline()
	if !ok || time.Until(deadline) > d {
		return ""
	}
	const most = 100 * 365 * 24 * time.Hour // what a date can say
	return "it can be asked again at " + time.Now().Add(min(d, most)).Format(time.RFC3339)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// text is what the model said, if it said it whole.
func (r *completion) text() (string, error) {
	if len(r.Choices) != 1 {
		return "", unusable("answered with %d choices, where one was asked for", len(r.Choices))
	}
	choice := r.Choices[0]
	message := choice.Message
	switch {
	case choice.FinishReason == openai.FinishReasonLength:
		return "", unusable("was cut off before its answer was whole")
	case choice.FinishReason == openai.FinishReasonContentFilter:
		return "", unusable("was cut off by a content filter")
	case message.Refusal != "":
		return "", unusable("refused to answer")
	case len(message.ToolCalls) > 0, message.FunctionCall != nil, choice.FinishReason == openai.FinishReasonToolCalls, choice.FinishReason == openai.FinishReasonFunctionCall:
		return "", unusable("answered with a call of a tool, and was offered none")
	}
	var text strings.Builder
	text.WriteString(message.Content)
	for _, part := range message.MultiContent {
		text.WriteString(part.Text)
	}
	return text.String(), nil
}
