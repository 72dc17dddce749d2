package libtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	azruntime "github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	dynamodbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	s3types "github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/googleapis/gax-go/v2/apierror"
	"google.golang.org/api/googleapi"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
	kerrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/batchagent/batchagent/taxonomy"
)

// cloudCase is an error of a library and what it has to be taken for.
type cloudCase struct {
	name       string
	err        error
	class      taxonomy.Class
	code       taxonomy.Code
	applied    string // Word
	retryAfter time.Duration
}

func holdCloud(t *testing.T, cases []cloudCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for how, err := range map[string]error{
				"bare":    tc.err,
				"wrapped": fmt.Errorf("item 7: %w", tc.err),
				"joined":  errors.Join(fmt.Errorf("item 7: %w", tc.err)),
			} {
				e := taxonomy.Classify(err)
				if e.Class != tc.class || e.Code != tc.code || e.Applied.Word() != tc.applied || e.RetryAfter != tc.retryAfter {
					t.Errorf("%s: %s %s applied %s retry after %s, want %s %s %s %s\n  %v",
						how, e.Class, e.Code, e.Applied, e.RetryAfter, tc.class, tc.code, tc.applied, tc.retryAfter, err)
				}
			}
		})
	}
}

func withDetails(t *testing.T, c codes.Code, message string, details ...protoadapt.MessageV1) error {
	t.Helper()
	s, err := status.New(c, message).WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

func TestGRPC(t *testing.T) {
	t.Parallel()
	delay := &errdetails.RetryInfo{RetryDelay: durationpb.New(1500 * time.Millisecond)}
	holdCloud(t, []cloudCase{
		{"unavailable", status.Error(codes.Unavailable, "down"), taxonomy.Transient, taxonomy.CodeUnavailable, "maybe", 0},
		{"dial", status.Error(codes.Unavailable, `connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:1: connect: connection refused"`), taxonomy.Transient, taxonomy.CodeConnectionRefused, "no", 0},
		{"retry info", withDetails(t, codes.ResourceExhausted, "busy", delay), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 1500 * time.Millisecond},
		{"error info", withDetails(t, codes.InvalidArgument, "API key not valid", &errdetails.ErrorInfo{Reason: "API_KEY_INVALID", Domain: "googleapis.com"}), taxonomy.Permission, taxonomy.CodeUnauthenticated, "no", 0},
		{"error info of a day", withDetails(t, codes.ResourceExhausted, "no more", &errdetails.ErrorInfo{Reason: "RATE_LIMIT_EXCEEDED", Metadata: map[string]string{"quota_unit": "1/d/{project}"}}), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"quota failure", withDetails(t, codes.ResourceExhausted, "no more", &errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{Subject: "project:1", Description: "Requests per day"}}}), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"context", status.FromContextError(context.DeadlineExceeded).Err(), taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 0},
		{"context canceled", status.FromContextError(context.Canceled).Err(), taxonomy.Fatal, taxonomy.CodeCanceled, "maybe", 0},
		{"aborted", status.Error(codes.Aborted, "Transaction was aborted"), taxonomy.Transient, taxonomy.CodeSerializationFailure, "no", 0},
		{"internal", status.Error(codes.Internal, "boom"), taxonomy.Fatal, taxonomy.CodeServerError, "maybe", 0},
		{"no such code", status.Error(codes.Code(99), "?"), taxonomy.Fatal, taxonomy.CodeUnknown, "maybe", 0},
		{"two statuses, one permanent", errors.Join(status.Error(codes.Unavailable, "down"), status.Error(codes.NotFound, "order 7")), taxonomy.Fatal, taxonomy.CodeNotFound, "maybe", 0},
	})
	e := taxonomy.Classify(withDetails(t, codes.InvalidArgument, "bad", &errdetails.BadRequest{
		FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "order.qty", Description: "is required"}},
	}))
	if len(e.Fields) != 1 || e.Fields[0].Path != "/order/qty" || e.Fields[0].Code != taxonomy.CodeMissingField {
		t.Errorf("fields %+v", e.Fields)
	}
}

