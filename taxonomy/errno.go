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
	// The network.
	syscall.ECONNREFUSED:  {Transient, CodeConnectionRefused, No, ScopeHost},
	syscall.ECONNRESET:    {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ECONNABORTED:  {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.EPIPE:         {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ENETRESET:     {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ENOTCONN:      {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ESHUTDOWN:     {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	syscall.ETIMEDOUT:     {Transient, CodeTimeout, Unanswered, ScopeHost},
	syscall.EHOSTUNREACH:  {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.EHOSTDOWN:     {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.ENETUNREACH:   {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.ENETDOWN:      {Transient, CodeUnavailable, Unanswered, ScopeHost},
	syscall.EADDRNOTAVAIL: {Transient, CodeUnavailable, No, ScopeHost},
	syscall.EADDRINUSE:    {ResourceConflict, CodeBusy, No, ScopeTarget},
	syscall.EMSGSIZE:      {InputError, CodeTooLarge, No, ScopeItem},
	syscall.EAFNOSUPPORT:  {Fatal, CodeUnsupported, No, ScopeHost},
	syscall.EPROTO:        {Fatal, CodeUnknown, Unanswered, ScopeHost},
	// Too little of something, for now.
	syscall.EAGAIN:  {Transient, CodeBusy, No, ScopeTarget},
	syscall.EINTR:   {Transient, CodeUnavailable, Answered, ScopeItem},
	syscall.EMFILE:  {Transient, CodeOverloaded, No, ScopeHost},
	syscall.ENFILE:  {Transient, CodeOverloaded, No, ScopeHost},
	syscall.ENOMEM:  {Transient, CodeOverloaded, Answered, ScopeHost},
	syscall.ENOBUFS: {Transient, CodeOverloaded, Answered, ScopeHost},
	syscall.ENOLCK:  {Transient, CodeOverloaded, No, ScopeHost},
	syscall.EDEADLK: {Transient, CodeDeadlock, No, ScopeTarget},
	syscall.ESTALE:  {Transient, CodeUnavailable, Answered, ScopeTarget}, // a file of NFS; opened again, it may be there
	// The arguments.
	syscall.ENOENT:       {InputError, CodeFileNotFound, No, ScopeTarget},
	syscall.ENOTDIR:      {InputError, CodeFileNotFound, No, ScopeTarget},
	syscall.EISDIR:       {InputError, CodeValidationFailed, No, ScopeTarget},
	syscall.EINVAL:       {InputError, CodeValidationFailed, No, ScopeItem},
	syscall.ENAMETOOLONG: {InputError, CodeTooLarge, No, ScopeItem},
	syscall.E2BIG:        {InputError, CodeTooLarge, No, ScopeItem},
	syscall.EFBIG:        {InputError, CodeTooLarge, Answered, ScopeTarget},
	syscall.ELOOP:        {InputError, CodeValidationFailed, No, ScopeTarget},
	syscall.ERANGE:       {InputError, CodeOutOfRange, No, ScopeItem},
	// The state of the target.
	syscall.EEXIST:    {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	syscall.ENOTEMPTY: {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	syscall.EBUSY:     {ResourceConflict, CodeBusy, No, ScopeTarget},
	syscall.ETXTBSY:   {ResourceConflict, CodeBusy, No, ScopeTarget},
	// Who is calling.
	syscall.EACCES: {Permission, CodeForbidden, No, ScopeTarget},
	syscall.EPERM:  {Permission, CodeForbidden, No, ScopeTarget},
	// An operator.
	syscall.EROFS:      {Fatal, CodeUnsupported, No, ScopeTarget},
	syscall.EXDEV:      {Fatal, CodeUnsupported, No, ScopeTarget},
	syscall.ENOSYS:     {Fatal, CodeUnsupported, No, ScopeTool},
	syscall.EOPNOTSUPP: {Fatal, CodeUnsupported, No, ScopeTool},
	syscall.ENOEXEC:    {Fatal, CodeUnsupported, No, ScopeTool},
	syscall.ENOSPC:     {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	syscall.EDQUOT:     {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	syscall.EIO:        {Fatal, CodeUnknown, Answered, ScopeTarget},
	syscall.ECANCELED:  {Fatal, CodeCanceled, Unanswered, ScopeItem},
}

// errnoRule knows every errno: one that the table has not is Fatal, and no rule
// after this one reads words in its text, which is that of the system.
func errnoRule(s spine) *Error {
	errno, ok := find[syscall.Errno](s)
	if !ok {
		return nil
	}
	e := &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Basis: BasisCode}
	if row, ok := errnos[errno]; ok {
		e.Class, e.Code, e.Applied, e.Scope = row.class, row.code, row.applied, row.scope
	}
	switch op := operation(s); {
	case onTheWire(s):
		e.Applied = Unanswered // whatever went wrong, part of the request may have gone out
	case inPieces[op]:
		e.Applied = min(e.Applied, Answered)
	case op == "fork/exec" && errno == syscall.ENOENT:
		e.Class, e.Code, e.Scope = Fatal, CodeCommandNotFound, ScopeTool
	}
	return e
}

// inPieces are the operations that do their work bit by bit, so that a failure
// in the middle leaves a part: names as package os and the system calls have
// them ("unlinkat" and "openfdat" are os.RemoveAll's).
//
//nolint:gochecknoglobals // a table, never written
var inPieces = map[string]bool{
	"write": true, "writev": true, "pwrite": true, "pwrite64": true, "pwritev": true, "ftruncate": true, "fallocate": true,
	"sync": true, "fsync": true, "fdatasync": true, "msync": true, "close": true,
	"send": true, "sendto": true, "sendmsg": true, "sendfile": true, "splice": true, "copy_file_range": true,
	"recv": true, "recvfrom": true, "recvmsg": true,
	"unlinkat": true, "openfdat": true, "RemoveAll": true,
}

// operation returns the name of the operation that failed, or "".
func operation(s spine) string {
	for _, node := range s {
		switch n := node.(type) { //nolint:errorlint // by node
		case *fs.PathError:
			return n.Op
		case *os.LinkError:
			return n.Op
		case *os.SyscallError:
			return n.Syscall
		}
	}
	return ""
}

// Errno returns the number that a name, such as "ECONNREFUSED", has on this
// system.
func Errno(name string) (errno syscall.Errno, ok bool) { return 0, false }
