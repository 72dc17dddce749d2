package correction

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// layout is how dates or times are written, read from a text such as D-M-YYYY:
//
//	D M     a day or a month of one or two digits
//	DD MM   one of two digits
//	YYYY    a year of four digits
//	h m s   hour, minute and second, as D
//	Z       Z, UTC, GMT, or an offset: +02:00, +0200
//
// Letters of the alphabet that are none of these stand in quotes: D'th' M. A
// year of two digits has no sign: which century it is would be a guess.
type layout []layoutPart

type layoutPart struct {
	sign string // "": a literal
	text string // of a literal
}

// What dates are converted to.
const (
	toDate     = "date"      // RFC 3339 full-date: 2026-05-20
	toDateTime = "date-time" // RFC 3339 date-time: 2026-05-20T09:00:00Z
)

// longestDate bounds the texts that are looked at; a date is shorter.
const longestDate = 64

// parseLayout reads the text form.
func parseLayout(text string) (layout, error) {
	var l layout
	for rest := text; rest != ""; {
		part, size := nextPart(rest)
		if size == 0 {
			return nil, fmt.Errorf("%q is no layout of dates: at %q; it is made of D, DD, M, MM, YYYY, h, m, s and Z, and other letters stand in single quotes", text, rest)
		}
		l = append(l, part)
		rest = rest[size:]
	}
	count := func(signs ...string) (n int) {
		for _, p := range l {
			if slices.Contains(signs, p.sign) {
				n++
			}
		}
		return n
	}
	if count("D", "DD") != 1 || count("M", "MM") != 1 || count("YYYY") != 1 {
		return nil, fmt.Errorf("%q is no layout of dates: it needs day, month and year once, as in D-M-YYYY", text)
	}
	hours, minutes, seconds, zones := count("h"), count("m"), count("s"), count("Z")
	if none := hours+minutes+seconds+zones == 0; !none && (hours != 1 || minutes != 1 || seconds > 1 || zones != 1) {
		return nil, fmt.Errorf("%q is no layout of times: it needs hour, minute and offset once, as in D-M-YYYY h:m Z", text)
	}
	for i, p := range l[1:] {
		if variable(l[i]) && variable(p) {
			return nil, fmt.Errorf("%q is no layout of dates: where %s ends and %s begins cannot be told; write DD and MM", text, l[i].sign, p.sign)
		}
	}
	return l, nil
}

// variable: a number whose end is not known.
func variable(p layoutPart) bool { return slices.Contains([]string{"D", "M", "h", "m", "s"}, p.sign) }

func nextPart(s string) (layoutPart, int) {
	if s[0] == '\'' {
		end := strings.IndexByte(s[1:], '\'')
		if end < 1 || strings.ContainsFunc(s[1:1+end], unicode.IsDigit) {
			return layoutPart{}, 0
		}
		return layoutPart{text: s[1 : 1+end]}, end + 2
	}
	for _, sign := range []string{"YYYY", "DD", "MM", "D", "M", "h", "m", "s", "Z"} {
		if strings.HasPrefix(s, sign) {
			return layoutPart{sign: sign}, len(sign)
		}
	}
	n := strings.IndexFunc(s, func(r rune) bool { return latin(r) || r == '\'' || unicode.IsDigit(r) || r == utf8.RuneError })
	if n < 0 {
		n = len(s)
	}
	return layoutPart{text: s[:n]}, n
}

