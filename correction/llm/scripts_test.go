package llm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/llmserver"
	"github.com/batchagent/batchagent/taxonomy"
)

// TestScripts lets a model answer in every way it may, and looks at what becomes
// of the item, how often the model was asked (E3) and how long that took (E2).
func TestScripts(t *testing.T) {
	t.Parallel()
	again := llmserver.Correct(right)
	var never chan struct{} // of no bubble
	for _, tt := range []struct {
		name    string
		answers []llmserver.Answer
		want    string // the reason why it failed; "" for success
		asked   int
		took    time.Duration
		tokens  int // 120 each, if the endpoint counts
		off     bool
	}{
		{name: "right", answers: []llmserver.Answer{again}, asked: 1, tokens: 120},
		{name: "fenced", answers: []llmserver.Answer{llmserver.Fenced(right)}, asked: 1, tokens: 120},
		{name: "bare arguments", answers: []llmserver.Answer{llmserver.Text(rightArgs)}, asked: 1, tokens: 120},
		{name: "null", answers: []llmserver.Answer{llmserver.Null()}, want: "no arguments can help", asked: 1, tokens: 120},
		{name: "bare null", answers: []llmserver.Answer{llmserver.Text(" null\n")}, want: "the correcting model says that no other arguments can help", asked: 1, tokens: 120},
		{name: "prose", answers: []llmserver.Answer{llmserver.Prose()}, want: "UNREADABLE_ANSWER: the correcting model answered without a JSON object", asked: 1, tokens: 120},
		{name: "two objects", answers: []llmserver.Answer{llmserver.TwoObjects(rightArgs, refusedArgs)}, want: "UNREADABLE_ANSWER: the correcting model answered with more than one JSON object", asked: 1, tokens: 120},
		{name: "broken", answers: []llmserver.Answer{llmserver.Broken(rightArgs)}, want: "UNREADABLE_ANSWER: the correcting model answered with broken JSON", asked: 1, tokens: 120},
		{name: "truncated", answers: []llmserver.Answer{llmserver.Truncated(rightArgs)}, want: "UNREADABLE_ANSWER: the correcting model was cut off before its answer was whole", asked: 1, tokens: 120},
		{name: "filtered", answers: []llmserver.Answer{llmserver.Filtered(rightArgs)}, want: "UNREADABLE_ANSWER: the correcting model was cut off by a content filter", asked: 1, tokens: 120},
		{name: "another order", answers: []llmserver.Answer{llmserver.Arguments(strings.Replace(rightArgs, "1001", "1002", 1))}, want: "a correction must not change order_id, which is locked", asked: 1, tokens: 120},
		{name: "another amount", answers: []llmserver.Answer{llmserver.Arguments(strings.Replace(rightArgs, "993", "992", 1))}, want: "a correction must not change qty: nobody complained about it", asked: 1, tokens: 120},
		{name: "another tool", answers: []llmserver.Answer{llmserver.OtherTool("delete_all", rightArgs)}, want: `UNREADABLE_ANSWER: the correcting model answered with more than arguments and a reason`, asked: 1, tokens: 120},
		{name: "a call of a tool", answers: []llmserver.Answer{llmserver.ToolCall("set_deadline", rightArgs)}, want: "UNREADABLE_ANSWER: the correcting model answered with a call of a tool, and was offered none", asked: 1, tokens: 120},
		{name: "a refusal", answers: []llmserver.Answer{llmserver.Refusal("I must not")}, want: "UNREADABLE_ANSWER: the correcting model refused to answer", asked: 1, tokens: 120},
		{name: "the same again", answers: []llmserver.Answer{llmserver.Arguments(refusedArgs)}, want: "the proposed arguments were refused before", asked: 1, tokens: 120},
		{name: "against the schema", answers: []llmserver.Answer{llmserver.Arguments(`{"order_id":"1001","deadline":"tomorrow","qty":9007199254740993}`)}, want: "the proposed arguments are wrong, too: deadline", asked: 1, tokens: 120},
		{name: "a new field", answers: []llmserver.Answer{llmserver.Arguments(`{"order_id":"1001","deadline":"2026-05-20","qty":9007199254740993,"to":"x"}`)}, want: "a correction must not add to, which the tool does not know", asked: 1, tokens: 120},
		{name: "empty", answers: []llmserver.Answer{llmserver.Empty()}, want: "UNREADABLE_ANSWER: the correcting model answered with an empty message", asked: 1, tokens: 120},
		{name: "no choices", answers: []llmserver.Answer{llmserver.NoChoices()}, want: "UNREADABLE_ANSWER: the correcting model answered with 0 choices, where one was asked for", asked: 1, tokens: -1},
		{name: "a page", answers: []llmserver.Answer{llmserver.Page()}, want: "UNREADABLE_ANSWER: the correcting model's endpoint did not give an answer that can be read", asked: 1, tokens: -1},
		{name: "401", answers: []llmserver.Answer{llmserver.Unauthorized()}, want: "the correcting model cannot be asked: UNAUTHENTICATED: the correcting model's endpoint answered 401: Incorrect API key", asked: 1, off: true},
		{name: "403", answers: []llmserver.Answer{llmserver.Fail(403, "", "", "Country, region, or territory not supported")}, want: "the correcting model cannot be asked: FORBIDDEN: ", asked: 1, off: true},
		{name: "quota", answers: []llmserver.Answer{llmserver.Quota()}, want: "the correcting model cannot be asked: QUOTA_EXHAUSTED: ", asked: 1, off: true},
		{name: "402", answers: []llmserver.Answer{llmserver.Fail(402, "", "", "Insufficient Balance")}, want: "the correcting model cannot be asked: QUOTA_EXHAUSTED: ", asked: 1, off: true},
		{name: "no such model", answers: []llmserver.Answer{llmserver.NoModel()}, want: "the correcting model cannot be asked: ", asked: 1, off: true},
		{name: "no such model, as 400", answers: []llmserver.Answer{llmserver.Fail(400, "invalid_request_error", "", "Model Not Exist")}, want: "the correcting model cannot be asked: ", asked: 1, off: true},
		{name: "no such page", answers: []llmserver.Answer{llmserver.Fail(404, "", "", "not found")}, want: "the correcting model cannot be asked: ", asked: 1, off: true},
		{name: "too long", answers: []llmserver.Answer{llmserver.TooLong()}, want: "TOO_LARGE: the correcting model's endpoint answered 400: This model's maximum context length", asked: 1},
		{name: "429, then right", answers: []llmserver.Answer{llmserver.RateLimited("7"), again}, asked: 2, took: 7 * time.Second, tokens: 120},
		{name: "429 without a time", answers: []llmserver.Answer{llmserver.RateLimited(""), again}, asked: 2, took: 500 * time.Millisecond, tokens: 120},
		{name: "429 shorter than the backoff", answers: []llmserver.Answer{llmserver.RateLimited("0.1"), again}, asked: 2, took: 500 * time.Millisecond, tokens: 120},
		{name: "429 longer than there is time", answers: []llmserver.Answer{llmserver.RateLimited("120"), again}, want: "RATE_LIMITED: the correcting model's endpoint answered 429: Rate limit reached for requests.; it can be asked again at ", asked: 1},
		{name: "429 for ever", answers: []llmserver.Answer{llmserver.RateLimited(""), llmserver.RateLimited(""), llmserver.RateLimited(""), again}, want: "RATE_LIMITED: ", asked: 3, took: 1500 * time.Millisecond},
		{name: "529, then 500, then right", answers: []llmserver.Answer{llmserver.Overloaded(), llmserver.ServerError(), again}, asked: 3, took: 1500 * time.Millisecond, tokens: 120},
		{name: "500 three times", answers: []llmserver.Answer{llmserver.ServerError(), llmserver.ServerError(), llmserver.ServerError(), again}, want: "SERVER_ERROR: the correcting model's endpoint answered 500: The server had an error", asked: 3, took: 1500 * time.Millisecond},
		{name: "dropped, then right", answers: []llmserver.Answer{llmserver.Dropped(), again}, asked: 2, took: 500 * time.Millisecond, tokens: -1},
		{name: "dropped inside, then right", answers: []llmserver.Answer{llmserver.DroppedInside(), again}, asked: 2, took: 500 * time.Millisecond, tokens: -1},
		{name: "slow", answers: []llmserver.Answer{llmserver.Slow(never, again), again}, want: "TIMEOUT: the correcting model did not answer within 30s", asked: 1, took: 30 * time.Second, tokens: -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := llmserver.New(tt.answers...)
				c := corrector(s, nil)
				tool := orders(orderSchema)
				start := time.Now()
				res := run(t, c, tool)
				if took := time.Since(start); took != tt.took {
					t.Errorf("it took %s, want %s", took, tt.took)
				}
				if got := len(s.Requests()); got != tt.asked || c.Usage().Calls != got {
					t.Errorf("asked %d times, counted %d, want %d", got, c.Usage().Calls, tt.asked)
				}
				if u := c.Usage(); tt.tokens >= 0 && (u.Tokens != tt.tokens || u.Estimated != 0) || tt.tokens < 0 && u.Estimated < 100 || (u.Disabled != "") != tt.off {
					t.Errorf("usage %+v", u)
				}
				if tt.want != "" {
					if res.Outcome != executor.Failed || res.Attempts != 1 || res.Err.Code != taxonomy.CodeOutOfRange || !strings.HasPrefix(res.Reason, "not corrected: "+tt.want) {
						t.Errorf("%s after %d, %v, reason %q", res.Outcome, res.Attempts, res.Err, res.Reason)
					}
					return
				}
				if res.Outcome != executor.Succeeded || res.Attempts != 2 || string(tool.Calls()[1].Args) != rightArgs {
					t.Errorf("%s after %d, %v, reason %q, %s", res.Outcome, res.Attempts, res.Err, res.Reason, tool.Calls()[1].Args)
				}
				want := []correction.Change{{Op: "replace", Path: "/deadline", From: raw(`"2020-05-20"`), Value: raw(`"2026-05-20"`)}}
				if diff := cmp.Diff(want, res.Corrections[0].Patch); diff != "" || res.Corrections[0].By != "llm" {
					t.Errorf("corrections %+v\n%s", res.Corrections, diff)
				}
			})
		})
	}
}

