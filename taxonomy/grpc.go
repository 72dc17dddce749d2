package taxonomy

import (
	"strconv"
	"strings"
)

// GRPCError is a status of gRPC, for callers who hold it as data. Errors with a
// GRPCStatus method are understood as they are.
type GRPCError struct {
	Code    uint32 // 0 to 16; see google.golang.org/grpc/codes
	Message string
	// Details are the status's details as JSON objects, with the full name of
	// the message under "type" or "@type": "google.rpc.RetryInfo". Field names
	// in either spelling, retry_delay or retryDelay.
	Details []map[string]any
}

// Error returns "rpc error: code = NAME desc = message".
func (e *GRPCError) Error() string {
	return "rpc error: code = " + grpcName(e.Code) + " desc = " + e.Message
}

// The codes of google/rpc/code.proto, in their order.
const (
	grpcOK uint32 = iota
	grpcCancelled
	grpcUnknown
	grpcInvalidArgument
	grpcDeadlineExceeded
	grpcNotFound
	grpcAlreadyExists
	grpcPermissionDenied
	grpcResourceExhausted
	grpcFailedPrecondition
	grpcAborted
	grpcOutOfRange
	grpcUnimplemented
	grpcInternal
	grpcUnavailable
	grpcDataLoss
	grpcUnauthenticated
)

type grpcRow struct {
	name string
	ruling
}

