package taxonomy

import (
	"net/http"
	"reflect"
	"strings"
	"time"
)

// googleReasons are the reasons of google.rpc.ErrorInfo
// (google/api/error_reason.proto) and, in the same table, those of the older
// "errors" list of Google's JSON APIs (BigQuery, Calendar, Compute, Drive,
// Storage, YouTube: "Handle errors" of each), in cloudName's spelling. What the
// status says as well ("invalid", "forbidden", "notFound") is left out.
//
//nolint:gochecknoglobals // a table, never written
var googleReasons = map[string]ruling{
	// Rates.
	"ratelimitexceeded": rowThrottled, "userratelimitexceeded": rowThrottled, "jobratelimitexceeded": rowThrottled,
	"concurrentlimitexceeded": rowThrottled, "servinglimitexceeded": rowThrottled, "resourcelimitexceeded": rowThrottled,
	"sharingratelimitexceeded": rowThrottled, "toomanyrequests": rowThrottled, "slowdown": rowThrottled,
	// Quotas and payments.
	"quotaexceeded": rowQuota, "resourcequotaexceeded": rowQuota, "dailylimitexceeded": rowQuota, "dailylimitexceededunreg": rowQuota,
	"variabletermexpireddailyexceeded": rowQuota, "variabletermlimitexceeded": rowQuota, "storagequotaexceeded": rowQuota,
	"teamdrivefilelimitexceeded": rowQuota, "uploadlimitexceeded": rowQuota, "numchildreninnonrootlimitexceeded": rowQuota,
	"billingdisabled": rowQuota, "billingnotenabled": rowQuota, "billingtierlimitexceeded": rowQuota, "accountdelinquent": rowQuota,
	"limitexceeded": rowQuota, "insufficientquota": rowQuota, "freetierexhausted": rowQuota,
	// Who is calling.
	"apikeyinvalid": rowLogin, "keyinvalid": rowLogin, "keyexpired": rowLogin, "apikeyexpired": rowLogin, "autherror": rowLogin, "auth": rowLogin, "invalidcredentials": rowLogin,
	"accesstokenexpired": rowLogin, "accesstokentypeunsupported": rowLogin, "accesstokenscopeinsufficient": rowForbidden,
	"accountstateinvalid": rowAccount, "credentialsmissing": rowLogin, "sessioncookieinvalid": rowLogin, "jwttokeninvalid": rowLogin,
	"consumersuspended": rowAccount, "gcpsuspended": rowAccount, "accountdisabled": rowAccount, "consumerinvalid": rowNotSubscribed,
	"servicedisabled": rowNotSubscribed, "accessnotconfigured": rowNotSubscribed, "servicenotvisible": rowNotSubscribed,
	"apikeyserviceblocked": rowNotSubscribed, "apikeyhttpreferrerblocked": rowNotSubscribed, "apikeyipaddressblocked": rowNotSubscribed,
	"apikeyandroidappblocked": rowNotSubscribed, "apikeyiosappblocked": rowNotSubscribed, "iprefererblocked": rowNotSubscribed,
	"iampermissiondenied": rowForbidden, "userprojectdenied": rowForbidden, "userblockedbyadmin": rowForbidden,
	"securitypolicyviolated": rowForbidden, "resourceusagerestrictionviolated": rowForbidden, "orgrestrictionviolation": rowForbidden,
	"locationpolicyviolated": rowForbidden, "locationorgpolicyviolated": rowForbidden,
	"insufficientpermissions": rowForbidden, "insufficientauthorizedscopes": rowForbidden, "insufficientfilepermissions": rowForbidden,
	"insufficientparentpermissions": rowForbidden, "appnotauthorizedtofile": rowForbidden, "domainpolicy": rowForbidden, "accessdenied": rowForbidden,
	// The state of the target.
	"notfound":  rowNotFound, // Drive says "File not found" of the record
	"duplicate": rowExists, "alreadyexists": rowExists, "conditionnotmet": rowVersion, "resourceinuse": rowBusy,
	"resourceinusebyanotherresource": rowBusy, "resourcenotready": rowState, "filenotdownloadable": rowState, "operationinprogress": rowBusy,
	// The arguments.
	"fullsyncrequired": rowInvalid, "updatedmintoolongago": rowRange, "responsetoolarge": rowTooLarge, "uploadtoolarge": rowTooLarge,
	"systemparameterunsupported": rowInvalid, "invalidquery": rowInvalid, "invalidparameter": rowInvalid, "parse": rowFormat, "userprojectmissing": rowMissing,
	// Time.
	"tableunavailable": rowWait, "zoneresourcepoolexhausted": rowWait, "stockout": rowWait,
	"backend": rowServerError, "jobbackend": rowServerError, "jobinternal": rowServerError, "transient": rowServerError,
}

// reason judges by a reason of Google's, and reports whether it is known.
// Where the status said that the call may have happened, it still may have.
func (e *Error) reason(reason, message string) bool {
	row, known := googleReasons[cloudName(reason)]
	if !known {
		return false
	}
	applied := e.Applied
	e.set(row)
	if applied != No {
		e.Applied = min(applied, row.applied)
	}
	if row == rowQuota || row == rowThrottled {
		e.limit(quotaOf(message))
	}
	return true
}

