package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/job"
)

// jobFlags are the flags of every command that runs a job.
type jobFlags struct {
	set                 []string
	concurrency, limit  int // limit 0: none
	json, quiet, yes    bool
	lang, runID         string
	model, saveRules    string
	reports, only       []string
	logLevel, logFormat string
	accept              []string
	changed             func(flag string) bool
	rehearsal           bool            // no command of the job is run
	named               bool            // the items are named one by one
	params              json.RawMessage // of one call, in place of the job's items; nil: none
	specs               specs
	inline              inline
}

func (f *jobFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.set, "set", nil, "set a key of the job file, such as retry.attempts=5 (repeatable)")
	flags.IntVar(&f.concurrency, "concurrency", 0, "calls at a time (default: the job file's)")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else, on standard output")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress on standard error")
	flags.StringVar(&f.lang, "lang", defaultLang(), "language of the summary: en or zh")
	flags.StringArrayVar(&f.reports, "report", nil, "write the report to FILE: .json, .jsonl, .csv, .md, .html, or .xml for JUnit (repeatable)")
	flags.StringSliceVar(&f.only, "only", nil, "outcomes that --report and --json have the items of, such as failed,in_doubt (default: all; a .csv is without in_doubt)")
	flags.StringVar(&f.runID, "run-id", "", "id of the run, part of every idempotency key (default: a new one)")
	flags.StringVar(&f.logLevel, "log-level", "warn", "debug, info, warn or error")
	flags.StringVar(&f.logFormat, "log-format", "text", "text or json")
	flags.StringSliceVar(&f.accept, "accept", nil, "outcomes that are no reason for exit status 2: skipped")
	flags.StringVar(&f.model, "model", "", "model that corrects arguments where no rule helps (needs OPENAI_API_KEY or OPENAI_BASE_URL)")
	flags.StringVar(&f.saveRules, "save-rules", "", "write the rules that were learned from a model to FILE, for correction.rules_file")
	f.changed = flags.Changed
	for name, values := range map[string][]string{
		"lang": {"en", "zh"}, "log-level": {"debug", "info", "warn", "error"}, "log-format": {"text", "json"}, "accept": {"skipped"},
		"only": {"succeeded", "skipped", "failed", "in_doubt", "not_done"},
	} {
		// It fails only for a flag that does not exist, which --help would show.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// registerRun has the flags of run alone: call names its items.
func (f *jobFlags) registerRun(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "do not ask before many items of an unsafe tool")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "call at most N items, and report the others as not done (default: all)")
}

// limitName is what reasons call the limit; "" without one.
func (f *jobFlags) limitName() string {
	if f.limit == 0 {
		return ""
	}
	return fmt.Sprintf("--limit %d", f.limit)
}

// defaultLang follows the locale, as other commands do.
func defaultLang() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if strings.HasPrefix(value, "zh") {
				return "zh"
			}
			return "en"
		}
	}
	return "en"
}

// check refuses values before anything is done.
func (f *jobFlags) check() error {
	if f.lang != "en" && f.lang != "zh" {
		return fmt.Errorf("--lang %q: the languages are en and zh", f.lang)
	}
	if err := checkReports(f.reports); err != nil {
		return err
	}
	if _, err := outcomesOf(f.only); err != nil {
		return err
	}
	if f.concurrency < 1 && f.changed("concurrency") {
		return fmt.Errorf("--concurrency %d: it must be at least 1", f.concurrency)
	}
	if f.limit < 1 && f.changed("limit") {
		return fmt.Errorf("--limit %d: it must be at least 1; plan calls nothing", f.limit)
	}
	for _, outcome := range f.accept {
		if outcome != "skipped" {
			return fmt.Errorf("--accept %q: only skipped can be accepted", outcome)
		}
	}
	_, err := f.logger(io.Discard)
	return err
}

// load reads the job file with the flags over it. schema is that of an MCP
// server's tool, where it is known and the file has none.
func (f *jobFlags) load(path string, schema json.RawMessage) (*job.Job, error) {
	set := f.set
	if f.concurrency > 0 {
		set = append(slices.Clip(set), fmt.Sprintf("pace.concurrency=%d", f.concurrency))
	}
	opts := &job.LoadOptions{Set: set, Schema: schema}
	if f.inline.text != "" {
		return job.Parse(f.inline.name(), []byte(f.inline.text), opts)
	}
	j, err := job.Load(path, opts)
	if err != nil || !j.NeedsOperation() {
		return j, err
	}
	if f.specs == nil {
		f.specs = specs{}
	}
	if opts.Operation, err = f.specs.operation(j); err != nil {
		return nil, err
	}
	return job.Load(path, opts)
}

func (f *jobFlags) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.logLevel)); err != nil {
		return nil, fmt.Errorf("--log-level %q: it is debug, info, warn or error", f.logLevel)
	}
	opts := &slog.HandlerOptions{Level: level}
	switch f.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, opts)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, opts)), nil
	}
	return nil, fmt.Errorf("--log-format %q: it is text or json", f.logFormat)
}
