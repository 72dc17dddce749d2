package batch_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/tool"
)

// TestOwnSentencesAreSaidInChinese runs into the reasons that the executor and
// the batch give, and looks for English in the Chinese summary.
func TestOwnSentencesAreSaidInChinese(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		effect tool.Effect
		change func(*executor.Options)
		fn     func(ctx context.Context, n int) (string, error)
		probe  func(ctx context.Context, n int) (string, bool, error)
		limit  time.Duration
		want   string
	}{
		{
			name: "used up", effect: tool.Idempotent, want: "3 次调用均未成功",
			fn: func(context.Context, int) (string, error) { return "", status(429) },
		},
		{
			name: "unsafe", effect: tool.Unsafe, want: "没有再次发送",
			fn: func(context.Context, int) (string, error) { return "", status(502) },
		},
		{
			name: "waits too long", effect: tool.Idempotent, want: "一项总共只可等待",
			fn: func(context.Context, int) (string, error) { return "", status(429, "Retry-After", "86400") },
		},
		{
			name: "deadline", effect: tool.Idempotent, want: "已超出截止时间", limit: time.Second,
			fn: func(context.Context, int) (string, error) { return "", status(429, "Retry-After", "60") },
		},
		{
			name: "breaker", effect: tool.Idempotent, want: "连续失败过多",
			change: func(o *executor.Options) { o.FailFast, o.Breaker.Failures, o.Retry.Attempts = true, 1, 1 },
			fn:     func(context.Context, int) (string, error) { return "", status(503) },
		},
		{
			name: "probe says no", effect: tool.Idempotent, want: "经探测确认没有执行",
			fn:    func(context.Context, int) (string, error) { return "", status(502) },
			probe: func(context.Context, int) (string, bool, error) { return "", false, nil },
		},
		{
			name: "probe fails", effect: tool.Idempotent, want: "探测无法确定是否已执行",
			fn:    func(context.Context, int) (string, error) { return "", status(502) },
			probe: func(context.Context, int) (string, bool, error) { return "", false, status(500) },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tt.limit > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tt.limit)
					defer cancel()
				}
				f := numbered(tt.effect, tt.fn)
				if tt.probe != nil {
					f = f.WithProbe(tt.probe)
				}
				report, _ := batch.Run(ctx, newExecutor(tt.change), f, upTo(2), &batch.Options{Concurrency: 1})
				text := report.Text(&batch.TextOptions{Lang: "zh", Width: 200})
				if !strings.Contains(text, tt.want) {
					t.Errorf("%q is missing:\n%s", tt.want, text)
				}
				for _, english := range []string{" the ", " not ", " to ", " could ", " with "} {
					if strings.Contains(text, english) {
						t.Errorf("%q in:\n%s", english, text)
					}
				}
			})
		})
	}
}

func TestOwnSentences(t *testing.T) {
	t.Parallel()
	for _, p := range batch.OwnSentences {
		en, zh := batch.PhraseTexts(p)
		if strings.Count(en, "*") != strings.Count(zh, "*") {
			t.Errorf("%q and %q", en, zh)
		}
		if got, ok := batch.Own(en); !ok || got != zh {
			t.Errorf("%q became %q, want %q", en, got, zh)
		}
	}
	for in, want := range map[string]string{
		"no success in 3 calls": "3 次调用均未成功", "not corrected: * and **": "未更正：* and **", "no success in": "no success in",
		"Try again at 9 or later": "可在 9 或之后再试", "": "",
	} {
		if got, _ := batch.Own(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
