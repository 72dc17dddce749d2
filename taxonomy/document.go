package taxonomy

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// errorDocument is what an error body says, whatever its shape.
type errorDocument struct {
	code, message string
	fields        []Field
	retryAfter    time.Duration
}

// readErrorDocument reads the shapes that services use: {"error": "…"},
// {"error": {…}}, {"message": …}, problem details (RFC 9457), lists under
// "errors" or "detail", and plain text. A page of HTML says nothing.
func readErrorDocument(body []byte, contentType string) errorDocument {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		return errorDocument{}
	}
	if body[0] == '{' || body[0] == '[' || body[0] == '"' {
		if v, ok := decodeJSON(body); ok {
			var doc errorDocument
			doc.read(v, 0)
			return doc
		}
	}
	if strings.Contains(strings.ToLower(contentType), "html") || body[0] == '<' {
		return errorDocument{}
	}
	return errorDocument{message: string(body)}
}

func decodeJSON(data []byte) (any, bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	return v, true
}

//nolint:gochecknoglobals // tables, never written
var (
	messageKeys = []string{"message", "msg", "detail", "error_description", "errorMessage", "description", "title", "reason", "error_message", "errmsg", "text"}
	codeKeys    = []string{"code", "error_code", "errorCode", "errcode", "type", "status", "reason"}
	// What a list of refused arguments is called; as an object from an
	// argument's name to what is wrong with it only the first four are known.
	fieldKeys = []string{"fields", "errors", "invalid_params", "violations", "invalid-params", "fieldViolations", "details", "detail"}
)

const fieldObjects = 4

func (d *errorDocument) read(v any, depth int) {
	if depth > 4 {
		return
	}
	switch v := v.(type) {
	case string:
		if d.message == "" {
			d.message = v
		}
	case []any:
		if len(v) > 0 {
			d.read(v[0], depth+1)
		}
	case map[string]any:
		d.readObject(v, depth)
	}
}

func (d *errorDocument) readObject(m map[string]any, depth int) {
	switch inner := m["error"].(type) {
	case map[string]any, []any:
		d.read(inner, depth+1)
	case string:
		// OAuth (RFC 6749 section 5.2) has a code in "error" and the words
		// in "error_description".
		if text := firstString(m, messageKeys); text != "" {
			d.message, d.code = text, inner
		} else {
			d.message = inner
		}
	}
	if d.message == "" {
		d.message = firstString(m, messageKeys)
	}
	if code := firstString(m, codeKeys); d.code == "" && !failingWord(code) {
		d.code = code
	}
	if extensions, ok := m["extensions"].(map[string]any); ok { // GraphQL
		if code := firstString(extensions, codeKeys); code != "" {
			d.code = code
		}
	}
	for i, key := range fieldKeys {
		switch list := m[key].(type) {
		case []any:
			d.readFields(list)
		case map[string]any:
			if i < fieldObjects {
				d.readFieldObject(list)
			}
		}
	}
	if d.message == "" {
		for _, key := range []string{"errors", "detail", "details", "content"} {
			d.read(m[key], depth+1)
		}
	}
	if d.message == "" && len(d.fields) > 0 {
		d.message = strings.TrimPrefix(d.fields[0].Path, "/") + ": " + d.fields[0].Message
	}
}

// firstString returns the first of the keys that holds a text. Numbers count
// only as codes.
func firstString(m map[string]any, keys []string) string {
	for _, key := range keys {
		switch v := m[key].(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			switch key {
			case "code", "error_code", "errorCode", "errcode":
				return v.String()
			}
		}
	}
	return ""
}
