package service

import (
	"fmt"
	"net/http"
)

// fieldError is what is wrong with one field of a body.
type fieldError struct {
	Path    string `json:"path"` // a JSON pointer, RFC 6901
	Message string `json:"message"`
}

// refusal is an answer other than 2xx, and the error that rolls a transaction
// back. Its JSON form is the "error" of the body.
type refusal struct {
	Code    string       `json:"code"`
	Message string       `json:"message"`
	Fields  []fieldError `json:"fields,omitempty"` // of 400 and 422 only

	status     int
	retryAfter string // seconds; empty: no Retry-After
	header     [2]string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s: %s", r.status, r.Code, r.Message) }

func unauthenticated() *refusal {
	return &refusal{
		status: http.StatusUnauthorized, Code: "UNAUTHENTICATED",
		Message: "this needs a valid token: Authorization: Bearer TOKEN",
		header:  [2]string{"WWW-Authenticate", `Bearer realm="orders"`},
	}
}

func forbidden() *refusal {
	return &refusal{status: http.StatusForbidden, Code: "FORBIDDEN", Message: "order belongs to another customer"}
}

func notFound(message string) *refusal {
	return &refusal{status: http.StatusNotFound, Code: "NOT_FOUND", Message: message}
}

func methodNotAllowed(allow string) *refusal {
	return &refusal{
		status: http.StatusMethodNotAllowed, Code: "METHOD_NOT_ALLOWED",
		Message: "use one of " + allow,
		header:  [2]string{"Allow", allow},
	}
}

// unsupportedMediaType names the right type as RFC 5789, section 2.2, asks.
func unsupportedMediaType() *refusal {
	return &refusal{
		status: http.StatusUnsupportedMediaType, Code: "UNSUPPORTED_MEDIA_TYPE",
		Message: "send the change with Content-Type: " + mediaType,
		header:  [2]string{"Accept-Patch", mediaType},
	}
}

func tooLarge() *refusal {
	return &refusal{
		status: http.StatusRequestEntityTooLarge, Code: "BODY_TOO_LARGE",
		Message: fmt.Sprintf("the body is longer than %d bytes", maxBody),
	}
}

func badRequest(message string, fields ...fieldError) *refusal {
	return &refusal{status: http.StatusBadRequest, Code: "BAD_REQUEST", Message: message, Fields: fields}
}

func invalid(fields ...fieldError) *refusal {
	return &refusal{
		status: http.StatusUnprocessableEntity, Code: "VALIDATION_FAILED",
		Message: "the change is not valid", Fields: fields,
	}
}

func keyReused() *refusal {
	return &refusal{
		status: http.StatusUnprocessableEntity, Code: "IDEMPOTENCY_KEY_REUSED",
		Message: "this Idempotency-Key was used for another request",
	}
}

func stateConflict(s Status) *refusal {
	return &refusal{status: http.StatusConflict, Code: "STATE_CONFLICT", Message: "order is already " + s.String()}
}

func versionConflict(expected, found int64) *refusal {
	return &refusal{
		status: http.StatusConflict, Code: "VERSION_CONFLICT",
		Message: fmt.Sprintf("expected version %d, found %d", expected, found),
	}
}

func locked(o Order) *refusal {
	return &refusal{
		status: http.StatusLocked, Code: "LOCKED",
		Message: fmt.Sprintf("locked by %s until %s", o.LockHolder, o.LockedUntil),
	}
}

func rateLimited(retryAfter string) *refusal {
	return &refusal{
		status: http.StatusTooManyRequests, Code: "RATE_LIMITED",
		Message: "too many requests", retryAfter: retryAfter,
	}
}

func unavailable(retryAfter string) *refusal {
	return &refusal{
		status: http.StatusServiceUnavailable, Code: "UNAVAILABLE",
		Message: "the service is not available, nothing was changed", retryAfter: retryAfter,
	}
}

// internalError says nothing of its cause: that is for the log.
func internalError() *refusal {
	return &refusal{
		status: http.StatusInternalServerError, Code: "INTERNAL",
		Message: "something went wrong in the service",
	}
}
