package taxonomy

import (
	"net/http"
	"strings"
	"time"
)

// AWSError is what a service of AWS answered, for callers who hold it as data.
// Errors of the SDK are understood as they are.
type AWSError struct {
	Service, Operation string
	Status             int    // of HTTP; 0 where it is not known
	Code               string // such as "ThrottlingException"
	Message            string
	Fault              string // "client", "server" or ""
	// Header is that of the answer, for how long it asks to wait; nil is fine.
	Header http.Header `json:"-"`

	blame func() string // asks the SDK's error for Fault, where that was left to it
}

func (e *AWSError) fault() string {
	if e.Fault == "" && e.blame != nil {
		e.Fault = e.blame()
	}
	return e.Fault
}

// Error returns "code: message".
func (e *AWSError) Error() string { return e.Code + ": " + e.Message }

func (e *AWSError) judge() *Error {
	if e.Code == "" && e.Status == 0 {
		return nil
	}
	v := &Error{Basis: BasisCode, Message: e.Message, Context: map[string]any{}}
	if e.Status != 0 {
		v.Context["status"] = e.Status
	}
	if e.Code != "" {
		v.Context["code"] = Clean(e.Code)
	}
	name := cloudName(e.Code)
	v.set(e.row(name))
	e.refine(v, name)
	if v.Class == Transient || v.Class == ResourceConflict {
		v.RetryAfter = awsRetryAfter(e.Header)
	}
	return v
}

// row looks from the most specific to the least: what one service means by a
// code, what all mean, what the parts of the name say, the status, the fault.
func (e *AWSError) row(name string) ruling {
	if row, ok := awsOfService[e.service()+"/"+name]; ok {
		return row
	}
	if row, ok := e.notFound(name); ok {
		return row
	}
	if row, ok := awsCodes[name]; ok {
		return row
	}
	if row, ok := cloudRow(name); ok {
		if row == rowUnavailable && (e.Status >= 400 && e.Status < 500 || e.fault() == "client") {
			row = rowState // what is unavailable is the target, not the service
		}
		if e.Status >= 500 && row != rowThrottled {
			row.applied = min(row.applied, Answered) // it is a name that looks like a refusal
			if row.class == InputError {
				row.class, row.code = Fatal, CodeUnknown
			}
		}
		if e.Status == http.StatusBadGateway || e.Status == http.StatusGatewayTimeout {
			row.applied = min(row.applied, Unanswered)
		}
		return row
	}
	switch {
	case e.Status >= 200 && e.Status < 300:
		return ruling{Fatal, CodeUnknown, Unanswered, ScopeItem} // it was done, and the answer can't be read
	case e.Status == http.StatusBadRequest: // which most services send for everything: its words may tell
		if said := wordsOf(e.Message); said != nil && (said.Class == ResourceConflict || said.Class == Permission || said.Code == CodeNotFound) {
			return ruling{said.Class, said.Code, No, ScopeTarget}
		}
		return rowInvalid
	case e.Status >= 300:
		return statusRowOf(e.Status)
	case e.fault() == "server":
		return rowServerError
	}
	return ruling{Fatal, CodeUnknown, Answered, ScopeItem}
}

//nolint:gochecknoglobals // never written
var serviceSpelling = strings.NewReplacer(" ", "", "-", "", "_", "")

// service makes one spelling of a service's name: "Secrets Manager" and
// "SecretsManager" are secretsmanager, as its package is called.
func (e *AWSError) service() string {
	name := strings.ToLower(serviceSpelling.Replace(e.Service[:min(len(e.Service), 64)]))
	name = strings.TrimPrefix(strings.TrimPrefix(name, "amazon"), "aws")
	switch {
	case strings.HasPrefix(name, "cognito"):
		return "cognito"
	case name == "stepfunctions", name == "states":
		return "sfn"
	case name == "iam", name == "identityandaccessmanagement":
		return "iam"
	case strings.HasPrefix(name, "ses"), name == "simpleemailservice":
		return "ses"
	}
	return name
}

// notFound decides whether what does not exist is the record that the call is
// about, or a name in its arguments: the item is put into a table, but it is
// the table that is deleted. The operation's name ends in what it is about.
func (e *AWSError) notFound(name string) (ruling, bool) {
	noun := awsContainers[name]
	switch {
	case noun != "":
	case name == "resourcenotfound" && e.service() == "dynamodb":
		noun = "Table"
	case name == "resourcenotfound" && e.service() == "kinesis":
		noun = "Stream"
	case strings.HasPrefix(name, "invalid") && strings.HasSuffix(name, ".notfound"): // EC2
		return e.notFoundEC2(strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "invalid"), ".notfound"), "id")), true
	default:
		return ruling{}, false
	}
	if e.about(noun) {
		return rowNotFound, true
	}
	return rowNameNotFound, true
}

