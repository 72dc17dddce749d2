package taxonomy

import (
	"encoding/json"
	"math"
	"strings"
	"time"
)

// waits are the members in which an error document asks for a wait, and their
// unit: Discord, Slack and Telegram (retry_after), Kubernetes
// (retryAfterSeconds, meta/v1 StatusDetails), others as they are met.
//
//nolint:gochecknoglobals // a table, never written
var waits = []struct {
	key  string
	unit time.Duration
}{
	{"retry_after", time.Second},
	{"retryAfter", time.Second},
	{"retry-after", time.Second},
	{"retry_after_seconds", time.Second},
	{"retryAfterSeconds", time.Second},
	{"retry_after_ms", time.Millisecond},
	{"retryAfterMs", time.Millisecond},
	{"retryAfterMilliseconds", time.Millisecond},
}

// waitIn returns the longest wait that a document asks for, or 0.
func waitIn(m map[string]any) time.Duration {
	longest := retryDelay(m["retryDelay"])
	for _, w := range waits {
		switch v := m[w.key].(type) {
		case json.Number:
			if d, ok := number(v.String(), w.unit); ok {
				longest = max(longest, d)
			}
		case string:
			if d, ok := number(v, w.unit); ok {
				longest = max(longest, d)
			} else {
				longest = max(longest, retryDelay(v))
			}
		}
	}
	for _, key := range []string{"parameters", "details", "extensions", "metadata"} {
		if inner, ok := m[key].(map[string]any); ok {
			for _, w := range waits {
				if inner[w.key] != nil {
					longest = max(longest, waitIn(map[string]any{w.key: inner[w.key]}))
				}
			}
		}
	}
	return longest
}

// waitWords stand before a wait in the message of a limit: OpenAI and Groq ("Please
// try again in 6m0s."), Azure ("retry after 6 seconds"), Gemini ("Please retry in
// 36.1s."), Moonshot ("try again after 1 seconds"), Django REST ("available in 42
// seconds"), Telegram ("retry after 14" has no unit and is left to its parameter).
//
//nolint:gochecknoglobals // a table, never written
var waitWords = []string{
	"try again in ", "retry in ", "retry after ", "try again after ", "available in ", "resets in ", "please wait ",
	"erneut in ", "wieder in ", "warten sie ", "réessayez dans ", "réessayer dans ", "patientez ", "de nuevo en ", "nuevamente en ", "espere ", "novamente em ", "de novo em ", "aguarde ",
}

// waitEndings stand behind the number of a wait in scripts without spaces.
//
//nolint:gochecknoglobals // a table, never written
var waitEndings = []struct {
	text string
	unit time.Duration
}{
	{"秒后", time.Second},
	{"秒钟后", time.Second},
	{"秒之后", time.Second},
	{"秒後", time.Second},
	{"초 후", time.Second},
	{"초 뒤", time.Second},
	{"分钟后", time.Minute},
	{"分鐘後", time.Minute},
	{"分後", time.Minute},
	{"분 후", time.Minute},
	{"분 뒤", time.Minute},
}

// waitInWords returns the wait that a message names with its unit, or 0. "A few
// minutes" is no number, and nothing is made up.
func waitInWords(message string) time.Duration {
	text := strings.ToLower(message[:min(len(message), 2048)])
	for _, w := range waitWords {
		if _, rest, ok := strings.Cut(text, w); ok {
			if d := spokenWait(rest); d > 0 {
				return d
			}
		}
	}
	if !beyondASCII(text) {
		return 0
	}
	for _, w := range waitEndings {
		if before, _, ok := strings.Cut(text, w.text); ok {
			before = strings.TrimRight(before, " ")
			if d, ok := number(before[len(strings.TrimRight(before, "0123456789")):], w.unit); ok {
				return d
			}
		}
	}
	return 0
}

// askedInWords lets a limit that is known by words alone have the wait that they
// name.
func (e *Error) askedInWords(text string) {
	if e.Class == Transient && e.Code == CodeRateLimited && e.RetryAfter == 0 {
		e.RetryAfter = waitInWords(text)
	}
}

// units are the spellings of units.
//
//nolint:gochecknoglobals // a table, never written
var units = map[string]time.Duration{
	"ms": time.Millisecond, "millisecond": time.Millisecond, "milliseconds": time.Millisecond,
	"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	"sekunde": time.Second, "sekunden": time.Second, "seconde": time.Second, "secondes": time.Second, "segundo": time.Second, "segundos": time.Second, "minuten": time.Minute, "minuto": time.Minute, "minutos": time.Minute,
	"h": time.Hour, "hour": time.Hour, "hours": time.Hour, "day": 24 * time.Hour, "days": 24 * time.Hour, "d": 24 * time.Hour,
}

// spokenWait reads "20s", "1.2s", "6m0s", "264ms", "6 seconds", "1 minute".
func spokenWait(s string) (total time.Duration) {
	for range 4 {
		digits := len(s) - len(strings.TrimLeft(s, "0123456789."))
		if digits == 0 || s[0] == '.' { // a full stop, by now
			return total
		}
		rest := s[digits:]
		rest = strings.TrimPrefix(rest, " ")
		letters := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))
		unit, known := units[rest[:letters]]
		if !known { // a bare number, a date, a word that is no unit
			return 0
		}
		d, ok := number(s[:digits], unit)
		if !ok || d > math.MaxInt64-total {
			return 0
		}
		total, s = total+d, rest[letters:]
	}
	return total
}
