package libtest_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/twmb/franz-go/pkg/kerr"
	kerrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestGoExpressions: failures as Go programs meet them, one of each kind that
// people labelled.
func TestGoExpressions(t *testing.T) {
	t.Parallel()
	_, atoi := strconv.Atoi("abc")
	web := schema.GroupResource{Group: "apps", Resource: "deployments"}
	for _, tt := range []struct {
		name   string
		err    error
		accept []taxonomy.Class
		maybe  bool // it may have happened
		wait   time.Duration
	}{
		{"a socket that is not there", &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.ENOENT)}, []taxonomy.Class{taxonomy.Fatal}, false, 0},
		{"another host's certificate", &url.Error{Op: "Get", URL: "https://a/", Err: &tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"b"}}, Host: "a"}}}, []taxonomy.Class{taxonomy.Fatal}, false, 0},
		{"canceled", fmt.Errorf("step 2: %w", context.Canceled), []taxonomy.Class{taxonomy.Fatal}, true, 0},
		{"no number", atoi, []taxonomy.Class{taxonomy.InputError}, false, 0},
		{"Kafka's timeout", kerr.RequestTimedOut, []taxonomy.Class{taxonomy.Transient}, true, 0},
		{"Kubernetes asks for patience", kerrors.NewServerTimeout(web, "list", 2), []taxonomy.Class{taxonomy.Transient}, false, 2 * time.Second},
		{"Kubernetes has it already", kerrors.NewAlreadyExists(web, "web"), []taxonomy.Class{taxonomy.ResourceConflict}, false, 0},
		{"NATS's timeout", nats.ErrTimeout, []taxonomy.Class{taxonomy.Transient}, true, 0},
		{"a permanent branch first", errors.Join(errors.New("validation: qty must be > 0"), fs.ErrClosed), []taxonomy.Class{taxonomy.InputError, taxonomy.Fatal}, true, 0},
		{"a file that may not be read", &fs.PathError{Op: "open", Path: "/srv/x", Err: syscall.EACCES}, []taxonomy.Class{taxonomy.Permission}, false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := taxonomy.Classify(tt.err)
			if !slices.Contains(tt.accept, e.Class) || e.Applied.Maybe() != tt.maybe || e.RetryAfter != tt.wait {
				t.Errorf("%s %s, applied %s, wait %s", e.Class, e.Code, e.Applied, e.RetryAfter)
			}
		})
	}
}
