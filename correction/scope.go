package correction

import (
	"errors"

	"github.com/batchagent/batchagent/taxonomy"
)

// scope is where a correction may change something.
type scope struct {
	named places
	// said is asked where no place is named.
	said *mentions
}

func scopeOf(req *Request, args any, s schema) *scope {
	if len(req.MayChange) > 0 {
		return &scope{named: placesOf(req.MayChange)}
	}
	var named places
	if req.Err != nil {
		named = named.with(req.Err.Fields)
	}
	named = named.with(failures(args, s))
	if len(named) > 0 || req.Err == nil {
		return &scope{named: named}
	}
	return &scope{said: mentionsIn(req.Err.Message, args)}
}

// failures returns the fields that the schema refuses.
func failures(args any, s schema) []taxonomy.Field {
	if e, ok := errors.AsType[*taxonomy.Error](s.Validate(args)); ok {
		return e.Fields
	}
	return nil
}

// covers reports whether path is at one of the places, or below one.
func (s *scope) covers(path string) bool {
	if s.said == nil {
		return s.named.cover(path)
	}
	return s.said.cover(path)
}
