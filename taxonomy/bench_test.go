package taxonomy_test

import (
	"errors"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

func BenchmarkClassify(b *testing.B) {
	text := "updating order 1001 of customer 17 in warehouse Rotterdam: the backend of the stock service, asked by the order service on behalf of the nightly run, said that the order's line 3 is locked by another clerk"
	for _, bb := range []struct {
		name string
		err  error
	}{
		{"typed", dial(syscall.ECONNREFUSED)},
		{"declared", taxonomy.Errorf(conflict, taxonomy.CodeLocked, "order is locked by billing")},
		{"declared/wrapping", taxonomy.Errorf(transient, taxonomy.CodeUnavailable, "again: %w", syscall.ECONNRESET)},
		{"classified", taxonomy.Classify(dial(syscall.ECONNREFUSED))},
		{"text", errors.New(text)},
		{"text/unknown", errors.New(strings.ReplaceAll(text, "locked", "loved"))},
		{"text/16KiB", errors.New(strings.Repeat(text+" ", 80))},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = taxonomy.Classify(bb.err)
			}
		})
	}
}

func BenchmarkFromAnswer(b *testing.B) {
	b.ReportAllocs()
	a := taxonomy.Answer{
		Method: http.MethodPatch, Status: http.StatusConflict, Now: noon,
		Header: http.Header{"Content-Type": {"application/json"}, "Date": {at(0)}},
		Body:   []byte(`{"error":{"code":"version_conflict","message":"expected version 3, found 5"}}`),
	}
	for b.Loop() {
		_ = taxonomy.FromAnswer(a)
	}
}

func BenchmarkFromResult(b *testing.B) {
	for name, result := range map[string]string{"success": `{"order":{"id":1001,"deadline":"2026-05-20"},"ok":true}`, "text": "order 1001 updated"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = taxonomy.FromResult(result)
			}
		})
	}
}

func BenchmarkClean(b *testing.B) {
	for name, s := range map[string]string{
		"plain":   "order 1001 is locked by billing until 09:30, and so are 14 others",
		"secret":  `Get "https://bob:hunter2@api.test/orders?token=abc123": EOF`,
		"Chinese": "订单已被锁定，请稍后再试",
		"64KiB":   strings.Repeat("order 1001 is locked by billing. ", 2000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				taxonomy.Clean(s)
			}
		})
	}
}
