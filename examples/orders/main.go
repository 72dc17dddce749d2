package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:])
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	status := 1
	if e, ok := errors.AsType[*exitError](err); ok {
		status = e.status
	} else {
		err = fmt.Errorf("orders: %w", err)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(status) //nolint:gocritic // nothing is left to be undone
}

func run(ctx context.Context, args []string) error {
	command := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("orders", flag.ContinueOnError)
	deny := flags.Bool("deny", false, "enforce ownership: order 1011 belongs to another company")
	lang := flags.String("lang", "en", "language of the summary: en or zh")
	addr := flags.String("addr", "127.0.0.1:8081", "with serve: address to listen on")
	url := flags.String("url", "", "with set and mcp: where the service is; set: $ORDERS_URL or http://127.0.0.1:8081, mcp: one of its own")
	model := flags.String("llm", "", "a model that corrects where no rule helps: scripted, or one of the endpoint at OPENAI_BASE_URL")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q", flags.Arg(0)) //nolint:err113 // for people
	}
	switch command {
	case "":
		_, _, err := story(ctx, os.Stdout, *deny, *lang, *model)
		return err
	case "serve":
		return serve(ctx, *addr, *deny, os.Stderr)
	case "set":
		return set(ctx, cmp.Or(*url, os.Getenv("ORDERS_URL"), "http://127.0.0.1:8081"), os.Stdin, os.Stdout)
	case "mcp":
		return serveMCP(ctx, *url, *deny)
	case "messy":
		_, _, err := messy(ctx, os.Stdout, *lang, *model)
		return err
	}
	return fmt.Errorf("unknown command %q; there are serve, set, mcp and messy", command) //nolint:err113 // for people
}