// TestSwitchedOffOnce: after a key that is wrong nobody is asked, and one line
// says so.
func TestSwitchedOffOnce(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]llmserver.Answer{"key": llmserver.Unauthorized(), "quota": llmserver.Quota(), "model": llmserver.NoModel()} {
		var log bytes.Buffer
		s := llmserver.New(a)
		c := corrector(s, func(o *llm.Options) { o.Logger = slog.New(slog.NewJSONHandler(&log, nil)) })
		for range 3 {
			p, err := c.Correct(t.Context(), request(t, orderSchema))
			if err != nil || p == nil || p.Args != nil || p.By != "llm" || p.Reason != c.Usage().Disabled || p.Reason == "" {
				t.Errorf("%s: %+v, %v", name, p, err)
			}
		}
		if len(s.Requests()) != 1 || strings.Count(log.String(), `"level":"ERROR"`) != 1 || strings.Count(log.String(), "\n") != 1 {
			t.Errorf("%s: asked %d times, log %s", name, len(s.Requests()), log.String())
		}
	}
}

func TestCallBudget(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := llmserver.New().Rest(llmserver.Correct(right))
	c := corrector(s, func(o *llm.Options) {
		o.MaxCalls = 2
		o.Logger = slog.New(slog.NewJSONHandler(&log, nil))
	})
	for i := range 5 {
		p, err := c.Correct(t.Context(), request(t, orderSchema))
		if err != nil || (p.Args != nil) != (i < 2) || i >= 2 && p.Reason != "the budget of 2 requests to the correcting model is used up" {
			t.Errorf("%d: %+v, %v", i, p, err)
		}
	}
	if u := c.Usage(); u.Calls != 2 || u.Tokens != 240 || len(s.Requests()) != 2 || strings.Count(log.String(), `"level":"WARN"`) != 1 {
		t.Errorf("%+v, log %s", u, log.String())
	}
}

