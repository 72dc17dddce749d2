package mcptool

import (
	"bufio"
	"bytes"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// events hands on the whole events of a stream whose data are messages. For any
// other the SDK gives up the connection, and with it the calls of all workers:
// half an event where a stream breaks off (which is none, as the specification
// of event streams says of its end), data that are no message, and an event
// that is too large. They concern the call of this stream alone.
type events struct {
	r     *bufio.Reader
	body  io.Closer
	most  int64
	fail  func(error) // notes why no answer will come
	ready []byte      // what can be read of the last event
	err   error
}

func newEvents(body io.ReadCloser, most int64, fail func(error)) *events {
	const size = 16 << 10
	return &events{r: bufio.NewReaderSize(body, size), body: body, most: most, fail: fail}
}

func (e *events) Close() error { return e.body.Close() }

func (e *events) Read(p []byte) (int, error) {
	for len(e.ready) == 0 && e.err == nil {
		e.ready, e.err = e.next()
	}
	if len(e.ready) == 0 {
		return 0, e.err
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// next reads an event; nothing, where it is to be passed over.
func (e *events) next() ([]byte, error) {
	var event, data []byte
	begin := 0 // of the line
	for {
		part, err := e.r.ReadSlice('\n')
		event = append(event, part...)
		switch {
		case int64(len(event)) > e.most:
			e.fail(tooLarge(e.most))
			return nil, io.EOF
		case err == bufio.ErrBufferFull: //nolint:errorlint // bufio returns it as it is
			continue
		case err != nil:
			return nil, err
		}
		line := bytes.TrimRight(event[begin:], "\r\n")
		begin = len(event)
		if len(line) == 0 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
		}
	}
	if data == nil {
		return event, nil
	}
	if _, err := jsonrpc.DecodeMessage(data); err != nil {
		return nil, nil //nolint:nilerr // it is passed over
	}
	return event, nil
}
