package httptool

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// Reply is an answer as [Config].Judge sees it. It must not be changed.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte          // as it came
	Args   json.RawMessage // of the call
}

// judged reads an answer and lets the user's own judge have the last word,
// unless the answer did not come whole: then there is nothing to judge.
func (r *requester) judged(resp *http.Response, args json.RawMessage, hide func(string) string) ([]byte, error) {
	if r.judge == nil {
		return read(resp, r.most, hide)
	}
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	var raw []byte
	var broken error
	if resp.StatusCode >= 200 { // what follows a 101 is no body, and has no end
		raw, broken = io.ReadAll(io.LimitReader(resp.Body, r.most+1))
	}
	own := *resp
	own.Body = &replay{Reader: bytes.NewReader(raw), end: broken, Closer: resp.Body}
	body, verdict := read(&own, r.most, hide)
	if broken != nil || int64(len(raw)) > r.most {
		return body, verdict
	}
	if err := r.judge(&Reply{Status: resp.StatusCode, Header: resp.Header, Body: raw, Args: args}, verdict); err != nil {
		return nil, err
	}
	return trim(raw), nil
}

// replay is a body that was read, with the error that ended it.
type replay struct {
	*bytes.Reader
	io.Closer
	end error
}

func (r *replay) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if errors.Is(err, io.EOF) && r.end != nil {
		err = r.end
	}
	return n, err
}
