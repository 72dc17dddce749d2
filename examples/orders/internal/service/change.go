package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// maxFields bounds how many wrong fields an answer names.
const maxFields = 10

// change is the body of a PATCH.
type change struct {
	deadline string
	version  *int64 // nil: unconditional
}

// fingerprint is equal for two changes of an order that mean the same, however
// their JSON is written.
func (c change) fingerprint(id string) string {
	parts := []string{"PATCH", id, c.deadline}
	if c.version != nil {
		parts = append(parts, strconv.FormatInt(*c.version, 10))
	}
	text, _ := json.Marshal(parts) // strings always marshal
	return string(text)
}

// parseChange reads a body. It takes names exactly as they are, where
// encoding/json would take "Deadline" too, and refuses a name that stands twice:
// of two deadlines nobody knows which one is meant. The error is a *refusal: 400
// for what is no change at all, 422 for one that cannot be carried out.
func parseChange(body []byte) (change, error) {
	var (
		c     change
		seen  = map[string]bool{}
		wrong []fieldError
	)
	err := eachField(body, func(name string, value json.RawMessage) {
		var problem string
		switch {
		case seen[name]:
			problem = "stands twice"
		case name == "deadline":
			c.deadline, problem = deadlineOf(value)
		case name == "version":
			c.version, problem = versionOf(value)
		default:
			problem = `unknown field: a change has "deadline" and "version"`
		}
		seen[name] = true
		if problem != "" && len(wrong) < maxFields {
			wrong = append(wrong, fieldError{Path: pointer(name), Message: problem})
		}
	})
	switch {
	case errors.Is(err, io.EOF):
		return change{}, badRequest("the body is empty: send a JSON object")
	case err != nil:
		return change{}, badRequest("the body is not a JSON object: " + err.Error())
	case len(wrong) > 0:
		return change{}, badRequest("the body is not a change of an order", wrong...)
	case !seen["deadline"]:
		return change{}, invalid(fieldError{Path: "/deadline", Message: "is missing"})
	}
	if problem := checkDate(c.deadline); problem != "" {
		return change{}, invalid(fieldError{Path: "/deadline", Message: problem})
	}
	return c, nil
}

func deadlineOf(value json.RawMessage) (deadline, problem string) {
	if value[0] != '"' { // Unmarshal would take null for a string
		return "", "must be a string of the form YYYY-MM-DD"
	}
	if err := json.Unmarshal(value, &deadline); err != nil {
		return "", "is not a string: " + err.Error()
	}
	return deadline, ""
}

// versionOf takes the digits as they stand: by way of a float64, large versions
// would become other versions.
func versionOf(value json.RawMessage) (version *int64, problem string) {
	number, err := strconv.ParseInt(string(value), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, "is out of range"
	case err != nil:
		return nil, "must be a whole number"
	}
	return &number, ""
}

// eachField calls fn for every member of the object that body must be, in their
// order. io.EOF means an empty body.
func eachField(body []byte, fn func(name string, value json.RawMessage)) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return io.EOF
	}
	if !json.Valid(body) {
		var into any
		return json.Unmarshal(body, &into) // says what and where
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return errors.New("it is valid JSON of another kind")
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		text, _ := name.(string) // the names of an object are strings
		fn(text, value)
	}
	return nil
}

// pointer is the JSON pointer (RFC 6901) of a member of the body.
func pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(clip(name))
}

// checkDate returns what is wrong with a date, or nothing.
func checkDate(s string) (problem string) {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return ""
	}
	problem = fmt.Sprintf("%q is not a date of the form YYYY-MM-DD", clip(s))
	if hasDateForm(s) {
		problem += ": there is no such day"
	}
	return problem
}

func hasDateForm(s string) bool {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '9'
		}
		return r
	}, s)
	return digits == "9999-99-99"
}
