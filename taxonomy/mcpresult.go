package taxonomy

import "strings"

// fromTool judges the result of an MCP tool that failed (isError), or returns
// nil where m is none. The text is what servers make of exceptions, so that it
// has many dialects; where a block, or structuredContent, is an envelope of its
// own, that decides.
func fromTool(m map[string]any) *Error {
	if failed, ok := m["isError"].(bool); !ok || !failed {
		return nil
	}
	if _, ok := m["content"].([]any); !ok && m["structuredContent"] == nil {
		return nil
	}
	text := toolText(m["content"])
	e := fromStructured(m["structuredContent"])
	if e == nil {
		e = judgeToolText(text)
	}
	if e.Message == "" {
		e.Message = text
	}
	if e.Class == Transient || e.Class == ResourceConflict {
		e.RetryAfter = max(e.RetryAfter, askedToWait(m["structuredContent"], 0), askedToWait(m["_meta"], 0))
	}
	return e
}

// fromStructured: structuredContent with an error in it, or nil.
func fromStructured(v any) *Error {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	if inner, ok := m["result"].(map[string]any); ok && len(m) == 1 { // as FastMCP wraps it
		m = inner
	}
	doc := readErrorValue(m)
	if doc.code == "" && doc.message == "" && rpcStatus(m) == 0 {
		return nil
	}
	e := judgeEnvelope(m, doc)
	if e.Code == CodeUnknown {
		return nil
	}
	e.Message, e.Fields = doc.message, doc.fields
	if e.Class == Transient || e.Class == ResourceConflict {
		e.RetryAfter = doc.retryAfter
	}
	return e
}

// toolText joins the texts of a result's blocks: those of type text, and of
// embedded resources.
func toolText(content any) string {
	blocks, _ := content.([]any)
	var texts []string
	for _, block := range blocks {
		b, ok := block.(map[string]any)
		if !ok {
			continue
		}
		if resource, ok := b["resource"].(map[string]any); ok {
			b = resource
		}
		if text, ok := b["text"].(string); ok && strings.TrimSpace(text) != "" {
			texts = append(texts, strings.TrimSpace(text))
		}
	}
	return strings.Join(texts, "\n")
}

func judgeToolText(text string) *Error {
	if text != "" && (text[0] == '{' || text[0] == '[') {
		if v, ok := decodeJSON([]byte(text)); ok {
			if e := fromStructured(v); e != nil {
				return e
			}
			if fields := rpcFields(v, ""); len(fields) > 0 {
				return refusedFields(fields)
			}
		}
	}
	e := judgeText(text)
	if fields := rpcFields(nil, text); len(fields) > 0 && (e.Class == InputError || e.Code == CodeUnknown) {
		e = refusedFields(fields)
	}
	return e
}

func refusedFields(fields []Field) *Error {
	e := &Error{Class: InputError, Code: CodeValidationFailed, Applied: No, Fields: fields, Basis: BasisText}
	if code := commonFieldCode(fields); code != "" {
		e.Code = code
	}
	return e
}

// sayingOf asks the rules about texts, in their order.
func sayingOf(r *reading) *Error {
	for _, rule := range []func(*reading) *Error{sqlInText, codeInText, mailInText, statusInText, systemInText, words, reasonInText} {
		if e := rule(r); e != nil {
			return e
		}
	}
	return nil
}

// rpcFields returns the refused arguments that zod lists: in data, under
// "issues" or "errors", or as JSON in the message ("Invalid arguments for tool x:
// [ … ]", typescript-sdk).
func rpcFields(data any, message string) []Field {
	for _, v := range []any{data, member(data, "issues"), member(data, "errors")} {
		if fields := zodFields(v); len(fields) > 0 {
			return fields
		}
	}
	from, to := strings.IndexByte(message, '['), strings.LastIndexByte(message, ']')
	if from < 0 || to < from || !strings.Contains(message[from:to], `"path"`) {
		return nil
	}
	v, _ := decodeJSON([]byte(message[from : to+1])) // nil has no fields
	return zodFields(v)
}

// zodFields reads a list of issues (zod.dev, ZodIssue, versions 3 and 4).
func zodFields(v any) []Field {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	var fields []Field
	for _, entry := range list {
		issue, ok := entry.(map[string]any)
		if !ok || len(fields) == maxFields {
			break
		}
		kind, _ := issue["code"].(string)
		message, _ := issue["message"].(string)
		path, ok := issue["path"].([]any)
		if !ok || kind == "" {
			continue
		}
		f := Field{Path: Clean(pointerOfPath(path)), Message: Clean(message), Code: zodCode(kind, message, issue)}
		if len(f.Path) <= maxPath {
			fields = append(fields, f)
		}
	}
	return fields
}

// pointerOfPath makes a JSON Pointer (RFC 6901) of a path of names and indexes.
func pointerOfPath(path []any) string {
	var b strings.Builder
	for _, part := range path {
		b.WriteByte('/')
		b.WriteString(pointerEscaper.Replace(textOfScalar(part)))
	}
	return b.String()
}

func zodCode(kind, message string, issue map[string]any) Code {
	switch kind {
	case "invalid_type":
		if received, _ := issue["received"].(string); received == "undefined" || message == "Required" || strings.HasSuffix(message, "received undefined") {
			return CodeMissingField
		}
		return CodeWrongType
	case "unrecognized_keys":
		return CodeUnknownField
	case "too_small", "too_big":
		return CodeOutOfRange
	case "invalid_string", "invalid_format", "invalid_date":
		return CodeInvalidFormat
	}
	return ""
}
