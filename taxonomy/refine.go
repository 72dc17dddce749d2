package taxonomy

import (
	"net/http"
	"strings"
)

// refineByWords reads what was said beside a status that several causes share.
func refineByWords(e *Error, status int, h http.Header, doc errorDocument, r *reading) {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		refineInput(e, doc, r)
	case http.StatusUnauthorized:
		switch {
		case r.has("credits exceeded", "no credits", "out of credits", "insufficient balance", "insufficient credits"): // SendGrid
			e.Class, e.Code = Fatal, CodeQuotaExhausted
		case accountLocked(r):
			e.Code, e.Scope = CodeAccountLocked, ScopeCredential
		}
	case http.StatusForbidden:
		refineForbidden(e, h, r)
	case http.StatusNotFound:
		if said := strings.ToLower(doc.message[:min(len(doc.message), 32)]); r.argumentNotFound() || hasAnyPrefix(said, "model ", "model: ", "models/", "the model ", "model `", "model '") {
			e.Class, e.Code, e.Scope = InputError, CodeValidationFailed, ScopeItem // a name in the arguments
		}
	case http.StatusMethodNotAllowed:
		if r.has("not mergeable") { // GitHub: merge a pull request
			e.Class, e.Code, e.Scope = ResourceConflict, CodeStateConflict, ScopeTarget
		}
	case http.StatusConflict:
		e.Code = conflictCode(r)
	case http.StatusTooManyRequests:
		if usedUp(r) || r.has("payment required", "api calls month", "calls per month") {
			e.Class, e.Code, e.Scope = Fatal, CodeQuotaExhausted, ScopeCredential
		}
	case http.StatusServiceUnavailable:
		refineUnavailable(e, r)
	}
}

// usedUp reports whether the words are those of an allowance or an account that
// is empty, and not of a limit that time lifts.
func usedUp(r *reading) bool {
	return r.has("insufficient quota", "insufficient_quota", "exceeded your current quota", "exceeded your current token quota", "billing hard limit", "billing limit",
		"out of credits", "credit balance", "no credits", "insufficient credits", "insufficient balance", "balance is insufficient", "account balance", "overdue balance",
		"exhausted its free", "api usage limits", "usage limits", "exceeded quota", "in arrears", "monthly quota", "upgrade your plan")
}

func accountLocked(r *reading) bool {
	return r.has("account is locked", "account locked", "account has been locked", "account disabled", "account is disabled", "account suspended", "account is suspended", "organization has been disabled", "account has been deactivated")
}

// refineForbidden: GitHub and others limit with a 403, and some say so when the
// money has run out, or the content was not liked.
func refineForbidden(e *Error, h http.Header, r *reading) {
	switch {
	case limited(h), r.has("rate limit", "rate limit exceeded", "rate_limit_exceeded", "rate limited", "too many requests", "throttled", "throttling", "abuse detection"):
		e.Class, e.Code, e.Scope = Transient, CodeRateLimited, ScopeHost
	case usedUp(r), r.has("quota exceeded", "quota has been exceeded"):
		e.Class, e.Code, e.Scope = Fatal, CodeQuotaExhausted, ScopeCredential
	case accountLocked(r):
		e.Code, e.Scope = CodeAccountLocked, ScopeCredential
	case r.has("input was flagged", "flagged by moderation"): // OpenRouter
		e.Class, e.Code, e.Scope = InputError, CodeValidationFailed, ScopeItem
	case r.has("credentials were not provided", "not authenticated", "invalid token", "token expired", "authentication error"): // Django REST without a challenge; Cloudflare
		e.Code, e.Scope = CodeUnauthenticated, ScopeCredential
	}
}

