package executor_test

import (
	"encoding"
	"fmt"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/executor"
)

type enum interface {
	encoding.TextMarshaler
	fmt.Stringer
}

func roundTrip[T enum, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, values []T, undefined T,
) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range values {
		text, err := v.MarshalText()
		if err != nil || string(text) != v.String() || seen[string(text)] {
			t.Errorf("%v: text %q, error %v, seen %t", v, text, err, seen[string(text)])
		}
		seen[string(text)] = true
		var back T
		if err := P(&back).UnmarshalText(text); err != nil || any(back) != any(v) {
			t.Errorf("%v came back as %v, error %v", v, back, err)
		}
	}
	if _, err := undefined.MarshalText(); err == nil {
		t.Errorf("%v has a text", undefined)
	}
	if !strings.Contains(undefined.String(), "(") {
		t.Errorf("the name of an undefined value is %q", undefined.String())
	}
	v := values[len(values)-1]
	if err := P(&v).UnmarshalText([]byte("garbage")); err == nil || any(v) != any(values[len(values)-1]) {
		t.Errorf("garbage: error %v, value %v", err, v)
	}
}

func TestEnumsRoundTrip(t *testing.T) {
	t.Parallel()
	roundTrip(t, executor.Outcomes(), executor.InDoubt+1)
	roundTrip(t, append(executor.Hows(), executor.HowNone), executor.ByProbe+1)
	seen := map[string]bool{}
	for _, k := range executor.EventKinds() {
		if name := k.String(); name == "" || strings.Contains(name, "(") || seen[name] {
			t.Errorf("event kind %d is called %q", k, name)
		}
		seen[k.String()] = true
	}
	for _, k := range []executor.EventKind{0, executor.Settled + 1} {
		if !strings.HasPrefix(k.String(), "EventKind(") {
			t.Errorf("event kind %d is called %q", k, k)
		}
	}
}
