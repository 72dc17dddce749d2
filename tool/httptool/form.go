package httptool

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
)

const formType = "application/x-www-form-urlencoded"

// formTemplate is a field of a form.
type formTemplate struct {
	name, whole string // whole is the argument that the field is, "" if it is a text
	text        *tmpl.Template
}

func compileForm(fields map[string]string) ([]formTemplate, error) {
	if fields == nil {
		return nil, nil
	}
	form := make([]formTemplate, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		t, err := tmpl.Compile(fields[name])
		if err != nil {
			return nil, fmt.Errorf("httptool: Config.Form: the field %s: %w", name, err)
		}
		whole, _ := t.Whole()
		form = append(form, formTemplate{name, whole, t})
	}
	return form, nil
}

// render makes the form, its fields in the order of their names.
// put is Render or, for texts that people see, Redacted.
func render(form []formTemplate, put func(*tmpl.Template, tmpl.Lookup, *tmpl.Options) (string, error),
	lookup tmpl.Lookup, env map[string]string,
) ([]byte, error) {
	values := url.Values{}
	for _, f := range form {
		if f.whole != "" {
			if raw, ok := lookup(f.whole); !ok || bytes.Equal(raw, []byte("null")) {
				continue
			}
		}
		value, err := put(f.text, lookup, &tmpl.Options{Env: toolargs.LookupIn(env)})
		if err != nil {
			return nil, err
		}
		values.Set(f.name, value)
	}
	return []byte(values.Encode()), nil
}
