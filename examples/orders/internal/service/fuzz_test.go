package service_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

// FuzzChange sends any body: it never gets 500, and it gets 200 only if it was a
// JSON object with a real date, which the order then has.
func FuzzChange(f *testing.F) {
	for _, body := range []string{
		change, `{"deadline":"2026-05-20","version":3}`, `{"deadline":"20/5/2026"}`, `{"deadline":"2026-02-30"}`,
		`{"version":9007199254740993}`, `{"deadline":"2026-05-20","deadline":1}`, "null", "[]", "", `{"a/b~":{}}`, "{\"\xff\":1}",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := open(t, service.Options{})
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/orders/1", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		after := order(t, s, "1")
		switch rec.Code {
		case http.StatusOK:
			var sent map[string]any
			if err := json.Unmarshal([]byte(body), &sent); err != nil || sent["deadline"] != after.Deadline {
				t.Errorf("%q was taken; the order has %s", body, after.Deadline)
			}
			if _, err := time.Parse(time.DateOnly, after.Deadline); err != nil {
				t.Errorf("%q was taken as a date: %v", after.Deadline, err)
			}
		case http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
			if after.Writes != 0 || !json.Valid(rec.Body.Bytes()) {
				t.Errorf("%q: status %d, %d writes, answer %s", body, rec.Code, after.Writes, rec.Body)
			}
		default:
			t.Errorf("%q: status %d", body, rec.Code)
		}
	})
}

// FuzzSeed reads any seed: it is taken, or refused with an error that names the
// line.
func FuzzSeed(f *testing.F) {
	for _, s := range []string{seed, header, "", "\ufeff" + header, header + "1,2\n", header + "\"", header + "1,A,a,2026-05-04,open,1,b,09:30,busy\r\n"} {
		f.Add(s)
	}
	place := regexp.MustCompile(`^seed:[1-9][0-9]*:`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := service.Open(t.Context(), &service.Options{Seed: strings.NewReader(text)})
		if err != nil {
			if !place.MatchString(err.Error()) {
				t.Errorf("error %q does not name the line", err)
			}
			return
		}
		if _, err := s.Orders(t.Context()); err != nil {
			t.Errorf("the seed was taken but cannot be read back: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
