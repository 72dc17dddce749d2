package taxonomy

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// canceledRule comes before any Timeout method is asked: an error of the
// context package says true there.
func canceledRule(s spine) *Error {
	for _, node := range s {
		if matches(node, context.Canceled) {
			applied := Unanswered
			_, resolving := find[*net.DNSError](s)
			if _, unsent := find[*neverSent](s); unsent || dialing(s) || resolving && !onTheWire(s) {
				applied = No
			}
			return &Error{Class: Fatal, Code: CodeCanceled, Applied: applied, Basis: BasisType}
		}
	}
	return nil
}

// matches reports whether node is target, or says so itself. It looks no
// deeper, and a method that panics has not said so.
func matches(node, target error) bool {
	if node == target { //nolint:errorlint // by node
		return true
	}
	n, ok := node.(interface{ Is(error) bool })
	if !ok {
		return false
	}
	defer func() { _ = recover() }()
	return n.Is(target)
}

// dialing reports whether the failure came while the connection was made, so
// that nothing can have been sent ("proxyconnect" and "socks connect" are
// net/http's ways through a proxy). The outermost operation counts: what a
// read found inside itself came after the connection was there.
func dialing(s spine) bool {
	op, ok := find[*net.OpError](s)
	if !ok { // as the system call alone says it
		return beforeConnection(operation(s))
	}
	return beforeConnection(op.Op)
}

func beforeConnection(op string) bool {
	switch op {
	case "dial", "connect", "socket", "proxyconnect", "socks connect":
		return true
	}
	return false
}

// onTheWire reports whether the failure came on a connection that was there,
// so that the request may have gone out.
func onTheWire(s spine) bool {
	op, ok := find[*net.OpError](s)
	return ok && op.Op != "listen" && !dialing(s)
}

// tlsRule: the handshake comes before the request, so where it fails on our
// side nothing was sent. The other side may refuse our certificate when the
// request is already on its way (RFC 8446 section 2: the client's last flight
// may carry data).
func tlsRule(s spine) *Error {
	for _, node := range s {
		switch n := node.(type) { //nolint:errorlint // by node
		case *tls.CertificateVerificationError, x509.HostnameError, x509.UnknownAuthorityError,
			x509.CertificateInvalidError, x509.SystemRootsError, *x509.SystemRootsError,
			x509.InsecureAlgorithmError, x509.ConstraintViolationError, x509.UnhandledCriticalExtension, *tls.ECHRejectionError:
			return &Error{Class: Fatal, Code: CodeCertificateInvalid, Applied: No, Scope: ScopeHost, Basis: BasisType}
		case tls.RecordHeaderError:
			e := &Error{Class: Fatal, Code: CodeUnsupported, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
			if n.Conn != nil || strings.Contains(n.Msg, "handshake") {
				e.Applied = No // it was the first record
			}
			return e
		case tls.AlertError: // QUIC's
			if e := alertRule(textOf(n)); e != nil {
				return e
			}
		case *net.OpError:
			if n.Op == "remote error" { // an alert, whose type crypto/tls keeps to itself
				if e := alertRule(textOf(n.Err)); e != nil {
					return e
				}
			}
		}
	}
	return nil
}

// alertRule reads the alerts of RFC 8446 section 6.2 that time does not heal.
func alertRule(alert string) *Error {
	_, alert, _ = strings.Cut(alert, "tls: ")
	switch alert {
	case "bad certificate", "unsupported certificate", "revoked certificate", "expired certificate", "unknown certificate",
		"unknown certificate authority", "certificate required", "access denied":
		return &Error{Class: Permission, Code: CodeUnauthenticated, Applied: Unanswered, Scope: ScopeCredential, Basis: BasisType}
	case "handshake failure", "protocol version not supported", "insufficient security level", "unrecognized name", "no application protocol":
		return &Error{Class: Fatal, Code: CodeUnsupported, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
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
	e := &Error{Class: Transient, Code: CodeDNSFailure, Applied: No, Scope: ScopeHost, Basis: BasisType}
	if dns.IsNotFound && !dns.IsTemporary && !dns.IsTimeout {
		e.Class = Fatal
	}
	if onTheWire(s) {
		e.Applied = Unanswered
	}
	return e
}

// dialRule: whatever goes wrong while dialling, nothing was sent.
func dialRule(s spine) *Error {
	if !dialing(s) {
		return nil
	}
	if e := errnoRule(s); e != nil {
		e.Applied, e.Scope = No, ScopeHost
		switch e.Class {
		case InputError: // a unix socket that is not there is no argument's fault
			e.Class, e.Code = Fatal, CodeUnavailable
		case ResourceConflict: // no local port is free
			e.Class, e.Code = Transient, CodeUnavailable
		case Fatal, Transient, Permission:
		}
		return e
	}
	e := &Error{Class: Transient, Code: CodeUnavailable, Applied: No, Scope: ScopeHost, Basis: BasisType}
	if isTimeout(s) {
		e.Code = CodeTimeout
	}
	for _, node := range s {
		switch node.(type) { //nolint:errorlint // by node
		case *net.AddrError, net.InvalidAddrError, net.UnknownNetworkError, *net.ParseError:
			e.Class, e.Code = Fatal, CodeDNSFailure // the address itself is wrong
		}
	}
	return e
}

// isTimeout asks the nodes; those of context and os for a deadline have the
// method, too. One that panics says no.
func isTimeout(s spine) bool {
	for _, node := range s {
		if t, ok := node.(interface{ Timeout() bool }); ok && saysTimeout(t) {
			return true
		}
	}
	return false
}

func saysTimeout(t interface{ Timeout() bool }) bool {
	defer func() { _ = recover() }()
	return t.Timeout()
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
		switch node {
		case io.ErrUnexpectedEOF, net.ErrClosed, io.ErrClosedPipe, http.ErrHandlerTimeout: //nolint:errorlint // by node, each in turn
			return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
		case io.EOF:
			if inURL || inOp {
				return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
			}
		case http.ErrSchemeMismatch: // plain HTTP came back in place of a handshake
			return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeHost, Basis: BasisType}
		}
	}
	if inOp {
		return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost, Basis: BasisType}
	}
	return nil
}
