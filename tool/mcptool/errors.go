package mcptool

import (
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/batchagent/batchagent/taxonomy"
)

func unreadable(format string, args ...any) error {
	return &taxonomy.Error{
		Class: taxonomy.Fatal, Code: taxonomy.CodeUnreadableAnswer, Message: fmt.Sprintf(format, args...),
		Applied: taxonomy.Answered, Basis: taxonomy.BasisDeclared,
	}
}

// unusable is the error of a server that cannot be used, whatever is called.
func unusable(code taxonomy.Code, text string) error {
	e := taxonomy.Errorf(taxonomy.Fatal, code, "%s", text)
	e.Scope, e.Applied = taxonomy.ScopeTool, taxonomy.No // no tool was called
	return e
}

var errClosed error = &taxonomy.Error{
	Class: taxonomy.Fatal, Code: taxonomy.CodeUnavailable, Message: "the MCP server is closed: Server.Close was called",
	Applied: taxonomy.No, Scope: taxonomy.ScopeTool, Basis: taxonomy.BasisDeclared,
}

// refusedError is a handshake that was answered with an error.
type refusedError struct {
	rpc *jsonrpc.Error
	err error
}

func (e *refusedError) Error() string { return "the MCP server is not ready: " + e.err.Error() }
func (e *refusedError) Unwrap() error { return e.err }

// newerOnly reports whether a server has refused initialize because it does
// not know it any more.
func newerOnly(err error) bool {
	const unsupportedVersion = -32022 // revision 2026-07-28
	e, ok := errors.AsType[*refusedError](err)
	return ok && (e.rpc.Code == jsonrpc.CodeMethodNotFound || e.rpc.Code == unsupportedVersion)
}
