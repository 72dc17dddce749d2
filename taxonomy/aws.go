package taxonomy

// AWSError is what a service of AWS answered, for callers who hold it as data.
// Errors of the SDK are understood as they are.
type AWSError struct {
	Service, Operation string
	Status             int    // of HTTP; 0 where it is not known
	Code               string // such as "ThrottlingException"
	Message            string
	Fault              string // "client", "server" or ""
}

// Error returns "code: message".
func (e *AWSError) Error() string { return e.Code + ": " + e.Message }

func (e *AWSError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var awsLifters = []lifter{}
