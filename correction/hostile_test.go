package correction_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// TestHostileCorrectionsAreNeverExecuted puts 100,000 random proposals to
// random refusals through the executor, and holds every call that a tool gets
// against the guard's promises, with code that shares nothing with the guard's.
func TestHostileCorrectionsAreNeverExecuted(t *testing.T) {
	t.Parallel()
	cases := uint64(100_000)
	if testing.Short() {
		cases = 5_000
	}
	schemas := []*tool.Schema{
		compile(t, openSchema),
		compile(t, `{"type":"object","additionalProperties":false,"properties":{"order_id":{},"amount":{"type":["integer","string"]},
			"to":{},"list":{"type":["array","object"],"maxItems":3},"child":{"type":"object","properties":{"amount":{"type":"integer"},"to":{}}}}}`),
		compile(t, `{"type":"object","properties":{"order_id":{},"amount":{"minimum":1},"list":{},"child":{"additionalProperties":false,"properties":{"amount":{},"to":{},"order_id":{}}}}}`),
	}
	const workers = 4
	var all sync.WaitGroup
	var executed [workers]int
	var tools sync.Map // compiling a schema takes longer than everything else
	for w := range uint64(workers) {
		all.Go(func() {
			for seed := w; seed < cases; seed += workers {
				g := &generator{rand.New(rand.NewPCG(seed, 2))}
				wanted, p := g.question(schemas[g.IntN(len(schemas))])
				if hostile(t, &tools, seed, wanted, p) {
					executed[w]++
				}
				if t.Failed() {
					return
				}
			}
		})
	}
	all.Wait()
	total := 0
	for _, n := range executed {
		total += n
	}
	if total < int(cases)/100 {
		t.Errorf("only %d corrections of %d were executed: the test shows little", total, cases)
	}
	t.Logf("%d of %d corrections were executed", total, cases)
}

// hostile makes one call whose tool refuses its arguments as wanted says, and
// whose corrector proposes p, and reports whether that was executed.
func hostile(t *testing.T, tools *sync.Map, seed uint64, wanted *correction.Request, p *correction.Proposal) bool {
	t.Helper()
	var asked *correction.Request // by the executor, the first time
	var calls []json.RawMessage
	refusing := func(args json.RawMessage) error {
		calls = append(calls, bytes.Clone(args))
		if len(calls) == 1 && bytes.Equal(args, wanted.Args) {
			return wanted.Err
		}
		return nil
	}
	f := cachedTool(tools, wanted)
	if f == nil { // a lock that no schema has
		return false
	}
	x := executor.New(&executor.Options{
		MayChange: wanted.MayChange,
		Corrector: correction.CorrectorFunc(func(_ context.Context, req *correction.Request) (*correction.Proposal, error) {
			if asked != nil {
				return nil, nil //nolint:nilnil // it cannot
			}
			own := *req
			own.Args, asked = bytes.Clone(req.Args), &own
			return p, nil
		}),
	})
	_, res := executor.Run(context.WithValue(t.Context(), refusingKey{}, refusing), x, f, wanted.Args)
	first := true
	for _, args := range calls {
		if first && bytes.Equal(args, wanted.Args) {
			first = false
			continue
		}
		switch {
		case asked == nil, p == nil || !bytes.Equal(args, p.Args), len(res.Corrections) != 1:
			t.Errorf("seed %d: %s was executed, which nobody asked for; corrections %+v", seed, args, res.Corrections)
			return true
		}
		asked.Doubt = false
		if err := promises(asked, p, res.Corrections[0].Patch); err != nil {
			t.Errorf("seed %d: %v\nargs     %s\nproposal %s\nerror    %v", seed, err, asked.Args, p.Args, asked.Err)
		}
		return true
	}
	if e := taxonomy.Classify(res.Err); len(calls) > 0 && res.Outcome == executor.Failed && e.Code != taxonomy.Classify(wanted.Err).Code {
		t.Errorf("seed %d: the tool said %v and the item says %v", seed, wanted.Err, e)
	}
	return false
}

// refusingKey is where a call's context has what its tool does.
type refusingKey struct{}

func cachedTool(tools *sync.Map, req *correction.Request) *tool.Func[json.RawMessage, json.RawMessage] {
	key := string(req.Schema.JSON()) + "\x00" + strings.Join(req.Spec.Locked, "\x00")
	if f, ok := tools.Load(key); ok {
		return f.(*tool.Func[json.RawMessage, json.RawMessage])
	}
	spec := *req.Spec
	spec.Schema = req.Schema.JSON()
	f, err := tool.New(spec, func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage("null"), ctx.Value(refusingKey{}).(func(json.RawMessage) error)(args)
	})
	if err != nil {
		f = nil
	}
	tools.Store(key, f)
	return f
}
