package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

const (
	// unasked is how many items of an unsafe tool are run without a question.
	unasked = 100
	// countFor is how long is counted before the question is asked.
	countFor = 2 * time.Second
)

// mayAsk: the flags leave open whether many items of an unsafe tool are meant.
func (f *jobFlags) mayAsk() bool {
	return !f.yes && !f.named && (f.limit == 0 || f.limit > unasked)
}

var errNobodySees = errors.New("this would be more than 100 calls of an unsafe tool, or how many is not known, and the question cannot be shown because standard error is no terminal; --yes answers it, --limit 3 tries a few. Nothing was called")

var errNo = errors.New("nothing was called")

// openAsked opens a job, and asks before it is run if that may be needed. The
// credential's command is run after that only; but an MCP server may want the
// credential to start, and has to be asked what its tool does.
//
// note is what is said where nobody can be asked. The error is one that ends the
// command.
func (f *jobFlags) openAsked(ctx context.Context, s *console, path string, logger *slog.Logger) (j *job.Job, box *toolbox, note string, err error) {
	ask := f.mayAsk()
	if ask {
		first, err := f.load(path, nil)
		if err != nil {
			return nil, nil, "", usage(err)
		}
		f.rehearsal = first.Tool.Credential != nil && first.Tool.MCP == nil
	}
	if j, box, err = f.open(ctx, path, logger); err != nil {
		return nil, nil, "", usage(err)
	}
	if !ask {
		return j, box, "", nil
	}
	if note, err = f.consent(ctx, s, j, box); err != nil {
		box.close()
		return nil, nil, "", err
	}
	if f.rehearsal {
		box.close()
		f.rehearsal = false
		if j, box, err = f.open(ctx, path, logger); err != nil {
			return nil, nil, "", usage(err)
		}
	}
	return j, box, note, nil
}

// consent asks on a terminal before more than a hundred items of an unsafe tool.
func (f *jobFlags) consent(ctx context.Context, s *console, j *job.Job, box *toolbox) (note string, err error) {
	if box.tool.Spec().Effect != tool.Unsafe {
		return "", nil
	}
	_, person := terminal(s.in)
	person = person && j.Items.File != "-" // who types the items cannot answer
	e := f.foresee(ctx, j, box, person)
	switch {
	case e.exact && e.calls <= unasked:
		return "", nil
	case !person:
		return "it is not asked whether " + e.words() + " of an unsafe tool are meant, because standard input is no terminal or has the items (--yes: they are; --limit 3 tries a few)", nil
	case s.screen == nil:
		return "", usage(errNobodySees)
	}
	if err := e.show(ctx, s.err, j, box); err != nil {
		return "", cannot(err)
	}
	answer, _ := bufio.NewReader(s.in).ReadString('\n') // the end of the input is a no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return "", nil
	}
	if !strings.HasSuffix(answer, "\n") {
		s.err.printf("\n")
	}
	return "", usage(errNo)
}

// foreseen is what a run would do.
type foreseen struct {
	calls int
	exact bool            // there are no more
	known bool            // it could be counted at all
	first json.RawMessage // the arguments of the first call; nil: there is none, or it is not known
	id    string
}

// words is how many calls there are.
func (e *foreseen) words() string {
	switch {
	case !e.known:
		return "an unknown number of calls"
	case !e.exact:
		return fmt.Sprintf("at least %d calls", e.calls)
	}
	return fmt.Sprintf("%d calls", e.calls)
}

// foresee counts what would be called, for up to countFor; unless a person is to
// be asked, it is enough to know that there are too many.
//
//nolint:revive // person is a fact, and not a mode
func (f *jobFlags) foresee(ctx context.Context, j *job.Job, box *toolbox, person bool) *foreseen {
	e := &foreseen{}
	if !readTwice(j) {
		return e
	}
	source, err := j.OpenItems()
	if err != nil {
		return e // the run will say what is wrong
	}
	defer source.Close() //nolint:errcheck // it was only read
	most := f.limit
	if !person {
		most = unasked + 1
	}
	e.known = true
	fix, err := f.correctors(j, slog.New(slog.DiscardHandler), false)
	if err != nil { // it is said when it is run
		fix = &correctors{}
	}
	x := rehearsing(j, fix, nil)
	var sent json.RawMessage
	dry := box.tool.WithFunc(func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
		sent = args
		return json.RawMessage("null"), nil
	})
	seen := map[string]bool{}
	until := time.Now().Add(countFor)
	for in := range inputs(j, source, nil) {
		switch {
		case most > 0 && e.calls == most:
			e.exact = person // it is the limit
			return e
		case time.Now().After(until), ctx.Err() != nil:
			return e
		case in.Err != nil || seen[in.Key]:
			continue
		}
		seen[in.Key] = true
		if _, err := executor.Do(ctx, x, dry, in.In); err != nil {
			continue
		}
		if e.calls++; e.calls == 1 {
			e.first, e.id = sent, in.Key
		}
	}
	e.exact = source.Err() == nil
	return e
}

// show says what is about to be done, and asks.
func (e *foreseen) show(ctx context.Context, w *printer, j *job.Job, box *toolbox) error {
	w.printf("%s: %s for the items of %s\n", j.Name, e.words(), itemsName(j, "en"))
	lines, err := box.lines(ctx, j)
	if err != nil {
		return err
	}
	if len(lines) > 0 {
		w.printf("  calls:   %s\n", cut(lines[0].Calls))
	}
	w.printf("  effect:  unsafe: %s\n", effectMeans(tool.Unsafe, j.Tool.Probe != nil))
	if e.first != nil {
		text, err := shortCall(j, e.first)
		if err != nil {
			return err
		}
		w.printf("  first:   %s: %s\n", showID(e.id), cut(text))
	}
	w.printf("(--limit 3 tries a few, and batchagent plan shows more.)\n")
	switch {
	case !e.known:
		w.printf("Run an unknown number of unsafe calls? [y/N] ")
	case !e.exact:
		w.printf("Run at least %d unsafe calls? [y/N] ", e.calls)
	default:
		w.printf("Run %d unsafe calls? [y/N] ", e.calls)
	}
	return nil
}

// shortCall is a call in one line, without headers.
func shortCall(j *job.Job, args json.RawMessage) (string, error) {
	p := plan{j: j}
	if j.Tool.HTTP == nil {
		return p.text(args)
	}
	r, err := httpPreview(j, args, "")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(r.Method + " " + r.URL + " " + r.Body), nil
}

// cut makes one line of a text, that fits beside what stands before it.
func cut(text string) string {
	const most = 120
	text = strings.Join(strings.Fields(taxonomy.Clean(text)), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
