package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var errBuild = errors.New("go build")

// built are the commands, compiled once, as a user would get them: go run hides
// exit statuses.
var built = sync.OnceValues(func() (map[string]string, error) {
	dir, err := os.MkdirTemp("", "batchagent-test-*")
	if err != nil {
		return nil, err
	}
	bins := map[string]string{"": dir}
	for _, pkg := range []string{"./cmd/batchagent", "./examples/orders"} {
		bins[pkg] = filepath.Join(dir, filepath.Base(pkg))
		cmd := exec.Command("go", "build", "-o", bins[pkg], pkg)
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			return bins, fmt.Errorf("%w %s: %w\n%s", errBuild, pkg, err, out)
		}
	}
	return bins, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if bins, _ := built(); bins != nil {
		_ = os.RemoveAll(bins[""])
	}
	os.Exit(status)
}

func build(t *testing.T, pkg string) string {
	t.Helper()
	bins, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return bins[pkg]
}

// serveOrders starts the order service and returns its address.
func serveOrders(t *testing.T, bin string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bin, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if m := regexp.MustCompile(`http://[0-9.:]+`).FindString(lines.Text()); m != "" {
			go func() {
				for lines.Scan() {
					continue // read on, so that the service is never held up
				}
			}()
			return m
		}
	}
	t.Fatal("the order service did not say where it is")
	return ""
}

// jobAt returns a copy of the example's job file that calls the service at
// base, beside its items.
func jobAt(t *testing.T, base string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"deadlines.yaml", "deadlines-openapi.yaml", "openapi.yaml", "deadlines.csv"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "examples", "orders", name))
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.ReplaceAll(data, []byte("http://127.0.0.1:8081"), []byte(base))
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "deadlines.yaml")
}

func exitStatus(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	t.Fatal(err)
	return -1
}

type report struct {
	Status string
	Counts map[string]int
	Items  []struct {
		ID, Outcome, How string
		Error            *struct{ Code, Applied string }
	}
}

func TestTheOrderJobAgainstTheServedOrders(t *testing.T) {
	t.Parallel()
	batchagent, orders := build(t, "./cmd/batchagent"), build(t, "./examples/orders")
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		counts map[string]int
	}{
		{"plain", nil, 4, map[string]int{"read": 15, "succeeded": 9, "skipped": 3, "failed": 2, "in_doubt": 1, "not_done": 0}},
		{"deny", []string{"--deny"}, 3, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base := serveOrders(t, orders, tt.args...)
			job := jobAt(t, base)
			out := filepath.Join(filepath.Dir(job), "out.json")
			cmd := exec.CommandContext(t.Context(), batchagent, "run", job, "--report", out, "--lang", "en")
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if got := exitStatus(t, cmd.Run()); got != tt.status {
				t.Errorf("exit status %d, want %d\n%s%s", got, tt.status, stdout.String(), stderr.String())
			}
			var r report
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &r); err != nil {
				t.Fatal(err)
			}
			for name, want := range tt.counts {
				if r.Counts[name] != want {
					t.Errorf("%s: %d, want %d", name, r.Counts[name], want)
				}
			}
			holdAgainst(t, base, &r)
			for _, want := range []string{"order-deadlines", fmt.Sprintf("exit status %d", tt.status), `LOCKED: 423 "locked by billing until 09:30"`} {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("the summary does not say %q:\n%s", want, stdout.String())
				}
			}
		})
	}
}

// TestTheStoryByWayOfTheSpec: the summary is the same, word for word, but for
// the time that was waited and the id of the run. Where the batch is stopped it
// depends on the clock which waits were over by then, so that there only what
// the service says counts.
func TestTheStoryByWayOfTheSpec(t *testing.T) {
	t.Parallel()
	batchagent, orders := build(t, "./cmd/batchagent"), build(t, "./examples/orders")
	for _, deny := range []string{"--deny=false", "--deny=true"} {
		t.Run(deny, func(t *testing.T) {
			t.Parallel()
			var summaries []string
			for _, name := range []string{"deadlines.yaml", "deadlines-openapi.yaml"} {
				base := serveOrders(t, orders, deny)
				job := filepath.Join(filepath.Dir(jobAt(t, base)), name)
				out := filepath.Join(filepath.Dir(job), "out.json")
				cmd := exec.CommandContext(t.Context(), batchagent, "run", job, "--report", out, "--lang", "en", "--concurrency", "1", "--set", "retry.initial=1ms")
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				if got, want := exitStatus(t, cmd.Run()), map[string]int{"--deny=false": 4, "--deny=true": 3}[deny]; got != want {
					t.Errorf("%s: exit status %d, want %d\n%s", name, got, want, stderr.String())
				}
				var r report
				data, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(data, &r); err != nil {
					t.Fatal(err)
				}
				holdAgainst(t, base, &r)
				text := strings.ReplaceAll(stdout.String(), job, "JOB")
				text = regexp.MustCompile(`run [0-9A-Z]{16} .*`).ReplaceAllString(text, "run ID")
				summaries = append(summaries, regexp.MustCompile(`waited\s+\S+\s+m?s`).ReplaceAllString(text, "waited"))
			}
			if deny == "--deny=true" {
				return
			}
			if summaries[0] != summaries[1] || !strings.Contains(summaries[0], "15 items = ") {
				t.Errorf("by request:\n%s\nby the spec:\n%s", summaries[0], summaries[1])
			}
		})
	}
}

