package tool

import (
	"slices"
	"sort"
)

// Properties returns the names of the schema's top-level properties, sorted;
// nil where it names none.
func (s *Schema) Properties() []string {
	names := make([]string, 0, len(s.props))
	for name := range s.props {
		names = append(names, name)
	}
	sort.Strings(names)
	return slices.Clip(names)
}
