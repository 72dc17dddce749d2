// Package httptool makes tools of HTTP requests, and classified errors of HTTP
// answers.
//
// There are two ways in. A Go func that calls a service builds its request with
// [NewRequest] and reads the answer with [Decode]. A request that is only data,
// as in a job file, becomes a tool with [New]: the URL, the headers and the body
// are templates over the arguments.
//
// # What counts as success
//
// A 2xx status, unless the answer says otherwise: an error envelope in the body
// ({"ok":false}, see taxonomy.FromResult), a page of HTML where no HTML was
// asked for (a login page, mostly), a body that says that it is JSON and is
// not, a body that is too large, and a write that a client has turned into the
// GET of another page are failures. Where the service has said 2xx and the
// answer cannot be used, the call may have been executed, and the error says so:
// FATAL, code UNREADABLE_ANSWER, applied "answered". It is not made again.
//
// A page that looks like a login (it asks for a password, or a redirect led to
// it) is PERMISSION, code UNAUTHENTICATED, because it would be the answer to
// every item. That it did not happen is likely but not proven, so that its
// applied is "answered", too.
//
// # One request an attempt
//
// net/http sends a request a second time, without a word, if a kept-alive
// connection breaks and the request has a header named Idempotency-Key and a
// body that can be read again (or none). The executor would not know of that
// attempt, and the answer to it, such as a 409 for the key, would be believed.
// NewRequest and New prevent it: the body cannot be read again, and the header
// is written under a name that net/http does not look for. Header names have no
// case (RFC 9110 section 5.1), so that servers see no difference. GET, HEAD,
// OPTIONS and TRACE, which only read, may still be sent twice in an attempt.
//
// # Redirects
//
// New follows the redirects of a tool that only reads on the same host, five at
// the most.
// A redirect of a write is never followed (301, 302 and 303 would make a GET of
// it, whose success says nothing about the write), nor is one to another host,
// to plain HTTP or to a login page; all of them are failures that name the new
// address. 307 and 308 say that nothing was done where they come from.
//
// # Secrets
//
// The values of environment variables that the templates of a tool use never
// stand in its errors: also where a server repeats them, and where net/http
// names the URL, they are shown as ${env:NAME}.
package httptool
