package openapitool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

// style is how a value is written into a request.
type style struct {
	name    string
	explode bool
}

func defaultStyle(in string) style {
	if in == "query" || in == "cookie" {
		return style{"form", true}
	}
	return style{"simple", false}
}

// readStyle reads style and explode, which stand in a parameter or in an
// encoding.
func readStyle(n *node, in string) (style, error) {
	s := defaultStyle(in)
	if given := n.get("style"); given != nil {
		s.name = given.text
		known := map[string]string{
			"path": "simple label matrix", "query": "form spaceDelimited pipeDelimited deepObject", "header": "simple", "cookie": "form",
		}[in]
		if !strings.Contains(" "+known+" ", " "+s.name+" ") {
			return s, given.fault("the style %q is none for a %s parameter; there are %s", s.name, in, strings.ReplaceAll(known, " ", ", "))
		}
		s.explode = s.name == "form"
	}
	if explode := n.get("explode"); explode != nil {
		s.explode = explode.text == "true"
	}
	return s, nil
}

// value is an argument taken apart as far as a style can write it.
type value struct {
	text string   // a scalar
	list []string // a list of scalars
	keys []string // an object, whose values are the list
	kind kind     // textKind, listKind or mapKind; nullKind: there is nothing to write
}

// refuse is the error of an argument.
func refuse(arg, format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "%s %s", arg, why)
	e.Fields = []taxonomy.Field{{Path: pointer(arg), Code: taxonomy.CodeInvalidFormat, Message: taxonomy.Clean(why)}}
	return e
}

func pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// take takes an argument apart.
func take(arg string, raw json.RawMessage) (value, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return value{}, nil
	case raw[0] == '[':
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			return value{}, refuse(arg, "is not valid JSON")
		}
		v := value{kind: listKind}
		for _, item := range items {
			text, err := scalarText(arg, item)
			if err != nil {
				return value{}, err
			}
			v.list = append(v.list, text)
		}
		return v, nil
	case raw[0] == '{':
		members, err := membersOf(raw)
		if err != nil {
			return value{}, refuse(arg, "is not valid JSON")
		}
		v := value{kind: mapKind}
		for _, m := range members {
			if string(m.raw) == "null" {
				continue
			}
			text, err := scalarText(arg, m.raw)
			if err != nil {
				return value{}, err
			}
			v.keys, v.list = append(v.keys, m.name), append(v.list, text)
		}
		return v, nil
	}
	text, err := scalarText(arg, raw)
	return value{kind: textKind, text: text}, err
}

// scalarText is how a scalar is written: a number with the digits that it has.
func scalarText(arg string, raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || raw[0] == '[' || raw[0] == '{':
		return "", refuse(arg, "holds a list or an object inside a list or an object, which has no form here")
	case string(raw) == "null":
		return "", refuse(arg, "holds null, which has no form here")
	case raw[0] == '"':
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return "", refuse(arg, "is not valid JSON")
		}
		return text, nil
	}
	return string(raw), nil
}

type jsonMember struct {
	name string
	raw  json.RawMessage
}

// membersOf returns the members of an object in their order.
func membersOf(raw json.RawMessage) ([]jsonMember, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var list []jsonMember
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // it is one
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, jsonMember{name, value})
	}
	return list, nil
}

// inPath writes a value into one segment of a path.
func (s style) inPath(arg, name string, v value) (string, error) {
	var fault error
	escape := func(text string) string {
		escaped, err := httptool.PathSegment(text)
		if err != nil && fault == nil {
			fault = refuse(arg, "%s", err)
		}
		return escaped
	}
	text, empty := s.joined(name, v, escape)
	switch {
	case fault != nil:
		return "", fault
	case empty:
		return "", refuse(arg, "is empty, and a part of a URL's path must not be")
	}
	return text, nil
}

