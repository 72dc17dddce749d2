package job_test

import (
	"encoding"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/job"
)

// enum is what every closed enum of the package can do, through a pointer.
type enum interface {
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

func TestEnums(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		at   func(int) enum // the value with a number, in a variable of its own
		want string         // the names in order of their numbers
	}{
		{"Empty", func(i int) enum { v := job.Empty(i); return &v }, "reject omit null text"},
		{"OnDuplicate", func(i int) enum { v := job.OnDuplicate(i); return &v }, "reject skip"},
		{"ItemsFormat", func(i int) enum { v := job.ItemsFormat(i); return &v }, "by-name csv tsv jsonl json yaml"},
		{"Dates", func(i int) enum { v := job.Dates(i); return &v }, "not-guessed day-first month-first"},
		{"OnConflict", func(i int) enum { v := job.OnConflict(i); return &v }, "skip fail"},
		{"OnPermission", func(i int) enum { v := job.OnPermission(i); return &v }, "abort fail"},
		{"OnInput", func(i int) enum { v := job.OnInput(i); return &v }, "correct fail"},
		{"OnFatal", func(i int) enum { v := job.OnFatal(i); return &v }, "fail abort"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			names := strings.Fields(tt.want)
			for i, name := range names {
				text, err := tt.at(i).MarshalText()
				if err != nil || string(text) != name || tt.at(i).String() != name {
					t.Errorf("%d is %q (%v) and %q, want %q", i, text, err, tt.at(i), name)
				}
				back := tt.at(99)
				if err := back.UnmarshalText(text); err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(tt.at(i), back); diff != "" {
					t.Error(diff)
				}
			}
			for _, i := range []int{-1, len(names)} {
				if text, err := tt.at(i).MarshalText(); err == nil {
					t.Errorf("%d is marshalled as %q", i, text)
				}
				if got, want := tt.at(i).String(), fmt.Sprintf("invalid(%d)", i); got != want {
					t.Errorf("String() = %q, want %q", got, want)
				}
			}
			for _, text := range []string{"", strings.ToUpper(names[0]), names[0] + " ", "invalid(2)"} {
				v := tt.at(1)
				if err := v.UnmarshalText([]byte(text)); err == nil {
					t.Errorf("%q is accepted", text)
				}
				if v.String() != names[1] {
					t.Errorf("%q changed the value to %s", text, v)
				}
			}
		})
	}
}
