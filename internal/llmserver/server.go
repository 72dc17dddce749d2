package llmserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
)

// Server is a scripted server. Its fields are set before its first request; it is
// safe for concurrent use.
type Server struct {
	// Key, if not "", is what the Authorization header must hold as bearer;
	// other requests get 401 and use up no answer.
	Key string
	// RefuseSchema and RefuseJSONMode: requests for json_schema, or for
	// json_object, get 400.
	RefuseSchema, RefuseJSONMode bool
	// PromptTokens and CompletionTokens are what each completion says that it
	// cost. NoUsage: it says nothing.
	PromptTokens, CompletionTokens int
	NoUsage                        bool

	mu       sync.Mutex
	answers  []Answer
	rest     Answer
	requests []*Request
}

// New returns a server that gives these answers, and then 400 to every further
// request, until Rest says otherwise. A completion costs 100 and 20 tokens.
func New(answers ...Answer) *Server {
	return &Server{answers: answers, rest: Fail(http.StatusBadRequest, "invalid_request_error", "script_ended", "the script has no more answers"), PromptTokens: 100, CompletionTokens: 20}
}

// Rest sets what is answered once the script is at its end, and returns s.
func (s *Server) Rest(a Answer) *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest = a
	return s
}

// Requests returns all requests so far. The slice is the caller's own.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// ServeHTTP implements http.Handler for POST /v1/chat/completions.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
		writeError(w, http.StatusNotFound, "invalid_request_error", "unknown_url", fmt.Sprintf("Unknown request URL: %s %s", r.Method, r.URL.Path))
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client is gone
	}
	req, err := parse(r.Header, body)
	refused := req.Format == "json_schema" && s.RefuseSchema || req.Format == "json_object" && s.RefuseJSONMode
	req.Refused = refused
	stranger := s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key
	s.record(req)
	var answer Answer
	switch {
	case stranger:
		answer = Unauthorized()
	case err != nil:
		answer = Fail(http.StatusBadRequest, "invalid_request_error", "", err.Error())
	case refused:
		answer = Fail(http.StatusBadRequest, "invalid_request_error", "", fmt.Sprintf("Invalid parameter: 'response_format' of type '%s' is not supported with this model.", req.Format))
	default:
		answer = s.next()
	}
	answer(&Exchange{ResponseWriter: w, Request: req, context: r.Context(), server: s})
}

func (s *Server) record(req *Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
}

// next takes the next answer.
func (s *Server) next() Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.answers) == 0 {
		return s.rest
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a
}

func writeError(w http.ResponseWriter, status int, kind, code, message string) {
	e := map[string]any{"message": message, "type": kind, "param": nil, "code": nil}
	if code != "" {
		e["code"] = code
	}
	writeJSON(w, status, map[string]any{"error": e})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(http.ErrAbortHandler) // nobody reads it
	}
}
