package batch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

type deadlineChange struct {
	OrderID  string `json:"order_id"`
	Deadline string `json:"deadline"`
}

// orderService answers as the service of the sample in docs/formats does.
func orderService() func(ctx context.Context, c deadlineChange) (json.RawMessage, error) {
	calls := make(map[string]int) // one worker: no lock
	says := func(status int, message string) error {
		return taxonomy.FromAnswer(taxonomy.Answer{
			Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"error": "` + message + `"}`),
		})
	}
	return func(_ context.Context, c deadlineChange) (json.RawMessage, error) {
		calls[c.OrderID]++
		switch c.OrderID {
		case "1002":
			return nil, says(423, "locked by billing until 09:30")
		case "1004":
			if calls[c.OrderID] == 1 {
				return nil, status(503, "Retry-After", "1")
			}
		case "1005":
			return nil, says(409, "expected version 3, found 5")
		case "1007":
			return nil, says(404, "no such order")
		case "1008":
			return nil, &url.Error{Op: "Patch", URL: "http://127.0.0.1:8081/orders/1008", Err: io.ErrUnexpectedEOF}
		case "1010":
			return nil, says(403, "order belongs to another customer")
		}
		return json.RawMessage(`{"order_id": "` + c.OrderID + `", "version": 9007199254740993, "note": "a<b"}`), nil
	}
}

// runOrders runs the twelve items of the sample. It belongs in a bubble, where
// the times are the same at every run.
func runOrders(t *testing.T) *batch.Report[string, json.RawMessage] {
	t.Helper()
	x := newExecutor(func(o *executor.Options) {
		o.Corrector = correction.CorrectorFunc(func(_ context.Context, req *correction.Request) (*correction.Proposal, error) {
			return &correction.Proposal{By: "rule", Args: bytes.ReplaceAll(req.Args, []byte("20/5/2026"), []byte("2026-05-20"))}, nil
		})
	})
	spec := *orders()
	spec.Schema = json.RawMessage(`{"type":"object","properties":{"order_id":{"type":"string"},"deadline":{"type":"string","format":"date"}}}`)
	f := tool.Must(tool.New(spec, orderService()))
	inputs := func(yield func(batch.Input[string, deadlineChange]) bool) {
		for i := range 12 {
			id := strconv.Itoa(1001 + i)
			in := batch.Input[string, deadlineChange]{Key: id, Line: i + 2, In: deadlineChange{OrderID: id, Deadline: "2026-05-18"}}
			switch id {
			case "1006":
				in.In.Deadline = "20/5/2026"
			case "1010":
				<-time.After(3400 * time.Millisecond) // until all retries are over
			}
			if !yield(in) {
				return
			}
		}
	}
	report, err := batch.RunInputs(t.Context(), x, f, inputs, &batch.Options{
		Name: "order-deadlines", RunID: "01JTM2Q8F3", Concurrency: 1, KeepArgs: true,
	})
	if !errors.Is(err, batch.ErrAborted) {
		t.Errorf("the error is %v", err)
	}
	return report
}

// TestReportOfARun runs the sample for real: what the summary and the JSON
// report say of it.
func TestReportOfARun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		report := runOrders(t)
		var out bytes.Buffer
		if err := report.WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("testdata", "report", "orders.txtar"),
			"A run of the sample's twelve items, as the summary and as the JSON report: the same books in both, and exact numbers.",
			[]string{"text", "json"}, map[string]string{"text": report.Text(sampleOptions("en")), "json": out.String()})
		if diff := cmp.Diff(sample().Text(sampleOptions("zh")), report.Text(sampleOptions("zh"))); diff != "" {
			t.Errorf("the sample that the goldens show differs from a run of it (-sample +run):\n%s", diff)
		}
		if !json.Valid(out.Bytes()) {
			t.Error("not JSON")
		}
	})
}

// TestReportKeepsItsNames: the members that scripts rely on, and nothing that
// nobody wrote down.
func TestReportKeepsItsNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		doc := decodeReport(t, runOrders(t))
		want := strings.Fields("version run retry_of name status started elapsed_ms source_exhausted calls model_calls model_tokens abort counts how corrections items")
		wantKeys(t, "the report", doc, want, nil)
		wantKeys(t, "abort", doc["abort"], strings.Fields("reason class code item message"), nil)
		wantKeys(t, "counts", doc["counts"], strings.Fields("read succeeded skipped failed in_doubt not_done"), nil)
		wantKeys(t, "how", doc["how"], strings.Fields("first_try after_retry after_correction by_probe"), nil)
		wantKeys(t, "corrections", doc["corrections"], strings.Fields("items by changes"), []string{"more"})
		if c, _ := doc["corrections"].(map[string]any); c != nil {
			list, _ := c["changes"].([]any)
			for _, change := range list {
				wantKeys(t, "a change", change, strings.Fields("op path count by ids"), strings.Fields("to from value"))
			}
		}
		items, _ := doc["items"].([]any)
		for _, item := range items {
			wantKeys(t, "an item", item, strings.Fields("index id line outcome attempts"),
				strings.Fields("how params value error corrections reason failures"))
			m, _ := item.(map[string]any)
			if e, ok := m["error"]; ok {
				wantKeys(t, "an error", e, strings.Fields("class code message applied basis retry_after_s fields suggestions"), nil)
			} else if m["outcome"] != "succeeded" {
				t.Errorf("%v is %v without an error", m["id"], m["outcome"])
			}
			if list, ok := m["corrections"].([]any); ok {
				wantKeys(t, "a correction", list[0], strings.Fields("by patch sent"), []string{"reason"})
			}
		}
		if len(items) != 12 {
			t.Errorf("%d items", len(items))
		}
	})
}

func decodeReport[K comparable, Out any](t *testing.T, r *batch.Report[K, Out]) map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	dec.UseNumber()
	var doc map[string]any
	if err := dec.Decode(&doc); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	return doc
}

func wantKeys(t *testing.T, what string, v any, must, may []string) {
	t.Helper()
	m, ok := v.(map[string]any)
	if !ok {
		t.Errorf("%s is %v", what, v)
	}
	for _, k := range must {
		if _, ok := m[k]; !ok {
			t.Errorf("%s lacks %q", what, k)
		}
	}
	for k := range m {
		if !slices.Contains(must, k) && !slices.Contains(may, k) {
			t.Errorf("%s has %q, which is written down nowhere", what, k)
		}
	}
}

type angry struct{}

func (angry) MarshalJSON() ([]byte, error) { panic("not today") }

type cyclic struct{ Next *cyclic }

// TestValuesWithoutAJSONFormDoNotLoseTheReport: they become null with a note.
func TestValuesWithoutAJSONFormDoNotLoseTheReport(t *testing.T) {
	t.Parallel()
	loop := &cyclic{}
	loop.Next = loop
	tests := []struct {
		name  string
		value any
		want  string // "": null with a note
	}{
		{"a raw message as it is", json.RawMessage(`{"n":9007199254740993,"f":1.10,"e":1E400}`), `{"n":9007199254740993,"f":1.10,"e":1E400}`},
		{"no raw message", json.RawMessage(nil), `null`},
		{"an exact number", json.Number("0.10"), `0.10`},
		{"a 64-bit integer", int64(math.MaxInt64), `9223372036854775807`},
		{"no HTML escapes", map[string]string{"a": "<&>"}, `{"a":"<&>"}`},
		{"nothing", nil, `null`},
		{"not a number", math.NaN(), ""},
		{"a func", func() {}, ""},
		{"a broken raw message", json.RawMessage(`{"a":`), ""},
		{"a panic", angry{}, ""},
		{"a cycle", loop, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := tool.Must(tool.New(tool.Spec{Name: "any", Effect: tool.Idempotent}, func(_ context.Context, n int) (any, error) { return tt.value, nil }))
			report, err := batch.Run(t.Context(), nil, f, upTo(2), nil)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := report.WriteJSON(&out); err != nil {
				t.Fatal(err)
			}
			var doc struct {
				Items []struct {
					Value  json.RawMessage
					Reason string
				}
			}
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatalf("%v in %s", err, out.String())
			}
			for _, item := range doc.Items {
				want, noted := tt.want, tt.want == ""
				if noted {
					want = "null"
				}
				if got := string(item.Value); got != want || (item.Reason != "") != noted {
					t.Errorf("value %s, reason %q; want %s", got, item.Reason, want)
				}
			}
			if len(doc.Items) != 2 {
				t.Errorf("%d items", len(doc.Items))
			}
		})
	}
}

// TestUnbalancedBooksAreNotWritten: rather no report than one that is wrong.
func TestUnbalancedBooksAreNotWritten(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, err := batch.Run(t.Context(), nil, f, upTo(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	good := report.Counts
	for name, c := range map[string]batch.Counts{
		"one too many": {Read: 3, Succeeded: 3, Failed: 1},
		"one missing":  {Read: 3, Succeeded: 2},
		"another sum":  {Read: 4, Succeeded: 4},
	} {
		report.Counts = c
		var out bytes.Buffer
		err := report.WriteJSON(&out)
		if err == nil || !strings.Contains(err.Error(), "do not balance") || out.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes", name, err, out.Len())
		}
	}
	report.Counts = good
	if err := report.WriteJSON(new(bytes.Buffer)); err != nil {
		t.Error(err)
	}
}

// brokenPipe fails after some bytes.
type brokenPipe struct {
	left, writes int
}

var errPipe = errors.New("broken pipe")

func (b *brokenPipe) Write(p []byte) (int, error) {
	b.writes++
	if b.left -= len(p); b.left < 0 {
		return 0, errPipe
	}
	return len(p), nil
}

// TestReportIsStreamed: it goes out in parts while it is made, and a write that
// fails ends it.
func TestReportIsStreamed(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return strings.Repeat("x", 100), nil })
	report, err := batch.Run(t.Context(), nil, f, upTo(5000), nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := &brokenPipe{left: math.MaxInt}
	if err := report.WriteJSON(whole); err != nil || whole.writes < 5 {
		t.Errorf("%v after %d writes", err, whole.writes)
	}
	broken := &brokenPipe{left: 100_000}
	if err := report.WriteJSON(broken); !errors.Is(err, errPipe) || broken.writes > 2 {
		t.Errorf("%v after %d writes", err, broken.writes)
	}
}

// TestReportOfAnInputThatBrokeOff: the status, and why.
func TestReportOfAnInputThatBrokeOff(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, _ := batch.Run(t.Context(), nil, f, upTo(1), &batch.Options{SourceErr: func() error { return errPipe }})
	doc := decodeReport(t, report)
	got := []any{doc["status"], doc["source_exhausted"], doc["source_error"], doc["abort"], doc["retry_of"], doc["model_calls"], doc["model_tokens"]}
	want := []any{"source_failed", false, "broken pipe", nil, nil, json.Number("0"), json.Number("0")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReportOfAnEmptyInput(t *testing.T) {
	t.Parallel()
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, err := batch.Run(t.Context(), nil, f, upTo(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	doc := decodeReport(t, report)
	if items, ok := doc["items"].([]any); !ok || len(items) != 0 || doc["status"] != "empty" {
		t.Errorf("items %v, status %v", doc["items"], doc["status"])
	}
}

// TestRetryAfterIsInSeconds: a number, or null.
func TestRetryAfterIsInSeconds(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]any{"": nil, "400": json.Number("400"), "400.5": json.Number("400.5")} {
		f := numbered(tool.Idempotent, func(context.Context, int) (string, error) {
			if header == "" {
				return "", status(429)
			}
			return "", status(429, "Retry-After", header)
		})
		x := newExecutor(func(o *executor.Options) { o.Retry.Attempts = 1 })
		report, _ := batch.Run(t.Context(), x, f, upTo(1), nil)
		items, _ := decodeReport(t, report)["items"].([]any)
		item, _ := items[0].(map[string]any)
		e, _ := item["error"].(map[string]any)
		if e["retry_after_s"] != want || e["applied"] != "no" {
			t.Errorf("%q: retry after %v, applied %v", header, e["retry_after_s"], e["applied"])
		}
	}
}

// BenchmarkWriteJSON is one item of the report.
func BenchmarkWriteJSON(b *testing.B) {
	f := numbered(tool.Idempotent, func(context.Context, int) (string, error) { return "ok", nil })
	report, err := batch.Run(context.Background(), nil, f, upTo(1000), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := report.WriteJSON(discard{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/item")
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
