package llmserver

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
)

// Answer answers one request. It may panic with http.ErrAbortHandler to drop the
// connection.
type Answer func(x *Exchange)

// Exchange is a request and the way to answer it.
type Exchange struct {
	http.ResponseWriter
	Request *Request

	context context.Context //nolint:containedctx // it is the request's, as in http.Request
	server  *Server
}

// Complete answers with a completion: a message of the assistant with these
// members besides its role, and the reason why it ended, such as "stop".
func (x *Exchange) Complete(message map[string]any, finish string) {
	m := map[string]any{"role": "assistant", "content": nil}
	maps.Copy(m, message)
	reply := map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600, "model": x.Request.Model,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": finish}},
	}
	if p, c := x.server.PromptTokens, x.server.CompletionTokens; !x.server.NoUsage {
		reply["usage"] = map[string]int{"prompt_tokens": p, "completion_tokens": c, "total_tokens": p + c}
	}
	writeJSON(x, http.StatusOK, reply)
}

// Text answers with this text.
func Text(text string) Answer {
	return func(x *Exchange) { x.Complete(map[string]any{"content": text}, "stop") }
}

// Correct answers with the corrected arguments that the func makes of the
// question, which are JSON; "" where it has none, which is answered as Null.
func Correct(arguments func(*Question) string) Answer {
	return correct(arguments, func(answer string) string { return answer })
}

func correct(arguments func(*Question) string, dress func(string) string) Answer {
	return func(x *Exchange) {
		q, err := x.Request.Question()
		if err != nil {
			writeError(x, http.StatusBadRequest, "invalid_request_error", "", "the last message is no question of a corrector: "+err.Error())
			return
		}
		text := dress(object("null", "no arguments can help"))
		if args := arguments(q); args != "" {
			text = dress(object(args, "corrected as the error asks"))
		}
		x.Complete(map[string]any{"content": text}, "stop")
	}
}

// object is the answer that correctors ask for. args may be anything.
func object(args, reason string) string {
	return `{"arguments":` + args + `,"reason":` + strconv.Quote(reason) + `}`
}

// Null answers that nothing can be corrected.
func Null() Answer { return Text(object("null", "no arguments can help")) }

// Prose answers with sentences.
func Prose() Answer {
	return Text("I would change the date to 2026-05-20, since the tool wants dates in that form.")
}

// Fenced is Correct, with the answer in a code block and sentences around it.
func Fenced(arguments func(*Question) string) Answer {
	return correct(arguments, func(answer string) string {
		return "Here are the corrected arguments:\n\n```json\n" + answer + "\n```\n\nThe date was not in the form that is wanted."
	})
}

// TwoObjects answers with both of these arguments.
func TwoObjects(one, other string) Answer {
	return Text(object(one, "one way") + "\nor\n" + object(other, "another way"))
}

// Broken answers with arguments that lack their last brace but are complete
// inside.
func Broken(args string) Answer { return Text(`{"arguments":` + args) }

// Truncated answers with arguments that are whole by luck, and says that the
// answer was cut off.
func Truncated(args string) Answer {
	return func(x *Exchange) { x.Complete(map[string]any{"content": object(args, "")}, "length") }
}

// Arguments answers with these arguments, whatever the question: those of another
// order, or the same again.
func Arguments(args string) Answer { return Text(object(args, "as I see it")) }

// OtherTool answers with a call of another tool, in words.
func OtherTool(name, args string) Answer {
	return Text(`{"tool":` + strconv.Quote(name) + `,"arguments":` + args + `}`)
}

// ToolCall answers with a call of a tool, as models do that were offered tools.
func ToolCall(name, args string) Answer {
	return func(x *Exchange) {
		x.Complete(map[string]any{"tool_calls": []any{map[string]any{
			"id": "call_1", "type": "function", "function": map[string]string{"name": name, "arguments": args},
		}}}, "tool_calls")
	}
}

// Refusal answers with a refusal.
func Refusal(text string) Answer {
	return func(x *Exchange) { x.Complete(map[string]any{"refusal": text}, "stop") }
}

// Filtered answers with these arguments, and says that a filter took something
// out.
func Filtered(args string) Answer {
	return func(x *Exchange) { x.Complete(map[string]any{"content": object(args, "")}, "content_filter") }
}

// Empty answers with an empty message.
func Empty() Answer { return Text("") }

// NoChoices answers with a completion that has none.
func NoChoices() Answer {
	return func(x *Exchange) {
		writeJSON(x, http.StatusOK, map[string]any{"object": "chat.completion", "choices": []any{}})
	}
}

// Page answers 200 with a page of HTML, as a proxy in between does.
func Page() Answer {
	return func(x *Exchange) {
		x.Header().Set("Content-Type", "text/html")
		if _, err := x.Write([]byte("<html><body>Please log in</body></html>")); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// Echo answers with a status and a text that the func makes of the request's
// Authorization header. 200 is a completion.
func Echo(status int, text func(authorization string) string) Answer {
	return func(x *Exchange) {
		said := text(x.Request.Header.Get("Authorization"))
		if status == http.StatusOK {
			x.Complete(map[string]any{"content": said}, "stop")
			return
		}
		writeError(x, status, "invalid_request_error", "", said)
	}
}

// Slow waits until release is closed, for ever if it is nil, and then gives the answer. If the client
// gives up first, the connection is dropped.
func Slow(release <-chan struct{}, then Answer) Answer {
	return func(x *Exchange) {
		select {
		case <-release:
			then(x)
		case <-x.context.Done():
			panic(http.ErrAbortHandler)
		}
	}
}

// Dropped drops the connection without an answer.
func Dropped() Answer { return func(*Exchange) { panic(http.ErrAbortHandler) } }

// DroppedInside drops it in the middle of the answer.
func DroppedInside() Answer {
	return func(x *Exchange) {
		x.Header().Set("Content-Type", "application/json")
		x.Header().Set("Content-Length", "1000")
		if _, err := x.Write(json.RawMessage(`{"id":"chatcmpl-1","choices":[{"index":0,"message":{"role":"assi`)); err != nil {
			panic(http.ErrAbortHandler)
		}
		if f, ok := x.ResponseWriter.(http.Flusher); ok {
			f.Flush()
		}
		panic(http.ErrAbortHandler)
	}
}
