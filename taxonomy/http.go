package taxonomy

import (
	"io"
	"net/http"
	"time"
)

// maxBody is how much of a failed answer's body is read: more than any error
// document needs, and little enough to hold for every worker at once.
const maxBody = 64 << 10

// Answer is what a server said, for callers that hold the parts and no
// [http.Response].
type Answer struct {
	Method string // "" where it is not known
	Status int
	Header http.Header // nil is fine
	Body   []byte      // as much of it as was read; 64 KiB are looked at
	Now    time.Time   // when it came, for dates in Retry-After; zero: now
}

// FromResponse returns the classified failure that resp stands for, or nil
// where its status is 2xx. Of a failed answer it reads the body (64 KiB at the
// most); closing it remains the caller's work, as ever. A 2xx body is left
// unread. Where the body breaks off, the status decides.
func FromResponse(resp *http.Response) error {
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return nil
	}
	a := Answer{Status: resp.StatusCode, Header: resp.Header}
	if resp.Request != nil {
		a.Method = resp.Request.Method
	}
	if resp.Body != nil {
		a.Body, _ = io.ReadAll(io.LimitReader(resp.Body, maxBody)) //nolint:errcheck // the status decides
	}
	return FromAnswer(a)
}

// FromAnswer is FromResponse for an answer in parts.
func FromAnswer(a Answer) error {
	if e := a.judge(); e != nil {
		return finish(e, e)
	}
	return nil
}

type statusRow struct {
	class   Class
	code    Code
	applied Applied
	scope   Scope
}

