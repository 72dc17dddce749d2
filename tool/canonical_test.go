package tool_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"order of keys", ` {"b":1, "a":{"d":[ ],"c":null}} `, `{"a":{"c":null,"d":[]},"b":1}`},
		{"lists keep theirs", `[3,1,2]`, `[3,1,2]`},
		{"one", `1`, `1`},
		{"one point zero", `1.0`, `1`},
		{"ten tenths", `10e-1`, `1`},
		{"one with a long exponent", `1e-000000000000000000000`, `1`},
		{"0.1e+01", `0.1e+01`, `1`},
		{"zero", `0`, `0`},
		{"minus zero", `-0`, `0`},
		{"zeros of all kinds", `-0.000e-5`, `0`},
		{"zero times a giant", `0e99999999999999999999`, `0`},
		{"every digit", `9007199254740993`, `9007199254740993`},
		{"another one", `9007199254740992`, `9007199254740992`},
		{"minus", `-12.50`, `-125e-1`},
		{"large and short", `1e39`, `1000000000000000000000000000000000000000`},
		{"larger", `1e40`, `1e40`},
		{"a giant", `1e400000000`, `1e400000000`},
		{"the same giant", `10.0e399999999`, `1e400000000`},
		{"beyond 64 bits", `1.5e-9223372036854775808`, `15e-9223372036854775809`},
		{"beyond 64 bits, upward", `10e9223372036854775807`, `1e9223372036854775808`},
		{"leading zeros in the exponent", `1e` + strings.Repeat("0", 2000) + `1`, `10`},
		{"an exponent beyond all bounds", `10e` + strings.Repeat("9", 1001), `10e` + strings.Repeat("9", 1001)},
		{"escapes", `"\u0041\/\n\u2028<&>é"`, `"A/\u000a` + "\u2028" + `<&>é"`},
		{"keys with escapes", `{"\u0062":1,"a":2,"\"":3}`, `{"\"":3,"a":2,"b":1}`},
		{"zeros in texts stay", `"00042"`, `"00042"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			got, err := tool.Canonical(raw(tt.in))
			if err != nil || string(got) != tt.want {
				t.Errorf("%s, %v, want %s", got, err, tt.want)
			}
			if d := time.Since(start); d > time.Second {
				t.Errorf("it took %s", d)
			}
		})
	}
	for in, code := range map[string]taxonomy.Code{
		`{"a":1`: taxonomy.CodeTruncatedArguments, `{"a":1,"a":1}`: taxonomy.CodeInvalidFormat, `{} {}`: taxonomy.CodeInvalidFormat, ``: taxonomy.CodeTruncatedArguments,
	} {
		if _, err := tool.Canonical(raw(in)); refusal(t, err).Code != code {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// FuzzCanonical: the form is JSON, it is its own, it reads as the same value,
// and it does not depend on how that was written.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{
		`{"b":[1.0,10e-1,-0,9007199254740993,1e400000000],"a":{"z":"\u00e9","y":null}}`, `"\n\"\\\u001f"`, `1.5e-9223372036854775808`, `1e39`, `-12.50E+3`, `0.0001`, `[{},[],true]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		form, err := tool.Canonical(in)
		if err != nil {
			return
		}
		again, err := tool.Canonical(form)
		if err != nil || !bytes.Equal(form, again) {
			t.Fatalf("%q: %s, and then %s, %v", in, form, again, err)
		}
		if !json.Valid(form) {
			t.Fatalf("%q: %q is no JSON", in, form)
		}
		// Written otherwise: with space, escapes and a random order of keys.
		v, err := tool.Decode(in)
		if err != nil {
			t.Fatal(err)
		}
		other, err := json.MarshalIndent(rewrite(v), " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if again, err := tool.Canonical(other); err != nil || !bytes.Equal(form, again) {
			t.Fatalf("%q: %s; written as %s: %s, %v", in, form, other, again, err)
		}
		before, after := numbers(v, nil), numbers(second2(tool.Decode(form)), nil)
		if len(before) != len(after) {
			t.Fatalf("%q: %d numbers, and then %d", in, len(before), len(after))
		}
		sum, sumAfter := new(big.Rat), new(big.Rat)
		for i := range before {
			a, okA := small(before[i])
			b, okB := small(after[i])
			if okA && okB { // an order of keys may have changed theirs
				sum.Add(sum, a)
				sumAfter.Add(sumAfter, b)
			}
		}
		if sum.Cmp(sumAfter) != 0 {
			t.Fatalf("%q: %s: the numbers add up to %s and %s", in, form, sum, sumAfter)
		}
	})
}

func second2[T any](v T, _ error) T { return v }

// rewrite writes every number in another way.
func rewrite(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = rewrite(value)
		}
	case []any:
		for i, value := range v {
			v[i] = rewrite(value)
		}
	case json.Number:
		s := string(v)
		switch {
		case strings.ContainsAny(s, "eE"):
		case strings.Contains(s, "."):
			return json.Number(s + "00E+0")
		default:
			return json.Number(s + ".0e-0")
		}
	}
	return v
}

func numbers(v any, list []json.Number) []json.Number {
	switch v := v.(type) {
	case map[string]any:
		for _, value := range v {
			list = numbers(value, list)
		}
	case []any:
		for _, value := range v {
			list = numbers(value, list)
		}
	case json.Number:
		list = append(list, v)
	}
	return list
}

// small returns a number that can be computed with.
func small(n json.Number) (*big.Rat, bool) {
	if i := strings.IndexAny(string(n), "eE"); len(n) > 60 || i >= 0 && len(n)-i > 4 {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}
