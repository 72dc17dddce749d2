package httptool_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

// proxied is set in the process that TestProxyFromEnvironment starts: net/http
// looks at the variables once a process.
const proxied = "HTTPTOOL_TEST_PROXIED"

// TestMain is the tool's process, where it is one.
func TestMain(m *testing.M) {
	target := os.Getenv(proxied)
	if target == "" {
		os.Exit(m.Run())
	}
	f, err := httptool.New(&httptool.Config{Name: "get", Method: "GET", URL: target})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	value, err := f.Call(context.Background(), []byte(`{}`))
	if err != nil {
		e := taxonomy.Classify(err)
		fmt.Println(e.Class, e.Applied, e)
	}
	fmt.Println(string(value))
}

// TestProxyFromEnvironment: the tool's own client goes through the proxy that
// the environment names.
func TestProxyFromEnvironment(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			http.Error(w, "no", http.StatusProxyAuthRequired)
			return
		}
		answer(200, "application/json", `"`+r.RequestURI+`"`)(w, r)
	}))
	t.Cleanup(proxy.Close)
	for _, tt := range []struct{ name, url, want string }{
		{name: "HTTP", url: "http://orders.example/1", want: `"http://orders.example/1"`},
		{name: "HTTPS, refused by the proxy", url: "https://orders.example/1", want: "no UNAUTHENTICATED"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), proxied+"="+tt.url, "HTTP_PROXY="+proxy.URL, "HTTPS_PROXY="+proxy.URL, "NO_PROXY=")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := strings.TrimSpace(string(out)); !strings.Contains(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
