package taxonomy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestCodesInText: codes count where libraries print them, with what they prove.
func TestCodesInText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want verdict
	}{
		{"rpc error: code = PermissionDenied desc = the order is not yours", verdict{permission, taxonomy.CodeForbidden, no}},
		{"rpc error: code = DeadlineExceeded desc = x", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"MCP error -32601: Method not found", verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"IntegrityError: 1062 (23000): x", verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{"pq: x (40P01)", verdict{transient, taxonomy.CodeDeadlock, no}},
		{"ReplyError: NOAUTH x", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"an order of BUSY people", unknown},
		{"An error occurred (AccessDenied) when calling the GetObject operation: x", verdict{permission, taxonomy.CodeForbidden, no}},
		{"operation error S3: GetObject, https response error StatusCode: 403, RequestID: 1, api error AccessDenied: x", verdict{permission, taxonomy.CodeForbidden, no}},
		{"[Errno 13] x", verdict{permission, taxonomy.CodeForbidden, no}},
		{"[Errno 61] x", verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"[Errno -2] x", verdict{transient, taxonomy.CodeDNSFailure, no}},
		{"connect ETIMEDOUT 10.0.0.7:443", verdict{transient, taxonomy.CodeTimeout, no}},
		{"ETIMEDOUT", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"connect ECONNRESET", verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"spawn git ENOENT", verdict{fatal, taxonomy.CodeCommandNotFound, no}},
		{"dial tcp 10.0.0.7:443: i/o timeout", verdict{transient, taxonomy.CodeTimeout, no}},
		{"read tcp 10.0.0.2:5->10.0.0.7:443: read: connection refused", verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
		{`Post "https://x.test/": EOF`, verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"read header: EOF", unknown},
		{"remote error: tls: bad certificate", verdict{permission, taxonomy.CodeUnauthenticated, unanswered}},
		{"curl: (7) x", verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"net::ERR_CERT_AUTHORITY_INVALID", verdict{fatal, taxonomy.CodeCertificateInvalid, no}},
		{"Win32 error 32", verdict{conflict, taxonomy.CodeLocked, no}},
		{"HRESULT: 0x80070002", verdict{input, taxonomy.CodeFileNotFound, no}},
		{"java.net.SocketTimeoutException: connect timed out", verdict{transient, taxonomy.CodeTimeout, no}},
		{"java.net.SocketTimeoutException: x", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"the class StaleDataError is odd", unknown},
		{"run: signal: killed", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		// One of two attempts was sent, or something was done before.
		{"write tcp a->b: broken pipe; then dial tcp 10.0.0.7:443: connect: connection refused", verdict{transient, taxonomy.CodeConnectionRefused, unanswered}},
		{"order created but the mail was not sent: connect ECONNREFUSED", verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		// In quotation marks a code is a name.
		{`note "ECONNREFUSED" is invalid`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{`{"why":"rpc error: code = Unauthenticated desc = x"}`, verdict{permission, taxonomy.CodeUnauthenticated, no}},
	} {
		t.Run(tt.text[:min(len(tt.text), 60)], func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, errors.New(tt.text))
		})
	}
}

// TestDenials: what is denied, or names a setting, is not said.
func TestDenials(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"the client was not rate limited", "it is no longer rate limited", "it wasn't throttled", "there was no timeout", "without rate limiting",
		"not a conflict", "der Auftrag ist nicht gesperrt", "el pedido no está bloqueado", "la commande n'est pas verrouillée", "o pedido não está bloqueado",
		"订单未被锁定", "没有重复", "重複はありません", "중복되지 않았습니다", "forbidden city", "unauthorized_uris",
	} {
		unknown.check(t, errors.New(text))
	}
	for _, text := range []string{"request timeout must be set", "rate limit value is required", "the lock timeout setting is missing", "锁定时间不能为空", "タイムアウト値は必須です"} {
		verdict{input, taxonomy.CodeMissingField, no}.check(t, errors.New(text))
	}
	// A denial ends with its clause, and some phrases begin with one.
	verdict{transient, taxonomy.CodeRateLimited, no}.check(t, errors.New("did not work, rate limited"))
	verdict{permission, taxonomy.CodeForbidden, no}.check(t, errors.New("you have no permission"))
}

// TestSpellings: accents and umlauts may be missing, characters traditional, and
// spaces anywhere in Korean.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]verdict{
		"CONEXION RECHAZADA":       {transient, taxonomy.CodeConnectionRefused, no},
		"conexio\u0301n rechazada": {transient, taxonomy.CodeConnectionRefused, no},
		"Zeitueberschreitung":      {transient, taxonomy.CodeTimeout, unanswered},
		"Zeituberschreitung":       {transient, taxonomy.CodeTimeout, unanswered},
		"權限不足":                     {permission, taxonomy.CodeForbidden, no},
		"訂單已被鎖定":                   {conflict, taxonomy.CodeLocked, no},
		"권한이없습니다":                  {permission, taxonomy.CodeForbidden, no},
		"권한이 없습니다":                 {permission, taxonomy.CodeForbidden, no},
	} {
		want.check(t, errors.New(text))
	}
}

// TestCodesAreTotal: nothing that looks like the beginning of a code breaks the
// reading of it, nor makes it go round.
func TestCodesAreTotal(t *testing.T) {
	t.Parallel()
	for start := range strings.FieldsSeq("rpc mcp occurred api service code errno dial connectex read write x509 tls curl winerror win32 system exit exited signal (23505) (HY000) ERR BUSY err_x und_err_x ENOENT WSAECONNRESET 0x80070005 ValueError") {
		for _, rest := range []string{"", " ", ":", " error", " error ", " error code", " error code = ", " error (", " (", " -", " tcp", " status", " status 75", " with code 137", " (28)", " (28", " (1) curl: (1) x", " 5", ": <Code>", ">", " error: code = Unavailable desc ="} {
			for _, before := range []string{"", "error ", "(", "<", "x "} {
				if e := taxonomy.Classify(errors.New(before + start + rest)); e == nil {
					t.Error("nil")
				}
			}
		}
	}
}
