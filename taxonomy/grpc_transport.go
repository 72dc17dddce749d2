package taxonomy

import (
	"strconv"
	"strings"
)

// grpcText is a text that a client library of gRPC writes itself, or a proxy on
// the way.
type grpcText struct {
	text    string
	code    Code
	applied Applied
}

// grpcUnsent are the beginnings of UNAVAILABLE that come before a request is on
// its way: grpc-go 1.85 (picker_wrapper.go, clientconn.go, resolver,
// internal/transport: dial and handshake, errStreamDrain, statusGoAway), the
// C core ("failed to connect", "DNS resolution failed") and Envoy (response
// flags UH, UO, UF). They count at the beginning only: a server that tells of
// its own refused connection was reached.
//
//nolint:gochecknoglobals // a table, never written
var grpcUnsent = []grpcText{
	{`connection error: desc = "transport: error while dialing`, CodeUnavailable, No},
	{`connection error: desc = "transport: authentication handshake failed`, CodeUnavailable, No},
	{`connection error: desc = "error reading server preface`, CodeUnavailable, No},
	{"name resolver error", CodeDNSFailure, No},
	{"dns: ", CodeDNSFailure, No},
	{"dns resolution failed", CodeDNSFailure, No},
	{"produced zero addresses", CodeDNSFailure, No},
	{"no children to pick from", CodeUnavailable, No},
	{"all subconns are in transientfailure", CodeUnavailable, No},
	{"no subconn", CodeUnavailable, No},
	{"subconn state is not ready", CodeUnavailable, No},
	{"failed to exit idle mode", CodeUnavailable, No},
	{"error parsing service config", CodeUnavailable, No},
	{"request dropped by", CodeUnavailable, No}, // grpclb
	{"the connection is draining", CodeUnavailable, No},
	{"the stream is rejected because server is draining", CodeUnavailable, No},
	{"failed to connect to all addresses", CodeUnavailable, No},
	{"failed to connect to remote host", CodeUnavailable, No},
	{"connections to all backends failing", CodeUnavailable, No},
	{"no connection established", CodeUnavailable, No},
	{"connection refused", CodeConnectionRefused, No},
	{"connect: connection refused", CodeConnectionRefused, No},
	{"dial tcp", CodeUnavailable, No},
	{"no healthy upstream", CodeUnavailable, No},
	{"upstream connect error or disconnect/reset before headers. reset reason: overflow", CodeOverloaded, No},
	{"upstream connect error or disconnect/reset before headers. reset reason: connection failure", CodeUnavailable, No},
	{"upstream connect error or disconnect/reset before headers. reset reason: remote connection failure", CodeUnavailable, No},
	{"upstream connect error or disconnect/reset before headers. reset reason: local connection failure", CodeUnavailable, No},
}

// grpcLost are parts of texts for a stream that broke when it may have been
// processed: grpc-go 1.85 (internal/transport), the C core (chttp2) and
// grpc-java. Google's own clients take those that come as INTERNAL or UNKNOWN
// for lost connections as well (IsRetryableInternalError in google-cloud-java,
// "Stream removed" in google-api-core).
//
//nolint:gochecknoglobals // a table, never written
var grpcLost = []grpcText{
	{"stream terminated by rst_stream", CodeConnectionReset, Unanswered},
	{"received rst stream", CodeConnectionReset, Unanswered},
	{"error reading from server", CodeConnectionReset, Unanswered},
	{"transport is closing", CodeConnectionReset, Unanswered},
	{"closing transport due to", CodeConnectionReset, Unanswered},
	{"keepalive ping failed", CodeConnectionReset, Unanswered},
	{"keepalive failed", CodeConnectionReset, Unanswered},
	{"keepalive watchdog timeout", CodeConnectionReset, Unanswered},
	{"socket closed", CodeConnectionReset, Unanswered},
	{"stream removed", CodeConnectionReset, Unanswered},
	{"connection reset", CodeConnectionReset, Unanswered},
	{"connection closed", CodeConnectionReset, Unanswered},
	{"broken pipe", CodeConnectionReset, Unanswered},
	{"goaway", CodeConnectionReset, Unanswered},
	{"endpoint read failed", CodeConnectionReset, Unanswered},
	{"endpoint closing", CodeConnectionReset, Unanswered},
	{"unexpected eos on data frame", CodeConnectionReset, Unanswered},
	{"half-closed without a status", CodeConnectionReset, Unanswered},
	{"server closed the stream without sending trailers", CodeConnectionReset, Unanswered},
	{"unexpected eof", CodeConnectionReset, Unanswered},
	{"upstream connect error or disconnect/reset", CodeConnectionReset, Unanswered},
	{"upstream request timeout", CodeTimeout, Unanswered},
	{"stream timeout", CodeTimeout, Unanswered},
	{"io exception", CodeConnectionReset, Unanswered},
	{"network closed for unknown reason", CodeConnectionReset, Unanswered},
	{"error reading server preface", CodeConnectionReset, Unanswered},
	{"transport: write", CodeConnectionReset, Unanswered},
}

