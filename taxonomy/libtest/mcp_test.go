package libtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestMCPErrors holds the lifter of JSON-RPC against the errors of the MCP SDK
// for Go, as they come out of a call and wrapped.
func TestMCPErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		err     error
		class   taxonomy.Class
		code    taxonomy.Code
		applied taxonomy.Applied
		after   time.Duration
	}{
		{"params", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "limit must be at most 100"}, taxonomy.InputError, taxonomy.CodeOutOfRange, taxonomy.No, 0},
		{"tool", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: `unknown tool "update_oder"`}, taxonomy.InputError, taxonomy.CodeUnknownTool, taxonomy.No, 0},
		{"method", &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "x"}, taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No, 0},
		{"internal", &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}, taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered, 0},
		{"data", &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "x", Data: json.RawMessage(`{"status":429,"retryAfter":2}`)}, taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No, 2 * time.Second},
		{"resource", mcp.ResourceNotFoundError("file:///orders.csv"), taxonomy.InputError, taxonomy.CodeFileNotFound, taxonomy.No, 0},
		{"elicitation", &jsonrpc.Error{Code: mcp.CodeURLElicitationRequired, Message: "x"}, taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, err := range []error{tt.err, fmt.Errorf(`calling "tools/call": %w`, tt.err), errors.Join(errors.New("x"), fmt.Errorf("y: %w", tt.err))} {
				e := taxonomy.Classify(err)
				if e.Class != tt.class || e.Code != tt.code || e.Basis != taxonomy.BasisCode || e.RetryAfter != tt.after {
					t.Errorf("%v\n got %s %s after %s (by %s)\nwant %s %s after %s", err, e.Class, e.Code, e.RetryAfter, e.Basis, tt.class, tt.code, tt.after)
				}
			}
			if e := taxonomy.Classify(tt.err); e.Applied != tt.applied {
				t.Errorf("applied %s, want %s", e.Applied, tt.applied)
			}
		})
	}
}
