package taxonomy

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxFields bounds how many refused arguments are kept, maxPath the bytes of a
// path: longer ones name nothing in any arguments.
const (
	maxFields = 50
	maxPath   = 256
)

//nolint:gochecknoglobals // a table, never written
var pathKeys = []string{"path", "pointer", "field", "param", "name", "property", "loc", "instancePath"}

// readFields reads a list of {path, message}, and RetryInfo in a list of
// google.rpc details.
func (d *errorDocument) readFields(list []any) {
	for _, entry := range list {
		m, ok := entry.(map[string]any)
		if !ok {
			continue
		}
		d.retryAfter = max(d.retryAfter, retryDelay(m["retryDelay"]))
		if len(d.fields) == maxFields {
			continue
		}
		message := firstString(m, messageKeys)
		if word := firstString(m, codeKeys); message == "" && m["field"] != nil { // GitHub's have no words
			message = strings.ReplaceAll(word, "_", " ")
		}
		if message == "" {
			continue
		}
		if source, ok := m["source"].(map[string]any); ok { // JSON:API
			m = source
		}
		for _, key := range pathKeys {
			if path := pointerOf(m[key]); path != "" {
				d.addField(path, message, firstString(m, codeKeys))
				break
			}
		}
	}
}

// readFieldObject reads an object from an argument's name to a message or a
// list of them.
func (d *errorDocument) readFieldObject(m map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if len(d.fields) == maxFields {
			return
		}
		said := m[name]
		if list, ok := said.([]any); ok && len(list) > 0 {
			said = list[0]
		}
		if text, ok := said.(string); ok && name != "message" && name != "code" {
			d.addField(pointerOf(name), text, "")
		}
	}
}

func (d *errorDocument) addField(path, message, kind string) {
	if len(path) > maxPath {
		return
	}
	d.fields = append(d.fields, Field{Path: Clean(path), Message: Clean(message), Code: fieldCode(message, kind)})
}

//nolint:gochecknoglobals // a table, never written
var fieldCodes = []Code{CodeMissingField, CodeUnknownField, CodeWrongType, CodeInvalidFormat, CodeOutOfRange}

// fieldCode says what is wrong with an argument, from the words for it or from
// the kind that validators give ("missing", "int_parsing").
func fieldCode(message, kind string) Code {
	if r := lookUp(providerIndex, kind); r != nil && (r.class == InputError || r.class == ResourceConflict) {
		return r.code
	}
	for _, text := range []string{message, strings.NewReplacer("_", " ", ".", " ").Replace(kind)} {
		if e := wordsOf(text); e != nil && slices.Contains(fieldCodes, e.Code) {
			return e.Code
		}
	}
	if strings.HasSuffix(kind, "missing") {
		return CodeMissingField
	}
	return ""
}

// retryDelay reads a google.protobuf.Duration in JSON, "3.5s", however long,
// and Go's own ("1m30s").
func retryDelay(v any) time.Duration {
	text, _ := v.(string) // "" is no duration
	if d, ok := number(strings.TrimSuffix(text, "s"), time.Second); ok {
		return d
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0
	}
	return d // a negative one is shorter than none
}

// pointerOf makes a JSON Pointer of the ways in which services name a field:
// a pointer, a name, a dotted path, or a list such as ["body", "deadline"].
func pointerOf(v any) string {
	var parts []string
	switch v := v.(type) {
	case string:
		v = strings.TrimPrefix(v, "#")
		if v == "" || v[0] == '/' {
			return v
		}
		parts = strings.Split(bracketsToDots.Replace(strings.TrimPrefix(v, "$.")), ".")
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
		b.WriteString(pointerEscaper.Replace(part))
	}
	return b.String()
}

//nolint:gochecknoglobals // never written
var (
	pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 section 3
	bracketsToDots = strings.NewReplacer("[", ".", "]", "")    // items[0].qty
)

// cleanFields returns the fields with texts that are fit to be shown. The
// slice is copied if anything in it changes.
func cleanFields(fields []Field) []Field {
	copied := false
	for i, f := range fields {
		path, message := Clean(f.Path), Clean(f.Message)
		if path == f.Path && message == f.Message {
			continue
		}
		if !copied {
			fields, copied = slices.Clone(fields), true
		}
		fields[i].Path, fields[i].Message = path, message
	}
	return fields
}

// cleanAll is cleanFields for plain texts.
func cleanAll(texts []string) []string {
	copied := false
	for i, text := range texts {
		clean := Clean(text)
		if clean == text {
			continue
		}
		if !copied {
			texts, copied = slices.Clone(texts), true
		}
		texts[i] = clean
	}
	return texts
}
