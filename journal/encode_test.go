package journal_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/journal"
	"github.com/batchagent/batchagent/taxonomy"
)

func TestContextNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		give, get any
	}{
		{"int", 503, 503},
		{"negative", -1, -1},
		{"large", json.Number("9223372036854775808"), json.Number("9223372036854775808")},
		{"int64", int64(9007199254740993), 9007199254740993},
		{"float", 0.1, 0.1},
		{"one dot nought", json.Number("1.0"), json.Number("1.0")},
		{"many digits", json.Number("0.1000000000000000055511151231257827"), json.Number("0.1000000000000000055511151231257827")},
		{"minus nought", json.Number("-0"), math.Copysign(0, -1)},
		{"text", "00042", "00042"},
		{"deep", map[string]any{"a": []any{1, "x", nil}}, map[string]any{"a": []any{1, "x", nil}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := journal.Detail{Err: &taxonomy.Error{Context: map[string]any{"v": c.give}}}
			text, err := in.DetailText()
			if err != nil {
				t.Fatal(err)
			}
			var out journal.Detail
			if err := out.SetDetailText(text); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.get, out.Err.Context["v"]); d != "" {
				t.Error(d)
			}
		})
	}
}

// A detail on record may be damaged. What is read is written back the same.
func FuzzDetailText(f *testing.F) {
	f.Add(`{"error":{"class":"FATAL","code":"X","message":"m","applied":"no","scope":"item","basis":"code","context":{"a":1.0}},"waited":5}`)
	f.Add(`{"failures":[{"attempt":1,"error":null}],"corrections":[{"by":"rule","patch":[{"op":"add","path":"/a","value":9007199254740993}]}]}`)
	f.Add(`{"resolved":{"done":true,"at":"2026-05-01T09:00:00Z"}}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, text string) {
		var one, two journal.Detail
		if one.SetDetailText(text) != nil {
			return
		}
		first, err := one.DetailText()
		if err != nil {
			t.Fatalf("%q was read and cannot be written: %v", text, err)
		}
		if err := two.SetDetailText(first); err != nil {
			t.Fatalf("%q was written and cannot be read: %v", first, err)
		}
		if second, err := two.DetailText(); err != nil || second != first {
			t.Fatalf("%q became %q, %v", first, second, err)
		}
	})
}
