package taxonomy

import "net/url"

// builtin is a rule of the chain: one that looks at the spine, so that an
// opinion about one branch of joined errors never leaks into another, or one
// that reads the text, which would do just that and is therefore asked only
// where there are no branches.
type builtin struct {
	name string
	rule func(spine) *Error
	text func(*reading) *Error
}

// builtins holds the built-in rules in their order of precedence: what the
// caller did, codes from the most specific to the least (a provider's reason, a
// database's number or state, gRPC, HTTP, an exit status), types of the standard
// library (certificate and name errors before dial and timeout), codes in the
// text, words.
//
//nolint:gochecknoglobals // the one table of rules, never written
var builtins = [...]builtin{
	{name: "canceled", rule: canceledRule},
	{name: "never sent", rule: of[*neverSent]},
	{name: "sql", rule: of[*SQLError]},
	{name: "sql sentinel", rule: sqlSentinelRule},
	{name: "redis", rule: of[*RedisError]},
	{name: "mongodb", rule: of[*mongoError]},
	{name: "kafka", rule: of[*kafkaError]},
	{name: "kafka batch", rule: of[*kafkaBatch]},
	{name: "nats", rule: of[*natsError]},
	{name: "sentinel", rule: of[*sentinel]},
	{name: "aws", rule: of[*AWSError]},
	{name: "json-rpc", rule: of[*RPCError]},
	{name: "google", rule: of[*googleError]},
	{name: "azure", rule: of[*azureError]},
	{name: "kubernetes", rule: of[*kubernetesError]},
	{name: "cloud client", rule: of[*cloudClientError]},
	{name: "grpc", rule: of[*GRPCError]},
	{name: "answer", rule: of[*answered]},
	{name: "exit", rule: of[*ExitError]},
	{name: "tls", rule: tlsRule},
	{name: "dns", rule: dnsRule},
	{name: "dial", rule: dialRule},
	{name: "errno", rule: errnoRule},
	{name: "file", rule: fileRule},
	{name: "http", rule: httpRule},
	{name: "timeout", rule: timeoutRule},
	{name: "net", rule: netRule},
	{name: "syntax", rule: syntaxRule},
	{name: "sql in text", text: sqlInText},
	{name: "code in text", text: codeInText},
	{name: "mail reply in text", text: mailInText},
	{name: "status in text", text: statusInText},
	{name: "system in text", text: systemInText},
	{name: "words", text: words},
	{name: "reason in text", text: reasonInText},
}

// askBuiltins asks the rules about the nodes of s, and about the text of
// spoken, unless that is nil.
func askBuiltins(s spine, spoken error, t tracer) *Error {
	var r *reading
	for i := range builtins {
		b := &builtins[i]
		if b.text == nil {
			if e := t.note(b.name, b.rule(s)); e != nil {
				return e
			}
			continue
		}
		if spoken == nil {
			continue
		}
		if r == nil {
			r = readOnce(textOf(spoken)) // it holds the texts of the inner ones, by convention
			defer r.done()
		}
		e := b.text(r)
		if e != nil {
			e.askedInWords(r.text)
		}
		if e != nil && e.Applied == No && (onTheWire(s) || requested(s)) {
			// Words in an error of the transport are not the words of the
			// tool: no answer came, so nothing was refused.
			e.Applied = Unanswered
		}
		if t.note(b.name, e) != nil {
			return e
		}
	}
	return nil
}

// requested reports whether the error is one of an HTTP client's request, for
// which no answer came.
func requested(s spine) bool {
	u, ok := find[*url.Error](s)
	return ok && u.Op != opParse
}
