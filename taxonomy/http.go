package taxonomy

import (
	"io"
	"net/http"
	"strings"
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
	if resp.Body != nil && resp.StatusCode >= 200 { // what follows a 101 is no body, and has no end
		a.Body, _ = io.ReadAll(io.LimitReader(resp.Body, maxBody)) // where it breaks off, the status decides
	}
	return FromAnswer(a)
}

// FromAnswer is FromResponse for an answer in parts. It takes about 6 µs and 35
// allocations with a small error document of JSON, which is most of it.
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
// (428, 429, 431), RFC 8470 (425) and RFC 7725 (451). Transient are 408, 425,
// 429, and of the 5xx all but 501 and 505.
//
// A 4xx is a refusal, so nothing was done, with three exceptions: 408 and 499
// may come from a proxy that had passed the request on, and 406 comes when the
// answer is rendered, which frameworks do after the action. A 502 or 504 means
// that somebody in between got no answer.
//
//nolint:gochecknoglobals // a table, never written
var statuses = map[int]statusRow{
	http.StatusBadRequest:                   {InputError, CodeValidationFailed, No, ScopeItem},
	http.StatusUnauthorized:                 {Permission, CodeUnauthenticated, No, ScopeCredential},
	http.StatusPaymentRequired:              {Fatal, CodeQuotaExhausted, No, ScopeCredential},
	http.StatusForbidden:                    {Permission, CodeForbidden, No, ScopeTarget},
	http.StatusNotFound:                     {Fatal, CodeNotFound, No, ScopeTarget},
	http.StatusMethodNotAllowed:             {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusNotAcceptable:                {Fatal, CodeUnsupported, Answered, ScopeTool},
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
	http.StatusExpectationFailed:            {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusMisdirectedRequest:           {Fatal, CodeUnsupported, No, ScopeHost},
	http.StatusUnprocessableEntity:          {InputError, CodeValidationFailed, No, ScopeItem},
	http.StatusLocked:                       {ResourceConflict, CodeLocked, No, ScopeTarget},
	http.StatusFailedDependency:             {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	http.StatusTooEarly:                     {Transient, CodeUnavailable, No, ScopeItem},
	http.StatusUpgradeRequired:              {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusPreconditionRequired:         {InputError, CodeMissingField, No, ScopeItem},
	http.StatusTooManyRequests:              {Transient, CodeRateLimited, No, ScopeHost},
	http.StatusRequestHeaderFieldsTooLarge:  {InputError, CodeTooLarge, No, ScopeItem},
	http.StatusUnavailableForLegalReasons:   {Permission, CodeForbidden, No, ScopeTarget},
	statusClientClosed:                      {Fatal, CodeCanceled, Unanswered, ScopeItem},

	http.StatusInternalServerError:     {Transient, CodeServerError, Answered, ScopeHost},
	http.StatusNotImplemented:          {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusBadGateway:              {Transient, CodeUnavailable, Unanswered, ScopeHost},
	http.StatusServiceUnavailable:      {Transient, CodeUnavailable, Answered, ScopeHost},
	http.StatusGatewayTimeout:          {Transient, CodeTimeout, Unanswered, ScopeHost},
	http.StatusHTTPVersionNotSupported: {Fatal, CodeUnsupported, No, ScopeTool},
	statusOverloaded:                   {Transient, CodeOverloaded, Answered, ScopeHost},
}

// Not registered with IANA, but in use.
const (
	statusClientClosed = 499 // nginx, Google APIs: the client of a proxy went away, or we did
	statusOverloaded   = 529 // "site is overloaded"
)

func statusRowOf(status int) statusRow {
	if row, ok := statuses[status]; ok {
		return row
	}
	switch {
	case status >= 500 && http.StatusText(status) != "":
		return statusRow{Transient, CodeServerError, Answered, ScopeHost}
	case status >= 500: // 520 to 527 and their like come from proxies: somebody in between got no answer
		return statusRow{Transient, CodeServerError, Unanswered, ScopeHost}
	case status >= 400: // RFC 9110 section 15: like a 400, but nobody knows what for
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
	doc := readErrorDocument(body, a.Header.Get("Content-Type"))
	e := fromStatus(a.Status, a.Header, doc)
	if e.Class == Transient || e.Class == ResourceConflict { // time does not heal the others
		e.RetryAfter = max(RetryAfter(a.Header, a.Now), doc.retryAfter)
	}
	return e
}

// fromStatus judges a status and what came with it.
func fromStatus(status int, h http.Header, doc errorDocument) *Error {
	row := statusRowOf(status)
	e := &Error{
		Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode,
		Message: doc.message, Fields: doc.fields, Context: map[string]any{"status": status},
	}
	if e.Message == "" {
		e.Message = statusText(status)
	}
	if doc.code != "" {
		e.Context["code"] = Clean(doc.code)
	}
	refine(e, status, h, doc, nil)
	return e
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	return "unexpected status"
}

// refine tells apart causes that share a status. r is what was said, or nil:
// what stands in doc.
func refine(e *Error, status int, h http.Header, doc errorDocument, r *reading) {
	// A service that speaks our codes is taken at its word, as long as its
	// status says the same thing.
	if info, known := Code(doc.code).Info(); known && info.Class == e.Class {
		e.Code = info.Code
		return
	}
	switch status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests:
	default:
		return
	}
	if r == nil {
		r = read(strings.ReplaceAll(doc.code, "_", " ") + ": " + doc.message)
	}
	switch status {
	case http.StatusConflict:
		e.Code = conflictCode(r)
	case http.StatusUnauthorized, http.StatusForbidden:
		switch {
		case status == http.StatusForbidden && (limited(h) ||
			r.has("rate limit", "rate limit exceeded", "rate_limit_exceeded", "too many requests", "throttled", "throttling")):
			e.Class, e.Code, e.Scope = Transient, CodeRateLimited, ScopeHost
		case r.has("account is locked", "account locked", "account has been locked", "account disabled", "account is disabled", "account suspended", "account is suspended"):
			e.Code, e.Scope = CodeAccountLocked, ScopeCredential
		}
	case http.StatusTooManyRequests:
		if r.has("insufficient quota", "insufficient_quota", "exceeded your current quota", "billing hard limit", "payment required", "out of credits", "credit balance") {
			e.Class, e.Code, e.Scope = Fatal, CodeQuotaExhausted, ScopeCredential
		}
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		refineInput(e, r)
	}
}

// refineInput: a service may answer 400 to what no argument can mend, such as
// "API key not valid". Nobody is to be asked for other arguments then.
func refineInput(e *Error, r *reading) {
	if len(e.Fields) > 0 {
		if code := commonFieldCode(e.Fields); code != "" {
			e.Code = code
		}
		return
	}
	said := words(r)
	switch {
	case said == nil:
	case said.Code == CodeUnauthenticated, said.Code == CodeAccountLocked:
		e.Class, e.Code, e.Scope = Permission, said.Code, ScopeCredential
	case said.Code == CodeDNSFailure: // "invalid hostname"
		e.Class, e.Code, e.Scope = Fatal, CodeDNSFailure, ScopeHost
	case said.Class == InputError:
		e.Code = said.Code
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
	for _, f := range fields[1:] {
		if f.Code != fields[0].Code {
			return ""
		}
	}
	return fields[0].Code
}
