package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
	"github.com/batchagent/batchagent/internal/cli"
)

// beOrders makes the test binary the program itself.
const beOrders = "ORDERS_TEST_BE_ORDERS"

func TestMain(m *testing.M) {
	if os.Getenv(beOrders) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestOneStoryThroughEveryKind: the same service is called over HTTP, by its
// OpenAPI description, through a command and through an MCP server, and the
// summaries differ in nothing but how long was waited.
func TestOneStoryThroughEveryKind(t *testing.T) {
	t.Parallel()
	jobs, err := filepath.Glob("deadlines*.yaml")
	if err != nil || len(jobs) < 3 {
		t.Fatalf("%q, %v", jobs, err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// What the files say for people, said for the test.
	settings := map[string]func(base string) []string{
		"deadlines.yaml": func(base string) []string {
			return []string{"tool.http.request=PATCH " + base + "/orders/{order_id}"}
		},
		"deadlines-openapi.yaml": func(base string) []string { return []string{"tool.openapi.server=" + base} },
		"deadlines-exec.yaml": func(base string) []string {
			return []string{"tool.exec.command=[" + exe + ", set]", "tool.exec.env={" + beOrders + ": set, ORDERS_URL: " + base + "}"}
		},
		"deadlines-mcp.yaml": func(base string) []string {
			return []string{"tool.mcp.command=[" + exe + ", mcp, --url, " + base + "]", "tool.mcp.env={" + beOrders + ": mcp}"}
		},
	}
	summaries := map[string]string{}
	for _, job := range jobs {
		s, err := service.Open(t.Context(), &service.Options{Seed: bytes.NewReader(ordersCSV)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		server := httptest.NewServer(s.Handler())
		t.Cleanup(server.Close)
		if settings[job] == nil {
			t.Fatalf("how to run %s?", job)
		}
		args := []string{"run", job}
		for _, set := range settings[job](server.URL) {
			args = append(args, "--set", set)
		}
		var out, errs bytes.Buffer
		status := cli.Run(context.WithoutCancel(t.Context()), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if status != 4 { // one is in doubt
			t.Errorf("%s: exit status %d\n%s", job, status, errs.String())
		}
		summaries[job] = withoutTimes(out.String())
		orders, err := s.Orders(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range orders {
			if o.Writes > 1 {
				t.Errorf("%s: %s was changed %d times", job, o.ID, o.Writes)
			}
		}
	}
	for _, job := range jobs {
		if diff := cmp.Diff(summaries["deadlines.yaml"], summaries[job]); diff != "" {
			t.Errorf("%s: %s", job, diff)
		}
	}
	if t.Failed() {
		t.Log(summaries["deadlines.yaml"])
	}
}

// withoutTimes leaves out of a summary what differs from run to run.
func withoutTimes(summary string) string {
	text, _, _ := strings.Cut(summary, "\nrun ")
	text = regexp.MustCompile(`waited \d+ ms|waited [\d.]+ s\b`).ReplaceAllString(text, "waited …")
	return strings.Join(strings.Fields(text), " ") // lines break elsewhere
}