// TestGRPCCodes: the numbers and the names are those of the library.
func TestGRPCCodes(t *testing.T) {
	t.Parallel()
	for c := codes.OK; c <= codes.Unauthenticated; c++ {
		if got, ok := taxonomy.GRPCCode(c.String()); !ok || got != uint32(c) {
			t.Errorf("GRPCCode(%q) = %d, %t, want %d", c, got, ok, c)
		}
	}
}

func answer(code int, h http.Header) *smithyhttp.Response {
	return &smithyhttp.Response{Response: &http.Response{StatusCode: code, Header: h, Body: http.NoBody}}
}

func operation(service, op string, code int, h http.Header, err error) error {
	return &smithy.OperationError{ServiceID: service, OperationName: op, Err: &awshttp.ResponseError{
		RequestID: "r-1", ResponseError: &smithyhttp.ResponseError{Response: answer(code, h), Err: err},
	}}
}

func TestAWS(t *testing.T) {
	t.Parallel()
	generic := func(code, message string) error { return &smithy.GenericAPIError{Code: code, Message: message} }
	reasons := []dynamodbtypes.CancellationReason{{Code: aws.String("None")}, {Code: aws.String("ConditionalCheckFailed")}}
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	reset := &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	send := func(err error) error {
		return &smithyhttp.RequestSendError{Err: &url.Error{Op: "Put", URL: "https://s3.amazonaws.com/b/k", Err: err}}
	}
	holdCloud(t, []cloudCase{
		{"throttled", operation("DynamoDB", "Query", 400, nil, &dynamodbtypes.ThrottlingException{}), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"condition", &dynamodbtypes.ConditionalCheckFailedException{Message: aws.String("The conditional request failed")}, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"cancelled transaction", &dynamodbtypes.TransactionCanceledException{CancellationReasons: reasons}, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"limit of dynamodb by its package", &dynamodbtypes.LimitExceededException{}, taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"limit of iam", operation("IAM", "CreateUser", 409, nil, generic("LimitExceeded", "Cannot exceed quota")), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"no such bucket", operation("S3", "PutObject", 404, nil, &s3types.NoSuchBucket{}), taxonomy.InputError, taxonomy.CodeValidationFailed, "no", 0},
		{"no such bucket to delete", operation("S3", "DeleteBucket", 404, nil, &s3types.NoSuchBucket{}), taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"no such key", &s3types.NoSuchKey{}, taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"retry after", operation("S3", "PutObject", 503, http.Header{"Retry-After": {"3"}}, generic("SlowDown", "")), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 3 * time.Second},
		{"retry after in ms", operation("S3", "PutObject", 503, http.Header{"X-Amz-Retry-After": {"1500"}}, generic("SlowDown", "")), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 1500 * time.Millisecond},
		{"internal", operation("S3", "PutObject", 500, nil, generic("InternalError", "Please try again")), taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"gateway without a code", operation("S3", "PutObject", 502, nil, errors.New("not xml")), taxonomy.Transient, taxonomy.CodeUnavailable, "maybe", 0},
		{"unreadable success", operation("S3", "PutObject", 200, nil, &smithy.DeserializationError{Err: errors.New("invalid character 'x'")}), taxonomy.Fatal, taxonomy.CodeUnknown, "maybe", 0},
		{"success that broke off", operation("S3", "PutObject", 200, nil, &smithy.DeserializationError{Err: io.ErrUnexpectedEOF}), taxonomy.Transient, taxonomy.CodeConnectionReset, "maybe", 0},
		{"attempts used up", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: &retry.MaxAttemptsError{Attempt: 3, Err: generic("SlowDown", "")}}, taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"refused", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: send(dial)}, taxonomy.Transient, taxonomy.CodeConnectionRefused, "no", 0},
		{"reset", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: send(reset)}, taxonomy.Transient, taxonomy.CodeConnectionReset, "maybe", 0},
		{"canceled", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: &aws.RequestCanceledError{Err: context.Canceled}}, taxonomy.Fatal, taxonomy.CodeCanceled, "maybe", 0},
		{"canceled by a deadline", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: &aws.RequestCanceledError{Err: context.DeadlineExceeded}}, taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 0},
		{"canceled, nothing more", &smithy.CanceledError{}, taxonomy.Fatal, taxonomy.CodeCanceled, "maybe", 0},
		{"no credentials", &smithy.OperationError{ServiceID: "S3", OperationName: "PutObject", Err: fmt.Errorf("get identity: get credentials: %w", errors.New("failed to refresh cached credentials"))}, taxonomy.Permission, taxonomy.CodeUnauthenticated, "no", 0},
		{"parameters", paramsError(), taxonomy.InputError, taxonomy.CodeMissingField, "no", 0},
		{"no region", &aws.MissingRegionError{}, taxonomy.Fatal, taxonomy.CodeUnknown, "no", 0},
		{"retry quota", ratelimit.QuotaExceededError{Requested: 5}, taxonomy.Transient, taxonomy.CodeRateLimited, "maybe", 0},
		{"body timeout", &awshttp.ResponseTimeoutError{TimeoutDur: time.Second}, taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 0},
		{"response error without a response", &smithyhttp.ResponseError{Response: &smithyhttp.Response{}, Err: generic("NoSuchKey", "")}, taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
	})
}

