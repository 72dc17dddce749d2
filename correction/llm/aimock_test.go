package llm_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/correction/llm"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// aimockVersion is that of @copilotkit/aimock, a mock of models' services that
// others have written.
const aimockVersion = "1.43.0"

var installAimock = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "batchagent-aimock-test", aimockVersion)
	done := filepath.Join(dir, "installed")
	if _, err := os.Stat(done); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", dir, "@copilotkit/aimock@"+aimockVersion)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w\n%s", err, out)
	}
	return dir, os.WriteFile(done, nil, 0o600)
})

const aimockFixtures = `{"fixtures": [
	{"match": {"userMessage": "soon"}, "response": {"content": "Here you are:\n` + "```json\\n" + `{\"arguments\":{\"id\":\"1\",\"date\":\"2026-05-20\"},\"reason\":\"so it was meant\"}\n` + "```" + `"}},
	{"match": {"userMessage": "somebody"}, "response": {"content": "{\"arguments\":{\"id\":\"7\",\"date\":\"2026-05-20\"},\"reason\":\"another order\"}"}},
	{"match": {"userMessage": "nobody"}, "response": {"content": "null"}},
	{"match": {"userMessage": "broke"}, "response": {"error": {"message": "You exceeded your current quota", "type": "insufficient_quota", "code": "insufficient_quota"}, "status": 429}}
]}`

// TestAimock asks a server of somebody else's, over a socket.
func TestAimock(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: aimock from npm is not tried")
	}
	for _, program := range []string{"node", "npm", "npx"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s: aimock from npm is not tried", program)
		}
	}
	dir, err := installAimock()
	if err != nil {
		t.Skipf("aimock cannot be installed: %v", err)
	}
	fixtures := t.TempDir()
	if err := os.WriteFile(filepath.Join(fixtures, "fixtures.json"), []byte(aimockFixtures), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// Not by npx, which would leave it behind when it is killed.
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "node_modules", ".bin", "llmock"), "-p", "0", "-f", fixtures)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it was killed
	}()
	base := ""
	for lines := bufio.NewScanner(out); base == "" && lines.Scan(); {
		_, base, _ = strings.Cut(lines.Text(), "listening on ")
	}
	if base == "" {
		t.Fatal("aimock does not say where it listens")
	}
	config := openai.DefaultConfig("sk-aimock-needs-none")
	config.BaseURL = strings.TrimSpace(base) + "/v1"
	model := llm.New(openai.NewClientWithConfig(config), "any", &llm.Options{APIKey: "sk-aimock-needs-none"})
	x := executor.New(&executor.Options{Corrector: correction.Chain(correction.Rules(nil), model)})
	f := tool.Must(tool.New(tool.Spec{
		Name: "set_date", Effect: tool.Unsafe, Target: "id",
		Schema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["id","date"],"properties":{"id":{"type":"string"},"date":{"type":"string","format":"date"}}}`),
	}, func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil }))
	for _, tt := range []struct {
		date, want, reason string
		outcome            executor.Outcome
	}{
		{"soon", `"2026-05-20"`, "", executor.Succeeded},
		{"somebody", "", "not corrected", executor.Failed},
		{"nobody", "", "no other arguments can help", executor.Failed},
		{"broke", "", "quota", executor.Failed},
		{"soon", "", "not corrected", executor.Failed}, // it is asked no more
	} {
		value, res := executor.Run(t.Context(), x, f, json.RawMessage(`{"id":"1","date":"`+tt.date+`"}`))
		if res.Outcome != tt.outcome || !strings.Contains(string(value), tt.want) || !strings.Contains(res.Reason, tt.reason) {
			t.Errorf("%s: %s %s, reason %q, %v", tt.date, res.Outcome, value, res.Reason, res.Err)
		}
	}
	if u := model.Usage(); u.Calls != 4 || u.Tokens == 0 || u.Disabled == "" {
		t.Errorf("used %+v", u)
	}
}
