package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

// reportVersion is the version of the JSON report. Members may be added to it;
// what stands in it keeps its name and meaning.
const reportVersion = 1

var errUnbalanced = errors.New("batch: the books do not balance, so no report is written; this is a bug in batchagent")

// headJSON is the report without its items.
type headJSON struct {
	Version         int        `json:"version"`
	Run             string     `json:"run"`
	RetryOf         *string    `json:"retry_of"`
	Name            string     `json:"name"`
	Status          Status     `json:"status"`
	Started         string     `json:"started"` // RFC 3339, UTC
	ElapsedMS       int64      `json:"elapsed_ms"`
	SourceExhausted bool       `json:"source_exhausted"`
	SourceError     string     `json:"source_error,omitempty"`
	Calls           int        `json:"calls"`
	ModelCalls      int        `json:"model_calls"`
	ModelTokens     int        `json:"model_tokens"`
	Abort           *abortJSON `json:"abort"`
	Counts          Counts     `json:"counts"`
	How             HowCounts  `json:"how"`
	// Corrections sums up those of all items; nil where there are none.
	Corrections *correctionsJSON `json:"corrections,omitempty"`
}

type abortJSON struct {
	Reason  string        `json:"reason"`
	Class   string        `json:"class,omitempty"`
	Code    taxonomy.Code `json:"code,omitempty"`
	Item    string        `json:"item,omitempty"`
	Message string        `json:"message,omitempty"`
}

type itemJSON struct {
	Index       int                     `json:"index"`
	ID          string                  `json:"id"`
	Line        int                     `json:"line,omitempty"`
	Outcome     Outcome                 `json:"outcome"`
	How         executor.How            `json:"how,omitempty"`
	Attempts    int                     `json:"attempts"`
	Params      json.RawMessage         `json:"params,omitempty"`
	Value       json.RawMessage         `json:"value,omitempty"`
	Error       *errorJSON              `json:"error,omitempty"`
	Corrections []correction.Correction `json:"corrections,omitempty"`
	Reason      string                  `json:"reason,omitempty"`
	Failures    []failureJSON           `json:"failures,omitempty"`
}

// failureJSON is one attempt that failed, or one refusal before any was made.
type failureJSON struct {
	Attempt int           `json:"attempt"` // from 1; 0: nothing was sent
	Class   string        `json:"class"`
	Code    taxonomy.Code `json:"code"`
	Message string        `json:"message"`
	Applied string        `json:"applied"`           // "no" or "maybe"
	WaitMS  int64         `json:"wait_ms,omitempty"` // the pause after it
	Asked   bool          `json:"asked,omitempty"`   // the other side asked for the pause
}

// failureForms has the attempts that failed, where the last error alone does
// not tell the story.
func failureForms(failures []executor.Failure, last *taxonomy.Error) []failureJSON {
	if len(failures) == 1 && last != nil {
		return nil
	}
	var list []failureJSON
	for _, f := range failures {
		list = append(list, failureJSON{
			Attempt: f.Attempt, Class: f.Err.Class.String(), Code: f.Err.Code, Message: f.Err.Message,
			Applied: f.Err.Applied.Word(), WaitMS: f.Wait.Milliseconds(), Asked: f.Asked,
		})
	}
	return list
}

type errorJSON struct {
	Class       string           `json:"class"`
	Code        taxonomy.Code    `json:"code"`
	Message     string           `json:"message"`
	Applied     string           `json:"applied"` // "no" or "maybe"
	Basis       string           `json:"basis"`
	RetryAfterS *float64         `json:"retry_after_s"`
	Fields      []taxonomy.Field `json:"fields"`
	Suggestions []string         `json:"suggestions"`
}

// WriteJSON writes the report as one JSON document, an item a line, in input
// order: all items, or those with one of the given outcomes. The counts are
// those of the whole batch either way. It is written as it is made: it takes no
// memory of its own, whatever the number of items.
//
// Numbers are exact: a json.RawMessage goes out as it is, apart from white
// space, and any other value through [encoding/json], without HTML escaping. A
// value without a JSON form becomes null, and the item's reason says so.
//
// If the outcomes do not add up to the items nothing is written, and the error
// says which numbers disagree. Otherwise the error is w's.
func (r *Report[K, Out]) WriteJSON(w io.Writer, only ...Outcome) error {
	if err := r.balanced(); err != nil {
		return err
	}
	j := newJSONWriter(w)
	head, err := j.encode(r.head())
	if err != nil {
		return fmt.Errorf("batch: the report has no JSON form: %w", err)
	}
	j.write(head[:len(head)-1]) // without its closing brace
	j.write([]byte(`,"items":[`))
	between := "\n"
	for _, item := range r.Items(only...) {
		j.text(between)
		between = ",\n"
		if err := writeItem(j, &item); err != nil {
			return err
		}
		if j.err != nil {
			break
		}
	}
	j.write([]byte("\n]}\n"))
	return j.flush()
}

// balanced refuses books in which an item is missing or counted twice.
func (r *Report[K, Out]) balanced() error {
	c := r.Counts
	if !c.Balanced() || c.Read != r.records.n {
		return fmt.Errorf("%w: %d items were read and %d are on record, but %d succeeded + %d skipped + %d failed + %d in doubt + %d not done",
			errUnbalanced, c.Read, r.records.n, c.Succeeded, c.Skipped, c.Failed, c.InDoubt, c.NotDone)
	}
	return nil
}

