package taxonomy

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"sync"
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
		deep: true,
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
		lift:  client(ruling{Transient, CodeRateLimited, Unanswered, ScopeTool}),
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

// awsNode is what liftAWS looks up of a type.
type awsNode struct {
	operation bool      // an OperationError
	answer    bool      // smithy's ResponseError
	fields    fieldList // of an OperationError ServiceID and OperationName, of a ResponseError Response and of the SDK's own ResponseError; CancellationReasons
	service   string    // whose package it is of
	fault     bool      // it has the method
}

// awsNodes remembers the *awsNode of each reflect.Type, nil where it is none.
//
//nolint:gochecknoglobals // a cache
var awsNodes sync.Map

func awsNodeOf(node error) *awsNode {
	t := reflect.TypeOf(node)
	if known, ok := awsNodes.Load(t); ok {
		n, _ := known.(*awsNode)
		return n
	}
	n := newAWSNode(node, t)
	awsNodes.Store(t, n)
	return n
}

func newAWSNode(node error, t reflect.Type) *awsNode {
	name := typeName(t)
	n := &awsNode{service: awsServiceOf(t)}
	n.operation = name == "github.com/aws/smithy-go.OperationError"
	n.answer = name == "github.com/aws/smithy-go/transport/http.ResponseError"
	_, coder := node.(errorCoder)
	_, withStatus := node.(statusCoder)
	switch {
	case n.operation:
		n.fields = structFields(t, "ServiceID", "OperationName")
	case n.answer:
		n.fields = structFields(t, "Response")
	case coder:
		n.fields = structFields(t, "CancellationReasons")
		m, ok := t.MethodByName("ErrorFault")
		n.fault = ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1
	case withStatus:
		n.fields = structFields(t, "ResponseError")
	default:
		return nil
	}
	return n
}

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
		k := awsNodeOf(n)
		next, more := unwrapOne(n)
		if k != nil {
			v := reflect.ValueOf(n)
			switch {
			case k.operation:
				e.Service, e.Operation = k.fields.text(v, 0), k.fields.text(v, 1)
			case k.answer:
				e.answer(k.fields.of(v, 0))
			}
			if c, ok := n.(statusCoder); ok && e.Status == 0 {
				e.Status = statusOfCoder(c)
				if more && e.Header == nil {
					if inner := awsNodeOf(next); inner == nil || !inner.answer {
						e.answer(field(field(v, "ResponseError"), "Response"))
					}
				}
			}
			if c, ok := n.(errorCoder); ok {
				e.code(c, k)
				found = true
				break
			}
		}
		if !more {
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

// code takes what the error of a service says.
func (e *AWSError) code(c errorCoder, k *awsNode) {
	e.Code = c.ErrorCode()
	if m, ok := c.(errorMessage); ok {
		e.Message = m.ErrorMessage()
	}
	v := reflect.ValueOf(c)
	if k.fault {
		e.blame = func() string { return faultOf(v) }
	}
	if k.fields[0] != nil {
		e.reasons(k.fields.of(v, 0))
	}
	if e.Service == "" {
		e.Service = k.service
	}
}

// answer takes the status and the headers of a smithy ResponseError's Response.
func (e *AWSError) answer(r reflect.Value) {
	if !r.IsValid() || r.Kind() != reflect.Pointer || r.IsNil() {
		return
	}
	if resp, ok := reflect.TypeAssert[*http.Response](field(r, "Response")); ok && resp != nil { //nolint:bodyclose // the library has read it
		e.Status, e.Header = resp.StatusCode, resp.Header
	}
}

// statusOfCoder: the method of one without an answer panics.
func statusOfCoder(c statusCoder) (status int) {
	defer func() { _ = recover() }()
	return c.HTTPStatusCode()
}

// faultOf reads smithy's ErrorFault: 1 is the server's, 2 the client's.
func faultOf(v reflect.Value) (fault string) {
	defer func() { _ = recover() }()
	if n := v.MethodByName("ErrorFault").Call(nil)[0]; n.CanInt() {
		switch n.Int() {
		case 1:
			return "server"
		case 2:
			return "client"
		}
	}
	return ""
}

// reasons appends what DynamoDB's TransactionCanceledException has beside its
// message, as the service writes it there.
func (e *AWSError) reasons(list reflect.Value) {
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
	return &cloudClientError{textOf(node), ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}}
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
		return &cloudClientError{textOf(node), ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}}
	case "RequestError", "ResponseTimeout", "MultipartUpload": // no answer
		row := ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}
		var op *net.OpError
		if errors.As(n.OrigErr(), &op) && op.Op == "dial" {
			row = ruling{Transient, CodeUnavailable, No, ScopeHost}
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
