package mcptool

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
)

// callResult is the result of tools/call. Nothing in it is decoded that is not
// needed.
type callResult struct {
	Content           []block         `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
	ResultType        string          `json:"resultType"`
	ToolResult        json.RawMessage `json:"toolResult"` // revision 2024-10-07
}

type block struct {
	Type     string    `json:"type"`
	Text     string    `json:"text"`
	Data     string    `json:"data"`
	MimeType string    `json:"mimeType"`
	URI      string    `json:"uri"`
	Name     string    `json:"name"`
	Size     *int64    `json:"size"`
	Resource *resource `json:"resource"`
}

type resource struct {
	URI      string  `json:"uri"`
	MimeType string  `json:"mimeType"`
	Text     *string `json:"text"`
	Blob     string  `json:"blob"`
}

// Reply is a result as [ToolConfig].Judge sees it. It must not be changed.
type Reply struct {
	Content string // the texts of the result, joined by line breaks
	IsError bool
	Value   json.RawMessage // what the call returns if it is a success
	Result  json.RawMessage // the whole result, as it came
	Args    json.RawMessage // of the call
}

// parse reads a result. What is none, or not the last word, is an error that
// nobody can judge otherwise.
func (s *Server) parse(what string, raw json.RawMessage) (*callResult, error) {
	var r callResult
	if err := json.Unmarshal(raw, &r); err != nil || bytes.TrimSpace(raw)[0] != '{' {
		return nil, unreadable("the answer to %s of the MCP server %s is no result of a tool", what, s.cfg.Name)
	}
	if r.ResultType == "input_required" {
		return nil, unreadable("the MCP server %s asks for input before it goes on with %s, and nobody is there to give it", s.cfg.Name, what)
	}
	return &r, nil
}

// value is what a call returns.
func (r *callResult) value() json.RawMessage {
	switch {
	case present(r.StructuredContent):
		return bytes.ToValidUTF8(r.StructuredContent, []byte("\uFFFD")) // a line need not be UTF-8
	case r.Content == nil && present(r.ToolResult):
		return bytes.ToValidUTF8(r.ToolResult, []byte("\uFFFD"))
	}
	switch len(r.Content) {
	case 0:
		return json.RawMessage("null")
	case 1:
		return r.Content[0].value()
	}
	values := make([]json.RawMessage, len(r.Content))
	for i := range r.Content {
		values[i] = r.Content[i].value()
	}
	return jsonValue(values)
}

// texts joins the texts of a result.
func (r *callResult) texts() string {
	var list []string
	for i := range r.Content {
		if r.Content[i].Type == "text" {
			list = append(list, r.Content[i].Text)
		}
	}
	return strings.Join(list, "\n")
}

// verdict is the failure that a result is, or nil.
func (s *Server) verdict(what string, r *callResult, raw json.RawMessage) error {
	switch {
	case r.IsError:
		if err := taxonomy.FromResult(s.secrets.hide(string(raw))); err != nil {
			return err
		}
		e := taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnknown, "%s failed and did not say why", what)
		e.Applied = taxonomy.Answered
		return e
	case present(r.StructuredContent):
		return s.disguised(string(r.StructuredContent))
	case r.Content == nil && present(r.ToolResult):
		return s.disguised(string(r.ToolResult))
	}
	// A failure that is returned as a success is one where every text says so:
	// a list may hold what became of many things.
	var first error
	for i := range r.Content {
		if r.Content[i].Type != "text" {
			continue
		}
		err := s.disguised(r.Content[i].Text)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// disguised is the failure in what was returned as a success, or nil.
func (s *Server) disguised(text string) error {
	if taxonomy.FromResult(text) == nil { // mostly, and then there is nothing to hide
		return nil
	}
	return taxonomy.FromResult(s.secrets.hide(text))
}

func present(raw json.RawMessage) bool {
	return len(raw) > 0 && string(raw) != "null"
}

// value is a block as JSON: of what is no text, only what it is.
func (b *block) value() json.RawMessage {
	type described struct {
		Type     string  `json:"type"`
		URI      string  `json:"uri,omitempty"`
		Name     string  `json:"name,omitempty"`
		MimeType string  `json:"mimeType,omitempty"`
		Text     *string `json:"text,omitempty"`
		Bytes    *int64  `json:"bytes,omitempty"`
	}
	switch {
	case b.Type == "text":
		if text := bytes.TrimSpace([]byte(b.Text)); json.Valid(text) {
			return text
		}
		return jsonString(b.Text)
	case b.Resource != nil:
		d := described{Type: b.Type, URI: b.Resource.URI, MimeType: b.Resource.MimeType, Text: b.Resource.Text}
		if d.Text == nil {
			d.Bytes = decodedSize(b.Resource.Blob)
		}
		return jsonValue(d)
	}
	d := described{Type: b.Type, URI: b.URI, Name: b.Name, MimeType: b.MimeType, Bytes: b.Size}
	if b.Data != "" {
		d.Bytes = decodedSize(b.Data)
	}
	return jsonValue(d)
}

// decodedSize is how many bytes a text in Base64 stands for.
func decodedSize(text string) *int64 {
	padding := len(text) - len(bytes.TrimRight([]byte(text), "="))
	n := int64(base64.RawStdEncoding.DecodedLen(len(text) - padding))
	return &n
}

func jsonString(text string) json.RawMessage { return jsonValue(text) }

// jsonValue encodes what cannot fail to encode, and leaves <, > and & alone.
func jsonValue(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}
