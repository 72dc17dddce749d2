package correction

import (
	"slices"

	"github.com/batchagent/batchagent/taxonomy"
)

// signature is what makes requests alike before anything is corrected.
type signature struct {
	tool, path string
	code       taxonomy.Code
}

// flight is a correction that is being asked for or tried out.
type flight struct {
	signatures []signature
	over       chan struct{}
	by         string
	patch      []Change // nil: it is being asked for
}

// signaturesOf appends what is complained about, each once.
func signaturesOf(list []signature, req *Request) []signature {
	for _, field := range req.Err.Fields[:min(len(req.Err.Fields), maxSignatures)] {
		s := signature{req.Spec.Name, indexFree(pointerTo(field.Path)), field.Code}
		if s.code == "" {
			s.code = req.Err.Code
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		list = append(list, signature{req.Spec.Name, "", req.Err.Code})
	}
	return list
}

// claim takes all the signatures, or returns a flight that has one of them.
func (l *Learner) claim(signatures []signature) (own, other *flight) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := &flight{over: make(chan struct{})}
	for _, s := range signatures {
		if l.vain[s] >= patience || len(l.vain) >= maxEvidence && l.vain[s] == 0 {
			continue // nothing to wait for
		}
		if other := l.flights[s]; other != nil {
			return nil, other
		}
		f.signatures = append(f.signatures, s)
	}
	for _, s := range f.signatures {
		l.flights[s] = f
	}
	return f, nil
}

// end lets the others go on, and counts what was tried in vain.
func (l *Learner) end(f *flight, cost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endLocked(f, cost)
}

func (l *Learner) endLocked(f *flight, cost int) {
	for _, s := range f.signatures {
		if l.flights[s] == f {
			delete(l.flights, s)
			if cost > 0 {
				l.vain[s] += cost
			}
		}
	}
	f.signatures = nil
	select {
	case <-f.over:
	default:
		close(f.over)
	}
}
