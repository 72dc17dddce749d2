package service_test

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/examples/orders/internal/service"
)

// named is a seed that knows its file's name, as *os.File does.
type named struct{ io.Reader }

func (named) Name() string { return "orders.csv" }

func TestSeedErrors(t *testing.T) {
	t.Parallel()
	const good = "1,Acme,acme-trading,2026-05-04,open,1,,,\n"
	tests := []struct{ name, seed, want string }{
		{name: "empty", seed: "", want: "orders.csv:1: the seed is empty: its first line must be " + strings.TrimSpace(header)},
		{name: "no header", seed: good, want: "orders.csv:1:1: the header must be " + strings.TrimSpace(header)},
		{name: "too few columns", seed: header + good + "2,Acme\n", want: "orders.csv:3:1: 2 columns where the header has 9"},
		{name: "no id", seed: header + ",Acme,a,2026-05-04,open,1,,,\n", want: "orders.csv:2:1: order_id is empty"},
		{name: "id twice", seed: header + good + "\n" + good, want: `orders.csv:4:1: order "1" stands in line 2 already`},
		{
			name: "no such day", seed: header + good + "2,Acme,a,2026-02-30,open,1,,,\n",
			want: `orders.csv:3:10: deadline: "2026-02-30" is not a date of the form YYYY-MM-DD: there is no such day`,
		},
		{
			name: "unknown status", seed: header + "2,Acme,a,2026-05-04,opne,1,,,\n",
			want: `orders.csv:2:21: unknown status "opne": use one of cancelled, shipped, open`,
		},
		{name: "version", seed: header + "2,Acme,a,2026-05-04,open,0,,,\n", want: `orders.csv:2:26: version "0" is not a whole number from 1 on`},
		{
			name: "half a lock", seed: header + "2,Acme,a,2026-05-04,open,1,billing,,\n",
			want: "orders.csv:2:28: a lock needs both lock_holder and locked_until; without one leave both empty",
		},
		{
			name: "time of day", seed: header + "2,Acme,a,2026-05-04,open,1,billing,9:30,\n",
			want: `orders.csv:2:36: locked_until "9:30" is not a time of day of the form HH:MM`,
		},
		{
			name: "unknown fault", seed: header + good + "2,Acme,a,2026-05-04,open,1,,,lose-repy\n",
			want: `orders.csv:3:30: unknown fault "lose-repy": use one of none, unavailable, patience, busy, lose-reply`,
		},
		{name: "not CSV", seed: header + good + `2,"Acme`, want: `orders.csv:3:8: not CSV: extraneous or missing " in quoted-field`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := service.Open(t.Context(), &service.Options{Seed: named{strings.NewReader(tt.seed)}})
			if err == nil {
				t.Fatal("the seed was taken", s.Close())
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// A reader without a name is called "seed", and a read error is passed on.
func TestSeedReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	_, err := service.Open(t.Context(), &service.Options{Seed: io.MultiReader(strings.NewReader(header), failing{broken})})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "read seed: ") {
		t.Errorf("error %v, want one that wraps %q and names the seed", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestSeedByteOrderMark(t *testing.T) {
	t.Parallel()
	s := open(t, service.Options{Seed: strings.NewReader("\ufeff" + seed)})
	if got := order(t, s, "locked").LockHolder; got != "billing" {
		t.Errorf("lock holder %q, want billing", got)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	t.Run("nil options are an empty database", func(t *testing.T) {
		t.Parallel()
		s, err := service.Open(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		if orders, err := s.Orders(t.Context()); err != nil || len(orders) != 0 {
			t.Errorf("%d orders, %v; want none", len(orders), err)
		}
		if _, err := s.Order(t.Context(), "1"); !errors.Is(err, service.ErrNoSuchOrder) {
			t.Errorf("error %v, want ErrNoSuchOrder", err)
		}
	})
	t.Run("two in memory are apart", func(t *testing.T) {
		t.Parallel()
		one, two := open(t, service.Options{}), open(t, service.Options{})
		serve(t, one).must(t, patch("1", change))
		if a, b := order(t, one, "1").Writes, order(t, two, "1").Writes; a != 1 || b != 0 {
			t.Errorf("%d and %d writes, want 1 and 0", a, b)
		}
	})
	t.Run("Deny needs Owner", func(t *testing.T) {
		t.Parallel()
		if _, err := service.Open(t.Context(), &service.Options{Deny: true}); err == nil || !strings.Contains(err.Error(), "Owner") {
			t.Errorf("error %v, want one about Owner", err)
		}
	})
	t.Run("not a database", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "orders.db")
		if err := os.WriteFile(file, []byte(strings.Repeat("no database\n", 100)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := service.Open(t.Context(), &service.Options{Path: file}); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("error %v, want one that names %s", err, file)
		}
	})
}

// TestShippedFiles holds the data files of the example to the story that is told
// with them. Without Deny, every change is sent once.
func TestShippedFiles(t *testing.T) {
	t.Parallel()
	orders, err := os.Open("../../orders.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = orders.Close() }()
	s := open(t, service.Options{Seed: orders, Owner: "acme-trading"})
	c := serve(t, s)

	changes, err := os.ReadFile("../../deadlines.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(changes))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"order_id", "deadline", "version"}, rows[0]); diff != "" {
		t.Errorf("header of deadlines.csv (-want +got):\n%s", diff)
	}
	// First try, and what a resend of the same request gets.
	want := map[string][2]string{
		"1001": {"200", "200"},
		"1002": {"423 LOCKED locked by billing until 09:30", "423 LOCKED locked by billing until 09:30"},
		"1003": {"200", "200"},
		"1004": {"503 UNAVAILABLE the service is not available, nothing was changed", "200"},
		"1005": {"409 VERSION_CONFLICT expected version 3, found 5", "409 VERSION_CONFLICT expected version 3, found 5"},
		"1006": {`422 VALIDATION_FAILED "20/5/2026" is not a date of the form YYYY-MM-DD`, `422 VALIDATION_FAILED "20/5/2026" is not a date of the form YYYY-MM-DD`},
		"1007": {"404 NOT_FOUND no such order", "404 NOT_FOUND no such order"},
		"1008": {"lost", "409 VERSION_CONFLICT expected version 3, found 4"},
		"1009": {"429 RATE_LIMITED too many requests; Retry-After 1", "200"},
		"1010": {"lost", "200"},
		"1011": {"200", "200"},
		"1012": {"409 STATE_CONFLICT order is already shipped", "409 STATE_CONFLICT order is already shipped"},
		"1013": {
			`422 VALIDATION_FAILED "2026-02-30" is not a date of the form YYYY-MM-DD: there is no such day`,
			`422 VALIDATION_FAILED "2026-02-30" is not a date of the form YYYY-MM-DD: there is no such day`,
		},
		"1014": {"200", "200"},
		"1015": {"200", "200"},
	}
	for i, row := range rows[1:] {
		id := row[0]
		if want := strconv.Itoa(1001 + i); id != want {
			t.Fatalf("deadlines.csv line %d is order %s, want %s", i+2, id, want)
		}
		if o, err := s.Order(t.Context(), id); err == nil && o.Deadline == row[1] {
			t.Errorf("order %s has its new deadline %s already", id, o.Deadline)
		}
		body := `{"deadline":"` + row[1] + `"}`
		if row[2] != "" {
			body = `{"deadline":"` + row[1] + `","version":` + row[2] + `}`
		}
		req := patch(id, body).with("Idempotency-Key", id)
		var got [2]string
		for try := range got {
			got[try] = tell(t, c, req)
		}
		if diff := cmp.Diff(want[id], got); diff != "" {
			t.Errorf("order %s (-want +got):\n%s", id, diff)
		}
		delete(want, id)
	}
	if len(want) > 0 {
		t.Errorf("deadlines.csv lacks %v", want)
	}
	// Nothing was done twice, and exactly what was to be done was done.
	got := map[string]int64{}
	all, err := s.Orders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		got[o.ID] = o.Writes
	}
	writes := map[string]int64{
		"1001": 1, "1002": 0, "1003": 1, "1004": 1, "1005": 0, "1006": 0, "1008": 1, "1009": 1,
		"1010": 1, "1011": 1, "1012": 0, "1013": 0, "1014": 1, "1015": 1,
	}
	if diff := cmp.Diff(writes, got); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
	if resp := c.must(t, patch("1006", `{"deadline":"2026-05-20"}`)); resp.status != 200 {
		t.Errorf("1006 corrected: status %d, want 200; body %s", resp.status, resp.body)
	}
}

// With Deny, 1011 alone is refused.
func TestShippedOwners(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../orders.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	s := open(t, service.Options{Seed: file, Owner: "acme-trading", Deny: true})
	orders, err := s.Orders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, s)
	for _, o := range orders {
		want := 200
		if o.ID == "1011" {
			want = 403
		}
		if resp := c.must(t, request{method: "GET", path: "/orders/" + o.ID}); resp.status != want {
			t.Errorf("order %s: status %d, want %d", o.ID, resp.status, want)
		}
	}
}

// tell sends a request and returns in one line what came of it.
func tell(t *testing.T, c *client, req request) string {
	t.Helper()
	resp, err := c.send(t, req)
	switch {
	case isLost(err):
		return "lost"
	case err != nil:
		t.Fatal(err)
	case resp.status == 200:
		return "200"
	}
	r := resp.refusal(t)
	said := r.Message
	if len(r.Fields) > 0 {
		said = r.Fields[0].Message
	}
	said = strconv.Itoa(resp.status) + " " + r.Code + " " + said
	if wait := resp.header.Get("Retry-After"); wait != "" {
		said += "; Retry-After " + wait
	}
	return said
}
