package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// Change is what is to be done to one order.
type Change struct {
	OrderID  string `json:"order_id"`
	Deadline string `json:"deadline"`          // YYYY-MM-DD
	Version  int    `json:"version,omitempty"` // change only if the order still has it; 0: any
}

// Order is what the service answers.
type Order struct {
	OrderID  string `json:"order_id"`
	Customer string `json:"customer"`
	Deadline string `json:"deadline"`
	Status   string `json:"status"`
	Version  int    `json:"version"`
}

// changeSchema says more than the Go type can: that a deadline is a date, which
// is all that the correction rules need to know.
const changeSchema = `{
  "type": "object",
  "required": ["order_id", "deadline"],
  "additionalProperties": false,
  "properties": {
    "order_id": {"type": "string"},
    "deadline": {"type": "string", "format": "date"},
    "version": {"type": "integer", "minimum": 1}
  }
}`

// client calls the order service.
type client struct {
	base, token string
	http        *http.Client
}

// deadlineTool is the tool: Idempotent, since the service remembers the key of
// a change that it has made.
func (c *client) deadlineTool() *tool.Func[Change, Order] {
	return tool.Must(tool.New(tool.Spec{
		Name: "set_deadline", Description: "Set the delivery date of an order",
		Effect: tool.Idempotent, Target: "order_id", Schema: json.RawMessage(changeSchema),
	}, c.setDeadline))
}

func (c *client) setDeadline(ctx context.Context, change Change) (Order, error) {
	body := map[string]any{"deadline": change.Deadline}
	if change.Version > 0 {
		body["version"] = change.Version
	}
	// NewRequest sends the call's idempotency key, the same on every attempt.
	req, err := httptool.NewRequest(ctx, http.MethodPatch, c.base+"/orders/"+url.PathEscape(change.OrderID), body)
	if err != nil {
		return Order{}, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := httptool.Do(c.http, req) //nolint:bodyclose // Decode closes it
	if err != nil {
		return Order{}, err
	}
	return httptool.Decode[Order](resp)
}
