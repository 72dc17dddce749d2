package taxonomy

import "syscall"

// systemErrnos are the error codes of Windows that mean what an errno means
// (winerror.h, by number). Package syscall invents the errnos of POSIX there,
// so that no call returns them.
//
//nolint:gochecknoglobals // a table, never written
var systemErrnos = []errnoRow{
	{"ERROR_FILE_NOT_FOUND", 2, InputError, CodeFileNotFound, No, ScopeTarget},
	{"ERROR_PATH_NOT_FOUND", 3, InputError, CodeFileNotFound, No, ScopeTarget},
	{"ERROR_TOO_MANY_OPEN_FILES", 4, Transient, CodeOverloaded, No, ScopeHost},
	{"ERROR_ACCESS_DENIED", 5, Permission, CodeForbidden, No, ScopeTarget},
	{"ERROR_INVALID_HANDLE", 6, Fatal, CodeUnknown, No, ScopeItem},
	{"ERROR_NOT_ENOUGH_MEMORY", 8, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ERROR_OUTOFMEMORY", 14, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ERROR_INVALID_DRIVE", 15, InputError, CodeFileNotFound, No, ScopeTarget},
	{"ERROR_NOT_SAME_DEVICE", 17, Fatal, CodeUnsupported, No, ScopeTarget},
	{"ERROR_WRITE_PROTECT", 19, Fatal, CodeUnsupported, No, ScopeTarget},
	{"ERROR_SHARING_VIOLATION", 32, ResourceConflict, CodeBusy, No, ScopeTarget},
	{"ERROR_LOCK_VIOLATION", 33, ResourceConflict, CodeLocked, No, ScopeTarget},
	{"ERROR_NOT_SUPPORTED", 50, Fatal, CodeUnsupported, No, ScopeTool},
	{"ERROR_BAD_NETPATH", 53, Transient, CodeUnavailable, No, ScopeHost},
	{"ERROR_NETWORK_BUSY", 54, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ERROR_NETNAME_DELETED", 64, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ERROR_FILE_EXISTS", 80, ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	{"ERROR_INVALID_PARAMETER", 87, InputError, CodeValidationFailed, No, ScopeItem},
	{"ERROR_BROKEN_PIPE", 109, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ERROR_DISK_FULL", 112, Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	{"ERROR_INVALID_NAME", 123, InputError, CodeInvalidFormat, No, ScopeItem},
	{"ERROR_DIR_NOT_EMPTY", 145, ResourceConflict, CodeStateConflict, No, ScopeTarget},
	{"ERROR_ALREADY_EXISTS", 183, ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	{"ERROR_BAD_EXE_FORMAT", 193, Fatal, CodeUnsupported, No, ScopeTool},
	{"ERROR_FILENAME_EXCED_RANGE", 206, InputError, CodeTooLarge, No, ScopeItem},
	{"ERROR_PIPE_BUSY", 231, Transient, CodeBusy, No, ScopeTarget},
	{"ERROR_DIRECTORY", 267, InputError, CodeFileNotFound, No, ScopeTarget},
	{"ERROR_OPERATION_ABORTED", 995, Fatal, CodeCanceled, Unanswered, ScopeItem},
	{"ERROR_LOGON_FAILURE", 1326, Permission, CodeUnauthenticated, No, ScopeCredential},
	{"ERROR_PRIVILEGE_NOT_HELD", 1314, Permission, CodeForbidden, No, ScopeTarget},
	// Windows Sockets.
	{"WSAEACCES", 10013, Permission, CodeForbidden, No, ScopeTarget},
	{"WSAEMFILE", 10024, Transient, CodeOverloaded, No, ScopeHost},
	{"WSAEWOULDBLOCK", 10035, Transient, CodeBusy, No, ScopeTarget},
	{"WSAEADDRINUSE", 10048, ResourceConflict, CodeBusy, No, ScopeTarget},
	{"WSAEADDRNOTAVAIL", 10049, Transient, CodeUnavailable, No, ScopeHost},
	{"WSAENETDOWN", 10050, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"WSAENETUNREACH", 10051, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"WSAENETRESET", 10052, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"WSAECONNABORTED", syscall.WSAECONNABORTED, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"WSAECONNRESET", syscall.WSAECONNRESET, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"WSAENOBUFS", 10055, Transient, CodeOverloaded, Answered, ScopeHost},
	{"WSAETIMEDOUT", 10060, Transient, CodeTimeout, Unanswered, ScopeHost},
	{"WSAECONNREFUSED", 10061, Transient, CodeConnectionRefused, No, ScopeHost},
	{"WSAEHOSTUNREACH", 10065, Transient, CodeUnavailable, Unanswered, ScopeHost},
}
