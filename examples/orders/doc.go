// Command orders tells the story that batchagent exists for: the delivery dates
// of several orders are to be changed, and some of the changes cannot be made.
//
//	go run ./examples/orders          the whole story, offline, in seconds
//	go run ./examples/orders --deny   with an order that this login may not touch
//	go run ./examples/orders serve    keeps the order service running
//	go run ./examples/orders mcp      an MCP server in front of one
//	orders set                        a command that changes one order
//	go run ./examples/orders messy    wrong input of many kinds, repaired by rules
//
// It starts a real order service (package service) on a free loopback port,
// changes the orders over HTTP through the library, prints the summary, and
// then the orders as they stand in the database, so that one can be held
// against the other.
//
// The same story is told by the command line through each kind of tool:
// deadlines.yaml (HTTP), deadlines-openapi.yaml, deadlines-exec.yaml (orders set)
// and deadlines-mcp.yaml.
package main