func paramsError() error {
	e := smithy.InvalidParamsError{Context: "PutObjectInput"}
	e.Add(smithy.NewErrParamRequired("Bucket"))
	return e
}

// TestAWSRetryTables: what the SDK calls throttling and retryable is to be
// called again. The SDK's table is the reference, not ours.
func TestAWSRetryTables(t *testing.T) {
	t.Parallel()
	for code := range retry.DefaultThrottleErrorCodes {
		e := taxonomy.Classify(&smithy.GenericAPIError{Code: code})
		if e.Class != taxonomy.Transient || e.Applied != taxonomy.No {
			t.Errorf("%s: %s applied %s, want TRANSIENT and no", code, e.Class, e.Applied)
		}
	}
	for code := range retry.DefaultRetryableErrorCodes {
		if e := taxonomy.Classify(&smithy.GenericAPIError{Code: code}); e.Class != taxonomy.Transient {
			t.Errorf("%s: %s, want TRANSIENT", code, e.Class)
		}
	}
}

// TestAWSModeled: every error that the models of two services have is known
// by its code, a fault of the server may have happened, and one of the client
// did not.
func TestAWSModeled(t *testing.T) {
	t.Parallel()
	for _, err := range []smithy.APIError{
		&dynamodbtypes.BackupInUseException{}, &dynamodbtypes.BackupNotFoundException{}, &dynamodbtypes.ConditionalCheckFailedException{},
		&dynamodbtypes.ContinuousBackupsUnavailableException{}, &dynamodbtypes.DuplicateItemException{}, &dynamodbtypes.ExportConflictException{},
		&dynamodbtypes.ExportNotFoundException{}, &dynamodbtypes.GlobalTableAlreadyExistsException{}, &dynamodbtypes.GlobalTableNotFoundException{},
		&dynamodbtypes.IdempotentParameterMismatchException{}, &dynamodbtypes.ImportConflictException{}, &dynamodbtypes.ImportNotFoundException{},
		&dynamodbtypes.IndexNotFoundException{}, &dynamodbtypes.InternalServerError{}, &dynamodbtypes.InvalidExportTimeException{},
		&dynamodbtypes.InvalidRestoreTimeException{}, &dynamodbtypes.ItemCollectionSizeLimitExceededException{}, &dynamodbtypes.LimitExceededException{},
		&dynamodbtypes.PointInTimeRecoveryUnavailableException{}, &dynamodbtypes.PolicyNotFoundException{}, &dynamodbtypes.ProvisionedThroughputExceededException{},
		&dynamodbtypes.ReplicaAlreadyExistsException{}, &dynamodbtypes.ReplicaNotFoundException{}, &dynamodbtypes.ReplicatedWriteConflictException{},
		&dynamodbtypes.RequestLimitExceeded{}, &dynamodbtypes.ResourceInUseException{}, &dynamodbtypes.ResourceNotFoundException{},
		&dynamodbtypes.TableAlreadyExistsException{}, &dynamodbtypes.TableInUseException{}, &dynamodbtypes.TableNotFoundException{},
		&dynamodbtypes.ThrottlingException{}, &dynamodbtypes.TransactionCanceledException{}, &dynamodbtypes.TransactionConflictException{},
		&dynamodbtypes.TransactionInProgressException{},
		&s3types.AccessDenied{}, &s3types.BucketAlreadyExists{}, &s3types.BucketAlreadyOwnedByYou{}, &s3types.EncryptionTypeMismatch{},
		&s3types.IdempotencyParameterMismatch{}, &s3types.InvalidObjectState{}, &s3types.InvalidRequest{}, &s3types.InvalidWriteOffset{},
		&s3types.NoSuchBucket{}, &s3types.NoSuchKey{}, &s3types.NoSuchUpload{}, &s3types.NotFound{}, &s3types.ObjectAlreadyInActiveTierError{},
		&s3types.ObjectNotInActiveTierError{}, &s3types.TooManyParts{},
	} {
		e := taxonomy.Classify(err)
		if e.Basis != taxonomy.BasisCode || e.Code == taxonomy.CodeUnknown {
			t.Errorf("%T is not known: %s %s by %s", err, e.Class, e.Code, e.Basis)
		}
		if want := err.ErrorFault() != smithy.FaultServer; (e.Applied == taxonomy.No) != want {
			t.Errorf("%T: applied %s, and the fault is the %s's", err, e.Applied, err.ErrorFault())
		}
	}
}

