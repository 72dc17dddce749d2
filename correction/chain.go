package correction

import (
	"context"
	"errors"
	"slices"

	"github.com/batchagent/batchagent/taxonomy"
)

// Chain asks correctors in order: those that cost nothing come first, a model
// last. The first proposal with arguments is returned, and the rest are not
// asked. Whether it may be executed is for [Guard] to say; where the guard
// refuses it, the others are not asked instead.
//
// Where none has arguments, the reasons of those that know why are joined in one
// proposal, to which the errors of those that failed are added as texts. Where
// there are errors and no reason, or ctx has ended, they are joined in one error.
// An error keeps the next from being asked only if ctx has ended.
//
// A nil among the correctors is left out. The chain is safe for concurrent use,
// as correctors are.
func Chain(correctors ...Corrector) Corrector {
	return chain(slices.DeleteFunc(slices.Clone(correctors), func(c Corrector) bool { return c == nil }))
}

type chain []Corrector

// Correct implements [Corrector].
func (c chain) Correct(ctx context.Context, req *Request) (*Proposal, error) {
	var by string
	var why []string
	var failed []error
	for _, corrector := range c {
		p, err := corrector.Correct(ctx, req)
		switch {
		case err != nil:
			failed = append(failed, err)
		case p == nil:
		case p.Args != nil:
			return p, nil
		case p.Reason != "":
			by = p.By // the last one that was asked and knew
			why = append(why, p.Reason)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if len(why) == 0 || ctx.Err() != nil && len(failed) > 0 { // who has been cut off might have known
		return nil, errors.Join(failed...) // nil for none: nobody can
	}
	for _, err := range failed {
		why = append(why, taxonomy.Clean(err.Error()))
	}
	return &Proposal{By: by, Reason: sentence(slices.Compact(why))}, nil
}
