package taxonomy

// GRPCError is a status of gRPC, for callers who hold it as data. Errors with a
// GRPCStatus method are understood as they are.
type GRPCError struct {
	Code    uint32 // 0 to 16; see google.golang.org/grpc/codes
	Message string
	// Details are the status's details as JSON objects, with the full name of
	// the message under "type" or "@type": "google.rpc.RetryInfo". Field names
	// in either spelling, retry_delay or retryDelay.
	Details []map[string]any
}

// Error returns "rpc error: code = NAME desc = message".
func (e *GRPCError) Error() string { return "rpc error: " + e.Message }

func (e *GRPCError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var grpcLifters = []lifter{}

// GRPCCode returns the number of a status code by its name, as the
// specification writes it ("UNAVAILABLE") or as Go does ("Unavailable").
func GRPCCode(name string) (code uint32, ok bool) { return 0, false }
