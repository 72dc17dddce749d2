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
	param         bool // the one field stands beside the message, as models' services do it
	retryAfter    time.Duration
	page          string   // headings of HTML, or the text of XML: not a message, but words
	words         []string // whatever may be the service's own word for it, the most specific first
	quota         string   // the quota that was used up, as Google names it
	aws           string   // the word, where it is AWS that says it
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
			return readErrorValue(v)
		}
	}
	if strings.Contains(strings.ToLower(contentType), "html") || body[0] == '<' {
		return readPage(string(body))
	}
	doc := errorDocument{message: string(body)}
	doc.addWord(doc.message)
	return doc
}

func readErrorValue(v any) errorDocument {
	var doc errorDocument
	doc.read(v, 0)
	doc.collect(v, 0)
	return doc
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
	messageKeys = []string{
		"sub_msg", "message", "msg", "detail", "error_description", "errorMessage", "description", "title", "reason", "error_message", "errmsg", "text",
		"error_msg", "errMsg", "resultMsg", "status_msg", "Message", "stderr",
	}
	codeKeys = []string{"code", "error_code", "errorCode", "errcode", "type", "status", "reason", "errorType", "Code"}
	// What a list of refused arguments is called; as an object from an
	// argument's name to what is wrong with it only the first four are known.
	fieldKeys = []string{"fields", "errors", "invalid_params", "violations", "invalid-params", "fieldViolations", "details", "detail", "userErrors"}
)

const fieldObjects = 4

func (d *errorDocument) read(v any, depth int) {
	if depth > 4 {
		return
	}
	switch v := v.(type) {
	case string:
		if inner, ok := decodeJSON([]byte(v)); ok && depth > 0 && strings.HasPrefix(v, "{") { // the body of an answer, in an answer
			d.read(inner, depth+1)
			return
		}
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
	inner := m["error"]
	for _, key := range []string{"Error", "err"} {
		if inner == nil {
			inner = m[key]
		}
	}
	switch inner := inner.(type) {
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
	if said, ok := m["message"].(map[string]any); ok { // Mistral
		d.read(said, depth+1)
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
	d.retryAfter = max(d.retryAfter, waitIn(m))
	if param, ok := m["param"].(string); ok && param != "" && d.message != "" && len(d.fields) == 0 {
		d.addField(pointerOf(param), d.message, d.code)
		d.param = len(d.fields) > 0
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
		for _, key := range []string{"errors", "errorMessages", "detail", "details", "content", "userErrors", "base_resp", "response", "body", "data"} {
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

// The members that may hold the service's own word for a failure, the most
// specific first, and those in which such members are looked for.
//
//nolint:gochecknoglobals // tables, never written
var (
	wordKeys = []string{
		"decline_code", "sub_code", "subCode", "reason", "code", "Code", "error_code", "errorCode", "errcode", "codeName", "type", "__type", "errorType", "status", "classification", "error", "quotaId",
	}
	wordParents = []string{
		"innererror", "innerError", "extensions", "details", "violations", "root_cause", "errors", "detail", "error", "Error", "message", "Response", "fault", "Fault", "exceptions",
	}
)

// maxWords bounds how many candidates are kept.
const maxWords = 24

// collect gathers the words, those that stand deeper first.
func (d *errorDocument) collect(v any, depth int) {
	if depth > 6 || len(d.words) >= maxWords {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, entry := range v[:min(len(v), 8)] {
			d.collect(entry, depth+1)
		}
	case map[string]any:
		for _, key := range wordParents {
			switch v[key].(type) {
			case map[string]any, []any:
				d.collect(v[key], depth+1)
			}
		}
		for _, key := range wordKeys {
			word, ok := v[key].(string)
			switch {
			case !ok:
			case key == "quotaId":
				d.quota = word
			case key == "__type":
				d.aws = word[strings.LastIndexByte(word, '#')+1:]
				d.addWord(word)
			default:
				d.addWord(word)
			}
		}
	}
}

func (d *errorDocument) addWord(w string) {
	if w != "" && len(w) <= maxReason && len(d.words) < maxWords && !strings.ContainsAny(w, " \t\r\n") {
		d.words = append(d.words, w)
	}
}
