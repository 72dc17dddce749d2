// Package toolargs has what tools made of templates do with the arguments of a
// call: look the environment up, refuse what does not fit, and say which
// argument it is.
package toolargs

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
)

// Environment looks variables up, all of them at once, so that a call sees one
// state. The error names those that are not set.
func Environment(names []string, lookup func(string) (string, bool)) (map[string]string, error) {
	env := make(map[string]string, len(names))
	var missing []string
	for _, name := range names {
		value, ok := lookup(name)
		if !ok {
			missing = append(missing, name)
		}
		env[name] = value
	}
	switch len(missing) {
	case 0:
		return env, nil
	case 1:
		return nil, fmt.Errorf("the environment variable %s is not set", missing[0])
	}
	return nil, fmt.Errorf("the environment variables %s are not set", strings.Join(missing, ", "))
}

// LookupIn looks up what Environment has returned.
func LookupIn(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

// Object takes arguments apart. Its error is classified.
func Object(args json.RawMessage) (map[string]json.RawMessage, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(args, &values); err != nil || values == nil {
		return nil, taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeWrongType, "the arguments are not a JSON object")
	}
	return values, nil
}

// Misspelt refuses an argument that none of the known ones is and whose name is
// a letter or two away from, and about as long as, one that is absent: what is
// optional would be left out without a word. known are the names that the
// templates use, where one with dots may be a path into an argument.
func Misspelt(args map[string]json.RawMessage, known []string) error {
	var absent, used []string
	for _, name := range known {
		root, _, path := strings.Cut(name, ".")
		used = append(used, name, root)
		if _, ok := args[name]; !ok && !path {
			absent = append(absent, name)
		}
	}
	if len(absent) == 0 {
		return nil
	}
	type slip struct{ name, near string }
	var slips []slip
	for name := range args {
		if slices.Contains(used, name) {
			continue
		}
		if near, ok := nearest.Nearest(name, absent); ok && max(len(name), len(near))-min(len(name), len(near)) <= 1 {
			slips = append(slips, slip{name, near})
		}
	}
	if len(slips) == 0 {
		return nil
	}
	slices.SortFunc(slips, func(a, b slip) int { return strings.Compare(a.name, b.name) })
	var said []string
	e := &taxonomy.Error{Class: taxonomy.InputError, Code: taxonomy.CodeUnknownField, Applied: taxonomy.No, Basis: taxonomy.BasisDeclared}
	for _, s := range slips {
		text := "is not known; the nearest is " + s.near
		said = append(said, s.name+" "+text)
		e.Fields = append(e.Fields, taxonomy.Field{Path: pointer.Of(s.name), Code: taxonomy.CodeUnknownField, Message: text})
		e.Suggestions = append(e.Suggestions, fmt.Sprintf("Write %q instead of %q", s.near, s.name))
	}
	e.Message = strings.Join(said, "; ")
	return e
}

// Refuse makes an INPUT_ERROR of a template's complaint, and names the argument.
// Of anything else, as of a variable that is missing, no arguments are to blame:
// it is what unusable makes of it.
func Refuse(args map[string]json.RawMessage, err error, unusable func(error) error) error {
	fe, ok := errors.AsType[*tmpl.FieldError](err)
	if !ok || strings.HasPrefix(fe.Field, "environment variable ") {
		return unusable(err)
	}
	code := taxonomy.CodeInvalidFormat
	if fe.Absent {
		code = taxonomy.CodeMissingField
	}
	path := pointer.Of(fe.Field)
	if _, whole := args[fe.Field]; !whole {
		path = pointer.Of(strings.Split(fe.Field, ".")...)
	}
	reason := fe.Reason
	if fe.Text != "" {
		reason = strings.TrimPrefix(fe.Error(), fe.Field+": ")
	}
	return &taxonomy.Error{
		Class: taxonomy.InputError, Code: code, Applied: taxonomy.No, Basis: taxonomy.BasisDeclared,
		Message: fe.Error(),
		Fields:  []taxonomy.Field{{Path: path, Code: code, Message: taxonomy.Clean(reason)}},
	}
}
