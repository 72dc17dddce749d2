package taxonomy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// BenchmarkText: what a text costs, by language and length. 64 KiB of anything
// stay under 1 ms, of which 16 KiB are looked at.
func BenchmarkText(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"English/200B", "updating order 1001 of customer 17: the stock service, asked by the order service for the nightly run, said that line 3 is loved by another clerk and that nothing else is known of it at this time, sorry"},
		{"code/200B", `Post "http://stock.test:8080/orders/1001": dial tcp 10.0.0.7:8080: connect: connection refused, while the nightly run was asking for the third time, on behalf of the order service, about line 3`},
		{"Chinese/200B", "更新客户十七的订单一千零一时，库存服务由订单服务代表夜间任务调用，返回说第三行被另一位职员喜欢，其他情况目前一概不知，非常抱歉"},
		{"English/64KiB", strings.Repeat("the request of the order is not what the time of the connection is for, and no error. ", 760)},
		{"Chinese/64KiB", strings.Repeat("请求的订单不是连接的时间，没有错误。已经被当前系统服务无法。", 720)},
		{"Korean/64KiB", strings.Repeat("요청한 주문이 이미 연결된 시간이 아닙니다. ", 1130)},
		{"marks/64KiB", strings.Repeat(`"'“«「([{:;,.`, 3000)},
		{"EEE/64KiB", strings.Repeat("EXXX ", 13000)},
		{"exceptions/64KiB", strings.Repeat("ValueError: x ", 4700)},
		{"codes/64KiB", strings.Repeat("rpc error: code = X (Service: a; api error a: errno 1 occurred ", 1050)},
		{"states/64KiB", strings.Repeat("(23505) ", 8200)},
		{"braces/64KiB", "{" + strings.Repeat(`"ValueError: x is y" `, 3200)},
		{"deniable/64KiB", strings.Repeat("not a is the been ", 3700)},
		{"dial/64KiB", strings.Repeat("read tcp dial tcp ", 3700)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			err := errors.New(bb.text)
			for b.Loop() {
				_ = taxonomy.Classify(err)
			}
		})
	}
}
