package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool"
)

// rawFunc is a tool whose arguments and result are JSON.
type rawFunc = tool.Func[json.RawMessage, json.RawMessage]

// newExecutor makes an executor with the job's policies.
func newExecutor(j *job.Job, c *correctors, logger *slog.Logger, observers ...executor.Observer) *executor.Executor {
	o := executor.Options{
		Retry: executor.Retry{
			Attempts: j.Retry.Attempts, Initial: noneIfZero(j.Retry.Initial), Max: noneIfZero(j.Retry.Max),
			MaxWait: noneIfZero(j.Retry.MaxWait),
		},
		Timeout:   j.Tool.Timeout,
		Breaker:   executor.Breaker{Failures: j.Breaker.Failures, Open: j.Breaker.Open},
		MayChange: j.Correction.MayChange,
		On: executor.On{
			ConflictFails:   j.On.Conflict == job.ConflictFail,
			PermissionFails: j.On.Permission == job.PermissionFail,
			FatalAborts:     j.On.Fatal == job.FatalAbort,
		},
		Observers: observers,
		Logger:    logger,
	}
	o.Corrector = c.all
	return executor.New(&o)
}

// schemaRules are the repairs that follow from the schema.
func schemaRules(j *job.Job) correction.Corrector {
	dates := correction.NotGuessed
	switch j.Items.Dates {
	case job.DatesNotGuessed:
	case job.DatesDayFirst:
		dates = correction.DayFirst
	case job.DatesMonthFirst:
		dates = correction.MonthFirst
	}
	return correction.Rules(&correction.RulesOptions{Dates: dates, AskDates: "items.dates says which"})
}

// rehearsing makes an executor for a tool that is not really called: with what
// decides which arguments it would get, and without waits and limits.
func rehearsing(j *job.Job, c *correctors, logger *slog.Logger) *executor.Executor {
	return executor.New(&executor.Options{
		Retry: executor.Retry{Attempts: j.Retry.Attempts}, MayChange: j.Correction.MayChange, Logger: logger, Corrector: c.all,
	})
}

// noneIfZero: a job file that says 0 means none, and a Go option that is 0 means
// the default.
func noneIfZero(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}

// keyFunc makes the idempotency key that the job file declares; nil: the
// executor's own.
func keyFunc(j *job.Job) (func(id string, args json.RawMessage) string, error) {
	if j.Tool.Idempotency.Key == "" {
		return nil, nil //nolint:nilnil // none is declared
	}
	t, err := tmpl.Compile(j.Tool.Idempotency.Key)
	if err != nil {
		return nil, fmt.Errorf("idempotency.key: %w", err)
	}
	return func(_ string, args json.RawMessage) string {
		var params map[string]json.RawMessage
		if json.Unmarshal(args, &params) != nil {
			return ""
		}
		key, err := t.Render(tmpl.Object(params), &tmpl.Options{AbsentEmpty: true})
		if err != nil {
			return "" // the executor makes one
		}
		return key
	}, nil
}

type (
	rawInput  = batch.Input[string, json.RawMessage]
	rawReport = batch.Report[string, json.RawMessage]
)

// inputs makes the batch's input of the rows of a source; keep says which are
// wanted (nil: all).
func inputs(j *job.Job, source *job.Source, keep func(job.Row) bool) iter.Seq[rawInput] {
	return func(yield func(rawInput) bool) {
		for row := range source.Rows() {
			if keep != nil && !keep(row) {
				continue
			}
			in := rawInput{Key: row.ID, Line: row.Line, Err: row.Err}
			if in.Err == nil {
				in.In, in.Err = j.Args(row)
			}
			if fault, ok := errors.AsType[*job.FileError](in.Err); ok {
				in.Err = errors.New(rowFault(row, fault)) //nolint:err113 // the file and the row's line are known without it
			}
			if !yield(in) {
				return
			}
		}
	}
}

// rowFault says what is wrong with a row, and where in it, as far as the line
// that the row starts on does not say that: a row of JSON can have many.
func rowFault(row job.Row, fault *job.FileError) string {
	elsewhere := fault.Line != row.Line && fault.Line > 0
	switch {
	case elsewhere && fault.Col > 0:
		return fmt.Sprintf("line %d, column %d: %s", fault.Line, fault.Col, fault.Reason)
	case elsewhere:
		return fmt.Sprintf("line %d: %s", fault.Line, fault.Reason)
	case fault.Col > 0:
		return fmt.Sprintf("column %d: %s", fault.Col, fault.Reason)
	}
	return fault.Reason
}

// itemsName is what messages call the items: the name of their file, or what
// they are where they have none.
func itemsName(j *job.Job, lang string) string {
	chinese := lang == "zh"
	switch {
	case j.Items.List && chinese:
		return "作业的列表"
	case j.Items.List:
		return "the job's list"
	case j.Items.File == "-" && chinese:
		return "标准输入"
	case j.Items.File == "-":
		return "standard input"
	}
	return filepath.Base(j.Items.Path)
}

// closing makes an input that closes its source once it has been read. A batch
// that stops does not wait for its reader for longer than the grace, and a
// source must not be closed under it: so the reader does it itself, and closeIt
// only if it never began.
func closing(source *job.Source, items iter.Seq[rawInput]) (read iter.Seq[rawInput], closeIt func()) {
	var begun atomic.Bool
	read = func(yield func(rawInput) bool) {
		if begun.CompareAndSwap(false, true) {
			defer source.Close() //nolint:errcheck // it was only read
			items(yield)
		}
	}
	return read, func() {
		if begun.CompareAndSwap(false, true) {
			_ = source.Close() // it was not even read
		}
	}
}
