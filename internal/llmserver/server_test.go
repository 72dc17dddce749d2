package llmserver_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/internal/llmserver"
)

// question is what a corrector sends.
const question = `{"tool":{"name":"set_deadline","schema":{"type":"object"}},"arguments":{"order_id":"7","n":9007199254740993},"error":{"class":"INPUT_ERROR","code":"INVALID_FORMAT","message":"no date"}}`

func ask(t *testing.T, client *http.Client, url, format string) (status int, header http.Header, body string, err error) {
	t.Helper()
	in := map[string]any{"model": "m", "messages": []any{map[string]any{"role": "system", "content": "s"}, map[string]any{"role": "user", "content": question}}}
	if format != "" {
		in["response_format"] = map[string]any{"type": format, "json_schema": map[string]any{"name": "c", "strict": true, "schema": map[string]any{"type": "object"}}}
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/v1/chat/completions", strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer the-key")
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read
	read, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(read), err
}

// answers are all of them, with the status and a part of what comes.
func answers() []struct {
	name   string
	answer llmserver.Answer
	status int // 0: the connection is dropped
	part   string
} {
	args := func(q *llmserver.Question) string { return string(q.Arguments) }
	none := func(*llmserver.Question) string { return "" }
	closed := make(chan struct{})
	close(closed)
	return []struct {
		name   string
		answer llmserver.Answer
		status int
		part   string
	}{
		{"right", llmserver.Correct(args), 200, `"content":"{\"arguments\":{\"order_id\":\"7\",\"n\":9007199254740993},\"reason\":\"corrected as the error asks\"}"`},
		{"right, but it cannot", llmserver.Correct(none), 200, `{\"arguments\":null,`},
		{"null", llmserver.Null(), 200, `{\"arguments\":null,`},
		{"prose", llmserver.Prose(), 200, "I would change"},
		{"fenced", llmserver.Fenced(args), 200, "```json\\n{\\\"arguments\\\":{\\\"order_id\\\":\\\"7\\\""},
		{"two objects", llmserver.TwoObjects(`{"a":1}`, `{"a":2}`), 200, `\nor\n`},
		{"broken", llmserver.Broken(`{"a":1}`), 200, `"{\"arguments\":{\"a\":1}"`},
		{"truncated", llmserver.Truncated(`{"a":1}`), 200, `"finish_reason":"length"`},
		{"filtered", llmserver.Filtered(`{"a":1}`), 200, `"finish_reason":"content_filter"`},
		{"any arguments", llmserver.Arguments(`{"order_id":"8"}`), 200, `{\"order_id\":\"8\"}`},
		{"another tool", llmserver.OtherTool("delete_all", `{}`), 200, `{\"tool\":\"delete_all\",`},
		{"a call", llmserver.ToolCall("delete_all", `{}`), 200, `"name":"delete_all"`},
		{"a refusal", llmserver.Refusal("no"), 200, `"refusal":"no"`},
		{"empty", llmserver.Empty(), 200, `"content":""`},
		{"no choices", llmserver.NoChoices(), 200, `"choices":[]`},
		{"a page", llmserver.Page(), 200, "<html>"},
		{"401", llmserver.Unauthorized(), 401, `"code":"invalid_api_key"`},
		{"429", llmserver.RateLimited("7"), 429, `"code":"rate_limit_exceeded"`},
		{"quota", llmserver.Quota(), 429, `"code":"insufficient_quota"`},
		{"404", llmserver.NoModel(), 404, `"code":"model_not_found"`},
		{"400", llmserver.TooLong(), 400, `"code":"context_length_exceeded"`},
		{"500", llmserver.ServerError(), 500, `"code":null`},
		{"529", llmserver.Overloaded(), 529, `"type":"overloaded_error"`},
		{"an echo", llmserver.Echo(403, strings.ToUpper), 403, "BEARER THE-KEY"},
		{"an echo in an answer", llmserver.Echo(200, strings.ToUpper), 200, `"content":"BEARER THE-KEY"`},
		{"slow", llmserver.Slow(closed, llmserver.Null()), 200, `null`},
		{"dropped", llmserver.Dropped(), 0, ""},
		{"dropped inside", llmserver.DroppedInside(), 0, ""},
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range answers() {
		for _, socket := range []bool{false, true} {
			name := tt.name
			if socket {
				name += ", over a socket"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := llmserver.New(tt.answer)
				client, url := &http.Client{Transport: s.Transport()}, "http://model"
				if socket {
					server := httptest.NewServer(s)
					t.Cleanup(server.Close)
					client, url = server.Client(), server.URL
				}
				status, header, body, err := ask(t, client, url, "")
				if tt.status == 0 {
					if err == nil {
						t.Errorf("answered %d %s", status, body)
					}
					return
				}
				if err != nil || status != tt.status || !strings.Contains(body, tt.part) {
					t.Errorf("%d %s, %v, want %d and %s", status, body, err, tt.status, tt.part)
				}
				if got := header.Get("Retry-After"); tt.name == "429" && got != "7" {
					t.Errorf("Retry-After %q", got)
				}
				r := s.Requests()[0]
				if q, err := r.Question(); err != nil || q.Tool.Name != "set_deadline" || r.Model != "m" || r.Last("system") != "s" || r.Last("tool") != "" {
					t.Errorf("%v, recorded %+v", err, r)
				}
			})
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	s := llmserver.New(llmserver.Null())
	_, _, body, _ := ask(t, &http.Client{Transport: s.Transport()}, "http://model", "")
	if !strings.Contains(body, `"usage":{"completion_tokens":20,"prompt_tokens":100,"total_tokens":120}`) {
		t.Error(body)
	}
	s = llmserver.New(llmserver.Null())
	s.NoUsage = true
	if _, _, body, _ = ask(t, &http.Client{Transport: s.Transport()}, "http://model", ""); strings.Contains(body, "usage") {
		t.Error(body)
	}
}

// TestRefusedFormats: what is refused uses up no answer.
func TestRefusedFormats(t *testing.T) {
	t.Parallel()
	s := llmserver.New(llmserver.Null())
	s.RefuseSchema, s.RefuseJSONMode = true, true
	client := &http.Client{Transport: s.Transport()}
	var got []int
	for _, format := range []string{"json_schema", "json_object", "", ""} {
		status, _, body, err := ask(t, client, "http://model", format)
		if err != nil || status == 400 && format != "" && !strings.Contains(body, "response_format") {
			t.Errorf("%v, %s", err, body)
		}
		got = append(got, status)
	}
	if diff := cmp.Diff([]int{400, 400, 200, 400}, got); diff != "" {
		t.Error(diff)
	}
	var refused []bool
	for _, r := range s.Requests() {
		refused = append(refused, r.Refused)
	}
	if diff := cmp.Diff([]bool{true, true, false, false}, refused); diff != "" {
		t.Error(diff)
	}
	if r := s.Requests()[0]; r.Format != "json_schema" || !r.Strict || string(r.Schema) != `{"type":"object"}` {
		t.Errorf("recorded %+v", r)
	}
}

func TestStrangersAndNonsense(t *testing.T) {
	t.Parallel()
	s := llmserver.New(llmserver.Null()).Rest(llmserver.Null())
	s.Key = "another key"
	client := &http.Client{Transport: s.Transport()}
	if status, _, _, _ := ask(t, client, "http://model", ""); status != http.StatusUnauthorized {
		t.Errorf("a stranger got %d", status)
	}
	s.Key = ""
	for body, want := range map[string]int{`{`: 400, `{}`: 400, `{"model":"m"}`: 400, `{"model":"m","messages":[{"role":"user","content":"x"}]}`: 200} {
		resp, err := client.Post("http://model/v1/chat/completions", "application/json", strings.NewReader(body)) //nolint:noctx // no network
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close() //nolint:errcheck // nothing is read
		if resp.StatusCode != want {
			t.Errorf("%s: %d", body, resp.StatusCode)
		}
	}
	resp, err := client.Get("http://model/v1/models") //nolint:noctx // no network
	if err != nil || resp.StatusCode != http.StatusNotFound {
		t.Errorf("%v, %v", resp, err)
	}
	if err == nil {
		resp.Body.Close() //nolint:errcheck // nothing is read
	}
}

// TestSlowIsGivenUp: a client that has waited long enough does not hang.
func TestSlowIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmserver.New(llmserver.Slow(nil, llmserver.Null()))
		start := time.Now()
		_, _, _, err := ask(t, &http.Client{Transport: s.Transport(), Timeout: time.Second}, "http://model", "")
		if err == nil || time.Since(start) != time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}
