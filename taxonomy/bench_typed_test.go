package taxonomy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// typedSources has one error of each kind that carries a code. Those of the real
// libraries are measured in libtest.
func typedSources() map[string]error {
	return map[string]error{
		"sql":               &taxonomy.SQLError{Vendor: "postgresql", State: "40001", Severity: "ERROR", Message: "could not serialize access due to concurrent update"},
		"sql/57014":         &taxonomy.SQLError{Vendor: "postgresql", State: "57014", Severity: "ERROR", Message: "canceling statement due to statement timeout"},
		"sql/state method":  pgLike{state: "57014", text: "canceling statement due to lock timeout"},
		"mysql":             &taxonomy.SQLError{Vendor: "mysql", Number: 1205, State: "HY000", Message: "Lock wait timeout exceeded; try restarting transaction"},
		"grpc":              &taxonomy.GRPCError{Code: 14, Message: "the service is warming up"},
		"grpc/words":        &taxonomy.GRPCError{Code: 9, Message: "order 1001 is locked by billing"},
		"grpc/dial":         &taxonomy.GRPCError{Code: 14, Message: `connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.7:443: connect: connection refused"`},
		"grpc/details":      &taxonomy.GRPCError{Code: 8, Message: "Quota exceeded for quota metric 'Read requests'", Details: []map[string]any{{"type": "google.rpc.RetryInfo", "retry_delay": "3.5s"}, {"type": "google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED", "metadata": map[string]any{"quota_unit": "1/min/{project}"}}}},
		"aws":               &taxonomy.AWSError{Service: "DynamoDB", Operation: "PutItem", Status: 400, Code: "ThrottlingException", Message: "Rate exceeded", Fault: "client"},
		"aws/code of parts": &taxonomy.AWSError{Service: "Glue", Operation: "StartJobRun", Status: 400, Code: "ConcurrentRunsExceededException", Message: "Concurrent runs exceeded for stock-sync"},
		"redis":             &taxonomy.RedisError{Reply: "OOM command not allowed when used memory > 'maxmemory'."},
		"exit":              &taxonomy.ExitError{Argv: []string{"stock-sync"}, Code: 1, Stderr: stderr200},
		"json-rpc":          &taxonomy.RPCError{Code: -32602, Message: "Invalid params", Data: json.RawMessage(`{"errors":[{"path":"/qty","message":"must be greater than 0"}]}`)},
		"http answer": taxonomy.FromAnswer(taxonomy.Answer{
			Method: http.MethodPut, Status: http.StatusConflict, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"error":"order is locked"}`),
		}),
	}
}

const stderr200 = "stock-sync: opening the ledger of warehouse Rotterdam for order 1001\nstock-sync: line 3 of customer 17 came twice, the first of them is taken\nstock-sync: could not open the ledger: permission denied\n"

// pgLike is a driver's error that has nothing but the common method.
type pgLike struct{ state, text string }

func (e pgLike) Error() string    { return e.text }
func (e pgLike) SQLState() string { return e.state }

// BenchmarkTyped: what a code costs, by its source, bare and wrapped twice.
func BenchmarkTyped(b *testing.B) {
	for name, err := range typedSources() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = taxonomy.Classify(err)
			}
		})
	}
	b.Run("wrapped twice", func(b *testing.B) {
		err := fmt.Errorf("item 7: %w", fmt.Errorf("update: %w", typedSources()["sql/57014"]))
		b.ReportAllocs()
		for b.Loop() {
			_ = taxonomy.Classify(err)
		}
	})
}

// longTexts has 64 KiB of everything that a text can be full of.
func longTexts() map[string]string {
	const size = 64 << 10
	texts := make(map[string]string)
	for name, s := range map[string]string{
		"English":      "the request of the order is not what the time of the connection is for, and no error. ",
		"Chinese":      "请求的订单不是连接的时间，没有错误。已经被当前系统服务无法。",
		"traditional":  "請求的訂單不是連線的時間，沒有錯誤。已經被當前系統服務無法。",
		"Japanese":     "要求された注文はすでに接続の時間ではありません。サーバーに問題がある。",
		"Korean":       "요청한 주문이 이미 연결된 시간이 아닙니다. ",
		"German":       "die Anfrage für den Auftrag ist nicht gültig, und die Verbindung ist für die Größe zu groß. ",
		"Russian":      "Запрос заказа не является временем соединения, и ошибки нет. ",
		"quotes":       `"`,
		"apostrophes":  " '",
		"quoted words": `"a" `,
		"colons":       ":",
		"Han alone":    "锁",
		"超":            "超时",
		"digits":       "7",
		"numbers":      "404 ",
		"one word":     "x",
		"brackets":     "(",
		"braces":       `{"a":`,
		"slashes":      "/",
		"paths":        "/a ",
		"commas":       ",",
		"capitals":     "EXXX ",
		"exceptions":   "ValueError: x ",
		"codes":        "rpc error: code = X (Service: a; api error a: errno 1 occurred ",
		"states":       "(23505) ",
		"deniable":     "not a is the been ",
		"dial":         "read tcp dial tcp ",
		"invalid":      "\xff",
		"escapes":      "\x1b[",
		"passwords":    "password=",
		"schemes":      "a://b:c@",
		"accents":      "éèüß ",
		"newlines":     "\n",
		"rror":         "rror (",
		"ORA":          "ORA-00604: ",
		"not found":    "does not exist ",
		"response":     "response ",
	} {
		texts[name] = strings.Repeat(s, size/len(s)+1)[:size]
	}
	return texts
}

// BenchmarkShort: 200 bytes in several languages.
func BenchmarkShort(b *testing.B) {
	for name, text := range shortTexts() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			err := errors.New(text)
			for b.Loop() {
				_ = taxonomy.Classify(err)
			}
		})
	}
}

// BenchmarkLong: 64 KiB of anything stay under 1 ms.
func BenchmarkLong(b *testing.B) {
	for name, text := range longTexts() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			err := errors.New(text)
			for b.Loop() {
				_ = taxonomy.Classify(err)
			}
		})
	}
}
