package correction

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// LearnOptions are the options of [Learn]. The zero value is fine.
type LearnOptions struct {
	// Rules are known from the beginning. Learn panics if one of them is not
	// valid ([LearnedRule.Validate]).
	Rules []LearnedRule
	// Wait is the most that a request waits for the corrections of others to
	// be tried out; then it asks the inner corrector all the same. 0: 1 min.
	// Negative: it does not wait.
	Wait time.Duration
}

const (
	defaultLearnWait = time.Minute
	// proofs is how often an edit must have worked before it is a rule.
	proofs = 2
	// patience is how much may be tried in vain at one signature until others
	// stop waiting for it: a correction from which nothing can be learned
	// counts vain, one that was seen for the first time counts 1.
	patience, vain = 16, 8
	// What is kept is bounded; beyond that nothing more is learned.
	maxEvidence, maxLearned = 4096, 1024
	// So many of the newest examples are kept, of so many bytes.
	maxExamples, maxKept = 1024, 8 << 20
	// maxSignatures bounds the places of one request that are looked at.
	maxSignatures = 50
)

// byLearned is the Proposal.By of a learned rule.
const byLearned = "learned"

// Learner is a [Corrector] and a [Feedback]; make one with [Learn]. It is safe
// for concurrent use.
type Learner struct {
	inner Corrector
	wait  time.Duration
	rules atomic.Pointer[map[string][]*learnedRule] // by tool; copied when it changes
	shape rules                                     // remembers the schema that was read last

	mu       sync.Mutex
	flights  map[signature]*flight
	vain     map[signature]int // what was tried since something was learned
	evidence map[string]*evidence
	examples []example
	kept     int // bytes
}

// Learn wraps an expensive corrector, such as a model, so that it is asked by
// distinct fault and not by item. nil options are the zero value; it panics
// where inner is nil.
//
// An edit that has worked twice at the same place of the same tool and for the
// same code, becomes a rule and is applied without asking (Proposal.By is
// "learned"). Only these are learned, because only these mean the same for
// every item:
//
//   - the way in which a date is written, or a time with its offset, if both
//     examples agree and one of them at least can be read in one way only
//     (20-05-2026, which has no 20th month). Years have four digits
//   - another name of a member, whose value stays as it is
//   - a value for another where the schema allows a few only (enum, boolean),
//     not those that it allows for others
//
// and only if everything else that was corrected at the same time is of that
// kind, too. An edit is no rule if it would make something else of a correction
// that worked, of which the newest 1024 (8 MiB) are kept: where one value was
// corrected in two ways, neither is learned.
//
// What worked the Learner is told as [Feedback]; somebody who asks it without
// an executor has to do that. While a correction is asked for and tried out,
// requests with the same complaint (tool, place, code) wait, and then take what
// was learned or ask in turn. They stop waiting where nothing can be learned,
// and after LearnOptions.Wait.
//
// A rule whose result is refused at that place is forgotten, and the inner
// corrector is asked. It may prove itself again.
//
// What was learned passes [Guard] before it is proposed, as it does before it is
// executed; the inner corrector is asked about what does not.
//
// Where nothing is learned it adds about 0.25 µs and 2 allocations to a request
// (BenchmarkLearnNothing). Where one of a hundred rules applies it takes 36 µs
// and 300 allocations, most of them the guard's (BenchmarkLearned; one core of a
// virtual machine). The first examples at a place where others wait cost them
// the time of a correction and of an attempt, each.
func Learn(inner Corrector, o *LearnOptions) *Learner {
	if inner == nil {
		panic("correction.Learn: there is no corrector to learn from")
	}
	l := &Learner{
		inner: inner, wait: defaultLearnWait,
		flights: map[signature]*flight{}, vain: map[signature]int{}, evidence: map[string]*evidence{},
	}
	l.rules.Store(&map[string][]*learnedRule{})
	if o == nil {
		return l
	}
	if o.Wait != 0 {
		l.wait = o.Wait
	}
	for i := range o.Rules {
		r, err := o.Rules[i].compile()
		if err != nil {
			panic(fmt.Sprintf("correction.Learn: rule %d: %s", i, err))
		}
		l.add(r)
	}
	return l
}

// Rules returns the rules that are known: those of the options, without those
// that were forgotten, and what was learned since; by tool, and in the order in
// which they came.
func (l *Learner) Rules() []LearnedRule {
	all := *l.rules.Load()
	var list []LearnedRule
	for _, name := range sortedTools(all) {
		for _, r := range all[name] {
			list = append(list, r.public())
		}
	}
	return list
}

func sortedTools(all map[string][]*learnedRule) []string {
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Correct implements [Corrector].
func (l *Learner) Correct(ctx context.Context, req *Request) (*Proposal, error) {
	if req == nil || req.Spec == nil || req.Schema == nil || req.Err == nil || req.Doubt {
		return l.inner.Correct(ctx, req)
	}
	if p := l.apply(req); p != nil {
		return p, nil
	}
	var few [4]signature
	signatures := signaturesOf(few[:0], req)
	if l.wait < 0 {
		return l.inner.Correct(ctx, req)
	}
	var timer *time.Timer
	for {
		f, other := l.claim(signatures)
		if other == nil {
			return l.ask(ctx, req, f)
		}
		if timer == nil {
			timer = time.NewTimer(l.wait)
			defer timer.Stop()
		}
		select {
		case <-other.over:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer.C:
			l.end(other, vain) // nobody else is to wait as long
			return l.inner.Correct(ctx, req)
		}
		if p := l.apply(req); p != nil {
			return p, nil
		}
	}
}

// ask asks the inner corrector. Unless there is something to try out, the
// flight is over then.
func (l *Learner) ask(ctx context.Context, req *Request, f *flight) (p *Proposal, err error) {
	tried := false
	defer func() { // also where it panics or ends the goroutine
		if !tried {
			l.end(f, vain)
		}
	}()
	if p := l.apply(req); p != nil { // learned between the last look and the claim
		l.end(f, 0)
		tried = true
		return p, nil
	}
	p, err = l.inner.Correct(ctx, req)
	if err != nil || p == nil || p.Args == nil {
		if ctx.Err() != nil { // that says nothing about the signature
			tried = true
			l.end(f, 0)
		}
		return p, err
	}
	if patch, err := guard(req, p, req.Schema, l.shape.shapeOf(req.Schema)); err == nil {
		tried = true
		l.mu.Lock()
		f.by, f.patch = p.By, patch
		l.mu.Unlock()
	}
	return p, nil
}

func (l *Learner) add(r *learnedRule) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.addLocked(r)
}

func (l *Learner) addLocked(r *learnedRule) {
	key := r.key()
	l.change(r.Tool, func(list []*learnedRule) []*learnedRule {
		if len(list) >= maxLearned || slices.ContainsFunc(list, func(other *learnedRule) bool { return other.key() == key }) {
			return list
		}
		return append(list, r)
	})
}

func (l *Learner) removeLocked(rules []*learnedRule) {
	for _, r := range rules {
		l.change(r.Tool, func(list []*learnedRule) []*learnedRule {
			return slices.DeleteFunc(list, func(other *learnedRule) bool { return other == r })
		})
	}
}

// change replaces the rules of one tool; those who read have the old ones.
func (l *Learner) change(name string, f func([]*learnedRule) []*learnedRule) {
	next := maps.Clone(*l.rules.Load())
	if next[name] = f(slices.Clone(next[name])); len(next[name]) == 0 {
		delete(next, name)
	}
	l.rules.Store(&next)
}
