package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

// metaKey is where batchagent puts a call's idempotency key (mcptool.MetaKey).
const metaKey = "io.batchagent/idempotency-key"

// serveMCP speaks MCP on the standard input and output. Without a url it starts
// an order service of its own, which is gone when it ends.
func serveMCP(ctx context.Context, url string, deny bool) error {
	token := os.Getenv("ORDERS_TOKEN")
	if url == "" {
		token = rand.Text()
		s, err := service.Open(ctx, &service.Options{Seed: bytes.NewReader(ordersCSV), Token: token, Owner: login, Deny: deny})
		if err != nil {
			return err
		}
		defer s.Close() //nolint:errcheck // the process ends with it
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("no free port: %w", err)
		}
		server := newServer(s, nil)
		go server.Serve(listener) //nolint:errcheck // closed below
		defer server.Close()      //nolint:errcheck // the process ends with it
		url = "http://" + listener.Addr().String()
	}
	return mcpServer(newRemote(url, token)).Run(ctx, &mcp.StdioTransport{})
}

// orderID is the argument of get_order.
type orderID struct {
	OrderID string `json:"order_id" jsonschema:"the order's number"`
}

// mcpServer has a tool that reads and one that writes. A failure is a result
// with isError and the service's own words, as the protocol asks for, so that a
// model can read it.
func mcpServer(r *remote) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name: "get_order", Description: "Read an order",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, in orderID) (*mcp.CallToolResult, any, error) {
		return passOn(r.get(ctx, in.OrderID))
	})
	no := false
	mcp.AddTool(s, &mcp.Tool{
		Name: "set_deadline", Description: "Set the delivery date of an order",
		InputSchema: json.RawMessage(changeSchema),
		Annotations: &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}, func(ctx context.Context, req *mcp.CallToolRequest, in Change) (*mcp.CallToolResult, any, error) {
		return passOn(r.set(ctx, &in, changeKey(req, &in)))
	})
	return s
}

// passOn passes an order on as the service has sent it.
func passOn(order json.RawMessage, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return nil, order, nil
}

// changeKey is the caller's key or, for callers that have none, one that is the
// same for the same change.
func changeKey(req *mcp.CallToolRequest, c *Change) string {
	if key, ok := req.Params.Meta[metaKey].(string); ok {
		return key
	}
	sum := sha256.Sum256([]byte(c.OrderID + "\x00" + c.Deadline))
	return hex.EncodeToString(sum[:16])
}