// about reports whether the operation's name is a verb and the noun.
func (e *AWSError) about(noun string) bool {
	op := e.Operation
	for _, end := range []string{noun, noun + "s", noun + "Url", noun + "Attributes", noun + "Summary", noun + "Status", noun + "TimeToLive"} {
		if strings.HasSuffix(op, end) {
			return true
		}
	}
	return noun == "Table" && (strings.HasSuffix(op, "TimeToLive") || strings.HasSuffix(op, "ContinuousBackups"))
}

func (e *AWSError) notFoundEC2(thing string) ruling {
	if thing == "ami" {
		thing = "image"
	}
	if e.Operation == "" || strings.Contains(strings.ToLower(e.Operation), thing) {
		return rowNotFound
	}
	return rowNameNotFound
}

// refine reads the message where one code has different causes.
func (e *AWSError) refine(v *Error, name string) {
	switch name {
	case "transactioncanceled":
		v.set(canceledTransaction(e.Message))
		return
	case "limitexceeded":
		e.limitExceeded(v)
		return
	case "validation", "invalidparameter", "invalidparametervalue", "invalidparametercombination", "invalidrequest", "invalidinput", "invalidargument",
		"client", "badrequest", "user", "missingparameter":
		if v.Class == InputError {
			e.refused(v)
		}
		return
	case "notauthorized", "userdisabled":
		if said := wordsOf(e.Message); said != nil && said.Code == CodeAccountLocked {
			v.Code = CodeAccountLocked
		}
		return
	}
	if v.Code == CodeRateLimited && quotaOf(e.Message) == quotaSpent { // SES: "Daily message quota exceeded"
		v.limit(quotaSpent)
	}
}

// refused reads a validation error. CloudFormation uses its own for every
// state of a stack, and other services for names that do not exist.
func (e *AWSError) refused(v *Error) {
	if e.service() == "cloudformation" || e.Service == "" {
		message := e.Message[:min(len(e.Message), maxLook)]
		switch {
		case strings.Contains(message, "No updates are to be performed"),
			strings.Contains(message, "_IN_PROGRESS"), strings.Contains(message, "_FAILED state"), strings.Contains(message, "_COMPLETE state"), strings.Contains(message, "state and can not be"):
			v.set(rowState)
			return
		case strings.HasPrefix(message, "Stack") && strings.HasSuffix(message, "does not exist"):
			v.set(rowNotFound)
			return
		}
	}
	code := v.Code
	refineInput(v, errorDocument{}, read(e.Message))
	if v.Class == Fatal { // a host's name among the arguments
		v.set(rowInvalid)
	}
	if code == CodeMissingField {
		v.Code = code
	}
	tooLargeWords(v, e.Message)
}

// canceledTransaction reads DynamoDB's reasons, which stand in brackets, one an
// item: "[None, ConditionalCheckFailed]" (API reference,
// TransactionCanceledException). All of it was rolled back. What time does not
// heal decides.
func canceledTransaction(message string) ruling {
	for _, known := range []struct {
		reason string
		row    ruling
	}{
		{"AccessDenied", rowForbidden},
		{"ValidationError", rowInvalid},
		{"ItemCollectionSizeLimitExceeded", rowQuota},
		{"ConditionalCheckFailed", rowVersion},
		{"DuplicateItem", rowExists},
		{"ProvisionedThroughputExceeded", rowThrottled},
		{"ThrottlingError", rowThrottled},
		{"RequestLimitExceeded", rowThrottled},
		{"TransactionConflict", rowLostRace},
	} {
		if strings.Contains(message, known.reason) {
			return known.row
		}
	}
	return rowState
}

// limitExceeded: the SDK's retry table has the code as one of throttling, which
// it is in DynamoDB, Kinesis and Cognito; in most other services it is a quota
// that somebody has to raise.
func (e *AWSError) limitExceeded(v *Error) {
	switch kind := quotaOf(e.Message); {
	case kind != quotaUnclear:
		v.limit(kind)
		return
	case e.Status == http.StatusConflict: // IAM
		v.limit(quotaSpent)
		return
	}
	switch e.service() {
	case "", "dynamodb", "kinesis", "cognito":
		v.limit(quotaRate)
	default:
		v.limit(quotaSpent)
	}
}

// awsRetryAfter reads Retry-After, and x-amz-retry-after in milliseconds
// (aws-sdk-go-v2 aws/retry/middleware.go).
func awsRetryAfter(h http.Header) time.Duration {
	if !namesWait(h) {
		return 0
	}
	if wait, ok := number(header(h, "X-Amz-Retry-After"), time.Millisecond); ok {
		return wait
	}
	return RetryAfter(h, time.Time{})
}