// writeItem writes an item as one JSON object on one line.
func writeItem[Out any](j *jsonWriter, item *Item[Out]) error {
	line, err := j.encode(itemForm(j, item))
	if err != nil {
		line, err = j.encode(bareItem(item, err))
	}
	if err != nil {
		return fmt.Errorf("batch: item %q has no JSON form: %w", item.ID, err)
	}
	j.write(line)
	return nil
}

func (s *Summary) head() headJSON {
	h := headJSON{
		Version: reportVersion, Run: s.Run, Name: s.Name, Status: s.Status,
		Started: s.Started.UTC().Format(time.RFC3339), ElapsedMS: s.Elapsed.Milliseconds(),
		SourceExhausted: s.SourceExhausted, Calls: s.Calls, ModelCalls: s.ModelCalls, ModelTokens: s.ModelTokens, Counts: s.Counts, How: s.How,
		Corrections: s.changes.form(),
	}
	if s.SourceErr != nil {
		h.SourceError = taxonomy.Clean(s.SourceErr.Error())
	}
	if a := s.Abort; a != nil {
		h.Abort = &abortJSON{Reason: a.Reason, Item: a.Item}
		if a.Err != nil {
			h.Abort.Class, h.Abort.Code, h.Abort.Message = a.Err.Class.String(), a.Err.Code, a.Err.Message
		}
	}
	return h
}

// itemForm is an item as the report has it.
func itemForm[Out any](j *jsonWriter, item *Item[Out]) itemJSON {
	f := itemJSON{
		Index: item.Index, ID: item.ID, Line: item.Line, Outcome: item.Outcome, How: item.How,
		Attempts: item.Attempts, Corrections: item.Corrections, Reason: item.Reason, Error: errorForm(item.Err),
		Failures: failureForms(item.Failures, item.Err),
	}
	if item.Args != nil {
		if json.Valid(item.Args) {
			f.Params = item.Args
		} else {
			f.Params = null
			f.note("its arguments have no JSON form")
		}
	}
	if item.Outcome == Succeeded {
		value, err := j.value(item.Value)
		if err != nil {
			f.note("its value has no JSON form: " + taxonomy.Clean(err.Error()))
		}
		f.Value = value
	}
	return f
}

// bareItem is an item whose details have no JSON form: its outcome is not to be
// lost for that.
func bareItem[Out any](item *Item[Out], why error) itemJSON {
	f := itemJSON{
		Index: item.Index, ID: item.ID, Line: item.Line, Outcome: item.Outcome, How: item.How,
		Attempts: item.Attempts, Reason: item.Reason, Error: errorForm(item.Err),
		Failures: failureForms(item.Failures, item.Err),
	}
	f.note("its details have no JSON form: " + taxonomy.Clean(why.Error()))
	return f
}

func (f *itemJSON) note(s string) {
	if f.Reason != "" {
		f.Reason += "; "
	}
	f.Reason += s
}

func errorForm(e *taxonomy.Error) *errorJSON {
	if e == nil {
		return nil
	}
	f := &errorJSON{
		Class: e.Class.String(), Code: e.Code, Message: e.Message, Applied: e.Applied.Word(), Basis: e.Basis.String(),
		Fields: e.Fields, Suggestions: e.Suggestions,
	}
	if f.Fields == nil {
		f.Fields = []taxonomy.Field{}
	}
	if f.Suggestions == nil {
		f.Suggestions = []string{}
	}
	if e.RetryAfter > 0 {
		seconds := e.RetryAfter.Seconds()
		f.RetryAfterS = &seconds
	}
	return f
}

//nolint:gochecknoglobals // constants in all but name
var null = json.RawMessage("null")

// jsonWriter encodes without HTML escaping, and keeps the first error of what
// it writes to.
type jsonWriter struct {
	out *bufio.Writer
	buf bytes.Buffer
	enc *json.Encoder
	err error
}

func newJSONWriter(w io.Writer) *jsonWriter {
	j := &jsonWriter{out: bufio.NewWriterSize(w, 64<<10)}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	return j
}

// encode returns v as JSON. The bytes are good until the next call.
func (j *jsonWriter) encode(v any) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // a MarshalJSON method of the user's
			err = fmt.Errorf("%w: %v", errMarshalPanicked, p)
		}
	}()
	j.buf.Reset()
	if err := j.enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(j.buf.Bytes(), []byte{'\n'}), nil
}

var errMarshalPanicked = errors.New("its MarshalJSON method panicked")

// value returns a value as JSON, and null with an error if it has no such form.
func (j *jsonWriter) value(v any) (json.RawMessage, error) {
	if raw, ok := v.(json.RawMessage); ok {
		switch {
		case len(raw) == 0:
			return null, nil
		case !json.Valid(raw):
			return null, errNotJSON
		}
		return raw, nil
	}
	data, err := j.encode(v)
	if err != nil {
		return null, err
	}
	return bytes.Clone(data), nil
}

var errNotJSON = errors.New("a json.RawMessage that holds no JSON")

func (j *jsonWriter) write(data []byte) {
	if j.err == nil {
		_, j.err = j.out.Write(data)
	}
}

func (j *jsonWriter) text(parts ...string) {
	for _, part := range parts {
		if j.err == nil {
			_, j.err = j.out.WriteString(part)
		}
	}
}

func (j *jsonWriter) flush() error {
	if j.err == nil {
		j.err = j.out.Flush()
	}
	if j.err != nil {
		return fmt.Errorf("batch: the report could not be written: %w", j.err)
	}
	return nil
}
