package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/batchagent/batchagent/job"
)

// feed is what a command runs: the items of a job, or one call whose params
// stand on the command line.
type feed struct {
	source *job.Source // nil: no items are read
	inputs iter.Seq[rawInput]
	close  func()
}

func (f *jobFlags) openFeed(j *job.Job, keep func(job.Row) bool) (*feed, error) {
	if f.params != nil {
		in := rawInput{Key: paramsID(j, f.params), In: f.params}
		return &feed{inputs: func(yield func(rawInput) bool) { yield(in) }, close: func() {}}, nil
	}
	source, err := j.OpenItems()
	if err != nil {
		return nil, err
	}
	items := &feed{source: source}
	items.inputs, items.close = closing(source, inputs(j, source, keep))
	return items, nil
}

func (f *feed) err() error {
	if f.source == nil {
		return nil
	}
	return f.source.Err()
}

// isTable reports whether a .csv report can have the items' own columns.
func (f *feed) isTable() bool {
	if f.source == nil {
		return false
	}
	_, ok := f.source.Table()
	return ok
}

// paramsID is what the one call is about or, where the job does not say which
// param that is, a word for it.
func paramsID(j *job.Job, params json.RawMessage) string {
	var values map[string]json.RawMessage
	if target := j.Target(); target != "" && json.Unmarshal(params, &values) == nil {
		var id string
		switch raw := values[target]; {
		case json.Unmarshal(raw, &id) == nil && id != "":
			return id
		case len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'):
			return string(raw)
		}
	}
	return "params"
}

// maxParams bounds what is read from the standard input, in bytes.
const maxParams = 32 << 20

var errNoObject = errors.New(`--params must be a JSON object with the params of the call, as in --params '{"order_id":"1001"}'`)

// readParams takes --params, or what it points to. Numbers stay as they are
// written.
func readParams(text string, stdin io.Reader) (json.RawMessage, error) {
	raw := []byte(text)
	if text == "-" {
		var err error
		if raw, err = io.ReadAll(io.LimitReader(stdin, maxParams)); err != nil {
			return nil, fmt.Errorf("--params -: %w", err)
		}
	}
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\uFEFF")))
	if len(raw) == 0 || raw[0] != '{' {
		return nil, errNoObject
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoObject, err)
	}
	return raw, nil
}