func TestGoogle(t *testing.T) {
	t.Parallel()
	item := func(code int, reason, message string) *googleapi.Error {
		return &googleapi.Error{Code: code, Message: message, Errors: []googleapi.ErrorItem{{Reason: reason, Message: message}}}
	}
	read := func(code int, h http.Header, body string) error {
		return googleapi.CheckResponse(&http.Response{StatusCode: code, Header: h, Body: io.NopCloser(strings.NewReader(body))})
	}
	gax := func(err error) error {
		e, ok := apierror.FromError(err)
		if !ok {
			t.Fatalf("no APIError of %v", err)
		}
		return e
	}
	holdCloud(t, []cloudCase{
		{"rate as 403", item(403, "userRateLimitExceeded", "User Rate Limit Exceeded"), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"day as 403", item(403, "dailyLimitExceeded", "Daily Limit Exceeded"), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"quota", item(403, "quotaExceeded", "The request cannot be completed because you have exceeded your quota."), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"forbidden", item(403, "forbidden", "Forbidden"), taxonomy.Permission, taxonomy.CodeForbidden, "no", 0},
		{"not configured", item(403, "accessNotConfigured", "Access Not Configured"), taxonomy.Permission, taxonomy.CodeForbidden, "no", 0},
		{"not found", item(404, "notFound", "File not found: 1."), taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"precondition", item(412, "conditionNotMet", "Precondition Failed"), taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"backend", item(503, "backendError", "Backend Error"), taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"bare 500", &googleapi.Error{Code: 500}, taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"header", read(429, http.Header{"Retry-After": {"9"}}, "{}"), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 9 * time.Second},
		{"details", read(429, http.Header{}, `{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"4s"}]}}`), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 4 * time.Second},
		{"key in details", read(400, http.Header{}, `{"error":{"code":400,"message":"bad","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`), taxonomy.Permission, taxonomy.CodeUnauthenticated, "no", 0},
		{"gax of gRPC", gax(status.Error(codes.NotFound, "topic")), taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"gax of gRPC with a delay", gax(withDetails(t, codes.ResourceExhausted, "x", &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)})), taxonomy.Transient, taxonomy.CodeRateLimited, "no", time.Second},
		{"gax of HTTP, whose 409 it maps to ABORTED", gax(item(409, "duplicate", "Already Exists")), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, "no", 0},
	})
}

