// Package nearest finds the name that was probably meant when an unknown one was written:
// a key of a job file, a column, a tool, a field of its arguments.
//
// It only ever suggests. Nothing may be done under the suggested name without asking, so a
// name that is not clearly close gets no suggestion at all.
package nearest

import "strings"

// maxRunes is the longest name that is compared: the distance costs the product of both lengths,
// and nobody misspells a name of this size by a letter.
const maxRunes = 128

// Nearest returns the element of known that is closest to name, and whether one is close enough
// to be worth suggesting. Case is ignored. The distance is the restricted Damerau-Levenshtein
// distance (insertions, deletions, substitutions and swaps of neighbours, each counting 1), and
// up to about a third of the longer name may differ. The first of equally close names wins.
// It is safe for concurrent use.
func Nearest(name string, known []string) (string, bool) {
	wanted := fold(name)
	if len(wanted) == 0 || len(wanted) > maxRunes {
		return "", false
	}
	best, bestDistance, found := "", 0, false
	for _, candidate := range known {
		other := fold(candidate)
		if len(other) == 0 || len(other) > maxRunes {
			continue
		}
		longer := max(len(wanted), len(other))
		limit := (longer + 1) / 3
		if found {
			limit = min(limit, bestDistance-1)
		}
		if limit < 0 || longer-min(len(wanted), len(other)) > limit {
			continue
		}
		d := distance(wanted, other)
		if d <= limit && d < longer {
			best, bestDistance, found = candidate, d, true
		}
	}
	return best, found
}

func fold(s string) []rune { return []rune(strings.ToLower(s)) }

// distance is the optimal string alignment distance of a and b, with three rows of memory.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
