package job

import (
	"path/filepath"
	"strings"
)

// ItemsFormat is how the items are written. The zero value is FormatByName.
type ItemsFormat int

const (
	// FormatByName goes by the end of the file's name; standard input is looked at.
	FormatByName ItemsFormat = iota
	// FormatCSV is a table with a header row.
	FormatCSV
	// FormatTSV is one with tabs between the cells.
	FormatTSV
	// FormatJSONL is a JSON object on each line.
	FormatJSONL
	// FormatJSON is a JSON array of objects.
	FormatJSON
	// FormatYAML is a YAML list of mappings.
	FormatYAML
)

func formatNames() []string { return []string{"by-name", "csv", "tsv", "jsonl", "json", "yaml"} }

// String returns the text of the job file: by-name, csv, tsv, jsonl, json or yaml.
func (f ItemsFormat) String() string { return nameOf(int(f), formatNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (f ItemsFormat) MarshalText() ([]byte, error) { return marshal(int(f), formatNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (f *ItemsFormat) UnmarshalText(text []byte) error { return unmarshal(f, text, formatNames()) }

// isTable says whether the rows are cells, and not objects.
func (f ItemsFormat) isTable() bool { return f == FormatCSV || f == FormatTSV }

// formatOf goes by the end of a name; FormatByName is none that is known.
func formatOf(file string) ItemsFormat {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".csv":
		return FormatCSV
	case ".tsv":
		return FormatTSV
	case ".jsonl", ".ndjson":
		return FormatJSONL
	case ".json":
		return FormatJSON
	case ".yaml", ".yml":
		return FormatYAML
	}
	return FormatByName
}

// Dates says how a date such as 3/4/2026 is meant. The zero value is DatesNotGuessed.
type Dates int

const (
	// DatesNotGuessed leaves such a date as it is.
	DatesNotGuessed Dates = iota
	// DatesDayFirst is 3 April.
	DatesDayFirst
	// DatesMonthFirst is 4 March.
	DatesMonthFirst
)

func datesNames() []string { return []string{"not-guessed", "day-first", "month-first"} }

// String returns the text of the job file: not-guessed, day-first or month-first.
func (d Dates) String() string { return nameOf(int(d), datesNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (d Dates) MarshalText() ([]byte, error) { return marshal(int(d), datesNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (d *Dates) UnmarshalText(text []byte) error { return unmarshal(d, text, datesNames()) }
