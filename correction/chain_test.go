package correction_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/correction"
)

var errDown = errors.New("the model is down")

// saying returns a corrector that says p, err and counts how often it is asked.
func saying(asked *int, p *correction.Proposal, err error) correction.Corrector {
	return correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		*asked++
		return p, err
	})
}

func TestChain(t *testing.T) {
	t.Parallel()
	args := &correction.Proposal{By: "llm", Args: json.RawMessage(`{}`), Reason: "because"}
	other := &correction.Proposal{By: "rule", Args: json.RawMessage(`[]`)}
	unsure := &correction.Proposal{By: "rule", Reason: "it can be two dates"}
	cannot := &correction.Proposal{By: "llm", Reason: "no such order"}
	type says struct {
		p   *correction.Proposal
		err error
	}
	for _, tt := range []struct {
		name  string
		chain []says
		want  *correction.Proposal
		err   error
		asked int
	}{
		{"none", nil, nil, nil, 0},
		{"nobody can", []says{{}, {}}, nil, nil, 2},
		{"the first wins", []says{{p: other}, {p: args}}, other, nil, 1},
		{"after one that cannot", []says{{}, {p: args}}, args, nil, 2},
		{"after one that knows why not", []says{{p: unsure}, {p: args}, {p: other}}, args, nil, 2},
		{"after one that failed", []says{{err: errDown}, {p: args}}, args, nil, 2},
		{"reasons are joined", []says{{p: unsure}, {}, {p: cannot}}, &correction.Proposal{By: "llm", Reason: "it can be two dates; no such order"}, nil, 3},
		{"the same reason once", []says{{p: cannot}, {p: cannot}}, cannot, nil, 2},
		{"an error if nothing else comes", []says{{}, {err: errDown}, {}}, nil, errDown, 3},
		{"an error beside a reason", []says{{err: errDown}, {p: unsure}}, &correction.Proposal{By: "rule", Reason: "it can be two dates; the model is down"}, nil, 2},
		{"a proposal of nothing", []says{{p: &correction.Proposal{By: "llm"}}}, nil, nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			list := []correction.Corrector{nil}
			for _, s := range tt.chain {
				list = append(list, saying(&asked, s.p, s.err), nil)
			}
			got, err := correction.Chain(list...).Correct(t.Context(), &correction.Request{})
			if diff := cmp.Diff(tt.want, got); diff != "" || !errors.Is(err, tt.err) || err != nil && tt.err == nil || asked != tt.asked {
				t.Errorf("%v, asked %d, want %v and %d (-want +got):\n%s", err, asked, tt.err, tt.asked, diff)
			}
		})
	}
}

// TestChainIsItsOwn: the list that it was made of may be used again.
func TestChainIsItsOwn(t *testing.T) {
	t.Parallel()
	asked := 0
	list := []correction.Corrector{nil, saying(&asked, nil, errDown)}
	c := correction.Chain(list...)
	list[1] = nil
	if _, err := c.Correct(t.Context(), nil); !errors.Is(err, errDown) || list[0] != nil {
		t.Errorf("%v, list %v", err, list)
	}
}

// TestChainStopsWithItsContext: who is cancelled does not ask a model.
func TestChainStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	first := correction.CorrectorFunc(func(context.Context, *correction.Request) (*correction.Proposal, error) {
		cancel()
		return nil, ctx.Err()
	})
	_, err := correction.Chain(first, saying(&asked, nil, nil)).Correct(ctx, &correction.Request{})
	if !errors.Is(err, context.Canceled) || asked != 0 {
		t.Errorf("%v, asked %d", err, asked)
	}
}
