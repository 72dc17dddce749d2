package taxonomy

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// canceledRule comes before any Timeout method is asked: an error of the
// context package says true there.
func canceledRule(s spine) *Error {
	for _, node := range s {
		if node == context.Canceled || is(node, context.Canceled) { //nolint:errorlint // by node
			return &Error{Class: Fatal, Code: CodeCanceled, Applied: sentUnlessDial(s), Basis: BasisType}
		}
	}
	return nil
}

// is asks a node's own Is method, without unwrapping it.
func is(node, target error) bool {
	n, ok := node.(interface{ Is(error) bool })
	return ok && n.Is(target)
}

// dialing reports whether the failure came while the connection was made, so
// that nothing can have been sent ("proxyconnect" is net/http's CONNECT).
func dialing(s spine) bool {
	for _, node := range s {
		if op, ok := node.(*net.OpError); ok && (op.Op == "dial" || op.Op == "proxyconnect") { //nolint:errorlint // by node
			return true
		}
	}
	return false
}

func sentUnlessDial(s spine) Applied {
	if dialing(s) {
		return No
	}
	return Unanswered
}

// tlsRule: the handshake comes before the request, so nothing was sent.
func tlsRule(s spine) *Error {
	for _, node := range s {
		switch node.(type) { //nolint:errorlint // by node
		case *tls.CertificateVerificationError, x509.HostnameError, x509.UnknownAuthorityError,
			x509.CertificateInvalidError, x509.SystemRootsError, *x509.SystemRootsError:
			return &Error{Class: Fatal, Code: CodeCertificateInvalid, Applied: No, Scope: ScopeHost, Basis: BasisType}
		case tls.RecordHeaderError:
			return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeHost, Basis: BasisType}
		}
	}
	return nil
}

// dnsRule: a name that does not exist will not exist in a second either, but a
// resolver that fails will recover.
func dnsRule(s spine) *Error {
	dns, ok := find[*net.DNSError](s)
	if !ok {
		return nil
	}
	class := Transient
	if dns.IsNotFound && !dns.IsTemporary && !dns.IsTimeout {
		class = Fatal
	}
	return &Error{Class: class, Code: CodeDNSFailure, Applied: No, Scope: ScopeHost, Basis: BasisType}
}

// dialRule: whatever goes wrong while dialling, nothing was sent.
func dialRule(s spine) *Error {
	if !dialing(s) {
		return nil
	}
	if e := errnoRule(s); e != nil {
		e.Applied, e.Scope = No, ScopeHost
		if e.Class == InputError { // a unix socket that is not there is no argument's fault
			e.Class, e.Code = Fatal, CodeUnavailable
		}
		return e
	}
	code := CodeUnavailable
	if isTimeout(s) {
		code = CodeTimeout
	}
	return &Error{Class: Transient, Code: code, Applied: No, Scope: ScopeHost, Basis: BasisType}
}

func isTimeout(s spine) bool {
	for _, node := range s {
		if node == context.DeadlineExceeded || node == os.ErrDeadlineExceeded { //nolint:errorlint // by node
			return true
		}
		if t, ok := node.(interface{ Timeout() bool }); ok && t.Timeout() {
			return true
		}
	}
	return false
}

func timeoutRule(s spine) *Error {
	if !isTimeout(s) {
		return nil
	}
	return &Error{Class: Transient, Code: CodeTimeout, Applied: Unanswered, Basis: BasisType}
}

// netRule: the connection ended before the answer. A bare io.EOF is the normal
// end of many things, so it counts only inside an error of the network.
func netRule(s spine) *Error {
	_, inURL := find[*url.Error](s)
	_, inOp := find[*net.OpError](s)
	for _, node := range s {
		switch {
		case node == io.ErrUnexpectedEOF, node == net.ErrClosed, node == io.ErrClosedPipe, //nolint:errorlint // by node
			node == io.EOF && (inURL || inOp), node == http.ErrHandlerTimeout: //nolint:errorlint // by node
			return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
		case node == http.ErrSchemeMismatch: //nolint:errorlint // by node
			return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeHost, Basis: BasisType}
		}
	}
	if inOp {
		return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
	}
	return nil
}

// fileRule covers what has no errno, such as errors of an fs.FS, and programs
// that do not exist.
func fileRule(s spine) *Error {
	for _, node := range s {
		switch node { //nolint:errorlint // by node
		case exec.ErrNotFound, exec.ErrDot:
			return &Error{Class: Fatal, Code: CodeCommandNotFound, Applied: No, Scope: ScopeTool, Basis: BasisType}
		case fs.ErrNotExist:
			return &Error{Class: InputError, Code: CodeFileNotFound, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case fs.ErrExist:
			return &Error{Class: ResourceConflict, Code: CodeAlreadyExists, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case fs.ErrPermission:
			return &Error{Class: Permission, Code: CodeForbidden, Applied: No, Scope: ScopeTarget, Basis: BasisType}
		case fs.ErrInvalid:
			return &Error{Class: InputError, Code: CodeValidationFailed, Applied: No, Basis: BasisType}
		}
	}
	return nil
}

// syntaxRule: parsers that read an argument. Errors of encoding/json are not
// among them: they mostly come from an answer that could not be read, after
// the call was executed.
func syntaxRule(s spine) *Error {
	for _, node := range s {
		switch n := node.(type) { //nolint:errorlint // by node
		case *strconv.NumError:
			code := CodeInvalidFormat
			if errors.Is(n.Err, strconv.ErrRange) {
				code = CodeOutOfRange
			}
			return &Error{Class: InputError, Code: code, Applied: No, Basis: BasisType}
		case *time.ParseError, base64.CorruptInputError, hex.InvalidByteError:
			return &Error{Class: InputError, Code: CodeInvalidFormat, Applied: No, Basis: BasisType}
		}
	}
	return nil
}
