package taxonomy_test

import (
	"errors"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

func TestReasonsInText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want verdict
	}{
		// The system's own texts.
		{"bash: ./run.sh: Text file busy", verdict{conflict, taxonomy.CodeBusy, no}},
		{"open /etc/app.conf: read-only file system", verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"Invalid cross-device link", verdict{fatal, taxonomy.CodeUnsupported, no}},
		{"Is a directory", verdict{input, "", no}},
		{"upload in progress: broken pipe", verdict{conflict, taxonomy.CodeBusy, unanswered}},
		// A service's word.
		{"Slack API error: missing_scope", verdict{permission, taxonomy.CodeForbidden, no}},
		{"An API error occurred: channel_not_found", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"The request to the Slack API failed.\nThe server responded with: {'ok': False, 'error': 'is_archived'}", verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"the column missing_scope_x is odd", unknown},
		{"NOT_CONTROLLER: This is not the correct controller for this cluster.", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"org.apache.kafka.common.errors.RecordTooLargeException: The message is 2097152 bytes", verdict{input, taxonomy.CodeTooLarge, no}},
		{"com.acme.errors.RecordTooLargeException: odd", unknown},
		// States and rights.
		{"Only draft invoices can be edited", verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"missing required scope: orders:write", verdict{permission, taxonomy.CodeForbidden, no}},
		{"Scheduled maintenance in progress", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"Der Datensatz ist durch einen anderen Benutzer gesperrt.", verdict{conflict, taxonomy.CodeLocked, no}},
		{"Benutzer ist gesperrt", verdict{permission, taxonomy.CodeAccountLocked, no}},
		// Nothing was sent.
		{"CircuitBreaker 'orders' is OPEN and does not permit further calls", verdict{transient, taxonomy.CodeCircuitOpen, no}},
		{"QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00", verdict{transient, taxonomy.CodeTimeout, no}},
		{"java.util.concurrent.RejectedExecutionException: Task rejected", verdict{transient, taxonomy.CodeOverloaded, no}},
		// It broke, and no argument is at fault.
		{"panic: runtime error: index out of range [3] with length 3", verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"panic: order is locked\n\ngoroutine 1 [running]:", verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"fatal error: all goroutines are asleep - deadlock!", verdict{fatal, taxonomy.CodePanic, unanswered}},
		{"database disk image is malformed", verdict{fatal, "", answered}},
		{"System.Threading.Tasks.TaskCanceledException: The request was canceled due to the configured HttpClient.Timeout of 100 seconds elapsing.", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"Net::OpenTimeout: execution expired", verdict{transient, taxonomy.CodeTimeout, no}},
		{"Net::WriteTimeout with #<TCPSocket:(closed)>", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		// Replies of SMTP with an enhanced status.
		{"550 5.1.1 <bob@example.test>: Recipient address rejected: User unknown", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"451 4.7.1 Greylisting in action, please come back later", verdict{transient, taxonomy.CodeUnavailable, no}},
		{"552 5.2.2 Mailbox full", verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"552-5.3.4 Message too big for system", verdict{input, taxonomy.CodeTooLarge, no}},
		{"535 5.7.8 Error: authentication failed", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"554 5.7.1 Message rejected as spam", verdict{permission, taxonomy.CodeForbidden, no}},
		{"554 5.4.0 odd", verdict{fatal, taxonomy.CodeUnknown, no}},
		{"554 5.6.0 odd", verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"wrote 550 5.1 times", unknown},
		// A status behind an address.
		{"PATCH https://api.test/repos/o/r/issues/1: 403 Resource not accessible []", verdict{permission, taxonomy.CodeForbidden, no}},
		{"see https://api.test/repos: 403 of them", unknown},
	} {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, errors.New(tt.text))
		})
	}
}

func TestWaitInTheWordsOfALimit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"Rate limit exceeded, retry in 12 seconds":             12 * time.Second,
		"Muitas requisições. Tente novamente em 30 segundos.":  30 * time.Second,
		"请求过于频繁，请60秒后再试":                                       time.Minute,
		"Too many requests: 100 in 60 seconds":                 0, // what is allowed, and no wait
		"Rate limit exceeded, retry in a few minutes":          0,
		"Service unavailable, the last backup took 12 seconds": 0,
	} {
		if got := taxonomy.Classify(errors.New(text)).RetryAfter; got != want {
			t.Errorf("%s: waits %s, want %s", text, got, want)
		}
	}
}

func TestFailuresWithoutAFlag(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		result string
		want   verdict
	}{
		{`{"detail":[{"loc":["body","qty"],"msg":"field required","type":"value_error.missing"}]}`, verdict{input, "", no}},
		{`{"detail":"Authentication credentials were not provided."}`, verdict{permission, "", no}},
		{`{"errorMessage":"2026-05-01T09:00:00.000Z 1f2e Task timed out after 3.00 seconds"}`, verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{`{"hasError":true,"data":null}`, verdict{fatal, taxonomy.CodeUnknown, answered}},
		{`{"failed":true,"msg":"Permission denied"}`, verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"ok":0,"errmsg":"not primary","code":10107,"codeName":"NotWritablePrimary"}`, verdict{transient, taxonomy.CodeUnavailable, no}},
		{`{"message":"Not Found","documentation_url":"https://docs.test","status":"404"}`, verdict{fatal, taxonomy.CodeNotFound, no}},
	} {
		t.Run(tt.result, func(t *testing.T) {
			t.Parallel()
			err := taxonomy.FromResult(tt.result)
			if err == nil {
				t.Fatal("a success")
			}
			tt.want.check(t, err)
		})
	}
	for _, result := range []string{
		`{"hasError":false,"message":"timeout"}`, `{"failed":true,"id":7}`, `{"ok":0,"count":3}`,
		`{"errors":{"count":0},"rows":3}`, `{"detail":"Order 17 was delivered on Monday"}`, `{"detail":[{"sku":"A","qty":2}]}`, `{"status":"404","rows":[1],"message":"x"}`,
	} {
		if err := taxonomy.FromResult(result); err != nil {
			t.Errorf("%s: %v", result, err)
		}
	}
}
