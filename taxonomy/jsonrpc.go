package taxonomy

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
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

// rpcRow is what a code says. firm: the words may say which kind of it, and no
// other class; else they are asked first.
type rpcRow struct {
	ruling
	firm bool
}

// Codes of JSON-RPC 2.0 section 5.1, of the Model Context Protocol (revisions
// 2025-06-18 and 2025-11-25, and what its SDKs add), of LSP 3.17 (ErrorCodes) and
// of EIP-1474.
const (
	rpcParse            = -32700
	rpcInvalidRequest   = -32600
	rpcNoMethod         = -32601
	rpcInvalidParams    = -32602
	rpcInternal         = -32603
	rpcConnectionClosed = -32000 // typescript-sdk; else the first of those that servers define
	rpcRequestTimeout   = -32001 // typescript-sdk; elsewhere "unauthorized", "session not found"
	rpcNoResource       = -32002
)

//nolint:gochecknoglobals // a table, never written
var rpcCodes = map[int64]rpcRow{
	rpcParse:          {ruling{InputError, CodeInvalidFormat, No, ScopeItem}, true},
	rpcInvalidRequest: {ruling{InputError, CodeValidationFailed, No, ScopeItem}, false},
	rpcNoMethod:       {ruling{Fatal, CodeUnsupported, No, ScopeTool}, true},
	rpcInvalidParams:  {ruling{InputError, CodeValidationFailed, No, ScopeItem}, true},
	rpcInternal:       {ruling{Fatal, CodeUnknown, Answered, ScopeItem}, false},
	rpcNoResource:     {ruling{Fatal, CodeNotFound, No, ScopeTarget}, false},
	-32003:            {ruling{Fatal, CodeUnknown, Answered, ScopeItem}, false},               // EIP-1474: transaction rejected; go-sdk: client is closing
	-32004:            {ruling{Fatal, CodeUnsupported, Answered, ScopeTool}, false},           // EIP-1474: method not supported; go-sdk: server is closing
	-32005:            {ruling{Transient, CodeRateLimited, No, ScopeHost}, false},             // EIP-1474: limit exceeded; go-sdk: rejected by transport
	-32020:            {ruling{Fatal, CodeUnsupported, No, ScopeTool}, false},                 // go-sdk: headers and body differ
	-32021:            {ruling{Fatal, CodeUnsupported, No, ScopeTool}, true},                  // go-sdk: the client lacks a capability
	-32022:            {ruling{Fatal, CodeUnsupported, No, ScopeTool}, true},                  // go-sdk: protocol version
	-32042:            {ruling{Permission, CodeUnauthenticated, No, ScopeCredential}, true},   // MCP: a person has to visit an address first
	-32800:            {ruling{Fatal, CodeCanceled, Unanswered, ScopeItem}, true},             // LSP: RequestCancelled
	-32801:            {ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}, true}, // LSP: ContentModified
	-32802:            {ruling{Transient, CodeUnavailable, Answered, ScopeItem}, true},        // LSP: ServerCancelled
	-1:                {ruling{Fatal, CodeUnknown, Answered, ScopeItem}, false},
}

func (e *RPCError) judge() *Error {
	data, _ := decodeJSON(e.Data) // nil is fine
	doc := errorDocument{}
	if data != nil {
		doc = readErrorValue(data)
	}
	out := e.verdict(data, doc)
	out.Basis = BasisCode
	if out.Message = e.Message; out.Message == "" {
		out.Message = doc.message
	}
	out.Context = map[string]any{"code": e.Code}
	if fields := rpcFields(data, e.Message); len(fields) > 0 {
		out.Fields = fields
	} else {
		out.Fields = doc.fields
	}
	if out.Class == InputError && len(out.Fields) > 0 {
		if code := commonFieldCode(out.Fields); code != "" && out.Code != CodeUnknownTool {
			out.Code = code
		}
	}
	if out.Class == Transient || out.Class == ResourceConflict {
		out.RetryAfter = max(doc.retryAfter, askedToWait(data, 0))
	}
	return out
}

