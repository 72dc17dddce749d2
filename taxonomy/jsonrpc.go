package taxonomy

import (
	"encoding/json"
	"strconv"
)

// RPCError is the error object of a JSON-RPC 2.0 answer, as MCP servers send
// it.
type RPCError struct {
	Code    int64
	Message string
	Data    json.RawMessage // nil where there is none
}

// Error returns "JSON-RPC error -32602: message".
func (e *RPCError) Error() string {
	return "JSON-RPC error " + strconv.FormatInt(e.Code, 10) + ": " + e.Message
}

func (e *RPCError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var jsonrpcLifters = []lifter{}
