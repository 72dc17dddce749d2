package correction

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// DateOrder says how 03/04/2026 is read. The zero value is NotGuessed.
type DateOrder uint8

const (
	// NotGuessed: a date that can be read in two ways is left alone.
	NotGuessed DateOrder = iota
	// DayFirst: 03/04/2026 is the 3rd of April.
	DayFirst
	// MonthFirst: 03/04/2026 is the 4th of March.
	MonthFirst
)

var errDateOrder = errors.New("correction: unknown order of dates")

// DateOrders returns all three.
func DateOrders() []DateOrder { return []DateOrder{NotGuessed, DayFirst, MonthFirst} }

// String returns "not-guessed", "day-first" or "month-first".
func (o DateOrder) String() string {
	switch o {
	case NotGuessed:
		return "not-guessed"
	case DayFirst:
		return "day-first"
	case MonthFirst:
		return "month-first"
	}
	return fmt.Sprintf("DateOrder(%d)", uint8(o))
}

// MarshalText returns the text form; an undefined value is an error.
func (o DateOrder) MarshalText() ([]byte, error) {
	if o > MonthFirst {
		return nil, fmt.Errorf("%w: %s", errDateOrder, o.String())
	}
	return []byte(o.String()), nil
}

// UnmarshalText reads the exact text form, and leaves o alone on error.
func (o *DateOrder) UnmarshalText(text []byte) error {
	for _, order := range DateOrders() {
		if string(text) == order.String() {
			*o = order
			return nil
		}
	}
	return fmt.Errorf("%w: %q; dates are day-first, month-first or not-guessed", errDateOrder, text)
}

// The ways in which dates are written. A year has four digits and begins with
// no zero, always: 05/06/07 has six readings.
var (
	yearFirst = regexp.MustCompile(`^([1-9]\d{3})([/.-])(\d{1,2})([/.-])(\d{1,2})$`)
	yearLast  = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})([/.-])([1-9]\d{3})$`)
	eastAsian = regexp.MustCompile(`^([1-9]\d{3})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]$`)
	monthDay  = regexp.MustCompile(`^([A-Za-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+([1-9]\d{3})$`)
	dayMonth  = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]+)\.?,?[\s-]+([1-9]\d{3})$`)
	timeOfDay = regexp.MustCompile(`[Tt\s]\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(Z|z|UTC|GMT|([+-]\d{2}):?(\d{2}))$`)
)

// dateOf reads a date that can only mean one day, which exists, and returns it
// in the form of RFC 3339 (2026-05-20).
func dateOf(s string, order DateOrder) (string, bool) {
	s = strings.TrimSpace(s)
	if m := yearFirst.FindStringSubmatch(s); m != nil && m[2] == m[4] {
		return day(m[1], m[3], m[5])
	}
	if m := yearLast.FindStringSubmatch(s); m != nil && m[2] == m[4] {
		return ordered(m[1], m[3], m[5], order)
	}
	if m := eastAsian.FindStringSubmatch(s); m != nil {
		return day(m[1], m[2], m[3])
	}
	if m := monthDay.FindStringSubmatch(s); m != nil {
		return day(m[3], month(m[1]), m[2])
	}
	if m := dayMonth.FindStringSubmatch(s); m != nil {
		return day(m[3], month(m[2]), m[1])
	}
	return "", false
}

// ordered reads two numbers and a year: one of the two can be a day only, or
// both are the same, or the order was said.
func ordered(a, b, year string, order DateOrder) (string, bool) {
	const months = 12
	first, second := number(a), number(b)
	switch {
	case first > months:
		return day(year, b, a)
	case second > months, first == second:
		return day(year, a, b)
	case order == DayFirst:
		return day(year, b, a)
	case order == MonthFirst:
		return day(year, a, b)
	}
	return "", false
}

// day is the date, if the calendar has it.
func day(year, month, dayOfMonth string) (string, bool) {
	y, m, d := number(year), number(month), number(dayOfMonth)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if int(t.Month()) != m { // too many days or months roll over into another month
		return "", false
	}
	return t.Format(time.DateOnly), true
}

// month returns the number of an English month's name or abbreviation, "" for
// any other word.
func month(name string) string {
	if strings.EqualFold(name, "sept") {
		return "9"
	}
	for m := time.January; m <= time.December; m++ {
		if full := m.String(); strings.EqualFold(name, full) || strings.EqualFold(name, full[:3]) {
			return strconv.Itoa(int(m))
		}
	}
	return ""
}

// number reads a few digits; 0, which is no day and no month, for none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // 0 is right for what is no number
	return n
}

// momentOf reads a date with a time of day and an offset from UTC, and returns
// it in the form of RFC 3339; whether there is such a time (24:60) is for the
// validator to say. A date alone is no moment: which midnight was meant would be
// a guess.
func momentOf(s string, order DateOrder) (string, bool) {
	s = strings.TrimSpace(s)
	m := timeOfDay.FindStringSubmatchIndex(s)
	if m == nil {
		return "", false
	}
	date, ok := dateOf(s[:m[0]], order)
	if !ok {
		return "", false
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return s[m[2*i]:m[2*i+1]]
	}
	seconds, offset := "00", "Z"
	if group(3) != "" {
		seconds = group(3)
	}
	if group(5) != "" {
		offset = group(5) + ":" + group(6)
	}
	return fmt.Sprintf("%sT%02d:%s:%s%s", date, number(group(1)), group(2), seconds, offset), true
}
