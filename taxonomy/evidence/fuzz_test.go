package evidence_test

import (
	"encoding/json"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/taxonomy/evidence"
)

// FuzzFailure: any data of any kind is judged or refused with a reason.
func FuzzFailure(f *testing.F) {
	for _, k := range evidence.Kinds() {
		f.Add(k.Name, []byte(`{}`))
		f.Add(k.Name, []byte(`null`))
	}
	for _, line := range []string{
		`{"message":"order is locked"}`, `{"status":429,"headers":{"Retry-After":"7"},"body":{"error":{"code":"x"}}}`, `{"code":"UNAVAILABLE","details":[{"type":"google.rpc.RetryInfo","retry_delay":"1.5s"}]}`,
		`{"sqlstate":"40001"}`, `{"number":1205}`, `{"number":111,"op":"dial","path":"tcp"}`, `{"reply":"LOADING"}`, `{"code":"SlowDown","status":503}`,
		`{"error":{"code":-32602}}`, `{"result":{"isError":true}}`, `{"exit_code":137,"stderr":"Killed"}`, `{"value":"Error: 502 Bad Gateway"}`,
	} {
		for _, k := range evidence.Kinds() {
			f.Add(k.Name, []byte(line))
		}
	}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		failure, err := evidence.Failure(kind, json.RawMessage(data))
		if err != nil {
			if failure != nil || err.Error() == "" {
				t.Errorf("refused with %q, and yet %v", err, failure)
			}
			return
		}
		if failure == nil {
			return
		}
		e := taxonomy.Classify(failure)
		if e.Class > taxonomy.Permission || e.Applied > taxonomy.No || e.Code == "" || e.RetryAfter < 0 || len(e.Message) > taxonomy.MaxMessage {
			t.Errorf("undefined: %+v", e)
		}
		if e.Class != taxonomy.Transient && e.Class != taxonomy.ResourceConflict && e.RetryAfter != 0 {
			t.Errorf("%s, and asks for %s", e.Class, e.RetryAfter)
		}
	})
}
