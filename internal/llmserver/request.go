package llmserver

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

// Request is one request as it came in. It is not changed after it was recorded.
type Request struct {
	Header http.Header
	Body   json.RawMessage // the whole of it

	Model    string
	Messages []Message
	// Format is the type of the response format: "json_schema", "json_object",
	// or "" where none was asked for.
	Format string
	Strict bool            // of the schema
	Schema json.RawMessage // nil but for "json_schema"
	// Refused: it was answered with 400 for its format, and used up no answer.
	Refused bool
}

// Message is one message of a conversation.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Question is what a corrector asks, as far as answers need it: the last message
// of the user, which is JSON.
type Question struct {
	Tool struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"schema"`
	} `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Error     struct {
		Class   string `json:"class"`
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

var (
	errNoModel    = errors.New("you must provide a model parameter")
	errNoMessages = errors.New("'messages' must not be empty")
)

func parse(header http.Header, body []byte) (*Request, error) {
	var in struct {
		Model    string    `json:"model"`
		Messages []Message `json:"messages"`
		Format   struct {
			Type   string `json:"type"`
			Schema struct {
				Schema json.RawMessage `json:"schema"`
				Strict bool            `json:"strict"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	r := &Request{Header: header.Clone(), Body: body}
	if err := json.Unmarshal(body, &in); err != nil {
		return r, err
	}
	r.Model, r.Messages = in.Model, in.Messages
	r.Format, r.Strict, r.Schema = in.Format.Type, in.Format.Schema.Strict, in.Format.Schema.Schema
	switch {
	case in.Model == "":
		return r, errNoModel
	case len(in.Messages) == 0:
		return r, errNoMessages
	}
	return r, nil
}

// Last returns the content of the last message with this role, or "".
func (r *Request) Last(role string) string {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == role {
			return m.Content
		}
	}
	return ""
}

// Question returns what a corrector asks; the error is that of encoding/json.
func (r *Request) Question() (*Question, error) {
	q := new(Question)
	err := json.Unmarshal([]byte(r.Last("user")), q)
	return q, err
}
