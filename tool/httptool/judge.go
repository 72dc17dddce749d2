package httptool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/batchagent/batchagent/taxonomy"
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

// renewer calls Refresh once for all calls that were refused with one
// credential.
type renewer struct {
	refresh func(context.Context) error

	mu    sync.Mutex
	times int
}

// generation is how often the credential has been renewed; a call notes it
// before it looks the credential up.
func (n *renewer) generation() int {
	if n.refresh == nil {
		return 0
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.times
}

// renew renews the credential that was in use at a generation, unless another
// call has done so since. Whoever comes meanwhile waits.
func (n *renewer) renew(ctx context.Context, used int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.times != used {
		return nil
	}
	if err := n.refresh(ctx); err != nil {
		return err
	}
	n.times++
	return nil
}

// renewable reports whether a refusal says that the credential is not, or no
// longer, valid, and that nothing was done.
func (n *renewer) renewable(err error) bool {
	if n.refresh == nil || err == nil {
		return false
	}
	e := taxonomy.Classify(err)
	return e.Status() == http.StatusUnauthorized && e.Applied == taxonomy.No
}

// notRenewed is the refusal whose credential could not be renewed.
func notRenewed(refusal, err error) error {
	e := *taxonomy.Classify(refusal)
	e.Message = taxonomy.Clean(fmt.Sprintf("%s; and the credential could not be renewed: %s", e.Message, err))
	return &e
}
