package tool

import (
	"bytes"
	"encoding/json"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/batchagent/batchagent/taxonomy"
)

type encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

// encoders saves the two allocations that an encoder costs.
var encoders = sync.Pool{New: func() any { //nolint:gochecknoglobals // a pool of scratch space
	e := new(encoder)
	e.enc = json.NewEncoder(&e.buf)
	e.enc.SetEscapeHTML(false)
	return e
}}

// maxScratch is the largest buffer that is kept for the next.
const maxScratch = 64 << 10

// encode is json.Marshal without the escaping meant for HTML, so that what
// went in as < comes out as <. v is a pointer, so that a MarshalJSON which has a
// pointer for its receiver is found, as that of [math/big.Int]. A panic in a type's own MarshalJSON is an error,
// a *taxonomy.PanicError: results are encoded where nobody else would catch it.
func encode(v any) (raw json.RawMessage, err error) {
	if raw, ok := v.(*json.RawMessage); ok {
		if *raw == nil {
			return json.RawMessage("null"), nil
		}
		return *raw, nil
	}
	defer func() {
		if v := recover(); v != nil {
			raw, err = nil, &taxonomy.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	e := encoders.Get().(*encoder) //nolint:forcetypeassert // it holds nothing else
	e.buf.Reset()
	if err := e.enc.Encode(v); err != nil {
		return nil, err
	}
	raw = slices.Clone(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n")))
	if e.buf.Cap() <= maxScratch {
		encoders.Put(e)
	}
	return raw, nil
}
