package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/job"
)

// reportExts are the formats of reports, by the ends of their files' names.
//
//nolint:gochecknoglobals // a table, never written
var reportExts = []string{".json", ".jsonl", ".csv", ".md", ".html", ".xml"}

// checkReports refuses names that say no format.
func checkReports(paths []string) error {
	for i, path := range paths {
		ext := strings.ToLower(filepath.Ext(path))
		if !slices.Contains(reportExts, ext) {
			hint := ""
			if near, ok := nearest.Nearest(ext, reportExts); ok && ext != "" {
				hint = "; did you mean " + near + "?"
			}
			return fmt.Errorf("--report %q: the end of the name says the format, and it must be one of %s (.xml is JUnit)%s",
				path, strings.Join(reportExts, ", "), hint)
		}
		for _, other := range paths[:i] {
			if filepath.Clean(other) == filepath.Clean(path) {
				return fmt.Errorf("--report %q is given twice", path)
			}
		}
	}
	return nil
}

// outcomesOf reads the outcomes of --only.
func outcomesOf(names []string) ([]batch.Outcome, error) {
	var list []batch.Outcome
	var known []string
	for _, o := range executor.Outcomes() {
		known = append(known, o.String())
	}
	for _, name := range names {
		var o batch.Outcome
		if o.UnmarshalText([]byte(name)) != nil {
			if near, ok := nearest.Nearest(name, known); ok {
				return nil, fmt.Errorf("--only %q is no outcome; did you mean %s?", name, near)
			}
			return nil, fmt.Errorf("--only %q is no outcome; they are %s", name, strings.Join(known, ", "))
		}
		if !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list, nil
}

// reports are the files of a run's reports.
type reports struct {
	files []*reportFile
	only  []batch.Outcome
	table *inputTable // for .csv; nil: there is none
}

// createReports makes the files before anything is called, so that what cannot
// be written is found in time. What is wrong with the command line is a usage
// error.
func createReports(f *jobFlags, j *job.Job, source *job.Source, keep func(job.Row) bool) (*reports, error) {
	only, err := outcomesOf(f.only)
	if err != nil {
		return nil, usage(err)
	}
	r := &reports{only: only}
	for _, path := range f.reports {
		if isInput(path, j.Items.Path) {
			r.discard()
			return nil, usage(fmt.Errorf("--report %s: %w", path, errIsInput))
		}
		if reportExt(path) == ".csv" && r.table == nil {
			if r.table, err = newInputTable(j, source, keep); err != nil {
				r.discard()
				return nil, usage(fmt.Errorf("--report %s: %w", path, err))
			}
		}
		file, err := createReport(path)
		if err != nil {
			r.discard()
			return nil, cannot(err)
		}
		r.files = append(r.files, file)
	}
	return r, nil
}

var errIsInput = errors.New("it is the file of the items, which is not written over; choose another name")

func isInput(report, items string) bool {
	a, errA := os.Stat(report)
	b, errB := os.Stat(items)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

func reportExt(path string) string { return strings.ToLower(filepath.Ext(path)) }

// write writes all of them. One that fails does not keep the others from being
// written; the errors are joined.
func (r *reports) write(report *rawReport) error {
	var errs []error
	for _, file := range r.files {
		errs = append(errs, file.write(func(w io.Writer) error { return r.writeOne(w, reportExt(file.path), report) }))
	}
	return errors.Join(errs...)
}

func (r *reports) writeOne(w io.Writer, ext string, report *rawReport) error {
	switch ext {
	case ".json":
		return report.WriteJSON(w, r.only...)
	case ".jsonl":
		return report.WriteJSONL(w, r.only...)
	case ".csv":
		return r.table.write(w, report, r.only)
	case ".md":
		return report.WriteMarkdown(w, r.only...)
	case ".html":
		return report.WriteHTML(w, r.only...)
	case ".xml":
		return report.WriteJUnit(w, r.only...)
	}
	return fmt.Errorf("%q: %w", ext, errors.ErrUnsupported) // checkReports lets none through
}

// remarks are what a reader of the files might miss.
func (r *reports) remarks(s *batch.Summary) []string {
	var list []string
	for _, file := range r.files {
		if reportExt(file.path) != ".csv" {
			continue
		}
		if n := s.Counts.InDoubt; n > 0 && len(r.only) == 0 {
			list = append(list, fmt.Sprintf("%s is without the %s in doubt, so that they are not sent again unseen (--only in_doubt has them)", file.path, counted(n)))
		}
		if !s.SourceExhausted {
			list = append(list, fmt.Sprintf("%s ends where reading %s ended", file.path, filepath.Base(r.table.job.Items.Path)))
		}
	}
	return list
}

func counted(n int) string {
	if n == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", n)
}

// discard removes what was not moved into its place.
func (r *reports) discard() {
	for _, file := range r.files {
		file.discard()
	}
}

// reportFile is a file that is complete or not there: it is written beside its
// place and moved into it.
type reportFile struct {
	path string
	temp *os.File
	kept bool
}

var errIsFolder = errors.New("it is a folder; name a file")

func createReport(path string) (*reportFile, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--report %s: %w", path, errIsFolder)
	}
	temp, err := os.CreateTemp(dirOf(path), ".batchagent-report-*")
	if err != nil {
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err // the name in it is one that nobody has asked for
		}
		return nil, fmt.Errorf("--report %s: its folder cannot be written to: %w", path, err)
	}
	return &reportFile{path: path, temp: temp}, nil
}

func dirOf(path string) string {
	if i := strings.LastIndexByte(path, os.PathSeparator); i >= 0 {
		return path[:i+1]
	}
	return "."
}

func (r *reportFile) write(write func(io.Writer) error) error {
	err := write(r.temp)
	if err == nil {
		err = r.temp.Sync()
	}
	if closeErr := r.temp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("--report %s: %w", r.path, err)
	}
	if err := os.Rename(r.temp.Name(), r.path); err != nil {
		r.kept = true // it is whole, so it is not thrown away
		return fmt.Errorf("--report %s: %w; the report is in %s", r.path, err, r.temp.Name())
	}
	r.kept = true
	return nil
}

// discard removes what was not moved into its place.
func (r *reportFile) discard() {
	if !r.kept {
		_ = r.temp.Close()
		_ = os.Remove(r.temp.Name())
	}
}
