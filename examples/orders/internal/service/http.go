package service

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
)

const (
	mediaType = "application/json"
	maxBody   = 64 << 10 // bytes; a change takes 50
	maxKey    = 255      // bytes of an Idempotency-Key
)

// methods maps HTTP methods to what answers them. The error is a *refusal, or
// one that the client is not told.
type methods map[string]func(http.ResponseWriter, *http.Request) (answer, error)

// Handler returns the HTTP API:
//
//	GET   /orders        all orders, in the order of the seed
//	GET   /orders/{id}   one order
//	PATCH /orders/{id}   {"deadline":"2026-05-20"}, and "version":3 to change
//	                     that version only
//	GET   /healthz       {"status":"ok"}; needs no login
//
// Bodies are JSON; a refusal is {"error":{"code":…,"message":…,"fields":[…]}}.
// The statuses of refusals are 400, 401, 403, 404, 405, 409, 413, 415, 422, 423,
// 429, 500 and 503.
//
// An Idempotency-Key is kept for ever, and only for a change without a version.
// A change with one is guarded by it: a resend after a lost reply gets an honest
// 409. FaultLoseReply resets the connection and so needs HTTP/1.1; over HTTP/2
// the stream is reset instead. The handler is safe for concurrent use and fails
// with 500 once the Service is closed.
func (s *Service) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/healthz", s.serve(methods{http.MethodGet: s.health}))
	mux.Handle("/orders", s.login(s.serve(methods{http.MethodGet: s.list})))
	mux.Handle("/orders/{id}", s.login(s.serve(methods{http.MethodGet: s.get, http.MethodPatch: s.patch})))
	mux.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, notFound("there is nothing at this address"))
	}))
	return mux
}

// login lets nobody through who does not bring the token. Hashes are compared,
// so that neither the time taken nor the length tells anything of it.
func (s *Service) login(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(s.opts.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(token))
		same := subtle.ConstantTimeCompare(got[:], want[:]) == 1
		if s.opts.Token != "" && (!same || !strings.EqualFold(scheme, "Bearer")) {
			s.refuse(w, r, unauthenticated())
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Service) serve(m methods) http.Handler {
	if get, ok := m[http.MethodGet]; ok {
		m[http.MethodHead] = get // net/http leaves the body out
	}
	allow := strings.Join(slices.Sorted(maps.Keys(m)), ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fn, ok := m[r.Method]
		if !ok {
			s.refuse(w, r, methodNotAllowed(allow))
			return
		}
		a, err := fn(w, r)
		switch {
		case err != nil:
			s.refuse(w, r, err)
		case a.lost:
			s.logger.LogAttrs(r.Context(), slog.LevelInfo, "changed, reply dropped", requestAttrs(r)...)
			drop(w)
		default:
			s.logger.LogAttrs(r.Context(), slog.LevelInfo, "answered", append(requestAttrs(r), slog.Int("status", a.status))...)
			if a.replayed {
				w.Header().Set("Idempotent-Replayed", "true")
			}
			reply(w, a.status, a.body)
		}
	})
}

func (s *Service) health(_ http.ResponseWriter, r *http.Request) (answer, error) {
	if err := s.db.PingContext(r.Context()); err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusOK, body: []byte(`{"status":"ok"}`)}, nil
}

func (s *Service) list(_ http.ResponseWriter, r *http.Request) (answer, error) {
	orders, err := s.Orders(r.Context())
	if err != nil {
		return answer{}, err
	}
	body, err := json.Marshal(slices.DeleteFunc(orders, s.bars))
	return answer{status: http.StatusOK, body: body}, err
}

func (s *Service) get(_ http.ResponseWriter, r *http.Request) (answer, error) {
	order, err := s.Order(r.Context(), r.PathValue("id"))
	switch {
	case errors.Is(err, ErrNoSuchOrder):
		return answer{}, notFound(ErrNoSuchOrder.Error())
	case err != nil:
		return answer{}, err
	case s.bars(order):
		return answer{}, forbidden()
	}
	body, err := json.Marshal(order)
	return answer{status: http.StatusOK, body: body}, err
}

func (s *Service) patch(w http.ResponseWriter, r *http.Request) (answer, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != mediaType {
		return answer{}, unsupportedMediaType()
	}
	key, err := idempotencyKey(r.Header)
	if err != nil {
		return answer{}, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return answer{}, tooLarge()
	}
	if err != nil {
		return answer{}, badRequest("the body did not arrive in full")
	}
	c, err := parseChange(body)
	if err != nil {
		return answer{}, err
	}
	return s.update(r.Context(), r.PathValue("id"), c, key)
}

// idempotencyKey returns the key, or nothing. A key that is there but cannot be
// one is refused: to leave it out would take away the client's protection.
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	if key := values[0]; len(values) == 1 && key != "" && len(key) <= maxKey && !strings.ContainsFunc(key, invisible) {
		return key, nil
	}
	return "", badRequest("the Idempotency-Key must be one value of 1 to 255 visible ASCII characters")
}

// refuse answers with an error. Whatever is not a *refusal is for the log; it
// becomes 503 where it is known that nothing was changed, else 500.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	ref, ok := errors.AsType[*refusal](err)
	level := slog.LevelInfo
	switch {
	case ok:
	case wasStopped(err): // mostly because the client left
		ref = unavailable("")
	case isBusy(err):
		ref, level = unavailable("1"), slog.LevelWarn
	default:
		ref, level = internalError(), slog.LevelError
	}
	s.logger.LogAttrs(r.Context(), level, "refused",
		append(requestAttrs(r), slog.Int("status", ref.status), slog.String("code", ref.Code), slog.Any("err", err))...)
	if ref.header[0] != "" {
		w.Header().Set(ref.header[0], ref.header[1])
	}
	if ref.retryAfter != "" {
		w.Header().Set("Retry-After", ref.retryAfter)
	}
	body, _ := json.Marshal(map[string]*refusal{"error": ref}) // strings always marshal
	reply(w, ref.status, body)
}

func requestAttrs(r *http.Request) []slog.Attr {
	return []slog.Attr{slog.String("method", r.Method), slog.String("path", r.URL.Path)}
}

func reply(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that left cannot be told so
}

// drop resets the connection without a byte of an answer, as a crashed server or
// a broken network would. Linger 0 makes it a reset and not an orderly end.
func drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2 cannot be hijacked; this resets its stream
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // if it fails, the end is orderly and the reply lost all the same
	}
	_ = conn.Close()
}
