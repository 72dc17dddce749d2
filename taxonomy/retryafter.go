package taxonomy

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter returns how long the headers ask to wait, or 0 where they do not
// ask, ask for no time, or say nothing sensible ("-1", "abc"). Understood are
// Retry-After as seconds, with a fraction too, or as a date (RFC 9110 section
// 10.2.3), retry-after-ms and x-ms-retry-after-ms, and, where the remaining
// count is 0, the reset of RateLimit-Reset or X-RateLimit-Reset, as seconds, as
// a Unix time or as a date.
//
// A point in time is counted from the answer's own Date, where it has one, so
// that a clock that is wrong on our side does not lead to a call too early;
// else from now (zero: the current time).
//
// However long it is, it is returned as it was asked for: whoever waits decides
// whether it is too long. The longest time.Duration (292 years) stands for
// everything longer.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if len(h) == 0 {
		return 0
	}
	if sent, err := http.ParseTime(header(h, "Date")); err == nil {
		now = sent
	} else if now.IsZero() {
		now = time.Now()
	}
	asked := header(h, "Retry-After")
	wait, ok := number(asked, time.Second)
	if !ok {
		wait = until(asked, now)
	}
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		exact, ok := number(header(h, name), time.Millisecond)
		if ok && exact > wait-time.Second { // the other one is the same, in whole seconds
			return exact
		}
	}
	if asked == "" && limited(h) {
		return untilReset(h, now)
	}
	return wait
}

// header reads a header also where the map's keys are not in canonical form.
func header(h http.Header, name string) string {
	if v := h.Get(name); v != "" {
		return strings.TrimSpace(v)
	}
	for key, values := range h {
		if len(values) > 0 && strings.EqualFold(key, name) {
			return strings.TrimSpace(values[0])
		}
	}
	return ""
}

// number reads a non-negative decimal number of units. The largest Duration
// stands for whatever is longer.
func number(s string, unit time.Duration) (time.Duration, bool) {
	if s == "" || strings.Trim(s, "0123456789.") != "" || s[0] == '.' {
		return 0, false // also "Inf", "NaN", "+1", "-1", "1e3", "0x1", and dates
	}
	whole, part, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil { // only digits, so there are too many
		return math.MaxInt64, true
	}
	fraction, err := strconv.ParseFloat("0."+part, 64)
	if err != nil {
		return 0, false // "1.2.3"
	}
	more := time.Duration(math.Round(fraction * float64(unit)))
	if n > int64((math.MaxInt64-more)/unit) {
		return math.MaxInt64, true
	}
	return time.Duration(n)*unit + more, true
}

// until reads a date, as HTTP or RFC 3339 write it.
func until(s string, now time.Time) time.Duration {
	at, err := http.ParseTime(s)
	if err != nil {
		at, err = time.Parse(time.RFC3339, s)
	}
	if err != nil {
		return 0
	}
	return max(0, at.Sub(now))
}

// limited reports whether the headers say that no request is left.
func limited(h http.Header) bool {
	for _, name := range []string{"RateLimit-Remaining", "X-RateLimit-Remaining", "X-Rate-Limit-Remaining"} {
		if header(h, name) == "0" {
			return true
		}
	}
	return false
}

// A reset is a point in time and no longer a number of seconds from 2001-09-09
// on, since no service asks to wait for 30 years; a thousand times as much is
// one in milliseconds.
const (
	unixFrom      = 1_000_000_000 * time.Second
	unixMilliFrom = 1_000_000_000_000
)

func untilReset(h http.Header, now time.Time) time.Duration {
	for _, name := range []string{"RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"} {
		reset := header(h, name)
		if reset == "" {
			continue
		}
		d, ok := number(reset, time.Second)
		switch ms, err := strconv.ParseInt(reset, 10, 64); {
		case !ok:
			return until(reset, now)
		case err == nil && ms >= unixMilliFrom:
			return max(0, time.UnixMilli(ms).Sub(now))
		case d >= unixFrom:
			return max(0, time.Unix(0, int64(d)).Sub(now))
		default:
			return d
		}
	}
	return 0
}
