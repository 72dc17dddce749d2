package batch

// ids remembers which ids have been seen, and where. Items with one id are
// duplicates even if their keys differ (any(1) and any("1")): the id is what
// idempotency keys are made of. For the usual keys, key and id are one, and
// comparing keys takes less memory.
type ids[K comparable] struct {
	byKey  map[K]place
	byText map[string]place
}

func newIDs[K comparable]() ids[K] {
	var k K
	switch any(k).(type) {
	case string, int, int64:
		return ids[K]{byKey: map[K]place{}}
	}
	return ids[K]{byText: map[string]place{}}
}

// add notes where an id stands, unless it came before; then it says where.
func (s *ids[K]) add(k K, text string, at place) (first place, dup bool) {
	if s.byKey != nil {
		if first, dup = s.byKey[k]; !dup {
			s.byKey[k] = at
		}
		return first, dup
	}
	if first, dup = s.byText[text]; !dup {
		s.byText[text] = at
	}
	return first, dup
}

// remove forgets an id if it stands at index: a duplicate's end does not free
// the id of the item that is still under way.
func (s *ids[K]) remove(k K, text string, index int) {
	if s.byKey != nil {
		if at, ok := s.byKey[k]; ok && at.index == index {
			delete(s.byKey, k)
		}
		return
	}
	if at, ok := s.byText[text]; ok && at.index == index {
		delete(s.byText, text)
	}
}
