package batch

import (
	"slices"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
)

const (
	// maxExamples is how many items of a group are kept with all that happened
	// to them: as many as the summary lists one by one, and a few to spare.
	maxExamples = 24
	// maxGroups bounds the number of groups, for tools that make codes up.
	maxGroups = 200
)

// groups is what the summary knows of the items: those that came to the same
// end are one group. It takes them in any order and keeps a bounded amount,
// whatever their number. The zero value is empty.
type groups struct {
	easy group // succeeded at the first call, with nothing to tell
	rest map[groupKey]*group
}

// groupKey is what makes items alike.
type groupKey struct {
	outcome   Outcome
	how       executor.How
	maybe     bool // it may have been changed though it did not succeed
	sent      bool // the tool was invoked
	corrected bool
	class     taxonomy.Class
	code      taxonomy.Code // the last failure's, also before a success
	status    int
	other     bool // all that came when there were maxGroups groups
}

// group is the items of one key.
type group struct {
	key      groupKey
	count    int
	examples []example // those with the lowest positions, in input order
	at       spans
}

// example is one item in full.
type example struct {
	index, line int
	id          string
	res         *executor.Result
}

// add books one item. Measured on a shared machine: 7 ns for an item that
// succeeded at the first call in input order, 60 ns for one that failed as
// others did; no allocation once a group has its examples.
func (g *groups) add(index int, id string, line int, res *executor.Result) {
	if res.How == executor.FirstTry && res.Outcome == Succeeded && len(res.Failures) == 0 && len(res.Corrections) == 0 {
		g.easy.add(index, id, line, res)
		return
	}
	g.of(keyOf(res)).add(index, id, line, res)
}

// of returns the group of a key.
func (g *groups) of(key groupKey) *group {
	if gr := g.rest[key]; gr != nil {
		return gr
	}
	if g.rest == nil {
		g.rest = make(map[groupKey]*group)
	}
	if len(g.rest) >= maxGroups && !key.other {
		return g.of(groupKey{outcome: key.outcome, maybe: key.maybe, sent: key.sent, other: true})
	}
	gr := &group{key: key}
	g.rest[key] = gr
	return gr
}

func keyOf(res *executor.Result) groupKey {
	key := groupKey{
		outcome: res.Outcome, how: res.How, maybe: maybeChanged(res),
		sent: res.Attempts > 0, corrected: len(res.Corrections) > 0,
	}
	e := res.Err
	if e == nil {
		e = lastSent(res.Failures)
	}
	if e != nil {
		key.class, key.code, key.status = e.Class, e.Code, e.Status()
	}
	return key
}

// maybeChanged reports whether an item that did not succeed may have been
// changed all the same. Where nobody says anything the answer is yes, unless
// nothing was sent.
func maybeChanged(res *executor.Result) bool {
	switch {
	case res.Outcome == Succeeded:
		return false
	case res.Outcome == InDoubt:
		return true
	case res.Err == nil:
		return res.Attempts > 0
	}
	return res.Err.Applied.Maybe()
}

// lastSent returns the error of the last attempt that failed, or nil.
func lastSent(failures []executor.Failure) *taxonomy.Error {
	for _, failure := range slices.Backward(failures) {
		if failure.Attempt > 0 {
			return failure.Err
		}
	}
	return nil
}

func (gr *group) add(index int, id string, line int, res *executor.Result) {
	gr.count++
	gr.at.add(index)
	n := len(gr.examples)
	if n == maxExamples && index > gr.examples[n-1].index {
		return
	}
	at, _ := slices.BinarySearchFunc(gr.examples, index, func(e example, i int) int { return e.index - i })
	if n == maxExamples {
		gr.examples = gr.examples[:n-1]
	}
	gr.examples = slices.Insert(gr.examples, at, example{index: index, line: line, id: id, res: res})
}

// all returns every group that is not empty, those with the earliest items
// first.
func (g *groups) all() []*group {
	list := make([]*group, 0, len(g.rest)+1)
	if g.easy.count > 0 {
		easy := g.easy
		easy.key = groupKey{outcome: Succeeded, how: executor.FirstTry, sent: true}
		list = append(list, &easy)
	}
	for _, gr := range g.rest {
		list = append(list, gr)
	}
	slices.SortFunc(list, func(a, b *group) int { return a.examples[0].index - b.examples[0].index })
	return list
}
