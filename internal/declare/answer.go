package declare

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"strings"
)

// Kind is a kind of tool, which decides what its expressions can name.
type Kind string

// The kinds. All of them have params, the arguments of the call, and text, the
// whole answer as a text.
const (
	HTTP Kind = "http" // status, headers, body
	Exec Kind = "exec" // exit, stdout, stderr, body (stdout, where it is JSON)
	MCP  Kind = "mcp"  // content, is_error, body (the result's JSON)
)

// Names lists what the expressions of a kind can name, for people.
func (k Kind) Names() string {
	switch k {
	case HTTP:
		return "status, headers, body, text and params"
	case Exec:
		return "exit, stdout, stderr, body, text and params"
	case MCP:
		return "is_error, content, body, text and params"
	}
	return "params"
}

// Answer is what an expression looks at. Only the fields of its kind count.
type Answer struct {
	Kind   Kind
	Params json.RawMessage

	Status int
	Header http.Header
	Body   []byte // also the JSON of an MCP server's result

	Exit           int
	Stdout, Stderr string

	IsError bool
	Content string // the texts of an MCP server's result, joined by newlines
}

// What expressions see, by kind. What comes as JSON can be anything.
type (
	common struct {
		Params any    `expr:"params"`
		Body   any    `expr:"body"`
		Text   string `expr:"text"`

		Tick func() (bool, error) `expr:"__tick"`
	}
	httpNames struct {
		common
		Status  int               `expr:"status"`
		Headers map[string]string `expr:"headers"`
	}
	execNames struct {
		common
		Exit   int    `expr:"exit"`
		Stdout string `expr:"stdout"`
		Stderr string `expr:"stderr"`
	}
	mcpNames struct {
		common
		IsError bool   `expr:"is_error"`
		Content string `expr:"content"`
	}
)

// names makes what the expressions see.
//
// Whole numbers of JSON become int, other numbers float64: expr compares
// json.Number as text, in which 10 is less than 9. A whole number that no int
// holds becomes a float64 too.
func (a *Answer) names() any {
	params := decode(a.Params)
	switch a.Kind {
	case HTTP:
		return httpNames{common{params, a.body(), string(a.Body), newTick()}, a.Status, headers(a.Header)}
	case Exec:
		return execNames{common{params, a.body(), a.Stdout + a.Stderr, newTick()}, a.Exit, a.Stdout, a.Stderr}
	case MCP:
		return mcpNames{common{params, a.body(), a.Content, newTick()}, a.IsError, a.Content}
	}
	return common{Params: params}
}

// body is what the expressions see under that name.
func (a *Answer) body() any {
	if a.Kind == Exec {
		return decode([]byte(a.Stdout))
	}
	return decode(a.Body)
}

// headers are found by their usual spelling and in lower case; several of one
// name are joined by commas (RFC 9110 section 5.3).
func headers(h http.Header) map[string]string {
	m := make(map[string]string, 2*len(h))
	for name, values := range h {
		joined := strings.Join(values, ", ")
		m[http.CanonicalHeaderKey(name)], m[strings.ToLower(name)] = joined, joined
	}
	return m
}

// decode returns what a JSON text holds, nil for any other text.
func decode(data []byte) any {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	if _, err := dec.Token(); err == nil { // more than one value is no JSON text
		return nil
	}
	return numbers(v)
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil && n >= math.MinInt && n <= math.MaxInt {
			return int(n)
		}
		f, _ := v.Float64() // too large a one becomes infinite
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for name := range maps.Keys(v) {
			v[name] = numbers(v[name])
		}
	}
	return v
}
