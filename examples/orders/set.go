package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
)

// Exit statuses of orders set, after sysexits.h of the BSDs.
const (
	exitData        = 65 // EX_DATAERR: the change is no valid one
	exitNoOrder     = 66 // EX_NOINPUT
	exitUnavailable = 69 // EX_UNAVAILABLE: the service was not reached
	exitSoftware    = 70 // EX_SOFTWARE
	exitNoReply     = 74 // EX_IOERR: the service may have made the change
	exitTempFail    = 75 // EX_TEMPFAIL: not now
	exitNoPerm      = 77 // EX_NOPERM
)

// exitError ends the program with a status.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// set is a command as somebody may have it: it reads one change as JSON, calls
// the service at url and prints the order; what went wrong goes to the standard
// error, and its kind is the exit status.
func set(ctx context.Context, url string, in io.Reader, out io.Writer) error {
	var c Change
	if err := json.NewDecoder(in).Decode(&c); err != nil {
		return &exitError{exitData, fmt.Errorf("the standard input is no change such as {\"order_id\":\"1001\",\"deadline\":\"2026-05-20\"}: %w", err)}
	}
	order, err := newRemote(url, os.Getenv("ORDERS_TOKEN")).set(ctx, &c, os.Getenv("BATCHAGENT_IDEMPOTENCY_KEY"))
	if err != nil {
		return &exitError{statusOf(err), err}
	}
	_, err = fmt.Fprintf(out, "%s\n", order)
	return err
}

func statusOf(err error) int {
	no, ok := errors.AsType[*refused](err)
	if !ok {
		if op, dial := errors.AsType[*net.OpError](err); dial && op.Op == "dial" {
			return exitUnavailable
		}
		return exitNoReply
	}
	switch no.Status {
	case 400, 422:
		return exitData
	case 401, 403:
		return exitNoPerm
	case 404:
		return exitNoOrder
	case 409, 412, 423, 429, 503:
		return exitTempFail
	}
	return exitSoftware
}
