package taxonomy

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter returns how long the headers ask to wait, counted from now (zero:
// the current time), or 0 where they do not ask, ask for no time, or say
// nothing sensible ("-1", "abc"). Understood are Retry-After as seconds, with a
// fraction too, or as a date (RFC 9110 section 10.2.3), retry-after-ms and
// x-ms-retry-after-ms, and, where the remaining count is 0, the reset of
// RateLimit-Reset or X-RateLimit-Reset, as seconds or as a Unix time.
//
// However long it is, it is returned as it was asked for: whoever waits decides
// whether it is too long.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		if d, ok := positive(header(h, name), time.Millisecond); ok {
			return d
		}
	}
	asked := header(h, "Retry-After")
	if d, ok := positive(asked, time.Second); ok {
		return d
	}
	if now.IsZero() {
		now = time.Now()
	}
	if at, err := http.ParseTime(asked); err == nil {
		return max(0, at.Sub(now))
	}
	if asked == "" && limited(h) {
		return untilReset(h, now)
	}
	return 0
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

// positive reads a non-negative decimal number of units. The largest Duration
// stands for whatever is longer.
func positive(s string, unit time.Duration) (time.Duration, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false // also "Inf", "NaN", "+1", "-1", ".5", and dates
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || strings.ContainsAny(s, "xXpP_") {
		return 0, false
	}
	d := f * float64(unit)
	if d >= math.MaxInt64 {
		return math.MaxInt64, true
	}
	return time.Duration(d), true
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

// unixFrom is where a reset is a point in time and no longer a number of
// seconds: 2001-09-09, and no service asks to wait for 30 years.
const unixFrom = 1_000_000_000

func untilReset(h http.Header, now time.Time) time.Duration {
	for _, name := range []string{"RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"} {
		d, ok := positive(header(h, name), time.Second)
		if !ok {
			continue
		}
		if d >= unixFrom*time.Second {
			return max(0, time.Unix(0, int64(d)).Sub(now))
		}
		return d
	}
	return 0
}
