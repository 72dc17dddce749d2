package httptool

import (
	"net"
	"net/http"
	"time"

	"github.com/batchagent/batchagent/tool"
)

// idleTimeout is how long an unused connection is kept. A server that closes
// one just when a request comes leaves that request in doubt, so that ours are
// closed first: Node.js (server.keepAliveTimeout), Apache (KeepAliveTimeout) and
// Uvicorn (--timeout-keep-alive) wait 5 s unless told otherwise.
const idleTimeout = 4 * time.Second

// setClient takes the user's client, or makes one.
func (r *requester) setClient(given *http.Client) {
	transport := newTransport()
	if r.effect != tool.ReadOnly && !r.hasBody() {
		// Over HTTP/2 net/http sends a request without a body again and again
		// after a stream error; see once.
		transport.ForceAttemptHTTP2 = false
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetHTTP1(true)
	}
	client := http.Client{Transport: transport}
	if r.own = given == nil; !r.own {
		client = *given
	}
	client.CheckRedirect = checkRedirect(client.CheckRedirect, r.effect)
	r.client = &client
}

// newTransport is http.DefaultTransport with figures for a batch: as many
// connections to one host as there are calls at once, and no waiting for ones
// that cannot be made. The time for the answer is the attempt's.
func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    256,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}
}
