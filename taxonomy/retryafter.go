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
// 10.2.3), also several of them, of which the longest counts, retry-after-ms and
// x-ms-retry-after-ms, and, where the remaining count is 0, the reset of
// RateLimit-Reset, X-RateLimit-Reset and their like, as seconds, as a Unix time
// or as a date, that of the RateLimit field (draft-ietf-httpapi-ratelimit-headers),
// and those of OpenAI and Anthropic, which have a pair for each kind of limit.
//
// A point in time is counted from the answer's own Date, where it has one, so
// that a clock that is wrong on our side does not lead to a call too early;
// else from now (zero: the current time).
//
// However long it is, it is returned as it was asked for: whoever waits decides
// whether it is too long. The longest time.Duration (292 years) stands for
// everything longer.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if !namesWait(h) {
		return 0
	}
	if sent, err := http.ParseTime(header(h, "Date")); err == nil {
		now = sent
	} else if now.IsZero() {
		now = time.Now()
	}
	asked, wait := "", time.Duration(0)
	for _, one := range headers(h, "Retry-After") {
		asked = one
		wait = max(wait, waitOf(one, now))
	}
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		exact, ok := number(header(h, name), time.Millisecond)
		if ok && exact > wait-time.Second { // the other one is the same, in whole seconds
			return exact
		}
	}
	if asked == "" {
		return max(untilReset(h, now), untilRefill(h, now))
	}
	return wait
}

// namesWait reports whether one of the fields may say how long to wait: all of
// those that do have "retry" or "rate" in their names.
func namesWait(h http.Header) bool {
	for key := range h {
		for i := 0; i+4 <= len(key); i++ {
			if part := key[i : i+4]; key[i]|0x20 == 'r' && (strings.EqualFold(part, "retr") || strings.EqualFold(part, "rate")) {
				return true
			}
		}
	}
	return false
}

// waitOf reads one Retry-After. Where fields of several proxies were merged to
// one (RFC 9110 section 5.3), it is the longest of a list of seconds.
func waitOf(asked string, now time.Time) time.Duration {
	if d, ok := number(asked, time.Second); ok {
		return d
	}
	if !strings.Contains(asked, ",") {
		return until(asked, now)
	}
	longest := time.Duration(0)
	for part := range strings.SplitSeq(asked, ",") {
		d, ok := number(strings.TrimSpace(part), time.Second)
		if !ok {
			return until(asked, now) // the comma of a date
		}
		longest = max(longest, d)
	}
	return longest
}

// headers returns all values of a header, also where the map's keys are not in
// canonical form.
func headers(h http.Header, name string) []string {
	var all []string
	for key, values := range h {
		if strings.EqualFold(key, name) {
			for _, v := range values {
				all = append(all, strings.TrimSpace(v))
			}
		}
	}
	return all
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
	remaining, _ := rateLimit(header(h, "RateLimit"))
	return remaining == "0"
}

// rateLimit reads the RateLimit field: `"default";r=0;t=30` of the later drafts,
// `limit=100, remaining=0, reset=30` of the earlier ones.
func rateLimit(s string) (remaining, reset string) {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ';' || r == ',' }) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(part), "="); key {
		case "r", "remaining":
			remaining = value
		case "t", "reset":
			reset = value
		}
	}
	return remaining, reset
}

// untilRefill is the longest wait for a kind of limit of which nothing is left:
// x-ratelimit-reset-requests is "6m0s" (platform.openai.com, guides/rate-limits),
// anthropic-ratelimit-tokens-reset a date (docs.anthropic.com, api/rate-limits).
func untilRefill(h http.Header, now time.Time) time.Duration {
	longest := time.Duration(0)
	for _, kind := range []string{"requests", "tokens", "input-tokens", "output-tokens"} {
		if header(h, "X-RateLimit-Remaining-"+kind) == "0" {
			reset := header(h, "X-RateLimit-Reset-"+kind)
			if d, err := time.ParseDuration(reset); err == nil {
				longest = max(longest, d)
			} else if d, ok := number(reset, time.Second); ok {
				longest = max(longest, d)
			}
		}
		if header(h, "Anthropic-RateLimit-"+kind+"-Remaining") == "0" {
			longest = max(longest, until(header(h, "Anthropic-RateLimit-"+kind+"-Reset"), now))
		}
	}
	return longest
}

// A reset is a point in time and no longer a number of seconds from 2001-09-09
// on, since no service asks to wait for 30 years; a thousand times as much is
// one in milliseconds.
const (
	unixFrom      = 1_000_000_000 * time.Second
	unixMilliFrom = 1_000_000_000_000
)

func untilReset(h http.Header, now time.Time) time.Duration {
	if !limited(h) {
		return 0
	}
	if remaining, reset := rateLimit(header(h, "RateLimit")); remaining == "0" {
		if d, ok := number(reset, time.Second); ok {
			return d
		}
	}
	if d, ok := number(header(h, "X-RateLimit-Reset-After"), time.Second); ok { // Discord
		return d
	}
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
