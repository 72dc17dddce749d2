package libtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	openaigo "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sashabaranov/go-openai"
	"github.com/stripe/stripe-go/v82"

	"github.com/batchagent/batchagent/taxonomy"
)

// says is what an error of an API's client must come out as.
type says struct {
	class   taxonomy.Class
	code    taxonomy.Code
	applied taxonomy.Applied
	after   time.Duration
}

func (s says) check(t *testing.T, err error) {
	t.Helper()
	for _, shape := range []error{err, fmt.Errorf("step 2: %w", err), errors.Join(err)} {
		e := taxonomy.Classify(shape)
		if got := (says{e.Class, e.Code, e.Applied, e.RetryAfter}); got != s {
			t.Errorf("%T %v: %+v, want %+v", err, err, got, s)
		}
		if e.Basis != taxonomy.BasisCode && e.Basis != taxonomy.BasisDeclared {
			t.Errorf("%v: by %s", err, e.Basis)
		}
	}
}

// canned answers every request in the same way.
type canned struct {
	status int
	header map[string]string
	body   string
}

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	resp := &http.Response{StatusCode: c.status, Status: fmt.Sprint(c.status), Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(c.body)), Request: r}
	for name, value := range c.header {
		resp.Header.Set(name, value)
	}
	return resp, nil
}

