package executor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// correct asks the corrector for other arguments and, if they pass the guard,
// puts them into the call. It reports whether the call is to be made again;
// where it is not, c.s.Note says why a correction was refused.
func (x *Executor) correct(ctx context.Context, c *Call, e *taxonomy.Error) bool {
	if x.o.Corrector == nil || c.doubt().Maybe() {
		return false
	}
	switch {
	case e.Code == taxonomy.CodeTruncatedArguments, e.Code == taxonomy.CodeUnknownTool:
		return false // never repaired
	case c.s.Attempts >= x.o.Retry.Attempts:
		return false
	case c.s.Attempts > 0 && e.Basis <= taxonomy.BasisText && c.inv.Spec().Effect == tool.Unsafe:
		c.s.Note = "not corrected: only the words of the refusal say that nothing was done"
		return false
	case len(c.s.Corrections) >= x.o.Retry.Attempts:
		return false
	}
	args, err := c.inv.Args()
	if err != nil {
		return false
	}
	canonical, err := tool.Canonical(args)
	if err != nil {
		return false
	}
	if !slices.ContainsFunc(c.s.Tried, func(t json.RawMessage) bool { return bytes.Equal(t, canonical) }) {
		c.s.Tried = append(c.s.Tried, canonical)
	}
	req := &correction.Request{
		Spec: c.inv.Spec(), Schema: c.inv.Schema(), Args: args, Err: e,
		Tried: c.s.Tried, MayChange: x.o.MayChange,
	}
	var done correction.Correction
	err = x.protect(ctx, c, func() error {
		proposal, err := x.o.Corrector.Correct(ctx, req)
		if err != nil || proposal == nil {
			return err
		}
		if proposal.Args == nil && proposal.Reason != "" {
			return cannot(proposal.Reason)
		}
		patch, err := correction.Guard(req, proposal)
		if err != nil {
			return err
		}
		next := correction.Correction{By: proposal.By, Reason: proposal.Reason, Patch: patch, Sent: c.s.Attempts}
		if err := c.inv.SetArgs(proposal.Args); err != nil {
			if x.feedback != nil { // the tool's Go types refuse what its schema allows
				refusal := x.o.Classify.Classify(err)
				x.tellTrial(ctx, c, &correction.Trial{Req: req, Correction: &next, Verdict: correction.Refused, Err: refusal})
			}
			return err
		}
		done = next
		return nil
	})
	c.cutCorrection = err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil {
		c.s.Note = "not corrected: " + taxonomy.Clean(err.Error())
		if why, ok := errors.AsType[cannot](err); ok { // which is a hint for whoever corrects it then
			e.Suggestions = append(slices.Clip(e.Suggestions), taxonomy.Clean(string(why)))
		}
		x.o.Logger.LogAttrs(ctx, slog.LevelDebug, "not corrected", slog.String("tool", req.Spec.Name),
			slog.String("item", c.s.Item), slog.Any("error", err))
		x.observe(ctx, c, Event{Kind: NotCorrected, Err: e, Note: c.s.Note})
		return false
	}
	if done.Patch == nil {
		return false
	}
	c.s.Corrections = append(c.s.Corrections, done)
	c.s.Key = "" // other arguments are another call
	c.checked = true
	x.onTrial(c)
	x.observe(ctx, c, Event{Kind: Corrected, Err: e, Correction: &done})
	return true
}

// cannot is why a corrector proposes nothing.
type cannot string

func (c cannot) Error() string { return string(c) }
