package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool"
)

func newRun(s *console) *cobra.Command {
	var f jobFlags
	cmd := &cobra.Command{
		Use:   "run JOB.yaml | run ITEMS --http REQUEST",
		Short: "Run a job file, or a request for each item of a file",
		Example: `  batchagent run deadlines.yaml
  batchagent run deadlines.yaml --report out.json --set on.permission=fail
  batchagent run deadlines.yaml --limit 3 --report rest.csv --only not_done
  batchagent run orders.csv --http "PATCH http://127.0.0.1:8081/orders/{order_id}" \
      --body '{"deadline":"{deadline}"}' --effect idempotent`,
		Args: oneJob,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := f.inline.make(args[0])
			if err != nil {
				return usage(err)
			}
			return runJob(cmd.Context(), s, &f, path, nil, nil)
		},
	}
	f.register(cmd)
	f.registerRun(cmd)
	f.inline.register(cmd)
	return cmd
}

// runJob runs the items of a job file that keep wants (nil: all). extra sees
// every event besides the progress.
func runJob(ctx context.Context, s *console, f *jobFlags, path string, keep func(job.Row) bool, extra executor.Observer) error {
	if err := f.check(); err != nil {
		return usage(err)
	}
	logger, err := f.logger(s.err)
	if err != nil {
		return usage(err)
	}
	j, box, note, err := f.openAsked(ctx, s, path, logger)
	if err != nil {
		return err
	}
	defer box.close()
	key, err := keyFunc(j)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", path, err))
	}
	fix, err := f.correctors(j, logger, true)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", path, err))
	}
	items, err := f.openFeed(j, keep)
	if err != nil {
		return usage(err)
	}
	defer items.close()
	if err := f.inline.keep(); err != nil {
		return usage(err)
	}
	files, err := createReports(f, j, items.source, keep)
	if err != nil {
		return err
	}
	defer files.discard()

	stops := stopperOf(ctx)
	var observers []executor.Observer
	if extra != nil {
		observers = append(observers, extra)
	}
	opts := &batch.Options{
		Name: j.Name, RunID: f.runID, Concurrency: j.Pace.Concurrency, Grace: noneIfZero(j.Shutdown.Grace), Key: key,
		Stop: stops.soft, DuplicatesSkipped: j.Items.OnDuplicate == job.DuplicateSkip, SourceErr: items.err, KeepArgs: true,
		Limit: f.limit, LimitName: f.limitName(), ModelUsage: fix.usage(),
	}
	if opts.RunID == "" {
		opts.RunID = batch.NewRunID()
	}
	start := func() (stop func()) { return func() {} }
	if !f.quiet && extra == nil {
		p := newProgress(s, j.Pace.Concurrency, f.limit)
		observers, opts.Settled = append(observers, p), p.settled
		start = func() func() { return p.start(ctx, func(ctx context.Context) int { return countRows(ctx, j) }) }
	}
	s.err.printf("run %s\n", opts.RunID)
	if note != "" {
		s.err.printf("batchagent: %s\n", note)
	}
	sayNotes(s.err, items.source)
	if items.isTable() && f.limit > 0 && box.tool.Spec().Effect == tool.Unsafe && f.rest() == "" {
		s.err.printf("batchagent: --report rest.csv --only not_done would keep the rows that --limit %d leaves, to be run later\n", f.limit)
	}
	stops.running.Store(true)
	defer stops.running.Store(false)
	stop := start()
	report, _ := batch.RunInputs(ctx, newExecutor(j, fix, logger, observers...), box.tool, items.inputs, opts)
	stop()

	if times, first := box.declared.Trouble(); first != nil {
		s.err.printf("batchagent: an expression of the job could not be evaluated (%d times; it was passed over): %s\n", times, box.env.hide(first.Error()))
	}
	status := exitStatus(ctx, report.Summary, slices.Contains(f.accept, "skipped"))
	if report.Counts.Read == 0 && report.SourceErr == nil {
		s.err.printf("batchagent: there were no items in %s\n", itemsName(j, "en"))
	}
	if err := files.write(report); err != nil {
		status = exitCannot
		s.err.printf("batchagent: %v\n", err)
	}
	if err := f.keepRules(s.err, fix); err != nil {
		status = exitCannot
		s.err.printf("batchagent: --save-rules: %v\n", err)
	}
	for _, remark := range files.remarks(report.Summary) {
		s.err.printf("batchagent: %s\n", remark)
	}
	if err := f.print(s.out, path, j, report, status, files.only); err != nil {
		return cannot(err)
	}
	if status == 0 {
		return nil
	}
	return &statusError{status: status}
}