// statuses follows RFC 9110 section 15, RFC 4918 (423, 424, 507), RFC 6585
// (428, 429, 431), RFC 8470 (425) and RFC 7725 (451). A 4xx is a refusal, so
// nothing was done; only 408 may come from a proxy that had passed the request
// on. A 502 or 504 means that somebody in between got no answer.
//
//nolint:gochecknoglobals // a table, never written
var statuses = map[int]statusRow{
	http.StatusBadRequest:                   {InputError, CodeValidationFailed, No, ScopeItem},
	http.StatusUnauthorized:                 {Permission, CodeUnauthenticated, No, ScopeCredential},
	http.StatusPaymentRequired:              {Fatal, CodeQuotaExhausted, No, ScopeCredential},
	http.StatusForbidden:                    {Permission, CodeForbidden, No, ScopeTarget},
	http.StatusNotFound:                     {Fatal, CodeNotFound, No, ScopeTarget},
	http.StatusMethodNotAllowed:             {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusNotAcceptable:                {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusProxyAuthRequired:            {Permission, CodeUnauthenticated, No, ScopeCredential},
	http.StatusRequestTimeout:               {Transient, CodeTimeout, Answered, ScopeItem},
	http.StatusConflict:                     {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	http.StatusGone:                         {Fatal, CodeNotFound, No, ScopeTarget},
	http.StatusLengthRequired:               {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusPreconditionFailed:           {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
	http.StatusRequestEntityTooLarge:        {InputError, CodeTooLarge, No, ScopeItem},
	http.StatusRequestURITooLong:            {InputError, CodeTooLarge, No, ScopeItem},
	http.StatusUnsupportedMediaType:         {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusRequestedRangeNotSatisfiable: {InputError, CodeOutOfRange, No, ScopeItem},
	http.StatusMisdirectedRequest:           {Transient, CodeUnavailable, No, ScopeHost},
	http.StatusUnprocessableEntity:          {InputError, CodeValidationFailed, No, ScopeItem},
	http.StatusLocked:                       {ResourceConflict, CodeLocked, No, ScopeTarget},
	http.StatusFailedDependency:             {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	http.StatusTooEarly:                     {Transient, CodeUnavailable, No, ScopeItem},
	http.StatusUpgradeRequired:              {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusPreconditionRequired:         {InputError, CodeMissingField, No, ScopeItem},
	http.StatusTooManyRequests:              {Transient, CodeRateLimited, No, ScopeHost},
	http.StatusRequestHeaderFieldsTooLarge:  {InputError, CodeTooLarge, No, ScopeItem},
	http.StatusUnavailableForLegalReasons:   {Permission, CodeForbidden, No, ScopeTarget},

	http.StatusInternalServerError:     {Transient, CodeServerError, Answered, ScopeHost},
	http.StatusNotImplemented:          {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusBadGateway:              {Transient, CodeUnavailable, Unanswered, ScopeHost},
	http.StatusServiceUnavailable:      {Transient, CodeUnavailable, Answered, ScopeHost},
	http.StatusGatewayTimeout:          {Transient, CodeTimeout, Unanswered, ScopeHost},
	http.StatusHTTPVersionNotSupported: {Fatal, CodeUnsupported, No, ScopeTool},
	529:                                {Transient, CodeOverloaded, Answered, ScopeHost}, // "site is overloaded", not registered but in use
}

func statusRowOf(status int) statusRow {
	if row, ok := statuses[status]; ok {
		return row
	}
	switch {
	case status >= 500:
		return statusRow{Transient, CodeServerError, Answered, ScopeHost}
	case status >= 400:
		return statusRow{Fatal, CodeUnknown, No, ScopeItem}
	default: // a redirect that was not followed, or no final answer at all
		return statusRow{Fatal, CodeUnsupported, Answered, ScopeTool}
	}
}

func (a *Answer) judge() *Error {
	if a.Status >= 200 && a.Status < 300 {
		return nil
	}
	body := a.Body[:min(len(a.Body), maxBody)]
	row := statusRowOf(a.Status)
	doc := readErrorDocument(body, a.Header.Get("Content-Type"))
	e := &Error{
		Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode,
		Message: doc.message, Fields: doc.fields, Context: map[string]any{"status": a.Status},
	}
	if e.Message == "" {
		e.Message = statusText(a.Status)
	}
	if doc.code != "" {
		e.Context["code"] = Clean(doc.code)
	}
	e.RetryAfter = RetryAfter(a.Header, a.Now)
	if e.RetryAfter == 0 {
		e.RetryAfter = doc.retryAfter
	}
	a.refine(e, doc)
	if e.Class == Permission || e.Class == InputError {
		e.RetryAfter = 0 // time does not heal these
	}
	return e
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	return "unexpected status"
}

// refine tells apart causes that share a status.
func (a *Answer) refine(e *Error, doc errorDocument) {
	if code := Code(doc.code); code != e.Code {
		// A service that speaks our codes is taken at its word, as long as its
		// status says the same thing.
		if info, known := code.Info(); known && info.Class == e.Class {
			e.Code = code
			return
		}
	}
	said := doc.code + " " + e.Message
	switch a.Status {
	case http.StatusConflict:
		e.Code = conflictCode(said)
	case http.StatusForbidden:
		if limited(a.Header) || containsWords(said, "rate limit", "rate_limit_exceeded", "too many requests", "throttled") {
			e.Class, e.Code, e.Scope = Transient, CodeRateLimited, ScopeHost
		} else if containsWords(said, "account is locked", "account locked", "account disabled", "account suspended") {
			e.Code, e.Scope = CodeAccountLocked, ScopeCredential
		}
	case http.StatusTooManyRequests:
		if containsWords(said, "insufficient_quota", "exceeded your current quota", "billing") {
			e.Class, e.Code, e.RetryAfter = Fatal, CodeQuotaExhausted, 0
		}
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		if code := commonFieldCode(e.Fields); code != "" {
			e.Code = code
		}
	}
}

// conflictCode names the kind of a conflict from the words used for it.
func conflictCode(said string) Code {
	switch {
	case containsWords(said, "locked", "lock"):
		return CodeLocked
	case containsWords(said, "version", "etag", "stale", "modified", "revision", "out of date", "concurrent"):
		return CodeVersionConflict
	case containsWords(said, "already exists", "already exist", "exists", "taken", "duplicate", "already_exists"):
		return CodeAlreadyExists
	case containsWords(said, "in use", "busy", "being used"):
		return CodeBusy
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
