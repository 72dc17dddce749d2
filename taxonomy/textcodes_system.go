package taxonomy

import (
	"strconv"
	"strings"
	"syscall"
)

// errnoInText makes an opinion of an errno. op is the word before it.
func errnoInText(errno syscall.Errno, op string) *Error {
	row, ok := errnos[errno]
	if !ok {
		return nil
	}
	e := &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope}
	switch op {
	case "connect":
		if errno == syscall.ECONNRESET || errno == syscall.EPIPE {
			break // the connection was there
		}
		notDialed(e)
	case "spawn", "execvp", "exec", "posix_spawn":
		if errno == syscall.ENOENT {
			e.Class, e.Code, e.Scope = Fatal, CodeCommandNotFound, ScopeTool
		}
	case "read", "write", "send", "recv", "sendto", "recvfrom", "sendmsg":
		if row.scope == ScopeHost {
			e.Applied = min(e.Applied, Answered)
		}
		if inPieces[op] {
			e.Applied = min(e.Applied, Answered)
		}
	}
	return e
}

// notDialed: whatever goes wrong while dialling, nothing was sent (see
// dialRule).
func notDialed(e *Error) {
	e.Applied, e.Scope = No, ScopeHost
	switch e.Class {
	case InputError:
		e.Class, e.Code = Fatal, CodeUnavailable
	case ResourceConflict:
		e.Class, e.Code = Transient, CodeUnavailable
	case Fatal, Transient, Permission:
	}
}

// errnoNameInText: "connect ECONNREFUSED 127.0.0.1:5432", "ENOENT: no such file
// or directory, open 'x'", "WSAECONNRESET".
func errnoNameInText(r *reading, i int) *Error {
	errno, ok := Errno(strings.ToUpper(strings.TrimPrefix(r.at(i), "wsa")))
	if !ok {
		return nil
	}
	op := r.at(i - 1)
	if r.ahead(i-2, "spawn") { // "spawn git ENOENT"
		op = "spawn"
	}
	return errnoInText(errno, op)
}

// darwin are numbers of macOS and the BSDs that Linux gives to errors nobody
// meets (errno.h of both).
//
//nolint:gochecknoglobals // a table, never written
var darwin = map[int]syscall.Errno{
	48: syscall.EADDRINUSE, 50: syscall.ENETDOWN, 51: syscall.ENETUNREACH, 54: syscall.ECONNRESET, 60: syscall.ETIMEDOUT, 61: syscall.ECONNREFUSED, 64: syscall.EHOSTDOWN, 65: syscall.EHOSTUNREACH,
}

// linuxNumbers are those of asm-generic/errno.h that texts have, whatever system
// this is.
//
//nolint:gochecknoglobals // a table, never written
var linuxNumbers = map[int]string{
	1: "EPERM", 2: "ENOENT", 4: "EINTR", 5: "EIO", 7: "E2BIG", 11: "EAGAIN", 12: "ENOMEM", 13: "EACCES", 16: "EBUSY", 17: "EEXIST", 18: "EXDEV", 20: "ENOTDIR", 21: "EISDIR", 22: "EINVAL", 23: "ENFILE", 24: "EMFILE", 26: "ETXTBSY", 27: "EFBIG", 28: "ENOSPC", 30: "EROFS", 32: "EPIPE", 35: "EDEADLK", 36: "ENAMETOOLONG", 39: "ENOTEMPTY", 40: "ELOOP",
	98: "EADDRINUSE", 99: "EADDRNOTAVAIL", 100: "ENETDOWN", 101: "ENETUNREACH", 103: "ECONNABORTED", 104: "ECONNRESET", 107: "ENOTCONN", 110: "ETIMEDOUT", 111: "ECONNREFUSED", 112: "EHOSTDOWN", 113: "EHOSTUNREACH", 116: "ESTALE", 122: "EDQUOT",
}