// TestCallBudgetCountsRepeatedRequests: what is repeated may cost as well.
func TestCallBudgetCountsRepeatedRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmserver.New().Rest(llmserver.ServerError())
		c := corrector(s, func(o *llm.Options) { o.MaxCalls = 2 })
		p, err := c.Correct(t.Context(), request(t, orderSchema))
		if err != nil || p.Args != nil || !strings.Contains(p.Reason, "budget") || len(s.Requests()) != 2 {
			t.Errorf("%+v, %v, asked %d times", p, err, len(s.Requests()))
		}
	})
}

// TestTokenBudgetHoldsForMany: many at once do not overdraw it together, and none
// is turned away because of others that then used less.
func TestTokenBudgetHoldsForMany(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const most, each = 12_000, 3000
		release := make(chan struct{})
		s := llmserver.New().Rest(llmserver.Slow(release, llmserver.Correct(right)))
		s.PromptTokens, s.CompletionTokens = each-500, 500
		c := corrector(s, func(o *llm.Options) { o.MaxTokens, o.Timeout = most, -1 })
		var wg sync.WaitGroup
		var mu sync.Mutex
		corrected := 0
		for range 30 {
			wg.Go(func() {
				p, err := c.Correct(t.Context(), request(t, orderSchema))
				if err != nil || p == nil {
					t.Errorf("%v, %v", p, err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if p.Args != nil {
					corrected++
				} else if !strings.Contains(p.Reason, "the budget of 12000 tokens") {
					t.Error(p.Reason)
				}
			})
		}
		synctest.Wait()
		atOnce := len(s.Requests())
		close(release)
		wg.Wait()
		if u := c.Usage(); atOnce < 2 || atOnce > 20 || u.Tokens < each || u.Calls != corrected || u.Calls*each != u.Tokens {
			t.Errorf("%d at once, %d corrected, %+v", atOnce, corrected, u)
		}
	})
}

