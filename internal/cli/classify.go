package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/taxonomy"
)

type classifyFlags struct {
	status  int
	headers []string
	body    string
	method  string
	explain bool
	json    bool
}

func newClassify(s *console) *cobra.Command {
	var f classifyFlags
	cmd := &cobra.Command{
		Use:   "classify [TEXT]",
		Short: "Say how an error would be treated, and why",
		Long: `classify says to which class an error belongs, and so how it would be treated.
Without a text and without --http it reads JSON lines from standard input,
{"id":…,"kind":…,"data":{…}}, and answers each with one. The kinds, and what
their data holds:

  text         {"message": "…"}
  http         {"status": 429, "headers": {"Retry-After": "7"}, "body": "…",
                "method": "POST", "now": "2026-05-01T09:00:00Z"}
  tool_result  {"value": …}   what a tool returned as a success`,
		Example: `  batchagent classify "order is locked"
  batchagent classify --http 429 --header "Retry-After: 7" --body '{"error":"slow down"}'
  batchagent classify --explain "timed out after 4033ms"
  batchagent classify < errors.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case f.status != 0 && len(args) > 0:
				return usage(errTextAndHTTP)
			case f.status == 0 && (len(f.headers) > 0 || f.body != "" || f.method != ""):
				return usage(errNoStatus)
			case f.json && f.explain:
				return usage(errJSONAndExplain)
			case f.status != 0:
				return f.http(s.out)
			case len(args) > 0:
				return f.text(s.out, args[0])
			}
			return f.lines(s)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.status, "http", 0, "an HTTP answer with this status")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, `with --http: a header, "Name: value" (repeatable)`)
	flags.StringVarP(&f.body, "body", "d", "", "with --http: the body")
	flags.StringVarP(&f.method, "request", "X", "", "with --http: the request's method")
	flags.BoolVar(&f.explain, "explain", false, "print every rule that was asked")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

var (
	errTextAndHTTP    = errors.New("classify takes a text or --http, not both")
	errNoStatus       = errors.New("--header, --body and --request go with --http STATUS")
	errJSONAndExplain = errors.New("--explain prints for people; leave out --json")
	errBadHeader      = errors.New(`a header is written "Name: value"`)
	errNoMember       = errors.New("has no member")
	errBadStatus      = errors.New("an HTTP status is between 100 and 599")
)

func (f *classifyFlags) text(w *printer, text string) error {
	e, asked := (*taxonomy.Chain)(nil).Explain(errors.New(text)) //nolint:err113 // it is what was asked about
	return f.print(w, e, asked)
}

func (f *classifyFlags) http(w *printer) error {
	if f.status < 100 || f.status > 599 {
		return usage(fmt.Errorf("%w: %d", errBadStatus, f.status))
	}
	h := http.Header{}
	for _, line := range f.headers {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return usage(fmt.Errorf("%w: %q", errBadHeader, line))
		}
		h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	e := judgeAnswer(taxonomy.Answer{Method: f.method, Status: f.status, Header: h, Body: []byte(f.body)})
	return f.print(w, e, nil)
}

// judgeAnswer judges an answer whole: a 2xx by the envelope in its body.
func judgeAnswer(a taxonomy.Answer) *taxonomy.Error {
	err := taxonomy.FromAnswer(a)
	if err == nil {
		err = taxonomy.FromResult(string(a.Body))
	}
	return taxonomy.Classify(err)
}

func (f *classifyFlags) print(w *printer, e *taxonomy.Error, asked []taxonomy.Asked) error {
	if f.json {
		return json.NewEncoder(w).Encode(verdictOf(nil, e))
	}
	if f.explain {
		for _, a := range asked {
			if a.Answer == nil {
				w.printf("  %-16s no opinion\n", a.Rule)
			} else {
				w.printf("  %-16s %s %s\n", a.Rule, a.Answer.Class, a.Answer.Code)
			}
		}
	}
	if e == nil {
		w.printf("NONE  it is no error\n")
		return nil
	}
	w.printf("%s  %s\n", e.Class, e.Code)
	w.printf("  treatment: %s\n", treatment(e.Class))
	w.printf("  happened:  %s\n", e.Applied.Word())
	if e.RetryAfter > 0 {
		w.printf("  wait:      %s, as asked\n", e.RetryAfter)
	}
	w.printf("  because:   %s\n", because(e.Basis))
	for _, field := range e.Fields {
		w.printf("  field:     %s: %s\n", field.Path, field.Message)
	}
	for _, suggestion := range e.Suggestions {
		w.printf("  do:        %s\n", suggestion)
	}
	return nil
}

func treatment(c taxonomy.Class) string {
	switch c {
	case taxonomy.Transient:
		return "wait and call again, if that is safe"
	case taxonomy.InputError:
		return "correct the arguments and call again"
	case taxonomy.ResourceConflict:
		return "skip the item, go on with the others"
	case taxonomy.Permission:
		return "stop the batch: it would hit every item"
	case taxonomy.Fatal:
		return "fail this item at once"
	}
	return ""
}

func because(b taxonomy.Basis) string {
	switch b {
	case taxonomy.BasisUnknown:
		return "nothing in it was recognised"
	case taxonomy.BasisText:
		return "of its words"
	case taxonomy.BasisType:
		return "of its type"
	case taxonomy.BasisCode:
		return "of a code in it"
	case taxonomy.BasisDeclared:
		return "its author says so"
	}
	return ""
}

// request is a line of the JSON form.
type request struct {
	ID   json.RawMessage `json:"id"`
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// verdict is the answer to it.
type verdict struct {
	ID         json.RawMessage `json:"id,omitempty"`
	Class      string          `json:"class"`
	Code       taxonomy.Code   `json:"code,omitempty"`
	Applied    string          `json:"applied"`
	RetryAfter *float64        `json:"retry_after_s"`
	Basis      string          `json:"basis,omitempty"`
	Error      string          `json:"error,omitempty"` // the line could not be judged
}

func verdictOf(id json.RawMessage, e *taxonomy.Error) verdict {
	if e == nil {
		return verdict{ID: id, Class: "NONE", Applied: "yes"}
	}
	v := verdict{ID: id, Class: e.Class.String(), Code: e.Code, Applied: e.Applied.Word(), Basis: e.Basis.String()}
	if e.RetryAfter > 0 {
		seconds := e.RetryAfter.Seconds()
		v.RetryAfter = &seconds
	}
	return v
}

const longestLine = 20 << 20

// lines answers JSON lines. A line that cannot be judged is answered too, and
// makes the exit status 2.
func (f *classifyFlags) lines(s *console) error {
	in := bufio.NewScanner(s.in)
	in.Buffer(make([]byte, 0, 64<<10), longestLine)
	out := json.NewEncoder(s.out)
	bad := false
	for number := 1; in.Scan(); number++ {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 {
			continue
		}
		v := judgeLine(line)
		if v.Error != "" {
			v.Error = fmt.Sprintf("line %d: %s", number, v.Error)
		}
		bad = bad || v.Error != ""
		if err := out.Encode(v); err != nil {
			return cannot(err)
		}
	}
	if err := in.Err(); err != nil {
		return cannot(fmt.Errorf("standard input: %w", err))
	}
	if bad {
		return &statusError{status: exitPartial}
	}
	return nil
}

var errUnknownKind = errors.New("this version judges the kinds text, http and tool_result")

func judgeLine(line []byte) verdict {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return verdict{Class: "NONE", Error: "not a JSON object: " + taxonomy.Clean(err.Error())}
	}
	e, err := judgeKind(&r)
	if err != nil {
		return verdict{ID: r.ID, Class: "NONE", Error: taxonomy.Clean(err.Error())}
	}
	return verdictOf(r.ID, e)
}

// decode reads the data. Members that it does not know are let be, so that a
// corpus may hold more, but the one that counts must be there: whoever writes
// "text" for "message" would be told about nothing.
func (r *request) decode(data any, must string) error {
	var members map[string]json.RawMessage
	err := json.Unmarshal(r.Data, &members)
	if err == nil {
		err = json.Unmarshal(r.Data, data)
	}
	if err != nil {
		return fmt.Errorf("data of kind %s: %w; see batchagent classify --help", r.Kind, err)
	}
	if _, ok := members[must]; !ok {
		return fmt.Errorf("data of kind %s %w %q; see batchagent classify --help", r.Kind, errNoMember, must)
	}
	return nil
}

func judgeKind(r *request) (*taxonomy.Error, error) {
	switch r.Kind {
	case "text":
		var d struct{ Message, Lang string }
		if err := r.decode(&d, "message"); err != nil {
			return nil, err
		}
		return taxonomy.Classify(errors.New(d.Message)), nil //nolint:err113 // it is what was asked about
	case "http":
		var d struct {
			Method  string
			Status  int
			Headers map[string]string
			Body    string
			Now     time.Time
		}
		if err := r.decode(&d, "status"); err != nil {
			return nil, err
		}
		h := http.Header{}
		for name, value := range d.Headers {
			h.Set(name, value)
		}
		return judgeAnswer(taxonomy.Answer{Method: d.Method, Status: d.Status, Header: h, Body: []byte(d.Body), Now: d.Now}), nil
	case "tool_result":
		var d struct{ Value json.RawMessage }
		if err := r.decode(&d, "value"); err != nil {
			return nil, err
		}
		text := string(d.Value)
		var plain string
		if json.Unmarshal(d.Value, &plain) == nil {
			text = plain
		}
		return taxonomy.Classify(taxonomy.FromResult(text)), nil
	}
	return nil, fmt.Errorf("%w, not %q", errUnknownKind, r.Kind)
}