func TestAzure(t *testing.T) {
	t.Parallel()
	made := func(code int, h http.Header, body string) error {
		u := &url.URL{Scheme: "https", Host: "management.azure.com", Path: "/x"}
		return azruntime.NewResponseError(&http.Response{
			StatusCode: code, Status: http.StatusText(code), Header: h, Body: io.NopCloser(strings.NewReader(body)),
			Request: &http.Request{Method: http.MethodPut, URL: u},
		})
	}
	holdCloud(t, []cloudCase{
		{"literal", &azcore.ResponseError{ErrorCode: "BlobNotFound", StatusCode: 404}, taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"container", &azcore.ResponseError{ErrorCode: "ContainerNotFound", StatusCode: 404}, taxonomy.InputError, taxonomy.CodeValidationFailed, "no", 0},
		{"lease", &azcore.ResponseError{ErrorCode: "LeaseIdMissing", StatusCode: 412}, taxonomy.ResourceConflict, taxonomy.CodeLocked, "no", 0},
		{"etag", &azcore.ResponseError{ErrorCode: "ConditionNotMet", StatusCode: 412}, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"exists", &azcore.ResponseError{ErrorCode: "BlobAlreadyExists", StatusCode: 409}, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, "no", 0},
		{"key", &azcore.ResponseError{ErrorCode: "AuthenticationFailed", StatusCode: 403}, taxonomy.Permission, taxonomy.CodeUnauthenticated, "no", 0},
		{"busy", &azcore.ResponseError{ErrorCode: "ServerBusy", StatusCode: 503}, taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"timed out", &azcore.ResponseError{ErrorCode: "OperationTimedOut", StatusCode: 500}, taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 0},
		{"internal", &azcore.ResponseError{ErrorCode: "InternalError", StatusCode: 500}, taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"no code", &azcore.ResponseError{StatusCode: 429}, taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"cosmos retry with", &azcore.ResponseError{StatusCode: 449}, taxonomy.Transient, taxonomy.CodeSerializationFailure, "no", 0},
		{"headers", made(429, http.Header{"Retry-After": {"5"}}, `{"error":{"code":"TooManyRequests","message":"x"}}`), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 5 * time.Second},
		{"milliseconds", made(429, http.Header{"X-Ms-Retry-After-Ms": {"250"}}, `{"code":"429"}`), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 250 * time.Millisecond},
		{"cores", made(409, http.Header{}, `{"error":{"code":"OperationNotAllowed","message":"Operation could not be completed as it results in exceeding approved Total Regional Cores quota."}}`), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"scope lock", made(409, http.Header{}, `{"error":{"code":"ScopeLocked","message":"the scope is locked"}}`), taxonomy.ResourceConflict, taxonomy.CodeLocked, "no", 0},
	})
}

