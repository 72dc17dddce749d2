package llm

import (
	"bytes"
	_ "embed" // the prompts are files
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

//go:embed prompt.en.txt
var promptEnglish string

//go:embed prompt.zh.txt
var promptChinese string

// The most bytes of each part of the question. Arguments that are longer are not
// corrected: a model that saw some of them would have to make up the rest.
const (
	maxArguments = 32 << 10
	maxError     = 32 << 10
	maxTried     = 32 << 10
	maxSchema    = 64 << 10
	maxText      = 8 << 10 // the description, the intent, each text of the error
)

// question is the user's message.
type question struct {
	Tool        toolData          `json:"tool"`
	Intent      string            `json:"intent,omitempty"`
	Arguments   json.RawMessage   `json:"arguments"`
	Error       errorData         `json:"error"`
	TriedBefore []json.RawMessage `json:"tried_before,omitempty"`
	TriedCut    string            `json:"tried_before_left_out,omitempty"`
	MayChange   []string          `json:"may_change,omitempty"`
	Locked      []string          `json:"locked,omitempty"`
}

type toolData struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"schema,omitempty"`
	SchemaCut   string          `json:"schema_left_out,omitempty"`
}

type errorData struct {
	Class       string           `json:"class"`
	Code        taxonomy.Code    `json:"code"`
	Message     string           `json:"message"`
	Fields      []taxonomy.Field `json:"fields,omitempty"`
	Suggestions []string         `json:"suggestions,omitempty"`
	Cut         string           `json:"left_out,omitempty"`
}

// questionOf writes the message. All that came from outside stands in it as a
// value of JSON, out of which no text can break.
func questionOf(req *correction.Request, intent string) (string, error) {
	q := question{
		Tool:      toolData{Name: req.Spec.Name, Description: cut(req.Spec.Description)},
		Intent:    cut(intent),
		Arguments: req.Args,
		Error:     errorOf(req.Err),
		MayChange: req.MayChange,
	}
	if schema := req.Schema.JSON(); len(schema) <= maxSchema {
		q.Tool.Schema = schema
	} else {
		q.Tool.SchemaCut = fmt.Sprintf("it has %d bytes, which is too long", len(schema))
	}
	for _, lock := range append([]string{req.Spec.Target}, req.Spec.Locked...) {
		if lock != "" {
			q.Locked = append(q.Locked, lock)
		}
	}
	q.TriedBefore, q.TriedCut = triedOf(req)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(q); err != nil {
		return "", fmt.Errorf("the question to the correcting model cannot be written: %w", err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// errorOf leaves out what does not fit, the last first.
func errorOf(e *taxonomy.Error) errorData {
	d := errorData{Class: e.Class.String(), Code: e.Code, Message: cut(e.Message)}
	left := maxError - len(d.Message)
	dropped := 0
	for _, f := range e.Fields {
		f.Path, f.Message = cut(f.Path), cut(f.Message)
		if left -= len(f.Path) + len(f.Message); left < 0 {
			dropped++
			continue
		}
		d.Fields = append(d.Fields, f)
	}
	for _, s := range e.Suggestions {
		s = cut(s)
		if left -= len(s); left < 0 {
			dropped++
			continue
		}
		d.Suggestions = append(d.Suggestions, s)
	}
	if dropped > 0 {
		d.Cut = fmt.Sprintf("%d more fields and suggestions", dropped)
	}
	return d
}

// triedOf returns what was tried other than the arguments themselves, the latest
// of it where there is too much.
func triedOf(req *correction.Request) (tried []json.RawMessage, left string) {
	now, err := tool.Canonical(req.Args)
	if err != nil {
		now = req.Args
	}
	room, dropped := maxTried, 0
	for _, earlier := range slices.Backward(req.Tried) {
		again, err := tool.Canonical(earlier)
		if err != nil || bytes.Equal(again, now) {
			continue
		}
		if room -= len(again); room < 0 {
			dropped++
			continue
		}
		tried = append(tried, again)
	}
	slices.Reverse(tried)
	if dropped > 0 {
		left = fmt.Sprintf("%d earlier ones", dropped)
	}
	return tried, left
}

// cut shortens a text to at most maxText bytes, on the boundary of a rune, and says
// how many there were.
func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	note := fmt.Sprintf("… (cut, %d bytes in all)", len(s))
	end := maxText - len(note)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + note
}
