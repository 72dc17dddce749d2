package correction_test

import (
	"testing"
	"time"

	"github.com/batchagent/batchagent/correction"
)

func TestA3OnlyUnambiguousDatesAreRead(t *testing.T) {
	t.Parallel()
	dayFirst := &correction.RulesOptions{Dates: correction.DayFirst}
	monthFirst := &correction.RulesOptions{Dates: correction.MonthFirst}
	tests := []struct {
		name, in string
		o        *correction.RulesOptions
		want     string // "": left alone
	}{
		{name: "day first, slashes", in: "20/5/2026", want: "2026-05-20"},
		{name: "day first, dots", in: "20.05.2026", want: "2026-05-20"},
		{name: "day first, dashes", in: "20-05-2026", want: "2026-05-20"},
		{name: "month first, slashes", in: "5/20/2026", want: "2026-05-20"},
		{name: "month first, dots", in: "05.20.2026", want: "2026-05-20"},
		{name: "thirteen is a day", in: "13/12/2026", want: "2026-12-13"},
		{name: "thirteen is a day, month first", in: "12/13/2026", want: "2026-12-13"},
		{name: "both are the same", in: "5/5/2026", want: "2026-05-05"},
		{name: "ambiguous", in: "03/04/2026", want: ""},
		{name: "ambiguous, twelve", in: "12/11/2026", want: ""},
		{name: "ambiguous, dots", in: "03.04.2026", want: ""},
		{name: "ambiguous, day first", in: "03/04/2026", o: dayFirst, want: "2026-04-03"},
		{name: "ambiguous, month first", in: "03/04/2026", o: monthFirst, want: "2026-03-04"},
		{name: "not ambiguous whatever was said", in: "20/5/2026", o: monthFirst, want: "2026-05-20"},
		{name: "not ambiguous whatever was said, day first", in: "5/20/2026", o: dayFirst, want: "2026-05-20"},
		{name: "an order that does not exist", in: "03/04/2026", o: &correction.RulesOptions{Dates: 9}, want: ""},
		{name: "no month", in: "13/13/2026", o: dayFirst, want: ""},
		{name: "no such day", in: "31/4/2026", want: ""},
		{name: "no such day, month first", in: "4/31/2026", want: ""},
		{name: "a leap day", in: "29.2.2024", want: "2024-02-29"},
		{name: "no leap day", in: "29.2.2026", want: ""},
		{name: "day zero", in: "0/20/2026", want: ""},
		{name: "two zeros", in: "0/0/2026", o: dayFirst, want: ""},
		{name: "different separators", in: "20/5.2026", want: ""},
		{name: "a short year", in: "20/5/26", want: ""},
		{name: "a year with a zero", in: "20/5/0026", want: ""},
		{name: "a long year", in: "20/5/20266", want: ""},
		{name: "three digits", in: "020/5/2026", want: ""},
		{name: "a sign", in: "-20/5/2026", want: ""},
		{name: "space around", in: " 20/5/2026\n", want: "2026-05-20"},
		{name: "words around", in: "on 20/5/2026", want: ""},
		{name: "words behind", in: "20/5/2026 or later", want: ""},

		{name: "year first, slashes", in: "2026/5/20", want: "2026-05-20"},
		{name: "year first, dots", in: "2026.5.20", want: "2026-05-20"},
		{name: "year first, one digit", in: "2026-5-2", want: "2026-05-02"},
		{name: "year first, never the day next", in: "2026/20/5", want: ""},
		{name: "year first, different separators", in: "2026/5-20", want: ""},
		{name: "year first, no such day", in: "2026-02-30", want: ""},
		{name: "year first, a year with a zero", in: "0026/5/20", want: ""},
		{name: "space around what is right", in: "2026-05-20 ", want: "2026-05-20"},
		{name: "digits only", in: "20260520", want: ""},

		{name: "name of the month first", in: "May 20 2026", want: "2026-05-20"},
		{name: "with a comma", in: "May 20, 2026", want: "2026-05-20"},
		{name: "with an ordinal", in: "May 1st, 2026", want: "2026-05-01"},
		{name: "short", in: "sept. 2 2026", want: "2026-09-02"},
		{name: "shorter", in: "SEP 2 2026", want: "2026-09-02"},
		{name: "long", in: "september 2 2026", want: "2026-09-02"},
		{name: "neither long nor short", in: "Septe 2 2026", want: ""},
		{name: "name of the day", in: "Mon 2 2026", want: ""},
		{name: "name of the month second", in: "20 May 2026", want: "2026-05-20"},
		{name: "second, with dashes", in: "20-May-2026", want: "2026-05-20"},
		{name: "second, with an ordinal", in: "2nd December, 2026", want: "2026-12-02"},
		{name: "second, no such day", in: "31 Apr 2026", want: ""},
		{name: "first, no such day", in: "Feb 30 2026", want: ""},
		{name: "first, a short year", in: "May 20 26", want: ""},
		{name: "no year", in: "20 May", want: ""},
		{name: "nothing between", in: "20May2026", want: ""},

		{name: "Chinese", in: "2026年5月20日", want: "2026-05-20"},
		{name: "Chinese, as spoken", in: "2026年05月20号", want: "2026-05-20"},
		{name: "Chinese, spaced", in: "2026 年 5 月 20 日", want: "2026-05-20"},
		{name: "Chinese, no such day", in: "2026年2月30日", want: ""},
		{name: "Chinese, no day", in: "2026年5月", want: ""},

		{name: "a moment is no date", in: "2026-05-20T00:00:00Z", want: ""},
		{name: "tomorrow", in: "tomorrow", want: ""},
		{name: "empty", in: "", want: ""},
		{name: "a number of seconds", in: "1779235200", want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkDate(t, "date", tt.o, tt.in, tt.want)
		})
	}
}