func TestKubernetes(t *testing.T) {
	t.Parallel()
	pods := schema.GroupResource{Resource: "pods"}
	terminating := kerrors.NewForbidden(pods, "web", errors.New("unable to create new content in namespace x because it is being terminated"))
	terminating.ErrStatus.Details.Causes = append(terminating.ErrStatus.Details.Causes, metav1.StatusCause{Type: "NamespaceTerminating"})
	holdCloud(t, []cloudCase{
		{"not found", kerrors.NewNotFound(pods, "web"), taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"exists", kerrors.NewAlreadyExists(pods, "web"), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, "no", 0},
		{"generated name", kerrors.NewGenerateNameConflict(pods, "web-", 1), taxonomy.Transient, taxonomy.CodeAlreadyExists, "no", time.Second},
		{"conflict", kerrors.NewConflict(pods, "web", errors.New("the object has been modified")), taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"apply conflict", kerrors.NewApplyConflict([]metav1.StatusCause{{Type: metav1.CauseTypeFieldManagerConflict, Field: ".spec.replicas"}}, "Apply failed"), taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, "no", 0},
		{"forbidden", kerrors.NewForbidden(pods, "web", errors.New("User \"bob\" cannot get")), taxonomy.Permission, taxonomy.CodeForbidden, "no", 0},
		{"quota", kerrors.NewForbidden(pods, "web", errors.New("exceeded quota: compute, requested: pods=1, used: pods=10, limited: pods=10")), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, "no", 0},
		{"terminating", terminating, taxonomy.ResourceConflict, taxonomy.CodeStateConflict, "no", 0},
		{"unauthorized", kerrors.NewUnauthorized("token expired"), taxonomy.Permission, taxonomy.CodeUnauthenticated, "no", 0},
		{"bad request", kerrors.NewBadRequest("timeout must be a number"), taxonomy.InputError, taxonomy.CodeValidationFailed, "no", 0},
		{"gone", kerrors.NewGone("no more"), taxonomy.Fatal, taxonomy.CodeNotFound, "no", 0},
		{"expired", kerrors.NewResourceExpired("too old resource version"), taxonomy.InputError, taxonomy.CodeOutOfRange, "no", 0},
		{"server timeout", kerrors.NewServerTimeout(pods, "list", 2), taxonomy.Transient, taxonomy.CodeUnavailable, "no", 2 * time.Second},
		{"timeout", kerrors.NewTimeoutError("took too long", 3), taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 3 * time.Second},
		{"too many", kerrors.NewTooManyRequests("slow", 4), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 4 * time.Second},
		{"too many, without a time", kerrors.NewTooManyRequestsError("slow"), taxonomy.Transient, taxonomy.CodeRateLimited, "no", 0},
		{"eviction", kerrors.NewTooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", 0), taxonomy.ResourceConflict, taxonomy.CodeStateConflict, "no", 0},
		{"unavailable", kerrors.NewServiceUnavailable("apiserver is shutting down"), taxonomy.Transient, taxonomy.CodeUnavailable, "maybe", 0},
		{"internal", kerrors.NewInternalError(errors.New("boom")), taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"method", kerrors.NewMethodNotSupported(pods, "patch"), taxonomy.Fatal, taxonomy.CodeUnsupported, "no", 0},
		{"too large", kerrors.NewRequestEntityTooLargeError("limit is 3145728"), taxonomy.InputError, taxonomy.CodeTooLarge, "no", 0},
		{"response 502", kerrors.NewGenericServerResponse(502, "POST", pods, "web", "bad gateway", 0, true), taxonomy.Transient, taxonomy.CodeServerError, "maybe", 0},
		{"response 504", kerrors.NewGenericServerResponse(504, "POST", pods, "web", "", 0, true), taxonomy.Transient, taxonomy.CodeTimeout, "maybe", 0},
		{"response 415", kerrors.NewGenericServerResponse(415, "PATCH", pods, "web", "x", 0, true), taxonomy.Fatal, taxonomy.CodeUnsupported, "no", 0},
		{"no kind", &meta.NoKindMatchError{GroupKind: schema.GroupKind{Kind: "Widget"}}, taxonomy.InputError, taxonomy.CodeValidationFailed, "no", 0},
		{"field", field.Invalid(field.NewPath("spec"), 1, "must be 2"), taxonomy.InputError, taxonomy.CodeValidationFailed, "no", 0},
		{"by value of no reason", &kerrors.StatusError{ErrStatus: metav1.Status{Code: 503}}, taxonomy.Transient, taxonomy.CodeUnavailable, "maybe", 0},
	})
	e := taxonomy.Classify(kerrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "web", field.ErrorList{field.Required(field.NewPath("spec", "containers").Index(0).Child("image"), "")}))
	if e.Class != taxonomy.InputError || e.Code != taxonomy.CodeMissingField || len(e.Fields) != 1 || e.Fields[0].Path != "/spec/containers/0/image" {
		t.Errorf("%s %s %+v", e.Class, e.Code, e.Fields)
	}
}
