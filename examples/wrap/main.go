// Command wrap makes a func that a program already has reliable: the same
// shape, but with retries, a timeout and a circuit breaker.
package main

import (
	"context"
	"fmt"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func main() {
	calls := 0
	lookup := func(_ context.Context, city string) (string, error) { // what the program had
		if calls++; calls < 3 {
			return "", taxonomy.Errorf(taxonomy.Transient, taxonomy.CodeUnavailable, "the weather service is restarting")
		}
		return city + ": 21 °C", nil
	}

	reliable := executor.Wrap(nil, tool.Spec{Name: "weather", Effect: tool.ReadOnly}, lookup)

	answer, err := reliable(context.Background(), "Lisbon")
	fmt.Println(answer, err, "after", calls, "calls")
}
