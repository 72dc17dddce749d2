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

// FromAnswer is FromResponse for an answer in parts. It takes under 20 µs and 60
// allocations with a small error document of JSON, which is most of it.
func FromAnswer(a Answer) error {
	if e := a.judge(); e != nil {
		return finish(e, e)
	}
	return nil
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
var statuses = map[int]ruling{
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
	http.StatusUnsupportedMediaType:         {InputError, CodeInvalidFormat, No, ScopeItem}, // RFC 9110 15.5.16: the content's format
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
	420:                                     {Transient, CodeRateLimited, No, ScopeHost},            // "enhance your calm", of old
	440:                                     {Permission, CodeUnauthenticated, No, ScopeCredential}, // IIS: login time-out
	494:                                     {InputError, CodeTooLarge, No, ScopeItem},              // nginx: request header too large
	495:                                     {Permission, CodeUnauthenticated, No, ScopeCredential}, // nginx: the client's certificate was refused
	496:                                     {Permission, CodeUnauthenticated, No, ScopeCredential}, // nginx: it was missing
	497:                                     {Fatal, CodeUnsupported, No, ScopeTool},                // nginx: HTTP to a port for HTTPS
	498:                                     {Permission, CodeUnauthenticated, No, ScopeCredential}, // Esri and others: invalid token

	http.StatusInternalServerError:     {Transient, CodeServerError, Answered, ScopeHost},
	http.StatusNotImplemented:          {Fatal, CodeUnsupported, No, ScopeTool},
	http.StatusBadGateway:              {Transient, CodeUnavailable, Unanswered, ScopeHost},
	http.StatusServiceUnavailable:      {Transient, CodeUnavailable, Answered, ScopeHost},
	http.StatusGatewayTimeout:          {Transient, CodeTimeout, Unanswered, ScopeHost},
	http.StatusHTTPVersionNotSupported: {Fatal, CodeUnsupported, No, ScopeTool},
	statusOverloaded:                   {Transient, CodeOverloaded, Answered, ScopeHost},
	// Cloudflare's (developers.cloudflare.com, 5xx errors). They say that no
	// connection to the origin came about; a number that is not registered is
	// no proof of it.
	521: {Transient, CodeConnectionRefused, Unanswered, ScopeHost},
	526: {Fatal, CodeCertificateInvalid, Unanswered, ScopeHost},
	561: {Permission, CodeUnauthenticated, No, ScopeCredential}, // AWS's load balancer: the identity provider refused
}

// Not registered with IANA, but in use.
const (
	statusClientClosed = 499 // nginx, Google APIs: the client of a proxy went away, or we did
	statusOverloaded   = 529 // "site is overloaded"
)

func statusRowOf(status int) ruling {
	if row, ok := statuses[status]; ok {
		return row
	}
	switch {
	case status >= 500 && http.StatusText(status) != "":
		return ruling{Transient, CodeServerError, Answered, ScopeHost}
	case status >= 500: // 520 to 527 and their like come from proxies: somebody in between got no answer
		return ruling{Transient, CodeServerError, Unanswered, ScopeHost}
	case status >= 400: // RFC 9110 section 15: like a 400, but nobody knows what for
		return ruling{Fatal, CodeUnknown, No, ScopeItem}
	default: // a redirect that was not followed, or no final answer at all
		return ruling{Fatal, CodeUnsupported, Answered, ScopeTool}
	}
}

func (a *Answer) judge() *Error {
	if a.Status >= 200 && a.Status < 300 {
		return nil
	}
	body := a.Body[:min(len(a.Body), maxBody)]
	doc := readErrorDocument(body, a.Header.Get("Content-Type"))
	doc.readHeaders(a.Header)
	e := fromStatus(a.Status, a.Header, doc)
	obey(e, header(a.Header, "X-Should-Retry"))
	if healsInTime(e.Class) {
		e.RetryAfter = max(RetryAfter(a.Header, a.Now), doc.retryAfter)
		if e.RetryAfter == 0 && e.Code == CodeRateLimited && header(a.Header, "Retry-After") == "" {
			e.RetryAfter = waitInWords(e.Message)
		}
	}
	return e
}

// healsInTime reports whether to wait is of any use.
func healsInTime(c Class) bool { return c == Transient || c == ResourceConflict }

// obey does what the service says of a retry, as the clients of OpenAI and
// Anthropic do: "false" takes the retrying away and leaves the rest.
func obey(e *Error, again string) {
	switch {
	case again == "false" && e.Class == Transient:
		e.Class, e.Basis = Fatal, BasisDeclared
	case again == "true" && e.Class != Transient:
		e.Class, e.Basis = Transient, BasisDeclared
	}
}

// readHeaders takes the words that stand in headers: AWS (restJson1 and API
// Gateway), Azure's storage, and OAuth's challenge (RFC 6750 section 3).
func (d *errorDocument) readHeaders(h http.Header) {
	if word, _, _ := strings.Cut(header(h, "X-Amzn-ErrorType"), ":"); word != "" {
		d.aws = word
		d.words = append([]string{word}, d.words...)
	}
	if word := header(h, "X-Ms-Error-Code"); word != "" {
		d.words = append([]string{word}, d.words...)
	}
	if _, rest, ok := strings.Cut(header(h, "Www-Authenticate"), `error="`); ok {
		word, _, _ := strings.Cut(rest, `"`)
		d.addWord(word)
	}
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
	if r == nil {
		r = read(strings.ReplaceAll(doc.code, "_", " ") + ": " + doc.message + "\n" + doc.page)
	}
	if special(e, status, doc, r) || byReason(e, status, doc) {
		return
	}
	refineByWords(e, status, h, doc, r)
}

// byReason asks the tables of words that say more than the status.
func byReason(e *Error, status int, doc errorDocument) bool {
	if doc.aws != "" {
		if own := (&AWSError{Status: status, Code: doc.aws, Message: doc.message}).judge(); own != nil {
			e.Class, e.Code, e.Scope = own.Class, own.Code, own.Scope
			if status >= 500 || own.Applied != No {
				e.Applied = own.Applied
			}
			return true
		}
	}
	if found := firstReason(providerIndex, doc.words); found != nil && found.under(status, e) {
		return true
	}
	if n, ok := numberOf(doc.code); ok && status >= 400 && status < 500 {
		if found := zhipuNumbers[n]; found != nil && len(doc.code) == 4 && found.under(status, e) {
			return true
		}
		if found := siliconflowNumbers[n]; found != nil && found.under(status, e) {
			return true
		}
	}
	return false
}

// special tells apart what one word stands for several of.
func special(e *Error, status int, doc errorDocument, r *reading) bool {
	set := func(class Class, code Code, scope Scope) bool {
		e.Class, e.Code, e.Scope = class, code, scope
		return true
	}
	switch {
	case strings.Contains(doc.quota, "PerDay"), status == http.StatusTooManyRequests && doc.quota == "" && r.has("quota exceeded") && r.has("per day"):
		return set(Fatal, CodeQuotaExhausted, ScopeCredential)
	case strings.Contains(doc.quota, "PerMinute"): // the text beside it speaks of billing all the same
		return set(Transient, CodeRateLimited, ScopeHost)
	case status == http.StatusTooManyRequests && r.has("request too large", "must be reduced in order"):
		return set(InputError, CodeTooLarge, ScopeItem) // it never fits into the limit
	case status == http.StatusBadRequest && r.has("user location is not supported"):
		return set(Permission, CodeForbidden, ScopeCredential)
	case doc.code == "cluster_block_exception" && strings.Contains(doc.message, "flood-stage"):
		return set(Fatal, CodeQuotaExhausted, ScopeTarget)
	case doc.code == "cluster_block_exception" && status == http.StatusForbidden:
		return set(ResourceConflict, CodeStateConflict, ScopeTarget)
	case doc.code == "resource_missing" && (status == http.StatusBadRequest || status == http.StatusNotFound): // Stripe
		if len(doc.fields) == 0 || doc.fields[0].Path == "/id" {
			return set(Fatal, CodeNotFound, ScopeTarget)
		}
		return set(InputError, CodeValidationFailed, ScopeItem)
	}
	return false
}
