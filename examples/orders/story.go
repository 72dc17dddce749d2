package main

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/examples/orders/internal/service"
	"github.com/batchagent/batchagent/executor"
)

//go:embed orders.csv
var ordersCSV []byte

// spec is what the service says of itself.
//
//go:embed openapi.yaml
var spec []byte

//go:embed deadlines.csv
var deadlinesCSV []byte

// login is who the service takes the story's caller for.
const login = "acme-trading"

// story starts the service, runs the batch against it, and prints the summary
// and then the orders as they stand in the database.
func story(ctx context.Context, w io.Writer, deny bool, lang, model string) (*batch.Report[string, Order], []service.Order, error) {
	corrector, usage, err := correctors(model)
	if err != nil {
		return nil, nil, err
	}
	token := rand.Text()
	s, err := service.Open(ctx, &service.Options{Seed: bytes.NewReader(ordersCSV), Token: token, Owner: login, Deny: deny})
	if err != nil {
		return nil, nil, err
	}
	defer s.Close() //nolint:errcheck // the process ends with it
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("no free port: %w", err)
	}
	server := newServer(s, nil)
	go server.Serve(listener) //nolint:errcheck // closed below
	defer server.Close()      //nolint:errcheck // the process ends with it

	c := &client{base: "http://" + listener.Addr().String(), token: token, http: &http.Client{}}
	changes, err := readChanges(deadlinesCSV)
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "Changing the delivery dates of %d orders at %s\n\n", len(changes), c.base)
	x := executor.New(&executor.Options{
		Corrector: corrector,
		Observers: []executor.Observer{progress(w)},
	})
	// The error says that not every order was changed; the summary says more.
	report, _ := batch.RunInputs(ctx, x, c.deadlineTool(), inputs(changes), &batch.Options{
		Name: "order-deadlines", KeepArgs: true, ModelUsage: usage,
	})
	fmt.Fprintf(w, "\n%s\n", report.Text(&batch.TextOptions{Lang: lang, Source: "deadlines.csv"}))
	orders, err := s.Orders(context.WithoutCancel(ctx))
	if err != nil {
		return report, nil, err
	}
	printOrders(w, orders)
	return report, orders, nil
}

// line is a change and where it stands in its file.
type line struct {
	Change
	number int
}

func readChanges(data []byte) ([]line, error) {
	r := csv.NewReader(bytes.NewReader(data))
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("deadlines.csv: %w", err)
	}
	changes := make([]line, 0, len(rows))
	for i, row := range rows[1:] {
		c := line{Change: Change{OrderID: row[0], Deadline: row[1]}, number: i + 2}
		if row[2] != "" {
			if c.Version, err = strconv.Atoi(row[2]); err != nil {
				return nil, fmt.Errorf("deadlines.csv line %d: version: %w", c.number, err)
			}
		}
		changes = append(changes, c)
	}
	return changes, nil
}

func inputs(changes []line) iter.Seq[batch.Input[string, Change]] {
	return func(yield func(batch.Input[string, Change]) bool) {
		for _, c := range changes {
			if !yield(batch.Input[string, Change]{Key: c.OrderID, In: c.Change, Line: c.number}) {
				return
			}
		}
	}
}

// progress prints what happens, as it happens.
func progress(w io.Writer) executor.Observer {
	var mu sync.Mutex // events come from all workers
	return executor.ObserverFunc(func(_ context.Context, e *executor.Event) {
		var text string
		switch {
		case e.Kind == executor.AttemptDone && e.Err != nil:
			text = fmt.Sprintf("call %d: %s", e.Attempt, e.Err.Code)
			if status := e.Err.Status(); status > 0 {
				text = fmt.Sprintf("call %d: %d %s", e.Attempt, status, e.Err.Code)
			}
		case e.Kind == executor.Waiting:
			text = fmt.Sprintf("waits %s", e.Wait.Round(10*time.Millisecond))
		case e.Kind == executor.Corrected:
			text = "corrected: " + e.Correction.Reason
		case e.Kind == executor.Settled:
			text = e.Result.Outcome.String()
		default:
			return
		}
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "  %-6s %s\n", e.Item, text)
	})
}

func printOrders(w io.Writer, orders []service.Order) {
	fmt.Fprintln(w, "The orders as they stand in the database:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "order\tdeadline\tversion\tchanged\tstatus\tlocked by")
	for _, o := range orders {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\n", o.ID, o.Deadline, o.Version, times(o.Writes), o.Status, o.LockHolder)
	}
	_ = t.Flush()
}

func times(n int64) string {
	switch n {
	case 0:
		return "no"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func newServer(s *service.Service, logger *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("/", s.Handler())
	mux.HandleFunc("GET /openapi.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml") // RFC 9512
		_, _ = w.Write(spec)                               // a client that left cannot be told so
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	if logger != nil {
		server.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelWarn)
	}
	return server
}

// serve keeps the service running until ctx ends.
func serve(ctx context.Context, addr string, deny bool, w io.Writer) error {
	logger := slog.New(slog.NewTextHandler(w, nil))
	s, err := service.Open(ctx, &service.Options{Seed: bytes.NewReader(ordersCSV), Owner: login, Deny: deny, Logger: logger})
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // the process ends with it
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("%w; is another one running there? Take another address with --addr 127.0.0.1:0", err)
	}
	fmt.Fprintf(w, "order service at http://%s (in memory; stop it with Ctrl-C)\n", listener.Addr())
	server := newServer(s, logger)
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}
