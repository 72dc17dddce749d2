package llmserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Transport returns a RoundTripper that hands requests to s on the caller's
// goroutine, whatever their host. A dropped connection is io.ErrUnexpectedEOF.
func (s *Server) Transport() http.RoundTripper { return transport{s} }

type transport struct{ s *Server }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	defer r.Body.Close() //nolint:errcheck // it was read, or it is not wanted
	rec := &recorder{header: make(http.Header)}
	aborted := rec.serve(t.s, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if aborted && rec.status == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	var body io.Reader = &rec.body
	if aborted {
		body = io.MultiReader(body, broken{})
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", rec.status, http.StatusText(rec.status)), StatusCode: rec.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: rec.header,
		Body: io.NopCloser(body), ContentLength: -1, Request: r,
	}, nil
}

// broken is the end of a body that did not come whole.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// recorder keeps what a handler writes.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// serve reports whether the handler dropped the connection.
func (r *recorder) serve(h http.Handler, req *http.Request) (aborted bool) {
	defer func() {
		if v := recover(); v != nil {
			err, ok := v.(error)
			if !ok || !errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			aborted = true
		}
	}()
	h.ServeHTTP(r, req)
	return false
}
