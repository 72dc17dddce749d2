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
	barred bool // it makes something else of an example
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
	sh := l.shape.shapeOf(t.Req.Schema)
	found, ok := generalise(t.Req, args, sh, t.Correction.Patch)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep(newExample(t, args))
	if !ok {
		return vain
	}
	for _, s := range found {
		ev := l.evidenceFor(s.rule)
		if ev == nil {
			return vain
		}
		ev.worked++
		ev.clear = ev.clear || s.clear
		if ev.worked >= proofs && ev.clear && !ev.barred && l.prove(ev) {
			var few [4]signature
			for _, s := range signaturesOf(few[:0], t.Req) {
				delete(l.vain, s)
			}
		}
	}
	return 1
}

// prove makes a rule of an edit, unless that would make something else of an
// example.
func (l *Learner) prove(ev *evidence) bool {
	rules := append(slices.Clone((*l.rules.Load())[ev.rule.Tool]), ev.rule)
	for i := range l.examples {
		if e := &l.examples[i]; e.req.Spec.Name == ev.rule.Tool && len(l.contradictors(e, rules)) > 0 {
			ev.barred = true
			return false
		}
	}
	l.addLocked(ev.rule)
	return true
}

// keep keeps an example. Rules that would make something else of it, which can
// only have been learned while it was asked about, are dropped.
func (l *Learner) keep(e example) {
	l.examples = append(l.examples, e)
	l.kept += len(e.req.Args)
	for len(l.examples) > maxExamples || l.kept > maxKept {
		l.kept -= len(l.examples[0].req.Args)
		l.examples = l.examples[1:]
	}
	name := e.req.Spec.Name
	wrong := l.contradictors(&e, (*l.rules.Load())[name])
	for _, r := range wrong {
		if ev := l.evidenceFor(r); ev != nil {
			ev.barred = true
		}
	}
	l.removeLocked(wrong)
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

// example is a correction that worked.
type example struct {
	req   Request
	after any // the arguments that worked
}

func newExample(t *Trial, args any) example {
	e := example{req: *t.Req}
	e.req.Args, e.req.Tried = slices.Clone(t.Req.Args), nil
	w := &work{root: copied(args)}
	for _, c := range t.Correction.Patch {
		if c.Op == "remove" {
			w.remove(c.Path)
			continue
		}
		if v, err := tool.Decode(c.Value); err == nil && c.Path != "" {
			w.set(c.Path, v)
		}
	}
	e.after = w.root
	return e
}

// contradictors returns the rules that make something else of an example; none
// where they make nothing of it that the guard lets through.
func (l *Learner) contradictors(e *example, rules []*learnedRule) (wrong []*learnedRule) {
	p, root, edits := l.proposal(&e.req, rules)
	if p == nil || len(diff(nil, root, e.after, "")) == 0 {
		return nil
	}
	for _, edit := range edits {
		wrong = append(wrong, edit.rule)
	}
	return wrong
}

// forget drops the rules whose result was refused.
func (l *Learner) forget(t *Trial) {
	refused := places(nil)
	if t.Err != nil {
		refused = refused.with(t.Err.Fields)
	}
	_, made, _ := plan(t.Req, (*l.rules.Load())[t.Req.Spec.Name])
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
