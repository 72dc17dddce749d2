package llm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/internal/llmserver"
	"github.com/batchagent/batchagent/taxonomy"
)

// ended calls cancel when a request has failed.
type ended struct {
	slog.Handler
	cancel context.CancelFunc
}

func (e ended) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "answered" && !a.Value.Bool() {
			e.cancel()
		}
		return true
	})
	return nil
}

// TestNobodyElseRepeats (E3): on a connection that was used before, and is dropped,
// neither go-openai nor net/http sends the request again.
func TestNobodyElseRepeats(t *testing.T) {
	t.Parallel()
	s := llmserver.New(llmserver.Correct(right), llmserver.Dropped()).Rest(llmserver.Correct(right))
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	cfg := openai.DefaultConfig(apiKey)
	cfg.BaseURL, cfg.HTTPClient = server.URL+"/v1", server.Client()
	ctx, cancel := context.WithCancel(t.Context())
	c := llm.New(openai.NewClientWithConfig(cfg), "m", &llm.Options{
		Logger: slog.New(ended{slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}), cancel}),
	})
	if p, err := c.Correct(ctx, request(t, orderSchema)); err != nil || p.Args == nil {
		t.Fatalf("%v, %v", p, err)
	}
	if _, err := c.Correct(ctx, request(t, orderSchema)); !errors.Is(err, context.Canceled) {
		t.Errorf("the dropped one: %v", err)
	}
	if n := len(s.Requests()); n != 2 || c.Usage().Calls != n {
		t.Errorf("the server saw %d requests, counted were %d", n, c.Usage().Calls)
	}
}

// TestOneLineForManyAtOnce: twenty that are refused together say so once.
func TestOneLineForManyAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		release := make(chan struct{})
		s := llmserver.New().Rest(llmserver.Slow(release, llmserver.Unauthorized()))
		c := corrector(s, func(o *llm.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if p, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil || p == nil || p.Args != nil {
					t.Errorf("%v, %v", p, err)
				}
			})
		}
		synctest.Wait()
		close(release)
		wg.Wait()
		if n := strings.Count(log.String(), "\n"); n != 1 || len(s.Requests()) != 20 {
			t.Errorf("%d requests, log %s", len(s.Requests()), log.String())
		}
	})
}

// TestSwitchedOffWhileItWaits: who waits for a retry does not ask after another
// one has learned that it is in vain.
func TestSwitchedOffWhileItWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmserver.New(llmserver.ServerError(), llmserver.Quota()).Rest(llmserver.Correct(right))
		c := corrector(s, nil)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if p, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil || p == nil || p.Args != nil || p.Reason != c.Usage().Disabled {
					t.Errorf("%+v, %v", p, err)
				}
			})
		}
		wg.Wait()
		if n := len(s.Requests()); n != 2 || c.Usage().Calls != n {
			t.Errorf("%d requests, %+v", n, c.Usage())
		}
	})
}

// TestCompletionsThatAreNone have the right arguments in them, and something that
// says that they are no answer.
func TestCompletionsThatAreNone(t *testing.T) {
	t.Parallel()
	right := fmt.Sprintf("%q", rightArgs)
	for name, choices := range map[string]string{
		"two choices":         `{"message":{"content":` + right + `}},{"index":1,"message":{"content":` + right + `}}`,
		"a call beside it":    `{"message":{"content":` + right + `,"tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]},"finish_reason":"stop"}`,
		"an old call":         `{"message":{"content":` + right + `,"function_call":{"name":"x","arguments":"{}"}},"finish_reason":"stop"}`,
		"ended by a call":     `{"message":{"content":` + right + `},"finish_reason":"tool_calls"}`,
		"a refusal beside it": `{"message":{"content":` + right + `,"refusal":"no"},"finish_reason":"stop"}`,
	} {
		c := llm.New(clientOf(roundTrip(func(*http.Request) (int, string) { return 200, `{"choices":[` + choices + `]}` })), "m", nil)
		if p, err := c.Correct(t.Context(), request(t, orderSchema)); p != nil || taxonomy.Classify(err).Code != taxonomy.CodeUnreadableAnswer {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	// In parts, and without a reason to end, it is one.
	c := llm.New(clientOf(roundTrip(func(*http.Request) (int, string) {
		return 200, `{"choices":[{"message":{"content":[{"type":"text","text":` + right + `}]}}]}`
	})), "m", nil)
	if p, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil || string(p.Args) != rightArgs {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestWhatEndpointsCount: the sum alone will do, and nonsense does no harm.
func TestWhatEndpointsCount(t *testing.T) {
	t.Parallel()
	for usage, want := range map[string]int{
		`{"prompt_tokens":7,"completion_tokens":5,"total_tokens":99}`: 12,
		`{"total_tokens":99}`: 99,
		`{"prompt_tokens":9223372036854775807,"completion_tokens":9223372036854775807}`:   1 << 30,
		`{"prompt_tokens":-5,"completion_tokens":-9223372036854775808,"total_tokens":-1}`: -1, // estimated
		`{"prompt_tokens":-5,"completion_tokens":3,"completion_tokens_details":null}`:     3,
	} {
		c := llm.New(clientOf(roundTrip(func(*http.Request) (int, string) {
			return 200, `{"choices":[{"message":{"content":"null"}}],"usage":` + usage + `}`
		})), "m", nil)
		if _, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil {
			t.Fatal(err)
		}
		if u := c.Usage(); want >= 0 && (u.Tokens != want || u.Estimated != 0) || want < 0 && (u.Tokens < 100 || u.Estimated != u.Tokens) {
			t.Errorf("%s: %+v", usage, u)
		}
	}
}
