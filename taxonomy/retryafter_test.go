package taxonomy_test

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// noon is when the answers of these tests come.
var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }

func unix(d time.Duration) string { return strconv.FormatInt(noon.Add(d).Unix(), 10) }

func TestE2RetryAfter(t *testing.T) {
	t.Parallel()
	const longest = time.Duration(math.MaxInt64)
	for _, tt := range []struct {
		name   string
		header map[string]string
		want   time.Duration
	}{
		{"none", nil, 0},
		{"seconds", map[string]string{"Retry-After": "3"}, 3 * time.Second},
		{"two minutes", map[string]string{"Retry-After": "120"}, 2 * time.Minute},
		{"140 hours", map[string]string{"Retry-After": "504000"}, 140 * time.Hour},
		{"a fraction", map[string]string{"Retry-After": "1.5"}, 1500 * time.Millisecond},
		{"a fraction that float64 has not", map[string]string{"Retry-After": "2.3"}, 2300 * time.Millisecond},
		{"spaces", map[string]string{"Retry-After": "  7 "}, 7 * time.Second},
		{"zero", map[string]string{"Retry-After": "0"}, 0},
		{"negative", map[string]string{"Retry-After": "-1"}, 0},
		{"plus", map[string]string{"Retry-After": "+1"}, 0},
		{"words", map[string]string{"Retry-After": "abc"}, 0},
		{"a number and words", map[string]string{"Retry-After": "3 seconds"}, 0},
		{"hexadecimal", map[string]string{"Retry-After": "0x10"}, 0},
		{"exponent", map[string]string{"Retry-After": "1e3"}, 0},
		{"underscore", map[string]string{"Retry-After": "1_000"}, 0},
		{"infinite", map[string]string{"Retry-After": "Inf"}, 0},
		{"not a number", map[string]string{"Retry-After": "NaN"}, 0},
		{"a point", map[string]string{"Retry-After": "."}, 0},
		{"a point in front", map[string]string{"Retry-After": ".5"}, 0},
		{"two points", map[string]string{"Retry-After": "1.2.3"}, 0},
		{"longer than a Duration", map[string]string{"Retry-After": "9223372037"}, longest},
		{"as long as a Duration, in whole seconds", map[string]string{"Retry-After": "9223372036"}, 9223372036 * time.Second},
		{"and a fraction too long", map[string]string{"Retry-After": "9223372036.9"}, longest},
		{"huge", map[string]string{"Retry-After": "99999999999999999999999999"}, longest},
		{"beyond float64", map[string]string{"Retry-After": strings.Repeat("9", 400)}, longest},

		{"a date", map[string]string{"Retry-After": at(90 * time.Second)}, 90 * time.Second},
		{"a date in the past", map[string]string{"Retry-After": at(-time.Second)}, 0},
		{"now", map[string]string{"Retry-After": at(0)}, 0},
		{"a date of RFC 850", map[string]string{"Retry-After": noon.Add(time.Minute).Format("Monday, 02-Jan-06 15:04:05 GMT")}, time.Minute},
		{"a date of C", map[string]string{"Retry-After": noon.Add(time.Minute).Format(time.ANSIC)}, time.Minute},
		{"a date of RFC 3339", map[string]string{"Retry-After": noon.Add(time.Minute).Format(time.RFC3339)}, time.Minute},
		{"a date that is none", map[string]string{"Retry-After": "Fri, 31 Feb 2026 12:00:00 GMT"}, 0},
		{"counted from the server's clock", map[string]string{"Retry-After": at(time.Hour + time.Minute), "Date": at(time.Hour)}, time.Minute},
		{"whose clock says nothing sensible", map[string]string{"Retry-After": at(time.Minute), "Date": "soon"}, time.Minute},

		{"milliseconds", map[string]string{"Retry-After-Ms": "1200"}, 1200 * time.Millisecond},
		{"milliseconds, the other name", map[string]string{"X-Ms-Retry-After-Ms": "250"}, 250 * time.Millisecond},
		{"a fraction of a millisecond", map[string]string{"Retry-After-Ms": "0.5"}, 500 * time.Microsecond},
		{"milliseconds beside seconds", map[string]string{"Retry-After-Ms": "1200", "Retry-After": "2"}, 1200 * time.Millisecond},
		{"milliseconds beside many seconds", map[string]string{"Retry-After-Ms": "1200", "Retry-After": "60"}, time.Minute},
		{"milliseconds, a second less", map[string]string{"Retry-After-Ms": "1000", "Retry-After": "2"}, 2 * time.Second},
		{"more milliseconds than seconds", map[string]string{"Retry-After-Ms": "5000", "Retry-After": "2"}, 5 * time.Second},
		{"no milliseconds", map[string]string{"Retry-After-Ms": "-5", "Retry-After": "2"}, 2 * time.Second},
		{"no milliseconds at all", map[string]string{"Retry-After-Ms": "x"}, 0},

		{"reset in seconds", map[string]string{"RateLimit-Remaining": "0", "RateLimit-Reset": "60"}, time.Minute},
		{"reset as Unix time", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(time.Minute)}, time.Minute},
		{"reset as Unix time, the server's", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(time.Minute), "Date": at(30 * time.Second)}, 30 * time.Second},
		{"reset as Unix time with a fraction", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(time.Minute) + ".5"}, time.Minute + 500*time.Millisecond},
		{"reset in milliseconds", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(time.Minute) + "250"}, time.Minute + 250*time.Millisecond},
		{"reset as a date", map[string]string{"X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": noon.Add(time.Minute).Format(time.RFC3339)}, time.Minute},
		{"reset in the past", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(-time.Minute)}, 0},
		{"reset in the past, in milliseconds", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": unix(-time.Minute) + "000"}, 0},
		{"reset in 30 years", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "999999999"}, 999999999 * time.Second},
		{"reset in 2001", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000000"}, 0},
		{"reset in milliseconds, in 2001", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000000000"}, 0},
		{"reset that says nothing", map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"}, 0},
		{"no reset", map[string]string{"X-RateLimit-Remaining": "0"}, 0},
		{"requests left", map[string]string{"RateLimit-Remaining": "1", "RateLimit-Reset": "60"}, 0},
		{"Retry-After wins", map[string]string{"Retry-After": "5", "RateLimit-Remaining": "0", "RateLimit-Reset": "60"}, 5 * time.Second},
		{"also where it asks for no time", map[string]string{"Retry-After": "0", "RateLimit-Remaining": "0", "RateLimit-Reset": "60"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			canonical, raw := http.Header{}, http.Header{}
			for name, value := range tt.header {
				canonical.Set(name, value)
				raw[strings.ToLower(name)] = []string{value}
			}
			if got := taxonomy.RetryAfter(canonical, noon); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if got := taxonomy.RetryAfter(raw, noon); got != tt.want {
				t.Errorf("%s with names in lower case, want %s", got, tt.want)
			}
			e := taxonomy.Classify(taxonomy.FromAnswer(taxonomy.Answer{Status: 429, Header: canonical, Now: noon}))
			if e.RetryAfter != tt.want {
				t.Errorf("%s in the error, want %s", e.RetryAfter, tt.want)
			}
		})
	}
}

func TestRetryAfterFromNow(t *testing.T) {
	t.Parallel()
	h := http.Header{"Retry-After": {time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)}}
	if got := taxonomy.RetryAfter(h, time.Time{}); got < 59*time.Minute || got > time.Hour {
		t.Errorf("%s, want an hour", got)
	}
	if got := taxonomy.RetryAfter(http.Header{"retry-after": {}}, noon); got != 0 {
		t.Errorf("%s of a header without values", got)
	}
}

