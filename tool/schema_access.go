package tool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/nearest"
)

// Properties returns the names of the schema's top-level properties, sorted;
// nil where it names none.
func (s *Schema) Properties() []string {
	if len(s.props) == 0 {
		return nil
	}
	names := make([]string, 0, len(s.props))
	for name := range s.props {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// checkLocks refuses a Target or Locked that names no argument: a lock that is
// misspelt would lock nothing. It can be told only where the schema names all
// that may be there. As the guard of package correction does, it takes names, paths with dots
// and JSON Pointers, in any case.
func (s *Schema) checkLocks(spec *Spec) error {
	if !s.closed {
		return nil
	}
	known := s.Properties()
	for i, lock := range append([]string{spec.Target}, spec.Locked...) {
		name, _, _ := strings.Cut(strings.TrimPrefix(lock, "/"), "/")
		if lock == "" || slices.ContainsFunc(known, func(k string) bool {
			first, _, _ := strings.Cut(name, ".")
			return strings.EqualFold(k, name) || strings.EqualFold(k, first)
		}) {
			continue
		}
		where := "Spec.Locked"
		if i == 0 {
			where = "Spec.Target"
		}
		hint := ""
		if near, ok := nearest.Nearest(name, known); ok {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("%s names %q, and the schema knows no such argument%s", where, lock, hint)
	}
	return nil
}
