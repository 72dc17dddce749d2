package taxonomy_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// corpusLine is one failure of a real system with the label that people gave it.
type corpusLine struct {
	ID         string
	Kind       string
	Data       json.RawMessage
	Expect     string
	Accept     []string
	RetryAfter *float64 `json:"expect_retry_after_s"`
	Effect     string   `json:"expect_effect"`
	Why        string
}

// TestCorpus holds the chain against the part of the corpus that it is to know
// by now: HTTP answers, texts, errnos, results of tools, and errors of the
// standard library. Nothing in the package knows these lines.
func TestCorpus(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); lines++ {
		var line corpusLine
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			t.Fatalf("line %d: %v", lines+1, err)
		}
		t.Run(line.ID, func(t *testing.T) {
			t.Parallel()
			line.check(t, line.failure(t))
		})
	}
	if lines < 39 {
		t.Errorf("only %d lines", lines)
	}
}

func (l corpusLine) check(t *testing.T, err error) {
	t.Helper()
	if l.Expect == "NONE" {
		if err != nil {
			t.Fatalf("%v, want no failure (%s)", err, l.Why)
		}
		return
	}
	if err == nil {
		t.Fatalf("no failure, want %s (%s)", l.Expect, l.Why)
	}
	e := taxonomy.Classify(err)
	if got := e.Class.String(); got != l.Expect && !slices.Contains(l.Accept, got) {
		t.Errorf("%s %s (by %s), want %s %v: %s", got, e.Code, e.Basis, l.Expect, l.Accept, l.Why)
	}
	switch l.Effect {
	case "none":
		if e.Applied != taxonomy.No {
			t.Errorf("applied %s, want no: %s", e.Applied, l.Why)
		}
	case "unknown", "happened":
		if e.Applied == taxonomy.No {
			t.Errorf("applied no, want maybe: %s", l.Why)
		}
	}
	var want time.Duration
	if l.RetryAfter != nil {
		want = time.Duration(*l.RetryAfter * float64(time.Second))
	}
	if e.RetryAfter != want {
		t.Errorf("retry after %s, want %s", e.RetryAfter, want)
	}
}

// failure makes the error that a line describes.
func (l corpusLine) failure(t *testing.T) error {
	t.Helper()
	var d struct {
		Message string          // text
		Value   json.RawMessage // tool_result
		Method  string          // http
		Status  int
		Headers map[string]string
		Body    string
		Now     time.Time
		Errno   string // errno
		Number  int
		Op      string
		Path    string
	}
	if err := json.Unmarshal(l.Data, &d); err != nil {
		t.Fatal(err)
	}
	switch l.Kind {
	case "text":
		return errors.New(d.Message)
	case "tool_result":
		if text, err := strconv.Unquote(string(d.Value)); err == nil {
			return taxonomy.FromResult(text)
		}
		return taxonomy.FromResult(string(d.Value))
	case "http":
		a := taxonomy.Answer{Method: d.Method, Status: d.Status, Header: http.Header{}, Body: []byte(d.Body), Now: d.Now}
		for name, value := range d.Headers {
			a.Header.Set(name, value)
		}
		if err := taxonomy.FromAnswer(a); err != nil {
			return err
		}
		return taxonomy.FromResult(d.Body)
	case "errno":
		errno := syscall.Errno(d.Number)
		if d.Path == "tcp" {
			return &net.OpError{Op: d.Op, Net: d.Path, Err: os.NewSyscallError(d.Op, errno)}
		}
		return &fs.PathError{Op: d.Op, Path: d.Path, Err: errno}
	case "go_expr":
		err, ok := goExpressions()[l.ID]
		if !ok {
			t.Fatalf("there is no expression for %s", l.ID)
		}
		return err
	}
	t.Fatalf("unknown kind %q", l.Kind)
	return nil
}

// goExpressions holds what the corpus has as Go source.
func goExpressions() map[string]error {
	_, atoi := strconv.Atoi("abc")
	return map[string]error{
		"D-go_expr-001": &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.ENOENT)},
		"D-go_expr-002": &url.Error{Op: "Get", URL: "https://a/", Err: &tls.CertificateVerificationError{
			Err: x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"b"}}, Host: "a"},
		}},
		"D-go_expr-003": fmt.Errorf("step 2: %w", context.Canceled),
		"D-go_expr-004": atoi,
		"D-go_expr-009": errors.Join(errors.New("validation: qty must be > 0"), fs.ErrClosed),
		"D-go_expr-010": &fs.PathError{Op: "open", Path: "/srv/x", Err: syscall.EACCES},
	}
}
