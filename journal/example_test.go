package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/batchagent/batchagent/journal"
)

// A process sends two orders and ends in the middle of the second. The next one
// finds out what it has to look at.
func Example() {
	ctx := context.Background()
	j := journal.NewMemory() // or sqlite.Open(ctx, "orders.db", nil)
	log, err := j.Create(ctx, &journal.Run{ID: "monday", Name: "orders"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, id := range []string{"1001", "1002"} {
		order := journal.Ref{Position: int64(i), ID: id}
		// On record before anything is sent.
		err := log.Intent(ctx, &journal.Intent{Ref: order, Attempt: 1, Key: "key-" + id}, journal.Durable)
		if err != nil {
			fmt.Println(err)
			return // and do not send it
		}
		if id == "1002" {
			break // where the process ends
		}
		err = log.Settle(ctx, &journal.Item{
			Ref: order, Outcome: journal.Succeeded, How: "first_try", Attempts: 1, Value: json.RawMessage(`{"ok":true}`),
		}, journal.Queued)
		if err != nil {
			fmt.Println(err)
			return
		}
	}

	_, err = j.Open(ctx, "monday")
	fmt.Println("owned:", errors.As(err, new(*journal.OwnedError)))
	if err := log.Close(); err != nil { // as the end of the process does
		fmt.Println(err)
	}

	reader, err := j.Read(ctx, "monday")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(&reader.Run().Counts)
	for item, err := range reader.Items(ctx, nil) {
		fmt.Println(item.ID, item.Outcome, string(item.Value), err)
	}
	for item, err := range reader.Begun(ctx) {
		fmt.Println(item.ID, "attempt", item.Attempt, "answered:", item.Answered, item.Key, err)
	}
	// Somebody looks, and it is there.
	err = j.Resolve(ctx, "monday", "1002", &journal.Resolution{Done: true, Note: "seen in the order book"})
	fmt.Println(err)
	// Output:
	// owned: true
	// 1 succeeded + 0 skipped + 0 failed + 0 in doubt + 0 not done, 1 begun
	// 1001 succeeded {"ok":true} <nil>
	// 1002 attempt 1 answered: false key-1002 <nil>
	// <nil>
}
