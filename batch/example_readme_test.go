package batch_test

import (
	"context"
	"fmt"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// The README shows what stands between the two marks.
func Example_readme() {
	// readme:start
	type Change struct {
		OrderID  string `json:"order_id"`
		Deadline string `json:"deadline"`
	}
	setDeadline := func(ctx context.Context, c Change) (string, error) {
		// Send tool.CallKey(ctx) where the other side takes an idempotency key.
		if c.OrderID == "1002" {
			return "", taxonomy.Errorf(taxonomy.ResourceConflict, taxonomy.CodeLocked, "locked by billing until 09:30")
		}
		return c.Deadline, nil
	}
	update := tool.Must(tool.New(tool.Spec{Name: "set_deadline", Effect: tool.Idempotent, Target: "order_id"}, setDeadline))

	changes := []Change{{"1001", "2026-05-18"}, {"1002", "2026-05-18"}, {"1003", "2026-05-19"}}
	report, err := batch.Run(context.Background(), nil, update, // nil: the default executor
		batch.Keyed(changes, func(c Change) string { return c.OrderID }), nil)

	for id, item := range report.Items(batch.Succeeded) {
		fmt.Println(id, "is now due on", item.Value)
	}
	for id, item := range report.Items(batch.Skipped, batch.Failed, batch.InDoubt, batch.NotDone) {
		fmt.Println(id, item.Outcome, item.Err)
	}
	fmt.Println(err) // nil only if every order was changed
	// readme:end

	// Output:
	// 1001 is now due on 2026-05-18
	// 1003 is now due on 2026-05-19
	// 1002 skipped set_deadline: LOCKED: locked by billing until 09:30
	// set_deadline: 3 items = 2 succeeded + 1 skipped + 0 failed + 0 in doubt + 0 not done
}
