package taxonomy

import (
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// errnoRow is what one errno means. Where the operation that failed is known,
// errnoRule knows better.
type errnoRow struct {
	name    string
	errno   syscall.Errno
	class   Class
	code    Code
	applied Applied
	scope   Scope
}

// errnoTable follows errno(3) and the pages of the calls that set them: those
// that POSIX and the BSDs have, too. What has failed on the way out is
// Unanswered; what was refused at the door is No.
//
//nolint:gochecknoglobals // a table, never written
var errnoTable = []errnoRow{
	// The network.
	{"ECONNREFUSED", syscall.ECONNREFUSED, Transient, CodeConnectionRefused, No, ScopeHost},
	{"ECONNRESET", syscall.ECONNRESET, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ECONNABORTED", syscall.ECONNABORTED, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"EPIPE", syscall.EPIPE, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ENETRESET", syscall.ENETRESET, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ENOTCONN", syscall.ENOTCONN, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ESHUTDOWN", syscall.ESHUTDOWN, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ETIMEDOUT", syscall.ETIMEDOUT, Transient, CodeTimeout, Unanswered, ScopeHost},
	{"EHOSTUNREACH", syscall.EHOSTUNREACH, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"EHOSTDOWN", syscall.EHOSTDOWN, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"ENETUNREACH", syscall.ENETUNREACH, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"ENETDOWN", syscall.ENETDOWN, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"EADDRNOTAVAIL", syscall.EADDRNOTAVAIL, Transient, CodeUnavailable, No, ScopeHost},
	{"EINPROGRESS", syscall.EINPROGRESS, Transient, CodeBusy, Unanswered, ScopeTarget},
	{"EALREADY", syscall.EALREADY, ResourceConflict, CodeBusy, Unanswered, ScopeTarget},
	{"EISCONN", syscall.EISCONN, Fatal, CodeUnknown, No, ScopeItem},
	{"EADDRINUSE", syscall.EADDRINUSE, ResourceConflict, CodeBusy, No, ScopeTarget},
	{"EMSGSIZE", syscall.EMSGSIZE, InputError, CodeTooLarge, No, ScopeItem},
	{"EDESTADDRREQ", syscall.EDESTADDRREQ, InputError, CodeMissingField, No, ScopeItem},
	{"EAFNOSUPPORT", syscall.EAFNOSUPPORT, Fatal, CodeUnsupported, No, ScopeHost},
	{"EPFNOSUPPORT", syscall.EPFNOSUPPORT, Fatal, CodeUnsupported, No, ScopeHost},
	{"EPROTONOSUPPORT", syscall.EPROTONOSUPPORT, Fatal, CodeUnsupported, No, ScopeHost},
	{"ESOCKTNOSUPPORT", syscall.ESOCKTNOSUPPORT, Fatal, CodeUnsupported, No, ScopeHost},
	{"EPROTOTYPE", syscall.EPROTOTYPE, Fatal, CodeUnsupported, No, ScopeHost},
	{"ENOPROTOOPT", syscall.ENOPROTOOPT, Fatal, CodeUnsupported, No, ScopeHost},
	{"ENOTSOCK", syscall.ENOTSOCK, Fatal, CodeUnknown, No, ScopeItem},
	{"EPROTO", syscall.EPROTO, Fatal, CodeUnknown, Unanswered, ScopeHost}, // the protocol's error, not a lost packet
	// Too little of something, for now.
	{"EAGAIN", syscall.EAGAIN, Transient, CodeBusy, No, ScopeTarget},
	{"EINTR", syscall.EINTR, Transient, CodeUnavailable, Answered, ScopeItem},
	{"EMFILE", syscall.EMFILE, Transient, CodeOverloaded, No, ScopeHost},
	{"ENFILE", syscall.ENFILE, Transient, CodeOverloaded, No, ScopeHost},
	{"ENOMEM", syscall.ENOMEM, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ENOBUFS", syscall.ENOBUFS, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ENOLCK", syscall.ENOLCK, Transient, CodeOverloaded, No, ScopeHost},
	{"EUSERS", syscall.EUSERS, Transient, CodeOverloaded, No, ScopeHost},
	{"ETOOMANYREFS", syscall.ETOOMANYREFS, Transient, CodeOverloaded, No, ScopeHost},
	{"EDEADLK", syscall.EDEADLK, Transient, CodeDeadlock, No, ScopeTarget},
	{"ESTALE", syscall.ESTALE, Transient, CodeUnavailable, Answered, ScopeTarget}, // a file of NFS; opened again, it may be there
	// The arguments.
	{"ENOENT", syscall.ENOENT, InputError, CodeFileNotFound, No, ScopeTarget},
	{"ENOTDIR", syscall.ENOTDIR, InputError, CodeFileNotFound, No, ScopeTarget},
	{"EISDIR", syscall.EISDIR, InputError, CodeValidationFailed, No, ScopeTarget},
	{"EINVAL", syscall.EINVAL, InputError, CodeValidationFailed, No, ScopeItem},
	{"ENAMETOOLONG", syscall.ENAMETOOLONG, InputError, CodeTooLarge, No, ScopeItem},
	{"E2BIG", syscall.E2BIG, InputError, CodeTooLarge, No, ScopeItem},
	{"EFBIG", syscall.EFBIG, InputError, CodeTooLarge, Answered, ScopeTarget},
	{"ELOOP", syscall.ELOOP, InputError, CodeValidationFailed, No, ScopeTarget},
	{"EDOM", syscall.EDOM, InputError, CodeOutOfRange, No, ScopeItem},
	{"ERANGE", syscall.ERANGE, InputError, CodeOutOfRange, No, ScopeItem},
	{"EOVERFLOW", syscall.EOVERFLOW, InputError, CodeOutOfRange, No, ScopeItem},
	{"EILSEQ", syscall.EILSEQ, InputError, CodeInvalidFormat, No, ScopeItem},
	{"ENOTBLK", syscall.ENOTBLK, InputError, CodeWrongType, No, ScopeTarget},
	// The state of the target.
	{"EEXIST", syscall.EEXIST, ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	{"ENOTEMPTY", syscall.ENOTEMPTY, ResourceConflict, CodeStateConflict, No, ScopeTarget},
	{"EMLINK", syscall.EMLINK, ResourceConflict, CodeStateConflict, No, ScopeTarget}, // as many links as the file system can count
	{"EBUSY", syscall.EBUSY, ResourceConflict, CodeBusy, No, ScopeTarget},
	{"ETXTBSY", syscall.ETXTBSY, ResourceConflict, CodeBusy, No, ScopeTarget},
	// Who is calling.
	{"EACCES", syscall.EACCES, Permission, CodeForbidden, No, ScopeTarget},
	{"EPERM", syscall.EPERM, Permission, CodeForbidden, No, ScopeTarget},
	// What the call is about is gone.
	{"ESRCH", syscall.ESRCH, Fatal, CodeNotFound, No, ScopeTarget},
	{"EIDRM", syscall.EIDRM, Fatal, CodeNotFound, No, ScopeTarget},
	{"ENOMSG", syscall.ENOMSG, Fatal, CodeNotFound, No, ScopeTarget},
	{"ECHILD", syscall.ECHILD, Fatal, CodeUnknown, Unanswered, ScopeItem}, // the child ran, and how it ended is lost
	// An operator, or code.
	{"EROFS", syscall.EROFS, Fatal, CodeUnsupported, No, ScopeTarget},
	{"EXDEV", syscall.EXDEV, Fatal, CodeUnsupported, No, ScopeTarget},
	{"ENOTTY", syscall.ENOTTY, Fatal, CodeUnsupported, No, ScopeTarget},
	{"ESPIPE", syscall.ESPIPE, Fatal, CodeUnsupported, No, ScopeTarget},
	{"ENOSYS", syscall.ENOSYS, Fatal, CodeUnsupported, No, ScopeTool},
	{"EOPNOTSUPP", syscall.EOPNOTSUPP, Fatal, CodeUnsupported, No, ScopeTool},
	{"ENOEXEC", syscall.ENOEXEC, Fatal, CodeUnsupported, No, ScopeTool},
	{"ENODEV", syscall.ENODEV, Fatal, CodeUnavailable, No, ScopeTarget},
	{"ENXIO", syscall.ENXIO, Fatal, CodeUnavailable, No, ScopeTarget},
	{"EBADF", syscall.EBADF, Fatal, CodeUnknown, No, ScopeItem},
	{"EFAULT", syscall.EFAULT, Fatal, CodeUnknown, No, ScopeItem},
	{"ENOSPC", syscall.ENOSPC, Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	{"EDQUOT", syscall.EDQUOT, Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	{"EIO", syscall.EIO, Fatal, CodeUnknown, Answered, ScopeTarget},
	{"ECANCELED", syscall.ECANCELED, Fatal, CodeCanceled, Unanswered, ScopeItem},
	{"EREMOTE", syscall.EREMOTE, Fatal, CodeUnknown, Answered, ScopeTarget},
	// Other names for some of them, which may be the same number.
	{"EWOULDBLOCK", syscall.EWOULDBLOCK, Transient, CodeBusy, No, ScopeTarget},
	{"ENOTSUP", syscall.ENOTSUP, Fatal, CodeUnsupported, No, ScopeTool},
}

// The indexes of errnoTable and of what this system has besides.
//
//nolint:gochecknoglobals // indexes of tables, never written after this
var (
	errnos, errnosByName, errnosByText = indexErrnos(errnoTable, systemErrnos)
)

func indexErrnos(tables ...[]errnoRow) (byNumber map[syscall.Errno]*errnoRow, byName map[string]syscall.Errno, byText map[string]*errnoRow) {
	byNumber, byName, byText = map[syscall.Errno]*errnoRow{}, map[string]syscall.Errno{}, map[string]*errnoRow{}
	for _, table := range tables {
		for i := range table {
			row := &table[i]
			byName[row.name] = row.errno
			if byNumber[row.errno] == nil { // the first of several names
				byNumber[row.errno] = row
				byText[strings.ToLower(row.errno.Error())] = row
			}
		}
	}
	for name, texts := range errnoTexts {
		if row := byNumber[byName[name]]; row != nil {
			for _, text := range texts {
				byText[strings.ToLower(text)] = row
			}
		}
	}
	return byNumber, byName, byText
}

// Errno returns the number that a name, such as "ECONNREFUSED", has on this
// system; ok is false where it has none.
func Errno(name string) (errno syscall.Errno, ok bool) {
	errno, ok = errnosByName[name]
	return errno, ok
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
	op := operation(s)
	switch {
	case errno == syscall.EMSGSIZE && datagrams(s):
		// It has to go out as a whole, and did not (send(2)).
	case onTheWire(s):
		e.Applied = Unanswered // whatever went wrong, part of the request may have gone out
	case inPieces[op] && (errno == syscall.ENOSYS || errno == syscall.EOPNOTSUPP):
		// What cannot be done at all was not begun either.
	case inPieces[op]:
		e.Applied = min(e.Applied, Answered)
	case op == opExec:
		execErrno(e, errno)
	case (op == "listen" || op == "bind") && errno == syscall.EADDRNOTAVAIL:
		e.Class, e.Code, e.Scope = InputError, CodeValidationFailed, ScopeItem // no address of this machine; to dial, it means that no port is free
	case atOnce[op] && (e.Code == CodeQuotaExhausted || e.Code == CodeOverloaded):
		e.Applied = No
	case opens(op) && e.Scope == ScopeTarget && errno != syscall.EIO: // EIO may come after O_CREAT or O_TRUNC
		e.Applied = No
	}
	return e
}

// execErrno: a program that was not started did nothing.
func execErrno(e *Error, errno syscall.Errno) {
	e.Applied, e.Scope = No, ScopeTool
	switch errno { //nolint:exhaustive // there are 133
	case syscall.ENOENT, syscall.ENOTDIR:
		e.Class, e.Code = Fatal, CodeCommandNotFound
	case syscall.EISDIR, syscall.ELOOP:
		e.Class, e.Code = Fatal, CodeUnsupported
	}
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
	"unlinkat": true, "openfdat": true, "RemoveAll": true, "copy": true,
}

// atOnce are the operations that are done as a whole or not at all, so that also
// a full disk in the middle leaves nothing.
//
//nolint:gochecknoglobals // a table, never written
var atOnce = map[string]bool{
	"open": true, "openat": true, "create": true, "createtemp": true, "mkdir": true, "mkdirat": true, "mkdirtemp": true, "mkfifo": true, "mknod": true,
	"rename": true, "renameat": true, "link": true, "symlink": true, "remove": true, "unlink": true, "rmdir": true,
	"chmod": true, "chown": true, "lchown": true, "chdir": true,
	"socket": true, "bind": true, "listen": true, "pipe": true, "pipe2": true, "dup": true, "kill": true, "mount": true, "umount": true, "flock": true, "fcntl": true,
}

// datagrams reports whether the failure came in sending over a connection that
// has messages instead of a stream.
func datagrams(s spine) bool {
	op, ok := find[*net.OpError](s)
	return ok && op.Op == "write" && (strings.HasPrefix(op.Net, "udp") || strings.HasPrefix(op.Net, "ip") || op.Net == "unixgram")
}

func opens(op string) bool { return op == "open" || op == "openat" }

// opExec is the operation of starting a program, as package os has it.
const opExec = "fork/exec"

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
		case *exec.Error:
			return opExec
		}
	}
	return ""
}
