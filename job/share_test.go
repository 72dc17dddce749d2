package job_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/job"
)

// BenchmarkShareOfReading makes an HTTP call for each row, to a server of this process that answers
// at once and over connections that are kept, which is the fastest that calls can be. It reports the
// shares of the time that reading the rows and making their arguments take. On a shared virtual machine
// with 2 cores, where such a call takes about 30 µs, reading takes 3 % for CSV, 4.6 % for JSON lines,
// 5.3 % for a JSON array and 30 % for YAML, and the arguments 2 to 3 % more (1 % in YAML). So it is
// below 5 % for tables and JSON lines in any case, for a JSON array with calls of 35 µs and more, and
// for YAML only with calls of 0.3 ms and more.
func BenchmarkShareOfReading(b *testing.B) {
	const rows = 5000
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"ok":true}`)
	}))
	b.Cleanup(server.Close)
	for _, bb := range []struct{ name, file, head, row, foot string }{
		{"CSV", "a.csv", "id,due,note\n", "1234567,2026-05-20,\"a note, as people write them\"\n", ""},
		{"JSONL", "a.jsonl", "", `{"id":"1234567","due":"2026-05-20","note":"a note, as people write them"}` + "\n", ""},
		{"JSON", "a.json", "[", `{"id":"1234567","due":"2026-05-20","note":"a note, as people write them"},` + "\n", `{"id":"1","due":"x"}]`},
		{"YAML", "a.yaml", "", "- id: \"1234567\"\n  due: 2026-05-20\n  note: a note, as people write them\n", ""},
	} {
		b.Run(bb.name, func(b *testing.B) {
			text := bb.head + strings.Repeat(bb.row, rows) + bb.foot
			j, err := job.Parse("job.yaml", []byte("version: 1\ntool: {http: {request: \"PUT http://h/{id}\", body: {due: \"{due}\"}}}\nitems: "+bb.file+"\n"), &job.LoadOptions{
				Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
			})
			if err != nil {
				b.Fatal(err)
			}
			var calling, rendering time.Duration
			for b.Loop() {
				src, err := j.OpenItems()
				if err != nil {
					b.Fatal(err)
				}
				for row := range src.Rows() {
					begin := time.Now()
					args, err := j.Args(row)
					if err != nil {
						b.Fatal(err)
					}
					rendered := time.Now()
					put(b, server.URL+"/"+row.ID, string(args))
					rendering += rendered.Sub(begin)
					calling += time.Since(rendered)
				}
			}
			all := float64(b.Elapsed())
			b.ReportMetric(100*(1-float64(calling+rendering)/all), "%reading")
			b.ReportMetric(100*float64(rendering)/all, "%args")
		})
	}
}

func put(b *testing.B, url, body string) {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPut, url, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}
