package taxonomy

import (
	"slices"
	"strings"
)

// Rows that many codes of the clouds share.
//
//nolint:gochecknoglobals // never written
var (
	rowThrottled      = ruling{Transient, CodeRateLimited, No, ScopeHost}
	rowNotTaken       = ruling{Transient, CodeUnavailable, No, ScopeHost}
	rowWait           = ruling{Transient, CodeUnavailable, No, ScopeTarget}
	rowServerError    = ruling{Transient, CodeServerError, Answered, ScopeHost}
	rowUnavailable    = ruling{Transient, CodeUnavailable, Answered, ScopeHost}
	rowServerTimeout  = ruling{Transient, CodeTimeout, Unanswered, ScopeHost}
	rowLostRace       = ruling{Transient, CodeSerializationFailure, No, ScopeTarget}
	rowExists         = ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}
	rowState          = ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}
	rowVersion        = ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}
	rowBusy           = ruling{ResourceConflict, CodeBusy, No, ScopeTarget}
	rowLocked         = ruling{ResourceConflict, CodeLocked, No, ScopeTarget}
	rowNotFound       = ruling{Fatal, CodeNotFound, No, ScopeTarget}
	rowNameNotFound   = ruling{InputError, CodeValidationFailed, No, ScopeItem}
	rowInvalid        = ruling{InputError, CodeValidationFailed, No, ScopeItem}
	rowFormat         = ruling{InputError, CodeInvalidFormat, No, ScopeItem}
	rowMissing        = ruling{InputError, CodeMissingField, No, ScopeItem}
	rowRange          = ruling{InputError, CodeOutOfRange, No, ScopeItem}
	rowTooLarge       = ruling{InputError, CodeTooLarge, No, ScopeItem}
	rowForbidden      = ruling{Permission, CodeForbidden, No, ScopeTarget}
	rowNotSubscribed  = ruling{Permission, CodeForbidden, No, ScopeCredential}
	rowLogin          = ruling{Permission, CodeUnauthenticated, No, ScopeCredential}
	rowAccount        = ruling{Permission, CodeAccountLocked, No, ScopeCredential}
	rowQuota          = ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}
	rowUnsupported    = ruling{Fatal, CodeUnsupported, No, ScopeTool}
	rowOperator       = ruling{Fatal, CodeUnknown, No, ScopeTool}
	rowOperatorFailed = ruling{Fatal, CodeUnknown, Answered, ScopeTool}
)

// cloudName makes one spelling of a provider's code: lower case, without what
// only says that it is an error ("…Exception", "…Fault", "…Error"), without a
// namespace before "#" and a link after ":" (AWS's __type), and without
// underscores: RATE_LIMIT_EXCEEDED is rateLimitExceeded.
func cloudName(code string) string {
	if len(code) > 256 { // no provider's
		return ""
	}
	code, _, _ = strings.Cut(code[strings.LastIndexByte(code, '#')+1:], ":")
	code = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(code), "_", ""))
	for _, namespace := range []string{"aws.simplequeueservice.", "aws.", "client.", "server."} {
		code = strings.TrimPrefix(code, namespace)
	}
	for {
		short := code
		for _, suffix := range []string{"exception", "fault", "error"} {
			short = strings.TrimSuffix(short, suffix)
		}
		if short == code || short == "" {
			return code
		}
		code = short
	}
}

// cloudRow judges a code that stands in no table by the parts of its name, as
// AWS and Azure put their names together. The order matters: what is said last
// in a name is said first here (InvalidInstanceID.NotFound).
func cloudRow(name string) (ruling, bool) {
	if n := cloudPartSet.in(name); n >= 0 {
		return cloudPartRows[n], true
	}
	return ruling{}, false
}

// cloudPartSet and cloudPartRows are made of cloudParts: a part, and its row.
//
//nolint:gochecknoglobals // tables, never written after this
var cloudPartSet, cloudPartRows = func() (*textSet, []ruling) {
	var parts []string
	var rows []ruling
	for _, p := range cloudParts {
		for _, part := range p.parts {
			parts, rows = append(parts, part), append(rows, p.row)
		}
	}
	return textSetOf(parts...), rows
}()

