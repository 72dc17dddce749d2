// Package openapitool makes tools of the operations of an OpenAPI 3.0 or 3.1
// spec. It is for services that describe themselves: what httptool.Config has
// to be told of a request is read from the spec, and the rest (sending, secrets,
// redirects, one request an attempt, what counts as success) is package
// httptool, on which the tools are built.
//
// # Arguments
//
// The arguments of a tool are one JSON object: the parameters by their names,
// and beside them the properties of the body, where its schema is that of an
// object and has only properties (also by allOf); any other body is the argument
// "body". Where two would have one name, the first of path, query, header,
// cookie and body has it, and the others get their place before it: query_id,
// body_id. No other arguments are allowed, unless the schema of the body says so
// (additionalProperties: true), so that a misspelt one is found.
//
// Their JSON Schema is composed from the spec's, in draft 2020-12. What is
// readOnly is left out. So are patterns that Go's regexp does not know: the
// service checks them. Numbers keep all their digits, in the schema and in the
// request. The members of an optional body are required if one of them is given.
//
// # Requests
//
// Parameters are written in the styles of OpenAPI; deepObject also to more than
// one level (name[a][b]=1) and with lists (name[]=1). Everything is escaped,
// which a server cannot tell from allowReserved. A value in the path is escaped
// as one segment and can lead to no other path. null is the same as nothing,
// but in a body. Bodies are JSON or forms; operations that take anything else
// are refused.
//
// A header parameter that has the name of the idempotency key is no argument:
// it is filled with the key of the call.
//
// # Answers
//
// What the spec says of a refusal stands in the Context of the classified
// error: "response" is the name of the component that describes it,
// "documented" the description, "documented_codes" the codes that its schema
// lists. It does not change what the error is judged to be: documents err, and
// the status has already been heard.
//
// # Other files
//
// References are followed within the folder of the spec and those below it.
// Nothing is fetched from the network.
package openapitool
