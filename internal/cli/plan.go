package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

func newPlan(s *console) *cobra.Command {
	var f jobFlags
	var curl bool
	var first int
	cmd := &cobra.Command{
		Use:   "plan JOB.yaml | plan ITEMS --http REQUEST",
		Short: "Say what a job would do; nothing is called",
		Long: `plan reads all items and does everything but the calls: it shows how many there
are, which of them could not be sent and why, what would be corrected before
sending, the first calls in full, and what each class of failure would lead to.
Secrets are shown as ${env:NAME}. (An MCP server is started, to ask what its tool
takes.)`,
		Example: `  batchagent plan deadlines.yaml
  batchagent plan deadlines.yaml --as-curl --first 1`,
		Args: oneJob,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := f.inline.make(args[0])
			if err != nil {
				return usage(err)
			}
			p := &plan{path: path, first: first, curl: curl}
			return p.run(cmd.Context(), s, &f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.set, "set", nil, "set a key of the job file, such as retry.attempts=5 (repeatable)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVar(&curl, "as-curl", false, "print the first calls as curl commands, and nothing else")
	flags.IntVar(&first, "first", 2, "how many calls to show in full")
	flags.StringVar(&f.logLevel, "log-level", "warn", "debug, info, warn or error")
	flags.StringVar(&f.logFormat, "log-format", "text", "text or json")
	f.inline.register(cmd)
	flags.Lookup("save-job").Usage = "with --http: write the job file that the flags amount to; nothing is called"
	return cmd
}

// plan is a rehearsal of a job.
type plan struct {
	path  string
	first int
	curl  bool

	j      *job.Job
	specs  specs
	box    *toolbox
	report *rawReport

	calls []rehearsed // the first ones
}

// rehearsed is a call that was not made.
type rehearsed struct {
	ID   string          `json:"id"`
	Args json.RawMessage `json:"params"`
	Text string          `json:"call"`
}

func (p *plan) run(ctx context.Context, s *console, f *jobFlags) error {
	logger, err := f.logger(s.err)
	if err != nil {
		return usage(err)
	}
	f.rehearsal = true
	if p.j, p.box, err = f.open(ctx, p.path, logger); err != nil {
		return usage(err)
	}
	defer p.box.close()
	p.specs = f.specs
	source, err := p.j.OpenItems()
	if err != nil {
		return usage(err)
	}
	defer source.Close() //nolint:errcheck // it was only read
	if err := f.inline.keep(); err != nil {
		return usage(err)
	}
	sayNotes(s.err, source)
	fix, err := f.correctors(p.j, logger, false)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", p.path, err))
	}
	dry := p.box.tool.WithFunc(func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage("null"), nil })
	report, _ := batch.RunInputs(ctx, rehearsing(p.j, fix, logger), dry, inputs(p.j, source, nil), &batch.Options{
		Name: p.j.Name, Concurrency: 1, KeepArgs: true, SourceErr: source.Err,
		DuplicatesSkipped: p.j.Items.OnDuplicate == job.DuplicateSkip,
	})
	p.report = report
	if report.SourceErr != nil {
		return cannot(report.SourceErr)
	}
	for id, item := range report.Items(batch.Succeeded) {
		if len(p.calls) == p.first {
			break
		}
		text, err := p.text(item.Args)
		if err != nil {
			return cannot(err)
		}
		p.calls = append(p.calls, rehearsed{id, item.Args, text})
	}
	switch {
	case f.json:
		return p.json(s.out)
	case p.curl:
		for _, c := range p.calls {
			s.out.printf("%s\n", c.Text)
		}
		return nil
	}
	p.print(ctx, s.out)
	return nil
}

