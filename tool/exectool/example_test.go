//go:build unix

package exectool_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/exectool"
)

// A script becomes a tool. Its exit status 75 says that somebody else holds the
// order.
func ExampleNew() {
	const script = `
if [ "$1" = 1002 ]; then echo "order 1002 is locked by billing" >&2; exit 75; fi
echo '{{"order":"'$1'","total":9007199254740993}}'`

	setDeadline, err := exectool.New(&exectool.Config{
		Name: "set_deadline", Effect: tool.Idempotent,
		Command:   []string{"sh", "-c", script, "sh", "{order_id}", "{deadline}"},
		ExitCodes: map[int]exectool.Exit{75: {Class: taxonomy.ResourceConflict, Code: taxonomy.CodeLocked}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := setDeadline.Call(context.Background(), json.RawMessage(`{"order_id":"1001","deadline":"2026-05-20"}`))
	fmt.Println(string(value), err)

	_, err = setDeadline.Call(context.Background(), json.RawMessage(`{"order_id":"1002","deadline":"2026-05-20"}`))
	e := taxonomy.Classify(err)
	fmt.Println(e.Class, e.Code, e.Applied.Word())

	_, err = setDeadline.Call(context.Background(), json.RawMessage(`{"order_id":"--help","deadline":"2026-05-20"}`))
	fmt.Println(taxonomy.ClassOf(err))

	// Output:
	// {"order":"1001","total":9007199254740993} <nil>
	// RESOURCE_CONFLICT LOCKED no
	// INPUT_ERROR
}