// joined writes a value in the styles simple, label and matrix (RFC 6570
// sections 3.2.2, 3.2.5 and 3.2.7).
func (s style) joined(name string, v value, escape func(string) string) (text string, empty bool) {
	pieces := make([]string, len(v.list))
	for i, item := range v.list {
		pieces[i] = escape(item)
	}
	separator, assign := ",", ","
	if s.explode {
		assign = "="
	}
	if v.kind == mapKind {
		for i, key := range v.keys {
			pieces[i] = escape(key) + assign + pieces[i]
		}
	}
	prefix := ""
	switch s.name {
	case "label":
		if prefix = "."; s.explode {
			separator = "."
		}
	case "matrix":
		if prefix = ";" + url.PathEscape(name) + "="; s.explode && v.kind != textKind {
			separator = ";"
			if prefix = ";"; v.kind == listKind {
				for i := range pieces {
					pieces[i] = url.PathEscape(name) + "=" + pieces[i]
				}
			}
		}
	}
	switch v.kind {
	case textKind:
		return prefix + escape(v.text), false
	case listKind, mapKind:
		return prefix + strings.Join(pieces, separator), len(pieces) == 0
	case nullKind, boolKind, numberKind:
	}
	return "", true
}

// escapeQuery escapes a value for a query. Spaces are %20, which is read as one
// everywhere.
func escapeQuery(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// pairs writes a value in the styles of queries, forms and cookies, each pair
// escaped.
func (s style) pairs(name string, v value) []string {
	key := escapeQuery(name)
	escaped := make([]string, len(v.list))
	for i, item := range v.list {
		escaped[i] = escapeQuery(item)
	}
	switch v.kind {
	case textKind:
		return []string{key + "=" + escapeQuery(v.text)}
	case listKind, mapKind:
		if len(escaped) == 0 {
			return nil
		}
	case nullKind, boolKind, numberKind:
		return nil
	}
	if s.explode {
		for i := range escaped {
			if v.kind == mapKind {
				key = escapeQuery(v.keys[i])
			}
			escaped[i] = key + "=" + escaped[i]
		}
		return escaped
	}
	if v.kind == mapKind {
		for i := range escaped {
			escaped[i] = escapeQuery(v.keys[i]) + s.separator() + escaped[i]
		}
	}
	return []string{key + "=" + strings.Join(escaped, s.separator())}
}

func (s style) separator() string {
	switch s.name {
	case "spaceDelimited":
		return "%20"
	case "pipeDelimited":
		return "%7C"
	}
	return ","
}

// deepPairs writes a value as name[key]=…, to any depth; the entries of a list
// have an empty key, as PHP, Rails and Stripe read them. (OpenAPI leaves more
// than one level open.)
func deepPairs(arg, key string, raw json.RawMessage, depth int) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	if depth > maxDepth {
		return nil, refuse(arg, "is nested too deep")
	}
	var list []string
	below := func(name string, raw json.RawMessage) error {
		more, err := deepPairs(arg, key+"%5B"+escapeQuery(name)+"%5D", raw, depth+1)
		list = append(list, more...)
		return err
	}
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, nil
	case raw[0] == '{':
		members, err := membersOf(raw)
		if err != nil {
			return nil, refuse(arg, "is not valid JSON")
		}
		for _, m := range members {
			if err := below(m.name, m.raw); err != nil {
				return nil, err
			}
		}
		return list, nil
	case raw[0] == '[':
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			return nil, refuse(arg, "is not valid JSON")
		}
		for _, item := range items {
			if err := below("", item); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	text, err := scalarText(arg, raw)
	return []string{key + "=" + escapeQuery(text)}, err
}

// written writes an argument as pairs.
func (s style) written(arg, name string, raw json.RawMessage) ([]string, error) {
	if s.name == "deepObject" {
		return deepPairs(arg, escapeQuery(name), raw, 0)
	}
	v, err := take(arg, raw)
	if err != nil {
		return nil, err
	}
	return s.pairs(name, v), nil
}