// estimate is what one request is estimated to use.
func estimate(t *testing.T) (tokens int) {
	t.Helper()
	p, err := corrector(llmserver.New(), func(o *llm.Options) { o.MaxTokens = 1 }).Correct(t.Context(), request(t, orderSchema))
	if err != nil {
		t.Fatal(err)
	}
	_, last, _ := strings.Cut(p.Reason, "takes about ")
	if _, err := fmt.Sscan(last, &tokens); err != nil {
		t.Fatalf("%q: %v", p.Reason, err)
	}
	return tokens
}

// TestWaitsForWhatOthersUse: a request that fits once another has settled is made.
func TestWaitsForWhatOthersUse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := llmserver.New(llmserver.Slow(release, llmserver.Correct(right))).Rest(llmserver.Correct(right))
		s.PromptTokens, s.CompletionTokens = 1, 1
		one := estimate(t)
		c := corrector(s, func(o *llm.Options) { o.MaxTokens = one * 3 / 2 })
		done := make(chan *correction.Proposal, 2)
		for range 2 {
			go func() {
				p, err := c.Correct(t.Context(), request(t, orderSchema))
				if err != nil {
					t.Error(err)
				}
				done <- p
			}()
		}
		synctest.Wait()
		if len(s.Requests()) != 1 {
			t.Errorf("%d requests are under way", len(s.Requests()))
		}
		close(release)
		for range 2 {
			if p := <-done; p == nil || p.Args == nil {
				t.Errorf("%+v", p)
			}
		}
	})
}

func TestTokensAreEstimatedAndItIsSaid(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := llmserver.New().Rest(llmserver.Correct(right))
	s.NoUsage = true
	c := corrector(s, func(o *llm.Options) { o.Logger = slog.New(slog.NewJSONHandler(&log, nil)) })
	for range 2 {
		if _, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil {
			t.Fatal(err)
		}
	}
	sent := 0
	for _, r := range s.Requests() {
		for _, m := range r.Messages {
			sent += len(m.Content)
		}
	}
	if u := c.Usage(); u.Estimated != u.Tokens || u.Tokens < sent/4 || u.Tokens > sent/2 || strings.Count(log.String(), `"level":"WARN"`) != 1 {
		t.Errorf("%+v of %d bytes, log %s", u, sent, log.String())
	}
}

