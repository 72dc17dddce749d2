package llmserver

import "net/http"

// The texts and codes are those that OpenAI's service answers with
// (platform.openai.com, guides/error-codes); 529 is Anthropic's
// (docs.anthropic.com, api/errors), whose interface for OpenAI's clients keeps it.

// Fail answers with a status and an error with this type, code (which may be "")
// and message. headers are name, value, name, value, ….
func Fail(status int, kind, code, message string, headers ...string) Answer {
	return func(x *Exchange) {
		for i := 0; i+1 < len(headers); i += 2 {
			x.Header().Set(headers[i], headers[i+1])
		}
		writeError(x, status, kind, code, message)
	}
}

// Unauthorized answers 401: the key is wrong.
func Unauthorized() Answer {
	return Fail(http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", "Incorrect API key provided. You can find your API key in your account's settings.")
}

// RateLimited answers 429: too many requests, to be made again after so many
// seconds; "" where it does not say when.
func RateLimited(retryAfter string) Answer {
	var headers []string
	if retryAfter != "" {
		headers = []string{"Retry-After", retryAfter}
	}
	return Fail(http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "Rate limit reached for requests.", headers...)
}

// Quota answers 429 for an account that has nothing left; waiting does not help.
func Quota() Answer {
	return Fail(http.StatusTooManyRequests, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details.")
}

// ServerError answers 500.
func ServerError() Answer {
	return Fail(http.StatusInternalServerError, "server_error", "", "The server had an error while processing your request.")
}

// Overloaded answers 529.
func Overloaded() Answer { return Fail(529, "overloaded_error", "", "Overloaded") }

// NoModel answers 404: there is no such model.
func NoModel() Answer {
	return Fail(http.StatusNotFound, "invalid_request_error", "model_not_found", "The model does not exist or you do not have access to it.")
}

// TooLong answers 400: the prompt does not fit.
func TooLong() Answer {
	return Fail(http.StatusBadRequest, "invalid_request_error", "context_length_exceeded", "This model's maximum context length is 8192 tokens.")
}
