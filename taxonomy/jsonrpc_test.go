package taxonomy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

func TestRPCError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		code  int64
		text  string
		data  string
		want  verdict
		after time.Duration
	}{
		{"parse", -32700, "x", "", verdict{input, taxonomy.CodeInvalidFormat, no}, 0},
		{"invalid request", -32600, "x", "", verdict{input, taxonomy.CodeValidationFailed, no}, 0},
		{"method", -32601, "order.update", "", verdict{fatal, taxonomy.CodeUnsupported, no}, 0},
		{"tool by -32601", -32601, "Unknown tool: x", "", verdict{input, taxonomy.CodeUnknownTool, no}, 0},
		{"tool by -32602", -32602, "Tool x not found", "", verdict{input, taxonomy.CodeUnknownTool, no}, 0},
		{"params stay params", -32602, "timed out must be a number; locked", "", verdict{input, "", no}, 0},
		{"internal", -32603, "Internal error", "", verdict{fatal, taxonomy.CodeUnknown, answered}, 0},
		{"internal, explained", -32603, "order is locked", "", verdict{conflict, taxonomy.CodeLocked, no}, 0},
		{"internal, with a code in text", -32603, "x: rpc error: code = Unauthenticated desc = y", "", verdict{permission, taxonomy.CodeUnauthenticated, no}, 0},
		{"status in data", -32603, "x", `{"status":429,"retryAfter":7}`, verdict{transient, taxonomy.CodeRateLimited, no}, 7 * time.Second},
		{"our code in data", -32603, "x", `{"code":"LOCKED"}`, verdict{conflict, taxonomy.CodeLocked, no}, 0},
		{"milliseconds", -32000, "rate limited", `{"retry_after_ms":1500}`, verdict{transient, taxonomy.CodeRateLimited, no}, 1500 * time.Millisecond},
		{"no wait for what time does not mend", -32000, "permission denied", `{"retryAfter":7}`, verdict{permission, taxonomy.CodeForbidden, no}, 0},
		{"closed", -32000, "Connection closed", "", verdict{transient, taxonomy.CodeConnectionReset, unanswered}, 0},
		{"timeout", -32001, "Request timed out", "", verdict{transient, taxonomy.CodeTimeout, unanswered}, 0},
		{"a file", -32002, "Resource not found", `{"uri":"file:///x"}`, verdict{input, taxonomy.CodeFileNotFound, no}, 0},
		{"a record", -32002, "Resource not found", `{"uri":"order://1"}`, verdict{fatal, taxonomy.CodeNotFound, no}, 0},
		{"elicitation", -32042, "x", "", verdict{permission, taxonomy.CodeUnauthenticated, no}, 0},
		{"canceled", -32800, "x", "", verdict{fatal, taxonomy.CodeCanceled, unanswered}, 0},
		{"modified", -32801, "x", "", verdict{conflict, taxonomy.CodeVersionConflict, no}, 0},
		{"status as code", 503, "x", "", verdict{transient, taxonomy.CodeUnavailable, answered}, 0},
		{"a server's own", -32077, "x", "", verdict{fatal, taxonomy.CodeUnknown, answered}, 0},
		{"garbage in data", -32603, "x", `{"status":`, verdict{fatal, taxonomy.CodeUnknown, answered}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := error(&taxonomy.RPCError{Code: tt.code, Message: tt.text, Data: json.RawMessage(tt.data)})
			for _, err := range []error{err, fmt.Errorf("calling: %w", err), errors.Join(err, errors.New("and so on"))} {
				e := taxonomy.Classify(err)
				if e.Class != tt.want.class || tt.want.code != "" && e.Code != tt.want.code || e.Applied > tt.want.applied {
					t.Errorf("%T: %s %s, applied %s; want %+v", err, e.Class, e.Code, e.Applied, tt.want)
				}
				if e.RetryAfter != tt.after {
					t.Errorf("%T: retry after %s, want %s", err, e.RetryAfter, tt.after)
				}
			}
			tt.want.code = taxonomy.Classify(err).Code
			tt.want.check(t, err)
		})
	}
}

// ethereum has the methods of go-ethereum's rpc.DataError.
type ethereum struct{}

func (ethereum) Error() string  { return "limit exceeded" }
func (ethereum) ErrorCode() int { return -32005 }
func (ethereum) ErrorData() any { return map[string]any{"retryAfter": 3} }

// coded has a code of who knows what.
type coded struct{}

func (coded) Error() string  { return "odd" }
func (coded) ErrorCode() int { return 429 }

func TestRPCErrorByMethods(t *testing.T) {
	t.Parallel()
	if e := taxonomy.Classify(ethereum{}); e.Code != taxonomy.CodeRateLimited || e.RetryAfter != 3*time.Second {
		t.Errorf("%s, retry after %s", e.Code, e.RetryAfter)
	}
	unknown.check(t, coded{})
}

// TestMCPResults: what a tool says that failed, in the dialects of servers.
func TestMCPResults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, result string
		want         verdict
	}{
		{"the last block", `{"isError":true,"content":[{"type":"text","text":"failed"},{"type":"text","text":"order is locked"}]}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{"a resource", `{"isError":true,"content":[{"type":"resource","resource":{"text":"order is locked"}}]}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{"structured", `{"isError":true,"content":[],"structuredContent":{"error":{"code":"FORBIDDEN","message":"x"}}}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{"JSON in the text", `{"isError":true,"content":[{"type":"text","text":"{\"status\":423,\"message\":\"x\"}"}]}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{"zod 3", `{"isError":true,"content":[{"type":"text","text":"[{\"code\":\"invalid_type\",\"received\":\"undefined\",\"path\":[\"a\",0],\"message\":\"Required\"}]"}]}`, verdict{input, taxonomy.CodeMissingField, no}},
		{"zod 4 in an MCP error", `{"isError":true,"content":[{"type":"text","text":"MCP error -32602: Invalid arguments for tool x: [{\"code\":\"unrecognized_keys\",\"path\":[],\"message\":\"y\"}]"}]}`, verdict{input, taxonomy.CodeUnknownField, no}},
		{"reads like a success", `{"isError":true,"content":[{"type":"text","text":"Done"}]}`, unknown},
		{"says nothing", `{"isError":true,"content":[]}`, unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, taxonomy.FromResult(tt.result))
		})
	}
	for _, result := range []string{
		`{"isError":false,"content":[{"type":"text","text":"Error: none left to mend"}]}`, `{"content":[{"type":"text","text":"0 errors"}]}`, `{"content":[],"structuredContent":{"state":"failed"}}`,
	} {
		if err := taxonomy.FromResult(result); err != nil {
			t.Errorf("%s: %v", result, err)
		}
	}
	e := taxonomy.Classify(taxonomy.FromResult(`{"isError":true,"content":[{"type":"text","text":"[{\"code\":\"too_big\",\"path\":[\"lines\",2,\"a/b\"],\"message\":\"too big\"}]"}]}`))
	if len(e.Fields) != 1 || e.Fields[0].Path != "/lines/2/a~1b" || e.Fields[0].Code != taxonomy.CodeOutOfRange {
		t.Errorf("fields %+v", e.Fields)
	}
}
