package openapitool_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

// A service that describes itself: the request, the schema and the names of its
// refusals are in the spec; what a second call does is not.
func Example() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/orders/1002" {
			w.WriteHeader(http.StatusLocked)
			return
		}
		fmt.Fprint(w, `{"order_id":"1001","deadline":"2026-05-18"}`)
	}))
	defer service.Close()

	spec, err := openapitool.Parse("orders.openapi.yaml", []byte(`
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{order_id}:
    parameters:
      - {name: order_id, in: path, required: true, schema: {type: string}}
    patch:
      operationId: updateOrder
      summary: Set the delivery date of an order
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [deadline]
              properties: {deadline: {type: string, format: date}}
      responses:
        "200": {description: The order}
        "423": {description: Somebody else works on the order}
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	update, err := spec.Tool("updateOrder", &openapitool.Config{Server: service.URL, Effect: tool.Idempotent})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, args := range []string{
		`{"order_id":"1001","deadline":"2026-05-18"}`,
		`{"order_id":"1002","deadline":"2026-05-18"}`,
		`{"order_id":"1003","deadline":"soon"}`,
	} {
		_, result := executor.New(nil).Call(context.Background(), update, []byte(args))
		fmt.Println(result.Outcome, result.Err)
	}
	// Output:
	// succeeded <nil>
	// skipped updateOrder: LOCKED: Locked: Somebody else works on the order
	// failed updateOrder: INVALID_FORMAT: deadline is not a valid date: "soon"
}
