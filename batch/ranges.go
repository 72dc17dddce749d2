package batch

import (
	"slices"
	"sort"
)

// maxSpans bounds the memory of a set of positions: 32 kB. A batch that
// completes out of order needs, for a time, one span for every item that is
// under way; beyond that a set is cut off at its end.
const maxSpans = 2048

// span is the positions first to last, both included.
type span struct{ first, last int }

// spans is a set of input positions as merged intervals. They may be added in
// any order; in input order it costs a comparison. Where there are more than
// maxSpans intervals only the lowest positions are kept, without a gap: the set
// is exact below its limit, and says nothing about what lies beyond.
type spans struct {
	list  []span // sorted, neither overlapping nor adjoining
	limit int    // if cut: what lies at or beyond it is not kept
	cut   bool
}

// add puts a position into the set.
func (s *spans) add(i int) {
	if s.cut && i >= s.limit {
		return
	}
	n := len(s.list)
	if n > 0 && i == s.list[n-1].last+1 { // in input order
		s.list[n-1].last = i
		return
	}
	next := sort.Search(n, func(k int) bool { return s.list[k].first > i })
	joinsPrev := next > 0 && i <= s.list[next-1].last+1
	joinsNext := next < n && i == s.list[next].first-1
	switch {
	case joinsPrev && joinsNext:
		s.list[next-1].last = s.list[next].last
		s.list = slices.Delete(s.list, next, next+1)
	case joinsPrev:
		s.list[next-1].last = max(i, s.list[next-1].last)
	case joinsNext:
		s.list[next].first = i
	case n == maxSpans && next == n:
		s.cut, s.limit = true, i
	default:
		if n == maxSpans {
			s.cut, s.limit = true, s.list[n-1].first
			s.list = s.list[:n-1]
		}
		s.list = slices.Insert(s.list, next, span{i, i})
	}
}

// size returns how many positions are in sp.
func (sp span) size() int { return sp.last - sp.first + 1 }