func latin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// String is the text form, which parseLayout reads.
func (l layout) String() string {
	var b strings.Builder
	for _, p := range l {
		switch {
		case p.sign != "":
			b.WriteString(p.sign)
		case strings.ContainsFunc(p.text, latin):
			b.WriteString("'" + p.text + "'")
		default:
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// timed reports whether the layout has a time of day.
func (l layout) timed() bool {
	return slices.ContainsFunc(l, func(p layoutPart) bool { return p.sign == "h" })
}

// swapped is the layout with day and month changed over.
func (l layout) swapped() layout {
	other := map[string]string{"D": "M", "M": "D", "DD": "MM", "MM": "DD"}
	s := slices.Clone(l)
	for i, p := range s {
		if sign, ok := other[p.sign]; ok {
			s[i].sign = sign
		}
	}
	return s
}

// convert reads a text that is written so to the last character, and writes the
// day or the time in the form of RFC 3339, if the calendar has it.
func (l layout) convert(s, to string) (string, bool) {
	if len(s) > longestDate || l.timed() != (to == toDateTime) {
		return "", false
	}
	got := make(map[string]string, len(l))
	for _, p := range l {
		size := p.match(s)
		if size <= 0 {
			return "", false
		}
		if p.sign != "" {
			got[p.sign[:1]] = s[:size] // D and DD are one
		}
		s = s[size:]
	}
	year := got["Y"]
	if s != "" || year[0] == '0' {
		return "", false
	}
	date, ok := day(year, got["M"], got["D"])
	if !ok || to == toDate {
		return date, ok
	}
	hour, minute, second := number(got["h"]), number(got["m"]), number(got["s"])
	offset, ok := offsetOf(got["Z"])
	if !ok || hour > 23 || minute > 59 || second > 59 {
		return "", false
	}
	return fmt.Sprintf("%sT%02d:%02d:%02d%s", date, hour, minute, second, offset), true
}

// match returns how much of s the part takes; 0: it is not there.
func (p layoutPart) match(s string) int {
	digits := 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	switch p.sign {
	case "":
		if strings.HasPrefix(s, p.text) {
			return len(p.text)
		}
	case "YYYY":
		return fixed(4, digits)
	case "DD", "MM":
		return fixed(2, digits)
	case "Z":
		return zoneSize(s)
	default:
		if digits <= 2 {
			return digits
		}
	}
	return 0
}

func fixed(want, digits int) int {
	if digits < want {
		return 0
	}
	return want
}

// zoneSize returns how much of s is an offset from UTC.
func zoneSize(s string) int {
	for _, utc := range []string{"Z", "UTC", "GMT"} {
		if strings.HasPrefix(s, utc) {
			return len(utc)
		}
	}
	for _, form := range []string{"+00:00", "+0000"} {
		if len(s) >= len(form) && like(s[:len(form)], form) {
			return len(form)
		}
	}
	return 0
}

func like(s, form string) bool {
	for i := range len(form) {
		switch form[i] {
		case '+':
			if s[i] != '+' && s[i] != '-' {
				return false
			}
		case '0':
			if s[i] < '0' || s[i] > '9' {
				return false
			}
		default:
			if s[i] != form[i] {
				return false
			}
		}
	}
	return true
}

func offsetOf(zone string) (string, bool) {
	if zone == "Z" || zone == "UTC" || zone == "GMT" {
		return "Z", true
	}
	hours, minutes := zone[1:3], zone[len(zone)-2:]
	if number(hours) > 23 || number(minutes) > 59 {
		return "", false
	}
	return zone[:1] + hours + ":" + minutes, true
}

// group is a run of digits or of anything else.
type group struct {
	text   string
	digits bool
}

func groupsOf(s string) []group {
	var groups []group
	for i := range len(s) {
		digit := '0' <= s[i] && s[i] <= '9'
		if n := len(groups); n > 0 && groups[n-1].digits == digit {
			groups[n-1].text += s[i : i+1]
			continue
		}
		groups = append(groups, group{s[i : i+1], digit})
	}
	return groups
}

// layoutsOf returns every layout by which s could have been written, whatever
// day that is. They come in pairs, of which one is the other swapped.
func layoutsOf(s string) []layout {
	if len(s) > longestDate || !utf8.ValidString(s) {
		return nil
	}
	rest, zone := s, 0
	for i := range s { // the offset is what the text ends with
		if n := zoneSize(s[i:]); n > 0 && i+n == len(s) {
			rest, zone = s[:i], n
			break
		}
	}
	var layouts []layout
	add := func(text string, timed bool) {
		groups := groupsOf(text)
		for _, signs := range dateSigns(groups, timed) {
			l := partsOf(groups, signs)
			if timed {
				l = append(l, layoutPart{sign: "Z"})
			}
			// What cannot be written down and read again cannot be kept.
			if again, err := parseLayout(l.String()); err == nil && slices.Equal(again, l) {
				layouts = append(layouts, l)
			}
		}
	}
	if zone > 0 {
		add(rest, true)
	}
	add(s, false)
	return layouts
}

// dateSigns returns what the numbers among the groups may stand for.
func dateSigns(groups []group, timed bool) [][]string {
	var numbers []string
	for _, g := range groups {
		if g.digits {
			numbers = append(numbers, g.text)
		}
	}
	const compact = 8
	var date [][]string
	used := 3
	if len(numbers) > 0 && len(numbers[0]) == compact {
		used = 1
		date = [][]string{{"DD", "MM", "YYYY"}, {"MM", "DD", "YYYY"}, {"YYYY", "MM", "DD"}, {"YYYY", "DD", "MM"}}
	} else {
		date = [][]string{{"D", "M", "YYYY"}, {"M", "D", "YYYY"}, {"YYYY", "M", "D"}, {"YYYY", "D", "M"}}
	}
	if len(numbers) < used {
		return nil
	}
	var tail []string
	switch left := len(numbers) - used; {
	case timed && left == 2:
		tail = []string{"h", "m"}
	case timed && left == 3:
		tail = []string{"h", "m", "s"}
	case timed || left != 0:
		return nil
	}
	var all [][]string
	for _, d := range date {
		all = append(all, slices.Concat(d, tail))
	}
	return all
}

// partsOf puts signs in the place of numbers: one each, or the three of a date
// for the first one where they stand together.
func partsOf(groups []group, signs []string) layout {
	var l layout
	for _, g := range groups {
		switch {
		case !g.digits:
			l = append(l, layoutPart{text: g.text})
		case len(g.text) == 8 && len(signs) >= 3:
			for _, sign := range signs[:3] {
				l = append(l, layoutPart{sign: sign})
			}
			signs = signs[3:]
		case len(signs) > 0:
			l = append(l, layoutPart{sign: signs[0]})
			signs = signs[1:]
		}
	}
	return l
}