// refineInput: a service may answer 400 to what no argument can mend, such as
// "API key not valid". Nobody is to be asked for other arguments then.
func refineInput(e *Error, doc errorDocument, r *reading) {
	if len(e.Fields) > 0 && !doc.param {
		if code := commonFieldCode(e.Fields); code != "" {
			e.Code = code
		}
		if e.Code == CodeAlreadyExists {
			e.Class, e.Scope = ResourceConflict, ScopeTarget
		}
		return
	}
	said := words(r)
	switch {
	case usedUp(r):
		e.Class, e.Code, e.Scope = Fatal, CodeQuotaExhausted, ScopeCredential
	case r.has("rate limit exceeded", "rate exceeded", "too many requests"):
		e.Class, e.Code, e.Scope = Transient, CodeRateLimited, ScopeHost
	case tooLong(r):
		e.Code = CodeTooLarge
	case accountLocked(r):
		e.Class, e.Code, e.Scope = Permission, CodeAccountLocked, ScopeCredential
	case r.has("plain http request was sent to https port"): // nginx
		e.Class, e.Code, e.Scope = Fatal, CodeUnsupported, ScopeTool
	case said == nil:
		if code := commonFieldCode(e.Fields); code != "" {
			e.Code = code
		}
	case said.Code == CodeUnauthenticated, said.Code == CodeAccountLocked:
		e.Class, e.Code, e.Scope = Permission, said.Code, ScopeCredential
	case said.Code == CodeDNSFailure: // "invalid hostname"
		e.Class, e.Code, e.Scope = Fatal, CodeDNSFailure, ScopeHost
	case said.Code == CodeAlreadyExists:
		e.Class, e.Code, e.Scope = ResourceConflict, CodeAlreadyExists, ScopeTarget
	case said.Code == CodeForbidden && r.has("permission denied", "access denied", "insufficient permissions", "insufficient access", "insufficient privileges", "have permission"):
		e.Class, e.Code, e.Scope = Permission, CodeForbidden, ScopeTarget
	case said.Class == InputError:
		e.Code = said.Code
	}
}

// tooLong: what models say of a prompt that does not fit.
func tooLong(r *reading) bool {
	return r.has("maximum context length", "context length exceeded", "context window", "prompt is too long", "input is too long", "reduce the length", "maximum number of tokens allowed", "model token limit", "too many tokens", "input token count")
}

// refineUnavailable: a 503 is no proof of anything, unless it says which of its
// two kinds it is. The words are Envoy's, HAProxy's and those of queues.
func refineUnavailable(e *Error, r *reading) {
	switch {
	case r.has("disconnect reset before headers", "connection termination", "connection reset", "upstream reset"):
		e.Applied = Unanswered
	case r.has("no healthy upstream", "no server is available", "no available server", "queue full", "queue is full", "was not accepted", "not accepted"):
		e.Applied = No
	case r.has("rate limit", "rate limited", "rate limit exceeded", "too many requests", "throttled", "throttling", "slow down", "request rate"):
		e.Code, e.Applied = CodeRateLimited, No
	case r.has("overloaded", "too busy", "server busy", "overload"):
		e.Code = CodeOverloaded
	}
}

// conflictCode names the kind of a conflict from the words used for it.
func conflictCode(r *reading) Code {
	switch {
	case r.has("locked", "lock"):
		return CodeLocked
	case r.has("version", "etag", "stale", "modified", "revision", "out of date", "concurrent", "concurrently"):
		return CodeVersionConflict
	case r.has("exists", "exist", "taken", "duplicate", "already registered"):
		return CodeAlreadyExists
	case r.has("in use", "busy", "being used"):
		return CodeBusy
	}
	if said := words(r); said != nil && said.Class == ResourceConflict {
		return said.Code // in another language
	}
	return CodeStateConflict
}

// commonFieldCode returns the code that all fields share, or "".
func commonFieldCode(fields []Field) Code {
	if len(fields) == 0 {
		return ""
	}
	for _, f := range fields[1:] {
		if f.Code != fields[0].Code {
			return ""
		}
	}
	return fields[0].Code
}
