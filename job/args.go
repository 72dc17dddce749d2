package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// Args returns the arguments of the call for one row, as compact JSON in the order of Params.
// Cells are texts, exactly as they stand in the file, unless a template converts them. Values in
// objects keep their type. An empty cell is what Items.Empty says, and so are "" and null in an
// object and a name of the job file that the object does not have; a param that is nothing but such
// a cell is left out when that is omit, and a text that needs it is an error.
//
// For a row with an error, that is the error. Every error is a fault of the row, and the other rows
// are not affected by it. Args is safe for concurrent use.
func (j *Job) Args(row Row) (json.RawMessage, error) {
	if row.Err != nil {
		return nil, row.Err
	}
	if j.loaded == nil || j.loaded.args == nil {
		return nil, errors.New("this Job was not made by job.Load or job.Parse")
	}
	args, err := j.loaded.args.Render(j.lookup(row), nil)
	if err != nil {
		return nil, fmt.Errorf("%sparams%w", row.place(), err) // the error starts with a JSON pointer
	}
	return args, nil
}

func (j *Job) lookup(row Row) tmpl.Lookup {
	if row.header != nil && row.header.typed {
		return j.typedLookup(row)
	}
	return func(name string) (json.RawMessage, bool) {
		text, ok := row.Value(name)
		if !ok {
			return nil, false
		}
		if text == "" {
			switch j.Items.Empty {
			case EmptyOmit:
				return nil, false
			case EmptyNull:
				return json.RawMessage("null"), true
			case EmptyReject, EmptyText: // the Source has rejected it, or it is a text
			}
		}
		return textJSON(text), true
	}
}

// typedLookup is the lookup in a row that is an object.
func (j *Job) typedLookup(row Row) tmpl.Lookup {
	return func(name string) (json.RawMessage, bool) {
		raw, ok := row.resolve(name)
		if ok && !isEmptyJSON(raw) {
			return raw, true
		}
		if !ok && !row.header.named[name] {
			return nil, false // a part of a name with dots, or a property of the schema that need not be there
		}
		switch j.Items.Empty {
		case EmptyNull:
			return json.RawMessage("null"), true
		case EmptyText:
			return json.RawMessage(`""`), true
		case EmptyReject, EmptyOmit:
		}
		return nil, false
	}
}

// Locked returns the params that no correction may change: what correction.locked says, every
// param in the path of the URL, and every param that the id is put into. They are sorted.
func (j *Job) Locked() []string {
	locked := slices.Clone(j.Correction.Locked)
	if j.loaded == nil {
		return locked
	}
	keys := paramKeys(j.Params)
	for _, name := range j.loaded.pathNames {
		locked = append(locked, owner(keys, name))
	}
	var fields map[string]json.RawMessage
	if j.Items.ID != "" && json.Unmarshal(j.Params, &fields) == nil {
		for key, raw := range fields {
			if t, err := tmpl.CompileTree(raw); err == nil && slices.Contains(t.Names(), j.Items.ID) {
				locked = append(locked, key)
			}
		}
	}
	slices.Sort(locked)
	locked = slices.Compact(locked)
	return slices.DeleteFunc(locked, func(name string) bool { return name == "" })
}

// Target returns the param that is the id of the item and nothing else, "" where there is none or
// more than one: what the tool's calls are about.
func (j *Job) Target() string {
	var fields map[string]json.RawMessage
	if j.Items.ID == "" || json.Unmarshal(j.Params, &fields) != nil {
		return ""
	}
	target := ""
	for key, raw := range fields {
		var text string
		if json.Unmarshal(raw, &text) != nil || text != "{"+j.Items.ID+"}" {
			continue
		}
		if target != "" {
			return ""
		}
		target = key
	}
	return target
}

// paramKeys are the names of the fields of an object, in order.
func paramKeys(object json.RawMessage) []string {
	var keys []string
	dec := json.NewDecoder(bytes.NewReader(object))
	if token, err := dec.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	for dec.More() {
		token, err := dec.Token()
		key, ok := token.(string)
		if err != nil || !ok {
			return keys
		}
		keys = append(keys, key)
		var skipped json.RawMessage
		if dec.Decode(&skipped) != nil {
			return keys
		}
	}
	return keys
}
