package taxonomy

import (
	"bytes"
	"encoding/json"
	"strconv"
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
	if body[0] == '{' || body[0] == '[' {
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
	messageKeys = []string{"message", "msg", "detail", "error_description", "errorMessage", "description", "title", "reason", "error_message"}
	codeKeys    = []string{"code", "error_code", "errorCode", "type", "status", "reason"}
	fieldKeys   = []string{"fields", "errors", "details", "detail", "invalid_params", "invalid-params", "violations", "fieldViolations"}
	pathKeys    = []string{"path", "pointer", "field", "param", "name", "property", "loc", "instancePath"}
)

// maxFields bounds how many refused arguments are kept.
const maxFields = 50

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
		switch inner := v["error"].(type) {
		case map[string]any:
			d.read(inner, depth+1)
		case string:
			// OAuth (RFC 6749 section 5.2) has a code in "error" and the words
			// in "error_description".
			if text := firstString(v, messageKeys); text != "" {
				d.message, d.code = text, inner
			} else {
				d.message = inner
			}
		}
		if d.message == "" {
			d.message = firstString(v, messageKeys)
		}
		if d.code == "" {
			d.code = firstString(v, codeKeys)
		}
		for _, key := range fieldKeys {
			d.readFields(v[key])
		}
		if d.message == "" {
			for _, key := range []string{"errors", "detail", "details"} {
				d.read(v[key], depth+1)
			}
		}
	}
}

func firstString(m map[string]any, keys []string) string {
	for _, key := range keys {
		switch v := m[key].(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			if key == "code" || key == "error_code" || key == "errorCode" {
				return v.String()
			}
		}
	}
	return ""
}

// readFields reads a list of {path, message}, or an object from a field's name
// to a message or a list of them, and RetryInfo in a list of google.rpc details.
func (d *errorDocument) readFields(v any) {
	switch v := v.(type) {
	case []any:
		for _, entry := range v {
			m, ok := entry.(map[string]any)
			if !ok {
				continue
			}
			if delay, ok := m["retryDelay"].(string); ok {
				if t, err := time.ParseDuration(delay); err == nil && t > 0 {
					d.retryAfter = t
				}
			}
			message := firstString(m, messageKeys)
			for _, key := range pathKeys {
				if path := pointerOf(m[key]); path != "" && message != "" {
					d.addField(path, message)
					break
				}
			}
		}
	case map[string]any:
		for name, said := range v {
			switch said := said.(type) {
			case string:
				if name != "message" && name != "code" {
					d.addField(pointerOf(name), said)
				}
			case []any:
				if len(said) > 0 {
					if text, ok := said[0].(string); ok {
						d.addField(pointerOf(name), text)
					}
				}
			}
		}
	}
}

func (d *errorDocument) addField(path, message string) {
	if len(d.fields) < maxFields {
		d.fields = append(d.fields, Field{Path: path, Message: Clean(message)})
	}
}

// pointerOf makes a JSON Pointer of the ways in which services name a field:
// a pointer, a name, a dotted path, or a list such as ["body", "deadline"].
func pointerOf(v any) string {
	var parts []string
	switch v := v.(type) {
	case string:
		if v == "" || strings.HasPrefix(v, "/") {
			return v
		}
		parts = strings.Split(strings.TrimPrefix(strings.TrimPrefix(v, "#/"), "$."), ".")
	case []any:
		for i, part := range v {
			switch part := part.(type) {
			case string:
				if i == 0 && len(v) > 1 && (part == "body" || part == "query" || part == "path") {
					continue
				}
				parts = append(parts, part)
			case json.Number:
				if n, err := strconv.Atoi(part.String()); err == nil {
					parts = append(parts, strconv.Itoa(n))
				}
			}
		}
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return b.String()
}
