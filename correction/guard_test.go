package correction_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
)

// guardCase is one question to the guard: a call that was refused, and a
// proposal.
type guardCase struct {
	name    string
	schema  string // default: orderSchema
	args    string
	message string
	fields  []string
	adjust  func(*correction.Request)
	propose string
	want    correction.Refusal // "": accepted
	at      string             // where, if refused
	patch   string             // what it changes, if accepted
}

func (c *guardCase) run(t *testing.T) {
	t.Helper()
	schema := c.schema
	if schema == "" {
		schema = orderSchema
	}
	req := request(t, schema, c.args, c.message, c.fields...)
	if c.adjust != nil {
		c.adjust(req)
	}
	patch, err := correction.Guard(req, propose(c.propose))
	reason, at := reasonOf(t, err)
	if reason != c.want || at != c.at {
		t.Fatalf("refused as %q at %q (%v), want %q at %q", reason, at, err, c.want, c.at)
	}
	if got := patchText(t, patch); got != c.patch {
		t.Errorf("patch:\n%swant:\n%s", got, c.patch)
	}
	if (len(patch) > 0) != (err == nil) {
		t.Errorf("%d changes with the error %v", len(patch), err)
	}
}

func runGuard(t *testing.T, cases []guardCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func mayChange(names ...string) func(*correction.Request) {
	return func(req *correction.Request) { req.MayChange = names }
}

const badDate = `{"order_id":"1006","deadline":"20/5/2026","amount":5}`

func TestA1TruncatedIsNeverRepaired(t *testing.T) {
	t.Parallel()
	runGuard(t, []guardCase{
		{
			name: "refused arguments", args: `{"path":"x","content":"abc`, message: "content", propose: `{}`,
			want: correction.RefusedTruncated,
		},
		{
			name: "proposed arguments", args: badDate, propose: `{"order_id":"1006","deadline":"2026-05-20"`,
			want: correction.RefusedTruncated,
		},
		{
			name: "declared so, though they can be read", args: badDate, propose: `{"order_id":"1006","deadline":"2026-05-20","amount":5}`,
			adjust: func(req *correction.Request) { req.Err.Code = taxonomy.CodeTruncatedArguments },
			want:   correction.RefusedTruncated,
		},
	})
}

func TestA6NothingNewIsExecuted(t *testing.T) {
	t.Parallel()
	const better = `{"order_id":"1006","deadline":"2026-05-20","amount":5}`
	triedBefore := func(args ...string) func(*correction.Request) {
		return func(req *correction.Request) {
			for _, a := range args {
				req.Tried = append(req.Tried, json.RawMessage(a))
			}
		}
	}
	runGuard(t, []guardCase{
		{name: "the same again", args: badDate, propose: badDate, want: correction.RefusedTried},
		{name: "the same in another form", args: badDate, propose: ` {"amount":5.0, "deadline":"20\/5/2026","order_id":"1006"} `, want: correction.RefusedTried},
		{name: "an earlier round", args: badDate, propose: better, adjust: triedBefore(badDate, better), want: correction.RefusedTried},
		{
			name: "an earlier round that a journal wrote", schema: openSchema, args: `{"note":"a"}`, fields: []string{"/note"},
			propose: `{"note":"<b>"}`, adjust: triedBefore(`{"note":"\u003cb\u003e"}`), want: correction.RefusedTried,
		},
		{
			name: "an earlier round that cannot be read", args: badDate, propose: better, adjust: triedBefore(`{`),
			patch: `{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{name: "prose", args: badDate, propose: `The deadline should be 2026-05-20.`, want: correction.RefusedMalformed},
		{name: "fenced", args: badDate, propose: "```json\n" + better + "\n```", want: correction.RefusedMalformed},
		{name: "two objects", args: badDate, propose: better + better, want: correction.RefusedMalformed},
		{name: "null", args: badDate, propose: `null`, want: correction.RefusedMalformed},
		{name: "an array", args: badDate, propose: `[` + better + `]`, want: correction.RefusedMalformed},
		{name: "a text", args: badDate, propose: `"x"`, want: correction.RefusedMalformed},
		{name: "a number", args: badDate, propose: `1`, want: correction.RefusedMalformed},
		{name: "a boolean", args: badDate, propose: `true`, want: correction.RefusedMalformed},
		{name: "empty", args: badDate, propose: ``, want: correction.RefusedNoProposal},
		{name: "blank", args: badDate, propose: " \n", want: correction.RefusedNoProposal},
		{name: "the arguments are no JSON", args: `{order_id}`, propose: better, want: correction.RefusedMalformed},
	})
}

func TestA7OnlyInputErrorsAreCorrected(t *testing.T) {
	t.Parallel()
	better := propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	for _, class := range taxonomy.Classes() {
		t.Run(class.String(), func(t *testing.T) {
			t.Parallel()
			req := request(t, orderSchema, badDate, "invalid api key")
			req.Err.Class = class
			_, err := correction.Guard(req, better)
			want := correction.RefusedNotInput
			if class == taxonomy.InputError {
				want = ""
			}
			if reason, _ := reasonOf(t, err); reason != want {
				t.Errorf("refused as %q (%v), want %q", reason, err, want)
			}
			p, err := correction.Rules(nil).Correct(t.Context(), req)
			if err != nil || (p != nil) != (class == taxonomy.InputError) {
				t.Errorf("rules proposed %v, %v", p, err)
			}
		})
	}
	runGuard(t, []guardCase{
		{
			name: "a host is not among the arguments", args: `{"order_id":"1006","deadline":"2026-05-20"}`, message: `host is not valid`,
			propose: `{"order_id":"1006","deadline":"2026-05-21"}`, want: correction.RefusedNotNamed, at: "/deadline",
		},
	})
}

func TestDoubtIsNeverCorrected(t *testing.T) {
	t.Parallel()
	better := `{"order_id":"1006","deadline":"2026-05-20","amount":5}`
	runGuard(t, []guardCase{
		{
			name: "an earlier attempt", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Doubt = true }, want: correction.RefusedInDoubt,
		},
		{
			name: "this one, unanswered", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err.Applied = taxonomy.Unanswered }, want: correction.RefusedInDoubt,
		},
		{
			name: "this one, answered", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err.Applied = taxonomy.Answered }, want: correction.RefusedInDoubt,
		},
		{
			name: "doubt comes before all that is said about the proposal", args: badDate, propose: badDate,
			adjust: func(req *correction.Request) { req.Doubt = true }, want: correction.RefusedInDoubt,
		},
		{
			name: "without an error only the schema names places", args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err = nil },
			patch:  `{"op":"replace","path":"/deadline","from":"20/5/2026","value":"2026-05-20"}` + "\n",
		},
		{
			name: "without an error nor a complaint nothing is named", schema: openSchema, args: badDate, propose: better,
			adjust: func(req *correction.Request) { req.Err = nil }, want: correction.RefusedNotNamed, at: "/deadline",
		},
	})
	req := request(t, orderSchema, badDate, "")
	req.Doubt = true
	if p, err := correction.Rules(nil).Correct(t.Context(), req); p != nil || err != nil {
		t.Errorf("rules proposed %v, %v for a call in doubt", p, err)
	}
}

func TestGuardNeedsAWholeRequest(t *testing.T) {
	t.Parallel()
	whole := request(t, orderSchema, badDate, "")
	better := propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	tests := []struct {
		name string
		req  *correction.Request
		p    *correction.Proposal
		want correction.Refusal
	}{
		{name: "whole", req: whole, p: better},
		{name: "no request", p: better, want: correction.RefusedInternal},
		{name: "no spec", req: &correction.Request{Schema: whole.Schema, Args: whole.Args}, p: better, want: correction.RefusedInternal},
		{name: "no schema", req: &correction.Request{Spec: whole.Spec, Args: whole.Args}, p: better, want: correction.RefusedInternal},
		{name: "no proposal", req: whole, want: correction.RefusedNoProposal},
		{name: "no arguments", req: &correction.Request{Spec: whole.Spec, Schema: whole.Schema}, p: better, want: correction.RefusedTruncated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := correction.Guard(tt.req, tt.p)
			if reason, _ := reasonOf(t, err); reason != tt.want {
				t.Errorf("refused as %q (%v), want %q", reason, err, tt.want)
			}
			if tt.want == correction.RefusedInternal && !strings.Contains(err.Error(), "without a spec and a schema") {
				t.Errorf("it says %q", err)
			}
		})
	}
}

func TestE8PanicsBecomeErrors(t *testing.T) {
	t.Parallel()
	req := request(t, orderSchema, badDate, "")
	_, err := correction.GuardWith(req, propose(`{"order_id":"1006","deadline":"2026-05-20","amount":5}`), correction.Broken{})
	if reason, _ := reasonOf(t, err); reason != correction.RefusedInternal {
		t.Errorf("refused as %q: %v", reason, err)
	}
	p, rulesErr := correction.CorrectWith(req, correction.Broken{})
	if p != nil {
		t.Errorf("rules proposed %s", p.Args)
	}
	for _, err := range []error{err, rulesErr} {
		var panicked *taxonomy.PanicError
		if !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
			t.Errorf("%v holds no panic with its stack", err)
		}
		if strings.Contains(err.Error(), "goroutine") {
			t.Errorf("the stack shows in %q", err)
		}
	}
}

func TestGuardErrorsLeadToTheirCause(t *testing.T) {
	t.Parallel()
	say := func(want string, req *correction.Request, proposed string) {
		t.Helper()
		if _, err := correction.Guard(req, propose(proposed)); err == nil || err.Error() != want {
			t.Errorf("it says %q, want %q", err, want)
		}
	}
	plain := request(t, orderSchema, badDate, "")
	only := request(t, orderSchema, badDate, "")
	only.MayChange = []string{"amount"}
	say("a correction must not add ab, which the tool does not know", plain, `{"order_id":"1006","deadline":"20/5/2026","amount":5,"a\u0007b":1}`)
	say("the proposed arguments are not executed: the arguments are truncated after 1 bytes; they are not executed", plain, `{`)
	say("the proposed arguments are null, not an object", plain, `null`)
	say("a correction must not change amount: nobody complained about it", plain, `{"order_id":"1006","deadline":"2026-05-20","amount":6}`)
	say("a correction must not change deadline: it is not among the arguments that may change", only, `{"order_id":"1006","deadline":"2026-05-20","amount":5}`)
	say("a correction must not change the arguments: nobody complained about it", request(t, `{}`, `[1]`, ""), `[]`)
	say("a correction must not change items.0: nobody complained about it", request(t, `{}`, `{"items":[1]}`, ""), `{"items":[2]}`)
	say("a correction must not change a/b.~: nobody complained about it", request(t, `{}`, `{"a/b":{"~":1}}`, ""), `{"a/b":{"~":2}}`)

	_, err := correction.Guard(plain, propose(`{"order_id":"1006","deadline":"2026-02-30","amount":5}`))
	var invalid *taxonomy.Error
	if !errors.As(err, &invalid) || invalid.Code != taxonomy.CodeInvalidFormat {
		t.Errorf("behind %v is %v, want the schema's complaint", err, invalid)
	}
	want := `the proposed arguments are wrong, too: deadline is not a valid date: "2026-02-30"`
	if err.Error() != want {
		t.Errorf("it says %q, want %q", err, want)
	}
}

func TestCorrectorFunc(t *testing.T) {
	t.Parallel()
	want := propose(`{}`)
	var c correction.Corrector = correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		return want, errors.ErrUnsupported
	})
	if got, err := c.Correct(t.Context(), nil); got != want || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestRefusalsAreDistinct(t *testing.T) {
	t.Parallel()
	all := correction.Refusals()
	for i, r := range all {
		if r == "" || string(r) != strings.ToUpper(string(r)) || slices.Contains(all[:i], r) {
			t.Errorf("%q is no name of its own", r)
		}
	}
	all[0] = "changed"
	if correction.Refusals()[0] == "changed" {
		t.Error("the table can be written to")
	}
}
