package taxonomy

// PhraseRow is a row of the table of words, for tests of the table itself.
type PhraseRow struct {
	Class   Class
	Code    Code
	Applied Applied
	Phrases []string
	Spaced  bool // Phrases are words, not plain substrings
}

// PhraseRows returns the table of words, with two rows for each: its words, and
// its runs of scripts without spaces.
func PhraseRows() []PhraseRow {
	rows := make([]PhraseRow, 2*meanings)
	for row, p := range phraseTable {
		r := PhraseRow{Class: p.class, Code: p.code, Applied: p.applied}
		rows[2*row+1] = r
		r.Spaced = true
		rows[2*row] = r
	}
	phrases(func(row meant, phrase string, spaceless bool) {
		r := &rows[2*row]
		if spaceless {
			r = &rows[2*row+1]
		}
		r.Phrases = append(r.Phrases, phrase)
	})
	return rows
}

// BuiltinRules returns the names of the built-in rules in their order.
func BuiltinRules() []string {
	var names []string
	for _, b := range builtins {
		names = append(names, b.name)
	}
	return names
}
