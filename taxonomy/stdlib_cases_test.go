package taxonomy_test

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"context"
	"crypto/aes"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/rpc"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"text/template"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// lateReply is a net.Error as libraries make their own.
type lateReply struct{}

func (lateReply) Error() string   { return "session expired: no reply" }
func (lateReply) Timeout() bool   { return true }
func (lateReply) Temporary() bool { return true }

// overrun is what becomes of an index that is out of range.
func overrun() (err error) {
	defer func() { err, _ = recover().(error) }()
	var none []int
	_ = none[len(os.Args)+5] //nolint:govet // it has to panic
	return nil
}

// TestStandardLibraryValues has the errors of the standard library as its
// functions return them, and as people write them down.
func TestStandardLibraryValues(t *testing.T) {
	t.Parallel()
	dialTCP := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	get := func(err error) error { return &url.Error{Op: "Get", URL: "https://a/", Err: err} }
	posted := func(err error) error { return &url.Error{Op: "Post", URL: "https://a/", Err: err} }
	for _, tc := range []struct {
		name string
		err  error
		want verdict
	}{
		// net: nothing is sent before the connection is there.
		{"refused", dialTCP(os.NewSyscallError("connect", syscall.ECONNREFUSED)), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"refused, in a POST", posted(dialTCP(os.NewSyscallError("connect", syscall.ECONNREFUSED))), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"the bare system call", os.NewSyscallError("connect", syscall.ETIMEDOUT), verdict{transient, taxonomy.CodeTimeout, no}},
		{"dial timeout", dialTCP(os.ErrDeadlineExceeded), verdict{transient, taxonomy.CodeTimeout, no}},
		{"dial, deadline of the context", dialTCP(context.DeadlineExceeded), verdict{transient, taxonomy.CodeTimeout, no}},
		{"unix socket missing", &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.ENOENT)}, verdict{fatal, taxonomy.CodeUnavailable, no}},
		{"unix socket barred", &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.EACCES)}, verdict{permission, taxonomy.CodeForbidden, no}},
		{"unknown network", dialTCP(net.UnknownNetworkError("tpc")), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"unknown network, alone", net.UnknownNetworkError("tpc"), verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"no port in the address", dialTCP(&net.AddrError{Err: "missing port in address", Addr: "a"}), verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"no such host", &net.DNSError{Err: "no such host", Name: "a", IsNotFound: true}, verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"resolver failed", &net.DNSError{Err: "server misbehaving", Name: "a", IsTemporary: true}, verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"resolver timeout", &net.DNSError{Err: "i/o timeout", Name: "a", IsTimeout: true}, verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"a read timeout", &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"a reset", &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"a broken pipe", &net.OpError{Op: "write", Net: "tcp", Err: os.NewSyscallError("write", syscall.EPIPE)}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"accept", &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept", syscall.ECONNABORTED)}, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"listen", &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}, verdict{conflict, taxonomy.CodeBusy, no}},
		{"listen elsewhere", &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EADDRNOTAVAIL)}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"closed by ourselves", net.ErrClosed, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"somebody's own timeout", lateReply{}, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"bad CIDR", second(netip.ParsePrefix("10.0.0.0/99")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"bad IP", second(netip.ParseAddr("10.0.0.300")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"bad MAC", second(net.ParseMAC("x")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		// http
		{"EOF for an answer", posted(io.EOF), verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"client timeout", posted(context.DeadlineExceeded), verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"TLS handshake timeout", get(errors.New("net/http: TLS handshake timeout")), verdict{transient, taxonomy.CodeTimeout, no}},
		{"redirects", get(errors.New("stopped after 10 redirects")), verdict{fatal, taxonomy.CodeUnsupported, answered}},
		{"no scheme", get(errors.New(`unsupported protocol scheme ""`)), verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"plain HTTP for HTTPS", get(http.ErrSchemeMismatch), verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"refused stream", posted(errors.New("stream error: stream ID 1; REFUSED_STREAM; received from peer")), verdict{transient, taxonomy.CodeUnavailable, no}},
		{"a body too large", &http.MaxBytesError{Limit: 10}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"handler timeout", http.ErrHandlerTimeout, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"server closed", http.ErrServerClosed, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"no cookie", http.ErrNoCookie, verdict{input, taxonomy.CodeMissingField, no}},
		{"no file in the form", http.ErrMissingFile, verdict{input, taxonomy.CodeMissingField, no}},
		{"not multipart", http.ErrNotMultipart, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"not supported", http.ErrNotSupported, verdict{fatal, taxonomy.CodeUnsupported, no}},
		// url
		{"control character", second(url.Parse("http://a/\x7f")), verdict{input, taxonomy.CodeInvalidFormat, no}}, //nolint:staticcheck // that is what is tested
		{"bad escape", second(url.PathUnescape("%zz")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"bad host", url.InvalidHostError("a b"), verdict{input, taxonomy.CodeInvalidFormat, no}},
		// tls, x509
		{"unknown authority", get(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"expired", x509.CertificateInvalidError{Reason: x509.Expired}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"hostname", x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"b"}}, Host: "a"}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"MD5", x509.InsecureAlgorithmError(x509.MD5WithRSA), verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"constraint", x509.ConstraintViolationError{}, verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"wrong password of a key", x509.IncorrectPasswordError, verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"no TLS there", tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"an alert", &net.OpError{Op: "remote error", Err: tls.AlertError(42)}, verdict{permission, taxonomy.CodeUnauthenticated, unanswered}},
		{"an alert, of QUIC", tls.AlertError(40), verdict{fatal, taxonomy.CodeUnsupported, unanswered}},
		// context
		{"canceled", context.Canceled, verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"canceled in a request", posted(context.Canceled), verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"canceled while dialling", posted(dialTCP(context.Canceled)), verdict{fatal, taxonomy.CodeCanceled, no}},
		{"deadline", context.DeadlineExceeded, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		// os, fs, exec
		{"os.ErrNotExist", fmt.Errorf("config: %w", os.ErrNotExist), verdict{input, taxonomy.CodeFileNotFound, no}},
		{"ErrPermission", fs.ErrPermission, verdict{permission, taxonomy.CodeForbidden, no}},
		{"ErrExist", &fs.PathError{Op: "mkdir", Path: "a", Err: fs.ErrExist}, verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{"rename elsewhere", &os.LinkError{Op: "rename", Old: "a", New: "/mnt/a", Err: syscall.EXDEV}, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"disk full, nothing made", &fs.PathError{Op: "mkdir", Path: "a", Err: syscall.ENOSPC}, verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"disk full, in the middle", &fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, verdict{fatal, taxonomy.CodeQuotaExhausted, answered}},
		{"program not found", &exec.Error{Name: "nope", Err: exec.ErrNotFound}, verdict{fatal, taxonomy.CodeCommandNotFound, no}},
		{"program not there", &exec.Error{Name: "/nope", Err: syscall.ENOENT}, verdict{fatal, taxonomy.CodeCommandNotFound, no}},
		{"program not executable", &fs.PathError{Op: "fork/exec", Path: "./a", Err: syscall.EACCES}, verdict{permission, taxonomy.CodeForbidden, no}},
		{"process gone", os.ErrProcessDone, verdict{fatal, taxonomy.CodeNotFound, no}},
		{"pipes held open", exec.ErrWaitDelay, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"unknown user", user.UnknownUserError("nope"), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"unknown group", user.UnknownGroupError("nope"), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"errno alone", syscall.EACCES, verdict{permission, taxonomy.CodeForbidden, no}},
		{"errno 11", syscall.EAGAIN, verdict{transient, taxonomy.CodeBusy, no}},
		// What reads an argument.
		{"Atoi", second(strconv.Atoi("abc")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"ParseInt", second(strconv.ParseInt("300", 10, 8)), verdict{input, taxonomy.CodeOutOfRange, no}},
		{"ParseBool", second(strconv.ParseBool("timeout")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"ErrRange", fmt.Errorf("qty: %w", strconv.ErrRange), verdict{input, taxonomy.CodeOutOfRange, no}},
		{"time.Parse", second(time.Parse(time.DateOnly, "20/5/2026")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"ParseDuration", second(time.ParseDuration("5 minutes")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"LoadLocation", second(time.LoadLocation("Mars/Base")), verdict{input, taxonomy.CodeValidationFailed, no}},
		{"base64", second(base64.StdEncoding.DecodeString("!")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"hex", second(hex.DecodeString("zz")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"hex length", hex.ErrLength, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"regexp", second(regexp.Compile("[")), verdict{input, taxonomy.CodeInvalidFormat, no}}, //nolint:staticcheck // that is what is tested
		{"mail address", second(mail.ParseAddress("nobody")), verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"mime", mime.ErrInvalidMediaParameter, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"multipart", multipart.ErrMessageTooLarge, verdict{input, taxonomy.CodeTooLarge, no}},
		{"csv", &csv.ParseError{StartLine: 1, Line: 2, Column: 3, Err: csv.ErrFieldCount}, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"NaN", second(json.Marshal(negativeRoot())), verdict{input, taxonomy.CodeOutOfRange, no}},
		{"a channel", second(json.Marshal(make(chan int))), verdict{fatal, taxonomy.CodeUnknown, no}}, //nolint:staticcheck // that is what is tested
		{"key size", aes.KeySizeError(5), verdict{input, taxonomy.CodeValidationFailed, no}},
		// What reads an answer, or an argument.
		{"json", second(0, json.Unmarshal([]byte("{"), &struct{}{})), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"json type", second(0, json.Unmarshal([]byte(`{"a":"x"}`), &struct{ A int }{})), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"xml", second(0, xml.Unmarshal([]byte("<a>"), &struct{}{})), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"gzip", gzip.ErrHeader, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"zip", zip.ErrFormat, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"tar", tar.ErrHeader, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"asn1", asn1.SyntaxError{Msg: "data truncated"}, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"a line too long", bufio.ErrTooLong, verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"cut off", io.ErrUnexpectedEOF, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"short write", io.ErrShortWrite, verdict{fatal, taxonomy.CodeUnknown, answered}},
		// SMTP (RFC 5321 section 4.2) and other protocols of numbers.
		{"421", &textproto.Error{Code: 421, Msg: "4.7.0 try again later"}, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"450", &textproto.Error{Code: 450, Msg: "mailbox busy"}, verdict{transient, taxonomy.CodeBusy, no}},
		{"451", &textproto.Error{Code: 451, Msg: "local error in processing"}, verdict{transient, taxonomy.CodeUnavailable, no}},
		{"452", &textproto.Error{Code: 452, Msg: "insufficient system storage"}, verdict{transient, taxonomy.CodeOverloaded, no}},
		{"501", &textproto.Error{Code: 501, Msg: "syntax error in parameters"}, verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"535", &textproto.Error{Code: 535, Msg: "5.7.8 authentication credentials invalid"}, verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"550", &textproto.Error{Code: 550, Msg: "5.1.1 no such user"}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"552", &textproto.Error{Code: 552, Msg: "message size exceeds fixed maximum"}, verdict{input, taxonomy.CodeTooLarge, no}},
		{"553", &textproto.Error{Code: 553, Msg: "mailbox name not allowed"}, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"554", &textproto.Error{Code: 554, Msg: "transaction failed"}, verdict{fatal, taxonomy.CodeUnknown, no}},
		{"protocol", textproto.ProtocolError("short response"), verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		// The rest.
		{"rpc shut down", rpc.ErrShutdown, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"unsupported", errors.ErrUnsupported, verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"a bug, in words of a refusal", overrun(), verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"template", template.Must(template.New("a").Parse("{{.X.Y}}")).Execute(io.Discard, 5), verdict{fatal, taxonomy.CodeUnknown, answered}},
		// Several.
		{"a refusal beats what can be tried again", errors.Join(context.DeadlineExceeded, fs.ErrPermission), verdict{permission, taxonomy.CodeForbidden, unanswered}},
		{"two of a kind", errors.Join(dialTCP(syscall.ECONNREFUSED), dialTCP(syscall.ECONNREFUSED)), verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"one may have been done", errors.Join(dialTCP(syscall.ECONNREFUSED), io.ErrUnexpectedEOF), verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
		{"two wrapped", fmt.Errorf("%w after %w", fs.ErrNotExist, context.DeadlineExceeded), verdict{input, taxonomy.CodeFileNotFound, unanswered}},
		{"deep", fmt.Errorf("a: %w", fmt.Errorf("b: %w", fmt.Errorf("c: %w", &strconv.NumError{Func: "Atoi", Num: "x", Err: strconv.ErrSyntax}))), verdict{input, taxonomy.CodeInvalidFormat, no}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if tc.err == nil {
				t.Fatal("the expression makes no error")
			}
			tc.want.check(t, tc.err)
			tc.want.check(t, fmt.Errorf("step 2: %w", tc.err))
		})
	}
}

// negativeRoot is no number, which JSON has no word for.
func negativeRoot() float64 {
	var zero float64
	return zero / zero
}
