package taxonomy

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
)

// awsLifters know the errors of aws-sdk-go-v2 and smithy-go, of the older SDK by
// its methods, and what either makes without an answer.
//
//nolint:gochecknoglobals // a table, never written
var awsLifters = []lifter{
	{
		types: []string{
			"github.com/aws/smithy-go.OperationError",
			"github.com/aws/smithy-go/transport/http.ResponseError",
			"github.com/aws/aws-sdk-go-v2/aws/transport/http.ResponseError",
			"github.com/aws/aws-sdk-go-v2/aws/retry.MaxAttemptsError",
		},
		can: (*interface {
			ErrorCode() string
			ErrorMessage() string
		})(nil),
		lift: liftAWS,
	},
	{types: []string{"github.com/aws/smithy-go.InvalidParamsError"}, lift: client(rowMissing)},
	{types: []string{"github.com/aws/smithy-go.SerializationError"}, lift: client(rowInvalid)},
	{types: []string{
		"github.com/aws/aws-sdk-go-v2/aws.MissingRegionError", "github.com/aws/aws-sdk-go-v2/aws.EndpointNotFoundError",
	}, lift: client(rowOperator)},
	{types: []string{"github.com/aws/aws-sdk-go-v2/aws/signer.SigningError"}, lift: client(rowLogin)},
	// The bucket of retries is empty: there was an attempt, and it failed.
	{
		types: []string{"github.com/aws/aws-sdk-go-v2/aws/ratelimit.QuotaExceededError"},
		lift:  client(statusRow{Transient, CodeRateLimited, Unanswered, ScopeTool}),
	},
	{can: (*interface{ CanceledError() bool })(nil), lift: liftAWSCanceled},
	{can: (*interface {
		Code() string
		Message() string
		OrigErr() error
	})(nil), lift: liftAWSv1},
}

type (
	errorCoder   interface{ ErrorCode() string }
	errorMessage interface{ ErrorMessage() string }
	statusCoder  interface{ HTTPStatusCode() int }
)

// liftAWS collects what the nodes from here on down say: the operation, the
// answer's status and headers, the code. Without an answer it says nothing, and
// the error of the network below is judged, unless the call came not even that
// far.
func liftAWS(node error) foreign {
	e := &AWSError{}
	found := false
	for n, depth := node, 0; n != nil && !isNil(n) && depth < maxDepth; depth++ {
		switch n.(type) { //nolint:errorlint // by node
		case *Error, *notSent, *PanicError:
			return nil // its author has the say
		}
		v := reflect.ValueOf(n)
		switch typeName(v.Type()) {
		case "github.com/aws/smithy-go.OperationError":
			e.Service, e.Operation = fieldString(v, "ServiceID"), fieldString(v, "OperationName")
		case "github.com/aws/smithy-go/transport/http.ResponseError":
			e.answer(v)
		}
		if c, ok := n.(statusCoder); ok && e.Status == 0 {
			e.Status = statusOfCoder(c)
			if r, ok := unwrapOne(n); ok && e.Header == nil && typeName(reflect.TypeOf(r)) != "github.com/aws/smithy-go/transport/http.ResponseError" {
				e.answer(field(v, "ResponseError"))
			}
		}
		if c, ok := n.(errorCoder); ok {
			e.Code, found = c.ErrorCode(), true
			if m, ok := n.(errorMessage); ok {
				e.Message = m.ErrorMessage()
			}
			e.fault(v)
			e.reasons(v)
			if e.Service == "" {
				e.Service = awsServiceOf(v.Type())
			}
			break
		}
		next, ok := unwrapOne(n)
		if !ok {
			break
		}
		n = next
	}
	switch {
	case found && (e.Code != "" || e.Status != 0):
		return e
	case e.Status >= 200 && e.Status < 300 && lostAnswer(node):
		return nil
	case e.Status != 0:
		return e
	case e.Operation != "" && strings.Contains(textOf(node), "get credentials: "):
		return &cloudClientError{textOf(node), rowLogin} // none could be had, so nothing was signed or sent
	}
	return nil
}

