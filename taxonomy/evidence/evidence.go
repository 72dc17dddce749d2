// Package evidence makes errors of failures that come as data: a line of a
// log, a case of a corpus, what somebody types into a command. What it returns
// is for package taxonomy to judge.
//
// Each kind of data has its members; [Kinds] lists them. Members that a kind
// does not know are let be, so that a corpus can hold more.
package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// Kind is one kind of data.
type Kind struct {
	Name    string
	Members string // what its data holds, for people
	must    []string
	read    func(json.RawMessage) (error, error)
}

//nolint:gochecknoglobals // a table, never written
var kinds = []Kind{
	{"text", `{"message": "…"}`, []string{"message"}, readText},
	{"http", `{"status": 429, "headers": {"Retry-After": "7"}, "body": "…", "method": "POST", "now": "2026-05-01T09:00:00Z"}`, []string{"status"}, readHTTP},
	{"openai", `as http, the body may be an object; {"provider": "…"} is a remark`, []string{"status"}, readHTTP},
	{"grpc", `{"code": "UNAVAILABLE", "code_num": 14, "message": "…", "details": [{"type": "google.rpc.RetryInfo", "retry_delay": "1.5s"}]}`, []string{"code", "code_num"}, readGRPC},
	{"sqlstate", `{"sqlstate": "40001", "severity": "ERROR", "message": "…", "detail": "…"}`, []string{"sqlstate"}, readSQLState},
	{"mysql", `{"number": 1205, "sqlstate": "HY000", "message": "…"}`, []string{"number"}, readMySQL},
	{"errno", `{"errno": "ECONNREFUSED", "number": 111, "op": "dial", "path": "tcp"}`, []string{"number", "errno"}, readErrno},
	{"redis", `{"reply": "LOADING Redis is loading the dataset in memory"}`, []string{"reply"}, readRedis},
	{"aws", `{"service": "S3", "operation": "PutObject", "status": 503, "code": "SlowDown", "message": "…", "fault": "server"}`, []string{"code", "status"}, readAWS},
	{"mcp", `{"error": {"code": -32602, "message": "…"}} or {"result": {"content": […], "isError": true}}`, []string{"error", "result"}, readMCP},
	{"exit", `{"argv": ["git", "push"], "exit_code": 128, "signal": 0, "stderr": "…", "stdout": "…"}`, []string{"exit_code", "signal"}, readExit},
	{"go_expr", `{"error_text": "dial tcp 10.0.0.1:80: connect: connection refused"}: a Go error as it was printed; its type is known only to the program that has it`, []string{"error_text"}, readGoText},
	{"tool_result", `{"value": …}: what a tool returned as a success`, []string{"value"}, readResult},
}

// Kinds returns all kinds. The slice is the caller's own.
func Kinds() []Kind { return slices.Clone(kinds) }

var (
	errUnknownKind = errors.New("unknown kind")
	errNoMember    = errors.New("has no member")
)

// Failure makes an error of the data of a kind; a nil failure means that the
// data tell of a success. err says why the data cannot be read.
func Failure(kind string, data json.RawMessage) (failure, err error) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		names := make([]string, 0, len(kinds))
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("%w %q; the kinds are %s", errUnknownKind, kind, strings.Join(names, ", "))
	}
	k := &kinds[i]
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data of kind %s: %w; it holds %s", kind, err, k.Members)
	}
	if !slices.ContainsFunc(k.must, func(m string) bool { _, ok := members[m]; return ok }) {
		return nil, fmt.Errorf("data of kind %s %w %q; it holds %s", kind, errNoMember, k.must[0], k.Members)
	}
	failure, err = k.read(data)
	if err != nil {
		return nil, fmt.Errorf("data of kind %s: %w; it holds %s", kind, err, k.Members)
	}
	return failure, nil
}

func readText(data json.RawMessage) (error, error) {
	var d struct{ Message string }
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return errors.New(d.Message), nil
}

