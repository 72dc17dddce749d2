package job

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rounded is how programs write a long number that they have made a floating-point number of:
// spreadsheets 1.00E+12, or with a decimal comma, and others 1.23457e+12 or 1.23457E12. Digits are
// lost, so that several rows can have the same, and none the right one. 1e3 and 4E11 may be names.
var rounded = regexp.MustCompile(`^-?\d([.,]\d*)?[Ee]\+\d{2,3}$|^-?\d[.,]\d+[Ee]\d{2,3}$`)

// sheetError is what a spreadsheet writes where it could not work out a cell, or could not show it,
// in English and in German: #N/A, #NAME?, #DIV/0!, ####.
var sheetError = regexp.MustCompile(`^#(N/A|NV|DIV/0!|\p{Lu}+[!?]|#+)$`)

// badID says why a text is not what identifies an item, in words that stand behind "the id is", or "".
// What cannot be seen is refused: two ids that look the same would be two items, and both be called.
func badID(id string) string {
	if id == "" {
		return "empty"
	}
	if plainID(id) {
		return ""
	}
	quoted := short(id)
	first, _ := utf8.DecodeRuneInString(id)
	last, _ := utf8.DecodeLastRuneInString(id)
	switch hidden := strings.IndexFunc(id, isHidden); {
	case strings.TrimFunc(id, isBlank) == "":
		return "empty"
	case hidden >= 0:
		r, _ := utf8.DecodeRuneInString(id[hidden:])
		return fmt.Sprintf("%s, with a character in it that cannot be seen (%U); remove that", quoted, r)
	case isBlank(first) || isBlank(last):
		return quoted + ", with a blank before or behind it, so that it is another one than it seems; remove that"
	case rounded.MatchString(id):
		return quoted + ": a spreadsheet has turned it into a rounded number, and its last digits are lost; give the column the format Text and export it anew from the original"
	case sheetError.MatchString(id):
		return quoted + ", which a spreadsheet writes where it has no value to show; mend the cell and export it anew"
	case strings.HasPrefix(id, `="`) && strings.HasSuffix(id, `"`):
		return quoted + ", a formula for spreadsheets; export the text alone"
	}
	return ""
}

// plainID says of most ids that nothing can be wrong with them: what badID looks for has other marks.
func plainID(id string) bool {
	for i := range len(id) {
		switch b := id[i]; {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', b == '-', b == '_', b == '/', b == ':':
		default:
			return false
		}
	}
	return true
}

// isHidden says whether nobody sees a character, except for those that belong into words of some
// scripts, and line ends and tabs, which are blanks.
func isHidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d', '\t', '\n', '\r':
		return false
	}
	return unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
}

func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}
