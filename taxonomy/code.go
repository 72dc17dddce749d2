package taxonomy

import "slices"

// Code is a stable name of a kind of failure, UPPER_SNAKE: what programs,
// playbooks and the advice of the summary switch on. The set is closed by
// convention ([Codes] lists it); a tool may declare codes of its own.
type Code string

// The codes. Their default classes and meanings stand in one table, [Codes].
const (
	CodeTimeout              Code = "TIMEOUT"
	CodeConnectionRefused    Code = "CONNECTION_REFUSED"
	CodeConnectionReset      Code = "CONNECTION_RESET"
	CodeDNSFailure           Code = "DNS_FAILURE"
	CodeRateLimited          Code = "RATE_LIMITED"
	CodeOverloaded           Code = "OVERLOADED"
	CodeUnavailable          Code = "UNAVAILABLE"
	CodeServerError          Code = "SERVER_ERROR"
	CodeCircuitOpen          Code = "CIRCUIT_OPEN"
	CodeDeadlock             Code = "DEADLOCK"
	CodeSerializationFailure Code = "SERIALIZATION_FAILURE"
	CodeLocked               Code = "LOCKED"
	CodeVersionConflict      Code = "VERSION_CONFLICT"
	CodeAlreadyExists        Code = "ALREADY_EXISTS"
	CodeStateConflict        Code = "STATE_CONFLICT"
	CodeBusy                 Code = "BUSY"
	CodeValidationFailed     Code = "VALIDATION_FAILED"
	CodeMissingField         Code = "MISSING_FIELD"
	CodeUnknownField         Code = "UNKNOWN_FIELD"
	CodeWrongType            Code = "WRONG_TYPE"
	CodeInvalidFormat        Code = "INVALID_FORMAT"
	CodeOutOfRange           Code = "OUT_OF_RANGE"
	CodeTooLarge             Code = "TOO_LARGE"
	CodeTruncatedArguments   Code = "TRUNCATED_ARGUMENTS"
	CodeUnknownTool          Code = "UNKNOWN_TOOL"
	CodeUnauthenticated      Code = "UNAUTHENTICATED"
	CodeForbidden            Code = "FORBIDDEN"
	CodeAccountLocked        Code = "ACCOUNT_LOCKED"
	CodeDuplicateID          Code = "DUPLICATE_ID"
	CodeJournalFailed        Code = "JOURNAL_FAILED"
	CodeNotFound             Code = "NOT_FOUND"
	CodeFileNotFound         Code = "FILE_NOT_FOUND"
	CodeCommandNotFound      Code = "COMMAND_NOT_FOUND"
	CodeQuotaExhausted       Code = "QUOTA_EXHAUSTED"
	CodeUnsupported          Code = "UNSUPPORTED"
	CodeCertificateInvalid   Code = "CERTIFICATE_INVALID"
	CodeCanceled             Code = "CANCELED"
	CodePanic                Code = "PANIC"
	CodeLoopDetected         Code = "LOOP_DETECTED"
	CodeUnreadableAnswer     Code = "UNREADABLE_ANSWER"
	CodeUnknown              Code = "UNKNOWN"
)

// CodeInfo is one row of the table of codes.
type CodeInfo struct {
	Code    Code
	Class   Class  // what it is unless more is known
	Meaning string // one line, for the docs
}

//nolint:gochecknoglobals // the one table of codes, never written
var codeTable = []CodeInfo{
	{CodeTimeout, Transient, "no answer within the time allowed; it may have been executed"},
	{CodeConnectionRefused, Transient, "nobody listens there; nothing was sent"},
	{CodeConnectionReset, Transient, "the connection broke before an answer came; it may have been executed"},
	{CodeDNSFailure, Transient, "the host's name could not be resolved; nothing was sent"},
	{CodeRateLimited, Transient, "too many requests; refused for now"},
	{CodeOverloaded, Transient, "the service has more to do than it can"},
	{CodeUnavailable, Transient, "the service is down or in maintenance"},
	{CodeServerError, Transient, "the service failed on its side and said so"},
	{CodeCircuitOpen, Transient, "the circuit breaker is open; nothing was sent"},
	{CodeDeadlock, Transient, "chosen as a deadlock's victim; rolled back"},
	{CodeSerializationFailure, Transient, "lost against a concurrent transaction; rolled back"},
	{CodeLocked, ResourceConflict, "somebody else holds the target"},
	{CodeVersionConflict, ResourceConflict, "the target has changed since it was read"},
	{CodeAlreadyExists, ResourceConflict, "what was to be created exists"},
	{CodeStateConflict, ResourceConflict, "the target's state does not allow it"},
	{CodeBusy, ResourceConflict, "the target is in use"},
	{CodeValidationFailed, InputError, "the arguments were refused"},
	{CodeMissingField, InputError, "a required argument is missing"},
	{CodeUnknownField, InputError, "an argument that the tool does not know"},
	{CodeWrongType, InputError, "an argument of the wrong type"},
	{CodeInvalidFormat, InputError, "an argument in the wrong format"},
	{CodeOutOfRange, InputError, "an argument outside its range"},
	{CodeTooLarge, InputError, "the arguments are too large"},
	{CodeTruncatedArguments, InputError, "the arguments were cut off; never executed, never repaired"},
	{CodeUnknownTool, InputError, "there is no tool of this name"},
	{CodeUnauthenticated, Permission, "the credential is missing, wrong or expired"},
	{CodeForbidden, Permission, "this caller may not do that"},
	{CodeAccountLocked, Permission, "the caller's account is locked or disabled"},
	{CodeDuplicateID, Fatal, "an item with this id came earlier in the input; not called"},
	{CodeJournalFailed, Fatal, "what happened could not be made durable"},
	{CodeNotFound, Fatal, "the record that the call is about does not exist"},
	{CodeFileNotFound, InputError, "a path in the arguments that does not exist"},
	{CodeCommandNotFound, Fatal, "the program to run does not exist"},
	{CodeQuotaExhausted, Fatal, "a quota or a budget is used up; waiting will not help"},
	{CodeUnsupported, Fatal, "the service cannot do this at all"},
	{CodeCertificateInvalid, Fatal, "the server's certificate was not accepted; nothing was sent"},
	{CodeCanceled, Fatal, "the caller stopped it"},
	{CodePanic, Fatal, "the tool panicked; the stack is in the log"},
	{CodeLoopDetected, Fatal, "the same call was repeated without progress"},
	{CodeUnreadableAnswer, Fatal, "answered with success by an answer that cannot be used; it may have been executed"},
	{CodeUnknown, Fatal, "nobody recognises this failure; it is not repeated"},
}

// Codes returns the table of codes: each with its default class and meaning.
// The slice is the caller's own.
func Codes() []CodeInfo { return slices.Clone(codeTable) }

// Info returns the row of c, and whether c is one of [Codes].
func (c Code) Info() (CodeInfo, bool) {
	for _, info := range codeTable {
		if info.Code == c {
			return info, true
		}
	}
	return CodeInfo{}, false
}

// meaning says in words what a failure is that came without any.
func meaning(c Code) string {
	if info, known := c.Info(); known {
		return info.Meaning
	}
	return string(c)
}

// defaultCode is the code of a class about which nothing more is known.
func defaultCode(c Class) Code {
	switch c {
	case Fatal:
		return CodeUnknown
	case Transient:
		return CodeUnavailable
	case InputError:
		return CodeValidationFailed
	case ResourceConflict:
		return CodeStateConflict
	case Permission:
		return CodeForbidden
	}
	return CodeUnknown
}
