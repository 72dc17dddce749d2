package taxonomy_test

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// dial is what net/http returns where a connection could not be made.
func dial(err error) error {
	if errno, ok := err.(syscall.Errno); ok { //nolint:errorlint // what the caller passes
		err = os.NewSyscallError("connect", errno)
	}
	return &url.Error{Op: "Post", URL: "http://api.test/orders", Err: &net.OpError{Op: "dial", Net: "tcp", Err: err}}
}

// broken is what it returns where one broke.
func broken(op string, err error) error {
	if errno, ok := err.(syscall.Errno); ok { //nolint:errorlint // what the caller passes
		err = os.NewSyscallError(op, errno)
	}
	return &url.Error{Op: "Post", URL: "http://api.test/orders", Err: &net.OpError{Op: op, Net: "tcp", Err: err}}
}

// post is an error of net/http without a type of its own.
func post(text string) error {
	return &url.Error{Op: "Post", URL: "http://api.test/orders/locked/timeout", Err: errors.New(text)}
}

func second[T any](_ T, err error) error { return err }

type timeoutError struct{ text string }

func (e timeoutError) Error() string { return e.text }
func (timeoutError) Timeout() bool   { return true }

func TestStandardLibrary(t *testing.T) {
	t.Parallel()
	var n struct{ N int }
	for _, tt := range []struct {
		name string
		err  error
		want verdict
	}{
		// The caller.
		{"canceled", context.Canceled, verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"E9 canceled, wrapped", fmt.Errorf("step 2: %w", context.Canceled), verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"canceled while dialling", dial(context.Canceled), verdict{fatal, taxonomy.CodeCanceled, no}},
		{"canceled while resolving", &net.DNSError{Err: "operation was canceled", UnwrapErr: context.Canceled}, verdict{fatal, taxonomy.CodeCanceled, no}},
		{"canceled while reading", broken("read", context.Canceled), verdict{fatal, taxonomy.CodeCanceled, unanswered}},

		// Certificates.
		{"certificate", &tls.CertificateVerificationError{Err: errOdd}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"wrong host", dial(x509.HostnameError{Certificate: &x509.Certificate{}, Host: "a"}), verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"unknown authority", x509.UnknownAuthorityError{}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"expired", x509.CertificateInvalidError{Reason: x509.Expired}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"no roots", x509.SystemRootsError{}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"no TLS at all", tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"a record in the middle", tls.RecordHeaderError{Msg: "oversized record received"}, verdict{fatal, taxonomy.CodeUnsupported, unanswered}},
		{"alert: our certificate", broken("remote error", errors.New("tls: bad certificate")), verdict{permission, taxonomy.CodeUnauthenticated, unanswered}},
		{"alert: none in common", broken("remote error", errors.New("tls: handshake failure")), verdict{fatal, taxonomy.CodeUnsupported, unanswered}},
		{"alert: any other", broken("remote error", errors.New("tls: internal error")), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"http to https", &url.Error{Op: "Get", Err: http.ErrSchemeMismatch}, verdict{fatal, taxonomy.CodeUnsupported, no}},

		// Names.
		{"no such host", dial(&net.DNSError{Err: "no such host", IsNotFound: true}), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"resolver fails", &net.DNSError{Err: "server misbehaving", IsTemporary: true}, verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"not found, says a failing resolver", &net.DNSError{IsNotFound: true, IsTemporary: true}, verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"resolver is slow", &net.DNSError{IsNotFound: true, IsTimeout: true}, verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"a name inside of a reply", broken("read", &net.DNSError{Err: "x"}), verdict{transient, taxonomy.CodeDNSFailure, unanswered}},

		// Connections.
		{"refused", refused(), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"unreachable while dialling", dial(syscall.EHOSTUNREACH), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"unreachable later", broken("write", syscall.EHOSTUNREACH), verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"dial timeout", dial(timeoutError{"slow"}), verdict{transient, taxonomy.CodeTimeout, no}},
		{"dial, odd", dial(errOdd), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"dial: no unix socket", dial(syscall.ENOENT), verdict{fatal, taxonomy.CodeUnavailable, no}},
		{"dial: no local port", dial(syscall.EADDRINUSE), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"dial: firewall", dial(syscall.EPERM), verdict{permission, taxonomy.CodeForbidden, no}},
		{"dial: bad address", dial(&net.AddrError{Err: "missing port in address"}), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"dial: bad network", dial(net.UnknownNetworkError("tpc")), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"through a proxy", broken("proxyconnect", syscall.ECONNREFUSED), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"through a SOCKS proxy", broken("socks connect", errOdd), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"a proxy that hangs up", broken("proxyconnect", &net.OpError{Op: "read", Err: io.EOF}), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"a dial inside of a read", &net.OpError{Op: "read", Err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
		{"port in use", &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}, verdict{conflict, taxonomy.CodeBusy, no}},
		{"reset", broken("read", syscall.ECONNRESET), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"a socket's read timeout", broken("read", syscall.EAGAIN), verdict{transient, taxonomy.CodeBusy, unanswered}},
		{"refused while writing", broken("write", syscall.EACCES), verdict{permission, taxonomy.CodeForbidden, unanswered}},
		{"read, odd", broken("read", errOdd), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"deadline", context.DeadlineExceeded, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"os deadline", &fs.PathError{Op: "read", Path: "pipe", Err: os.ErrDeadlineExceeded}, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"Timeout method", fmt.Errorf("x: %w", timeoutError{"slow"}), verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"EOF of a request", &url.Error{Op: "Post", Err: io.EOF}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"EOF of a connection", &net.OpError{Op: "read", Err: io.EOF}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"EOF of anything", io.EOF, unknown},
		{"unexpected EOF", io.ErrUnexpectedEOF, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"closed", net.ErrClosed, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"closed pipe", io.ErrClosedPipe, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},

		// Requests.
		{"no such scheme", post(`unsupported protocol scheme "ftp"`), verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"no host", post("http: no Host in request URL"), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"a header that cannot be", post(`net/http: invalid header field value for "X-Order"`), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"a credential that cannot be", post(`net/http: invalid header field value for "Authorization"`), verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"a redirect too many", post("stopped after 10 redirects"), verdict{fatal, taxonomy.CodeUnsupported, answered}},
		{"a redirect to nowhere", post(`failed to parse Location header "::": odd`), verdict{fatal, taxonomy.CodeUnsupported, answered}},
		{"TLS handshake timeout", &url.Error{Op: "Post", Err: timeoutError{"net/http: TLS handshake timeout"}}, verdict{transient, taxonomy.CodeTimeout, no}},
		{"timeout of headers", &url.Error{Op: "Post", Err: timeoutError{"net/http: timeout awaiting response headers"}}, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"timeout of headers, HTTP/2", &url.Error{Op: "Post", Err: timeoutError{"http2: timeout awaiting response headers"}}, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"malformed answer", post(`net/http: HTTP/1.x transport connection broken: malformed HTTP status code "x"`), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"malformed answer, bare", post(`malformed HTTP response "x"`), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"HTTP/2 gone", post("connection error: PROTOCOL_ERROR"), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"half a body, and no way back", post("net/http: cannot rewind body after connection loss"), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"GOAWAY", post("http2: server sent GOAWAY and closed the connection"), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"stream reset", post("stream error: stream ID 1; INTERNAL_ERROR; received from peer"), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"stream refused", post("stream error: stream ID 1; REFUSED_STREAM; received from peer"), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"idle connection", post("http: server closed idle connection"), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"half a body", post("http: ContentLength=5 with Body length 0"), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"words of the URL", post("odd"), unknown},
		{"words of a transport", post("invalid frame"), verdict{input, taxonomy.CodeValidationFailed, unanswered}},
		{"a URL that cannot be", second(url.Parse("http://[::1")), verdict{input, taxonomy.CodeInvalidFormat, no}}, //nolint:staticcheck // that it is none is the point
		{"words about a URL", second(url.Parse(":timeout:")), verdict{input, taxonomy.CodeInvalidFormat, no}},      //nolint:staticcheck // that it is none is the point

		// Files and programs.
		{"no file", second(os.Open("testdata/does-not-exist")), verdict{input, taxonomy.CodeFileNotFound, no}},
		{"no file of an fs.FS", &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, verdict{input, taxonomy.CodeFileNotFound, no}},
		{"file exists", fs.ErrExist, verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{"no permission", fs.ErrPermission, verdict{permission, taxonomy.CodeForbidden, no}},
		{"invalid", fs.ErrInvalid, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"file closed", &fs.PathError{Op: "write", Path: "x", Err: fs.ErrClosed}, unknown},
		{"says what it is", saysIs{fs.ErrNotExist}, verdict{input, taxonomy.CodeFileNotFound, no}},
		{"unsupported", errors.ErrUnsupported, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"no program", exec.Command("batchagent-no-such-program").Run(), verdict{fatal, taxonomy.CodeCommandNotFound, no}},     //nolint:noctx // it never starts
		{"no program at that path", exec.Command("./no/such/program").Run(), verdict{fatal, taxonomy.CodeCommandNotFound, no}}, //nolint:noctx // it never starts
		{"program is no program", &fs.PathError{Op: "fork/exec", Path: "x", Err: syscall.ENOEXEC}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"open: in use", &fs.PathError{Op: "open", Path: "x", Err: syscall.EBUSY}, verdict{conflict, taxonomy.CodeBusy, no}},
		{"write: in use", &fs.PathError{Op: "write", Path: "x", Err: syscall.EBUSY}, verdict{conflict, taxonomy.CodeBusy, answered}},
		{"sync", &fs.PathError{Op: "sync", Path: "x", Err: syscall.EINVAL}, verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"fsync", os.NewSyscallError("fsync", syscall.EINVAL), verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"remove all", &fs.PathError{Op: "unlinkat", Path: "x", Err: syscall.EACCES}, verdict{permission, taxonomy.CodeForbidden, answered}},
		{"rename", &os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EXDEV}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"disk full", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, verdict{fatal, taxonomy.CodeQuotaExhausted, answered}},
		{"a pipe broke", &fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"write: no such call", &fs.PathError{Op: "copy_file_range", Path: "x", Err: syscall.ENOSYS}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"write: not for such a file", &fs.PathError{Op: "fallocate", Path: "x", Err: syscall.EOPNOTSUPP}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"open: stale handle", &fs.PathError{Op: "open", Path: "x", Err: syscall.ESTALE}, verdict{transient, taxonomy.CodeUnavailable, no}},
		{"open: perhaps made", &fs.PathError{Op: "open", Path: "x", Err: syscall.EIO}, verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"rename: stale handle", &os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.ESTALE}, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"a datagram too long", &net.OpError{Op: "write", Net: "udp", Err: os.NewSyscallError("sendto", syscall.EMSGSIZE)}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"no socket", &net.OpError{Op: "socket", Net: "tcp", Err: os.NewSyscallError("socket", syscall.ENFILE)}, verdict{transient, taxonomy.CodeOverloaded, no}},
		{"not connected", &net.OpError{Op: "connect", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ETIMEDOUT)}, verdict{transient, taxonomy.CodeTimeout, no}},
		{"an errno that nobody knows", &fs.PathError{Op: "open", Path: "not found", Err: syscall.Errno(9999)}, unknown},
		{"a plain errno", syscall.EAGAIN, verdict{transient, taxonomy.CodeBusy, no}},

		// Arguments, and answers that cannot be read.
		{"number", second(strconv.Atoi("abc")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"number too large", second(strconv.ParseInt("99999999999999999999", 10, 64)), verdict{input, taxonomy.CodeOutOfRange, no}},
		{"date", second(time.Parse(time.DateOnly, "20/5/2026")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"base64", second(base64.StdEncoding.DecodeString("%")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"hex", second(hex.DecodeString("zz")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"address", second(net.ResolveTCPAddr("tcp", "nowhere")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"JSON", json.Unmarshal([]byte("<html>"), &n), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"JSON of another type", json.Unmarshal([]byte(`{"N":"x"}`), &n), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"XML", xml.Unmarshal([]byte("<a>"), &n), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"gzip", gzip.ErrHeader, verdict{fatal, taxonomy.CodeUnknown, unanswered}},

		{"odd", errOdd, unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, tt.err)
			tt.want.check(t, fmt.Errorf("wrapped: %w", tt.err))
			tt.want.check(t, taxonomy.Classify(tt.err)) // to classify again changes nothing
		})
	}
}

// saysIs is an error with an Is method.
type saysIs struct{ target error }

func (saysIs) Error() string          { return "says" }
func (s saysIs) Is(target error) bool { return target == s.target }

// TestErrno: the classes that errno(3) leads to, one for each group, and what
// the operation adds.
func TestErrno(t *testing.T) {
	t.Parallel()
	for errno, want := range map[syscall.Errno]verdict{
		syscall.ECONNRESET: {transient, taxonomy.CodeConnectionReset, unanswered}, syscall.EPIPE: {transient, taxonomy.CodeConnectionReset, unanswered}, syscall.EHOSTUNREACH: {transient, taxonomy.CodeUnavailable, unanswered},
		syscall.EADDRINUSE: {conflict, taxonomy.CodeBusy, no}, syscall.EAGAIN: {transient, taxonomy.CodeBusy, no}, syscall.ENOENT: {input, taxonomy.CodeFileNotFound, no}, syscall.EINVAL: {input, taxonomy.CodeValidationFailed, no},
		syscall.EBUSY: {conflict, taxonomy.CodeBusy, no}, syscall.EACCES: {permission, taxonomy.CodeForbidden, no}, syscall.EXDEV: {fatal, taxonomy.CodeUnsupported, no}, syscall.ENOEXEC: {fatal, taxonomy.CodeUnsupported, no}, syscall.ENOSPC: {fatal, taxonomy.CodeQuotaExhausted, answered},
		syscall.ECONNREFUSED: {transient, taxonomy.CodeConnectionRefused, no}, syscall.ECONNABORTED: {transient, taxonomy.CodeConnectionReset, unanswered},
		syscall.ENETRESET: {transient, taxonomy.CodeConnectionReset, unanswered}, syscall.ENOTCONN: {transient, taxonomy.CodeConnectionReset, unanswered},
		syscall.ESHUTDOWN: {transient, taxonomy.CodeConnectionReset, unanswered}, syscall.ETIMEDOUT: {transient, taxonomy.CodeTimeout, unanswered},
		syscall.EHOSTDOWN: {transient, taxonomy.CodeUnavailable, unanswered}, syscall.ENETUNREACH: {transient, taxonomy.CodeUnavailable, unanswered},
		syscall.ENETDOWN: {transient, taxonomy.CodeUnavailable, unanswered}, syscall.EADDRNOTAVAIL: {transient, taxonomy.CodeUnavailable, no},
		syscall.EMSGSIZE: {input, taxonomy.CodeTooLarge, no}, syscall.EAFNOSUPPORT: {fatal, taxonomy.CodeUnsupported, no}, syscall.EPROTO: {fatal, taxonomy.CodeUnknown, unanswered},
		syscall.EINTR: {transient, taxonomy.CodeUnavailable, answered}, syscall.EMFILE: {transient, taxonomy.CodeOverloaded, no}, syscall.ENFILE: {transient, taxonomy.CodeOverloaded, no},
		syscall.ENOMEM: {transient, taxonomy.CodeOverloaded, answered}, syscall.ENOBUFS: {transient, taxonomy.CodeOverloaded, answered}, syscall.ENOLCK: {transient, taxonomy.CodeOverloaded, no},
		syscall.EDEADLK: {transient, taxonomy.CodeDeadlock, no}, syscall.ESTALE: {transient, taxonomy.CodeUnavailable, answered},
		syscall.ENOTDIR: {input, taxonomy.CodeFileNotFound, no}, syscall.EISDIR: {input, taxonomy.CodeValidationFailed, no}, syscall.ENAMETOOLONG: {input, taxonomy.CodeTooLarge, no},
		syscall.E2BIG: {input, taxonomy.CodeTooLarge, no}, syscall.EFBIG: {input, taxonomy.CodeTooLarge, answered}, syscall.ELOOP: {input, taxonomy.CodeValidationFailed, no}, syscall.ERANGE: {input, taxonomy.CodeOutOfRange, no},
		syscall.EEXIST: {conflict, taxonomy.CodeAlreadyExists, no}, syscall.ENOTEMPTY: {conflict, taxonomy.CodeStateConflict, no}, syscall.ETXTBSY: {conflict, taxonomy.CodeBusy, no},
		syscall.EPERM: {permission, taxonomy.CodeForbidden, no}, syscall.EROFS: {fatal, taxonomy.CodeUnsupported, no}, syscall.ENOSYS: {fatal, taxonomy.CodeUnsupported, no}, syscall.EOPNOTSUPP: {fatal, taxonomy.CodeUnsupported, no},
		syscall.EDQUOT: {fatal, taxonomy.CodeQuotaExhausted, answered}, syscall.EIO: {fatal, taxonomy.CodeUnknown, answered}, syscall.ECANCELED: {fatal, taxonomy.CodeCanceled, unanswered},
	} {
		want.check(t, errno)
		want.check(t, &fs.PathError{Op: "stat", Path: "x", Err: errno})
		in := want
		if errno != syscall.ENOSYS && errno != syscall.EOPNOTSUPP { // which end a piece of work before it begins
			in.applied = min(in.applied, answered)
		}
		for _, op := range []string{"write", "sync", "close", "unlinkat", "openfdat", "RemoveAll"} {
			in.check(t, &fs.PathError{Op: op, Path: "x", Err: errno})
		}
		for _, op := range []string{
			"writev", "pwrite", "pwrite64", "pwritev", "ftruncate", "fallocate", "fsync", "fdatasync", "msync", "send", "sendto", "sendmsg", "sendfile", "splice", "copy_file_range", "recv", "recvfrom", "recvmsg",
		} {
			in.check(t, os.NewSyscallError(op, errno))
		}
		in.applied = unanswered
		in.check(t, &net.OpError{Op: "write", Err: os.NewSyscallError("write", errno)})
	}
}

// TestScopes: what else a failure speaks about, for errors that are no answers.
func TestScopes(t *testing.T) {
	t.Parallel()
	file := func(errno syscall.Errno) error { return &fs.PathError{Op: "open", Path: "x", Err: errno} }
	for scope, errs := range map[taxonomy.Scope][]error{
		taxonomy.ScopeItem: {
			errOdd, context.Canceled, context.DeadlineExceeded, post(`net/http: invalid header field value for "X-Order"`), post("odd"), errors.New("order is locked"),
			file(syscall.EINVAL), file(syscall.EMSGSIZE), file(syscall.EINTR), file(syscall.ENAMETOOLONG), file(syscall.E2BIG), file(syscall.ERANGE), file(syscall.ECANCELED), file(syscall.Errno(9999)),
		},
		taxonomy.ScopeTarget: {
			fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, file(syscall.EADDRINUSE), file(syscall.EAGAIN), file(syscall.EDEADLK), file(syscall.ESTALE), file(syscall.ENOENT), file(syscall.ENOTDIR), file(syscall.EISDIR), file(syscall.EFBIG), file(syscall.ELOOP),
			file(syscall.EEXIST), file(syscall.ENOTEMPTY), file(syscall.EBUSY), file(syscall.ETXTBSY), file(syscall.EACCES), file(syscall.EPERM), file(syscall.EROFS), file(syscall.EXDEV), file(syscall.EIO),
		},
		taxonomy.ScopeTool: {
			exec.ErrNotFound, errors.ErrUnsupported, &fs.PathError{Op: "fork/exec", Path: "x", Err: syscall.ENOENT}, file(syscall.ENOSYS), file(syscall.EOPNOTSUPP), file(syscall.ENOEXEC),
		},
		taxonomy.ScopeCredential: {
			broken("remote error", errors.New("tls: bad certificate")), post(`net/http: invalid header field value for "Authorization"`),
		},
		taxonomy.ScopeHost: {
			refused(), dial(errOdd), dial(syscall.ENOENT), &net.DNSError{Err: "x"},
			x509.UnknownAuthorityError{},
			tls.RecordHeaderError{},
			broken("remote error", errors.New("tls: handshake failure")), broken("read", errOdd), io.ErrUnexpectedEOF,
			&url.Error{Op: "Post", Err: io.EOF}, http.ErrSchemeMismatch, post("http2: x"), post("stopped after 10 redirects"),
			file(syscall.ECONNRESET), file(syscall.ECONNABORTED), file(syscall.EPIPE), file(syscall.ENETRESET), file(syscall.ENOTCONN), file(syscall.ESHUTDOWN), file(syscall.ETIMEDOUT), file(syscall.EHOSTUNREACH), file(syscall.EHOSTDOWN), file(syscall.ENETUNREACH),
			file(syscall.ENETDOWN), file(syscall.EADDRNOTAVAIL), file(syscall.EAFNOSUPPORT), file(syscall.EPROTO), file(syscall.EMFILE), file(syscall.ENFILE), file(syscall.ENOMEM), file(syscall.ENOBUFS), file(syscall.ENOLCK), file(syscall.ECONNREFUSED),
			file(syscall.ENOSPC), file(syscall.EDQUOT),
		},
	} {
		for _, err := range errs {
			if e := taxonomy.Classify(err); e.Scope != scope {
				t.Errorf("%v: scope %s, want %s", err, e.Scope, scope)
			}
		}
	}
}