// answer takes the status and the headers of a smithy ResponseError.
func (e *AWSError) answer(v reflect.Value) {
	r := field(v, "Response")
	if !r.IsValid() || r.Kind() != reflect.Pointer || r.IsNil() {
		return
	}
	if resp, ok := field(r, "Response").Interface().(*http.Response); ok && resp != nil {
		e.Status, e.Header = resp.StatusCode, resp.Header
	}
}

// statusOfCoder: the method of one without an answer panics.
func statusOfCoder(c statusCoder) (status int) {
	defer func() { _ = recover() }()
	return c.HTTPStatusCode()
}

// fault reads smithy's ErrorFault: 1 is the server's, 2 the client's.
func (e *AWSError) fault(v reflect.Value) {
	m := v.MethodByName("ErrorFault")
	if !m.IsValid() || m.Type().NumIn() != 0 || m.Type().NumOut() != 1 {
		return
	}
	if fault := m.Call(nil)[0]; fault.CanInt() {
		switch fault.Int() {
		case 1:
			e.Fault = "server"
		case 2:
			e.Fault = "client"
		}
	}
}

// reasons appends what DynamoDB's TransactionCanceledException has beside its
// message, as the service writes it there.
func (e *AWSError) reasons(v reflect.Value) {
	list := field(v, "CancellationReasons")
	if list.Kind() != reflect.Slice {
		return
	}
	var names []string
	for i := range min(list.Len(), maxFields*2) { // a transaction has 100 items at most
		names = append(names, fieldString(list.Index(i), "Code"))
	}
	if len(names) > 0 {
		e.Message = strings.TrimSpace(e.Message + " [" + strings.Join(names, ", ") + "]")
	}
}

// awsServiceOf: ".../service/dynamodb/types" is the package of its errors.
func awsServiceOf(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	_, after, _ := strings.Cut(t.PkgPath(), "/aws-sdk-go-v2/service/")
	service, _, _ := strings.Cut(after, "/")
	return service
}

// lostAnswer reports whether the answer broke off, which the rules about the
// network judge.
func lostAnswer(node error) bool {
	var broken net.Error
	return errors.As(node, &broken) || errors.Is(node, io.ErrUnexpectedEOF)
}

// liftAWSCanceled: the SDK's words for a call that the caller stopped; one that
// the caller's deadline stopped is a timeout.
func liftAWSCanceled(node error) foreign {
	if errors.Is(node, context.DeadlineExceeded) || errors.Is(node, context.Canceled) {
		return nil // judged as such
	}
	if c, ok := node.(interface{ CanceledError() bool }); !ok || !c.CanceledError() {
		return nil
	}
	return &cloudClientError{textOf(node), statusRow{Fatal, CodeCanceled, Unanswered, ScopeItem}}
}

// liftAWSv1 reads an awserr.Error of aws-sdk-go, whose wrapped error no
// Unwrap shows.
func liftAWSv1(node error) foreign {
	n, ok := node.(interface {
		Code() string
		Message() string
		OrigErr() error
	})
	if !ok {
		return nil
	}
	e := &AWSError{Code: n.Code(), Message: n.Message()}
	if s, ok := node.(interface{ StatusCode() int }); ok {
		e.Status = s.StatusCode()
	}
	switch e.Code {
	case "RequestCanceled": // aws/request: CanceledErrorCode
		return &cloudClientError{textOf(node), statusRow{Fatal, CodeCanceled, Unanswered, ScopeItem}}
	case "RequestError", "ResponseTimeout", "MultipartUpload": // no answer
		row := statusRow{Transient, CodeConnectionReset, Unanswered, ScopeHost}
		var op *net.OpError
		if errors.As(n.OrigErr(), &op) && op.Op == "dial" {
			row = statusRow{Transient, CodeUnavailable, No, ScopeHost}
		}
		return &cloudClientError{textOf(node), row}
	case "NoCredentialProviders":
		return &cloudClientError{textOf(node), rowLogin}
	case "ParamRequiredError", "InvalidParameter", "MissingRegion":
		if e.Status == 0 {
			return &cloudClientError{textOf(node), rowInvalid}
		}
	}
	return e
}