// sayNotes says what was found out about the items and might be wrong, such as
// the encoding.
func sayNotes(w *printer, source *job.Source) {
	if source == nil {
		return
	}
	for _, note := range source.Notes() {
		w.printf("batchagent: %s\n", note)
	}
}

func (f *jobFlags) print(w *printer, path string, j *job.Job, report *rawReport, status int, only []batch.Outcome) error {
	if f.json {
		return report.WriteJSON(w, only...)
	}
	source := itemsName(j, f.lang)
	if f.params != nil {
		path, source = "", "" // there is no row to go back to
	}
	if j.Items.List {
		source = filepath.Base(path) // the lines are those of the job file
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(report.Text(&batch.TextOptions{
		Lang: f.lang, Source: source, ExitStatus: status,
		Command:      commands(path, f.set, report.Summary, f.rest()),
		SameKeyAgain: j.Tool.Idempotency.Key != "" && j.Tool.Idempotency.Header != "",
	}), "\n"))
	return err
}

// rest is the .csv report that has the rows beyond --limit, and none that must
// not be sent again unseen; "": there is none.
func (f *jobFlags) rest() string {
	only, err := outcomesOf(f.only)
	if f.limit == 0 || err != nil || !slices.Contains(only, batch.NotDone) ||
		slices.Contains(only, batch.Succeeded) || slices.Contains(only, batch.InDoubt) {
		return ""
	}
	for _, path := range f.reports {
		if reportExt(path) == ".csv" {
			return path
		}
	}
	return ""
}

// fromJob is a path as a job file has to name it: relative to its own folder.
func fromJob(job, path string) string {
	dir, errDir := filepath.Abs(filepath.Dir(job))
	file, errFile := filepath.Abs(path)
	if errDir != nil || errFile != nil || filepath.IsAbs(path) {
		return path
	}
	if rel, err := filepath.Rel(dir, file); err == nil {
		return rel
	}
	return file
}

// commands are those that this version has. set is what was set over the job
// file, and stays so; rest is a table of the items that a limit has left, or "".
func commands(path string, set []string, s *batch.Summary, rest string) func(batch.CommandKind, []string) string {
	var settings strings.Builder
	for _, setting := range set {
		key, _, _ := strings.Cut(setting, "=")
		if strings.Contains(key, "headers") || strings.Contains(key, ".env") {
			path = "" // a secret may stand there, and a command without it would be another one
		}
		settings.WriteString(" --set " + shellWord(setting))
	}
	return func(kind batch.CommandKind, ids []string) string {
		if path == "" { // a job that stands nowhere
			return ""
		}
		switch kind {
		case batch.CommandAgain:
			if len(ids) == 0 {
				return ""
			}
			return "batchagent call " + shellWord(path) + settings.String() + " --item " + strings.Join(ids, " --item ")
		case batch.CommandCarryOn:
			// The whole job again, so only where twice acts once.
			if s.Tool.Effect == tool.Unsafe {
				return ""
			}
			return "batchagent run " + shellWord(path) + settings.String() + " --set on.permission=fail"
		case batch.CommandResume:
			// What is left of a stop that was no limit is not only what was not done.
			if rest == "" || !s.SourceExhausted || s.Abort != nil || s.Status == batch.StatusInterrupted {
				return ""
			}
			return "batchagent run " + shellWord(path) + settings.String() + " --set " + shellWord("items.file="+fromJob(path, rest))
		case batch.CommandResolve, batch.CommandDetail, batch.CommandRetry:
		}
		return ""
	}
}

// shellWord quotes s for a POSIX shell if it needs that.
func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
