package mcptool_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/mcptool"
)

// gone complains if a process is alive.
func gone(t *testing.T, pid string) {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc to look for processes in")
	}
	if alive(pid) {
		t.Errorf("the server with the pid %s runs after Close", pid)
	}
}

func TestE10NothingIsLeftAfterClose(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	tests := []struct {
		name, start string
		wrap        []string
		most        time.Duration
	}{
		{"one that ends with its input", "ok", nil, time.Second},
		{"one that nothing but a kill ends", "stubborn", nil, 2500 * time.Millisecond},
		{"a grandchild, as npx starts it", "ok", []string{sh, "-c", `"$0"; true`}, time.Second},
		{"a stubborn grandchild", "stubborn", []string{sh, "-c", `"$0"; true`}, 2500 * time.Millisecond},
		{"a stubborn one behind a pipe", "stubborn", []string{sh, "-c", `"$0" | cat`}, 2500 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := command(t, tt.start)
			c.Command = append(tt.wrap, c.Command...)
			s, err := mcptool.NewServer(c)
			if err != nil {
				t.Fatal(err)
			}
			pid := call(t, getTool(t, s, "pid", nil), `{}`)
			began := time.Now()
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > tt.most {
				t.Errorf("Close took %s, want less than %s", took, tt.most)
			}
			gone(t, pid)
		})
	}
}

func TestE10CloseInAHurryKills(t *testing.T) {
	t.Parallel()
	s := newServer(t, command(t, "stubborn"))
	pid := call(t, getTool(t, s, "pid", nil), `{}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	began := time.Now()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 400*time.Millisecond {
		t.Errorf("Close took %s", took)
	}
	gone(t, pid)
}

func TestE10ServerThatLeavesAChild(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	c := command(t, "ok")
	// The shell is the server's parent and dies; the server holds the pipes.
	c.Command = []string{sh, "-c", `"$0" <&0 & echo $! >"$` + envState + `/child"; read -r line; kill -9 $$`, c.Command[0]}
	s := newServer(t, c)
	_, _ = s.Tools(t.Context()) // the first line went to the shell, which has died of it
	closeServer(t, s)
	child, err := os.ReadFile(c.Env[envState] + "/child")
	if err != nil {
		t.Fatal(err)
	}
	gone(t, string(child[:len(child)-1]))
}

func TestCloseWithCallsUnderWay(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	hang := getTool(t, s, "hang", nil)
	errs := make(chan error, 1)
	go func() {
		_, err := hang.Call(context.WithoutCancel(t.Context()), json.RawMessage(`{}`))
		errs <- err
	}()
	if left := until(func() string {
		if noted(t, c, "calls") == 0 {
			return "the call has not reached the server"
		}
		return ""
	}); left != "" {
		t.Fatal(left)
	}
	closeServer(t, s)
	wantError(t, <-errs, taxonomy.Transient, taxonomy.CodeConnectionReset, unanswered, "was closed")
	_, err := hang.Call(t.Context(), json.RawMessage(`{}`))
	wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnavailable, no, "Close was called")
	closeServer(t, s)
}

func TestCloseBeforeUse(t *testing.T) {
	t.Parallel()
	c := command(t, "ok")
	s := newServer(t, c)
	closeServer(t, s)
	_, err := s.Tools(t.Context())
	wantError(t, err, taxonomy.Fatal, taxonomy.CodeUnavailable, no)
	if n := noted(t, c, "starts"); n != 0 {
		t.Errorf("%d starts", n)
	}
}

func TestCloseWhileItStarts(t *testing.T) {
	t.Parallel()
	c := command(t, "hang")
	s := newServer(t, c)
	errs := make(chan error, 1)
	go func() {
		_, err := s.Tools(context.WithoutCancel(t.Context()))
		errs <- err
	}()
	if left := until(func() string {
		if noted(t, c, "starts") == 0 {
			return "the server has not started"
		}
		return ""
	}); left != "" {
		t.Fatal(left)
	}
	closeServer(t, s)
	wantError(t, <-errs, taxonomy.Fatal, taxonomy.CodeUnavailable, no, "Close was called")
}
