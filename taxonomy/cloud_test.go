package taxonomy_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

func TestGRPCCode(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		want uint32
		ok   bool
	}{
		{"OK", 0, true},
		{"CANCELLED", 1, true},
		{"CANCELED", 1, true},
		{"Canceled", 1, true},
		{"RESOURCE_EXHAUSTED", 8, true},
		{"ResourceExhausted", 8, true},
		{"resource_exhausted", 8, true},
		{"UNAUTHENTICATED", 16, true},
		{"", 0, false},
		{"NOPE", 0, false},
	} {
		if got, ok := taxonomy.GRPCCode(tc.name); got != tc.want || ok != tc.ok {
			t.Errorf("GRPCCode(%q) = %d, %t, want %d, %t", tc.name, got, ok, tc.want, tc.ok)
		}
	}
}

func TestGRPCError(t *testing.T) {
	t.Parallel()
	if got := (&taxonomy.GRPCError{Code: 14, Message: "down"}).Error(); got != "rpc error: code = UNAVAILABLE desc = down" {
		t.Error(got)
	}
	delay := func(v any) []map[string]any {
		return []map[string]any{{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": v}}
	}
	for _, tc := range []struct {
		name    string
		code    uint32
		details []map[string]any
		want    time.Duration
	}{
		{"text", 14, delay("1.5s"), 1500 * time.Millisecond},
		{"object", 14, delay(map[string]any{"seconds": "2", "nanos": float64(5e8)}), 2500 * time.Millisecond},
		{"negative", 14, delay(map[string]any{"seconds": float64(-2)}), 0},
		{"too long for a duration", 14, delay(map[string]any{"seconds": 1e18}), 0},
		{"garbage", 14, delay([]any{1}), 0},
		{"not asked for", 14, nil, 0},
		{"the arguments are wrong, so no wait helps", 3, delay("1.5s"), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.Classify(&taxonomy.GRPCError{Code: tc.code, Message: "x", Details: tc.details})
			if e.RetryAfter != tc.want {
				t.Errorf("retry after %s, want %s", e.RetryAfter, tc.want)
			}
		})
	}
}

// TestRelayedDial: that a server could not reach another is no proof that ours
// did not reach it. Wherever the words stand but at the beginning, it may have
// happened.
func TestRelayedDial(t *testing.T) {
	t.Parallel()
	dial := `connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.1:1: connect: connection refused"`
	if e := taxonomy.Classify(&taxonomy.GRPCError{Code: 14, Message: dial}); e.Applied != taxonomy.No {
		t.Errorf("our own dial: applied %s", e.Applied)
	}
	for _, before := range []string{"stock service: ", "saved; notify: rpc error: code = Unavailable desc = ", "rpc error: code = Unavailable desc = "} {
		if e := taxonomy.Classify(&taxonomy.GRPCError{Code: 14, Message: before + dial}); e.Applied == taxonomy.No {
			t.Errorf("%q: applied no", before)
		}
	}
}

func TestAWSErrorByService(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		err   taxonomy.AWSError
		class taxonomy.Class
		code  taxonomy.Code
	}{
		{"limit of DynamoDB", taxonomy.AWSError{Service: "DynamoDB", Status: 400, Code: "LimitExceededException"}, taxonomy.Transient, taxonomy.CodeRateLimited},
		{"limit of KMS", taxonomy.AWSError{Service: "KMS", Status: 400, Code: "LimitExceededException"}, taxonomy.Fatal, taxonomy.CodeQuotaExhausted},
		{"limit of nobody knows whom", taxonomy.AWSError{Code: "LimitExceededException"}, taxonomy.Transient, taxonomy.CodeRateLimited},
		{"request to Secrets Manager", taxonomy.AWSError{Service: "Secrets Manager", Status: 400, Code: "InvalidRequestException"}, taxonomy.ResourceConflict, taxonomy.CodeStateConflict},
		{"request to Athena", taxonomy.AWSError{Service: "Athena", Status: 400, Code: "InvalidRequestException"}, taxonomy.InputError, taxonomy.CodeValidationFailed},
		{"table of an item", taxonomy.AWSError{Service: "DynamoDB", Operation: "PutItem", Status: 400, Code: "ResourceNotFoundException"}, taxonomy.InputError, taxonomy.CodeValidationFailed},
		{"table of a table", taxonomy.AWSError{Service: "DynamoDB", Operation: "DeleteTable", Status: 400, Code: "ResourceNotFoundException"}, taxonomy.Fatal, taxonomy.CodeNotFound},
		{"a row that is permanent beats one that waits", taxonomy.AWSError{Code: "TransactionCanceledException", Message: "[TransactionConflict, ConditionalCheckFailed]"}, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict},
		{"the state before the spelling", taxonomy.AWSError{Code: "InvalidDBClusterStateFault", Status: 400}, taxonomy.ResourceConflict, taxonomy.CodeStateConflict},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if e := taxonomy.Classify(&tc.err); e.Class != tc.class || e.Code != tc.code {
				t.Errorf("%s %s, want %s %s", e.Class, e.Code, tc.class, tc.code)
			}
		})
	}
}