// text shows a call in full.
func (p *plan) text(args json.RawMessage) (string, error) {
	t := &p.j.Tool
	switch {
	case t.Exec != nil:
		x, err := execPreview(p.j, args)
		if err != nil {
			return "", err
		}
		return execText(x), nil
	case t.MCP != nil:
		return "tools/call " + t.MCP.Tool + " " + compact(args), nil
	}
	key := "(made for each run)"
	if declared, err := keyFunc(p.j); err == nil && declared != nil {
		key = declared("", args)
	}
	var r *httptool.Request
	var err error
	if t.OpenAPI != nil {
		r, err = openapiPreview(p.specs, p.j, args, key)
	} else {
		r, err = httpPreview(p.j, args, key)
	}
	if err != nil {
		return "", err
	}
	if p.curl {
		return curlText(r), nil
	}
	return httpText(r), nil
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// most is how many items of a kind are shown.
const most = 10

func (p *plan) print(ctx context.Context, w *printer) {
	c := p.report.Counts
	corrected := p.report.How.AfterCorrection
	w.printf("%s  plan: nothing was called\n", p.j.Name)
	w.printf("%d items = %d would be sent + %d would not\n", c.Read, c.Succeeded, c.Read-c.Succeeded)
	if c.Read == 0 {
		w.printf("there are no items in %s\n", itemsName(p.j, "en"))
	}
	lines, err := p.box.lines(ctx, p.j)
	if err == nil && len(lines) > 0 {
		l := &lines[0]
		w.printf("\nTOOL\n  calls:     %s\n  effect:    %s (by %s)\n             %s\n", l.Calls, l.Effect, l.EffectFrom, effectMeans(p.box.tool.Spec().Effect, p.j.Tool.Probe != nil))
	}
	for _, note := range p.box.spec.lines() {
		for i, line := range wrapWords(note, 66) {
			w.printf("  %-10s %s\n", []string{"server:", ""}[min(i, 1)], line)
		}
	}
	w.printf("  items:     %s", itemsName(p.j, "en"))
	if p.j.Items.ID != "" {
		w.printf(", each known by its %s", p.j.Items.ID)
	}
	w.printf("\n  arguments: %s\n", compact(p.j.Params))

	if corrected > 0 {
		w.printf("\nCORRECTED BEFORE SENDING %d\n", corrected)
		p.each(w, batch.Succeeded, func(item *batch.Item[json.RawMessage]) []string { return patches(item.Corrections) })
	}
	if n := c.Read - c.Succeeded; n > 0 {
		w.printf("\nWOULD NOT BE SENT %d\n", n)
		for _, outcome := range []batch.Outcome{batch.Failed, batch.Skipped, batch.NotDone, batch.InDoubt} {
			p.each(w, outcome, func(item *batch.Item[json.RawMessage]) []string {
				where := ""
				if item.Line > 0 {
					where = fmt.Sprintf(" (line %d)", item.Line)
				}
				said := []string{fmt.Sprintf("%s: %s%s", item.Err.Code, item.Err.Message, where)}
				return append(said, item.Err.Suggestions...)
			})
		}
	}
	if len(p.calls) > 0 {
		w.printf("\nFIRST CALLS\n")
		for _, c := range p.calls {
			w.printf("%s\n", indent(c.Text))
		}
	}
	w.printf("\nIF A CALL FAILS\n")
	for _, line := range p.treatments() {
		w.printf("  %s\n", line)
	}
}

// each prints the items of an outcome for which tell has something to say.
func (p *plan) each(w *printer, outcome batch.Outcome, tell func(*batch.Item[json.RawMessage]) []string) {
	shown, more := 0, 0
	for id, item := range p.report.Items(outcome) {
		said := tell(&item)
		switch {
		case len(said) == 0:
			continue
		case shown == most:
			more++
			continue
		}
		shown++
		for i, line := range said {
			name := showID(id)
			if i > 0 {
				name = ""
			}
			w.printf("  %-16s %s\n", name, line)
		}
	}
	if more > 0 {
		w.printf("  and %d more\n", more)
	}
}

func patches(corrections []correction.Correction) []string {
	var lines []string
	for _, c := range corrections {
		for _, change := range c.Patch {
			lines = append(lines, fmt.Sprintf("%s: %s -> %s (%s)", strings.TrimPrefix(change.Path, "/"), orNothing(change.From), orNothing(change.Value), c.By))
		}
	}
	return lines
}

func effectMeans(e tool.Effect, probed bool) string { //nolint:revive // whether there is a probe
	switch e {
	case tool.Unsafe:
		if probed {
			return "a second call acts a second time: after a lost reply the probe is asked, and it is sent again if that says no"
		}
		return "a second call acts a second time: after a lost reply it is not sent again"
	case tool.Idempotent:
		return "a second call changes nothing more: after a lost reply it is sent again"
	case tool.ReadOnly:
		return "it changes nothing, and can be called as often as is needed"
	}
	return ""
}

// treatments says what each class leads to, by the job's policies.
func (p *plan) treatments() []string {
	j := p.j
	input := "the item fails"
	if j.On.Input == job.InputCorrect && j.Correction.Rules {
		input = "corrected by rules where that loses nothing, else the item fails"
	}
	conflict, permission, fatal := "the item is skipped", "the batch stops: it would hit every item", "the item fails"
	if j.On.Conflict == job.ConflictFail {
		conflict = "the item fails"
	}
	if j.On.Permission == job.PermissionFail {
		permission = "the item fails, and the others go on"
	}
	if j.On.Fatal == job.FatalAbort {
		fatal = "the batch stops"
	}
	return []string{
		fmt.Sprintf("TRANSIENT          called again, %d calls in all, waits up to %s", j.Retry.Attempts, short(j.Retry.MaxWait)),
		"INPUT_ERROR        " + input,
		"RESOURCE_CONFLICT  " + conflict,
		"PERMISSION         " + permission,
		"FATAL              " + fatal,
	}
}

func indent(text string) string {
	return strings.ReplaceAll("  "+strings.ReplaceAll(text, "\n", "\n  "), "\n  \n", "\n\n")
}

// short leaves the zeros of a duration out: 5m, not 5m0s.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func (p *plan) json(w *printer) error {
	type refused struct {
		ID      string `json:"id"`
		Line    int    `json:"line,omitempty"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	out := struct {
		Version   int             `json:"version"`
		Name      string          `json:"name"`
		Read      int             `json:"items"`
		Sent      int             `json:"would_be_sent"`
		Corrected int             `json:"corrected"`
		Refused   []refused       `json:"would_not_be_sent"`
		Params    json.RawMessage `json:"params"`
		Effect    string          `json:"effect"`
		First     []rehearsed     `json:"first_calls"`
	}{
		Version: 1, Name: p.j.Name, Read: p.report.Counts.Read, Sent: p.report.Counts.Succeeded, Corrected: p.report.How.AfterCorrection,
		Params: p.j.Params, Effect: p.box.tool.Spec().Effect.String(), First: p.calls, Refused: []refused{},
	}
	for id, item := range p.report.Items(batch.Failed, batch.Skipped, batch.NotDone, batch.InDoubt) {
		out.Refused = append(out.Refused, refused{id, item.Line, string(item.Err.Code), item.Err.Message})
	}
	return json.NewEncoder(w).Encode(out)
}
