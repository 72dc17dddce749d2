package correction_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// deadlineSchema is strict, so that every fault is known before anything is sent.
const deadlineSchema = `{
	"type": "object", "required": ["order_id", "deadline", "prio"], "additionalProperties": false,
	"properties": {
		"order_id": {"type": "string"},
		"deadline": {"type": "string", "format": "date"},
		"prio": {"enum": ["low", "normal", "high"]},
		"note": {"type": "string"}
	}
}`

// clerk is a model that knows three faults by heart, and counts. Dates with
// underscores are none that the rules read.
type clerk struct{ asked atomic.Int64 }

func (c *clerk) Correct(_ context.Context, req *correction.Request) (*correction.Proposal, error) {
	c.asked.Add(1)
	text := string(req.Args)
	text = strings.ReplaceAll(text, "frist", "deadline")
	text = strings.ReplaceAll(text, `"hoch"`, `"high"`)
	for day := 1; day <= 28; day++ {
		text = strings.ReplaceAll(text, fmt.Sprintf("%02d_05_2026", day), fmt.Sprintf("2026-05-%02d", day))
	}
	if text == string(req.Args) {
		return nil, nil //nolint:nilnil // it cannot
	}
	return &correction.Proposal{Args: json.RawMessage(text), By: "llm"}, nil
}

// orders yields n items, of which 40 % have one of three faults each; where
// several is true half of them have one, two or three.
func orders(n int, several bool) iter.Seq2[string, json.RawMessage] { //nolint:revive // a column of a table
	return func(yield func(string, json.RawMessage) bool) {
		for i := range n {
			name, date, prio := "deadline", "2026-05-20", "normal"
			fault := i % 10
			if fault == 0 || several && fault == 3 {
				name = "frist"
			}
			if fault == 1 || several && (fault == 3 || fault == 4) {
				date = fmt.Sprintf("%02d_05_2026", 1+(19+i/10*5)%28)
			}
			if fault == 2 || fault == 3 && !several || several && fault == 4 {
				prio = "hoch"
			}
			id := fmt.Sprintf("o%05d", i)
			if !yield(id, json.RawMessage(fmt.Sprintf(`{"order_id":%q,%q:%q,"prio":%q}`, id, name, date, prio))) {
				return
			}
		}
	}
}

// TestTenThousandItemsAskThreeTimesThree: what a model costs goes with the
// distinct faults and not with the items.
func TestTenThousandItemsAskThreeTimesThree(t *testing.T) {
	t.Parallel()
	const n = 10_000
	for _, tt := range []struct {
		name        string
		several     bool
		rules       bool
		concurrency int
	}{
		{"one fault each, concurrency 8", false, true, 8},
		{"one fault each, concurrency 1", false, false, 1},
		{"several faults each, concurrency 8", true, true, 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got [n]atomic.Int32
			set := tool.Must(tool.New(tool.Spec{
				Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id", Schema: json.RawMessage(deadlineSchema),
			}, func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				var a struct {
					ID       string `json:"order_id"`
					Deadline string `json:"deadline"`
					Prio     string `json:"prio"`
				}
				var i int
				if err := json.Unmarshal(args, &a); err != nil {
					return nil, err
				}
				if _, err := fmt.Sscanf(a.ID, "o%05d", &i); err != nil || !strings.HasPrefix(a.Deadline, "2026-05-") || a.Prio != "high" && a.Prio != "normal" {
					return nil, fmt.Errorf("%w: %s", errDown, args)
				}
				got[i].Add(1)
				return json.RawMessage(`"ok"`), nil
			}))
			model := new(clerk)
			learner := correction.Learn(model, nil)
			var corrector correction.Corrector = learner
			if tt.rules {
				corrector = correction.Chain(correction.Rules(nil), learner)
			}
			x := executor.New(&executor.Options{Corrector: corrector})
			report, err := batch.Run(t.Context(), x, set, orders(n, tt.several), &batch.Options{Concurrency: tt.concurrency})
			if err != nil {
				t.Error(err)
			}
			c := report.Counts
			faulty := n * 4 / 10
			if tt.several {
				faulty = n / 2
			}
			if c.Succeeded != n || report.How.AfterCorrection != faulty || report.How.FirstTry != n-faulty {
				t.Errorf("counts %+v, how %+v", c, report.How)
			}
			for i := range got {
				if calls := got[i].Load(); calls != 1 {
					t.Fatalf("item %d was called %d times", i, calls)
				}
			}
			by := map[string]int{}
			for _, item := range report.Items() {
				for _, correction := range item.Corrections {
					by[correction.By]++
				}
			}
			asked := model.asked.Load()
			if asked > 3*3 || by["llm"] != int(asked) || by["learned"] != faulty-int(asked) {
				t.Errorf("asked %d times, corrections by %v", asked, by)
			}
			t.Logf("asked %d times for %d items; rules %d", asked, faulty, len(learner.Rules()))
			if len(learner.Rules()) != 3 {
				t.Errorf("rules %+v", learner.Rules())
			}
		})
	}
}