// errnoNumberInText: "[Errno 111] Connection refused", "errno 104", "errno=-2".
func errnoNumberInText(r *reading, i int) *Error {
	n, ok := r.number(i + 1)
	if !ok {
		return nil
	}
	if r.text[r.words[i+1].at-1] == '-' || n == 11001 || n == 11002 { // of getaddrinfo (netdb.h, Winsock)
		return &Error{Class: Transient, Code: CodeDNSFailure, Applied: No, Scope: ScopeHost}
	}
	if n >= 10000 {
		return win32(n)
	}
	if errno, ok := darwin[n]; ok {
		return errnoInText(errno, "")
	}
	errno, _ := Errno(linuxNumbers[n])
	return errnoInText(errno, "")
}

//nolint:gochecknoglobals // a table, never written
var networkNames = wordSet("tcp", "tcp4", "tcp6", "udp", "udp4", "udp6", "unix", "ip")

// dialInText: "dial tcp 10.0.0.7:443: connect: connection refused", "dial tcp:
// lookup x: no such host", "connectex: …" (package net).
func dialInText(r *reading, i int) *Error {
	if r.at(i) == "dial" && !networkNames[r.at(i+1)] {
		return nil
	}
	e := &Error{Class: Transient, Code: CodeUnavailable}
	if said := words(r); said != nil {
		switch said.Code { //nolint:exhaustive // those that say more
		case CodeConnectionRefused, CodeDNSFailure, CodeTimeout, CodeForbidden, CodeCertificateInvalid, CodeCanceled:
			e.Class, e.Code = said.Class, said.Code
		case CodeFileNotFound: // the socket
			e.Class = Fatal
		}
	}
	if r.ahead(i+2, "lookup") && e.Class == Transient {
		e.Code = CodeDNSFailure
	}
	notDialed(e)
	if r.has("read tcp", "write tcp", "read udp", "write udp") {
		e.Applied = Unanswered
	}
	return e
}

// wireInText: "read tcp a->b: i/o timeout", "write tcp a->b: write: broken pipe"
// (package net). The request may have gone out, whatever went wrong.
func wireInText(r *reading, i int) *Error {
	if !networkNames[r.at(i+1)] {
		return nil
	}
	e := words(r)
	if e == nil || e.Class != Transient {
		e = &Error{Class: Transient, Code: CodeConnectionReset}
	}
	e.Applied, e.Scope = Unanswered, ScopeHost
	return e
}

// certificateInText: "x509: certificate signed by unknown authority".
func certificateInText(r *reading, i int) *Error {
	if r.has("remote error") || !r.has("certificate", "certificates") && r.at(i+1) != "cannot" {
		return nil
	}
	return &Error{Class: Fatal, Code: CodeCertificateInvalid, Applied: No, Scope: ScopeHost}
}

// tlsInText: "remote error: tls: bad certificate", "tls: first record does not
// look like a TLS handshake" (crypto/tls).
func tlsInText(r *reading, i int) *Error {
	rest := r.after(i)
	switch {
	case r.ahead(i-2, "remote", "error"):
		first, _, _ := strings.Cut(rest, "\n")
		return alertRule("tls: " + strings.TrimSpace(first))
	case strings.HasPrefix(rest, "first record does not look like a TLS handshake"), strings.HasPrefix(rest, "server selected unsupported protocol version"), strings.HasPrefix(rest, "protocol version not supported"):
		return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeHost}
	}
	return nil
}

// lostAtEnd: `Post "https://host/x": EOF`. A bare EOF is the normal end of many
// things.
func (r *reading) lostAtEnd() *Error {
	if !strings.HasSuffix(strings.TrimRight(r.text, " \n"), ": EOF") || !strings.Contains(r.text, "://") && !r.has("tcp") {
		return nil
	}
	return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost}
}

// curlInText: "curl: (28) Operation timed out".
func curlInText(r *reading, i int) *Error {
	n, ok := r.number(i + 1)
	if !ok || !r.between(r.words[i+1], '(', ')') {
		return nil
	}
	e := (&ExitError{Argv: []string{"curl"}, Code: n, Stderr: r.after(i + 1)}).judge()
	if e != nil {
		e.Message = ""
	}
	return e
}

