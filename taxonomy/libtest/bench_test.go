package libtest_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	dynamodbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/lib/pq"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	kerrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/batchagent/batchagent/taxonomy"
)

// libraryErrors has what the libraries return, as they return it: AWS's in all
// of its wrappers.
func libraryErrors(tb testing.TB) map[string]error {
	tb.Helper()
	detailed, err := status.New(codes.ResourceExhausted, "too many requests").WithDetails(
		&errdetails.RetryInfo{RetryDelay: durationpb.New(3 * time.Second)},
		&errdetails.ErrorInfo{Reason: "RATE_LIMIT_EXCEEDED", Domain: "googleapis.com", Metadata: map[string]string{"quota_unit": "1/min/{project}"}},
	)
	if err != nil {
		tb.Fatal(err)
	}
	aError := &dynamodbtypes.ProvisionedThroughputExceededException{Message: aws.String("The level of configured provisioned throughput for the table was exceeded.")}
	answer := &smithyhttp.Response{Response: &http.Response{StatusCode: 400, Header: http.Header{"X-Amzn-Requestid": {"1"}}}}
	return map[string]error{
		"grpc":         status.Error(codes.Unavailable, "the service is warming up"),
		"grpc/details": detailed.Err(),
		"aws":          aError,
		"aws/operation": &smithy.OperationError{ServiceID: "DynamoDB", OperationName: "PutItem", Err: &retry.MaxAttemptsError{Attempt: 3, Err: &awshttp.ResponseError{
			RequestID: "1", ResponseError: &smithyhttp.ResponseError{Response: answer, Err: aError},
		}}},
		"kubernetes": kerrors.NewConflict(schema.GroupResource{Group: "apps", Resource: "deployments"}, "web", errors.New("the object has been modified")), //nolint:err113 // as its registry does
		"pgx":        fmt.Errorf("update: %w", &pgconn.PgError{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "57014", Message: "canceling statement due to statement timeout"}),
		"pq":         &pq.Error{Severity: "ERROR", Code: "40001", Message: "could not serialize access due to concurrent update"},
	}
}

// BenchmarkLibraries: what an error of a library costs.
func BenchmarkLibraries(b *testing.B) {
	for name, err := range libraryErrors(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = taxonomy.Classify(err)
			}
		})
	}
}
