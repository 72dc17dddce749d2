// Command batchagent runs a tool over many items and says exactly what happened
// to each of them. See batchagent --help.
package main

import (
	"os"

	"github.com/batchagent/batchagent/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
