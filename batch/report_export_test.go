package batch

import (
	"encoding/json"

	"github.com/batchagent/batchagent/executor"
)

// ReportOf makes the report of results that no batch came to, with the books
// that go with them.
func ReportOf(b *Books, results []*executor.Result, id func(i int) string, args, value func(i int) json.RawMessage) *Report[string, json.RawMessage] {
	r := &Report[string, json.RawMessage]{}
	for i, res := range results {
		b.Add(i, id(i), i+2, res)
		rec := newRecord[string, json.RawMessage](id(i), i+2)
		rec.filled, rec.more = true, &more{res, args(i)}
		if res.Outcome == Succeeded {
			rec.value = value(i)
		}
		r.records.add(rec)
	}
	r.Summary = b.Close()
	return r
}
