// Package mcptool makes tools of the tools of an MCP server, which is a command
// that speaks over its standard input and output, or an address that speaks
// streamable HTTP.
//
// A [Server] is one process, or one session, for all workers. It is started
// when it is first needed, and again when it has died; [Server.Close] ends it
// and everything that it has started.
//
// # Effect
//
// What calling a tool twice does is taken from its annotations: readOnlyHint is
// [tool.ReadOnly], idempotentHint is [tool.Idempotent], all others are
// [tool.Unsafe]. That is what the specification says of a tool without
// annotations (revision 2025-11-25, ToolAnnotations: readOnlyHint and
// idempotentHint are false by default). destructiveHint and openWorldHint say
// nothing about a second call. Annotations are the server's word and no more;
// ToolConfig.Effect goes before them.
//
// # Arguments and results
//
// Both travel as the text that they are: 9007199254740993 is the same number on
// both sides. The value of a call is the result's structuredContent as the
// server wrote it; else its content. One block of text that is JSON is that
// JSON, other text is a JSON string; an image, a sound or a file is an object
// with its type and its size in bytes; several blocks are a list, none is null.
//
// The idempotency key of a call goes along in the request's _meta, under
// [MetaKey], where the tool's Effect is not ReadOnly.
//
// # Failures
//
//   - An error of the protocol is a [taxonomy.RPCError]; a result with isError,
//     and one that says "Error: …" without it, is judged by
//     [taxonomy.FromResult], as with any tool.
//   - The server dies, or the connection breaks, with the call under way:
//     TRANSIENT, CONNECTION_RESET, and the call may have been executed.
//   - The request was not written, or not as a whole, because the server was
//     not there or the time was over: it is known that nothing happened.
//   - A server that dies before it was ever ready is FATAL, with the end of
//     what it wrote to stderr; one that was ready before is TRANSIENT, five
//     times in a row. It is started again after 250 ms, then after twice as long
//     each time, up to 30 s; calls in between fail at once and say how long.
//   - A session that the server does not know any more (404) is opened anew,
//     once, and the call is made again: the refusal says that it was not made.
//   - An answer that cannot be used is FATAL, code UNREADABLE_ANSWER, and
//     the call may have been executed.
//
// A call ends when its context does, also when the server is silent or does not
// read; notifications/cancelled goes out beside it. Late answers are dropped.
//
// ToolConfig.Judge may have another opinion of a result. After a 401
// ServerConfig.Refresh renews the credential, once for all calls.
//
// # What the server may do
//
// Lines on stdout and events of a stream that are no messages are skipped, lines
// on stderr logged at debug level. Notifications are taken without ado. Requests to the client are
// answered: ping with a result, roots with none, sampling and elicitation with
// an error, for nobody is there to ask.
//
// # Secrets
//
// ${env:NAME} in Command, Env, URL and Headers is an environment variable. The
// values of those in use never stand in errors or logs, also where the server
// repeats them.
package mcptool
