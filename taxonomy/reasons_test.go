package taxonomy_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// reply is an answer in short.
type reply struct {
	status int
	header map[string]string
	body   string
}

func (r reply) classify() *taxonomy.Error {
	a := taxonomy.Answer{Status: r.status, Header: http.Header{}, Body: []byte(r.body), Now: noon}
	for name, value := range r.header {
		a.Header.Set(name, value)
	}
	return taxonomy.Classify(taxonomy.FromAnswer(a))
}

// TestReasonsOverStatuses: the service's own word says more than the status it
// came with, unless the status leaves no doubt.
func TestReasonsOverStatuses(t *testing.T) {
	t.Parallel()
	none := map[string]string(nil)
	word := func(w string) string { return `{"error":{"code":"` + w + `","message":"x"}}` }
	for _, tt := range []struct {
		name string
		reply
		want verdict
	}{
		{"any spelling", reply{400, none, word("Rate-Limit-Exceeded")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"a text that begins with one", reply{400, none, word("throttled requests")}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"snake", reply{400, none, word("rate_limit_exceeded")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"camel", reply{400, none, word("rateLimitExceeded")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"an ending of Java", reply{400, none, word("ThrottlingException")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"what stands before the dot", reply{400, none, word("Throttling.RateQuota")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"a URN", reply{400, none, `{"type":"urn:ietf:params:acme:error:rateLimited","detail":"x"}`}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"this spelling is another's", reply{403, none, word("REQUEST_LIMIT_EXCEEDED")}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"than that one", reply{403, none, word("RequestLimitExceeded")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"the more specific of two", reply{400, none, `{"error":{"code":"invalid_request_error","innererror":{"code":"insufficient_quota"}}}`}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"413 leaves no doubt", reply{413, none, word("rate_limit_exceeded")}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"nor does 502", reply{502, none, word("rate_limit_exceeded")}, verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"401 is no limit", reply{401, none, word("rate_limit_exceeded")}, verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"but may be a bill", reply{401, none, word("insufficient_quota")}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"500 is no refusal of arguments", reply{500, none, word("content_filter")}, verdict{transient, taxonomy.CodeServerError, answered}},
		{"500 with a word of a refusal that is none", reply{500, none, word("processing_error")}, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"503 may be a limit", reply{503, none, word("throttled")}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"a 409 that may have happened", reply{409, none, word("idempotency_key_in_use")}, verdict{transient, taxonomy.CodeBusy, unanswered}},
		{"a number of Zhipu's", reply{429, none, word("1113")}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"in a header of AWS", reply{400, map[string]string{"X-Amzn-ErrorType": "ThrottlingException:http://x"}, `{"message":"x"}`}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"in XML", reply{503, none, `<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>x</Message><RequestId>1</RequestId></Error>`}, verdict{transient, taxonomy.CodeRateLimited, no}},

		{"a day's quota", reply{429, none, `{"error":{"message":"quota","details":[{"violations":[{"quotaId":"RequestsPerDayPerProject"}]}]}}`}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"a minute's quota, whatever it says of billing", reply{429, none, `{"error":{"message":"You exceeded your current quota","details":[{"violations":[{"quotaId":"RequestsPerMinutePerProject"}]}]}}`}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"it never fits", reply{429, none, `{"error":{"code":"rate_limit_exceeded","message":"Request too large for m"}}`}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"a record", reply{404, none, `{"error":{"code":"resource_missing","param":"id","message":"No such charge"}}`}, verdict{fatal, taxonomy.CodeNotFound, no}},
		{"a name in the arguments", reply{400, none, `{"error":{"code":"resource_missing","param":"customer","message":"No such customer"}}`}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"a disk that is full", reply{429, none, `{"error":{"type":"cluster_block_exception","reason":"flood-stage watermark"}}`}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"an index that is closed to writes", reply{403, none, `{"error":{"type":"cluster_block_exception","reason":"index read-only"}}`}, verdict{conflict, taxonomy.CodeStateConflict, no}},

		{"503: nobody there", reply{503, none, "no healthy upstream"}, verdict{transient, taxonomy.CodeUnavailable, no}},
		{"503: cut off", reply{503, none, "upstream connect error or disconnect/reset before headers. reset reason: connection termination"}, verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"403: money", reply{403, none, `{"message":"your account balance is insufficient"}`}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"400: money", reply{400, none, `{"message":"Your credit balance is too low"}`}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"400: too long", reply{400, none, `{"message":"prompt is too long"}`}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"400: exists", reply{400, none, `{"message":"Branch already exists"}`}, verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{"404: a model", reply{404, none, `{"error":"model 'x' not found"}`}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"405: a state", reply{405, none, `{"message":"Pull Request is not mergeable"}`}, verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"a page of Cloudflare's", reply{403, none, "<html><title>Access denied</title><h1>Error 1015</h1><h2>You are being rate limited</h2></html>"}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"origin down", reply{521, none, ""}, verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.classify())
		})
	}
}

// TestXShouldRetry: the service's word on a retry counts, and changes nothing
// else.
func TestXShouldRetry(t *testing.T) {
	t.Parallel()
	never, again := map[string]string{"X-Should-Retry": "false", "Retry-After": "3"}, map[string]string{"X-Should-Retry": "true"}
	for _, tt := range []struct {
		name string
		reply
		want verdict
	}{
		{"a veto", reply{503, never, ""}, verdict{fatal, taxonomy.CodeUnavailable, answered}},
		{"a veto of what was fatal", reply{404, never, ""}, verdict{fatal, taxonomy.CodeNotFound, no}},
		{"a veto of arguments", reply{400, never, ""}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"again", reply{409, again, ""}, verdict{transient, taxonomy.CodeStateConflict, no}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := tt.classify()
			tt.want.check(t, e)
			if e.RetryAfter != 0 {
				t.Errorf("retry after %s", e.RetryAfter)
			}
		})
	}
}

// TestWaits: where a wait may stand beside Retry-After, and that none is made up.
func TestWaits(t *testing.T) {
	t.Parallel()
	h := func(kv ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i]] = kv[i+1]
		}
		return m
	}
	for _, tt := range []struct {
		name string
		reply
		want time.Duration
	}{
		{"merged", reply{429, h("Retry-After", "120, 130"), ""}, 130 * time.Second},
		{"merged with nonsense", reply{429, h("Retry-After", "120, soon"), ""}, 0},
		{"RateLimit, new", reply{429, h("RateLimit", `"default";r=0;t=30`), ""}, 30 * time.Second},
		{"RateLimit, old", reply{429, h("RateLimit", "limit=100, remaining=0, reset=30"), ""}, 30 * time.Second},
		{"RateLimit with some left", reply{429, h("RateLimit", `"default";r=1;t=30`), ""}, 0},
		{"Discord", reply{429, h("X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1.5"), ""}, 1500 * time.Millisecond},
		{"OpenAI", reply{429, h("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "6m0s", "x-ratelimit-remaining-tokens", "5", "x-ratelimit-reset-tokens", "9m"), ""}, 6 * time.Minute},
		{"OpenAI, both", reply{429, h("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "1s", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "12ms"), ""}, time.Second},
		{"Anthropic", reply{429, h("anthropic-ratelimit-input-tokens-remaining", "0", "anthropic-ratelimit-input-tokens-reset", noon.Add(40*time.Second).Format(time.RFC3339)), ""}, 40 * time.Second},
		{"Anthropic with some left", reply{429, h("anthropic-ratelimit-tokens-remaining", "7", "anthropic-ratelimit-tokens-reset", noon.Add(40*time.Second).Format(time.RFC3339)), ""}, 0},
		{"Telegram", reply{429, nil, `{"description":"Too Many Requests: retry after 14","parameters":{"retry_after":14}}`}, 14 * time.Second},
		{"a fraction", reply{429, nil, `{"retry_after":64.57}`}, 64570 * time.Millisecond},
		{"milliseconds", reply{429, nil, `{"retry_after_ms":250}`}, 250 * time.Millisecond},
		{"a text", reply{429, nil, `{"retryAfter":"3s"}`}, 3 * time.Second},
		{"Kubernetes", reply{429, nil, `{"message":"x","details":{"retryAfterSeconds":2}}`}, 2 * time.Second},
		{"negative", reply{429, nil, `{"retry_after":-3}`}, 0},
		{"time does not heal arguments", reply{400, nil, `{"message":"x","retry_after":3}`}, 0},

		{"words: seconds", reply{429, nil, `{"message":"Please try again in 20s."}`}, 20 * time.Second},
		{"words: minutes", reply{429, nil, `{"message":"Please try again in 6m0s. Visit x"}`}, 6 * time.Minute},
		{"words: milliseconds", reply{429, nil, `{"message":"Please try again in 264ms."}`}, 264 * time.Millisecond},
		{"words: a fraction", reply{429, nil, `{"message":"Please retry in 36.5s."}`}, 36500 * time.Millisecond},
		{"words: in full", reply{429, nil, `{"message":"Please retry after 6 seconds."}`}, 6 * time.Second},
		{"words: a header counts", reply{429, h("Retry-After", "7"), `{"message":"try again in 6 seconds"}`}, 7 * time.Second},
		{"words: also one that asks for nothing", reply{429, h("Retry-After", "0"), `{"message":"try again in 6 seconds"}`}, 0},
		{"words: some minutes", reply{429, nil, `{"message":"try again in a few minutes"}`}, 0},
		{"words: no unit", reply{429, nil, `{"message":"retry after 14"}`}, 0},
		{"words: a date", reply{429, nil, `{"message":"retry after 2026-05-01"}`}, 0},
		{"words: not of a limit", reply{503, nil, `{"message":"try again in 6 seconds"}`}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if e := tt.classify(); e.RetryAfter != tt.want {
				t.Errorf("%s, want %s", e.RetryAfter, tt.want)
			}
		})
	}
}

// statusError is a client's error as two common interfaces show it.
type statusError struct{ status int }

func (c statusError) Error() string       { return "the client's own words" }
func (c statusError) HTTPStatusCode() int { return c.status }

type headed struct {
	status int
	header http.Header
}

func (h *headed) Error() string       { return "the client's own words" }
func (h *headed) StatusCode() int     { return h.status }
func (h *headed) Header() http.Header { return h.header }

func TestErrorsThatCarryAStatus(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want verdict
	}{
		{"HTTPStatusCode", statusError{403}, verdict{permission, taxonomy.CodeForbidden, no}},
		{"a pointer to it, wrapped", fmt.Errorf("x: %w", &statusError{504}), verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"StatusCode", &headed{429, http.Header{"Retry-After": {"3"}}}, verdict{transient, taxonomy.CodeRateLimited, no}},
		{"joined", errors.Join(&headed{500, nil}), verdict{transient, taxonomy.CodeServerError, answered}},
		{"no status", statusError{0}, unknown},
		{"a success", statusError{200}, unknown},
		{"no status of HTTP", statusError{1062}, unknown},
		{"a nil", (*headed)(nil), unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.Classify(tt.err)
			if got := (verdict{e.Class, e.Code, e.Applied}); got != tt.want && (tt.want != unknown || e.Class != fatal || e.Code != taxonomy.CodeUnknown || e.Applied == no) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
	if e := taxonomy.Classify(&headed{429, http.Header{"Retry-After": {"3"}}}); e.RetryAfter != 3*time.Second {
		t.Errorf("retry after %s", e.RetryAfter)
	}
}