// cloudParts are parts of names, written as textSetOf has them.
//
//nolint:gochecknoglobals // a table, never written
var cloudParts = []struct {
	row   ruling
	parts []string
}{
	{rowThrottled, []string{"throttl", "toomanyrequests", "ratelimit", "rateexceeded", "slowdown", "requestlimitexceeded", "throughputexceeded", "bandwidthlimit", "concurrentinvocationlimit"}},
	{rowTooLarge, []string{"sizelimitexceeded", "sizeexceeded", "toolarge", "toolong", "toobig", "lengthexceeded"}},
	{rowLogin, []string{"expiredtoken", "expiredauthenticationtoken", "tokenexpired", "invalidauthenticationtoken", "invalidclienttoken", "invalidaccesskey", "authfailure", "authenticationfailed", "unauthenticated", "invalidcredential", "credentialsexpired", "signaturedoesnotmatch", "invalidsignature", "missingauthentication", "unauthorized$"}},
	{rowForbidden, []string{"accessdenied", "notauthorized", "unauthorized", "authorizationfailed", "forbidden", "permissiondenied", "notpermitted$", "accessnotallowed", "insufficientpermission", "insufficientprivilege"}},
	{rowFormat, []string{"malformed"}},
	{rowNotFound, []string{"notfound", "doesnotexist", "notexist", "^nosuch", "nonexist"}},
	{rowExists, []string{"alreadyexist", "exists$", "duplicate", "alreadytaken", "alreadyowned"}},
	{rowBusy, []string{"inuse", "inprogress", "notempty", "busy", "isbeing", "beingdeleted", "beingcreated"}},
	{rowLocked, []string{"locked$", "lockconflict"}},
	{rowWait, []string{"insufficientcapacity", "capacityexceeded", "insufficienthostcapacity", "insufficientinstancecapacity", "allocationfailed"}},
	{rowThrottled, []string{"concurrentrunsexceeded", "concurrentexecutions"}},
	{rowQuota, []string{"limitexceeded", "limitsexceeded", "customerexceeded", "quotaexceeded", "limitreached", "countexceeded", "limitexceed", "quota", "exceedslimit"}},
	{rowServerTimeout, []string{"timeout", "timedout"}},
	{rowVersion, []string{"preconditionfailed", "preconditionnotmet", "conditionnotmet", "concurrent", "optimisticlock", "stale", "versionmismatch", "outofdate"}},
	{rowWait, []string{"pending$", "notyet"}},
	{rowBusy, []string{"associated"}},
	{rowState, []string{"already", ".unavailable$", "^noavailable", "conflict", "invalidstate", "incorrectstate", "illegalstate", "state$", "status$", "notactive", "notready", "notavailable", "disabled$", "alreadyin", "dependencyviolation", "notdisabled", "notempty"}},
	{rowServerError, []string{"internal", "^serviceexception", "^serverexception", "serverfailure", "servicefailure", "^unexpected"}},
	{rowUnavailable, []string{"unavailable"}},
	{rowUnsupported, []string{"notimplemented", "unsupportedoperation", "operationnotsupported", "unknownoperation", "methodnotallowed", "notsupported"}},
	{rowMissing, []string{"^missing", "required$"}},
	{rowInvalid, []string{"invalid", "validation", "badrequest", "illegal", "mismatch", "unsupported", "incorrect", "toomany", "outofrange", "notvalid", "unknown", "incompatible", "notdistinct"}},
}

// A quota that time gives back within minutes is a rate; one of a day or a
// month, and one that has to be paid for, is not.
type quotaKind int8

const (
	quotaUnclear quotaKind = iota
	quotaRate
	quotaSpent
)

func quotaOf(text string) quotaKind {
	text = strings.ToLower(text[:min(len(text), maxLook)])
	switch n := quotaWords.in(text); {
	case n < 0:
		return quotaUnclear
	case n < len(spentWords):
		return quotaSpent
	}
	return quotaRate
}

//nolint:gochecknoglobals // tables, never written
var (
	quotaWords = textSetOf(slices.Concat(spentWords, rateWords)...)
	spentWords = []string{
		"per day", "perday", "/day", "1/d/", "daily", "per month", "permonth", "monthly", "per week", "billing", "credit balance", "out of credits",
		"insufficient credits", "spend limit", "spending limit", "spending cap", "budget", "prepay",
	}
	rateWords = []string{
		"per minute", "perminute", "/min", "per second", "persecond", "/sec", "per 100 seconds", "per hour", "perhour", "concurrent", "simultaneous",
		"at once", "in flight", "in-flight", "rate limit", "rate exceeded", "request rate", "requests per", "too many requests", "throttl", "qps", "try again", "try after", "attempt limit",
	}
)

// set makes e what a row says.
func (e *Error) set(row ruling) {
	e.Class, e.Code, e.Applied, e.Scope = row.class, row.code, row.applied, row.scope
}

// tooLargeWords refines a refused argument whose size is at fault.
func tooLargeWords(e *Error, message string) {
	message = strings.ToLower(message[:min(len(message), maxLook)])
	for _, part := range []string{"size has exceeded", "maximum allowed size", "size exceeded", "too large", "must be smaller than", "larger than the maximum", "exceeds the maximum size", "length less than or equal"} {
		if strings.Contains(message, part) && e.Class == InputError {
			e.Code = CodeTooLarge
		}
	}
}

// cloudClientError is an error that a cloud's client library made itself,
// before or after the call.
type cloudClientError struct {
	text string
	row  ruling
}

func (e *cloudClientError) Error() string { return e.text }

func (e *cloudClientError) judge() *Error {
	v := &Error{Basis: BasisType}
	v.set(e.row)
	return v
}

// client returns a lift that makes the same of every error of a type.
func client(row ruling) func(error) foreign {
	return func(node error) foreign { return &cloudClientError{textOf(node), row} }
}