// TestE2RetryInfo: delays that stand in the body, and which answers may ask for
// one at all.
func TestE2RetryInfo(t *testing.T) {
	t.Parallel()
	info := func(delay string) string {
		return `{"error":{"code":8,"message":"slow down","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo"},
			{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":` + delay + `}]}}`
	}
	for _, tt := range []struct {
		name   string
		answer taxonomy.Answer
		want   time.Duration
	}{
		{"seconds", taxonomy.Answer{Status: 429, Body: []byte(info(`"3s"`))}, 3 * time.Second},
		{"a fraction", taxonomy.Answer{Status: 503, Body: []byte(info(`"1.5s"`))}, 1500 * time.Millisecond},
		{"nanoseconds", taxonomy.Answer{Status: 503, Body: []byte(info(`"0.000000001s"`))}, 1},
		{"140 hours", taxonomy.Answer{Status: 503, Body: []byte(info(`"504000s"`))}, 140 * time.Hour},
		{"longer than a Duration", taxonomy.Answer{Status: 503, Body: []byte(info(`"315576000000s"`))}, math.MaxInt64},
		{"as Go writes it", taxonomy.Answer{Status: 503, Body: []byte(info(`"1m30s"`))}, 90 * time.Second},
		{"zero", taxonomy.Answer{Status: 503, Body: []byte(info(`"0s"`))}, 0},
		{"negative", taxonomy.Answer{Status: 503, Body: []byte(info(`"-3s"`))}, 0},
		{"words", taxonomy.Answer{Status: 503, Body: []byte(info(`"soon"`))}, 0},
		{"a number", taxonomy.Answer{Status: 503, Body: []byte(info(`3`))}, 0},
		{"the longer of two", taxonomy.Answer{Status: 503, Header: http.Header{"Retry-After": {"2"}}, Body: []byte(info(`"3s"`))}, 3 * time.Second},
		{"the longer of two, the other way", taxonomy.Answer{Status: 503, Header: http.Header{"Retry-After": {"4"}}, Body: []byte(info(`"3s"`))}, 4 * time.Second},
		{"a lock", taxonomy.Answer{Status: 423, Header: http.Header{"Retry-After": {"4"}}}, 4 * time.Second},
		{"time does not heal arguments", taxonomy.Answer{Status: 400, Header: http.Header{"Retry-After": {"4"}}, Body: []byte(info(`"3s"`))}, 0},
		{"nor a login", taxonomy.Answer{Status: 401, Header: http.Header{"Retry-After": {"4"}}}, 0},
		{"nor a missing record", taxonomy.Answer{Status: 404, Header: http.Header{"Retry-After": {"4"}}}, 0},
		{"nor an empty account", taxonomy.Answer{Status: 429, Header: http.Header{"Retry-After": {"4"}}, Body: []byte(`{"error":{"code":"insufficient_quota","message":"you exceeded your current quota"}}`)}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.answer.Now = noon
			if e := taxonomy.Classify(taxonomy.FromAnswer(tt.answer)); e.RetryAfter != tt.want {
				t.Errorf("%s, want %s", e.RetryAfter, tt.want)
			}
		})
	}
}
