package mcptool

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/batchagent/batchagent/internal/renew"
)

// DefaultMaxResponse is how large an answer may be, in bytes: 10 MiB.
const DefaultMaxResponse = 10 << 20

// DefaultStartTimeout is how long a server may take until it is ready. It is
// long because npx and uvx download what they start.
const DefaultStartTimeout = time.Minute

// ServerConfig says where a server is: Command or URL, one of them. In Command,
// URL and the values of Env and Headers, ${env:NAME} stands for an environment
// variable; all else is taken as it is. It is copied by [NewServer].
type ServerConfig struct {
	// Name is what errors and logs call the server. "": the name of the
	// command, or the host.
	Name string
	// Command is a program and its arguments, never a shell. A program without
	// a slash is searched in PATH.
	Command []string
	// Dir is the folder that the command runs in. "": the current one.
	Dir string
	// Env is added to the environment that the command inherits.
	Env map[string]string
	// URL is the endpoint of a server that speaks streamable HTTP.
	URL string
	// Headers are sent with every HTTP request, beside those of the protocol.
	Headers map[string]string
	// Transport sends the HTTP requests. nil: one of the server's own, HTTP/1.1
	// only, through the proxy that the environment names. Redirects are not
	// followed with either.
	Transport http.RoundTripper
	// Refresh renews the credential after a 401: it is called once for all
	// calls that were refused with the same one, and each of them is then made
	// once more, within the same attempt, since who is calling has changed. The
	// new one is found through LookupEnv. Its error becomes part of the refusal.
	// nil: none.
	Refresh func(ctx context.Context) error
	// StartTimeout is how long the server may take until it is ready; twice as
	// long for the list of its tools. 0: [DefaultStartTimeout].
	StartTimeout time.Duration
	// MaxResponse is how large an answer may be, in bytes. 0:
	// [DefaultMaxResponse].
	MaxResponse int64
	// LookupEnv gives the environment variables, at NewServer and whenever
	// they are used, so that one can be renewed. nil: os.LookupEnv. It must be
	// safe for concurrent use.
	LookupEnv func(name string) (value string, ok bool)
	// Logger gets what the server writes to stderr, and its log messages, at
	// debug level, and its starts and ends. nil: nothing is logged.
	Logger *slog.Logger
}

var (
	errNoConfig  = errors.New("mcptool: ServerConfig is nil")
	errNoServer  = errors.New("mcptool: ServerConfig has neither Command nor URL; give one of them")
	errTwoPlaces = errors.New("mcptool: ServerConfig has both Command and URL; give one of them")
	errHTTPOnly  = errors.New("mcptool: ServerConfig.Headers, Transport and Refresh are for servers with a URL; a command gets its secrets through Env")
	errExecOnly  = errors.New("mcptool: ServerConfig.Env and Dir are for servers with a Command")
	errNegative  = errors.New("is negative; 0 means the default")
)

// NewServer checks c and returns a server that is not started yet. It fails
// where c cannot work: neither Command nor URL or both, an environment variable
// that is not set (the error names it and never its value), a URL that is none.
func NewServer(c *ServerConfig) (*Server, error) {
	if c == nil {
		return nil, errNoConfig
	}
	s := &Server{
		cfg: *c, log: c.Logger, secrets: newSecrets(c.LookupEnv), startTimeout: c.StartTimeout,
		tools: make(map[string]ToolInfo), renewer: renew.New(c.Refresh),
	}
	s.cfg.Command = slices.Clone(c.Command)
	s.cfg.Env, s.cfg.Headers = maps.Clone(c.Env), maps.Clone(c.Headers)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.startTimeout == 0 {
		s.startTimeout = DefaultStartTimeout
	}
	if s.cfg.MaxResponse == 0 {
		s.cfg.MaxResponse = DefaultMaxResponse
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	s.log = s.log.With(slog.String("mcp_server", s.cfg.Name))
	s.life, s.end = context.WithCancel(context.Background())
	if s.cfg.URL != "" && s.cfg.Transport == nil {
		s.ownTransport = newTransport()
	}
	return s, nil
}

func (s *Server) check() error {
	c := &s.cfg
	switch {
	case len(c.Command) == 0 && c.URL == "":
		return errNoServer
	case len(c.Command) > 0 && c.URL != "":
		return errTwoPlaces
	case c.URL == "" && (len(c.Headers) > 0 || c.Transport != nil || c.Refresh != nil):
		return errHTTPOnly
	case c.URL != "" && (len(c.Env) > 0 || c.Dir != ""):
		return errExecOnly
	case c.StartTimeout < 0:
		return fmt.Errorf("mcptool: ServerConfig.StartTimeout is %s and %w", c.StartTimeout, errNegative)
	case c.MaxResponse < 0:
		return fmt.Errorf("mcptool: ServerConfig.MaxResponse %w", errNegative)
	}
	if c.URL != "" {
		return s.checkHTTP()
	}
	if c.Command[0] == "" {
		return errors.New("mcptool: ServerConfig.Command begins with an empty program name")
	}
	for i, word := range c.Command {
		if _, err := s.secrets.expand(word); err != nil {
			return fmt.Errorf("mcptool: ServerConfig.Command[%d]: %w", i, err)
		}
	}
	if _, err := s.environ(); err != nil {
		return fmt.Errorf("mcptool: %w", err)
	}
	if c.Name == "" {
		c.Name = filepath.Base(c.Command[0])
	}
	return nil
}

// environ is the environment of the command.
func (s *Server) environ() ([]string, error) {
	env := os.Environ()
	for _, name := range slices.Sorted(maps.Keys(s.cfg.Env)) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return nil, fmt.Errorf("ServerConfig.Env: %q is not the name of an environment variable", name)
		}
		value, err := s.secrets.expand(s.cfg.Env[name])
		if err != nil {
			return nil, fmt.Errorf("ServerConfig.Env: %s: %w", name, err)
		}
		env = append(env, name+"="+value)
	}
	return env, nil
}

func (s *Server) checkHTTP() error {
	c := &s.cfg
	text, err := s.secrets.expand(c.URL)
	if err != nil {
		return fmt.Errorf("mcptool: ServerConfig.URL: %w", err)
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("mcptool: ServerConfig.URL %q is not an address such as https://host/mcp", s.secrets.hide(c.URL))
	}
	if u.User != nil {
		return errors.New("mcptool: ServerConfig.URL has a user or a password in it, which would be logged; put it into a header")
	}
	if c.Name == "" {
		c.Name = u.Host
	}
	for _, name := range slices.Sorted(maps.Keys(c.Headers)) {
		if !isToken(name) {
			return fmt.Errorf("mcptool: %q is not the name of a header", name)
		}
		switch http.CanonicalHeaderKey(name) {
		case "Accept", "Content-Type", "Content-Length", "Transfer-Encoding", "Connection", "Host",
			"Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Last-Event-Id":
			return fmt.Errorf("mcptool: the header %s is the protocol's own; leave it out", name)
		case "Idempotency-Key", "X-Idempotency-Key":
			return fmt.Errorf("mcptool: the header %s would be the same for every call; each call's own key is sent in _meta as %s", name, MetaKey)
		}
		value, err := s.secrets.expand(c.Headers[name])
		switch {
		case err != nil:
			return fmt.Errorf("mcptool: the header %s: %w", name, err)
		case !headerText(value):
			return fmt.Errorf("mcptool: the header %s has a line break or another control character in it, which a header cannot hold", name)
		}
	}
	return nil
}

// isToken follows RFC 9110 section 5.6.2.
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

func headerText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}
