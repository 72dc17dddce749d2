package taxonomy

import "strings"

// grpcInText: "rpc error: code = Unavailable desc = …" (google.golang.org/grpc,
// internal/status).
func grpcInText(r *reading, i int) *Error {
	if r.ahead(i-1, "json") || !r.ahead(i+1, "error", "code") {
		return jsonrpcInText(r, i)
	}
	code, ok := GRPCCode(r.at(i + 3))
	if !ok {
		return nil
	}
	_, message, _ := strings.Cut(clip(r.text[r.words[i].at:]), "desc = ")
	e := (&GRPCError{Code: code, Message: clip(message)}).judge()
	if e != nil {
		e.Message = ""
	}
	return e
}

// jsonrpcInText: "MCP error -32602: …" (typescript-sdk, McpError), "JSON-RPC
// error -32602: …".
func jsonrpcInText(r *reading, i int) *Error {
	n, ok := r.number(i + 2)
	if !ok || !r.ahead(i+1, "error") {
		return nil
	}
	code := int64(n)
	if at := r.words[i+2].at; r.text[at-1] == '-' {
		code = -code
	}
	return (&RPCError{Code: code, Message: r.after(i + 2)}).judge()
}

// isState reports whether a word of five characters looks like an SQLSTATE
// (ISO/IEC 9075-2 section 24.1: two for the class, three for the subclass).
func isState(s string) bool {
	digits := 0
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c < 'a' || c > 'z':
			return false
		}
	}
	return len(s) == 5 && digits >= 3
}

// sqlStateInText: "1062 (23000): …" of mysql-connector, "pq: … (23505)" of
// lib/pq. The other forms are [sqlInText]'s.
func sqlStateInText(r *reading, i int) *Error {
	e := &SQLError{State: strings.ToUpper(r.at(i)), Message: clip(r.text)}
	if number, ok := r.number(i - 1); ok && number >= 1000 && number < 10000 {
		e.Vendor, e.Number, e.Message = "mysql", number, r.after(i)
	} else if r.at(0) != "pq" && r.at(0) != "error" && r.at(0) != "fatal" {
		return nil
	}
	return named(e.judge())
}

// redisKinds are the words that a reply of Redis begins with, in lower case.
//
//nolint:gochecknoglobals // a table, never written
var redisKinds = wordSet("err", "wrongtype", "noauth", "noperm", "wrongpass", "readonly", "moved", "ask", "clusterdown", "crossslot", "tryagain", "masterdown", "misconf", "loading", "busy", "busykey", "busygroup", "nogroup",
	"oom", "noscript", "notbusy", "execabort", "noreplicas", "unkillable", "unblocked", "noproto", "inprog", "nogoodslave", "iffailed")

// redisInText: at the start of the text, or behind what clients put there.
func redisInText(r *reading, i int) *Error {
	if !r.upper(r.words[i]) || i > 0 && !redisClients[r.at(i-1)] {
		return nil
	}
	reply := clip(r.text[r.words[i].at:])
	if len(reply) > len(r.at(i)) && reply[len(r.at(i))] != ' ' {
		return nil
	}
	reply, _, _ = strings.Cut(reply, "\n")
	if i == 0 && r.at(i) != "err" && !unmistakableReply(reply) { // "MOVED the order to archive"
		return nil
	}
	e := (&RedisError{Reply: clip(reply)}).judge()
	if r.at(i) == "err" {
		return named(e) // also of others
	}
	return e
}

//nolint:gochecknoglobals // a table, never written
var redisClients = wordSet("redis", "replyerror", "responseerror", "rediserror", "error", "jediserror", "jedisdataexception", "redisexception", "simpleerror", "outofmemoryerror", "readonlyerror", "authenticationerror", "busyloadingerror")

// botoInText: "An error occurred (CODE) when calling the OPERATION operation:
// …" (botocore, exceptions.py).
func botoInText(r *reading, i int) *Error {
	if r.at(i-1) != "error" {
		return nil
	}
	code, rest, ok := strings.Cut(strings.TrimPrefix(clip(strings.TrimLeft(r.text[r.words[i].at+len("occurred"):], " ")), "("), ")")
	if !ok || !isCodeName(code) {
		return nil
	}
	_, operation, calling := strings.Cut(rest, "when calling the ")
	if !calling {
		return nil
	}
	operation, message, _ := strings.Cut(operation, " operation")
	_, message, _ = strings.Cut(message, ": ")
	e := (&AWSError{Operation: clip(operation), Code: code, Message: clip(message)}).judge()
	if e != nil {
		e.Message = ""
	}
	return e
}

// awsInText: "operation error S3: PutObject, https response error StatusCode:
// 403, …, api error AccessDenied: …" (aws-sdk-go-v2 with smithy-go).
func awsInText(r *reading, i int) *Error {
	if r.at(i+1) != "error" || i+2 >= len(r.words) || r.words[i+2].stop {
		return nil
	}
	code, message, ok := strings.Cut(clip(r.text[r.words[i+2].at:]), ":")
	if !ok || !isCodeName(code) {
		return nil
	}
	e := &AWSError{Code: code, Message: clip(strings.TrimSpace(message))}
	for k := max(0, i-40); k < i; k++ {
		switch {
		case r.words[k].s == "statuscode":
			e.Status, _ = r.number(k + 1)
		case r.ahead(k, "operation", "error") && k+3 < i:
			e.Service, e.Operation = r.raw(r.words[k+2]), r.raw(r.words[k+3])
		}
	}
	return named(e.judge())
}

// awsJavaInText: "… (Service: AmazonS3; Status Code: 503; Error Code: SlowDown;
// …)" (aws-sdk-java, AmazonServiceException).
func awsJavaInText(r *reading, i int) *Error {
	if r.words[i].at == 0 || r.text[r.words[i].at-1] != '(' {
		return nil
	}
	e := &AWSError{Service: r.at(i + 1), Message: clip(r.text[:r.words[i].at-1])}
	for k := i + 1; k < len(r.words) && k < i+12; k++ {
		switch {
		case r.ahead(k, "status", "code"):
			e.Status, _ = r.number(k + 2)
		case r.ahead(k, "error", "code") && k+2 < len(r.words):
			e.Code, _, _ = strings.Cut(clip(r.text[r.words[k+2].at:]), ";")
		}
	}
	if !isCodeName(e.Code) {
		return nil
	}
	return named(e.judge())
}

// xmlCodeInText: "<Error><Code>SlowDown</Code>…" as S3 and Azure Storage send it.
func xmlCodeInText(r *reading, i int) *Error {
	if !r.between(r.words[i], '<', '>') {
		return nil
	}
	code, rest, ok := strings.Cut(clip(r.text[r.words[i].at+len("code>"):]), "</")
	if !ok || !isCodeName(code) {
		return nil
	}
	_, message, _ := strings.Cut(rest, "<Message>")
	message, _, _ = strings.Cut(message, "</")
	return named((&AWSError{Code: code, Message: clip(message)}).judge())
}

// isCodeName: a name such as "InvalidGroup.NotFound".
func isCodeName(s string) bool {
	if s == "" || len(s) > 80 || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for _, c := range []byte(s) {
		if c != '.' && c != '-' && !isKeyByte(c) {
			return false
		}
	}
	return true
}