func TestA3AMomentNeedsATimeAndAnOffset(t *testing.T) {
	t.Parallel()
	dayFirst := &correction.RulesOptions{Dates: correction.DayFirst}
	tests := []struct {
		name, in string
		o        *correction.RulesOptions
		want     string
	}{
		{name: "a space", in: "2026-05-20 14:30:15Z", want: "2026-05-20T14:30:15Z"},
		{name: "an offset", in: "20/5/2026 14:30:15 +02:00", want: "2026-05-20T14:30:15+02:00"},
		{name: "an offset without a colon", in: "May 20, 2026 14:30:15 -0230", want: "2026-05-20T14:30:15-02:30"},
		{name: "by name", in: "20.05.2026T14:30:15 UTC", want: "2026-05-20T14:30:15Z"},
		{name: "by its other name", in: "2026年5月20日 14:30 GMT", want: "2026-05-20T14:30:00Z"},
		{name: "no seconds", in: "2026/5/20 9:30Z", want: "2026-05-20T09:30:00Z"},
		{name: "parts of a second", in: "2026/5/20 14:30:15.123z", want: "2026-05-20T14:30:15.123Z"},
		{name: "ambiguous", in: "03/04/2026 14:30:15Z", want: ""},
		{name: "ambiguous, day first", in: "03/04/2026 14:30:15Z", o: dayFirst, want: "2026-04-03T14:30:15Z"},
		{name: "no offset", in: "2026-05-20 14:30:15", want: ""},
		{name: "no time", in: "20/5/2026", want: ""},
		{name: "no time, in the right form", in: "2026-05-20", want: ""},
		{name: "no such hour", in: "2026/5/20 24:30:15Z", want: ""},
		{name: "no such minute", in: "2026/5/20 14:60:15Z", want: ""},
		{name: "no such second", in: "2026/5/20 14:30:61Z", want: ""},
		{name: "no such offset", in: "2026/5/20 14:30:15+25:00", want: ""},
		{name: "another zone", in: "2026/5/20 14:30:15 CET", want: ""},
		{name: "afternoon", in: "2026/5/20 2:30 PM", want: ""},
		{name: "no such day", in: "2026/2/30 14:30:15Z", want: ""},
		{name: "space around", in: " 2026-05-20T14:30:15Z ", want: "2026-05-20T14:30:15Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkDate(t, "date-time", tt.o, tt.in, tt.want)
		})
	}
}

func checkDate(t *testing.T, format string, o *correction.RulesOptions, in, want string) {
	t.Helper()
	args := string(marshal(map[string]string{"d": in}))
	if want != "" {
		want = string(marshal(map[string]string{"d": want}))
	}
	for _, typ := range []string{`"type":"string",`, ``, `"type":["string","null"],`} {
		c := ruleCase{props: `"d":{` + typ + `"format":"` + format + `"}`, args: args, o: o, want: want}
		c.run(t)
	}
	c := ruleCase{props: `"d":{"type":"string","format":"email"}`, args: args, o: o}
	c.run(t)
}