// limit says of a used up quota or rate which of the two it is.
func (e *Error) limit(kind quotaKind) {
	switch kind {
	case quotaRate:
		e.Class, e.Code, e.Scope = Transient, CodeRateLimited, ScopeHost
	case quotaSpent:
		e.Class, e.Code, e.Scope = Fatal, CodeQuotaExhausted, ScopeCredential
	case quotaUnclear:
	}
}

// exhausted tells apart what RESOURCE_EXHAUSTED is used for. code.proto names a
// per-user quota and a file system that is full, client libraries use it for
// messages that are too large, and most services for a rate. A server that
// says when to come again is believed.
func exhausted(v *Error, message string, d grpcDetails) {
	said := strings.ToLower(message[:min(len(message), maxLook)])
	reason := googleReasons[cloudName(d.reason)]
	kind := quotaUnclear
	if d.retryDelay == 0 {
		kind = quotaOf(d.quota + " " + message)
	}
	switch {
	case strings.Contains(said, "larger than max"), strings.Contains(said, "message too large"), strings.Contains(said, "exceeds maximum size"):
		// The same words on both sides of the wire, for a request and for an answer.
		v.Class, v.Code, v.Applied, v.Scope = InputError, CodeTooLarge, Answered, ScopeItem
	case strings.Contains(said, "no space left"), strings.Contains(said, "space exceeded"), strings.Contains(said, "out of space"), strings.Contains(said, "disk full"), strings.Contains(said, "disk quota"), strings.Contains(said, "file system is full"):
		v.Class, v.Code, v.Applied, v.Scope = Fatal, CodeQuotaExhausted, Answered, ScopeItem
		if strings.HasPrefix(said, "etcdserver: ") {
			v.Applied = No // asked before it is proposed, and again before it is applied (etcd, server/etcdserver/quota.go)
		}
	case d.retryDelay > 0:
	case kind != quotaUnclear:
		v.limit(kind)
	case reason == rowThrottled:
	case reason == rowQuota, d.quotaSaid:
		v.limit(quotaSpent)
	default:
		if said := wordsOf(message); said != nil && said.Code == CodeQuotaExhausted {
			v.limit(quotaSpent)
		}
	}
}

// googleError is a *googleapi.Error, or a *apierror.APIError that was made of
// one.
type googleError struct {
	status  int
	message string
	reasons []string
	header  http.Header
	body    []byte
	details []any
	text    string
}

func (e *googleError) Error() string { return e.text }

func (e *googleError) judge() *Error {
	doc := readErrorDocument(e.body[:min(len(e.body), maxBody)], e.header.Get("Content-Type"))
	doc.readFields(e.details)
	if e.message != "" {
		doc.message = e.message
	}
	v := fromStatus(e.status, e.header, doc)
	said := doc.message
	var infos []string
	var quotas strings.Builder
	for _, detail := range e.details[:min(len(e.details), maxDetails)] {
		if m, ok := detail.(map[string]any); ok {
			d := readGRPCDetails([]map[string]any{m})
			quotas.WriteString(d.quota)
			if d.reason != "" {
				infos = append(infos, d.reason)
			}
		}
	}
	said += quotas.String()
	for _, reason := range append(infos, e.reasons...) {
		if v.reason(reason, said) {
			v.Context["reason"] = Clean(reason)
			break
		}
	}
	if v.Class == Transient || v.Class == ResourceConflict {
		v.RetryAfter = max(RetryAfter(e.header, time.Time{}), doc.retryAfter)
	}
	return v
}

//nolint:gochecknoglobals // a table, never written
var googleLifters = []lifter{
	{types: []string{"google.golang.org/api/googleapi.Error"}, lift: liftGoogle},
	{types: []string{"github.com/googleapis/gax-go/apierror.APIError"}, lift: liftAPIError},
}

func liftGoogle(node error) foreign {
	v := reflect.ValueOf(node)
	e := &googleError{
		status: int(fieldInt(v, "Code")), message: fieldString(v, "Message"), body: []byte(fieldString(v, "Body")), text: textOf(node),
	}
	e.header, _ = reflect.TypeAssert[http.Header](field(v, "Header"))
	e.details, _ = reflect.TypeAssert[[]any](field(v, "Details"))
	items := field(v, "Errors")
	for i := range min(items.Len(), maxDetails) {
		e.reasons = append(e.reasons, fieldString(items.Index(i), "Reason"))
	}
	return e
}

// liftAPIError reads gax's wrapper: its status as gRPC's, and where it was made
// of an HTTP answer, whose status it maps loosely (409 to ABORTED), what it
// wraps, or its HTTP status.
func liftAPIError(node error) foreign {
	v := reflect.ValueOf(node)
	status := int(v.MethodByName("HTTPCode").Call(nil)[0].Int())
	if status <= 0 {
		return liftGRPC(node)
	}
	if inner, ok := unwrapOne(node); ok && typeName(reflect.TypeOf(inner)) == "google.golang.org/api/googleapi.Error" {
		return liftGoogle(inner)
	}
	e := &googleError{status: status, message: v.MethodByName("Message").Call(nil)[0].String(), text: textOf(node)}
	if reason := v.MethodByName("Reason").Call(nil)[0].String(); reason != "" {
		e.reasons = []string{reason}
	}
	return e
}

// unwrapOne takes one step down; ok is false where there is none.
func unwrapOne(node error) (error, bool) {
	branches, ok, next := unwrap(node)
	return next, ok && len(branches) == 0 && next != nil && !isNil(next)
}
