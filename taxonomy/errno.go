package taxonomy

import (
	"io/fs"
	"os"
	"syscall"
)

type errnoRow struct {
	class   Class
	code    Code
	applied Applied
	scope   Scope
}

// errnos follows errno(3) and the pages of the calls that set them. What has
// failed on the way out is Unanswered; what was refused at the door is No.
//
//nolint:gochecknoglobals // a table, never written
var errnos = map[syscall.Errno]errnoRow{
	syscall.ECONNREFUSED:  {Transient, CodeConnectionRefused, No, ScopeHost},
	syscall.ECONNRESET:    {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ECONNABORTED:  {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.EPIPE:         {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ENETRESET:     {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ETIMEDOUT:     {Transient, CodeTimeout, Unanswered, ScopeHost},
	syscall.EHOSTUNREACH:  {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.ENETUNREACH:   {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.ENETDOWN:      {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.EADDRNOTAVAIL: {Transient, CodeUnavailable, No, ScopeHost},
	syscall.EADDRINUSE:    {ResourceConflict, CodeBusy, No, ScopeTarget},
	syscall.EAGAIN:        {Transient, CodeBusy, No, ScopeTarget},
	syscall.EINTR:         {Transient, CodeUnavailable, Answered, ScopeItem},
	syscall.EMFILE:        {Transient, CodeOverloaded, No, ScopeHost},
	syscall.ENFILE:        {Transient, CodeOverloaded, No, ScopeHost},
	syscall.ENOMEM:        {Transient, CodeOverloaded, Answered, ScopeHost},
	syscall.ENOBUFS:       {Transient, CodeOverloaded, Answered, ScopeHost},
	syscall.ENOENT:        {InputError, CodeFileNotFound, No, ScopeTarget},
	syscall.ENOTDIR:       {InputError, CodeFileNotFound, No, ScopeTarget},
	syscall.EISDIR:        {InputError, CodeValidationFailed, No, ScopeTarget},
	syscall.EINVAL:        {InputError, CodeValidationFailed, No, ScopeItem},
	syscall.ENAMETOOLONG:  {InputError, CodeTooLarge, No, ScopeItem},
	syscall.EFBIG:         {InputError, CodeTooLarge, Answered, ScopeTarget},
	syscall.ELOOP:         {InputError, CodeValidationFailed, No, ScopeTarget},
	syscall.EEXIST:        {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	syscall.ENOTEMPTY:     {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	syscall.EBUSY:         {ResourceConflict, CodeBusy, No, ScopeTarget},
	syscall.ETXTBSY:       {ResourceConflict, CodeBusy, No, ScopeTarget},
	syscall.EACCES:        {Permission, CodeForbidden, No, ScopeTarget},
	syscall.EPERM:         {Permission, CodeForbidden, No, ScopeTarget},
	syscall.EROFS:         {Fatal, CodeUnsupported, No, ScopeTarget},
	syscall.ENOSPC:        {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	syscall.ENOSYS:        {Fatal, CodeUnsupported, No, ScopeTool},
	syscall.EIO:           {Fatal, CodeUnknown, Answered, ScopeTarget},
}

func errnoRule(s spine) *Error {
	errno, ok := find[syscall.Errno](s)
	if !ok {
		return nil
	}
	row, ok := errnos[errno]
	if !ok {
		return nil
	}
	e := &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode}
	if writing(s) {
		e.Applied = min(e.Applied, Answered) // part of it may be on the disk
	}
	return e
}

// writing reports whether the failed operation was one that changes a file
// bit by bit, so that a failure in the middle leaves a part.
func writing(s spine) bool {
	if p, ok := find[*fs.PathError](s); ok {
		return p.Op == "write" || p.Op == "sync" || p.Op == "close"
	}
	if sys, ok := find[*os.SyscallError](s); ok {
		return sys.Syscall == "write" || sys.Syscall == "fsync"
	}
	return false
}
