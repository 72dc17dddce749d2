package llm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/llmserver"
)

// TestTheKeyComesBackNowhere (E11): the endpoint repeats the header in every kind
// of answer. The key is known from the options, or from the wire.
func TestTheKeyComesBackNowhere(t *testing.T) {
	t.Parallel()
	const key = `a"key/that+looks=like<none>`
	bearer := func(h string) string { return "Incorrect API key provided: " + strings.TrimPrefix(h, "Bearer ") }
	quoted := func(h string) string { return strings.Trim(fmt.Sprintf("%q", strings.TrimPrefix(h, "Bearer ")), `"`) }
	answers := map[string]llmserver.Answer{
		"401":           llmserver.Echo(http.StatusUnauthorized, bearer),
		"400":           llmserver.Echo(http.StatusBadRequest, bearer),
		"far behind":    llmserver.Echo(http.StatusBadRequest, func(h string) string { return strings.Repeat("x ", 225) + bearer(h) }),
		"in an address": llmserver.Echo(http.StatusBadRequest, func(h string) string { return "/v1?k=" + url.QueryEscape(strings.TrimPrefix(h, "Bearer ")) }),
		"in JSON of its own": llmserver.Echo(http.StatusBadRequest, func(h string) string {
			text, _ := json.Marshal(strings.TrimPrefix(h, "Bearer ")) // a text can be written
			return "you sent " + string(text)
		}),
		"in a reason":     llmserver.Echo(http.StatusOK, func(h string) string { return `{"arguments":null,"reason":"` + quoted(h) + `"}` }),
		"beside the args": llmserver.Echo(http.StatusOK, func(h string) string { return `{"arguments":` + rightArgs + `,"reason":"` + quoted(h) + `"}` }),
		"in the args":     llmserver.Echo(http.StatusOK, func(h string) string { return strings.Replace(rightArgs, "2026-05-20", quoted(h), 1) }),
		"in a name":       llmserver.Echo(http.StatusOK, func(h string) string { return `{"arguments":{},"` + quoted(h) + `":1}` }),
		"escaped": llmserver.Echo(http.StatusOK, func(h string) string {
			return strings.Replace(rightArgs, "2026-05-20", strings.ReplaceAll(quoted(h), "k", `\u006b`), 1)
		}),
		"in no JSON": func(x *llmserver.Exchange) {
			x.WriteHeader(http.StatusBadGateway)
			fmt.Fprint(x, "<html>", x.Request.Header)
		},
	}
	for name, answer := range answers {
		for _, how := range []string{"told", "seen"} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				s := llmserver.New().Rest(answer)
				s.Key = key
				server := httptest.NewServer(s)
				t.Cleanup(server.Close)
				cfg := openai.DefaultConfig(key)
				cfg.BaseURL, cfg.HTTPClient = server.URL+"/v1", server.Client()
				var log bytes.Buffer
				o := &llm.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), MaxCalls: 1}
				if how == "told" {
					o.APIKey = key
					cfg.HTTPClient = &http.Client{Transport: s.Transport()} // which tells nobody of headers
				}
				c := llm.New(openai.NewClientWithConfig(cfg), "m", o)
				p, err := c.Correct(t.Context(), request(t, orderSchema))
				res := run(t, c, orders(orderSchema))
				got := fmt.Sprintf("%+v %v %+v %+v %+v %s", p, err, c.Usage(), res, res.Err, log.String())
				if p != nil {
					got += string(p.Args)
				}
				for _, form := range []string{key, url.QueryEscape(key), url.PathEscape(key), quoted(key), strings.ReplaceAll(quoted(key), `"`, `\"`), key[:12], "looks"} {
					if strings.Contains(got, form) {
						t.Errorf("%q came out: %s", form, got)
					}
				}
				if res.Outcome != executor.Failed || len(s.Requests()) != 1 {
					t.Errorf("%s, asked %d times", res.Outcome, len(s.Requests()))
				}
			})
		}
	}
}

// TestAWordIsNoKey: servers without keys are given one, which may be in arguments.
func TestAWordIsNoKey(t *testing.T) {
	t.Parallel()
	s := llmserver.New(llmserver.Text(`{"arguments":{"order_id":"none","deadline":"2026-05-20"},"reason":"none"}`))
	p, err := corrector(s, func(o *llm.Options) { o.APIKey = "none" }).Correct(t.Context(), request(t, orderSchema))
	if err != nil || p.Args == nil || p.Reason != "none" {
		t.Errorf("%+v, %v", p, err)
	}
}