// TestFormats: what the endpoint refuses is not tried again.
func TestFormats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		noSchema, noJS bool
		schema         string
		want           []string
	}{
		{"all", false, false, orderSchema, []string{"json_schema", "json_schema"}},
		{"strict", false, false, closedSchema, []string{"json_schema strict", "json_schema strict"}},
		{"no schema", true, false, closedSchema, []string{"json_schema strict", "json_object", "json_object"}},
		{"neither", true, true, orderSchema, []string{"json_schema", "json_object", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := llmserver.New().Rest(llmserver.Correct(right))
			s.RefuseSchema, s.RefuseJSONMode = tt.noSchema, tt.noJS
			c := corrector(s, nil)
			for range 2 {
				if p, err := c.Correct(t.Context(), request(t, tt.schema)); err != nil || p.Args == nil {
					t.Fatalf("%+v, %v", p, err)
				}
			}
			var got []string
			for _, r := range s.Requests() {
				format := r.Format
				if r.Strict {
					format += " strict"
				}
				got = append(got, format)
				if !strings.Contains(r.Last("system"), "JSON") {
					t.Error("JSON mode wants the word JSON in the prompt")
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || c.Usage().Calls != len(tt.want) {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestOtherRefusalsAreNoMatterOfFormat: 400 for another reason is not repeated in
// another format.
func TestOtherRefusalsAreNoMatterOfFormat(t *testing.T) {
	t.Parallel()
	s := llmserver.New().Rest(llmserver.TooLong())
	if _, err := corrector(s, nil).Correct(t.Context(), request(t, orderSchema)); taxonomy.Classify(err).Code != taxonomy.CodeTooLarge || len(s.Requests()) != 1 {
		t.Errorf("%v, asked %d times", err, len(s.Requests()))
	}
	for _, body := range []string{
		`{"detail":[{"loc":["body","response_format","type"],"msg":"Input should be 'text'"}]}`,
		`{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`,
		`{"error":{"message":"unsupported","type":"invalid_request_error","param":"response_format","code":null}}`,
	} {
		asked := 0
		c := llm.New(clientOf(roundTrip(func(*http.Request) (int, string) {
			asked++
			return http.StatusUnprocessableEntity, body
		})), "m", nil)
		if _, err := c.Correct(t.Context(), request(t, orderSchema)); err == nil || asked != 3 {
			t.Errorf("%s: %v, asked %d times", body, err, asked)
		}
	}
}

// TestHeldBackTogether: while the endpoint wants to be left alone, nobody asks it.
func TestHeldBackTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmserver.New(llmserver.RateLimited("9")).Rest(llmserver.Correct(right))
		c := corrector(s, nil)
		start := time.Now()
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 100 * time.Millisecond)
				if p, err := c.Correct(t.Context(), request(t, orderSchema)); err != nil || p.Args == nil {
					t.Errorf("%v, %v", p, err)
				}
				if took := time.Since(start); took != 9*time.Second {
					t.Errorf("one was answered after %s", took)
				}
			})
		}
		time.Sleep(8 * time.Second)
		if n := len(s.Requests()); n != 1 {
			t.Errorf("%d requests before the endpoint wanted them", n)
		}
		wg.Wait()
		// Of one that has no time for the wait:
		s.Rest(llmserver.RateLimited("3600"))
		for range 2 {
			_, err := c.Correct(t.Context(), request(t, orderSchema))
			_, at, _ := strings.Cut(err.Error(), "it can be asked again at ")
			if when, _ := time.Parse(time.RFC3339, at); taxonomy.Classify(err).Code != taxonomy.CodeRateLimited || time.Until(when) != time.Hour {
				t.Error(err)
			}
		}
		if n := len(s.Requests()); n != 22 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestNotAsked: where no correction would be executed, none is paid for (A1, A7).
func TestNotAsked(t *testing.T) {
	t.Parallel()
	s := llmserver.New()
	c := corrector(s, nil)
	for name, change := range map[string]func(*correction.Request){
		"in doubt":       func(r *correction.Request) { r.Doubt = true },
		"maybe applied":  func(r *correction.Request) { r.Err.Applied = taxonomy.Answered },
		"another class":  func(r *correction.Request) { r.Err.Class = taxonomy.Permission },
		"truncated":      func(r *correction.Request) { r.Err.Code = taxonomy.CodeTruncatedArguments },
		"cut off":        func(r *correction.Request) { r.Args = raw(`{"a":"b`) },
		"a name twice":   func(r *correction.Request) { r.Args = raw(`{"a":1,"a":2}`) },
		"no error":       func(r *correction.Request) { r.Err = nil },
		"no schema":      func(r *correction.Request) { r.Schema = nil },
		"no description": func(r *correction.Request) { r.Spec = nil },
	} {
		r := request(t, orderSchema)
		change(r)
		if p, err := c.Correct(t.Context(), r); p != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if p, err := c.Correct(t.Context(), nil); p != nil || err != nil || len(s.Requests()) != 0 {
		t.Errorf("%+v, %v, asked %d times", p, err, len(s.Requests()))
	}
	r := request(t, orderSchema)
	r.Args = json.RawMessage(`{"order_id":"1001","deadline":"` + strings.Repeat("x", llm.MaxArguments) + `"}`)
	if p, err := c.Correct(t.Context(), r); err != nil || p.Args != nil || p.Reason != "the arguments have 32801 bytes, and a model is shown at most 32768" || len(s.Requests()) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}
