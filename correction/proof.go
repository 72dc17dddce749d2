package correction

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/batchagent/batchagent/tool"
)

// evidence is what speaks for an edit.
type evidence struct {
	rule   *learnedRule
	worked int
	clear  bool // one example at least cannot be read in another way
	barred bool // an example contradicts it
}

// Settled implements [Feedback], and passes it on to the inner corrector.
func (l *Learner) Settled(t *Trial) {
	if f, ok := l.inner.(Feedback); ok {
		defer f.Settled(t)
	}
	if t == nil || t.Req == nil || t.Correction == nil || t.Req.Spec == nil || t.Req.Schema == nil || t.Req.Err == nil {
		return
	}
	if t.Correction.By == byLearned {
		if t.Verdict == Refused {
			l.forget(t)
		}
		return
	}
	cost := vain
	switch t.Verdict {
	case Worked:
		if t.Correction.By != byRule { // what follows from the schema follows without us
			cost = l.learn(t)
		}
	case Unclear:
		cost = 1
	case Refused:
	}
	var few [4]signature
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range signaturesOf(few[:0], t.Req) {
		f := l.flights[s]
		if f != nil && f.patch != nil && f.by == t.Correction.By && reflect.DeepEqual(f.patch, t.Correction.Patch) {
			l.endLocked(f, cost)
		}
	}
}

// learn takes an example, and returns what it has cost.
func (l *Learner) learn(t *Trial) (cost int) {
	args, err := tool.Decode(t.Req.Args)
	if err != nil {
		return vain
	}
	examples, ok := examplesOf(t.Req, args, l.shape.shapeOf(t.Req.Schema), t.Correction.Patch)
	if !ok {
		return vain
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.contradicted(t.Correction.Patch, args, t.Req.Spec.Name, examples)
	for _, e := range examples {
		for _, s := range e.inFavour {
			ev := l.evidenceFor(s.rule)
			if ev == nil {
				return vain
			}
			ev.barred = ev.barred || l.otherwise(s.rule)
			ev.worked++
			ev.clear = ev.clear || s.clear
			if ev.worked >= proofs && ev.clear && !ev.barred {
				l.addLocked(ev.rule)
				var few [4]signature
				for _, s := range signaturesOf(few[:0], t.Req) {
					delete(l.vain, s)
				}
			}
		}
	}
	return 1
}

// evidenceFor returns what is known of an edit; nil where no more is kept.
func (l *Learner) evidenceFor(r *learnedRule) *evidence {
	key := r.key()
	ev := l.evidence[key]
	if ev == nil && len(l.evidence) < maxEvidence {
		ev = &evidence{rule: r}
		l.evidence[key] = ev
	}
	return ev
}

// otherwise reports whether an example has made something else of the same
// value or name: which of them is right nobody knows.
func (l *Learner) otherwise(r *learnedRule) bool {
	for _, ev := range l.evidence {
		other := ev.rule
		switch {
		case ev.worked == 0 || other.Tool != r.Tool || other.Path != r.Path:
		case r.Value != nil && other.Value != nil && identical(r.from, other.from) && !identical(r.to, other.to),
			r.Rename != nil && other.Rename != nil && r.Rename.From == other.Rename.From && r.Rename.To != other.Rename.To:
			return true
		}
	}
	return false
}

// contradicted bars whatever would have made something else of an example.
func (l *Learner) contradicted(patch []Change, args any, name string, examples []example) {
	for _, e := range examples {
		for _, r := range e.against {
			if ev := l.evidenceFor(r); ev != nil {
				ev.barred = true
			}
		}
	}
	for _, ev := range l.evidence {
		if ev.rule.Tool == name && ev.rule.contradicts(patch, args) {
			ev.barred = true
		}
	}
	var wrong []*learnedRule
	for _, r := range (*l.rules.Load())[name] {
		if ev := l.evidence[r.key()]; ev != nil && ev.barred || r.contradicts(patch, args) {
			wrong = append(wrong, r)
		}
	}
	l.removeLocked(wrong)
}

// contradicts reports whether the rule makes something else of what patch has
// changed.
func (r *learnedRule) contradicts(patch []Change, args any) bool {
	for _, e := range r.edits(args, nil) {
		for _, c := range patch {
			if c.Path != e.at {
				continue
			}
			if r.Rename != nil {
				if c.Op == "remove" && !slices.ContainsFunc(patch, func(other Change) bool { return other.Op == "add" && other.Path == e.to }) {
					return true
				}
				continue
			}
			if value, err := scalarOf(c.Value); c.Op == "replace" && (err != nil || !identical(value, e.value)) {
				return true
			}
		}
	}
	return false
}

// forget drops the rules whose result was refused.
func (l *Learner) forget(t *Trial) {
	refused := places(nil)
	if t.Err != nil {
		refused = refused.with(t.Err.Fields)
	}
	_, made, _ := l.plan(t.Req)
	l.mu.Lock()
	defer l.mu.Unlock()
	var wrong []*learnedRule
	for _, e := range made {
		at := cmp.Or(e.to, e.at)
		changed := slices.ContainsFunc(t.Correction.Patch, func(c Change) bool { return c.Path == at })
		if changed && (len(refused) == 0 || refused.touch(at)) {
			wrong = append(wrong, e.rule)
			delete(l.evidence, e.rule.key())
		}
	}
	l.removeLocked(wrong)
}
