package job

import "slices"

// FormatKeys returns the keys of every mapping of the format, by its path.
func FormatKeys() map[string][]string {
	keys := make(map[string][]string, len(format))
	for path, s := range format {
		keys[path] = slices.Clone(s.keys)
	}
	return keys
}
