package httptool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// A request that is only data becomes a tool.
func ExampleNew() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.URL.Path, string(body))
		w.WriteHeader(http.StatusLocked)
		fmt.Fprint(w, `{"message":"locked by billing until 09:30"}`)
	}))
	defer service.Close()

	setDeadline, err := httptool.New(&httptool.Config{
		Name: "set_deadline", Effect: tool.Idempotent,
		Method: "PATCH", URL: service.URL + "/orders/{order_id}",
		Body: map[string]any{"deadline": "{deadline}"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = setDeadline.Call(context.Background(), json.RawMessage(`{"order_id":"1001","deadline":"2026-05-20"}`))
	fmt.Println(err)
	fmt.Println(taxonomy.ClassOf(err))
	_, err = setDeadline.Call(context.Background(), json.RawMessage(`{"deadline":"2026-05-20"}`))
	fmt.Println(err)

	// Output:
	// PATCH /orders/1001 {"deadline":"2026-05-20"}
	// LOCKED: locked by billing until 09:30
	// RESOURCE_CONFLICT
	// MISSING_FIELD: order_id is missing
}

// A Go func that calls a service.
func ExampleDecode() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"order_id":"1001","total":9007199254740993}`)
	}))
	defer service.Close()

	type order struct {
		OrderID string `json:"order_id"`
		Total   int64  `json:"total"`
	}
	get := func(ctx context.Context, id string) (order, error) {
		req, err := httptool.NewRequest(ctx, http.MethodGet, service.URL+"/orders/"+id, nil)
		if err != nil {
			return order{}, err
		}
		resp, err := http.DefaultClient.Do(req) //nolint:bodyclose // Decode closes it
		if err != nil {
			return order{}, err
		}
		return httptool.Decode[order](resp)
	}
	o, err := get(context.Background(), "1001")
	fmt.Println(o.Total, err)

	// Output: 9007199254740993 <nil>
}
