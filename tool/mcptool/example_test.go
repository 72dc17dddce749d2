package mcptool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

// A server's tool becomes one of ours. A server that is a command has Command:
// []string{"npx", "some-server"} instead of the URL.
func Example() {
	shop := orderServer()
	defer shop.Close()

	ctx := context.Background()
	server, err := mcptool.NewServer(&mcptool.ServerConfig{Name: "orders", URL: shop.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close(ctx) //nolint:errcheck // the end of an example

	if _, err := server.Tool(ctx, "set_dedline", nil); err != nil {
		fmt.Println(err)
	}
	set, err := server.Tool(ctx, "set_deadline", &mcptool.ToolConfig{
		Effect: tool.Idempotent, // the server does not say so
		Target: "order_id",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := set.Call(ctx, json.RawMessage(`{"order_id":"1001","deadline":"2026-05-20"}`))
	fmt.Println(string(value), err)

	_, err = set.Call(ctx, json.RawMessage(`{"order_id":"1002","deadline":"2026-05-20"}`))
	fmt.Println(err)
	fmt.Println(taxonomy.ClassOf(err))

	// Output:
	// UNKNOWN_TOOL: the MCP server orders has no tool "set_dedline"; did you mean "set_deadline"?
	// {"order_id":"1001","total":9007199254740993} <nil>
	// LOCKED: order 1002 is locked by billing
	// RESOURCE_CONFLICT
}

// orderServer stands for any MCP server.
func orderServer() *httptest.Server {
	type change struct {
		OrderID  string `json:"order_id"`
		Deadline string `json:"deadline"`
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "set_deadline", Description: "Sets the deadline of an order."},
		func(_ context.Context, _ *mcp.CallToolRequest, c change) (*mcp.CallToolResult, any, error) {
			if c.OrderID == "1002" {
				return nil, nil, fmt.Errorf("order %s is locked by billing", c.OrderID)
			}
			return nil, json.RawMessage(`{"order_id":"` + c.OrderID + `","total":9007199254740993}`), nil
		})
	return httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true}))
}
