package correction

import (
	"fmt"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// apply proposes what was learned, or nil.
func (l *Learner) apply(req *Request) *Proposal {
	rules := (*l.rules.Load())[req.Spec.Name]
	if len(rules) == 0 {
		return nil
	}
	p, _, _ := l.proposal(req, rules)
	return p
}

// proposal is what rules make of a request, if the guard lets it through.
func (l *Learner) proposal(req *Request, rules []*learnedRule) (p *Proposal, root any, edits []edit) {
	root, edits, said := plan(req, rules)
	if len(edits) == 0 {
		return nil, nil, nil
	}
	p = &Proposal{Args: write(root), By: byLearned, Reason: sentence(said)}
	if _, err := guard(req, p, req.Schema, l.shape.shapeOf(req.Schema)); err != nil {
		return nil, nil, nil
	}
	return p, root, edits
}

// plan makes of the arguments what the rules make of them, and returns every
// edit with a sentence about it.
func plan(req *Request, rules []*learnedRule) (root any, edits []edit, said []string) {
	if req.Err.Class != taxonomy.InputError || standing(req) != nil {
		return nil, nil, nil
	}
	args, err := tool.Decode(req.Args)
	if err != nil {
		return nil, nil, nil
	}
	w := &work{root: args}
	c := complaintsOf(req, args, req.Schema)
	for range rounds {
		did := w.applyAll(rules, &c)
		edits = append(edits, did...)
		// What is moved to its right name may be wrong there, too.
		if c = (complaints{fields: failures(w.root, req.Schema)}); len(did) == 0 || len(c.fields) == 0 {
			break
		}
	}
	return w.root, edits, w.said
}

// rounds is how often the rules are gone through for one proposal.
const rounds = 4

func (w *work) applyAll(rules []*learnedRule, c *complaints) (did []edit) {
	var all []edit
	for _, r := range rules {
		all = append(all, r.edits(w.root, c)...)
	}
	for i, e := range all {
		if disputed(all, i) {
			continue
		}
		did = append(did, e)
		w.said = append(w.said, words(e.at)+": "+e.say(w.root))
		if e.to == "" {
			w.set(e.at, e.value)
			continue
		}
		w.remove(e.at)
		w.set(e.to, e.value)
	}
	return did
}

// disputed reports whether another edit wants something else at the place, or
// has done the same already.
func disputed(all []edit, i int) bool {
	e := all[i]
	for k, other := range all {
		if k == i || other.at != e.at && (e.to == "" || other.to != e.to) {
			continue
		}
		if k < i || other.at != e.at || other.to != e.to || !identical(other.value, e.value) {
			return true
		}
	}
	return false
}

// say tells people what the edit does.
func (e *edit) say(args any) string {
	before, _ := lookup(args, pointer.Split(e.at))
	s := spot{path: e.at, value: before}
	switch {
	case e.rule.Rename != nil:
		return "the field is called " + e.rule.Rename.To
	case e.rule.Date != nil:
		return fmt.Sprintf("%s is written %s, so the %s %s", s.shown(before), e.rule.layout, strings.Replace(e.rule.Date.To, toDateTime, "time", 1), s.shown(e.value))
	}
	return fmt.Sprintf("%s stands for %s", s.shown(before), s.shown(e.value))
}