// grpcCodes follows the comments of google/rpc/code.proto; the index is the
// number. Which of them time alone heals is said by AIP-194 (UNAVAILABLE, and
// not INTERNAL, UNKNOWN or DATA_LOSS); ABORTED is to be retried as a whole
// transaction, which a call of a tool is. DEADLINE_EXCEEDED may come although
// the operation was carried out. Texts and details tell more, see judge.
//
//nolint:gochecknoglobals // a table, never written
var grpcCodes = [...]grpcRow{
	grpcOK:                 {"OK", ruling{}},
	grpcCancelled:          {"CANCELLED", ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}},
	grpcUnknown:            {"UNKNOWN", ruling{Fatal, CodeUnknown, Answered, ScopeItem}},
	grpcInvalidArgument:    {"INVALID_ARGUMENT", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	grpcDeadlineExceeded:   {"DEADLINE_EXCEEDED", ruling{Transient, CodeTimeout, Unanswered, ScopeItem}},
	grpcNotFound:           {"NOT_FOUND", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
	grpcAlreadyExists:      {"ALREADY_EXISTS", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	grpcPermissionDenied:   {"PERMISSION_DENIED", ruling{Permission, CodeForbidden, No, ScopeTarget}},
	grpcResourceExhausted:  {"RESOURCE_EXHAUSTED", ruling{Transient, CodeRateLimited, No, ScopeHost}},
	grpcFailedPrecondition: {"FAILED_PRECONDITION", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	grpcAborted:            {"ABORTED", ruling{Transient, CodeSerializationFailure, Answered, ScopeTarget}},
	grpcOutOfRange:         {"OUT_OF_RANGE", ruling{InputError, CodeOutOfRange, No, ScopeItem}},
	grpcUnimplemented:      {"UNIMPLEMENTED", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	grpcInternal:           {"INTERNAL", ruling{Fatal, CodeServerError, Answered, ScopeItem}},
	grpcUnavailable:        {"UNAVAILABLE", ruling{Transient, CodeUnavailable, Answered, ScopeHost}},
	grpcDataLoss:           {"DATA_LOSS", ruling{Fatal, CodeServerError, Answered, ScopeItem}},
	grpcUnauthenticated:    {"UNAUTHENTICATED", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
}

func grpcName(code uint32) string {
	if int(code) < len(grpcCodes) {
		return grpcCodes[code].name
	}
	return strconv.FormatUint(uint64(code), 10)
}

// GRPCCode returns the number of a status code by its name, as the
// specification writes it ("UNAVAILABLE"), as Go does ("Unavailable") or as
// Connect does ("unavailable").
func GRPCCode(name string) (code uint32, ok bool) {
	name = strings.ReplaceAll(name, "_", "")
	if strings.EqualFold(name, "canceled") {
		return grpcCancelled, true
	}
	for i := range grpcCodes {
		if strings.EqualFold(name, strings.ReplaceAll(grpcCodes[i].name, "_", "")) {
			return uint32(i), true
		}
	}
	return 0, false
}

func (e *GRPCError) judge() *Error {
	if e.Code == grpcOK {
		return nil
	}
	row := grpcCodes[grpcUnknown].ruling // code.proto: what is not known is treated as UNKNOWN
	if int(e.Code) < len(grpcCodes) {
		row = grpcCodes[e.Code].ruling
	}
	d := readGRPCDetails(e.Details)
	v := &Error{
		Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode,
		Message: e.Message, Fields: d.fields, Context: map[string]any{"grpc_code": grpcName(e.Code)},
	}
	if d.reason != "" {
		v.Context["reason"] = Clean(d.reason)
	}
	switch {
	case e.transport(v): // the library's own words, not the server's
	case e.Code == grpcResourceExhausted:
		exhausted(v, e.Message, d)
	case d.reason != "" && v.reason(d.reason, e.Message):
	default:
		e.refine(v)
	}
	if d.retryDelay > 0 && (e.Code == grpcInternal || e.Code == grpcUnknown) && v.Class == Fatal {
		v.Class, v.Code = Transient, CodeUnavailable // it asks to come again
	}
	if v.Class == Transient || v.Class == ResourceConflict {
		v.RetryAfter = d.retryDelay
	}
	return v
}

// refine tells apart causes that share a code, by the server's words.
func (e *GRPCError) refine(v *Error) {
	switch e.Code {
	case grpcInvalidArgument:
		refineInput(v, errorDocument{}, read(e.Message))
	case grpcNotFound:
		if read(e.Message).argumentNotFound() {
			v.Class, v.Code = InputError, CodeValidationFailed
		}
	case grpcFailedPrecondition:
		r := read(e.Message)
		v.Code = conflictCode(r)
		if r.has("requires an index") { // Firestore: somebody has to make it
			v.Class, v.Code = Fatal, CodeUnsupported
		}
	case grpcAborted:
		aborted(v, read(e.Message))
	case grpcPermissionDenied, grpcUnauthenticated:
		if said := wordsOf(e.Message); said != nil && said.Code == CodeAccountLocked {
			v.Code, v.Scope = CodeAccountLocked, ScopeCredential
		}
	case grpcUnknown, grpcInternal:
		spokenWithoutCode(v, e.Message, e.Code == grpcUnknown)
	}
}

// aborted: a transaction that lost is begun again; a check of a version that
// the caller holds fails again until it is read anew (code.proto, ABORTED: a
// sequencer check failure or a transaction abort).
func aborted(v *Error, r *reading) {
	switch {
	case r.has("etag", "stale", "version mismatch", "version conflict", "expected version", "version", "sequence", "sequencer", "generation", "fingerprint", "revision", "has changed"):
		v.Class, v.Code, v.Applied = ResourceConflict, CodeVersionConflict, No
	case r.has("deadlock"):
		v.Code, v.Applied = CodeDeadlock, No
	case r.has("transaction", "transactions", "txn", "contention", "concurrent", "concurrently", "conflict", "conflicts", "conflicting", "lock", "locks", "serialize", "serialization"):
		v.Applied = No
	}
}

// spokenWithoutCode reads what a handler said that did not choose a code: Go's
// servers send any plain error as UNKNOWN, and interceptors send a panic as
// INTERNAL or UNKNOWN. Its words may name a state or a caller; nothing of it
// is proof.
func spokenWithoutCode(v *Error, message string, plainError bool) { //nolint:revive // two of a kind
	if strings.HasPrefix(message, "panic") || strings.Contains(message, "panic: ") || strings.Contains(message, "runtime error: ") {
		v.Code = CodePanic
		return
	}
	if !plainError {
		return
	}
	said := wordsOf(message)
	if said == nil {
		return
	}
	if said.Class == ResourceConflict || said.Class == Permission || said.Code == CodeNotFound {
		v.Class, v.Code, v.Basis = said.Class, said.Code, BasisText
	}
}
