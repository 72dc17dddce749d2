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
	var rows []PhraseRow
	for _, p := range phraseTable {
		rows = append(rows,
			PhraseRow{Class: p.class, Code: p.code, Applied: p.applied, Phrases: p.words, Spaced: true},
			PhraseRow{Class: p.class, Code: p.code, Applied: p.applied, Phrases: p.runs})
	}
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