func TestDatesInAReason(t *testing.T) {
	t.Parallel()
	runRules(t, []ruleCase{
		{name: "date", props: `"deadline":{"format":"date"}`, args: `{"deadline":"20/5/2026"}`, want: `{"deadline":"2026-05-20"}`, reason: `deadline: "20/5/2026" is the date 2026-05-20`},
		{name: "time", props: `"at":{"format":"date-time"}`, args: `{"at":"2026/5/20 9:30Z"}`, want: `{"at":"2026-05-20T09:30:00Z"}`, reason: `at: "2026/5/20 9:30Z" is the time 2026-05-20T09:30:00Z`},
		{name: "two dates", props: `"d":{"format":"date"}`, args: `{"d":"03.04.2026"}`, reason: `d: "03.04.2026" can be 2026-04-03 (day first) or 2026-03-04 (month first)`},
		{name: "no date at all to the schema", props: `"d":{"type":"string"}`, args: `{"d":"03/04/2026"}`, fields: []string{"/d"}, none: true},
		{name: "a date as it should be", props: `"d":{"format":"date"}`, args: `{"d":"2026-04-03"}`, fields: []string{"/d"}, none: true},
		{name: "two times", props: `"at":{"format":"date-time"}`, args: `{"at":"03/04/2026 9:30Z"}`, reason: `at: "03/04/2026 9:30Z" can be 2026-04-03T09:30:00Z (day first) or 2026-03-04T09:30:00Z (month first)`},
		{name: "two dates, and what else is wrong", props: `"d":{"format":"date"},"n":{"type":"integer"}`, args: `{"d":"03.04.2026","n":"x"}`, reason: `d: "03.04.2026" can be 2026-04-03 (day first) or 2026-03-04 (month first)`},
		{name: "both types", props: `"at":{"type":["string","integer"],"format":"date"}`, args: `{"at":"20/5/2026"}`},
		{name: "a number", props: `"at":{"type":"string","format":"date"}`, args: `{"at":20052026}`},
	})
}

// TestEveryDayIsRead: each day of a leap year, written in every way, is read as
// itself.
func TestEveryDayIsRead(t *testing.T) {
	t.Parallel()
	schema := `{"properties":{"d":{"items":{"type":"string","format":"date"}}}}`
	layouts := []string{"2006/1/2", "2006.01.02", "January 2 2006", "Jan 2, 2006", "2 January 2006", "02-Jan-2006", "2006年1月2日", "2/1/2006"}
	rules := correction.Rules(&correction.RulesOptions{Dates: correction.DayFirst})
	for day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2025; day = day.AddDate(0, 0, 1) {
		var in, want []string
		for _, layout := range layouts {
			in, want = append(in, day.Format(layout)), append(want, day.Format(time.DateOnly))
		}
		req := request(t, schema, string(marshal(map[string]any{"d": in})), "")
		p, err := rules.Correct(t.Context(), req)
		if err != nil || p == nil || string(p.Args) != string(marshal(map[string]any{"d": want})) {
			t.Fatalf("%v became %v, %v", in, p, err)
		}
	}
}

func TestDateOrderTexts(t *testing.T) {
	t.Parallel()
	if len(correction.DateOrders()) != 3 {
		t.Errorf("there are %d orders", len(correction.DateOrders()))
	}
	for _, o := range correction.DateOrders() {
		text, err := o.MarshalText()
		if err != nil || string(text) != o.String() {
			t.Errorf("%v: %q, %v", o, text, err)
		}
		back := correction.DateOrder(7)
		if err := back.UnmarshalText(text); err != nil || back != o {
			t.Errorf("%q was read as %v, %v", text, back, err)
		}
	}
	var zero correction.DateOrder
	if zero != correction.NotGuessed || zero.String() != "not-guessed" || correction.DayFirst.String() != "day-first" || correction.MonthFirst.String() != "month-first" {
		t.Error("the texts of job files have changed")
	}
	undefined := correction.DateOrder(3)
	if text, err := undefined.MarshalText(); err == nil || undefined.String() != "DateOrder(3)" {
		t.Errorf("an undefined order is written as %q, %q", text, undefined)
	}
	if err := undefined.UnmarshalText([]byte("Day-First")); err == nil || undefined != 3 {
		t.Errorf("an unknown text was read as %v", undefined)
	}
}
