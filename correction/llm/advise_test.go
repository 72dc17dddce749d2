package llm_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/internal/llmserver"
	"github.com/batchagent/batchagent/taxonomy"
)

const adviserKey = "sk-adviser-0123456789"

func advisor(s *llmserver.Server, o llm.Options) *llm.Advisor {
	config := openai.DefaultConfig(adviserKey)
	config.HTTPClient = &http.Client{Transport: s.Transport()}
	o.APIKey = adviserKey
	return llm.NewAdvisor(openai.NewClientWithConfig(config), "cheap", &o)
}

func broken(message string) *taxonomy.Error {
	return &taxonomy.Error{Tool: "build", Class: taxonomy.Fatal, Code: taxonomy.CodeUnknown, Message: message}
}

// TestAdviseOnce: failures that differ in numbers alone are one question, also
// for those that ask at the same time.
func TestAdviseOnce(t *testing.T) {
	t.Parallel()
	const trace = "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 17 [running]:\nmain.pick(0xc000012345, 0x3)\n\t/srv/app/pick.go:41 +0x1d"
	s := llmserver.New(llmserver.Text("Look at pick.go line 41: the list is shorter than the index.\nMore of it.")).Rest(llmserver.Text("another"))
	a := advisor(s, llm.Options{})
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			got, err := a.Advise(t.Context(), broken(strings.ReplaceAll(trace, "17", strings.Repeat("4", i+1))))
			if err != nil || got != "Look at pick.go line 41: the list is shorter than the index." {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
	if got, err := a.Advise(t.Context(), broken("something else")); got != "another" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	requests := s.Requests()
	if len(requests) != 2 || a.Usage().Calls != 2 {
		t.Fatalf("asked %d times", len(requests))
	}
	if q := requests[0]; q.Format != "" || len(q.Messages) != 2 || !strings.Contains(q.Messages[1].Content, `goroutine`) || strings.Contains(q.Messages[0].Content, "goroutine") {
		t.Errorf("asked %s", q.Body)
	}
}

// TestAdviceThatIsNone: what is no sentence is nothing, and nothing that fails
// is remembered.
func TestAdviceThatIsNone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer llmserver.Answer
		want   string
		fails  bool
	}{
		{"a minus", llmserver.Text("-"), "", false},
		{"nothing", llmserver.Empty(), "", false},
		{"code", llmserver.Text("```\nrm -rf x\n```"), "", false},
		{"escapes", llmserver.Text("Look\x1b[31m here"), "Look", false},
		{"long", llmserver.Text(strings.Repeat("é", 1000)), strings.Repeat("é", 200) + "…", false},
		{"the key", llmserver.Echo(200, func(a string) string { return "Use " + a }), "Use Bearer ", false},
		{"a refusal", llmserver.Refusal("no"), "", true},
		{"a cut", llmserver.Truncated(`{}`), "", true},
		{"no key", llmserver.Unauthorized(), "", false},
		{"no money", llmserver.Quota(), "", false},
		{"a bad request", llmserver.TooLong(), "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := llmserver.New().Rest(tt.answer)
			a := advisor(s, llm.Options{})
			for range 2 {
				got, err := a.Advise(t.Context(), broken("x"))
				if (err != nil) != tt.fails || !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" || strings.Contains(got, adviserKey) || strings.Contains(got, "\x1b") {
					t.Errorf("%q, %v", got, err)
				}
			}
			if n := len(s.Requests()); n != map[bool]int{true: 2, false: 1}[tt.fails] {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// TestAdviceIsBounded by the budget, and waiting for another's by ctx.
func TestAdviceIsBounded(t *testing.T) {
	t.Parallel()
	s := llmserver.New().Rest(llmserver.Text("do this"))
	a := advisor(s, llm.Options{MaxCalls: 1})
	for i, message := range []string{"one", "two", "three"} {
		if got, err := a.Advise(t.Context(), broken(message)); err != nil || (got != "") != (i == 0) {
			t.Errorf("%s: %q, %v", message, got, err)
		}
	}
	if n := len(s.Requests()); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if got, err := a.Advise(t.Context(), nil); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	release := make(chan struct{})
	slow := advisor(llmserver.New().Rest(llmserver.Slow(release, llmserver.Text("at last"))), llm.Options{})
	first := make(chan string)
	go func() {
		got, _ := slow.Advise(t.Context(), broken("x"))
		first <- got
	}()
	for slow.Usage().Calls == 0 { // until it is asked
		select {
		case <-t.Context().Done():
			t.Fatal("it was never asked")
		default:
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := slow.Advise(ctx, broken("x")); err == nil {
		t.Error("waited for another's answer after its own time")
	}
	close(release)
	if got := <-first; got != "at last" {
		t.Errorf("got %q", got)
	}
}