// winErrorInText: "[WinError 32]", "Win32 error 5", "System error 5 has
// occurred".
func winErrorInText(r *reading, i int) *Error {
	k := i + 1
	switch {
	case r.at(i) == "system" && (r.at(i+1) != "error" || !r.ahead(i+3, "has", "occurred")):
		return nil
	case r.at(k) == "error":
		k++
	}
	if n, ok := r.number(k); ok {
		return win32(n)
	}
	return nil
}

// hresultInText: 0x8007 and four digits are a Win32 error ([MS-ERREF] section
// 2.1.2).
func hresultInText(r *reading, i int) *Error {
	n, err := strconv.ParseUint(strings.TrimPrefix(r.at(i), "0x8007"), 16, 16)
	if err != nil {
		return nil //nolint:nilerr // no number, no opinion
	}
	return win32(int(n))
}

func win32(n int) *Error {
	row, ok := win32Numbers[n]
	if !ok {
		return nil
	}
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope}
}

// win32Numbers follows the system error codes of Windows (winerror.h), those of
// Winsock from 10000 on and those of WinINet and WinHTTP from 12000 on.
//
//nolint:gochecknoglobals // a table, never written
var win32Numbers = map[int]ruling{
	2: {InputError, CodeFileNotFound, No, ScopeTarget}, 3: {InputError, CodeFileNotFound, No, ScopeTarget}, 5: {Permission, CodeForbidden, No, ScopeTarget}, 8: {Transient, CodeOverloaded, Answered, ScopeHost}, 14: {Transient, CodeOverloaded, Answered, ScopeHost},
	19: {Fatal, CodeUnsupported, No, ScopeTarget}, 32: {ResourceConflict, CodeLocked, No, ScopeTarget}, 33: {ResourceConflict, CodeLocked, No, ScopeTarget}, 39: {Fatal, CodeQuotaExhausted, Answered, ScopeHost}, 112: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	50: {Fatal, CodeUnsupported, No, ScopeTool}, 53: {InputError, CodeFileNotFound, No, ScopeTarget}, 64: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, 80: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, 183: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	87: {InputError, CodeValidationFailed, No, ScopeItem}, 121: {Transient, CodeTimeout, Unanswered, ScopeHost}, 123: {InputError, CodeInvalidFormat, No, ScopeItem}, 145: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, 170: {ResourceConflict, CodeBusy, No, ScopeTarget}, 206: {InputError, CodeTooLarge, No, ScopeItem},
	1225: {Transient, CodeConnectionRefused, No, ScopeHost}, 1314: {Permission, CodeForbidden, No, ScopeCredential}, 1326: {Permission, CodeUnauthenticated, No, ScopeCredential}, 1331: {Permission, CodeAccountLocked, No, ScopeCredential}, 1460: {Transient, CodeTimeout, Unanswered, ScopeHost}, 1722: {Transient, CodeUnavailable, Unanswered, ScopeHost}, 1909: {Permission, CodeAccountLocked, No, ScopeCredential},
	10013: {Permission, CodeForbidden, No, ScopeTarget}, 10048: {ResourceConflict, CodeBusy, No, ScopeTarget}, 10051: {Transient, CodeUnavailable, Unanswered, ScopeHost}, 10053: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, 10054: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, 10060: {Transient, CodeTimeout, Unanswered, ScopeHost}, 10061: {Transient, CodeConnectionRefused, No, ScopeHost}, 10065: {Transient, CodeUnavailable, Unanswered, ScopeHost},
	11001: {Transient, CodeDNSFailure, No, ScopeHost}, 12002: {Transient, CodeTimeout, Unanswered, ScopeHost}, 12007: {Transient, CodeDNSFailure, No, ScopeHost}, 12029: {Transient, CodeUnavailable, No, ScopeHost}, 12030: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, 12175: {Fatal, CodeCertificateInvalid, No, ScopeHost},
}
