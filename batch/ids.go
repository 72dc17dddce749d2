package batch

import "math"

// ids remembers which ids have been seen, and where. Items with one id are
// duplicates even if their keys differ (any(1) and any("1")): the id is what
// idempotency keys are made of. For the usual keys, key and id are one, and
// comparing keys takes less memory.
//
// Keys that count up by one, as those of slices.All do, are kept as the span
// that they are: a map of a million keys costs 2 µs an item in cache misses,
// as much as all the rest.
type ids[K comparable] struct {
	byKey  map[K]seat
	byText map[string]seat

	counting bool // K is int, and lines are not known
	from, to int  // keys of the span: from, from+1, …, to-1
	at       int  // where the first of them stands
}

// seat is a place in eight bytes; what is beyond them is not known.
type seat struct{ index, line int32 }

func (p place) seat() seat {
	return seat{int32(min(p.index, math.MaxInt32)), int32(min(p.line, math.MaxInt32))} //nolint:gosec // bounded
}

func (s seat) place() place { return place{int(s.index), int(s.line)} }

func newIDs[K comparable](forget bool) ids[K] {
	var k K
	switch any(k).(type) {
	case int:
		return ids[K]{byKey: map[K]seat{}, counting: !forget}
	case string, int64:
		return ids[K]{byKey: map[K]seat{}}
	}
	return ids[K]{byText: map[string]seat{}}
}

// add notes where an id stands, unless it came before; then it says where.
func (s *ids[K]) add(k K, text string, at place) (first place, dup bool) {
	if s.counting && at.line == 0 {
		if n, ok := any(k).(int); ok {
			if first, dup, done := s.count(n, at.index); done {
				return first, dup
			}
		}
	}
	var before seat
	if s.byKey != nil {
		if before, dup = s.byKey[k]; !dup {
			s.byKey[k] = at.seat()
		}
		return before.place(), dup
	}
	if before, dup = s.byText[text]; !dup {
		s.byText[text] = at.seat()
	}
	return before.place(), dup
}

// count looks at the span. done is false where the map has to be asked.
func (s *ids[K]) count(n, index int) (first place, dup, done bool) {
	switch {
	case n == math.MaxInt: // n+1 is none
	case s.from == s.to && len(s.byKey) == 0: // the first one
		s.from, s.to, s.at = n, n+1, index
		return place{}, false, true
	case n >= s.from && n < s.to:
		return place{index: s.at + n - s.from}, true, true
	case n == s.to && index == s.at+n-s.from && len(s.byKey) == 0:
		s.to++
		return place{}, false, true
	}
	return place{}, false, false
}

// remove forgets an id if it stands at index: a duplicate's end does not free
// the id of the item that is still under way.
func (s *ids[K]) remove(k K, text string, index int) {
	if s.byKey != nil {
		if at, ok := s.byKey[k]; ok && at.place().index == index {
			delete(s.byKey, k)
		}
		return
	}
	if at, ok := s.byText[text]; ok && at.place().index == index {
		delete(s.byText, text)
	}
}
