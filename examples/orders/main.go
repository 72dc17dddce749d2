package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "orders:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to be undone
	}
}

func run(ctx context.Context, args []string) error {
	serving := len(args) > 0 && args[0] == "serve"
	if serving {
		args = args[1:]
	}
	flags := flag.NewFlagSet("orders", flag.ContinueOnError)
	deny := flags.Bool("deny", false, "enforce ownership: order 1011 belongs to another company")
	lang := flags.String("lang", "en", "language of the summary: en or zh")
	addr := flags.String("addr", "127.0.0.1:8081", "with serve: address to listen on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unknown argument %q; the only command is serve", flags.Arg(0)) //nolint:err113 // for people
	case serving:
		return serve(ctx, *addr, *deny, os.Stderr)
	}
	_, _, err := story(ctx, os.Stdout, *deny, *lang)
	return err
}
