// Package llmserver is a scripted server with the interface of OpenAI's chat
// completions: it answers as models, and the services around them, do on good and
// on bad days. Tests use it, and so do examples that shall run without a model.
//
// A [Server] is an http.Handler. It gives its answers in order, one a request,
// and then the one of [Server.Rest] for ever. It records every request, so that a
// test can count them. Requests for a response format that it was told to refuse
// are answered with 400, as servers do that are older than the format; these are
// recorded too, but use up no answer.
//
// [Server.Transport] serves without a socket, which is what a testing/synctest
// bubble needs.
package llmserver