//nolint:gochecknoglobals // of the table, never written after this
var grpcLostTexts = func() *textSet {
	var texts []string
	for _, known := range grpcLost {
		texts = append(texts, known.text)
	}
	return textSetOf(texts...)
}()

// transport judges texts that are the library's own, not the server's: v is
// settled then.
func (e *GRPCError) transport(v *Error) bool {
	switch e.Code {
	case grpcUnavailable, grpcInternal, grpcUnknown, grpcResourceExhausted, grpcCancelled, grpcDeadlineExceeded:
	default:
		return false
	}
	said := strings.ToLower(e.Message[:min(len(e.Message), maxLook)])
	if strings.HasPrefix(said, "rpc error: ") {
		return false // a server that passes on what it was told
	}
	switch e.Code {
	case grpcCancelled, grpcDeadlineExceeded:
		if neverConnected(said) {
			v.Applied = No
		}
		return true
	case grpcInternal, grpcUnknown:
		if messageUnreadable(v, said) {
			return true
		}
	case grpcUnavailable:
		if unsentRPC(v, said) {
			return true
		}
	}
	if status := httpStatusOf(said); status == 429 || status >= 500 {
		row := statusRowOf(status)
		v.Class, v.Code, v.Applied, v.Scope = row.class, row.code, row.applied, row.scope
		return true
	}
	if n := grpcLostTexts.in(said); n >= 0 && !strings.Contains(said, "rpc error: ") {
		v.Class, v.Code, v.Applied, v.Scope = Transient, grpcLost[n].code, grpcLost[n].applied, ScopeHost
		if strings.Contains(said, "error code: refused_stream") {
			v.Code, v.Applied = CodeUnavailable, No // RFC 9113 section 8.7: before any processing
		}
		return true
	}
	return false
}

// unsentRPC judges an UNAVAILABLE that came before the request was on its way.
func unsentRPC(v *Error, said string) bool {
	for cut := true; cut; {
		cut = false
		for _, before := range []string{"last connection error: ", "last resolver error: ", "latest balancer error: "} {
			if rest, ok := strings.CutPrefix(said, before); ok {
				said, cut = rest, true
			}
		}
	}
	for _, known := range grpcUnsent {
		if said == "" || said[0] != known.text[0] || !strings.HasPrefix(said, known.text) {
			continue
		}
		v.Code, v.Applied, v.Scope = known.code, No, ScopeHost
		switch {
		case strings.Contains(said, "x509: "), strings.Contains(said, "failed to verify certificate"):
			v.Class, v.Code = Fatal, CodeCertificateInvalid
		case strings.Contains(said, "does not look like a tls handshake"):
			v.Class, v.Code = Fatal, CodeUnsupported
		case strings.Contains(said, "connection refused"):
			v.Code = CodeConnectionRefused
		case strings.Contains(said, "no such host"), strings.Contains(said, "name resolution"):
			v.Code = CodeDNSFailure
		case strings.Contains(said, "i/o timeout"), strings.Contains(said, "timed out"), strings.Contains(said, "deadline exceeded"):
			v.Code = CodeTimeout
		}
		return true
	}
	return false
}

// neverConnected: grpc-go says that the time ran out in front of the picker,
// grpc-java that its only stream was waiting for a connection.
func neverConnected(said string) bool {
	if strings.HasPrefix(said, "latest balancer error: ") || strings.HasPrefix(said, "received context error while waiting for new lb policy update") || strings.HasSuffix(said, "while waiting for connections to become ready") {
		return true
	}
	return strings.Contains(said, "waiting_for_connection") && strings.Contains(said, "closed=[]") && !strings.Contains(said, "remote_addr")
}

// messageUnreadable: a message that cannot be encoded is the caller's fault if it is
// the request, one that cannot be decoded came as an answer (grpc-go
// rpc_util.go). The texts are the same on both sides of the wire, so neither
// proves that nothing happened.
func messageUnreadable(v *Error, said string) bool {
	switch {
	case strings.Contains(said, "grpc: error while marshaling"):
		if strings.Contains(said, "utf-8") {
			v.Class, v.Code = InputError, CodeInvalidFormat
		}
		return true
	case strings.Contains(said, "failed to unmarshal"), strings.Contains(said, "cardinality violation"),
		strings.Contains(said, "decompress"), strings.Contains(said, "unexpected payload format"):
		v.Code, v.Applied = CodeUnknown, Unanswered
		return true
	}
	return false
}

// httpStatusOf finds the status in what clients write when the other side does
// not speak gRPC: grpc-go ("unexpected HTTP status code received from server:
// 502 (Bad Gateway)"), grpc-java ("HTTP status code 502"), the C core
// ("Received http2 header with status: 502").
func httpStatusOf(said string) int {
	for _, before := range []string{"unexpected http status code received from server: ", "http status code ", "received http2 header with status: "} {
		_, rest, found := strings.Cut(said, before)
		if !found || len(rest) < 3 {
			continue
		}
		if status, err := strconv.Atoi(rest[:3]); err == nil {
			return status
		}
	}
	return 0
}
