package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/taxonomy/evidence"
)

type classifyFlags struct {
	status  int
	headers []string
	body    string
	method  string
	exit    int
	stderr  string
	stdout  string
	kind    string
	explain bool
	json    bool
}

func newClassify(s *console) *cobra.Command {
	var f classifyFlags
	cmd := &cobra.Command{
		Use:   "classify [TEXT | --http STATUS | --exit STATUS [-- COMMAND...] | --kind KIND DATA]",
		Short: "Say how an error would be treated, and why",
		Long: `classify says to which class an error belongs, and so how it would be treated.
Without anything to classify it reads JSON lines from standard input,
{"id":…,"kind":…,"data":{…}}, and answers each with one. The kinds, and what
their data holds:

` + kindsHelp(),
		Example: `  batchagent classify "order is locked"
  batchagent classify --http 429 --header "Retry-After: 7" --body '{"error":"slow down"}'
  batchagent classify --exit 75 --stderr "mailbox busy" -- sendmail -t
  batchagent classify --kind sqlstate '{"sqlstate":"40001"}'
  batchagent classify --explain "timed out after 4033ms"
  batchagent classify < errors.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked := cmd.Flags().Changed
			if err := f.check(asked, args); err != nil {
				return usage(err)
			}
			var data any
			kind := "text"
			switch {
			case asked("http"):
				h, err := f.headerMap()
				if err != nil {
					return usage(err)
				}
				kind, data = "http", map[string]any{"status": f.status, "headers": h, "body": f.body, "method": f.method}
			case asked("exit"):
				kind, data = "exit", map[string]any{"argv": args, "exit_code": f.exit, "stderr": f.stderr, "stdout": f.stdout}
			case f.kind != "":
				kind, data = f.kind, json.RawMessage(args[0])
			case len(args) > 0:
				data = map[string]string{"message": args[0]}
			default:
				return f.lines(s)
			}
			return f.one(s.out, kind, data)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.status, "http", 0, "an HTTP answer with this status")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, `with --http: a header, "Name: value" (repeatable)`)
	flags.StringVarP(&f.body, "body", "d", "", "with --http: the body")
	flags.StringVarP(&f.method, "request", "X", "", "with --http: the request's method")
	flags.IntVar(&f.exit, "exit", 0, "a command that ended with this exit status; the arguments are the command")
	flags.StringVar(&f.stderr, "stderr", "", "with --exit: what it said on its standard error")
	flags.StringVar(&f.stdout, "stdout", "", "with --exit: what it said on its standard output")
	flags.StringVar(&f.kind, "kind", "", "data of this kind; the argument is the data, in JSON")
	flags.BoolVar(&f.explain, "explain", false, "print every rule that was asked")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// kindsHelp lists the kinds, their members indented below them.
func kindsHelp() string {
	var b strings.Builder
	for _, k := range evidence.Kinds() {
		fmt.Fprintf(&b, "  %-12s %s\n", k.Name, strings.Join(wrapWords(k.Members, 62), "\n"+strings.Repeat(" ", 15)))
	}
	return strings.TrimRight(b.String(), "\n")
}

// wrapWords breaks a text at spaces into lines of at most width characters.
func wrapWords(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

var (
	errOneThing       = errors.New("classify takes one thing: a text, --http, --exit or --kind")
	errOneText        = errors.New("classify takes one text; put it in quotes")
	errOneData        = errors.New("--kind takes the data as one argument; put it in quotes")
	errNoStatus       = errors.New("--header, --body and --request go with --http STATUS")
	errNoExit         = errors.New("--stderr and --stdout go with --exit STATUS")
	errJSONAndExplain = errors.New("--explain prints for people; leave out --json")
	errLinesExplained = errors.New("--explain says it of one failure: a text, --http, --exit or --kind")
	errBadHeader      = errors.New(`a header is written "Name: value"`)
)

// check refuses flags that do not go together.
func (f *classifyFlags) check(asked func(string) bool, args []string) error {
	things := 0
	for _, name := range []string{"http", "exit", "kind"} {
		if asked(name) {
			things++
		}
	}
	switch {
	case things > 1, asked("http") && len(args) > 0:
		return errOneThing
	case things == 0 && len(args) > 1:
		return errOneText
	case asked("kind") && len(args) != 1:
		return errOneData
	case !asked("http") && (asked("header") || asked("body") || asked("request")):
		return errNoStatus
	case !asked("exit") && (asked("stderr") || asked("stdout")):
		return errNoExit
	case f.json && f.explain:
		return errJSONAndExplain
	case f.explain && things == 0 && len(args) == 0:
		return errLinesExplained
	}
	return nil
}

func (f *classifyFlags) headerMap() (map[string]string, error) {
	h := map[string]string{}
	for _, line := range f.headers {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("%w: %q", errBadHeader, line)
		}
		name, value = http.CanonicalHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value)
		if first, twice := h[name]; twice {
			value = first + ", " + value // RFC 9110 section 5.3
		}
		h[name] = value
	}
	return h, nil
}

// one judges a single failure and prints the verdict.
func (f *classifyFlags) one(w *printer, kind string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return usage(err)
	}
	var kinds []string
	for _, k := range evidence.Kinds() {
		kinds = append(kinds, k.Name)
	}
	if near, found := nearest.Nearest(kind, kinds); found && near != kind {
		return usage(fmt.Errorf("unknown kind %q; did you mean %s?", kind, near)) //nolint:err113 // for people
	}
	failure, err := evidence.Failure(kind, raw)
	if err != nil {
		return usage(err)
	}
	e, asked := (*taxonomy.Chain)(nil).Explain(failure)
	return f.print(w, e, asked)
}

func (f *classifyFlags) print(w *printer, e *taxonomy.Error, asked []taxonomy.Asked) error {
	if f.json {
		return json.NewEncoder(w).Encode(verdictOf(nil, e))
	}
	if f.explain {
		w.printf("asked:\n")
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

	Fields      []taxonomy.Field `json:"fields,omitempty"`
	Suggestions []string         `json:"suggestions,omitempty"`

	Error string `json:"error,omitempty"` // the line could not be judged
}

func verdictOf(id json.RawMessage, e *taxonomy.Error) verdict {
	if e == nil {
		return verdict{ID: id, Class: "NONE", Applied: "yes"}
	}
	v := verdict{
		ID: id, Class: e.Class.String(), Code: e.Code, Applied: e.Applied.Word(), Basis: e.Basis.String(),
		Fields: e.Fields, Suggestions: e.Suggestions,
	}
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

func judgeLine(line []byte) verdict {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return verdict{Class: "NONE", Error: "not a JSON object: " + taxonomy.Clean(err.Error())}
	}
	failure, err := evidence.Failure(r.Kind, r.Data)
	if err != nil {
		return verdict{ID: r.ID, Class: "NONE", Error: taxonomy.Clean(err.Error())}
	}
	return verdictOf(r.ID, taxonomy.Classify(failure))
}
