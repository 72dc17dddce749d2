// Package mcptool makes tools of the tools of an MCP server.
package mcptool

import (
	_ "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
)