// TestAWSServerSide: a 5xx never proves that nothing was done because its code's
// name merely looks like a refusal. Only codes that a table has do.
func TestAWSServerSide(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"WidgetNotFoundException", "InvalidWidgetException", "WidgetConflictException", "DependencyInternalException", "WidgetUnavailableException", "Nonsense", ""} {
		for _, status := range []int{500, 502, 503, 504} {
			e := taxonomy.Classify(&taxonomy.AWSError{Status: status, Code: code})
			if e.Applied == taxonomy.No {
				t.Errorf("%d %q: applied no", status, code)
			}
			if gateway := status == 502 || status == 504; gateway && e.Applied != taxonomy.Unanswered {
				t.Errorf("%d %q: applied %s, want unanswered", status, code, e.Applied)
			}
		}
	}
	if e := taxonomy.Classify(&taxonomy.AWSError{Status: 200, Code: ""}); e.Applied != taxonomy.Unanswered {
		t.Errorf("an answer that can't be read: applied %s", e.Applied)
	}
}

func TestAWSRetryAfter(t *testing.T) {
	t.Parallel()
	h := http.Header{"X-Amz-Retry-After": {"2500"}, "Retry-After": {"9"}}
	if e := taxonomy.Classify(&taxonomy.AWSError{Status: 503, Code: "SlowDown", Header: h}); e.RetryAfter != 2500*time.Millisecond {
		t.Errorf("retry after %s", e.RetryAfter)
	}
	if e := taxonomy.Classify(&taxonomy.AWSError{Status: 403, Code: "AccessDenied", Header: h}); e.RetryAfter != 0 {
		t.Errorf("denied, retry after %s", e.RetryAfter)
	}
}

// v1 has the methods of aws-sdk-go's awserr.RequestFailure, and no Unwrap.
type v1 struct {
	code   string
	status int
	orig   error
}

func (e v1) Error() string   { return e.code }
func (e v1) Code() string    { return e.code }
func (e v1) Message() string { return "" }
func (e v1) OrigErr() error  { return e.orig }
func (e v1) StatusCode() int { return e.status }

func TestOlderAWS(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err     v1
		class   taxonomy.Class
		applied taxonomy.Applied
	}{
		{v1{code: "SlowDown", status: 503}, taxonomy.Transient, taxonomy.No},
		{v1{code: "NoSuchKey", status: 404}, taxonomy.Fatal, taxonomy.No},
		{v1{code: "RequestError", orig: errors.New("reset")}, taxonomy.Transient, taxonomy.Unanswered},
		{v1{code: "RequestCanceled"}, taxonomy.Fatal, taxonomy.Unanswered},
		{v1{code: "NoCredentialProviders"}, taxonomy.Permission, taxonomy.No},
	} {
		if e := taxonomy.Classify(tc.err); e.Class != tc.class || e.Applied != tc.applied {
			t.Errorf("%s: %s applied %s, want %s %s", tc.err.code, e.Class, e.Applied, tc.class, tc.applied)
		}
	}
}

// oddStatus has a GRPCStatus method that is none of gRPC's.
type oddStatus struct{}

func (oddStatus) Error() string      { return "odd" }
func (oddStatus) GRPCStatus() string { return "x" }

func TestOddGRPCStatus(t *testing.T) {
	t.Parallel()
	if e := taxonomy.Classify(oddStatus{}); e.Class != taxonomy.Fatal || e.Code != taxonomy.CodeUnknown {
		t.Errorf("%s %s", e.Class, e.Code)
	}
}

func FuzzCloud(f *testing.F) {
	f.Add("InvalidInstanceID.NotFound", "EC2", "RunInstances", "x", 400, uint32(14))
	f.Add("com.amazonaws#A:http://x", "dynamodb", "", "[ValidationError]", 0, uint32(8))
	f.Add("ErrorFaultException", "", "", "per day", 503, uint32(99))
	f.Fuzz(func(t *testing.T, code, service, op, message string, status int, number uint32) {
		for _, err := range []error{
			&taxonomy.AWSError{Service: service, Operation: op, Status: status, Code: code, Message: message},
			&taxonomy.GRPCError{Code: number, Message: message, Details: []map[string]any{{"type": "google.rpc.ErrorInfo", "reason": code}, {"@type": service}}},
		} {
			if e := taxonomy.Classify(err); e == nil || e.Code == "" || e.RetryAfter != 0 {
				t.Errorf("%#v: %+v", err, e)
			}
		}
	})
}

// TestCloudLong: no text is read more often for being long.
func TestCloudLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("rpc error: quota etag ", 1<<17/22)
	start := time.Now()
	for code := range uint32(17) {
		_ = taxonomy.Classify(&taxonomy.GRPCError{Code: code, Message: long})
	}
	_ = taxonomy.Classify(&taxonomy.AWSError{Code: long, Service: long, Operation: long, Message: long, Status: 400})
	if took := time.Since(start); took > time.Second {
		t.Errorf("18 texts of 128 KiB took %s", took)
	}
}

// TestBeforeAnyStream: what gRPC's client says before it has a connection to
// send over, in its older words too.
func TestBeforeAnyStream(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]taxonomy.Applied{
		"received context error while waiting for new LB policy update: context deadline exceeded": taxonomy.No,
		"context deadline exceeded while waiting for connections to become ready":                  taxonomy.No,
		"context deadline exceeded": taxonomy.Unanswered,
		"stock: received context error while waiting for new LB policy update: context deadline exceeded": taxonomy.Unanswered,
	} {
		if e := taxonomy.Classify(&taxonomy.GRPCError{Code: 4, Message: message}); e.Applied != want || e.Class != taxonomy.Transient {
			t.Errorf("%s: %s, applied %s", message, e.Class, e.Applied)
		}
	}
	if e := taxonomy.Classify(&taxonomy.GRPCError{Code: 8, Message: "etcdserver: mvcc: database space exceeded"}); e.Applied != taxonomy.No || e.Class != taxonomy.Fatal {
		t.Errorf("no space in etcd: %s, applied %s", e.Class, e.Applied)
	}
}
