package service_test

import (
	"encoding"
	"fmt"
	"testing"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

// text is what a closed enum can do.
type text interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// roundTrip walks over all values of an enum and checks that each has a name of
// its own that leads back to it. It returns how many there are.
func roundTrip[E interface {
	~int
	text
}](t *testing.T, parse func([]byte) (E, error)) int {
	t.Helper()
	seen := map[string]bool{}
	for v := E(0); ; v++ {
		name, err := v.MarshalText()
		if err != nil {
			if _, err := E(-1).MarshalText(); err == nil {
				t.Error("-1 has a name")
			}
			if got, want := v.String(), fmt.Sprintf("(%d)", int(v)); len(got) <= len(want) || got[len(got)-len(want):] != want {
				t.Errorf("unknown value reads %q, want it to end in %s", got, want)
			}
			return int(v)
		}
		if v.String() != string(name) || seen[v.String()] {
			t.Errorf("%d: String %q, MarshalText %q, seen before: %t", int(v), v.String(), name, seen[v.String()])
		}
		seen[v.String()] = true
		if back, err := parse(name); err != nil || back != v {
			t.Errorf("%q reads back as %v, %v; want %v", name, back, err, v)
		}
	}
}

func TestStatusText(t *testing.T) {
	t.Parallel()
	parse := func(b []byte) (service.Status, error) {
		var s service.Status
		err := s.UnmarshalText(b)
		return s, err
	}
	if n := roundTrip(t, parse); n != 3 {
		t.Errorf("%d values, want 3", n)
	}
	for _, bad := range []string{"", "Open", "open "} {
		if s, err := parse([]byte(bad)); err == nil {
			t.Errorf("%q reads as %v, want an error", bad, s)
		}
	}
}

func TestFaultText(t *testing.T) {
	t.Parallel()
	parse := func(b []byte) (service.Fault, error) {
		f := service.FaultBusy // so that the empty text is seen to set it
		err := f.UnmarshalText(b)
		return f, err
	}
	if n := roundTrip(t, parse); n != 5 {
		t.Errorf("%d values, want 5", n)
	}
	if f, err := parse(nil); err != nil || f != service.FaultNone {
		t.Errorf("empty text reads as %v, %v; want FaultNone", f, err)
	}
	if f, err := parse([]byte("lose_reply")); err == nil {
		t.Errorf("lose_reply reads as %v, want an error", f)
	}
}
