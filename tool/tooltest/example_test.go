package tooltest_test

import (
	"context"
	"fmt"
	"time"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/tooltest"
)

// The service is down at the first call. At the second it makes the change and
// the reply is lost. The executor calls a third time with the same key, and the
// record shows that it was one call all along.
func Example() {
	orders := tooltest.New(tool.Spec{Name: "set_deadline", Effect: tool.Idempotent},
		tooltest.Status(503), tooltest.CommitThen(tooltest.Reset()))

	x := executor.New(&executor.Options{Retry: executor.Retry{Initial: time.Millisecond}})
	_, result := x.Call(context.Background(), orders, tooltest.Args("1001"))

	fmt.Println(result.Outcome, "after", result.Attempts, "attempts")
	keys := make(map[string]bool)
	for _, call := range orders.Calls() {
		fmt.Printf("attempt %d: %v\n", call.Attempt, call.Err)
		keys[call.Key] = true
	}
	fmt.Println("keys:", len(keys))

	// Output:
	// succeeded after 3 attempts
	// attempt 1: UNAVAILABLE: Service Unavailable
	// attempt 2: Patch "http://orders/1": unexpected EOF
	// attempt 3: <nil>
	// keys: 1
}

// An Unsafe tool is not called again after a lost reply: nobody can say whether
// it happened, and the record of the script knows that it did.
func Example_unsafe() {
	mails := tooltest.New(tool.Spec{Name: "send_mail", Effect: tool.Unsafe}, tooltest.CommitThen(tooltest.Reset()))

	_, result := executor.New(nil).Call(context.Background(), mails, tooltest.Args("1001"))

	fmt.Println(result.Outcome, "after", result.Attempts, "attempt; sent", mails.Commits("1001"))

	// Output:
	// in_doubt after 1 attempt; sent 1
}
