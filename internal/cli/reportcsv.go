package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/job"
)

// inputTable is the file of the items, for a report that is the same table with
// the outcome of each row behind it. It is read a second time for that: a
// million rows are not kept. What is in the file's own columns goes out byte for
// byte.
type inputTable struct {
	job  *job.Job
	keep func(job.Row) bool // nil: all
	info fs.FileInfo        // as it was before the run
	head tableHead
}

var (
	errNoTable = errors.New("a .csv report is the table of the items with the outcomes behind it, and these items are no CSV or TSV file in UTF-8; a .jsonl report has every item, too")
	errStdin   = errors.New("a .csv report needs the rows of the items a second time, and standard input or a pipe can be read only once; save the items to a file first, or write a .jsonl report")
	errChanged = errors.New("the file of the items was changed while the run was under way, so its rows cannot be put beside their outcomes; a .jsonl report does not need them")
)

// newInputTable asks the reader of the items, source, how their table is
// written.
func newInputTable(j *job.Job, source *job.Source, keep func(job.Row) bool) (*inputTable, error) {
	switch {
	case source == nil:
		return nil, errNoTable
	case j.Items.File == "-":
		return nil, errStdin
	}
	info, err := os.Stat(j.Items.Path)
	if err != nil {
		return nil, errNoTable // it was opened before: these items have no file
	}
	if !info.Mode().IsRegular() { // and to open a pipe might wait for its other end
		return nil, errStdin
	}
	file, err := os.Open(j.Items.Path) // as job.OpenItems does
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	start := make([]byte, maxSepLine)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	table, ok := source.Table()
	if !ok {
		return nil, errNoTable
	}
	head, ok := headOf(&table, string(start[:n]))
	if !ok {
		return nil, errNoTable
	}
	return &inputTable{job: j, keep: keep, info: info, head: head}, nil
}

// rows yields the rows that were items.
func (t *inputTable) rows(source *job.Source) iter.Seq[job.Row] {
	return func(yield func(job.Row) bool) {
		for row := range source.Rows() {
			if (t.keep == nil || t.keep(row)) && !yield(row) {
				return
			}
		}
	}
}

// write writes the rows whose items have one of the given outcomes, in input
// order; none given: all but those in doubt, which must not be sent again
// unseen.
func (t *inputTable) write(w io.Writer, report *rawReport, only []batch.Outcome) error {
	source, err := t.job.OpenItems()
	if err != nil {
		return fmt.Errorf("%w (%w)", errChanged, err)
	}
	defer source.Close() //nolint:errcheck // it was only read
	next, stop := iter.Pull(t.rows(source))
	defer stop()

	out := bufio.NewWriterSize(w, 64<<10)
	// A bufio.Writer keeps its first error, which Flush returns.
	_, _ = out.WriteString(t.head.first())
	for _, item := range report.Items() {
		row, ok := next()
		if !ok || row.ID != item.ID || min(row.Line, math.MaxInt32) != item.Line {
			return errChanged
		}
		if wantedInTable(item.Outcome, only) {
			_, _ = out.WriteString(t.head.row(row, outcomeCells(&item)))
		}
	}
	if _, more := next(); more && report.SourceExhausted {
		return errChanged
	}
	info, err := os.Stat(t.job.Items.Path)
	if err != nil || info.Size() != t.info.Size() || !info.ModTime().Equal(t.info.ModTime()) {
		return errChanged
	}
	return out.Flush()
}

func wantedInTable(o batch.Outcome, only []batch.Outcome) bool {
	if len(only) == 0 {
		return o != batch.InDoubt
	}
	return slices.Contains(only, o)
}

// outcomeColumns are ours. The readers of items pass over them.
//
//nolint:gochecknoglobals // a table, never written
var outcomeColumns = []string{"_outcome", "_class", "_code", "_message", "_attempts"}

// outcomeCells are what is written in them.
func outcomeCells[Out any](item *batch.Item[Out]) []string {
	class, code, message := "", "", item.Reason
	if item.Err != nil {
		class, code, message = item.Err.Class.String(), string(item.Err.Code), item.Err.Message
	}
	return []string{item.Outcome.String(), class, code, message, strconv.Itoa(item.Attempts)}
}
