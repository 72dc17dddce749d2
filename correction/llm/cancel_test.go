package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/internal/llmserver"
)

// roundTrip answers with a status and a body.
type roundTrip func(*http.Request) (int, string)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := f(r)
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// TestCancelled (E4): the caller's end is told from the corrector's own timeout,
// during a request and during a wait.
func TestCancelled(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]llmserver.Answer{
		"in a request": llmserver.Slow(nil, llmserver.Null()), "in a wait": llmserver.RateLimited("20"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := llmserver.New().Rest(answer)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(50*time.Millisecond, cancel)
				start := time.Now()
				p, err := corrector(s, nil).Correct(ctx, request(t, orderSchema))
				if p != nil || !errors.Is(err, context.Canceled) || time.Since(start) != 50*time.Millisecond || len(s.Requests()) != 1 {
					t.Errorf("%v, %v after %s", p, err, time.Since(start))
				}
			})
		})
	}
}

func TestTimeoutIsForTheWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmserver.New(llmserver.RateLimited("2"), llmserver.Slow(nil, llmserver.Null()))
		c := corrector(s, func(o *llm.Options) { o.Timeout = 5 * time.Second })
		start := time.Now()
		_, err := c.Correct(t.Context(), request(t, orderSchema))
		if err == nil || !strings.Contains(err.Error(), "within 5s") || time.Since(start) != 5*time.Second || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		if u := c.Usage(); u.Elapsed != 3*time.Second || u.Calls != 2 {
			t.Errorf("%+v", u)
		}
	})
}

func TestNewWantsAClientAndAModel(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"llm.New: the client is nil":         func() { llm.New(nil, "m", nil) },
		"llm.New: the model's name is empty": func() { llm.New(clientOf(nil), "", nil) },
	} {
		func() {
			defer func() {
				if v, _ := recover().(string); !strings.HasPrefix(v, name) {
					t.Errorf("panicked with %q", v)
				}
			}()
			f()
		}()
	}
}