// readGoText: what stands in the text of a Go error is all that data can tell.
func readGoText(data json.RawMessage) (error, error) {
	var d struct {
		Text string `json:"error_text"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return errors.New(d.Text), nil
}

// readHTTP judges an answer whole: a 2xx by the envelope in its body.
func readHTTP(data json.RawMessage) (error, error) {
	var d struct {
		Method  string
		Status  int
		Headers map[string]string
		Body    json.RawMessage
		Now     time.Time
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	if d.Status < 100 || d.Status > 599 {
		return nil, fmt.Errorf("%w: %d", errBadStatus, d.Status)
	}
	a := taxonomy.Answer{Method: d.Method, Status: d.Status, Header: http.Header{}, Body: textOrJSON(d.Body), Now: d.Now}
	for name, value := range d.Headers {
		a.Header.Set(name, value)
	}
	if err := taxonomy.FromAnswer(a); err != nil {
		return err, nil
	}
	err := taxonomy.FromResult(string(a.Body))
	if e, ok := errors.AsType[*taxonomy.Error](err); ok && e.Class == taxonomy.Transient && e.RetryAfter == 0 {
		e.RetryAfter = taxonomy.RetryAfter(a.Header, a.Now)
	}
	return err, nil
}

var errBadStatus = errors.New("an HTTP status is between 100 and 599")

// textOrJSON returns what a string holds, and anything else as it stands.
func textOrJSON(raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	return raw
}

func readGRPC(data json.RawMessage) (error, error) {
	var d struct {
		Code    any
		Num     uint32 `json:"code_num"`
		Message string
		Details []map[string]any
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	e := &taxonomy.GRPCError{Code: d.Num, Message: d.Message, Details: d.Details}
	switch code := d.Code.(type) {
	case string:
		named, ok := taxonomy.GRPCCode(code)
		if !ok {
			return nil, fmt.Errorf("%w: %q is none of gRPC's", errBadCode, code)
		}
		e.Code = named
	case float64:
		e.Code = uint32(code)
	}
	if e.Code == 0 {
		return nil, nil //nolint:nilnil // OK is no failure
	}
	return e, nil
}

var errBadCode = errors.New("code")

func readSQLState(data json.RawMessage) (error, error) {
	var d struct{ SQLState, Severity, Message, Detail, Column, Constraint string }
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return &taxonomy.SQLError{
		Vendor: "postgresql", State: d.SQLState, Severity: d.Severity, Message: d.Message, Detail: d.Detail,
		Column: d.Column, Constraint: d.Constraint,
	}, nil
}

func readMySQL(data json.RawMessage) (error, error) {
	var d struct {
		Number            int
		SQLState, Message string
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return &taxonomy.SQLError{Vendor: "mysql", State: d.SQLState, Number: d.Number, Message: d.Message}, nil
}

func readRedis(data json.RawMessage) (error, error) {
	var d struct{ Reply string }
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return &taxonomy.RedisError{Reply: d.Reply}, nil
}

func readAWS(data json.RawMessage) (error, error) {
	var d taxonomy.AWSError
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return &d, nil
}

// readMCP: an answer of JSON-RPC has a result or an error.
func readMCP(data json.RawMessage) (error, error) {
	var d struct {
		Error  *taxonomy.RPCError
		Result json.RawMessage
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	if d.Error != nil {
		return d.Error, nil
	}
	return taxonomy.FromResult(string(d.Result)), nil
}

func readExit(data json.RawMessage) (error, error) {
	var d struct {
		Argv           []string
		ExitCode       int `json:"exit_code"`
		Signal         int
		Stderr, Stdout string
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	e := &taxonomy.ExitError{Argv: d.Argv, Code: d.ExitCode, Signal: d.Signal, Stderr: d.Stderr, Stdout: d.Stdout}
	if d.ExitCode == 0 && d.Signal == 0 {
		return taxonomy.FromResult(d.Stdout), nil
	}
	return e, nil
}

func readResult(data json.RawMessage) (error, error) {
	var d struct{ Value json.RawMessage }
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	return taxonomy.FromResult(string(textOrJSON(d.Value))), nil
}