// verdict is the class: by what stands in data before what the code says, for
// the codes are few, and servers put their own behind -32603.
func (e *RPCError) verdict(data any, doc errorDocument) *Error {
	if e.Code >= 400 && e.Code < 600 { // of HTTP
		doc.message = e.Message
		return fromStatus(int(e.Code), nil, doc)
	}
	row, known := rpcCodes[e.Code]
	if !known {
		row = rpcRow{ruling: ruling{Fatal, CodeUnknown, Answered, ScopeItem}} // -32099 to -32000 are the servers' own, as are all others
	}
	plain := &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope}
	if m, ok := data.(map[string]any); ok && !row.firm {
		if info, ok := Code(doc.code).Info(); ok {
			return &Error{Class: info.Class, Code: info.Code, Applied: min(appliedOf(info.Code), No)}
		}
		if status := rpcStatus(m); status != 0 {
			if doc.message == "" {
				doc.message = e.Message
			}
			return fromStatus(status, nil, doc)
		}
	}
	r := read(e.Message + "\n" + strings.ReplaceAll(doc.code, "_", " ") + "\n" + doc.message)
	said := sayingOf(r)
	switch {
	case e.Code == rpcNoMethod && said != nil && said.Code == CodeUnknownTool, e.Code == rpcInvalidParams && namesTool(r):
		return &Error{Class: InputError, Code: CodeUnknownTool, Applied: No, Scope: ScopeTool}
	case e.Code == rpcNoMethod:
		if namesTool(r) {
			return &Error{Class: InputError, Code: CodeUnknownTool, Applied: No, Scope: ScopeTool}
		}
		return plain
	case (e.Code == rpcNoResource || e.Code == rpcInvalidParams && r.has("resource not found")) && isFile(data): // the latter since revision 2025-11-25
		return &Error{Class: InputError, Code: CodeFileNotFound, Applied: No, Scope: ScopeTarget}
	case e.Code == rpcNoResource:
		if r.has("not initialized", "not initialised", "not yet initialized") {
			return &Error{Class: Fatal, Code: CodeUnavailable, Applied: No, Scope: ScopeHost}
		}
	case e.Code == rpcInvalidRequest && r.has("not initialized", "before initialization", "not yet initialized"):
		return &Error{Class: Fatal, Code: CodeUnavailable, Applied: No, Scope: ScopeHost}
	case e.Code == rpcConnectionClosed && r.has("connection closed"):
		return &Error{Class: Transient, Code: CodeConnectionReset, Applied: Unanswered, Scope: ScopeHost}
	case e.Code == -32004 && r.has("server is closing"):
		return &Error{Class: Transient, Code: CodeUnavailable, Applied: Answered, Scope: ScopeHost}
	case e.Code == rpcInvalidParams:
		refineInput(plain, doc, r)
		return plain
	}
	if said == nil || row.firm {
		return plain
	}
	if said.Code == CodeServerError || e.Code == rpcInternal && said.Basis == BasisText && r.says("internal error", "internal server error") {
		return plain // that is what -32603 is called
	}
	return said
}

// says reports whether the first line is nothing but one of the phrases.
func (r *reading) says(phrases ...string) bool {
	first, _, _ := strings.Cut(r.text, "\n")
	for _, p := range phrases {
		if strings.EqualFold(strings.Trim(first, " ."), p) {
			return true
		}
	}
	return false
}

// namesTool: "Unknown tool: x", "Tool x not found".
func namesTool(r *reading) bool {
	e := words(r)
	return e != nil && e.Code == CodeUnknownTool
}

// isFile reports whether data names a file that was asked for.
func isFile(data any) bool {
	uri, _ := member(data, "uri").(string) // "" is none
	return strings.HasPrefix(uri, "file:")
}

func member(v any, key string) any {
	m, _ := v.(map[string]any) // a nil map has no members
	return m[key]
}

// rpcStatus finds an HTTP status in data: also under names that only data has.
func rpcStatus(m map[string]any) int {
	if status := statusOf(m, 0); status != 0 {
		return status
	}
	for _, key := range []string{"httpStatus", "http_status", "httpStatusCode", "http_code"} {
		if n, ok := m[key].(json.Number); ok {
			if status, err := n.Int64(); err == nil && status >= 400 && status < 600 {
				return int(status)
			}
		}
	}
	if inner, ok := m["response"].(map[string]any); ok {
		return statusOf(inner, 0)
	}
	return 0
}

// askedToWait reads what data asks for: seconds under retryAfter and the like,
// milliseconds where the name says so.
func askedToWait(v any, depth int) time.Duration {
	m, ok := v.(map[string]any)
	if !ok || depth > 2 {
		return 0
	}
	for _, key := range []string{"retryAfterMs", "retry_after_ms", "retryAfterMillis", "retry-after-ms"} {
		if d, ok := number(textOfScalar(m[key]), time.Millisecond); ok {
			return d
		}
	}
	for _, key := range []string{"retryAfter", "retry_after", "retry-after", "Retry-After", "retryAfterSeconds", "retry_after_seconds", "retry_after_s"} {
		s := textOfScalar(m[key])
		if d, ok := number(s, time.Second); ok {
			return d
		}
		if d := retryDelay(s); d > 0 {
			return d
		}
	}
	return max(0, askedToWait(m["error"], depth+1))
}

func textOfScalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

//nolint:gochecknoglobals // a table, never written
var jsonrpcLifters = []lifter{
	{types: []string{
		"github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2.WireError", "github.com/modelcontextprotocol/go-sdk/jsonrpc.Error",
		"golang.org/x/exp/jsonrpc2.WireError", "golang.org/x/tools/internal/jsonrpc2.WireError",
		"github.com/mark3labs/mcp-go/mcp.JSONRPCErrorDetails", "github.com/sourcegraph/jsonrpc2.Error",
	}, lift: liftRPC},
	// github.com/ethereum/go-ethereum/rpc: DataError and Error. ErrorCode alone
	// is on too many types.
	{can: (*interface {
		ErrorCode() int
		ErrorData() any
	})(nil), lift: liftEthereum},
}

func liftRPC(node error) foreign {
	v := reflect.ValueOf(node)
	e := &RPCError{Code: fieldInt(v, "Code"), Message: fieldString(v, "Message")}
	if data := field(v, "Data"); data.IsValid() {
		e.Data = rawOf(data.Interface())
	}
	return e
}

func liftEthereum(node error) foreign {
	n, ok := node.(interface {
		ErrorCode() int
		ErrorData() any
	})
	if !ok {
		return nil
	}
	return &RPCError{Code: int64(n.ErrorCode()), Message: node.Error(), Data: rawOf(n.ErrorData())}
}

// rawOf returns data as JSON, nil where there is none.
func rawOf(data any) json.RawMessage {
	switch d := data.(type) {
	case nil:
		return nil
	case json.RawMessage:
		return d
	case *json.RawMessage:
		if d == nil {
			return nil
		}
		return *d
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return nil
	}
	return raw
}