// holdAgainst compares a report with what the service says of its orders.
func holdAgainst(t *testing.T, base string, r *report) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/orders", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	var orders []struct {
		OrderID string `json:"order_id"`
		Writes  int    `json:"writes"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&orders); err != nil {
		t.Fatal(err)
	}
	writes := map[string]int{}
	for _, o := range orders {
		writes[o.OrderID] = o.Writes
	}
	if len(r.Items) != 15 || len(orders) < 12 {
		t.Errorf("%d items, %d orders", len(r.Items), len(orders))
	}
	for _, item := range r.Items {
		n := writes[item.ID]
		switch item.Outcome {
		case "succeeded":
			if n != 1 {
				t.Errorf("%s succeeded and was written %d times", item.ID, n)
			}
		case "in_doubt":
			if n > 1 || item.Error.Applied != "maybe" {
				t.Errorf("%s is in doubt, applied %s, and was written %d times", item.ID, item.Error.Applied, n)
			}
		default:
			if n != 0 || item.Error == nil || item.Error.Applied != "no" {
				t.Errorf("%s is %s and was written %d times: %+v", item.ID, item.Outcome, n, item.Error)
			}
		}
	}
}

func TestASignalStopsTheRunAndTheReportIsWhole(t *testing.T) {
	t.Parallel()
	bin := build(t, "./cmd/batchagent")
	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		twice  bool
		status int
		counts map[string]int
	}{
		{"what runs may end", syscall.SIGINT, false, 130, map[string]int{"read": 15, "succeeded": 1, "in_doubt": 0, "not_done": 14}},
		{"and so with SIGTERM", syscall.SIGTERM, false, 143, map[string]int{"read": 15, "succeeded": 1, "in_doubt": 0, "not_done": 14}},
		{"and so with SIGHUP", syscall.SIGHUP, false, 129, map[string]int{"read": 15, "succeeded": 1, "in_doubt": 0, "not_done": 14}},
		{"the second cuts it off", syscall.SIGINT, true, 130, map[string]int{"read": 15, "succeeded": 0, "in_doubt": 1, "not_done": 14}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sent := make(chan struct{}, 100)
			release := make(chan struct{})
			var once sync.Once
			let := func() { once.Do(func() { close(release) }) }
			s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				sent <- struct{}{}
				select {
				case <-release:
				case <-r.Context().Done():
				}
			}))
			defer s.Close()
			defer let()
			job := jobAt(t, s.URL)
			cmd := exec.CommandContext(t.Context(), bin, "run", job, "--json", "--concurrency", "1")
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-sent
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(stderr)
			for lines.Scan() {
				if strings.HasPrefix(lines.Text(), "stopping") {
					break
				}
			}
			start := time.Now()
			if tt.twice {
				if err := cmd.Process.Signal(tt.signal); err != nil {
					t.Fatal(err)
				}
			} else {
				let()
			}
			for lines.Scan() {
				continue // read on, so that the command is never held up
			}
			if got := exitStatus(t, cmd.Wait()); got != tt.status {
				t.Errorf("exit status %d, want %d", got, tt.status)
			}
			if took := time.Since(start); took > 9*time.Second { // less than the grace, which a stop that is not obeyed would take
				t.Errorf("took %s to stop", took)
			}
			var r report
			if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
				t.Fatalf("%v\n%s", err, stdout.String())
			}
			if r.Status != "interrupted" {
				t.Errorf("status %s", r.Status)
			}
			for name, want := range tt.counts {
				if r.Counts[name] != want {
					t.Errorf("%s: %d, want %d", name, r.Counts[name], want)
				}
			}
		})
	}
}

func TestExitStatus64CallsNothing(t *testing.T) {
	t.Parallel()
	bin := build(t, "./cmd/batchagent")
	cmd := exec.CommandContext(t.Context(), bin, "run", "nowhere.yaml")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if got := exitStatus(t, cmd.Run()); got != 64 || !strings.Contains(stderr.String(), "nowhere.yaml") {
		t.Errorf("exit status %d: %s", got, stderr.String())
	}
}