func apiCases() map[string]struct {
	canned
	want says
} {
	type c = struct {
		canned
		want says
	}
	return map[string]c{
		"quota":     {canned{429, nil, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		"rate":      {canned{429, map[string]string{"Retry-After": "7"}, `{"error":{"message":"Rate limit reached","type":"requests","param":null,"code":"rate_limit_exceeded"}}`}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 7 * time.Second}},
		"context":   {canned{400, nil, `{"error":{"message":"This model's maximum context length is 8192 tokens","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`}, says{taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No, 0}},
		"key":       {canned{401, nil, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`}, says{taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No, 0}},
		"500":       {canned{500, nil, `{"error":{"message":"The server had an error","type":"server_error","param":null,"code":null}}`}, says{taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered, 0}},
		"not JSON":  {canned{502, nil, `<html><h1>502 Bad Gateway</h1></html>`}, says{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered, 0}},
		"Anthropic": {canned{400, nil, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		"overload":  {canned{529, nil, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}, says{taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.Answered, 0}},
	}
}

// TestModelClients sends the same answers through three clients.
func TestModelClients(t *testing.T) {
	t.Parallel()
	for name, c := range apiCases() {
		client := &http.Client{Transport: c.canned}
		t.Run("openai-go "+name, func(t *testing.T) {
			t.Parallel()
			o := openaigo.NewClient(option.WithAPIKey("k"), option.WithMaxRetries(0), option.WithHTTPClient(client))
			_, err := o.Models.Get(context.Background(), "m")
			c.want.check(t, err)
		})
		t.Run("anthropic-sdk-go "+name, func(t *testing.T) {
			t.Parallel()
			a := anthropic.NewClient(anthropicoption.WithAPIKey("k"), anthropicoption.WithMaxRetries(0), anthropicoption.WithHTTPClient(client))
			_, err := a.Messages.New(context.Background(), anthropic.MessageNewParams{Model: "m", MaxTokens: 1, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("hi"))}})
			c.want.check(t, err)
		})
		t.Run("go-openai "+name, func(t *testing.T) {
			t.Parallel()
			cfg := openai.DefaultConfig("k")
			cfg.HTTPClient = client
			_, err := openai.NewClientWithConfig(cfg).GetModel(context.Background(), "m")
			want := c.want
			want.after = 0 // this client keeps no headers
			want.check(t, err)
		})
	}
}

func TestAPIErrorsAsLiterals(t *testing.T) {
	t.Parallel()
	param := "messages"
	for _, tt := range []struct {
		name string
		err  error
		want says
	}{
		{"openai: quota", &openai.APIError{HTTPStatusCode: 429, Code: "insufficient_quota", Message: "You exceeded your current quota"}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		{"openai: quota in a stream, without a status", &openai.APIError{Code: "insufficient_quota", Type: "insufficient_quota", Message: "You exceeded your current quota"}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		{"openai: rate", &openai.APIError{HTTPStatusCode: 429, Code: "rate_limit_exceeded", Type: "requests", Message: "Rate limit reached"}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 0}},
		{"openai: a code that is a number", &openai.APIError{HTTPStatusCode: 429, Code: 429, Message: "Please retry after 6 seconds."}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 6 * time.Second}},
		{"openai: context", &openai.APIError{HTTPStatusCode: 400, Code: "context_length_exceeded", Param: &param, Message: "maximum context length"}, says{taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No, 0}},
		{"openai: key", &openai.APIError{HTTPStatusCode: 401, Code: "invalid_api_key", Message: "Incorrect API key provided"}, says{taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No, 0}},
		{"openai: Azure's filter", &openai.APIError{HTTPStatusCode: 400, Code: "content_filter", Message: "filtered", InnerError: &openai.InnerError{Code: "ResponsibleAIPolicyViolation"}}, says{taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No, 0}},
		{"openai: no body", &openai.RequestError{HTTPStatusCode: 503, Err: errors.New("x")}, says{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered, 0}},
		{"openai: a page", &openai.RequestError{HTTPStatusCode: 502, Err: errors.New("invalid character '<'"), Body: []byte("<html></html>")}, says{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered, 0}},
		{"openai-go", &openaigo.Error{StatusCode: 429, Code: "insufficient_quota"}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		{"openai-go: headers", &openaigo.Error{StatusCode: 429, Code: "rate_limit_exceeded", Response: &http.Response{StatusCode: 429, Header: http.Header{"Retry-After-Ms": {"1200"}}}}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 1200 * time.Millisecond}},
		{"openai-go: a veto", &openaigo.Error{StatusCode: 503, Response: &http.Response{StatusCode: 503, Header: http.Header{"X-Should-Retry": {"false"}}}}, says{taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.Answered, 0}},
		{"anthropic", &anthropic.Error{StatusCode: 529}, says{taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.Answered, 0}},
		{"anthropic: request too large", &anthropic.Error{StatusCode: 413}, says{taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No, 0}},

		{"stripe: declined", &stripe.Error{HTTPStatusCode: 402, Type: stripe.ErrorTypeCard, Code: stripe.ErrorCodeCardDeclined, DeclineCode: stripe.DeclineCodeInsufficientFunds, Msg: "Your card has insufficient funds."}, says{taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No, 0}},
		{"stripe: processing error", &stripe.Error{HTTPStatusCode: 402, Type: stripe.ErrorTypeCard, Code: stripe.ErrorCodeProcessingError, Msg: "An error occurred while processing your card."}, says{taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No, 0}},
		{"stripe: number", &stripe.Error{HTTPStatusCode: 402, Type: stripe.ErrorTypeCard, Code: stripe.ErrorCodeIncorrectNumber, Param: "number", Msg: "Your card number is incorrect."}, says{taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No, 0}},
		{"stripe: rate", &stripe.Error{HTTPStatusCode: 429, Code: stripe.ErrorCodeRateLimit, Msg: "Too many requests"}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 0}},
		{"stripe: rate, with a wait", &stripe.Error{HTTPStatusCode: 429, Code: stripe.ErrorCodeRateLimit, APIResource: stripe.APIResource{LastResponse: &stripe.APIResponse{Header: http.Header{"Retry-After": {"3"}}}}}, says{taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 3 * time.Second}},
		{"stripe: lock", &stripe.Error{HTTPStatusCode: 429, Code: stripe.ErrorCodeLockTimeout, Msg: "This object cannot be accessed right now"}, says{taxonomy.Transient, taxonomy.CodeLocked, taxonomy.No, 0}},
		{"stripe: key in use", &stripe.Error{HTTPStatusCode: 409, Type: stripe.ErrorTypeIdempotency, Code: stripe.ErrorCodeIdempotencyKeyInUse}, says{taxonomy.Transient, taxonomy.CodeBusy, taxonomy.Unanswered, 0}},
		{"stripe: parameter", &stripe.Error{HTTPStatusCode: 400, Type: stripe.ErrorTypeInvalidRequest, Code: stripe.ErrorCodeParameterMissing, Param: "amount", Msg: "Missing required param: amount."}, says{taxonomy.InputError, taxonomy.CodeMissingField, taxonomy.No, 0}},
		{"stripe: record", &stripe.Error{HTTPStatusCode: 404, Type: stripe.ErrorTypeInvalidRequest, Code: stripe.ErrorCodeResourceMissing, Param: "id", Msg: "No such charge"}, says{taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No, 0}},
		{"stripe: key", &stripe.Error{HTTPStatusCode: 401, Type: stripe.ErrorTypeInvalidRequest, Msg: "Invalid API Key provided: sk_test_x"}, says{taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No, 0}},
		{"stripe: state", &stripe.Error{HTTPStatusCode: 400, Type: stripe.ErrorTypeInvalidRequest, Code: stripe.ErrorCodeChargeAlreadyRefunded}, says{taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.No, 0}},
		{"stripe: 500", &stripe.Error{HTTPStatusCode: 500, Type: stripe.ErrorTypeAPI, Msg: "sorry"}, says{taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered, 0}},
		{"stripe: no status", &stripe.Error{Type: stripe.ErrorTypeInvalidRequest, Code: stripe.ErrorCodeParameterMissing, Param: "amount", Msg: "Missing required param: amount."}, says{taxonomy.InputError, taxonomy.CodeMissingField, taxonomy.No, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.err)
		})
	}
}
